/* defaults.c - the user's file of defaults. It is read as the file of a league is, with the same
 * keys of engines and the same messages, but has [defaults] instead of [league]. */
#include "config.h"

#include "referee/arguments/defaults.h"

#include "base/data.h"
#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "referee/setup/setup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct defaults {
    struct setup setup; /* the engines */
    unsigned given;     /* keys of [defaults], as bits */
    bool ascii;
    enum svg_theme theme;
} defaults = {.theme = SVG_AUTO};

static bool is_other_section(const char *section) {
    return strncmp(section, "engine ", 7) != 0;
}

static const char sections[] = "[defaults] [engine NAME]";

enum key { LANGUAGE, ASCII, THEME, KEYS }; /* of [defaults] */
static const char *const key_names[KEYS] = {"language", "ascii", "theme"};

static bool set_key(const char *key, const char *value, struct error *error) {
    int number = value_key(key_names, KEYS, key, &defaults.given, error);
    if (number == LANGUAGE)
        return language_choose(value) ||
               error_set(error, _("there are no messages in the language '%.60s'"), value);
    if (number == ASCII)
        return value_choice("ascii", value, &defaults.ascii, error);
    return number == THEME &&
           (svg_theme_find(value, &defaults.theme) ||
            error_set(error, _("it must be auto, light or dark, not '%.60s'"), value));
}

static bool set_other(void *context, const char *section, const char *key, const char *value,
                      struct error *error) {
    (void)context;
    if (strcmp(section, "defaults") != 0)
        return error_set(error, _("no such section; the sections are: %s"), sections);
    return !key || set_key(key, value, error);
}

/* Whether there is a file. Under sudo, the home may belong to somebody else and be closed. */
static bool is_there(const char *path) {
    return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR && errno != EACCES);
}

bool defaults_load(struct error *error) {
    const struct setup_sections more = {.has = is_other_section, .set = set_other};
    char *path = data_home("XDG_CONFIG_HOME", ".config", "defaults.ini");
    setup_init(&defaults.setup);
    bool done = !path || !is_there(path) ||
                (setup_read_with(&defaults.setup, path, &more, error) &&
                 setup_finish_engines(&defaults.setup, error));
    free(path);
    return done;
}

const struct engine_spec *defaults_engine(const char *name) {
    int number = setup_find_engine(&defaults.setup, name);
    return number < 0 ? NULL : &defaults.setup.engine[number].spec;
}

void defaults_print_engines(FILE *file) {
    for (int i = 0; i < defaults.setup.engines; i++)
        fprintf(file, "%s\n", defaults.setup.engine[i].spec.name);
}

bool defaults_ascii(const char *option) {
    return option || defaults.ascii;
}

enum svg_theme defaults_theme(void) {
    return defaults.theme;
}
