/* solve_move.c - the exact margin of one move of the Triancey family. */
#include "tests/lib/solve_move.h"

#include "games/triancey.h"

bool solve_move(const struct position_solver *solver, const struct game_board *board,
                const struct game_state *state, uint32_t move, int *margin) {
    struct game_state next;
    struct solution solution;
    const struct triancey_state *s = triancey_state(&next);
    int mover = triancey_state(state)->mover;
    game_copy(board, &next, state);
    board->game->play(board, &next, move);
    if (s->over) {
        *margin = triancey_margin(triancey_board(board), s, mover);
        return true;
    }
    if (!position_solve(solver, board, &next, &solution))
        return false;
    *margin = -solution.low;
    return true;
}
