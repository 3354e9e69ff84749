/* faults.c - lines that say what is wrong with a grid. */
#include "base/language.h"
#include "grids/build.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void faults_add(struct faults *faults, const char *format, ...) {
    if (faults->count++ >= FAULTS_SHOWN || !faults->report)
        return;
    char text[GRID_ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    faults->report(faults->context, text);
}

void faults_end(struct faults *faults) {
    if (faults->count <= FAULTS_SHOWN || !faults->report)
        return;
    char text[GRID_ERROR_SIZE];
    int more = faults->count - FAULTS_SHOWN;
    snprintf(text, sizeof text,
             ngettext("and %d more fault", "and %d more faults", (unsigned long)more), more);
    faults->report(faults->context, text);
}

void fault_keep_first(void *context, const char *text) {
    char *error = context;
    if (!error[0])
        snprintf(error, GRID_ERROR_SIZE, "%s", text);
}

void *grid_error(char *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, GRID_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return NULL;
}

bool grid_name_is_valid(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-_.,+";
    size_t length = strlen(name);
    return length >= 1 && length <= GRID_NAME_MAX && strspn(name, allowed) == length;
}
