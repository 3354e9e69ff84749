/* planes.c - positions as planes of bytes for programs that learn. Each family of games has its
 * own planes, described in the header, the player to move always first. A set is spread eight
 * cells at a time. */
#include "config.h"

#include "games/planes.h"

#include "games/triancey.h"
#include "games/triangulation.h"
#include "games/trioker.h"
#include "games/tritt.h"
#include "grids/grid.h"

#include <string.h>

enum {
    TRIANCEY_PLANES = 4,
    TRITT_PLANES = 4 + 2 * POINTS_DIRECTIONS,
    TRIANGULATION_PLANES = (ARMIES + 1) * PIECE_KINDS + ARMIES + 1,
    TRIOKER_PLANES = 7
};

/* Planes of numbers: of Trioker the values at corners. One number has the phase of an archipelago,
 * and of Tritt and Trioker how many pieces there are. */
enum { TRIOKER_NUMBERS = 7 << 2, TRIOKER_UNIFORM = 1 << 6 };
enum { POINTS_REST = 1 << 2, POINTS_UNIFORM = 1 << 3 /* of Tritt and the Triancey family */ };

const struct grid *planes_grid(const struct game_board *board) {
    if (board->grid || tritt_is(board) || triangulation_is(board))
        return board->grid;
    return trioker_board(board)->panel.grid;
}

void planes_shape(const struct game_board *board, struct planes_shape *shape) {
    const struct points *all = tritt_is(board) ? &tritt_board(board)->all : NULL;
    *shape = (struct planes_shape){.places = 0};
    for (int bit = 0; all && bit < POINTS_BITS; bit++)
        if (points_has(all, bit))
            shape->place[shape->places++] = (uint16_t)bit;
    if (!all)
        shape->places = triangulation_is(board) ? CELLS : planes_grid(board)->cells;
    shape->planes = triancey_is(board)        ? TRIANCEY_PLANES
                    : all                     ? TRITT_PLANES
                    : triangulation_is(board) ? TRIANGULATION_PLANES
                                              : TRIOKER_PLANES;
    if (triancey_is(board) || all) {
        shape->rest = POINTS_REST;
        shape->uniform = POINTS_UNIFORM;
    } else if (!triangulation_is(board)) {
        shape->numbers = TRIOKER_NUMBERS;
        shape->uniform = TRIOKER_UNIFORM;
    }
}

/* ---- the Triancey family --------------------------------------------------------------------- */

/* Eight bits as eight bytes of 0 or 1, the lowest first. */
static uint64_t planes_spread(uint64_t bits) {
    uint64_t each = (bits & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (each + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

void planes_write_set(const uint64_t *set, int cells, uint8_t *plane) {
    int cell = 0;
    for (; cell + 8 <= cells; cell += 8) {
        uint64_t bytes = planes_spread(set[cell >> 6] >> (cell & 63));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        bytes = __builtin_bswap64(bytes);
#endif
        memcpy(plane + cell, &bytes, sizeof bytes);
    }
    for (; cell < cells; cell++)
        plane[cell] = set_has(set, cell);
}

static void see_triancey(const struct triancey_board *board, const struct triancey_state *state,
                         int seat, uint8_t *planes) {
    int cells = board->surface.cells, words = board->surface.words;
    int colour = triancey_seat(state, seat);
    uint64_t empty[SURFACE_WORDS];
    for (int w = 0; w < words; w++)
        empty[w] = board->surface.all[w] & ~(state->set[0][w] | state->set[1][w]);
    planes_write_set(state->set[colour], cells, planes);
    planes_write_set(state->set[!colour], cells, planes + cells);
    planes_write_set(empty, cells, planes + 2 * cells);
    memset(planes + 3 * cells, triancey_islands(board, state), (size_t)cells);
}

/* ---- Tritt ----------------------------------------------------------------------------------- */

static void see_tritt(const struct planes_shape *shape, const struct tritt_state *state, int seat,
                      uint8_t *planes) {
    int places = shape->places;
    for (int i = 0; i < places; i++) {
        int bit = shape->place[i];
        bool own = points_has(&state->colour[seat], bit),
             other = points_has(&state->colour[!seat], bit);
        planes[i] = own;
        planes[places + i] = other;
        planes[2 * places + i] = !own && !other;
        planes[3 * places + i] = state->count[seat];
    }
    for (int side = 0; side < 2; side++)
        for (int n = 0; n < state->count[side ? !seat : seat]; n++) {
            int piece = state->piece[side ? !seat : seat][n];
            int plane = 4 + side * POINTS_DIRECTIONS + tritt_direction(piece);
            planes[plane * places + planes_place(shape, tritt_centre(piece))] = 1;
        }
}

/* ---- Triangulation --------------------------------------------------------------------------- */

static void see_triangulation(const struct triangulation_position *at, int seat, uint8_t *planes) {
    for (int cell = 0; cell < CELLS; cell++) {
        if (!(position_cells(at) >> cell & 1))
            continue;
        int army = position_army(at, cell), leader = at->commander[army];
        int relative = leader == NOBODY ? ARMIES : (leader - seat + ARMIES) % ARMIES;
        planes[(relative * PIECE_KINDS + position_kind(at, cell)) * CELLS + cell] = 1;
        planes[((ARMIES + 1) * PIECE_KINDS + army) * CELLS + cell] = 1;
        planes[((ARMIES + 1) * PIECE_KINDS + ARMIES) * CELLS + cell] = at->fresh >> cell & 1;
    }
}

/* ---- Trioker --------------------------------------------------------------------------------- */

/* `own`: the pieces of the seat, as places from 0 on; `others`: how many pieces the others have. */
static void see_trioker(const struct game_board *board, const struct trioker_laid *laid,
                        trioker_set own, int others, uint8_t *planes) {
    const struct trioker_panel *panel = &trioker_board(board)->panel;
    int places = panel->grid->cells;
    for (int cell = 0; cell < places; cell++) {
        planes[cell] = trioker_has(&laid->filled, cell);
        planes[places + cell] = trioker_has(&laid->open, cell);
        for (int k = 0; k < 3; k++) {
            int value = laid->value[panel->corner[cell][k]];
            planes[(2 + k) * places + cell] = value == TRIOKER_WILD ? 0 : (uint8_t)(value + 1);
        }
        planes[5 * places + cell] = cell < TRIOKER_ALL && own >> cell & 1;
        planes[6 * places + cell] = (uint8_t)others;
    }
}

static void see_rapid(const struct game_board *board, const struct trioker_rapid_state *state,
                      int seat, uint8_t *planes) {
    int others = 0;
    for (int i = 0; i < board->players; i++)
        others += i == seat ? 0 : state->count[i];
    see_trioker(board, &state->laid, trioker_is_in(state, seat), others, planes);
}

void planes_write(const struct game_board *board, const struct planes_shape *shape,
                  const struct game_state *state, int seat, uint8_t *planes) {
    if (triancey_is(board)) {
        see_triancey(triancey_board(board), triancey_state(state), seat, planes);
        return;
    }
    memset(planes, 0, (size_t)shape->planes * (size_t)shape->places);
    if (tritt_is(board)) {
        see_tritt(shape, tritt_state(state), seat, planes);
    } else if (triangulation_is(board)) {
        see_triangulation(&triangulation_state(state)->at, seat, planes);
    } else if (board->game->guess) {
        see_rapid(board, trioker_rapid_state(state), seat, planes);
    } else if (board->players == 1) {
        const struct trioker_puzzle_state *puzzle = trioker_puzzle_state(state);
        see_trioker(board, &puzzle->laid, puzzle->left, 0, planes);
    } else {
        const struct trioker_duel_state *duel = trioker_duel_state(state);
        see_trioker(board, &duel->laid, duel->hand[seat], __builtin_popcount(duel->hand[!seat]),
                    planes);
    }
}
