/* player_mcts.c - the player `mcts`: Monte-Carlo tree search for every game of the table.
 *
 * UCT (tree.h) with random playouts on the game interface alone, and no knowledge of any game: the
 * baseline. What is hidden is guessed again and again, only from what its own state knows.
 *
 * The tree lives in the memory of the transposition table, which this player does not need
 * otherwise, so that Hash limits both. No tree is kept between moves.
 */

#include "base/language.h"
#include "engine/player/table.h"
#include "engine/player/tree.h"

enum {
    PLAYOUT_PLIES = 4096, /* then the board is counted as it stands */
    CHECK_PLIES = 64      /* between two looks at the clock within a playout */
};

/* Measured: 0.35 and 0.7 are weaker, 1.8 is not better. */
static const double exploration = 1.2;

/* Plays at random to the end of the half. False: it was time to stop. */
static bool play_out(struct tree *tree, struct game_state *state, int *margin) {
    struct game_score score;
    for (int ply = 1, count;
         (count = tree->game->moves(tree->board, state, tree->moves)) > 0 && ply <= PLAYOUT_PLIES;
         ply++) {
        uint32_t pick = random_below(&tree->task->random, (uint32_t)count);
        tree->game->play(tree->board, state, tree->moves[pick]);
        if (ply % CHECK_PLIES == 0 && tree_is_time(tree))
            return false;
    }
    tree->game->score(tree->board, state, &score);
    for (int seat = 0; seat < tree->board->players; seat++)
        margin[seat] = score.margin[seat];
    return true;
}

static uint32_t mcts_choose(struct task *task) {
    size_t bytes;
    void *room = table_room(task->table, &bytes);
    struct tree *tree = task->allowed_count > 1 ? tree_new(task, room, bytes, false) : NULL;
    if (!tree) { /* a legal move is better than none */
        table_wrote(task->table, sizeof *tree->node);
        return task->allowed[random_below(&task->random, (uint32_t)task->allowed_count)];
    }
    tree->play_out = play_out;
    tree->exploration = exploration;
    tree_search(tree);
    uint32_t move = tree_best(tree)->move;
    bool whole = tree->helpers > 0 || tree->game->guess; /* else from the first node to the last */
    table_wrote(task->table, whole ? bytes : tree->used * sizeof *tree->node);
    tree_free(tree);
    return move;
}

const struct player player_mcts = {
    .name = "mcts",
    .about = N_("Monte-Carlo tree search (UCT) with random playouts; plays every game"),
    .choose = mcts_choose,
};
