/* builtin.c - see builtin.h. */
#include "config.h"

#include "referee/builtin.h"

#include "referee/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENGINE "triancey-engine"

/* The engine beside the running program if there is one (a test program stands one folder lower),
 * else its bare name, for PATH. */
static void find_engine(char *path, size_t size) {
    static const char *const places[] = {"", "../"};
    char program[2048];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *name = NULL;
    if (length > 0) {
        program[length] = '\0';
        name = strrchr(program, '/');
    }
    for (size_t i = 0; name && i < sizeof places / sizeof *places; i++) {
        name[1] = '\0';
        snprintf(path, size, "%s%s%s", program, places[i], ENGINE);
        if (access(path, X_OK) == 0)
            return;
    }
    snprintf(path, size, "%s", ENGINE);
}

void builtin_player(const char *command, char *player, unsigned size) {
    const size_t prefix = strlen(BUILTIN_PREFIX);
    player[0] = '\0';
    command += strspn(command, " \t");
    if (strncmp(command, BUILTIN_PREFIX, prefix) != 0)
        return;
    command += prefix;
    snprintf(player, size, "%.*s", (int)strcspn(command, " \t"), command);
}

/* `words` with its first word replaced by the engine, --player and the player. */
static char **expand(char **words, char *error) {
    char path[4096];
    find_engine(path, sizeof path);
    size_t count = 0, bytes = 0;
    while (words[count])
        bytes += strlen(words[count++]) + 1;
    size_t room = sizeof(char *) * (count + 3) + strlen(path) + sizeof "--player" + 1 + bytes;
    char **expanded = malloc(room);
    if (!expanded) {
        error_set(error, "out of memory");
        return NULL;
    }
    char *out = (char *)(expanded + count + 3);
    size_t next = 0;
    expanded[next++] = out;
    out = stpcpy(out, path) + 1;
    expanded[next++] = out;
    out = stpcpy(out, "--player") + 1;
    for (size_t i = 0; i < count; i++) {
        expanded[next++] = out;
        out = stpcpy(out, i == 0 ? words[0] + strlen(BUILTIN_PREFIX) : words[i]) + 1;
    }
    expanded[next] = NULL;
    return expanded;
}

char **builtin_command(const char *command, char *error) {
    char **words = words_split(command, error);
    if (!words || strncmp(words[0], BUILTIN_PREFIX, strlen(BUILTIN_PREFIX)) != 0)
        return words;
    char **expanded = expand(words, error);
    free(words);
    return expanded;
}
