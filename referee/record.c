/* record.c - see record.h. */
#include "config.h"

#include "referee/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    APPLICATION = 0x74726e63, /* "trnc" in the file's header */
    SCHEMA = 1,
    BUSY_MS = 5000,
    HALVES_ROOM = 16 /* half.id = game * HALVES_ROOM + number */
};

enum { BEGIN, COMMIT, ROLLBACK, ADD_GAME, ADD_HALF, ADD_FAULT, STATEMENTS };

struct record {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    char *path; /* NULL: in memory */
    int lock;   /* descriptor that holds the lock against a second referee; -1: none */
};

/* half_margins answers the standings alone, without the long rows of half. */
static const char schema[] =
    "CREATE TABLE league (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL,"
    " game TEXT NOT NULL, players INTEGER NOT NULL, halves INTEGER NOT NULL,"
    " rounds INTEGER NOT NULL, seed INTEGER NOT NULL, schedule TEXT NOT NULL,"
    " reference INTEGER REFERENCES engine, referee TEXT NOT NULL, started TEXT NOT NULL,"
    " config TEXT NOT NULL);"
    "CREATE TABLE engine (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,"
    " command TEXT NOT NULL, dir TEXT, options TEXT NOT NULL, limits TEXT NOT NULL,"
    " id_name TEXT, id_author TEXT);"
    "CREATE TABLE board (id INTEGER PRIMARY KEY, name TEXT NOT NULL, spelled TEXT NOT NULL);"
    "CREATE TABLE game (id INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,"
    " leg INTEGER NOT NULL, board INTEGER NOT NULL REFERENCES board, seed INTEGER NOT NULL,"
    " seat1 INTEGER NOT NULL REFERENCES engine, seat2 INTEGER REFERENCES engine,"
    " seat3 INTEGER REFERENCES engine, seat4 INTEGER REFERENCES engine);"
    "CREATE TABLE half (id INTEGER PRIMARY KEY CHECK (id = game * 16 + number),"
    " game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL,"
    " margin1 INTEGER NOT NULL, margin2 INTEGER, margin3 INTEGER, margin4 INTEGER,"
    " points1 INTEGER NOT NULL, points2 INTEGER, points3 INTEGER, points4 INTEGER,"
    " termination TEXT NOT NULL, text TEXT NOT NULL, at_fault INTEGER, plies INTEGER NOT NULL,"
    " moves TEXT NOT NULL, clocks TEXT NOT NULL, finished TEXT NOT NULL);"
    "CREATE INDEX half_margins ON half (game, margin1);"
    "CREATE TABLE fault (id INTEGER PRIMARY KEY, half INTEGER NOT NULL REFERENCES half,"
    " engine INTEGER NOT NULL REFERENCES engine, kind TEXT NOT NULL, text TEXT NOT NULL);";

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_GAME] = "INSERT INTO game (id, round, pair, leg, board, seed, seat1, seat2)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [ADD_HALF] = "INSERT INTO half (id, game, number, margin1, margin2, points1, points2,"
                 " termination, text, at_fault, plies, moves, clocks, finished)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_FAULT] = "INSERT INTO fault (half, engine, kind, text) VALUES (?, ?, ?, ?)",
};

struct sqlite3 *record_connection(struct record *record) {
    return record->db;
}

const char *record_path(const struct record *record) {
    return record->path ? record->path : "(memory)";
}

/* What to do about an error, after what it is. */
static const char *advice(int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "; what was finished is kept: make room and run the same command again";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "; another program holds it: try again when it has ended";
    case SQLITE_NOTADB:
        return "; choose another file, this one is left as it is";
    case SQLITE_CORRUPT:
        return "; copy it away, then save what can be read with: sqlite3 COPY .recover";
    case SQLITE_READONLY:
    case SQLITE_PERM:
        return "; make the file and its folder writable, or choose another";
    case SQLITE_IOERR:
        return "; what was finished is kept: look after the disk and run the same command again";
    default:
        return "";
    }
}

static bool fail(const struct record *record, char *error) {
    int code = sqlite3_extended_errcode(record->db);
    return error_set(error, "record %s: %s%s", record_path(record), sqlite3_errmsg(record->db),
                     advice(code));
}

/* Runs a prepared statement that returns nothing. */
static bool step(struct record *record, int number, char *error) {
    sqlite3_stmt *statement = record->statement[number];
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        fail(record, error);
    sqlite3_reset(statement);
    return done;
}

static bool run(struct record *record, const char *sql, char *error) {
    return sqlite3_exec(record->db, sql, NULL, NULL, NULL) == SQLITE_OK || fail(record, error);
}

/* The one number that a query answers. */
static bool ask(struct record *record, const char *sql, int64_t *number, char *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(record->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return fail(record, error);
    bool got = sqlite3_step(statement) == SQLITE_ROW;
    if (got)
        *number = sqlite3_column_int64(statement, 0);
    else
        fail(record, error);
    sqlite3_finalize(statement);
    return got;
}

static void bind_text(sqlite3_stmt *statement, int column, const char *text) {
    sqlite3_bind_text(statement, column, text, -1, SQLITE_STATIC);
}

/* The time of day in UTC, as ISO 8601 writes it. */
static const char *now(char text[32]) {
    time_t seconds = time(NULL);
    struct tm parts;
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    return text;
}

void record_close(struct record *record) {
    if (!record)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(record->statement[i]);
    /* Back to a single file that can be read anywhere; if somebody reads it, it stays as it is. */
    if (record->lock >= 0)
        sqlite3_exec(record->db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_close(record->db);
    if (record->lock >= 0)
        close(record->lock); /* only now: closing it earlier would drop SQLite's own locks */
    free(record->path);
    free(record);
}

static struct record *new_record(const char *path, char *error) {
    struct record *record = calloc(1, sizeof *record);
    if (record) {
        record->lock = -1;
        record->path = path ? strdup(path) : NULL;
        if (!path || record->path)
            return record;
        free(record);
    }
    error_set(error, "out of memory");
    return NULL;
}

static bool connect(struct record *record, int flags, char *error) {
    const char *path = record->path ? record->path : ":memory:";
    if (sqlite3_open_v2(path, &record->db, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return fail(record, error);
    sqlite3_busy_timeout(record->db, BUSY_MS);
    return true;
}

/* Whether the file is a record of ours that we understand. `fresh` (may be NULL) is set if it is an
 * empty database that can become one. */
static bool check_kind(struct record *record, bool *fresh, char *error) {
    int64_t application, version, tables;
    if (!ask(record, "PRAGMA application_id", &application, error) ||
        !ask(record, "PRAGMA user_version", &version, error) ||
        !ask(record, "SELECT COUNT(*) FROM sqlite_schema", &tables, error))
        return false;
    if (fresh && application == 0 && version == 0 && tables == 0) {
        *fresh = true;
        return true;
    }
    if (application != APPLICATION)
        return error_set(error, "record %s: a database, but not a record of a league",
                         record_path(record));
    if (version > SCHEMA)
        return error_set(error,
                         "record %s: written by a newer referee (version %" PRId64
                         " of the tables, this one knows %d): use that one",
                         record_path(record), version, SCHEMA);
    return true;
}

/* ---- a new record -----------------------------------------------------------------------------
 */

static bool add_league(struct record *record, const struct setup *setup, const char *config,
                       const char *schedule, char *error) {
    sqlite3_stmt *insert;
    char when[32];
    if (sqlite3_prepare_v2(record->db,
                           "INSERT INTO league VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
                           &insert, NULL) != SQLITE_OK)
        return fail(record, error);
    bind_text(insert, 1, setup->name);
    bind_text(insert, 2, setup->game->name);
    sqlite3_bind_int(insert, 3, SCHEDULE_PLAYERS);
    sqlite3_bind_int(insert, 4, setup->game->halves);
    sqlite3_bind_int(insert, 5, setup->rounds);
    sqlite3_bind_int64(insert, 6, (int64_t)setup->seed);
    bind_text(insert, 7, schedule);
    if (setup->reference >= 0)
        sqlite3_bind_int(insert, 8, setup->reference + 1);
    bind_text(insert, 9, PACKAGE_VERSION);
    bind_text(insert, 10, now(when));
    bind_text(insert, 11, config);
    bool done = sqlite3_step(insert) == SQLITE_DONE || fail(record, error);
    sqlite3_finalize(insert);
    return done;
}

static bool add_engines(struct record *record, const struct setup *setup, char *error) {
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(
            record->db,
            "INSERT INTO engine (id, name, command, dir, options, limits, id_name, id_author)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            -1, &insert, NULL) != SQLITE_OK)
        return fail(record, error);
    bool done = true;
    for (int i = 0; i < setup->engines && done; i++) {
        const struct engine_spec *spec = &setup->engine[i].spec;
        struct text options = {0}, limits = {0};
        for (int k = 0; k < spec->option_count; k++)
            text_addf(&options, "%s=%s\n", spec->option[k].name, spec->option[k].value);
        limits_write(&spec->limits, &limits);
        sqlite3_bind_int(insert, 1, i + 1);
        bind_text(insert, 2, spec->name);
        bind_text(insert, 3, spec->command);
        bind_text(insert, 4, spec->dir);
        bind_text(insert, 5, text_get(&options));
        bind_text(insert, 6, text_get(&limits));
        bind_text(insert, 7, setup->engine[i].id_name);
        bind_text(insert, 8, setup->engine[i].id_author);
        done = sqlite3_step(insert) == SQLITE_DONE || fail(record, error);
        sqlite3_reset(insert);
        sqlite3_clear_bindings(insert);
        text_free(&options);
        text_free(&limits);
    }
    sqlite3_finalize(insert);
    return done;
}

static bool add_boards(struct record *record, const struct setup *setup, char *error) {
    sqlite3_stmt *insert;
    if (sqlite3_prepare_v2(record->db, "INSERT INTO board VALUES (?, ?, ?)", -1, &insert, NULL) !=
        SQLITE_OK)
        return fail(record, error);
    bool done = true;
    for (int i = 0; i < setup->boards && done; i++) {
        sqlite3_bind_int(insert, 1, i + 1);
        bind_text(insert, 2, setup->board[i].name);
        bind_text(insert, 3, setup->board[i].spelled);
        done = sqlite3_step(insert) == SQLITE_DONE || fail(record, error);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    return done;
}

static bool create(struct record *record, const struct setup *setup, const char *schedule,
                   char *error) {
    char header[96];
    struct text config = {0};
    setup_write(setup, &config);
    snprintf(header, sizeof header, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION, SCHEMA);
    bool done = run(record, "BEGIN IMMEDIATE", error) && run(record, schema, error) &&
                run(record, header, error) && add_engines(record, setup, error) &&
                add_boards(record, setup, error) &&
                add_league(record, setup, text_get(&config), schedule, error) &&
                run(record, "COMMIT", error);
    if (!done)
        sqlite3_exec(record->db, "ROLLBACK", NULL, NULL, NULL);
    text_free(&config);
    return done;
}

/* The record must be of the same league; its number of rounds becomes that of the setup. */
static bool resume(struct record *record, const struct setup *setup, const char *schedule,
                   char *error) {
    sqlite3_stmt *update;
    if (sqlite3_prepare_v2(record->db, "UPDATE league SET rounds = ? WHERE schedule = ?", -1,
                           &update, NULL) != SQLITE_OK)
        return fail(record, error);
    sqlite3_bind_int(update, 1, setup->rounds);
    bind_text(update, 2, schedule);
    bool done = sqlite3_step(update) == SQLITE_DONE || fail(record, error);
    sqlite3_finalize(update);
    if (!done || sqlite3_changes(record->db) == 1)
        return done;
    return error_set(error,
                     "record %s belongs to another league: its engines, boards, game, limits or "
                     "seed differ; name another file with --record, or move this one away",
                     record_path(record));
}

/* Keeps a second referee out. */
static bool lock(struct record *record, char *error) {
    record->lock = open(record->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (record->lock < 0)
        return error_set(error, "record %s: %s; choose another with --record", record->path,
                         strerror(errno));
    if (flock(record->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return error_set(error, "record %s: another referee is writing it", record->path);
}

static bool prepare(struct record *record, char *error) {
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(record->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &record->statement[i], NULL) != SQLITE_OK)
            return fail(record, error);
    return true;
}

static bool open_for(struct record *record, const struct setup *setup, char *error) {
    bool fresh = false;
    char schedule[32];
    snprintf(schedule, sizeof schedule, "%016" PRIx64, setup_hash(setup));
    if (record->path && !lock(record, error))
        return false;
    return connect(record, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) &&
           check_kind(record, &fresh, error) &&
           run(record, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", error) &&
           (fresh ? create(record, setup, schedule, error)
                  : resume(record, setup, schedule, error)) &&
           prepare(record, error);
}

struct record *record_open(const struct setup *setup, char *error) {
    struct record *record = new_record(setup->record, error);
    if (record && open_for(record, setup, error))
        return record;
    record_close(record);
    return NULL;
}

struct record *record_read(const char *path, char *error) {
    struct stat status;
    if (stat(path, &status) != 0) {
        error_set(error, "cannot read the record %s: %s", path, strerror(errno));
        return NULL;
    }
    struct record *record = new_record(path, error);
    if (record && connect(record, SQLITE_OPEN_READONLY, error) && check_kind(record, NULL, error))
        return record;
    record_close(record);
    return NULL;
}

/* ---- what comes and goes ----------------------------------------------------------------------
 */

bool record_each_half(struct record *record,
                      void (*each)(void *context, int64_t game, int half, const int *margin),
                      void *context, char *error) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(record->db,
                           "SELECT game, number, margin1, margin2 FROM half ORDER BY id", -1,
                           &query, NULL) != SQLITE_OK)
        return fail(record, error);
    int code;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        int margin[SCHEDULE_PLAYERS];
        for (int i = 0; i < SCHEDULE_PLAYERS; i++)
            margin[i] = sqlite3_column_int(query, 2 + i);
        each(context, sqlite3_column_int64(query, 0) - 1, sqlite3_column_int(query, 1), margin);
    }
    bool done = code == SQLITE_DONE || fail(record, error);
    sqlite3_finalize(query);
    return done;
}

static bool add_game(struct record *record, const struct schedule_entry *entry, char *error) {
    sqlite3_stmt *insert = record->statement[ADD_GAME];
    sqlite3_bind_int64(insert, 1, entry->number + 1);
    sqlite3_bind_int(insert, 2, entry->round + 1);
    sqlite3_bind_int64(insert, 3, entry->pair + 1);
    sqlite3_bind_int(insert, 4, entry->leg + 1);
    sqlite3_bind_int(insert, 5, entry->board + 1);
    sqlite3_bind_int64(insert, 6, (int64_t)entry->seed);
    for (int i = 0; i < SCHEDULE_PLAYERS; i++)
        sqlite3_bind_int(insert, 7 + i, entry->engine[i] + 1);
    return step(record, ADD_GAME, error);
}

static bool add_half(struct record *record, int64_t id, const struct schedule_entry *entry,
                     int half, const struct match_result *result, char *error) {
    sqlite3_stmt *insert = record->statement[ADD_HALF];
    char when[32];
    sqlite3_bind_int64(insert, 1, id);
    sqlite3_bind_int64(insert, 2, entry->number + 1);
    sqlite3_bind_int(insert, 3, half);
    for (int i = 0; i < SCHEDULE_PLAYERS; i++) {
        sqlite3_bind_int(insert, 4 + i, result->margin[i]);
        sqlite3_bind_int(insert, 6 + i, result->points[i]);
    }
    bind_text(insert, 8, result->termination);
    bind_text(insert, 9, result->text);
    if (result->at_fault == MATCH_NOBODY)
        sqlite3_bind_null(insert, 10);
    else
        sqlite3_bind_int(insert, 10, result->at_fault + 1);
    sqlite3_bind_int(insert, 11, result->plies);
    bind_text(insert, 12, text_get(&result->moves));
    bind_text(insert, 13, text_get(&result->clocks));
    bind_text(insert, 14, now(when));
    return step(record, ADD_HALF, error);
}

static bool add_faults(struct record *record, int64_t id, const struct schedule_entry *entry,
                       const struct match_result *result, char *error) {
    sqlite3_stmt *insert = record->statement[ADD_FAULT];
    for (int i = 0; i < result->faults; i++) {
        const struct match_fault *fault = &result->fault[i];
        sqlite3_bind_int64(insert, 1, id);
        sqlite3_bind_int(insert, 2, entry->engine[fault->seat] + 1);
        bind_text(insert, 3, verdict_name(fault->fault.verdict));
        bind_text(insert, 4, fault->fault.text);
        if (!step(record, ADD_FAULT, error))
            return false;
    }
    return true;
}

bool record_half(struct record *record, const struct schedule_entry *entry, int half,
                 const struct match_result *result, char *error) {
    int64_t id = (entry->number + 1) * HALVES_ROOM + half;
    char ignored[REFEREE_ERROR_SIZE];
    if (!step(record, BEGIN, error))
        return false;
    if (add_game(record, entry, error) && add_half(record, id, entry, half, result, error) &&
        add_faults(record, id, entry, result, error) && step(record, COMMIT, error))
        return true;
    step(record, ROLLBACK, ignored);
    return false;
}
