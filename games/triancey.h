/* triancey.h - the Triancey family from inside: for the players that know it and for its tests.
 *
 * Other code uses game.h. The variants are rows of a table in triancey.c. */
#ifndef TRIANCEY_TRIANCEY_H
#define TRIANCEY_TRIANCEY_H

#include "games/game.h"
#include "games/reaction.h"

/* A row of the table: what makes one variant differ from another. GAMES.md, section 1. */
struct triancey_variant {
    struct game game;
    bool fewest;           /* the fewest cells win, else the most */
    int archipelago;       /* how many placements at first must keep to the archipelago's rules */
    bool pawns;            /* played between two coloured borders, else on a closed surface */
    const char *colour[2]; /* the names of what each seat plays, in all halves */
};

struct triancey_board {
    struct game_board base;
    const struct triancey_variant *variant;
    struct surface surface;
};

/* Colour 0 starts the half. Sets include the colour's pawn bit. */
struct triancey_state {
    uint64_t set[2][SURFACE_WORDS];
    uint16_t placed; /* moves made */
    uint8_t mover;   /* the colour to move */
    uint8_t half;    /* from 1 */
    uint8_t over;    /* enum triancey_over */
};

enum triancey_over { TRIANCEY_GOING, TRIANCEY_FULL, TRIANCEY_STALEMATE };

/* Whether a board's game belongs to the family, so that triancey_board() and triancey_state() may
 * be used. */
bool triancey_is(const struct game_board *board);

GAME_BOARD(triancey)
GAME_STATE(triancey)

/* Whether the mover is bound by the rules of the archipelago. */
static inline bool triancey_islands(const struct triancey_board *board,
                                    const struct triancey_state *state) {
    return state->placed < board->variant->archipelago;
}

/* How many cells a colour has. */
int triancey_cells(const struct triancey_board *board, const struct triancey_state *state,
                   int colour);

/* The margin of a colour if the half ended here: 0 in a stalemate. */
int triancey_margin(const struct triancey_board *board, const struct triancey_state *state,
                    int colour);

/* The seat that plays a colour in the state's half; also the colour that a seat plays. */
static inline int triancey_seat(const struct triancey_state *state, int colour) {
    return (state->half - 1 + colour) & 1;
}

/* What people call a colour: seat 1 is yellow (white in Archipel), whoever starts the half. */
static inline const char *triancey_name(const struct triancey_board *board,
                                        const struct triancey_state *state, int colour) {
    return board->variant->colour[triancey_seat(state, colour)];
}

/* triancey_picture.c: functions of struct game. */
game_draw_function triancey_draw;
int triancey_unfold(const struct game_board *board, const struct game_state *state, uint32_t move,
                    struct game_change *change);

extern const struct triancey_variant triancey_variants[3];

#endif
