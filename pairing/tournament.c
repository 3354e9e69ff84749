/* tournament.c - keeps the meetings of one round, and asks the format for those of the next. A
 * round has stages: its games, then deciders one by one, as long as a meeting is tied. */
#include "config.h"

#include "pairing/tournament.h"

#include "base/needed.h"
#include "pairing/format.h"
#include "pairing/schedule.h"

#include <stdlib.h>

struct tournament {
    const struct schedule *schedule;
    void *memory;            /* what the format remembers of earlier rounds */
    int round, decider;      /* the stage; round -1: before the first */
    struct meeting *meeting; /* of the round */
    int meetings;            /* how many, with byes */
    int *seeding;            /* the place of each engine in the seeding */
};

void tournament_free(struct tournament *tournament) {
    if (!tournament)
        return;
    free(tournament->meeting);
    free(tournament->seeding);
    free(tournament->memory);
    free(tournament);
}

struct tournament *tournament_new(const struct schedule *schedule) {
    struct tournament *tournament = needed(calloc(1, sizeof *tournament));
    size_t engines = (size_t)schedule->engines;
    tournament->schedule = schedule;
    tournament->round = -1;
    tournament->meeting = needed(calloc(engines + 1, sizeof *tournament->meeting));
    tournament->seeding = needed(calloc(engines, sizeof *tournament->seeding));
    tournament->memory = schedule->format->begin(schedule);
    for (int i = 0; i < schedule->engines; i++)
        tournament->seeding[schedule->order ? schedule->order[i] : i] = i;
    return tournament;
}

static int deciders(const struct tournament *tournament) {
    return tournament->schedule->format->deciders;
}

static bool is_tied(const struct meeting *meeting) {
    return meeting->engine[1] != MEETING_NOBODY && meeting->margin[0] == meeting->margin[1];
}

static bool has_tie(const struct tournament *tournament) {
    for (int i = 0; i < tournament->meetings; i++)
        if (is_tied(&tournament->meeting[i]))
            return true;
    return false;
}

static void begin_round(struct tournament *tournament) {
    tournament->decider = 0;
    tournament->meetings = tournament->schedule->format->pair(
        tournament->memory, tournament->schedule, ++tournament->round, tournament->meeting,
        tournament->meetings);
    for (int i = 0; i < tournament->meetings; i++) {
        struct meeting *meeting = &tournament->meeting[i];
        meeting->round = tournament->round;
        meeting->winner =
            meeting->engine[1] == MEETING_NOBODY ? meeting->engine[0] : MEETING_NOBODY;
    }
}

bool tournament_advance(struct tournament *tournament) {
    if (tournament->decider < deciders(tournament) && has_tie(tournament)) {
        tournament->decider++;
        return true;
    }
    if (tournament->round + 1 >= tournament->schedule->rounds)
        return false;
    begin_round(tournament);
    return true;
}

void tournament_stage(const struct tournament *tournament, int64_t *first, int64_t *end) {
    const struct schedule *schedule = tournament->schedule;
    int round = tournament->round, decider = tournament->decider;
    *first = schedule_first(schedule, round, decider);
    *end = decider == deciders(tournament) ? schedule_first(schedule, round + 1, 0)
                                           : schedule_first(schedule, round, decider + 1);
}

bool tournament_wants(const struct tournament *tournament, const struct schedule_entry *entry) {
    return entry->decider == 0 || is_tied(&tournament->meeting[entry->meeting]);
}

void tournament_seat(const struct tournament *tournament, struct schedule_entry *entry) {
    schedule_seat(entry, tournament->meeting[entry->meeting].engine, entry->decider);
}

/* The winner of a meeting, as far as it was played. The seeding decides after the last decider. */
static int find_winner(const struct tournament *tournament, const struct meeting *meeting) {
    const int *engine = meeting->engine, *seeding = tournament->seeding;
    if (meeting->margin[0] != meeting->margin[1])
        return engine[meeting->margin[0] > meeting->margin[1] ? 0 : 1];
    if (tournament->decider == 0 || tournament->decider < deciders(tournament))
        return MEETING_NOBODY;
    return engine[seeding[engine[0]] < seeding[engine[1]] ? 0 : 1];
}

void tournament_add(struct tournament *tournament, const struct schedule_entry *entry,
                    const int *margin) {
    struct meeting *meeting = &tournament->meeting[entry->meeting];
    struct schedule_entry seated = *entry;
    tournament_seat(tournament, &seated);
    for (int i = 0; i < 2; i++)
        meeting->margin[seated.engine[i] == meeting->engine[0] ? 0 : 1] += margin[i];
    meeting->winner = find_winner(tournament, meeting);
}

int tournament_meetings(const struct tournament *tournament, const struct meeting **meeting) {
    *meeting = tournament->meeting;
    return tournament->meetings;
}

int tournament_round(const struct tournament *tournament) {
    return tournament->round;
}
