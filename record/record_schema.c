/* record_schema.c - whether a file has the tables of a record, as tables.sql has them. SQLite keeps
 * the text of each statement that made a table, so that comparing texts is enough. */
#include "config.h"

#include "record/record_schema.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "games/game.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/query.h"
#include "record/record_parts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool schema_fail(const struct record *record, const char *what, struct error *error) {
    return error_set(error, _("record %s: %s"), record->path ? record->path : "", what);
}

/* Whether SQLite keeps this statement with exactly this text. */
static bool check_statement(struct record *record, const char *sql, struct error *error) {
    int64_t found = 0;
    const char *name = sql + strlen("CREATE ");
    if (!query_ask(record, "SELECT COUNT(*) FROM sqlite_schema WHERE sql = ?",
                   VALUES(value_text(sql)), &found, error))
        return false;
    if (found == 1)
        return true;
    error_set(error, _("its tables are not those of a record: %.*s is missing or different"),
              (int)strcspn(name, "(") - 1, name);
    return schema_fail(record, error->text, error);
}

static bool check_tables(struct record *record, struct error *error) {
    char *copy = needed(strdup(record_schema)), *rest;
    bool good = true;
    for (char *sql = strtok_r(copy, ";", &rest); good && sql; sql = strtok_r(NULL, ";", &rest))
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

_Static_assert(HALF_ID_ROOM == 16, "as tables.sql says");
_Static_assert(GAME_PLAYERS_MAX == 4 && GAME_HALVES_MAX == 8 && SCHEDULE_GAMES_MAX == 100000000 &&
                   RECORD_NAME_BYTES == 255 && RECORD_WORDS_BYTES == 64 << 10,
               "as tables.sql says");

/* What a query counts must not be there. */
static bool check_none(struct record *record, const char *sql, const char *what,
                       struct error *error) {
    int64_t wrong = 0;
    return query_ask(record, sql, NULL, &wrong, error) &&
           (wrong == 0 || schema_fail(record, what, error));
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
           check_none(record, record_schema_bad_leagues,
                      _("its table league has impossible numbers"), error) &&
           check_none(record, record_schema_long_texts, _("its names or other texts are too long"),
                      error);
}
