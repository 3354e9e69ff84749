/* describe.h - boards, positions and moves for programs that draw them: the answers to `grids`,
 * `board`, `state` and `preview`, which PROTOCOL.md specifies.
 *
 * It knows no game: what it says comes from game.h and picture.h. Nothing large lies on the stack.
 * The functions hand each line to say() and return false when memory is short, perhaps after some
 * lines, but not the last one.
 */
#ifndef TRIANCEY_ENGINE_DESCRIBE_H
#define TRIANCEY_ENGINE_DESCRIBE_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

/* Gets a line without its end, valid until it returns. */
struct describer {
    void (*say)(void *context, const char *line);
    void *context;
};

/* The included boards with the games that are played on them, then each game with its parameters
 * and its ends. */
bool describe_grids(const struct describer *describer);

bool describe_board(const struct describer *describer, const struct game_board *board);

/* A half: what each seat brings into it, where it begins, and its moves. */
struct described_half {
    int number;
    const long long *carry;
    const struct game_state *start;
    const uint32_t *moves;
    int count;
};

/* The position after the moves of a half. */
bool describe_state(const struct describer *describer, const struct game_board *board,
                    const struct described_half *half);

/* What a legal move would change. */
bool describe_move(const struct describer *describer, const struct game_board *board,
                   const struct game_state *state, uint32_t move);

#endif
