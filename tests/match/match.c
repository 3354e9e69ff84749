/* match.c - the match loop against engines that misbehave: each has its verdict, the referee goes
 * on with a restarted engine, and nothing is left running or open.
 *
 * The clock is given (given_clock.h): only an engine that hangs or is slow lets time pass, so that
 * a loaded machine changes nothing.
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/system.h"
#include "base/text.h"
#include "games/game.h"
#include "grids/grid.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "half/verdict.h"
#include "protocol/protocol.h"
#include "referee/match/engine_seat.h"
#include "referee/match/match.h"
#include "referee/match/seat.h"
#include "tests/lib/given_clock.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_MAX = 60, GOOD_SEAT = 0, BAD_SEAT = 1 };

static atomic_int stop;
static char program[4096]; /* the path of fake_engine */

/* What a mode of the fake engine leads to in a half: the termination (NULL: an end by the rules),
 * and the kind of a fault that is noted besides (NULL: none). `limits` are for the bad engine. */
static const struct row {
    const char *mode, *termination, *fault, *limits;
} rows[] = {
    {"good", NULL, NULL, ""},
    {"no-score", NULL, NULL, ""},
    {"bytes", NULL, NULL, ""},
    {"log-flood", NULL, NULL, ""},
    {"chatter", NULL, NULL, ""},
    {"child", NULL, NULL, ""},
    {"close-in", "crash", "crash", "cap=700"},
    {"twice", NULL, "warning", ""},
    {"stale-id", NULL, "warning", ""},
    {"wrong-score", NULL, "score", ""},
    {"hang-score", NULL, "stall", "wait=3000"},
    {"exit-score", NULL, "crash", ""},
    {"exit-start", "crash", "crash", ""},
    {"exit-tgi", "crash", "crash", ""},
    {"exit-play", "crash", "crash", ""},
    {"exit-go", "crash", "crash", ""},
    {"killed-go", "crash", "crash", ""},
    {"close-out", "crash", "crash", ""},
    {"protocol-2", "start", "start", ""},
    {"no-protocol", "protocol", "protocol", ""},
    {"other-game", "start", "start", ""},
    {"no-game", "protocol", "protocol", ""},
    {"hang-tgi", "stall", "stall", "wait=700"},
    {"hang-isready", "stall", "stall", "wait=700"},
    {"hang-go", "stall", "stall", "cap=700"},
    {"hang-go", "time", "time", "movetime=10 margin=500"},
    {"hang-go", "time", "time", "tc=0.5+0.01"},
    {"hang-go", "stall", "stall", "nodes=1000 cap=700"},
    {"slow", "time", "time", "movetime=10 margin=20"},
    {"stopped", NULL, NULL, "movetime=10 margin=20"}, /* the referee was: nobody's fault */
    {"leave-group", "stall", "stall", "cap=700"},
    {"wrong-id", "protocol", "protocol", ""},
    {"illegal", "illegal", "illegal", ""},
    {"malformed", "illegal", "illegal", ""},
    {"none", "illegal", "illegal", ""},
    {"empty", "protocol", "protocol", ""},
    {"no-id", "protocol", "protocol", ""},
    {"refuse", "protocol", "protocol", ""},
    {"refuse-grid", "protocol", "protocol", ""},
    {"flood", "protocol", "protocol", ""},
    {"endless-line", "protocol", "protocol", ""},
    {"long-line", "protocol", "protocol", ""},
    {"nul-byte", "protocol", "protocol", ""},
};

struct place {
    struct grid *grid;
    struct game_board *board;
    char *board_line;
};

static void set_up(struct place *place) {
    struct error error;
    place->grid = grid_from_shape("torus 6x4", &error);
    place->board = game_prepare(game_find("selacata"), place->grid, 2, &error);
    place->board_line = protocol_write_grid("selacata", place->grid->name, place->grid->cells,
                                            (const int16_t(*)[3])place->grid->side);
}

static int open_descriptors(void) {
    int count = 0;
    DIR *folder = opendir("/dev/fd");
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

/* A seat for the fake engine in a mode; `limits` are KEY=VALUE words. */
static struct seat *seat_for(struct engine_spec *spec, char *command, size_t size, const char *mode,
                             const char *file, const char *limits) {
    struct error error;
    char words[200];
    snprintf(command, size, "'%s' %s %s", program, mode, file);
    *spec = (struct engine_spec){.name = (char *)"fake", .command = command};
    terms_default(spec);
    snprintf(words, sizeof words, "%s", limits);
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (!terms_set(spec, terms_find(word), value, &error))
            diag("%s", error.text);
    }
    return engine_seat_new(spec, &stop, NULL, 0);
}

static bool has_fault(const struct match_result *result, const char *kind) {
    for (int i = 0; i < result->faults; i++)
        if (strcmp(verdict_name(result->fault[i].fault.verdict), kind) == 0)
            return result->fault[i].seat == BAD_SEAT;
    return false;
}

static void check_half(const struct row *row, int half, int worst,
                       const struct match_result *result) {
    const char *name = row->mode;
    if (row->termination) {
        is_string(result->half.termination, row->termination, "%s %s: half %d ends so", name,
                  row->limits, half);
        is_int(result->half.at_fault, BAD_SEAT, "%s: by its fault", name);
        is_int(result->half.margin[GOOD_SEAT], worst, "%s: the opponent gets the best margin",
               name);
        is_int(result->half.margin[BAD_SEAT], -worst, "%s: it gets the worst margin", name);
        ok(result->text[0], "%s: with a reason: %s", name, result->text);
    } else {
        ok(strcmp(result->half.termination, "full") == 0 ||
               strcmp(result->half.termination, "stalemate") == 0,
           "%s: half %d ends by the rules (%s)", name, half, result->half.termination);
        is_int(result->half.at_fault, MATCH_NOBODY, "%s: nobody's fault", name);
        is_int(result->half.margin[0] + result->half.margin[1], 0, "%s: margins cancel out", name);
    }
    ok(row->fault ? has_fault(result, row->fault) : result->faults == 0, "%s: fault %s noted", name,
       row->fault ? row->fault : "none");
}

/* Plays two halves with the bad engine at seat 2, then ends both. */
static void test_row(const struct row *row, const struct place *place, const char *file) {
    char command[2][5000];
    struct engine_spec spec[2];
    struct match_result result = {0};
    int64_t start = clock_us();
    struct match_half match = {.board = place->board, .board_line = place->board_line};
    match.seat[GOOD_SEAT] = seat_for(&spec[0], command[0], sizeof command[0], "good", "", "");
    match.seat[BAD_SEAT] =
        seat_for(&spec[1], command[1], sizeof command[1], row->mode, file, row->limits);
    for (match.half = 1; match.half <= 2; match.half++) {
        bool played = match_play(&match, &result) == MATCH_FINISHED;
        if (ok(played, "%s: half %d is played", row->mode, match.half))
            check_half(row, match.half, place->board->worst, &result);
    }
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->request_quit(match.seat[i]);
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
    ok(clock_us() - start < SECONDS_MAX * INT64_C(1000000), "%s: within %d seconds", row->mode,
       SECONDS_MAX);
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "%s: no process is left", row->mode);
}

/* An engine that ends between two halves loses the second, and plays on in the third. */
static void test_exit_between(const struct place *place) {
    char command[2][5000];
    struct engine_spec spec[2];
    struct match_result result = {0};
    struct match_half match = {.board = place->board, .board_line = place->board_line};
    match.seat[0] = seat_for(&spec[0], command[0], sizeof command[0], "good", "", "");
    match.seat[1] = seat_for(&spec[1], command[1], sizeof command[1], "exit-newgame", "", "");
    for (int i = 1; i <= 4; i++) {
        match.half = 2 - i % 2;
        is_int(match_play(&match, &result), MATCH_FINISHED, "exit-newgame: half %d is played", i);
        is_int(result.half.at_fault, i % 2 ? MATCH_NOBODY : 1, "exit-newgame: half %d", i);
    }
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
}

/* What an engine did before its opponent failed is not forgotten. */
static void test_warned_winner(const struct place *place) {
    char command[2][5000];
    struct engine_spec spec[2];
    struct match_result result = {0};
    struct match_half match = {.board = place->board, .board_line = place->board_line, .half = 1};
    match.seat[0] = seat_for(&spec[0], command[0], sizeof command[0], "stale-id", "", "");
    match.seat[1] = seat_for(&spec[1], command[1], sizeof command[1], "exit-go", "", "");
    is_int(match_play(&match, &result), MATCH_FINISHED, "a warning, then the opponent's end");
    is_int(result.half.at_fault, 1, "it wins");
    ok(result.faults == 2 && result.fault[0].fault.verdict == VERDICT_CRASH &&
           result.fault[1].seat == 0 && result.fault[1].fault.verdict == VERDICT_WARNING,
       "and its warning is noted");
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
}

/* Neither can begin: nobody wins. And the reason is reported. */
static void test_no_start(const struct place *place) {
    char command[2][5000];
    struct engine_spec spec[2];
    struct match_result result = {0};
    struct match_half match = {.board = place->board, .board_line = place->board_line, .half = 1};
    for (int i = 0; i < 2; i++)
        match.seat[i] = seat_for(&spec[i], command[i], sizeof command[i], "exit-start", "", "");
    is_int(match_play(&match, &result), MATCH_FINISHED, "two engines that end at once");
    is_int(result.half.margin[0], 0, "nobody wins");
    is_int(result.half.at_fault, MATCH_NOBODY, "both are to blame");
    is_int(result.faults, 2, "and both have a fault");
    ok(strstr(result.fault[0].fault.text, "status"), "with its reason: %s",
       result.fault[0].fault.text);
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
}

/* A program that ran before and does not start now has not lost: no half is played until it does.
 */
static void test_machine(const struct place *place) {
    char command[2][5000], path[] = "/tmp/triancey-program-XXXXXX";
    struct engine_spec spec[2];
    struct match_result result = {0};
    struct match_half match = {.board = place->board, .board_line = place->board_line, .half = 1};
    int descriptor = mkstemp(path);
    dprintf(descriptor, "#!/bin/sh\nexec '%s' exit-newgame\n", program);
    fchmod(descriptor, 0700);
    close(descriptor);
    match.seat[0] = seat_for(&spec[0], command[0], sizeof command[0], "good", "", "");
    match.seat[1] = seat_for(&spec[1], command[1], sizeof command[1], "good", "", "");
    spec[1].command = path;
    is_int(match_play(&match, &result), MATCH_FINISHED, "a program runs");
    match.half = 2;
    is_int(match_play(&match, &result), MATCH_FINISHED, "and ends");
    is_string(result.half.termination, "crash", "which costs a half");
    match.half = 1;
    chmod(path, 0600);
    is_int(match_play(&match, &result), MATCH_MACHINE, "then it may not be run any more");
    ok(strstr(result.shown, "engine fake: cannot run ") && strstr(result.shown, "denied"),
       "the reason: %s", result.shown);
    is_int(result.faults, 0, "nobody is to blame");
    chmod(path, 0700);
    is_int(match_play(&match, &result), MATCH_FINISHED, "when it may, the half is played");
    is_int(result.half.at_fault, MATCH_NOBODY, "to its end");
    match.half = 2;
    match_play(&match, &result);
    match.half = 1;
    unlink(path);
    is_int(match_play(&match, &result), MATCH_MACHINE, "a program that is gone");
    ok(strstr(result.shown, "No such file"), "the reason: %s", result.shown);
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    match_result_free(&result);
}

static void test_try(const struct place *place) {
    char command[5000], id_name[ENGINE_ID_SIZE], id_author[ENGINE_ID_SIZE];
    struct error error = {.text = ""};
    struct engine_option option = {.name = (char *)"style", .value = (char *)"wild"};
    struct engine_spec spec = {.name = (char *)"fake", .command = command};
    terms_default(&spec);
    snprintf(command, sizeof command, "'%s' good", program);
    spec.option = &option;
    spec.option_count = 1;
    ok(engine_seat_try(&spec, &stop, NULL, "selacata", place->board_line, NULL, id_name, id_author,
                       &error),
       "an option is found in any case of letters %s", error.text);
    is_string(id_name, "fake", "its name");
    option.name = (char *)"Stile";
    ok(!engine_seat_try(&spec, &stop, NULL, "selacata", place->board_line, NULL, id_name, id_author,
                        &error),
       "a wrong one");
    is_string(error.text, "engine fake: the engine has no option 'Stile'", "is named");
    spec.option_count = 0;
    spec.dir = (char *)"/does/not/exist";
    ok(!engine_seat_try(&spec, &stop, NULL, "selacata", place->board_line, NULL, id_name, id_author,
                        &error),
       "a wrong folder");
    ok(strstr(error.text, "cannot enter the folder /does/not/exist"), "is named: %s", error.text);
    spec.dir = NULL;
    snprintf(command, sizeof command, "/dev/null");
    ok(!engine_seat_try(&spec, &stop, NULL, "selacata", place->board_line, NULL, id_name, id_author,
                        &error),
       "no program at all");
    ok(strstr(error.text, "/dev/null: Permission denied"), "is told: %s", error.text);
}

/* An engine that speaks another protocol, or does not play what is to be played, is refused by
 * name. */
static void test_mismatch(const struct place *place) {
    static const struct {
        const char *mode, *reason;
    } cases[] = {
        {"protocol-2", "the engine speaks version 2 of the protocol, and the referee version 1"},
        {"no-protocol", "the engine does not say which version of the protocol it speaks"},
        {"other-game", "the engine does not play selacata; it plays tritt"},
        {"no-game", "the engine does not say which games it plays"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[5000], wanted[200], id_name[ENGINE_ID_SIZE], id_author[ENGINE_ID_SIZE];
        struct error error = {.text = ""};
        struct engine_spec spec = {.name = (char *)"fake", .command = command};
        terms_default(&spec);
        snprintf(command, sizeof command, "'%s' %s", program, cases[i].mode);
        snprintf(wanted, sizeof wanted, "engine fake: %s", cases[i].reason);
        ok(!engine_seat_try(&spec, &stop, NULL, "selacata", place->board_line, NULL, id_name,
                            id_author, &error),
           "%s is refused before play", cases[i].mode);
        is_string(error.text, wanted, "%s: the reason", cases[i].mode);
    }
}

/* Interrupted: the half is abandoned soon, though the engine hangs. */
static void test_stop(const struct place *place) {
    char command[2][5000];
    struct engine_spec spec[2];
    struct match_result result = {0};
    struct match_half match = {.board = place->board, .board_line = place->board_line, .half = 1};
    match.seat[0] = seat_for(&spec[0], command[0], sizeof command[0], "good", "", "");
    match.seat[1] = seat_for(&spec[1], command[1], sizeof command[1], "hang-go", "", "");
    atomic_store(&stop, SIGINT);
    is_int(match_play(&match, &result), MATCH_STOPPED, "an interrupted half has no result");
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    atomic_store(&stop, 0);
    match_result_free(&result);
}

/* A half that was interrupted goes on after its moves, if they can be played. */
static void test_history(const struct place *place) {
    char command[2][5000];
    struct engine_spec spec[2];
    struct match_result whole = {0}, rest = {0};
    struct moves played = {0};
    struct match_half match = {.board = place->board, .board_line = place->board_line, .half = 1};
    for (int i = 0; i < 2; i++)
        match.seat[i] = seat_for(&spec[i], command[i], sizeof command[i], "good", "", "");
    is_int(match_play(&match, &whole), MATCH_FINISHED, "a whole half");
    struct moves_reader reader = moves_read(whole.half.moves, whole.half.clocks);
    while (played.count < 5 && moves_next(&reader))
        moves_add(&played, reader.text, reader.took);
    match.played = &played;
    is_int(match_play(&match, &rest), MATCH_FINISHED, "one behind its first moves");
    is_int(rest.half.plies, whole.half.plies, "is as long");
    moves_add(&played, "nowhere", 0);
    is_int(match_play(&match, &rest), MATCH_BAD_HISTORY, "not behind what is no move");
    is_int(rest.moves.count, 5, "which is the one after these");
    for (int i = 0; i < 2; i++)
        match.seat[i]->kind->free(match.seat[i]);
    moves_free(&played);
    match_result_free(&whole);
    match_result_free(&rest);
}

static void test_children(const char *path) {
    FILE *file = fopen(path, "r");
    int pid, children = 0, dead = 0;
    while (file && fscanf(file, "%d", &pid) == 1) {
        children++;
        dead += run_dies(pid);
    }
    if (file)
        fclose(file);
    ok(children > 0, "an engine had a child");
    is_int(dead, children, "and it ended with the engine");
}

int main(void) {
    char file[] = "/tmp/triancey-match-XXXXXX";
    struct place place;
    if (!system_program(program, sizeof program - sizeof "../lib/fake_engine"))
        skip_all("our path is not known");
    strcpy(strrchr(program, '/') + 1, "../lib/fake_engine");
    signal(SIGPIPE, SIG_IGN);
    int descriptor = mkstemp(file);
    close(descriptor);
    alarm(900); /* an engine that cannot be ended must not hold up all tests */
    clock_give();
    set_up(&place);
    int before = open_descriptors();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        test_row(&rows[i], &place, file);
    static const struct row stubborn = {"stubborn", NULL, NULL, ""};
    test_row(&stubborn, &place, file);
    test_exit_between(&place);
    test_warned_winner(&place);
    test_no_start(&place);
    test_machine(&place);
    test_try(&place);
    test_mismatch(&place);
    test_stop(&place);
    test_history(&place);
    test_children(file);
    is_int(open_descriptors(), before, "no descriptor is left open");
    unlink(file);
    clock_take();
    free(place.board_line);
    game_board_free(place.board);
    grid_free(place.grid);
    return done();
}
