/* data.c - finds the folder of installed files: in a build tree, in an installation that was moved,
 * or where configure put it. Also lists its INI files. */
#include "config.h"

#include "base/data.h"

#include "base/system.h"

#include <dirent.h>
#ifdef HAVE_DLADDR
#include <dlfcn.h>
#endif
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
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", directory, name);
    return path;
}

static bool is_data_folder(const char *directory) {
    char *path = data_join(directory, "grids/ancey.ini");
    bool found = path && access(path, R_OK) == 0;
    free(path);
    return found;
}

/* The folder of the library that this source is linked into, or of the running program. */
static void own_directory(bool library, char *path, size_t size) {
    ssize_t length = 0;
#ifdef HAVE_DLADDR
    static const char here;
    Dl_info info;
    if (library && dladdr(&here, &info) && info.dli_fname && info.dli_fname[0] == '/')
        length = snprintf(path, size, "%s", info.dli_fname);
    if (length >= (ssize_t)size)
        length = 0;
#endif
    if (!library && system_program(path, size))
        length = (ssize_t)strlen(path);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    *(slash ? slash : path) = '\0';
}

/* The files of a program or a library in `folder`: in the build tree, also for a test or a library
 * two folders lower, or in a moved installation. NULL: they are not there. */
static char *data_beside(const char *folder) {
    static const char *const beside[] = {".", "..", "../..", "../share/triancey",
                                         "../../share/triancey"};
    for (size_t i = 0; folder[0] && i < sizeof beside / sizeof beside[0]; i++) {
        char *directory = data_join(folder, beside[i]);
        if (directory && is_data_folder(directory))
            return directory;
        free(directory);
    }
    return NULL;
}

char *data_path(const char *subpath) {
    const char *chosen = getenv("TRIANCEY_DATADIR");
    char folder[4096];
    if (chosen && chosen[0])
        return data_join(chosen, subpath);
    for (int library = 1; library >= 0; library--) {
        own_directory(library, folder, sizeof folder);
        char *directory = data_beside(folder);
        if (!directory)
            continue;
        char *path = data_join(directory, subpath);
        free(directory);
        return path;
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

/* Copies names into one block, after the pointers to them. */
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

char *data_home(const char *variable, const char *otherwise, const char *name) {
    const char *folder = getenv(variable), *home = getenv("HOME");
    bool given = folder && folder[0] == '/';
    char *below = given ? NULL : data_join(home && home[0] == '/' ? home : NULL, otherwise);
    char *ours = data_join(given ? folder : below, "triancey"), *path = data_join(ours, name);
    free(below);
    free(ours);
    return path;
}
