/* ranked.c - what rankings and pages of players share. Each question is one query on an index,
 * whatever the number of games. */
#include "config.h"

#include "club/store/ratings/ranked.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/store/scores.h"
#include "record/query.h"

#include <math.h>
#include <stdlib.h>

_Static_assert(ACCOUNT_PERSON == 0 && ACCOUNT_ENGINE == 1 && ACCOUNT_HELPED == 2,
               "classes are counted so in scores.c");

/* ---- parts ----------------------------------------------------------------------------------- */

void ranked_read_player(const struct query *row, int column, struct ranked_player *who) {
    who->player = query_int64(row, column);
    who->account = query_int64(row, column + 1);
    query_copy(row, column + 2, who->name, sizeof who->name);
}

void *ranked_rows(const struct page_request *page, size_t size) {
    return needed(calloc((size_t)page->count, size));
}

enum club_answer ranked_check_page(const struct page_request *page, struct error *error) {
    return page->from < 0 || page->count < 1 || page->count > RANKING_ROWS
               ? club_refuse(CLUB_INVALID, error, _("a page has 1 to %d rows"), RANKING_ROWS)
               : CLUB_DONE;
}

/* A week that only the record has is over. */
enum club_answer ranked_find_week(struct club *club, const char *text, int64_t now,
                                  char name[WEEK_NAME_SIZE], bool *provisional,
                                  struct error *error) {
    struct calendar_week week;
    struct query query;
    bool begun = false;
    if (!calendar_read_week(text, &week, error))
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

bool ranked_count_week(struct club *club, const char *week, enum account_class class,
                       int64_t *total, struct error *error) {
    return query_ask(club->record, "SELECT COUNT(*) FROM club_score WHERE week = ? AND class = ?",
                     VALUES(value_text(week), value_int(class)), total, error);
}

bool ranked_place_running(struct club *club, const char *week, enum account_class class,
                          int64_t played, int64_t total, int64_t *place, struct error *error) {
    return query_ask(
        club->record,
        "SELECT 1 + (SELECT COUNT(*) FROM club_score"
        "  WHERE week = ?1 AND class = ?2 AND games > ?3)"
        " + (SELECT COUNT(*) FROM club_score"
        "  WHERE week = ?1 AND class = ?2 AND games = ?3 AND total > ?4)",
        VALUES(value_text(week), value_int(class), value_int(played), value_int(total)), place,
        error);
}

bool ranked_read_halves(struct club *club, int64_t game, int half[CLUB_HALVES],
                        struct error *error) {
    struct query query;
    query_keep(&query, club->record, "SELECT margin1 FROM half WHERE game = ? ORDER BY number",
               VALUES(value_int(game)));
    for (int i = 0; i < CLUB_HALVES && query_step(&query); i++)
        half[i] = query_int(&query, 0);
    return query_close(&query, error);
}

void ranked_read_career(const struct query *row, struct career *career) {
    ranked_read_player(row, 0, &career->who);
    career->class = (enum account_class)query_int(row, 3);
    career->games = query_int64(row, 4);
    career->mean = query_real(row, 5);
    career->error = query_is_null(row, 6) ? (double)NAN : query_real(row, 6);
    career->weeks = query_int64(row, 7);
    career->championships = query_int64(row, 8);
}

bool ranked_place_career(struct club *club, struct career *career, struct error *error) {
    return career->games < SCORES_PLACED ||
           query_ask(club->record,
                     "SELECT 1 + COUNT(*) FROM club_career WHERE class = ? AND sure >"
                     " (SELECT sure FROM club_career WHERE player = ?)",
                     VALUES(value_int(career->class), value_int(career->who.player)),
                     &career->place, error);
}
