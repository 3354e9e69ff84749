/* trioker_panel.c - which pieces fit where on a panel of Trioker.
 *
 * The values at the three corners of a cell are one of 125 keys. For each key and rotation the
 * panel has the set of pieces that fit, as bits, so that listing moves is looking up a set and
 * taking its bits. What depends on the Joker is computed again when its values change. */
#include "games/trioker_panel.h"

#include "base/error.h"
#include "base/language.h"

#include <stdio.h>
#include <string.h>

/* ---- panels ---------------------------------------------------------------------------------- */

/* Numbers the corners of a grid that has no coordinates, only sides. Two neighbours share the
 * corners at both ends of their common side: each such pair takes the smaller of its two numbers,
 * until nothing changes. */
static void derive_corners(struct trioker_panel *panel, const struct grid *grid) {
    int corner[TRIOKER_CELLS_MAX][3];
    uint8_t number[3 * TRIOKER_CELLS_MAX];
    for (int i = 0; i < 3 * grid->cells; i++)
        corner[i / 3][i % 3] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < 3 * grid->cells; i++) {
            int cell = i / 3, k = i % 3, other = grid->side[cell][k];
            int back = other < 0 ? -1 : grid_side_to(grid, other, cell);
            for (int end = 0; back >= 0 && end < 2; end++) {
                int *mine = &corner[cell][(k + end) % 3], *its = &corner[other][(back + !end) % 3];
                changed = changed || *mine != *its;
                *mine = *its = *mine < *its ? *mine : *its;
            }
        }
    }
    panel->corners = 0;
    for (int i = 0; i < 3 * grid->cells; i++) {
        int least = corner[i / 3][i % 3];
        if (least == i)
            number[i] = (uint8_t)panel->corners++;
        panel->corner[i / 3][i % 3] = number[least];
    }
}

/* A point lies inside if its six cells are in use and each shares a side with two others. */
static void find_hexagons(struct trioker_panel *panel) {
    int cells[TRIOKER_CORNERS_MAX] = {0}, sides[TRIOKER_CORNERS_MAX] = {0};
    struct trioker_cells left = panel->use;
    for (int cell; trioker_take(&left, &cell);)
        for (int k = 0; k < 3; k++) {
            int in = panel->grid->side[cell][(k + 2) % 3], out = panel->grid->side[cell][k];
            cells[panel->corner[cell][k]]++;
            sides[panel->corner[cell][k]] += in >= 0 && trioker_has(&panel->use, in);
            sides[panel->corner[cell][k]] += out >= 0 && trioker_has(&panel->use, out);
        }
    for (int corner = 0; corner < panel->corners; corner++)
        panel->hexagon[corner] = cells[corner] == 6 && sides[corner] == 12;
}

static void find_neighbours(struct trioker_panel *panel) {
    struct trioker_cells left = panel->use;
    for (int cell; trioker_take(&left, &cell);)
        for (int k = 0; k < 3; k++) {
            int other = panel->grid->side[cell][k];
            if (other >= 0 && trioker_has(&panel->use, other))
                trioker_add(&panel->beside[cell], other);
        }
}

static bool agrees(int shown, int value) {
    return shown == value || shown == TRIOKER_WILD || value == TRIOKER_WILD;
}

static void find_fits(struct trioker_panel *panel) {
    for (int key = 0; key < TRIOKER_KEYS; key++)
        for (int piece = 0; piece <= TRIOKER_JOKER; piece++)
            for (int r = 0; r < trioker_rotations(piece); r++)
                if (agrees(key / 25, trioker_corner(panel->joker, piece, r, 0)) &&
                    agrees(key / 5 % 5, trioker_corner(panel->joker, piece, r, 1)) &&
                    agrees(key % 5, trioker_corner(panel->joker, piece, r, 2)))
                    panel->fit[key][r] |= UINT32_C(1) << piece;
}

/* Finds the cells and rotations in which the wild corner would not lie on a free tip. */
static void find_no_joker(struct trioker_panel *panel) {
    int cells[TRIOKER_CORNERS_MAX] = {0};
    for (int i = 0; i < 3 * panel->cells; i++)
        cells[panel->corner[i / 3][i % 3]] += trioker_has(&panel->use, i / 3);
    for (int i = 0; i < TRIOKER_ROTATIONS * panel->cells; i++) {
        int cell = i / TRIOKER_ROTATIONS, r = i % TRIOKER_ROTATIONS;
        if (cells[panel->corner[cell][trioker_corner_of(r, 0)]] != 1)
            panel->no_joker[cell] |= (uint8_t)(1u << r);
    }
}

void trioker_panel_set_joker(struct trioker_panel *panel, const uint8_t joker[2], bool at_tip) {
    memcpy(panel->joker, joker, sizeof panel->joker);
    panel->joker_at_tip = at_tip;
    memset(panel->fit, 0, sizeof panel->fit);
    memset(panel->no_joker, 0, sizeof panel->no_joker);
    find_fits(panel);
    if (at_tip)
        find_no_joker(panel);
}

bool trioker_panel_prepare(struct trioker_panel *panel, const struct grid *grid,
                           const struct trioker_cells *use, struct error *error) {
    memset(panel, 0, sizeof *panel);
    if (grid->cells > TRIOKER_CELLS_MAX)
        return error_set(error, _("%s: a panel has at most %d cells, not %d"), grid->name,
                         TRIOKER_CELLS_MAX, grid->cells);
    panel->grid = grid;
    panel->cells = grid->cells;
    for (int cell = 0; cell < grid->cells; cell++)
        if (!use || trioker_has(use, cell))
            trioker_add(&panel->use, cell);
    if (grid->surface == GRID_ABSTRACT) {
        derive_corners(panel, grid);
    } else {
        panel->corners = grid->corners;
        for (int i = 0; i < 3 * grid->cells; i++)
            panel->corner[i / 3][i % 3] = (uint8_t)grid->corner[i / 3][i % 3];
    }
    find_neighbours(panel);
    find_hexagons(panel);
    trioker_panel_set_joker(panel, trioker_joker_usual(), false);
    return true;
}

/* ---- the hatched cells ----------------------------------------------------------------------- */

/* How many cells meet at a corner. */
static int cells_around(const struct grid *grid, int corner) {
    return grid->around_start[corner + 1] - grid->around_start[corner];
}

/* Walks along the rim from each tip of the hexagon, where two cells meet: a walk that reaches the
 * next tip after three sides has followed a short side. */
void trioker_hatched(const struct grid *grid, struct trioker_cells *hatched) {
    enum { SHORT = 3, AT_A_TIP = 2 };
    int16_t next[GRID_CORNERS_MAX];
    memset(hatched, 0, sizeof *hatched);
    memset(next, -1, sizeof next);
    for (int i = 0; i < 3 * grid->cells; i++)
        if (grid->side[i / 3][i % 3] < 0)
            next[grid->corner[i / 3][i % 3]] = grid->corner[i / 3][(i + 1) % 3];
    for (int tip = 0; tip < grid->corners; tip++) {
        int path[SHORT + 1] = {tip}, steps = 0;
        if (next[tip] < 0 || cells_around(grid, tip) != AT_A_TIP)
            continue;
        do
            path[steps + 1] = next[path[steps]];
        while (++steps < SHORT && cells_around(grid, path[steps]) != AT_A_TIP);
        if (steps < SHORT || cells_around(grid, path[SHORT]) != AT_A_TIP)
            continue;
        for (int i = 0; i <= SHORT; i++)
            for (int at = grid->around_start[path[i]]; at < grid->around_start[path[i] + 1]; at++)
                trioker_add(hatched, grid->around[at]);
    }
}

/* ---- laying ---------------------------------------------------------------------------------- */

void trioker_laid_start(struct trioker_laid *laid) {
    memset(laid, 0, sizeof *laid);
    memset(laid->value, TRIOKER_WILD, sizeof laid->value);
}

/* What a piece on a cell adds to the key of a position (the finaliser of splitmix64). */
static uint64_t key_of(uint32_t move) {
    uint64_t key = (move + UINT64_C(1)) * UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
    return key ^ key >> 31;
}

int trioker_lay(const struct trioker_panel *panel, struct trioker_laid *laid, uint32_t move) {
    int cell = trioker_move_cell(move), piece = trioker_move_piece(move);
    int rotation = trioker_move_rotation(move), hexagons = 0;
    const struct trioker_cells *beside = &panel->beside[cell];
    for (int k = 0; k < 3; k++) {
        int corner = panel->corner[cell][k],
            value = trioker_corner(panel->joker, piece, rotation, k);
        if (value != TRIOKER_WILD)
            laid->value[corner] = (uint8_t)value;
        hexagons += ++laid->met[corner] == 6 && panel->hexagon[corner];
    }
    laid->lying[cell] = (uint8_t)(1 + 4 * piece + rotation);
    laid->count++;
    laid->key ^= key_of(move);
    trioker_add(&laid->filled, cell);
    trioker_remove(&laid->open, cell);
    for (int i = 0; i < 2; i++)
        laid->open.word[i] |= beside->word[i] & ~laid->filled.word[i];
    return hexagons;
}

/* The pieces that fit on a cell in a rotation. */
static inline trioker_set find_fitting(const struct trioker_panel *panel, const trioker_set *fit,
                                       int cell, int r) {
    return fit[r] & ~((trioker_set)(panel->no_joker[cell] >> r & 1) << TRIOKER_JOKER);
}

int trioker_moves(const struct trioker_panel *panel, const struct trioker_laid *laid,
                  struct trioker_cells cells, trioker_set hand, uint32_t *out) {
    int count = 0;
    for (int cell; trioker_take(&cells, &cell);) {
        const trioker_set *fit = panel->fit[trioker_key(panel, laid, cell)];
        for (trioker_set left = (fit[0] | fit[1] | fit[2]) & hand; left; left &= left - 1) {
            int piece = __builtin_ctz(left);
            for (int r = 0; r < TRIOKER_ROTATIONS; r++)
                if (find_fitting(panel, fit, cell, r) >> piece & 1)
                    out[count++] = trioker_move(cell, piece, r);
        }
    }
    return count;
}

trioker_set trioker_playable(const struct trioker_panel *panel, const struct trioker_laid *laid,
                             struct trioker_cells cells) {
    trioker_set set = 0;
    for (int cell; trioker_take(&cells, &cell);) {
        const trioker_set *fit = panel->fit[trioker_key(panel, laid, cell)];
        for (int r = 0; r < TRIOKER_ROTATIONS; r++)
            set |= find_fitting(panel, fit, cell, r);
    }
    return set;
}
