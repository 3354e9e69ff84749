/* setup_keys.h - the keys of a league and of an engine, one table each: for files and command lines
 * alike, for help and for completion.
 *
 * The terms of an engine (referee/engines/terms.h) are keys of both. A key that is not known, given
 * twice, or has a bad value is an error that names it and says what is possible.
 */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_KEYS_H
#define TRIANCEY_REFEREE_SETUP_SETUP_KEYS_H

#include <stdbool.h>
#include <stdio.h>

struct setup;
struct setup_engine;

/* Sets one key of the league, or of one of its engines. `again` allows a key to be given once more:
 * what a command line says after a file. */
bool setup_set(struct setup *setup, const char *key, const char *value, bool again, char *error);
bool setup_set_engine(struct setup_engine *engine, const char *key, const char *value, char *error);

/* Whether a key of the league that no engine has was given at all; and whether it was said by the
 * command line after the file. */
bool setup_given(const struct setup *setup, const char *key);
bool setup_retold(const struct setup *setup, const char *key);

/* A fault of the whole, with the file that it stands in; returns false. `key` is one of the league,
 * whose value may come from the command line instead, or NULL: an engine's. */
bool setup_fault(const struct setup *setup, const char *key, char *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Whether all keys that were given are of use to the format. False and a message. */
bool setup_check_use(const struct setup *setup, char *error);

/* Whether there is such a key of a league; and whether an engine has it too. */
bool setup_is_key(const char *key);
bool setup_is_shared_key(const char *key);

/* A word that stands for a whole engine: `builtin:PLAYER`. */
bool setup_is_engine_word(const char *word);

/* The keys and what they mean, for help. */
void setup_print_keys(FILE *file);

/* What completion offers as the value of a key of a league or an engine, as a row of a command has
 * it (referee/commands/command.h); NULL: nothing. */
const char *setup_key_values(const char *key);

/* The keys as words of a command line, one a line: those of a league as options, those of --engine,
 * those of --each. */
void setup_print_league_words(FILE *file);
void setup_print_engine_words(FILE *file);
void setup_print_shared_words(FILE *file);

#endif
