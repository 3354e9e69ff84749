/* tree.h - Monte-Carlo tree search on the game interface, for players that differ in their
 * playouts.
 *
 * UCT (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006). A playout walks down
 * the tree by UCB1, adds what it reaches, plays on to the end of the half and adds the margins to
 * the nodes it came through. A node sums the margins of the seat that chose it, so that each of two
 * to four seats plays for its own margin; what chance does is drawn.
 *
 * What UCB1 adds to a mean is measured in the spread (standard deviation) of the results so far,
 * because games differ in how far their margins lie apart.
 *
 * Where something is hidden, playouts begin in states that the game guesses (struct game). Some of
 * them share a guess and what grows below the first moves; then another one is guessed, and only
 * the results of the first moves are kept (determinization: Cowling, Powley and Whitehouse,
 * "Information set Monte Carlo tree search", IEEE TCIAIG 4, 2012).
 *
 * The tree lives in memory that the caller lends; when that is full it stops growing and the
 * playouts go on.
 *
 * With several threads, each grows a tree of its own in its part of the memory, and their results
 * for the first moves are added up at the end (root parallelization: Chaslot, Winands and van den
 * Herik, "Parallel Monte-Carlo tree search", CG 2008). So the result depends on the number of
 * threads, but with a limit of nodes on nothing else.
 */
#ifndef TRIANCEY_ENGINE_PLAYER_TREE_H
#define TRIANCEY_ENGINE_PLAYER_TREE_H

#include "engine/player/player.h"

enum {
    TREE_PATH_MAX = 256,   /* the tree is no deeper */
    TREE_HELPERS_MAX = 256 /* further threads, at most */
};

/* A move and where it leads. The children of a node stand side by side. */
struct tree_node {
    int64_t sum; /* of the margins of the seat that chose it */
    uint32_t move;
    uint32_t visits;
    uint32_t first; /* child */
    uint32_t count; /* of children; 0: none yet */
};

struct tree_step {
    uint32_t node;
    int seat; /* that chose it: a seat or GAME_CHANCE */
};

struct tree {
    struct task *task, copy; /* the copy is for the tree of a further thread */
    const struct game_board *board;
    const struct game *game;
    /* Plays a state to the end of the half and says what each seat got. False: time to stop. */
    bool (*play_out)(struct tree *tree, struct game_state *state, int *margin);
    /* The moves worth a look in a state, the most promising first; NULL: all, in random order. Few
     * of them are tried at first, and more with the visits of their node. */
    int (*list)(struct tree *tree, const struct game_state *state, uint32_t *moves);
    bool ordered;        /* list() is there, and the allowed moves come in its order */
    double width_first;  /* with list(): moves that are tried at first */
    double width_growth; /* how many more with the square root of their node's visits */
    void *context;       /* of play_out() and list() */
    double exploration;  /* how strongly moves tried less often are preferred, in spreads */
    /* How likely a seat other than the one to move at the root is taken to err. It then makes any
     * of the better half of its moves by the order of list(), so that a move is preferred after
     * which errors are easy. 0 to 1. */
    double mistakes;
    int seat;               /* to move at the root */
    struct tree_node *node; /* node[0] is the root */
    uint32_t used, room;
    int deepest;
    struct game_state start; /* of playouts: the task's, or a guess */
    uint64_t playouts, playouts_max;
    double squares; /* of the margins of the seat to move at the root; their sum is the root's */
    double spread;
    uint32_t said_move; /* the last report */
    uint64_t said_playouts;
    int path_count;
    struct tree_step path[TREE_PATH_MAX];
    struct tree **helper;   /* trees of further threads */
    int helpers;            /* how many */
    _Atomic uint64_t shown; /* playouts, for another thread to read */
    uint32_t moves[];       /* room for those of a position */
};

/* A tree of the task's root and its allowed moves, within `bytes` of memory at `room`; time and
 * playouts are limited as the task says. With `ordered` the allowed moves come most promising
 * first. Free it with tree_free(). NULL: out of memory. */
struct tree *tree_new(struct task *task, void *room, size_t bytes, bool ordered);

void tree_free(struct tree *tree);

/* Grows the tree until a limit is reached, reporting now and then, on all threads of the task. */
void tree_search(struct tree *tree);

bool tree_is_time(const struct tree *tree);

/* How many playouts the limits allow: by the depth where nothing else is limited. */
uint64_t tree_playouts(const struct limits *limits);

/* The child of the root with most visits, among equals with the best mean. */
const struct tree_node *tree_best(const struct tree *tree);

/* Numbers of the root's children, the best first by the same measure; those that are alike stay in
 * their order. Returns how many. */
int tree_rank(const struct tree *tree, uint32_t *child);

#endif
