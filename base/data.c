/* data.c - see data.h. */
#include "base/data.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PKGDATADIR
#define PKGDATADIR "/usr/local/share/triancey"
#endif

/* "a/b" from "a" and "b"; NULL if either is missing or memory is. */
static char *join(const char *directory, const char *name) {
    if (!directory || !name)
        return NULL;
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", directory, name);
    return path;
}

static bool is_data_folder(const char *directory) {
    char *path = join(directory, "grids/ancey.ini");
    bool found = path && access(path, R_OK) == 0;
    free(path);
    return found;
}

/* The folder of the running program, without a slash at its end; empty if unknown. */
static void program_directory(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = '\0';
    else
        path[0] = '\0';
}

char *data_path(const char *subpath) {
    const char *chosen = getenv("TRIANCEY_DATADIR");
    if (chosen && chosen[0])
        return join(chosen, subpath);
    /* The build tree, the same for a test program two folders lower, and an installation that was
     * moved. */
    static const char *const beside[] = {".", "..", "../..", "../share/triancey"};
    char program[4096];
    program_directory(program, sizeof program);
    for (size_t i = 0; program[0] && i < sizeof beside / sizeof beside[0]; i++) {
        char *directory = join(program, beside[i]);
        if (directory && is_data_folder(directory)) {
            char *path = join(directory, subpath);
            free(directory);
            return path;
        }
        free(directory);
    }
    return join(PKGDATADIR, subpath);
}
