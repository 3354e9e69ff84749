/* setup_file.c - reads a league file (INI), up to the first fault. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/ini.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"

#include <errno.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 20 };

struct reading {
    struct setup *setup;
    const struct setup_sections *more;
};

static bool file_read_file(const char *path, struct text *text, struct error *error) {
    bool done = input_read(path, FILE_BYTES_MAX, text, error);
    if (done && text->length > FILE_BYTES_MAX)
        done = error_set(error, "%s", strerror(EFBIG));
    return done || error_reword(error, _("cannot read %s: %s"), path, error->text);
}

/* ---- sections -------------------------------------------------------------------------------- */

static struct setup_engine *find_engine(struct setup *setup, const char *name,
                                        struct error *error) {
    int number = setup_find_engine(setup, name);
    return number < 0 ? setup_add_engine(setup, name, error) : &setup->engine[number];
}

/* The name in `[engine NAME]`; NULL: another section. */
static const char *engine_name(const char *section) {
    return strncmp(section, "engine ", 7) == 0 ? section + 7 + strspn(section + 7, " ") : NULL;
}

/* Begins a section, even one without keys. */
static bool add_section(const struct reading *reading, const char *section, struct error *error) {
    const struct setup_sections *more = reading->more;
    const char *name = engine_name(section);
    if (more && more->has(section))
        return more->set(more->context, section, NULL, NULL, error) ||
               error_reword(error, "[%s]: %s", section, error->text);
    if (!name && strcmp(section, "league") != 0)
        return error_set(error,
                         _("[%s]: no such section; the sections are: [league] [engine NAME]%s"),
                         section, more ? more->names : "");
    return !name || find_engine(reading->setup, name, error) ||
           error_reword(error, "[%s]: %s", section, error->text);
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

static bool file_read_row(void *context, int line, const char *section, const char *key,
                          const char *value, struct error *error) {
    const struct reading *reading = context;
    (void)line;
    if (!key)
        return add_section(reading, section, error);
    if (read_key(reading, section, key, value, error))
        return true;
    return *section ? error_reword(error, "[%s] %s: %s", section, key, error->text)
                    : error_reword(error, "%s: %s", key, error->text);
}

static bool parse(struct reading *reading, const char *path, const struct text *text,
                  struct error *error) {
    struct error why;
    int line;
    return ini_read(text_get(text), text->length, file_read_row, reading, &line, &why) ||
           error_set_kind(error, why.kind, "%s:%d: %s", path, line, why.text);
}

bool setup_read_with(struct setup *setup, const char *path, const struct setup_sections *more,
                     struct error *error) {
    struct reading reading = {.setup = setup, .more = more};
    struct text text = {0};
    bool done = value_copy(&setup->file, path, error) && file_read_file(path, &text, error) &&
                parse(&reading, path, &text, error);
    text_free(&text);
    return done;
}

bool setup_read(struct setup *setup, const char *path, struct error *error) {
    return setup_read_with(setup, path, NULL, error);
}
