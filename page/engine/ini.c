/* ini.c - reads INI files as inih does: sections, `key = value` or `key: value`, comments after
 * `;` or `#`, values that go on in indented lines. */
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n"

struct reader {
    ini_handler *handler;
    void *user;
    char section[64], name[64];
};

/* Removes blanks, and a comment after a blank, from the end. */
static char *trim(char *text) {
    for (char *at = text; (at = strchr(at, ';')); at++)
        if (at == text || strchr(BLANKS, at[-1])) {
            *at = '\0';
            break;
        }
    text += strspn(text, BLANKS);
    size_t length = strlen(text);
    while (length > 0 && strchr(BLANKS, text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Handles one line; 0: it is wrong. */
static int read_line(struct reader *reader, char *line) {
    int indented = strchr(BLANKS, *line) != NULL;
    char *text = line + strspn(line, BLANKS), *end;
    if (*text == '\0' || *text == ';' || *text == '#')
        return 1;
    if (indented && reader->name[0])
        return reader->handler(reader->user, reader->section, reader->name, trim(text));
    if (*text == '[') {
        if (!(end = strchr(text, ']')))
            return 0;
        snprintf(reader->section, sizeof reader->section, "%.*s", (int)(end - text - 1), text + 1);
        reader->name[0] = '\0';
        return 1;
    }
    end = strpbrk(text, "=:");
    if (!end)
        return 0;
    *end = '\0';
    snprintf(reader->name, sizeof reader->name, "%s", trim(text));
    return reader->handler(reader->user, reader->section, reader->name, trim(end + 1));
}

int ini_parse_stream(ini_reader *next, void *stream, ini_handler *handler, void *user) {
    enum { LINE_BYTES = 200 };
    struct reader reader = {.handler = handler, .user = user};
    char line[LINE_BYTES];
    int wrong = 0;
    for (int number = 1; next(line, sizeof line, stream); number++)
        if (!read_line(&reader, line) && !wrong)
            wrong = number;
    return wrong;
}
