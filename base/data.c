/* data.c - see data.h. */
#include "config.h"

#include "base/data.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PKGDATADIR
#define PKGDATADIR "/usr/local/share/triancey"
#endif

/* "a/b" from "a" and "b"; NULL if either is missing or memory runs out. */
static char *data_join(const char *directory, const char *name) {
    if (!directory || !name)
        return NULL;
    char *path;
    return asprintf(&path, "%s/%s", directory, name) < 0 ? NULL : path;
}

static bool is_data_folder(const char *directory) {
    char *path = data_join(directory, "grids/ancey.ini");
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
        return data_join(chosen, subpath);
    /* The build tree, the same for a test two folders lower, and a moved installation. */
    static const char *const beside[] = {".", "..", "../..", "../share/triancey"};
    char program[4096];
    program_directory(program, sizeof program);
    for (size_t i = 0; program[0] && i < sizeof beside / sizeof beside[0]; i++) {
        char *directory = data_join(program, beside[i]);
        if (directory && is_data_folder(directory)) {
            char *path = data_join(directory, subpath);
            free(directory);
            return path;
        }
        free(directory);
    }
    return data_join(PKGDATADIR, subpath);
}

/* ---- what a folder holds --------------------------------------------------------------------- */

static bool is_ini(const char *name, size_t longest) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 4 && length - 4 <= longest &&
           strcmp(name + length - 4, ".ini") == 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Pointers and names in one block, the names after the pointers. */
static char **pack_names(char **names, size_t count, size_t bytes) {
    char **packed = malloc((count + 1) * sizeof *packed + bytes);
    if (!packed)
        return NULL;
    char *at = (char *)(packed + count + 1);
    for (size_t i = 0; i < count; i++) {
        packed[i] = at;
        strcpy(at, names[i]);
        at += strlen(at) + 1;
    }
    packed[count] = NULL;
    return packed;
}

char **data_names(const char *folder, size_t longest) {
    enum { NAMES_MAX = 1024 };
    char *names[NAMES_MAX];
    size_t count = 0, bytes = 0;
    char *path = data_path(folder);
    DIR *directory = path ? opendir(path) : NULL;
    free(path);
    for (struct dirent *entry; directory && count < NAMES_MAX && (entry = readdir(directory));) {
        if (!is_ini(entry->d_name, longest))
            continue;
        char *name = strdup(entry->d_name);
        if (!name)
            break;
        name[strlen(name) - 4] = '\0';
        bytes += strlen(name) + 1;
        names[count++] = name;
    }
    if (directory)
        closedir(directory);
    qsort(names, count, sizeof names[0], compare_names);
    char **packed = pack_names(names, count, bytes);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    return packed;
}
