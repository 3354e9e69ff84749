/* move_cost.c - what a move costs, at a table or in a tournament game: statements, and moves that
 * are played again.
 */
#include "config.h"

#include "base/error.h"
#include "club/store/tables/table_view.h"
#include "games/game.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

/* Statements that were run, those that read the moves of a half to play them again, and those that
 * read all of a table's steps. */
static int statements, replays, walks;

static int count(unsigned type, void *context, void *statement, void *sql) {
    (void)type, (void)context, (void)statement;
    if (strncmp(sql, "--", 2) == 0)
        return 0;
    statements++;
    replays += strstr(sql, "SELECT move, took FROM club_") != NULL;
    walks += strstr(sql, "SELECT number, kind") && !strstr(sql, "number > ?");
    return 0;
}

static void watch(struct club *club) {
    struct query query;
    struct error error;
    query_open(&query, club->record, "SELECT 1", NULL);
    sqlite3_trace_v2(sqlite3_db_handle(query.statement), SQLITE_TRACE_STMT, count, NULL);
    query_close(&query, &error);
}

static void take_step(void *context, const struct table_step *step) {
    *(int *)context += step->kind == STEP_MOVE;
}

/* What the stream of a reader costs after a move: how many moves it tells. */
static int follow(struct club *club, const struct table_view *view, int reader, int behind) {
    struct error error = {.text = ""};
    int moves = 0, steps;
    bool over;
    ok(table_steps(club, view->table, reader, behind, noon(), take_step, &moves, &steps, &over,
                   &error),
       "followed: %s", error.text);
    return moves;
}

/* Plays moves of a game, each followed by two readers. Returns the most statements of one move,
 * without those that write what chance does after it. */
static int play(struct club *club, struct table_view *view, int moves) {
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT];
    int most = 0;
    for (int i = 0; i < moves && view->state == TABLE_OPEN; i++) {
        const int turn = view->turn, half = view->half, steps = view->steps;
        const struct table_person *who = turn == 0 ? &is_anna : &is_bert;
        table_read(club, who, view->table, noon(), view, &error);
        pick(view, (uint32_t)i, move);
        statements = 0;
        if (table_move(club, who, view->table, half, view->plies, move, noon(), view, &error) !=
            CLUB_DONE)
            diag("%s: %s", move, error.text);
        statements -= view->steps - steps - 1;
        most = statements > most ? statements : most;
        if (view->half != half || view->state != TABLE_OPEN)
            continue;
        statements = 0;
        int told = follow(club, view, GAME_PUBLIC, steps) + follow(club, view, 1, steps);
        ok(told >= 2 && statements <= 2 * 2, "two streams cost %d statements", statements);
    }
    return most;
}

static void test_game(struct club *club, const char *game, const char *keys, bool clocked) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = {.game = game, .grid = "", .keys = keys};
    if (clocked)
        offer.clock = 600000;
    else
        offer.days = 2;
    meet(club, offer, noon(), &view);
    replays = walks = 0;
    int most = play(club, &view, 6);
    ok(most <= 5, "%s: a move runs %d statements", game, most);
    is_int(replays, 0, "%s: nothing is played again", game);
    is_int(walks, 0, "%s: no step is read again", game);
    club_forget(club);
    statements = 0;
    most = play(club, &view, 1);
    is_int(replays, 1, "%s: what is not in memory is played once", game);
    ok(most <= 10, "%s: with %d statements", game, most);
    table_resign(club, &is_anna, view.table, view.half, noon(), &view, &error);
    table_view_free(&view);
}

static void test_tournament(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT];
    int most = 0, wrong = 0;
    is_int(table_open_board(club, &anna, 1, noon(), &view, &error), CLUB_DONE, "a game: %s",
           error.text);
    replays = 0;
    for (int i = 0; i < 6; i++) {
        pick(&view, 0, move);
        statements = 0;
        wrong += table_move(club, &is_anna, view.table, 1, view.plies, move, noon(), &view,
                            &error) != CLUB_DONE;
        most = statements > most ? statements : most;
    }
    is_int(wrong, 0, "moves: %s", error.text);
    ok(most <= 5, "a tournament move runs %d statements", most);
    is_int(replays, 0, "nothing is played again");
    club_forget(club);
    pick(&view, 0, move);
    is_int(table_move(club, &is_anna, view.table, 1, view.plies, move, noon(), &view, &error),
           CLUB_DONE, "not in memory");
    is_int(replays, 1, "it is played once");
    table_view_free(&view);
}

static int64_t ask(struct club *club, const char *sql) {
    int64_t answer = -1;
    struct error error = {.text = ""};
    ok(query_ask(club->record, sql, NULL, &answer, &error), "asked: %s", error.text);
    return answer;
}

/* A tournament move changes no row but those of its steps. What the clock shows follows from them,
 * also when nothing is in memory, and the half ends when it has run out, not when the row says. */
static void test_rows(struct club *club) {
    static const char deadline[] =
        "SELECT deadline FROM club_table WHERE ends IS NOT NULL AND state = 1"
        " ORDER BY id DESC LIMIT 1",
                      rows[] = "SELECT SUM(since + deadline + steps + left) FROM club_table"
                               " JOIN club_table_seat ON tab = id";
    const int64_t lost = 7000;
    int64_t now = noon(), left = CLUB_CLOCK_MS;
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT];
    is_int(table_open_board(club, &bert, 2, now, &view, &error), CLUB_DONE, "a game: %s",
           error.text);
    const int64_t before = ask(club, rows);
    for (int i = 0; i < 3; i++, left += CLUB_INCREMENT_MS - 2345)
        is_int(table_move(club, &is_bert, view.table, 1, view.plies, pick(&view, 0, move),
                          now += 2345, &view, &error),
               CLUB_DONE, "a move after 2.345 s: %s", error.text);
    ok(ask(club, rows) == before && view.steps == 8, "eight steps, and the rows are as they were");
    club_forget(club);
    ok(tables_give_back(club, lost, &error), "time is given back: %s", error.text);
    table_read(club, &is_bert, view.table, now + lost + 1000, &view, &error);
    const int64_t runs_out = now + lost + left;
    ok(view.seat[0].left == left - 1000 && view.deadline == runs_out && view.steps == 8,
       "what the clock shows, and when it runs out, follow from the steps");
    is_int(ask(club, deadline) - noon(), CLUB_CLOCK_MS + lost, "the row's deadline is earlier");
    ok(settle_all(club, noon() + CLUB_CLOCK_MS + lost, &error) && ask(club, deadline) == runs_out,
       "when it comes, it is written anew: %s", error.text);
    ok(settle_all(club, runs_out - 1, &error) && ask(club, deadline) == runs_out,
       "a moment before its end the clock runs: %s", error.text);
    ok(settle_all(club, runs_out, &error), "it runs out: %s", error.text);
    table_read(club, &is_bert, view.table, runs_out, &view, &error);
    ok(view.over == 1 && strcmp(view.done[0].termination, "time") == 0, "the half is over by time");
    table_view_free(&view);
}

/* Another process changes the file, as an operator's command does. */
static void test_changed(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct club other;
    const struct table_offer offer = {.game = "selacata", .grid = "", .keys = "", .days = 2};
    meet(club, offer, noon(), &view);
    ok(club_join(&other, tables_club_path(), &error) &&
           query_write(other.record, "UPDATE club_table SET half = 1, deadline = 77", NULL, &error),
       "another process: %s", error.text);
    club_close(&other);
    struct table_view seen = {0};
    table_read(club, &nobody, view.table, 0, &seen, &error);
    ok(seen.deadline == 77, "what another process has changed is seen");
    table_view_free(&seen);
    table_view_free(&view);
}

/* A transaction that is taken back takes back what is in memory. */
static void test_taken_back(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], other[GAME_MOVE_TEXT];
    const struct table_offer offer = {.game = "selacata", .grid = "", .keys = "", .days = 2};
    meet(club, offer, noon(), &view);
    pick(&view, 0, move);
    pick(&view, 1, other);
    query_begin_writing(club->record, &error);
    is_int(table_move(club, &is_anna, view.table, 1, 0, move, noon(), &view, &error), CLUB_DONE,
           "a move");
    query_end_writing(club->record, false, &error);
    club_forget(club);
    table_read(club, &is_anna, view.table, noon(), &view, &error);
    ok(view.plies == 0 && view.turn == 0, "is taken back");
    is_int(table_move(club, &is_anna, view.table, 1, 0, other, noon(), &view, &error), CLUB_DONE,
           "another is played: %s", error.text);
    is_string(text_get(&view.moves), other, "and stands");
    table_view_free(&view);
}

/* Moves at two tables share a turn, in which the file refuses a step of the second: the first one
 * of the move, or the computer's reply, when a part of it was written. */
static void test_shared(struct club *club) {
    static const char *const refuse[] = {
        "CREATE TEMP TRIGGER refuse BEFORE INSERT ON club_table_step WHEN NEW.seat = 0"
        " BEGIN SELECT RAISE(ABORT, 'refused'); END",
        "CREATE TEMP TRIGGER refuse BEFORE INSERT ON club_table_step WHEN NEW.seat = 1"
        " BEGIN SELECT RAISE(ABORT, 'refused'); END"};
    struct table_view view = {0}, game = {0};
    struct error error = {.text = ""}, late;
    char move[GAME_MOVE_TEXT], board[SECRET_SIZE];
    const struct table_offer offer = {.game = "selacata", .grid = "", .keys = "", .days = 2};
    meet(club, offer, noon(), &view);
    table_open_board(club, &anna, 3, noon(), &game, &error);
    memcpy(board, game.table, sizeof board);
    for (int part = 0; part <= 1; part++) {
        query_begin_writing(club->record, &error);
        pick(&view, 0, move);
        is_int(table_move(club, part ? &is_bert : &is_anna, view.table, 1, view.plies, move, noon(),
                          &view, &error),
               CLUB_DONE, "a move: %s", error.text);
        query_run(club->record, refuse[part], &error);
        pick(&game, 0, move);
        is_int(table_move(club, &is_anna, board, 1, game.plies, move, noon(), &game, &error),
               CLUB_FAILED, "another is refused: %s", error.text);
        query_run(club->record, "DROP TRIGGER refuse", &error);
        ok(query_end_writing(club->record, true, &late) == !part, "%s: %s",
           part ? "the turn is lost with it" : "which concerns nobody else", late.text);
        club_forget(club);
        table_read(club, &is_anna, view.table, noon(), &view, &error);
        is_int(view.plies, 1, "so one move is there");
        table_read(club, &is_anna, board, noon(), &game, &error);
        is_int(game.plies, 0, "and none of the other");
    }
    ok(table_move(club, &is_anna, board, 1, 0, pick(&game, 0, move), noon(), &game, &error) ==
               CLUB_DONE &&
           query_begin_writing(club->record, &error) &&
           query_end_writing(club->record, true, &error),
       "later turns are kept: %s", error.text);
    table_view_free(&view);
    table_view_free(&game);
}

int main(void) {
    struct club club;
    tables_club_begin(&club);
    watch(&club);
    test_game(&club, "selacata", "", true);
    test_game(&club, "triangulation", "players 2", false);
    test_game(&club, "trioker-rapid", "", true);
    test_tournament(&club);
    test_rows(&club);
    test_changed(&club);
    test_taken_back(&club);
    test_shared(&club);
    club_close(&club);
    tables_club_end();
    return done();
}
