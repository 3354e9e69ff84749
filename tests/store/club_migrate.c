/* club_migrate.c - a file of an earlier version, in which tournament games were no tables: it is
 * opened, a copy of it is kept, its games go on where they were, and its rankings stay.
 */
#include "config.h"

#include "base/error.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/ratings/ranking.h"
#include "club/store/tables/table_view.h"
#include "club/store/weeks.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes into rows what follows from their steps, as earlier versions did at each move. */
static const char written[] =
    "UPDATE club_table_seat AS mine SET left = IFNULL((SELECT step.left FROM club_table_step AS "
    "step"
    "  JOIN club_table ON id = tab WHERE tab = mine.tab AND step.half = club_table.half"
    "   AND step.seat = mine.seat AND step.left IS NOT NULL ORDER BY number DESC LIMIT 1), left);"
    "UPDATE club_table AS mine SET since = since + (SELECT TOTAL(took / 1000) FROM club_table_step"
    "  WHERE tab = id AND number > steps),"
    " steps = (SELECT MAX(number) FROM club_table_step WHERE tab = id);"
    "UPDATE club_table SET deadline = MIN(ends, since + (SELECT left FROM club_table_seat"
    " WHERE tab = id AND seat = turn)) WHERE state = 1 AND ends IS NOT NULL;";

/* Turns such a file into one of an earlier version. */
static const char earlier[] =
    "DROP TRIGGER club_table_gone; ALTER TABLE club_game RENAME TO club_game_new;"
    "CREATE TABLE club_game (id INTEGER PRIMARY KEY AUTOINCREMENT,"
    " account INTEGER NOT NULL REFERENCES club_account, week TEXT NOT NULL REFERENCES club_week,"
    " board INTEGER NOT NULL, player INTEGER NOT NULL, record INTEGER REFERENCES game, half "
    "INTEGER NOT NULL,"
    " open INTEGER NOT NULL, since INTEGER NOT NULL, left INTEGER NOT NULL,"
    " UNIQUE (account, week, board));"
    "CREATE INDEX club_game_clock ON club_game (since + left) WHERE open;"
    "CREATE INDEX club_game_unfinished ON club_game (week) WHERE half <= 2;"
    "CREATE TABLE club_move (game INTEGER NOT NULL REFERENCES club_game, ply INTEGER NOT NULL,"
    " move TEXT NOT NULL, took INTEGER NOT NULL, PRIMARY KEY (game, ply)) WITHOUT ROWID;"
    "INSERT INTO club_game SELECT new.id, new.account, week, board, player, record,"
    " half + (state <> 1), state = 1, since, CASE state WHEN 1 THEN left ELSE 0 END"
    " FROM club_game_new AS new JOIN club_table ON club_table.id = new.tab"
    " JOIN club_table_seat ON club_table_seat.tab = new.tab AND seat = 0;"
    "INSERT INTO club_move SELECT new.id, number - (SELECT MAX(number) FROM club_table_step AS "
    "begin"
    "  WHERE begin.tab = step.tab AND kind = 2), move, took FROM club_game_new AS new"
    " JOIN club_table ON club_table.id = new.tab JOIN club_table_step AS step"
    " ON step.tab = new.tab AND step.half = club_table.half WHERE state = 1 AND kind = 3;"
    "DELETE FROM club_table_step WHERE tab IN (SELECT tab FROM club_game_new);"
    "DELETE FROM club_table_seat WHERE tab IN (SELECT tab FROM club_game_new);"
    "DELETE FROM club_table WHERE ends IS NOT NULL; DROP TABLE club_game_new;"
    "ALTER TABLE club_table DROP COLUMN ends; ALTER TABLE club_table DROP COLUMN rated;";

static struct account carl, dora;
static const struct table_person is_carl = {.account = &carl};

/* ---- a club ---------------------------------------------------------------------------------- */

/* Plays some moves of a half, a second each; all of them if the number is 0. */
static void play(struct club *club, const struct table_person *who, struct table_view *view,
                 int moves, int64_t *now) {
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], name[SECRET_SIZE];
    int half = view->half;
    memcpy(name, view->table, sizeof name);
    for (int i = 0; (moves == 0 || i < moves) && view->state == TABLE_OPEN && view->half == half;
         i++)
        if (table_move(club, who, name, half, view->plies, pick(view, (uint32_t)i, move),
                       *now += 1000, view, &error) != CLUB_DONE) {
            ok(false, "a move: %s", error.text);
            return;
        }
}

/* A game with this many halves over, and some moves in the next if there is one more to begin. */
static void play_game(struct club *club, const struct table_person *who, int board, int over,
                      int moves, int64_t now) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    is_int(table_open_board(club, who->account, board, now, &view, &error), CLUB_DONE,
           "%s plays board %d: %s", who->account->name, board, error.text);
    for (int half = 1; half <= over; half++) {
        play(club, who, &view, 0, &now);
        if (half < over || moves)
            is_int(table_half(club, who, view.table, half + 1, now, &view, &error), CLUB_DONE,
                   "half %d: %s", half + 1, error.text);
    }
    if (moves)
        play(club, who, &view, moves, &now);
    table_view_free(&view);
}

/* All that can be: games that are over, given away, in each half and between them; a table that is
 * no tournament game; an account that has gone. */
static void fill(struct club *club) {
    struct error error = {.text = ""};
    char device[DIGEST_SIZE];
    struct table_view view = {0};
    account_create(club, "Carl", ACCOUNT_PERSON, "no hash", noon(), &carl, device, &error);
    account_create(club, "Dora", ACCOUNT_ENGINE, "no hash", noon(), &dora, device, &error);
    const struct table_person is_dora = {.account = &dora};
    play_game(club, &is_anna, 1, 2, 0, noon());
    play_game(club, &is_anna, 2, 0, 3, noon());
    play_game(club, &is_anna, 3, 1, 0, noon());
    play_game(club, &is_anna, 4, 1, 2, noon());
    play_game(club, &is_bert, 1, 2, 0, noon());
    play_game(club, &is_carl, 1, 2, 0, noon());
    play_game(club, &is_carl, 5, 1, 2, noon());
    play_game(club, &is_dora, 7, 2, 0, noon());
    table_open_board(club, &bert, 6, noon(), &view, &error);
    table_resign(club, &is_bert, view.table, 1, noon(), &view, &error);
    meet(club, (struct table_offer){.game = "selacata", .grid = "", .keys = "", .days = 3}, noon(),
         &view);
    is_int(account_delete(club, carl.id, &error), CLUB_DONE, "Carl goes: %s", error.text);
    table_view_free(&view);
}

/* ---- what is seen of it ---------------------------------------------------------------------- */

static void count_step(void *context, const struct table_step *step) {
    text_addf(context, " %d:%d:%s", step->kind, step->seat, step->move ? step->move : "");
}

static void tell_games(struct club *club, const struct table_person *who, struct text *told) {
    char name[WEEK_BOARDS][SECRET_SIZE];
    struct table_view view = {0};
    struct error error = {.text = ""};
    ok(tables_of_week(club, who->account, "current", noon(), name, &error), "games: %s",
       error.text);
    for (int i = 0; i < WEEK_BOARDS; i++) {
        int steps;
        bool over;
        if (!*name[i] || table_read(club, who, name[i], noon() + 60000, &view, &error) != CLUB_DONE)
            continue;
        text_addf(told, "board %d of %s, %s: %s state %d half %d left %d moves %s\n", view.board,
                  view.week, view.grid, view.line, view.state, view.half, (int)view.seat[0].left,
                  text_get(&view.moves));
        for (int k = 0; k < view.over; k++)
            text_addf(told, " half %d: %s %d %s %s\n", view.done[k].number, view.done[k].moves,
                      view.done[k].margin[0], view.done[k].clocks, view.done[k].finished);
        table_steps(club, name[i], 0, 0, noon() + 60000, count_step, told, &steps, &over, &error);
        text_addf(told, " in %d steps\n", steps);
    }
    table_view_free(&view);
}

static void tell_ranking(struct club *club, int64_t now, struct text *told) {
    static const struct page_request page = {.from = 0, .count = 20};
    struct week_ranking week;
    struct career_list careers;
    struct error error = {.text = ""};
    for (int class = 0; class < ACCOUNT_CLASSES; class ++) {
        is_int(ranking_week(club, "2026-45", now, (enum account_class) class, &page, &week, &error),
               CLUB_DONE, "the week's ranking: %s", error.text);
        for (int i = 0; i < week.count; i++) {
            const struct ranking_row *row = &week.row[i];
            text_addf(told, "%d. %s %d %d %d %d", (int)row->place, row->who.name, (int)row->games,
                      (int)row->counted, (int)row->total, (int)row->lost);
            for (int board = 0; board < WEEK_BOARDS; board++)
                text_addf(told, " %d:%d", (int)row->board[board].game, row->board[board].margin);
            text_add(told, week.provisional ? " so far\n" : "\n");
        }
        is_int(ranking_careers(club, (enum account_class) class, &page, &careers, &error),
               CLUB_DONE, "of all times");
        for (int i = 0; i < careers.count; i++)
            text_addf(told, "%s %d %.9f\n", careers.row[i].who.name, (int)careers.row[i].games,
                      careers.row[i].mean);
    }
}

/* How a club stands on its day, and once its week is over. */
static char *tell(struct club *club) {
    struct text told = {0};
    struct error error = {.text = ""};
    const int64_t over = noon() + INT64_C(6) * 24 * 3600000;
    tell_games(club, &is_anna, &told);
    tell_games(club, &is_bert, &told);
    tell_ranking(club, noon(), &told);
    for (int board = 2; board <= 4; board++) {
        char name[WEEK_BOARDS][SECRET_SIZE];
        struct table_view view = {0};
        int64_t now = noon() + 60000;
        tables_of_week(club, &anna, "current", now, name, &error);
        table_half(club, &is_anna, name[board - 1], 0, now, &view, &error);
        play(club, &is_anna, &view, 0, &now);
        table_view_free(&view);
    }
    tell_games(club, &is_anna, &told);
    ok(settle_all(club, over, &error), "the week is over: %s", error.text);
    tell_ranking(club, over, &told);
    return told.bytes;
}

/* ---- the file -------------------------------------------------------------------------------- */

static int64_t ask(struct club *club, const char *sql) {
    struct error error = {.text = ""};
    int64_t answer = -1;
    if (!query_ask(club->record, sql, NULL, &answer, &error))
        ok(false, "%s: %s", sql, error.text);
    return answer;
}

static void run_shell(const char *format, const char *file) {
    char command[400];
    snprintf(command, sizeof command, format, file);
    if (system(command) != 0)
        ok(false, "%s", command);
}

int main(void) {
    struct club club;
    struct error error = {.text = ""};
    char copy[100];
    tables_club_begin(&club);
    const char *path = tables_club_path();
    ok(settle_all(&club, noon(), &error), "a week runs: %s", error.text);
    fill(&club);
    const int64_t numbers = ask(&club, "SELECT SUM(id * board) FROM club_game");
    club_close(&club);
    run_shell("cp %s %1$s.now", path);
    ok(club_open(&club, path, &error), "opened: %s", error.text);
    char *wanted = tell(&club);
    club_close(&club);

    run_shell("cp %s.now %1$s", path);
    ok(club_open(&club, path, &error) && query_run(club.record, written, &error),
       "a file whose rows were written at each move: %s", error.text);
    club_close(&club);
    run_shell("cp %s %1$s.now", path);
    ok(club_open(&club, path, &error), "is opened: %s", error.text);
    char *told = tell(&club);
    is_string(told, wanted, "and says what follows from steps");
    free(told);
    club_close(&club);

    run_shell("cp %s.now %1$s", path);
    ok(club_open(&club, path, &error) && query_begin_writing(club.record, &error) &&
           query_end_writing(club.record, query_run(club.record, earlier, &error), &error),
       "a file of an earlier version: %s", error.text);
    ok(query_run(club.record, "CREATE TABLE club_game_board (x)", &error), "with something odd");
    is_int(ask(&club, "SELECT COUNT(*) FROM club_move"), 11, "and moves of open halves");
    club_close(&club);
    ok(!club_open(&club, path, &error), "is not changed by halves: %s", error.text);
    run_shell("sqlite3 %s 'DROP TABLE club_game_board; SELECT open FROM club_game' >/dev/null",
              path);
    ok(club_open(&club, path, &error), "is opened: %s", error.text);
    is_int(ask(&club, "SELECT SUM(id * board) FROM club_game"), numbers,
           "games have their numbers");
    is_int(ask(&club, "SELECT COUNT(*) FROM sqlite_schema WHERE name IN ('club_move',"
                      " 'club_move_old', 'club_game_old', 'club_game_board')"),
           0, "nothing of the old is left");
    told = tell(&club);
    is_string(told, wanted, "games, moves and rankings are the same");
    ok(wanted && strstr(wanted, "so far") && strlen(wanted) > 2000, "which are not empty");
    club_close(&club);

    snprintf(copy, sizeof copy, "%s.before-tables", path);
    run_shell("sqlite3 %s.before-tables 'SELECT open FROM club_game; SELECT ply FROM club_move'"
              " >/dev/null",
              path);
    ok(club_open(&club, copy, &error), "the copy is as it was: %s", error.text);
    free(told);
    told = tell(&club);
    is_string(told, wanted, "and gives the same");
    free(told);
    free(wanted);
    club_close(&club);
    tables_club_end();
    return done();
}
