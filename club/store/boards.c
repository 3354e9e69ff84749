/* boards.c - see boards.h. */
#include "config.h"

#include "club/store/boards.h"

#include "base/error.h"
#include "base/language.h"
#include "games/game.h"
#include "grids/grid.h"
#include "protocol/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_board(struct club_board *board) {
    game_board_free(board->board);
    grid_free(board->grid);
    free(board->line);
    *board = (struct club_board){.word = ""};
}

static bool make(struct club_board *made, const struct game *game, const char *word,
                 struct error *error) {
    made->grid = grid_find(word, error);
    made->board = made->grid ? game_prepare(game, made->grid, 0, error) : NULL;
    if (!made->board)
        return false;
    const struct grid *grid = made->grid;
    made->line = protocol_write_grid(game->name, grid->name, grid->cells, grid->side);
    snprintf(made->word, sizeof made->word, "%s", word);
    return made->line || error_memory(error);
}

const struct club_board *boards_have(struct boards *boards, const struct game *game,
                                     const char *word, struct error *error) {
    for (int i = 0; i < BOARDS_KEPT; i++)
        if (strcmp(boards->board[i].word, word) == 0)
            return &boards->board[i];
    struct club_board made = {.word = ""}, *place = &boards->board[boards->next];
    if (!make(&made, game, word, error)) {
        free_board(&made);
        return NULL;
    }
    free_board(place);
    *place = made;
    boards->next = (boards->next + 1) % BOARDS_KEPT;
    return place;
}

void boards_free(struct boards *boards) {
    for (int i = 0; i < BOARDS_KEPT; i++)
        free_board(&boards->board[i]);
}
