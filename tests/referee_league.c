/* referee_league.c - records and standings, and the program itself: a league stopped, killed and
 * resumed, the same results from the same seed, exit statuses.
 */
#include "config.h"

#include "referee/clock.h"
#include "referee/record.h"
#include "referee/standings.h"
#include "tests/tap.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/triancey-league-XXXXXX";
static char referee[4200]; /* the program, in the folder above this test's */

static const char *path_of(const char *name) {
    static char paths[4][200];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* ---- the record and the standings by the numbers -----------------------------------------------
 */

/* Half margins of the published league (GAMES.md, section 1) and their sums. */
static const struct published {
    int first, second, sum;
} published[] = {
    {44, 44, 88}, {30, 10, 40},   {32, 8, 40},    {-2, 32, 30},  {14, -8, 6},   {44, -44, 0},
    {-14, 8, -6}, {32, -42, -10}, {20, -38, -18}, {0, -30, -30}, {8, -44, -36}, {12, -48, -36},
};
enum { PUBLISHED = sizeof published / sizeof *published };

static void make_setup(struct setup *setup, const char *record, char *error) {
    static const char *const names[] = {"player", "reference", "third"};
    setup_init(setup);
    for (int i = 0; i < 3; i++) {
        struct setup_engine *engine = setup_add_engine(setup, names[i], error);
        setup_set_engine(engine, "cmd", i == 1 ? "builtin:reference" : "builtin:random", error);
    }
    setup_set(setup, "grids", "torus 6x4", true, error);
    setup_set(setup, "rounds", "12", true, error);
    if (record)
        setup_set(setup, "record", record, true, error);
    ok(setup_finish(setup, error), "a setup of three");
}

static bool add_half(struct record *record, const struct schedule_entry *entry, int half,
                     int margin, const char *fault, char *error) {
    struct match_result result = {.termination = "full", .at_fault = MATCH_NOBODY};
    result.margin[0] = margin;
    result.margin[1] = -margin;
    if (fault) {
        result.faults = 1;
        result.fault[0].seat = 0;
        fault_set(&result.fault[0].fault,
                  strcmp(fault, "warning") ? VERDICT_CRASH : VERDICT_WARNING, "%s", fault);
    }
    return record_half(record, entry, half, &result, error);
}

/* The published games as those of `player` (engine 0) against the reference (1), seats alternating;
 * one game of `third` against the reference; one half of another, which does not count. */
static void fill(struct record *record, const struct setup *setup) {
    struct schedule schedule = setup_schedule(setup);
    char error[REFEREE_ERROR_SIZE] = "";
    bool good = true;
    int played = 0;
    for (int64_t i = 0; i < schedule_count(&schedule); i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        int sign = entry.engine[0] == 0 ? 1 : -1;
        if (entry.engine[0] + entry.engine[1] == 1) {
            const struct published *row = &published[played++];
            good &= add_half(record, &entry, 1, sign * row->first, NULL, error) &&
                    add_half(record, &entry, 2, sign * row->second, NULL, error);
        } else if (i == 2) { /* 1 against 2 in the first round */
            good &= add_half(record, &entry, 1, 10, "crash", error) &&
                    add_half(record, &entry, 2, -4, "warning", error);
        } else if (i == 1) {
            good &= add_half(record, &entry, 1, 48, NULL, error);
        }
    }
    is_int(played, PUBLISHED, "twelve games");
    ok(good, "written %s", error);
    struct schedule_entry first = schedule_get(&schedule, 0);
    ok(!add_half(record, &first, 1, 0, NULL, error), "a half comes once: %s", error);
}

static void check_standings(struct record *record) {
    char error[REFEREE_ERROR_SIZE] = "";
    struct standings table;
    int won = 0, drawn = 0, total = 0;
    for (int i = 0; i < PUBLISHED; i++) {
        total += published[i].sum;
        won += published[i].sum > 0;
        drawn += published[i].sum == 0;
        is_int(published[i].first + published[i].second, published[i].sum, "a published sum");
    }
    if (!ok(standings_read(record, &table, error), "standings %s", error))
        return;
    is_int(table.count, 3, "three players");
    is_int(table.games, PUBLISHED + 1, "half a game is none");
    is_string(table.row[0].name, "player", "the best");
    is_int(table.row[0].reference_total, total, "total against the reference");
    is_int(table.row[0].reference_total, 68, "which is");
    is_int(table.row[0].won, won, "won");
    is_int(table.row[0].drawn, drawn, "drawn");
    is_int(table.row[0].lost, PUBLISHED - won - drawn, "lost");
    is_string(table.row[1].name, "reference", "the reference stands at 0");
    is_int(table.row[1].total, -68 + 6, "its own total");
    is_int(table.row[1].reference_games, 0, "it does not meet itself");
    is_int(table.row[1].faults, 1, "a fault");
    is_int(table.row[1].warnings, 1, "a warning is none");
    is_string(table.row[2].name, "third", "the last");
    is_int(table.row[2].reference_total, -6, "its margin");
    standings_free(&table);
}

static void test_record(void) {
    char error[REFEREE_ERROR_SIZE] = "";
    struct setup setup;
    make_setup(&setup, path_of("a.db"), error);
    struct record *record = record_open(&setup, error);
    if (ok(record, "a new record %s", error)) {
        ok(!record_open(&setup, error) && strstr(error, "another referee"), "one writer: %s",
           error);
        fill(record, &setup);
        check_standings(record);
        struct record *reader = record_read(setup.record, error);
        ok(reader, "readers may be many");
        record_close(reader);
    }
    record_close(record);
    record = record_open(&setup, error);
    if (ok(record, "opened again"))
        check_standings(record);
    record_close(record);
    setup.seed++;
    ok(!record_open(&setup, error) && strstr(error, "another league"), "another league: %s", error);
    setup_free(&setup);
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    fputs(text, file);
    fclose(file);
}

static void run_sql(const char *path, const char *sql) {
    sqlite3 *db;
    if (sqlite3_open(path, &db) == SQLITE_OK)
        sqlite3_exec(db, sql, NULL, NULL, NULL);
    sqlite3_close(db);
}

static void refuse(const char *name, const char *why, const char *wanted) {
    char error[REFEREE_ERROR_SIZE] = "";
    struct setup setup;
    make_setup(&setup, path_of(name), error);
    struct record *record = record_open(&setup, error);
    ok(!record && strstr(error, wanted), "%s: %s", why, error);
    record_close(record);
    setup_free(&setup);
}

static void test_bad_records(void) {
    char error[REFEREE_ERROR_SIZE];
    char noise[3000];
    memset(noise, 'n', sizeof noise - 1);
    noise[sizeof noise - 1] = '\0';
    write_file(path_of("noise.db"), noise);
    refuse("noise.db", "no database", "not a database");
    run_sql(path_of("foreign.db"), "CREATE TABLE recipe (id)");
    refuse("foreign.db", "another program's", "not a record of a league");
    run_sql(path_of("newer.db"), "PRAGMA application_id = 1953656419; PRAGMA user_version = 99;"
                                 "CREATE TABLE league (id)");
    refuse("newer.db", "a newer one", "newer referee");
    mkdir(path_of("folder.db"), 0777);
    refuse("folder.db", "a folder", "Is a directory");
    refuse("no/such/folder.db", "no folder", "No such file");
    struct stat status;
    ok(stat(path_of("noise.db"), &status) == 0 && status.st_size == sizeof noise - 1,
       "what is no record is left as it is");
    ok(!record_read(path_of("missing.db"), error) && strstr(error, "No such file"), "%s", error);
    ok(access(path_of("missing.db"), F_OK) != 0, "reading makes no file");
}

/* ---- the program ------------------------------------------------------------------------------
 */

/* Starts the referee in the folder with words parted by '|'; its output goes to a file there. */
static pid_t start(const char *words) {
    pid_t child = fork();
    if (child != 0)
        return child;
    char copy[2000], *argv[64] = {referee};
    int count = 1;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, "|"); word && count < 63; word = strtok(NULL, "|"))
        argv[count++] = word;
    int out = open(path_of("out"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    if (chdir(folder) != 0)
        _exit(126);
    execv(referee, argv);
    _exit(127);
}

static int finish(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int run(const char *words) {
    return finish(start(words));
}

static bool output_has(const char *text) {
    char buffer[20000] = "";
    FILE *file = fopen(path_of("out"), "r");
    size_t length = file ? fread(buffer, 1, sizeof buffer - 1, file) : 0;
    buffer[length] = '\0';
    if (file)
        fclose(file);
    bool found = strstr(buffer, text) != NULL;
    if (!found)
        diag("not in the output: %s\n%.300s", text, buffer);
    return found;
}

/* One text from a database; free() it. */
static char *ask(const char *path, const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *statement;
    char *answer = NULL;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(db, 5000);
        if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK) {
            if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
                answer = strdup((const char *)sqlite3_column_text(statement, 0));
            sqlite3_finalize(statement);
        }
    }
    sqlite3_close(db);
    return answer;
}

static int ask_number(const char *path, const char *sql) {
    char *answer = ask(path, sql);
    int number = answer ? atoi(answer) : -1;
    free(answer);
    return number;
}

/* All that the moves and seeds decide, in order; the clocks and the dates are left out. */
static char *results(const char *path) {
    return ask(path,
               "SELECT group_concat(line, char(10)) FROM (SELECT game || ' ' || number || ' ' "
               "|| margin1 || ' ' || termination || ' ' || moves AS line FROM half ORDER BY id)");
}

#define ENGINES                                                                                    \
    "--engine|builtin:reference|--engine|builtin:random|--engine|builtin:search|nodes=200"
#define BOARDS "--grid|torus 6x4,torus 4x4"

enum { ROUNDS = 6, HALVES = 3 * 2 * 2 * ROUNDS };

static void test_same_results(void) {
    is_int(run("match|" ENGINES "|" BOARDS "|--rounds|6|--seed|5|--record|one.db"), 0, "a match");
    ok(output_has("reference"), "with standings");
    is_int(run("match|" ENGINES "|" BOARDS "|--rounds|6|--seed|5|--record|two.db|--concurrency|2"),
           0, "the same, two games at the same time");
    char *one = results(path_of("one.db")), *two = results(path_of("two.db"));
    is_int(ask_number(path_of("one.db"), "SELECT COUNT(*) FROM half"), HALVES, "all halves");
    ok(one && two && strcmp(one, two) == 0, "same seed, same results");
    is_int(
        ask_number(path_of("one.db"), "SELECT COUNT(*) FROM engine WHERE id_name LIKE 'triancey%'"),
        3, "the engines' own names are recorded");
    free(one);
    free(two);
    is_int(run("standings|one.db"), 0, "standings");
    ok(output_has("against reference"), "with the reference");
}

/* Killed again and again at odd moments, it has every half once in the end, and the same ones. */
static void test_killed(void) {
    const char *words = "match|" ENGINES "|" BOARDS "|--rounds|6|--seed|5|--record|killed.db|"
                        "--concurrency|2|--quiet";
    int last = 0;
    bool grows = true;
    for (int i = 0; i < 12; i++) {
        pid_t child = start(words);
        clock_sleep_us(5000 + 7919 * i);
        kill(child, SIGKILL);
        finish(child);
        int halves = ask_number(path_of("killed.db"), "SELECT COUNT(*) FROM half");
        grows &= halves >= last || halves == -1;
        last = halves > last ? halves : last;
    }
    ok(grows, "nothing finished is lost");
    is_int(run(words), 0, "it ends in the end");
    is_int(ask_number(path_of("killed.db"), "SELECT COUNT(*) FROM half"), HALVES, "all halves");
    is_int(ask_number(path_of("killed.db"), "SELECT COUNT(DISTINCT game*10+number) FROM half"),
           HALVES, "each once");
    char *killed = results(path_of("killed.db")), *one = results(path_of("one.db"));
    ok(killed && one && strcmp(killed, one) == 0, "and the same as without a kill");
    free(killed);
    free(one);
    is_int(run(words), 0, "once more");
    is_int(ask_number(path_of("killed.db"), "SELECT COUNT(*) FROM half"), HALVES,
           "changes nothing");
}

/* Ctrl-C while an engine hangs: soon over, what was finished is there, then it goes on. */
static void test_interrupted(void) {
    const char *words = "match|" ENGINES "|" BOARDS "|--rounds|100000|--record|long.db|--quiet";
    static const int ending[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        int before = ask_number(path_of("long.db"), "SELECT COUNT(*) FROM half");
        pid_t child = start(words);
        for (int tries = 0; tries < 3000; tries++) { /* until it plays */
            if (ask_number(path_of("long.db"), "SELECT COUNT(*) FROM half") > before + 3)
                break;
            clock_sleep_us(10000);
        }
        kill(child, ending[i]);
        is_int(finish(child), 128 + ending[i], "ended by signal %d", ending[i]);
        ok(output_has("interrupted"), "it says so");
        ok(output_has("against reference"), "and prints the standings so far");
        ok(ask_number(path_of("long.db"), "SELECT COUNT(*) FROM half") > before, "halves are kept");
    }
}

static void test_usage(void) {
    is_int(run("--version"), 0, "--version");
    ok(output_has("triancey-referee " PACKAGE_VERSION), "the version");
    is_int(run("--help"), 0, "--help");
    ok(output_has("standings FILE.db"), "help from the table");
    is_int(run("help|match"), 0, "help match");
    is_int(run("play"), 2, "an unknown command");
    ok(output_has("there are: match league standings grid help"), "names the known ones");
    is_int(run("match"), 2, "no engines");
    is_int(run("match|--engine|cmd=a|cmd=b"), 2, "a key twice");
    is_int(run("match|--engine|a"), 2, "no key");
    is_int(run("match|--each|rounds=3"), 2, "--each takes limits only");
    is_int(run("match|--rounds"), 2, "no value");
    is_int(run("standings"), 2, "no record");
    is_int(run("standings|none.db"), 1, "a record that is not there");
    is_int(run("league|none.ini"), 2, "a league that is not there");
    is_int(run("match|--engine|builtin:random|--engine|cmd=./nothing|--record|never.db"), 1,
           "an engine that is not there");
    ok(output_has("engine nothing: cannot run ./nothing: No such file"), "is named");
    ok(access(path_of("never.db"), F_OK) != 0, "and no record is begun");
    is_int(run("match|--engine|builtin:random|option.Wings=2|--engine|builtin:reference"), 1,
           "an option that is not there");
    ok(output_has("no option 'Wings'"), "is named");
    is_int(run("match|--engine|builtin:random|--engine|builtin:reference|--game|triancey|"
               "--grid|torus 4x4|--rounds|1"),
           0, "a game of one half");
    ok(output_has("triancey, 2 games"), "is played twice");
}

static void remove_folder(void) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command) != 0)
        diag("%s is left", folder);
}

int main(void) {
    ssize_t length = readlink("/proc/self/exe", referee, 4096);
    if (length <= 0 || !mkdtemp(folder))
        skip_all("there is no /proc, or no folder in /tmp");
    referee[length] = '\0';
    strcpy(strrchr(referee, '/') + 1, "../triancey-referee");
    signal(SIGPIPE, SIG_IGN);
    test_record();
    test_bad_records();
    test_usage();
    test_same_results();
    test_killed();
    test_interrupted();
    remove_folder();
    return done();
}
