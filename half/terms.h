/* terms.h - the terms under which an engine plays: how long it may think, what it may take of the
 * machine, and how it is run.
 *
 * Each term is a key of a league and of an engine, and a row of one table in terms.c: its name, its
 * text for help, how it is read, its default, and how it is written. A new term needs a field in
 * engine_spec.h, its row, and the code that obeys it.
 */
#ifndef TRIANCEY_HALF_TERMS_H
#define TRIANCEY_HALF_TERMS_H

#include <stdbool.h>

struct engine_spec;
struct error;
struct text;

/* The number of the term with this key, from 0; -1: there is none. */
int terms_find(const char *key);

/* By the number of a term: its name and what it means (NULL: there are no more terms), and the
 * words that may be its value (NULL: its values are no words). */
const char *terms_name(int term);
const char *terms_about(int term);
const char *terms_values(int term);

/* Sets each term that has a default to its default. */
void terms_default(struct engine_spec *spec);

/* Sets a term from its text and notes it in spec->stated. False and a message: what it may be. */
bool terms_set(struct engine_spec *spec, int term, const char *text, struct error *error);

/* Gives an engine the terms of all engines where it states none itself: the limits of its search as
 * a whole, every other term alone. It then ponders only if it can. */
void terms_inherit(struct engine_spec *spec, const struct engine_spec *all);

/* Adds the terms as on a command line, "memory=200 movetime=20 margin=100", without those that
 * affect no game: they are part of the text that identifies a league. */
void terms_write(const struct engine_spec *spec, struct text *text);

/* Adds the limits of the search as fields of `go`, without the clocks: " movetime 20 depth 5". */
void terms_write_go(const struct engine_spec *spec, struct text *text);

#endif
