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

const struct later_table_text later_tables[LATER_TABLES] = {
    [LATER_SAID] = {"said", record_schema_said},
    [LATER_VISITS] = {"visits", record_schema_visits},
    [LATER_SIGNATURE] = {"signature", record_schema_signature},
    [LATER_SECRET] = {"secret", record_schema_secret},
    [LATER_ANALYSED] = {"analysed", record_schema_analysed},
    [LATER_ANALYSIS] = {"analysis", record_schema_analysis},
};

bool record_make_later(struct record *record, enum later_table table, struct error *error) {
    if (!record->has[table])
        record->has[table] = query_run(record, later_tables[table].sql, error);
    return record->has[table];
}

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
static bool check_later(struct record *record, enum later_table table, struct error *error) {
    int64_t found = 0;
    if (!query_ask(record, "SELECT COUNT(*) FROM sqlite_schema WHERE name = ? COLLATE NOCASE",
                   VALUES(value_text(later_tables[table].name)), &found, error))
        return false;
    record->has[table] = found > 0;
    return !record->has[table] || check_statement(record, later_tables[table].sql, error);
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

bool record_schema_check(struct record *record, struct error *error) {
    bool good = check_tables(record, error);
    for (enum later_table table = 0; good && table < LATER_TABLES; table++)
        good = check_later(record, table, error);
    if (good && record->has[LATER_ANALYSED] != record->has[LATER_ANALYSIS])
        return schema_fail(record, _("its tables are not those of a record"), error);
    return good &&
           check_none(record, record_schema_bad_leagues,
                      _("its table league has impossible numbers"), error) &&
           check_none(record, record_schema_long_texts, _("its names or other texts are too long"),
                      error);
}
