/* trioker_shape.c - shapes of puzzles. A file has a grid like any other, and a section [puzzle],
 * which is read here, row by row, while grids/ reads the rest. */
#include "games/trioker_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "grids/grid.h"

/* ---- reading --------------------------------------------------------------------------------- */

bool trioker_joker_read(const char *text, uint8_t joker[2]) {
    if (strlen(text) != 2 || strspn(text, "0123") != 2)
        return false;
    joker[0] = (uint8_t)(text[0] - '0');
    joker[1] = (uint8_t)(text[1] - '0');
    return true;
}

static bool read_pieces(const char *text, trioker_set *pieces, struct error *error) {
    char copy[256];
    char *save = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    *pieces = 0;
    for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        int piece, rotation;
        if (!trioker_piece_read(trioker_joker_usual(), word, &piece, &rotation) ||
            piece == TRIOKER_JOKER)
            return error_set(error, _("%.20s is not a piece"), word);
        if (*pieces >> piece & 1)
            return error_set(error, _("%.20s is given twice"), word);
        *pieces |= 1u << piece;
    }
    return true;
}

static void read_count(const char *text, int64_t *number, struct error *error) {
    if (!value_number(text, 0, INT64_MAX, number))
        error_set(error, "%s", _("must be a whole number"));
}

static void trioker_shape_read_row(void *context, const char *section, const char *key,
                                   const char *value, struct error *error) {
    struct trioker_shape *shape = context;
    trioker_set pieces;
    if (strcmp(section, "puzzle") != 0) {
        error_set(error, "%s", _("unknown section; the sections are [grid], [cells], [puzzle]"));
    } else if (strcmp(key, "title") == 0) {
        snprintf(shape->title, sizeof shape->title, "%s", value);
    } else if (strcmp(key, "pieces") == 0) {
        if (read_pieces(value, &pieces, error))
            shape->pieces = pieces | (shape->pieces & 1u << TRIOKER_JOKER);
    } else if (strcmp(key, "joker") == 0) {
        shape->pieces |= 1u << TRIOKER_JOKER;
        if (!trioker_joker_read(value, shape->joker))
            error_set(error, "%s", _("must be two values from 0 to 3, such as 23"));
    } else if (strcmp(key, "wild") == 0) {
        shape->wild_at_tip = strcmp(value, "tip") == 0;
        if (!shape->wild_at_tip && strcmp(value, "anywhere") != 0)
            error_set(error, "%s", _("must be tip or anywhere"));
    } else if (strcmp(key, "solutions") == 0) {
        read_count(value, &shape->solutions, error);
    } else if (strcmp(key, "nodes") == 0) {
        read_count(value, &shape->nodes, error);
    } else {
        error_set(error, "%s",
                  _("unknown key; the keys are title, pieces, joker, wild, solutions, nodes"));
    }
}

/* ---- finding --------------------------------------------------------------------------------- */

bool trioker_shape_find(const char *text, struct trioker_shape *shape, struct error *error) {
    char *path = grid_is_file(text) ? strdup(text) : grid_shipped_path("games/puzzles", text);
    *shape = (struct trioker_shape){
        .pieces = (1u << TRIOKER_PIECES) - 1, .joker = {2, 3}, .solutions = -1, .nodes = -1};
    if (path)
        shape->grid = grid_load_with(path, trioker_shape_read_row, shape, error);
    else if (grid_is_shape(text) || strncmp(text, "word ", 5) == 0)
        shape->grid = grid_find(text, error);
    else
        error_set(error,
                  _("%.60s: neither a known shape, nor a file, nor a shape such as `triangle 4`, "
                    "`hexagon 2` or `parallelogram 3x4`"),
                  text);
    free(path);
    return shape->grid != NULL;
}

void trioker_shape_free(struct trioker_shape *shape) {
    grid_free(shape->grid);
    shape->grid = NULL;
}

char **trioker_shape_names(void) {
    return data_names("games/puzzles", GRID_NAME_MAX);
}

void trioker_shape_setup(const struct trioker_shape *shape, char *text, size_t size) {
    trioker_set all = (1u << TRIOKER_PIECES) - 1;
    snprintf(text, size, "joker %u pieces %u values %u%u tip %d",
             shape->pieces >> TRIOKER_JOKER & 1,
             (shape->pieces & all) == all ? 0 : shape->pieces & all, shape->joker[0],
             shape->joker[1], shape->wild_at_tip);
}
