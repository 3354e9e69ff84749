/* puzzle.c - solves puzzles of Trioker on several threads.
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
#include "engine/trioker/puzzle_tree.h"
#include "grids/grid.h"

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
