/* table_boards.c - boards by names that strangers send. The line of the protocol is made once,
 * when a table is opened, and stays with it: a later version that knows other boards still
 * plays it. */
#include "config.h"

#include "club/store/tables/table_file.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "grids/grid.h"
#include "half/boards.h"

#include <string.h>

/* A name that cannot lead to a file. */
static bool is_harmless(const char *name) {
    size_t length = strlen(name);
    bool file = length >= 4 && strcmp(name + length - 4, ".ini") == 0;
    for (const char *c = name; *c; c++)
        if (*c == '/' || (unsigned char)*c < ' ' || *c == '\x7f')
            return false;
    return length < TABLE_GRID_SIZE && name[0] != '.' && !file && text_is_utf8(name);
}

/* The names of games that mean more than grids (puzzles) are for one player: not for tables. */
static struct grid *find_grid(const struct game *game, const char *name, struct error *error) {
    char shown[TABLE_GRID_SIZE];
    text_clean(shown, sizeof shown, name);
    if (!is_harmless(name))
        return error_null(error, _("'%s' is not the name of a board"), shown);
    return grid_find(*name ? name : game->default_grid, error);
}

/* The line `setgrid` of a game that has a board of its own. */
static char *spell_own(const struct game_board *board) {
    char setup[GAME_SETUP_SIZE];
    struct text line = {0};
    game_setup_write(board, setup);
    text_addf(&line, "setgrid %s", setup);
    needed_text(&line);
    return line.bytes;
}

static char *spell(const struct game *game, const struct grid *grid, const char *keys, int *players,
                   struct error *error) {
    struct game_board *board = game_prepare_text(game, grid, keys, error);
    if (!board)
        return NULL;
    char *line = grid ? boards_spell(game, grid) : spell_own(board);
    *players = board->players;
    game_board_free(board);
    return line;
}

char *table_board_spell(const struct game *game, const char *grid, const char *keys, int *players,
                        struct error *error) {
    if (!game->default_grid) {
        if (*grid)
            return error_null(error, _("%s has a board of its own"), game->name);
        return spell(game, NULL, keys, players, error);
    }
    struct grid *made = find_grid(game, grid, error);
    if (!made)
        return NULL;
    char *line = spell(game, made, keys, players, error);
    grid_free(made);
    return line;
}
