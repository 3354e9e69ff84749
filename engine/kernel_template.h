/* kernel_template.h - the source of all kernels; see kernel.h.
 *
 * A file that includes it defines KERNEL_NAME (a string), KERNEL_OBJECT (the struct kernel), WORDS,
 * and AVX512 (1: one word, gathered by VPSHUFBITQMB; 0: plain C).
 */
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/kernel.h"
#include "engine/table.h"

#if AVX512
#include <immintrin.h>
#endif

enum {
    SIZE = WORDS * 64,
    TABLE_FROM = 4,  /* with fewer empty cells the table costs more than it saves */
    ORDER_FROM = 5,  /* the same for the order of moves */
    STABLE_FROM = 6, /* for bounds from stable cells */
    AHEAD_FROM = 6,  /* for looking moves up in the table before any is searched */
    SHARE_FROM = 14, /* for sharing moves between threads */
    CHECK_EVERY = WORDS == 1   ? 1024
                  : WORDS == 2 ? 32
                               : 4, /* nodes: well under 10 ms */
    TRIES = 3,                      /* moves that a light policy chooses among */
    INFINITE_MARGIN = 1000,
    SCALE = 16 /* values in the table are sixteenths of a cell */
};

#define INLINE static inline __attribute__((always_inline))

/* ---- sets ------------------------------------------------------------------------------------ */

struct set {
    uint64_t w[WORDS];
};

struct kernel_board {
    struct set all;
    struct set around[SIZE];
    struct set pawn[2];
    _Alignas(64) uint8_t side[3][64]; /* neighbours as control bytes, for one word */
    int cells;
    int sign; /* 1 where most cells win, -1 where fewest do */
    int archipelago;
};

#define EACH_WORD for (int i = 0; i < WORDS; i++)

INLINE struct set set_or(struct set a, struct set b) {
    EACH_WORD a.w[i] |= b.w[i];
    return a;
}

INLINE struct set set_and(struct set a, struct set b) {
    EACH_WORD a.w[i] &= b.w[i];
    return a;
}

INLINE struct set set_minus(struct set a, struct set b) {
    EACH_WORD a.w[i] &= ~b.w[i];
    return a;
}

INLINE bool set_any(struct set a) {
    uint64_t any = 0;
    EACH_WORD any |= a.w[i];
    return any != 0;
}

INLINE bool set_same(struct set a, struct set b) {
    uint64_t differ = 0;
    EACH_WORD differ |= a.w[i] ^ b.w[i];
    return differ == 0;
}

INLINE int set_size(struct set a) {
    int size = 0;
    EACH_WORD size += __builtin_popcountll(a.w[i]);
    return size;
}

INLINE struct set set_of(int cell) {
    struct set a = {{0}};
    a.w[cell / 64] = UINT64_C(1) << (cell % 64);
    return a;
}

/* Takes the least cell out of a set that is not empty. */
INLINE int set_take(struct set *a) {
    int word = 0;
    while (WORDS > 1 && !a->w[word])
        word++;
    int cell = word * 64 + __builtin_ctzll(a->w[word]);
    a->w[word] &= a->w[word] - 1;
    return cell;
}

INLINE struct set set_load(const uint64_t *from) {
    struct set a;
    EACH_WORD a.w[i] = from[i];
    return a;
}

INLINE void set_store(uint64_t *to, struct set a) {
    memset(to, 0, sizeof(uint64_t) * SURFACE_WORDS);
    EACH_WORD to[i] = a.w[i];
}

/* ---- what lies around a set ------------------------------------------------------------------ */

/* The cells with at least one, and with at least two neighbours in `set`. */
INLINE void gather(const struct kernel_board *board, struct set set, struct set *once,
                   struct set *twice) {
#if AVX512
    __m512i bits = _mm512_set1_epi64((long long)set.w[0]);
    uint64_t a = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[0]));
    uint64_t b = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[1]));
    uint64_t c = _mm512_bitshuffle_epi64_mask(bits, _mm512_load_si512(board->side[2]));
    once->w[0] = (a | b | c) & board->all.w[0];
    twice->w[0] = ((a & b) | (c & (a | b))) & board->all.w[0];
#else
    struct set one = {{0}}, two = {{0}};
    while (set_any(set)) {
        struct set near = board->around[set_take(&set)];
        two = set_or(two, set_and(one, near));
        one = set_or(one, near);
    }
    *once = set_and(one, board->all);
    *twice = set_and(two, board->all);
#endif
}

/* Cells that are not own and have an own neighbour: one more beside them takes them. */
INLINE struct set exposed(const struct kernel_board *board, struct set own) {
    struct set once, twice;
    gather(board, own, &once, &twice);
    return set_minus(once, own);
}

/* The cells that touch a set. */
INLINE struct set beside(const struct kernel_board *board, struct set set) {
    struct set once, twice;
    gather(board, set, &once, &twice);
    return once;
}

/* `own` after colouring a cell. `open` are the exposed cells: without one beside the cell nothing
 * spreads. */
INLINE struct set react_from(const struct kernel_board *board, struct set own, struct set open,
                             int cell) {
    own = set_or(own, set_of(cell));
    if (!set_any(set_and(board->around[cell], open)))
        return own;
#if AVX512
    for (;;) {
        struct set once, twice;
        gather(board, own, &once, &twice);
        if (!set_any(set_minus(twice, own)))
            return own;
        own = set_or(own, twice);
    }
#else
    struct set frontier = set_and(board->around[cell], open);
    while (set_any(frontier)) {
        int next = set_take(&frontier);
        struct set near = set_and(board->around[next], own);
        if (set_size(near) < 2)
            continue;
        own = set_or(own, set_of(next));
        frontier = set_or(frontier, set_minus(set_and(board->around[next], board->all), own));
    }
    return own;
#endif
}

/* The largest part of `own` in which every cell has two neighbours of the part: nothing in it can
 * ever be taken, since a first cell to fall would need two neighbours of the other colour. Pawns
 * never fall. */
INLINE struct set stable_part(const struct kernel_board *board, struct set own) {
    for (;;) {
        struct set once, twice;
        gather(board, own, &once, &twice);
        struct set pawns = set_minus(own, board->all);
        struct set next = set_or(set_and(own, twice), pawns);
        if (set_same(next, own))
            return set_minus(own, pawns);
        own = next;
    }
}

/* Empty cells beside no coloured cell whose neighbours have no own neighbour. */
INLINE struct set island_cells(const struct kernel_board *board, struct set own, struct set other) {
    struct set cells = set_and(set_or(own, other), board->all);
    struct set open = exposed(board, own);
    struct set empty = set_minus(board->all, cells);
    return set_minus(set_minus(empty, beside(board, cells)), beside(board, open));
}

/* How many sides of `own` are exposed. In a stable position an exposed cell has one own neighbour,
 * so that exposed sides are counted as cells. */
INLINE struct set exposed_sides(const struct kernel_board *board, struct set own,
                                struct set empty) {
    return set_and(exposed(board, set_and(own, board->all)), beside(board, empty));
}

/* The same after colouring a cell that starts no reaction: only what lies around it changes. */
INLINE int exposure_after(const struct kernel_board *board, struct set own, struct set empty,
                          struct set sides, int cell) {
    int count = set_size(sides) - set_any(set_and(sides, set_of(cell)));
    struct set near = set_minus(set_and(board->around[cell], board->all), own);
    empty = set_minus(empty, set_of(cell));
    while (set_any(near)) {
        int next = set_take(&near);
        count += set_any(set_and(board->around[next], empty));
        count -= set_any(set_and(sides, set_of(next)));
    }
    return count;
}

/* The cells among which the reference computer, version 1, would choose at random (reference.h):
 * the best margin that the board shows, then the best number of exposed sides. */
INLINE struct set reference_cells(const struct kernel_board *board, struct set own,
                                  struct set other, struct set legal, bool islands) {
    struct set open = exposed(board, own), best = {{0}};
    struct set quiet = islands ? legal : set_minus(legal, beside(board, open));
    struct set empty = set_minus(board->all, set_or(own, other));
    struct set sides = exposed_sides(board, own, empty);
    bool same = islands || (board->sign < 0 && set_any(quiet)); /* all show the same margin */
    int best_value = INT32_MIN;
    for (struct set cells = same ? quiet : legal; set_any(cells);) {
        int cell = set_take(&cells), value;
        if (same) {
            value = board->sign * exposure_after(board, own, empty, sides, cell);
        } else {
            struct set after = react_from(board, own, open, cell), theirs = set_minus(other, after);
            struct set left = set_minus(board->all, set_or(after, theirs));
            value = board->sign * ((set_size(after) - set_size(theirs)) * SIZE * 4);
            if (value + SIZE * 4 > best_value)
                value += board->sign * set_size(exposed_sides(board, after, left));
        }
        if (value > best_value) {
            best_value = value;
            best = set_of(cell);
        } else if (value == best_value) {
            best = set_or(best, set_of(cell));
        }
    }
    return best;
}

/* ---- the functions for tests ----------------------------------------------------------------- */

static struct kernel_board *prepare(const struct triancey_board *from) {
    const struct surface *surface = &from->surface;
    struct kernel_board *board = aligned_alloc(64, (sizeof *board + 63) / 64 * 64);
    if (!board)
        return NULL;
    memset(board, 0, sizeof *board);
    board->cells = surface->cells;
    board->sign = from->variant->fewest ? -1 : 1;
    board->archipelago = from->variant->archipelago;
    board->all = set_load(surface->all);
    for (int colour = 0; colour < 2; colour++)
        board->pawn[colour] = set_load(surface->pawn[colour]);
    for (int cell = 0; cell < surface->cells; cell++)
        for (int k = 0; k < 3; k++) {
            int near = surface->side[cell][k];
            board->around[cell] = set_or(board->around[cell], set_of(near));
            if (near < surface->cells)
                continue;
            /* A pawn's neighbours are known, too. */
            board->around[near] = set_or(board->around[near], set_of(cell));
        }
    for (int cell = 0; WORDS == 1 && cell < surface->cells; cell++)
        for (int k = 0; k < 3; k++)
            board->side[k][cell] = (uint8_t)surface->side[cell][k];
    return board;
}

static void test_react(const struct kernel_board *board, const uint64_t *own, int cell,
                       uint64_t *after) {
    struct set before = set_load(own);
    set_store(after, react_from(board, before, exposed(board, before), cell));
}

static void test_quiet(const struct kernel_board *board, const struct kernel_node *node,
                       uint64_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    struct set empty = set_minus(board->all, set_or(own, other));
    set_store(cells, set_minus(empty, beside(board, exposed(board, own))));
}

static void test_islands(const struct kernel_board *board, const struct kernel_node *node,
                         uint64_t *cells) {
    set_store(cells, island_cells(board, set_load(node->own), set_load(node->other)));
}

static void test_stable(const struct kernel_board *board, const uint64_t *own, uint64_t *cells) {
    set_store(cells, stable_part(board, set_load(own)));
}

static void test_reference(const struct kernel_board *board, const struct kernel_node *node,
                           uint64_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    bool islands = node->placed < board->archipelago;
    struct set legal =
        islands ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
    set_store(cells, reference_cells(board, own, other, legal, islands));
}

/* ---- random halves --------------------------------------------------------------------------- */

/* A random cell of a set: the n-th one. */
INLINE int choose_cell(struct set set, struct random *random) {
    int n = (int)((random_next(random) >> 32) * (uint64_t)set_size(set) >> 32);
#if AVX512
    return __builtin_ctzll(_pdep_u64(UINT64_C(1) << n, set.w[0]));
#else
    int word = 0;
    for (int size; WORDS > 1 && n >= (size = __builtin_popcountll(set.w[word])); word++)
        n -= size;
    uint64_t bits = set.w[word];
    while (n-- > 0)
        bits &= bits - 1;
    return word * 64 + __builtin_ctzll(bits);
#endif
}

/* One half; the starter's margin. */
INLINE int playout(const struct kernel_board *board, struct random *random) {
    struct set own = board->pawn[0], other = board->pawn[1];
    int placed = 0;
    for (; placed < board->archipelago; placed++) {
        struct set legal = island_cells(board, own, other);
        if (!set_any(legal))
            return 0;
        struct set after = set_or(own, set_of(choose_cell(legal, random)));
        own = other;
        other = after;
    }
    for (struct set empty; set_any(empty = set_minus(board->all, set_or(own, other))); placed++) {
        int cell = choose_cell(empty, random);
        struct set after = react_from(board, own, exposed(board, own), cell);
        own = set_minus(other, after);
        other = after;
    }
    int margin = board->sign * (set_size(own) - set_size(other));
    return placed % 2 ? -margin : margin;
}

static int64_t playouts(const struct kernel_board *board, struct random *random, int halves) {
    int64_t sum = 0;
    while (halves-- > 0)
        sum += playout(board, random);
    return sum;
}

/* ---- halves that are played sensibly --------------------------------------------------------- */

/* What the mover's cells become by the better of a few random moves. */
INLINE struct set choose_few(const struct kernel_board *board, struct random *random,
                             struct set own, struct set open, struct set empty) {
    struct set best = react_from(board, own, open, choose_cell(empty, random));
    for (int i = 1; i < TRIES; i++) {
        struct set after = react_from(board, own, open, choose_cell(empty, random));
        if (board->sign * (set_size(after) - set_size(best)) > 0)
            best = after;
    }
    return best;
}

/* A light move in the open phase: what the mover's cells become. */
INLINE struct set move_lightly(const struct kernel_board *board, struct random *random,
                               struct set own, struct set empty) {
    struct set open = exposed(board, own);
    struct set quiet = set_minus(empty, beside(board, open));
    if (board->sign < 0 && set_any(quiet))
        return set_or(own, set_of(choose_cell(quiet, random)));
    return choose_few(board, random, own, open, empty);
}

/* Plays a half on lightly, the seats in `model` (bit 0: the mover) as the reference. */
INLINE int play_on(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node, unsigned model) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int placed = node->placed;
    for (;; placed++, model = model >> 1 | (model & 1) << 1) {
        bool islands = placed < board->archipelago;
        struct set legal =
            islands ? island_cells(board, own, other) : set_minus(board->all, set_or(own, other));
        struct set after;
        if (!set_any(legal)) {
            if (islands)
                return 0;
            break;
        }
        if (model & 1)
            legal = reference_cells(board, own, other, legal, islands);
        if (model & 1 && !islands)
            after = react_from(board, own, exposed(board, own), choose_cell(legal, random));
        else if (islands)
            after = set_or(own, set_of(choose_cell(legal, random)));
        else
            after = move_lightly(board, random, own, legal);
        own = set_minus(other, after);
        other = after;
    }
    int margin = board->sign * (set_size(own) - set_size(other));
    return (placed - node->placed) % 2 ? -margin : margin;
}

static int rollout(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node) {
    return play_on(board, random, node, 0);
}

static int rollout_reference(const struct kernel_board *board, struct random *random,
                             const struct kernel_node *node) {
    return play_on(board, random, node, 3);
}

/* ---- exact solving --------------------------------------------------------------------------- */

/* What a move leads to. */
struct child {
    struct set own, other; /* of the player to move then */
    uint64_t key;
    int order; /* greater is tried first */
    int16_t cell;
};

INLINE uint64_t node_key(struct set own, struct set other, int islands_left) {
    uint64_t key = (uint64_t)islands_left * UINT64_C(0xd6e8feb86659fd93);
    EACH_WORD {
        key ^= own.w[i] * UINT64_C(0x9e3779b97f4a7c15) ^
               (other.w[i] + UINT64_C(0x7f4a7c15)) * UINT64_C(0xc2b2ae3d27d4eb4f);
        key ^= key >> 32;
        key *= UINT64_C(0xd6e8feb86659fd93);
    }
    return key ^ key >> 29;
}

static bool is_over(struct solving *solving) {
    if (solving->nodes >= solving->nodes_max)
        solving->stopped = true;
    else if (solving->nodes % CHECK_EVERY == 0)
        solving->stopped = atomic_load_explicit(solving->stop, memory_order_relaxed) ||
                           atomic_load_explicit(solving->done, memory_order_relaxed) ||
                           (solving->deadline != INT64_MAX && clock_now() >= solving->deadline);
    return solving->stopped;
}

/* How promising a move is: one that leaves the opponent few moves that start no reaction, many
 * exposed cells and many cells. The weights were found by descent on the number of nodes, where
 * fewest cells win; where most win, the same signs turned. */
INLINE int rank_child(const struct kernel_board *board, const struct child *child) {
    enum { QUIET = 38, EXPOSED = 67, GAIN = 23 };
    struct set empty = set_minus(board->all, set_or(child->own, child->other));
    struct set mine = exposed(board, child->other), theirs = exposed(board, child->own);
    int quiet = set_size(set_minus(empty, beside(board, theirs)));
    int gain = set_size(child->other) - set_size(child->own);
    return board->sign * (EXPOSED * (set_size(mine) - set_size(theirs)) + GAIN * gain) -
           QUIET * quiet;
}

/* All different positions after one move: a corridor is taken whole from whichever of its cells. */
INLINE int expand(const struct kernel_board *board, struct solving *solving, struct set own,
                  struct set other, struct set moves, int islands_left, bool prefetch,
                  struct child *child) {
    struct set open = exposed(board, own);
    int count = 0, before = set_size(own);
    while (set_any(moves)) {
        int cell = set_take(&moves);
        struct set after =
            islands_left ? set_or(own, set_of(cell)) : react_from(board, own, open, cell);
        bool twin = false;
        if (set_size(after) > before + 1)
            for (int i = 0; i < count && !twin; i++)
                twin = set_same(child[i].other, after);
        if (twin)
            continue;
        child[count].own = set_minus(other, after);
        child[count].other = after;
        child[count].cell = (int16_t)cell;
        child[count].key =
            node_key(child[count].own, after, islands_left > 0 ? islands_left - 1 : 0);
        if (prefetch)
            table_prefetch(solving->table, child[count].key);
        count++;
    }
    return count;
}

/* The children in the order in which they will be tried are the best of those left. */
INLINE void pick_child(struct child *child, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (child[i].order > child[best].order)
            best = i;
    struct child swap = child[from];
    child[from] = child[best];
    child[best] = swap;
}

/* What is known before anything is searched: narrows alpha..beta. */
INLINE void bound_by_stable(const struct kernel_board *board, struct set own, struct set other,
                            int *low, int *high) {
    int kept = set_size(stable_part(board, own)), lost = set_size(stable_part(board, other));
    int cells = board->cells;
    *low = board->sign > 0 ? 2 * kept - cells : 2 * lost - cells;
    *high = board->sign > 0 ? cells - 2 * lost : cells - 2 * kept;
}

/* Looks the children up before any is searched. One that is known to be bad enough for the opponent
 * ends the node (enhanced transposition cutoff: Plaat et al., 1996); those that are known not to
 * reach the window are taken off the list. True: the node is decided. *value is its value, or what
 * those taken off come to. */
INLINE bool known_children(struct solving *solving, struct child *child, int *count, int alpha,
                           int beta, int *value) {
    *value = -INFINITE_MARGIN;
    for (int i = 0; i < *count;) {
        struct table_entry entry;
        if (table_probe(solving->table, child[i].key, &entry) && entry.depth >= TABLE_EXACT) {
            if (-entry.high >= beta * SCALE) {
                *value = -entry.high / SCALE;
                return true;
            }
            if (-entry.low <= alpha * SCALE) {
                *value = -entry.low / SCALE > *value ? -entry.low / SCALE : *value;
                child[i] = child[--*count];
                continue;
            }
        }
        i++;
    }
    return *count == 0;
}

static int solve_node(struct solving *solving, struct set own, struct set other, int islands_left,
                      const uint64_t *allowed, int alpha, int beta, int *best_cell);

static int solve_child(struct solving *solving, const struct child *child, int islands_left,
                       int alpha, int beta, bool first) {
    int left = islands_left > 0 ? islands_left - 1 : 0;
    if (!first && beta - alpha > 1) {
        int value =
            -solve_node(solving, child->own, child->other, left, NULL, -alpha - 1, -alpha, NULL);
        if (value <= alpha || value >= beta || solving->stopped)
            return value;
    }
    return -solve_node(solving, child->own, child->other, left, NULL, -beta, -alpha, NULL);
}

/* Tries the children, the best first; `best` is the value without them. A move that another thread
 * is at is put off until the others are done; it is often in the table by then. */
static int try_children(struct solving *solving, struct child *child, int count, int islands_left,
                        int alpha, int beta, bool share, int best, int *best_index) {
    int16_t later[SIZE];
    int put_off = 0;
    for (int i = 0; i < count + put_off && alpha < beta; i++) {
        int at = i < count ? i : later[i - count];
        if (i < count)
            pick_child(child, i, count);
        if (share && i < count && i > 0 && busy_is(solving->busy, child[i].key)) {
            later[put_off++] = (int16_t)i;
            continue;
        }
        if (share)
            busy_start(solving->busy, child[at].key);
        int value = solve_child(solving, &child[at], islands_left, alpha, beta, i == 0);
        if (share)
            busy_finish(solving->busy, child[at].key);
        if (solving->stopped)
            return 0;
        if (value > best) {
            best = value;
            *best_index = at;
        }
        alpha = value > alpha ? value : alpha;
    }
    return best;
}

/* Keeps what was found, beside what was known before. */
static void remember(struct solving *solving, uint64_t key, int value, int alpha, int beta,
                     int cell, int empty) {
    struct table_entry entry, old;
    entry.low = (int16_t)(SCALE * (value > alpha ? value : -INFINITE_MARGIN));
    entry.high = (int16_t)(SCALE * (value < beta ? value : INFINITE_MARGIN));
    entry.move = (uint16_t)cell;
    entry.depth = (uint8_t)(TABLE_EXACT + (empty < TABLE_DEPTH_MAX ? empty : TABLE_DEPTH_MAX));
    if (table_probe(solving->table, key, &old) && old.depth >= TABLE_EXACT) {
        entry.low = old.low > entry.low ? old.low : entry.low;
        entry.high = old.high < entry.high ? old.high : entry.high;
    }
    table_store(solving->table, key, &entry);
}

/* What the table knows of a node: narrows the window, and true if that decides the node. */
INLINE bool recall(struct solving *solving, uint64_t key, int *alpha, int *beta, int *value,
                   int *first) {
    struct table_entry entry;
    if (!table_probe(solving->table, key, &entry))
        return false;
    *first = entry.move;
    if (entry.depth < TABLE_EXACT)
        return false;
    int low = entry.low / SCALE, high = entry.high / SCALE;
    if (low >= *beta || high <= *alpha || low == high) {
        *value = low >= *beta ? low : high;
        return true;
    }
    *alpha = low > *alpha ? low : *alpha;
    *beta = high < *beta ? high : *beta;
    return false;
}

/* Gives the children their order. `first` is the move that the table names. */
INLINE void rank_children(const struct kernel_board *board, int empty, int first,
                          struct child *child, int count) {
    for (int i = 0; i < count; i++)
        if (child[i].cell == first)
            child[i].order = INT16_MAX;
        else if (empty >= ORDER_FROM)
            child[i].order = rank_child(board, &child[i]);
        else
            child[i].order = board->sign * (set_size(child[i].other) - set_size(child[i].own));
}

static int solve_node(struct solving *solving, struct set own, struct set other, int islands_left,
                      const uint64_t *allowed, int alpha, int beta, int *best_cell) {
    const struct kernel_board *board = solving->board;
    solving->nodes++;
    if (is_over(solving))
        return 0;
    struct set moves = set_minus(board->all, set_or(own, other));
    int empty = set_size(moves), value = 0, first = -1;
    if (empty == 0)
        return board->sign * (set_size(own) - set_size(other));
    if (islands_left) {
        moves = island_cells(board, own, other);
        if (!set_any(moves))
            return 0; /* stalemate */
    } else if (empty >= STABLE_FROM && !best_cell) {
        int low, high;
        bound_by_stable(board, own, other, &low, &high);
        if (low >= beta || high <= alpha || low == high)
            return low >= beta ? low : high;
        alpha = low > alpha ? low : alpha;
        beta = high < beta ? high : beta;
    }
    uint64_t key = node_key(own, other, islands_left);
    int root_alpha = alpha, root_beta = beta;
    bool known = empty >= TABLE_FROM && recall(solving, key, &alpha, &beta, &value, &first);
    if (known && !best_cell)
        return value;
    if (best_cell) { /* the root must name a move, and perhaps one of few */
        alpha = root_alpha;
        beta = root_beta;
        if (allowed)
            moves = set_and(moves, set_load(allowed));
    }
    struct child child[SIZE];
    bool ahead = empty >= AHEAD_FROM && !best_cell;
    int count = expand(board, solving, own, other, moves, islands_left, ahead, child);
    value = -INFINITE_MARGIN;
    if (ahead && known_children(solving, child, &count, alpha, beta, &value))
        return value;
    rank_children(board, empty, first, child, count);
    int best_index = 0;
    value = try_children(solving, child, count, islands_left, alpha, beta,
                         solving->busy && empty >= SHARE_FROM, value, &best_index);
    if (solving->stopped)
        return 0;
    if (best_cell)
        *best_cell = child[best_index].cell;
    if (empty >= TABLE_FROM && !allowed)
        remember(solving, key, value, alpha, beta, child[best_index].cell, empty);
    return value;
}

static int solve(struct solving *solving, const struct kernel_node *node, const uint64_t *allowed,
                 int alpha, int beta, int *best) {
    int left = solving->board->archipelago - node->placed;
    return solve_node(solving, set_load(node->own), set_load(node->other), left > 0 ? left : 0,
                      allowed, alpha, beta, best);
}

/* ---- the kernel ------------------------------------------------------------------------------ */

static bool available(void) {
#if AVX512
    return __builtin_cpu_supports("avx512bitalg") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("bmi2");
#else
    return true;
#endif
}

const struct kernel KERNEL_OBJECT = {.name = KERNEL_NAME,
                                     .words = WORDS,
                                     .available = available,
                                     .prepare = prepare,
                                     .react = test_react,
                                     .quiet = test_quiet,
                                     .islands = test_islands,
                                     .stable = test_stable,
                                     .reference = test_reference,
                                     .playouts = playouts,
                                     .rollout = rollout,
                                     .rollout_reference = rollout_reference,
                                     .solve = solve};
