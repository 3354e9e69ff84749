/* triangulation_evaluation.h - what the players of Triangulation share: the worth of a position at
 * a glance, and the greedy yardstick. */
#ifndef TRIANCEY_ENGINE_TRIANGULATION_TRIANGULATION_EVALUATION_H
#define TRIANCEY_ENGINE_TRIANGULATION_TRIANGULATION_EVALUATION_H

#include "games/triangulation.h"

/* ---- the evaluation -------------------------------------------------------------------------- */

/* Worths in hundredths of an infantry. One whole margin is worth MARGIN_WORTH. A game that is won
 * or lost for certain is worth WORTH_WIN, minus the plies until then: more than WORTH_WON. */
enum { MARGIN_WORTH = 1000, WORTH_WIN = 30000, WORTH_WON = 29000 };

/* A row of the table of terms; `eval` is printed from it. */
struct triangulation_term {
    const char *name, *about;
    int weight; /* of one of what is counted */
};

enum triangulation_terms {
    TERM_INFANTRY,
    TERM_RUKH,
    TERM_CAVALRY,
    TERM_RUKH_REACH,
    TERM_CAVALRY_REACH,
    TERM_INFANTRY_REACH,
    TERM_SHELTER,
    TERM_HUNT,
    TERM_SQUARES,
    TRIANGULATION_TERMS
};

extern const struct triangulation_term triangulation_terms[TRIANGULATION_TERMS];

/* The parameters of the player `search` of Triangulation (triangulation_search.c). */
struct triangulation_parameters {
    long long opponents; /* with three players: OPPONENTS_... */
    const int *weight;   /* of each term; NULL: those of the table */
    int *found;          /* gets the worth of the move that is chosen; NULL: nobody asks */
};

enum { OPPONENTS_TOGETHER, OPPONENTS_EACH };

/* What a piece is worth on a square of its army's, in games of two players. `tune triangulation`
 * finds these numbers. */
extern const int16_t triangulation_squares[PIECE_KINDS][SQUARES];

/* How often each term counts for each seat that is still in the game. */
void triangulation_count(const struct triangulation_board *board,
                         const struct triangulation_position *at,
                         int count[ARMIES][TRIANGULATION_TERMS]);

/* What a position that goes on is worth to each seat: its share if it were a draw, and how far it
 * is ahead of the mean of the others. For a seat that is out it is nearly a loss. The worths need
 * not add up to zero. */
void triangulation_worth(const struct triangulation_board *board,
                         const struct triangulation_position *at,
                         const int weight[TRIANGULATION_TERMS], int worth[ARMIES]);

/* ---- the yardstick (triangulation_greedy.c) -------------------------------------------------- */

/* What a move gains by greedy's table, and may lose again. */
struct greedy_view {
    int gain, risk;
};

void greedy_look(const struct triangulation_board *board, const struct triangulation_position *at,
                 uint32_t move, struct greedy_view *view);

#endif
