/* setup_file.c - a league file: INI, read by inih; see setup.h.
 *
 * inih calls back for each line, also for each line of a continued value, and reports the number of
 * the first line that failed at the end; so nothing is read after the first fault. It does not
 * report a section without keys, and treats a NUL byte as the end of a line: both are looked for
 * first.
 */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"

#include <errno.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>

enum {
    FILE_BYTES_MAX = 1 << 20,
    SECTION_BYTES_MAX = 49 /* inih cuts what is longer */
};

struct reading {
    struct setup *setup;
    const struct setup_sections *more;
    bool failed;
    struct error error;
};

static bool read_file(const char *path, struct text *text, struct error *error) {
    bool done = input_read(path, FILE_BYTES_MAX, text, error);
    if (done && text->length > FILE_BYTES_MAX)
        done = error_set(error, "%s", strerror(EFBIG));
    return done || error_set(error, _("cannot read the league file %s: %s"), path, error->text);
}

/* ---- sections -------------------------------------------------------------------------------- */

static struct setup_engine *find_engine(struct setup *setup, const char *name,
                                        struct error *error) {
    for (int i = 0; i < setup->engines; i++)
        if (strcmp(setup->engine[i].spec.name, name) == 0)
            return &setup->engine[i];
    return setup_add_engine(setup, name, error);
}

/* The name in `[engine NAME]`; NULL: another section. */
static const char *engine_name(const char *section) {
    return strncmp(section, "engine ", 7) == 0 ? section + 7 + strspn(section + 7, " ") : NULL;
}

/* The file has this section, whatever its contents. */
static bool add_section(const struct reading *reading, const char *start, size_t length,
                        struct error *error) {
    const struct setup_sections *more = reading->more;
    char section[SECTION_BYTES_MAX + 1];
    if (length > SECTION_BYTES_MAX)
        return error_set(error, _("the name of a section has at most %d bytes"), SECTION_BYTES_MAX);
    memcpy(section, start, length);
    section[length] = '\0';
    const char *name = engine_name(section);
    if (more && more->has(section))
        return more->set(more->context, section, NULL, NULL, error) ||
               error_set(error, "[%s]: %s", section, error->text);
    if (!name && strcmp(section, "league") != 0)
        return error_set(error,
                         _("[%s]: no such section; the sections are: [league] [engine NAME]%s"),
                         section, more ? more->names : "");
    return !name || find_engine(reading->setup, name, error) ||
           error_set(error, "[%s]: %s", section, error->text);
}

/* The line's section, if it opens one; what follows a key with blanks before it goes on with the
 * value of that key. Faults in the form of a line are left to inih. */
static bool look_at_line(const struct reading *reading, const char *line, size_t length,
                         bool *in_value, struct error *error) {
    size_t blanks = 0;
    while (blanks < length && strchr(" \t\r\v\f", line[blanks]))
        blanks++;
    if (blanks == length || strchr(";#", line[blanks]) || (*in_value && blanks > 0))
        return true;
    *in_value = line[blanks] != '[';
    if (*in_value)
        return true;
    const char *start = line + blanks + 1;
    const char *end = memchr(start, ']', length - blanks - 1);
    return !end || add_section(reading, start, (size_t)(end - start), error);
}

/* Adds all sections and refuses what inih would pass over. */
static bool look_through(const struct reading *reading, const char *path, const struct text *text,
                         struct error *error) {
    const char *line = text_get(text), *end = line + text->length;
    bool in_value = false;
    if (strncmp(line, "\xef\xbb\xbf", 3) == 0)
        line += 3; /* a byte order mark */
    for (int number = 1; line < end; number++) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((stop ? stop : end) - line);
        if (memchr(line, '\0', length))
            return error_set(error, _("%s:%d: a NUL byte: this is not text"), path, number);
        if (!look_at_line(reading, line, length, &in_value, error))
            return error_set(error, "%s:%d: %s", path, number, error->text);
        line += length + 1;
    }
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------ */

static bool read_key(const struct reading *reading, const char *section, const char *key,
                     const char *value, struct error *error) {
    struct setup *setup = reading->setup;
    const struct setup_sections *more = reading->more;
    if (!*section)
        return error_set(error, _("it is before the first [section]"));
    if (more && more->has(section))
        return more->set(more->context, section, key, value, error);
    const char *name = engine_name(section);
    if (!name)
        return setup_set(setup, key, value, false, error);
    if (strcmp(key, "name") == 0)
        return error_set(error, _("the name of an engine is that of its section"));
    struct setup_engine *engine = find_engine(setup, name, error);
    return engine && setup_set_engine(engine, key, value, error);
}

static int handle(void *context, const char *section, const char *key, const char *value) {
    struct reading *reading = context;
    struct error *error = &reading->error;
    if (reading->failed || read_key(reading, section, key, value, error))
        return !reading->failed;
    reading->failed = true;
    if (*section)
        error_set(error, "[%s] %s: %s", section, key, error->text);
    else
        error_set(error, "%s: %s", key, error->text);
    return 0;
}

static bool parse(struct reading *reading, const char *path, const struct text *text,
                  struct error *error) {
    int line = ini_parse_string(text_get(text), handle, reading);
    if (line < 0)
        return error_set(error, _("%s: out of memory"), path);
    if (reading->failed)
        return error_set(error, "%s:%d: %s", path, line, reading->error.text);
    return line == 0 ||
           error_set(
               error,
               _("%s:%d: neither a [section] nor KEY = VALUE, or a line of 200 bytes or more"),
               path, line);
}

bool setup_read_with(struct setup *setup, const char *path, const struct setup_sections *more,
                     struct error *error) {
    struct reading reading = {.setup = setup, .more = more};
    struct text text = {0};
    bool done = value_copy(&setup->file, path, error) && read_file(path, &text, error) &&
                look_through(&reading, path, &text, error) && parse(&reading, path, &text, error);
    text_free(&text);
    return done;
}

bool setup_read(struct setup *setup, const char *path, struct error *error) {
    return setup_read_with(setup, path, NULL, error);
}
