/* patterns.c - computes the value of a position from its patterns.
 *
 * The colours of a ball become a number in two steps. A cell has a value by its colour, such that
 * the sum of two values tells what the two are. From a cell, a neighbour with what lies behind it
 * is an arm: seven times the neighbour's colour, and the sum of the two values behind. These are
 * the values of its neighbours less that of the cell itself, so a sum for each cell will do. For
 * each colour of the cell in the middle, a table gives arms numbers of which no two sets of three
 * that occur have one sum; this sum is the index of the pattern.
 */
#include "engine/kernel/patterns.h"

#include <stdlib.h>
#include <string.h>

enum { EMPTY, WAITING, MOVING, COLOURS }; /* of a cell: whose turn it is not, whose it is */

enum {
    ARMS = 32,
    ARM_COLOUR = 7, /* what the neighbour's colour counts for in an arm */
    PAWN = 24,      /* arms of a pawn, of which any value of the cell may be taken away */
    PAWN_MOVING = 28,
    INDEXES = 4096, /* for each colour of the cell in the middle */
    BALL = 10,
    FEW = 4, /* changed cells, for which patterns are adapted, not found anew */
    PHASE_ONE = 1 << 12
};

/* Counts of quiet moves in one number: of the waiting side alone, of the moving one alone, of both.
 */
enum { QUIET_BITS = 10, QUIET_MASK = (1 << QUIET_BITS) - 1 };

struct pattern_entry {
    int64_t weight; /* that on the full board, and 2^32 times how much more it is on an empty one */
    uint32_t quiet;
    int32_t number; /* of the class, from 1; 0: it cannot occur */
};

struct patterns {
    int cells, words;
    uint16_t side[SURFACE_CELLS_MAX][3];
    uint8_t ball_count[SURFACE_CELLS_MAX];
    uint16_t ball[SURFACE_CELLS_MAX][BALL];
    int phase[SURFACE_CELLS_MAX + 1]; /* by the number of empty cells */
    uint16_t pawn[2];                 /* numbers of the bits of both, if there are any */
    bool pawns;
    struct pattern_weights weights;
    /* The network: weights of units by empty cells, and what adds to units, for each class by its
     * number. They mean nothing where there is none. */
    bool network;
    int16_t unit[SURFACE_CELLS_MAX + 1][PATTERN_UNITS];
    int16_t unit_of[PATTERN_CLASSES + 1][PATTERN_UNITS], unit_spare[PATTERN_SPARES][PATTERN_UNITS];
    uint16_t number[COLOURS][ARMS];  /* of an arm, as a part of the index */
    uint16_t index[PATTERN_CLASSES]; /* of each class */
    struct pattern_entry entry[COLOURS * INDEXES];
};

static const uint8_t value_of[COLOURS] = {0, 1, 3};

/* ---- classes --------------------------------------------------------------------------------- */

/* Of the values that are seen from a cell behind a neighbour. */
enum { PAIR_NONE = 0, PAIR_WAITING = 1, PAIR_WAITING_TWICE = 2, PAIR_MOVING = 3, PAIR_BOTH = 4 };
enum { PAIR_MOVING_TWICE = 6, PAIRS };

/* How often a colour is in a pair. */
static int in_pair(int pair, int colour) {
    static const uint8_t count[PAIRS + 1][COLOURS] = {
        [PAIR_NONE] = {2, 0, 0},   [PAIR_WAITING] = {1, 1, 0}, [PAIR_WAITING_TWICE] = {0, 2, 0},
        [PAIR_MOVING] = {1, 0, 1}, [PAIR_BOTH] = {0, 1, 1},    [PAIR_MOVING_TWICE] = {0, 0, 2}};
    return count[pair][colour];
}

/* Whether an arm can occur beside a cell of a colour: the neighbour is at rest. */
static bool arm_occurs(int middle, int arm) {
    int colour = arm / ARM_COLOUR, pair = arm % ARM_COLOUR;
    if (arm >= COLOURS * ARM_COLOUR || pair == 5)
        return false;
    for (int c = WAITING; c < COLOURS; c++)
        if (c != colour && in_pair(pair, c) + (middle == c) > 1)
            return false;
    return true;
}

/* Numbers the arms so that sums of three are distinct where at most one arm has a colour that
 * neither the middle nor an empty cell has. The first ones are the least numbers of which all sums
 * of three differ (Bose and Chowla, "Theorems in the additive theory of numbers", 1962). */
static void number_arms(struct patterns *patterns, int middle) {
    static const uint16_t distinct[] = {0, 1, 4, 13, 32, 71, 124};
    uint16_t *number = patterns->number[middle];
    int used = 0;
    for (int arm = 0; arm < COLOURS * ARM_COLOUR; arm++)
        if ((arm / ARM_COLOUR == EMPTY || arm / ARM_COLOUR == middle) && arm_occurs(middle, arm))
            number[arm] = distinct[used++];
    int step = 3 * distinct[used - 1] + 1, next = step;
    for (int colour = WAITING; colour < COLOURS; colour++) {
        int end = next;
        for (int arm = colour * ARM_COLOUR; arm < (colour + 1) * ARM_COLOUR; arm++)
            if (colour != middle && arm_occurs(middle, arm)) {
                number[arm] = (uint16_t)end;
                end += next;
            }
        next = end;
    }
    /* A pawn is as a cell with two neighbours of its own colour behind it. */
    for (int colour = EMPTY; colour < COLOURS; colour++) {
        number[PAWN - value_of[colour]] = number[WAITING * ARM_COLOUR + PAIR_WAITING_TWICE];
        number[PAWN_MOVING - value_of[colour]] = number[MOVING * ARM_COLOUR + PAIR_MOVING_TWICE];
    }
}

/* Whether an empty cell with these arms starts no reaction of a colour. */
static bool is_quiet(const int *arm, int colour) {
    for (int k = 0; k < 3; k++)
        if (arm[k] / ARM_COLOUR != colour && in_pair(arm[k] % ARM_COLOUR, colour) > 0)
            return false;
    return true;
}

static uint32_t quiet_counts(int middle, const int *arm) {
    if (middle != EMPTY)
        return 0;
    bool waiting = is_quiet(arm, WAITING), moving = is_quiet(arm, MOVING);
    return waiting && moving ? 1u << 2 * QUIET_BITS : waiting ? 1u : moving ? 1u << QUIET_BITS : 0;
}

/* Whether the middle is at rest among these arms. */
static bool arms_occur(int middle, const int *arm) {
    int count[COLOURS] = {0};
    for (int k = 0; k < 3; k++)
        count[arm[k] / ARM_COLOUR]++;
    for (int c = WAITING; c < COLOURS; c++)
        if (c != middle && count[c] > 1)
            return false;
    return true;
}

/* Gives each class with a middle of this colour a number, from *classes on, and its entry. */
static void number_classes(struct patterns *patterns, int middle, int *classes) {
    const uint16_t *number = patterns->number[middle];
    int arms[COLOURS * ARM_COLOUR], count = 0;
    for (int arm = 0; arm < COLOURS * ARM_COLOUR; arm++)
        if (arm_occurs(middle, arm))
            arms[count++] = arm;
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k <= j; k++) {
                const int arm[3] = {arms[i], arms[j], arms[k]};
                if (!arms_occur(middle, arm))
                    continue;
                int index = middle * INDEXES + number[arm[0]] + number[arm[1]] + number[arm[2]];
                patterns->index[*classes] = (uint16_t)index;
                patterns->entry[index] = (struct pattern_entry){.quiet = quiet_counts(middle, arm),
                                                                .number = ++*classes};
            }
}

void patterns_tune(struct patterns *patterns, const struct pattern_weights *weights) {
    patterns->weights = *weights;
    for (int class = 0; class < PATTERN_CLASSES; class ++) {
        int64_t full = weights->of[PATTERN_FULL][class];
        int64_t more = weights->of[PATTERN_EMPTY][class] - full;
        patterns->entry[patterns->index[class]].weight = full + more * (INT64_C(1) << 32);
    }
    patterns->network = false;
}

static void use_network(struct patterns *patterns, const struct pattern_network *network) {
    patterns->network = true;
    for (int k = 0; k < PATTERN_UNITS; k++) {
        int full = network->unit[PATTERN_FULL][k], more = network->unit[PATTERN_EMPTY][k] - full;
        for (int empty = 0; empty <= patterns->cells; empty++)
            patterns->unit[empty][k] = (int16_t)(full + more * patterns->phase[empty] / PHASE_ONE);
        for (int class = 0; class < PATTERN_CLASSES; class ++)
            patterns->unit_of[class + 1][k] = network->of[k][class];
        for (int spare = 0; spare < PATTERN_SPARES; spare++)
            patterns->unit_spare[spare][k] = network->spare[k][spare];
    }
}

/* ---- the board ------------------------------------------------------------------------------- */

static void find_balls(struct patterns *patterns) {
    for (int cell = 0; cell < patterns->cells; cell++) {
        uint64_t ball[SURFACE_WORDS] = {0};
        set_add(ball, cell);
        for (int k = 0; k < 3; k++) {
            int near = patterns->side[cell][k];
            if (near >= patterns->cells)
                continue;
            set_add(ball, near);
            for (int l = 0; l < 3; l++)
                if (patterns->side[near][l] < patterns->cells)
                    set_add(ball, patterns->side[near][l]);
        }
        int count = 0;
        for (int c = set_next(SURFACE_WORDS, ball, 0); c >= 0;
             c = set_next(SURFACE_WORDS, ball, c + 1))
            patterns->ball[cell][count++] = (uint16_t)c;
        patterns->ball_count[cell] = (uint8_t)count;
    }
}

struct patterns *patterns_new(const struct triancey_board *board) {
    const struct surface *surface = &board->surface;
    struct patterns *patterns = calloc(1, sizeof *patterns);
    if (!patterns)
        return NULL;
    patterns->cells = surface->cells;
    patterns->words = surface->words;
    patterns->pawns = surface->pawns;
    for (int colour = 0; colour < 2 && surface->pawns; colour++)
        patterns->pawn[colour] = (uint16_t)set_next(SURFACE_WORDS, surface->pawn[colour], 0);
    memcpy(patterns->side, surface->side, (size_t)surface->cells * sizeof *surface->side);
    for (int empty = 0; empty <= surface->cells; empty++)
        patterns->phase[empty] = empty * PHASE_ONE / surface->cells;
    find_balls(patterns);
    for (int middle = EMPTY, classes = 0; middle < COLOURS; middle++) {
        number_arms(patterns, middle);
        number_classes(patterns, middle, &classes);
    }
    patterns_tune(patterns, &pattern_weights[board->variant->fewest]);
    if (board->variant->fewest)
        use_network(patterns, &pattern_network);
    return patterns;
}

/* ---- a position ------------------------------------------------------------------------------ */

/* A colour, from its value. */
static inline int colour_of(int value) {
    return value - (value >> 1); /* 0, 1, 3 */
}

static inline void see_arm(const struct patterns *patterns, struct pattern_view *view, int cell) {
    const uint16_t *side = patterns->side[cell];
    const uint8_t *value = view->value;
    view->arm[cell] = (uint8_t)(ARM_COLOUR * colour_of(value[cell]) + value[side[0]] +
                                value[side[1]] + value[side[2]]);
}

static inline int index_of(const struct patterns *patterns, const struct pattern_view *view,
                           int cell) {
    const uint16_t *side = patterns->side[cell];
    const uint8_t *arm = view->arm;
    int value = view->value[cell], colour = colour_of(value);
    const uint16_t *number = patterns->number[colour];
    return colour * INDEXES + number[arm[side[0]] - value] + number[arm[side[1]] - value] +
           number[arm[side[2]] - value];
}

void patterns_see(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                  struct pattern_view *view) {
    int cells = patterns->cells, coloured = 0;
    for (int cell = 0; cell < cells; cell++) {
        int value = (int)(own[cell >> 6] >> (cell & 63) & 1) +
                    3 * (int)(other[cell >> 6] >> (cell & 63) & 1);
        view->value[cell] = (uint8_t)value;
        coloured += value != 0;
    }
    for (int i = 0; i < 2 && patterns->pawns; i++) {
        int pawn = patterns->pawn[i];
        view->value[pawn] = value_of[set_has(own, pawn) ? WAITING : MOVING];
        view->arm[pawn] = set_has(own, pawn) ? PAWN : PAWN_MOVING;
    }
    for (int cell = 0; cell < cells; cell++)
        see_arm(patterns, view, cell);
    view->sums = (struct pattern_sums){.empty = cells - coloured};
    for (int cell = 0; cell < cells; cell++) {
        int index = index_of(patterns, view, cell);
        view->index[cell] = (uint16_t)index;
        view->sums.weight += patterns->entry[index].weight;
        view->sums.quiet += patterns->entry[index].quiet;
    }
}

void patterns_see_all(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                      struct pattern_view *view) {
    int16_t *unit = view->sums.unit;
    patterns_see(patterns, own, other, view);
    view->sums.network = patterns->network;
    for (int cell = 0; cell < patterns->cells && patterns->network; cell++) {
        const int16_t *more = patterns->unit_of[patterns->entry[view->index[cell]].number];
        for (int k = 0; k < PATTERN_UNITS; k++)
            unit[k] = (int16_t)(unit[k] + more[k]);
    }
}

/* The player who has a quiet move more than the other in the end need not start a reaction. Those
 * that both have are taken in turn, the one to move first. */
static int spare_of(uint32_t quiet) {
    enum { MOST = PATTERN_SPARES / 2 };
    int waiting = (int)(quiet & QUIET_MASK), moving = (int)(quiet >> QUIET_BITS & QUIET_MASK);
    int both = (int)(quiet >> 2 * QUIET_BITS);
    int spare = moving - waiting + (both & 1);
    return MOST + (spare > MOST ? MOST : spare < -MOST ? -MOST : spare);
}

/* What weights of the full and of the empty board are worth together. */
static int weights_value(const struct patterns *patterns, const struct pattern_sums *sums) {
    const struct pattern_weights *weights = &patterns->weights;
    int spare = spare_of(sums->quiet);
    int64_t full = (int32_t)(uint32_t)(uint64_t)sums->weight;
    int64_t more = (sums->weight - full) / (INT64_C(1) << 32);
    full += weights->spare[PATTERN_FULL][spare];
    more += weights->spare[PATTERN_EMPTY][spare] - weights->spare[PATTERN_FULL][spare];
    return (int)(full + more * patterns->phase[sums->empty] / PHASE_ONE);
}

static int network_value(const struct patterns *patterns, const struct pattern_sums *sums) {
    const int16_t *weight = patterns->unit[sums->empty];
    const int16_t *more = patterns->unit_spare[spare_of(sums->quiet)];
    int value = 0;
    for (int k = 0; k < PATTERN_UNITS; k++) {
        int16_t unit = (int16_t)(sums->unit[k] + more[k]);
        value += (unit > 0 ? unit : 0) * weight[k];
    }
    return value / PATTERN_SCALE;
}

static int value_of_sums(const struct patterns *patterns, const struct pattern_sums *sums) {
    return weights_value(patterns, sums) + (sums->network ? network_value(patterns, sums) : 0);
}

/* Gives a cell another colour, by its value. */
static inline void view_set(const struct patterns *patterns, struct pattern_view *view, int cell,
                            int before, int value) {
    const uint16_t *side = patterns->side[cell];
    int more = value - before;
    view->value[cell] = (uint8_t)value;
    view->arm[cell] =
        (uint8_t)(view->arm[cell] + ARM_COLOUR * (colour_of(value) - colour_of(before)));
    for (int k = 0; k < 3; k++)
        if (side[k] < patterns->cells)
            view->arm[side[k]] = (uint8_t)(view->arm[side[k]] + more);
}

/* What is counted after some cells have become those of the waiting side. */
static int value_with(const struct patterns *patterns, struct pattern_view *view, const int *cell,
                      int count) {
    uint8_t before[FEW];
    uint64_t done[SURFACE_WORDS] = {0};
    struct pattern_sums sums = view->sums;
    for (int i = 0; i < count; i++) {
        before[i] = view->value[cell[i]];
        sums.empty -= before[i] == 0;
        view_set(patterns, view, cell[i], before[i], value_of[WAITING]);
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < patterns->ball_count[cell[i]]; k++) {
            int near = patterns->ball[cell[i]][k];
            if (count > 1 && set_has(done, near))
                continue;
            set_add(done, near);
            const struct pattern_entry *old = &patterns->entry[view->index[near]];
            const struct pattern_entry *now = &patterns->entry[index_of(patterns, view, near)];
            sums.weight += now->weight - old->weight;
            sums.quiet += now->quiet - old->quiet;
            if (!sums.network)
                continue;
            const int16_t *gone = patterns->unit_of[old->number];
            const int16_t *come = patterns->unit_of[now->number];
            for (int j = 0; j < PATTERN_UNITS; j++)
                sums.unit[j] = (int16_t)(sums.unit[j] + come[j] - gone[j]);
        }
    for (int i = 0; i < count; i++)
        view_set(patterns, view, cell[i], value_of[WAITING], before[i]);
    return value_of_sums(patterns, &sums);
}

int patterns_after(const struct patterns *patterns, struct pattern_view *view, const uint64_t *own,
                   const uint64_t *other, const uint64_t *after) {
    int cell[FEW] = {0}, count = 0;
    for (int w = 0; w < patterns->words; w++)
        for (uint64_t gain = after[w] & ~own[w]; gain; gain &= gain - 1) {
            if (count == FEW) {
                uint64_t rest[SURFACE_WORDS];
                struct pattern_view whole;
                for (int v = 0; v < patterns->words; v++)
                    rest[v] = other[v] & ~after[v];
                (view->sums.network ? patterns_see_all : patterns_see)(patterns, after, rest,
                                                                       &whole);
                return value_of_sums(patterns, &whole.sums);
            }
            cell[count++] = w * 64 + __builtin_ctzll(gain);
        }
    return value_with(patterns, view, cell, count);
}

int patterns_value(const struct patterns *patterns, const uint64_t *own, const uint64_t *other) {
    struct pattern_view view;
    patterns_see_all(patterns, other, own, &view);
    return value_of_sums(patterns, &view.sums);
}

int patterns_margin(const struct patterns *patterns, const uint64_t *own, const uint64_t *other) {
    struct pattern_view view;
    patterns_see(patterns, other, own, &view);
    int value = value_of_sums(patterns, &view.sums);
    return (value + (value < 0 ? -PATTERN_CELL : PATTERN_CELL) / 2) / PATTERN_CELL;
}

void patterns_parts(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                    struct pattern_part *part) {
    static const int part_of[COLOURS] = {[EMPTY] = 0, [MOVING] = 1, [WAITING] = 2};
    struct pattern_view view;
    struct pattern_sums sums[3];
    memset(part, 0, PATTERN_PARTS * sizeof *part);
    patterns_see_all(patterns, other, own, &view);
    struct pattern_sums none = {.quiet = view.sums.quiet, .empty = view.sums.empty};
    int spare = spare_of(view.sums.quiet), rest = weights_value(patterns, &none);
    for (int i = 0; i < 3; i++)
        sums[i] = none;
    for (int cell = 0; cell < patterns->cells; cell++) {
        int i = part_of[colour_of(view.value[cell])];
        part[i].count++;
        sums[i].weight += patterns->entry[view.index[cell]].weight;
    }
    for (int i = 0; i < 3; i++)
        part[i].value = weights_value(patterns, &sums[i]) - rest;
    part[3] = (struct pattern_part){.count = spare - PATTERN_SPARES / 2, .value = rest};
    part[4].value = patterns->network ? network_value(patterns, &view.sums) : 0;
    for (int k = 0; k < PATTERN_UNITS && patterns->network; k++)
        part[4].count += view.sums.unit[k] + patterns->unit_spare[spare][k] > 0;
}

void patterns_count(const struct patterns *patterns, const uint64_t *own, const uint64_t *other,
                    struct pattern_counts *counts) {
    struct pattern_view view;
    memset(counts, 0, sizeof *counts);
    patterns_see(patterns, other, own, &view);
    counts->spare = spare_of(view.sums.quiet);
    counts->empty = view.sums.empty;
    for (int cell = 0; cell < patterns->cells; cell++)
        if (patterns->entry[view.index[cell]].number > 0)
            counts->of[patterns->entry[view.index[cell]].number - 1]++;
}
