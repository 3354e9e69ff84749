/* query.c - prepares, binds and steps SQL, and words the errors of SQLite.
 *
 * An error is kept in the query: the calls after it do nothing, and query_close() reports it.
 * Statements that are asked often stay prepared in the record, in a hash table by the address of
 * their text.
 * The outermost transaction is a BEGIN, those within it are savepoints; `depth` counts them.
 */
#include "config.h"

#include "record/query.h"

#include "base/error.h"
#include "base/language.h"
#include "record/record_parts.h"

#include <sqlite3.h>
#include <stdio.h>

/* ---- errors ---------------------------------------------------------------------------------- */

/* What SQLite says; translated where the reader can do something about it. */
static const char *complaint(sqlite3 *db, int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
        return _("database or disk is full");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: /* a writer stands still where readers cannot pass */
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
        return (sqlite3_errcode(db) & 0xff) == (code & 0xff) ? sqlite3_errmsg(db)
                                                             : sqlite3_errstr(code);
    }
}

/* What to do about an error: the end of its message. */
static const char *advice(int code) {
    switch (code & 0xff) {
    case SQLITE_FULL:
        return _("; what was finished is kept: make room and run the same command again");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return _("; another program is using it: try again when it has ended");
    case SQLITE_NOTADB:
        return _("; choose another file, this one is left as it is");
    case SQLITE_CORRUPT:
        return _("; copy it elsewhere, then recover what can be read with: sqlite3 COPY .recover");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return _("; make the file and its folder writable, or choose another");
    case SQLITE_IOERR:
        return _("; what was finished is kept: check the disk and run the same command again");
    default:
        return "";
    }
}

/* Whether a killed program left the file in the middle of a change. Only a program that may write
 * can undo it; a reader of a foreign file must not, as the journal beside it names files to delete.
 */
static bool is_half_written(const struct record *record) {
    return record->db && sqlite3_extended_errcode(record->db) == SQLITE_READONLY_ROLLBACK;
}

static enum error_kind kind_of(int code) {
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return ERROR_MEMORY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return ERROR_BUSY;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return ERROR_INPUT;
    default:
        return ERROR_SYSTEM;
    }
}

bool record_fail(const struct record *record, int code, struct error *error) {
    if (record->path && is_half_written(record))
        return error_set(
            error,
            _("record %s: a program was stopped while it wrote this file; run any command "
              "that writes to it, or: sqlite3 %s .schema"),
            record->path, record->path);
    if (!record->path && (code & 0xff) == SQLITE_FULL)
        return error_set(error,
                         _("the temporary record: %s; make room in the folder for temporary files, "
                           "or name another by TMPDIR"),
                         complaint(record->db, code));
    return error_set_kind(error, kind_of(code), _("record %s: %s%s"),
                          record->path ? record->path : "(temporary)", complaint(record->db, code),
                          advice(code));
}

/* ---- opening and binding --------------------------------------------------------------------- */

static bool is_good(int code) {
    return code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;
}

static int query_bind_value(sqlite3_stmt *statement, int parameter,
                            const struct query_value *value) {
    switch (value->kind) {
    case QUERY_INT:
        return sqlite3_bind_int64(statement, parameter, value->number);
    case QUERY_REAL:
        return sqlite3_bind_double(statement, parameter, value->real);
    case QUERY_TEXT:
        return sqlite3_bind_text(statement, parameter, value->text, -1, SQLITE_STATIC);
    default:
        return sqlite3_bind_null(statement, parameter);
    }
}

/* A parameter that could not be bound keeps its old value: the statement must not run. */
static void query_bind(struct query *query, const struct query_value *values) {
    int parameters = values ? sqlite3_bind_parameter_count(query->statement) : 0;
    for (int i = 0; i < parameters && values[i].kind != QUERY_END && is_good(query->code); i++)
        query->code = query_bind_value(query->statement, i + 1, &values[i]);
}

static void query_prepare(struct query *query, const char *sql, unsigned flags) {
    query->code = sqlite3_prepare_v3(query->record->db, sql, -1, flags, &query->statement, NULL);
}

void query_open(struct query *query, struct record *record, const char *sql,
                const struct query_value *values) {
    *query = (struct query){.record = record};
    query_prepare(query, sql, 0);
    query_bind(query, values);
}

/* A statement that is being stepped through already, or for which there is no room, is prepared
 * anew and not kept. */
void query_keep(struct query *query, struct record *record, const char *sql,
                const struct query_value *values) {
    int i = (int)((uintptr_t)sql / sizeof sql % RECORD_KEPT), left = RECORD_KEPT;
    for (; left > 0 && record->kept[i].sql && record->kept[i].sql != sql; left--)
        i = (i + 1) % RECORD_KEPT;
    if (left == 0 || (record->kept[i].sql && sqlite3_stmt_busy(record->kept[i].statement))) {
        query_open(query, record, sql, values);
        return;
    }
    *query = (struct query){.record = record, .statement = record->kept[i].statement, .kept = true};
    if (!query->statement)
        query_prepare(query, sql, SQLITE_PREPARE_PERSISTENT);
    if (query->statement) {
        record->kept[i].sql = sql;
        record->kept[i].statement = query->statement;
    }
    query_bind(query, values);
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool query_step(struct query *query) {
    if (query->statement && is_good(query->code))
        query->code = sqlite3_step(query->statement);
    return query->code == SQLITE_ROW;
}

int query_int(const struct query *row, int column) {
    enum { MOST = INT32_MAX - 1000 };
    int64_t number = sqlite3_column_int64(row->statement, column);
    return number > MOST ? MOST : number < -MOST ? -MOST : (int)number;
}

int64_t query_int64(const struct query *row, int column) {
    return sqlite3_column_int64(row->statement, column);
}

double query_real(const struct query *row, int column) {
    return sqlite3_column_double(row->statement, column);
}

const char *query_text(const struct query *row, int column) {
    return (const char *)sqlite3_column_text(row->statement, column);
}

const char *query_string(const struct query *row, int column) {
    const char *text = query_text(row, column);
    return text ? text : "";
}

void query_copy(const struct query *row, int column, char *to, size_t size) {
    snprintf(to, size, "%s", query_string(row, column));
}

bool query_is_null(const struct query *row, int column) {
    return sqlite3_column_type(row->statement, column) == SQLITE_NULL;
}

bool query_is_number(const struct query *row, int column) {
    return sqlite3_column_type(row->statement, column) == SQLITE_INTEGER;
}

char query_kind(const struct query *row, int column) {
    static const char kinds[] = {[SQLITE_INTEGER] = 'i',
                                 [SQLITE_FLOAT] = 'r',
                                 [SQLITE_TEXT] = 't',
                                 [SQLITE_BLOB] = 'b',
                                 [SQLITE_NULL] = 'n'};
    return kinds[sqlite3_column_type(row->statement, column)];
}

const char *query_bytes(const struct query *row, int column, size_t *size) {
    const void *bytes = query_kind(row, column) == 'b'
                            ? sqlite3_column_blob(row->statement, column)
                            : sqlite3_column_text(row->statement, column);
    *size = (size_t)sqlite3_column_bytes(row->statement, column);
    return bytes;
}

int query_columns(const struct query *query) {
    return sqlite3_column_count(query->statement);
}

const char *query_column_name(const struct query *query, int column) {
    return sqlite3_column_name(query->statement, column);
}

/* ---- the end --------------------------------------------------------------------------------- */

bool query_close(struct query *query, struct error *error) {
    int code = query->code;
    bool good = is_good(code) || record_fail(query->record, code, error);
    if (query->kept)
        sqlite3_reset(query->statement);
    else
        sqlite3_finalize(query->statement);
    query->statement = NULL;
    return good;
}

bool query_write(struct record *record, const char *sql, const struct query_value *values,
                 struct error *error) {
    int64_t ignored;
    return query_ask(record, sql, values, &ignored, error);
}

bool query_ask(struct record *record, const char *sql, const struct query_value *values,
               int64_t *number, struct error *error) {
    struct query query;
    query_keep(&query, record, sql, values);
    *number = query_step(&query) ? query_int64(&query, 0) : 0;
    return query_close(&query, error);
}

bool query_ask_text(struct record *record, const char *sql, const struct query_value *values,
                    char *text, size_t size, struct error *error) {
    struct query query;
    query_keep(&query, record, sql, values);
    snprintf(text, size, "%s", query_step(&query) ? query_string(&query, 0) : "");
    return query_close(&query, error);
}

bool query_write_all(struct record *record, const char *const *sql,
                     const struct query_value *values, struct error *error) {
    while (*sql && query_write(record, *sql, values, error))
        sql++;
    return !*sql;
}

int64_t query_new_id(struct record *record) {
    return sqlite3_last_insert_rowid(record->db);
}

bool query_run(struct record *record, const char *sql, struct error *error) {
    int code = sqlite3_exec(record->db, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || record_fail(record, code, error);
}

/* ---- transactions ---------------------------------------------------------------------------- */

static void roll_back(struct record *record) {
    struct error ignored;
    query_write(record, "ROLLBACK", NULL, &ignored);
}

/* SQLite may roll back the outermost transaction by itself, for lack of space: everything within it
 * then fails. */
static bool is_lost(struct record *record, struct error *error) {
    if (record->depth == 0 || !sqlite3_get_autocommit(record->db))
        return false;
    record_fail(record, SQLITE_ABORT, error);
    return true;
}

static bool query_begin(struct record *record, const char *outermost, struct error *error) {
    if (is_lost(record, error) ||
        !query_write(record, record->depth > 0 ? "SAVEPOINT inner" : outermost, NULL, error))
        return false;
    record->spoiled &= record->depth > 0;
    record->transactions += record->depth == 0;
    record->depth++;
    return true;
}

int64_t query_transaction(const struct record *record) {
    return record->depth > 0 ? record->transactions : 0;
}

bool query_begin_reading(struct record *record, struct error *error) {
    return query_begin(record, "BEGIN", error);
}

bool query_end_reading(struct record *record, bool good) {
    struct error ignored;
    if (--record->depth == 0)
        roll_back(record);
    else
        query_write(record, "RELEASE inner", NULL, &ignored);
    return good;
}

bool query_begin_writing(struct record *record, struct error *error) {
    return query_begin(record, "BEGIN IMMEDIATE", error);
}

/* Tables that are made when they are first needed may have been taken back. */
static void find_later_tables(struct record *record) {
    struct error ignored;
    int64_t count;
    for (int i = 0; i < LATER_TABLES; i++)
        if (record->has[i] &&
            query_ask(record, "SELECT COUNT(*) FROM main.sqlite_schema WHERE name = ?",
                      VALUES(value_text(later_tables[i].name)), &count, &ignored))
            record->has[i] = count > 0;
}

static bool end_inner(struct record *record, bool good, struct error *error) {
    struct error ignored;
    if (is_lost(record, good ? error : &ignored))
        return false;
    if (good && query_write(record, "RELEASE inner", NULL, error))
        return true;
    query_write(record, "ROLLBACK TO inner", NULL, &ignored);
    query_write(record, "RELEASE inner", NULL, &ignored);
    find_later_tables(record);
    return false;
}

bool query_end_writing(struct record *record, bool good, struct error *error) {
    if (--record->depth > 0)
        return end_inner(record, good, error);
    if (good && record->spoiled)
        good = record_fail(record, SQLITE_ABORT, error);
    if (good && query_write(record, "COMMIT", NULL, error))
        return true;
    roll_back(record);
    find_later_tables(record);
    return false;
}

bool query_begin_attempt(struct record *record, int64_t *changes, struct error *error) {
    *changes = sqlite3_total_changes(record->db);
    if (record->depth != 1)
        return query_begin_writing(record, error);
    if (is_lost(record, error))
        return false;
    record->depth++;
    return true;
}

bool query_end_attempt(struct record *record, int64_t changes, bool good, struct error *error) {
    if (record->depth != 2)
        return query_end_writing(record, good, error);
    record->depth--;
    record->spoiled |= !good && sqlite3_total_changes(record->db) != changes;
    return good;
}
