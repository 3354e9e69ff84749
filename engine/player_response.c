/* player_response.c - the player `response`: the best reply to an opponent that is known.
 *
 * A tree (tree.h) in which the opponent's moves are not searched but drawn as the option Model
 * says, and playouts in which both sides move as the reference does (lightly, if the opponent is
 * random). With time it comes to the expectation over the opponent's random ties, which near the
 * end of a half it reaches at once. It is the measuring rod for what can be won from the reference
 * computer, and no player for anybody else.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/kernel.h"
#include "engine/reference.h"
#include "engine/solver.h"
#include "engine/tree.h"

static const double exploration = 1.0;

struct response {
    const struct triancey_board *board;
    const struct kernel *kernel;
    struct kernel_board *fast;
};

/* What the known opponent may do in a state: the reference's moves, or all. */
static int model(struct tree *tree, const struct game_state *state, uint32_t *moves) {
    const struct response *response = tree->context;
    int count = tree->game->moves(tree->board, state, moves);
    if (tree->task->model != &player_reference)
        return count;
    return reference_candidates(response->board, triancey_state(state), moves, count);
}

static bool play_out(struct tree *tree, struct game_state *state, int *margin) {
    const struct response *response = tree->context;
    const struct kernel *kernel = response->kernel;
    kernel_play_out(response->board, response->fast,
                    tree->task->model == &player_reference ? kernel->rollout_reference
                                                           : kernel->rollout,
                    state, &tree->task->random, margin);
    return true;
}

static uint32_t choose(struct task *task) {
    struct response response = {.board = triancey_board(task->board)};
    response.kernel = kernel_choose(response.board->surface.words, task->kernel);
    response.fast = response.kernel ? response.kernel->prepare(response.board) : NULL;
    struct tree *tree = response.fast && task->allowed_count > 1
                            ? tree_new(task, task->arena, task->arena_size, false)
                            : NULL;
    uint32_t move = task->allowed[0]; /* a legal move is better than none */
    if (tree) {
        tree->play_out = play_out;
        tree->model = model;
        tree->exploration = exploration;
        tree->context = &response;
        tree_search(tree);
        move = tree_best(tree)->move;
    }
    free(tree);
    free(response.fast);
    return move;
}

const struct player player_response = {
    .name = "response",
    .about = "the best reply to the reference computer: what can be won from it",
    .plays = triancey_is,
    .choose = choose,
};
