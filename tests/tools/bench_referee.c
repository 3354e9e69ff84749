/* bench_referee.c - what the referee costs (`make bench-referee`).
 *
 * (a) One move through the referee, rules checked, against one exchange of 16-byte lines over bare
 * pipes; referee and engines on one processor, pipes too, in short turns of which the
 * best count: a machine that does other things disturbs some turns, not all. (b) Games and
 * halves a second of a league between two players that answer at once, records written. (c) The
 * time of a move in two such games at the same time, each on its processor. (d) What a sandbox
 * costs: the start of an engine, and a move, in turns with one that has none. (e) A league of
 * random players that report on every move, its record with their reports and without, in turns.
 * (f) Two shards of a league with affinity at the same time, and one of them alone, in turns.
 * With fewer than 40 rounds, (a) and (d) have no more turns than rounds.
 *
 *     bench_referee [ROUNDS [a|b|c|d|e|f]]
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "pairing/schedule.h"
#include "protocol/protocol.h"
#include "record/query.h"
#include "record/record.h"
#include "referee/engines/engine_client.h"
#include "referee/league/league.h"
#include "referee/match/engine_seat.h"
#include "referee/match/match.h"
#include "referee/match/seat.h"
#include "referee/setup/setup.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXCHANGES = 3000, HALVES = 50, TRIES = 40, LEAGUES = 5, PAIRS = 7, LINE = 16 };

static atomic_int stop;

/* What make_setup() gets as further keys of a league: none, or one processor for each game. */
static const char *const plain[] = {NULL}, *const pinned[] = {"affinity", "yes", NULL};

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

/* The fake engine beside this program, which answers at once. */
static void name_engine(const char *mode, char command[4200]) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 32);
    if (length <= 0)
        die("there is no /proc");
    path[length] = '\0';
    strcpy(strrchr(path, '/') + 1, "../lib/fake_engine");
    snprintf(command, 4200, "'%s' %s", path, mode);
}

static void set_engines(struct engine_spec spec[2], char command[4200]) {
    name_engine("good", command);
    for (int i = 0; i < 2; i++) {
        spec[i] = (struct engine_spec){.name = (char *)"fake", .command = command};
        terms_default(&spec[i]);
    }
}

/* Microseconds of a move in halves of Selacata. */
static double moves_through_referee(struct match_half *match, struct match_result *result) {
    int64_t moves = 0, start = clock_us();
    for (int i = 0; i < HALVES; i++) {
        match->half = 1 + i % 2;
        if (match_play(match, result) != MATCH_FINISHED || result->half.at_fault != MATCH_NOBODY)
            die("a half failed");
        moves += result->half.plies;
    }
    return (double)(clock_us() - start) / (double)moves;
}

/* `words`: KEY VALUE... and NULL. */
static void make_setup(struct setup *setup, const char *command, const char *grids,
                       const char *record, int rounds, const char *const *words) {
    struct error error;
    char number[16];
    snprintf(number, sizeof number, "%d", rounds);
    setup_init(setup);
    struct setup_engine *first = setup_add_engine(setup, "first", &error);
    bool good = first && setup_set_engine(first, "cmd", command, &error);
    struct setup_engine *second = setup_add_engine(setup, "second", &error);
    good = good && second && setup_set_engine(second, "cmd", command, &error) &&
           setup_set(setup, "grids", grids, true, &error) &&
           setup_set(setup, "rounds", number, true, &error) &&
           setup_set(setup, "concurrency", "2", true, &error) &&
           setup_set(setup, "record", record, true, &error);
    for (; good && *words; words += 2)
        good = setup_set(setup, words[0], words[1], true, &error);
    if (!good || !setup_finish(setup, &error))
        die(error.text);
}

static void bench_moves(int tries) {
    char command[4200];
    struct engine_spec spec[2];
    struct setup setup;
    struct match_result result = {0};
    double bare = 1e9, move = 1e9;
    bind_to_one();
    set_engines(spec, command);
    make_setup(&setup, command, "torus 6x4", "none", 1, plain);
    struct match_half match = {.board = setup.board[0].board,
                               .board_line = setup.board[0].board_line};
    for (int i = 0; i < 2; i++)
        match.seat[i] = engine_seat_new(&spec[i], &stop, NULL, 0);
    moves_through_referee(&match, &result); /* starts them */
    for (int i = 0; i < tries; i++) {
        double pipes = ping_pong(), referee = moves_through_referee(&match, &result);
        bare = pipes < bare ? pipes : bare;
        move = referee < move ? referee : move;
    }
    printf("cost of a move, on one processor: %.2f us, %.2f times the %.2f us of bare pipes "
           "(the best of %d turns each)\n",
           move, move / bare, bare, tries);
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
    setup_free(&setup);
}

#define LEAGUE_BOARDS                                                                              \
    "cestlavie, foiegras, degaulle, crepe, cancan, gerard, calais, porte, loire, eau, creme, "     \
    "notredame"

/* What a league did, and in what time. */
struct yield {
    double seconds, games, moves;
};

static double count_moves(struct record *record) {
    struct error error;
    int64_t moves;
    if (!query_ask(record, "SELECT SUM(plies) FROM half", NULL, &moves, &error))
        die(error.text);
    return (double)moves;
}

static struct yield play_league(const char *command, int rounds, const char *const *words) {
    struct error error;
    char folder[] = "/tmp/triancey-bench-XXXXXX", path[64];
    struct setup setup;
    if (!mkdtemp(folder))
        die("no folder in /tmp");
    snprintf(path, sizeof path, "%s/league.db", folder);
    make_setup(&setup, command, LEAGUE_BOARDS, path, rounds, words);
    struct schedule schedule = setup_schedule(&setup);
    struct record *record = league_open_record(&setup, &error);
    int64_t start = clock_us();
    if (!record || !league_play(&setup, record, PROGRESS_QUIET, stderr, NULL, &stop, &error))
        die(error.text);
    struct yield yield = {.seconds = (double)(clock_us() - start) / 1e6,
                          .games =
                              (double)schedule_shard_games(&schedule, setup.shard, setup.shards),
                          .moves = count_moves(record)};
    record_close(record);
    unlink(setup.record);
    rmdir(folder);
    setup_free(&setup);
    return yield;
}

static void bench_league(int rounds, const char *affinity) {
    const char *const words[] = {"affinity", affinity, NULL};
    struct yield yield = play_league("builtin:random", rounds, words);
    printf("league of two random players, 12 boards, concurrency 2, affinity %s: %.0f games in "
           "%.2f s: %.0f games and %.0f halves a second\n",
           affinity, yield.games, yield.seconds, yield.games / yield.seconds,
           2 * yield.games / yield.seconds);
}

static void bench_two_games(int rounds) {
    char command[4200];
    struct engine_spec spec[2];
    double best = 1e9;
    set_engines(spec, command);
    for (int i = 0; i < LEAGUES; i++) {
        struct yield yield = play_league(command, rounds / LEAGUES + 1, pinned);
        double move = yield.seconds * 1e6 / yield.moves;
        best = move < best ? move : best;
    }
    printf("two games at the same time, each on its processor: %.2f us for a move, starting and "
           "recording included (the best of %d leagues)\n",
           best, LEAGUES);
}

static void bench_reports(int rounds) {
    static const char *const with[] = {"affinity", "yes", "info", "yes", NULL};
    static const char *const without[] = {"affinity", "yes", "info", "no", NULL};
    char command[4200];
    double kept = 1e9, left = 1e9;
    name_engine("inform", command);
    for (int i = 0; i < PAIRS; i++) {
        struct yield yes = play_league(command, rounds / PAIRS + 1, with);
        struct yield no = play_league(command, rounds / PAIRS + 1, without);
        kept = yes.seconds / yes.games < kept ? yes.seconds / yes.games : kept;
        left = no.seconds / no.games < left ? no.seconds / no.games : left;
    }
    printf("league of two random players that report on each move, concurrency 2, affinity yes: "
           "%.0f games a second with their reports recorded, %.0f without: %.2f times as long (the "
           "best of %d turns each)\n",
           1 / kept, 1 / left, kept / left, PAIRS);
}

/* Games a second of one shard of two, or of both at the same time. */
static double play_shards(int rounds, bool both) {
    static const char *const shard[][7] = {
        {"affinity", "yes", "concurrency", "1", "shard", "1/2", NULL},
        {"affinity", "yes", "concurrency", "1", "shard", "2/2", NULL}};
    int status = 0;
    int64_t start = clock_us();
    pid_t child = both ? fork() : 0;
    if (both && child == 0) {
        play_league("builtin:random", rounds, shard[1]);
        _exit(0);
    }
    struct yield yield = play_league("builtin:random", rounds, shard[0]);
    if (both && (child < 0 || waitpid(child, &status, 0) != child || status != 0))
        die("a shard failed");
    return (both ? 2 : 1) * yield.games * 1e6 / (double)(clock_us() - start);
}

static void bench_shards(int rounds) {
    double alone = 0, both = 0;
    for (int i = 0; i < PAIRS; i++) {
        double one = play_shards(rounds / PAIRS + 1, false);
        double two = play_shards(rounds / PAIRS + 1, true);
        alone = one > alone ? one : alone;
        both = two > both ? two : both;
    }
    printf("two shards at the same time, concurrency 1, affinity yes: %.0f games a second, %.2f "
           "times the %.0f of one alone (the best of %d turns each)\n",
           both, both / alone, alone, PAIRS);
}

/* ---- sandboxes ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum sandbox_kind kind;
} kinds[] = {{"none", SANDBOX_NO}, {"landlock", SANDBOX_LANDLOCK}, {"bwrap", SANDBOX_BWRAP}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Microseconds from the start of an engine until it is ready; 0: there is no such sandbox. */
static double time_start(const struct engine_spec *spec) {
    struct engine_client *client = client_new(spec, &stop, NULL, 0);
    int64_t start = clock_us();
    enum verdict verdict = client_start(client);
    double took = (double)(clock_us() - start);
    client_free(client);
    return verdict == VERDICT_OK ? took : 0;
}

static double time_moves(struct match_half *match, struct engine_spec spec[2], int tries) {
    struct match_result result = {0};
    double best = 1e9;
    for (int i = 0; i < 2; i++)
        match->seat[i] = engine_seat_new(&spec[i], &stop, NULL, 0);
    moves_through_referee(match, &result); /* starts them */
    for (int i = 0; i < tries; i++) {
        double move = moves_through_referee(match, &result);
        best = move < best ? move : best;
    }
    for (int i = 0; i < 2; i++)
        match->seat[i]->kind->free(match->seat[i]);
    match_result_free(&result);
    return best;
}

static void bench_sandboxes(int tries) {
    char command[4200];
    struct engine_spec spec[KINDS][2];
    struct setup setup;
    double start[KINDS] = {1e9, 1e9, 1e9};
    bind_to_one();
    for (int kind = 0; kind < KINDS; kind++) {
        set_engines(spec[kind], command);
        for (int i = 0; i < 2; i++)
            spec[kind][i].resources.sandbox = kinds[kind].kind;
    }
    make_setup(&setup, command, "torus 6x4", "none", 1, plain);
    struct match_half match = {.board = setup.board[0].board,
                               .board_line = setup.board[0].board_line};
    for (int i = 0; i < tries; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            double took = time_start(&spec[kind][0]);
            start[kind] = took < start[kind] ? took : start[kind];
        }
    for (int kind = 0; kind < KINDS; kind++)
        if (start[kind] > 0)
            printf("sandbox %s: an engine starts within %.2f ms, a move costs %.2f us\n",
                   kinds[kind].name, start[kind] / 1000, time_moves(&match, spec[kind], tries));
        else
            printf("sandbox %s: cannot be had here\n", kinds[kind].name);
    setup_free(&setup);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int tries = rounds < TRIES ? rounds : TRIES;
    const char *what = argc > 2 ? argv[2] : "abcdef";
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (strchr(what, 'b')) {
        bench_league(rounds, "no");
        bench_league(rounds, "yes");
    }
    if (strchr(what, 'c'))
        bench_two_games(rounds);
    if (strchr(what, 'e'))
        bench_reports(rounds);
    if (strchr(what, 'f'))
        bench_shards(rounds);
    if (strchr(what, 'a')) /* this and the next bind the process to one processor */
        bench_moves(tries);
    if (strchr(what, 'd'))
        bench_sandboxes(tries);
    return 0;
}
