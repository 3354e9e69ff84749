/* opening.c - every pair of engines has every opening as often, whatever the format and the
 * numbers, and all meetings of a round have the same one. */
#include "config.h"

#include "base/text.h"
#include "pairing/format.h"
#include "pairing/schedule.h"
#include "referee/league/opening.h"
#include "referee/setup/setup.h"
#include "tests/lib/tap.h"

#include <stdlib.h>

enum { ENGINES_MAX = 7, OPENINGS_MAX = 7, LAPS = 3 };

/* How often each pair had each opening. */
struct counts {
    int of[ENGINES_MAX][ENGINES_MAX][OPENINGS_MAX];
};

static void count_pairs(struct counts *counts, const struct schedule_entry *entry, int opening) {
    for (int a = 0; a < entry->seats; a++)
        for (int b = 0; b < entry->seats; b++)
            counts->of[entry->engine[a]][entry->engine[b]][opening]++;
}

/* Pearson's statistic over the openings of each pair that meets; 0: all are equally often. */
static double chi_squared(const struct counts *counts, int engines, int openings) {
    double sum = 0;
    for (int a = 0; a < engines; a++)
        for (int b = 0; b < a; b++) {
            double total = 0;
            for (int i = 0; i < openings; i++)
                total += counts->of[a][b][i];
            for (int i = 0; i < openings && total > 0; i++) {
                double off = counts->of[a][b][i] - total / openings;
                sum += off * off / (total / openings);
            }
        }
    return sum;
}

/* A league of these numbers: the openings of each round agree; `counts` gets those of the pairs. */
static bool rounds_agree(struct setup *setup, const struct schedule *schedule,
                         struct counts *counts) {
    struct text moves = {0};
    struct setup_board board = {.name = "crepe"};
    bool agree = true;
    int of_round = -1, round = -1;
    for (int64_t i = 0; i < schedule_count(schedule); i++) {
        struct schedule_entry entry = schedule_get(schedule, i);
        opening_write(setup, &entry, &board, 1, &moves);
        int opening = atoi(text_get(&moves));
        if (entry.decider)
            continue;
        agree &= entry.round != round || opening == of_round;
        round = entry.round;
        of_round = opening;
        if (schedule->format->members)
            count_pairs(counts, &entry, opening);
    }
    text_free(&moves);
    return agree;
}

static void test_format(const char *name, int seats) {
    struct setup_opening entry[OPENINGS_MAX];
    static char move[OPENINGS_MAX][2];
    for (int i = 0; i < OPENINGS_MAX; i++) {
        move[i][0] = (char)('0' + i);
        entry[i] = (struct setup_opening){.opening = move[i]};
    }
    bool agree = true;
    double worst = 0;
    int leagues = 0;
    for (int engines = seats; engines <= ENGINES_MAX; engines++)
        for (int openings = 1; openings <= OPENINGS_MAX; openings++)
            for (int boards = 1; boards <= 3; boards++)
                for (int draw = 0; draw <= 1; draw++, leagues++) {
                    struct setup setup = {.seed = (uint64_t)leagues, .round_boards = boards};
                    struct schedule schedule = {.format = format_find(name),
                                                .seats = seats,
                                                .engines = engines,
                                                .champions = 1,
                                                .rounds = LAPS * openings,
                                                .list = boards,
                                                .boards = boards,
                                                .halves = 2};
                    struct counts counts = {0};
                    if (schedule.format->rounds_fixed)
                        schedule.rounds = schedule.format->rounds(engines);
                    setup.openings.kind = OPENINGS_FILE;
                    setup.openings.entry = entry;
                    setup.openings.entries = openings;
                    setup.openings.draw = draw;
                    agree &= rounds_agree(&setup, &schedule, &counts);
                    double off = chi_squared(&counts, engines, openings);
                    worst = off > worst ? off : worst;
                }
    ok(agree, "%s, %d seats: all meetings of a round have one opening, in %d leagues", name, seats,
       leagues);
    ok(worst < 1e-9, "%s, %d seats: each pair has each opening as often (chi-squared %g)", name,
       seats, worst);
}

int main(void) {
    for (const struct format *const *format = formats; *format; format++)
        for (int seats = 2; seats <= 4; seats++)
            if (!(*format)->seats || (*format)->seats == seats)
                test_format((*format)->name, seats);
    return done();
}
