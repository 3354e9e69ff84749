/* engine_pool.c - threads that wait for searches, each with one engine that it keeps from search to
 * search. A thread is started when none is idle, up to a bound, and ends after a minute without
 * work. The next search is anybody's: a thread whose engine is another one ends it and starts the
 * right one.
 *
 * The mutex guards the lists and is never held while an engine thinks or starts. A thread that
 * waits may lose its engine to one that cannot start its own for lack of memory or processes. A
 * pipe tells the loop that a search is done.
 */
#include "config.h"

#include "base/clock.h"
#include "base/wait.h"
#include "club/site/tables/table_engines.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/system.h"
#include "base/thread.h"
#include "half/boards.h"
#include "half/engine_spec.h"
#include "half/moves.h"
#include "referee/match/engine_seat.h"
#include "referee/match/seat.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { IDLE_SECONDS = 60, ENGINES_MAX = 64 };

/* What an engine has said of itself. */
struct known {
    char id_name[ENGINE_ID_SIZE];
    char games[ENGINE_GAMES_SIZE]; /* each between blanks */
};

struct engine_pool {
    struct pool_options options;
    struct known known[ENGINES_MAX];
    atomic_int restarts[ENGINES_MAX]; /* how often it was to start again */
    atomic_int stop;
    int ring[2];           /* a pipe: searches are done */
    pthread_mutex_t mutex; /* guards the members below */
    pthread_cond_t more;
    struct pool_search *first, **last; /* that wait */
    struct pool_search *done;
    int waiting, running, idle, threads, workers; /* idle: threads that wait; workers: begun */
    struct worker *resting;                       /* the first of those that wait */
    bool ending;
    pthread_cond_t gone; /* a thread has ended */
};

/* ---- a worker -------------------------------------------------------------------------------- */

struct worker {
    struct engine_pool *pool;
    struct worker *next; /* while it waits: its seat may be taken away then, under the mutex */
    int number;
    int engine;   /* which one it has; -1: none */
    int restarts; /* the pool's count for that engine when the worker took it */
    struct seat *seat;
    struct boards boards;
    char table[SECRET_SIZE]; /* where it has played last; another one is a new game */
};

static void leave_engine(struct worker *worker) {
    if (worker->seat)
        worker->seat->kind->free(worker->seat);
    worker->seat = NULL;
    worker->engine = -1;
}

static void take_engine(struct worker *worker, int engine) {
    struct engine_pool *pool = worker->pool;
    int restarts = atomic_load(&pool->restarts[engine]);
    if (worker->engine == engine && worker->restarts == restarts)
        return;
    leave_engine(worker);
    worker->seat = engine_seat_new(pool->options.engine[engine], &pool->stop, NULL, worker->number);
    worker->engine = engine;
    worker->restarts = restarts;
    worker->table[0] = '\0';
}

static enum verdict engine_pool_choose(struct worker *worker, const struct game_board *board,
                                       struct pool_search *search) {
    struct seat *seat = worker->seat;
    const struct table_search *asked = &search->asked;
    struct seat_half half = {.board = board,
                             .board_line = asked->line,
                             .half = asked->half,
                             .opens = strcmp(worker->table, asked->table) != 0,
                             .seat = asked->seat,
                             .seed = asked->seed,
                             .start = text_get(&asked->start),
                             .opening = ""};
    int64_t clock[GAME_PLAYERS_MAX], increment[GAME_PLAYERS_MAX] = {0};
    struct moves_reader reader = moves_read(text_get(&asked->moves), NULL);
    memcpy(half.carry, asked->carry, sizeof half.carry);
    memcpy(worker->table, asked->table, sizeof worker->table);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        clock[i] = -1;
    seat->kind->begin(seat, &half);
    enum verdict verdict = seat->kind->ready(seat);
    if (verdict != VERDICT_OK)
        return verdict;
    while (moves_next(&reader))
        seat->kind->notify_move(seat, reader.text);
    return seat->kind->choose(seat, half.board, clock, increment, search->move, &search->took);
}

/* Ends the engines that wait for a search; returns whether there were any. */
static bool end_resting_engines(struct engine_pool *pool) {
    bool some = false;
    for (struct seat *seat;; seat->kind->free(seat), some = true) {
        seat = NULL;
        pthread_mutex_lock(&pool->mutex);
        for (struct worker *worker = pool->resting; worker && !seat; worker = worker->next) {
            seat = worker->seat;
            worker->seat = NULL;
            worker->engine = -1;
        }
        pthread_mutex_unlock(&pool->mutex);
        if (!seat)
            return some;
    }
}

/* An engine that no longer follows the dialogue is killed; one that resigns or only broke the rules
 * is kept. If one cannot be started, the idle ones are ended to make room, and
 * it is tried again. */
static void search_now(struct worker *worker, struct pool_search *search) {
    struct error error;
    const struct made_board *made =
        boards_by_line(&worker->boards, search->asked.line, search->asked.players, &error);
    if (!made) {
        fault_set(&search->fault, VERDICT_MACHINE, N_("out of memory"));
        return;
    }
    take_engine(worker, search->engine);
    enum verdict verdict = engine_pool_choose(worker, made->board, search);
    if (verdict == VERDICT_MACHINE && end_resting_engines(worker->pool)) {
        worker->table[0] = '\0';
        verdict = engine_pool_choose(worker, made->board, search);
    }
    search->fault.verdict = verdict;
    if (verdict == VERDICT_OK)
        return;
    search->fault = worker->seat->fault;
    search->fault.verdict = verdict;
    if (verdict != VERDICT_RESIGNED && verdict != VERDICT_STOPPED)
        worker->seat->kind->stop(worker->seat, verdict == VERDICT_START);
}

/* Waits for the next search, the mutex held; NULL: none came for a while, or all is over. */
static struct pool_search *wait_for_search(struct worker *worker) {
    struct engine_pool *pool = worker->pool;
    int64_t until = clock_us() + IDLE_SECONDS * INT64_C(1000000);
    pool->idle++;
    worker->next = pool->resting;
    pool->resting = worker;
    int code = 0;
    while (!pool->first && !pool->ending && code == 0)
        code = wait_condition(&pool->more, &pool->mutex, until);
    pool->idle--;
    struct worker **at = &pool->resting;
    while (*at != worker)
        at = &(*at)->next;
    *at = worker->next;
    struct pool_search *search = pool->ending ? NULL : pool->first;
    if (search) {
        pool->first = search->after;
        if (!pool->first)
            pool->last = &pool->first;
        pool->waiting--;
        pool->running++;
    }
    return search;
}

static void pool_give_back(struct engine_pool *pool, struct pool_search *search) {
    search->after = pool->done;
    pool->done = search;
    pool->running--;
    ssize_t put = write(pool->ring[1], "", 1);
    (void)put; /* if it is full, it is readable already */
}

static void *engine_pool_work(void *context) {
    struct worker *worker = context;
    struct engine_pool *pool = worker->pool;
    struct pool_search *search;
    pthread_mutex_lock(&pool->mutex);
    while ((search = wait_for_search(worker))) {
        pthread_mutex_unlock(&pool->mutex);
        search_now(worker, search);
        pthread_mutex_lock(&pool->mutex);
        pool_give_back(pool, search);
    }
    pool->threads--; /* from now on a search that comes starts another */
    pthread_mutex_unlock(&pool->mutex);
    leave_engine(worker);
    boards_free(&worker->boards);
    free(worker);
    pthread_mutex_lock(&pool->mutex);
    pool->workers--;
    pthread_cond_signal(&pool->gone);
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* Starts a thread, the mutex held. */
static bool start_worker(struct engine_pool *pool, struct error *error) {
    struct worker *worker = needed(malloc(sizeof *worker));
    pthread_t thread;
    *worker = (struct worker){.pool = pool, .number = pool->threads, .engine = -1};
    int code = thread_start(&thread, engine_pool_work, worker);
    if (code != 0) {
        free(worker);
        return error_set_kind(error, error_kind_of(code), _("cannot start a thread: %s"),
                              strerror(code));
    }
    pthread_detach(thread);
    pool->threads++;
    pool->workers++;
    return true;
}

/* ---- the loop's side ------------------------------------------------------------------------- */

bool engine_pool_put(struct engine_pool *pool, struct pool_search *search, struct error *error) {
    bool done = true;
    pthread_mutex_lock(&pool->mutex);
    if (pool->idle <= pool->waiting && pool->threads < pool->options.max)
        done = start_worker(pool, error) || pool->threads > 0;
    if (done) {
        search->after = NULL;
        search->move[0] = '\0';
        *pool->last = search;
        pool->last = &search->after;
        pool->waiting++;
        pthread_cond_signal(&pool->more);
    }
    pthread_mutex_unlock(&pool->mutex);
    return done;
}

void engine_pool_restart(struct engine_pool *pool, int engine) {
    atomic_fetch_add(&pool->restarts[engine], 1);
}

struct pool_search *engine_pool_take(struct engine_pool *pool) {
    char rings[256];
    pthread_mutex_lock(&pool->mutex);
    struct pool_search *search = pool->done;
    if (search)
        pool->done = search->after;
    else if (read(pool->ring[0], rings, sizeof rings) < 0)
        search = NULL; /* nothing was noted */
    pthread_mutex_unlock(&pool->mutex);
    return search;
}

int engine_pool_descriptor(const struct engine_pool *pool) {
    return pool->ring[0];
}

void engine_pool_count(struct engine_pool *pool, int *searches, int *threads) {
    pthread_mutex_lock(&pool->mutex);
    *searches = pool->waiting + pool->running;
    *threads = pool->threads;
    pthread_mutex_unlock(&pool->mutex);
}

bool engine_pool_plays(const struct engine_pool *pool, int engine, const char *game) {
    char word[80];
    snprintf(word, sizeof word, " %s ", game);
    return strstr(pool->known[engine].games, word) != NULL;
}

const char *engine_pool_id_name(const struct engine_pool *pool, int engine) {
    return pool->known[engine].id_name;
}

/* ---- begin and end --------------------------------------------------------------------------- */

struct engine_pool *engine_pool_new(const struct pool_options *options, struct error *error) {
    struct engine_pool *pool = needed(calloc(1, sizeof *pool));
    pool->options = *options;
    pool->last = &pool->first;
    pthread_mutex_init(&pool->mutex, NULL);
    wait_condition_init(&pool->more);
    pthread_cond_init(&pool->gone, NULL);
    bool good = system_pipe(pool->ring, false) == 0;
    if (!good) {
        pool->ring[0] = pool->ring[1] = -1;
        error_set(error, _("no file descriptors are left"));
    }
    if (options->engines > ENGINES_MAX)
        good = error_set(error, _("a site has %d engines at most"), ENGINES_MAX);
    for (int i = 0; good && i < options->engines; i++)
        good = engine_seat_ask(options->engine[i], &pool->stop, pool->known[i].id_name,
                               pool->known[i].games, error);
    if (good)
        return pool;
    engine_pool_free(pool);
    return NULL;
}

void pool_search_free(struct pool_search *search) {
    table_search_free(&search->asked);
    free(search);
}

static void drop_all(struct pool_search *search) {
    for (struct pool_search *after; search; search = after) {
        after = search->after;
        pool_search_free(search);
    }
}

void engine_pool_free(struct engine_pool *pool) {
    if (!pool)
        return;
    atomic_store(&pool->stop, 1);
    pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    pthread_cond_broadcast(&pool->more);
    while (pool->workers > 0)
        pthread_cond_wait(&pool->gone, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
    drop_all(pool->first);
    drop_all(pool->done);
    for (int i = 0; i < 2 && pool->ring[i] >= 0; i++)
        close(pool->ring[i]);
    pthread_cond_destroy(&pool->gone);
    pthread_cond_destroy(&pool->more);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}
