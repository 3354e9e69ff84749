/* alphabeta.c - alpha-beta search with patterns at its leaves.
 *
 * The value of each move at a glance is found for all moves of a node at once, since a move changes
 * few patterns. By these values the moves are put in order, so that the last ply costs no nodes of
 * its own.
 *
 * Refused, by games of 48 cells with 20 ms a move against the search without them, in cells a game
 * (two errors of the mean): reductions of whole pairs of plies, -0.5 (1.2); ProbCut (Buro,
 * "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995) by a search two to
 * four plies shallower, -0.2 (1.3); ProbCut, smaller reductions, and an evaluation that is the same
 * after odd and even plies, together +0.3 (0.6, 800 games). An aspiration window at the root costs
 * 7 % more nodes to a depth of 7.
 */
#include "engine/triancey/alphabeta.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "engine/player/stopwatch.h"
#include "engine/player/table.h"

enum {
    INFINITE = INT16_MAX,
    CELL = PATTERN_CELL,
    DEEPEST = PV_MAX - 1,
    KILLERS = 2,
    KILLER = 2 * CELL,       /* what a killer has in the order besides its value at a glance */
    HISTORY_MOST = 2 * CELL, /* the most for a move that has often refuted others */
    FIRST = 1 << 20,         /* for the move that the table names */
    EVERY = 16               /* nodes between looks at the clock */
};

/* A position: sets with their pawns. */
struct position_sets {
    uint64_t own[SURFACE_WORDS], other[SURFACE_WORDS];
    int placed;
};

/* A move, and the cells of its player then. */
struct ab_child {
    uint64_t after[SURFACE_WORDS];
    int cell, value, order;
};

struct ab_frame {
    struct ab_child child[SURFACE_CELLS_MAX];
    int killer[KILLERS];
    int pv_count;
    uint32_t pv[PV_MAX];
};

/* A thread. */
struct ab_worker {
    struct alphabeta *alphabeta;
    const struct triancey_board *board;
    const struct patterns *patterns;
    struct table *table;
    uint64_t nodes, nodes_max;
    bool stopped;
    atomic_bool *done; /* the first thread has finished */
    bool helps;        /* is not the first */
    pthread_t thread;
    struct alphabeta_move move[SURFACE_CELLS_MAX]; /* as it sees them, if it is not the first */
    int history[2][SURFACE_CELLS_MAX];             /* by parity of the ply */
    uint8_t reduction[DEEPEST + 1][SURFACE_CELLS_MAX];
    struct pattern_view view[DEEPEST + 2];
    struct ab_frame frame[DEEPEST + 2];
};

/* ---- positions ------------------------------------------------------------------------------- */

static void legal_moves(const struct triancey_board *board, const struct position_sets *position,
                        uint64_t *legal) {
    const struct surface *surface = &board->surface;
    bool islands = position->placed < board->variant->archipelago;
    WITH_WORDS(surface->words,
               legal_set(W, surface, position->own, position->other, islands, legal));
}

/* The mover's margin with a full board. */
static int shown_margin(const struct triancey_board *board, const uint64_t *own,
                        const uint64_t *other) {
    int margin = 0;
    for (int w = 0; w < board->surface.words; w++)
        margin += __builtin_popcountll(own[w] & board->surface.all[w]) -
                  __builtin_popcountll(other[w] & board->surface.all[w]);
    return CELL * (board->variant->fewest ? -margin : margin);
}

static uint64_t key_of(const struct ab_worker *worker, const struct position_sets *position) {
    int left = worker->board->variant->archipelago - position->placed;
    uint64_t key = random_mix(0x616c706861626574, (uint64_t)(left > 0 ? left : 0));
    for (int w = 0; w < worker->board->surface.words; w++)
        key = random_mix(random_mix(key, position->own[w]), position->other[w]);
    return key;
}

static void after_move(const struct ab_worker *worker, const struct position_sets *before,
                       const uint64_t *after, struct position_sets *next) {
    for (int w = 0; w < worker->board->surface.words; w++) {
        next->own[w] = before->other[w] & ~after[w];
        next->other[w] = after[w];
    }
    next->placed = before->placed + 1;
}

static bool same_sets(int words, const uint64_t *a, const uint64_t *b) {
    uint64_t differ = 0;
    for (int w = 0; w < words; w++)
        differ |= a[w] ^ b[w];
    return differ == 0;
}

/* What a move is worth at a glance for its player. */
static int glance(const struct triancey_board *board, const struct patterns *patterns,
                  const struct position_sets *position, struct pattern_view *view,
                  const uint64_t *after) {
    const struct surface *surface = &board->surface;
    uint64_t rest[SURFACE_WORDS], left = 0;
    for (int w = 0; w < surface->words; w++) {
        rest[w] = position->other[w] & ~after[w];
        left |= surface->all[w] & ~(after[w] | rest[w]);
    }
    if (!left)
        return shown_margin(board, after, rest);
    if (position->placed + 1 < board->variant->archipelago) {
        bool any = true;
        WITH_WORDS(surface->words, any = legal_any(W, surface, rest, after, true));
        if (!any)
            return 0; /* stalemate */
    }
    return -patterns_after(patterns, view, position->own, position->other, after);
}

/* Cells to look at before others: any that are legal. */
enum { HINTS = 1 + KILLERS };

/* Fills in a child for each move that leads to another position; returns how many. At a leaf's
 * parent no more than a value of `enough` is wanted, which a move that is hinted at may have. */
static int expand(const struct triancey_board *board, const struct patterns *patterns,
                  const struct position_sets *position, const uint64_t *legal,
                  struct pattern_view *view, struct ab_child *child, const int *hint, int enough) {
    const struct surface *surface = &board->surface;
    int words = surface->words, count = 0, hints = hint ? 0 : HINTS, cell = -1;
    uint64_t left[SURFACE_WORDS];
    for (int w = 0; w < words; w++)
        left[w] = legal[w];
    patterns_see_all(patterns, position->own, position->other, view);
    for (;;) {
        if (hints < HINTS) {
            cell = hint[hints++];
            if (cell < 0 || cell >= surface->cells || !set_has(left, cell))
                continue;
        } else if ((cell = set_next(words, left, 0)) < 0) {
            break;
        }
        set_remove(left, cell);
        struct ab_child *now = &child[count];
        uint64_t rest[SURFACE_WORDS];
        int gain = 0;
        for (int w = 0; w < words; w++) {
            now->after[w] = position->own[w];
            rest[w] = position->other[w];
        }
        WITH_WORDS(words, react(W, surface, now->after, rest, cell));
        for (int w = 0; w < words; w++)
            gain += __builtin_popcountll(now->after[w] & ~position->own[w]);
        bool old = false;
        for (int i = 0; i < count && gain > 1 && !old; i++)
            old = same_sets(words, now->after, child[i].after);
        if (old)
            continue;
        now->cell = cell;
        now->value = glance(board, patterns, position, view, now->after);
        count++;
        if (now->value >= enough)
            break;
    }
    return count;
}

/* ---- the search ------------------------------------------------------------------------------ */

static bool ab_is_over(struct ab_worker *worker) {
    if (worker->nodes % EVERY == 0)
        worker->stopped =
            worker->stopped || atomic_load_explicit(worker->done, memory_order_relaxed) ||
            stopwatch_is_over(worker->alphabeta->task->watch, worker->alphabeta->time);
    worker->stopped = worker->stopped || worker->nodes >= worker->nodes_max;
    return worker->stopped;
}

static void order_children(struct ab_worker *worker, int ply, int first, struct ab_child *child,
                           int count) {
    const struct ab_frame *frame = &worker->frame[ply];
    for (int i = 0; i < count; i++) {
        int cell = child[i].cell;
        child[i].order = child[i].value + worker->history[ply & 1][cell] +
                         (cell == frame->killer[0] || cell == frame->killer[1] ? KILLER : 0) +
                         (cell == first ? FIRST : 0);
    }
}

/* Brings the best of the children from `from` on to that place. */
static void pick_child(struct ab_child *child, int from, int count) {
    int best = from;
    for (int i = from + 1; i < count; i++)
        if (child[i].order > child[best].order)
            best = i;
    struct ab_child swap = child[from];
    child[from] = child[best];
    child[best] = swap;
}

static void keep_refuter(struct ab_worker *worker, int ply, int cell, int depth) {
    struct ab_frame *frame = &worker->frame[ply];
    int *history = &worker->history[ply & 1][cell];
    int more = depth * depth < HISTORY_MOST / 4 ? depth * depth : HISTORY_MOST / 4;
    *history += more - *history * more / HISTORY_MOST;
    if (frame->killer[0] != cell) {
        frame->killer[1] = frame->killer[0];
        frame->killer[0] = cell;
    }
}

static void keep_pv(struct ab_worker *worker, int ply, int cell) {
    struct ab_frame *frame = &worker->frame[ply], *next = frame + 1;
    frame->pv[0] = (uint32_t)cell;
    memcpy(frame->pv + 1, next->pv, (size_t)next->pv_count * sizeof *frame->pv);
    frame->pv_count = next->pv_count + 1;
}

static int ab_search(struct ab_worker *worker, const struct position_sets *position, int depth,
                     int alpha, int beta, int ply);

/* The value of a child for its player, by a null window first unless it is the first one. */
static int ab_child_value(struct ab_worker *worker, const struct position_sets *position,
                          const struct ab_child *child, int number, int depth, int alpha, int beta,
                          int ply) {
    struct position_sets next;
    after_move(worker, position, child->after, &next);
    if (number == 0)
        return -ab_search(worker, &next, depth - 1, -beta, -alpha, ply + 1);
    int less = worker->reduction[depth][number];
    if (less > depth - 1)
        less = depth - 1;
    int value = depth - 1 - less > 0
                    ? -ab_search(worker, &next, depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                    : child->value;
    if (value > alpha && less > 0 && !worker->stopped)
        value = -ab_search(worker, &next, depth - 1, -alpha - 1, -alpha, ply + 1);
    if (value > alpha && value < beta && !worker->stopped)
        value = -ab_search(worker, &next, depth - 1, -beta, -alpha, ply + 1);
    return value;
}

static void ab_remember(struct ab_worker *worker, uint64_t key, int alpha, int beta, int value,
                        int cell, int depth) {
    struct table_entry entry = {.low = (int16_t)(value > alpha ? value : -INFINITE),
                                .high = (int16_t)(value < beta ? value : INFINITE),
                                .move = (uint16_t)cell,
                                .depth = (uint8_t)depth};
    table_store(worker->table, key, &entry);
}

/* The value of a position for its mover; when the search was stopped it is worthless. */
static int ab_search(struct ab_worker *worker, const struct position_sets *position, int depth,
                     int alpha, int beta, int ply) {
    struct ab_frame *frame = &worker->frame[ply];
    struct table_entry known;
    uint64_t legal[SURFACE_WORDS];
    int first = -1, best = -INFINITE, best_cell = TABLE_MOVE_NONE, alpha_before = alpha;
    frame->pv_count = 0;
    worker->nodes++;
    if (ab_is_over(worker))
        return 0;
    legal_moves(worker->board, position, legal);
    if (set_next(worker->board->surface.words, legal, 0) < 0)
        return position->placed < worker->board->variant->archipelago
                   ? 0
                   : shown_margin(worker->board, position->own, position->other);
    uint64_t key = key_of(worker, position);
    if (table_probe(worker->table, key, &known)) {
        first = known.move;
        if (known.depth >= depth && beta - alpha == 1) { /* else a line would end here */
            if (known.low >= beta || known.low == known.high)
                return known.low;
            if (known.high <= alpha)
                return known.high;
        }
    }
    if (ply > DEEPEST)
        depth = 1;
    const int hint[HINTS] = {first, frame->killer[0], frame->killer[1]};
    int count = expand(worker->board, worker->patterns, position, legal, &worker->view[ply],
                       frame->child, depth <= 1 ? hint : NULL, depth <= 1 ? beta : INFINITE);
    if (depth <= 1) {
        for (int i = 0; i < count; i++)
            if (frame->child[i].value > best) {
                best = frame->child[i].value;
                best_cell = frame->child[i].cell;
            }
        worker->frame[ply + 1].pv_count = 0;
        keep_pv(worker, ply, best_cell);
        if (best >= beta)
            keep_refuter(worker, ply, best_cell, 1);
        ab_remember(worker, key, alpha, beta, best, best_cell, 1);
        return best;
    }
    order_children(worker, ply, first, frame->child, count);
    for (int i = 0; i < count && best < beta; i++) {
        pick_child(frame->child, i, count);
        int value = ab_child_value(worker, position, &frame->child[i], i, depth, alpha, beta, ply);
        if (worker->stopped)
            return 0;
        if (value <= best)
            continue;
        best = value;
        best_cell = frame->child[i].cell;
        if (value <= alpha)
            continue;
        keep_pv(worker, ply, best_cell);
        alpha = value;
    }
    if (best >= beta)
        keep_refuter(worker, ply, best_cell, depth);
    ab_remember(worker, key, alpha_before, beta, best, best_cell, depth);
    return best;
}

/* ---- the root -------------------------------------------------------------------------------- */

/* Puts the first `count` moves in order: known ones first, then by what they may be worth. */
static void sort_moves(struct alphabeta_move *move, int count) {
    for (int i = 1; i < count; i++) {
        struct alphabeta_move now = move[i];
        int at = i;
        for (; at > 0 && (now.known > move[at - 1].known || (now.known == move[at - 1].known &&
                                                             now.estimate > move[at - 1].estimate));
             at--)
            move[at] = move[at - 1];
        move[at] = now;
    }
}

/* The value that a move must exceed to be among the `lines` best, given the moves before it. */
static int bar_of(int lines, const struct alphabeta_move *move, int count) {
    int known = 0, value[SURFACE_CELLS_MAX];
    for (int i = 0; i < count; i++) {
        if (!move[i].known)
            continue;
        int at = known++;
        for (; at > 0 && move[i].value > value[at - 1]; at--)
            value[at] = value[at - 1];
        value[at] = move[i].value;
    }
    return known < lines ? -INFINITE : value[lines - 1];
}

/* One iteration; the moves that it reached are the first `*reached`. False: it was stopped. */
static bool search_moves(struct ab_worker *worker, const struct position_sets *root, int depth,
                         int lines, struct alphabeta_move *move, int count, int *reached) {
    struct ab_frame *frame = &worker->frame[1];
    const struct surface *surface = &worker->board->surface;
    for (*reached = 0; *reached < count; (*reached)++) {
        struct alphabeta_move *now = &move[*reached];
        struct position_sets next;
        uint64_t after[SURFACE_WORDS], rest[SURFACE_WORDS];
        int bar = bar_of(lines, move, *reached), value = INFINITE;
        memcpy(after, root->own, sizeof after);
        memcpy(rest, root->other, sizeof rest);
        WITH_WORDS(surface->words, react(W, surface, after, rest, (int)now->cell));
        after_move(worker, root, after, &next);
        frame->pv_count = 0;
        if (bar > -INFINITE) {
            int less = worker->reduction[depth][*reached];
            less = less > 1 ? less - 1 : 0;
            if (less > depth - 1)
                less = depth - 1;
            value = -ab_search(worker, &next, depth - less, -bar - 1, -bar, 1);
            if (less > 0 && value > bar && !worker->stopped)
                value = -ab_search(worker, &next, depth, -bar - 1, -bar, 1);
        }
        bool known = value > bar;
        if (known && !worker->stopped)
            value = -ab_search(worker, &next, depth, -INFINITE, -bar, 1);
        if (worker->stopped)
            return false;
        *now = (struct alphabeta_move){.cell = now->cell,
                                       .value = value,
                                       .known = known,
                                       .estimate =
                                           known || value < now->estimate ? value : now->estimate,
                                       .depth = depth + 1};
        now->pv[0] = now->cell;
        now->pv_count = 1;
        for (int i = 0; known && i < frame->pv_count && now->pv_count < PV_MAX; i++)
            now->pv[now->pv_count++] = frame->pv[i];
    }
    return true;
}

/* The first ply. */
static void glance_at_moves(struct ab_worker *worker, const struct position_sets *root,
                            struct alphabeta_move *move, int count) {
    const struct surface *surface = &worker->board->surface;
    struct pattern_view *view = &worker->view[0];
    patterns_see_all(worker->patterns, root->own, root->other, view);
    for (int i = 0; i < count; i++) {
        uint64_t after[SURFACE_WORDS], rest[SURFACE_WORDS];
        memcpy(after, root->own, sizeof after);
        memcpy(rest, root->other, sizeof rest);
        WITH_WORDS(surface->words, react(W, surface, after, rest, (int)move[i].cell));
        move[i].value = move[i].estimate =
            glance(worker->board, worker->patterns, root, view, after);
        move[i].known = true;
        move[i].depth = 1;
    }
    sort_moves(move, count);
}

static int root_depths(const struct ab_worker *worker, const struct position_sets *root) {
    int empty = 0, limit = worker->alphabeta->task->limits.depth;
    for (int w = 0; w < worker->board->surface.words; w++)
        empty +=
            __builtin_popcountll(worker->board->surface.all[w] & ~(root->own[w] | root->other[w]));
    int most = empty < DEEPEST ? empty : DEEPEST;
    return limit <= most ? limit - 1 : most;
}

static void ab_say(struct ab_worker *worker) {
    struct alphabeta *alphabeta = worker->alphabeta;
    if (worker->helps)
        return;
    alphabeta->nodes = worker->nodes;
    if (alphabeta->report)
        alphabeta->report(alphabeta->context, alphabeta);
}

/* Iterations until the limits. The second ply is searched for all moves, so that there is something
 * to say of each, however few are asked for. */
static void ab_iterate(struct ab_worker *worker, struct alphabeta_move *move, int count) {
    const struct triancey_state *state = triancey_state(worker->alphabeta->task->state);
    struct position_sets root = {.placed = state->placed};
    memcpy(root.own, state->set[state->mover], sizeof root.own);
    memcpy(root.other, state->set[!state->mover], sizeof root.other);
    int depths = root_depths(worker, &root);
    glance_at_moves(worker, &root, move, count);
    ab_say(worker);
    for (int depth = 1 + worker->helps; depth <= depths && !worker->stopped; depth++) {
        int lines = depth == 1 ? count : worker->alphabeta->lines, reached;
        if (search_moves(worker, &root, depth, lines, move, count, &reached)) {
            sort_moves(move, count);
        } else if (reached >= lines) {
            for (int i = reached; i < count; i++)
                move[i].known = false;
            sort_moves(move, reached);
        } else {
            break; /* what was found before is more than what is new */
        }
        ab_say(worker);
    }
}

static void *ab_help(void *context) {
    struct ab_worker *worker = context;
    ab_iterate(worker, worker->move, worker->alphabeta->count);
    return NULL;
}

static struct ab_worker *new_worker(struct alphabeta *alphabeta, atomic_bool *done, int threads) {
    struct ab_worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->alphabeta = alphabeta;
    worker->board = triancey_board(alphabeta->task->board);
    worker->patterns = alphabeta->patterns;
    worker->table = alphabeta->task->table;
    worker->nodes_max = alphabeta->nodes_max / (uint64_t)threads;
    worker->done = done;
    for (int ply = 0; ply < DEEPEST + 2; ply++)
        worker->frame[ply].killer[0] = worker->frame[ply].killer[1] = -1;
    double logarithm[SURFACE_CELLS_MAX + 1];
    for (int i = 1; i <= SURFACE_CELLS_MAX; i++)
        logarithm[i] = log(i);
    for (int depth = 1; depth <= DEEPEST; depth++)
        for (int i = 2; i < SURFACE_CELLS_MAX; i++)
            worker->reduction[depth][i] =
                (uint8_t)(0.3 + logarithm[depth] * logarithm[i + 1] / 2.0);
    return worker;
}

bool alphabeta_search(struct alphabeta *alphabeta) {
    enum { THREADS_MAX = 256 };
    const struct task *task = alphabeta->task;
    struct ab_worker *worker[THREADS_MAX] = {NULL};
    atomic_bool done = false;
    int threads = task->threads < 1 ? 1 : task->threads > THREADS_MAX ? THREADS_MAX : task->threads;
    int started = 1;
    alphabeta->count = task->allowed_count;
    alphabeta->nodes = 0;
    for (int i = 0; i < task->allowed_count; i++)
        alphabeta->move[i] = (struct alphabeta_move){
            .cell = task->allowed[i], .pv_count = 1, .pv = {task->allowed[i]}};
    worker[0] = new_worker(alphabeta, &done, threads);
    if (!worker[0])
        return false;
    for (; started < threads; started++) {
        worker[started] = new_worker(alphabeta, &done, threads);
        if (!worker[started])
            break;
        worker[started]->helps = true;
        memcpy(worker[started]->move, alphabeta->move, sizeof alphabeta->move);
        if (pthread_create(&worker[started]->thread, NULL, ab_help, worker[started]) != 0) {
            free(worker[started]);
            break;
        }
    }
    ab_iterate(worker[0], alphabeta->move, alphabeta->count);
    atomic_store(&done, true);
    for (int i = 1; i < started; i++) {
        pthread_join(worker[i]->thread, NULL);
        worker[0]->nodes += worker[i]->nodes;
        free(worker[i]);
    }
    alphabeta->nodes = worker[0]->nodes;
    free(worker[0]);
    return true;
}
