/* say.c - prints texts for people, broken to fit the terminal; to a file or a pipe as they are. */
#include "config.h"

#include "prompt/say.h"

#include "base/output.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void say_text(const char *lines) {
    int width = output_width(STDOUT_FILENO);
    if (width > 1) {
        /* The last column stays empty, as some terminals begin a new line as soon as it is used. */
        struct text wrapped = {0};
        text_wrap(&wrapped, lines, width - 1);
        fputs(wrapped.failed ? lines : text_get(&wrapped), stdout);
        text_free(&wrapped);
    } else {
        fputs(lines, stdout);
    }
}

void say(const char *format, ...) {
    struct text lines = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vaddf(&lines, format, arguments);
    va_end(arguments);
    va_start(arguments, format);
    if (lines.failed)
        vprintf(format, arguments);
    else
        say_text(text_get(&lines));
    va_end(arguments);
    text_free(&lines);
}

void say_path(const char *format, const char *path) {
    struct text quoted = {0};
    text_add_shell(&quoted, path);
    say(format, text_get(&quoted));
    text_free(&quoted);
}

void say_paragraph(const char *lines) {
    struct text joined = {0};
    text_add(&joined, lines);
    for (size_t i = 0; output_width(STDOUT_FILENO) > 1 && i < joined.length; i++)
        if (joined.bytes[i] == '\n')
            joined.bytes[i] = ' ';
    say("%s\n", joined.failed ? lines : text_get(&joined));
    text_free(&joined);
}

void say_row(int columns, const char *first, const char *rest) {
    text_print_row(stdout, output_width(STDOUT_FILENO), columns, first, rest);
}
