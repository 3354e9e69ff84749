/* program.c - what the options and keys of a league do to the engines that play in it, and what the
 * program says to a command line or a file that is wrong. */
#include "config.h"

#include "base/affinity.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define AGAINST "--engine|builtin:random|--seed|3|--quiet|"

static char fake[4400];

/* A match of the fake engine in a mode, with a file of its own. */
static const char *match(const char *mode, const char *more) {
    static char words[8000];
    snprintf(words, sizeof words, "match|--engine|cmd='%s' %s %s|name=fake|%s|" AGAINST, fake, mode,
             run_path(mode), more);
    return words;
}

static void plays_well(const char *words, const char *record, const char *what) {
    is_int(run(words), 0, "%s: is played", what);
    char *fault = run_ask(run_path(record), "SELECT kind || ': ' || text FROM fault");
    ok(!fault, "%s: without a fault %s", what, fault ? fault : "");
    ok(run_number(run_path(record), "SELECT COUNT(*) FROM half") > 0, "%s: in halves", what);
    free(fault);
}

static void test_carry(void) {
    plays_well(match("carry", "--grid|torus 6x4,torus 4x4|--rounds|4|--record|carry.db"),
               "carry.db", "the margin of the first half is told in the second");
    ok(run_number(run_path("carry.db"), "SELECT COUNT(*) FROM half WHERE margin1 != 0") > 3,
       "and seldom is 0");
}

static void test_folder(void) {
    mkdir(run_path("below"), 0777);
    ok(symlink(fake, run_path("below/here")) == 0, "a program in a folder");
    plays_well("match|--engine|cmd=./here good|dir=below|" AGAINST "--grid|torus 4x4"
               "|--record|dir.db",
               "dir.db", "an engine with a folder");
}

/* Each of two games goes on only when the other has begun. */
static void test_concurrency(void) {
    plays_well(match("meet", "--grid|torus 6x4,torus 4x4|--concurrency|2|--record|meet.db"),
               "meet.db", "two games at the same time");
}

static void test_affinity(void) {
    bool can = affinity_nth(0) >= 0;
    plays_well(match(can ? "one-processor" : "good",
                     "--grid|torus 4x4|--affinity|yes|--concurrency|2|--record|affinity.db"),
               "affinity.db", "a processor of its own");
    if (!can) {
        ok(run_printed("affinity is not supported on this system"), "is told");
        is_int(run(match("good", "--grid|torus 4x4|--cpus|0|--record|cpus.db")), 2,
               "processors to choose");
        ok(run_printed("this system cannot choose the processors"), "are refused");
        return;
    }
    if (affinity_processors() < 2)
        return;
    run(match("one-processor", "--grid|torus 4x4|--record|free.db"));
    ok(run_number(run_path("free.db"), "SELECT COUNT(*) FROM fault") > 0,
       "only if it is asked for");
}

struct noted {
    const char *file;
    int pid;
};

static bool is_noted(void *context) {
    struct noted *noted = context;
    FILE *said = fopen(noted->file, "r");
    if (said && fscanf(said, "%d", &noted->pid) != 1)
        noted->pid = 0;
    if (said)
        fclose(said);
    return noted->pid > 0;
}

/* The referee is killed while an engine behind a wrapper script spins. */
static void test_orphan(void) {
    char script[9000];
    const char *wrapper = run_path("wrapper"), *file = run_path("spin");
    snprintf(script, sizeof script, "#!/bin/sh\n'%s' spin %s\ntrue\n", fake, file);
    run_write(wrapper, script);
    chmod(wrapper, 0777);
    pid_t child = run_start("match|--engine|cmd=./wrapper|name=fake|" AGAINST "--grid|torus 4x4");
    struct noted noted = {.file = file};
    ok(until(is_noted, &noted), "an engine spins behind a wrapper");
    kill(child, SIGKILL);
    run_finish(child);
    ok(noted.pid > 0 && run_dies(noted.pid), "and ends with a referee that is killed");
    if (noted.pid > 0)
        kill(noted.pid, SIGKILL);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void test_messages(void) {
    static const struct {
        const char *words;
        int status;
        const char *wanted;
    } rows[] = {
        {"help|--help", 0, "Usage: triancey-referee COMMAND"},
        {"help|help", 0, "Usage: triancey-referee COMMAND"},
        {"help|--words|@games", 0, "archipel\n"},
        {"help|--words", 2, "--words needs one of: @commands"},
        {"help|nothing", 2, "there is no command 'nothing'; the commands are: match "},
        {"grid|draw|crepe|--theme|dark", 2, "--theme needs --svg"},
        {"grid|draw|crepe|--ascii|--svg|x.svg", 2, "--ascii is for the terminal, not for --svg"},
        {"match|--rounds", 2, "--rounds needs a value"},
        {"match|--name|--quiet", 2, "--name needs a value"},
        {"match|--names|--quiet", 2, "--names: no key 'names'"},
        {"league|--grid", 2, "--grid needs a value"},
        {"standings|/tmp", 1, "/tmp: it is a folder"},
        {"match|--engine|cmd=builtin:random x|--engine|builtin:reference", 2,
         "engine builtin:random x: cmd: nothing may follow builtin:random, but 'x' does"},
        {"match|--engine|builtin:random|--engine|builtin:reference|--grid|a,,b", 2,
         "match: grids: an entry of the list is empty"},
        {"league|wrong.ini", 1, "league: wrong.ini: [league] grids: nosuch!: "},
        {"league|wrong.ini|--grid|no!", 1, "league: grids: no!: "},
        {"match|--engine|cmd=./lost one|--engine|builtin:random|--grid|torus 2x2", 1,
         "cannot run ./lost: its first line names /no/such/program, which is missing"},
        {"league|alone.ini", 2, "league: alone.ini: at least 2 engines"},
        {"league|pipe.ini", 1, "pipe.ini: it is not a regular file"},
        {"grid|check|pipe.ini", 1, "pipe.ini: it is not a regular file"},
        {"grid|show|./pipe.ini", 1, "pipe.ini: it is not a regular file"},
        {"grid|check|other.ini", 0,
         "other.ini: [grid] name: small is not the name of the file, which"},
    };
    run_write(run_path("wrong.ini"), "[league]\ngrids = nosuch!\n[engine a]\ncmd = a\n"
                                     "[engine b]\ncmd = b\n");
    run_write(run_path("lost"), "#! /no/such/program -x\n");
    chmod(run_path("lost"), 0777);
    run_write(run_path("alone.ini"), "[engine a]\ncmd = a\n");
    run_write(run_path("other.ini"), "[grid]\nname = small\ncells = 1\n[cells]\n0 = 0,0 1,0 0,1\n");
    ok(mkfifo(run_path("pipe.ini"), 0666) == 0, "a pipe");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        is_int(run(rows[i].words), rows[i].status, "%s", rows[i].words);
        ok(run_printed(rows[i].wanted), "says %s", rows[i].wanted);
    }
}

/* In the library, where boards are found by their files, a wrong name is a fault. */
static void test_library_name(void) {
    mkdir(run_path("grids"), 0777);
    run_write(run_path("grids/other.ini"),
              "[grid]\nname = small\ncells = 1\n[cells]\n0 = 0,0 1,0 0,1\n");
    setenv("TRIANCEY_DATADIR", run_path("."), 1);
    is_int(run("grid|check|grids/other.ini"), 1, "a wrong name in the library");
    ok(run_printed("small is not the name of the file; in the library it must be"), "is reported");
    unsetenv("TRIANCEY_DATADIR");
}

int main(void) {
    run_begin();
    alarm(900); /* what waits for ever must not hold up all tests */
    snprintf(fake, sizeof fake, "%s", run_tool("fake_engine"));
    test_carry();
    test_folder();
    test_concurrency();
    test_affinity();
    test_orphan();
    test_messages();
    test_library_name();
    run_end();
    return done();
}
