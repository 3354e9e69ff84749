/* formats.c - leagues of all formats by the program: killed and resumed with the same pairs,
 * deciders, boards made from words, and shards that make up the whole. */
#include "config.h"

#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREE                                                                                      \
    "--engine|builtin:random|name=a|--engine|builtin:random|name=b|"                               \
    "--engine|builtin:search|option.Hash=1|nodes=50|name=c|"
#define FIVE  THREE "--engine|builtin:reference|--engine|builtin:random|name=d|"
#define SMALL "--grids|torus 3x4,torus 4x4|"

/* The results of a record that depend on seeds alone, in order. */
static char *results(const char *path) {
    return run_ask(path, "SELECT group_concat(line, char(10)) FROM (SELECT game || ' ' || round ||"
                         " ' ' || pair || ' ' || board.name || ' ' || board.spelled || seat1 ||"
                         " ' ' || seat2 || ' ' || number || ' ' || margin1 || ' ' || moves AS line"
                         " FROM half JOIN game ON game.id = game JOIN board ON board.id = board"
                         " ORDER BY half.id)");
}

static char *meetings(const char *path) {
    return run_ask(
        path,
        "SELECT coalesce(group_concat(line, char(10)), 'none') FROM (SELECT round || ' ' || number"
        " || ' ' || engine1 || ' ' || coalesce(engine2, 'bye') || ' ' || margin1"
        " || ' ' || coalesce(winner, 'none') AS line"
        " FROM meeting ORDER BY round, number)");
}

static void is_same(char *one, char *two, const char *what) {
    ok(one && two && strcmp(one, two) == 0, "%s", what);
    free(one);
    free(two);
}

static int count_halves(const char *name) {
    return run_number(run_path(name), "SELECT COUNT(*) FROM half");
}

/* Plays a league in one go, then again with another number of workers while it is killed again and
 * again: the results are equal. */
static void test_resumed(const char *name, const char *engines, const char *words, int halves) {
    char whole[300], killed[300], command[2000];
    snprintf(whole, sizeof whole, "%s-whole.db", name);
    snprintf(killed, sizeof killed, "%s-killed.db", name);
    snprintf(command, sizeof command, "match|%s%s|--record|%s", engines, words, whole);
    is_int(run(command), 0, "%s: played", name);
    is_int(run_number(run_path(whole), "SELECT COUNT(*) FROM half"), halves, "%s: halves", name);
    snprintf(command, sizeof command, "match|%s%s|--record|%s|--concurrency|2|--quiet", engines,
             words, killed);
    for (int i = 0; i < enough(1, 8); i++) {
        int before = count_halves(killed);
        pid_t child = run_start(command);
        run_plays(child, killed, before + 1);
        kill(child, SIGKILL);
        run_finish(child);
    }
    is_int(run(command), 0, "%s: ended after all", name);
    is_same(results(run_path(whole)), results(run_path(killed)), "the same games");
    is_same(meetings(run_path(whole)), meetings(run_path(killed)), "the same meetings");
    is_int(run(command), 0, "%s: once more", name);
    is_int(run_number(run_path(killed), "SELECT COUNT(*) FROM half"), halves, "changes nothing");
}

/* The winner of a knockout is the one that has lost no meeting. */
static void test_winner(void) {
    char *winner =
        run_ask(run_path("knockout-whole.db"),
                "SELECT name FROM engine WHERE id NOT IN (SELECT CASE winner WHEN engine1"
                " THEN engine2 ELSE engine1 END FROM meeting WHERE engine2 NOTNULL)");
    char wanted[100];
    snprintf(wanted, sizeof wanted, "winner: %s", winner ? winner : "?");
    is_int(run("standings|knockout-whole.db"), 0, "standings of a knockout");
    ok(run_printed(wanted), "%s", wanted);
    is_int(run("standings|swiss-whole.db"), 0, "standings of a Swiss league");
    ok(run_printed("Swiss: round 3 of 3"), "with its own table");
    is_int(run_number(run_path("swiss-whole.db"),
                      "SELECT COUNT(*) FROM meeting WHERE engine2 IS NULL AND winner = engine1"),
           3, "a bye in each round");
    free(winner);
}

/* Another program has changed the record: the referee reports it and plays no more. */
static void test_changed(void) {
    run_query(run_path("swiss-killed.db"),
              "UPDATE game SET seat1 = seat2, seat2 = seat1 WHERE id = 1;"
              "DELETE FROM half WHERE game > 8");
    is_int(run("match|" FIVE SMALL "--format|swiss|--record|swiss-killed.db"), 1, "a changed game");
    ok(run_printed("game 1 is not between the engines"), "is named");
}

/* Boards made from words: two a round; the record has each once, complete like any other board. */
static void test_words(void) {
    is_int(run("match|--engine|builtin:random|--engine|builtin:random|name=b|--game|triancey|"
               "--boards|words:2|--word-cells|24|--rounds|3|--record|words.db"),
           0, "boards made from words");
    is_int(run_number(run_path("words.db"), "SELECT COUNT(*) FROM board"), 6, "six of them");
    is_int(run_number(run_path("words.db"), "SELECT COUNT(DISTINCT name) FROM board"), 6, "differ");
    is_int(run_number(run_path("words.db"), "SELECT COUNT(*) FROM game JOIN game AS other ON"
                                            " other.pair = game.pair AND other.leg > game.leg AND"
                                            " other.board = game.board AND other.seed = game.seed"
                                            " AND other.seat1 = game.seat2"),
           6, "each is played with seats exchanged");
    is_int(run_number(run_path("words.db"),
                      "SELECT COUNT(*) FROM board WHERE spelled LIKE '% cells 24 sides %'"),
           6, "of 24 cells");
    char *name = run_ask(run_path("words.db"), "SELECT name FROM board WHERE id = 4");
    char command[200], board_line[4000];
    snprintf(command, sizeof command,
             "match|--engine|builtin:random|--engine|builtin:random|name=b|--game|triancey|"
             "--grid|%s|--record|named.db",
             name ? name : "?");
    is_int(run(command), 0, "%s by its name", name);
    char *board = run_ask(run_path("named.db"), "SELECT spelled FROM board");
    snprintf(board_line, sizeof board_line,
             "SELECT COUNT(*) FROM board WHERE id = 4 AND spelled = '%s'", board ? board : "");
    is_int(run_number(run_path("words.db"), board_line), 1, "is the same board");
    free(name);
    free(board);
    is_int(run("match|--engine|builtin:random|--engine|builtin:random|name=b|--game|archipel|"
               "--boards|words:1|--quiet"),
           0, "on a cylinder, where the game wants one");
}

/* ---- shards ---------------------------------------------------------------------------------- */

static const char league[] = "[league]\nname = parts\ngrids = torus 4x4, torus 6x4, crepe\n"
                             "rounds = 2\n[engine reference]\ncmd = builtin:reference\n"
                             "[engine random]\ncmd = builtin:random\n"
                             "[engine search]\ncmd = builtin:search\noption.Hash = 1\nnodes = 50\n";

/* The halves of a whole league, one a line, and those of all shards, in order. */
static char *joined(int shards) {
    char sql[3000];
    int end =
        snprintf(sql, sizeof sql, "SELECT group_concat(line, char(10)) FROM (SELECT * FROM (");
    for (int i = 1; i <= shards; i++)
        end += snprintf(sql + end, sizeof sql - (size_t)end,
                        "%s SELECT half.id, seed || moves || margin1 || termination AS line"
                        " FROM s%d.half JOIN s%d.game ON s%d.game.id = half.game",
                        i > 1 ? " UNION ALL" : "", i, i, i);
    snprintf(sql + end, sizeof sql - (size_t)end, ") ORDER BY id)");
    char attach[1000] = "";
    for (int i = 1; i <= shards; i++) {
        char name[40];
        snprintf(name, sizeof name, "parts.%d-of-%d.db", i, shards);
        snprintf(attach + strlen(attach), sizeof attach - strlen(attach), "ATTACH '%s' AS s%d;",
                 run_path(name), i);
    }
    return run_ask_attached(attach, sql);
}

static void test_shards(int shards) {
    char command[100], path[40];
    for (int i = 1; i <= shards; i++) {
        snprintf(command, sizeof command, "league|parts.ini|--shard|%d/%d|--quiet", i, shards);
        is_int(run(command), 0, "shard %d of %d", i, shards);
        snprintf(path, sizeof path, "parts.%d-of-%d.db", i, shards);
        is_int(run_number(run_path(path),
                          "SELECT ABS((SELECT COUNT(*) FROM game) * shards - scheduled) >="
                          " 2 * shards OR scheduled <> 18 FROM league"),
               0, "with its share of the games");
    }
    char *whole = run_ask(run_path("parts.db"),
                          "SELECT group_concat(line, char(10)) FROM (SELECT half.id, seed || moves"
                          " || margin1 || termination AS line FROM half JOIN game"
                          " ON game.id = half.game ORDER BY half.id)");
    is_same(whole, joined(shards), "together they are the whole league");
    is_same(run_ask(run_path(path), "SELECT schedule FROM league"),
            run_ask(run_path("parts.db"), "SELECT schedule FROM league"), "of the same schedule");
}

static void test_shard_mistakes(void) {
    is_int(rename(run_path("parts.1-of-3.db"), run_path("other.2-of-3.db")), 0, "renamed");
    is_int(run("league|parts.ini|--shard|2/3|--record|other.db"), 1, "another's record");
    ok(run_printed("belongs to shard 1/3 of this league (1/1 is all of it), not to 2/3"),
       "is refused");
    is_int(run("league|parts.ini|--shard|4/3"), 2, "4/3");
    ok(run_printed("shard must be K/N with K from 1 to N"), "says what may be");
    is_int(run("league|parts.ini|--shard|19/19"), 2, "a shard without games");
    ok(run_printed("the league has 18 games"), "says how many there are");
    is_int(run("league|parts.ini|--shard|1/2|--format|swiss"), 2, "rounds that depend on results");
    ok(run_printed("cannot be dealt out"), "are not dealt out");
    is_int(run("league|parts.ini|--shard|slurm"), 2, "a part that Slurm would name");
    ok(run_printed("--scheduler slurm deals out a whole league"), "says what takes its place");
}

/* ---- mistakes -------------------------------------------------------------------------------- */

static void test_mistakes(void) {
    static const struct {
        const char *words, *wanted;
    } rows[] = {
        {"--format|cup", "format must be roundrobin, gauntlet, swiss or knockout, not 'cup'"},
        {"--boards|some", "boards must be all, draw:N or words:N, not 'some'"},
        {"--boards|draw:0", "must be a whole number from 1"},
        {"--boards|draw:3|--grid|torus 4x4", "boards: 3 boards cannot be drawn from a list of 1"},
        {"--boards|words:3|--grid|crepe", "grids: boards made from words need no list"},
        {"--boards|words:3|--word-cells|49", "word_cells: "},
        {"--word-cells|48", "word_cells: only for boards = words:N"},
        {"--gauntlet|a", "gauntlet: only for format = gauntlet"},
        {"--format|gauntlet|--gauntlet|x", "gauntlet: no engine has the name 'x'"},
        {"--format|gauntlet|--gauntlet|a,a", "gauntlet: a is given twice"},
        {"--format|gauntlet|--gauntlet|a,b,c,d,reference", "0 engines are left"},
        {"--seeding|draw", "seeding: only for format = swiss or knockout"},
        {"--seeding|best", "seeding must be order or draw"},
        {"--format|knockout|--rounds|2", "rounds: a knockout of 5 engines has 3 rounds, not 2"},
        {"--rounds|1000000|--boards|words:1000", "too many for one league"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char command[1000];
        snprintf(command, sizeof command, "match|" FIVE "%s", rows[i].words);
        is_int(run(command), 2, "%s", rows[i].words);
        ok(run_printed(rows[i].wanted), "says %s", rows[i].wanted);
    }
    is_int(run("match|--engine|builtin:random|--engine|builtin:random|name=b|--format|gauntlet"), 2,
           "a gauntlet without a reference");
    ok(run_printed("needs the key gauntlet"), "says what it needs");
}

/* What a command line says after the file takes the place of its list of boards, too. */
static void test_list_replaced(void) {
    is_int(run("league|parts.ini|--boards|words:1|--word-cells|24|--record|instead.db|--quiet"), 0,
           "words instead of the boards of a file");
    ok(!run_printed("no list"), "need no other file");
    run_write(run_path("own.ini"), "[league]\ngrids = crepe\n[engine a]\ncmd = builtin:random\n"
                                   "[engine b]\ncmd = builtin:random\n");
    is_int(run("league|own.ini|--game|tritt size 4|--quiet"), 0,
           "nor does a game with a board of its own");
    is_int(run("league|parts.ini|--boards|words:1|--grids|crepe"), 2, "but not both at once");
    ok(run_printed("need no list"), "and that is said");
}

int main(void) {
    run_begin();
    test_resumed("swiss", FIVE, SMALL "--format|swiss", 3 * 2 * 2 * 2);
    test_resumed("knockout", FIVE, "--grids|torus 4x4,torus 6x4|--format|knockout|--seeding|draw",
                 4 * 2 * 2);
    test_resumed("gauntlet", FIVE, SMALL "--format|gauntlet|--gauntlet|c, a", 2 * 3 * 2 * 2);
    const char *some = enough(0, 1) ? FIVE : THREE;
    int pairs = enough(3, 10);
    test_resumed("drawn", some, SMALL "--boards|draw:1|--rounds|3", pairs * 3 * 2);
    test_resumed("fresh", some, "--boards|words:1|--word-cells|24|--rounds|2", pairs * 2 * 2);
    test_winner();
    test_changed();
    test_words();
    run_write(run_path("parts.ini"), league);
    is_int(run("league|parts.ini|--concurrency|2|--quiet"), 0, "a league in one piece");
    test_shards(3);
    test_shards(2);
    test_shard_mistakes();
    test_list_replaced();
    test_mistakes();
    run_end();
    return done();
}
