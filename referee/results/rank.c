/* rank.c - see rank.h. */
#include "config.h"

#include "referee/results/rank.h"

#include "base/language.h"

#include "base/text.h"
#include "games/game.h"
#include "referee/record/record.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* The halves as an index alone has them, and the games, both in the order of games: joining them
 * here is several times quicker than in SQL. */
static const char halves_query[] =
    "SELECT game, finished, margin1, margin2, margin3, margin4 FROM half"
    " INDEXED BY half_margins ORDER BY game";
static const char games_query[] =
    "SELECT id, seat1, seat2, seat3, seat4 FROM game WHERE tournament AND"
    " (seat1 = ?1 OR seat2 = ?1 OR seat3 = ?1 OR seat4 = ?1) ORDER BY id";
static const char newest_query[] =
    "SELECT half.finished FROM half JOIN game ON game.id = half.game"
    " WHERE half.finished <= ?2 AND game.tournament AND"
    "  (seat1 = ?1 OR seat2 = ?1 OR seat3 = ?1 OR seat4 = ?1) AND ?3 ="
    "  (SELECT COUNT(*) FROM half AS other WHERE other.game = game.id AND other.finished <= ?2)"
    " ORDER BY half.finished DESC LIMIT 1";

/* A ranking on its way. */
struct reading {
    struct record *record;
    sqlite3 *db;
    struct ranking *ranking;
    int64_t reference;
    int halves;
    char at[CALENDAR_TIME_SIZE];
};

/* A game as the two queries have it together. */
struct met {
    int64_t seat[GAME_PLAYERS_MAX];
    int margin[GAME_PLAYERS_MAX];
    int halves;
    bool late, inside; /* a half after the moment asked for; the last one in the week */
};

void rank_free(struct ranking *ranking) {
    for (int i = 0; i < ranking->count; i++)
        free(ranking->row[i].best);
    free(ranking->row);
    ranking->row = NULL;
    ranking->count = 0;
}

static bool fail(const struct reading *reading, char *error) {
    return error_set(error, _("record %s: %s"), record_path(reading->record),
                     sqlite3_errmsg(reading->db));
}

static const char *text_of(sqlite3_stmt *statement, int column) {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

static bool read_league(struct reading *reading, char *error) {
    struct ranking *ranking = reading->ranking;
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(reading->db,
                           "SELECT league.name, game, halves, engine.id, engine.name"
                           " FROM league LEFT JOIN engine ON engine.id = reference",
                           -1, &query, NULL) != SQLITE_OK)
        return fail(reading, error);
    bool found = sqlite3_step(query) == SQLITE_ROW;
    if (found) {
        text_readable(ranking->league, sizeof ranking->league, text_of(query, 0));
        text_readable(ranking->game, sizeof ranking->game, text_of(query, 1));
        reading->halves = sqlite3_column_int(query, 2);
        reading->reference = sqlite3_column_int64(query, 3);
        text_readable(ranking->reference, sizeof ranking->reference, text_of(query, 4));
    }
    sqlite3_finalize(query);
    if (!found)
        return error_set(error, _("record %s: its table league is empty"),
                         record_path(reading->record));
    const char *path = record_path(reading->record);
    return reading->reference != 0 ||
           error_set(error,
                     _("record %s names no reference computer that all are measured against: "
                       "'import FILE.csv --into %s --reference NAME' names it, "
                       "also with games that are there already"),
                     path, path);
}

/* ---- the week -------------------------------------------------------------------------------- */

static bool find_newest(struct reading *reading, char *error) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(reading->db, newest_query, -1, &query, NULL) != SQLITE_OK)
        return fail(reading, error);
    sqlite3_bind_int64(query, 1, reading->reference);
    sqlite3_bind_text(query, 2, reading->at, -1, SQLITE_STATIC);
    sqlite3_bind_int(query, 3, reading->halves);
    int code = sqlite3_step(query);
    bool found = code == SQLITE_ROW && calendar_is_time(text_of(query, 0));
    if (found)
        calendar_week_of(text_of(query, 0), &reading->ranking->week);
    else if (code == SQLITE_ROW)
        error_set(error, _("record %s: a half has no time that can be read"),
                  record_path(reading->record));
    else if (code == SQLITE_DONE)
        error_set(error, _("record %s: no tournament game against %s is finished"),
                  record_path(reading->record), reading->ranking->reference);
    else
        fail(reading, error);
    sqlite3_finalize(query);
    return found;
}

static bool find_week(struct reading *reading, const struct rank_request *request, char *error) {
    struct ranking *ranking = reading->ranking;
    if (request->at)
        snprintf(reading->at, sizeof reading->at, "%s", request->at);
    else
        calendar_now(reading->at);
    if (!(request->week ? calendar_read_week(request->week, &ranking->week, error)
                        : find_newest(reading, error)))
        return false;
    ranking->provisional = strcmp(reading->at, ranking->week.end) < 0;
    return true;
}

/* ---- the games ------------------------------------------------------------------------------- */

static struct rank_row *find_row(struct ranking *ranking, int64_t engine) {
    for (int i = 0; i < ranking->count; i++)
        if (ranking->row[i].engine == engine)
            return &ranking->row[i];
    size_t size = sizeof *ranking->row * (size_t)(ranking->count + 1);
    struct rank_row *grown = realloc(ranking->row, size);
    if (!grown)
        return NULL;
    ranking->row = grown;
    struct rank_row *row = &grown[ranking->count];
    *row = (struct rank_row){.engine = engine};
    row->best = calloc((size_t)ranking->best, sizeof *row->best);
    ranking->count += row->best != NULL;
    return row->best ? row : NULL;
}

/* Puts a margin where it belongs among the best, and drops what falls out at the end. */
static void count_margin(const struct ranking *ranking, struct rank_row *row, int margin) {
    row->games++;
    if (ranking->provisional) {
        row->counted++;
        row->total += margin;
        return;
    }
    int last = (int)row->counted;
    if (last == ranking->best) {
        if (margin <= row->best[--last])
            return;
        row->total -= row->best[last];
        row->counted--;
    }
    row->counted++;
    row->total += margin;
    for (; last > 0 && row->best[last - 1] < margin; last--)
        row->best[last] = row->best[last - 1];
    row->best[last] = margin;
}

static bool count_game(const struct reading *reading, const struct met *met) {
    if (met->halves != reading->halves || met->late || !met->inside)
        return true;
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        if (met->seat[i] == 0 || met->seat[i] == reading->reference)
            continue;
        struct rank_row *row = find_row(reading->ranking, met->seat[i]);
        if (!row)
            return false;
        count_margin(reading->ranking, row, met->margin[i]);
    }
    return true;
}

/* Adds a half to its game. Times are compared as texts, which is their order. */
static void add_half(const struct reading *reading, sqlite3_stmt *half, struct met *met) {
    const struct calendar_week *week = &reading->ranking->week;
    const char *finished = text_of(half, 1);
    met->halves++;
    met->late |= strcmp(finished, reading->at) > 0 || strcmp(finished, week->end) >= 0;
    met->inside |= strcmp(finished, week->begin) >= 0;
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        met->margin[i] += sqlite3_column_int(half, 2 + i);
}

/* Walks both tables side by side. `code` becomes what the query that ended it answered. */
static bool join(const struct reading *reading, sqlite3_stmt *against, sqlite3_stmt *halves,
                 int *code) {
    int met_code = SQLITE_ROW;
    *code = sqlite3_step(halves);
    while (*code == SQLITE_ROW && (met_code = sqlite3_step(against)) == SQLITE_ROW) {
        int64_t game = sqlite3_column_int64(against, 0);
        struct met met = {0};
        for (int i = 0; i < GAME_PLAYERS_MAX; i++)
            met.seat[i] = sqlite3_column_int64(against, 1 + i);
        while (*code == SQLITE_ROW && sqlite3_column_int64(halves, 0) < game)
            *code = sqlite3_step(halves);
        for (; *code == SQLITE_ROW && sqlite3_column_int64(halves, 0) == game;
             *code = sqlite3_step(halves))
            add_half(reading, halves, &met);
        if (!count_game(reading, &met))
            return false;
    }
    if (*code == SQLITE_ROW)
        *code = met_code;
    return true;
}

static bool read_games(const struct reading *reading, char *error) {
    sqlite3_stmt *against = NULL, *halves = NULL;
    bool done = sqlite3_prepare_v2(reading->db, games_query, -1, &against, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(reading->db, halves_query, -1, &halves, NULL) == SQLITE_OK;
    if (!done) {
        fail(reading, error);
    } else {
        int code;
        sqlite3_bind_int64(against, 1, reading->reference);
        done = join(reading, against, halves, &code) || error_set(error, _("out of memory"));
        if (done && code != SQLITE_DONE)
            done = fail(reading, error);
    }
    sqlite3_finalize(against);
    sqlite3_finalize(halves);
    return done;
}

/* ---- the table ------------------------------------------------------------------------------- */

static bool read_names(const struct reading *reading, char *error) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(reading->db, "SELECT name FROM engine WHERE id = ?", -1, &query, NULL) !=
        SQLITE_OK)
        return fail(reading, error);
    for (int i = 0; i < reading->ranking->count; i++) {
        struct rank_row *row = &reading->ranking->row[i];
        sqlite3_bind_int64(query, 1, row->engine);
        bool found = sqlite3_step(query) == SQLITE_ROW;
        text_readable(row->name, sizeof row->name, found ? text_of(query, 0) : "?");
        sqlite3_reset(query);
    }
    sqlite3_finalize(query);
    return true;
}

/* Where the number of games counted is the same, so is the order of averages and totals. */
static int compare_rows(const void *a, const void *b) {
    const struct rank_row *first = a, *second = b;
    if (first->counted != second->counted)
        return first->counted > second->counted ? -1 : 1;
    if (first->total != second->total)
        return first->total > second->total ? -1 : 1;
    return strcmp(first->name, second->name);
}

bool rank_read(struct record *record, const struct rank_request *request, struct ranking *ranking,
               char *error) {
    *ranking = (struct ranking){.best = request->best};
    struct reading reading = {
        .record = record, .db = record_connection(record), .ranking = ranking};
    if (!read_league(&reading, error) || !find_week(&reading, request, error) ||
        !read_games(&reading, error) || !read_names(&reading, error)) {
        rank_free(ranking);
        return false;
    }
    if (ranking->count > 0)
        qsort(ranking->row, (size_t)ranking->count, sizeof *ranking->row, compare_rows);
    return true;
}

void rank_print(const struct ranking *ranking, FILE *file) {
    int width = 6;
    for (int i = 0; i < ranking->count; i++)
        if (text_columns(ranking->row[i].name) > width)
            width = text_columns(ranking->row[i].name);
    const struct calendar_week *week = &ranking->week;
    fprintf(file, _("%s: %s, week %04d-%02d (%.10s to %s), "), ranking->league, ranking->game,
            week->year, week->week, week->begin, week->last_day);
    if (ranking->provisional)
        fprintf(file, _("provisional: all games against %s\n"), ranking->reference);
    else
        fprintf(file,
                ngettext("best %d game against %s\n", "best %d games against %s\n",
                         (unsigned long)ranking->best),
                ranking->best, ranking->reference);
    if (ranking->count == 0) {
        fputs(_("no tournament game was finished\n"), file);
        return;
    }
    const char *const heads[] = {_("games"), _("counted"), _("total"), _("average")};
    fputs("     ", file);
    text_print_left(file, width, _("player"));
    for (int i = 0; i < 4; i++) {
        fputs(" ", file);
        text_print_right(file, i < 2 ? 7 : 9, heads[i]);
    }
    fputs("\n", file);
    for (int i = 0; i < ranking->count; i++) {
        const struct rank_row *row = &ranking->row[i];
        fprintf(file, "%3d  ", i + 1);
        text_print_left(file, width, row->name);
        fprintf(file, " %7lld %7lld %+9lld %+9.2f\n", (long long)row->games,
                (long long)row->counted, (long long)row->total,
                (double)row->total / (double)row->counted);
    }
    fprintf(file, ranking->provisional ? _("leader so far: %s\n") : _("champion of the week: %s\n"),
            ranking->row[0].name);
}
