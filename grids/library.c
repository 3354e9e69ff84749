/* library.c - finds boards by what a person or a protocol line calls them. */
#include "grids/build.h"

#include "base/data.h"
#include "base/error.h"
#include "base/language.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEFAULT_CELLS = 48 };

/* ---- the library ----------------------------------------------------------------------------- */

char **grid_library(void) {
    return data_names("grids", GRID_NAME_MAX);
}

bool grid_is_named_as(const struct grid *grid, const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(grid->name);
    return strncmp(base, grid->name, length) == 0 && strcmp(base + length, ".ini") == 0;
}

bool grid_is_of_library(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *library = data_path("grids");
    char *a = folder ? realpath(folder, NULL) : NULL;
    char *b = library ? realpath(library, NULL) : NULL;
    bool same = a && b && strcmp(a, b) == 0;
    free(a);
    free(b);
    free(folder);
    free(library);
    return same;
}

/* ---- what a text means ----------------------------------------------------------------------- */

/* The options after a word: `cells N` and `surface torus|cylinder`, in any order. */
static bool read_options(char *rest, int *cells, enum grid_surface *surface, struct error *error) {
    char *save = NULL;
    for (char *key = strtok_r(rest, " ", &save); key; key = strtok_r(NULL, " ", &save)) {
        char *value = strtok_r(NULL, " ", &save);
        char *end = NULL;
        long number = value && isdigit((unsigned char)value[0]) ? strtol(value, &end, 10) : -1;
        if (!value)
            return error_set(error, _("%.60s: its value is missing"), key);
        if (strcmp(key, "cells") == 0 && number >= 0 && number <= GRID_CELLS_MAX && !*end)
            *cells = (int)number;
        else if (strcmp(key, "surface") == 0 && strcmp(value, "torus") == 0)
            *surface = GRID_TORUS;
        else if (strcmp(key, "surface") == 0 && strcmp(value, "cylinder") == 0)
            *surface = GRID_CYLINDER;
        else
            return error_set(error,
                             _("%.60s %.60s: write `word NAME [cells 8..256] "
                               "[surface torus|cylinder]`"),
                             key, value);
    }
    return true;
}

static struct grid *find_word(const char *text, struct error *error) {
    char copy[128];
    if (strlen(text) >= sizeof copy)
        return error_null(error, _("%.60s...: too long"), text);
    strcpy(copy, text);
    int cells = DEFAULT_CELLS;
    enum grid_surface surface = GRID_TORUS;
    size_t length = strcspn(copy, " ");
    char *rest = copy + length;
    if (*rest) {
        *rest++ = '\0';
        if (!read_options(rest, &cells, &surface, error))
            return NULL;
    }
    return grid_from_word(copy, cells, surface, error);
}

char *grid_shipped_path(const char *folder, const char *name) {
    char subpath[GRID_NAME_MAX + 32];
    if (!grid_name_is_valid(name) || name[0] == '.')
        return NULL;
    snprintf(subpath, sizeof subpath, "%s/%s.ini", folder, name);
    char *path = data_path(subpath);
    if (path && access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

/* How many letters must be added, left out or changed to make one name of the other (Levenshtein);
 * both are short. */
static int distance(const char *a, const char *b) {
    int row[GRID_NAME_MAX + 2];
    size_t length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = (int)j;
    for (size_t i = 0; a[i]; i++) {
        int before = row[0];
        row[0] = (int)i + 1;
        for (size_t j = 0; j < length; j++) {
            int change = before + (a[i] != b[j]);
            before = row[j + 1];
            int step = (before < row[j] ? before : row[j]) + 1;
            row[j + 1] = change < step ? change : step;
        }
    }
    return row[length];
}

bool grid_near_miss(const char *name, char near[GRID_NAME_MAX + 1]) {
    char **names = strlen(name) <= GRID_NAME_MAX ? grid_library() : NULL;
    int most = strlen(name) < 5 ? 1 : 2, best = most + 1;
    for (int i = 0; names && names[i]; i++) {
        int away = distance(name, names[i]);
        if (away == 0 || away >= best)
            continue;
        best = away;
        snprintf(near, GRID_NAME_MAX + 1, "%s", names[i]);
    }
    free(names);
    return best <= most;
}

bool grid_is_in_library(const char *name) {
    char *path = grid_shipped_path("grids", name);
    bool there = path != NULL;
    free(path);
    return there;
}

/* The names that grid_from_word() gives to boards of other than the usual size, WORD-CELLS and
 * WORD-CELLS-cylinder, and with `word-` before it to words that name a shape. */
static bool is_long_word_name(const char *text, char *as_word, size_t size) {
    char word[GRID_NAME_MAX + 1];
    int cells, length = 0;
    if (strlen(text) > GRID_NAME_MAX)
        return false;
    if (strncmp(text, "word-", 5) == 0 && grid_is_shape(text + 5)) {
        text += 5;
        if (grid_is_word(text))
            return snprintf(as_word, size, "%s", text) > 0;
    }
    if (sscanf(text, "%63[^-]-%3d%n", word, &cells, &length) != 2)
        return false;
    const char *tail = text + length;
    if (!grid_is_word(word) || (*tail && strcmp(tail, "-cylinder") != 0))
        return false;
    snprintf(as_word, size, "%s cells %d surface %s", word, cells, *tail ? "cylinder" : "torus");
    return true;
}

bool grid_is_file(const char *text) {
    size_t length = strlen(text);
    return strchr(text, '/') || (length > 4 && strcmp(text + length - 4, ".ini") == 0);
}

struct grid *grid_find(const char *text, struct error *error) {
    if (grid_is_file(text))
        return grid_load(text, error);
    if (strncmp(text, "word ", 5) == 0)
        return find_word(text + 5, error);
    if (grid_is_shape(text))
        return grid_from_shape(text, error);
    char *path = grid_shipped_path("grids", text);
    if (path) {
        struct grid *grid = grid_load(path, error);
        free(path);
        return grid;
    }
    char as_word[128];
    if (is_long_word_name(text, as_word, sizeof as_word))
        return find_word(as_word, error);
    if (grid_is_word(text))
        return find_word(text, error);
    error_set_kind(error, ERROR_MISSING,
                   _("%.60s: %s: neither a file, nor a shape (torus WxH, cylinder WxH, triangle "
                     "N, hexagon N, parallelogram WxH), nor a name in the library, nor a word "
                     "of 1 to 32 letters and digits"),
                   text, _("no such board"));
    return NULL;
}
