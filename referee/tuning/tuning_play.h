/* tuning_play.h - plays what is left of a tuning, step by step, into its record.
 *
 * A step is over when all of its games are in the record; then the values move, and the next
 * begins. An interrupted run goes on where it stopped, even in the middle of a step: values are
 * computed again from all results. They do not depend on the number of games played at the same
 * time.
 */
#ifndef TRIANCEY_REFEREE_TUNING_TUNING_PLAY_H
#define TRIANCEY_REFEREE_TUNING_TUNING_PLAY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;
struct scheduler_options;
struct transcript;
struct tuning;

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

/* ---- through a scheduler: tuning_deal.c ------------------------------------------------------ */

/* Like tuning_play(), but after tuning_resume(). */
bool tuning_deal(struct tuning *tuning, const struct scheduler_options *options,
                 const atomic_int *stop, struct error *error);

/* Plays one task, where a scheduler has started it, and leaves its record beside it. */
bool tuning_work(struct tuning *tuning, const char *task, const atomic_int *stop,
                 struct error *error);

#endif
