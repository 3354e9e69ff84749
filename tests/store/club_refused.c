/* club_refused.c - whatever statement the file of a club refuses, a request fails as a whole and
 * says so, nothing is changed, and the same request is taken once the file does again.
 */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "club/store/accounts.h"
#include "club/store/ratings/analysis.h"
#include "club/store/ratings/game_record.h"
#include "club/store/ratings/marks.h"
#include "club/store/ratings/ranking.h"
#include "club/store/tables/table_search.h"
#include "club/store/tables/table_view.h"
#include "club/store/weeks.h"
#include "games/game.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a request needs, prepared anew for each. */
static struct scene {
    struct account person, other;
    char device[DIGEST_SIZE], name[8];
    int64_t now;
    int number, turn, plies;                     /* turn, plies: at the table */
    char game[SECRET_SIZE], second[SECRET_SIZE]; /* of the tournament */
    char table[SECRET_SIZE], invite[SECRET_SIZE], move[GAME_MOVE_TEXT];
    struct table_view view;
    struct table_search search;
    struct unanalysed half;
} scene;

#define PERSON (&(struct table_person){.account = &scene.person})
#define OTHER  (&(struct table_person){.account = &scene.other})

static const struct page_request page = {.from = 0, .count = 10};
static const char closed_week[] = "2026-45";
static int64_t recorded; /* a game of the closed week */
static char over[SECRET_SIZE];

/* ---- the file -------------------------------------------------------------------------------- */

/* The statement that is refused, counted from 1; 0: none is. */
static int refused, statements;

static int authorize(void *context, int code, const char *a, const char *b, const char *c,
                     const char *d) {
    (void)context, (void)b, (void)c, (void)d;
    bool is_change = code == SQLITE_INSERT || code == SQLITE_UPDATE || code == SQLITE_DELETE;
    bool is_bound = code == SQLITE_TRANSACTION && strcmp(a, "ROLLBACK") != 0;
    if (code != SQLITE_SELECT && !is_change && !is_bound)
        return SQLITE_OK;
    return ++statements == refused ? SQLITE_DENY : SQLITE_OK;
}

/* Counts the statements that are run, also those that were prepared before, but not the ends of
 * transactions. */
static bool ends;

static int trace(unsigned type, void *context, void *statement, void *sql) {
    (void)type, (void)context, (void)statement;
    ends = strncmp(sql, "COMMIT", 6) == 0 || strncmp(sql, "ROLLBACK", 8) == 0;
    statements += !ends && strncmp(sql, "--", 2) != 0;
    return 0;
}

static int stop(void *context) {
    (void)context;
    return !ends && statements == refused;
}

static sqlite3 *database_of(struct club *club) {
    struct query query;
    struct error error;
    query_open(&query, club->record, "SELECT 1", NULL);
    sqlite3 *database = sqlite3_db_handle(query.statement);
    query_close(&query, &error);
    return database;
}

/* From now on that statement is refused when it is prepared, as all are anew, or when it runs; the
 * club has kept nothing of the file in memory. */
static void refuse(struct club *club, int number, bool runs) {
    refused = 0;
    club_forget(club);
    sqlite3 *database = database_of(club);
    sqlite3_set_authorizer(database, number < 0 || runs ? NULL : authorize, NULL);
    sqlite3_trace_v2(database, number < 0 || !runs ? 0 : SQLITE_TRACE_STMT, trace, NULL);
    sqlite3_progress_handler(database, number < 0 || !runs ? 0 : 1, stop, NULL);
    refused = number;
    statements = 0;
}

/* A number that is another one after each change to the file; -1 within a transaction. */
static int64_t version_of(struct club *club) {
    unsigned version = 0;
    sqlite3 *database = database_of(club);
    if (!sqlite3_get_autocommit(database) ||
        sqlite3_file_control(database, "main", SQLITE_FCNTL_DATA_VERSION, &version) != SQLITE_OK)
        return -1;
    return version;
}

/* ---- what is prepared ------------------------------------------------------------------------ */

static void have_people(struct club *club) {
    struct error error = {.text = ""};
    struct account *const both[] = {&scene.person, &scene.other};
    for (int i = 0; i < 2; i++) {
        int number = ++scene.number;
        const char name[] = {'Q', (char)('a' + number / 676 % 26), (char)('a' + number / 26 % 26),
                             (char)('a' + number % 26), '\0'};
        memcpy(scene.name, name, sizeof name);
        if (account_create(club, scene.name, ACCOUNT_PERSON, "no hash", scene.now, both[i],
                           scene.device, &error) != CLUB_DONE)
            ok(false, "%s comes: %s", scene.name, error.text);
    }
    scene.name[0] = 'R';
}

/* The person has a game whose first half is over, and one whose first half is open. */
static void have_games(struct club *club) {
    struct error error = {.text = ""};
    have_people(club);
    const struct account *his = &scene.person;
    if (table_open_board(club, his, 2, scene.now, &scene.view, &error) != CLUB_DONE ||
        table_resign(club, PERSON, scene.view.table, 1, scene.now, &scene.view, &error) !=
            CLUB_DONE)
        ok(false, "a game: %s", error.text);
    memcpy(scene.second, scene.view.table, sizeof scene.second);
    if (table_open_board(club, his, 1, scene.now, &scene.view, &error) != CLUB_DONE)
        ok(false, "another: %s", error.text);
    memcpy(scene.game, scene.view.table, sizeof scene.game);
    const struct game *rules = game_find("selacata");
    const struct made_board *made =
        boards_by_name(&club->boards, rules, scene.view.grid, 0, &error);
    struct game_state state;
    uint32_t moves[1024];
    rules->start(made->board, &state, 1);
    rules->moves(made->board, &state, moves);
    rules->format(made->board, &state, moves[0], GAME_EVERYBODY, scene.move);
}

static void have_overdue(struct club *club) {
    have_games(club);
    scene.now += CLUB_CLOCK_MS + 1;
}

static void have_table(struct club *club, struct table_offer offer) {
    struct error error = {.text = ""};
    have_people(club);
    const struct table_person his = {.account = &scene.person};
    offer.grid = "";
    offer.keys = "";
    if (table_open(club, &his, &offer, scene.now, &scene.view, &error) != CLUB_DONE)
        ok(false, "a table: %s", error.text);
    memcpy(scene.table, scene.view.table, sizeof scene.table);
    memcpy(scene.invite, scene.view.invite, sizeof scene.invite);
}

static void have_waiting_table(struct club *club) {
    have_table(club, (struct table_offer){.game = "trioker-rapid", .clock = 60000, .seat = 0});
}

static void have_open_table(struct club *club) {
    struct error error = {.text = ""};
    have_waiting_table(club);
    if (table_join(club, OTHER, scene.table, scene.invite, scene.now, &scene.view, &error) !=
            CLUB_DONE ||
        table_read(club, PERSON, scene.table, scene.now, &scene.view, &error) != CLUB_DONE ||
        (scene.view.turn == 1 &&
         table_read(club, OTHER, scene.table, scene.now, &scene.view, &error) != CLUB_DONE))
        ok(false, "two at a table: %s", error.text);
    scene.turn = scene.view.turn;
    scene.plies = scene.view.plies;
    pick(&scene.view, 0, scene.move);
}

static void have_late_table(struct club *club) {
    have_open_table(club);
    scene.now += 3600000;
}

static void have_forgotten_table(struct club *club) {
    have_waiting_table(club);
    scene.now += INT64_C(400) * 24 * 3600000;
}

static void have_search(struct club *club) {
    struct error error = {.text = ""};
    have_table(club, (struct table_offer){
                         .game = "selacata", .clock = 60000, .seat = 1, .engine = "strong"});
    table_search_free(&scene.search);
    if (table_search_read(club, scene.table, &scene.search, &error) != CLUB_DONE)
        ok(false, "an engine's turn: %s", error.text);
    table_read(club, &nobody, scene.table, scene.now, &scene.view, &error);
    pick(&scene.view, 0, scene.move);
}

static void have_half(struct club *club) {
    struct error error = {.text = ""};
    unanalysed_free(&scene.half);
    if (!query_run(club->record, "DELETE FROM club_analysis; DELETE FROM club_analysed", &error) ||
        !analysis_next(club, &scene.half, &error) || scene.half.game == 0)
        ok(false, "a half to look at: %s", error.text);
}

/* ---- what is asked --------------------------------------------------------------------------- */

#define ACT(name) static enum club_answer name(struct club *club, struct error *error)
#define PERSON    (&(struct table_person){.account = &scene.person})
#define OTHER     (&(struct table_person){.account = &scene.other})

static enum club_answer answer_of(bool done) {
    return done ? CLUB_DONE : CLUB_FAILED;
}

ACT(create) {
    struct account account;
    return account_create(club, scene.name, ACCOUNT_PERSON, "no hash", scene.now, &account,
                          scene.device, error);
}

ACT(find_person) {
    struct account account;
    return account_find(club, scene.person.name, &account, error);
}

ACT(of_device) {
    struct account account;
    return account_of_device(club, scene.device, &account, error);
}

ACT(recovery) {
    struct account account;
    char hash[RECOVERY_HASH_SIZE];
    return account_recovery(club, scene.person.name, &account, hash, error);
}

ACT(set_recovery) {
    return account_set_recovery(club, scene.person.id, "another", error);
}

ACT(add_device) {
    return account_add_device(club, scene.person.id, scene.now, scene.device, error);
}

ACT(sign_out) {
    return account_sign_out(club, scene.device, error);
}

ACT(sign_out_all) {
    return account_sign_out_all(club, scene.person.id, error);
}

ACT(ban) {
    return account_ban(club, scene.person.id, "why not", error);
}

ACT(rename_person) {
    return account_rename(club, scene.person.id, scene.name, error);
}

ACT(classify) {
    return account_classify(club, scene.person.id, ACCOUNT_HELPED, error);
}

ACT(join) {
    return account_join(club, scene.person.id, scene.other.id, error);
}

ACT(delete_person) {
    return account_delete(club, scene.person.id, error);
}

ACT(export_person) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    enum club_answer answer = account_export(club, scene.person.id, &json, error);
    text_free(&json.text);
    return answer;
}

ACT(begin) {
    return table_open_board(club, &scene.person, 3, scene.now, &scene.view, error);
}

ACT(begin_second) {
    return table_half(club, PERSON, scene.second, 2, scene.now, &scene.view, error);
}

ACT(move) {
    return table_move(club, PERSON, scene.game, 1, 0, scene.move, scene.now, &scene.view, error);
}

/* Sends the move once more, as somebody does who has had no answer. */
ACT(move_again) {
    return table_move(club, PERSON, scene.game, 1, 0, scene.move, scene.now, &scene.view, error);
}

static void have_moved(struct club *club) {
    struct error error = {.text = ""};
    have_games(club);
    if (move(club, &error) != CLUB_DONE ||
        table_resign(club, PERSON, scene.game, 1, scene.now, &scene.view, &error) != CLUB_DONE)
        ok(false, "a move: %s", error.text);
}

ACT(resign) {
    return table_resign(club, PERSON, scene.game, 1, scene.now, &scene.view, error);
}

ACT(read_game) {
    return table_read(club, PERSON, scene.game, scene.now, &scene.view, error);
}

ACT(read_games) {
    char name[WEEK_BOARDS][SECRET_SIZE];
    return answer_of(tables_of_week(club, &scene.person, "current", scene.now, name, error));
}

ACT(settle_games) {
    bool more;
    return answer_of(tables_settle(club, scene.now, &more, NULL, NULL, error));
}

ACT(settle_weeks) {
    return answer_of(weeks_settle(club, scene.now, error));
}

ACT(read_record) {
    struct game_record record = {.game = 0};
    enum club_answer answer = game_record_read(club, recorded, NULL, &record, error);
    game_record_free(&record);
    return answer;
}

ACT(check_week) {
    struct week_checked checked;
    return answer_of(week_check(club, closed_week, scene.now, &checked, error));
}

ACT(open_table) {
    const struct table_offer offer = {.game = "tritt", .grid = "", .keys = "", .days = 2};
    return table_open(club, PERSON, &offer, scene.now, &scene.view, error);
}

ACT(open_as_guest) {
    const struct table_offer offer = {.game = "tritt", .grid = "", .keys = "", .clock = 60000};
    char key[DIGEST_SIZE];
    digest_draw(key);
    return table_open(club, &(struct table_person){.key = key}, &offer, scene.now, &scene.view,
                      error);
}

ACT(join_table) {
    return table_join(club, OTHER, scene.table, scene.invite, scene.now, &scene.view, error);
}

ACT(move_there) {
    return table_move(club, scene.turn ? OTHER : PERSON, scene.table, 1, scene.plies, scene.move,
                      scene.now, &scene.view, error);
}

static void have_moved_there(struct club *club) {
    struct error error = {.text = ""};
    have_open_table(club);
    if (move_there(club, &error) != CLUB_DONE)
        ok(false, "a move there: %s", error.text);
}

ACT(resign_there) {
    return table_resign(club, PERSON, scene.table, 1, scene.now, &scene.view, error);
}

ACT(read_table) {
    return table_read(club, PERSON, scene.table, scene.now, &scene.view, error);
}

ACT(settle_tables) {
    bool more;
    return answer_of(tables_settle(club, scene.now, &more, NULL, NULL, error));
}

ACT(resume_tables) {
    return answer_of(tables_resume(club, scene.now, error));
}

ACT(count_tables) {
    int64_t count[3];
    return answer_of(tables_count(club, count, error));
}

ACT(list_tables) {
    int64_t total;
    struct json json = {0};
    bool done = tables_add_list(club, scene.person.id, &(const struct page_request){0, 10}, &total,
                                &json, error);
    text_free(&json.text);
    return answer_of(done);
}

static void take_step(void *context, const struct table_step *step) {
    (void)context, (void)step;
}

ACT(read_steps) {
    int steps;
    bool is_over;
    return answer_of(
        table_steps(club, over, 0, 0, scene.now, take_step, NULL, &steps, &is_over, error));
}

ACT(write_result) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    enum club_answer answer = table_result_write(club, over, &json, error);
    text_free(&json.text);
    return answer;
}

static void ignore(void *context, const char *table, int64_t person) {
    (void)context, (void)table, (void)person;
}

ACT(list_searches) {
    return answer_of(table_searches(club, ignore, NULL, error));
}

ACT(read_search) {
    struct table_search search = {.line = NULL};
    enum club_answer answer = table_search_read(club, scene.table, &search, error);
    table_search_free(&search);
    return answer;
}

ACT(play_search) {
    bool lost;
    return table_search_play(club, &scene.search, scene.move, 1000, scene.now, &lost, error);
}

ACT(play_badly) {
    bool lost;
    return table_search_play(club, &scene.search, "nonsense", 1000, scene.now, &lost, error);
}

ACT(fail_search) {
    return table_search_fail(club, &scene.search, VERDICT_CRASH, "it ended", scene.now, error);
}

ACT(rank_week) {
    struct week_ranking ranking;
    enum club_answer answer =
        ranking_week(club, closed_week, scene.now, ACCOUNT_PERSON, &page, &ranking, error);
    return answer;
}

ACT(rank_running_week) {
    struct week_ranking ranking;
    enum club_answer answer =
        ranking_week(club, "2026-46", scene.now, ACCOUNT_PERSON, &page, &ranking, error);
    return answer;
}

ACT(rank_board) {
    struct board_ranking ranking;
    enum club_answer answer =
        ranking_board(club, closed_week, 1, scene.now, &page, &ranking, error);
    return answer;
}

ACT(rank_weeks) {
    struct week_list list;
    enum club_answer answer = ranking_weeks(club, scene.now, &page, &list, error);
    return answer;
}

ACT(rank_careers) {
    struct career_list list;
    enum club_answer answer = ranking_careers(club, ACCOUNT_PERSON, &page, &list, error);
    return answer;
}

ACT(read_player) {
    struct player_page player;
    enum club_answer answer = player_page_read(club, bert.id, &page, &player, error);
    return answer;
}

ACT(read_marks) {
    struct marks marks;
    bool done = marks_read(club, &marks, error);
    free(marks.mark);
    return answer_of(done);
}

ACT(next_half) {
    struct unanalysed half = {.game = 0};
    bool done = analysis_next(club, &half, error);
    unanalysed_free(&half);
    return answer_of(done);
}

ACT(write_analysis) {
    static const struct analysis analysis = {
        .count = 1, .move = {{.best = "1", .exact = true, .moves = 3, .best_moves = 1}}};
    return answer_of(analysis_write(club, &scene.half, &analysis, error));
}

/* ---- all of it ------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*prepare)(struct club *club);
    enum club_answer (*act)(struct club *club, struct error *error);
} acts[] = {{"the steps of a table", NULL, read_steps},
            {"the result of a table", NULL, write_result},
            {"a sign-up", have_people, create},
            {"a name", have_people, find_person},
            {"a key", have_people, of_device},
            {"a recovery", have_people, recovery},
            {"a new recovery code", have_people, set_recovery},
            {"a sign-in", have_people, add_device},
            {"a sign-out", have_people, sign_out},
            {"a sign-out everywhere", have_people, sign_out_all},
            {"a ban", have_games, ban},
            {"a new name", have_games, rename_person},
            {"another class", have_games, classify},
            {"two accounts of one person", have_games, join},
            {"an account that goes", have_games, delete_person},
            {"all that is kept of somebody", have_games, export_person},
            {"a game", have_games, begin},
            {"a second half", have_games, begin_second},
            {"a move", have_games, move},
            {"a move once more", have_moved, move_again},
            {"a half given away", have_games, resign},
            {"a look at a game", have_games, read_game},
            {"the games of a week", have_games, read_games},
            {"a clock that has run down", have_overdue, settle_games},
            {"weeks", have_games, settle_weeks},
            {"a recorded game", NULL, read_record},
            {"the secret of a week", NULL, check_week},
            {"a new table", have_people, open_table},
            {"a new table of a guest", have_people, open_as_guest},
            {"somebody who sits down", have_waiting_table, join_table},
            {"a move at a table", have_open_table, move_there},
            {"a move there once more", have_moved_there, move_there},
            {"a half given away there", have_open_table, resign_there},
            {"a look at a table", have_open_table, read_table},
            {"a look at a table where time is up", have_late_table, read_table},
            {"a clock at a table", have_late_table, settle_tables},
            {"a table to which nobody comes", have_forgotten_table, settle_tables},
            {"tables after a pause", have_open_table, resume_tables},
            {"the number of tables", have_open_table, count_tables},
            {"a list of tables", have_open_table, list_tables},
            {"who waits for an engine", have_search, list_searches},
            {"what an engine is asked", have_search, read_search},
            {"what an engine answers", have_search, play_search},
            {"no move of an engine", have_search, play_badly},
            {"an engine that ends", have_search, fail_search},
            {"the ranking of a week", have_games, rank_week},
            {"the ranking so far", have_games, rank_running_week},
            {"the ranking of a board", have_games, rank_board},
            {"all weeks", have_games, rank_weeks},
            {"all times", have_games, rank_careers},
            {"the page of a player", have_games, read_player},
            {"marks", have_half, read_marks},
            {"the next half to look at", have_half, next_half},
            {"what was found", have_half, write_analysis}};

/* Refuses each statement of a request in turn, or every second one, until there are none left. */
static void test_act(struct club *club, int64_t now, int i, bool runs) {
    int failures = 0, wrong = 0;
    bool left = true;
    int64_t prepared = -1;
    for (int number = 1; left && number < 200; number += enough(2, 1)) {
        struct error error = {.text = ""};
        if (acts[i].prepare && version_of(club) != prepared) {
            scene.now = now;
            acts[i].prepare(club);
            prepared = version_of(club);
        }
        int64_t before = version_of(club);
        refuse(club, number, runs);
        enum club_answer answer = acts[i].act(club, &error);
        left = statements >= number;
        refuse(club, -1, runs);
        if (answer == CLUB_FAILED) {
            failures++;
            bool same = error.text[0] && before >= 0 && version_of(club) == before;
            answer = acts[i].act(club, &error);
            if (!same || answer != CLUB_DONE) {
                diag("%s, statement %d: %s, then %d: %s", acts[i].name, number,
                     same ? "unchanged" : "changed", answer, error.text);
                wrong++;
            }
        } else if (answer != CLUB_DONE) {
            diag("%s, statement %d: answer %d: %s", acts[i].name, number, answer, error.text);
            wrong++;
        }
    }
    ok(failures > 0 && wrong == 0 && !left, "%s: fails as a whole, or not: %d", acts[i].name,
       failures);
}

/* A week that is over, in which Bert has two games, and a table that is over. */
static void have_past(struct club *club) {
    struct error error = {.text = ""};
    const struct table_offer offer = {
        .game = "trioker-rapid", .grid = "", .keys = "deals 1", .clock = 60000};
    for (int board = 1; board <= 2; board++)
        for (int half = 1; half <= CLUB_HALVES; half++)
            if ((half == 1 ? table_open_board(club, &bert, board, noon(), &scene.view, &error)
                           : table_half(club, &is_bert, scene.view.table, half, noon(), &scene.view,
                                        &error)) != CLUB_DONE ||
                table_resign(club, &is_bert, scene.view.table, half, noon(), &scene.view, &error) !=
                    CLUB_DONE)
                ok(false, "half %d: %s", half, error.text);
    query_ask(club->record, "SELECT MIN(record) FROM club_game", NULL, &recorded, &error);
    meet(club, offer, noon(), &scene.view);
    memcpy(over, scene.view.table, sizeof over);
    pick(&scene.view, 0, scene.move);
    table_move(club, scene.view.turn ? &is_bert : &is_anna, over, 1, scene.view.plies, scene.move,
               noon() + 60000, &scene.view, &error);
    for (int half = 1; half <= scene.view.halves; half++)
        if (table_resign(club, &is_anna, over, half, noon(), &scene.view, &error) != CLUB_DONE)
            ok(false, "half %d there: %s", half, error.text);
}

int main(void) {
    struct club club;
    struct error error = {.text = ""};
    tables_club_begin(&club);
    ok(query_run(club.record, "PRAGMA synchronous = OFF", &error) &&
           settle_all(&club, noon(), &error),
       "a week runs: %s", error.text);
    have_past(&club);
    const int64_t now = noon() + INT64_C(7) * 24 * 3600000;
    ok(settle_all(&club, now, &error) && recorded, "and is over: %s", error.text);
    scene.now = now;
    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        for (int runs = 0; runs <= 1; runs++)
            test_act(&club, now, (int)i, runs);
    unanalysed_free(&scene.half);
    table_search_free(&scene.search);
    table_view_free(&scene.view);
    club_close(&club);
    tables_club_end();
    return done();
}
