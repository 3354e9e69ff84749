/* ranking.c - rankings, by queries on the sums of scores.h. The inner query of each takes a page
 * from an index alone; names are looked up for its rows only, so that a page far down costs
 * little. Places of a closed week are stored; those of a running one are counted for the first
 * row and continued from there. */
#include "config.h"

#include "club/store/ratings/ranking.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "club/store/scores.h"
#include "club/store/weeks.h"
#include "record/query.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

_Static_assert(ACCOUNT_PERSON == 0 && ACCOUNT_ENGINE == 1 && ACCOUNT_HELPED == 2,
               "classes are counted so in scores.c");

/* ---- parts ----------------------------------------------------------------------------------- */

/* Three columns: player, account, name. */
static void ranked_read_player(const struct query *row, int column, struct ranked_player *who) {
    who->player = query_int64(row, column);
    who->account = query_int64(row, column + 1);
    query_copy(row, column + 2, who->name, sizeof who->name);
}

enum club_answer ranked_check_page(const struct page_request *page, struct error *error) {
    return page->from < 0 || page->count < 1 || page->count > RANKING_ROWS
               ? club_refuse(CLUB_INVALID, error, _("a page has 1 to %d rows"), RANKING_ROWS)
               : CLUB_DONE;
}

/* The name of a week that has begun, and whether its ranking is provisional. A week that only the
 * record has is over. */
static enum club_answer ranked_find_week(struct club *club, const char *text, int64_t now,
                                         char name[WEEK_NAME_SIZE], bool *provisional,
                                         struct error *error) {
    struct calendar_week week;
    struct query query;
    bool begun = false;
    if (!weeks_named(text, now, &week, error))
        return CLUB_INVALID;
    week_name(&week, name);
    *provisional = false;
    query_keep(&query, club->record,
               "SELECT NOT closed FROM club_week WHERE week = ?1"
               " UNION ALL SELECT 0 FROM club_week_score WHERE week = ?1",
               VALUES(value_text(name)));
    if (query_step(&query)) {
        *provisional = query_int(&query, 0) != 0;
        begun = !*provisional || now >= calendar_seconds(week.begin) * 1000;
    }
    if (!query_close(&query, error))
        return CLUB_FAILED;
    return begun ? CLUB_DONE : club_refuse(CLUB_UNKNOWN, error, _("the club has no week %s"), name);
}

/* The place of `mine` in a week that runs: as many games, and such a total. */
#define PLACE_RUNNING                                                                              \
    "1 + (SELECT COUNT(*) FROM club_score AS other WHERE other.week = mine.week"                   \
    "  AND other.class = mine.class AND other.games > mine.games)"                                 \
    " + (SELECT COUNT(*) FROM club_score AS other WHERE other.week = mine.week"                    \
    "  AND other.class = mine.class AND other.games = mine.games AND other.total > mine.total)"

/* The margins of the halves of a game of a page, as columns. */
#define HALF_MARGINS                                                                               \
    "(SELECT margin1 FROM half WHERE half.game = page.game AND number = 1),"                       \
    " (SELECT margin1 FROM half WHERE half.game = page.game AND number = 2)"
_Static_assert(CLUB_HALVES == 2, "a column for each half");
static void ranked_read_halves(const struct query *row, int column, int half[CLUB_HALVES]) {
    for (int i = 0; i < CLUB_HALVES; i++)
        half[i] = query_int(row, column + i);
}

/* A career as a query has it, all but its place; and the place. */
#define CAREER_COLUMNS                                                                             \
    "club_career.player, club_account.id, IFNULL(club_account.name, engine.name), class, games,"   \
    " mean, error,"                                                                                \
    " (SELECT COUNT(*) FROM club_score WHERE club_score.player = club_career.player),"             \
    " (SELECT COUNT(*) FROM club_score WHERE club_score.player = club_career.player"               \
    "  AND club_score.class = club_career.class AND place = 1)"
#define CAREER_NAMES                                                                               \
    " JOIN engine ON engine.id = club_career.player"                                               \
    " LEFT JOIN club_account ON club_account.player = engine.id"
static void ranked_read_career(const struct query *row, struct career *career) {
    ranked_read_player(row, 0, &career->who);
    career->class = (enum account_class)query_int(row, 3);
    career->games = query_int64(row, 4);
    career->mean = query_real(row, 5);
    career->error = query_is_null(row, 6) ? (double)NAN : query_real(row, 6);
    career->weeks = query_int64(row, 7);
    career->championships = query_int64(row, 8);
}

static bool ranked_place_career(struct club *club, struct career *career, struct error *error) {
    return career->games < SCORES_PLACED ||
           query_ask(club->record,
                     "SELECT 1 + COUNT(*) FROM club_career WHERE class = ? AND sure >"
                     " (SELECT sure FROM club_career WHERE player = ?)",
                     VALUES(value_int(career->class), value_int(career->who.player)),
                     &career->place, error);
}

/* ---- a week ---------------------------------------------------------------------------------- */

#define WEEK_COLUMNS "club_score.player, club_account.id, IFNULL(club_account.name, engine.name)"
#define WEEK_TABLES                                                                                \
    " JOIN club_score ON club_score.player = page.player AND week = ?1"                            \
    " JOIN engine ON engine.id = page.player"                                                      \
    " LEFT JOIN club_account ON club_account.player = engine.id"

/* The index alone finds the rows of a page, however far down; only these are looked up. */
static const char running_query[] =
    "SELECT " WEEK_COLUMNS ", 0, games, games, total, lost"
    " FROM (SELECT player FROM club_score WHERE week = ?1 AND class = ?2"
    "  ORDER BY games DESC, total DESC, player LIMIT ?3 OFFSET ?4) AS page" WEEK_TABLES
    " ORDER BY games DESC, total DESC, page.player";
static const char final_query[] =
    "SELECT " WEEK_COLUMNS ", place, games, counted, best, lost"
    " FROM (SELECT player FROM club_score WHERE week = ?1 AND class = ?2"
    "  ORDER BY counted DESC, best DESC, player LIMIT ?3 OFFSET ?4) AS page" WEEK_TABLES
    " ORDER BY counted DESC, best DESC, page.player";

static bool read_rows(struct club *club, const char *week, bool provisional,
                      enum account_class class, const struct page_request *page,
                      struct ranking_row *rows, int *count, struct error *error) {
    struct query query;
    *count = 0;
    query_keep(
        &query, club->record, provisional ? running_query : final_query,
        VALUES(value_text(week), value_int(class), value_int(page->count), value_int(page->from)));
    while (*count < page->count && query_step(&query)) {
        struct ranking_row *row = &rows[(*count)++];
        ranked_read_player(&query, 0, &row->who);
        row->place = query_int64(&query, 3);
        row->games = query_int64(&query, 4);
        row->counted = query_int64(&query, 5);
        row->total = query_int64(&query, 6);
        row->lost = query_int64(&query, 7);
    }
    return query_close(&query, error);
}

/* Places while a week runs: the first row's by counting, the others' from the row before. */
static bool find_places(struct club *club, enum account_class class, int64_t from,
                        struct week_ranking *ranking, struct error *error) {
    for (int i = 0; ranking->provisional && i < ranking->count; i++) {
        struct ranking_row *row = &ranking->row[i];
        if (i > 0 && row[-1].counted == row->counted && row[-1].total == row->total)
            row->place = row[-1].place;
        else if (i > 0)
            row->place = from + i + 1;
        else if (!query_ask(
                     club->record,
                     "SELECT " PLACE_RUNNING
                     " FROM (SELECT ?1 AS week, ?2 AS class, ?3 AS games, ?4 AS total) AS mine",
                     VALUES(value_text(ranking->week), value_int(class), value_int(row->counted),
                            value_int(row->total)),
                     &row->place, error))
            return false;
    }
    return true;
}

static bool read_boards(struct club *club, struct week_ranking *ranking, struct error *error) {
    for (int i = 0; i < ranking->count; i++) {
        struct ranking_row *row = &ranking->row[i];
        struct query query;
        query_keep(&query, club->record,
                   "SELECT board, game, margin FROM club_result WHERE player = ? AND week = ?",
                   VALUES(value_int(row->who.player), value_text(ranking->week)));
        while (query_step(&query)) {
            int board = query_int(&query, 0);
            if (board >= 1 && board <= WEEK_BOARDS)
                row->board[board - 1] =
                    (struct ranked_board){query_int64(&query, 1), query_int(&query, 2)};
        }
        if (!query_close(&query, error))
            return false;
    }
    return true;
}

enum club_answer ranking_week(struct club *club, const char *week, int64_t now,
                              enum account_class class, const struct page_request *page,
                              struct week_ranking *ranking, struct error *error) {
    *ranking = (struct week_ranking){.count = 0};
    enum club_answer answer = ranked_check_page(page, error);
    if (answer == CLUB_DONE)
        answer = ranked_find_week(club, week, now, ranking->week, &ranking->provisional, error);
    if (answer != CLUB_DONE)
        return answer;
    return club_done(
        query_ask(club->record, "SELECT COUNT(*) FROM club_score WHERE week = ? AND class = ?",
                  VALUES(value_text(ranking->week), value_int(class)), &ranking->total, error) &&
        read_rows(club, ranking->week, ranking->provisional, class, page, ranking->row,
                  &ranking->count, error) &&
        find_places(club, class, page->from, ranking, error) && read_boards(club, ranking, error));
}

/* ---- all weeks ------------------------------------------------------------------------------- */

#define WEEKS_NAMED                                                                                \
    "(SELECT week FROM club_week WHERE week <= ?1 UNION SELECT week FROM club_week_score"

static bool read_weeks(struct club *club, const char *last, const struct page_request *page,
                       struct week_list *list, struct error *error) {
    const struct query_value values[] = {
        value_text(last), value_int(page->count), value_int(page->from), {0}};
    struct query query;
    query_keep(&query, club->record,
               "SELECT week, EXISTS (SELECT 1 FROM club_week WHERE club_week.week = named.week"
               "  AND NOT closed),"
               " (SELECT games FROM club_week_score WHERE club_week_score.week = named.week),"
               " (SELECT COUNT(*) FROM club_score WHERE club_score.week = named.week)"
               " FROM " WEEKS_NAMED " ORDER BY 1 DESC LIMIT ?2 OFFSET ?3) AS named"
               " ORDER BY week DESC",
               values);
    while (list->count < page->count && query_step(&query)) {
        struct week_row *row = &list->row[list->count++];
        query_copy(&query, 0, row->week, sizeof row->week);
        row->provisional = query_int(&query, 1) != 0;
        row->games = query_int64(&query, 2);
        row->players = query_int64(&query, 3);
    }
    return query_close(&query, error) &&
           query_ask(club->record, "SELECT COUNT(*) FROM " WEEKS_NAMED ")", values, &list->total,
                     error);
}

/* The first row of the people, and all who share its place. */
static bool read_champions(struct club *club, struct week_row *row, struct error *error) {
    const struct page_request page = {0, RANKING_CHAMPIONS};
    struct ranking_row place[RANKING_CHAMPIONS] = {{.place = 0}};
    int count;
    if (!read_rows(club, row->week, row->provisional, ACCOUNT_PERSON, &page, place, &count, error))
        return false;
    for (int i = 0; i < count; i++) {
        if (place[i].counted != place[0].counted || place[i].total != place[0].total)
            break;
        row->champion[row->champions++] = place[i].who;
        row->counted = place[0].counted;
        row->total = place[0].total;
    }
    return true;
}

enum club_answer ranking_weeks(struct club *club, int64_t now, const struct page_request *page,
                               struct week_list *list, struct error *error) {
    char last[WEEK_NAME_SIZE];
    *list = (struct week_list){.count = 0};
    weeks_name(now, last);
    enum club_answer answer = ranked_check_page(page, error);
    if (answer != CLUB_DONE)
        return answer;
    bool done = read_weeks(club, last, page, list, error);
    for (int i = 0; done && i < list->count; i++)
        done = read_champions(club, &list->row[i], error);
    return club_done(done);
}

/* ---- a board --------------------------------------------------------------------------------- */

static const char board_query[] =
    "SELECT page.player, club_account.id, IFNULL(club_account.name, engine.name), class, page.game,"
    " page.margin, club_result.lost, " HALF_MARGINS
    " FROM (SELECT player, game, margin FROM club_result"
    "  WHERE week = ?1 AND board = ?2 ORDER BY margin DESC, player LIMIT ?3 OFFSET ?4) AS page"
    " JOIN club_result ON club_result.player = page.player AND club_result.week = ?1"
    "  AND club_result.game = page.game"
    " JOIN club_score ON club_score.player = page.player AND club_score.week = ?1"
    " JOIN engine ON engine.id = page.player"
    " LEFT JOIN club_account ON club_account.player = engine.id"
    " ORDER BY page.margin DESC, page.player";

static bool read_board_rows(struct club *club, int board, const struct page_request *page,
                            struct board_ranking *ranking, struct error *error) {
    struct query query;
    query_keep(&query, club->record, board_query,
               VALUES(value_text(ranking->week), value_int(board), value_int(page->count),
                      value_int(page->from)));
    while (ranking->count < page->count && query_step(&query)) {
        struct board_row *row = &ranking->row[ranking->count++];
        ranked_read_player(&query, 0, &row->who);
        row->class = (enum account_class)query_int(&query, 3);
        row->game = query_int64(&query, 4);
        row->margin = query_int(&query, 5);
        row->lost = query_int(&query, 6);
        ranked_read_halves(&query, 7, row->half);
    }
    return query_close(&query, error);
}

static bool count_better(struct club *club, const char *week, int board, int margin, int64_t *place,
                         struct error *error) {
    return query_ask(club->record,
                     "SELECT 1 + COUNT(*) FROM club_result WHERE week = ? AND board = ?"
                     " AND margin > ?",
                     VALUES(value_text(week), value_int(board), value_int(margin)), place, error);
}

static bool place_board_rows(struct club *club, int board, int64_t from,
                             struct board_ranking *ranking, struct error *error) {
    bool done = true;
    for (int i = 0; done && i < ranking->count; i++) {
        struct board_row *row = &ranking->row[i];
        if (i > 0)
            row->place = row[-1].margin == row->margin ? row[-1].place : from + i + 1;
        else
            done = count_better(club, ranking->week, board, row->margin, &row->place, error);
    }
    return done;
}

static bool read_board(struct club *club, int board, int64_t now, const struct page_request *page,
                       struct board_ranking *ranking, struct error *error) {
    struct club_week week;
    struct error none; /* a week that only the record has, has no words */
    if (weeks_read(club, ranking->week, now, &week, &none))
        memcpy(ranking->word, week.word[board - 1], sizeof ranking->word);
    return query_ask(club->record, "SELECT COUNT(*) FROM club_result WHERE week = ? AND board = ?",
                     VALUES(value_text(ranking->week), value_int(board)), &ranking->total, error) &&
           read_board_rows(club, board, page, ranking, error) &&
           place_board_rows(club, board, page->from, ranking, error);
}

enum club_answer ranking_board(struct club *club, const char *week, int board, int64_t now,
                               const struct page_request *page, struct board_ranking *ranking,
                               struct error *error) {
    *ranking = (struct board_ranking){.count = 0};
    enum club_answer answer = ranked_check_page(page, error);
    if (answer == CLUB_DONE && (board < 1 || board > WEEK_BOARDS))
        answer = club_refuse(CLUB_UNKNOWN, error, _("the boards of a week are numbered 1 to %d"),
                             WEEK_BOARDS);
    if (answer == CLUB_DONE)
        answer = ranked_find_week(club, week, now, ranking->week, &ranking->provisional, error);
    if (answer != CLUB_DONE)
        return answer;
    return club_done(read_board(club, board, now, page, ranking, error));
}

/* ---- all times ------------------------------------------------------------------------------- */

static const char careers_query[] =
    "SELECT " CAREER_COLUMNS " FROM (SELECT player FROM club_career WHERE class = ?"
    "  ORDER BY sure DESC, games DESC, player LIMIT ? OFFSET ?) AS page"
    " JOIN club_career ON club_career.player = page.player" CAREER_NAMES
    " ORDER BY sure DESC, games DESC, page.player";

/* Players without a place come last, so a place is the number of a row, or that of the row before
 * if both are equal. */
static bool read_careers(struct club *club, enum account_class class,
                         const struct page_request *page, struct career_list *list,
                         struct error *error) {
    struct query query;
    double sure = 0;
    query_keep(&query, club->record, careers_query,
               VALUES(value_int(class), value_int(page->count), value_int(page->from)));
    while (list->count < page->count && query_step(&query)) {
        struct career *row = &list->row[list->count];
        ranked_read_career(&query, row);
        if (row->games >= SCORES_PLACED) {
            bool same = list->count > 0 && sure == row->mean - row->error;
            row->place = same ? row[-1].place : page->from + list->count + 1;
            sure = row->mean - row->error;
        }
        list->count++;
    }
    return query_close(&query, error);
}

enum club_answer ranking_careers(struct club *club, enum account_class class,
                                 const struct page_request *page, struct career_list *list,
                                 struct error *error) {
    *list = (struct career_list){.count = 0};
    enum club_answer answer = ranked_check_page(page, error);
    if (answer != CLUB_DONE)
        return answer;
    return club_done(query_ask(club->record, "SELECT COUNT(*) FROM club_career WHERE class = ?",
                               VALUES(value_int(class)), &list->total, error) &&
                     read_careers(club, class, page, list, error) &&
                     (list->count == 0 || ranked_place_career(club, list->row, error)));
}

/* ---- the page of a player -------------------------------------------------------------------- */

/* The page of a player: career, weeks and games by queries on the sums of scores.h, each bounded
 * by a page or a number of weeks. Names and bans are from the account; everything else is from the
 * player in the record. */

/* Reads the player's number in the record and their place of all times. */
static bool read_career(struct club *club, const struct account *account,
                        struct player_page *player, struct error *error) {
    struct career *career = &player->career;
    struct query query;
    career->class = account->class;
    career->who.account = account->id;
    career->who.player = account->player;
    snprintf(career->who.name, sizeof career->who.name, "%s", account->name);
    query_keep(&query, club->record,
               "SELECT " CAREER_COLUMNS " FROM club_career" CAREER_NAMES
               " WHERE club_career.player = ?",
               VALUES(value_int(career->who.player)));
    if (query_step(&query))
        ranked_read_career(&query, career);
    return query_close(&query, error) && ranked_place_career(club, career, error);
}

enum club_answer player_page_read(struct club *club, int64_t id, const struct page_request *page,
                                  struct player_page *player, struct error *error) {
    struct account account;
    *player = (struct player_page){.page = *page};
    enum club_answer answer = ranked_check_page(page, error);
    if (answer == CLUB_DONE)
        answer = account_read(club, id, &account, error);
    if (answer != CLUB_DONE)
        return answer;
    memcpy(player->created, account.created, sizeof player->created);
    player->banned = account.banned;
    return club_done(
        read_career(club, &account, player, error) &&
        query_ask_text(club->record,
                       "SELECT board.name FROM (SELECT * FROM club_result WHERE player = ?"
                       "  ORDER BY week DESC, board, game LIMIT 1) AS newest"
                       " JOIN game ON game.id = newest.game JOIN board ON board.id = game.board",
                       VALUES(value_int(account.player)), player->word, sizeof player->word,
                       error));
}

/* With what a move has lost in the mean, in each week and game; null: none was analysed. */
static const char player_weeks_query[] =
    "SELECT mine.week AS week, IFNULL(NOT closed, 0) AS \"provisional?\","
    " CASE WHEN NOT closed THEN " PLACE_RUNNING " ELSE NULLIF(place, 0) END AS rank, games,"
    " CASE WHEN NOT closed THEN games ELSE counted END AS counted,"
    " CASE WHEN NOT closed THEN total ELSE best END AS total, lost, loss"
    " FROM (SELECT * FROM club_score WHERE player = ?1 ORDER BY week DESC LIMIT ?2) AS mine"
    " LEFT JOIN club_week ON club_week.week = mine.week"
    " LEFT JOIN (SELECT week, SUM(loss) * 1.0 / SUM(moves) AS loss FROM club_result"
    "  JOIN club_analysis ON club_analysis.game = club_result.game WHERE player = ?1"
    "  GROUP BY week) AS analysed ON analysed.week = mine.week ORDER BY mine.week";
static const char player_games_query[] =
    "SELECT page.game AS record, week, NULLIF(page.board, 0) AS board, board.name AS word, margin,"
    " json_array(" HALF_MARGINS ") AS \"halves!\", lost,"
    " (SELECT SUM(loss) * 1.0 / SUM(moves) FROM club_analysis"
    "  WHERE club_analysis.game = page.game) AS loss"
    " FROM (SELECT * FROM club_result WHERE player = ?1"
    "  ORDER BY week DESC, board, game LIMIT ?2 OFFSET ?3) AS page"
    " JOIN game ON game.id = page.game JOIN board ON board.id = game.board"
    " ORDER BY week DESC, page.board, page.game";

bool player_page_add(struct club *club, const struct player_page *player, struct json *json,
                     struct error *error) {
    const int64_t number = player->career.who.player;
    return club_add_rows(club, "weeks", player_weeks_query,
                         VALUES(value_int(number), value_int(PLAYER_WEEKS)), json, error) &&
           club_add_rows(club, "games", player_games_query,
                         VALUES(value_int(number), value_int(player->page.count),
                                value_int(player->page.from)),
                         json, error);
}
