/* triancey_picture.c - positions of the Triancey family as pictures, and reactions step by step. */
#include "games/picture.h"
#include "games/triancey.h"

#include <string.h>

/* The colours of seats as roles: white where there are pawns, because these are white and red. */
static enum picture_colour role(const struct triancey_board *board, int seat) {
    if (seat == 1)
        return PICTURE_RED;
    return board->variant->pawns ? PICTURE_WHITE : PICTURE_YELLOW;
}

static void mark_last(const struct triancey_board *board, const struct triancey_state *now,
                      const struct picture_before *before, struct picture *picture) {
    const struct triancey_state *then = triancey_state(before->state);
    for (int cell = 0; cell < board->surface.cells; cell++)
        if (set_has(now->set[then->mover], cell) && !set_has(then->set[then->mover], cell))
            picture->cell[cell].marks |= PICTURE_TAKEN;
    picture->cell[before->move].marks = PICTURE_LAST;
}

bool triancey_draw(const struct game_board *base, const struct game_state *state,
                   const struct picture_before *before, struct picture *picture) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    uint64_t legal[SURFACE_WORDS];
    bool drawn = picture_of_grid(picture, base->grid);
    legal_set(board->surface.words, &board->surface, s->set[s->mover], s->set[!s->mover],
              triancey_islands(board, s), legal);
    for (int cell = 0; cell < board->surface.cells; cell++) {
        if (set_has(s->set[0], cell) || set_has(s->set[1], cell))
            picture->cell[cell].colour = role(board, triancey_seat(s, set_has(s->set[1], cell)));
        else if (!s->over && !set_has(legal, cell))
            picture->cell[cell].marks |= PICTURE_CLOSED;
    }
    if (before)
        mark_last(board, s, before, picture);
    for (int seat = 0; seat < 2; seat++)
        picture->side[picture->sides++] = (struct picture_side){
            .name = board->variant->colour[seat], .colour = role(board, seat), .seat = seat};
    return drawn;
}

/* The first two neighbours of a cell in a set; false: fewer. Pawns become their border's number. */
static bool find_causes(const struct surface *surface, const uint64_t *own, int cell,
                        int cause[2]) {
    int found = 0;
    for (int k = 0; k < 3 && found < 2; k++) {
        int near = surface->side[cell][k];
        if (set_has(own, near))
            cause[found++] = near < surface->cells ? near : GRID_BORDER_1 - (near - surface->cells);
    }
    return found == 2;
}

/* Each step takes at once all cells that the step before has given two neighbours of the colour.
 * The rule needs no such order (GAMES.md, section 1), but this one is the easiest to follow. */
int triancey_unfold(const struct game_board *base, const struct game_state *state, uint32_t move,
                    struct game_change *change) {
    const struct triancey_board *board = triancey_board(base);
    const struct triancey_state *s = triancey_state(state);
    uint64_t own[SURFACE_WORDS];
    memcpy(own, s->set[s->mover], sizeof own);
    int changes = 0, done = 0;
    change[changes++] = (struct game_change){.cell = (int)move, .step = 0, .cause = {-1, -1}};
    for (int step = 1; done < changes; step++) {
        for (; done < changes; done++)
            set_add(own, change[done].cell);
        for (int cell = 0; cell < board->surface.cells; cell++) {
            struct game_change next = {.cell = cell, .step = step};
            if (!set_has(own, cell) && find_causes(&board->surface, own, cell, next.cause))
                change[changes++] = next;
        }
    }
    return changes;
}
