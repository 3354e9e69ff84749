/* club_damaged.c - a file of a club that somebody or something has damaged: what cannot be so is
 * noticed and said, and is no reason to play on or to tell something else.
 */
#include "config.h"

#include "base/error.h"
#include "base/json.h"
#include "base/needed.h"
#include "club/store/accounts.h"
#include "club/store/ratings/game_record.h"
#include "club/store/ratings/ranking.h"
#include "club/store/tables/table_search.h"
#include "club/store/tables/table_view.h"
#include "club/store/weeks.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <string.h>

static const char closed_week[] = "2026-45";
static int64_t now, recorded;
static char open_game[SECRET_SIZE], table[SECRET_SIZE], hiding[SECRET_SIZE], waiting[SECRET_SIZE];
static struct table_search search;

/* ---- what is asked --------------------------------------------------------------------------- */

static enum club_answer answer_of(bool done) {
    return done ? CLUB_DONE : CLUB_FAILED;
}

static enum club_answer resign(struct club *club, struct error *error) {
    struct table_view view = {0};
    enum club_answer answer = table_resign(club, &is_anna, open_game, 1, now, &view, error);
    table_view_free(&view);
    return answer;
}

static enum club_answer begin(struct club *club, struct error *error) {
    struct table_view view = {0};
    enum club_answer answer = table_open_board(club, &anna, 4, now, &view, error);
    table_view_free(&view);
    return answer;
}

static enum club_answer settle(struct club *club, struct error *error) {
    return answer_of(settle_all(club, now + 2 * CLUB_CLOCK_MS, error));
}

static enum club_answer read_record(struct club *club, struct error *error) {
    struct game_record record = {.game = 0};
    enum club_answer answer = game_record_read(club, recorded, NULL, &record, error);
    game_record_free(&record);
    return answer;
}

static enum club_answer check_week(struct club *club, struct error *error) {
    struct week_checked checked;
    return answer_of(week_check(club, closed_week, now, &checked, error));
}

static enum club_answer read_secret(struct club *club, struct error *error) {
    char secret[DIGEST_SIZE];
    return answer_of(weeks_secret(club, closed_week, secret, error));
}

static enum club_answer read_as(struct club *club, const struct table_person *who, const char *name,
                                struct error *error) {
    struct table_view view = {0};
    enum club_answer answer = table_read(club, who, name, now, &view, error);
    table_view_free(&view);
    return answer;
}

static enum club_answer read_game(struct club *club, struct error *error) {
    return read_as(club, &is_anna, open_game, error);
}

static enum club_answer read_table(struct club *club, struct error *error) {
    return read_as(club, &is_anna, table, error);
}

static enum club_answer read_hiding(struct club *club, struct error *error) {
    return read_as(club, &nobody, hiding, error);
}

static enum club_answer move_there(struct club *club, struct error *error) {
    struct table_view view = {0};
    enum club_answer answer = table_move(club, &is_anna, table, 1, 0, "x", now, &view, error);
    table_view_free(&view);
    return answer;
}

static enum club_answer settle_tables(struct club *club, struct error *error) {
    bool more;
    return answer_of(
        tables_settle(club, now + INT64_C(100) * 24 * 3600000, &more, NULL, NULL, error));
}

/* Whether a table that is not damaged was settled all the same. */
static enum club_answer settle_others(struct club *club, struct error *error) {
    int64_t left;
    return settle_tables(club, error) == CLUB_FAILED &&
                   query_ask(club->record, "SELECT 1 FROM club_table WHERE name = ? AND state < 2",
                             VALUES(value_text(hiding)), &left, &(struct error){.text = ""}) &&
                   !left
               ? CLUB_DONE
               : CLUB_FAILED;
}

static void take_step(void *context, const struct table_step *step) {
    (void)context, (void)step;
}

static enum club_answer read_steps(struct club *club, struct error *error) {
    int steps;
    bool over;
    return answer_of(
        table_steps(club, hiding, GAME_PUBLIC, 0, now, take_step, NULL, &steps, &over, error));
}

static enum club_answer count_tables(struct club *club, struct error *error) {
    int64_t count[3];
    bool done = tables_count(club, count, error);
    error_set(error, "%d", (int)(count[0] + count[1] + count[2]));
    return answer_of(done);
}

static enum club_answer play_search(struct club *club, struct error *error) {
    bool lost;
    return table_search_play(club, &search, "1", 1000, now, &lost, error);
}

static enum club_answer read_search(struct club *club, struct error *error) {
    struct table_search other = {.line = NULL};
    enum club_answer answer = table_search_read(club, waiting, &other, error);
    table_search_free(&other);
    return answer;
}

/* ---- damage ---------------------------------------------------------------------------------- */

#define TABLE(set, name) "UPDATE club_table SET " set " WHERE name = '" name "'"

/* Of the open game: step 1 is a player who comes, 2 the half that begins. */
#define STEP(set, number)                                                                          \
    "UPDATE club_table_step SET " set " WHERE number = " number                                    \
    " AND tab = (SELECT id FROM club_table WHERE name = '%1')"

/* So many damaged tables that are due before all others. */
#define MANY(count)                                                                                \
    "INSERT INTO club_table WITH n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < " count     \
    ") SELECT NULL, substr(name, 1, 29) || (100 + i), game, grid, line, 0, halves, clock,"         \
    " increment, days, secret, invite, state, half, turn, since, 0, created, steps, ends, rated"   \
    " FROM club_table, n WHERE name = '%3'"

/* In the statements, %1 is the open game, %2 the recorded one, %3 to %5 the tables. */
static const struct damage {
    const char *sql;
    enum club_answer (*act)(struct club *club, struct error *error);
    enum club_answer answer;
    const char *said;
} damages[] = {
    {"UPDATE club_game SET board = 0", read_game, CLUB_FAILED, "is damaged"},
    {"UPDATE club_game SET board = 8", read_game, CLUB_FAILED, "is damaged"},
    {"UPDATE club_game SET board = -1", read_game, CLUB_FAILED, "is damaged"},
    {"DELETE FROM club_game", read_game, CLUB_FAILED, "is damaged"},
    {TABLE("ends = NULL", "%1"), read_game, CLUB_FAILED, "is damaged"},
    {TABLE("ends = 0", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {STEP("move = 'x'", "3"), read_game, CLUB_FAILED, "is damaged"},
    {STEP("move = 'x'", "4"), settle, CLUB_FAILED, "is damaged"},
    {"UPDATE club_account SET id = 99 WHERE name = 'Anna'", resign, CLUB_FAILED,
     "there is no such account"},
    {"UPDATE club_week SET secret = 'x' WHERE NOT closed", begin, CLUB_FAILED,
     "is missing or damaged"},
    {"DELETE FROM club_week", read_secret, CLUB_FAILED, "is missing or damaged"},
    {"UPDATE club_week SET secret = 'x' WHERE closed", read_record, CLUB_FAILED,
     "is missing or damaged"},
    {"UPDATE game SET foreign_id = '2026-45/1' WHERE id = %2", read_record, CLUB_UNKNOWN,
     "no such"},
    {"UPDATE game SET foreign_id = '2026-45:1/7' WHERE id = %2", read_record, CLUB_UNKNOWN,
     "no such"},
    {"UPDATE game SET foreign_id = '2026-45/1:7' WHERE id = %2", read_record, CLUB_UNKNOWN,
     "no such"},
    {"UPDATE game SET foreign_id = '2026-45/0/7' WHERE id = %2", read_record, CLUB_UNKNOWN,
     "no such"},
    {"UPDATE game SET foreign_id = '2026-45/8/7' WHERE id = %2", read_record, CLUB_UNKNOWN,
     "no such"},
    {"UPDATE game SET foreign_id = '2026-45/1/7x' WHERE id = %2", read_record, CLUB_UNKNOWN,
     "no such"},
    {"UPDATE game SET foreign_id = '2026-45/1' WHERE id = %2", check_week, CLUB_FAILED, "damaged"},
    {"UPDATE game SET foreign_id = '2026-45/0/7' WHERE id = %2", check_week, CLUB_FAILED,
     "damaged"},
    {"UPDATE game SET foreign_id = '2026-45/8/7' WHERE id = %2", check_week, CLUB_FAILED,
     "damaged"},
    {"UPDATE game SET foreign_id = '2026-45/1/x' WHERE id = %2", check_week, CLUB_FAILED,
     "damaged"},
    {TABLE("players = 1", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("players = 99", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("halves = 0", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("halves = 99", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("turn = -9", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("turn = 2", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("game = 'chess'", "%3"), read_table, CLUB_FAILED, "is damaged"},
    {TABLE("line = 'setgrid x'", "%3"), read_table, CLUB_FAILED, ""},
    {TABLE("line = 'setgrid x'", "%4"), read_steps, CLUB_FAILED, ""},
    {TABLE("line = 'setgrid x'", "%5"), read_search, CLUB_FAILED, ""},
    {TABLE("line = 'setgrid x'", "%5"), play_search, CLUB_FAILED, ""},
    {"UPDATE club_table_step SET move = 'x' WHERE move IS NOT NULL", read_table, CLUB_FAILED,
     "is damaged"},
    {"UPDATE club_table_step SET move = 'x' WHERE move IS NOT NULL", move_there, CLUB_FAILED,
     "is damaged"},
    {"UPDATE club_table_step SET move = 'x' WHERE move IS NOT NULL", settle_tables, CLUB_FAILED,
     "is damaged"},
    {TABLE("deadline = 0, players = 0", "%3"), settle_tables, CLUB_FAILED, "is damaged"},
    {TABLE("deadline = 0, players = 0", "%3"), settle_others, CLUB_DONE, "is damaged"},
    {MANY("200"), settle_others, CLUB_DONE, "is damaged"},
    {"UPDATE club_table_step SET move = 'x' WHERE move LIKE 'deal:%'", read_hiding, CLUB_FAILED,
     "is damaged"},
    {"UPDATE club_table_step SET move = 'x' WHERE move LIKE 'deal:%'", read_steps, CLUB_FAILED,
     "is damaged"},
    {"UPDATE club_table_step SET kind = 4 WHERE kind = 3", read_steps, CLUB_FAILED, "is damaged"},
    {"INSERT INTO club_table_seat SELECT id, 99, 1, NULL, 'h', '', 0 FROM club_table WHERE name ="
     " '%3' UNION ALL SELECT id, -1, 1, NULL, 'i', '', 0 FROM club_table WHERE name = '%3'",
     read_table, CLUB_DONE, ""},
    {TABLE("state = 7", "%3"), count_tables, CLUB_DONE, "2"},
    {TABLE("state = -7", "%3"), count_tables, CLUB_DONE, "2"},
};

/* Replaces %1 to %5. */
static void fill_in(char *to, size_t size, const char *sql) {
    char record[24];
    snprintf(record, sizeof record, "%d", (int)recorded);
    const char *const values[] = {open_game, record, table, hiding, waiting};
    size_t length = 0;
    for (; *sql && length + SECRET_SIZE < size; sql++)
        if (*sql == '%' && sql[1] >= '1' && sql[1] <= '5')
            length += (size_t)snprintf(to + length, size - length, "%s", values[*++sql - '1']);
        else
            to[length++] = *sql;
    to[length] = '\0';
}

static void test_damage(struct club *club, const struct damage *damage) {
    struct error error = {.text = ""}, said = {.text = ""};
    char sql[600];
    fill_in(sql, sizeof sql, damage->sql);
    bool done = query_begin_writing(club->record, &error) &&
                query_run(club->record, "PRAGMA defer_foreign_keys = ON", &error) &&
                query_run(club->record, sql, &error);
    club_forget(club);
    enum club_answer answer = damage->act(club, &said);
    query_end_writing(club->record, false, &(struct error){.text = ""});
    club_forget(club);
    ok(done && answer == damage->answer && strstr(said.text, damage->said), "%s: %d %s %s", sql,
       answer, said.text, error.text);
}

/* A position from which the next half is to begin, but cannot. */
static void test_restart(struct club *club) {
    struct error error = {.text = ""};
    char line[500];
    query_ask_text(club->record, "SELECT line FROM club_table WHERE name = ?",
                   VALUES(value_text(table)), line, sizeof line, &error);
    const struct made_board *made = boards_by_line(&club->boards, line, 2, &error);
    struct table_position *position = made ? table_position_new(made->board, 1, NULL) : NULL;
    ok(position && table_position_restart(position, 2), "a half that begins: %s", error.text);
    if (position)
        position->opening = needed(strdup("at turn=x"));
    ok(position && !table_position_restart(position, 2), "and one that cannot");
    table_position_free(position);
}

/* ---- requests that nothing fits -------------------------------------------------------------- */

static void test_pages(struct club *club) {
    static const struct page_request pages[] = {
        {.from = -1, .count = 10}, {.from = 0, .count = 0}, {.from = 0, .count = RANKING_ROWS + 1}};
    struct error error = {.text = ""};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        struct week_ranking ranking;
        struct week_list weeks;
        struct board_ranking board;
        struct career_list careers;
        is_int(ranking_week(club, closed_week, now, ACCOUNT_PERSON, &pages[i], &ranking, &error),
               CLUB_INVALID, "no such page of a week: %s", error.text);
        is_int(ranking_weeks(club, now, &pages[i], &weeks, &error), CLUB_INVALID, "of weeks");
        is_int(ranking_board(club, closed_week, 1, now, &pages[i], &board, &error), CLUB_INVALID,
               "of a board");
        is_int(ranking_careers(club, ACCOUNT_PERSON, &pages[i], &careers, &error), CLUB_INVALID,
               "of all times");
        ok(!ranking.count && !weeks.count && !board.count && !careers.count, "which has nothing");
    }
    for (int board = 0; board <= WEEK_BOARDS + 1; board += WEEK_BOARDS + 1) {
        static const struct page_request page = {.from = 0, .count = 1};
        struct board_ranking ranking;
        is_int(ranking_board(club, closed_week, board, now, &page, &ranking, &error), CLUB_UNKNOWN,
               "no board %d: %s", board, error.text);
    }
}

static void test_reasons(struct club *club) {
    struct error error = {.text = ""};
    struct account account;
    char reason[ACCOUNT_REASON_SIZE + 1];
    memset(reason, 'x', sizeof reason - 1);
    reason[sizeof reason - 1] = '\0';
    is_int(account_ban(club, bert.id, reason, &error), CLUB_INVALID, "too long a reason: %s",
           error.text);
    reason[ACCOUNT_REASON_SIZE - 1] = '\0';
    is_int(account_ban(club, bert.id, reason, &error), CLUB_DONE, "the longest one");
    account_read(club, bert.id, &account, &error);
    is_string(account.reason, reason, "is kept");
    struct json json = {0};
    json_open(&json, NULL, '{');
    is_int(account_export(club, bert.id, &json, &error), CLUB_DONE, "all that is kept");
    ok(strstr(text_get(&json.text), reason), "has it, too");
    text_free(&json.text);
    is_int(account_join(club, 12345, anna.id, &error), CLUB_UNKNOWN, "nobody is Anna: %s",
           error.text);
    is_int(account_join(club, bert.id, 12345, &error), CLUB_UNKNOWN, "Bert is nobody");
    is_int(account_join(club, bert.id, bert.id, &error), CLUB_INVALID, "or himself");
}

/* ---- the club -------------------------------------------------------------------------------- */

static void move_somewhere(struct club *club, struct table_view *view) {
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT];
    table_move(club, &is_anna, open_game, 1, 0, pick(view, 0, move), now, view, &error);
    is_int(view->plies, 2, "a move and its reply");
}

static void open_tables(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT];
    meet(club, (struct table_offer){.game = "tritt", .grid = "", .keys = "", .clock = 60000}, now,
         &view);
    memcpy(table, view.table, sizeof table);
    is_int(table_move(club, view.turn ? &is_bert : &is_anna, table, 1, 0, pick(&view, 0, move), now,
                      &view, &error),
           CLUB_DONE, "a move at a table: %s", error.text);
    meet(club, (struct table_offer){.game = "trioker-rapid", .grid = "", .keys = "", .days = 3},
         now, &view);
    memcpy(hiding, view.table, sizeof hiding);
    const struct table_offer alone = {
        .game = "selacata", .grid = "", .keys = "", .clock = 60000, .engine = "strong", .seat = 1};
    is_int(table_open(club, &is_bert, &alone, now, &view, &error), CLUB_DONE, "an engine's turn");
    memcpy(waiting, view.table, sizeof waiting);
    is_int(table_search_read(club, waiting, &search, &error), CLUB_DONE, "it is asked");
    table_view_free(&view);
}

int main(void) {
    struct club club;
    struct error error = {.text = ""};
    struct table_view view = {0};
    tables_club_begin(&club);
    ok(settle_all(&club, noon(), &error), "a week runs: %s", error.text);
    for (int half = 1; half <= CLUB_HALVES; half++)
        if ((half == 1 ? table_open_board(&club, &bert, 1, noon(), &view, &error)
                       : table_half(&club, &is_bert, view.table, half, noon(), &view, &error)) !=
                CLUB_DONE ||
            table_resign(&club, &is_bert, view.table, half, noon(), &view, &error) != CLUB_DONE)
            ok(false, "half %d: %s", half, error.text);
    now = noon() + INT64_C(7) * 24 * 3600000;
    ok(settle_all(&club, now, &error) &&
           query_ask(club.record, "SELECT record FROM club_game", NULL, &recorded, &error),
       "and is over");
    is_int(table_open_board(&club, &anna, 1, now, &view, &error), CLUB_DONE, "the next one: %s",
           error.text);
    memcpy(open_game, view.table, sizeof open_game);
    move_somewhere(&club, &view);
    open_tables(&club);
    is_int(read_record(&club, &error), CLUB_DONE, "a game of the week that is over");
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
        test_damage(&club, &damages[i]);
    is_int(read_game(&club, &error), CLUB_DONE, "without damage the game goes on: %s", error.text);
    is_int(read_table(&club, &error), CLUB_DONE, "as does the table: %s", error.text);
    is_int(read_steps(&club, &error), CLUB_DONE, "and the other: %s", error.text);
    is_int(check_week(&club, &error), CLUB_DONE, "and the week is what its secret says");
    test_restart(&club);
    test_pages(&club);
    test_reasons(&club);
    table_search_free(&search);
    table_view_free(&view);
    club_close(&club);
    tables_club_end();
    return done();
}
