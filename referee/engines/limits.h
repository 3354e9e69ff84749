/* limits.h - how long a player may think: per move, per half, in nodes or in plies. */
#ifndef TRIANCEY_REFEREE_ENGINES_LIMITS_H
#define TRIANCEY_REFEREE_ENGINES_LIMITS_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* Times are in microseconds, 0 where a limit is not set. */
struct limits {
    int64_t movetime;         /* for each move */
    int64_t clock, increment; /* for a half, and given back with each move */
    int64_t nodes;
    int depth;
    int64_t margin; /* how far a move may exceed movetime or clock */
    int64_t cap;    /* how long a move may take where there is neither */
    int64_t start;  /* how long it may take to say who it is */
    int64_t wait;   /* how long anything else may take: isready, score, stop */
    int64_t quit;   /* how long it may take to end when it is told to */
};

void limits_default(struct limits *limits);

/* Sets the limit with this name (movetime, tc, nodes, depth, margin, cap, start, wait, quit) from
 * its text. False and a message: no such name, or what the value may be. */
bool limits_set(struct limits *limits, const char *key, const char *value, char *error);

/* Forgets movetime, tc, nodes and depth. */
void limits_clear_search(struct limits *limits);

/* As on a command line, "movetime=20 margin=100": part of what makes a league this league.
 * Without `quit`, which decides no game. */
void limits_write(const struct limits *limits, struct text *text);

#endif
