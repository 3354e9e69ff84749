/* opening_draw.h - the random moves that an encounter begins with: they are computed from the seed
 * of the league and the encounter, so that a resumed league has the openings that it began with,
 * and a record can be checked. */
#ifndef TRIANCEY_PAIRING_OPENING_DRAW_H
#define TRIANCEY_PAIRING_OPENING_DRAW_H

#include <stdbool.h>
#include <stdint.h>

struct game_board;
struct schedule_entry;
struct text;

struct opening_rule {
    int plies;     /* moves of players; those of chance are not counted */
    int count;     /* different openings a board; 0: one for each encounter */
    int bound;     /* margin that random play may have from there on; -1: any */
    bool shuffled; /* the openings come in an order that the seed shuffles */
};

/* Chooses the opening of a round from `count`: one after the other, or in an order that the seed
 * shuffles. All meetings of a round have one opening, and every pair gets all openings in turn.
 * Deciders take the next ones. */
int opening_choose(uint64_t seed, const struct schedule_entry *entry, int count, bool shuffled);

/* Whether one of a hundred tries leaves a position in which the half goes on. */
bool opening_try(const struct game_board *board, int plies, uint64_t seed);

/* How many placements make an archipelago; 0: the game has none. */
int opening_archipelago(const struct game_board *board);

/* Writes the moves, including moves of chance, separated by blanks. They are from the first of a
 * hundred tries that leaves a position in which the half goes on; if none does, nothing is written.
 * With a bound, several openings are drawn: the first whose mean margin of random play is within
 * the bound is written, or else the closest. `chance_seed` is the seed of the half. */
void opening_draw(const struct opening_rule *rule, uint64_t seed,
                  const struct schedule_entry *entry, const struct game_board *board,
                  uint64_t chance_seed, struct text *moves);

#endif
