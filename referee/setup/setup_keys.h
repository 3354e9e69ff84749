/* setup_keys.h - the keys of a league and of an engine, for command lines, help and completion.
 *
 * There is one table of each, for files and command lines alike; the terms of an engine
 * (half/terms.h) are keys of both.
 */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_KEYS_H
#define TRIANCEY_REFEREE_SETUP_SETUP_KEYS_H

#include <stdbool.h>
#include <stdio.h>

/* Whether there is such a key of a league; and whether an engine has it too. */
bool setup_is_key(const char *key);
bool setup_is_shared_key(const char *key);

/* Prints the keys and what they mean, for help. */
void setup_print_keys(FILE *file, int width);

/* What completion offers as the value of a key of a league or an engine, in the form of
 * base/arguments.h; NULL: nothing. */
const char *setup_key_values(const char *key);

/* Print the keys as words of a command line, one a line: those of a league as options, those after
 * --engine, those after --each. */
void setup_print_league_words(FILE *file);
void setup_print_engine_words(FILE *file);
void setup_print_shared_words(FILE *file);

#endif
