/* upper.c - the upper tree, by proof numbers. Places are numbered, kept once for all symmetric
 * positions, and found by a hash of their smallest image. A place that is not looked into yet
 * gets its numbers from the evaluation by patterns: how likely it reaches the margin. After each
 * answer the numbers are computed anew upwards, and the next task is found by walking down to the
 * place that helps most. */
#include "config.h"

#include "referee/solving/upper.h"

#include "base/needed.h"
#include "engine/kernel/patterns.h"
#include "games/triancey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the evaluation of a position this early is worth: its error in cells, and the least chance
 * that is believed. Errors of 3, 4.5, 6 and 9 made tasks of 343, 401, 385 and 464 thousand nodes on
 * five boards of Selacata with 32 cells together, and equal ones where there is no archipelago,
 * with weights from 144,221 positions; with those of today, 9 and 14 make more tasks than 6. */
#define EVALUATION_ERROR 6.0
#define CHANCE_LEAST     0.02

/* Positions that are looked into at once: where all is decided by stalemates, there may be no task
 * for hours. */
enum { STEPS_MOST = 1000 };

struct upper_place {
    struct canon_key key;
    int8_t low, high;
    uint8_t move, stones;
    bool out;    /* the task is being solved */
    bool opened; /* its moves are known */
    uint8_t moves;
    uint32_t first;        /* of its moves */
    float proof, disproof; /* how hard either looks; 0 and infinity: it is decided */
    float done[2];         /* parts of its disproof and of its proof that are there */
    uint32_t shut;         /* no task below it was free when there were so many answers, and one */
};

struct upper_move {
    uint32_t place;
    uint8_t cell;
};

struct upper {
    struct canon *canon;
    const struct triancey_board *board; /* of the canon */
    struct patterns *patterns;
    int stones;
    int margin;                /* the question */
    struct upper_place *place; /* the first is the empty board */
    struct upper_move *move;
    uint32_t *index; /* of places by key, open addressing; 0: free, else number and one */
    uint32_t places, places_room, moves, moves_room, index_room;
    uint32_t answers;
    void (*changed)(void *context, const struct canon_key *key, const struct upper_bounds *bounds);
    void *context;
};

/* ---- positions ------------------------------------------------------------------------------- */

bool upper_is_task(const struct upper *upper, const struct canon_key *key) {
    return canon_stones(upper->canon, key) >= upper->stones;
}

/* What its mover must reach for the question to be answered with yes, or the opponent for no. */
static int bound_of(const struct upper *upper, const struct canon_key *key) {
    return key->side == 0 ? upper->margin : 2 - upper->margin;
}

/* The mover's margin where there is no move: a stalemate, or a full board. */
static int final_margin(const struct upper *upper, const struct kernel_node *node) {
    uint64_t all = upper->board->surface.all[0];
    int margin =
        __builtin_popcountll(node->own[0] & all) - __builtin_popcountll(node->other[0] & all);
    if (node->placed < upper->board->variant->archipelago)
        return 0;
    return upper->board->variant->fewest ? -margin : margin;
}

/* ---- places ---------------------------------------------------------------------------------- */

static uint32_t *find_slot(const struct upper *upper, const struct canon_key *key) {
    uint32_t slot = (uint32_t)canon_hash(key) & (upper->index_room - 1);
    while (upper->index[slot] && !canon_is_same(&upper->place[upper->index[slot] - 1].key, key))
        slot = (slot + 1) & (upper->index_room - 1);
    return &upper->index[slot];
}

/* Grows the index so that it is at most half full. */
static void grow_index(struct upper *upper) {
    uint32_t room = upper->index_room ? 2 * upper->index_room : 1024;
    free(upper->index);
    upper->index = needed(calloc(room, sizeof *upper->index));
    upper->index_room = room;
    for (uint32_t i = 0; i < upper->places; i++)
        *find_slot(upper, &upper->place[i].key) = i + 1;
}

/* An array with room for `wanted` items. */
static void *grow(void *array, size_t size, uint32_t *room, uint32_t wanted) {
    if (wanted <= *room)
        return array;
    uint32_t more = wanted < 512 ? 512 : wanted + wanted / 2;
    *room = more;
    return needed(more > wanted ? realloc(array, size * more) : NULL);
}

/* How hard a position looks, before anything below it is known: by the chance that the evaluation
 * gives it, and by how many moves must all fail. */
static void guess(struct upper *upper, struct upper_place *place, const struct kernel_node *node,
                  int moves) {
    double expected =
        patterns_value(upper->patterns, node->own, node->other) / (double)PATTERN_CELL;
    double above = (expected - bound_of(upper, &place->key) + 1) / EVALUATION_ERROR;
    double chance = 1 / (1 + exp(-1.7 * above));
    place->proof = (float)(1 / fmax(chance, CHANCE_LEAST));
    place->disproof = (float)(moves - 1 + 1 / fmax(1 - chance, CHANCE_LEAST));
    place->done[0] = place->done[1] = 0;
}

static bool is_decided(const struct upper *upper, const struct upper_place *place) {
    int bound = bound_of(upper, &place->key);
    return place->low >= bound || place->high < bound;
}

/* Numbers of a place without moves: as decided, or as guessed. */
static void number_end(struct upper *upper, struct upper_place *place) {
    if (!is_decided(upper, place)) {
        struct kernel_node node;
        canon_node(upper->canon, &place->key, &node);
        guess(upper, place, &node, __builtin_popcountll(canon_legal(upper->canon, &place->key)));
        return;
    }
    bool proved = place->low >= bound_of(upper, &place->key);
    place->proof = proved ? 0 : INFINITY;
    place->disproof = proved ? INFINITY : 0;
    place->done[proved] = 1;
    place->done[!proved] = 0;
}

/* The place of a key, which is made if need be. */
static uint32_t take_place(struct upper *upper, const struct canon_key *key) {
    if (2 * (upper->places + 1) > upper->index_room)
        grow_index(upper);
    uint32_t *slot = find_slot(upper, key);
    if (*slot)
        return *slot - 1;
    upper->place = grow(upper->place, sizeof *upper->place, &upper->places_room, upper->places + 1);
    struct upper_place *place = &upper->place[upper->places];
    struct kernel_node node;
    int cells = upper->board->surface.cells;
    *place = (struct upper_place){.key = *key,
                                  .low = (int8_t)-cells,
                                  .high = (int8_t)cells,
                                  .move = UPPER_NO_MOVE,
                                  .stones = (uint8_t)canon_stones(upper->canon, key)};
    canon_node(upper->canon, key, &node);
    if (!canon_legal(upper->canon, key))
        place->low = place->high = (int8_t)final_margin(upper, &node);
    number_end(upper, place);
    *slot = ++upper->places;
    return *slot - 1;
}

/* Finds the moves of a place that lead to different positions. */
static void open_place(struct upper *upper, uint32_t at) {
    struct canon_key key = upper->place[at].key;
    uint64_t cells = canon_legal(upper->canon, &key);
    uint32_t first = upper->moves;
    upper->move =
        grow(upper->move, sizeof *upper->move, &upper->moves_room, first + SURFACE_CELLS_MAX);
    for (; cells; cells &= cells - 1) {
        int cell = __builtin_ctzll(cells);
        struct canon_key next = canon_play(upper->canon, &key, cell);
        uint32_t place = take_place(upper, &next), i = first;
        while (i < upper->moves && upper->move[i].place != place)
            i++;
        if (i == upper->moves)
            upper->move[upper->moves++] = (struct upper_move){place, (uint8_t)cell};
    }
    upper->place[at].first = first;
    upper->place[at].moves = (uint8_t)(upper->moves - first);
    upper->place[at].opened = true;
}

/* ---- the search ------------------------------------------------------------------------------ */

static void tell_change(const struct upper *upper, const struct upper_place *place) {
    if (upper->changed)
        upper->changed(upper->context, &place->key,
                       &(struct upper_bounds){place->low, place->high, place->move});
}

/* Takes bounds and numbers of a place from its moves. Returns whether any has changed. */
static bool update(struct upper *upper, struct upper_place *place) {
    int low = -INT8_MAX, high = -INT8_MAX, open = 0;
    float proof = INFINITY, hardest = 0, done[2] = {0, 0};
    uint8_t best = UPPER_NO_MOVE;
    float proof_before = place->proof, disproof_before = place->disproof;
    if (!place->opened || place->moves == 0) {
        number_end(upper, place);
        return place->proof != proof_before || place->disproof != disproof_before;
    }
    for (uint32_t i = place->first; i < place->first + place->moves; i++) {
        const struct upper_place *next = &upper->place[upper->move[i].place];
        if (-next->high > low) {
            low = -next->high;
            best = upper->move[i].cell;
        }
        high = -next->low > high ? -next->low : high;
        proof = fminf(proof, next->disproof);
        hardest = fmaxf(hardest, next->proof);
        open += next->proof > 0;
        done[1] = fmaxf(done[1], next->done[0]);
        done[0] += next->done[1] / place->moves;
    }
    bool narrower = low > place->low || high < place->high;
    if (low > place->low) {
        place->low = (int8_t)low;
        place->move = best;
    }
    if (high < place->high)
        place->high = (int8_t)high;
    if (is_decided(upper, place)) {
        number_end(upper, place);
    } else {
        place->proof = proof;
        place->disproof = hardest + (float)(open - 1);
        memcpy(place->done, done, sizeof done);
    }
    if (narrower && is_decided(upper, place))
        tell_change(upper, place);
    return narrower || place->proof != proof_before || place->disproof != disproof_before;
}

/* Whether there may be a free task at or below a place. */
static bool is_free(const struct upper *upper, const struct upper_place *place) {
    return !place->out && place->shut != upper->answers + 1 && place->proof > 0 &&
           place->disproof > 0;
}

/* The move by which a place is most easily proved, as far as there is something to be done. */
static uint32_t choose(const struct upper *upper, const struct upper_place *place) {
    const struct upper_place *best = NULL;
    for (uint32_t i = place->first; i < place->first + place->moves; i++) {
        const struct upper_place *next = &upper->place[upper->move[i].place];
        if (is_free(upper, next) &&
            (!best || next->disproof < best->disproof ||
             (next->disproof == best->disproof && next->proof > best->proof)))
            best = next;
    }
    return best ? (uint32_t)(best - upper->place) : UINT32_MAX;
}

/* Goes down from the empty board, back up as far as anything has changed, and down again, until
 * there is a task or the numbers of the empty board change, with no more steps than are left. */
static enum upper_step descend(struct upper *upper, struct upper_task *task, int *left) {
    uint32_t at = 0;
    task->depth = 0;
    while ((*left)-- > 0) {
        task->path[task->depth++] = at;
        if (upper->place[at].stones >= upper->stones) {
            task->key = upper->place[at].key;
            task->bound = bound_of(upper, &task->key);
            upper->place[at].out = true;
            return UPPER_TASK;
        }
        if (!upper->place[at].opened)
            open_place(upper, at);
        if (!update(upper, &upper->place[at])) {
            uint32_t next = choose(upper, &upper->place[at]);
            if (next != UINT32_MAX) {
                at = next;
                continue;
            }
            upper->place[at].shut = upper->answers + 1;
            task->depth--;
        } else {
            task->depth--;
            while (task->depth > 0 && update(upper, &upper->place[task->path[task->depth - 1]]))
                task->depth--;
        }
        if (task->depth == 0)
            return UPPER_WAIT;
        at = task->path[--task->depth];
    }
    return UPPER_LATER;
}

enum upper_step upper_next(struct upper *upper, struct upper_task *task) {
    int left = STEPS_MOST;
    update(upper, upper->place);
    for (;;) {
        const struct upper_place *root = upper->place;
        if (is_decided(upper, root))
            return UPPER_DECIDED;
        if (!is_free(upper, root))
            return UPPER_WAIT;
        enum upper_step step = descend(upper, task, &left);
        if (step != UPPER_WAIT)
            return step;
    }
}

void upper_give_back(struct upper *upper, const struct upper_task *task) {
    upper->place[task->path[task->depth - 1]].out = false;
    upper->answers++;
    for (int i = task->depth - 1; i >= 0; i--)
        update(upper, &upper->place[task->path[i]]);
}

void upper_answer(struct upper *upper, const struct upper_task *task, bool reached) {
    struct upper_place *place = &upper->place[task->path[task->depth - 1]];
    if (reached && task->bound > place->low)
        place->low = (int8_t)task->bound;
    if (!reached && task->bound - 2 < place->high)
        place->high = (int8_t)(task->bound - 2);
    upper_give_back(upper, task);
}

void upper_ask(struct upper *upper, int margin) {
    int before = upper->margin;
    upper->answers++;
    for (uint32_t i = 0; i < upper->places; i++) {
        struct upper_place *place = &upper->place[i];
        upper->margin = before;
        bool told = is_decided(upper, place);
        upper->margin = margin;
        number_end(upper, place);
        if (!told && is_decided(upper, place) && place->stones < upper->stones)
            tell_change(upper, place); /* its bounds did not matter before */
    }
    upper->margin = margin;
    /* The more stones, the nearer to the tasks: numbers come from there. */
    for (int stones = upper->stones - 1; stones >= 0; stones--)
        for (uint32_t i = 0; i < upper->places; i++)
            if (upper->place[i].stones == stones)
                update(upper, &upper->place[i]);
}

double upper_progress(const struct upper *upper) {
    return fmaxf(upper->place->done[0], upper->place->done[1]);
}

/* ---- what is known --------------------------------------------------------------------------- */

void upper_put(struct upper *upper, const struct canon_key *key,
               const struct upper_bounds *bounds) {
    uint32_t at = take_place(upper, key); /* which may move the others */
    struct upper_place *place = &upper->place[at];
    if (bounds->low > place->low) {
        place->low = (int8_t)bounds->low;
        place->move = (uint8_t)bounds->move;
    }
    if (bounds->high < place->high)
        place->high = (int8_t)bounds->high;
    number_end(upper, place);
}

static struct upper_bounds bounds_of(const struct upper_place *place) {
    return (struct upper_bounds){place->low, place->high, place->move};
}

struct upper_bounds upper_known(const struct upper *upper, const struct canon_key *key) {
    uint32_t slot = *find_slot(upper, key);
    int cells = upper->board->surface.cells;
    return slot ? bounds_of(&upper->place[slot - 1])
                : (struct upper_bounds){-cells, cells, UPPER_NO_MOVE};
}

struct upper_bounds upper_value(const struct upper *upper) {
    return bounds_of(upper->place);
}

void upper_watch(struct upper *upper,
                 void (*changed)(void *context, const struct canon_key *key,
                                 const struct upper_bounds *bounds),
                 void *context) {
    upper->changed = changed;
    upper->context = context;
}

const struct canon *upper_canon(const struct upper *upper) {
    return upper->canon;
}

/* ---- making one ------------------------------------------------------------------------------ */

struct upper *upper_new(const struct game_board *board, int stones) {
    struct upper *upper = needed(calloc(1, sizeof *upper));
    struct game_state state;
    uint16_t cell[SURFACE_CELLS_MAX];
    upper->board = triancey_board(board);
    upper->stones = stones;
    upper->canon = needed(canon_new(upper->board));
    upper->patterns = needed(patterns_new(upper->board));
    /* Without the network: EVALUATION_ERROR was found with the weights alone. */
    patterns_tune(upper->patterns, &pattern_weights[upper->board->variant->fewest]);
    board->game->start(board, &state, 1);
    struct canon_key root = canon_of(upper->canon, triancey_state(&state), cell);
    take_place(upper, &root);
    return upper;
}

void upper_free(struct upper *upper) {
    if (!upper)
        return;
    canon_free(upper->canon);
    free(upper->patterns);
    free(upper->place);
    free(upper->move);
    free(upper->index);
    free(upper);
}
