/* batch.c - many halves at once: triancey.h.
 *
 * Each half has a place in one block of memory and a generator for what chance draws, so that a
 * step does not depend on which thread makes it. A step is two passes over the halves, one that
 * refuses and one that plays, so that a wrong action changes nothing.
 *
 * A pass is made of slices. Each thread has a share of the halves, whose states stay in the cache
 * of its processor. A share is as large as its thread was quick in the steps before. A thread whose
 * share is done waits for some microseconds and then takes slices of others' shares, which are not
 * in its cache. Whoever takes slices may read what the caller has written for this pass, until it
 * has counted them as done; the caller waits for slices, not for helpers. Helpers look for a while
 * whether there is more, because to be woken would take them a third of a pass, and then sleep.
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/random.h"
#include "library/internal.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256, ALONE = 16 /* halves that are not worth a thread */ };
enum { SLICE = 4 /* the smallest, in halves */, SOON = 8 /* halves ahead */ };
enum { LINE = 64 /* bytes of a cache */, AHEAD = 8 * LINE };
#define SLOWEST 0.5 /* of the average speed: no thread is taken for slower */
enum {
    AWAKE_NS = 200000, /* how long a helper looks for work before it sleeps */
    MOMENTS = 400      /* how often it looks before it takes others' halves or yields */
};

/* A thread that makes slices; the first is the caller's. Nothing of it shares a cache line with
 * another's, and what others look at has a line of its own. */
struct helper {
    _Alignas(LINE) _Atomic uint64_t left; /* of its share: range_of() */

    _Alignas(LINE) int made; /* halves that it has not yet counted as done */
    int own;                 /* halves of its share in the last pass in which it made any */
    unsigned pass;           /* the number of that pass */
    int64_t took;            /* nanoseconds from the beginning of that pass until they were made */
    double speed;            /* 1: the average of all threads */
    struct tri_batch *batch;
    pthread_t thread;
    int32_t *moves; /* room for the legal actions of one state */
};

/* Works on the halves from `first` to before `end`. */
typedef void work_slice(struct tri_batch *batch, struct helper *helper, int first, int end);

struct tri_batch {
    const struct tri_board *board;
    int n, threads;
    pid_t process; /* that has the threads: a child of fork() has none of them */
    size_t stride;
    unsigned char *states;
    struct random *random; /* of each half */
    uint8_t *half;         /* its number, from 1 */
    uint64_t seed;
    const int32_t *actions; /* of the step that is made */
    const struct tri_views *views;
    atomic_int wrong; /* the first index whose action is refused; n: none */

    pthread_mutex_t mutex;
    pthread_cond_t begins;
    work_slice *work;
    unsigned pass; /* its number */
    int64_t began;
    atomic_bool closing;
    atomic_int asleep;                /* helpers */
    _Alignas(64) atomic_int finished; /* halves that are done */
    struct helper helper[];
};

/* The whole of a state, and what the rules know. */
static void *whole_of(const struct tri_batch *batch, int index) {
    return batch->states + batch->stride * (size_t)index;
}

static struct game_state *state_of(const struct tri_batch *batch, int index) {
    return library_changeable(whole_of(batch, index));
}

/* ---- one half -------------------------------------------------------------------------------- */

/* Lets chance draw until a seat has the turn or the half is over. */
static void draw_chance(struct tri_batch *batch, struct helper *helper, int index) {
    const struct game_board *rules = batch->board->board;
    struct game_state *state = state_of(batch, index);
    while (rules->game->turn(rules, state) == GAME_CHANCE) {
        uint32_t *moves = (uint32_t *)helper->moves;
        int count = rules->game->moves(rules, state, moves);
        rules->game->play(rules, state,
                          moves[random_below(&batch->random[index], (uint32_t)count)]);
    }
}

static void begin_half(struct tri_batch *batch, struct helper *helper, int index, int number) {
    const struct game_board *rules = batch->board->board;
    batch->half[index] = (uint8_t)number;
    rules->game->start(rules, state_of(batch, index), number);
    draw_chance(batch, helper, index);
}

/* What the seat to move sees of a half, which is not over. */
static void look(const struct tri_batch *batch, struct helper *helper, int index) {
    const struct tri_views *views = batch->views;
    const struct tri_facts *facts = &batch->board->facts;
    const struct game_state *state = state_of(batch, index);
    int mover = batch->board->board->game->turn(batch->board->board, state);
    size_t size = (size_t)facts->planes * (size_t)facts->places;
    if (views->mover)
        views->mover[index] = (int8_t)mover;
    if (views->planes)
        planes_write(batch->board->board, &batch->board->shape, state, mover,
                     views->planes + size * (size_t)index);
    if (views->mask)
        library_mask(batch->board, state, helper->moves,
                     views->mask + (size_t)facts->actions * (size_t)index);
}

static void clear_end(const struct tri_batch *batch, int index) {
    const struct tri_views *views = batch->views;
    size_t players = (size_t)batch->board->facts.players;
    if (views->done)
        views->done[index] = 0;
    if (views->rewards)
        memset(views->rewards + players * (size_t)index, 0, sizeof(float) * players);
}

/* Writes down the margins of a half that is over, and begins the next one. */
static void end_half(struct tri_batch *batch, struct helper *helper, int index) {
    const struct tri_views *views = batch->views;
    const struct game_board *rules = batch->board->board;
    struct game_score score = {.over = NULL};
    rules->game->score(rules, state_of(batch, index), &score);
    if (views->done)
        views->done[index] = 1;
    for (int seat = 0; views->rewards && seat < rules->players; seat++)
        views->rewards[index * rules->players + seat] = (float)score.margin[seat];
    begin_half(batch, helper, index, batch->half[index] % rules->game->halves + 1);
}

/* ---- slices ---------------------------------------------------------------------------------- */

static void reset_slice(struct tri_batch *batch, struct helper *helper, int first, int end) {
    for (int i = first; i < end; i++) {
        random_seed(&batch->random[i], random_mix(batch->seed, (uint64_t)i));
        begin_half(batch, helper, i, 1);
        clear_end(batch, i);
        look(batch, helper, i);
    }
}

static void look_slice(struct tri_batch *batch, struct helper *helper, int first, int end) {
    for (int i = first; i < end; i++) {
        clear_end(batch, i);
        look(batch, helper, i);
    }
}

static void refuse_slice(struct tri_batch *batch, struct helper *helper, int first, int end) {
    const struct tri_board *board = batch->board;
    const struct game_board *rules = board->board;
    struct error why;
    (void)helper;
    for (int i = first; i < end; i += LINE / (int)sizeof *batch->actions)
        __builtin_prefetch(&batch->actions[i]);
    for (int i = first; i < end; i++) {
        int action = batch->actions[i];
        if (action >= 0 && action < board->actions.count &&
            !rules->game->refuse(rules, state_of(batch, i), library_move(board, action), &why))
            continue;
        int wrong = atomic_load(&batch->wrong);
        while (i < wrong && !atomic_compare_exchange_weak(&batch->wrong, &wrong, i))
            continue;
        return;
    }
}

/* The caller has read what a step wrote, and now the processor of another thread must ask for each
 * line of memory before it can write there again: it asks a little earlier. For x86-64 in general
 * the builtin asks for a line to be read alone. */
static void expect_array(const void *array, size_t size, int index) {
    if (!array)
        return;
    const char *from = (const char *)array + size * (size_t)index;
    for (size_t at = 0; at < size && at < AHEAD; at += LINE)
#if defined __x86_64__
        __asm__ volatile("prefetchw %0" : : "m"(from[at]));
#else
        __builtin_prefetch(from + at, 1);
#endif
}

static void expect_views(const struct tri_batch *batch, int index) {
    const struct tri_facts *facts = &batch->board->facts;
    if (index >= batch->n)
        return;
    expect_array(batch->views->planes, (size_t)facts->planes * (size_t)facts->places, index);
    expect_array(batch->views->mask, (size_t)facts->actions, index);
}

static void play_slice(struct tri_batch *batch, struct helper *helper, int first, int end) {
    const struct game_board *rules = batch->board->board;
    for (int i = first; i < end; i++) {
        struct game_state *state = state_of(batch, i);
        expect_views(batch, i + SOON);
        rules->game->play(rules, state, library_move(batch->board, batch->actions[i]));
        draw_chance(batch, helper, i);
        clear_end(batch, i);
        if (rules->game->turn(rules, state) == GAME_OVER)
            end_half(batch, helper, i);
        look(batch, helper, i);
    }
}

/* ---- threads --------------------------------------------------------------------------------- */

/* The halves from `first` to before `end`, as one number, so that both change at once. */
static uint64_t range_of(int first, int end) {
    return (uint64_t)end << 32 | (uint64_t)first;
}

static int range_first(uint64_t range) {
    return (int)(range & UINT32_MAX);
}

static int range_end(uint64_t range) {
    return (int)(range >> 32);
}

static bool have_more(struct helper *share) {
    uint64_t left = atomic_load(&share->left);
    return range_first(left) < range_end(left);
}

/* Deals out all halves, to the caller last: a helper that is looking for work would take half of
 * the caller's share if it saw that before its own. */
static void deal_shares(struct tri_batch *batch) {
    double all = 0, before = 0;
    for (int i = 0; i < batch->threads; i++)
        all += batch->helper[i].speed;
    int end = batch->n;
    for (int i = batch->threads - 1; i >= 0; i--) {
        before += batch->helper[i].speed;
        int first = i == 0 ? 0 : batch->n - (int)(batch->n * before / all);
        atomic_store(&batch->helper[i].left, range_of(first, end));
        end = first;
    }
}

/* Makes the next shares as large as the threads were quick, so that all end at the same time: a
 * processor of a virtual machine often needs half as long again for some milliseconds, probably
 * because another machine uses the rest of its core. To take slices of the slower thread helps
 * little, since their states are in its cache. A speed is an average over some eight passes: what
 * one pass tells is mostly chance. A pass that a thread has slept through teaches nothing. */
static void compare_speeds(struct tri_batch *batch) {
    double all = 0;
    for (int i = 0; i < batch->threads; i++) {
        const struct helper *helper = &batch->helper[i];
        if (helper->pass != batch->pass || helper->took <= 0)
            return;
        all += (double)helper->own / (double)helper->took;
    }
    for (int i = 0; i < batch->threads; i++) {
        struct helper *helper = &batch->helper[i];
        double speed = batch->threads * (double)helper->own / (double)helper->took / all;
        helper->speed += (fmin(fmax(speed, SLOWEST), 1 / SLOWEST) - helper->speed) / 8;
    }
}

/* Makes a slice of a share: half of what is left, so that another thread can take the rest if this
 * one is stopped. False: nothing is left. */
static bool take_slice(struct helper *helper, struct helper *share) {
    struct tri_batch *batch = helper->batch;
    uint64_t left = atomic_load(&share->left);
    int first, end;
    do {
        first = range_first(left), end = range_end(left);
        int size = (end - first) / 2 > SLICE ? (end - first) / 2 : SLICE;
        if (first >= end)
            return false;
        end = first + size < end ? first + size : end;
    } while (!atomic_compare_exchange_weak(&share->left, &left, range_of(end, range_end(left))));
    batch->work(batch, helper, first, end);
    helper->made += end - first;
    return true;
}

/* Makes slices of `shares` shares, its own first, until none is left; false: there was none. */
static bool take_slices(struct helper *helper, int shares) {
    struct tri_batch *batch = helper->batch;
    int own = (int)(helper - batch->helper);
    helper->made = 0;
    while (take_slice(helper, helper))
        continue;
    if (helper->made > 0) {
        helper->own = helper->made;
        helper->pass = batch->pass;
        helper->took = clock_ns() - batch->began;
    }
    for (int i = 1; i < shares; i++)
        while (take_slice(helper, &batch->helper[(own + i) % batch->threads]))
            continue;
    if (helper->made == 0)
        return false;
    atomic_fetch_add(&batch->finished, helper->made);
    return true;
}

/* Waits for less time than a system call takes. */
static void pause_briefly(void) {
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

/* Whether the pass is over within some microseconds, if any helper is awake. */
static bool expect_end(const struct tri_batch *batch) {
    for (int i = 0; atomic_load(&batch->finished) < batch->n; i++) {
        if (i == MOMENTS || atomic_load(&batch->asleep) == batch->threads - 1)
            return false;
        pause_briefly();
    }
    return true;
}

/* Whether the next pass begins. */
static bool expect_more(struct helper *helper) {
    for (int i = 0; i < MOMENTS; i++) {
        if (have_more(helper))
            return true;
        pause_briefly();
    }
    return false;
}

static bool have_any(struct tri_batch *batch) {
    for (int i = 0; i < batch->threads; i++)
        if (have_more(&batch->helper[i]))
            return true;
    return false;
}

static void sleep_until_more(struct tri_batch *batch) {
    pthread_mutex_lock(&batch->mutex);
    atomic_fetch_add(&batch->asleep, 1);
    while (!have_any(batch) && !atomic_load(&batch->closing))
        pthread_cond_wait(&batch->begins, &batch->mutex);
    atomic_fetch_sub(&batch->asleep, 1);
    pthread_mutex_unlock(&batch->mutex);
}

static void *help(void *context) {
    struct helper *helper = context;
    struct tri_batch *batch = helper->batch;
    int64_t busy = clock_ns();
    while (!atomic_load(&batch->closing)) {
        if (take_slices(helper, 1) || expect_more(helper) || take_slices(helper, batch->threads)) {
            busy = clock_ns();
        } else if (clock_ns() - busy < AWAKE_NS) {
            sched_yield();
        } else {
            sleep_until_more(batch);
            busy = clock_ns();
        }
    }
    return NULL;
}

static void wake(struct tri_batch *batch) {
    if (atomic_load(&batch->asleep) == 0)
        return;
    pthread_mutex_lock(&batch->mutex);
    pthread_cond_broadcast(&batch->begins);
    pthread_mutex_unlock(&batch->mutex);
}

static void run(struct tri_batch *batch, work_slice *work) {
    if (batch->threads == 1 || batch->n <= ALONE || batch->process != getpid()) {
        work(batch, &batch->helper[0], 0, batch->n);
        return;
    }
    batch->work = work;
    batch->pass++;
    batch->began = clock_ns();
    atomic_store(&batch->finished, 0);
    deal_shares(batch);
    wake(batch);
    take_slices(&batch->helper[0], 1);
    while (!expect_end(batch))
        if (!take_slices(&batch->helper[0], batch->threads))
            sched_yield();
}

/* ---- batches --------------------------------------------------------------------------------- */

static bool have_memory(struct tri_batch *batch) {
    size_t n = (size_t)batch->n;
    batch->states = aligned_alloc(TRI_STATE_ALIGN, batch->stride * n);
    batch->random = malloc(sizeof *batch->random * n);
    batch->half = calloc(n, 1);
    if (!batch->states || !batch->random || !batch->half)
        return false;
    memset(batch->states, 0, batch->stride * n);
    for (int i = 0; i < batch->n; i++)
        library_mark(batch->board, whole_of(batch, i));
    for (int i = 0; i < batch->threads; i++) {
        batch->helper[i].batch = batch;
        batch->helper[i].speed = 1;
        batch->helper[i].moves =
            malloc(sizeof(int32_t) * (size_t)(batch->board->facts.legal_max + 1));
        if (!batch->helper[i].moves)
            return false;
    }
    return true;
}

static void free_memory(struct tri_batch *batch) {
    for (int i = 0; i < batch->threads; i++)
        free(batch->helper[i].moves);
    free(batch->states);
    free(batch->random);
    free(batch->half);
    free(batch);
}

/* Ends a batch of which so many threads, with the caller's, were started. */
static void end_batch(struct tri_batch *batch, int started) {
    if (batch->process == getpid()) {
        atomic_store(&batch->closing, true);
        wake(batch);
        for (int i = 1; i < started; i++)
            pthread_join(batch->helper[i].thread, NULL);
        pthread_mutex_destroy(&batch->mutex);
        pthread_cond_destroy(&batch->begins);
    }
    free_memory(batch);
}

int tri_batch_new(const struct tri_board *board, int n, int threads, uint64_t seed,
                  struct tri_batch **batch, struct tri_error *error) {
    enum { N_MAX = 1 << 24 };
    struct tri_batch *made;
    int code;
    if ((code = library_check_pointer(board, "board", error)) ||
        (code = library_check_range(n, 1, N_MAX, "n", error)) ||
        (code = library_check_range(threads, 1, THREADS_MAX, "threads", error)) ||
        (code = library_check_pointer(batch, "batch", error)))
        return code;
    size_t size = sizeof *made + sizeof *made->helper * (size_t)threads;
    made = aligned_alloc(_Alignof(struct tri_batch), size);
    if (!made)
        return library_no_memory(error);
    memset(made, 0, size);
    made->board = board;
    made->n = n;
    made->threads = threads;
    made->process = getpid();
    made->stride = (size_t)board->facts.state_bytes;
    made->seed = seed;
    if (!have_memory(made)) {
        free_memory(made);
        return library_fail(error, TRI_MEMORY, "there is not enough memory for %d halves", n);
    }
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->begins, NULL);
    for (int started = 1; started < threads; started++)
        if (pthread_create(&made->helper[started].thread, NULL, help, &made->helper[started]) !=
            0) {
            end_batch(made, started);
            return library_fail(error, TRI_SYSTEM, "threads: no more than %d can be started",
                                started);
        }
    tri_batch_reset(made, NULL, NULL);
    *batch = made;
    return TRI_OK;
}

void tri_batch_free(struct tri_batch *batch) {
    if (batch)
        end_batch(batch, batch->threads);
}

static const struct tri_views no_views;

static int fill_views(struct tri_batch *batch, work_slice *work, const struct tri_views *views,
                      struct tri_error *error) {
    int code = library_check_pointer(batch, "batch", error);
    if (code != TRI_OK)
        return code;
    batch->views = views ? views : &no_views;
    run(batch, work);
    return TRI_OK;
}

int tri_batch_reset(struct tri_batch *batch, const struct tri_views *views,
                    struct tri_error *error) {
    return fill_views(batch, reset_slice, views, error);
}

int tri_batch_look(struct tri_batch *batch, const struct tri_views *views,
                   struct tri_error *error) {
    return fill_views(batch, look_slice, views, error);
}

int tri_batch_step(struct tri_batch *batch, const int32_t *actions, const struct tri_views *views,
                   struct tri_error *error) {
    struct error why;
    int code;
    if ((code = library_check_pointer(batch, "batch", error)) ||
        (code = library_check_pointer(actions, "actions", error)))
        return code;
    batch->actions = actions;
    batch->views = views ? views : &no_views;
    atomic_store(&batch->wrong, batch->n);
    run(batch, refuse_slice);
    int wrong = atomic_load(&batch->wrong);
    if (wrong == batch->n) {
        run(batch, play_slice);
        compare_speeds(batch);
        return TRI_OK;
    }
    const struct tri_board *board = batch->board;
    if (actions[wrong] < 0 || actions[wrong] >= board->actions.count)
        return library_fail(error, TRI_RANGE, "actions[%d]: %d is not from 0 to %d", wrong,
                            actions[wrong], board->actions.count - 1);
    return library_fail(error, TRI_ILLEGAL, "actions[%d]: %d: %s", wrong, actions[wrong],
                        board->board->game->refuse(board->board, state_of(batch, wrong),
                                                   library_move(board, actions[wrong]), &why));
}

int tri_batch_save(const struct tri_batch *batch, int index, void *state, struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(batch, "batch", error)) ||
        (code = library_check_range(index, 0, batch->n - 1, "index", error)) ||
        (code = library_check_pointer(state, "state", error)))
        return code;
    memcpy(state, whole_of(batch, index), batch->stride);
    return TRI_OK;
}

int tri_batch_load(struct tri_batch *batch, int index, const void *state, struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(batch, "batch", error)) ||
        (code = library_check_range(index, 0, batch->n - 1, "index", error)) ||
        (code = library_check_mover(batch->board, state, "state", error)))
        return code;
    memcpy(whole_of(batch, index), state, batch->stride);
    return TRI_OK;
}

int tri_player_choose_batch(struct tri_player *player, const struct tri_batch *batch,
                            const struct tri_budget *budget, int32_t *actions,
                            struct tri_error *error) {
    int code;
    if ((code = library_check_pointer(player, "player", error)) ||
        (code = library_check_pointer(batch, "batch", error)) ||
        (code = library_check_budget(budget, error)) ||
        (code = library_check_pointer(actions, "actions", error)))
        return code;
    if (library_player_board(player) != batch->board)
        return library_fail(error, TRI_INPUT, "batch: it is of another board");
    for (int i = 0; code == TRI_OK && i < batch->n; i++)
        code = tri_player_choose(player, whole_of(batch, i), budget, &actions[i], error);
    return code;
}
