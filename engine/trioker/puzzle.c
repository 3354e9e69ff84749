/* puzzle.c - solves puzzles of Trioker on several threads.
 *
 * The unknowns are the values of the points: each has a domain of four bits. Each cell has its
 * options, the set of the 64 ways in which three values can lie on it, a bit for each. Every way is
 * a rotation of one piece, so that a piece that is used takes its bits out of all other cells. A
 * Joker is laid before the search begins: its cell is then no part of the rest. Cells and points
 * are narrowed until they agree, then the search branches on a point.
 *
 * Tried and left out: branching on cells or pieces (three times the nodes), bounds on how often
 * each value occurs (a tenth fewer nodes, but slower), and agreement of neighbours on the pair of
 * values along their side (a fifth of the nodes, but slower again).
 *
 * The tree is cut into parts, the same ones whatever the number of threads; each thread takes the
 * next part when it has finished one. The solutions of the parts are passed on in the order of the
 * parts; parts after the one in which the limit is reached are dropped.
 */
#include "engine/trioker/puzzle.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "engine/player/stopwatch.h"
#include "grids/grid.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

enum { PUZZLE_POINTS_MAX = PUZZLE_CELLS_MAX + 2, PUZZLE_WAYS = 64 };

/* A set of cells, bit i for cell i. */
typedef uint32_t cell_set;

struct puzzle_shape {
    int cells, points;
    uint8_t corner[PUZZLE_CELLS_MAX][3]; /* a cell's points */
    cell_set around[PUZZLE_POINTS_MAX];  /* a point's cells */
    uint8_t degree[PUZZLE_POINTS_MAX];   /* how many corners meet there */
    cell_set folded;                     /* cells that have one point at two corners */
};

struct puzzle_node {
    uint64_t options[PUZZLE_CELLS_MAX];
    uint8_t domain[PUZZLE_POINTS_MAX];
    cell_set cells; /* all but the Joker's */
    cell_set open;  /* whose piece is not known yet */
    uint32_t free;  /* pieces, numbered as below, that no other cell has */
    int8_t joker;   /* its cell; -1: not laid */
    int8_t joker_rotation;
};

/* Tables of the ways: the piece and rotation of each, and masks by values. Pieces are numbered
 * differently here, the triples last, so that the ways of piece p < 20 are the bits p, p + 20 and p
 * + 40 and that of triple v is the bit 60 + v. */
struct puzzle_ways {
    uint8_t value[PUZZLE_WAYS][3];
    uint8_t piece[PUZZLE_WAYS], rotation[PUZZLE_WAYS]; /* of trioker_pieces.h */
    uint8_t number[TRIOKER_PIECES];                    /* piece to number */
    uint64_t of_piece[TRIOKER_PIECES];                 /* by number */
    uint64_t with[3][16];                              /* corner and domain of its point */
};

/* The numbers of the pieces that a set of ways belongs to. */
static inline uint32_t puzzle_pieces_of(uint64_t ways) {
    return (uint32_t)((ways | ways >> 20 | ways >> 40) & 0xFFFFF) | (uint32_t)(ways >> 60) << 20;
}

enum { MIXED = 20 /* pieces that are no triples */ };

static void puzzle_ways_init(struct puzzle_ways *ways) {
    int mixed = 0, triples = MIXED;
    memset(ways, 0, sizeof *ways);
    for (int piece = 0; piece < TRIOKER_PIECES; piece++) {
        int rotations = trioker_rotations(piece), number = rotations == 1 ? triples++ : mixed++;
        ways->number[piece] = (uint8_t)number;
        for (int rotation = 0; rotation < rotations; rotation++) {
            int way = rotations == 1 ? 3 * MIXED + number - MIXED : rotation * MIXED + number;
            ways->piece[way] = (uint8_t)piece;
            ways->rotation[way] = (uint8_t)rotation;
            ways->of_piece[number] |= UINT64_C(1) << way;
            for (int k = 0; k < 3; k++)
                ways->value[way][k] =
                    (uint8_t)trioker_corner(trioker_joker_usual(), piece, rotation, k);
        }
    }
    for (int way = 0; way < PUZZLE_WAYS; way++)
        for (int k = 0; k < 3; k++)
            for (int domain = 0; domain < 16; domain++)
                if (domain >> ways->value[way][k] & 1)
                    ways->with[k][domain] |= UINT64_C(1) << way;
}

/* ---- propagation ----------------------------------------------------------------------------- */

/* The values that the options of a cell leave to its corner k, as a domain. */
static inline uint8_t domain_left(const struct puzzle_ways *ways, uint64_t options, int k) {
    uint8_t domain = 0;
    for (int value = 0; value < TRIOKER_VALUES; value++)
        domain |= (uint8_t)(((options & ways->with[k][1 << value]) != 0) << value);
    return domain;
}

/* Removes a cell's only piece from the options of all other cells. Returns the cells that lose any.
 */
static cell_set take_piece(const struct puzzle_ways *ways, struct puzzle_node *node, int cell,
                           uint32_t piece) {
    cell_set changed = 0;
    uint64_t taken = ways->of_piece[__builtin_ctz(piece)];
    node->open &= ~(1u << cell);
    node->free &= ~piece;
    for (cell_set rest = node->open; rest; rest &= rest - 1) {
        int other = __builtin_ctz(rest);
        if (node->options[other] & taken) {
            node->options[other] &= ~taken;
            changed |= 1u << other;
        }
    }
    return changed;
}

/* Makes a cell's options and its points' domains agree. *changed gains the cells to look at next.
 */
static inline bool revise(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                          struct puzzle_node *node, int cell, cell_set *changed) {
    const uint8_t *point = shape->corner[cell];
    uint64_t options = node->options[cell];
    for (int k = 0; k < 3; k++)
        options &= ways->with[k][node->domain[point[k]]];
    if (!options)
        return false;
    node->options[cell] = options;
    cell_set own = ~shape->folded & 1u << cell;
    for (int k = 0; k < 3; k++) {
        uint8_t domain = domain_left(ways, options, k) & node->domain[point[k]];
        if (domain != node->domain[point[k]]) {
            node->domain[point[k]] = domain;
            *changed |= shape->around[point[k]] & node->cells & ~own;
        }
    }
    if (node->open >> cell & 1) {
        uint32_t pieces = puzzle_pieces_of(options);
        if (!(pieces & (pieces - 1)))
            *changed |= take_piece(ways, node, cell, pieces);
    }
    return true;
}

/* Looks at the pieces: whether enough are left and, when all are needed, whether each has a cell; a
 * piece that has only one is laid there. */
static bool find_cells(const struct puzzle_ways *ways, struct puzzle_node *node,
                       cell_set *changed) {
    uint32_t once = 0, twice = 0;
    for (cell_set rest = node->open; rest; rest &= rest - 1) {
        uint32_t pieces = puzzle_pieces_of(node->options[__builtin_ctz(rest)]);
        twice |= once & pieces;
        once |= pieces;
    }
    int open = __builtin_popcount(node->open);
    if (__builtin_popcount(node->free) > open)
        return __builtin_popcount(once) >= open;
    if (once != node->free)
        return false;
    uint32_t single = once & ~twice;
    for (cell_set rest = single ? node->open : 0; rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest);
        uint32_t pieces = puzzle_pieces_of(node->options[cell]) & single;
        if (!pieces)
            continue;
        if (pieces & (pieces - 1))
            return false;
        node->options[cell] &= ways->of_piece[__builtin_ctz(pieces)];
        *changed |= 1u << cell;
    }
    return true;
}

/* Draws all conclusions from what changed at these cells. False: the node has no solution. */
static bool puzzle_propagate(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                             struct puzzle_node *node, cell_set changed) {
    changed &= node->cells;
    while (changed) {
        while (changed) {
            int cell = __builtin_ctz(changed);
            changed &= changed - 1;
            if (!revise(shape, ways, node, cell, &changed))
                return false;
        }
        if (node->open && !find_cells(ways, node, &changed))
            return false;
    }
    return true;
}

/* ---- branching ------------------------------------------------------------------------------- */

/* The point to branch on, or -1: the node is a solution. */
static int puzzle_branch(const struct puzzle_shape *shape, const struct puzzle_node *node) {
    static const uint8_t size[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    int best = -1, least = INT32_MAX;
    for (int point = 0; point < shape->points; point++) {
        int values = size[node->domain[point]], score = values * 16 - shape->degree[point];
        if (values > 1 && score < least) {
            least = score;
            best = point;
        }
    }
    return best;
}

/* Makes the child in which this point has this value; false: it has no solution. */
static bool puzzle_child(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                         const struct puzzle_node *node, int point, int value,
                         struct puzzle_node *child) {
    *child = *node;
    child->domain[point] = (uint8_t)(1u << value);
    return puzzle_propagate(shape, ways, child, shape->around[point]);
}

/* The solution at a node without a branch. */
static void puzzle_read(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                        const struct puzzle_node *node, struct puzzle_solution *solution) {
    for (int cell = 0; cell < shape->cells; cell++) {
        bool joker = cell == node->joker;
        if (!joker && !(node->cells >> cell & 1)) {
            solution->piece[cell] = -1;
            solution->rotation[cell] = 0;
            continue;
        }
        int way = joker ? 0 : __builtin_ctzll(node->options[cell]);
        solution->piece[cell] = (int8_t)(joker ? TRIOKER_JOKER : ways->piece[way]);
        solution->rotation[cell] = (int8_t)(joker ? node->joker_rotation : ways->rotation[way]);
    }
}

/* ---- strips ---------------------------------------------------------------------------------- */

/* Solutions of long and narrow shapes are counted without visiting each. The cells are filled in an
 * order in which those filled and the others meet in two points only. What can follow depends on
 * the pieces that are used and on the values of these points, so that all ways that lead there make
 * one state, which holds their number. When all pieces are needed both halves are filled, each from
 * its end, and every state of one meets its complement in the other. */

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

/* Whether the shape is long and narrow: its cells can be put in an order such that those before and
 * those after any place meet in two points only. */
static bool puzzle_is_strip(const struct puzzle_shape *shape) {
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

/* Counts the solutions below a node of such a shape, and adds them and the steps this takes. False,
 * with nothing added: it is no strip, memory did not suffice, or stop() said so. */
static bool puzzle_count_strip(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                               const struct puzzle_node *node, bool (*stop)(void *context),
                               void *context, uint64_t *solutions, uint64_t *nodes) {
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

/* ---- parts and threads ----------------------------------------------------------------------- */

enum {
    PARTS = 256,         /* at least, if the tree has that many */
    HELD_MAX = 2048,     /* solutions of a part that wait for earlier parts */
    LOOK_NODES = 256,    /* between two looks at the watch */
    LOOKS_PROGRESS = 64, /* looks at the watch between two at the time */
    THREADS_MAX = 64,
    SECOND = 1000000000
};

/* A solution, and how many nodes its part had when it was found. */
struct held {
    struct puzzle_solution solution;
    uint64_t nodes;
};

struct part {
    struct puzzle_node node;
    uint64_t solutions, nodes;
    struct held *held; /* that wait; owned */
    int held_count;
    bool done;
};

struct run {
    const struct puzzle_task *task;
    struct puzzle_shape shape;
    struct puzzle_ways ways;
    bool visits; /* every solution matters, not their number alone */
    struct part *parts;
    int count, room;
    int64_t start, reported;

    pthread_mutex_t lock;
    pthread_cond_t moved; /* `current` has grown, or quit */
    int next;             /* part to be taken */
    int current;          /* the first one that is not done */
    bool no_memory, reached;
    atomic_bool quit;
    struct puzzle_result result; /* of the parts before `current` */
};

struct worker {
    struct run *run;
    struct part *part;
    int index; /* of the part */
    int until_look, looks;
    pthread_t thread;
};

/* ---- the shape ------------------------------------------------------------------------------- */

static void init_shape(struct puzzle_shape *shape, const struct grid *grid) {
    memset(shape, 0, sizeof *shape);
    shape->cells = grid->cells;
    shape->points = grid->corners;
    for (int cell = 0; cell < grid->cells; cell++)
        for (int k = 0; k < 3; k++) {
            int point = grid->corner[cell][k];
            shape->corner[cell][k] = (uint8_t)point;
            shape->degree[point]++;
            if (shape->around[point] >> cell & 1)
                shape->folded |= 1u << cell;
            shape->around[point] |= 1u << cell;
        }
}

int puzzle_free_tips(const struct grid *grid) {
    int tips = 0;
    for (int point = 0; point < grid->corners; point++)
        tips += grid->around_start[point + 1] - grid->around_start[point] == 1;
    return tips;
}

static bool puzzle_check(const struct puzzle_task *task, struct error *error) {
    const struct grid *grid = task->grid;
    int pieces = __builtin_popcount(task->pieces);
    if (grid->corners == 0)
        return error_set(error, _("%s: a shape needs corners, and this board has none"),
                         grid->name);
    if (grid->cells > pieces && pieces < PUZZLE_CELLS_MAX)
        return error_set(error,
                         ngettext("%s: more cells than the %d piece can fill",
                                  "%s: more cells than the %d pieces can fill",
                                  (unsigned long)pieces),
                         grid->name, pieces);
    return grid->cells <= PUZZLE_CELLS_MAX ||
           error_set(error, _("%s: a shape has at most %d cells"), grid->name, PUZZLE_CELLS_MAX);
}

/* ---- the parts ------------------------------------------------------------------------------- */

static bool add_part(struct run *run, const struct puzzle_node *node) {
    struct part *parts = list_grow(run->parts, run->count, &run->room, sizeof *parts);
    if (!parts)
        return false;
    run->parts = parts;
    run->parts[run->count++] = (struct part){.node = *node};
    return true;
}

/* Adds the node with the Joker on a cell in a rotation (cell -1: without it), if that can be. */
static bool add_root(struct run *run, int joker, int rotation) {
    const struct puzzle_task *task = run->task;
    const struct puzzle_shape *shape = &run->shape;
    struct puzzle_node node = {.joker = (int8_t)joker, .joker_rotation = (int8_t)rotation};
    uint64_t all = 0;
    for (int piece = 0; piece < TRIOKER_PIECES; piece++)
        if (task->pieces >> piece & 1) {
            node.free |= 1u << run->ways.number[piece];
            all |= run->ways.of_piece[run->ways.number[piece]];
        }
    node.cells = ((1u << shape->cells) - 1) & ~task->empty;
    memset(node.domain, 15, sizeof node.domain);
    if (joker >= 0) {
        node.cells &= ~(1u << joker);
        for (int i = 0; i < 3; i++) {
            /* Corner i of the Joker lies here. */
            int point = shape->corner[joker][trioker_corner_of(rotation, i)];
            if (i > 0)
                node.domain[point] &= (uint8_t)(1u << task->joker[i - 1]);
        }
    }
    for (int point = 0; point < shape->points; point++)
        if (!(shape->around[point] & node.cells)) /* any value will do, and makes one solution */
            node.domain[point] &= (uint8_t)(-(int)node.domain[point]);
    node.open = node.cells;
    for (int cell = 0; cell < shape->cells; cell++)
        node.options[cell] = all;
    for (uint32_t rest = task->given & node.cells; rest; rest &= rest - 1) {
        int cell = __builtin_ctz(rest), piece = task->laid->piece[cell];
        uint64_t own = run->ways.of_piece[run->ways.number[piece]] & all;
        for (int way = 0; way < PUZZLE_WAYS; way++)
            if (run->ways.rotation[way] != task->laid->rotation[cell])
                own &= ~(UINT64_C(1) << way);
        node.options[cell] = own;
    }
    run->result.nodes++;
    if (__builtin_popcount(node.free) < __builtin_popcount(node.open) ||
        !puzzle_propagate(shape, &run->ways, &node, node.cells))
        return true;
    return add_part(run, &node);
}

/* Whether the task allows the Joker on this cell in this rotation; -1: no Joker. */
static bool may_lie(const struct run *run, int cell, int rotation) {
    const struct puzzle_task *task = run->task;
    for (uint32_t rest = task->given; rest; rest &= rest - 1) {
        int given = __builtin_ctz(rest);
        bool joker = task->laid->piece[given] == TRIOKER_JOKER;
        if (given == cell && (!joker || task->laid->rotation[given] != rotation))
            return false;
        if (given != cell && joker)
            return false;
    }
    return cell < 0 || !task->wild_at_tip ||
           run->shape.degree[run->shape.corner[cell][trioker_corner_of(rotation, 0)]] == 1;
}

static bool add_roots(struct run *run) {
    bool added = !may_lie(run, -1, 0) || add_root(run, -1, 0);
    for (int cell = 0; cell < run->shape.cells && run->task->pieces >> TRIOKER_JOKER; cell++)
        for (int rotation = 0; rotation < 3 && !(run->task->empty >> cell & 1); rotation++)
            added = added && (!may_lie(run, cell, rotation) || add_root(run, cell, rotation));
    return added;
}

/* Replaces every part by its children, in their order. *open: whether some part had any. */
static bool split_once(struct run *run, bool *open) {
    struct part *old = run->parts;
    int count = run->count;
    bool added = true;
    *open = false;
    run->parts = NULL;
    run->count = run->room = 0;
    for (int i = 0; i < count && added; i++) {
        int point = puzzle_branch(&run->shape, &old[i].node);
        if (point < 0)
            added = add_part(run, &old[i].node);
        for (int value = 0; point >= 0 && value < TRIOKER_VALUES && added; value++) {
            struct puzzle_node child;
            if (!(old[i].node.domain[point] >> value & 1))
                continue;
            *open = true;
            run->result.nodes++;
            if (puzzle_child(&run->shape, &run->ways, &old[i].node, point, value, &child))
                added = add_part(run, &child);
        }
    }
    free(old);
    return added;
}

/* ---- order and limits ------------------------------------------------------------------------ */

/* Hands a solution of the current part on. Needs the lock. */
static void hand_on(struct run *run, const struct puzzle_node *node, const struct held *held) {
    const struct puzzle_task *task = run->task;
    run->result.solutions++;
    run->result.with_joker += node->joker >= 0;
    run->reached = (task->found && !task->found(task->context, &held->solution)) ||
                   (task->limit && run->result.solutions >= task->limit);
    if (run->reached) {
        run->result.nodes += held->nodes;
        atomic_store(&run->quit, true);
    }
}

static void hand_held(struct run *run, struct part *part) {
    for (int i = 0; i < part->held_count && !run->reached; i++)
        hand_on(run, &part->node, &part->held[i]);
    part->held_count = 0;
}

/* Counts what a part has found. */
static void count_part(struct run *run, const struct part *part) {
    run->result.nodes += part->nodes;
    if (run->visits) /* its solutions were counted when they were handed on */
        return;
    run->result.solutions += part->solutions;
    run->result.with_joker += part->node.joker >= 0 ? part->solutions : 0;
}

/* Hands on what is complete at the front. */
static void advance(struct run *run) {
    while (run->current < run->count && run->parts[run->current].done && !run->reached) {
        struct part *part = &run->parts[run->current];
        hand_held(run, part);
        free(part->held);
        part->held = NULL;
        if (run->reached)
            break;
        count_part(run, part);
        run->current++;
    }
    pthread_cond_broadcast(&run->moved);
}

/* Keeps a solution until its turn comes, or hands it on. */
static void keep_or_hand_on(struct worker *worker, const struct held *found) {
    struct run *run = worker->run;
    struct part *part = worker->part;
    pthread_mutex_lock(&run->lock);
    while (run->current != worker->index && part->held_count == HELD_MAX &&
           !atomic_load(&run->quit))
        pthread_cond_wait(&run->moved, &run->lock);
    if (run->current == worker->index) {
        hand_held(run, part);
        if (!run->reached)
            hand_on(run, &part->node, found);
    } else if (!part->held && !(part->held = malloc(HELD_MAX * sizeof *part->held))) {
        run->no_memory = true;
        atomic_store(&run->quit, true);
    } else if (part->held_count < HELD_MAX) {
        part->held[part->held_count++] = *found;
    }
    pthread_mutex_unlock(&run->lock);
}

/* ---- the search ------------------------------------------------------------------------------ */

static void report_progress(struct run *run) {
    const struct puzzle_task *task = run->task;
    int64_t now = clock_ns();
    pthread_mutex_lock(&run->lock);
    if (now - run->reported >= SECOND) {
        struct puzzle_progress progress = {.solutions = run->result.solutions,
                                           .nodes = run->result.nodes,
                                           .seconds = (double)(now - run->start) / SECOND,
                                           .done = run->current,
                                           .parts = run->count};
        run->reported = now;
        task->progress(task->context, &progress);
    }
    pthread_mutex_unlock(&run->lock);
}

/* Whether to stop; looks at the watch now and then. */
static bool is_over(void *context) {
    struct worker *worker = context;
    struct run *run = worker->run;
    if (worker->until_look-- > 0)
        return atomic_load_explicit(&run->quit, memory_order_relaxed);
    worker->until_look = LOOK_NODES;
    if (run->task->watch && stopwatch_is_over(run->task->watch, run->task->hard))
        atomic_store(&run->quit, true);
    if (run->task->progress && ++worker->looks % LOOKS_PROGRESS == 0)
        report_progress(run);
    return atomic_load(&run->quit);
}

static void search(struct worker *worker, const struct puzzle_node *node) {
    struct run *run = worker->run;
    const struct puzzle_task *task = run->task;
    int point = puzzle_branch(&run->shape, node);
    if (point < 0) {
        worker->part->solutions++;
        if (run->visits) {
            struct held found = {.nodes = worker->part->nodes};
            puzzle_read(&run->shape, &run->ways, node, &found.solution);
            keep_or_hand_on(worker, &found);
        }
        return;
    }
    for (int value = 0; value < TRIOKER_VALUES; value++) {
        struct puzzle_node child;
        if (!(node->domain[point] >> value & 1))
            continue;
        if (is_over(worker) || (task->limit && worker->part->solutions >= task->limit))
            return;
        worker->part->nodes++;
        if (puzzle_child(&run->shape, &run->ways, node, point, value, &child))
            search(worker, &child);
    }
}

static void work_part(struct worker *worker) {
    const struct run *run = worker->run;
    struct part *part = worker->part;
    if (run->visits || run->task->empty ||
        !puzzle_count_strip(&run->shape, &run->ways, &part->node, is_over, worker, &part->solutions,
                            &part->nodes))
        search(worker, &part->node);
}

static void *puzzle_work(void *context) {
    struct worker *worker = context;
    struct run *run = worker->run;
    pthread_mutex_lock(&run->lock);
    while (run->next < run->count && !atomic_load(&run->quit)) {
        worker->index = run->next++;
        worker->part = &run->parts[worker->index];
        pthread_mutex_unlock(&run->lock);
        if (!is_over(worker))
            work_part(worker);
        pthread_mutex_lock(&run->lock);
        worker->part->done = !atomic_load(&run->quit);
        advance(run);
    }
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

static void work_all(struct run *run, int threads) {
    struct worker workers[THREADS_MAX];
    int made = 0;
    for (int i = 0; i < threads; i++)
        workers[i] = (struct worker){.run = run};
    /* With fewer threads than asked for it only takes longer. */
    while (made + 1 < threads &&
           pthread_create(&workers[made + 1].thread, NULL, puzzle_work, &workers[made + 1]) == 0)
        made++;
    puzzle_work(&workers[0]);
    for (int i = 1; i <= made; i++)
        pthread_join(workers[i].thread, NULL);
}

/* Counts what was found by parts that were stopped, or that wait for one that was: at least that
 * many solutions exist. */
static void count_rest(struct run *run) {
    for (int i = run->current; i < run->count && !run->reached; i++)
        count_part(run, &run->parts[i]);
}

bool puzzle_solve(const struct puzzle_task *task, struct puzzle_result *result,
                  struct error *error) {
    int threads = task->threads < 1 ? 1 : task->threads > THREADS_MAX ? THREADS_MAX : task->threads;
    struct run run = {.task = task, .visits = task->found || task->limit, .start = clock_ns()};
    if (!puzzle_check(task, error))
        return false;
    run.reported = run.start;
    init_shape(&run.shape, task->grid);
    puzzle_ways_init(&run.ways);
    bool open = true, made = add_roots(&run);
    /* A strip is counted from its root, or nothing would be gained. */
    bool strip = !run.visits && !task->empty && puzzle_is_strip(&run.shape);
    while (made && open && !strip && run.count < PARTS)
        made = split_once(&run, &open);
    if (made) {
        pthread_mutex_init(&run.lock, NULL);
        pthread_cond_init(&run.moved, NULL);
        work_all(&run, threads);
        pthread_mutex_destroy(&run.lock);
        pthread_cond_destroy(&run.moved);
    }
    count_rest(&run);
    run.result.complete = run.current == run.count;
    run.result.seconds = (double)(clock_ns() - run.start) / SECOND;
    for (int i = 0; i < run.count; i++)
        free(run.parts[i].held);
    free(run.parts);
    *result = run.result;
    return (made && !run.no_memory) || error_memory(error);
}

/* ---- rotations ------------------------------------------------------------------------------- */

/* The rotation that takes cell 0 to `image`, turned by `turn`; false: the shape has none. */
static bool find_turn(const struct grid *grid, int image, int turn, struct puzzle_turn *found) {
    int8_t queue[PUZZLE_CELLS_MAX];
    int16_t point_image[GRID_CORNERS_MAX];
    int filled = 1;
    memset(found->cell, -1, sizeof found->cell);
    memset(point_image, -1, sizeof point_image);
    queue[0] = 0;
    found->cell[0] = (int8_t)image;
    found->turn[0] = (int8_t)turn;
    for (int i = 0; i < filled; i++) {
        int cell = queue[i], to = found->cell[cell];
        for (int k = 0; k < 3; k++) {
            int l = (k + found->turn[cell]) % 3, near = grid->side[cell][k],
                far = grid->side[to][l];
            int16_t *point = &point_image[grid->corner[cell][k]];
            if (*point >= 0 && *point != grid->corner[to][l])
                return false;
            *point = grid->corner[to][l];
            if ((near < 0) != (far < 0))
                return false;
            if (near < 0)
                continue;
            int turned = (grid_side_to(grid, far, to) - grid_side_to(grid, near, cell) + 3) % 3;
            if (found->cell[near] < 0) {
                found->cell[near] = (int8_t)far;
                found->turn[near] = (int8_t)turned;
                queue[filled++] = (int8_t)near;
            } else if (found->cell[near] != far || found->turn[near] != turned) {
                return false;
            }
        }
    }
    return true;
}

int puzzle_turns(const struct grid *grid, struct puzzle_turn turns[PUZZLE_TURNS_MAX]) {
    int count = 0;
    for (int image = 0; image < grid->cells; image++)
        for (int turn = 0; turn < 3; turn++)
            count += find_turn(grid, image, turn, &turns[count]);
    return count;
}

bool puzzle_is_first(const struct puzzle_solution *solution, int cells,
                     const struct puzzle_turn *turns, int count) {
    for (int i = 1; i < count; i++) {
        struct puzzle_solution image;
        for (int cell = 0; cell < cells; cell++) {
            int to = turns[i].cell[cell], piece = solution->piece[cell];
            image.piece[to] = (int8_t)piece;
            image.rotation[to] =
                (int8_t)(piece != TRIOKER_JOKER && trioker_rotations(piece) == 1
                             ? 0
                             : (solution->rotation[cell] + 3 - turns[i].turn[cell]) % 3);
        }
        int order = memcmp(image.piece, solution->piece, (size_t)cells);
        if (order == 0)
            order = memcmp(image.rotation, solution->rotation, (size_t)cells);
        if (order < 0)
            return false;
    }
    return true;
}

void puzzle_write_piece(const struct puzzle_solution *solution, int cell, const uint8_t joker[2],
                        char text[PUZZLE_PIECE_TEXT]) {
    int piece = solution->piece[cell], rotation = solution->rotation[cell];
    char values[TRIOKER_PIECE_TEXT];
    trioker_piece_write(joker, piece, rotation, values);
    snprintf(text, PUZZLE_PIECE_TEXT, "%d:%s", cell, values);
}
