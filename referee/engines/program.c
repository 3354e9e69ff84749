/* program.c - see program.h. */
#include "config.h"

#include "referee/engines/program.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/text.h"
#include "referee/engines/builtin.h"
#include "referee/engines/engine_spec.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *program_find(const char *word, const char *dir) {
    char path[2 * PATH_MAX];
    const char *folders = getenv("PATH");
    if (strchr(word, '/')) {
        snprintf(path, sizeof path, "%s%s%s", dir && *word != '/' ? dir : "",
                 dir && *word != '/' ? "/" : "", word);
        return realpath(path, NULL);
    }
    for (size_t length; folders && *folders; folders += length + (folders[length] == ':')) {
        length = strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, word);
        if (access(path, X_OK) == 0)
            return realpath(path, NULL);
    }
    return NULL;
}

static void add_file(struct text *digest, const char *path) {
    char digits[DIGEST_SIZE];
    text_add_word(digest, path && digest_file(path, digits) ? digits : "-");
}

/* The regular file that an argument names; free() it. NULL: there is none. */
static char *find_script(const char *argument, const char *dir) {
    struct stat status;
    char path[2 * PATH_MAX];
    if (!argument || *argument == '-')
        return NULL;
    snprintf(path, sizeof path, "%s%s%s", dir && *argument != '/' ? dir : "",
             dir && *argument != '/' ? "/" : "", argument);
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? strdup(path) : NULL;
}

bool program_digest(const struct engine_spec *spec, struct text *digest) {
    struct error ignored;
    char **words = builtin_command(spec->command, &ignored);
    if (!words)
        return false;
    char *program = program_find(words[0], spec->dir);
    char *script = find_script(words[1], spec->dir);
    add_file(digest, program);
    if (script)
        add_file(digest, script);
    free(program);
    free(script);
    free(words);
    return !digest->failed;
}
