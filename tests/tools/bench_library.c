/* bench_library - steps a second of libtriancey: `make bench-library`.
 *
 *     bench_library [BOARD [SECONDS]]    "crepe selacata" and 2
 *
 * Random legal actions, planes and masks wanted. Seconds are those of tri_batch_step() alone, by
 * the clock and of the processors; what chooses the actions does not count, except for n = 1, where
 * a clock would cost more than it. Rows take turns of some milliseconds, because machines are
 * noisy: the best turn of each counts, and of one thread and two the quickest turns that followed
 * each other. What two batches of one thread each make at the same time tells what two processors
 * give at all: those of virtual machines often slow each other down. */
#include "library/triancey.h"

#include "base/random.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct run {
    struct tri_batch *batch;
    struct tri_facts facts;
    struct tri_views views;
    struct random random;
    int32_t *actions;
    int n, threads;
    double seconds, processor;   /* of the turn */
    double best, best_processor; /* steps a second */
};

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run_choose(struct run *run) {
    int count = run->facts.actions;
    for (int i = 0; i < run->n; i++) {
        const uint8_t *mask = run->views.mask + (size_t)i * (size_t)count;
        int at = (int)random_below(&run->random, (uint32_t)count);
        while (!mask[at])
            at = at + 1 < count ? at + 1 : 0;
        run->actions[i] = at;
    }
}

/* A turn: as many steps as make about a hundred thousand halves go on by one. */
static void run_some(struct run *run) {
    int rounds = 100000 / run->n;
    run->seconds = run->processor = 0;
    double began = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < rounds; i++) {
        if (run->n == 1) {
            run_choose(run);
            tri_batch_step(run->batch, run->actions, &run->views, NULL);
            continue;
        }
        run_choose(run);
        began = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        tri_batch_step(run->batch, run->actions, &run->views, NULL);
        run->seconds += seconds_of(CLOCK_MONOTONIC) - began;
        run->processor += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
    }
    if (run->n == 1) {
        run->seconds += seconds_of(CLOCK_MONOTONIC) - began;
        run->processor += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
    }
    double steps = (double)rounds * run->n;
    run->best = fmax(run->best, steps / run->seconds);
    run->best_processor = fmax(run->best_processor, steps / run->processor);
}

static void run_begin(struct run *run, const struct tri_board *board, int n, int threads) {
    struct tri_error error;
    *run = (struct run){.n = n, .threads = threads};
    tri_board_facts(board, &run->facts, NULL);
    size_t halves = (size_t)n, size = (size_t)run->facts.planes * (size_t)run->facts.places;
    run->views = (struct tri_views){.planes = malloc(halves * size),
                                    .mask = malloc(halves * (size_t)run->facts.actions)};
    run->actions = malloc(halves * sizeof *run->actions);
    random_seed(&run->random, 1);
    if (tri_batch_new(board, n, threads, 1, &run->batch, &error) != TRI_OK) {
        fprintf(stderr, "bench_library: %s\n", error.text);
        exit(1);
    }
    tri_batch_look(run->batch, &run->views, NULL);
}

static void *run_apart(void *run) {
    run_some(run);
    return NULL;
}

/* Two batches at the same time; returns the seconds that a turn of one takes of both. */
static double run_beside(struct run *run, struct run *other) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_apart, other) != 0)
        return HUGE_VAL;
    run_some(run);
    pthread_join(thread, NULL);
    return 1 / (1 / run->seconds + 1 / other->seconds);
}

static void run_end(struct run *run) {
    tri_batch_free(run->batch);
    free(run->views.planes);
    free(run->views.mask);
    free(run->actions);
}

int main(int argc, char **argv) {
    const char *line = argc > 1 ? argv[1] : "crepe selacata";
    double seconds = argc > 2 ? atof(argv[2]) : 2;
    static const struct {
        int n, threads;
    } rows[] = {{1, 1}, {64, 1}, {1024, 1}, {1024, 2}, {1024, 1}};
    enum { ONE = 2, TWO, OTHER, ROWS };
    struct run run[ROWS];
    struct tri_board *board;
    struct tri_error error;
    if (tri_board_new(line, &board, &error) != TRI_OK) {
        fprintf(stderr, "bench_library: %s\n", error.text);
        return 2;
    }
    for (int i = 0; i < ROWS; i++)
        run_begin(&run[i], board, rows[i].n, rows[i].threads);
    double least = HUGE_VAL, ratio = 0, apart = 0;
    for (double end = seconds_of(CLOCK_MONOTONIC) + seconds * ROWS;
         seconds_of(CLOCK_MONOTONIC) < end;) {
        for (int i = 0; i < OTHER; i++)
            run_some(&run[i]);
        double one = run[ONE].seconds, two = run[TWO].seconds;
        double both = run_beside(&run[ONE], &run[OTHER]);
        if (one + two + both < least) {
            least = one + two + both;
            ratio = one / two;
            apart = one / both;
        }
    }
    printf("%s\n%6s %8s %16s %24s\n", line, "n", "threads", "steps a second",
           "a second of processors");
    for (int i = 0; i < OTHER; i++)
        printf("%6d %8d %16.0f %24.0f\n", run[i].n, run[i].threads, run[i].best,
               run[i].best_processor);
    printf("two threads: %.2f of one; two batches at the same time: %.2f of one\n", ratio, apart);
    for (int i = 0; i < ROWS; i++)
        run_end(&run[i]);
    tri_board_free(board);
    return 0;
}
