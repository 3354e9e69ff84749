/* person_ratings.c - what is shown of ratings. All numbers were written by the fit; here they are
 * joined with names and bans as they are now, so that a ban shows at once. A place is counted
 * from the lower end of the interval, and only proven ratings have one. */
#include "config.h"

#include "club/store/ratings/person_ratings.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "club/store/tables/encounters.h"
#include "games/game.h"
#include "record/query.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATING_COURSE_MAX = 400, RATING_RIVALS_MAX = 50 };

/* From this column on: rating, error, encounters, opponents, standing. */
#define RATING_COLUMNS "rating, error, encounters, opponents, standing"
static void rating_read(const struct query *row, int column, struct rating *rating) {
    rating->rating = query_real(row, column);
    rating->error = query_is_null(row, column + 1) ? (double)NAN : query_real(row, column + 1);
    rating->encounters = query_int(row, column + 2);
    rating->opponents = query_int(row, column + 3);
    rating->standing = (enum rating_standing)query_int(row, column + 4);
}

/* The place in a list of the lower end of an interval. */
static bool rating_find_place(struct club *club, const char *game, const char *kind, double sure,
                              int64_t *place, struct error *error) {
    return query_ask(club->record,
                     "SELECT 1 + COUNT(*) FROM club_rating JOIN club_account ON id = account"
                     " WHERE game = ? AND club_rating.kind = ? AND standing = 2 AND sure > ?"
                     " AND club_account.banned IS NULL",
                     VALUES(value_text(game), value_text(kind), value_real_if(true, sure)), place,
                     error);
}

/* ---- lists ----------------------------------------------------------------------------------- */

static enum club_answer rating_check_game(const char *name, struct error *error) {
    const struct game *game = game_find(name);
    return game && game->players_min <= 2 && game->players_max >= 2
               ? CLUB_DONE
               : club_refuse(CLUB_UNKNOWN, error, _("there is no such game for two"));
}

static bool rating_read_rows(struct club *club, const char *game, const char *kind,
                             const struct page_request *page, struct rating_list *list,
                             struct error *error) {
    struct query query;
    double last = 0, sure = 0;
    int64_t place = 0;
    query_keep(
        &query, club->record,
        "SELECT " RATING_COLUMNS ", sure, account, name FROM club_rating"
        " JOIN club_account ON id = account"
        " WHERE game = ? AND club_rating.kind = ? AND standing > 0"
        " AND club_account.banned IS NULL"
        " ORDER BY standing DESC, sure DESC, account LIMIT ? OFFSET ?",
        VALUES(value_text(game), value_text(kind), value_int(page->count), value_int(page->from)));
    while (list->count < page->count && query_step(&query)) {
        struct rating *row = &list->row[list->count++];
        snprintf(row->game, sizeof row->game, "%s", game);
        row->margins = list->margins;
        rating_read(&query, 0, row);
        sure = query_real(&query, 5);
        row->account = query_int64(&query, 6);
        query_copy(&query, 7, row->name, sizeof row->name);
        if (row->standing != RATING_PROVEN)
            continue;
        if (list->count == 1) {
            if (!rating_find_place(club, game, kind, sure, &place, error))
                break;
        } else if (sure < last) {
            place = page->from + list->count;
        }
        last = sure;
        row->place = place;
    }
    return query_close(&query, error);
}

enum club_answer rating_list_read(struct club *club, const char *game, enum account_class class,
                                  const struct page_request *page, struct rating_list *list,
                                  struct error *error) {
    const char *kind = account_class_name(class);
    int worst;
    *list = (struct rating_list){.count = 0};
    enum club_answer answer = ranked_check_page(page, error);
    if (answer == CLUB_DONE)
        answer = rating_check_game(game, error);
    if (answer != CLUB_DONE)
        return answer;
    return club_done(encounters_scale(club, game, &list->margins, &worst, error) &&
                     query_ask(club->record,
                               "SELECT COUNT(*) FROM club_rating JOIN club_account ON id = account"
                               " WHERE game = ? AND club_rating.kind = ? AND standing > 0"
                               " AND club_account.banned IS NULL",
                               VALUES(value_text(game), value_text(kind)), &list->total, error) &&
                     rating_read_rows(club, game, kind, page, list, error));
}

void rating_add(struct json *json, const struct rating *rating) {
    bool listed = rating->standing != RATING_UNLISTED;
    json_integer_if(json, "rank", rating->place != 0, rating->place);
    json_real(json, "rating", listed ? rating->rating : (double)NAN);
    json_real(json, "error", listed ? rating->error : (double)NAN);
    json_integer(json, "encounters", rating->encounters);
    json_integer(json, "opponents", rating->opponents);
    json_bool(json, "provisional", rating->standing != RATING_PROVEN);
}

bool rating_add_games(struct club *club, struct json *json, struct error *error) {
    return club_add_rows(
        club, "games",
        "SELECT game, (SELECT COUNT(*) FROM club_encounter AS one"
        "  WHERE one.game = club_rated_game.game) AS encounters,"
        " (SELECT COUNT(*) FROM club_rating AS one JOIN club_account ON id = account"
        "  WHERE one.game = club_rated_game.game AND standing > 0 AND banned IS NULL) AS players"
        " FROM club_rated_game ORDER BY 2 DESC, game",
        NULL, json, error);
}

/* ---- one account ----------------------------------------------------------------------------- */

static bool rating_read_now(struct club *club, int64_t account, struct rating *now,
                            struct error *error) {
    struct query query;
    char kind[16] = "";
    double sure = 0;
    query_keep(&query, club->record,
               "SELECT " RATING_COLUMNS ", sure, club_rating.kind FROM club_rating"
               " JOIN club_account ON id = account"
               " WHERE game = ? AND account = ? AND club_account.banned IS NULL",
               VALUES(value_text(now->game), value_int(account)));
    if (query_step(&query)) {
        rating_read(&query, 0, now);
        sure = query_real(&query, 5);
        query_copy(&query, 6, kind, sizeof kind);
    }
    return query_close(&query, error) &&
           (now->standing != RATING_PROVEN ||
            rating_find_place(club, now->game, kind, sure, &now->place, error));
}

/* The newest points of the course, the oldest first; the most encounters first, as this account
 * sees them: all of them, and those that count. */
static const char course_query[] =
    "SELECT * FROM (SELECT day, rating, error FROM club_rating_day WHERE game = ?1 AND account = ?2"
    "  ORDER BY day DESC LIMIT ?3) ORDER BY day";
static const char rivals_query[] =
    "SELECT club_account.id AS account,"
    " IFNULL(club_account.name, '" RECORD_DELETED "_' || other) AS name,"
    " CASE WHEN club_account.id IS NULL THEN 1 END AS \"deleted?\","
    " COUNT(*) AS encounters, SUM(reason = 0) AS counted, SUM(score > 0.5) AS won,"
    " SUM(score = 0.5) AS drawn, SUM(score < 0.5) AS lost, AVG(margin) AS margin FROM"
    " (SELECT second AS other, reason, score, margin FROM club_encounter"
    "   WHERE game = ?1 AND first = ?2"
    "  UNION ALL SELECT first, reason, 1 - score, -margin FROM club_encounter"
    "   WHERE game = ?1 AND second = ?2)"
    " LEFT JOIN club_account ON club_account.id = other"
    " GROUP BY other ORDER BY COUNT(*) DESC, other LIMIT ?3";

static bool rating_add_game(struct club *club, struct rating *now, struct json *json,
                            struct error *error) {
    int worst;
    if (!encounters_scale(club, now->game, &now->margins, &worst, error) ||
        !rating_read_now(club, now->account, now, error))
        return false;
    json_open(json, NULL, '{');
    json_string(json, "game", now->game);
    json_string(json, "scale", now->margins ? "margin" : "elo");
    rating_add(json, now);
    bool done = club_add_rows(club, "course", course_query,
                              VALUES(value_text(now->game), value_int(now->account),
                                     value_int(RATING_COURSE_MAX)),
                              json, error) &&
                club_add_rows(club, "rivals", rivals_query,
                              VALUES(value_text(now->game), value_int(now->account),
                                     value_int(RATING_RIVALS_MAX)),
                              json, error);
    json_close(json, '}');
    return done;
}

bool rating_add_person(struct club *club, int64_t account, struct json *json, struct error *error) {
    struct query query;
    bool good = true;
    json_open(json, "ratings", '[');
    query_open(&query, club->record,
               "SELECT game FROM (SELECT game FROM club_encounter WHERE first = ?1"
               " UNION ALL SELECT game FROM club_encounter WHERE second = ?1)"
               " GROUP BY game ORDER BY COUNT(*) DESC, game",
               VALUES(value_int(account)));
    while (good && query_step(&query)) {
        struct rating now = {.account = account};
        query_copy(&query, 0, now.game, sizeof now.game);
        good = rating_add_game(club, &now, json, error);
    }
    json_close(json, ']');
    return query_close(&query, good ? error : &(struct error){.text = ""}) && good;
}
