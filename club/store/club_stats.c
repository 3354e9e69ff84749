/* club_stats.c - numbers for the operator, in one snapshot of the file, so that they fit each
 * other. */
#include "config.h"

#include "club/store/club_stats.h"

#include "base/calendar.h"
#include "club/store/club.h"
#include "record/query.h"

static bool read_accounts(struct club *club, struct club_stats *stats, struct error *error) {
    struct query query;
    query_open(&query, club->record,
               "SELECT kind, COUNT(*), COUNT(banned) FROM club_account GROUP BY kind", NULL);
    while (query_step(&query)) {
        enum account_class class;
        if (account_class_read(query_string(&query, 0), &class))
            stats->accounts[class] = query_int64(&query, 1);
        stats->banned += query_int64(&query, 2);
    }
    return query_close(&query, error) && query_ask(club->record, "SELECT COUNT(*) FROM club_device",
                                                   NULL, &stats->devices, error);
}

static bool read_week(struct club *club, int64_t now, struct club_stats *stats,
                      struct error *error) {
    char utc[CALENDAR_TIME_SIZE];
    struct calendar_week week;
    struct query query;
    calendar_week_of(club_time(now, utc), &week);
    week_name(&week, stats->week);
    query_open(&query, club->record,
               "SELECT COUNT(DISTINCT account), COUNT(*), IFNULL(SUM(state = 2), 0)"
               " FROM club_game JOIN club_table ON club_table.id = tab WHERE week = ?",
               VALUES(value_text(stats->week)));
    if (query_step(&query)) {
        stats->week_players = query_int64(&query, 0);
        stats->week_games = query_int64(&query, 1);
        stats->week_over = query_int64(&query, 2);
    }
    return query_close(&query, error) &&
           query_ask(club->record,
                     "SELECT COUNT(*) FROM club_table WHERE state = 1 AND ends IS NOT NULL", NULL,
                     &stats->open, error);
}

static bool read_sums(struct club *club, struct club_stats *stats, struct error *error) {
    return query_ask(club->record, "SELECT COUNT(*) FROM club_week WHERE closed", NULL,
                     &stats->weeks, error) &&
           query_ask(club->record, "SELECT SUM(games) FROM club_week_score", NULL, &stats->games,
                     error) &&
           query_ask(club->record, "SELECT COUNT(*) FROM half", NULL, &stats->halves, error) &&
           query_ask(club->record,
                     "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", NULL,
                     &stats->bytes, error);
}

bool club_stats_read(struct club *club, int64_t now, struct club_stats *stats,
                     struct error *error) {
    *stats = (struct club_stats){.bytes = 0};
    return query_begin_reading(club->record, error) &&
           query_end_reading(club->record, read_accounts(club, stats, error) &&
                                               read_week(club, now, stats, error) &&
                                               read_sums(club, stats, error));
}
