/* kernel_template.h - the source of all kernels; see kernel.h.
 *
 * A file that includes it defines KERNEL_OBJECT (the struct kernel), WORDS and VECTOR
 * (kernel_sets.h).
 */
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/vector.h"

#define KERNEL_NAME (VECTOR == 512 ? "avx512" : VECTOR == 256 ? "avx2" : "plain")

#if KERNEL_MISSING
static bool available(void) {
    return false;
}

const struct kernel KERNEL_OBJECT = {.name = KERNEL_NAME, .words = WORDS, .available = available};
#else
#include "engine/kernel/kernel_sets.h"
#include "engine/kernel/symmetry.h"

/* ---- random halves --------------------------------------------------------------------------- */

/* A random cell of a set. */
INLINE int choose_cell(struct set set, struct random *random) {
    return set_nth(set, (int)((random_next(random) >> 32) * (uint64_t)set_size(set) >> 32));
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

/* A light move in the open phase: what the mover's cells become by a quiet move, or by the best of
 * a few random ones. */
INLINE struct set move_lightly(const struct kernel_board *board, struct random *random,
                               struct set own, struct set empty) {
    struct set open = exposed(board, own);
    struct set quiet = set_minus(empty, beside(board, open));
    if (board->sign < 0 && set_any(quiet))
        return set_or(own, set_of(choose_cell(quiet, random)));
    struct set best = react_from(board, own, open, choose_cell(empty, random));
    for (int i = 1; i < board->tuning.tries; i++) {
        struct set after = react_from(board, own, open, choose_cell(empty, random));
        if (board->sign * (set_size(after) - set_size(best)) > 0)
            best = after;
    }
    return best;
}

/* How good a quiet cell is for a player who knows that the other one moves as the reference does:
 * it leaves few exposed cells and many quiet cells to oneself, and takes a quiet cell from the
 * other. The weights gain most against the reference in playouts from the empty board. `open` are
 * the exposed cells, `loud` those beside them; only what lies around the cell changes. */
INLINE int value_quiet(const struct kernel_board *board, struct set own, struct set empty,
                       struct set open, struct set loud, bool theirs, int cell) {
    enum { QUIET = 20, TAKEN = 38, EXPOSED = 67 };
    struct set near = set_minus(set_and(board->around[cell], board->all), own), rest = near;
    struct set beside_cell = set_and(board->around[cell], empty);
    int value = theirs ? TAKEN : 0;
    if (set_any(set_and(open, set_of(cell))) && set_any(beside_cell))
        value += EXPOSED;
    empty = set_minus(empty, set_of(cell));
    open = set_or(set_minus(open, set_of(cell)), near);
    while (set_any(rest)) {
        int next = set_take(&rest);
        loud = set_or(loud, board->around[next]);
        value -= set_any(set_and(board->around[next], empty)) ? EXPOSED : 0;
    }
    for (rest = near; set_any(rest);) {
        int next = set_take(&rest);
        bool beside_open = set_any(set_and(board->around[next], open));
        loud = beside_open ? set_or(loud, set_of(next)) : set_minus(loud, set_of(next));
    }
    return value + QUIET * set_size(set_minus(empty, loud));
}

/* The best quiet cells. What starts a reaction, and every move where the most cells win, is chosen
 * as the reference does. */
INLINE struct set careful_cells(const struct kernel_board *board, struct set own, struct set other,
                                struct set legal, bool islands) {
    struct set open = exposed(board, own), loud = beside(board, open), best = {{0}};
    struct set quiet = set_minus(legal, loud), empty = set_minus(board->all, set_or(own, other));
    if (board->sign > 0 || !set_any(quiet))
        return reference_cells(board, own, other, legal, islands);
    struct set theirs = set_minus(quiet, beside(board, exposed(board, other)));
    int best_value = INT32_MIN;
    while (set_any(quiet)) {
        int cell = set_take(&quiet);
        bool taken = set_any(set_and(theirs, set_of(cell)));
        int value = value_quiet(board, own, empty, open, loud, taken, cell);
        if (value > best_value) {
            best_value = value;
            best = set_of(cell);
        } else if (value == best_value) {
            best = set_or(best, set_of(cell));
        }
    }
    return best;
}

enum policy { LIGHT, CAREFUL, REFERENCE, RANDOM };

/* What the mover's cells become. */
INLINE struct set move_by(enum policy policy, const struct kernel_board *board,
                          struct random *random, struct set own, struct set other, struct set legal,
                          bool islands) {
    if (policy == LIGHT && !islands)
        return move_lightly(board, random, own, legal);
    if (policy == CAREFUL)
        legal = careful_cells(board, own, other, legal, islands);
    else if (policy == REFERENCE)
        legal = reference_cells(board, own, other, legal, islands);
    int cell = choose_cell(legal, random);
    return islands ? set_or(own, set_of(cell)) : react_from(board, own, exposed(board, own), cell);
}

/* Plays a half on; the mover's margin. */
INLINE int play_on(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node, enum policy mover, enum policy opponent) {
    struct set own = set_load(node->own), other = set_load(node->other);
    int placed = node->placed;
    for (;; placed++) {
        bool islands = placed < board->archipelago;
        struct set legal = legal_cells(board, own, other, islands);
        if (!set_any(legal) && islands)
            return 0;
        if (!set_any(legal))
            break;
        enum policy policy = (placed - node->placed) % 2 ? opponent : mover;
        struct set after = move_by(policy, board, random, own, other, legal, islands);
        own = set_minus(other, after);
        other = after;
    }
    int margin = board->sign * (set_size(own) - set_size(other));
    return (placed - node->placed) % 2 ? -margin : margin;
}

static int rollout(const struct kernel_board *board, struct random *random,
                   const struct kernel_node *node) {
    return play_on(board, random, node, LIGHT, LIGHT);
}

static int rollout_against(const struct kernel_board *board, struct random *random,
                           const struct kernel_node *node, bool reference) {
    return play_on(board, random, node, CAREFUL, reference ? REFERENCE : RANDOM);
}

/* ---- the board ------------------------------------------------------------------------------- */

/* The row of a byte's value: the row without its lowest bit, with that bit's cell added. */
static void prepare_tally(struct kernel_board *board) {
    struct set places = set_or(board->all, set_or(board->pawn[0], board->pawn[1]));
    for (int i = 0; i < BYTES; i++) {
        board->bytes = places.w[0] >> i * 8 ? i + 1 : board->bytes;
        for (int value = 1; value < 256; value++) {
            const struct tally_row *less = &board->tally[i][value & (value - 1)];
            int place = i * 8 + __builtin_ctz((unsigned)value);
            uint64_t near = set_and(board->around[place], board->all).w[0];
            board->tally[i][value] = (struct tally_row){.low = less->low ^ near,
                                                        .high = less->high ^ (less->low & near)};
        }
    }
}

/* False: out of memory. */
static bool prepare_symmetries(struct kernel_board *board, const struct surface *surface) {
    uint16_t(*image)[SURFACE_CELLS_MAX] = malloc(SYMMETRIES_MAX * sizeof *image);
    if (!image)
        return false;
    board->symmetries = symmetries_find(surface, image, SYMMETRIES_MAX);
    for (int i = 0; i < board->symmetries; i++)
        memcpy(board->image[i], image[i], (size_t)surface->cells * sizeof **image);
    free(image);
    return true;
}

static void tune(struct kernel_board *board, const struct kernel_tuning *tuning) {
    const struct kernel_order *order = &tuning->order;
    board->weight = (struct kernel_weight){.exposed = board->sign * order->exposed,
                                           .gain = board->sign * order->gain,
                                           .captures = board->sign * order->captures,
                                           .alone_theirs = board->sign * order->alone_theirs,
                                           .alone_mine = board->sign * order->alone_mine,
                                           .quiet = order->quiet,
                                           .empty = order->empty,
                                           .remote = order->remote};
    board->tuning = *tuning;
}

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
    tune(board, &kernel_tuning_default[from->variant->fewest]);
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
    for (int cell = 0; WORDS == 1 && cell < SIZE; cell++)
        for (int k = 0; k < 3; k++) {
            int near = cell < surface->cells ? surface->side[cell][k] : cell;
            board->side[k][cell] = (uint8_t)near;
            for (int quarter = 0; quarter < 4; quarter++)
                board->shuffle[k][quarter][cell] =
                    (uint8_t)(near / 16 == quarter ? near % 16 : NOT_THERE);
        }
    prepare_tally(board);
    /* Symmetries help to solve positions with few coloured cells. On larger boards no machine
     * solves these, and finding the symmetries takes up to 7 ms. */
    board->symmetries = 1;
    if (WORDS > 1 || prepare_symmetries(board, surface))
        return board;
    free(board);
    return NULL;
}

/* ---- moves in their order -------------------------------------------------------------------- */

static int list(const struct kernel_board *board, const struct kernel_node *node, uint32_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    struct set legal = legal_cells(board, own, other, node->placed < board->archipelago);
    struct moves moves;
    int order[ROOM];
    play_all(board, own, other, legal, &moves, order);
    for (int i = 0; i < moves.count && !RANK_AT_ONCE; i++)
        order[i] = rank_position(board, set_minus(other, moves.after[i]), moves.after[i]);
    for (int i = 0; i < moves.count; i++) {
        int best = find_greatest(order, i, moves.count);
        cells[i] = moves.cell[best];
        moves.cell[best] = moves.cell[i];
        order[best] = order[i];
    }
    return moves.count;
}

/* ---- sets for searches that do not know WORDS ------------------------------------------------ */

static void kernel_react(const struct kernel_board *board, const uint64_t *own, int cell,
                         uint64_t *after) {
    struct set before = set_load(own);
    set_store(after, react_from(board, before, exposed(board, before), cell));
}

static void kernel_quiet(const struct kernel_board *board, const struct kernel_node *node,
                         uint64_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    struct set empty = set_minus(board->all, set_or(own, other));
    set_store(cells, set_minus(empty, beside(board, exposed(board, own))));
}

static void kernel_islands(const struct kernel_board *board, const struct kernel_node *node,
                           uint64_t *cells) {
    set_store(cells, island_cells(board, set_load(node->own), set_load(node->other)));
}

static void kernel_stable(const struct kernel_board *board, const uint64_t *own, uint64_t *cells) {
    set_store(cells, stable_part(board, set_load(own), 0));
}

static void kernel_reference(const struct kernel_board *board, const struct kernel_node *node,
                             uint64_t *cells) {
    struct set own = set_load(node->own), other = set_load(node->other);
    bool islands = node->placed < board->archipelago;
    struct set legal = legal_cells(board, own, other, islands);
    set_store(cells, reference_cells(board, own, other, legal, islands));
}

/* ---- the kernel ------------------------------------------------------------------------------ */

const struct kernel KERNEL_OBJECT = {.name = KERNEL_NAME,
                                     .words = WORDS,
                                     .available = available,
                                     .prepare = prepare,
                                     .tune = tune,
                                     .react = kernel_react,
                                     .quiet = kernel_quiet,
                                     .islands = kernel_islands,
                                     .stable = kernel_stable,
                                     .list = list,
                                     .reference = kernel_reference,
                                     .playouts = playouts,
                                     .rollout = rollout,
                                     .rollout_against = rollout_against};
#endif
