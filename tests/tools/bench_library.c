/* bench_library - steps a second of libtriancey: `make bench-library`.
 *
 *     bench_library [BOARD [SECONDS]]    "crepe selacata" and 2
 *
 * Random legal actions, planes and masks wanted. Seconds are those of tri_batch_step() alone; what
 * chooses the actions does not count, except for n = 1, where a clock would cost more than it. Rows
 * take turns of some milliseconds, because machines are noisy, and the best turn of each counts.
 * One thread, two threads, and two batches of one thread each at the same time follow each other;
 * the last tells what two processors give at all. Other programs disturb rounds, and a processor of
 * a virtual machine is slow while another machine uses the rest of its core: two threads are
 * compared with one in the tenth of the rounds that were quickest as a whole, and in the median
 * round. */
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
    double seconds; /* of the turn */
    double best;    /* steps a second */
};

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
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

/* A turn: as many steps as make about twenty thousand halves go on by one. The first steps, in
 * which memory comes back into caches and threads wake, do not count. */
static void run_some(struct run *run) {
    enum { WARM = 3 };
    int rounds = 20000 / run->n;
    for (int i = 0; i < WARM; i++) {
        run_choose(run);
        tri_batch_step(run->batch, run->actions, &run->views, NULL);
    }
    run->seconds = 0;
    double began = seconds_now();
    for (int i = 0; i < rounds; i++) {
        run_choose(run);
        if (run->n > 1)
            began = seconds_now();
        tri_batch_step(run->batch, run->actions, &run->views, NULL);
        if (run->n > 1)
            run->seconds += seconds_now() - began;
    }
    if (run->n == 1)
        run->seconds = seconds_now() - began;
    run->best = fmax(run->best, (double)rounds * run->n / run->seconds);
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

/* Seconds of a turn each. */
struct round {
    double one, two, both;
};

static int compare_numbers(double first, double second) {
    return (first > second) - (first < second);
}

static int compare_rounds(const void *a, const void *b) {
    const struct round *first = a, *second = b;
    return compare_numbers(first->one + first->two + first->both,
                           second->one + second->two + second->both);
}

static int compare_threads(const void *a, const void *b) {
    const struct round *first = a, *second = b;
    return compare_numbers(first->one / first->two, second->one / second->two);
}

static int compare_batches(const void *a, const void *b) {
    const struct round *first = a, *second = b;
    return compare_numbers(first->one / first->both, second->one / second->both);
}

static void print_rounds(struct round *rounds, int count) {
    struct round quick = {.one = 0};
    qsort(rounds, (size_t)count, sizeof *rounds, compare_rounds);
    for (int i = 0; i <= count / 10; i++) {
        quick.one += rounds[i].one;
        quick.two += rounds[i].two;
        quick.both += rounds[i].both;
    }
    printf("two threads: %.2f of one, ", quick.one / quick.two);
    qsort(rounds, (size_t)count, sizeof *rounds, compare_threads);
    const struct round *median = &rounds[count / 2];
    printf("%.2f in the median round; two batches at the same time: %.2f, ",
           median->one / median->two, quick.one / quick.both);
    qsort(rounds, (size_t)count, sizeof *rounds, compare_batches);
    printf("%.2f (%d rounds)\n", median->one / median->both, count);
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
    enum { ROUNDS_MAX = 10000 };
    static struct round rounds[ROUNDS_MAX];
    int count = 0;
    for (double end = seconds_now() + seconds * ROWS; seconds_now() < end && count < ROUNDS_MAX;
         count++) {
        for (int i = 0; i < OTHER; i++)
            run_some(&run[i]);
        rounds[count].one = run[ONE].seconds;
        rounds[count].two = run[TWO].seconds;
        rounds[count].both = run_beside(&run[ONE], &run[OTHER]);
    }
    printf("%s\n%6s %8s %16s\n", line, "n", "threads", "steps a second");
    for (int i = 0; i < OTHER; i++)
        printf("%6d %8d %16.0f\n", run[i].n, run[i].threads, run[i].best);
    if (count > 0)
        print_rounds(rounds, count);
    for (int i = 0; i < ROWS; i++)
        run_end(&run[i]);
    tri_board_free(board);
    return 0;
}
