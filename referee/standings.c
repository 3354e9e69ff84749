/* standings.c - see standings.h. */
#include "config.h"

#include "referee/standings.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#define SEAT_SUMS(n)                                                                               \
    " SUM(m" n ") AS total" n ", SUM(m" n " > 0) AS won" n ", SUM(m" n " = 0) AS drawn" n          \
    ", SUM(m" n " < 0) AS lost" n

#define SIDE(n)                                                                                    \
    " SELECT seat" n " AS engine, games, total" n " AS total, won" n " AS won, drawn" n            \
    " AS drawn, lost" n " AS lost,"                                                                \
    "  reference IN (seat1, seat2, seat3, seat4) AND reference <> seat" n " AS met_reference"      \
    " FROM met CROSS JOIN league WHERE seat" n " IS NOT NULL"

/* The tables of engines are summed up first, over an index alone; what follows has few rows. */
static const char query[] =
    "WITH done AS ("
    "  SELECT game, SUM(margin1) AS m1, SUM(margin2) AS m2, SUM(margin3) AS m3, SUM(margin4) AS m4"
    "  FROM half GROUP BY game HAVING COUNT(*) = (SELECT halves FROM league)),"
    " met AS MATERIALIZED ("
    "  SELECT seat1, seat2, seat3, seat4, COUNT(*) AS games," SEAT_SUMS("1") "," SEAT_SUMS("2") "," SEAT_SUMS(
        "3") "," SEAT_SUMS("4") "  FROM done JOIN game ON game.id = done.game GROUP BY seat1, "
                                "seat2, seat3, seat4),"
                                " side AS (" SIDE("1") " UNION ALL" SIDE("2") " UNION ALL" SIDE(
                                    "3") " UNION ALL" SIDE("4") "),"
                                                                " blamed AS ("
                                                                "  SELECT engine, SUM(kind <> "
                                                                "'warning') AS faults, SUM(kind = "
                                                                "'warning') AS warnings"
                                                                "  FROM fault GROUP BY engine)"
                                                                " SELECT engine.id, engine.name, "
                                                                "TOTAL(games), TOTAL(total),"
                                                                "  TOTAL(CASE WHEN met_reference "
                                                                "THEN games END),"
                                                                "  TOTAL(CASE WHEN met_reference "
                                                                "THEN total END) AS "
                                                                "against_reference,"
                                                                "  TOTAL(won), TOTAL(drawn), "
                                                                "TOTAL(lost), MAX(blamed.faults), "
                                                                "MAX(blamed.warnings)"
                                                                " FROM engine CROSS JOIN league "
                                                                "LEFT JOIN side ON side.engine = "
                                                                "engine.id"
                                                                "  LEFT JOIN blamed ON "
                                                                "blamed.engine = engine.id"
                                                                " GROUP BY engine.id"
                                                                " ORDER BY CASE WHEN "
                                                                "league.reference IS NULL THEN 0 "
                                                                "ELSE against_reference END DESC,"
                                                                "  TOTAL(total) DESC, engine.name";

void standings_free(struct standings *standings) {
    free(standings->row);
    standings->row = NULL;
    standings->count = 0;
}

static void copy_column(char *to, size_t size, sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    text_printable(to, size, text ? text : "");
}

static bool add_row(struct standings *standings, sqlite3_stmt *row) {
    size_t size = sizeof *standings->row * (size_t)(standings->count + 1);
    struct standing *grown = realloc(standings->row, size);
    if (!grown)
        return false;
    standings->row = grown;
    struct standing *standing = &grown[standings->count++];
    standing->engine = sqlite3_column_int(row, 0) - 1;
    copy_column(standing->name, sizeof standing->name, row, 1);
    int64_t *const columns[] = {&standing->games,
                                &standing->total,
                                &standing->reference_games,
                                &standing->reference_total,
                                &standing->won,
                                &standing->drawn,
                                &standing->lost,
                                &standing->faults,
                                &standing->warnings};
    for (int i = 0; i < (int)(sizeof columns / sizeof *columns); i++)
        *columns[i] = sqlite3_column_int64(row, 2 + i);
    return true;
}

static bool read_league(sqlite3 *db, struct standings *standings) {
    sqlite3_stmt *league;
    if (sqlite3_prepare_v2(db, "SELECT name, game, IFNULL(reference, 0) - 1, players FROM league",
                           -1, &league, NULL) != SQLITE_OK)
        return false;
    bool found = sqlite3_step(league) == SQLITE_ROW;
    if (found) {
        copy_column(standings->league, sizeof standings->league, league, 0);
        copy_column(standings->game, sizeof standings->game, league, 1);
        standings->reference = sqlite3_column_int(league, 2);
        standings->seats = sqlite3_column_int(league, 3);
    }
    sqlite3_finalize(league);
    return found;
}

bool standings_read(struct record *record, struct standings *standings, char *error) {
    sqlite3 *db = record_connection(record);
    sqlite3_stmt *rows;
    *standings = (struct standings){.reference = -1, .seats = 1};
    if (!read_league(db, standings) || sqlite3_prepare_v2(db, query, -1, &rows, NULL) != SQLITE_OK)
        return error_set(error, "record %s: %s", record_path(record), sqlite3_errmsg(db));
    int code;
    bool room = true;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW && room)
        room = add_row(standings, rows);
    sqlite3_finalize(rows);
    for (int i = 0; i < standings->count; i++)
        standings->games += standings->row[i].games;
    standings->games /= standings->seats;
    if (code == SQLITE_DONE && room)
        return true;
    standings_free(standings);
    return error_set(error, "record %s: %s", record_path(record),
                     room ? sqlite3_errmsg(db) : "out of memory");
}

static void print_mean(FILE *file, int64_t total, int64_t count) {
    if (count > 0)
        fprintf(file, " %+9.2f", (double)total / (double)count);
    else
        fprintf(file, " %9s", "-");
}

static void print_row(const struct standings *standings, int rank, int width, FILE *file) {
    const struct standing *row = &standings->row[rank];
    fprintf(file, "%3d  %-*s %7lld", rank + 1, width, row->name, (long long)row->games);
    if (standings->reference >= 0) {
        if (row->reference_games > 0)
            fprintf(file, " %+9lld", (long long)row->reference_total);
        else
            fprintf(file, " %9s", "-");
        print_mean(file, row->reference_total, row->reference_games);
    }
    fprintf(file, " %+9lld", (long long)row->total);
    print_mean(file, row->total, row->games);
    fprintf(file, " %6lld %6lld %6lld %7lld\n", (long long)row->won, (long long)row->drawn,
            (long long)row->lost, (long long)row->faults);
}

void standings_print(const struct standings *standings, FILE *file) {
    int width = 6;
    for (int i = 0; i < standings->count; i++)
        if ((int)strlen(standings->row[i].name) > width)
            width = (int)strlen(standings->row[i].name);
    fprintf(file, "%s: %s, %lld games\n", standings->league, standings->game,
            (long long)standings->games);
    if (standings->reference >= 0)
        fprintf(file, "%3s  %-*s %7s %19s %19s %20s\n", "", width, "", "", "against reference",
                "all margins", "games");
    fprintf(file, "%3s  %-*s %7s", "", width, "player", "games");
    if (standings->reference >= 0)
        fprintf(file, " %9s %9s", "total", "mean");
    fprintf(file, " %9s %9s %6s %6s %6s %7s\n", "total", "mean", "won", "drawn", "lost", "faults");
    for (int i = 0; i < standings->count; i++)
        print_row(standings, i, width, file);
}
