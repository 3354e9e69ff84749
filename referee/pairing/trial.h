/* trial.h - a match of two engines, watched while it is played, and judged by a sequential test.
 *
 * All that is counted is as the first engine sees it. The test takes the encounters in the order of
 * the schedule, each as soon as it and all before it are whole: if it took them as they end, quick
 * games would count before slow ones, and the verdict would depend on how many are played at the
 * same time. After the first verdict nothing is judged any more.
 */
#ifndef TRIANCEY_REFEREE_PAIRING_TRIAL_H
#define TRIANCEY_REFEREE_PAIRING_TRIAL_H

#include "referee/pairing/sprt.h"
#include "referee/pairing/statistics.h"

#include <stdbool.h>
#include <stdint.h>

struct trial_encounter;

struct trial {
    int size;           /* games of an encounter */
    struct tally tally; /* of all whole encounters */
    bool tested;        /* by a sequential test, this one: */
    struct sprt sprt;
    struct sample judged; /* margins of the encounters that the test has seen, from the first on */
    enum sprt_verdict verdict;
    struct trial_encounter *waiting; /* not whole, or not judged; in the order of the schedule */
    int count, room;
};

/* `sprt` is copied; NULL: no test. */
void trial_begin(struct trial *trial, int size, const struct sprt *sprt);
void trial_free(struct trial *trial);

/* A game of the encounter with this number, counted from 0 through the whole schedule, and the
 * margins of the two engines in it. Games may come in any order. False: out of memory. */
bool trial_game(struct trial *trial, int64_t encounter, int64_t margin, int64_t other);

#endif
