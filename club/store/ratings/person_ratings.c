/* person_ratings.c - what is shown of ratings. All numbers were written by the fit; here they are
 * joined with names and bans as they are now, so that a ban shows at once. A place is counted
 * from the lower end of the interval, and only proven ratings have one. */
#include "config.h"

#include "club/store/ratings/person_ratings.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/store/tables/encounters.h"
#include "games/game.h"
#include "record/query.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool rating_games_read(struct club *club,
                       void (*each)(void *context, const char *game, int64_t encounters,
                                    int64_t players),
                       void *context, struct error *error) {
    struct query query;
    query_keep(&query, club->record,
               "SELECT game, (SELECT COUNT(*) FROM club_encounter AS one"
               "  WHERE one.game = club_rated_game.game),"
               " (SELECT COUNT(*) FROM club_rating AS one JOIN club_account ON id = account"
               "  WHERE one.game = club_rated_game.game AND standing > 0 AND banned IS NULL)"
               " FROM club_rated_game ORDER BY 2 DESC, game",
               NULL);
    while (query_step(&query))
        each(context, query_string(&query, 0), query_int64(&query, 1), query_int64(&query, 2));
    return query_close(&query, error);
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

static bool rating_read_course(struct club *club, int64_t account, struct rating_person *person,
                               struct error *error) {
    struct query query;
    query_keep(
        &query, club->record,
        "SELECT * FROM (SELECT day, rating, error FROM club_rating_day"
        " WHERE game = ? AND account = ? ORDER BY day DESC LIMIT ?) ORDER BY day",
        VALUES(value_text(person->now.game), value_int(account), value_int(RATING_COURSE_MAX)));
    while (person->days < RATING_COURSE_MAX && query_step(&query)) {
        struct rating_day *day = &person->day[person->days++];
        query_copy(&query, 0, day->day, sizeof day->day);
        day->rating = query_real(&query, 1);
        day->error = query_is_null(&query, 2) ? (double)NAN : query_real(&query, 2);
    }
    return query_close(&query, error);
}

static bool rating_read_rivals(struct club *club, int64_t account, struct rating_person *person,
                               struct error *error) {
    struct query query;
    query_keep(
        &query, club->record,
        "SELECT other, club_account.id, club_account.name, COUNT(*), SUM(reason = 0),"
        " SUM(score > 0.5), SUM(score = 0.5), SUM(score < 0.5), AVG(margin) FROM"
        " (SELECT second AS other, reason, score, margin FROM club_encounter"
        "   WHERE game = ?1 AND first = ?2"
        "  UNION ALL SELECT first, reason, 1 - score, -margin FROM club_encounter"
        "   WHERE game = ?1 AND second = ?2)"
        " LEFT JOIN club_account ON club_account.id = other"
        " GROUP BY other ORDER BY COUNT(*) DESC, other LIMIT ?3",
        VALUES(value_text(person->now.game), value_int(account), value_int(RATING_RIVALS_MAX)));
    while (person->rivals < RATING_RIVALS_MAX && query_step(&query)) {
        struct rating_rival *rival = &person->rival[person->rivals++];
        rival->account = query_int64(&query, 1);
        query_copy(&query, 2, rival->name, sizeof rival->name);
        if (!rival->account)
            snprintf(rival->name, sizeof rival->name, RECORD_DELETED "_%" PRId64,
                     query_int64(&query, 0));
        rival->encounters = query_int(&query, 3);
        rival->counted = query_int(&query, 4);
        rival->won = query_int(&query, 5);
        rival->drawn = query_int(&query, 6);
        rival->lost = query_int(&query, 7);
        rival->margin = query_real(&query, 8);
    }
    return query_close(&query, error);
}

bool rating_person_read(struct club *club, int64_t account,
                        void (*each)(void *context, const struct rating_person *person),
                        void *context, struct error *error) {
    struct query query;
    struct text names = {0};
    int worst;
    struct rating_person *person = needed(malloc(sizeof *person));
    query_keep(&query, club->record,
               "SELECT game FROM (SELECT game FROM club_encounter WHERE first = ?1"
               " UNION ALL SELECT game FROM club_encounter WHERE second = ?1)"
               " GROUP BY game ORDER BY COUNT(*) DESC, game",
               VALUES(value_int(account)));
    while (query_step(&query))
        text_add_word(&names, query_string(&query, 0));
    bool done = query_close(&query, error) && (!names.failed || error_memory(error));
    for (const char *at = text_get(&names); done && *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        memset(person, 0, sizeof *person);
        snprintf(person->now.game, sizeof person->now.game, "%.*s", (int)length, at);
        person->now.account = account;
        done = encounters_scale(club, person->now.game, &person->now.margins, &worst, error) &&
               rating_read_now(club, account, &person->now, error) &&
               rating_read_course(club, account, person, error) &&
               rating_read_rivals(club, account, person, error);
        if (done)
            each(context, person);
        at += length;
    }
    text_free(&names);
    free(person);
    return done;
}
