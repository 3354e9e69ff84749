/* ini.c - reads configuration files line by line, and lets inih take them apart.
 *
 * inih, as Debian builds it, reads at most 200 bytes of a line. A longer value is kept here, and
 * inih is given a mark in its place.
 */
#include "base/ini.h"

#include "base/error.h"
#include "base/language.h"
#include "base/values.h"

#include <ini.h>
#include <stdio.h>
#include <string.h>

#define BLANKS          " \t\r\v\f"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define KEPT            "\x01" /* the mark: no text has it as its whole value */

enum { KEY_MAX = 150 };

struct reader {
    const char *at, *end; /* the rest of the text */
    int line;
    bool has_key;                 /* in this section: an indented line goes on with its value */
    bool continues;               /* this line goes on with a value */
    char value[INI_LINE_MAX + 1]; /* the value that was too long for inih */
    ini_row *row;
    void *context;
    bool failed;
    struct error *error;
};

/* Removes a comment, and blanks from both ends. */
static char *trim(char *text) {
    for (char *at = text; (at = strchr(at, ';')); at++)
        if (at > text && strchr(BLANKS, at[-1])) {
            *at = '\0';
            break;
        }
    return value_trim(text);
}

/* Whether ` ;` is within quotes: inih takes it for a comment, which was hardly meant. */
static bool cuts_quotes(const char *line) {
    char quote = '\0';
    for (const char *at = line; *at; at++) {
        if (*at == ';' && at > line && strchr(BLANKS, at[-1]))
            return quote && strchr(at, quote);
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? '\0' : *at;
    }
    return false;
}

/* Refuses what inih would cut or drop. */
static bool check_line(const struct reader *reader, const char *line, size_t length) {
    struct error *error = reader->error;
    const char *start = line + strspn(line, BLANKS);
    if (strlen(line) < length)
        return error_set(error, _("a NUL byte: this is not text"));
    if (!*start || strchr(";#", *start))
        return true;
    const char *value = reader->continues ? start : strpbrk(start, "=:");
    if (*start == '[' && !reader->continues) {
        const char *end = strchr(start, ']');
        if (end && end - start - 1 > INI_NAME_MAX)
            return error_set(error, _("the name of a section has at most %d bytes"), INI_NAME_MAX);
        value = end;
    }
    if (!value || (value == start && !reader->continues))
        return error_set(error, _("neither a [section], nor `key = value`, nor a comment"));
    if (!reader->continues && value - start > KEY_MAX)
        return error_set(error, _("a key has at most %d bytes"), KEY_MAX);
    return !cuts_quotes(value) ||
           error_set(error, _("a blank and ; begin a comment, also within quotes"));
}

/* Reports a section, even one without keys. */
static bool begin_section(struct reader *reader, const char *start) {
    char section[INI_NAME_MAX + 1];
    snprintf(section, sizeof section, "%.*s", (int)strcspn(start + 1, "]"), start + 1);
    reader->has_key = false;
    return reader->row(reader->context, reader->line, section, NULL, NULL, reader->error);
}

/* Shortens a line for which inih has no room: drops a comment, or keeps the value here. */
static void shorten(struct reader *reader, const char *start, char *room, int size) {
    size_t key = reader->continues ? 0 : strcspn(start, "=:");
    if (!*start || strchr(";#", *start)) {
        strcpy(room, ";\n");
    } else if (*start == '[' && !reader->continues) {
        snprintf(room, (size_t)size, "%.*s]\n", (int)strcspn(start, "]"), start);
    } else {
        strcpy(reader->value, start + key + !reader->continues);
        snprintf(room, (size_t)size, "%.*s%s" KEPT "\n", (int)key, start,
                 reader->continues ? " " : "=");
    }
}

/* Gives inih the next line, as fgets() would. */
static char *next_line(char *room, int size, void *context) {
    struct reader *reader = context;
    char line[INI_LINE_MAX + 1];
    if (reader->at >= reader->end || reader->failed)
        return NULL;
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    size_t length = (size_t)((stop ? stop : reader->end) - reader->at);
    reader->line++;
    if (length > INI_LINE_MAX) {
        reader->failed = !error_set(reader->error, _("longer than %d bytes"), INI_LINE_MAX);
        return NULL;
    }
    memcpy(line, reader->at, length);
    line[length] = '\0';
    reader->at += length + 1;
    const char *start = line + strspn(line, BLANKS);
    reader->continues = reader->has_key && start > line;
    reader->failed = !check_line(reader, line, length) ||
                     (*start == '[' && !reader->continues && !begin_section(reader, start));
    if (reader->failed)
        return NULL;
    if (length + 2 > (size_t)size)
        shorten(reader, start, room, size);
    else
        snprintf(room, (size_t)size, "%s\n", line);
    return room;
}

static int ini_take(void *context, const char *section, const char *key, const char *value) {
    struct reader *reader = context;
    struct error *error = reader->error;
    if (reader->failed)
        return 0;
    reader->has_key = true;
    reader->failed = !reader->row(reader->context, reader->line, section, key,
                                  strcmp(value, KEPT) == 0 ? trim(reader->value) : value, error);
    if (reader->failed && reader->continues)
        error_reword(error, _("%s (the line begins with a blank, so it continues the value of %s)"),
                     error->text, key);
    return !reader->failed;
}

bool ini_read(const char *text, size_t length, ini_row *row, void *context, int *line,
              struct error *error) {
    size_t mark =
        strncmp(text, BYTE_ORDER_MARK, strlen(BYTE_ORDER_MARK)) == 0 ? strlen(BYTE_ORDER_MARK) : 0;
    struct reader reader = {
        .at = text + mark, .end = text + length, .row = row, .context = context, .error = error};
    int wrong = ini_parse_stream(next_line, &reader, ini_take, &reader);
    *line = wrong < 0 ? 0 : reader.line;
    if (wrong < 0)
        return error_memory(error);
    return !reader.failed;
}
