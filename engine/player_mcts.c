/* player_mcts.c - the player `mcts`: Monte-Carlo tree search for every game of the table.
 *
 * UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006) on the game interface
 * alone, and nothing that knows a game: the honest baseline. A playout walks down the tree by UCB1,
 * adds what it reaches, plays on at random to the end of the half and adds the margins to the nodes
 * it came through. A node sums the margins of the seat that chose it, so that each of two to four
 * seats plays for its own margin; what chance does is drawn. Moves of hidden things are searched as
 * if the state it is given were the truth.
 *
 * What UCB1 adds to a mean is measured in the spread (standard deviation) of the results so far,
 * because games differ in how far their margins lie apart.
 *
 * The tree lives in the memory of the transposition table, which is of no other use to this player,
 * so that Hash bounds both. When that is full the tree stops growing and the playouts go on. No
 * tree is kept between moves.
 */
#include <math.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "engine/table.h"

enum {
    PATH_MAX_NODES = 256,       /* the tree is no deeper */
    PLAYOUT_PLIES = 4096,       /* then the board is counted as it stands */
    CHECK_PLIES = 64,           /* between two looks at the clock within a playout */
    FIRST_REPORT = 1000,        /* playouts before anything is said */
    PLAYOUTS_PER_DEPTH = 10000, /* when nothing but the depth is limited */
    PLAYOUTS_MAX = 2000000000   /* so that they can be counted in 32 bits */
};

/* How strongly moves that were tried less often are preferred, in spreads. Measured: 0.35 and 0.7
 * are weaker, 1.8 is not better. */
static const double exploration = 1.2;

/* A move and where it leads. The children of a node stand side by side. */
struct node {
    int64_t sum; /* of the margins of the seat that chose it */
    uint32_t move;
    uint32_t visits;
    uint32_t first; /* child */
    uint32_t count; /* of children; 0: none yet */
};

struct step {
    uint32_t node;
    int seat; /* that chose it: a seat or GAME_CHANCE */
};

struct tree {
    struct task *task;
    const struct game_board *board;
    const struct game *game;
    int seat;          /* to move at the root */
    struct node *node; /* node[0] is the root */
    uint32_t used, room;
    int deepest;
    uint64_t playouts, playouts_max;
    double squares; /* of the margins of the seat to move at the root; their sum is the root's */
    double spread;
    uint32_t said_move; /* the last report */
    uint64_t said_playouts;
    int path_count;
    struct step path[PATH_MAX_NODES];
    uint32_t moves[]; /* room for those of a position */
};

static bool is_time(const struct tree *tree) {
    const struct task *task = tree->task;
    return atomic_load_explicit(task->stop, memory_order_relaxed) ||
           (task->limits.soft != INT64_MAX && clock_now() >= task->limits.soft);
}

/* ---- a playout ------------------------------------------------------------------------------- */

/* Gives a node its children, in random order. False: no room. */
static bool grow(struct tree *tree, uint32_t parent, const uint32_t *moves, int count) {
    if (count <= 0 || (uint32_t)count > tree->room - tree->used)
        return false;
    struct node *child = tree->node + tree->used;
    for (int i = 0; i < count; i++) {
        uint32_t j = random_below(&tree->task->random, (uint32_t)i + 1);
        child[i] = child[j];
        child[j] = (struct node){.move = moves[i]};
    }
    tree->node[parent].first = tree->used;
    tree->node[parent].count = (uint32_t)count;
    tree->used += (uint32_t)count;
    return true;
}

/* The child to try by UCB1; children that were not yet tried come first. */
static uint32_t promising(const struct tree *tree, const struct node *parent) {
    double factor = exploration * tree->spread * sqrt(log((double)parent->visits + 1));
    double best_value = -HUGE_VAL;
    uint32_t best = parent->first;
    for (uint32_t i = parent->first; i < parent->first + parent->count; i++) {
        const struct node *node = &tree->node[i];
        if (node->visits == 0)
            return i;
        double value = (double)node->sum / node->visits + factor / sqrt(node->visits);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* What chance does. An outcome that is listed twice is twice as likely, but one node. */
static uint32_t drawn(struct tree *tree, const struct node *parent) {
    uint32_t move =
        tree->node[parent->first + random_below(&tree->task->random, parent->count)].move;
    uint32_t i = parent->first;
    while (tree->node[i].move != move)
        i++;
    return i;
}

/* Follows the tree from the root to a node that no playout has met, or to where it ends, and keeps
 * the path. */
static void descend(struct tree *tree, struct game_state *state) {
    uint32_t at = 0;
    int seat;
    game_copy(tree->board, state, tree->task->state);
    tree->path_count = 0;
    while ((seat = tree->game->turn(tree->board, state)) != GAME_OVER) {
        const struct node *node = &tree->node[at];
        if (tree->path_count >= tree->deepest)
            return;
        if (node->count == 0) {
            int count = tree->game->moves(tree->board, state, tree->moves);
            if (!grow(tree, at, tree->moves, count))
                return;
        }
        at = seat == GAME_CHANCE ? drawn(tree, node) : promising(tree, node);
        tree->path[tree->path_count++] = (struct step){at, seat};
        tree->game->play(tree->board, state, tree->node[at].move);
        if (tree->node[at].visits == 0)
            return;
    }
}

/* Plays at random to the end of the half. False: it was time to stop. */
static bool play_out(struct tree *tree, struct game_state *state) {
    for (int ply = 1; ply <= PLAYOUT_PLIES; ply++) {
        int count = tree->game->moves(tree->board, state, tree->moves);
        if (count == 0)
            return true;
        uint32_t pick = random_below(&tree->task->random, (uint32_t)count);
        tree->game->play(tree->board, state, tree->moves[pick]);
        if (ply % CHECK_PLIES == 0 && is_time(tree))
            return false;
    }
    return true;
}

/* Adds a result to the nodes of the path. */
static void back_up(struct tree *tree, const struct game_state *state) {
    struct game_score score;
    tree->game->score(tree->board, state, &score);
    for (int i = 0; i < tree->path_count; i++) {
        struct node *node = &tree->node[tree->path[i].node];
        node->visits++;
        if (tree->path[i].seat != GAME_CHANCE)
            node->sum += score.margin[tree->path[i].seat];
    }
    struct node *root = &tree->node[0];
    int margin = score.margin[tree->seat];
    root->visits++;
    root->sum += margin;
    tree->playouts++;
    tree->squares += (double)margin * margin;
    double count = (double)tree->playouts, mean = (double)root->sum / count;
    double least = 0.01 * tree->board->worst; /* all alike so far: that need not last */
    tree->spread = sqrt(fmax(tree->squares / count - mean * mean, least * least));
}

/* ---- what it has found ----------------------------------------------------------------------- */

/* The child with most visits, among equals with the best mean. */
static uint32_t favourite(const struct tree *tree, uint32_t parent) {
    uint32_t best = tree->node[parent].first;
    for (uint32_t i = best + 1; i < tree->node[parent].first + tree->node[parent].count; i++) {
        const struct node *node = &tree->node[i], *other = &tree->node[best];
        if (node->visits > other->visits ||
            (node->visits == other->visits && node->sum > other->sum))
            best = i;
    }
    return best;
}

static void report(struct tree *tree) {
    const struct node *best = &tree->node[favourite(tree, 0)];
    struct report report = {
        .nodes = tree->playouts,
        .margin = best->visits ? (int)lround((double)best->sum / best->visits) : 0,
        .full = (int)(((uint64_t)tree->used * 1000 + tree->room - 1) / tree->room)};
    for (uint32_t at = 0; tree->node[at].count && report.pv_count < PV_MAX;) {
        at = favourite(tree, at);
        if (tree->node[at].visits == 0)
            break;
        report.pv[report.pv_count++] = tree->node[at].move;
    }
    report.depth = report.pv_count;
    tree->said_move = best->move;
    tree->said_playouts = tree->playouts;
    tree->task->report(tree->task->context, &report);
}

/* Whether there is news: twice the playouts of the last report, or an eighth more and another best
 * move. */
static bool is_news(const struct tree *tree) {
    if (tree->playouts < FIRST_REPORT || tree->playouts < tree->said_playouts * 9 / 8 + 1)
        return false;
    return tree->playouts >= tree->said_playouts * 2 ||
           tree->node[favourite(tree, 0)].move != tree->said_move;
}

/* ---- the search ------------------------------------------------------------------------------ */

/* The tree of a task with the root and its children; NULL: no memory. */
static struct tree *plant(struct task *task) {
    size_t moves = (size_t)task->board->moves_max, bytes;
    struct tree *tree = calloc(1, sizeof *tree + moves * sizeof *tree->moves);
    if (!tree)
        return NULL;
    const struct limits *limits = &task->limits;
    bool bounded = limits->nodes != UINT64_MAX || limits->soft != INT64_MAX;
    tree->task = task;
    tree->board = task->board;
    tree->game = task->board->game;
    tree->seat = tree->game->turn(task->board, task->state);
    tree->node = table_room(task->table, &bytes);
    bytes /= sizeof *tree->node;
    tree->room = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    tree->deepest = limits->depth < PATH_MAX_NODES ? limits->depth : PATH_MAX_NODES;
    tree->playouts_max = limits->nodes < PLAYOUTS_MAX ? limits->nodes : PLAYOUTS_MAX;
    if (limits->depth <= PLAYOUTS_MAX / PLAYOUTS_PER_DEPTH && !bounded)
        tree->playouts_max = (uint64_t)limits->depth * PLAYOUTS_PER_DEPTH;
    tree->said_move = GAME_NO_MOVE;
    tree->node[0] = (struct node){.move = GAME_NO_MOVE};
    tree->used = 1;
    if (grow(tree, 0, task->allowed, task->allowed_count))
        return tree;
    free(tree);
    return NULL;
}

static uint32_t choose(struct task *task) {
    struct tree *tree = task->allowed_count > 1 ? plant(task) : NULL;
    if (!tree) /* a legal move is better than none */
        return task->allowed[random_below(&task->random, (uint32_t)task->allowed_count)];
    while (tree->playouts < tree->playouts_max && !is_time(tree)) {
        struct game_state state;
        descend(tree, &state);
        if (!play_out(tree, &state))
            break;
        back_up(tree, &state);
        if (is_news(tree))
            report(tree);
    }
    if (tree->playouts > tree->said_playouts)
        report(tree);
    uint32_t move = tree->node[favourite(tree, 0)].move;
    free(tree);
    return move;
}

const struct player player_mcts = {
    .name = "mcts",
    .about = "Monte-Carlo tree search (UCT) with random playouts; plays every game",
    .choose = choose,
};
