/* solver_template.h - whether the margin reaches a bound, by alpha-beta with null windows and a
 * table.
 *
 * The source of the search for all kernels: a file that includes it defines SOLVE (the name of the
 * function, see solving.h), and WORDS and VECTOR for the kernel (kernel_sets.h).
 *
 * Most of the table lies where memory is slow to answer. So a search asks for the places of all
 * moves of a node ahead, and while they are on their way another one goes on: a thread runs several
 * searches of one position in turn (lanes), which share the work as threads do.
 */
#include <stdlib.h>

#include "engine/kernel/patterns.h"
#include "engine/kernel/vector.h"
#include "engine/solver/solving.h"

#if KERNEL_MISSING
int SOLVE(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
          int beta, int *best) {
    (void)node, (void)allowed, (void)beta, (void)best;
    solving->stopped = true;
    return 0;
}
#else
#include "engine/solver/busy.h"
#include "engine/solver/solver_node.h"

enum {
    TABLE_FROM = 4,     /* with fewer empty cells the table costs more than it saves */
    ORDER_FROM = 5,     /* with fewer, moves are taken in any order */
    AHEAD_FROM = 6,     /* with fewer, moves are not looked up before one is searched */
    CHEAP = 6,          /* how much less a node that a lookup decides is worth to the table */
    PATTERNS_FROM = 18, /* with fewer, patterns do not help to order moves */
    REPLIES_FROM = 20,  /* with fewer, replies are not looked up in the table */
    SHARE_FROM = 22,    /* for sharing moves between threads */
    LANES = WORDS == 1 ? 2 : 1,
    LANES_FROM = 18 /* empty cells to begin with, for more than one lane */
};

/* A search: the nodes from the root to the one at work, each a move further than the one before.
 * The moves of each begin where those of the one before end. */
struct lane {
    struct solving *solving;
    struct lane *peer; /* another lane at the same problem, or NULL */
    int depth;         /* of the node at work; -1: the root is decided */
    struct frame frame[SIZE + 1];
    struct child child[SIZE * (SIZE + 1) / 2];
    int order[SIZE * (SIZE + 1) / 2 + ROOM - SIZE];
};

/* ---- few empty cells ------------------------------------------------------------------------- */

/* Gives the moves their order. `first` is the one that the table names. */
INLINE void rank_children(const struct kernel_board *board, int empty, int first,
                          const struct child *child, int *order, int count) {
    for (int i = 0; i < count; i++)
        if (child[i].cell == first)
            order[i] = INT16_MAX; /* more than any rank */
        else if (empty < ORDER_FROM)
            order[i] = board->sign * (set_size(child[i].other) - set_size(child[i].own));
        else if (!RANK_AT_ONCE)
            order[i] = rank_position(board, child[i].own, child[i].other);
}

static int solve_small(struct solving *solving, const struct child *node, int islands_left,
                       int beta) {
    const struct kernel_board *board = solving->board;
    struct set moves = legal_cells(board, node->own, node->other, islands_left);
    struct known known = nothing_known;
    struct child child[AHEAD_FROM];
    int order[AHEAD_FROM + ROOM - SIZE];
    int empty = set_size(set_minus(board->all, set_or(node->own, node->other)));
    int left = islands_left > 0 ? islands_left - 1 : 0, value = 0, best = 0;
    solving->nodes++;
    if (is_over(solving) || is_decided(board, node, moves, empty, islands_left, beta, &value))
        return solving->stopped ? 0 : value;
    if (empty >= TABLE_FROM)
        known = node->looked ? node->known : look_up(solving, node->key);
    if (is_known(&known, beta, &value))
        return value;
    int count = expand(board, NULL, node->own, node->other, moves, islands_left, child,
                       empty < ORDER_FROM ? NULL : order);
    rank_children(board, empty, own_cell(board, node, known.move), child, order, count);
    value = -INFINITE_MARGIN;
    for (int i = 0; i < count && value < beta; i++) {
        pick_child(child, order, i, count);
        int now = -solve_small(solving, &child[i], left, 1 - beta);
        best = now > value ? i : best;
        value = now > value ? now : value;
    }
    if (!solving->stopped && empty >= TABLE_FROM)
        remember(solving, node, &known, value, beta, child[best].cell, empty);
    return value;
}

/* ---- searches in turn ------------------------------------------------------------------------ */

/* What patterns expect of a position counts for little in the order, because a move that promises
 * more may take longer to prove. In 24 games of Selacata, weights of 12, 20, 40 and 100 for a cell
 * took 0.83, 0.81, 0.88 and 1.18 times the nodes of none (26 empty cells; from 30, 20 took 0.81
 * times). What patterns expect after the best reply is no better: 0.85 times. A cell above the
 * bound that counts for less or more than one below it took 0.98 to 1.04 times the nodes of 20 for
 * each; patterns from 15 and 12 empty cells on, 0.98 times, but 1.2 and 1.5 times the processor
 * time. */
INLINE void rank_by_patterns(const struct solving *solving, struct frame *frame) {
    struct pattern_view view;
    int weight = solving->board->tuning.order.patterns;
    patterns_see(solving->patterns, frame->node->own.w, frame->node->other.w, &view);
    for (int i = 0; i < frame->count; i++)
        if (frame->order[i] != INT16_MAX)
            frame->order[i] -= weight *
                               patterns_after(solving->patterns, &view, frame->node->own.w,
                                              frame->node->other.w, frame->child[i].other.w) /
                               PATTERN_CELL;
}

/* Moves of the lane's last node that have refuted its siblings rank higher: such a move has already
 * met many of the replies to it, among them the siblings' moves. */
INLINE void rank_refuters(const struct lane *lane, struct frame *frame) {
    enum { SPREAD = 8 }; /* as if there were this many more replies */
    const struct kernel_order *weight = &lane->solving->board->tuning.order;
    int near = weight->refuted / (frame->count + SPREAD);
    int far = weight->refuted_far / (frame->count + SPREAD);
    if (lane->depth > 0)
        for (int i = 0; i < frame->count; i++)
            frame->order[i] += near * frame[-1].refuted[frame->child[i].cell];
    if (lane->depth > 2)
        for (int i = 0; i < frame->count; i++)
            frame->order[i] += far * frame[-3].refuted[frame->child[i].cell];
}

/* True: what the table knows decides a lane's last node. If not, its moves are in order then. To
 * look up replies from 16 empty cells on took 0.89 times the nodes, but 1.4 times the processor
 * time. */
static bool look_ahead(struct lane *lane, struct frame *frame) {
    struct solving *solving = lane->solving;
    if (known_children(solving, frame))
        return true;
    rank_children(solving->board, frame->empty,
                  own_cell(solving->board, frame->node, frame->known.move), frame->child,
                  frame->order, frame->count);
    if (frame->empty >= PATTERNS_FROM && solving->patterns && frame->count > 1)
        rank_by_patterns(solving, frame);
    rank_refuters(lane, frame);
    return frame->empty >= REPLIES_FROM && frame->islands_left == 0 && frame->count > 1 &&
           known_grandchildren(solving, frame);
}

/* Where the threads mark what they are at, NULL if they do not share the moves of a node. */
INLINE struct busy *busy_with(const struct lane *lane, const struct frame *frame) {
    return frame->empty >= SHARE_FROM ? lane->solving->busy : NULL;
}

/* How many moves of a node must have failed before threads share the others. Where few cells are
 * empty, threads that meet must split up at once, because they would do the same work to the end;
 * further up they can split below, until the node most likely has no good move. */
INLINE int share_after(int empty) {
    return empty < SHARE_FROM + 2 ? 0 : empty < 32 ? 4 : 6;
}

/* Takes up a move of a lane's last node, unless its peer or another thread is searching it. */
static bool take_up(const struct lane *lane, const struct frame *frame, uint64_t key) {
    const struct lane *peer = lane->peer;
    struct busy *busy = busy_with(lane, frame);
    bool first = frame->tried == 0;
    if (!first && peer && peer->depth > lane->depth &&
        peer->frame[lane->depth + 1].node->key == key)
        return false;
    if (!busy)
        return true;
    int after = share_after(frame->empty);
    if (after == 0 || (!first && frame->tried + frame->dropped >= after))
        return busy_claim(busy, key);
    busy_start(busy, key);
    return true;
}

/* The move to be tried next, NULL if there is none or one was good enough. One that is searched
 * elsewhere is put off once until the others are done; it is often in the table by then. */
static const struct child *next_child(const struct lane *lane, struct frame *frame) {
    enum { PUT_OFF = INT32_MIN };
    struct child *child = &frame->child[frame->tried];
    if (frame->best >= frame->beta)
        return NULL;
    while (frame->tried < frame->count) {
        pick_child(frame->child, frame->order, frame->tried, frame->count);
        bool again = frame->order[frame->tried] == PUT_OFF;
        if (again && busy_with(lane, frame))
            busy_start(lane->solving->busy, child->key);
        if (again || take_up(lane, frame, child->key)) {
            frame->tried++;
            return child;
        }
        frame->order[frame->tried] = PUT_OFF;
    }
    return NULL;
}

/* Goes on to a move of the last node. True: its own moves' places in the table are asked for; else
 * its value was plain and has been taken. */
static bool open_node(struct lane *lane, struct frame *last, const struct child *node) {
    struct solving *solving = lane->solving;
    const struct kernel_board *board = solving->board;
    struct frame *frame = last + 1;
    int left = last->islands_left > 0 ? last->islands_left - 1 : 0, value = 0;
    int empty = set_size(set_minus(board->all, set_or(node->own, node->other)));
    struct busy *busy = busy_with(lane, last);
    bool found = true;
    if (empty < AHEAD_FROM) {
        value = solve_small(solving, node, left, 1 - last->beta);
    } else {
        struct set moves = legal_cells(board, node->own, node->other, left);
        *frame = make_frame(node, left, empty, 1 - last->beta);
        frame->child = last->child + last->count;
        frame->order = last->order + last->count;
        solving->nodes++;
        found =
            is_over(solving) || is_decided(board, node, moves, empty, left, frame->beta, &value);
        if (!found && busy) { /* other threads may have found it */
            frame->known = look_up(solving, node->key);
            found = is_known(&frame->known, frame->beta, &value);
        }
        if (!found)
            frame->count = expand(board, solving, node->own, node->other, moves, left, frame->child,
                                  frame->order);
    }
    if (!found && !solving->stopped) {
        lane->depth++;
        return true;
    }
    if (!solving->stopped)
        take_value(last, node->cell, -value);
    if (busy)
        busy_finish(busy, node->key);
    return false;
}

/* Leaves nodes until the last one is that at `depth`. */
static void leave_nodes(struct lane *lane, int depth) {
    for (; lane->depth > depth; lane->depth--) {
        const struct frame *frame = &lane->frame[lane->depth];
        struct busy *busy = lane->depth > 0 ? busy_with(lane, &frame[-1]) : NULL;
        if (busy)
            busy_finish(busy, frame->node->key);
    }
}

/* A node of a lane, perhaps not the last one, has the value, by a move on the cell (-1: unknown);
 * the node before it goes on. */
static void close_node(struct lane *lane, int depth, int value, int cell) {
    struct frame *frame = &lane->frame[depth];
    leave_nodes(lane, depth - 1);
    if (depth == 0)
        return;
    take_value(&frame[-1], frame->node->cell, -value);
    if (value >= frame->beta && cell >= 0 && frame[-1].refuted[cell] < UINT8_MAX)
        frame[-1].refuted[cell]++;
}

/* Decides the last node of a lane, and its peer's node of that depth if its position is equal. */
static void decide_node(struct lane *lane, int worth) {
    const struct frame *frame = &lane->frame[lane->depth];
    struct lane *peer = lane->peer;
    int depth = lane->depth;
    if (!frame->partial)
        remember(lane->solving, frame->node, &frame->known, frame->best, frame->beta,
                 frame->best_cell, worth);
    if (peer && depth > 0 && peer->depth >= depth &&
        peer->frame[depth].node->key == frame->node->key)
        close_node(peer, depth, frame->best, frame->best_cell);
    close_node(lane, depth, frame->best, frame->best_cell);
}

/* Leaves the nodes below one that another thread has decided meanwhile. It then is no longer marked
 * as being searched, which costs less to see than looking all up in the table. */
static void follow_threads(struct lane *lane) {
    struct solving *solving = lane->solving;
    for (int depth = 1; depth <= lane->depth; depth++) {
        const struct frame *frame = &lane->frame[depth];
        int value;
        if (frame[-1].empty < SHARE_FROM)
            return;
        if (busy_is(solving->busy, frame->node->key))
            continue;
        struct known known = look_up(solving, frame->node->key);
        if (is_known(&known, frame->beta, &value))
            close_node(lane, depth, value, own_cell(solving->board, frame->node, known.move));
    }
}

/* Goes on until the places of moves in the table have been asked for, or the root is decided. */
static void advance(struct lane *lane) {
    while (lane->depth >= 0 && !lane->solving->stopped) {
        struct frame *frame = &lane->frame[lane->depth];
        bool decided = !frame->looked && look_ahead(lane, frame);
        frame->looked = true;
        const struct child *next = decided ? NULL : next_child(lane, frame);
        if (!next) {
            decide_node(lane, frame->empty - (decided ? CHEAP : 0));
            if (busy_with(lane, frame))
                follow_threads(lane);
        } else if (open_node(lane, frame, next)) {
            return;
        }
    }
}

/* The root is a node like others, but must name a move, and perhaps one of few. */
int SOLVE(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
          int beta, int *best) {
    const struct kernel_board *board = solving->board;
    struct child root = {.own = set_load(node->own), .other = set_load(node->other)};
    int left = board->archipelago > node->placed ? board->archipelago - node->placed : 0;
    int empty = set_size(set_minus(board->all, set_or(root.own, root.other))), last = 0;
    struct set moves = legal_cells(board, root.own, root.other, left);
    if (allowed)
        moves = set_and(moves, set_load(allowed));
    solving->nodes++;
    if (is_over(solving))
        return 0;
    if (!set_any(moves))
        return left > 0 ? 0 : board->sign * (set_size(root.own) - set_size(root.other));
    int lanes = empty >= LANES_FROM ? LANES : 1;
    struct lane *lane = malloc((size_t)lanes * sizeof *lane);
    if (!lane) {
        solving->stopped = true;
        return 0;
    }
    solving->symmetric = board->symmetries > 1 && board->cells - empty <= board->cells / 4;
    find_key(board, solving->symmetric, left, &root);
    for (int i = 0; i < lanes; i++) {
        struct frame *frame = lane[i].frame;
        lane[i].solving = solving;
        lane[i].peer = lanes > 1 ? &lane[1 - i] : NULL;
        lane[i].depth = 0;
        root.known = look_up(solving, root.key);
        *frame = make_frame(&root, left, empty, beta);
        frame->child = lane[i].child;
        frame->order = lane[i].order;
        frame->partial = allowed != NULL;
        frame->count =
            expand(board, solving, root.own, root.other, moves, left, frame->child, frame->order);
    }
    while (!solving->stopped && lane[last].depth >= 0) {
        last = lanes - 1 - last;
        advance(&lane[last]);
    }
    int value = lane[last].frame[0].best;
    *best = lane[last].frame[0].best_cell;
    for (int i = 0; i < lanes; i++)
        leave_nodes(&lane[i], -1); /* it may have been stopped on its way */
    free(lane);
    return value;
}
#endif
