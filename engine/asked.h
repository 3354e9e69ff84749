/* asked.h - a position or a half that a program asks the judge about (engine/judge/judge.h): a
 * board and moves, as two lines of the protocol. */
#ifndef TRIANCEY_ENGINE_ASKED_H
#define TRIANCEY_ENGINE_ASKED_H

#include "engine/judge/judge.h"

struct error;
struct grid;
struct json;
struct protocol_parser;

/* Empty: all zero. */
struct asked {
    struct grid *grid;
    struct game_board *board;
    struct judge_step *step; /* the half as judge_half() takes it: the last step is the position */
    int count, room;
};

/* Reads `setgrid ...` and `position ...`, both in place. False and what is wrong; free it in any
 * case. */
bool asked_read(struct protocol_parser *parser, char *setgrid, char *position, struct asked *asked,
                struct error *error);
void asked_free(struct asked *asked);

/* The position after all moves. */
const struct judge_step *asked_last(const struct asked *asked);

/* Adds a margin to an object, and under `bound_key` whether it is exact, a bound or an estimate. If
 * nothing is known, the margin is null and has no bound. */
void asked_add_margin(struct json *json, const char *key, const char *bound_key, int margin,
                      enum bound bound);

/* Adds to an object what the judge found about the move of a step, as `triancey-engine analyse`
 * prints it. */
void asked_add_judged(const struct asked *asked, int step, const struct judged *judged,
                      struct json *json);

#endif
