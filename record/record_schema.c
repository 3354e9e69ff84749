/* record_schema.c - the tables of a record, and whether a file has them. SQLite keeps the text of
 * each statement that made a table, so that comparing texts is enough. */
#include "config.h"

#include "record/record_schema.h"

#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "games/game.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/query.h"
#include "record/record_bounds.h"
#include "record/record_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The index half_margins is enough for the standings and the ranking, without the long rows of
 * half; half_finished finds the newest half. moves_hash is half_moves_hash(), NULL for 0. Numbers
 * of games outside the schedule and of their players are in record_extra.h. */
const char record_schema[] =
    "CREATE TABLE league (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL,"
    " game TEXT NOT NULL, players INTEGER NOT NULL, halves INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, seed INTEGER NOT NULL, schedule TEXT NOT NULL,"
    " reference INTEGER REFERENCES engine, referee TEXT NOT NULL, started TEXT NOT NULL,"
    " config TEXT NOT NULL, format TEXT NOT NULL, scheduled INTEGER NOT NULL,"
    " shard INTEGER NOT NULL, shards INTEGER NOT NULL, sprt TEXT, worst INTEGER,"
    " boards INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE engine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " command TEXT NOT NULL, dir TEXT, options TEXT NOT NULL, limits TEXT NOT NULL,"
    " id_name TEXT, id_author TEXT, kind TEXT NOT NULL DEFAULT 'engine');"
    "CREATE TABLE board (id INTEGER PRIMARY KEY, name TEXT NOT NULL, spelled TEXT);"
    "CREATE TABLE game (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,"
    " leg INTEGER NOT NULL, board INTEGER NOT NULL REFERENCES board, seed INTEGER,"
    " seat1 INTEGER NOT NULL REFERENCES engine, seat2 INTEGER REFERENCES engine,"
    " seat3 INTEGER REFERENCES engine, seat4 INTEGER REFERENCES engine,"
    " tournament INTEGER NOT NULL DEFAULT 1, source TEXT, foreign_id TEXT, opening TEXT);"
    "CREATE UNIQUE INDEX game_foreign ON game (source, foreign_id) WHERE foreign_id IS NOT NULL;"
    "CREATE TABLE half (id INTEGER PRIMARY KEY CHECK (id = game * " HALF_ID_ROOM_SQL " + number),"
    " game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL,"
    " margin1 INTEGER NOT NULL, margin2 INTEGER, margin3 INTEGER, margin4 INTEGER,"
    " points1 INTEGER, points2 INTEGER, points3 INTEGER, points4 INTEGER,"
    " termination TEXT NOT NULL, text TEXT NOT NULL, at_fault INTEGER, plies INTEGER NOT NULL,"
    " moves TEXT, clocks TEXT, finished TEXT NOT NULL, moves_hash INTEGER);"
    "CREATE INDEX half_margins ON half (game, number, margin1, margin2, margin3, margin4,"
    " finished, moves_hash);"
    "CREATE INDEX half_finished ON half (finished);"
    "CREATE TABLE fault (id INTEGER PRIMARY KEY, half INTEGER NOT NULL REFERENCES half,"
    " engine INTEGER NOT NULL REFERENCES engine, kind TEXT NOT NULL, text TEXT NOT NULL);"
    "CREATE TABLE meeting (round INTEGER NOT NULL, number INTEGER NOT NULL,"
    " engine1 INTEGER NOT NULL REFERENCES engine, engine2 INTEGER REFERENCES engine,"
    " margin1 INTEGER NOT NULL, margin2 INTEGER NOT NULL, winner INTEGER REFERENCES engine,"
    " PRIMARY KEY (round, number)) WITHOUT ROWID;"
    "CREATE TABLE run (id TEXT PRIMARY KEY, started TEXT NOT NULL, referee TEXT NOT NULL,"
    " host TEXT NOT NULL, processor TEXT NOT NULL, kernel TEXT NOT NULL);"
    "CREATE TABLE program (run TEXT NOT NULL REFERENCES run,"
    " engine INTEGER NOT NULL REFERENCES engine, digest TEXT NOT NULL, id_name TEXT,"
    " PRIMARY KEY (run, engine));";

const char record_schema_said[] =
    "CREATE TABLE said (half INTEGER NOT NULL REFERENCES half, ply INTEGER NOT NULL,"
    " margin INTEGER, bound TEXT, depth INTEGER, nodes INTEGER, time INTEGER, pv TEXT,"
    " PRIMARY KEY (half, ply)) WITHOUT ROWID";

/* How often tree searches have tried moves, as struct said has it. */
const char record_schema_visits[] =
    "CREATE TABLE visits (half INTEGER NOT NULL REFERENCES half, ply INTEGER NOT NULL,"
    " moves TEXT NOT NULL, PRIMARY KEY (half, ply)) WITHOUT ROWID";

/* Signatures of the record's digest (record_sign.c). */
const char record_schema_signature[] =
    "CREATE TABLE signature (key TEXT PRIMARY KEY, signed TEXT NOT NULL, halves INTEGER NOT NULL,"
    " digest TEXT NOT NULL, signature TEXT NOT NULL) WITHOUT ROWID";

/* The secret that the boards of a measurement are made from, once it may be known. Its digest is in
 * the configuration from the beginning. */
const char record_schema_secret[] = "CREATE TABLE secret (id INTEGER PRIMARY KEY CHECK (id = 1),"
                                    " word TEXT NOT NULL)";

/* What the moves of a half were worth (record_analysis.h): which halves were analysed, and how. A
 * bound that is NULL is an estimate. */
const char record_schema_analysed[] =
    "CREATE TABLE analysed (half INTEGER PRIMARY KEY REFERENCES half, effort TEXT NOT NULL,"
    " referee TEXT NOT NULL, finished TEXT NOT NULL)";
const char record_schema_analysis[] =
    "CREATE TABLE analysis (half INTEGER NOT NULL REFERENCES analysed, ply INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, empty INTEGER, legal INTEGER NOT NULL, margin INTEGER NOT NULL,"
    " bound TEXT, moved INTEGER NOT NULL, moved_bound TEXT, best_count INTEGER NOT NULL,"
    " best TEXT NOT NULL, ties INTEGER, ties_sum INTEGER, ties_margin INTEGER,"
    " PRIMARY KEY (half, ply)) WITHOUT ROWID";

static bool schema_fail(const struct record *record, const char *what, struct error *error) {
    return error_set(error, _("record %s: %s"), record->path ? record->path : "", what);
}

/* Whether SQLite keeps this statement with exactly this text. */
static bool check_statement(struct record *record, const char *sql, struct error *error) {
    int64_t found = 0;
    return query_ask(record, "SELECT COUNT(*) FROM sqlite_schema WHERE sql = ?",
                     VALUES(value_text(sql)), &found, error) &&
           (found == 1 || schema_fail(record, _("its tables are not those of a record"), error));
}

static bool check_tables(struct record *record, struct error *error) {
    char *copy = NULL, *rest;
    bool good = value_copy(&copy, record_schema, error);
    for (char *sql = good ? strtok_r(copy, ";", &rest) : NULL; good && sql;
         sql = strtok_r(NULL, ";", &rest))
        good = check_statement(record, sql, error);
    free(copy);
    return good;
}

/* Checks a table that may be missing: whatever has its name must be that table. */
static bool check_later(struct record *record, const char *name, const char *sql, bool *there,
                        struct error *error) {
    int64_t found = 0;
    if (!query_ask(record, "SELECT COUNT(*) FROM sqlite_schema WHERE name = ? COLLATE NOCASE",
                   VALUES(value_text(name)), &found, error))
        return false;
    *there = found > 0;
    return !*there || check_statement(record, sql, error);
}

_Static_assert(GAME_PLAYERS_MAX == 4 && GAME_HALVES_MAX == 8 && SCHEDULE_GAMES_MAX == 100000000,
               "as the text says");

/* Checks the numbers that readers count by. Rounds, shards and games have the bounds of a league's
 * setup. */
static bool check_league(struct record *record, struct error *error) {
    int64_t wrong = 0;
    return query_ask(record,
                     "SELECT COUNT(*) FROM league WHERE NOT"
                     " (typeof(players) = 'integer' AND players BETWEEN 1 AND 4"
                     " AND typeof(halves) = 'integer' AND halves BETWEEN 1 AND 8"
                     " AND typeof(rounds) = 'integer' AND rounds BETWEEN 0 AND 1000000"
                     " AND typeof(shards) = 'integer' AND shards BETWEEN 1 AND 100000"
                     " AND typeof(shard) = 'integer' AND shard BETWEEN 1 AND shards"
                     " AND typeof(scheduled) = 'integer' AND scheduled BETWEEN 0 AND 100000000)",
                     NULL, &wrong, error) &&
           (wrong == 0 || schema_fail(record, _("its table league has impossible numbers"), error));
}

_Static_assert(RECORD_NAME_BYTES == 255 && RECORD_WORDS_BYTES == 64 << 10, "as the text says");

/* Checks the length of texts that are shown often. Names of boards are checked with their games. */
static bool check_texts(struct record *record, struct error *error) {
    int64_t wrong = 0;
    return query_ask(
               record,
               "SELECT (SELECT COUNT(*) FROM league WHERE LENGTH(CAST(name || game || schedule"
               " || referee || started || format AS BLOB)) > 6 * 255"
               " OR LENGTH(CAST(name AS BLOB)) > 255 OR LENGTH(CAST(sprt AS BLOB)) > 255)"
               " + (SELECT COUNT(*) FROM engine WHERE LENGTH(CAST(name AS BLOB)) > 255"
               " OR LENGTH(CAST(kind || IFNULL(id_name, '') || IFNULL(id_author, '')"
               " AS BLOB)) > 3 * 255 OR LENGTH(CAST(command || IFNULL(dir, '') || options"
               " || limits AS BLOB)) > 65536)",
               NULL, &wrong, error) &&
           (wrong == 0 || schema_fail(record, _("its names or other texts are too long"), error));
}

/* The two tables of an analysis are there together. */
static bool check_analysis(struct record *record, struct error *error) {
    bool second;
    return check_later(record, "analysed", record_schema_analysed, &record->analysed, error) &&
           check_later(record, "analysis", record_schema_analysis, &second, error) &&
           (record->analysed == second ||
            schema_fail(record, _("its tables are not those of a record"), error));
}

bool record_schema_check(struct record *record, struct error *error) {
    return check_tables(record, error) && check_analysis(record, error) &&
           check_later(record, "said", record_schema_said, &record->said, error) &&
           check_later(record, "visits", record_schema_visits, &record->visits, error) &&
           check_later(record, "signature", record_schema_signature, &record->signatures, error) &&
           check_later(record, "secret", record_schema_secret, &record->told, error) &&
           check_league(record, error) && check_texts(record, error);
}
