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
#include "engine/kernel/kernel_sets.h"
#include "engine/player/product.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/solver/busy.h"

/* ---- moves ----------------------------------------------------------------------------------- */

enum {
    SYMMETRY_FROM = 16, /* empty cells, for taking symmetric positions for one */
    INFINITE_MARGIN = 1000
};

/* What the table knows of a position: its value for the player to move, and the best cell. */
struct known {
    int16_t low, high, move;
};

/* What a move leads to. */
struct child {
    struct set own, other; /* of the player to move then */
    uint64_t key;
    int16_t cell;
    uint8_t symmetry; /* that takes it to the position of its key */
    bool looked;      /* the table was asked */
    struct known known;
};

static const struct known nothing_known = {-INFINITE_MARGIN, INFINITE_MARGIN, -1};

/* Both halves of a product of 128 bits: every bit of either factor reaches all of the result, which
 * sums of products by constants do not do for the highest bits. */
INLINE uint64_t fold(uint64_t a, uint64_t b) {
    struct product product = product_of(a, b);
    return product.low ^ product.high;
}

INLINE uint64_t node_key(struct set own, struct set other, int islands_left) {
    uint64_t key = (uint64_t)islands_left * UINT64_C(0xd6e8feb86659fd93);
    EACH_WORD {
        key = fold(own.w[i] ^ key ^ UINT64_C(0x9e3779b97f4a7c15),
                   other.w[i] ^ UINT64_C(0xc2b2ae3d27d4eb4f));
    }
    return fold(key, UINT64_C(0xd6e8feb86659fd93));
}

INLINE struct set permute(const struct kernel_board *board, struct set set, int symmetry) {
    struct set image = set_minus(set, board->all);
    set = set_and(set, board->all);
    while (set_any(set))
        image = set_or(image, set_of(board->image[symmetry][set_take(&set)]));
    return image;
}

/* The key of a node; with `symmetric` that of one of the positions into which symmetries take it,
 * which is one key for all of them. */
static void find_key(const struct kernel_board *board, bool symmetric, int islands_left,
                     struct child *child) {
    child->key = node_key(child->own, child->other, islands_left);
    child->symmetry = 0;
    if (!symmetric ||
        board->cells - set_size(set_and(set_or(child->own, child->other), board->all)) <
            SYMMETRY_FROM)
        return;
    for (int i = 1; i < board->symmetries; i++) {
        uint64_t key =
            node_key(permute(board, child->own, i), permute(board, child->other, i), islands_left);
        if (key < child->key) {
            child->key = key;
            child->symmetry = (uint8_t)i;
        }
    }
}

/* The cell of a node that is `move` in the position of its key; -1 if there is none. */
static int own_cell(const struct kernel_board *board, const struct child *node, int move) {
    if (node->symmetry == 0)
        return move;
    for (int cell = 0; cell < board->cells; cell++)
        if (board->image[node->symmetry][cell] == move)
            return cell;
    return -1;
}

/* Whether a position is among the children. */
INLINE bool has_key(const struct child *child, int count, uint64_t key) {
    for (int i = 0; i < count; i++)
        if (child[i].key == key)
            return true;
    return false;
}

/* All different positions after one move; `order` (or NULL) as for play_all(). With `solving`,
 * symmetric positions count as one, and their places in the table are fetched ahead. */
INLINE int expand(const struct kernel_board *board, struct solving *solving, struct set own,
                  struct set other, struct set cells, int islands_left, struct child *child,
                  int *order) {
    bool symmetric = solving && solving->symmetric;
    int count = 0, left = islands_left > 0 ? islands_left - 1 : 0;
    struct moves moves;
    play_all(board, own, other, cells, &moves, order);
    for (int i = 0; i < moves.count; i++) {
        struct child *now = &child[count];
        now->own = set_minus(other, moves.after[i]);
        now->other = moves.after[i];
        now->cell = moves.cell[i];
        now->looked = false;
        if (symmetric) {
            find_key(board, true, left, now);
            if (has_key(child, count, now->key))
                continue;
            if (RANK_AT_ONCE && order)
                order[count] = order[i];
        } else {
            now->key = node_key(now->own, now->other, left);
            now->symmetry = 0;
        }
        if (solving)
            table_prefetch(solving->table, now->key);
        count++;
    }
    return count;
}

/* Moves the best child that is left to the place `from`. */
INLINE void pick_child(struct child *child, int *order, int from, int count) {
    int best = find_greatest(order, from, count);
    struct child swap = child[from];
    int swap_order = order[from];
    child[from] = child[best];
    order[from] = order[best];
    child[best] = swap;
    order[best] = swap_order;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

enum {
    STABLE_FROM = 6, /* empty cells, for bounds from stable cells */
    CHECK_EVERY = WORDS == 1   ? 1024
                  : WORDS == 2 ? 32
                               : 4, /* nodes: well under 10 ms */
    SCALE = 16                      /* values in the table are sixteenths of a cell */
};

/* A node whose moves are being tried. */
struct frame {
    const struct child *node;
    struct child *child; /* its moves, those that were tried first */
    int *order;          /* of these moves: greater is tried first */
    int count, tried;
    int dropped; /* moves that the table knew not to be good enough */
    int islands_left, empty;
    int beta;              /* the margin that is to be reached or not */
    int best, best_cell;   /* so far; best is -INFINITE_MARGIN and the cell -1 before */
    bool looked;           /* the table was asked for its moves */
    bool partial;          /* some moves are left out */
    struct known known;    /* what the table knew of the node */
    uint8_t refuted[SIZE]; /* how many of the moves were refuted by an answer on a cell */
};

INLINE struct frame make_frame(const struct child *node, int islands_left, int empty, int beta) {
    return (struct frame){.node = node,
                          .islands_left = islands_left,
                          .empty = empty,
                          .beta = beta,
                          .best = -INFINITE_MARGIN,
                          .best_cell = -1,
                          .known = node->known};
}

static bool is_over(struct solving *solving) {
    if (solving->nodes >= solving->nodes_max)
        solving->stopped = true;
    else if (solving->nodes % CHECK_EVERY == 0)
        solving->stopped = atomic_load_explicit(solving->done, memory_order_relaxed) ||
                           stopwatch_is_over(solving->watch, solving->limit);
    return solving->stopped;
}

/* ---- what decides a node without a search ---------------------------------------------------- */

/* Whether cells that can no longer change colour decide the node; *value is then a bound. */
INLINE bool bound_by_stable(const struct kernel_board *board, struct set own, struct set other,
                            int beta, int *value) {
    int cells = board->cells;
    struct set fewest = board->sign > 0 ? other : own, most = board->sign > 0 ? own : other;
    int stable = set_size(stable_part(board, fewest, (cells - beta + 2) / 2));
    if (stable > 0) {
        *value = cells - 2 * stable;
        return true;
    }
    stable = set_size(stable_part(board, most, (cells + beta + 1) / 2));
    *value = 2 * stable - cells;
    return stable > 0;
}

/* Where the fewest cells win there is a bound from moves that start no reaction, too. Call a move
 * of the mover soft if too few of its cells are stable afterwards to decide the node. While the
 * opponent only makes moves that start no reaction, on cells where the mover has no soft move, the
 * mover's cells only grow, so that no other move becomes soft: if the opponent has as many such
 * moves as the mover has soft ones, the mover runs out first. It is not here since it did not pay:
 * at 6 to 12 empty cells it took 10.5 % of the nodes (at 6 to 8, 6.9 %) from `bench solve 26`, but
 * these are the cheapest, and there were 1.1 % (0.5 %) more instructions. */

/* With two empty cells left, side by side, the player to move takes both. */
INLINE bool is_last_move(const struct kernel_board *board, const struct child *node,
                         struct set moves, int *value) {
    struct set open = exposed(board, node->own);
    struct set after = react_from(board, node->own, open, set_take(&moves));
    struct set theirs = set_minus(node->other, after);
    *value = board->sign * (set_size(after) - set_size(theirs));
    return !set_any(set_minus(moves, after));
}

/* Whether a node of this many empty cells, of which `moves` may be played, is decided as it is. */
INLINE bool is_decided(const struct kernel_board *board, const struct child *node, struct set moves,
                       int empty, int islands_left, int beta, int *value) {
    *value = 0; /* of a stalemate */
    if (empty == 0)
        *value = board->sign * (set_size(node->own) - set_size(node->other));
    if (!set_any(moves))
        return true;
    if (islands_left)
        return false;
    if (empty == 2)
        return is_last_move(board, node, moves, value);
    return empty >= STABLE_FROM && bound_by_stable(board, node->own, node->other, beta, value);
}

/* ---- what the table knows -------------------------------------------------------------------- */

/* What the table knows of a position. */
INLINE struct known look_up(struct solving *solving, uint64_t key) {
    struct table_entry entry;
    struct known known = nothing_known;
    if (!table_probe(solving->table, key, &entry))
        return known;
    known.move = (int16_t)entry.move;
    if (entry.depth < TABLE_EXACT)
        return known;
    known.low = (int16_t)(entry.low / SCALE);
    known.high = (int16_t)(entry.high / SCALE);
    return known;
}

/* Whether what the table knows of a node decides it. */
INLINE bool is_known(const struct known *known, int beta, int *value) {
    *value = known->low >= beta ? known->low : known->high;
    return known->low >= beta || known->high < beta;
}

/* Keeps what was found, beside what was known before. `worth` is counted in empty cells. */
INLINE void remember(struct solving *solving, const struct child *node, const struct known *known,
                     int value, int beta, int cell, int worth) {
    struct table_entry entry;
    int depth = worth < 0 ? 0 : worth < TABLE_DEPTH_MAX ? worth : TABLE_DEPTH_MAX;
    int low = value >= beta && value > known->low ? value : known->low;
    int high = value < beta && value < known->high ? value : known->high;
    entry.low = (int16_t)(SCALE * low);
    entry.high = (int16_t)(SCALE * high);
    entry.move = (uint16_t)(node->symmetry ? solving->board->image[node->symmetry][cell] : cell);
    entry.depth = (uint8_t)(TABLE_EXACT + depth);
    table_store(solving->table, node->key, &entry);
}

/* A move has the value, or at most that. */
INLINE void take_value(struct frame *frame, int cell, int value) {
    if (value > frame->best) {
        frame->best = value;
        frame->best_cell = cell;
    }
}

/* Takes a move that is not good enough off the list. */
INLINE void drop_child(struct frame *frame, int i) {
    frame->dropped++;
    frame->count--;
    frame->child[i] = frame->child[frame->count];
    frame->order[i] = frame->order[frame->count];
}

/* What is known of a move counts for the node, and decides it if the move is good enough: true.
 * One that is known not to be is taken off the list, else *i goes on to the next. */
INLINE bool take_known(struct frame *frame, int *i) {
    const struct child *child = &frame->child[*i];
    int low = -child->known.high, high = -child->known.low;
    if (low >= frame->beta || high < frame->beta)
        take_value(frame, child->cell, low >= frame->beta ? low : high);
    if (high >= frame->beta)
        ++*i;
    else
        drop_child(frame, *i);
    return low >= frame->beta;
}

/* Looks the moves up before any is searched. One that is known to be bad enough for the opponent
 * ends the node (enhanced transposition cutoff: Plaat et al., 1996); those that are known not to
 * reach the bound are taken off the list. True: the node is decided. */
INLINE bool known_children(struct solving *solving, struct frame *frame) {
    for (int i = 0; i < frame->count;) {
        struct child *child = &frame->child[i];
        child->known = look_up(solving, child->key);
        child->looked = true;
        if (take_known(frame, &i))
            return true;
    }
    return frame->count == 0;
}

/* Looks up the replies to a move. The fewer of them are still to be refuted, the earlier the move
 * is tried, since most of the work of refuting it is then done. Where they decide the child, its
 * known bounds are narrowed. */
INLINE void known_replies(struct solving *solving, struct child *child, int beta, int *order) {
    struct child reply[SIZE];
    int count = expand(solving->board, solving, child->own, child->other,
                       legal_cells(solving->board, child->own, child->other, 0), 0, reply, NULL);
    if (count == 0)
        return;
    int unknown = 0, lowest = INFINITE_MARGIN;
    for (int i = 0; i < count; i++) {
        struct known known = look_up(solving, reply[i].key);
        if (known.high < beta) {
            child->known.low = (int16_t)-known.high;
            return;
        }
        unknown += known.low < beta;
        lowest = known.low < lowest ? known.low : lowest;
    }
    if (unknown == 0)
        child->known.high = (int16_t)-lowest;
    *order += solving->board->tuning.order.known * (count - unknown) / count;
}

/* Looks up the replies to all moves in the table, after known_children(). */
INLINE bool known_grandchildren(struct solving *solving, struct frame *frame) {
    for (int i = 0; i < frame->count;) {
        known_replies(solving, &frame->child[i], frame->beta, &frame->order[i]);
        if (take_known(frame, &i))
            return true;
    }
    return frame->count == 0;
}

/* ---- lanes ----------------------------------------------------------------------------------- */

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
