/* tuning.h - what is tuned and how, from a file: a league file with one engine, and besides
 *
 *     [tune]          steps, ahead, measure, A, alpha, gamma
 *     [option NAME]   start, min, max, C_end, R_end: for each option that is tuned
 *
 * Two copies of the engine, NAME+ and NAME-, meet in `rounds` rounds of each step. All steps
 * together are one league with an ordinary record: the values of each step follow from the results
 * of earlier steps, so nothing else need be kept. With `ahead = N`, a step does not wait for the N
 * steps before it: it is played around the values from before those N steps, even if some of their
 * results are in already, so that the values do not depend on who plays how fast.
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
struct record;
struct scheduler_options;
struct spin;
struct text;
struct transcript;

enum { TUNING_OPTIONS_MAX = 64, TUNING_STEPS_MAX = 100000, TUNING_AHEAD_MAX = 1000 };

/* By what a step's result is measured: its margins, in standard deviations of all margins so far,
 * or its won, drawn and lost encounters. */
enum tuning_measure { TUNING_MARGIN, TUNING_SCORE };

struct tuning_option {
    char name[NAME_BYTES_MAX + 1];
    int64_t start, min, max;
    double c_end, r_end;
    unsigned given; /* keys, as bits; what is not given comes from the engine */
};

/* The result of a step for the copy +. Encounters that repeat another one of the step are left out.
 */
struct tuning_result {
    int64_t encounters, won, drawn, lost; /* won, drawn, lost: games */
    double margin;                        /* mean of an encounter */
};

/* What the steps that are finished have brought. All zero before a tuning begins. */
struct tuning_history {
    int steps; /* finished */
    struct tuning_result *result;
    double *value; /* of all parameters: at the start, then after each step */
    int64_t encounters, games, faults;
    double variance; /* mean square of the margins of all encounters */
};

struct tuning;

/* Called after each step. False and a message ends the run. */
typedef bool tuning_watcher(void *context, const struct tuning *tuning, struct error *error);

struct tuning {
    struct setup setup; /* engines: NAME+ and NAME-; rounds: of all steps */
    int step_rounds, ahead;
    enum tuning_measure measure;
    unsigned given;
    struct spsa spsa;
    struct spsa_parameter parameter[TUNING_OPTIONS_MAX];
    struct tuning_option option[TUNING_OPTIONS_MAX]; /* in the order of the parameters */
    struct tuning_history history;
    struct record *record; /* of its games, once it is open */
    tuning_watcher *watch; /* set by the caller, who plays, with its context */
    void *context;
};

void tuning_init(struct tuning *tuning);
void tuning_free(struct tuning *tuning);

/* Reads the file. Keys of the league may be set after that by setup_set(&tuning->setup, ...). False
 * and a message that begins with the file. */
bool tuning_read(struct tuning *tuning, const char *path, struct error *error);

/* Asks the engine for the ranges of its options, fills in what the file does not say, and checks
 * everything. False and a message, or interrupted by `stop`. */
bool tuning_finish(struct tuning *tuning, const atomic_int *stop, struct error *error);

/* Writes the values with which the two copies play a step (from 1), as words: "step 3 plus 12 80
 * minus 14 76". It is played around the values of the history that `ahead` allows; without a
 * history around the present ones. */
void tuning_write_step(const struct tuning *tuning, int step, struct text *text);

/* Gives the two copies the values that tuning_write_step() has written. False and a message: out of
 * memory, or the words are malformed. */
bool tuning_take_step(struct tuning *tuning, const char *words, struct error *error);

/* Writes the step and takes it at once. */
bool tuning_set_step(struct tuning *tuning, int step, struct error *error);

/* For tuning_finish(): fills in what the file does not say about options, from their ranges, and
 * checks it. */
bool tuning_finish_options(struct tuning *tuning, const struct spin *spin, struct error *error);

/* For tuning_finish(): writes what distinguishes this tuning from others. */
void tuning_write(const struct tuning *tuning, struct text *text);

/* ---- played: tuning_play.c ------------------------------------------------------------------- */

/* A step is over when all of its games are in the record; then the values move, and the next
 * begins. An interrupted run goes on where it stopped, even in the middle of a step: values are
 * computed again from all results. They do not depend on the number of games played at the same
 * time. */

/* Opens the record of the tuning to read it. False and a message: there is none, or it is of
 * another one. */
bool tuning_look(struct tuning *tuning, struct error *error);

/* Takes what the record has of finished steps. False and a message. */
bool tuning_resume(struct tuning *tuning, struct error *error);

/* Takes the steps that are whole in the record by now, and calls back after each. */
bool tuning_go_on(struct tuning *tuning, struct error *error);

/* Plays the steps that are left, and calls back after each. False and a message if something
 * failed; when *stop is not 0 it ends within a moment, and what was finished is kept. The other
 * arguments are those of league_play(). */
bool tuning_play(struct tuning *tuning, struct transcript *transcript, const atomic_int *stop,
                 struct error *error);

/* ---- what is shown: tuning_show.c ------------------------------------------------------------ */

/* Prints the last step as a line. */
void tuning_show_step(const struct tuning *tuning, FILE *file);

/* Prints the values as aligned columns, and as keys of an engine. */
void tuning_show(const struct tuning *tuning, FILE *file);

/* Prints the last step, or with `all` the whole history, as one JSON object. */
void tuning_show_json(const struct tuning *tuning, bool all, FILE *file);

/* Writes a page that browsers read again after `reload` seconds, 0: never. False and a message. */
bool tuning_page(const struct tuning *tuning, int reload, FILE *file, struct error *error);

/* ---- through a scheduler: tuning_dispatch.c -------------------------------------------------- */

/* Like tuning_play(), but after tuning_resume(). */
bool tuning_dispatch(struct tuning *tuning, const struct scheduler_options *options,
                     const atomic_int *stop, struct error *error);

/* Plays one task, where a scheduler has started it, and leaves its record beside it. */
bool tuning_work(struct tuning *tuning, const char *task, const atomic_int *stop,
                 struct error *error);

#endif
