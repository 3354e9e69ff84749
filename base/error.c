/* error.c - see error.h. */
#include "base/error.h"

#include "base/language.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void write(struct error *error, const char *format, va_list arguments) {
    char text[ERROR_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    strcpy(error->text, text);
}

bool error_set(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write(error, format, arguments);
    va_end(arguments);
    return false;
}

void *error_null(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    write(error, format, arguments);
    va_end(arguments);
    return NULL;
}

bool error_is_missing(const struct error *error) {
    return strstr(error->text, strerror(ENOENT)) || strstr(error->text, _("no such board"));
}

bool error_is_memory(const struct error *error) {
    return strstr(error->text, "out of memory") || strstr(error->text, _("out of memory")) ||
           strstr(error->text, strerror(ENOMEM));
}
