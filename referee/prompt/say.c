/* say.c - see say.h. */
#include "config.h"

#include "referee/prompt/say.h"

#include "base/text.h"
#include "referee/draw/terminal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NARROW_INDENT = 6 };

/* A terminal is left its last column: some begin a new line as soon as it is taken. */
static void print_wrapped(const char *lines, int width) {
    struct text wrapped = {0};
    text_wrap(&wrapped, lines, width - 1);
    fputs(wrapped.failed ? lines : text_get(&wrapped), stdout);
    text_free(&wrapped);
}

void say_text(const char *lines) {
    int width = terminal_width(STDOUT_FILENO);
    if (width > 1)
        print_wrapped(lines, width);
    else
        fputs(lines, stdout);
}

void say(const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    char *lines = length < 0 ? NULL : malloc((size_t)length + 1);
    va_end(again);
    if (lines)
        vsnprintf(lines, (size_t)length + 1, format, arguments);
    va_end(arguments);
    say_text(lines ? lines : "");
    free(lines);
}

void say_paragraph(const char *lines) {
    struct text joined = {0};
    text_add(&joined, lines);
    for (size_t i = 0; terminal_width(STDOUT_FILENO) > 1 && i < joined.length; i++)
        if (joined.bytes[i] == '\n')
            joined.bytes[i] = ' ';
    say("%s\n", text_get(&joined));
    text_free(&joined);
}

void say_row(int columns, const char *first, const char *rest) {
    struct text wrapped = {0};
    int width = terminal_width(STDOUT_FILENO), indent = columns + 3;
    bool narrow = width > 0 && width <= 2 * indent; /* no room for two columns */
    if (narrow)
        indent = NARROW_INDENT;
    text_wrap(&wrapped, rest, width > indent + 1 ? width - 1 - indent : INT_MAX);
    fputs("  ", stdout);
    text_print_left(stdout, narrow ? 0 : columns, first);
    fputs(narrow ? "\n" : " ", stdout);
    for (const char *line = text_get(&wrapped); *line;) {
        size_t length = strcspn(line, "\n");
        printf("%*s%.*s\n", narrow || line != text_get(&wrapped) ? indent : 0, "", (int)length,
               line);
        line += length + (line[length] != '\0');
    }
    text_free(&wrapped);
}
