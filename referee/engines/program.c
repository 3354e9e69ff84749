/* program.c - the files of an engine. A digest covers the program, found as a shell would find it,
 * and the first argument that names a regular file: for an interpreter, that is the script. */
#include "config.h"

#include "referee/engines/program.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "half/engine_spec.h"
#include "referee/engines/builtin.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *program_find(const char *word, const char *dir) {
    char path[2 * PATH_MAX];
    const char *folders = getenv("PATH");
    folders = folders ? folders : "/usr/bin:/bin";
    if (strchr(word, '/')) {
        snprintf(path, sizeof path, "%s%s%s", dir && *word != '/' ? dir : "",
                 dir && *word != '/' ? "/" : "", word);
        return realpath(path, NULL);
    }
    for (size_t length; *folders; folders += length + (folders[length] == ':')) {
        length = strcspn(folders, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folders, word);
        if (access(path, X_OK) == 0)
            return realpath(path, NULL);
    }
    return NULL;
}

/* Whether a file was not read because a resource ran out, so that it might work next time. */
static bool is_want(int reason) {
    return reason == ENOMEM || reason == EMFILE || reason == ENFILE || reason == EIO;
}

/* Adds the digest of a file, or "-", and frees the path. If that is the file in `last`, its
 * digest is known. A path of NULL: there is no file, or errno says which resource ran out. */
static bool add_file(struct text *digest, struct program_read *last, char *path, const char *word,
                     struct error *error) {
    bool known = path && last->path && strcmp(path, last->path) == 0,
         read = known || (path && digest_file(path, last->digest));
    bool good = read || !is_want(errno) ||
                error_set_kind(error, error_kind_of(errno), _("cannot read %s: %s"),
                               path ? path : word, strerror(errno));
    if (good)
        text_add_word(digest, read ? last->digest : "-");
    if (!known) {
        free(last->path);
        last->path = read ? strdup(path) : NULL;
    }
    free(path);
    return good && (!digest->failed || error_memory(error));
}

bool program_lacks(const char *word, const char *dir, char needs[PROGRAM_NEEDS_SIZE]) {
    char line[PROGRAM_NEEDS_SIZE] = "";
    struct error ignored;
    char *path = program_find(word, dir);
    FILE *file = path ? input_open(path, &ignored) : NULL;
    bool there = file && fgets(line, sizeof line, file);
    bool script = there && strncmp(line, "#!", 2) == 0;
    char *name = line + 2 + strspn(line + 2, " \t");
    name[strcspn(name, " \t\n")] = '\0';
    text_readable(needs, PROGRAM_NEEDS_SIZE, script ? name : "");
    bool lacks = there && (!script || access(name, F_OK) != 0);
    if (file)
        fclose(file);
    free(path);
    return lacks;
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

bool program_digest(const struct engine_spec *spec, struct program_read *last, struct text *digest,
                    struct error *error) {
    char **words = builtin_command(spec->command, error);
    if (!words)
        return false;
    errno = 0;
    char *program = program_find(words[0], spec->dir);
    bool good = add_file(digest, last, program, words[0], error);
    errno = 0;
    int number = 1;
    char *script = NULL;
    while (words[number] && !(script = find_script(words[number], spec->dir)) && !is_want(errno))
        number++;
    if (good && (script || is_want(errno)))
        good = add_file(digest, last, script, words[number], error);
    else
        free(script);
    free(words);
    return good;
}
