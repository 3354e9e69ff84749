/* trioker_look.h - positions of the duel of Trioker for a search: what they are worth at a glance,
 * and by looking ahead. */
#ifndef TRIANCEY_ENGINE_TRIOKER_TRIOKER_LOOK_H
#define TRIANCEY_ENGINE_TRIOKER_TRIOKER_LOOK_H

#include "games/trioker.h"

struct task;

enum { DUEL_SEEN = 3, DUEL_KILLERS = 2 };

/* A position and what is seen of it. */
struct duel_node {
    struct trioker_duel_state state;
    trioker_set fit[DUEL_SEEN]; /* the pieces that fit on one open cell, on two, on three or more */
    trioker_set closes;         /* those that complete a hexagon somewhere */
    int burden[2];              /* of the pieces that the two have left */
};

/* What is counted, each for the player to move and for the other one. */
enum duel_term {
    DUEL_BURDEN,
    DUEL_FIT,
    DUEL_FIT_LATE,
    DUEL_FIT_TWICE,
    DUEL_FIT_MORE,
    DUEL_CLOSES,
    DUEL_AGAIN,
    DUEL_TERMS
};

/* A row of the table: a name for people, and the weights, in hundredths of a piece. */
struct duel_weight {
    const char *name, *about;
    int own, other;
};

extern const struct duel_weight duel_weights[DUEL_TERMS];

/* Scores are hundredths of a piece of margin, and a won game is worth something more; they order
 * finished games as margins do. */
enum { DUEL_PIECE = 100, DUEL_WON = 200, DUEL_MOST = TRIOKER_CAMP * DUEL_PIECE + DUEL_WON };

struct duel_look {
    const struct task *task;
    const struct trioker_board *board;
    trioker_set any[TRIOKER_KEYS]; /* the pieces that fit in some rotation, by trioker_key() */
    uint64_t nodes;
    bool stopped;   /* the score returned last is worthless */
    bool estimated; /* some score came from a position that was not looked through to the end; set
                       to false before a search */
    uint32_t killer[2 * TRIOKER_CAMP + 1][DUEL_KILLERS]; /* by the number of pieces laid */
    int history[2][TRIOKER_ALL][TRIOKER_CELLS_MAX];
};

void duel_look_open(struct duel_look *look, const struct task *task);

/* Makes the node of a position. */
void duel_see(const struct duel_look *look, const struct trioker_duel_state *state,
              struct duel_node *node);

/* A hash key of a position. */
uint64_t duel_key(const struct trioker_duel_state *state);

/* How often a term counts for a side, 0 being the player to move. */
int duel_count(const struct duel_node *node, enum duel_term term, int side);

/* The estimate for the player to move, of a position that is not over. */
int duel_evaluate(const struct duel_node *node);

/* The score of a finished game by its margin, and the margin nearest to a score. */
int duel_final(int margin);
int duel_margin(int score);

/* The score of a move of the node for its player, by looking at all that follows up to `depth`
 * further pieces: exact within alpha..beta. */
int duel_look_after(struct duel_look *look, const struct duel_node *node, uint32_t move, int depth,
                    int alpha, int beta);

#endif
