/* ini.c - reads INI files as inih does: sections, `key = value` or `key: value`, comments after
 * `;` or `#`, values that go on in indented lines. */
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS          " \t\r\n"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

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

int ini_parse_string(const char *text, ini_handler *handler, void *user) {
    struct reader reader = {.handler = handler, .user = user};
    if (strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0)
        text += strlen(BYTE_ORDER_MARK);
    char *copy = strdup(text), *rest = copy;
    if (!copy)
        return -2;
    int wrong = 0;
    for (int number = 1; rest && *rest; number++) {
        char *line = rest, *end = strchr(line, '\n');
        rest = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        if (!read_line(&reader, line) && !wrong)
            wrong = number;
    }
    free(copy);
    return wrong;
}

int ini_parse(const char *path, ini_handler *handler, void *user) {
    enum { BYTES_MAX = 1 << 20 };
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    char *text = malloc(BYTES_MAX + 1);
    int wrong = -2;
    if (text) {
        text[fread(text, 1, BYTES_MAX, file)] = '\0';
        wrong = ini_parse_string(text, handler, user);
    }
    free(text);
    fclose(file);
    return wrong;
}
