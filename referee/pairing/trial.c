/* trial.c - see trial.h. */
#include "config.h"

#include "referee/pairing/trial.h"

#include <stdlib.h>
#include <string.h>

struct trial_encounter {
    int64_t number;
    struct encounter encounter;
};

void trial_begin(struct trial *trial, int size, const struct sprt *sprt) {
    *trial = (struct trial){.size = size, .tested = sprt != NULL};
    if (sprt)
        trial->sprt = *sprt;
}

void trial_free(struct trial *trial) {
    free(trial->waiting);
    trial->waiting = NULL;
    trial->count = trial->room = 0;
}

static bool make_room(struct trial *trial) {
    if (trial->count < trial->room)
        return true;
    int room = 2 * trial->room + 16;
    struct trial_encounter *grown = realloc(trial->waiting, sizeof *grown * (size_t)room);
    if (!grown)
        return false;
    trial->waiting = grown;
    trial->room = room;
    return true;
}

/* The place of an encounter among those that wait. Games come nearly in order, so the search begins
 * at the end. -1: out of memory. */
static int find_encounter(struct trial *trial, int64_t number) {
    int place = trial->count;
    while (place > 0 && trial->waiting[place - 1].number >= number)
        place--;
    if (place < trial->count && trial->waiting[place].number == number)
        return place;
    if (!make_room(trial))
        return -1;
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

/* Judges the encounters that are whole up to the first that is not. */
static void judge(struct trial *trial) {
    int done = 0;
    for (; done < trial->count && trial->verdict == SPRT_OPEN; done++) {
        const struct trial_encounter *next = &trial->waiting[done];
        if (next->number != trial->judged.count || next->encounter.games < trial->size)
            break;
        sample_add(&trial->judged, (double)next->encounter.margin / next->encounter.games);
        trial->verdict = sprt_judge(&trial->sprt, &trial->judged);
    }
    drop(trial, 0, done);
}

bool trial_game(struct trial *trial, int64_t encounter, int64_t margin, int64_t other) {
    int place = find_encounter(trial, encounter);
    if (place < 0)
        return false;
    struct trial_encounter *at = &trial->waiting[place];
    encounter_add(&at->encounter, margin, other);
    if (at->encounter.games < trial->size)
        return true;
    tally_add(&trial->tally, &at->encounter);
    if (trial->tested && trial->verdict == SPRT_OPEN)
        judge(trial);
    else
        drop(trial, place, 1);
    return true;
}
