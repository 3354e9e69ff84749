/* error.c - errors. A message is written beside the error and then copied into it, because the text
 * that the error had until now may be one of its arguments. */
#include "base/error.h"

#include "base/language.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void error_write(struct error *error, enum error_kind kind, const char *format,
                        va_list arguments) {
    char text[ERROR_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    strcpy(error->text, text);
    error->kind = kind;
}

bool error_set(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, ERROR_INPUT, format, arguments);
    va_end(arguments);
    return false;
}

void *error_null(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, ERROR_INPUT, format, arguments);
    va_end(arguments);
    return NULL;
}

const char *error_text(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, ERROR_INPUT, format, arguments);
    va_end(arguments);
    return error->text;
}

bool error_set_kind(struct error *error, enum error_kind kind, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, kind, format, arguments);
    va_end(arguments);
    return false;
}

bool error_reword(struct error *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error_write(error, error->kind, format, arguments);
    va_end(arguments);
    return false;
}

bool error_memory(struct error *error) {
    return error_set_kind(error, ERROR_MEMORY, "%s", _("out of memory"));
}

void *error_null_memory(struct error *error) {
    error_memory(error);
    return NULL;
}

enum error_kind error_kind_of(int number) {
    return number == ENOENT ? ERROR_MISSING : number == ENOMEM ? ERROR_MEMORY : ERROR_SYSTEM;
}
