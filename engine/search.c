/* search.c - the player `search`: iterative deepening alpha-beta on the margin, for the Triancey
 * family.
 *
 * Principal variation search with a transposition table. Moves are tried in the order of the margin
 * that the board shows after them; at the horizon that margin is the estimate, with the exposed
 * sides as a fraction of a cell. When the tree ends before the horizon everywhere, the margin is
 * exact.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/table.h"
#include "games/triancey.h"

enum {
    PLY_MAX = 128,
    CELL_VALUE = 16, /* values are margins in sixteenths of a cell */
    INFINITE = 30000,
    CHECK_EVERY = 512 /* nodes between two looks at the clock: a fraction of a millisecond */
};

/* A position on the path: the mover's cells and the other's. */
struct node {
    uint64_t own[SURFACE_WORDS], other[SURFACE_WORDS];
    int placed;
};

struct choice {
    int16_t order; /* greater is tried first */
    uint16_t cell;
};

struct frame {
    struct choice choice[SURFACE_CELLS_MAX];
    uint32_t pv[PV_MAX];
    int pv_count;
};

struct search {
    struct task *task;
    const struct triancey_board *board;
    const struct surface *surface;
    int sign;       /* 1 where most cells win, -1 where fewest do */
    bool truncated; /* the iteration at hand has used an estimate */
    bool stopped;
    uint64_t nodes;
    struct frame frame[PLY_MAX + 1];
};

static bool is_time(struct search *search) {
    const struct limits *limits = &search->task->limits;
    if (search->nodes >= limits->nodes)
        return true;
    if (search->nodes % CHECK_EVERY)
        return false;
    return atomic_load_explicit(search->task->stop, memory_order_relaxed) ||
           (limits->hard != INT64_MAX && clock_now() >= limits->hard);
}

static uint64_t key_of(const struct search *search, const struct node *node) {
    int left = search->board->variant->archipelago - node->placed;
    uint64_t key = (uint64_t)(left > 0 ? left : 0) * 2 + (uint64_t)(node->placed & 1) + 1;
    key *= UINT64_C(0xd6e8feb86659fd93); /* far from the few bits of a set */
    for (int w = 0; w < search->surface->words; w++) {
        key = (key ^ node->own[w]) * UINT64_C(0x9e3779b97f4a7c15);
        key ^= key >> 32;
        key = (key ^ node->other[w]) * UINT64_C(0xbf58476d1ce4e5b9);
        key ^= key >> 29;
    }
    key *= UINT64_C(0x94d049bb133111eb);
    return key ^ key >> 31;
}

/* The margin that the board shows, for the mover, in cells. */
static int shown(const struct search *search, const struct node *node) {
    int words = search->surface->words;
    return search->sign * (set_count(words, node->own) - set_count(words, node->other));
}

static void after(const struct search *search, const struct node *node, int cell,
                  struct node *next) {
    memcpy(next->own, node->other, sizeof next->own);
    memcpy(next->other, node->own, sizeof next->other);
    next->placed = node->placed + 1;
    WITH_WORDS(search->surface->words, react(W, search->surface, next->other, next->own, cell));
}

/* The legal moves of a node with their order; `first` is tried before all others. */
static int choices(const struct search *search, const struct node *node, int first,
                   struct choice *choice) {
    const struct surface *surface = search->surface;
    uint64_t legal[SURFACE_WORDS];
    int count = 0;
    WITH_WORDS(surface->words,
               legal_set(W, surface, node->own, node->other,
                         node->placed < search->board->variant->archipelago, legal));
    for (int cell = set_next(surface->words, legal, 0); cell >= 0;
         cell = set_next(surface->words, legal, cell + 1)) {
        struct node next;
        after(search, node, cell, &next);
        choice[count].order = (int16_t)(cell == first ? INT16_MAX : -shown(search, &next));
        choice[count++].cell = (uint16_t)cell;
    }
    return count;
}

/* Brings the best of choice[from..count-1] to `from`. */
static void pick(struct choice *choice, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (choice[i].order > choice[best].order)
            best = i;
    struct choice swap = choice[from];
    choice[from] = choice[best];
    choice[best] = swap;
}

static void keep_line(struct search *search, int ply, int cell) {
    struct frame *frame = &search->frame[ply];
    const struct frame *below = &search->frame[ply + 1];
    int count = below->pv_count < PV_MAX - 1 ? below->pv_count : PV_MAX - 1;
    frame->pv[0] = (uint32_t)cell;
    memcpy(frame->pv + 1, below->pv, sizeof *below->pv * (size_t)count);
    frame->pv_count = count + 1;
}

/* Whether the table answers for the node; else its move, if any, is left in *first. */
static bool recall(struct search *search, uint64_t key, int depth, int empty, int alpha, int beta,
                   int *value, int *first) {
    struct table_entry entry;
    if (!table_probe(search->task->table, key, &entry))
        return false;
    if (entry.move != TABLE_MOVE_NONE)
        *first = entry.move;
    if (entry.depth < depth && entry.depth < TABLE_EXACT && entry.depth < empty)
        return false;
    if (entry.low < beta && entry.high > alpha && entry.low != entry.high)
        return false;
    if (entry.depth < empty && entry.depth < TABLE_EXACT)
        search->truncated = true;
    *value = entry.low >= beta ? entry.low : entry.high;
    return true;
}

static int visit(struct search *search, const struct node *node, int depth, int alpha, int beta,
                 int ply);

/* The value of one move, with the narrow window that all but the first are tried with. */
static int try_cell(struct search *search, const struct node *node, int cell, int depth, int alpha,
                    int beta, bool first, int ply) {
    struct node next;
    after(search, node, cell, &next);
    if (!first) {
        int value = -visit(search, &next, depth - 1, -alpha - 1, -alpha, ply + 1);
        if (value <= alpha || value >= beta)
            return value;
    }
    return -visit(search, &next, depth - 1, -beta, -alpha, ply + 1);
}

static int visit(struct search *search, const struct node *node, int depth, int alpha, int beta,
                 int ply) {
    struct frame *frame = &search->frame[ply];
    int words = search->surface->words;
    frame->pv_count = 0;
    search->nodes++;
    if (is_time(search))
        search->stopped = true;
    if (search->stopped)
        return 0;
    int empty = search->surface->cells + (search->surface->pawns ? 2 : 0) -
                set_count(words, node->own) - set_count(words, node->other);
    if (empty == 0)
        return shown(search, node) * CELL_VALUE;
    if (depth <= 0 || ply >= PLY_MAX) {
        search->truncated = true;
        return shown(search, node) * CELL_VALUE;
    }
    uint64_t key = key_of(search, node);
    int first = -1, best = -INFINITE, best_cell = TABLE_MOVE_NONE, value, old_alpha = alpha;
    if (recall(search, key, depth, empty, alpha, beta, &value, &first))
        return value;
    int count = choices(search, node, first, frame->choice);
    if (count == 0)
        return 0; /* stalemate in the archipelago */
    for (int i = 0; i < count && alpha < beta; i++) {
        pick(frame->choice, i, count);
        int cell = frame->choice[i].cell;
        value = try_cell(search, node, cell, depth, alpha, beta, i == 0, ply);
        if (search->stopped)
            return 0;
        if (value > best) {
            best = value;
            best_cell = cell;
        }
        if (value > alpha) {
            alpha = value;
            keep_line(search, ply, cell);
        }
    }
    struct table_entry entry = {.low = (int16_t)(best > old_alpha ? best : -INFINITE),
                                .high = (int16_t)(best < beta ? best : INFINITE),
                                .move = (uint16_t)best_cell,
                                .depth =
                                    (uint8_t)(depth > TABLE_DEPTH_MAX ? TABLE_DEPTH_MAX : depth)};
    table_store(search->task->table, key, &entry);
    return best;
}

/* ---- the root -------------------------------------------------------------------------------- */

static int round_value(int value) {
    return value >= 0 ? (value + CELL_VALUE / 2) / CELL_VALUE
                      : -((-value + CELL_VALUE / 2) / CELL_VALUE);
}

/* Searches all root moves to a depth, the best one so far first, and leaves the best in moves[0].
 * Returns its value; when stopped, what was found until then counts. */
static int search_root(struct search *search, const struct node *root, uint32_t *moves, int count,
                       int depth, int before) {
    int best = -INFINITE;
    struct frame *frame = &search->frame[0];
    for (int i = 0; i < count; i++) {
        int value = try_cell(search, root, (int)moves[i], depth, best, INFINITE, i == 0, 0);
        if (search->stopped)
            return i == 0 ? before : best;
        if (value > best) {
            best = value;
            keep_line(search, 0, (int)moves[i]);
            uint32_t move = moves[i];
            memmove(moves + 1, moves, sizeof *moves * (size_t)i);
            moves[0] = move;
        }
    }
    (void)frame;
    return best;
}

static void report(const struct search *search, int depth, int value, bool exact) {
    struct report report = {.depth = depth,
                            .margin = round_value(value),
                            .bound = exact ? BOUND_EXACT : BOUND_NONE,
                            .nodes = search->nodes,
                            .pv_count = search->frame[0].pv_count};
    memcpy(report.pv, search->frame[0].pv, sizeof report.pv);
    search->task->report(search->task->context, &report);
}

/* The order in which moves of equal value are preferred: by chance, then by what the board shows.
 */
static void order_root(struct search *search, const struct node *root, uint32_t *moves, int count) {
    int shown_after[SURFACE_CELLS_MAX];
    for (int i = count - 1; i > 0; i--) {
        int j = (int)random_below(&search->task->random, (uint32_t)i + 1);
        uint32_t swap = moves[i];
        moves[i] = moves[j];
        moves[j] = swap;
    }
    for (int i = 0; i < count; i++) {
        struct node next;
        after(search, root, (int)moves[i], &next);
        int value = -shown(search, &next), at = i;
        uint32_t move = moves[i];
        for (; at > 0 && shown_after[at - 1] < value; at--) {
            shown_after[at] = shown_after[at - 1];
            moves[at] = moves[at - 1];
        }
        shown_after[at] = value;
        moves[at] = move;
    }
}

static uint32_t deepen(struct search *search, const struct node *root) {
    struct task *task = search->task;
    uint32_t moves[SURFACE_CELLS_MAX];
    int count = task->allowed_count, value = 0;
    memcpy(moves, task->allowed, sizeof *moves * (size_t)count);
    order_root(search, root, moves, count);
    int deepest = task->limits.depth < PLY_MAX ? task->limits.depth : PLY_MAX;
    for (int depth = 1; depth <= deepest && !search->stopped; depth++) {
        search->truncated = false;
        search->frame[0].pv_count = 0;
        value = search_root(search, root, moves, count, depth, value);
        if (search->frame[0].pv_count > 0)
            report(search, depth, value, !search->truncated && !search->stopped);
        if (!search->truncated || clock_now() >= task->limits.soft)
            break;
    }
    return moves[0];
}

static uint32_t choose(struct task *task) {
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return task->allowed[0]; /* a legal move is better than none */
    const struct triancey_state *state = triancey_state(task->state);
    struct node root = {.placed = state->placed};
    search->task = task;
    search->board = triancey_board(task->board);
    search->surface = &search->board->surface;
    search->sign = search->board->variant->fewest ? -1 : 1;
    memcpy(root.own, state->set[state->mover], sizeof root.own);
    memcpy(root.other, state->set[!state->mover], sizeof root.other);
    table_age(task->table);
    uint32_t move = deepen(search, &root);
    free(search);
    return move;
}

const struct player player_search = {
    .name = "search",
    .about = "alpha-beta search with a transposition table",
    .plays = triancey_is,
    .choose = choose,
};
