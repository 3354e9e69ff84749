/* armies.h - what the players of Triangulation share: the worth of a position at a glance, and the
 * greedy yardstick.
 */
#ifndef TRIANCEY_ENGINE_TRIANGULATION_ARMIES_H
#define TRIANCEY_ENGINE_TRIANGULATION_ARMIES_H

#include "games/triangulation.h"

/* ---- the evaluation (armies_evaluation.c) ---------------------------------------------------- */

/* Worths in hundredths of an infantry. One whole margin is worth MARGIN_WORTH; what is won or lost
 * for certain is worth ARMIES_WIN, minus the plies until then. */
enum { MARGIN_WORTH = 1000, ARMIES_WIN = 30000, ARMIES_WON = 29000 };

/* A row of the table of terms; `eval` is printed from it. */
struct armies_term {
    const char *name, *about;
    int weight; /* of one of what is counted */
};

enum armies_terms {
    TERM_INFANTRY,
    TERM_RUKH,
    TERM_CAVALRY,
    TERM_RUKH_REACH,
    TERM_CAVALRY_REACH,
    TERM_INFANTRY_REACH,
    TERM_SHELTER,
    TERM_HUNT,
    ARMIES_TERMS
};

extern const struct armies_term armies_terms[ARMIES_TERMS];

/* What can be tuned in the player `search` of Triangulation (armies_search.c). */
struct armies_parameters {
    int weight[ARMIES_TERMS];
};

/* How often each term counts for each seat that is in. */
void armies_count(const struct triangulation_board *board, const struct triangulation_position *at,
                  int count[ARMIES][ARMIES_TERMS]);

/* What a position that goes on is worth to each seat: its share if it were a draw, and how far it
 * is ahead of the mean of the others. Out: as good as lost. The sum is not zero. */
void armies_worth(const struct triangulation_board *board, const struct triangulation_position *at,
                  const struct armies_parameters *parameters, int worth[ARMIES]);

/* ---- the yardstick (armies_greedy.c) --------------------------------------------------------- */

enum { GREEDY_VERSION = 1 };

/* What a move gains by greedy's table, and may lose again. */
struct greedy_view {
    int gain, risk;
};

void greedy_look(const struct triangulation_board *board, const struct triangulation_position *at,
                 uint32_t move, struct greedy_view *view);

#endif
