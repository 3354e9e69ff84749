/* setup_file.c - a league file: INI, read by inih; see setup.h.
 *
 * inih calls for each line, for the lines of a continued value one by one, and at the end tells the
 * number of the first line that failed; so the first fault stops all that follows.
 */
#include "config.h"

#include "referee/setup.h"

#include <errno.h>
#include <ini.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct reading {
    struct setup *setup;
    bool failed;
    char error[REFEREE_ERROR_SIZE];
};

static struct setup_engine *find_engine(struct setup *setup, const char *name, char *error) {
    for (int i = 0; i < setup->engines; i++)
        if (strcmp(setup->engine[i].spec.name, name) == 0)
            return &setup->engine[i];
    return setup_add_engine(setup, name, error);
}

static bool read_key(struct setup *setup, const char *section, const char *key, const char *value,
                     char *error) {
    if (strcmp(section, "league") == 0)
        return setup_set(setup, key, value, false, error);
    if (strncmp(section, "engine ", 7) != 0)
        return error_set(error, "no such section; there are: [league] [engine NAME]");
    if (strcmp(key, "name") == 0)
        return error_set(error, "the name of an engine stands in its section");
    const char *name = section + 7 + strspn(section + 7, " ");
    struct setup_engine *engine = find_engine(setup, name, error);
    return engine && setup_set_engine(engine, key, value, error);
}

static int handle(void *context, const char *section, const char *key, const char *value) {
    struct reading *reading = context;
    char why[REFEREE_ERROR_SIZE];
    if (reading->failed)
        return 0;
    if (read_key(reading->setup, section, key, value, why))
        return 1;
    reading->failed = true;
    error_set(reading->error, "[%s] %s: %s", section, key, why);
    return 0;
}

/* The league is called as its file unless it says otherwise, and so is its record. */
static bool default_names(struct setup *setup, const char *path, char *error) {
    char name[SETUP_NAME_MAX + 1], why[REFEREE_ERROR_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = '\0';
    if (!setup->name && (!setup_check_name(name, why) || !setup_replace(&setup->name, name, why)))
        return error_set(error, "%s: [league] name: %s", path, why);
    if (setup->record)
        return true;
    struct text record = {0};
    text_addf(&record, "%s.db", setup->name);
    bool done = !record.failed && setup_replace(&setup->record, text_get(&record), error);
    text_free(&record);
    return done;
}

bool setup_read(struct setup *setup, const char *path, char *error) {
    struct reading reading = {.setup = setup};
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set(error, "cannot read the league file %s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return error_set(error, "cannot read the league file %s: it is a folder", path);
    int line = ini_parse(path, handle, &reading);
    if (line == -1)
        return error_set(error, "cannot read the league file %s: %s", path, strerror(errno));
    if (line < 0)
        return error_set(error, "%s: out of memory", path);
    if (reading.failed)
        return error_set(error, "%s:%d: %s", path, line, reading.error);
    if (line > 0)
        return error_set(
            error, "%s:%d: neither a [section] nor KEY = VALUE, or a line of 200 bytes or more",
            path, line);
    return default_names(setup, path, error);
}
