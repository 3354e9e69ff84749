/* club_games.c - tournament games of a club: the computer plays as the engine does, moves that come
 * twice, late, forged or from strangers, clocks and the ends of weeks, what rank and verify make of
 * the record, and a server that is killed at any moment.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/random.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/tables/tables.h"
#include "club/store/weeks.h"
#include "games/game.h"
#include "grids/grid.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/club.XXXXXX", path[64];

static int64_t at(const char *utc) {
    return calendar_seconds(utc) * 1000;
}

/* ---- a person -------------------------------------------------------------------------------- */

/* A board and rules of the test's own, from the word alone. */
struct person {
    struct account account;
    struct grid *grid;
    struct game_board *board;
    struct random random;
};

static void meet_board(struct person *person, const char *word) {
    struct error error = {.text = ""};
    game_board_free(person->board);
    grid_free(person->grid);
    person->grid = grid_find(word, &error);
    person->board = game_prepare(game_find("selacata"), person->grid, 0, &error);
}

static void leave(struct person *person) {
    game_board_free(person->board);
    grid_free(person->grid);
}

static struct person come(struct club *club, const char *name) {
    struct person person = {.board = NULL};
    char device[DIGEST_SIZE];
    struct error error = {.text = ""};
    is_int(account_create(club, name, ACCOUNT_PERSON, "no hash", at("2026-11-02T00:00:00Z"),
                          &person.account, device, &error),
           CLUB_DONE, "%s comes: %s", name, error.text);
    random_seed(&person.random, (uint64_t)person.account.id);
    return person;
}

static enum club_answer move_at(struct club *club, const struct account *account, const char *table,
                                int half, int before, const char *move, int64_t now,
                                struct table_view *view, struct error *error) {
    return table_move(club, &(struct table_person){.account = account}, table, half, before, move,
                      now, view, error);
}

static enum club_answer resign_at(struct club *club, const struct account *account,
                                  const char *table, int half, int64_t now, struct table_view *view,
                                  struct error *error) {
    return table_resign(club, &(struct table_person){.account = account}, table, half, now, view,
                        error);
}

static enum club_answer read_at(struct club *club, const struct account *account, const char *table,
                                int64_t now, struct table_view *view, struct error *error) {
    return table_read(club, &(struct table_person){.account = account}, table, now, view, error);
}

/* Begins the game on a board, or its next half. */
static enum club_answer begin(struct club *club, const struct account *account, int board, int half,
                              int64_t now, struct table_view *view, struct error *error) {
    enum club_answer answer = table_open_board(club, account, board, now, view, error);
    return answer == CLUB_CONFLICT && *view->table && view->state != TABLE_OVER && half != 1
               ? table_half(club, &(struct table_person){.account = account}, view->table, half,
                            now, view, error)
               : answer;
}

/* A legal move in the half that the view shows, by chance, and another. False: it is not the
 * person's turn.
 */
static bool think(struct person *person, const struct table_view *view, char *move, char *other) {
    const struct game *rules = person->board->game;
    struct game_state state;
    uint32_t moves[GRID_CELLS_MAX], played;
    rules->start(person->board, &state, view->half);
    struct moves_reader reader = moves_read(text_get(&view->moves), NULL);
    while (moves_next(&reader)) {
        if (!rules->parse(person->board, &state, reader.text, &played))
            return false;
        rules->play(person->board, &state, played);
    }
    if (rules->turn(person->board, &state) != 0)
        return false;
    int count = rules->moves(person->board, &state, moves);
    int choice = (int)random_below(&person->random, (uint32_t)count);
    rules->format(person->board, &state, moves[choice], GAME_EVERYBODY, move);
    rules->format(person->board, &state, moves[(choice + 1) % count], GAME_EVERYBODY, other);
    return true;
}

/* Plays the open half to its end, a second a move. */
static int64_t play_half(struct club *club, struct person *person, struct table_view *view,
                         int64_t now) {
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    int half = view->half;
    while (view->state == TABLE_OPEN && view->half == half) {
        if (!think(person, view, move, other) ||
            move_at(club, &person->account, view->table, half, view->plies, move, now += 1000, view,
                    &error) != CLUB_DONE) {
            ok(false, "half %d, move %d: %s", half, view->plies, error.text);
            return now;
        }
    }
    return now;
}

/* ---- the computer ---------------------------------------------------------------------------- */

/* What the engine's reference plays in each place where the computer moved, by its own words. */
static void compare_with_engine(struct club *club, const struct person *person,
                                const struct table_view *view, int half) {
    struct query query;
    struct error error = {.text = ""};
    char secret[DIGEST_SIZE], script[128], command[512], moves[2048] = "";
    query_open(&query, club->record,
               "SELECT moves FROM half JOIN club_game ON half.game = record"
               " JOIN club_table ON club_table.id = tab WHERE name = ? AND number = ?",
               VALUES(value_text(view->table), value_int(half)));
    if (query_step(&query))
        query_copy(&query, 0, moves, sizeof moves);
    ok(query_close(&query, &error) && moves[0] && weeks_secret(club, "2026-45", secret, &error),
       "half %d is in the record", half);
    is_string(view->done[half - 1].moves, moves, "the person sees these moves");
    uint64_t seed = week_seed("2026-45", secret, 1, half, person->account.id);
    char wanted[2048] = "", before[2048] = "";
    snprintf(script, sizeof script, "%s/script", folder);
    FILE *file = fopen(script, "w");
    fprintf(file, "setgrid %s selacata\n", view->grid);
    struct moves_reader reader = moves_read(moves, NULL);
    for (int i = 0; moves_next(&reader); i++) {
        if ((i + half - 1) % 2 == 1) {
            fprintf(file, "newgame half %d seed %" PRIu64 "\n", half, seed);
            if (before[0])
                fprintf(file, "play%s\n", before);
            fprintf(file, "go\n");
            strcat(strcat(wanted, wanted[0] ? " " : ""), reader.text);
        }
        strcat(strcat(before, " "), reader.text);
    }
    fclose(file);
    snprintf(command, sizeof command,
             "\"$top_builddir\"/triancey-engine --player reference < %s |"
             " sed -n 's/^bestmove //p' | tr '\\n' ' '",
             script);
    is_string(shell(command), wanted, "the engine plays as the club in half %d", half);
}

/* Text that is not a move at all is refused as such, in the first turn of a game. */
static void refuse_forged(struct club *club, struct person *ann, const char *game, int64_t now) {
    struct table_view again = {0};
    struct error error = {.text = ""};
    static const char *const forged[] = {
        "",     "-1", "999999999999", "pass",   "1 2",
        "\xff", "48", "0x1",          "resign", "1;DROP TABLE club_game"};
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++)
        is_int(move_at(club, &ann->account, game, 1, 0, forged[i], now, &again, &error),
               CLUB_INVALID, "forged: %s", error.text);
    char length[4000];
    memset(length, '1', sizeof length - 1);
    length[sizeof length - 1] = '\0';
    is_int(move_at(club, &ann->account, game, 1, 0, length, now, &again, &error), CLUB_INVALID,
           "a long one");
    table_view_free(&again);
}

/* Returns the time after her half. */
static int64_t test_first_half(struct club *club, struct person *ann, struct person *ben) {
    struct table_view view = {0}, again = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    int64_t now = at("2026-11-04T12:00:00Z");
    char his[WEEK_BOARDS][SECRET_SIZE];
    ok(settle_all(club, now, &error) &&
           tables_of_week(club, &ann->account, "current", now, his, &error) && !*his[0],
       "no game was begun");
    is_int(begin(club, &ann->account, 1, 0, now, &view, &error), CLUB_DONE, "begun: %s",
           error.text);
    char game[SECRET_SIZE];
    memcpy(game, view.table, sizeof game);
    ok(tables_of_week(club, &ann->account, "current", now, his, &error) &&
           strcmp(his[0], game) == 0 && !*his[1] &&
           tables_of_week(club, &ben->account, "current", now, his, &error) && !*his[0],
       "it is among her games, not among his");
    meet_board(ann, view.grid);
    ok(view.state == TABLE_OPEN && view.half == 1 && view.plies == 0 &&
           view.seat[0].left == CLUB_CLOCK_MS,
       "her turn, her clock");
    ok(think(ann, &view, move, other), "she has a move");
    is_int(move_at(club, &ben->account, game, 1, 0, move, now, &again, &error), CLUB_UNKNOWN,
           "not for a stranger: %s", error.text);
    is_string(again.table, "", "who sees nothing");
    is_int(read_at(club, &ben->account, game, now, &again, &error), CLUB_UNKNOWN, "or looks");
    is_int(table_read(club, &(struct table_person){.key = NULL}, game, now, &again, &error),
           CLUB_UNKNOWN, "nor for a spectator");
    is_int(move_at(club, &ann->account, game + 1, 1, 0, move, now, &again, &error), CLUB_UNKNOWN,
           "a guessed name");
    refuse_forged(club, ann, game, now);
    is_int(move_at(club, &ann->account, game, 1, 1, move, now, &again, &error), CLUB_CONFLICT,
           "one too far: %s", error.text);
    is_int(move_at(club, &ann->account, game, 2, 0, move, now, &again, &error), CLUB_CONFLICT,
           "the half after this: %s", error.text);
    is_int(move_at(club, &ann->account, game, 1, -1, move, now, &again, &error), CLUB_CONFLICT,
           "below zero");
    is_int(move_at(club, &ann->account, game, 1, 0, move, now + 3000, &view, &error), CLUB_DONE,
           "a move: %s", error.text);
    is_int(view.plies, 2, "and its reply");
    is_int(view.seat[0].left, CLUB_CLOCK_MS - 3000 + CLUB_INCREMENT_MS,
           "three seconds off, five on");
    is_int(move_at(club, &ann->account, game, 1, 0, move, now + 9000, &again, &error), CLUB_DONE,
           "sent again");
    is_string(text_get(&again.moves), text_get(&view.moves), "it changes nothing");
    is_int(again.seat[0].left, view.seat[0].left - 6000, "the clock goes on");
    is_int(move_at(club, &ann->account, game, 1, 0, other, now + 9000, &again, &error),
           CLUB_CONFLICT, "another one from a second window: %s", error.text);
    is_int(move_at(club, &ann->account, game, 1, 1, "0", now + 9000, &again, &error), CLUB_CONFLICT,
           "the computer's is not hers");
    is_int(begin(club, &ann->account, 1, 0, now + 9000, &again, &error), CLUB_DONE, "begun again");
    ok(strcmp(again.table, game) == 0 && again.plies == 2, "it is the same game");
    now = play_half(club, ann, &view, now + 9000);
    ok(view.state != TABLE_OPEN && view.half == 1 && view.over == 1,
       "the first half is over: %s %d", view.done[0].termination, view.done[0].margin[0]);
    is_int(move_at(club, &ann->account, game, 1, 0, move, now, &again, &error), CLUB_DONE,
           "its first move, sent once more");
    is_int(move_at(club, &ann->account, game, 1, 0, other, now, &again, &error), CLUB_CONFLICT,
           "and another");
    is_int(move_at(club, &ann->account, game, 2, 0, move, now, &again, &error), CLUB_CONFLICT,
           "the second has not begun");
    table_view_free(&view);
    table_view_free(&again);
    return now;
}

static void test_second_half(struct club *club, struct person *ann, int64_t now) {
    struct table_view view = {0}, again = {0};
    struct error error = {.text = ""};
    is_int(begin(club, &ann->account, 1, 1, now, &view, &error), CLUB_CONFLICT,
           "the first cannot begin again: %s", error.text);
    ok(view.state == TABLE_BETWEEN && view.half == 1, "and the second does not either");
    is_int(begin(club, &ann->account, 1, 3, now, &view, &error), CLUB_CONFLICT, "no third: %s",
           error.text);
    is_int(begin(club, &ann->account, 0, 0, now, &view, &error), CLUB_INVALID, "no board 0");
    is_int(begin(club, &ann->account, WEEK_BOARDS + 1, 0, now, &view, &error), CLUB_INVALID,
           "nor one more");
    is_int(begin(club, &ann->account, 1, 2, now, &view, &error), CLUB_DONE, "it begins");
    ok(view.state == TABLE_OPEN && view.half == 2 && view.plies == 1, "with the computer's move");
    now = play_half(club, ann, &view, now);
    ok(view.state != TABLE_OPEN && view.state == TABLE_OVER && view.over == 2, "the game is over");
    is_int(begin(club, &ann->account, 1, 0, now, &again, &error), CLUB_CONFLICT, "once a board: %s",
           error.text);
    compare_with_engine(club, ann, &view, 1);
    compare_with_engine(club, ann, &view, 2);
    table_view_free(&view);
    table_view_free(&again);
}

/* ---- time ------------------------------------------------------------------------------------ */

static void test_clock(struct club *club, struct person *ben) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    int64_t now = at("2026-11-05T12:00:00Z");
    is_int(begin(club, &ben->account, 1, 0, now, &view, &error), CLUB_DONE, "his clock");
    meet_board(ben, view.grid);
    think(ben, &view, move, other);
    is_int(read_at(club, &ben->account, view.table, now + CLUB_CLOCK_MS - 1, &view, &error),
           CLUB_DONE, "a moment before its end");
    ok(view.state == TABLE_OPEN && view.seat[0].left == 1, "still runs");
    is_int(move_at(club, &ben->account, view.table, 1, 0, move, now + CLUB_CLOCK_MS, &view, &error),
           CLUB_CONFLICT, "too late");
    ok(view.state == TABLE_BETWEEN && view.done[0].margin[0] == -ben->board->worst &&
           strcmp(view.done[0].termination, "time") == 0,
       "the half is lost by the worst margin");
    now += 2 * CLUB_CLOCK_MS;
    is_int(begin(club, &ben->account, 1, 0, now, &view, &error), CLUB_DONE, "the second");
    is_int(resign_at(club, &ben->account, view.table, 2, now, &view, &error), CLUB_DONE,
           "he resigns");
    is_int(resign_at(club, &ben->account, view.table, 2, now, &view, &error), CLUB_DONE,
           "and says it again");
    is_int(resign_at(club, &ben->account, view.table, 3, now, &view, &error), CLUB_CONFLICT,
           "but no half that is not there");
    is_string(view.done[1].termination, "resigned", "which is in the record");
    table_view_free(&view);
}

/* On Sunday night they have half of a half, and a game of which one half is over. */
static void test_week_end(struct club *club, struct person *ben) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    int64_t now = at("2026-11-08T23:58:00Z");
    is_int(begin(club, &ben->account, 2, 0, now, &view, &error), CLUB_DONE, "one on Sunday");
    meet_board(ben, view.grid);
    think(ben, &view, move, other);
    is_int(move_at(club, &ben->account, view.table, 1, 0, move, now, &view, &error), CLUB_DONE,
           "a move");
    char late[SECRET_SIZE];
    memcpy(late, view.table, sizeof late);
    is_int(begin(club, &ben->account, 3, 0, now, &view, &error), CLUB_DONE, "another");
    is_int(resign_at(club, &ben->account, view.table, 1, now, &view, &error), CLUB_DONE,
           "half of it given away");
    const int64_t monday = at("2026-11-09T00:00:00Z");
    struct club_week week;
    ok(settle_all(club, monday - 1, &error) &&
           weeks_read(club, "2026-45", monday - 1, &week, &error) && !week.closed,
       "the week is not over before its end: %s", error.text);
    is_int(read_at(club, &ben->account, late, monday - 1, &view, &error), CLUB_DONE, "looked at");
    ok(view.state == TABLE_OPEN, "his game goes on");
    const int64_t rest = monday + WEEK_REST_MS;
    ok(weeks_settle(club, rest, &error) && weeks_read(club, "2026-45", rest, &week, &error) &&
           !week.closed,
       "nor as long as games of it are not: %s", error.text);
    ok(settle_all(club, rest - 1, &error) && weeks_read(club, "2026-45", rest, &week, &error) &&
           !week.closed && !week.secret[0],
       "the secret is not public at once: %s", error.text);
    ok(settle_all(club, rest, &error) && weeks_read(club, "2026-45", rest, &week, &error) &&
           week.closed && digest_is(week.secret),
       "some hours later all is settled: %s", error.text);
    is_int(read_at(club, &ben->account, late, monday, &view, &error), CLUB_DONE, "looked at");
    ok(view.state == TABLE_OVER && view.done[0].margin[0] == -ben->board->worst &&
           view.done[1].margin[0] == -ben->board->worst &&
           strcmp(view.done[1].termination, "withdrawn") == 0,
       "both halves are lost");
    is_int(begin(club, &ben->account, 4, 0, monday - 1, &view, &error), CLUB_CONFLICT,
           "a clock that is set back begins nothing: %s", error.text);
    is_int(begin(club, &ben->account, 1, 0, monday, &view, &error), CLUB_DONE,
           "the new week has boards of its own");
    ok(strcmp(view.week, "2026-46") == 0 && view.half == 1 && view.state == TABLE_OPEN,
       "one is begun");
    struct account banned = ben->account;
    banned.banned = true;
    is_int(begin(club, &banned, 2, 0, monday, &view, &error), CLUB_FORBIDDEN, "not when banned");
    table_view_free(&view);
}

/* ---- the secret ------------------------------------------------------------------------------ */

static bool run_sql(struct club *club, const char *sql) {
    struct error error = {.text = ""};
    return query_run(club->record, sql, &error);
}

/* What the secret says is so, and whatever is changed in the record is found. */
static void test_secret(struct club *club) {
    static const char *const forged[] = {
        "UPDATE club_week SET digest = replace(digest, substr(digest, 1, 8), '00000000')"
        " WHERE week = '2026-45'",
        "UPDATE half SET moves = replace(moves, substr(moves, instr(moves, ' ')), ' 0 1 2')"
        " WHERE game = 1000000001 AND number = 1",
        "UPDATE board SET spelled = replace(spelled, '0,', '1,')",
        "UPDATE game SET foreign_id = replace(foreign_id, '2026-45/1/', '2026-45/7/')"
        " WHERE id = 1000000001",
        "UPDATE game SET foreign_id = foreign_id || '7' WHERE id = 1000000001"};
    struct week_checked checked;
    struct error error = {.text = ""};
    const int64_t now = at("2026-11-09T00:00:00Z");
    ok(week_check(club, "2026-45", now, &checked, &error), "the week is what its secret says: %s",
       error.text);
    ok(checked.halves == 8 && checked.moves > 20, "in %" PRId64 " halves, %" PRId64 " moves",
       checked.halves, checked.moves);
    ok(!week_check(club, "2026-46", now, &checked, &error), "not before it is over: %s",
       error.text);
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++) {
        ok(run_sql(club, "SAVEPOINT forged") && run_sql(club, forged[i]), "forged");
        ok(!week_check(club, "2026-45", now, &checked, &error), "found: %s", error.text);
        ok(run_sql(club, "ROLLBACK TO forged; RELEASE forged"), "taken back");
    }
}

/* ---- the record ------------------------------------------------------------------------------ */

static void test_record(void) {
    char command[400];
    snprintf(command, sizeof command,
             "\"$top_builddir\"/triancey-referee verify %s >%s/verify 2>&1; echo $?", path, folder);
    is_string(shell(command), "0", "verify finds nothing wrong");
    snprintf(command, sizeof command, "cat %s/verify", folder);
    diag("%s", shell(command));
    snprintf(command, sizeof command,
             "\"$top_builddir\"/triancey-referee rank %s --week 2026-45 2>&1 |"
             " awk '$1 ~ /^[0-9]+$/ {print $2, $3, $4}'",
             path);
    is_string(shell(command), "Bert 3 3\nAnna 1 1", "rank counts their games");
    snprintf(command, sizeof command,
             "sqlite3 %s \"SELECT DISTINCT finished FROM half WHERE termination = 'withdrawn'\"",
             path);
    is_string(shell(command), "2026-11-08T23:59:59Z", "what the week ended belongs to it");
}

/* ---- a full disk ----------------------------------------------------------------------------- */

/* Nothing that is refused has changed anything, and the same request succeeds once there is room.
 */
static void test_full(void) {
    struct club club;
    struct error error = {.text = ""}, ignored;
    struct table_view view = {0};
    char move[GAME_MOVE_TEXT] = "", other[GAME_MOVE_TEXT];
    int64_t now = at("2026-11-11T12:00:00Z");
    ok(club_open(&club, path, &error), "opened: %s", error.text);
    struct person clara = come(&club, "Clara");
    enum club_answer answer = CLUB_DONE;
    ok(query_run(club.record, "PRAGMA max_page_count = 1", &error), "no more room than there is");
    int board = 1, before = -1;
    for (int i = 0; answer == CLUB_DONE && i < 4000; i++) {
        if (view.state != TABLE_OPEN) {
            if (view.state == TABLE_OVER && ++board > WEEK_BOARDS) {
                board = 1;
                now += INT64_C(7) * 24 * 3600 * 1000;
            }
            before = -1;
            answer = begin(&club, &clara.account, board, 0, now, &view, &error);
            continue;
        }
        meet_board(&clara, view.grid);
        before = view.plies;
        think(&clara, &view, move, other);
        answer =
            move_at(&club, &clara.account, view.table, view.half, before, move, now, &view, &error);
    }
    is_int(answer, CLUB_FAILED, "refused at last: %s", error.text);
    ok(strstr(error.text, "full"), "for the disk is full");
    query_run(club.record, "PRAGMA max_page_count = 1000000", &ignored);
    is_int(begin(&club, &clara.account, board, 0, now, &view, &error), CLUB_DONE,
           "with more room it goes on: %s", error.text);
    if (before >= 0)
        is_int(
            move_at(&club, &clara.account, view.table, view.half, before, move, now, &view, &error),
            CLUB_DONE, "with the same move: %s", error.text);
    table_view_free(&view);
    leave(&clara);
    club_close(&club);
}

/* ---- killed ---------------------------------------------------------------------------------- */

/* What a server has acknowledged. */
struct receipt {
    int board, half, before;
    char move[GAME_MOVE_TEXT];
};

static void serve_half(struct club *club, struct person *person, struct table_view *view,
                       int64_t *now, int *most, int to) {
    struct receipt receipt = {.board = view->board, .half = view->half};
    struct error error;
    char other[GAME_MOVE_TEXT];
    meet_board(person, view->grid);
    while (view->state == TABLE_OPEN && view->half == receipt.half) {
        while (*most == 0)
            pause();
        --*most;
        receipt.before = view->plies;
        if (!think(person, view, receipt.move, other) ||
            move_at(club, &person->account, view->table, receipt.half, receipt.before, receipt.move,
                    ++*now, view, &error) != CLUB_DONE ||
            write(to, &receipt, sizeof receipt) != sizeof receipt)
            _exit(3);
    }
}

/* A server in a process of its own: plays on where the game stands, move by move. After so many it
 * waits to be killed. */
static void serve(const char *name, int64_t now, int most, int to) {
    struct club club;
    struct error error;
    struct person person = {.board = NULL};
    struct table_view view = {0};
    if (!club_open(&club, path, &error) || !tables_resume(&club, now, &error) ||
        account_find(&club, name, &person.account, &error) != CLUB_DONE)
        _exit(2);
    random_seed(&person.random, (uint64_t)now);
    for (int board = 1; board <= WEEK_BOARDS; board++)
        while (begin(&club, &person.account, board, 0, now, &view, &error) == CLUB_DONE)
            serve_half(&club, &person, &view, &now, &most, to);
    _exit(view.state == TABLE_OVER ? 0 : 4);
}

/* Whether a move that was acknowledged is there: sent again it is taken as it was. */
static int count_lost(const struct receipt *receipt, int count, const char *name, int64_t now) {
    struct club club;
    struct error error = {.text = ""};
    struct account account;
    struct table_view view = {0};
    int lost = 0;
    if (!club_open(&club, path, &error) || account_find(&club, name, &account, &error) != CLUB_DONE)
        return count;
    for (int i = 0; i < count; i++) {
        char his[WEEK_BOARDS][SECRET_SIZE];
        tables_of_week(&club, &account, "2026-46", now, his, &error);
        lost += move_at(&club, &account, his[receipt[i].board - 1], receipt[i].half,
                        receipt[i].before, receipt[i].move, now, &view, &error) != CLUB_DONE;
    }
    table_view_free(&view);
    club_close(&club);
    return lost;
}

/* A moment of chance, shorter than a move takes. */
static void spin(uint32_t rounds) {
    for (volatile uint32_t i = 0; i < rounds; i++)
        continue;
}

/* So few that the week has moves for all kills of a night, whenever the killer gets a processor. */
enum { MOVES_OF_A_LIFE = 2 };

static void test_killed(const char *name) {
    const int wanted = enough(12, 100);
    static struct receipt receipt[4096];
    struct random random;
    int count = 0, kills = 0, status = 0;
    int64_t now = at("2026-11-10T12:00:00Z");
    random_seed(&random, 7);
    for (;;) {
        int ends[2];
        if (pipe(ends) != 0)
            break;
        pid_t child = fork();
        if (child == 0)
            serve(name, now, kills < wanted ? MOVES_OF_A_LIFE : INT_MAX, ends[1]);
        close(ends[1]);
        if (kills < wanted) {
            if (random_below(&random, 3) > 0 &&
                read(ends[0], &receipt[count], sizeof *receipt) == sizeof *receipt)
                count++;
            spin(random_below(&random, 100000));
            kill(child, SIGKILL);
            kills++;
        }
        while (count < 4096 && read(ends[0], &receipt[count], sizeof *receipt) == sizeof *receipt)
            count++;
        close(ends[0]);
        waitpid(child, &status, 0);
        now += 1000;
        if (!WIFSIGNALED(status))
            break;
    }
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "after %d kills the game ends (status %d)",
       kills, status);
    ok(kills > wanted / 2 && count > 20, "%d kills, %d moves were acknowledged", kills, count);
    is_int(count_lost(receipt, count, name, now), 0, "and all of these are there");
    char command[400];
    snprintf(command, sizeof command,
             "sqlite3 %s \"SELECT COUNT(DISTINCT game), COUNT(*) FROM half JOIN club_game"
             " ON record = game WHERE week = '2026-46'; SELECT COUNT(*) FROM club_table_half\"",
             path);
    is_string(shell(command), "7|14\n0", "a game of two halves on each board, and no half beside");
}

int main(void) {
    struct club club;
    struct error error = {.text = ""};
    if (!mkdtemp(folder))
        return 1;
    if (!getenv("top_builddir"))
        setenv("top_builddir", ".", 1);
    snprintf(path, sizeof path, "%s/club.db", folder);
    ok(club_open(&club, path, &error), "a club: %s", error.text);
    struct person ann = come(&club, "Anna"), ben = come(&club, "Bert");
    test_second_half(&club, &ann, test_first_half(&club, &ann, &ben));
    test_clock(&club, &ben);
    test_week_end(&club, &ben);
    test_secret(&club);
    club_close(&club);
    test_record();
    test_killed("Anna");
    test_full();
    test_record();
    leave(&ann);
    leave(&ben);
    char command[80];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? done() : 1;
}
