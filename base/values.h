/* values.h - values as people write them for keys and options, and names of players. */
#ifndef TRIANCEY_BASE_VALUES_H
#define TRIANCEY_BASE_VALUES_H

#include <stdbool.h>
#include <stdint.h>

struct error;

/* Reads a whole number within bounds. False: the text is anything else. */
bool value_number(const char *text, int64_t min, int64_t max, int64_t *number);

/* Reads yes or no. False and a message that names the key. */
bool value_choice(const char *key, const char *text, bool *choice, struct error *error);

/* Finds a key among names and sets the bit of its number in `given`. -1 and a message: there is no
 * such key, or it was given before. */
int value_key(const char *const *names, int count, const char *key, unsigned *given,
              struct error *error);

/* Replaces a text by a copy of another, or by one formatted as by printf(). The old text, which may
 * be among the arguments, is freed. False: out of memory, and the message says so. */
bool value_copy(char **string, const char *text, struct error *error);
bool value_write(char **string, struct error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Removes blanks and ends of lines from both ends of a text, in place; returns its beginning. */
char *value_trim(char *text);

/* Whether a player, an engine or a league may have this name: it must fit into tables, command
 * lines, file names and INI files. False and a message. */
enum { NAME_BYTES_MAX = 63 };
bool name_check(const char *name, struct error *error);

#endif
