/* routes_ranking.c - rankings: weeks and champions, the ranking of a week, a board, a player, all
 * times. As JSON in pages; rankings as CSV, too, with up to CSV_PAGES pages.
 */
#include "config.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/language.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/ratings/person_ratings.h"
#include "club/store/ratings/ranking.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CSV_PAGES = 25 };

/* ---- requests and answers -------------------------------------------------------------------- */

static void ranking_add_player(struct json *json, const struct ranked_player *who) {
    json_integer_if(json, "account", who->account != 0, who->account);
    json_string(json, "name", who->name);
    if (!who->account && record_is_deleted(who->name))
        json_bool(json, "deleted", true);
}

static void add_place(struct json *json, int64_t place) {
    json_integer_if(json, "rank", place != 0, place);
}

/* ---- weeks ----------------------------------------------------------------------------------- */

static void add_champions(struct json *json, const struct week_row *week) {
    json_open(json, "champions", '[');
    for (int i = 0; i < week->champions; i++) {
        json_open(json, NULL, '{');
        ranking_add_player(json, &week->champion[i]);
        json_integer(json, "games", week->counted);
        json_integer(json, "total", week->total);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_dates(struct json *json, const char *name) {
    struct calendar_week week;
    struct error error;
    if (!calendar_read_week(name, &week, &error))
        return; /* every name in the file is a week's */
    club_add_time(json, "begin", calendar_seconds(week.begin) * 1000);
    club_add_time(json, "end", calendar_seconds(week.end) * 1000);
}

static void answer_weeks(struct site_call *call) {
    struct week_list list;
    const struct page_request page = site_list(call);
    if (site_refused(call, ranking_weeks(call->club, call->now, &page, &list, &call->error)))
        return;
    struct json json = json_new_object();
    json_open(&json, "weeks", '[');
    for (int i = 0; i < list.count; i++) {
        const struct week_row *week = &list.row[i];
        json_open(&json, NULL, '{');
        json_string(&json, "week", week->week);
        add_dates(&json, week->week);
        json_bool(&json, "closed", !week->provisional);
        json_integer(&json, "boards", WEEK_BOARDS);
        json_integer(&json, "games", week->games);
        json_integer(&json, "players", week->players);
        add_champions(&json, week);
        json_close(&json, '}');
    }
    site_answer_rows(call, CLUB_DONE, &json, page, list.total);
}

/* ---- the ranking of a week ------------------------------------------------------------------- */

static void add_ranking_row(struct json *json, const struct ranking_row *row) {
    json_open(json, NULL, '{');
    add_place(json, row->place);
    ranking_add_player(json, &row->who);
    json_integer(json, "games", row->games);
    json_integer(json, "counted", row->counted);
    json_integer(json, "total", row->total);
    json_real(json, "average", (double)row->total / (double)row->counted);
    json_open(json, "boards", '[');
    for (int i = 0; i < WEEK_BOARDS; i++) {
        if (!row->board[i].game) {
            json_string(json, NULL, NULL);
            continue;
        }
        json_open(json, NULL, '{');
        json_integer(json, "margin", row->board[i].margin);
        json_integer(json, "record", row->board[i].game);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_integer(json, "lost", row->lost);
    json_close(json, '}');
}

static void answer_ranking(struct site_call *call) {
    struct week_ranking ranking;
    enum account_class class;
    const struct page_request page = site_list(call);
    if (!site_class(call, &class))
        return;
    enum club_answer answer = ranking_week(call->club, site_word(call, 0), call->now, class, &page,
                                           &ranking, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    json_string(&json, "week", ranking.week);
    json_bool(&json, "provisional", ranking.provisional);
    json_string(&json, "class", account_class_name(class));
    json_open(&json, "rows", '[');
    for (int i = 0; i < ranking.count; i++)
        add_ranking_row(&json, &ranking.row[i]);
    site_answer_rows(call, CLUB_DONE, &json, page, ranking.total);
}

/* ---- a board --------------------------------------------------------------------------------- */

static void add_board_row(struct json *json, const struct board_row *row) {
    json_open(json, NULL, '{');
    add_place(json, row->place);
    ranking_add_player(json, &row->who);
    json_string(json, "class", account_class_name(row->class));
    json_integer(json, "margin", row->margin);
    json_integers(json, "halves", row->half, CLUB_HALVES);
    json_integer(json, "lost", row->lost);
    json_integer(json, "record", row->game);
    json_close(json, '}');
}

static void answer_board(struct site_call *call) {
    struct board_ranking board;
    const struct page_request page = site_list(call);
    int64_t wanted = site_word_number(call, 1);
    int number = wanted > WEEK_BOARDS ? WEEK_BOARDS + 1 : (int)wanted;
    enum club_answer answer = ranking_board(call->club, site_word(call, 0), number, call->now,
                                            &page, &board, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    json_string(&json, "week", board.week);
    json_integer(&json, "board", number);
    json_string(&json, "word", *board.word ? board.word : NULL);
    json_bool(&json, "provisional", board.provisional);
    json_open(&json, "rows", '[');
    for (int i = 0; i < board.count; i++)
        add_board_row(&json, &board.row[i]);
    site_answer_rows(call, CLUB_DONE, &json, page, board.total);
}

/* ---- all times ------------------------------------------------------------------------------- */

static void add_career(struct json *json, const struct career *career) {
    add_place(json, career->place);
    json_integer(json, "games", career->games);
    json_real(json, "mean", career->mean);
    json_real(json, "error", career->error);
    json_integer(json, "weeks", career->weeks);
    json_integer(json, "championships", career->championships);
}

static void answer_careers(struct site_call *call) {
    struct career_list list;
    enum account_class class;
    const struct page_request page = site_list(call);
    if (!site_class(call, &class))
        return;
    if (site_refused(call, ranking_careers(call->club, class, &page, &list, &call->error)))
        return;
    struct json json = json_new_object();
    json_string(&json, "class", account_class_name(class));
    json_open(&json, "rows", '[');
    for (int i = 0; i < list.count; i++) {
        json_open(&json, NULL, '{');
        ranking_add_player(&json, &list.row[i].who);
        add_career(&json, &list.row[i]);
        json_close(&json, '}');
    }
    site_answer_rows(call, CLUB_DONE, &json, page, list.total);
}

/* ---- a player -------------------------------------------------------------------------------- */

static void tell_player(struct site_call *call, int64_t account) {
    struct player_page player;
    const struct page_request page = site_list(call);
    if (site_refused(call, player_page_read(call->club, account, &page, &player, &call->error)))
        return;
    struct json json = json_new_object();
    ranking_add_player(&json, &player.career.who);
    json_string(&json, "class", account_class_name(player.career.class));
    json_string(&json, "created", player.created);
    json_bool(&json, "banned", player.banned);
    if (player.career.games > 0) {
        json_open(&json, "all_time", '{');
        add_career(&json, &player.career);
        json_close(&json, '}');
    } else {
        json_string(&json, "all_time", NULL);
    }
    bool done = player_page_add(call->club, &player, &json, &call->error) &&
                rating_add_person(call->club, account, &json, &call->error);
    site_add_list(&json, page, player.career.games);
    site_answer_outcome(call, club_done(done), &json);
}

static void answer_player(struct site_call *call) {
    tell_player(call, site_word_number(call, 0));
}

static void answer_named_player(struct site_call *call) {
    char name[4 * PERSON_NAME_SIZE];
    struct account account;
    if (!http_argument_text(call->request, "name", name, sizeof name) || !*name) {
        site_refuse_as(call, 400, _("?name= needs the name of a player"));
        return;
    }
    enum club_answer answer = account_find(call->club, name, &account, &call->error);
    if (answer == CLUB_DONE)
        tell_player(call, account.id);
    else
        site_refuse(call, answer);
}

/* ---- CSV ------------------------------------------------------------------------------------- */

static void add_fields(struct text *text, const struct ranked_player *who) {
    if (who->account)
        text_add_number(text, who->account);
    text_add(text, ",");
    csv_add(text, ranked_name(who));
}

/* A margin of a board where there is none is an empty field. */
static void add_csv_row(struct text *text, const struct ranking_row *row) {
    text_addf(text, "%lld,", (long long)row->place);
    add_fields(text, &row->who);
    text_addf(text, ",%lld,%lld,%lld,%.2f,%lld", (long long)row->games, (long long)row->counted,
              (long long)row->total, (double)row->total / (double)row->counted,
              (long long)row->lost);
    for (int i = 0; i < WEEK_BOARDS; i++) {
        text_add(text, ",");
        if (row->board[i].game)
            text_add_number(text, row->board[i].margin);
    }
    text_add(text, "\n");
}

static void answer_ranking_csv(struct site_call *call) {
    struct page_request page = {site_list(call).from, RANKING_ROWS};
    struct week_ranking ranking = {.count = RANKING_ROWS};
    struct text text = {0};
    enum account_class class;
    enum club_answer answer = CLUB_DONE;
    if (!site_class(call, &class))
        return;
    text_add(&text, "rank,account,name,games,counted,total,average,lost");
    for (int i = 1; i <= WEEK_BOARDS; i++)
        text_addf(&text, ",board%d", i);
    text_add(&text, "\n");
    for (int read = 0; answer == CLUB_DONE && ranking.count == RANKING_ROWS && read < CSV_PAGES;
         read++) {
        answer = ranking_week(call->club, site_word(call, 0), call->now, class, &page, &ranking,
                              &call->error);
        for (int i = 0; i < ranking.count; i++)
            add_csv_row(&text, &ranking.row[i]);
        page.from += RANKING_ROWS;
    }
    site_answer_text(call, answer, "text/csv; charset=utf-8", &text);
}

static void add_careers_csv(struct text *text, const struct career_list *list) {
    for (int i = 0; i < list->count; i++) {
        const struct career *row = &list->row[i];
        if (row->place)
            text_add_number(text, row->place);
        text_add(text, ",");
        add_fields(text, &row->who);
        text_addf(text, ",%lld,%.3f,", (long long)row->games, row->mean);
        if (!isnan(row->error))
            text_addf(text, "%.3f", row->error);
        text_addf(text, ",%lld,%lld\n", (long long)row->weeks, (long long)row->championships);
    }
}

static void answer_careers_csv(struct site_call *call) {
    struct page_request page = {site_list(call).from, RANKING_ROWS};
    struct career_list list = {.count = RANKING_ROWS};
    struct text text = {0};
    enum account_class class;
    enum club_answer answer = CLUB_DONE;
    if (!site_class(call, &class))
        return;
    text_add(&text, "rank,account,name,games,mean,error,weeks,championships\n");
    for (int i = 0; answer == CLUB_DONE && list.count == RANKING_ROWS && i < CSV_PAGES; i++) {
        answer = ranking_careers(call->club, class, &page, &list, &call->error);
        add_careers_csv(&text, &list);
        page.from += RANKING_ROWS;
    }
    site_answer_text(call, answer, "text/csv; charset=utf-8", &text);
}

static const struct site_route routes[] = {
    {"GET", "api/weeks", .handle = answer_weeks},
    {"GET", "api/weeks/?/ranking", .handle = answer_ranking},
    {"GET", "api/weeks/?/ranking.csv", .page = true, .handle = answer_ranking_csv},
    {"GET", "api/weeks/?/boards/?", .handle = answer_board},
    {"GET", "api/ranking", .handle = answer_careers},
    {"GET", "api/ranking.csv", .page = true, .handle = answer_careers_csv},
    {"GET", "api/players", .handle = answer_named_player},
    {"GET", "api/players/?", .handle = answer_player},
    {0},
};

const struct site_part site_part_ranking = {.feature = "ranking", .routes = routes};
