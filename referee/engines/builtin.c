/* builtin.c - finds the programs of this package, and turns `builtin:NAME` into the words that run
 * a player. */
#include "config.h"

#include "referee/engines/builtin.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/system.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENGINE "triancey-engine"

/* Looks in the folder of the running program, two folders higher for test programs, and in the
 * folder of programs that nobody calls by hand; else PATH decides. */
void builtin_program(const char *file, char *path, unsigned size) {
    static const char *const places[] = {"", "../../", "../libexec/triancey/"};
    char program[2048];
    char *name = system_program(program, sizeof program) ? strrchr(program, '/') : NULL;
    for (size_t i = 0; name && i < sizeof places / sizeof *places; i++) {
        name[1] = '\0';
        snprintf(path, size, "%s%s%s", program, places[i], file);
        if (access(path, X_OK) == 0)
            return;
    }
    snprintf(path, size, "%s", file);
}

void builtin_engine(char *path, unsigned size) {
    builtin_program(ENGINE, path, size);
}

bool builtin_is(const char *command) {
    return strncmp(command, BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) == 0;
}

void builtin_player(const char *command, char *player, unsigned size) {
    player[0] = '\0';
    command += strspn(command, " \t");
    if (!builtin_is(command))
        return;
    command += strlen(BUILTIN_PREFIX);
    snprintf(player, size, "%.*s", (int)strcspn(command, " \t"), command);
}

/* The words that run a player. */
static char **expand(const char *player) {
    char path[4096];
    builtin_engine(path, sizeof path);
    size_t room = strlen(path) + sizeof "--player" + strlen(player) + 2;
    char **words = needed(malloc(sizeof(char *) * 4 + room));
    char *out = (char *)(words + 4);
    words[0] = out;
    words[1] = stpcpy(words[0], path) + 1;
    words[2] = stpcpy(words[1], "--player") + 1;
    strcpy(words[2], player);
    words[3] = NULL;
    return words;
}

char **builtin_command(const char *command, struct error *error) {
    char **words = words_split(command, error), **expanded = NULL;
    const size_t prefix = strlen(BUILTIN_PREFIX);
    if (!words && error->kind == ERROR_MEMORY)
        needed(NULL);
    if (!words || !builtin_is(words[0]))
        return words;
    if (!words[0][prefix])
        error_set(error, _("%s needs a player after it, such as %s"), words[0], BUILTIN_REFERENCE);
    else if (words[1])
        error_set(error,
                  _("nothing may follow %s, but '%s' does; options are set by option.NAME=VALUE"),
                  words[0], words[1]);
    else
        expanded = expand(words[0] + prefix);
    free(words);
    return expanded;
}
