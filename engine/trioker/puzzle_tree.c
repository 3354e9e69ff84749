/* puzzle_tree.c - narrows cells and points until they agree, then branches on a point.
 *
 * Tried and left out: branching on cells or pieces (three times the nodes), bounds on how often
 * each value occurs (a tenth fewer nodes, but slower), and agreement of neighbours on the pair of
 * values along their side (a fifth of the nodes, but slower again).
 */
#include "engine/trioker/puzzle_tree.h"

#include <string.h>

enum { MIXED = 20 /* pieces that are no triples */ };

void puzzle_ways_init(struct puzzle_ways *ways) {
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

bool puzzle_propagate(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
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

int puzzle_branch(const struct puzzle_shape *shape, const struct puzzle_node *node) {
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

bool puzzle_child(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
                  const struct puzzle_node *node, int point, int value, struct puzzle_node *child) {
    *child = *node;
    child->domain[point] = (uint8_t)(1u << value);
    return puzzle_propagate(shape, ways, child, shape->around[point]);
}

void puzzle_read(const struct puzzle_shape *shape, const struct puzzle_ways *ways,
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
