/* club.c - the file of a club and its transactions. club_begin() nests in a turn of the site,
 * so a change that fails is undone alone. For that SQLite copies each page that is written, so
 * requests about tables, which come most often, do without (club_end_in_turn()). What is kept
 * in memory is as the open transaction has it; whenever something is rolled back, all of it is
 * forgotten. */
#include "config.h"

#include "club/store/club.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "club/store/schema.h"
#include "club/store/scores.h"
#include "games/game.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Makes what the file does not have yet, in one transaction. */
static bool club_create(struct club *club, struct error *error) {
    char secret[DIGEST_SIZE], source[CLUB_SOURCE_SIZE];
    digest_draw(secret);
    snprintf(source, sizeof source, "club:%.16s", secret);
    return schema_create(club->record, error) &&
           query_write(club->record, "INSERT OR IGNORE INTO club (id, source) VALUES (1, ?)",
                       VALUES(value_text(source)), error) &&
           query_ask_text(club->record, "SELECT source FROM club", NULL, club->source,
                          sizeof club->source, error) &&
           scores_create(club->record, error) && scores_refresh(club->record, club->source, error);
}

static bool club_prepare(struct club *club, const char *path, struct error *error) {
    return schema_save(club->record, path, error) && query_begin_writing(club->record, error) &&
           query_end_writing(club->record, club_create(club, error), error);
}

bool club_serve(struct club *club, struct error *error) {
    if (!query_run(club->record, "PRAGMA cache_size = -16384; PRAGMA secure_delete = ON",
                   error)) /* KiB */
        return false;
    club->checkpoint = record_checkpoint_start(club->record, error);
    return club->checkpoint != NULL;
}

/* Whether a record is a club's. */
static bool check_club(struct club *club, const char *path, struct error *error) {
    int64_t there;
    return query_ask(club->record, "SELECT 1 FROM sqlite_schema WHERE name = 'club_account'", NULL,
                     &there, error) &&
           (there || error_set(error, _("%s is a record, but not of a club"), path));
}

/* Opens a club, or one that is there beside the process that serves it. */
static bool club_take(struct club *club, const char *path, bool join, struct error *error) {
    *club = (struct club){.persons = 1};
    if (!digest_begin())
        return error_set(error, _("the system provides no random numbers"));
    randombytes_buf(club->device_key, sizeof club->device_key);
    club->record =
        join ? record_join(path, error) : record_open_extra(path, game_find(CLUB_GAME), error);
    if (club->record && (!join || check_club(club, path, error)) && club_prepare(club, path, error))
        return true;
    club_close(club);
    return false;
}

bool club_open(struct club *club, const char *path, struct error *error) {
    return club_take(club, path, false, error);
}

bool club_join(struct club *club, const char *path, struct error *error) {
    return club_take(club, path, true, error);
}

void club_close(struct club *club) {
    record_checkpoint_stop(club->checkpoint);
    club_forget(club);
    record_close(club->record);
    boards_free(&club->boards);
    *club = (struct club){0};
}

enum club_answer club_refuse(enum club_answer answer, struct error *error, const char *format,
                             ...) {
    char text[ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(error, "%s", text);
    return answer;
}

enum club_answer club_check_limits(struct club *club, const struct club_limit *limits, int count,
                                   const struct query_value *values, struct error *error) {
    int64_t there;
    for (const struct club_limit *limit = limits; limit < limits + count; limit++) {
        if (!query_ask(club->record, limit->sql, values, &there, error))
            return CLUB_FAILED;
        if (there >= limit->max)
            return club_refuse(CLUB_CONFLICT, error, _(limit->message), limit->max);
    }
    return CLUB_DONE;
}

/* If a transaction was not kept, what memory has of it is forgotten, too, and `late` is the reason
 * unless what was done in it has failed. */
static enum club_answer club_ended(struct club *club, enum club_answer answer, bool kept,
                                   const struct error *late, struct error *error) {
    if (kept)
        return answer;
    club_forget(club);
    if (answer != CLUB_FAILED)
        *error = *late;
    return CLUB_FAILED;
}

bool club_begin(struct club *club, struct error *error) {
    return query_begin_writing(club->record, error);
}

enum club_answer club_end(struct club *club, enum club_answer answer, struct error *error) {
    struct error late;
    bool kept = query_end_writing(club->record, answer != CLUB_FAILED, &late);
    return club_ended(club, answer, kept, &late, error);
}

enum club_answer club_end_change(struct club *club, enum club_answer answer, struct error *error) {
    if (answer != CLUB_FAILED && !scores_refresh(club->record, club->source, error))
        answer = CLUB_FAILED;
    return club_end(club, answer, error);
}

enum club_answer club_end_in_turn(struct club *club, int64_t changes, enum club_answer answer,
                                  struct error *error) {
    struct error late;
    bool kept = query_end_attempt(club->record, changes, answer != CLUB_FAILED, &late);
    return club_ended(club, answer, kept, &late, error);
}

void club_forget(struct club *club) {
    cache_clear(&club->tables);
    cache_clear(&club->devices);
}

bool club_look(struct club *club, struct error *error) {
    int64_t version, transaction = query_transaction(club->record);
    if (transaction && transaction == club->looked)
        return true;
    if (!query_ask(club->record, "PRAGMA data_version", NULL, &version, error))
        return false;
    if (version != club->version)
        club_forget(club);
    club->version = version;
    club->looked = transaction;
    return true;
}

const char *club_time(int64_t now, char utc[CALENDAR_TIME_SIZE]) {
    if (!calendar_write(now / 1000, utc))
        calendar_write(0, utc);
    return utc;
}

/* ---- rows as JSON ---------------------------------------------------------------------------- */

void club_add_time(struct json *json, const char *key, int64_t ms) {
    char utc[CALENDAR_MOMENT_SIZE];
    json_string(json, key, ms == INT64_MAX ? NULL : calendar_write_moment(ms, utc));
}

/* Times are milliseconds in some tables, but texts everywhere in JSON. */
static bool is_time(const char *name) {
    return strcmp(name, "created") == 0 || strcmp(name, "finished") == 0 ||
           strcmp(name, "deadline") == 0 || strcmp(name, "at") == 0;
}

static void add_column(struct json *json, const struct query *row, int column) {
    const char *name = query_column_name(row, column);
    const size_t length = strlen(name);
    char key[40];
    const char end = length > 0 ? name[length - 1] : '\0';
    snprintf(key, sizeof key, "%.*s", length > 0 ? (int)length - 1 : 0, name);
    if (end == '?') {
        if (!query_is_null(row, column))
            json_bool(json, key, query_int(row, column) != 0);
    } else if (end == '!') {
        json_raw(json, key, query_string(row, column));
    } else if (query_is_number(row, column) && is_time(name)) {
        club_add_time(json, name, query_int64(row, column));
    } else if (query_is_number(row, column)) {
        json_integer(json, name, query_int64(row, column));
    } else if (query_kind(row, column) == 'r') {
        json_real(json, name, query_real(row, column));
    } else {
        json_string(json, name, query_text(row, column));
    }
}

bool club_add_rows(struct club *club, const char *key, const char *sql,
                   const struct query_value *values, struct json *json, struct error *error) {
    struct query query;
    query_keep(&query, club->record, sql, values);
    json_open(json, key, '[');
    while (query_step(&query)) {
        json_open(json, NULL, '{');
        for (int i = 0; i < query_columns(&query); i++)
            add_column(json, &query, i);
        json_close(json, '}');
    }
    json_close(json, ']');
    return query_close(&query, error);
}

/* ---- the clock of the machine ---------------------------------------------------------------- */

/* The time that tables_settle() writes every few seconds. */
bool club_clock_seen(struct club *club, int64_t *at, struct error *error) {
    return query_ask(club->record, "SELECT at FROM club_table_alive", NULL, at, error);
}

bool club_clock_confirm(struct club *club, int64_t now, struct error *error) {
    return query_write(club->record,
                       "INSERT INTO club_clock (id, confirmed) VALUES (1, ?1)"
                       " ON CONFLICT (id) DO UPDATE SET confirmed = ?1",
                       VALUES(value_int(now)), error);
}

bool club_clock_is_confirmed(struct club *club, int64_t now, bool *confirmed, struct error *error) {
    int64_t at;
    if (!query_ask(club->record, "SELECT confirmed FROM club_clock", NULL, &at, error))
        return false;
    *confirmed = at > now - CLUB_CLOCK_JUMP_MS && at < now + CLUB_CLOCK_JUMP_MS;
    return true;
}
