/* planes.h - what a seat sees of a state, as planes of bytes: for programs that learn.
 *
 * Own things come before those of others, and nothing that is hidden from the seat is there.
 * libtriancey(3) lists the planes of each game. */
#ifndef TRIANCEY_GAMES_PLANES_H
#define TRIANCEY_GAMES_PLANES_H

#include "games/game.h"

/* The shape of the planes of a board: `planes` of them, each with `places` bytes, one for each cell
 * (on Tritt's board for each point). */
struct planes_shape {
    int planes, places;
    uint32_t numbers; /* planes, as bits, whose bytes are numbers; the bytes of others are 0 or 1 */
    uint32_t uniform; /* planes that have one number in all bytes */
    uint32_t rest;    /* planes that are 1 where planes 0 and 1 are both 0 */
    uint16_t place[256]; /* Tritt: the bit of each place's point */
};

void planes_shape(const struct game_board *board, struct planes_shape *shape);

/* The place of a point of Tritt. */
static inline int planes_place(const struct planes_shape *shape, int bit) {
    int place = 0;
    while (shape->place[place] != bit)
        place++;
    return place;
}

/* Writes what a seat sees: planes * places bytes. */
void planes_write(const struct game_board *board, const struct planes_shape *shape,
                  const struct game_state *state, int seat, uint8_t *planes);

/* Writes a set as `cells` bytes: 1 where the set has the cell, else 0. */
void planes_write_set(const uint64_t *set, int cells, uint8_t *plane);

/* The grid of a board, even if the game has a board of its own; NULL: its cells have no sides. */
const struct grid *planes_grid(const struct game_board *board);

#endif
