/* trial.c - follows a match game by game. Encounters wait until they are whole; then they count for
 * the tally at once, but for the test only in the order of their numbers, so that it does not
 * matter which game ended first. */
#include "config.h"

#include "pairing/trial.h"

#include "base/list.h"
#include "base/needed.h"

#include <stdlib.h>
#include <string.h>

struct trial_encounter {
    int64_t number;
    struct encounter encounter;
    struct repeats_whole same;
};

void trial_begin(struct trial *trial, int size, const struct sprt *sprt) {
    *trial = (struct trial){.size = size, .tested = sprt != NULL};
    if (sprt)
        trial->sprt = *sprt;
}

void trial_free(struct trial *trial) {
    free(trial->waiting);
    repeats_free(&trial->counted);
    repeats_free(&trial->tried);
    trial->waiting = NULL;
    trial->count = trial->room = 0;
}

/* Finds the place of an encounter among those that wait, or makes one. Games come nearly in order,
 * so the search begins at the end. */
static int find_encounter(struct trial *trial, int64_t number) {
    int place = trial->count;
    while (place > 0 && trial->waiting[place - 1].number >= number)
        place--;
    if (place < trial->count && trial->waiting[place].number == number)
        return place;
    trial->waiting =
        needed(list_grow(trial->waiting, trial->count, &trial->room, sizeof *trial->waiting));
    struct trial_encounter *at = &trial->waiting[place];
    memmove(at + 1, at, sizeof *at * (size_t)(trial->count - place));
    *at = (struct trial_encounter){.number = number};
    trial->count++;
    return place;
}

static void drop(struct trial *trial, int first, int count) {
    struct trial_encounter *at = &trial->waiting[first];
    trial->count -= count;
    memmove(at, at + count, sizeof *at * (size_t)(trial->count - first));
}

void trial_set_patience(struct trial *trial, int round) {
    enum { LEAST = 100, ROUNDS = 4 };
    trial->patience = (int64_t)ROUNDS * round > LEAST ? (int64_t)ROUNDS * round : LEAST;
}

bool trial_is_idle(const struct trial *trial) {
    return trial->patience > 0 && trial->idle >= trial->patience && trial->verdict == SPRT_OPEN;
}

bool trial_is_over(const struct trial *trial) {
    return trial->verdict != SPRT_OPEN || trial_is_idle(trial);
}

/* Adds a point to the course of the test; when there are too many, every second one is kept. */
static void note_ratio(struct trial *trial) {
    trial->step = trial->step ? trial->step : 1;
    if (trial->judged.count % trial->step != 0)
        return;
    trial->course[trial->points++] = sprt_ratio(&trial->sprt, &trial->judged);
    if (trial->points < TRIAL_COURSE)
        return;
    for (int i = 0; i < TRIAL_COURSE / 2; i++)
        trial->course[i] = trial->course[2 * i + 1];
    trial->points = TRIAL_COURSE / 2;
    trial->step *= 2;
}

/* Gives the next encounter to the test, unless it repeats an earlier one. */
static void judge_one(struct trial *trial, const struct trial_encounter *next) {
    trial->next++;
    if (repeats_seen(&trial->tried, repeats_number(&next->same))) {
        trial->idle++;
        return;
    }
    trial->idle = 0;
    sample_add(&trial->judged, (double)next->encounter.margin / next->encounter.games);
    trial->verdict = sprt_judge(&trial->sprt, &trial->judged);
    note_ratio(trial);
}

/* Judges the encounters that are whole up to the first that is not. */
static void trial_judge(struct trial *trial) {
    int done = 0;
    for (; done < trial->count && trial->verdict == SPRT_OPEN; done++) {
        const struct trial_encounter *next = &trial->waiting[done];
        if (next->number != trial->next || next->encounter.games < trial->size)
            break;
        judge_one(trial, next);
    }
    drop(trial, 0, done);
}

/* Counts an encounter that is whole. */
static void count(struct trial *trial, const struct trial_encounter *whole) {
    if (repeats_seen(&trial->counted, repeats_number(&whole->same)))
        trial->repeated++;
    else
        tally_add(&trial->tally, &whole->encounter);
}

void trial_game(struct trial *trial, int64_t encounter, uint64_t game, int64_t margin,
                int64_t other) {
    int place = find_encounter(trial, encounter);
    struct trial_encounter *at = &trial->waiting[place];
    encounter_add(&at->encounter, margin, other, 1);
    repeats_add(&at->same, game);
    if (at->encounter.games < trial->size)
        return;
    count(trial, at);
    if (trial->tested && trial->verdict == SPRT_OPEN)
        trial_judge(trial);
    else
        drop(trial, place, 1);
}
