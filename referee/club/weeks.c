/* weeks.c - see weeks.h. */
#include "config.h"

#include "referee/club/weeks.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "referee/club/club.h"
#include "referee/record/query.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void find_week(int64_t now, struct calendar_week *week) {
    char utc[CALENDAR_TIME_SIZE];
    calendar_week_of(club_time(now, utc), week);
}

/* ---- secrets --------------------------------------------------------------------------------- */

static bool have_secret(struct club *club, const struct calendar_week *week, struct error *error) {
    char name[WEEK_NAME_SIZE], secret[DIGEST_SIZE], digest[DIGEST_SIZE];
    int64_t there;
    week_name(week, name);
    const struct query_value known[] = {value_text(name), {0}};
    if (!query_ask(club->record, "SELECT 1 FROM club_week WHERE week = ?", known, &there, error) ||
        there)
        return there != 0;
    digest_draw(secret);
    week_digest(name, secret, digest);
    const struct query_value values[] = {
        value_text(name), value_text(secret), value_text(digest), {0}};
    bool done =
        query_write(club->record, "INSERT INTO club_week (week, secret, digest) VALUES (?, ?, ?)",
                    values, error);
    sodium_memzero(secret, sizeof secret);
    return done;
}

bool weeks_draw(struct club *club, int64_t now, struct error *error) {
    struct calendar_week week, next;
    find_week(now, &week);
    calendar_week_of(week.end, &next);
    return have_secret(club, &week, error) && have_secret(club, &next, error);
}

bool weeks_secret(struct club *club, const char *name, char secret[DIGEST_SIZE],
                  struct error *error) {
    struct query query;
    query_open(&query, club->record, "SELECT secret FROM club_week WHERE week = ?");
    query_bind_text(&query, 1, name);
    bool found = query_step(&query);
    if (found)
        query_copy(&query, 0, secret, DIGEST_SIZE);
    if (!query_close(&query, error))
        return false;
    return (found && digest_is(secret)) ||
           error_set(error, _("the secret of week %s is missing or damaged"), name);
}

/* ---- what is public -------------------------------------------------------------------------- */

/* The contents of a row, as far as they are public at that time. */
static void fill(struct club_week *week, const struct query *row, const struct calendar_week *dates,
                 int64_t now) {
    char secret[DIGEST_SIZE];
    query_copy(row, 0, week->digest, sizeof week->digest);
    query_copy(row, 1, secret, sizeof secret);
    week->closed = query_int(row, 2) != 0;
    week->begin = calendar_seconds(dates->begin) * 1000;
    week->end = calendar_seconds(dates->end) * 1000;
    for (int i = 0; (week->closed || now >= week->begin) && i < WEEK_BOARDS; i++)
        week_word(week->name, secret, i + 1, week->word[i]);
    if (week->closed)
        memcpy(week->secret, secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
}

bool weeks_read(struct club *club, const char *name, int64_t now, struct club_week *week,
                struct error *error) {
    struct calendar_week dates;
    struct query query;
    *week = (struct club_week){0};
    if (!calendar_read_week(name, &dates, error))
        return false;
    week_name(&dates, week->name);
    query_open(&query, club->record, "SELECT digest, secret, closed FROM club_week WHERE week = ?");
    query_bind_text(&query, 1, week->name);
    bool found = query_step(&query);
    if (found)
        fill(week, &query, &dates, now);
    return query_close(&query, error) &&
           (found || error_set(error, _("the club has no week %s"), week->name));
}

bool weeks_read_current(struct club *club, int64_t now, struct club_week *week,
                        struct error *error) {
    struct calendar_week dates;
    char name[WEEK_NAME_SIZE];
    find_week(now, &dates);
    week_name(&dates, name);
    return weeks_read(club, name, now, week, error);
}

bool weeks_close(struct club *club, int64_t now, struct error *error) {
    struct calendar_week week;
    char name[WEEK_NAME_SIZE];
    find_week(now - WEEK_REST_MS, &week);
    week_name(&week, name);
    const struct query_value values[] = {value_text(name), {0}}; /* names sort as their weeks do */
    return query_write(club->record,
                       "UPDATE club_week SET closed = 1 WHERE NOT closed AND week < ?1 AND NOT"
                       " EXISTS (SELECT 1 FROM club_game WHERE club_game.week = club_week.week"
                       "  AND half <= 2)",
                       values, error);
}
