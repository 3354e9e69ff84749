/* limits.h - how long a player may think: per move, per half, in nodes or in plies. */
#ifndef TRIANCEY_REFEREE_LIMITS_H
#define TRIANCEY_REFEREE_LIMITS_H

#include "referee/text.h"

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
    int64_t wait;   /* how long anything else may take: start, isready, score */
};

void limits_default(struct limits *limits);

/* Whether a key names a limit: movetime, tc, nodes, depth, margin, cap, wait. */
bool limits_is_key(const char *key);

/* Sets the limit with this name from its text. False and a message: what the value may be. */
bool limits_set(struct limits *limits, const char *key, const char *value, char *error);

/* Forgets movetime, tc, nodes and depth. */
void limits_clear_search(struct limits *limits);

/* As on a command line, "movetime=20 margin=100": part of what makes a league this league. */
void limits_write(const struct limits *limits, struct text *text);

#endif
