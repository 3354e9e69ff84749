/* record_league.c - what a league is, in its record: the tables of a new one, and whether one that
 * is there belongs to the same league; see record_parts.h. */
#include "config.h"

#include "base/calendar.h"
#include "base/language.h"
#include "base/text.h"
#include "referee/pairing/sprt.h"
#include "referee/record/record_parts.h"

#include <inttypes.h>
#include <string.h>

/* half_margins answers the standings and the ranking alone, without the long rows of half;
 * half_finished finds the newest. Games outside the schedule and their players are what
 * record_extra.h says. */
static const char schema[] =
    "CREATE TABLE league (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL,"
    " game TEXT NOT NULL, players INTEGER NOT NULL, halves INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, seed INTEGER NOT NULL, schedule TEXT NOT NULL,"
    " reference INTEGER REFERENCES engine, referee TEXT NOT NULL, started TEXT NOT NULL,"
    " config TEXT NOT NULL, format TEXT NOT NULL, scheduled INTEGER NOT NULL,"
    " shard INTEGER NOT NULL, shards INTEGER NOT NULL, sprt TEXT, worst INTEGER);"
    "CREATE TABLE engine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " command TEXT NOT NULL, dir TEXT, options TEXT NOT NULL, limits TEXT NOT NULL,"
    " id_name TEXT, id_author TEXT, kind TEXT NOT NULL DEFAULT 'engine');"
    "CREATE TABLE board (id INTEGER PRIMARY KEY, name TEXT NOT NULL, spelled TEXT);"
    "CREATE TABLE game (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,"
    " leg INTEGER NOT NULL, board INTEGER NOT NULL REFERENCES board, seed INTEGER,"
    " seat1 INTEGER NOT NULL REFERENCES engine, seat2 INTEGER REFERENCES engine,"
    " seat3 INTEGER REFERENCES engine, seat4 INTEGER REFERENCES engine,"
    " tournament INTEGER NOT NULL DEFAULT 1, source TEXT, foreign_id TEXT);"
    "CREATE UNIQUE INDEX game_foreign ON game (source, foreign_id) WHERE foreign_id IS NOT NULL;"
    "CREATE TABLE half (id INTEGER PRIMARY KEY CHECK (id = game * 16 + number),"
    " game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL,"
    " margin1 INTEGER NOT NULL, margin2 INTEGER, margin3 INTEGER, margin4 INTEGER,"
    " points1 INTEGER, points2 INTEGER, points3 INTEGER, points4 INTEGER,"
    " termination TEXT NOT NULL, text TEXT NOT NULL, at_fault INTEGER, plies INTEGER NOT NULL,"
    " moves TEXT, clocks TEXT, finished TEXT NOT NULL);"
    "CREATE INDEX half_margins ON half (game, margin1, margin2, margin3, margin4, finished);"
    "CREATE INDEX half_finished ON half (finished);"
    "CREATE TABLE fault (id INTEGER PRIMARY KEY, half INTEGER NOT NULL REFERENCES half,"
    " engine INTEGER NOT NULL REFERENCES engine, kind TEXT NOT NULL, text TEXT NOT NULL);"
    "CREATE TABLE meeting (round INTEGER NOT NULL, number INTEGER NOT NULL,"
    " engine1 INTEGER NOT NULL REFERENCES engine, engine2 INTEGER REFERENCES engine,"
    " margin1 INTEGER NOT NULL, margin2 INTEGER NOT NULL, winner INTEGER REFERENCES engine,"
    " PRIMARY KEY (round, number)) WITHOUT ROWID;";

void record_name_schedule(const char *config, char name[RECORD_SCHEDULE_SIZE]) {
    snprintf(name, RECORD_SCHEDULE_SIZE, "%016" PRIx64, text_hash(config));
}

/* ---- a new record ---------------------------------------------------------------------------- */

static bool add_league(struct record *record, const struct record_identity *league, char *error) {
    sqlite3_stmt *insert;
    char when[CALENDAR_TIME_SIZE], schedule[RECORD_SCHEDULE_SIZE];
    record_name_schedule(league->config, schedule);
    if (sqlite3_prepare_v2(record->db,
                           "INSERT INTO league VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                           "?, ?, NULL, NULL)",
                           -1, &insert, NULL) != SQLITE_OK)
        return record_fail(record, error);
    record_bind(insert, 1, league->name);
    record_bind(insert, 2, league->game);
    sqlite3_bind_int(insert, 3, league->seats);
    sqlite3_bind_int(insert, 4, league->halves);
    sqlite3_bind_int(insert, 5, league->rounds);
    sqlite3_bind_int64(insert, 6, (int64_t)league->seed);
    record_bind(insert, 7, schedule);
    if (league->reference >= 0)
        sqlite3_bind_int(insert, 8, league->reference + 1);
    record_bind(insert, 9, PACKAGE_VERSION);
    record_bind(insert, 10, calendar_now(when));
    record_bind(insert, 11, league->config);
    record_bind(insert, 12, league->format);
    sqlite3_bind_int64(insert, 13, league->games);
    sqlite3_bind_int(insert, 14, league->shard + 1);
    sqlite3_bind_int(insert, 15, league->shards);
    bool done = sqlite3_step(insert) == SQLITE_DONE || record_fail(record, error);
    sqlite3_finalize(insert);
    return done;
}

static bool add_engines(struct record *record, const struct record_identity *league, char *error) {
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(
            record->db,
            "INSERT INTO engine (id, name, command, dir, options, limits, id_name, id_author)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            -1, &insert, NULL) != SQLITE_OK)
        return record_fail(record, error);
    bool done = true;
    for (int i = 0; i < league->engines && done; i++) {
        const struct record_engine *engine = &league->engine[i];
        sqlite3_bind_int(insert, 1, i + 1);
        record_bind(insert, 2, engine->name);
        record_bind(insert, 3, engine->command);
        record_bind(insert, 4, engine->dir);
        record_bind(insert, 5, engine->options);
        record_bind(insert, 6, engine->terms);
        record_bind(insert, 7, engine->id_name);
        record_bind(insert, 8, engine->id_author);
        done = sqlite3_step(insert) == SQLITE_DONE || record_fail(record, error);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return done;
}

static bool add_boards(struct record *record, const struct record_identity *league, char *error) {
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(record->db, "INSERT INTO board VALUES (?, ?, ?)", -1, &insert, NULL) !=
        SQLITE_OK)
        return record_fail(record, error);
    bool done = true;
    for (int i = 0; i < league->boards && done; i++) {
        sqlite3_bind_int(insert, 1, i + 1);
        record_bind(insert, 2, league->board[i].name);
        record_bind(insert, 3, league->board[i].line);
        done = sqlite3_step(insert) == SQLITE_DONE || record_fail(record, error);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return done;
}

bool record_create_tables(struct record *record, char *error) {
    char header[96];
    snprintf(header, sizeof header, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             RECORD_APPLICATION, RECORD_SCHEMA);
    return record_run(record, schema, error) && record_run(record, header, error);
}

bool record_create(struct record *record, const struct record_identity *league, char *error) {
    bool done = record_run(record, "BEGIN IMMEDIATE", error) &&
                record_create_tables(record, error) && add_engines(record, league, error) &&
                add_boards(record, league, error) && add_league(record, league, error) &&
                record_resume(record, league, error) && record_run(record, "COMMIT", error);
    if (!done)
        sqlite3_exec(record->db, "ROLLBACK", NULL, NULL, NULL);
    return done;
}

/* ---- one that is there ----------------------------------------------------------------------- */

enum { EXCERPT_BYTES = 72, EXCERPT_BEFORE = 24 };

/* Some of a line around the place where it differs from another: "" for a line that is missing. */
static void excerpt(char out[EXCERPT_BYTES], const char *line, size_t same) {
    size_t skip = same > EXCERPT_BYTES - EXCERPT_BEFORE ? same - EXCERPT_BEFORE : 0;
    char text[EXCERPT_BYTES];
    snprintf(text, sizeof text, "%s%.*s", skip ? "..." : "", (int)strcspn(line + skip, "\n"),
             line + skip);
    text_printable(out, EXCERPT_BYTES, text + strspn(text, " "));
}

/* The first line in which two configurations differ, with the engine that it belongs to: lines of
 * an engine begin with blanks. */
static bool tell_difference(const struct record *record, const char *there, const char *wanted,
                            char *error) {
    const char *owner = "";
    char old[EXCERPT_BYTES], new[EXCERPT_BYTES], whose[EXCERPT_BYTES] = "";
    size_t same = 0;
    for (;;) {
        for (same = 0; there[same] == wanted[same] && wanted[same] && wanted[same] != '\n'; same++)
            continue;
        if (there[same] != wanted[same] || !wanted[same])
            break;
        owner = wanted[0] == ' ' ? owner : wanted;
        there += same + 1;
        wanted += same + 1;
    }
    excerpt(old, there, same);
    excerpt(new, wanted, same);
    if (there[0] == ' ' || wanted[0] == ' ')
        snprintf(whose, sizeof whose, "%.*s: ", (int)strcspn(owner, ":\n"), owner);
    return error_set(
        error,
        _("record %s belongs to another league: %sit has \"%s\", now it is \"%s\"; name "
          "another file with --record, or move this one away"),
        record_path(record), whose, old, new);
}

/* A part of a league goes on with the same part. */
static bool compare_shards(struct record *record, const struct record_identity *league,
                           char *error) {
    int64_t shard = 0, shards = 0;
    if (!record_ask(record, "SELECT shard FROM league", &shard, error) ||
        !record_ask(record, "SELECT shards FROM league", &shards, error))
        return false;
    return (shard == league->shard + 1 && shards == league->shards) ||
           error_set(error,
                     _("record %s is of shard %" PRId64 "/%" PRId64
                       " of this league (1/1 is the whole), not of %d/%d"),
                     record_path(record), shard, shards, league->shard + 1, league->shards);
}

/* No game that was played may fall out of the league. */
static bool compare_rounds(struct record *record, const struct record_identity *league,
                           char *error) {
    int64_t played = 0;
    if (!record_ask(record, "SELECT COALESCE(MAX(round), 0) FROM game", &played, error))
        return false;
    return league->rounds >= played ||
           error_set(error,
                     _("record %s has games of round %" PRId64 " already: rounds must be at least "
                       "that, not %d"),
                     record_path(record), played, league->rounds);
}

bool record_compare(struct record *record, const struct record_identity *league, char *error) {
    char schedule[RECORD_SCHEDULE_SIZE];
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(record->db, "SELECT schedule, config FROM league", -1, &query, NULL) !=
        SQLITE_OK)
        return record_fail(record, error);
    record_name_schedule(league->config, schedule);
    int code = sqlite3_step(query);
    bool found = code == SQLITE_ROW;
    const char *name = found ? (const char *)sqlite3_column_text(query, 0) : NULL;
    const char *there = found ? (const char *)sqlite3_column_text(query, 1) : NULL;
    bool same = false;
    if (!found && code != SQLITE_DONE)
        record_fail(record, error);
    else if (!name || !there)
        error_set(error, _("record %s: its table league is empty"), record_path(record));
    else
        same = strcmp(name, schedule) == 0 || tell_difference(record, there, league->config, error);
    sqlite3_finalize(query);
    return same && compare_shards(record, league, error) && compare_rounds(record, league, error);
}

bool record_resume(struct record *record, const struct record_identity *league, char *error) {
    sqlite3_stmt *update;
    struct text sprt = {0};
    if (sqlite3_prepare_v2(record->db,
                           "UPDATE league SET rounds = ?, name = ?, reference = ?, scheduled = ?,"
                           " sprt = ?, worst = ?",
                           -1, &update, NULL) != SQLITE_OK)
        return record_fail(record, error);
    sqlite3_bind_int(update, 1, league->rounds);
    record_bind(update, 2, league->name);
    if (league->reference >= 0)
        sqlite3_bind_int(update, 3, league->reference + 1);
    sqlite3_bind_int64(update, 4, league->games);
    if (league->sprt) {
        sprt_write(league->sprt, &sprt);
        record_bind(update, 5, text_get(&sprt));
        sqlite3_bind_double(update, 6, league->sprt->worst);
    }
    bool done = sqlite3_step(update) == SQLITE_DONE || record_fail(record, error);
    sqlite3_finalize(update);
    text_free(&sprt);
    return done;
}
