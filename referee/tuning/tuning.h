/* tuning.h - what is tuned and how, from a file: a league file with one engine, and besides
 *
 *     [tune]          steps, ahead, measure, A, alpha, gamma
 *     [option NAME]   start, min, max, C_end, R_end: for each option that is tuned
 *
 * Two copies of the engine, NAME+ and NAME-, meet in `rounds` rounds of each step. All steps
 * together are one league, whose record is as any other: the values of each step follow from the
 * results of those before it, so nothing else need be kept. With `ahead` a step does not wait for
 * that many steps before it: it is played around the values that there were before these, however
 * many results are in already, so that the values do not depend on who plays how fast.
 */
#ifndef TRIANCEY_REFEREE_TUNING_TUNING_H
#define TRIANCEY_REFEREE_TUNING_TUNING_H

#include "base/values.h"
#include "referee/setup/setup.h"
#include "referee/tuning/spsa.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct spin;
struct text;

enum { TUNING_OPTIONS_MAX = 64, TUNING_STEPS_MAX = 100000, TUNING_AHEAD_MAX = 1000 };

/* What a step is worth: its margins, in standard deviations of all margins so far, or won, drawn
 * and lost encounters. */
enum tuning_measure { TUNING_MARGIN, TUNING_SCORE };

struct tuning_option {
    char name[NAME_BYTES_MAX + 1];
    int64_t start, min, max;
    double c_end, r_end;
    unsigned given; /* keys, as bits; what is not given comes from the engine */
};

struct tuning {
    struct setup setup; /* engines: NAME+ and NAME-; rounds: of all steps */
    int step_rounds, ahead;
    enum tuning_measure measure;
    unsigned given;
    struct spsa spsa;
    struct spsa_parameter parameter[TUNING_OPTIONS_MAX];
    struct tuning_option option[TUNING_OPTIONS_MAX]; /* in the order of the parameters */
};

/* Begins one, which tuning_free() frees; reads its file; after that more may be said of its league
 * by setup_set(&tuning->setup, ...). False and a message that begins with the file. */
void tuning_init(struct tuning *tuning);
void tuning_free(struct tuning *tuning);
bool tuning_read(struct tuning *tuning, const char *path, struct error *error);

/* Asks the engine for the ranges of its options, fills in what was not said, and checks the whole.
 * False and a message, or interrupted by `stop`. */
bool tuning_finish(struct tuning *tuning, const atomic_int *stop, struct error *error);

/* The values that the two copies play with in a step (from 1), as words: "step 3 plus 12 80 minus
 * 14 76". `value` has all of those that it may be played around, as in tuning_course: the start,
 * then those after each finished step; NULL: it is played around where they are. */
void tuning_write_step(const struct tuning *tuning, const double *value, int step,
                       struct text *text);

/* Writes them where the two copies get them. False and a message: out of memory, or they are no
 * such words. */
bool tuning_take_step(struct tuning *tuning, const char *words, struct error *error);

/* Both. */
bool tuning_set_step(struct tuning *tuning, const double *value, int step, struct error *error);

/* For tuning_finish(): fills in what was not said of the options, from their ranges, and checks it;
 * then what makes the tuning this one, as text. */
bool tuning_finish_options(struct tuning *tuning, const struct spin *spin, struct error *error);
void tuning_write(const struct tuning *tuning, struct text *text);

#endif
