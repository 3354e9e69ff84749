/* triangulation_board.c - the triangle of 64 cells: where everything leads, and the set-up.
 *
 * A cell has three coordinates from 1 to 8, counted from the corners of Red, Green and Blue. Their
 * sum is 17 on black cells, which point the same way as the board, and 18 on white ones. Cells are
 * numbered rank by rank from Red's corner, within a rank by rising file. */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "games/triangulation.h"

enum { SIDE = STRIPS, BLACK_SUM = 17 };

/* ---- coordinates ----------------------------------------------------------------------------- */

int triangulation_cell(int rank, int file, int column) {
    int sum = rank + file + column;
    bool inside = rank >= 1 && rank <= SIDE && file >= 1 && file <= SIDE && column >= 1 &&
                  column <= SIDE && (sum == BLACK_SUM || sum == BLACK_SUM + 1);
    return inside ? (rank - 1) * (rank - 1) + file - column + rank - 1 : -1;
}

static int square_of(const uint8_t *place, int army) {
    int strip = place[army], aside = place[(army + 1) % ARMIES] - place[(army + 2) % ARMIES];
    return strip * (strip - 1) / 2 + abs(aside);
}

/* The cell at a distance of `own` in coordinate k and of `next` and `last` in those after it, the
 * three being a ring; -1 if there is none. */
static int cell_by(const struct triangulation_board *board, int cell, int k, int own, int next,
                   int last) {
    int place[ARMIES];
    place[k] = board->coordinate[cell][k] + own;
    place[(k + 1) % 3] = board->coordinate[cell][(k + 1) % 3] + next;
    place[(k + 2) % 3] = board->coordinate[cell][(k + 2) % 3] + last;
    return triangulation_cell(place[0], place[1], place[2]);
}

/* The cell of cell_by() as a set; empty if there is none. */
static uint64_t set_by(const struct triangulation_board *board, int cell, int k, int own, int next,
                       int last) {
    int other = cell_by(board, cell, k, own, next, last);
    return other >= 0 ? cell_bit(other) : 0;
}

static void fill_coordinates(struct triangulation_board *board) {
    for (int rank = 1; rank <= SIDE; rank++)
        for (int file = 1; file <= SIDE; file++)
            for (int column = 1; column <= SIDE; column++) {
                int cell = triangulation_cell(rank, file, column);
                if (cell < 0)
                    continue;
                board->coordinate[cell][0] = (uint8_t)rank;
                board->coordinate[cell][1] = (uint8_t)file;
                board->coordinate[cell][2] = (uint8_t)column;
                if (rank + file + column == BLACK_SUM)
                    board->black |= cell_bit(cell);
            }
}

/* ---- ways of all armies ---------------------------------------------------------------------- */

static void fill_near(struct triangulation_board *board, int cell) {
    int d = board->black >> cell & 1 ? 1 : -1;
    for (int k = 0; k < 3; k++) {
        board->leg[cell][k] = (int8_t)cell_by(board, cell, k, d, 0, 0);
        board->sides[cell] |= set_by(board, cell, k, d, 0, 0);
        board->opposite[cell] |= set_by(board, cell, k, -d, d, d);
        board->past[cell][k] = set_by(board, cell, k, d, -d, 0) | set_by(board, cell, k, d, 0, -d);
        board->leaps[cell] |=
            set_by(board, cell, k, 2 * d, -d, -d) | set_by(board, cell, k, 3 * d, -d, -d) |
            set_by(board, cell, k, -2 * d, d, d) | set_by(board, cell, k, -3 * d, 2 * d, 2 * d);
    }
}

/* A way of the rukh keeps coordinate k; the next one rises and the last one falls, or the other way
 * round. Each step changes one of these two: from a black cell the one that rises, from a white
 * cell the one that falls. */
static void fill_ray(struct triangulation_board *board, int from, int k, bool rises, int8_t *ray) {
    uint64_t passed = 0;
    int count = 0;
    for (int cell = from;;) {
        int d = board->black >> cell & 1 ? 1 : -1;
        bool next = (d > 0) == rises;
        cell = cell_by(board, cell, k, 0, next ? d : 0, next ? 0 : d);
        ray[count++] = (int8_t)cell;
        if (cell < 0)
            return;
        board->lines[from] |= cell_bit(cell);
        board->between[from][cell] = passed;
        passed |= cell_bit(cell);
    }
}

/* ---- ways of infantry ------------------------------------------------------------------------ */

static void fill_infantry_cell(struct triangulation_board *board, int army, int cell) {
    struct infantry_ways *ways = &board->infantry[army];
    int next = (army + 1) % 3, last = (army + 2) % 3;
    if (!(board->black >> cell & 1)) {
        ways->step[cell] =
            set_by(board, cell, army, 0, -1, 0) | set_by(board, cell, army, 0, 0, -1);
        ways->strike[cell] = set_by(board, cell, army, 1, -1, -1);
        ways->strike_past[cell][next] = set_by(board, cell, army, 1, -1, 0);
        ways->strike_past[cell][last] = set_by(board, cell, army, 1, 0, -1);
    } else if (board->coordinate[cell][army] < SIDE) {
        ways->step[cell] = set_by(board, cell, army, 1, 0, 0);
        ways->strike[cell] =
            set_by(board, cell, army, 1, -1, 1) | set_by(board, cell, army, 1, 1, -1);
        ways->strike_past[cell][army] = board->past[cell][army];
    } else {
        ways->step[cell] = set_by(board, cell, army, 0, 1, 0) | set_by(board, cell, army, 0, 0, 1);
        ways->strike_past[cell][next] = set_by(board, cell, army, 0, 1, -1);
        ways->strike_past[cell][last] = set_by(board, cell, army, 0, -1, 1);
    }
    if (board->coordinate[cell][army] == SIDE)
        ways->last_row |= cell_bit(cell);
}

/* The number of `leg` among the three legs of `cell`. */
static int leg_number(const struct triangulation_board *board, int cell, int leg) {
    int k = 0;
    while (board->leg[cell][k] != leg)
        k++;
    return k;
}

/* Fills in from where a cell can be struck. Each of the two cells has its own number for the leg.
 */
static void fill_struck(struct triangulation_board *board, struct infantry_ways *ways) {
    for (int cell = 0; cell < CELLS; cell++) {
        for (uint64_t set = ways->strike[cell]; set; set &= set - 1)
            ways->struck_by[__builtin_ctzll(set)] |= cell_bit(cell);
        for (int k = 0; k < 3; k++)
            for (uint64_t set = ways->strike_past[cell][k]; set; set &= set - 1) {
                int struck = __builtin_ctzll(set);
                int leg = leg_number(board, struck, board->leg[cell][k]);
                ways->struck_past[struck][leg] |= cell_bit(cell);
            }
    }
}

/* ---- the set-up ------------------------------------------------------------------------------ */

/* Distances from the own corner and the two others, in either order: they are symmetrical. */
static const uint8_t row_place[ROW_CELLS][3] = {
    {3, 6, 8}, {3, 7, 7}, {3, 8, 6}, {3, 7, 8}, {3, 8, 7}};
static const uint8_t rukh_place[2][3] = {{2, 7, 8}, {2, 8, 7}};
static const uint8_t corner_place[3] = {1, 8, 8}, general_place[3] = {2, 8, 8};

static uint8_t cell_of(int army, const uint8_t *place) {
    int coordinate[3];
    for (int i = 0; i < 3; i++)
        coordinate[(army + i) % 3] = place[i];
    return (uint8_t)triangulation_cell(coordinate[0], coordinate[1], coordinate[2]);
}

static void fill_homes(struct infantry_ways *ways, int army) {
    for (int i = 0; i < ROW_CELLS; i++)
        ways->row[i] = cell_of(army, row_place[i]);
    for (int i = 0; i < 2; i++)
        ways->rukh[i] = cell_of(army, rukh_place[i]);
    ways->corner = cell_of(army, corner_place);
    ways->general = cell_of(army, general_place);
}

static void set_piece(struct triangulation_position *at, int army, enum piece_kind kind, int cell) {
    at->army[army] |= cell_bit(cell);
    at->kind[kind] |= cell_bit(cell);
}

static void set_up_army(const struct infantry_ways *ways, struct triangulation_position *at,
                        int army, bool inert) {
    set_piece(at, army, inert ? GENERAL : CAVALRY, ways->corner);
    set_piece(at, army, inert ? CAVALRY : GENERAL, ways->general);
    for (int i = 0; i < 2; i++) {
        set_piece(at, army, RUKH, ways->rukh[i]);
        at->fresh |= inert ? 0 : cell_bit(ways->rukh[i]);
    }
    for (int i = 0; i < ROW_CELLS; i++) {
        set_piece(at, army, INFANTRY, ways->row[i]);
        at->fresh |= cell_bit(ways->row[i]);
    }
    at->commander[army] = (uint8_t)(inert ? NOBODY : army);
}

void triangulation_set_up(const struct triangulation_board *board,
                          struct triangulation_position *at) {
    memset(at, 0, sizeof *at);
    for (int army = 0; army < ARMIES; army++)
        set_up_army(&board->infantry[army], at, army, army >= board->base.players);
    at->in = (uint8_t)((1 << board->base.players) - 1);
    at->key = triangulation_key(board, at);
}

/* ---- keys ------------------------------------------------------------------------------------ */

uint64_t triangulation_key(const struct triangulation_board *board,
                           const struct triangulation_position *at) {
    const struct triangulation_keys *keys = &board->keys;
    uint64_t key = keys->mover[at->mover];
    for (uint64_t set = position_cells(at); set; set &= set - 1) {
        int cell = __builtin_ctzll(set);
        key ^= keys->piece[position_army(at, cell)][position_kind(at, cell)][cell];
    }
    for (uint64_t set = at->fresh; set; set &= set - 1)
        key ^= keys->fresh[__builtin_ctzll(set)];
    for (int i = 0; i < ARMIES; i++) {
        key ^= keys->commander[i][at->commander[i]] ^ keys->mated[i][at->mated[i]];
        for (int army = 0; army < ARMIES; army++)
            for (int kind = 0; kind < PRISONER_KINDS; kind++)
                key ^= keys->prisoners[i][army][kind][at->prisoners[i][army][kind]];
    }
    return key;
}

/* The numbers for no prisoners and no marks are 0, so that these leave a key as it is. */
static void fill_keys(struct triangulation_keys *keys) {
    struct random random;
    random_seed(&random, 64);
    for (size_t i = 0; i < sizeof *keys / sizeof(uint64_t); i++)
        ((uint64_t *)keys)[i] = random_next(&random);
    for (int i = 0; i < ARMIES; i++) {
        keys->mated[i][0] = 0;
        for (int army = 0; army < ARMIES; army++)
            for (int kind = 0; kind < PRISONER_KINDS; kind++)
                keys->prisoners[i][army][kind][0] = 0;
    }
}

void triangulation_fill(struct triangulation_board *board) {
    fill_coordinates(board);
    for (int cell = 0; cell < CELLS; cell++) {
        fill_near(board, cell);
        for (int ray = 0; ray < RAYS; ray++)
            fill_ray(board, cell, ray / 2, ray % 2, board->ray[cell][ray]);
    }
    for (int army = 0; army < ARMIES; army++) {
        for (int cell = 0; cell < CELLS; cell++) {
            board->square[army][cell] = (uint8_t)square_of(board->coordinate[cell], army);
            fill_infantry_cell(board, army, cell);
        }
        fill_struck(board, &board->infantry[army]);
        fill_homes(&board->infantry[army], army);
        board->corners |= cell_bit(board->infantry[army].corner);
    }
    fill_keys(&board->keys);
}
