/* ini.h - INI files: sections, and `key = value` or `key: value` on one line each. inih reads them;
 * this adds the line of a fault, and refuses lines that inih would cut, join or drop in silence.
 *
 * A line that begins with a blank continues the value of the key before it, if its section has one:
 * the row is handed on with the same key once more. A comment begins with `;` or `#` at the start
 * of a line, or with a blank and `;` behind a value.
 */
#ifndef TRIANCEY_BASE_INI_H
#define TRIANCEY_BASE_INI_H

#include <stdbool.h>
#include <stddef.h>

struct error;

enum {
    INI_LINE_MAX = 8191, /* bytes of a line */
    INI_NAME_MAX = 49    /* of a section's name */
};

/* Takes the value of a key, and the number of its line, from 1. Where a section begins, key and
 * value are NULL. False and a message: reading ends. */
typedef bool ini_row(void *context, int line, const char *section, const char *key,
                     const char *value, struct error *error);

/* Passes on all rows of a text. False and a message that does not name the line, which is *line (0:
 * memory is short). */
bool ini_read(const char *text, size_t length, ini_row *row, void *context, int *line,
              struct error *error);

#endif
