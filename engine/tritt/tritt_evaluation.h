/* tritt_evaluation.h - what a position of Tritt is worth at a glance. */
#ifndef TRIANCEY_ENGINE_TRITT_TRITT_EVALUATION_H
#define TRIANCEY_ENGINE_TRITT_TRITT_EVALUATION_H

#include "engine/tritt/tritt_tactics.h"

/* What is counted, each for the player to move and for the enemy. */
enum tritt_term {
    TRITT_THIRDS,  /* empty points that would complete a line of the colour */
    TRITT_SLIDES,  /* slides that the player has before he places */
    TRITT_PLACES,  /* places for a piece, up to 32: who has none loses */
    TRITT_THREATS, /* slides that win at once, up to 8; the mover has none here */
    TRITT_TERMS
};

struct tritt_counts {
    int count[TRITT_TERMS][2];
};

/* A row of the table: a name for people, and the weight of the difference. */
struct tritt_weight {
    const char *name, *about;
    int weight; /* thousandths of a won game */
};

extern const struct tritt_weight tritt_weights[TRITT_TERMS];

/* Counts for a position in which the player to move has no win at once. `places` are both players',
 * the mover's first. */
void tritt_count(const struct tritt_tactics *tactics, const struct tritt_state *state,
                 const struct tritt_places places[2], struct tritt_counts *counts);

/* Their weighted sum, in thousandths of a won game, for the player to move. */
int tritt_evaluate(const struct tritt_counts *counts);

#endif
