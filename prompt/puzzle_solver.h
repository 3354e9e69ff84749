/* puzzle_solver.h - what the engine knows of a puzzle: `triancey-engine puzzle`, run as a process.
 */
#ifndef TRIANCEY_PROMPT_PUZZLE_SOLVER_H
#define TRIANCEY_PROMPT_PUZZLE_SOLVER_H

#include "base/text.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct puzzle_game;

enum { PUZZLE_LOOKED_AT = 2000 }; /* solutions at most */

struct puzzle_solutions {
    int count;
    bool complete;   /* there are no more */
    struct text all; /* a solution a line, as puzzle_game_lay() takes its words */
};

/* Finds solutions, up to a limit, that contain all pieces laid so far. False and a message on
 * failure. Free what was found by text_free(&solutions->all). */
bool puzzle_solve_rest(const struct puzzle_game *puzzle, int limit, const atomic_int *stop,
                       struct puzzle_solutions *solutions, struct error *error);

/* Whether a solution has this piece on its cell. */
bool puzzle_line_has(const char *line, const char *piece);

/* Of all sets of `drawn` of the 24 pieces: how many can fill the shape, and how many there are. */
bool puzzle_ask_odds(const char *shape, int drawn, const atomic_int *stop, int64_t *good,
                     int64_t *all, struct error *error);

/* An included puzzle. */
struct puzzle_entry {
    char name[64], title[80];
    int cells, pieces, free_tips;
    bool joker;
    int64_t solutions, nodes;
};

/* Calls `found` for each included puzzle, in order. */
bool puzzle_list(const atomic_int *stop,
                 void (*found)(void *context, const struct puzzle_entry *entry), void *context,
                 struct error *error);

#endif
