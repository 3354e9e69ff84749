/* observe.c - what a seat sees of a state, and its legal actions, as arrays. */
#include "config.h"

#include "games/planes.h"
#include "games/triancey.h"
#include "library/internal.h"

#include <string.h>

const struct grid *library_grid(const struct tri_board *board) {
    return planes_grid(board->board);
}

void library_shape(struct tri_board *board) {
    planes_shape(board->board, &board->shape);
    board->facts.cells = board->facts.places = board->shape.places;
    board->facts.planes = board->shape.planes;
}

void library_observe(const struct tri_board *board, const struct game_state *state, int seat,
                     uint8_t *planes) {
    planes_write(board->board, &board->shape, state, seat, planes);
}

int library_legal(const struct tri_board *board, const struct game_state *state, int32_t *actions) {
    uint32_t *moves = (uint32_t *)actions;
    int count = board->board->game->moves(board->board, state, moves);
    for (int i = 0; board->actions.move && i < count; i++)
        actions[i] = actions_find(&board->actions, moves[i]);
    return count;
}

void library_mask(const struct tri_board *board, const struct game_state *state, int32_t *moves,
                  uint8_t *mask) {
    if (triancey_is(board->board)) {
        const struct triancey_board *family = triancey_board(board->board);
        const struct triancey_state *at = triancey_state(state);
        uint64_t legal[SURFACE_WORDS];
        WITH_WORDS(family->surface.words,
                   legal_set(W, &family->surface, at->set[at->mover], at->set[!at->mover],
                             triancey_islands(family, at), legal));
        planes_write_set(legal, family->surface.cells, mask);
        return;
    }
    memset(mask, 0, (size_t)board->facts.actions);
    int count = library_legal(board, state, moves);
    for (int i = 0; i < count; i++)
        mask[moves[i]] = 1;
}
