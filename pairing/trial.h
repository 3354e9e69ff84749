/* trial.h - a match of two engines, watched while it is played, and judged by a sequential test.
 *
 * All that is counted is as the first engine sees it. The test takes the encounters in the order of
 * the schedule, each as soon as it and all before it are whole: if it took them as they end, quick
 * games would count before slow ones, and the verdict would depend on how many are played at the
 * same time. After the first verdict nothing is judged any more.
 *
 * An encounter that repeats an earlier one (repeats.h) is left out: it is only counted as a repeat.
 */
#ifndef TRIANCEY_PAIRING_TRIAL_H
#define TRIANCEY_PAIRING_TRIAL_H

#include "pairing/repeats.h"
#include "pairing/sprt.h"
#include "pairing/statistics.h"

#include <stdbool.h>
#include <stdint.h>

struct trial_encounter;

enum { TRIAL_COURSE = 400 };

struct trial {
    int size;           /* games of an encounter */
    struct tally tally; /* of all whole encounters that repeat none */
    int64_t repeated;   /* the other whole encounters */
    struct repeats counted;
    bool tested; /* by a sequential test, which is `sprt` */
    struct sprt sprt;
    struct sample judged; /* margins of the encounters that the test has seen, from the first on */
    int64_t next;         /* the encounter that it waits for */
    int64_t idle;         /* how many in a row, up to that one, were repeats */
    int64_t patience;     /* so many repeats in a row end the test; 0: nothing does */
    struct repeats tried;
    enum sprt_verdict verdict;
    /* The ratio after each `step` judged encounters, from the first on: its course. */
    double course[TRIAL_COURSE];
    int points;
    int64_t step;
    struct trial_encounter *waiting; /* not whole, or not judged; in the order of the schedule */
    int count, room;
};

/* `sprt` is copied; NULL: no test. */
void trial_begin(struct trial *trial, int size, const struct sprt *sprt);
void trial_free(struct trial *trial);

/* A test that gets only repeats would never end: it is given up after four rounds of them in a
 * row, but not before 100. `round`: the encounters of a round. */
void trial_set_patience(struct trial *trial, int round);

/* Whether nothing more is to be played: there is a verdict, or there cannot be one. */
bool trial_is_over(const struct trial *trial);
bool trial_is_idle(const struct trial *trial);

/* A game of the encounter with this number, counted from 0 through the whole schedule, and the
 * margins of the two engines in it; `game` is its number as of repeats_number(). Games may come in
 * any order. */
void trial_game(struct trial *trial, int64_t encounter, uint64_t game, int64_t margin,
                int64_t other);

#endif
