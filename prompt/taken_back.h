/* taken_back.h - moves that were taken back, as long as they can be put back: until another one is
 * made instead.
 */
#ifndef TRIANCEY_PROMPT_TAKEN_BACK_H
#define TRIANCEY_PROMPT_TAKEN_BACK_H

#include "half/moves.h"

enum { TAKEN_BACK_MAX = 256 };

/* Empty: all zero. */
struct taken_back {
    struct moves moves;        /* of the half, as they were before the first was taken back */
    int plies[TAKEN_BACK_MAX]; /* how many there were each time */
    int count;
};

/* Keeps the first moves only, and notes the others. If there are too many steps, the deepest are
 * forgotten. */
void taken_back_take(struct taken_back *taken, struct moves *moves, int kept);

/* Adds again what was taken away last. Nothing, if nothing was. */
void taken_back_put(struct taken_back *taken, struct moves *moves);

/* Another move was made, or the half is over. */
void taken_back_forget(struct taken_back *taken);
void taken_back_free(struct taken_back *taken);

#endif
