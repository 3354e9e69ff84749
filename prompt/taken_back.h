/* taken_back.h - moves that were taken back, and can be put back until another move is made. */
#ifndef TRIANCEY_PROMPT_TAKEN_BACK_H
#define TRIANCEY_PROMPT_TAKEN_BACK_H

#include "half/moves.h"

enum { TAKEN_BACK_MAX = 256 };

/* Empty: all zero. */
struct taken_back {
    struct moves moves;        /* the moves of the half before the first of them was taken back */
    int plies[TAKEN_BACK_MAX]; /* how many moves there were before each step back */
    int count;
};

/* Keeps the first `kept` moves only, and notes the others. After TAKEN_BACK_MAX steps, the earlier
 * ones are forgotten. */
void taken_back_take(struct taken_back *taken, struct moves *moves, int kept);

/* Puts back the moves of the last step back, if there was one. */
void taken_back_put(struct taken_back *taken, struct moves *moves);

/* Forgets them all: another move was made, or the half is over. */
void taken_back_forget(struct taken_back *taken);
void taken_back_free(struct taken_back *taken);

#endif
