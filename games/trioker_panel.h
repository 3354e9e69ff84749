/* trioker_panel.h - what all games of Trioker share: a panel of cells, and the pieces laid on it.
 *
 * The one law: corners that meet carry the same value. A piece is laid beside one that lies there
 * already (except in puzzles), and every corner that it meets must agree. A panel is made ready
 * once from a grid and never changes; a struct trioker_laid is part of a game's state, flat and
 * without pointers. */
#ifndef TRIANCEY_GAMES_TRIOKER_PANEL_H
#define TRIANCEY_GAMES_TRIOKER_PANEL_H

#include "games/trioker_pieces.h"
#include "grids/grid.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

enum {
    TRIOKER_CELLS_MAX = 80,
    TRIOKER_CORNERS_MAX = TRIOKER_CELLS_MAX + 2,
    TRIOKER_ROTATIONS = 3,
    TRIOKER_KEYS = 125 /* what three corners may show: a value or none yet, each */
};

/* A set of cells, bit i % 64 of word i / 64 for cell i. */
struct trioker_cells {
    uint64_t word[2];
};

struct trioker_panel {
    const struct grid *grid; /* not owned; has the coordinates, if any */
    int cells, corners;      /* numbered as in the grid, also those that are not in use */
    struct trioker_cells use;
    uint8_t corner[TRIOKER_CELLS_MAX][3];
    struct trioker_cells beside[TRIOKER_CELLS_MAX];   /* the neighbours in use */
    bool hexagon[TRIOKER_CORNERS_MAX];                /* corners with six cells in use around */
    trioker_set fit[TRIOKER_KEYS][TRIOKER_ROTATIONS]; /* the pieces that fit, by trioker_key() */
    uint8_t joker[2];                                 /* its fixed values */
    bool joker_at_tip;                                /* its wild corner must lie on a free tip */
    uint8_t no_joker[TRIOKER_CELLS_MAX]; /* bits: rotations that lay its wild corner elsewhere */
};

/* What lies on a panel. All bytes count: equal positions are equal bytes. */
struct trioker_laid {
    uint64_t key; /* of what lies where */
    struct trioker_cells filled;
    struct trioker_cells open; /* empty cells beside a laid piece */
    uint8_t count;
    uint8_t value[TRIOKER_CORNERS_MAX]; /* of each corner; TRIOKER_WILD: none yet */
    uint8_t met[TRIOKER_CORNERS_MAX];   /* how many pieces lie around it */
    uint8_t lying[TRIOKER_CELLS_MAX];   /* 0, or 1 + 4 times the piece + its rotation */
};

/* A piece laid on a cell is a move, the same in all games; other moves have higher bits. */
static inline uint32_t trioker_move(int cell, int piece, int rotation) {
    return (uint32_t)cell << 8 | (uint32_t)piece << 2 | (uint32_t)rotation;
}

static inline int trioker_move_cell(uint32_t move) {
    return (int)(move >> 8);
}

static inline int trioker_move_piece(uint32_t move) {
    return (int)(move >> 2 & 63);
}

static inline int trioker_move_rotation(uint32_t move) {
    return (int)(move & 3);
}

/* ---- sets of cells --------------------------------------------------------------------------- */

static inline bool trioker_has(const struct trioker_cells *cells, int cell) {
    return cells->word[cell >> 6] >> (cell & 63) & 1;
}

static inline void trioker_add(struct trioker_cells *cells, int cell) {
    cells->word[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

static inline void trioker_remove(struct trioker_cells *cells, int cell) {
    cells->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

/* Takes the least cell out of a set; false: it is empty. */
static inline bool trioker_take(struct trioker_cells *cells, int *cell) {
    int word = cells->word[0] ? 0 : 1;
    if (!cells->word[word])
        return false;
    *cell = 64 * word + __builtin_ctzll(cells->word[word]);
    cells->word[word] &= cells->word[word] - 1;
    return true;
}

/* ---- panels ---------------------------------------------------------------------------------- */

/* Makes a panel of all cells of a grid, which must live longer, or of some of them. A grid that is
 * given by its sides alone will do: corners are where sides meet. False and why not: too many
 * cells. */
bool trioker_panel_prepare(struct trioker_panel *panel, const struct grid *grid,
                           const struct trioker_cells *use, struct error *error);

/* Gives the Joker of a panel other fixed values than the usual ones; its wild corner must lie on a
 * free tip, a corner that meets no other, or may lie anywhere, as usual. */
void trioker_panel_set_joker(struct trioker_panel *panel, const uint8_t joker[2], bool at_tip);

/* The hatched cells of the panel of 73 cells (`hexagon 3,4`): those that touch a short side of it.
 */
void trioker_hatched(const struct grid *grid, struct trioker_cells *hatched);

/* ---- laying ---------------------------------------------------------------------------------- */

void trioker_laid_start(struct trioker_laid *laid);

static inline int trioker_lying_piece(const struct trioker_laid *laid, int cell) {
    return (laid->lying[cell] - 1) >> 2;
}

static inline int trioker_lying_rotation(const struct trioker_laid *laid, int cell) {
    return (laid->lying[cell] - 1) & 3;
}

/* What the corners of a cell show, as a number. */
static inline int trioker_key(const struct trioker_panel *panel, const struct trioker_laid *laid,
                              int cell) {
    const uint8_t *corner = panel->corner[cell];
    return (laid->value[corner[0]] * 5 + laid->value[corner[1]]) * 5 + laid->value[corner[2]];
}

/* Lays a piece that fits on an empty cell in use; returns how many hexagons it completes. */
int trioker_lay(const struct trioker_panel *panel, struct trioker_laid *laid, uint32_t move);

/* Lists the moves that lay a piece of the hand on one of the cells, ordered by cell, piece and
 * rotation; returns how many. */
int trioker_moves(const struct trioker_panel *panel, const struct trioker_laid *laid,
                  struct trioker_cells cells, trioker_set hand, uint32_t *out);

/* The pieces that fit on any of the cells. */
trioker_set trioker_playable(const struct trioker_panel *panel, const struct trioker_laid *laid,
                             struct trioker_cells cells);

/* The empty cells in use. */
static inline struct trioker_cells trioker_empty(const struct trioker_panel *panel,
                                                 const struct trioker_laid *laid) {
    return (struct trioker_cells){
        {panel->use.word[0] & ~laid->filled.word[0], panel->use.word[1] & ~laid->filled.word[1]}};
}

#endif
