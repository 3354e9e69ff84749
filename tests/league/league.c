/* league.c - records and standings, and the program itself: a league stopped, killed and resumed,
 * the same results from the same seed, exit statuses. */
#include "config.h"

#include "base/error.h"
#include "base/text.h"
#include "half/verdict.h"
#include "pairing/schedule.h"
#include "record/record.h"
#include "record/record_league.h"
#include "referee/engines/confine.h"
#include "referee/league/league.h"
#include "referee/match/match.h"
#include "referee/setup/setup.h"
#include "results/standings.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the record and the standings by the numbers --------------------------------------------- */

/* Half margins of the published league (GAMES.md, section 1) and their sums. */
static const struct published {
    int first, second, sum;
} published[] = {
    {44, 44, 88}, {30, 10, 40},   {32, 8, 40},    {-2, 32, 30},  {14, -8, 6},   {44, -44, 0},
    {-14, 8, -6}, {32, -42, -10}, {20, -38, -18}, {0, -30, -30}, {8, -44, -36}, {12, -48, -36},
};
enum { PUBLISHED = sizeof published / sizeof *published };

static void start_setup(struct setup *setup, const char *record, struct error *error) {
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
}

static void make_setup(struct setup *setup, const char *record, struct error *error) {
    start_setup(setup, record, error);
    ok(setup_finish(setup, error), "a setup of three");
}

static bool add_half(struct record *record, const struct schedule_entry *entry, int half,
                     int margin, const char *fault, struct error *error) {
    struct match_result result = {.half = {.number = half,
                                           .margin = {margin, -margin},
                                           .termination = "full",
                                           .text = "",
                                           .moves = "",
                                           .clocks = "",
                                           .pointed = true,
                                           .at_fault = MATCH_NOBODY,
                                           .finished = "2026-01-01T00:00:00Z"}};
    if (fault) {
        result.faults = 1;
        result.fault[0].seat = 0;
        fault_set(&result.fault[0].fault,
                  strcmp(fault, "warning") ? VERDICT_CRASH : VERDICT_WARNING, "%s", fault);
    }
    return record_half(record, entry, &result, error);
}

/* The published games as those of `player` (engine 0) against the reference (1), seats alternating;
 * one game of `third` against the reference; one half of another, which does not count. */
static void fill(struct record *record, const struct setup *setup) {
    struct schedule schedule = setup_schedule(setup);
    struct error error = {.text = ""};
    bool good = true;
    int played = 0;
    for (int64_t i = 0; i < schedule_count(&schedule); i++) {
        struct schedule_entry entry = schedule_get(&schedule, i);
        int sign = entry.engine[0] == 0 ? 1 : -1;
        if (entry.engine[0] + entry.engine[1] == 1) {
            const struct published *row = &published[played++];
            good &= add_half(record, &entry, 1, sign * row->first, NULL, &error) &&
                    add_half(record, &entry, 2, sign * row->second, NULL, &error);
        } else if (i == 2) { /* 1 against 2 in the first round */
            good &= add_half(record, &entry, 1, 10, "crash", &error) &&
                    add_half(record, &entry, 2, -4, "warning", &error);
        } else if (i == 1) {
            good &= add_half(record, &entry, 1, 48, NULL, &error);
        }
    }
    is_int(played, PUBLISHED, "twelve games");
    ok(good, "written %s", error.text);
    struct schedule_entry first = schedule_get(&schedule, 0);
    ok(!add_half(record, &first, 1, 0, NULL, &error), "a half comes once: %s", error.text);
}

static void check_standings(struct record *record) {
    struct error error = {.text = ""};
    struct standings table;
    int won = 0, drawn = 0, total = 0;
    for (int i = 0; i < PUBLISHED; i++) {
        total += published[i].sum;
        won += published[i].sum > 0;
        drawn += published[i].sum == 0;
        is_int(published[i].first + published[i].second, published[i].sum, "a published sum");
    }
    if (!ok(standings_read(record, &table, &error), "standings %s", error.text))
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
    struct error error = {.text = ""};
    struct setup setup;
    make_setup(&setup, run_path("a.db"), &error);
    struct record *record = league_open_record(&setup, &error);
    if (ok(record, "a new record %s", error.text)) {
        ok(!league_open_record(&setup, &error) && strstr(error.text, "another referee"),
           "one writer: %s", error.text);
        fill(record, &setup);
        check_standings(record);
        struct record *reader = record_read(setup.record, &error);
        ok(reader, "readers may be many");
        record_close(reader);
    }
    record_close(record);
    record = league_open_record(&setup, &error);
    if (ok(record, "opened again"))
        check_standings(record);
    record_close(record);
    setup.seed++;
    ok(!league_open_record(&setup, &error) && strstr(error.text, "another league"),
       "another league: %s", error.text);
    setup_free(&setup);
}

static void refuse(const char *name, const char *why, const char *wanted) {
    struct error error = {.text = ""};
    struct setup setup;
    make_setup(&setup, run_path(name), &error);
    struct record *record = league_open_record(&setup, &error);
    ok(!record && strstr(error.text, wanted), "%s: %s", why, error.text);
    record_close(record);
    setup_free(&setup);
}

static void test_bad_records(void) {
    struct error error;
    char noise[3000];
    memset(noise, 'n', sizeof noise - 1);
    noise[sizeof noise - 1] = '\0';
    run_write(run_path("noise.db"), noise);
    refuse("noise.db", "no database", "not a database");
    run_query(run_path("foreign.db"), "CREATE TABLE recipe (id)");
    refuse("foreign.db", "another program's", "not a record of a league");
    run_query(run_path("newer.db"), "PRAGMA application_id = 1953656419; PRAGMA user_version = 99;"
                                    "CREATE TABLE league (id)");
    refuse("newer.db", "a newer one", "newer referee");
    run_query(run_path("older.db"), "PRAGMA application_id = 1953656419; PRAGMA user_version = 1;"
                                    "CREATE TABLE league (id)");
    refuse("older.db", "an older one", "older referee");
    mkdir(run_path("folder.db"), 0777);
    refuse("folder.db", "a folder", "it is a folder");
    refuse("no/such/folder.db", "no folder", "No such file");
    struct stat status;
    ok(stat(run_path("noise.db"), &status) == 0 && status.st_size == sizeof noise - 1,
       "what is no record is left as it is");
    ok(!record_read(run_path("missing.db"), &error) && strstr(error.text, "No such file"), "%s",
       error.text);
    ok(!record_read("/tmp", &error) && strstr(error.text, "/tmp: it is a folder"), "%s",
       error.text);
    ok(!record_read("/dev/null", &error) && strstr(error.text, "not a regular file"), "%s",
       error.text);
    ok(access(run_path("missing.db"), F_OK) != 0, "reading makes no file");
}

/* ---- an existing record ---------------------------------------------------------------------- */

/* All bytes of a file as a number; 0: there is none. */
static uint64_t sum_of(const char *path) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    FILE *file = fopen(path, "rb");
    for (int c; file && (c = getc(file)) != EOF;)
        sum = (sum ^ (unsigned)c) * UINT64_C(0x100000001b3);
    if (file)
        fclose(file);
    return file ? sum : 0;
}

static void copy_file(const char *from, const char *to) {
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    for (int c; in && out && (c = getc(in)) != EOF;)
        putc(c, out);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

/* What is refused is left as it is, byte by byte. */
static void refuse_untouched(struct setup *setup, const char *wanted) {
    struct error error = {.text = ""};
    char log[300];
    snprintf(log, sizeof log, "%s-wal", setup->record);
    uint64_t before = sum_of(setup->record), log_before = sum_of(log);
    struct record *record = league_open_record(setup, &error);
    ok(!record && strstr(error.text, wanted), "refused: %s", error.text);
    record_close(record);
    ok(before && sum_of(setup->record) == before, "the record is as before");
    ok(sum_of(log) == log_before, "and so is its log");
}

/* One that was closed, and one whose referee was killed. */
static void test_untouched(void) {
    struct error error = {.text = ""};
    char other[200], log[300], other_log[300];
    struct setup setup;
    snprintf(other, sizeof other, "%s", run_path("killed-once.db"));
    make_setup(&setup, run_path("refused.db"), &error);
    struct record *record = league_open_record(&setup, &error);
    fill(record, &setup);
    snprintf(log, sizeof log, "%s-wal", setup.record);
    snprintf(other_log, sizeof other_log, "%s-wal", other);
    copy_file(setup.record, other);
    copy_file(log, other_log);
    ok(sum_of(other_log) != 0, "a log is there while it is written");
    record_close(record);
    setup.seed++;
    refuse_untouched(&setup, "another league");
    setup_set(&setup, "record", other, true, &error);
    refuse_untouched(&setup, "another league");
    setup.seed--;
    setup.rounds = 11;
    refuse_untouched(&setup, "has games of round 12 already: rounds must be at least that, not 11");
    setup.rounds = 12;
    record = league_open_record(&setup, &error);
    if (ok(record, "then it is opened by its own league %s", error.text))
        check_standings(record);
    record_close(record);
    setup_free(&setup);
}

/* What does not make another league follows the last command. */
static void test_resumed(void) {
    struct error error = {.text = ""};
    const char *sql = "SELECT league.name || ' ' || rounds || ' ' || coalesce(engine.name, 'none')"
                      " FROM league LEFT JOIN engine ON engine.id = reference";
    static const struct {
        const char *name, *rounds;
        int reference;
        const char *wanted;
    } rows[] = {
        {"spring", "12", 1, "spring 12 reference"},
        {"summer", "15", 2, "summer 15 third"},
        {"autumn", "13", -1, "autumn 13 none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct setup setup;
        make_setup(&setup, run_path("resumed.db"), &error);
        setup_set(&setup, "name", rows[i].name, true, &error);
        setup_set(&setup, "rounds", rows[i].rounds, true, &error);
        setup.reference = rows[i].reference;
        record_close(league_open_record(&setup, &error));
        char *got = run_ask(setup.record, sql);
        is_string(got, rows[i].wanted, "name, rounds and reference");
        free(got);
        setup_free(&setup);
    }
}

/* The first line that differs is named. */
static void test_difference(void) {
    static const struct {
        int engine; /* -1: of the league */
        const char *key, *value, *wanted;
    } rows[] = {
        {-1, "seed", "2", ": it has \"seed 1\", now it is \"seed 2\";"},
        {-1, "game", "triancey", "it has \"game selacata players 2 halves 2\", now it is \"game "},
        {-1, "grids", "torus 4x4", "it has \"torus 6x4: "},
        {-1, "openings", "random:1:1", ": it does not have \"openings random:1:1\";"},
        {0, "nodes", "5", "engine player: it does not have \"nodes=5\";"},
        {0, "cap", "7", "engine player: it has \"cap=60000\", now it is \"cap=7\";"},
        {1, "option.Hash", "16", "engine reference: it does not have \"option Hash = 16\";"},
        {2, "option.Hash", "16", "engine third: it does not have \"option Hash = 16\";"},
        {2, "dir", "below", "engine third: it has \"dir\", now it is \"dir below\";"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct error error = {.text = ""};
        struct setup setup;
        start_setup(&setup, run_path("resumed.db"), &error);
        if (rows[i].engine < 0)
            setup_set(&setup, rows[i].key, rows[i].value, true, &error);
        else
            setup_set_engine(&setup.engine[rows[i].engine], rows[i].key, rows[i].value, &error);
        ok(setup_finish(&setup, &error), "a changed setup %s", error.text);
        struct record *record = league_open_record(&setup, &error);
        if (!ok(!record && strstr(error.text, rows[i].wanted), "%s differs", rows[i].key))
            diag("%s", error.text);
        record_close(record);
        setup_free(&setup);
    }
}

/* ---- the program ----------------------------------------------------------------------------- */

/* All that the moves and seeds decide, in order; the clocks and the dates are left out. */
static char *results(const char *path) {
    return run_ask(
        path, "SELECT group_concat(line, char(10)) FROM (SELECT game || ' ' || number || ' ' "
              "|| margin1 || ' ' || termination || ' ' || moves AS line FROM half ORDER BY id)");
}

#define ENGINES                                                                                    \
    "--engine|builtin:reference|--engine|builtin:random|"                                          \
    "--engine|builtin:search|option.Hash=1|nodes=50"
#define BOARDS "--grid|torus 4x4,torus 3x4"

enum { HALVES = 3 * 2 * 2 * 3 }; /* of three rounds */

static void test_same_results(void) {
    is_int(run("match|" ENGINES "|" BOARDS "|--rounds|3|--seed|5|--record|one.db"), 0, "a match");
    ok(run_printed("reference"), "with standings");
    is_int(run("match|" ENGINES "|" BOARDS "|--rounds|3|--seed|5|--record|two.db|--concurrency|2"),
           0, "the same, two games at the same time");
    char *one = results(run_path("one.db")), *two = results(run_path("two.db"));
    is_int(run_number(run_path("one.db"), "SELECT COUNT(*) FROM half"), HALVES, "all halves");
    ok(one && two && strcmp(one, two) == 0, "same seed, same results");
    is_int(run_number(run_path("one.db"),
                      "SELECT COUNT(*) FROM engine WHERE id_name LIKE 'triancey%'"),
           3, "the engines' own names are recorded");
    free(one);
    free(two);
    is_int(run("standings|one.db"), 0, "standings");
    ok(run_printed("against reference"), "with the reference");
}

/* Killed again and again at odd moments, it has every half once in the end, and the same ones. */
static void test_killed(void) {
    const char *words = "match|" ENGINES "|" BOARDS "|--rounds|3|--seed|5|--record|killed.db|"
                        "--concurrency|2|--quiet";
    int last = 0;
    bool grows = true;
    for (int i = 0; i < enough(5, 12); i++) {
        pid_t child = run_start(words);
        run_plays(child, "killed.db", last + i % 3);
        kill(child, SIGKILL);
        run_finish(child);
        int halves = run_number(run_path("killed.db"), "SELECT COUNT(*) FROM half");
        grows &= halves >= last || halves == -1;
        last = halves > last ? halves : last;
    }
    ok(grows, "nothing finished is lost");
    is_int(run(words), 0, "it ends in the end");
    is_int(run_number(run_path("killed.db"), "SELECT COUNT(*) FROM half"), HALVES, "all halves");
    is_int(run_number(run_path("killed.db"), "SELECT COUNT(DISTINCT game*10+number) FROM half"),
           HALVES, "each once");
    char *killed = results(run_path("killed.db")), *one = results(run_path("one.db"));
    ok(killed && one && strcmp(killed, one) == 0, "and the same as without a kill");
    free(killed);
    free(one);
    is_int(run(words), 0, "once more");
    is_int(run_number(run_path("killed.db"), "SELECT COUNT(*) FROM half"), HALVES,
           "changes nothing");
}

/* Ctrl-C while an engine hangs: soon over, what was finished is there, then it goes on. */
static void test_interrupted(void) {
    const char *words = "match|" ENGINES "|" BOARDS "|--rounds|100000|--record|long.db|--quiet";
    static const int ending[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        int before = run_number(run_path("long.db"), "SELECT COUNT(*) FROM half");
        pid_t child = run_start(words);
        run_plays(child, "long.db", before + 4);
        kill(child, ending[i]);
        is_int(run_finish(child), 128 + ending[i], "ended by signal %d", ending[i]);
        ok(run_printed("interrupted"), "it says so");
        ok(run_printed("against reference"), "and prints the standings so far");
        ok(run_number(run_path("long.db"), "SELECT COUNT(*) FROM half") > before,
           "halves are kept");
    }
}

/* A program that ran before and may not be run any more: the league stops without blaming anybody,
 * and goes on once it may. */
static void test_program_lost(const char *sandbox, const char *reason) {
    char words[5000], text[5000], folders[4200], record[40];
    snprintf(folders, sizeof folders, "%s", run_tool("fake_engine"));
    snprintf(text, sizeof text, "#!/bin/sh\nexec '%s' good\n", folders);
    *strrchr(folders, '/') = '\0';
    snprintf(record, sizeof record, "lost-%s.db", sandbox);
    snprintf(words, sizeof words,
             "match|--engine|cmd=./taker|--engine|cmd=./taken|restart=yes|sandbox=%s|folders=%s|"
             "--grid|torus 4x4|--rounds|4|--record|%s|--quiet",
             sandbox, folders, record);
    run_write(run_path("taken"), text);
    chmod(run_path("taken"), 0700);
    snprintf(text, sizeof text,
             "#!/bin/sh\necho >>starts\n[ $(wc -l <starts) = 2 ] && chmod 600 taken\n"
             "exec '%s/fake_engine' good\n",
             folders);
    run_write(run_path("taker"), text);
    chmod(run_path("taker"), 0700);
    unlink(run_path("starts"));
    is_int(run(words), 1, "%s: a program may not be run any more: the league stops", sandbox);
    ok(run_printed("engine taken: ") && run_printed(reason), "%s: the reason", sandbox);
    is_int(run_number(run_path(record), "SELECT COUNT(*) FROM fault"), 0, "%s: without a fault",
           sandbox);
    chmod(run_path("taken"), 0700);
    is_int(run(words), 0, "%s: when it may, the league goes on", sandbox);
    is_int(run_number(run_path(record), "SELECT COUNT(*) FROM half WHERE at_fault IS NULL"), 8,
           "%s: to its end, without a forfeit", sandbox);
}

static void test_usage(void) {
    is_int(run("--version"), 0, "--version");
    ok(run_printed("triancey-referee " PACKAGE_VERSION "\n") && run_printed("GPL-3.0-or-later"),
       "the version and the licence");
    is_int(run("--help"), 0, "--help");
    ok(run_printed("standings FILE.db"), "help from the table");
    is_int(run("help|match"), 0, "help match");
    is_int(run("dance"), 2, "an unknown command");
    ok(run_printed("the commands are: match league standings rank"), "names the known ones");
    is_int(run("match"), 2, "no engines");
    is_int(run("match|--engine|cmd=a|cmd=b"), 2, "a key twice");
    is_int(run("match|--engine|a"), 2, "no key");
    is_int(run("match|--each|rounds=3"), 2, "--each takes limits only");
    is_int(run("match|--rounds"), 2, "no value");
    is_int(run("standings"), 2, "no record");
    is_int(run("standings|none.db"), 1, "a record that is not there");
    is_int(run("league|none.ini"), 1, "a league that is not there");
    is_int(run("match|--engine|builtin:random|--engine|cmd=./nothing|--record|never.db"), 1,
           "an engine that is not there");
    ok(run_printed("engine nothing: cannot run ./nothing: No such file"), "is named");
    ok(access(run_path("never.db"), F_OK) != 0, "and no record is begun");
    is_int(run("match|--engine|builtin:random|option.Wings=2|--engine|builtin:reference"), 1,
           "an option that is not there");
    ok(run_printed("no option 'Wings'"), "is named");
    is_int(run("match|--engine|builtin:random|--engine|builtin:reference|--game|triancey|"
               "--grid|torus 4x4|--rounds|1"),
           0, "a game of one half");
    ok(run_printed("triancey, 2 games"), "is played twice");
}

int main(void) {
    run_begin();
    test_record();
    test_bad_records();
    test_untouched();
    test_resumed();
    test_difference();
    test_usage();
    test_same_results();
    test_killed();
    test_program_lost("no", "cannot run ./taken: Permission denied");
#ifdef HAVE_LINUX /* elsewhere there is no sandbox */
    if (landlock_version() > 0)
        test_program_lost("landlock", "cannot run ./taken: Permission denied");
    if (system("command -v bwrap >/dev/null") == 0)
        test_program_lost("bwrap", "taken: Permission denied");
#endif
    test_interrupted();
    run_end();
    return done();
}
