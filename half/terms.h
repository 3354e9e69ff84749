/* terms.h - the terms under which an engine plays: how long it may think, what it may take of the
 * machine, and how it is run.
 *
 * Each is a key of a league and of an engine, and a row of one table in terms.c: its name, its text
 * for help, how it is read, its default, and how it is written. A new one needs its field in
 * engine_spec.h, its row, and the code that obeys it.
 */
#ifndef TRIANCEY_HALF_TERMS_H
#define TRIANCEY_HALF_TERMS_H

#include <stdbool.h>

struct engine_spec;
struct error;
struct text;

/* The number of a key, from 0; -1: there is none. By number, its name and what it means (NULL:
 * there are no more), and words that may be its value (NULL: it has others). */
int terms_find(const char *key);
const char *terms_name(int term);
const char *terms_about(int term);
const char *terms_values(int term);

/* The defaults. */
void terms_default(struct engine_spec *spec);

/* Sets a term from its text and notes it in spec->stated. False and a message: what it may be. */
bool terms_set(struct engine_spec *spec, int term, const char *text, struct error *error);

/* An engine takes what it does not state itself from the terms of all: the limits of its search as
 * a whole, everything else one by one. It then ponders only if it can. */
void terms_inherit(struct engine_spec *spec, const struct engine_spec *all);

/* As on a command line, "memory=200 movetime=20 margin=100": part of what makes a league this
 * league, without those that affect no game. */
void terms_write(const struct engine_spec *spec, struct text *text);

/* The limits of the search as fields of `go`, without the clocks: " movetime 20 depth 5". */
void terms_write_go(const struct engine_spec *spec, struct text *text);

#endif
