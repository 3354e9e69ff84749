/* tree.c - Monte-Carlo tree search. A playout walks down (descend), grows the tree by one node's
 * children, plays on to the end of the half, and goes the way back (back_up). Nodes are numbered,
 * never freed, and found by their parent: the first child and the number of children. The results
 * of each thread are its own until they are added up in the end; only the counters that reports
 * show are shared. */
#include "engine/player/tree.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "engine/player/stopwatch.h"

enum {
    FIRST_REPORT = 1000,        /* playouts before anything is said */
    PLAYOUTS_PER_DEPTH = 10000, /* when only the depth is limited */
    PLAYOUTS_MAX = 2000000000,  /* so that they can be counted in 32 bits */
    PART_MIN = 1 << 17,         /* bytes of a tree: no thread is started for less */
    PLAYOUTS_PER_GUESS = 64     /* of what is hidden */
};

bool tree_is_time(const struct tree *tree) {
    return stopwatch_is_over(tree->task->watch, tree->task->limits.soft);
}

/* ---- a playout ------------------------------------------------------------------------------- */

/* Gives a node its children, in random order. False: no room. */
static bool tree_grow(struct tree *tree, uint32_t parent, const uint32_t *moves, int count) {
    if (count <= 0 || (uint32_t)count > tree->room - tree->used)
        return false;
    struct tree_node *child = tree->node + tree->used;
    for (int i = 0; i < count; i++) {
        uint32_t j =
            tree->ordered ? (uint32_t)i : random_below(&tree->task->random, (uint32_t)i + 1);
        child[i] = child[j];
        child[j] = (struct tree_node){.move = moves[i]};
    }
    tree->node[parent].first = tree->used;
    tree->node[parent].count = (uint32_t)count;
    tree->used += (uint32_t)count;
    return true;
}

/* How many children are looked at: with an order, more of them with each visit (progressive
 * widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30,
 * 2007). */
static uint32_t width(const struct tree *tree, const struct tree_node *parent) {
    if (!tree->ordered)
        return parent->count;
    uint32_t count =
        (uint32_t)(tree->width_first + tree->width_growth * sqrt((double)parent->visits));
    return count < parent->count ? count : parent->count;
}

/* The child to try by UCB1; children that were not yet tried come first. */
static uint32_t promising(const struct tree *tree, const struct tree_node *parent) {
    double factor = tree->exploration * tree->spread * sqrt(log((double)parent->visits + 1));
    double best_value = -HUGE_VAL;
    uint32_t best = parent->first;
    uint32_t count = width(tree, parent);
    for (uint32_t i = parent->first; i < parent->first + count; i++) {
        const struct tree_node *node = &tree->node[i];
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

/* Whether the seat to move is taken to err this time. */
static bool errs(struct tree *tree, int seat) {
    enum { PRECISION = 1 << 16 };
    return tree->mistakes > 0 && seat != tree->seat &&
           random_below(&tree->task->random, PRECISION) < tree->mistakes * PRECISION;
}

/* What chance does. An outcome that is listed twice is twice as likely, but one node. */
static uint32_t drawn(struct tree *tree, const struct tree_node *parent) {
    uint32_t move =
        tree->node[parent->first + random_below(&tree->task->random, parent->count)].move;
    uint32_t i = parent->first;
    while (tree->node[i].move != move)
        i++;
    return i;
}

/* Follows the tree to a node that no playout has met, or to its end, and keeps the path. */
static void descend(struct tree *tree, struct game_state *state) {
    uint32_t at = 0;
    int seat;
    game_copy(tree->board, state, &tree->start);
    tree->path_count = 0;
    while ((seat = tree->game->turn(tree->board, state)) != GAME_OVER) {
        const struct tree_node *node = &tree->node[at];
        if (tree->path_count >= tree->deepest)
            return;
        if (node->count == 0) {
            int count = tree->list ? tree->list(tree, state, tree->moves)
                                   : tree->game->moves(tree->board, state, tree->moves);
            if (!tree_grow(tree, at, tree->moves, count))
                return;
        }
        at = seat == GAME_CHANCE ? drawn(tree, node)
             : errs(tree, seat) /* any of the first half in the order of list() */
                 ? node->first + random_below(&tree->task->random, (node->count + 1) / 2)
                 : promising(tree, node);
        tree->path[tree->path_count++] = (struct tree_step){at, seat};
        tree->game->play(tree->board, state, tree->node[at].move);
        if (tree->node[at].visits == 0)
            return;
    }
}

/* Adds a result to the nodes of the path. */
static void back_up(struct tree *tree, const int *result) {
    for (int i = 0; i < tree->path_count; i++) {
        struct tree_node *node = &tree->node[tree->path[i].node];
        node->visits++;
        if (tree->path[i].seat != GAME_CHANCE)
            node->sum += result[tree->path[i].seat];
    }
    struct tree_node *root = &tree->node[0];
    int margin = result[tree->seat];
    root->visits++;
    root->sum += margin;
    tree->playouts++;
    tree->squares += (double)margin * margin;
    double count = (double)tree->playouts, mean = (double)root->sum / count;
    double least = 0.01 * tree->board->worst; /* results may be equal by accident so far */
    tree->spread = sqrt(fmax(tree->squares / count - mean * mean, least * least));
}

/* ---- what it has found ----------------------------------------------------------------------- */

/* Whether a child is better than another: by its visits, among equals by its mean. */
static bool is_better(const struct tree_node *node, const struct tree_node *other) {
    return node->visits > other->visits ||
           (node->visits == other->visits && node->sum > other->sum);
}

/* The best child; of those that are alike the first. */
static uint32_t favourite(const struct tree *tree, uint32_t parent) {
    uint32_t best = tree->node[parent].first;
    for (uint32_t i = best + 1; i < tree->node[parent].first + tree->node[parent].count; i++)
        if (is_better(&tree->node[i], &tree->node[best]))
            best = i;
    return best;
}

int tree_rank(const struct tree *tree, uint32_t *child) {
    uint32_t first = tree->node[0].first;
    int count = (int)tree->node[0].count;
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && is_better(&tree->node[first + (uint32_t)i], &tree->node[child[at - 1]]);
             at--)
            child[at] = child[at - 1];
        child[at] = first + (uint32_t)i;
    }
    return count;
}

static uint64_t all_playouts(const struct tree *tree) {
    uint64_t sum = tree->playouts;
    for (int i = 0; i < tree->helpers; i++)
        sum += atomic_load_explicit(&tree->helper[i]->shown, memory_order_relaxed);
    return sum;
}

/* Reports a first move and the most likely moves after it. */
static void report_line(const struct tree *tree, uint32_t at, int rank) {
    const struct tree_node *node = &tree->node[at];
    double mean = node->visits ? (double)node->sum / node->visits : 0;
    struct report report = {.rank = rank,
                            .nodes = all_playouts(tree),
                            .visits = node->visits,
                            .margin = (int)lround(mean),
                            .bound = node->visits ? BOUND_ESTIMATE : BOUND_MISSING,
                            .full =
                                (int)(((uint64_t)tree->used * 1000 + tree->room - 1) / tree->room)};
    do {
        report.pv[report.pv_count++] = tree->node[at].move;
        at = tree->node[at].count ? favourite(tree, at) : 0;
    } while (tree->node[at].visits && at && report.pv_count < PV_MAX && !tree->game->guess);
    report.depth = report.pv_count;
    tree->task->report(tree->task->context, &report);
}

static void report(struct tree *tree) {
    uint32_t *child = tree->moves; /* as many as there may be */
    tree_rank(tree, child);
    tree->said_move = tree->node[child[0]].move;
    tree->said_playouts = tree->playouts;
    for (int i = 0; i < task_lines(tree->task); i++)
        report_line(tree, child[i], i + 1);
}

/* Whether there is news: twice the last report's playouts, or 1/8 more and another best move. */
static bool is_news(const struct tree *tree) {
    if (tree->playouts < FIRST_REPORT || tree->playouts < tree->said_playouts * 9 / 8 + 1)
        return false;
    return tree->playouts >= tree->said_playouts * 2 ||
           tree->node[favourite(tree, 0)].move != tree->said_move;
}

/* ---- the search ------------------------------------------------------------------------------ */

uint64_t tree_playouts(const struct limits *limits) {
    bool bounded = limits->nodes != UINT64_MAX || limits->soft != INT64_MAX;
    if (limits->depth <= PLAYOUTS_MAX / PLAYOUTS_PER_DEPTH && !bounded)
        return (uint64_t)limits->depth * PLAYOUTS_PER_DEPTH;
    return limits->nodes < PLAYOUTS_MAX ? limits->nodes : PLAYOUTS_MAX;
}

/* With `helps`, a tree for a further thread, with random numbers of its own. */
static struct tree *new_tree(struct task *task, void *room, size_t bytes, bool ordered,
                             bool helps) {
    size_t moves = (size_t)task->board->moves_max;
    struct tree *tree =
        bytes < sizeof *tree->node ? NULL : calloc(1, sizeof *tree + moves * sizeof *tree->moves);
    if (!tree)
        return NULL;
    tree->task = task;
    if (helps) {
        tree->task = &tree->copy;
        tree->copy = *task;
        random_seed(&tree->copy.random, random_next(&task->random));
    }
    tree->board = task->board;
    tree->game = task->board->game;
    tree->ordered = ordered;
    tree->seat = tree->game->turn(task->board, task->state);
    tree->node = room;
    game_copy(task->board, &tree->start, task->state);
    bytes /= sizeof *tree->node;
    tree->room = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    tree->deepest = task->limits.depth < TREE_PATH_MAX ? task->limits.depth : TREE_PATH_MAX;
    tree->playouts_max = tree_playouts(&task->limits);
    tree->said_move = GAME_NO_MOVE;
    tree->node[0] = (struct tree_node){.move = GAME_NO_MOVE};
    tree->used = 1;
    if (tree_grow(tree, 0, task->allowed, task->allowed_count))
        return tree;
    free(tree);
    return NULL;
}

struct tree *tree_new(struct task *task, void *room, size_t bytes, bool ordered) {
    int threads = task->threads > 1 ? task->threads : 1;
    if ((size_t)threads > bytes / PART_MIN)
        threads = bytes < PART_MIN ? 1 : (int)(bytes / PART_MIN);
    size_t part = bytes / (size_t)threads & ~(size_t)63;
    struct tree *tree = new_tree(task, room, part, ordered, false);
    if (tree && threads > 1)
        tree->helper = calloc((size_t)threads - 1, sizeof *tree->helper);
    for (int i = 1; tree && tree->helper && i < threads; i++) {
        struct tree *helper = new_tree(task, (char *)room + (size_t)i * part, part, ordered, true);
        if (!helper)
            break;
        tree->helper[tree->helpers++] = helper;
    }
    return tree;
}

void tree_free(struct tree *tree) {
    for (int i = 0; i < tree->helpers; i++)
        free(tree->helper[i]);
    free(tree->helper);
    free(tree);
}

/* Guesses what is hidden, and forgets what was below the first moves. A state that nothing agrees
 * with is searched as it is. */
static void guess(struct tree *tree) {
    struct tree_node *first = &tree->node[tree->node[0].first];
    if (!tree->game->guess(tree->board, tree->task->state, &tree->task->random, &tree->start))
        game_copy(tree->board, &tree->start, tree->task->state);
    for (uint32_t i = 0; i < tree->node[0].count; i++)
        first[i].count = 0;
    tree->used = tree->node[0].first + tree->node[0].count;
}

/* Grows one tree until a limit is reached. */
static void search(struct tree *tree, bool reports) {
    while (tree->playouts < tree->playouts_max && !tree_is_time(tree)) {
        struct game_state state;
        int margin[GAME_PLAYERS_MAX];
        if (tree->game->guess && tree->playouts % PLAYOUTS_PER_GUESS == 0)
            guess(tree);
        descend(tree, &state);
        if (!tree->play_out(tree, &state, margin))
            break;
        back_up(tree, margin);
        atomic_store_explicit(&tree->shown, tree->playouts, memory_order_relaxed);
        if (reports && is_news(tree))
            report(tree);
    }
}

static void *help(void *context) {
    search(context, false);
    return NULL;
}

/* Adds what another tree says of the first moves, whatever their order there. */
static void add_up(struct tree *tree, struct tree *helper) {
    const struct tree_node *root = &tree->node[0], *other = &helper->node[0];
    for (uint32_t i = root->first; i < root->first + root->count; i++)
        for (uint32_t j = other->first; j < other->first + other->count; j++)
            if (helper->node[j].move == tree->node[i].move) {
                tree->node[i].visits += helper->node[j].visits;
                tree->node[i].sum += helper->node[j].sum;
                break;
            }
    tree->playouts += helper->playouts;
    atomic_store_explicit(&helper->shown, 0, memory_order_relaxed);
}

/* Gives a helper its part of the work. */
static void prepare_helper(const struct tree *tree, struct tree *helper, uint64_t playouts) {
    helper->play_out = tree->play_out;
    helper->list = tree->list;
    helper->context = tree->context;
    helper->exploration = tree->exploration;
    helper->mistakes = tree->mistakes;
    helper->width_first = tree->width_first;
    helper->width_growth = tree->width_growth;
    helper->playouts_max = playouts;
}

void tree_search(struct tree *tree) {
    pthread_t thread[TREE_HELPERS_MAX];
    uint64_t threads = (uint64_t)tree->helpers + 1, most = tree->playouts_max;
    int started = 0;
    tree->playouts_max = (most + threads - 1) / threads;
    for (; started < tree->helpers; started++) {
        prepare_helper(tree, tree->helper[started],
                       (most + threads - 2 - (uint64_t)started) / threads);
        if (pthread_create(&thread[started], NULL, help, tree->helper[started]) != 0)
            break;
    }
    search(tree, true);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
        add_up(tree, tree->helper[i]);
    }
    if (tree->playouts > tree->said_playouts || tree->said_move == GAME_NO_MOVE)
        report(tree);
}

const struct tree_node *tree_best(const struct tree *tree) {
    return &tree->node[favourite(tree, 0)];
}
