/* pair_rounds.c - whom a league of the referee would pair: `pair_rounds FORMAT ENGINES ROUNDS`
 * reads results as lines "ROUND A B MARGIN", engines from 0, and prints lines "ROUND A B", B -1 for
 * a bye.
 */
#include "config.h"

#include "pairing/format.h"
#include "pairing/schedule.h"
#include "pairing/tournament.h"

#include <stdio.h>
#include <stdlib.h>

enum { RESULTS_MAX = 100000 };

static int result[RESULTS_MAX][4];

/* Adds the results of a round; prints who meets. */
static void play(struct tournament *tournament, const struct schedule *schedule, int results) {
    const struct meeting *meeting;
    int round = tournament_round(tournament) + 1, count = tournament_meetings(tournament, &meeting);
    int64_t first, end;
    for (int i = 0; i < count; i++)
        printf("%d %d %d\n", round, meeting[i].engine[0], meeting[i].engine[1]);
    tournament_stage(tournament, &first, &end);
    for (int64_t number = first; number < end; number++) {
        struct schedule_entry entry = schedule_get(schedule, number);
        tournament_seat(tournament, &entry);
        for (int i = 0; i < results; i++)
            for (int k = 0; k < 2; k++)
                if (result[i][0] == round && result[i][1 + k] == entry.engine[0] &&
                    result[i][2 - k] == entry.engine[1]) {
                    int margin = k ? -result[i][3] : result[i][3];
                    tournament_add(tournament, &entry, (int[2]){margin, -margin});
                }
    }
}

int main(int argc, char **argv) {
    int results = 0;
    if (argc != 4)
        return EXIT_FAILURE;
    while (results < RESULTS_MAX && scanf("%d %d %d %d", &result[results][0], &result[results][1],
                                          &result[results][2], &result[results][3]) == 4)
        results++;
    struct schedule schedule = {.format = format_find(argv[1]),
                                .seats = 2,
                                .engines = atoi(argv[2]),
                                .rounds = atoi(argv[3]),
                                .list = 1,
                                .boards = 1,
                                .halves = 2};
    struct tournament *tournament = tournament_new(&schedule);
    while (tournament_advance(tournament))
        play(tournament, &schedule, results);
    tournament_free(tournament);
    return EXIT_SUCCESS;
}
