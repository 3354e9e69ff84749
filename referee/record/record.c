/* record.c - see record.h. */
#include "config.h"

#include "base/calendar.h"
#include "base/language.h"
#include "referee/match/match.h"
#include "referee/pairing/schedule.h"
#include "referee/record/record_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MS = 5000 };

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_BOARD] = "INSERT INTO board VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    [ADD_GAME] = "INSERT INTO game (id, round, pair, leg, board, seed, seat1, seat2, seat3,"
                 " seat4) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    [ADD_HALF] = "INSERT INTO half (id, game, number, margin1, margin2, margin3, margin4,"
                 " points1, points2, points3, points4, termination, text, at_fault, plies,"
                 " moves, clocks, finished)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_FAULT] = "INSERT INTO fault (half, engine, kind, text) VALUES (?, ?, ?, ?)",
    [FIND_PLAYER] = "SELECT id FROM engine WHERE name = ?",
    [ADD_PLAYER] = "INSERT INTO engine (id, name, kind, command, options, limits)"
                   " SELECT MAX(?, IFNULL(MAX(id), 0)) + 1, ?, ?, '', '', '' FROM engine",
    [FIND_BOARD] = "SELECT id FROM board WHERE id > ? AND name = ? AND spelled IS ?",
    [ADD_EXTRA_BOARD] = "INSERT INTO board (id, name, spelled)"
                        " SELECT MAX(?, IFNULL(MAX(id), 0)) + 1, ?, ? FROM board",
    [FIND_EXTRA] = "SELECT id FROM game WHERE source = ? AND foreign_id = ?",
    [FIND_OWN] = "SELECT game.id FROM league JOIN game ON game.id = CAST(?2 AS INTEGER)"
                 " WHERE foreign_id IS NULL AND CAST(game.id AS TEXT) = ?2"
                 "  AND league.name || ':' || league.schedule = ?1",
    [ADD_EXTRA] = "INSERT INTO game (id, round, pair, leg, board, seed, tournament, source,"
                  " foreign_id, seat1, seat2, seat3, seat4)"
                  " VALUES (?1, 0, ?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [SAME_EXTRA] = "SELECT 1 FROM game JOIN board ON board.id = game.board WHERE game.id = ? AND"
                   " board.name IS ? AND spelled IS ? AND seed IS ? AND tournament IS ? AND"
                   " (SELECT name FROM engine WHERE id = seat1) IS ? AND"
                   " (SELECT name FROM engine WHERE id = seat2) IS ? AND"
                   " (SELECT name FROM engine WHERE id = seat3) IS ? AND"
                   " (SELECT name FROM engine WHERE id = seat4) IS ?",
    [SAME_HALF] = "SELECT 1 FROM half WHERE id IS ? AND game IS ? AND number IS ? AND margin1 IS ?"
                  " AND margin2 IS ? AND margin3 IS ? AND margin4 IS ? AND points1 IS ? AND"
                  " points2 IS ? AND points3 IS ? AND points4 IS ? AND termination IS ? AND"
                  " text IS ? AND at_fault IS ? AND plies IS ? AND moves IS ? AND clocks IS ? AND"
                  " finished IS ?",
    [COUNT_HALVES] = "SELECT COUNT(*) FROM half WHERE game = ?",
};

struct sqlite3 *record_connection(struct record *record) {
    return record->db;
}

const char *record_path(const struct record *record) {
    return record->path ? record->path : "(temporary)";
}

/* What SQLite says, in the reader's language if it is a matter of his files. */
static const char *complaint(sqlite3 *db, int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
        return _("database or disk is full");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return _("database is locked");
    case SQLITE_NOTADB:
        return _("file is not a database");
    case SQLITE_CORRUPT:
        return _("database disk image is malformed");
    case SQLITE_READONLY:
        return _("attempt to write a readonly database");
    case SQLITE_IOERR:
        return _("disk I/O error");
    case SQLITE_INTERRUPT:
        return _("interrupted");
    default:
        return sqlite3_errmsg(db);
    }
}

/* What to do about an error, after what it is. */
static const char *advice(int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
        return _("; what was finished is kept: make room and run the same command again");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return _("; another program holds it: try again when it has ended");
    case SQLITE_NOTADB:
        return _("; choose another file, this one is left as it is");
    case SQLITE_CORRUPT:
        return _("; copy it away, then save what can be read with: sqlite3 COPY .recover");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return _("; make the file and its folder writable, or choose another");
    case SQLITE_IOERR:
        return _("; what was finished is kept: look after the disk and run the same command again");
    default:
        return "";
    }
}

bool record_fail(const struct record *record, char *error) {
    int code = sqlite3_extended_errcode(record->db);
    if (!record->path && (code & 0xff) == SQLITE_FULL)
        return error_set(error,
                         _("the temporary record: %s; make room in the folder for temporary files, "
                           "or name another by TMPDIR"),
                         complaint(record->db, code));
    return error_set(error, _("record %s: %s%s"), record_path(record), complaint(record->db, code),
                     advice(code));
}

bool record_step(struct record *record, int number, char *error) {
    sqlite3_stmt *statement = record->statement[number];
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        record_fail(record, error);
    sqlite3_reset(statement);
    return done;
}

bool record_find(struct record *record, int number, int64_t *found, char *error) {
    sqlite3_stmt *statement = record->statement[number];
    int code = sqlite3_step(statement);
    *found = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        record_fail(record, error);
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE;
}

bool record_run(struct record *record, const char *sql, char *error) {
    return sqlite3_exec(record->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           record_fail(record, error);
}

bool record_ask(struct record *record, const char *sql, int64_t *number, char *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(record->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return record_fail(record, error);
    bool got = sqlite3_step(statement) == SQLITE_ROW;
    if (got)
        *number = sqlite3_column_int64(statement, 0);
    else
        record_fail(record, error);
    sqlite3_finalize(statement);
    return got;
}

void record_bind(sqlite3_stmt *statement, int column, const char *text) {
    sqlite3_bind_text(statement, column, text, -1, SQLITE_STATIC);
}

void record_close(struct record *record) {
    if (!record)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(record->statement[i]);
    /* Back to a single file that can be read anywhere; if somebody reads it, it stays as it is. */
    if (record->ours)
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
    error_set(error, _("out of memory"));
    return NULL;
}

/* Opens the file of that name or, without one, a temporary one that nobody else sees: a database in
 * memory would grow with every game. SQLite takes some names for something else (":memory:", and
 * with SQLITE_OPEN_URI, by which merge attaches records, addresses such as "file:..."), but none
 * that begins like this. */
static bool connect(struct record *record, int flags, char *error) {
    struct text name = {0};
    if (record->path)
        text_addf(&name, "%s%s", record->path[0] == '/' ? "" : "./", record->path);
    if (name.failed) {
        text_free(&name);
        return error_set(error, _("out of memory"));
    }
    flags |= SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(text_get(&name), &record->db, flags, NULL);
    text_free(&name);
    if (code != SQLITE_OK)
        return record_fail(record, error);
    sqlite3_busy_timeout(record->db, BUSY_MS);
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL); /* until it is ours */
    return true;
}

static int is_stopped(void *stop) {
    return atomic_load((const atomic_int *)stop) != 0;
}

void record_set_cancel(struct record *record, const atomic_int *stop) {
    enum { STEPS = 1000 }; /* of SQLite's machine, between two looks */
    if (record && stop)
        sqlite3_progress_handler(record->db, STEPS, is_stopped, (void *)(uintptr_t)stop);
}

/* Whether the file is a record of ours that we understand. `fresh` (may be NULL) is set if it is an
 * empty database that can become one. */
static bool check_kind(struct record *record, bool *fresh, char *error) {
    int64_t application, version, tables;
    if (!record_ask(record, "PRAGMA application_id", &application, error) ||
        !record_ask(record, "PRAGMA user_version", &version, error) ||
        !record_ask(record, "SELECT COUNT(*) FROM sqlite_schema", &tables, error))
        return false;
    if (fresh && application == 0 && version == 0 && tables == 0) {
        *fresh = true;
        return true;
    }
    if (application != RECORD_APPLICATION)
        return error_set(error, _("record %s: a database, but not a record of a league"),
                         record_path(record));
    if (version > RECORD_SCHEMA)
        return error_set(error,
                         _("record %s: written by a newer referee (version %" PRId64
                           " of the tables, this one knows %d): use that one"),
                         record_path(record), version, RECORD_SCHEMA);
    if (version < RECORD_SCHEMA)
        return error_set(error,
                         _("record %s: written by an older referee (version %" PRId64
                           " of the tables, this one knows %d): name another file"),
                         record_path(record), version, RECORD_SCHEMA);
    return true;
}

/* ---- opening --------------------------------------------------------------------------------- */

/* Keeps a second referee out. */
static bool lock(struct record *record, char *error) {
    struct stat status;
    record->lock = open(record->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (record->lock < 0)
        return error_set(error, _("record %s: %s%s"), record->path, strerror(errno),
                         advice(SQLITE_CANTOPEN));
    if (fstat(record->lock, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(error, _("record %s: %s"), record->path, _("it is no regular file"));
    if (flock(record->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    return error_set(error, _("record %s: another referee is writing it"), record->path);
}

struct record *record_take(const char *path, bool *fresh, char *error) {
    struct record *record = new_record(path, error);
    *fresh = false;
    if (record && (!path || lock(record, error)) &&
        connect(record, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) &&
        check_kind(record, fresh, error))
        return record;
    record_close(record);
    return NULL;
}

bool record_own(struct record *record, char *error) {
    record->ours = record->path != NULL;
    sqlite3_db_config(record->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    if (!record_run(record,
                    record->path ? "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"
                                 : "PRAGMA journal_mode = MEMORY",
                    error))
        return false;
    /* 256 KiB: what is only added to needs no more, and memory stays as it is. */
    return record_run(record, "PRAGMA cache_size = -256", error);
}

bool record_prepare(struct record *record, char *error) {
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(record->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &record->statement[i], NULL) != SQLITE_OK)
            return record_fail(record, error);
    return true;
}

/* Nothing is changed in a record before it is known to be of this league. */
struct record *record_open(const char *path, const struct record_identity *league, char *error) {
    bool fresh;
    struct record *record = record_take(path, &fresh, error);
    if (record && (fresh || record_compare(record, league, error)) && record_own(record, error) &&
        (fresh ? record_create(record, league, error) : record_resume(record, league, error)) &&
        record_prepare(record, error))
        return record;
    record_close(record);
    return NULL;
}

struct record *record_read(const char *path, char *error) {
    struct stat status;
    bool there = stat(path, &status) == 0;
    if (!there || !S_ISREG(status.st_mode)) {
        error_set(error, _("cannot read the record %s: %s"), path,
                  !there                    ? strerror(errno)
                  : S_ISDIR(status.st_mode) ? _("it is a folder")
                                            : _("it is no regular file"));
        return NULL;
    }
    struct record *record = new_record(path, error);
    if (record && connect(record, SQLITE_OPEN_READONLY, error) && check_kind(record, NULL, error))
        return record;
    record_close(record);
    return NULL;
}

/* ---- what comes and goes --------------------------------------------------------------------- */

/* Halves are numbered so that those of a game stand together, in the order of games. */
static int64_t half_id(int64_t game, int half) {
    return (game + 1) * RECORD_HALVES_ROOM + half;
}

/* Gathers the halves of each game. */
static bool read_games(struct record *record, sqlite3_stmt *query,
                       void (*each)(void *context, const struct record_game *game), void *context,
                       char *error) {
    struct record_game game = {.number = -1};
    int code;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        int64_t number = sqlite3_column_int64(query, 0) - 1;
        int half = sqlite3_column_int(query, 2);
        if (number != game.number) {
            if (game.halves)
                each(context, &game);
            game =
                (struct record_game){.number = number, .round = sqlite3_column_int(query, 1) - 1};
        }
        if (half >= 1 && half < RECORD_HALVES_ROOM)
            game.halves |= 1u << (half - 1);
        for (game.seats = 0; game.seats < GAME_PLAYERS_MAX; game.seats++) {
            int column = 3 + 2 * game.seats;
            if (sqlite3_column_type(query, column) == SQLITE_NULL)
                break;
            game.engine[game.seats] = sqlite3_column_int(query, column) - 1;
            game.margin[game.seats] += sqlite3_column_int(query, column + 1);
        }
    }
    if (code == SQLITE_DONE && game.halves)
        each(context, &game);
    return code == SQLITE_DONE || record_fail(record, error);
}

bool record_each_game(struct record *record, int64_t first, int64_t end,
                      void (*each)(void *context, const struct record_game *game), void *context,
                      char *error) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(record->db,
                           "SELECT half.game, round, number, seat1, margin1, seat2, margin2,"
                           " seat3, margin3, seat4, margin4"
                           " FROM half JOIN game ON game.id = half.game"
                           " WHERE half.id >= ? AND half.id < ? ORDER BY half.id",
                           -1, &query, NULL) != SQLITE_OK)
        return record_fail(record, error);
    sqlite3_bind_int64(query, 1, half_id(first, 0));
    sqlite3_bind_int64(query, 2, half_id(end, 0));
    bool done = read_games(record, query, each, context, error);
    sqlite3_finalize(query);
    return done;
}

bool record_board(struct record *record, int number, const struct record_board *board,
                  char *error) {
    sqlite3_stmt *insert = record->statement[ADD_BOARD];
    sqlite3_bind_int(insert, 1, number + 1);
    record_bind(insert, 2, board->name);
    record_bind(insert, 3, board->line);
    return record_step(record, ADD_BOARD, error);
}

bool record_count_faults(struct record *record, int64_t *count, int engines, char *error) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(record->db,
                           "SELECT engine, COUNT(*) FROM fault WHERE kind <> 'warning'"
                           " GROUP BY engine",
                           -1, &query, NULL) != SQLITE_OK)
        return record_fail(record, error);
    int code;
    while ((code = sqlite3_step(query)) == SQLITE_ROW) {
        int engine = sqlite3_column_int(query, 0) - 1;
        if (engine >= 0 && engine < engines)
            count[engine] += sqlite3_column_int64(query, 1);
    }
    bool done = code == SQLITE_DONE || record_fail(record, error);
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
    for (int i = 0; i < entry->seats; i++)
        sqlite3_bind_int(insert, 7 + i, entry->engine[i] + 1);
    return record_step(record, ADD_GAME, error);
}

static void bind_known(sqlite3_stmt *statement, int column, bool known, int number) {
    if (known)
        sqlite3_bind_int(statement, column, number);
    else
        sqlite3_bind_null(statement, column);
}

void record_bind_half(sqlite3_stmt *statement, int64_t game, int seats,
                      const struct half_result *half) {
    sqlite3_bind_int64(statement, 1, game * RECORD_HALVES_ROOM + half->number);
    sqlite3_bind_int64(statement, 2, game);
    sqlite3_bind_int(statement, 3, half->number);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        bind_known(statement, 4 + i, i < seats, half->margin[i]);
        bind_known(statement, 8 + i, i < seats && half->pointed, half->points[i]);
    }
    record_bind(statement, 12, half->termination);
    record_bind(statement, 13, half->text);
    bind_known(statement, 14, half->at_fault != MATCH_NOBODY, half->at_fault + 1);
    sqlite3_bind_int(statement, 15, half->plies);
    record_bind(statement, 16, half->moves);
    record_bind(statement, 17, half->clocks);
    record_bind(statement, 18, half->finished);
}

static bool add_half(struct record *record, const struct schedule_entry *entry,
                     const struct half_result *half, char *error) {
    record_bind_half(record->statement[ADD_HALF], entry->number + 1, entry->seats, half);
    return record_step(record, ADD_HALF, error);
}

static bool add_faults(struct record *record, int64_t id, const struct schedule_entry *entry,
                       const struct match_result *result, char *error) {
    sqlite3_stmt *insert = record->statement[ADD_FAULT];
    for (int i = 0; i < result->faults; i++) {
        const struct match_fault *fault = &result->fault[i];
        sqlite3_bind_int64(insert, 1, id);
        sqlite3_bind_int(insert, 2, entry->engine[fault->seat] + 1);
        record_bind(insert, 3, verdict_name(fault->fault.verdict));
        record_bind(insert, 4, fault->fault.text);
        if (!record_step(record, ADD_FAULT, error))
            return false;
    }
    return true;
}

bool record_half(struct record *record, const struct schedule_entry *entry,
                 const struct match_result *result, char *error) {
    int64_t id = half_id(entry->number, result->half.number);
    char ignored[REFEREE_ERROR_SIZE];
    if (!record_step(record, BEGIN, error))
        return false;
    if (add_game(record, entry, error) && add_half(record, entry, &result->half, error) &&
        add_faults(record, id, entry, result, error) && record_step(record, COMMIT, error))
        return true;
    record_step(record, ROLLBACK, ignored);
    return false;
}
