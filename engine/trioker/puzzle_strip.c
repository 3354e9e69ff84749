/* puzzle_strip.c - counts the solutions of long and narrow shapes without visiting each.
 *
 * The cells are filled in an order in which those filled and the others meet in two points only.
 * What can follow depends on the pieces that are used and on the values of these points, so that
 * all ways that lead there make one state, which holds their number. When all pieces are needed
 * both halves are filled, each from its end, and every state of one meets its complement in the
 * other.
 */
#include "engine/trioker/puzzle_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH_MAX = 2,        /* points of a cut; beyond that the tree is faster */
    CELLS_MIN = 10,       /* with fewer the tree is small */
    STATES_BITS_MAX = 23, /* states of one cut: 128 MiB */
    STATES_BITS_START = 10,
};

struct order {
    uint8_t cell[PUZZLE_CELLS_MAX];
    int count;
};

/* The points where cells of both sets meet. Returns their number. */
static int cut_points(const struct puzzle_shape *shape, cell_set before, cell_set behind,
                      uint8_t *points) {
    int count = 0;
    for (int point = 0; point < shape->points; point++)
        if ((shape->around[point] & before) && (shape->around[point] & behind))
            points[count++] = (uint8_t)point;
    return count;
}

/* Orders cells from a first one on, the next always so that the cut is narrowest. Returns the
 * greatest width, WIDTH_MAX + 1 if it is more. */
static int order_from(const struct puzzle_shape *shape, cell_set cells, int first,
                      struct order *order) {
    uint8_t points[PUZZLE_POINTS_MAX];
    cell_set before = 1u << first;
    int width = cut_points(shape, before, cells & ~before, points);
    order->cell[0] = (uint8_t)first;
    order->count = 1;
    while (before != cells && width <= WIDTH_MAX) {
        int best = -1, least = PUZZLE_POINTS_MAX;
        for (cell_set rest = cells & ~before; rest; rest &= rest - 1) {
            cell_set with = before | (rest & -rest);
            int cut = cut_points(shape, with, cells & ~with, points);
            if (cut < least) {
                least = cut;
                best = __builtin_ctz(rest);
            }
        }
        before |= 1u << best;
        order->cell[order->count++] = (uint8_t)best;
        width = least > width ? least : width;
    }
    return width;
}

/* The order with the narrowest cuts. False: all are too wide. */
static bool find_order(const struct puzzle_shape *shape, cell_set cells, struct order *best) {
    int least = WIDTH_MAX + 1;
    for (cell_set rest = cells; rest; rest &= rest - 1) {
        struct order order;
        int width = order_from(shape, cells, __builtin_ctz(rest), &order);
        if (width < least) {
            least = width;
            *best = order;
        }
    }
    return least <= WIDTH_MAX;
}

bool puzzle_is_strip(const struct puzzle_shape *shape) {
    struct order order;
    return shape->cells >= CELLS_MIN && find_order(shape, (1u << shape->cells) - 1, &order);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* A state is the set of the pieces used, and above it the values of the cut's points, two bits for
 * each in their order, and bit 63, so that it is never 0. */
struct state {
    uint64_t key; /* 0: this place is empty */
    uint64_t count;
};

struct states {
    struct state *state;
    size_t count;
    int bits; /* the size is 2 to the power of this */
};

static const uint64_t key_mark = UINT64_C(1) << 63;

static bool states_init(struct states *states, int bits) {
    *states =
        (struct states){.bits = bits, .state = calloc((size_t)1 << bits, sizeof(struct state))};
    return states->state != NULL;
}

static struct state *states_place(const struct states *states, uint64_t key) {
    size_t mask = ((size_t)1 << states->bits) - 1;
    size_t at = (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - states->bits));
    while (states->state[at].key && states->state[at].key != key)
        at = (at + 1) & mask;
    return &states->state[at];
}

static bool states_grow(struct states *states) {
    struct states larger;
    if (states->bits == STATES_BITS_MAX || !states_init(&larger, states->bits + 1))
        return false;
    for (size_t i = 0; i < (size_t)1 << states->bits; i++)
        if (states->state[i].key)
            *states_place(&larger, states->state[i].key) = states->state[i];
    larger.count = states->count;
    free(states->state);
    *states = larger;
    return true;
}

static bool states_add(struct states *states, uint64_t key, uint64_t count) {
    struct state *state = states_place(states, key);
    state->count += count;
    if (state->key)
        return true;
    state->key = key;
    return ++states->count * 3 < (size_t)2 << states->bits || states_grow(states);
}

/* ---- filling --------------------------------------------------------------------------------- */

struct filler {
    const struct puzzle_shape *shape;
    const struct puzzle_ways *ways;
    const struct puzzle_node *node;
    bool (*stop)(void *context);
    void *context;
    uint64_t steps;
};

struct cut {
    uint8_t points[PUZZLE_POINTS_MAX];
    int width;
};

/* Fills a cell in a state, and adds the states that result. */
static bool fill_cell(struct filler *filler, const struct state *state, int cell,
                      const struct cut *from, const struct cut *to, struct states *next) {
    const struct puzzle_shape *shape = filler->shape;
    uint8_t value[PUZZLE_POINTS_MAX], domain[3];
    uint64_t options = filler->node->options[cell];
    memset(value, TRIOKER_VALUES, sizeof value);
    for (int i = 0; i < from->width; i++)
        value[from->points[i]] = state->key >> (TRIOKER_PIECES + 2 * i) & 3;
    for (int k = 0; k < 3; k++) {
        int point = shape->corner[cell][k];
        domain[k] = filler->node->domain[point];
        if (value[point] < TRIOKER_VALUES)
            domain[k] = (uint8_t)(1u << value[point]);
        options &= filler->ways->with[k][domain[k]];
    }
    for (; options; options &= options - 1) {
        int way = __builtin_ctzll(options);
        uint64_t piece = puzzle_pieces_of(options & -options);
        if (state->key & piece)
            continue;
        uint64_t key = (state->key & ((1u << TRIOKER_PIECES) - 1)) | piece | key_mark;
        for (int k = 0; k < 3; k++)
            value[shape->corner[cell][k]] = filler->ways->value[way][k];
        for (int i = 0; i < to->width; i++)
            key |= (uint64_t)value[to->points[i]] << (TRIOKER_PIECES + 2 * i);
        filler->steps++;
        if (filler->stop(filler->context) || !states_add(next, key, state->count))
            return false;
    }
    return true;
}

/* All states in which `count` cells are filled, the n-th one being cell[n * step]. */
static bool puzzle_strip_fill(struct filler *filler, const uint8_t *cell, int step, int count,
                              struct states *states) {
    struct cut from = {.width = 0}, to;
    cell_set before = 0;
    if (!states_init(states, STATES_BITS_START))
        return false;
    states_add(states, key_mark, 1);
    for (int i = 0; i < count; i++) {
        struct states next;
        int filled = cell[i * step];
        bool fine = states_init(&next, STATES_BITS_START);
        before |= 1u << filled;
        to.width = cut_points(filler->shape, before, filler->node->cells & ~before, to.points);
        for (size_t j = 0; fine && j < (size_t)1 << states->bits; j++)
            if (states->state[j].key)
                fine = fill_cell(filler, &states->state[j], filled, &from, &to, &next);
        free(states->state);
        *states = next;
        if (!fine)
            return false;
        from = to;
    }
    return true;
}

/* Sums over the pairs of states of both halves that use complementary pieces. */
static uint64_t puzzle_strip_join(const struct states *first, const struct states *second,
                                  uint32_t pieces) {
    uint64_t sum = 0;
    for (size_t i = 0; i < (size_t)1 << first->bits; i++)
        if (first->state[i].key)
            sum +=
                first->state[i].count * states_place(second, first->state[i].key ^ pieces)->count;
    return sum;
}

bool puzzle_count_strip(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                        const struct puzzle_node *node, bool (*stop)(void *context), void *context,
                        uint64_t *solutions, uint64_t *nodes) {
    struct filler filler = {shape, ways, node, stop, context, 0};
    struct states first = {.state = NULL}, second = {.state = NULL};
    struct order order;
    int cells = __builtin_popcount(node->cells);
    if (!puzzle_is_strip(shape) || shape->folded || !find_order(shape, node->cells, &order))
        return false;
    uint32_t pieces = 0;
    for (int cell = 0; cell < shape->cells; cell++)
        if (node->cells >> cell & 1)
            pieces |= puzzle_pieces_of(node->options[cell]);
    bool all = __builtin_popcount(pieces) == cells;
    int half = all ? cells / 2 : cells;
    bool done =
        puzzle_strip_fill(&filler, order.cell, 1, half, &first) &&
        (!all || puzzle_strip_fill(&filler, order.cell + cells - 1, -1, cells - half, &second));
    uint64_t sum = done && all ? puzzle_strip_join(&first, &second, pieces) : 0;
    for (size_t i = 0; done && !all && i < (size_t)1 << first.bits; i++)
        sum += first.state[i].count;
    *solutions += sum;
    *nodes += filler.steps;
    free(first.state);
    free(second.state);
    return done;
}
