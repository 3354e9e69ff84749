/* environment.c - the variables of an engine: those of a list, and what the user names. */
#include "config.h"

#include "referee/engines/sandbox.h"

#include "base/needed.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

/* Variables that say how programs run. Others are not passed on: users keep secrets there. */
static const char *const handed_on[] = {
    "PATH", "HOME", "USER",   "LOGNAME",         "SHELL",      "LANG",         "LC_*", "LANGUAGE",
    "TZ",   "TERM", "TMPDIR", "LD_LIBRARY_PATH", "TRIANCEY_*", "*SAN_OPTIONS", NULL};

/* Whether a name matches a pattern: a star at its beginning or its end stands for anything. */
static bool fits(const char *name, size_t length, const char *pattern, size_t size) {
    if (size && pattern[size - 1] == '*')
        return length >= size - 1 && strncmp(name, pattern, size - 1) == 0;
    if (size && pattern[0] == '*')
        return length >= size - 1 &&
               strncmp(name + length - (size - 1), pattern + 1, size - 1) == 0;
    return length == size && strncmp(name, pattern, size) == 0;
}

static bool is_handed_on(const char *name, size_t length, const char *more) {
    for (int i = 0; handed_on[i]; i++)
        if (fits(name, length, handed_on[i], strlen(handed_on[i])))
            return true;
    for (size_t size; *more; more += size + (more[size] == ',')) {
        size = strcspn(more, ",");
        if (fits(name, length, more, size))
            return true;
    }
    return false;
}

char **environment_make(const char *more, const char *home) {
    static const char *const moved[] = {"TMPDIR", "HOME"};
    size_t room = 0, count = 0;
    while (environ[room])
        room++;
    char **list = needed(calloc(room + 3, sizeof *list));
    for (char **at = environ; *at; at++) {
        size_t length = strcspn(*at, "=");
        bool moves = fits(*at, length, moved[0], strlen(moved[0])) ||
                     fits(*at, length, moved[1], strlen(moved[1]));
        if (is_handed_on(*at, length, more) && !(home && moves))
            list[count++] = needed(strdup(*at));
    }
    for (int i = 0; home && i < 2; i++)
        list[count++] = needed_string("%s=%s", moved[i], home);
    return list;
}

void environment_free(char **environment) {
    for (size_t i = 0; environment && environment[i]; i++)
        free(environment[i]);
    free(environment);
}
