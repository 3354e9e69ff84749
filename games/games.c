/* games.c - the table of games, and what all games share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/game.h"
#include "games/triancey.h"

const struct game *const games[] = {
    &triancey_variants[0].game,
    &triancey_variants[1].game,
    &triancey_variants[2].game,
    NULL,
};

const struct game *game_find(const char *name) {
    for (int i = 0; games[i]; i++)
        if (strcmp(games[i]->name, name) == 0)
            return games[i];
    return NULL;
}

struct game_board *game_prepare(const struct game *game, const struct grid *grid, int players,
                                char *error) {
    if (players == 0)
        players = game->players_min;
    if (players < game->players_min || players > game->players_max) {
        if (game->players_min == game->players_max)
            snprintf(error, GAME_ERROR_SIZE, "%s is a game for %d players, not %d", game->name,
                     game->players_min, players);
        else
            snprintf(error, GAME_ERROR_SIZE, "%s is a game for %d to %d players, not %d",
                     game->name, game->players_min, game->players_max, players);
        return NULL;
    }
    return game->prepare(game, grid, players, error);
}

void game_board_free(struct game_board *board) {
    free(board);
}

static uint64_t count(const struct game_board *board, const struct game_state *state, int depth,
                      uint32_t *room) {
    if (depth == 0)
        return 1;
    const struct game *game = board->game;
    int legal = game->moves(board, state, room);
    if (depth == 1)
        return (uint64_t)legal;
    uint64_t total = 0;
    for (int i = 0; i < legal; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        game->play(board, &next, room[i]);
        total += count(board, &next, depth - 1, room + board->moves_max);
    }
    return total;
}

uint64_t game_perft(const struct game_board *board, const struct game_state *state, int depth,
                    void (*each)(void *context, uint32_t move, uint64_t count), void *context) {
    if (depth == 0)
        return 1;
    uint32_t *room = malloc((size_t)board->moves_max * (size_t)(depth + 1) * sizeof *room);
    if (!room)
        return 0;
    uint64_t total = 0;
    int legal = board->game->moves(board, state, room);
    for (int i = 0; i < legal; i++) {
        struct game_state next;
        game_copy(board, &next, state);
        board->game->play(board, &next, room[i]);
        uint64_t share = count(board, &next, depth - 1, room + board->moves_max);
        if (each)
            each(context, room[i], share);
        total += share;
    }
    free(room);
    return total;
}
