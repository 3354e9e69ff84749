/* limits.h - how long a player may think: per move, per half, in nodes or in plies. The keys, and
 * what they are if nobody says, are in terms.c.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_LIMITS_H
#define TRIANCEY_REFEREE_ENGINES_LIMITS_H

#include <stdint.h>

/* Times are in microseconds, 0 where a limit is not set. */
struct limits {
    int64_t movetime; /* for each move */
    struct clock_limit {
        int64_t time, increment; /* for a half, and given back with each move */
    } clock;
    int64_t nodes;
    int64_t depth;
    int64_t margin; /* how far a move may exceed movetime or clock */
    int64_t cap;    /* how long a move may take where there is neither */
    int64_t start;  /* how long it may take to say who it is */
    int64_t wait;   /* how long anything else may take: isready, score, stop */
    int64_t quit;   /* how long it may take to end when it is told to */
};

#endif
