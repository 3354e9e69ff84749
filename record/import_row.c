/* import_row.c - the values of an imported row: as text, as numbers, and the messages about them.
 */
#include "config.h"

#include "record/import_row.h"

#include "base/error.h"
#include "base/language.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *import_value(const struct import *import, struct place place) {
    return import_table_get(&import->table, place);
}

struct place import_place(enum column column, int half) {
    return (struct place){column, half, 0};
}

const char *import_text(const struct import *import, enum column column, int half) {
    return import_value(import, import_place(column, half));
}

bool import_fail(const struct import *import, struct place place, struct error *error,
                 const char *format, ...) {
    char why[ERROR_SIZE - 100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return import_table_fail(&import->table, place, why, error);
}

bool import_number(const struct import *import, struct place place, int64_t min, int64_t max,
                   int64_t *number, struct error *error) {
    const char *value = import_value(import, place);
    bool begins = strchr("+-0123456789", value[0]) != NULL; /* no blank */
    return (begins && value_number(value, min, max, number)) ||
           import_fail(import, place, error, _("'%.40s' is not a whole number from %lld to %lld"),
                       value, (long long)min, (long long)max);
}

bool import_small(const struct import *import, struct place place, int min, int max, int *number,
                  struct error *error) {
    int64_t got;
    if (!import_number(import, place, min, max, &got, error))
        return false;
    *number = (int)got;
    return true;
}
