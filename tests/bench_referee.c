/* bench_referee.c - what the referee costs (`make bench-referee`).
 *
 * (a) One move through the referee, rules checked, against one exchange of 16-byte lines over bare
 * pipes; referee and engines on one processor, pipes likewise, in turns in the same run. (b) Games
 * and halves a second of a league between two players that answer at once, records written.
 *
 *     bench_referee [ROUNDS [a|b]]
 */
#include "config.h"

#include "protocol/protocol.h"
#include "referee/clock.h"
#include "referee/engine_seat.h"
#include "referee/league.h"
#include "referee/match.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXCHANGES = 20000, HALVES = 500, TRIES = 5, LINE = 16 };

static atomic_int stop;

static void die(const char *why) {
    fprintf(stderr, "bench_referee: %s\n", why);
    exit(1);
}

static void bind_to_one(void) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
}

/* Microseconds of a line there and a line back, over pipes and nothing else. */
static double ping_pong(void) {
    int there[2], back[2];
    char line[LINE] = "a line of words\n";
    if (pipe(there) != 0 || pipe(back) != 0)
        die("no pipes");
    pid_t child = fork();
    if (child == 0) {
        close(there[1]);
        while (read(there[0], line, LINE) == LINE && write(back[1], line, LINE) == LINE)
            continue;
        _exit(0);
    }
    close(there[0]);
    close(back[1]);
    int64_t start = clock_us();
    for (int i = 0; i < EXCHANGES; i++)
        if (write(there[1], line, LINE) != LINE || read(back[0], line, LINE) != LINE)
            die("the pipes broke");
    int64_t took = clock_us() - start;
    close(there[1]);
    close(back[0]);
    waitpid(child, NULL, 0);
    return (double)took / EXCHANGES;
}

/* The engines: the fake one beside this program, which answers at once. */
static void set_engines(struct engine_spec spec[2], char command[4200]) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 16);
    if (length <= 0)
        die("there is no /proc");
    path[length] = '\0';
    strcpy(strrchr(path, '/') + 1, "fake_engine");
    snprintf(command, 4200, "'%s' good", path);
    for (int i = 0; i < 2; i++) {
        spec[i] = (struct engine_spec){.name = (char *)"fake", .command = command};
        limits_default(&spec[i].limits);
    }
}

/* Microseconds of a move in halves of Selacata. */
static double moves_through_referee(const struct setup_board *board, struct engine_spec spec[2]) {
    struct match_result result = {0};
    struct match_half match = {.board = board->board, .spelled = board->spelled, .half = 1};
    for (int i = 0; i < 2; i++)
        match.seat[i] = engine_seat_new(&spec[i], &stop, NULL, 0);
    if (!match_play(&match, &result))
        die("a half failed");
    int64_t moves = 0, start = clock_us();
    for (int i = 0; i < HALVES; i++) {
        match.half = 1 + i % 2;
        if (!match_play(&match, &result) || result.at_fault != MATCH_NOBODY)
            die("a half failed");
        moves += result.plies;
    }
    int64_t took = clock_us() - start;
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
    return (double)took / (double)moves;
}

static void make_setup(struct setup *setup, const char *grids, const char *record, int rounds) {
    char error[REFEREE_ERROR_SIZE], number[16];
    snprintf(number, sizeof number, "%d", rounds);
    setup_init(setup);
    struct setup_engine *first = setup_add_engine(setup, "random1", error);
    bool good = first && setup_set_engine(first, "cmd", "builtin:random", error);
    struct setup_engine *second = setup_add_engine(setup, "random2", error);
    good = good && second && setup_set_engine(second, "cmd", "builtin:random", error) &&
           setup_set(setup, "grids", grids, true, error) &&
           setup_set(setup, "rounds", number, true, error) &&
           setup_set(setup, "concurrency", "2", true, error) &&
           setup_set(setup, "record", record, true, error) && setup_finish(setup, error);
    if (!good)
        die(error);
}

static void bench_moves(void) {
    char command[4200];
    struct engine_spec spec[2];
    struct setup setup;
    double bare = 1e9, move = 1e9;
    bind_to_one();
    set_engines(spec, command);
    make_setup(&setup, "torus 6x4", "none", 1);
    for (int i = 0; i < TRIES; i++) {
        double pipes = ping_pong(), referee = moves_through_referee(&setup.board[0], spec);
        printf("try %d: bare pipes %.2f us, a move %.2f us, ratio %.2f\n", i + 1, pipes, referee,
               referee / pipes);
        bare = pipes < bare ? pipes : bare;
        move = referee < move ? referee : move;
    }
    printf("cost of a move, on one processor: %.2f us, %.2f times the %.2f us of bare pipes\n",
           move, move / bare, bare);
    setup_free(&setup);
}

static void bench_league(int rounds, const char *affinity) {
    char error[REFEREE_ERROR_SIZE], folder[] = "/tmp/triancey-bench-XXXXXX", path[64];
    struct setup setup;
    if (!mkdtemp(folder))
        die("no folder in /tmp");
    snprintf(path, sizeof path, "%s/league.db", folder);
    make_setup(&setup,
               "cestlavie, foiegras, degaulle, crepe, cancan, gerard, calais, porte, loire, eau, "
               "creme, notredame",
               path, rounds);
    setup_set(&setup, "affinity", affinity, true, error);
    struct schedule schedule = setup_schedule(&setup);
    struct record *record = record_open(&setup, error);
    int64_t start = clock_us();
    if (!record || !league_play(&setup, record, PROGRESS_QUIET, stderr, NULL, &stop, error))
        die(error);
    double seconds = (double)(clock_us() - start) / 1e6;
    double count = (double)schedule_count(&schedule);
    record_close(record);
    printf("league of two random players, 12 boards, concurrency 2, affinity %s: %.0f games in "
           "%.2f s: %.0f games and %.0f halves a second\n",
           affinity, count, seconds, count / seconds, 2 * count / seconds);
    unlink(path);
    rmdir(folder);
    setup_free(&setup);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    const char *what = argc > 2 ? argv[2] : "ab";
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strchr(what, 'b')) {
        bench_league(rounds, "no");
        bench_league(rounds, "yes");
    }
    if (strchr(what, 'a'))
        bench_moves();
    return 0;
}
