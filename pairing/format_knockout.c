/* format_knockout.c - the loser of a meeting is out.
 *
 * A bracket in which the first two of the seeding cannot meet before the final, the first four not
 * before the semi-finals, and so on. If the number of engines is not a power of two, those with the
 * highest seeding have byes. A tied meeting has deciders: one encounter each, on the boards of the
 * round in turn, until one is not tied. If all are tied, the engine with the higher seeding goes
 * on.
 */
#include "config.h"

#include "base/language.h"

#include "base/needed.h"
#include "pairing/format.h"
#include "pairing/schedule.h"

#include <stdlib.h>

/* The engines that are left, in the order of the bracket: neighbours meet. */
struct bracket {
    int left; /* how many places are left */
    int place[];
};

static int64_t meetings(const struct schedule *schedule, int round) {
    int places = 1 << format_halvings(schedule->engines);
    return round ? places >> (round + 1) : schedule->engines - places / 2;
}

/* Makes the places of the first round by seeding: the first against the last, and so on, so that
 * the best meet late. Places beyond the number of engines are byes. */
static void *knockout_begin(const struct schedule *schedule) {
    int places = 1 << format_halvings(schedule->engines);
    struct bracket *bracket =
        needed(calloc(1, sizeof *bracket + (size_t)places * sizeof *bracket->place));
    int *place = bracket->place;
    for (int count = 1; count < places; count *= 2)
        for (int i = count - 1; i >= 0; i--) {
            int seed = place[i];
            place[2 * i] = seed;
            place[2 * i + 1] = 2 * count - 1 - seed;
        }
    for (int i = 0; i < places; i++)
        if (place[i] >= schedule->engines)
            place[i] = MEETING_NOBODY;
        else if (schedule->order)
            place[i] = schedule->order[place[i]];
    bracket->left = places;
    return bracket;
}

/* Keeps the winners of a round, in the order of the bracket. */
static void keep_winners(struct bracket *bracket, const struct meeting *meeting, int bye) {
    int *place = bracket->place, next = 0;
    for (int i = 0; i < bracket->left / 2; i++) {
        bool is_bye = place[2 * i] == MEETING_NOBODY || place[2 * i + 1] == MEETING_NOBODY;
        place[i] = meeting[is_bye ? bye++ : next++].winner;
    }
    bracket->left /= 2;
}

static int pair(void *memory, const struct schedule *schedule, int round, struct meeting *meeting,
                int count) {
    struct bracket *bracket = memory;
    const int *place = bracket->place;
    (void)count;
    if (round > 0)
        keep_winners(bracket, meeting, (int)meetings(schedule, round - 1));
    int next = 0, bye = (int)meetings(schedule, round);
    for (int i = 0; i < bracket->left; i += 2) {
        struct meeting new = {.engine = {place[i], place[i + 1]}};
        if (place[i] == MEETING_NOBODY)
            new.engine[0] = place[i + 1], new.engine[1] = MEETING_NOBODY;
        meeting[new.engine[1] == MEETING_NOBODY ? bye++ : next++] = new;
    }
    return bye;
}

static int knockout_fill(const struct meeting *meeting, int count, int engines,
                         int64_t (*row)[FORMAT_COLUMNS]) {
    (void)engines;
    for (int i = 0; i < count; i++) {
        row[i][0] = meeting[i].round + 1;
        row[i][1] = meeting[i].engine[0];
        row[i][2] = meeting[i].engine[1];
        row[i][3] = meeting[i].engine[1] == MEETING_NOBODY ? FORMAT_NOTHING : meeting[i].margin[0];
        row[i][4] = meeting[i].winner;
    }
    return count;
}

/* An engine that came further is better; of the two in a meeting, the winner. */
static void merit(const struct meeting *meeting, int count, int engines, int64_t *merit) {
    for (int i = 0; i < engines; i++)
        merit[i] = -1;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            int engine = meeting[i].engine[k];
            if (engine != MEETING_NOBODY)
                merit[engine] = 2 * (int64_t)meeting[i].round + (meeting[i].winner == engine);
        }
}

static const struct format_table table = {.title = N_("Knockout: round %lld of %lld"),
                                          .column = {{N_("round"), FORMAT_NUMBER, NULL},
                                                     {N_("player"), FORMAT_ENGINE, NULL},
                                                     {N_("against"), FORMAT_ENGINE, N_("bye")},
                                                     {N_("margin"), FORMAT_MARGIN, NULL},
                                                     {N_("goes on"), FORMAT_ENGINE, N_("tied")}},
                                          .fill = knockout_fill,
                                          .final = true};

const struct format format_knockout = {.name = "knockout",
                                       .seats = 2,
                                       .keys = FORMAT_SEEDING,
                                       .rounds = format_halvings,
                                       .rounds_fixed = true,
                                       .meetings = meetings,
                                       .rounds_differ = true,
                                       .deciders = 8,
                                       .begin = knockout_begin,
                                       .pair = pair,
                                       .table = &table,
                                       .merit = merit};
