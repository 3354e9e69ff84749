/* judged_halves.c - judges the halves of a record on several threads. One thread at a time takes
 * the next half or hands in what it found, because a record is for one thread. When no half is left
 * to be taken, the threads that have none help to solve the positions of those that are still
 * judged: a half is judged from its end, so its longest searches come last. */
#include "config.h"

#include "analysis/judged_halves.h"

#include "analysis/half_steps.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "engine/players.h"
#include "engine/triancey/positions.h"
#include "games/triancey.h"
#include "half/boards.h"
#include "half/half_result.h"
#include "pairing/game_id.h"
#include "record/record_analysis.h"
#include "record/record_rows.h"
#include "record/replay.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pool {
    const struct judged_halves *halves;
    struct judge_setting setting;
    int jobs, workers;
    pthread_mutex_t mutex; /* of everything below, and of the record */
    int next;              /* half to be taken */
    int running;           /* halves that were taken and are not done */
    bool failed;
    struct error error;
};

/* A thread, and the half that it has. */
struct worker {
    struct pool *pool;
    pthread_t thread;
    struct judge *judge;
    struct boards boards;
    struct text line, moves, clocks;
    bool found, clocked;
    struct half_result result;
    struct judged_half half;
    struct half_steps steps;
    struct judged_ply *ply;
    int room;
    bool good; /* there was enough memory for what was judged */
};

static bool pool_stopped(const struct pool *pool) {
    return pool->halves->stop && atomic_load(pool->halves->stop) != 0;
}

/* Stops all threads, and keeps the first message. */
static void pool_fail(struct pool *pool, const struct error *error) {
    pthread_mutex_lock(&pool->mutex);
    if (!pool->failed)
        pool->error = *error;
    pool->failed = true;
    pthread_mutex_unlock(&pool->mutex);
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool worker_take_game(void *context, const struct game_row *game, struct error *error) {
    struct worker *worker = context;
    (void)error;
    text_clear(&worker->line);
    text_add(&worker->line, game->board_line ? game->board_line : "");
    worker->half.seats = game->seats;
    worker->half.opening = game->opening ? moves_count(game->opening) : 0;
    memcpy(worker->half.engine, game->engine, sizeof worker->half.engine);
    return true;
}

static bool worker_take_half(void *context, const struct game_row *game,
                             const struct half_result *half, struct error *error) {
    struct worker *worker = context;
    (void)error;
    if (half_id(game->id, half->number) != worker->half.id || !half->moves)
        return true;
    worker->found = true;
    text_clear(&worker->moves);
    text_clear(&worker->clocks);
    text_add(&worker->moves, half->moves);
    text_add(&worker->clocks, half->clocks ? half->clocks : "");
    worker->clocked = half->clocks != NULL;
    worker->result = (struct half_result){.number = half->number, .plies = half->plies};
    return true;
}

/* The next half. False: there is none, or it cannot be read. */
static bool worker_next(struct worker *worker) {
    const struct row_reader reader = {worker, worker_take_game, worker_take_half, NULL};
    struct pool *pool = worker->pool;
    const struct judged_halves *halves = pool->halves;
    struct error error = {.text = ""};
    bool good = true, found = false;
    pthread_mutex_lock(&pool->mutex);
    if (!pool->failed && !pool_stopped(pool) && pool->next < halves->count) {
        worker->half.id = halves->half[pool->next++];
        worker->found = false;
        pool->running++;
        good = record_read_game(halves->record, half_id_game(worker->half.id), &reader, &error);
        found = good;
    }
    pthread_mutex_unlock(&pool->mutex);
    if (!good)
        pool_fail(pool, &error);
    return found;
}

/* ---- judging --------------------------------------------------------------------------------- */

/* Gives a worker its share of the threads. */
static void worker_share_threads(struct worker *worker) {
    struct pool *pool = worker->pool;
    pthread_mutex_lock(&pool->mutex);
    int halves = pool->running + pool->halves->count - pool->next;
    pthread_mutex_unlock(&pool->mutex);
    int sharing = halves < pool->workers ? halves : pool->workers;
    judge_set_threads(worker->judge, pool->jobs / sharing);
}

static bool worker_is_reference(const struct worker *worker, int step) {
    int64_t reference = worker->pool->halves->reference;
    return reference && worker->half.engine[worker->steps.step[step].turn] == reference &&
           step >= worker->half.opening && triancey_is(worker->half.board);
}

static bool worker_take_judged(void *context, int step, const struct judged *judged) {
    struct worker *worker = context;
    struct judged_ply *ply = &worker->ply[step];
    const struct judge_step *at = &worker->steps.step[step];
    ply->judged = *judged;
    if (judged_is_known(judged) && worker_is_reference(worker, step))
        worker->good =
            judge_ties(worker->judge, worker->half.board, &at->before, at->move, &ply->ties);
    worker_share_threads(worker);
    return worker->good;
}

/* The half of which line and moves were read, as steps. False and a message. */
static bool worker_prepare(struct worker *worker, struct error *error) {
    struct judged_half *half = &worker->half;
    const struct made_board *made =
        boards_by_line(&worker->boards, needed_text(&worker->line), half->seats, error);
    if (!made)
        return false;
    half->board = made->board;
    worker->result.moves = needed_text(&worker->moves);
    worker->result.clocks = worker->clocked ? needed_text(&worker->clocks) : NULL;
    if (!half_steps_read(&worker->steps, half->board, &worker->result, error))
        return false;
    half->step = worker->steps.step;
    half->plies = worker->steps.count - 1;
    if (worker->room < worker->steps.count) {
        free(worker->ply);
        worker->room = worker->steps.count;
        worker->ply = needed(malloc(sizeof *worker->ply * (size_t)worker->room));
    }
    half->ply = worker->ply;
    for (int i = 0; i < half->plies; i++) {
        const struct judge_step *step = &half->step[i];
        struct judged_ply *ply = &worker->ply[i];
        *ply = (struct judged_ply){
            .turn = step->turn, .move = step->move, .took = worker->steps.took[i], .empty = -1};
        ply->judged.position.bound = ply->judged.moved.bound = BOUND_MISSING;
        if (triancey_is(half->board))
            ply->empty = position_empty_cells(half->board, &step->before);
    }
    return true;
}

/* Whoever has made a move that the reference computer would not make is not the reference computer,
 * whatever the record calls it. */
static void worker_check_ties(struct worker *worker) {
    bool is = true;
    for (int i = 0; i < worker->half.plies; i++)
        if (worker->ply[i].turn >= 0 && judged_is_known(&worker->ply[i].judged) &&
            worker_is_reference(worker, i))
            is = is && worker->ply[i].ties.count > 0;
    for (int i = 0; !is && i < worker->half.plies; i++)
        worker->ply[i].ties.count = 0;
}

/* Reports a half that cannot be judged. True: the other halves can. */
static bool worker_refuse(struct worker *worker, struct error *error) {
    const struct judged_halves *halves = worker->pool->halves;
    replay_reword(error, half_id_game(worker->half.id), half_id_half(worker->half.id));
    if (!halves->refuse || error->kind != ERROR_INPUT)
        return false;
    pthread_mutex_lock(&worker->pool->mutex);
    halves->refuse(halves->context, worker->half.id, error->text);
    pthread_mutex_unlock(&worker->pool->mutex);
    return true;
}

static bool worker_give(struct worker *worker, struct error *error) {
    struct pool *pool = worker->pool;
    pthread_mutex_lock(&pool->mutex);
    bool taken = pool->failed || pool->halves->take(pool->halves->context, &worker->half, error);
    pthread_mutex_unlock(&pool->mutex);
    return taken;
}

static bool worker_judge(struct worker *worker, struct error *error) {
    struct pool *pool = worker->pool;
    if (!worker_prepare(worker, error))
        return worker_refuse(worker, error);
    if (!judge_can(&pool->setting, worker->half.board, error))
        return false;
    worker->good = true;
    worker_share_threads(worker);
    if (!judge_half(worker->judge, worker->half.board, worker->steps.step, worker->steps.count,
                    worker_take_judged, worker) ||
        !worker->good)
        return pool_stopped(pool) ? error_set(error, _("interrupted")) : error_memory(error);
    worker_check_ties(worker);
    return worker_give(worker, error);
}

static void *worker_run(void *context) {
    struct worker *worker = context;
    struct error error = {.text = ""};
    bool good = true;
    while (good && worker_next(worker)) {
        good = !worker->found || worker_judge(worker, &error);
        pthread_mutex_lock(&worker->pool->mutex);
        worker->pool->running--;
        pthread_mutex_unlock(&worker->pool->mutex);
    }
    if (!good)
        pool_fail(worker->pool, &error);
    return NULL;
}

static void worker_end(struct worker *worker) {
    judge_free(worker->judge);
    boards_free(&worker->boards);
    half_steps_free(&worker->steps);
    text_free(&worker->line);
    text_free(&worker->moves);
    text_free(&worker->clocks);
    free(worker->ply);
}

/* As many threads as there is memory for, this one among them. */
static void pool_run(struct pool *pool, struct worker *worker, int count) {
    int started = 0;
    for (int i = 0; i < count; i++) {
        worker[i].pool = pool;
        worker[i].judge = judge_new(&pool->setting);
        if (!worker[i].judge ||
            (i > 0 && pthread_create(&worker[i].thread, NULL, worker_run, &worker[i]) != 0))
            break;
        started = i + 1;
    }
    if (started > 0)
        worker_run(&worker[0]);
    else
        error_memory(&pool->error);
    pool->failed |= started == 0;
    for (int i = 1; i < started; i++)
        pthread_join(worker[i].thread, NULL);
    for (int i = 0; i < count; i++)
        worker_end(&worker[i]);
}

bool judged_halves(const struct judged_halves *halves, struct error *error) {
    int jobs = halves->jobs > 1 ? halves->jobs : 1;
    struct pool pool = {.halves = halves,
                        .setting = {.player = player_table[0],
                                    .effort = halves->effort,
                                    .threads = 1,
                                    .stop = halves->stop},
                        .jobs = jobs,
                        .workers = halves->count < jobs ? halves->count : jobs};
    if (pool.workers == 0)
        return true;
    struct worker *worker = needed(calloc((size_t)pool.workers, sizeof *worker));
    pthread_mutex_init(&pool.mutex, NULL);
    pool_run(&pool, worker, pool.workers);
    pthread_mutex_destroy(&pool.mutex);
    free(worker);
    if (pool.failed)
        *error = pool.error;
    return !pool.failed && (!pool_stopped(&pool) || error_set(error, _("interrupted")));
}

/* ---- rows ------------------------------------------------------------------------------------ */

_Static_assert((int)BOUND_ESTIMATE == (int)SAID_ESTIMATE && (int)BOUND_EXACT == (int)SAID_EXACT &&
                   (int)BOUND_LOWER == (int)SAID_LOWER && (int)BOUND_UPPER == (int)SAID_UPPER,
               "the engine's words are those of records");

/* Writes the best moves, as far as there is room. */
static void list_best(const struct judged_half *half, int ply, struct analysis_row *row) {
    const struct judgement *position = &half->ply[ply].judged.position;
    size_t length = 0;
    for (int i = 0; i < position->best; i++) {
        char move[GAME_MOVE_TEXT];
        half->board->game->format(half->board, &half->step[ply].before, position->move[i].move,
                                  GAME_EVERYBODY, move);
        if (length + strlen(move) + 2 > sizeof row->best)
            return;
        length += (size_t)snprintf(row->best + length, sizeof row->best - length, "%s%s",
                                   i ? " " : "", move);
    }
}

void judged_half_list(const struct judged_half *half, struct analysis_list *list) {
    list->count = 0;
    for (int i = 0; i < half->plies; i++) {
        const struct judged_ply *ply = &half->ply[i];
        const struct judged *judged = &ply->judged;
        struct analysis_row row = {.ply = i + 1, .seat = ply->turn, .empty = ply->empty};
        if (!judged_is_known(judged))
            continue;
        row.legal = judged->position.legal;
        row.margin = judged->position.margin;
        row.bound = (enum said_bound)judged->position.bound;
        row.moved = judged->moved.margin;
        row.moved_bound = (enum said_bound)judged->moved.bound;
        row.best_count = judged->position.best > 0 ? judged->position.best : 1;
        row.ties = ply->ties.count;
        row.ties_sum = ply->ties.sum;
        row.ties_margin = ply->ties.margin;
        list_best(half, i, &row);
        analysis_list_add(list, &row);
    }
}
