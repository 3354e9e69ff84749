/* table_boards.c - see table_boards.h. */
#include "config.h"

#include "club/store/table_boards.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "grids/grid.h"
#include "protocol/protocol.h"
#include "record/replay.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 64 };

struct table_boards {
    struct replay_board board[KEPT];
    uint64_t used[KEPT]; /* when, by `clock`; 0: never */
    uint64_t clock;
};

/* ---- names ----------------------------------------------------------------------------------- */

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

/* As `setgrid` takes it. */
static char *spell_own(const struct game_board *board, struct error *error) {
    char setup[GAME_SETUP_SIZE];
    struct text line = {0};
    game_setup_write(board, setup);
    text_addf(&line, "setgrid %s", setup);
    if (!line.failed)
        return line.bytes;
    text_free(&line);
    return error_null_memory(error);
}

static char *spell(const struct game *game, const struct grid *grid, const char *keys, int *players,
                   struct error *error) {
    struct game_board *board = game_prepare_text(game, grid, keys, error);
    if (!board)
        return NULL;
    char *line = grid ? protocol_write_grid(game->name, grid->name, grid->cells, grid->side)
                      : spell_own(board, error);
    *players = board->players;
    game_board_free(board);
    return line ? line : error_null_memory(error);
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

/* ---- boards that are kept -------------------------------------------------------------------- */

const struct game_board *table_boards_have(struct table_boards **boards, const char *line,
                                           int players, struct error *error) {
    int oldest = 0, place = -1;
    if (!*boards)
        *boards = calloc(1, sizeof **boards);
    if (!*boards)
        return error_null_memory(error);
    struct table_boards *kept = *boards;
    for (int i = 0; i < KEPT && place < 0; i++) {
        const struct replay_board *board = &kept->board[i];
        if (board->board && board->players == players && strcmp(board->board_line, line) == 0)
            place = i;
        if (kept->used[i] < kept->used[oldest])
            oldest = i;
    }
    if (place < 0)
        place = oldest;
    kept->used[place] = ++kept->clock;
    return replay_board_have(&kept->board[place], line, players, error) ? kept->board[place].board
                                                                        : NULL;
}

void table_boards_free(struct table_boards *boards) {
    for (int i = 0; boards && i < KEPT; i++)
        replay_board_free(&boards->board[i]);
    free(boards);
}
