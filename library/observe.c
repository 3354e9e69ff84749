/* observe.c - what a seat sees of a state, as planes of bytes: README.md has the list. */
#include "config.h"

#include "games/triancey.h"
#include "games/triangulation.h"
#include "games/trioker.h"
#include "games/tritt.h"
#include "grids/grid.h"
#include "library/internal.h"

#include <string.h>

enum {
    TRIANCEY_PLANES = 4,
    TRITT_PLANES = 4 + 2 * POINTS_DIRECTIONS,
    TRIANGULATION_PLANES = (ARMIES + 1) * PIECE_KINDS + ARMIES + 1,
    TRIOKER_PLANES = 7
};

const struct grid *library_grid(const struct tri_board *board) {
    const struct game_board *rules = board->board;
    if (rules->grid || tritt_is(rules) || triangulation_is(rules))
        return rules->grid;
    return trioker_board(rules)->panel.grid;
}

void library_shape(struct tri_board *board) {
    const struct game_board *rules = board->board;
    struct tri_facts *facts = &board->facts;
    const struct points *all = tritt_is(rules) ? &tritt_board(rules)->all : NULL;
    for (int bit = 0; all && bit < POINTS_BITS; bit++)
        if (points_has(all, bit))
            board->place[facts->cells++] = (uint16_t)bit;
    if (!all)
        facts->cells = triangulation_is(rules) ? CELLS : library_grid(board)->cells;
    facts->places = facts->cells;
    facts->planes = triancey_is(rules)        ? TRIANCEY_PLANES
                    : all                     ? TRITT_PLANES
                    : triangulation_is(rules) ? TRIANGULATION_PLANES
                                              : TRIOKER_PLANES;
}

/* ---- the Triancey family ----------------------------------------------------------------------
 */

/* Eight bits as eight bytes of 0 or 1, the lowest first. */
static uint64_t spread(uint64_t bits) {
    uint64_t each = (bits & 0xff) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
    return (each + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
}

static void write_set(const uint64_t *set, int cells, uint8_t *plane) {
    int cell = 0;
    for (; cell + 8 <= cells; cell += 8) {
        uint64_t bytes = spread(set[cell >> 6] >> (cell & 63));
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
    write_set(state->set[colour], cells, planes);
    write_set(state->set[!colour], cells, planes + cells);
    write_set(empty, cells, planes + 2 * cells);
    memset(planes + 3 * cells, triancey_islands(board, state), (size_t)cells);
}

/* ---- Tritt --------------------------------------------------------------------------------------
 */

static void see_tritt(const struct tri_board *board, const struct tritt_state *state, int seat,
                      uint8_t *planes) {
    int places = board->facts.places;
    for (int i = 0; i < places; i++) {
        int bit = board->place[i];
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
            for (int i = 0; i < places; i++)
                if (board->place[i] == tritt_centre(piece))
                    planes[(4 + side * POINTS_DIRECTIONS + tritt_direction(piece)) * places + i] =
                        1;
        }
}

/* ---- Triangulation ------------------------------------------------------------------------------
 */

static void see_triangulation(const struct triangulation_position *at, int seat, uint8_t *planes) {
    for (int cell = 0; cell < CELLS; cell++) {
        if (!(position_cells(at) >> cell & 1))
            continue;
        int army = position_army(at, cell), kind = 0, leader = at->commander[army];
        while (!(at->kind[kind] >> cell & 1))
            kind++;
        int relative = leader == NOBODY ? ARMIES : (leader - seat + ARMIES) % ARMIES;
        planes[(relative * PIECE_KINDS + kind) * CELLS + cell] = 1;
        planes[((ARMIES + 1) * PIECE_KINDS + army) * CELLS + cell] = 1;
        planes[((ARMIES + 1) * PIECE_KINDS + ARMIES) * CELLS + cell] = at->fresh >> cell & 1;
    }
}

/* ---- Trioker ------------------------------------------------------------------------------------
 */

/* `own`: the pieces of the seat, as places from 0 on; `others`: how many pieces the others have. */
static void see_trioker(const struct tri_board *board, const struct trioker_laid *laid,
                        trioker_set own, int others, uint8_t *planes) {
    const struct trioker_panel *panel = &trioker_board(board->board)->panel;
    int places = board->facts.places;
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

static void see_rapid(const struct tri_board *board, const struct trioker_rapid_state *state,
                      int seat, uint8_t *planes) {
    int others = 0;
    for (int i = 0; i < board->facts.players; i++)
        others += i == seat ? 0 : state->count[i];
    see_trioker(board, &state->laid, trioker_is_in(state, seat), others, planes);
}

void library_observe(const struct tri_board *board, const struct game_state *position, int seat,
                     uint8_t *planes) {
    const struct game_board *rules = board->board;
    if (triancey_is(rules)) {
        see_triancey(triancey_board(rules), triancey_state(position), seat, planes);
        return;
    }
    memset(planes, 0, (size_t)board->facts.planes * (size_t)board->facts.places);
    if (tritt_is(rules)) {
        see_tritt(board, tritt_state(position), seat, planes);
    } else if (triangulation_is(rules)) {
        see_triangulation(&triangulation_state(position)->at, seat, planes);
    } else if (rules->game->guess) {
        see_rapid(board, trioker_rapid_state(position), seat, planes);
    } else if (rules->players == 1) {
        const struct trioker_puzzle_state *puzzle = trioker_puzzle_state(position);
        see_trioker(board, &puzzle->laid, puzzle->left, 0, planes);
    } else {
        const struct trioker_duel_state *duel = trioker_duel_state(position);
        see_trioker(board, &duel->laid, duel->hand[seat], __builtin_popcount(duel->hand[!seat]),
                    planes);
    }
}

/* ---- legal actions ----------------------------------------------------------------------------
 */

void library_mask(const struct tri_board *board, const struct game_state *state, int32_t *moves,
                  uint8_t *mask) {
    if (triancey_is(board->board)) {
        const struct triancey_board *family = triancey_board(board->board);
        const struct triancey_state *at = triancey_state(state);
        uint64_t legal[SURFACE_WORDS];
        WITH_WORDS(family->surface.words,
                   legal_set(W, &family->surface, at->set[at->mover], at->set[!at->mover],
                             triancey_islands(family, at), legal));
        write_set(legal, family->surface.cells, mask);
        return;
    }
    memset(mask, 0, (size_t)board->facts.actions);
    int count = library_legal(board, state, moves);
    for (int i = 0; i < count; i++)
        mask[moves[i]] = 1;
}
