/* fuzz_record.c - libFuzzer: reads the SQLite file of a league, altered, by everything that reads
 * records.
 *
 * The first byte of an input chooses the reader. The second byte chooses the file: the rest of the
 * input as it is, or a genuine record, made once by the programs of this build, in which the input
 * changes values and removes or renumbers rows, without regard to any constraint. The reader must
 * end with an answer or a message, and print no character that controls a terminal. If `verify`
 * finds nothing wrong with the record, it is exported and imported again.
 */
#include "config.h"

#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "record/export.h"
#include "record/import/import.h"
#include "record/merge.h"
#include "record/record.h"
#include "record/verify.h"
#include "results/league_json.h"
#include "results/rank.h"
#include "results/ratings.h"
#include "results/report.h"
#include "results/report_games.h"
#include "results/standings.h"
#include "tests/tools/fuzz_help.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { TEMPLATES = 2, COLUMNS_MAX = 128, EDITS_MAX = 12, BYTES_MAX = 4 << 20 };

/* What is done to one row, or to all rows. */
enum change { CHANGE_DELETE, CHANGE_SET_ALL, CHANGE_RENUMBER, CHANGE_SET, CHANGES };

/* A genuine record, and what there is to alter. */
static struct genuine {
    unsigned char *bytes;
    sqlite3_int64 size;
    int columns;
    struct {
        char table[32], name[32];
        bool known[CHANGES];
        sqlite3_stmt
            *statement[CHANGES]; /* if known: NULL says that the change cannot be made to it */
    } column[COLUMNS_MAX];
    sqlite3 *writer;
} genuine[TEMPLATES];

static char path[FUZZ_PATH_SIZE], other_path[FUZZ_PATH_SIZE], merged_path[FUZZ_PATH_SIZE];
static FILE *output; /* checked as it is written */

/* ---- genuine records ------------------------------------------------------------------------- */

static void make_genuine(struct genuine *made, const char *folder, const char *words) {
    struct text command = {0};
    text_addf(&command, "%s/../../triancey-referee match --record %s --quiet %s >/dev/null 2>&1",
              folder, path, words);
    sqlite3 *db = NULL;
    sqlite3_stmt *rows;
    if (system(text_get(&command)) != 0 ||
        sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_exec(db,
                     "INSERT INTO fault (half, engine, kind, text)"
                     " SELECT id, 1, 'warning', 'late' FROM half LIMIT 2",
                     NULL, NULL, NULL) != SQLITE_OK ||
        !(made->bytes = sqlite3_serialize(db, "main", &made->size, 0)) ||
        sqlite3_prepare_v2(db,
                           "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c"
                           " WHERE m.type = 'table'",
                           -1, &rows, NULL) != SQLITE_OK)
        fuzz_fail("no record; are the programs built?", path);
    while (sqlite3_step(rows) == SQLITE_ROW && made->columns < COLUMNS_MAX) {
        snprintf(made->column[made->columns].table, 32, "%s", sqlite3_column_text(rows, 0));
        snprintf(made->column[made->columns++].name, 32, "%s", sqlite3_column_text(rows, 1));
    }
    sqlite3_finalize(rows);
    sqlite3_close(db);
    text_free(&command);
    unlink(path);
}

/* ---- alterations ----------------------------------------------------------------------------- */

static void bind_value(sqlite3_stmt *statement, struct fuzz_bytes *bytes) {
    static const int64_t special[] = {
        0,    1,         -1,        2,         4,          5,          8,          9,
        1000, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN,  2147483648, 4294967306, 1LL << 53,
        -2,   64,        63,        100000,    1000000000, 3,          16,         255};
    static const char *const word[] = {"",
                                       "zzz",
                                       "\x1b[2J",
                                       "\xff",
                                       "1 2 3",
                                       "pass",
                                       "2010-10-04 12:00:00",
                                       "9999-12-31T23:59:59Z",
                                       "=1+1",
                                       "a,b",
                                       "\"",
                                       "<script>",
                                       "setgrid inline selacata x cells 4 sides 1 2 3 0",
                                       "selacata",
                                       "trioker",
                                       "tritt",
                                       "swiss",
                                       "knockout",
                                       "time",
                                       "illegal"};
    unsigned kind = fuzz_take(bytes), length;
    if (kind < 96) {
        sqlite3_bind_int64(statement, 1, special[kind % (sizeof special / sizeof *special)]);
    } else if (kind < 112) {
        sqlite3_bind_null(statement, 1);
    } else if (kind < 120) {
        sqlite3_bind_double(statement, 1, (double)fuzz_take(bytes) * 1e300);
    } else if (kind < 180) {
        sqlite3_bind_text(statement, 1, word[kind % (sizeof word / sizeof *word)], -1,
                          SQLITE_STATIC);
    } else {
        length = fuzz_take(bytes);
        if (length > (size_t)(bytes->end - bytes->at))
            length = (unsigned)(bytes->end - bytes->at);
        if (kind < 200)
            sqlite3_bind_blob(statement, 1, bytes->at, (int)length, SQLITE_STATIC);
        else
            sqlite3_bind_text(statement, 1, (const char *)bytes->at, (int)length, SQLITE_STATIC);
        bytes->at += length;
    }
}

/* The statement that makes a change to a column, prepared once, because parsing it each time took
 * long. Its first parameter is a value, the second a row. NULL: the change cannot be done to this
 * column. */
static sqlite3_stmt *find_statement(struct genuine *made, unsigned column, enum change change) {
    const char *table = made->column[column].table, *name = made->column[column].name;
    char sql[256];
    if (made->column[column].known[change])
        return made->column[column].statement[change];
    if (change == CHANGE_DELETE)
        snprintf(sql, sizeof sql, "DELETE FROM %s WHERE rowid = ?2", table);
    else if (change == CHANGE_SET_ALL)
        snprintf(sql, sizeof sql, "UPDATE OR REPLACE %s SET %s = ?1", table, name);
    else if (change == CHANGE_RENUMBER)
        snprintf(sql, sizeof sql, "UPDATE OR IGNORE %s SET rowid = rowid + ?2", table);
    else
        snprintf(sql, sizeof sql,
                 "UPDATE OR IGNORE %s SET %s = ?1 WHERE rowid ="
                 " (SELECT rowid FROM %s LIMIT 1 OFFSET ?2 %% 16)",
                 table, name, table);
    made->column[column].known[change] = true;
    sqlite3_prepare_v2(made->writer, sql, -1, &made->column[column].statement[change], NULL);
    return made->column[column].statement[change];
}

static void alter(struct genuine *made, struct fuzz_bytes *bytes) {
    unsigned column = fuzz_take(bytes) % (unsigned)made->columns, chosen = fuzz_take(bytes);
    unsigned row = fuzz_take(bytes);
    enum change change = chosen < 16   ? CHANGE_DELETE
                         : chosen < 32 ? CHANGE_SET_ALL
                         : chosen < 40 ? CHANGE_RENUMBER
                                       : CHANGE_SET;
    sqlite3_stmt *statement = find_statement(made, column, change);
    if (!statement)
        return;
    if (change == CHANGE_SET_ALL || change == CHANGE_SET)
        bind_value(statement, bytes);
    sqlite3_bind_int(statement, 2, (int)row);
    sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

/* Gives the writer's connection the genuine record again. */
static void restore(struct genuine *made) {
    unsigned char *copy = sqlite3_malloc64((sqlite3_uint64)made->size);
    if (!copy)
        exit(1);
    memcpy(copy, made->bytes, (size_t)made->size);
    if (sqlite3_deserialize(made->writer, "main", copy, made->size, made->size,
                            SQLITE_DESERIALIZE_RESIZEABLE | SQLITE_DESERIALIZE_FREEONCLOSE) !=
        SQLITE_OK)
        fuzz_fail("no record", sqlite3_errmsg(made->writer));
}

static void begin_writing(struct genuine *made) {
    if (sqlite3_open(":memory:", &made->writer) != SQLITE_OK)
        fuzz_fail("no memory", "sqlite3_open");
    restore(made);
    sqlite3_exec(made->writer, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
}

/* Puts the altered record in its place. */
static void put_altered(struct genuine *made, struct fuzz_bytes *bytes) {
    sqlite3_int64 size = 0;
    sqlite3_exec(made->writer, "BEGIN", NULL, NULL, NULL);
    for (int i = 0; i < EDITS_MAX && bytes->at < bytes->end; i++)
        alter(made, bytes);
    sqlite3_exec(made->writer, "COMMIT", NULL, NULL, NULL);
    unsigned char *altered =
        sqlite3_serialize(made->writer, "main", &size, SQLITE_SERIALIZE_NOCOPY);
    fuzz_put_record(path, altered, (size_t)size);
    /* Every commit changes the counter in the file's head. It tells SQLite that its cached pages
     * are old; the schema that it has read remains. */
    if (size == made->size)
        memcpy(altered, made->bytes, (size_t)size);
    else
        restore(made);
}

/* ---- readers --------------------------------------------------------------------------------- */

/* Whether the output is the CSV of an export, which has names as they are, because a program reads
 * it. */
static bool for_programs;

/* Checks what a reader prints: JSON and pages have special characters escaped. */
static ssize_t look(void *nothing, const char *bytes, size_t count) {
    (void)nothing;
    for (size_t i = 0; i < count && !for_programs; i++)
        if (((unsigned char)bytes[i] < ' ' && bytes[i] != '\n' && bytes[i] != '\r') ||
            bytes[i] == '\x7f')
            fuzz_fail("what is written speaks to the terminal", "");
    return (ssize_t)count;
}

static bool write_ratings(struct error *error) {
    struct ratings ratings;
    char *paths[] = {path};
    struct ratings_request request = {.path = paths, .paths = 1};
    if (!ratings_read(&request, &ratings, error))
        return false;
    for (enum ratings_form form = RATINGS_TABLE; form <= RATINGS_CSV; form++)
        ratings_show(&ratings, form, output);
    ratings_free(&ratings);
    return true;
}

static bool write_ranking(struct record *record, struct error *error) {
    struct rank_request request = {.best = RANK_BEST};
    for (int form = LISTING_TEXT; form <= LISTING_CSV; form *= 2)
        if (!rank_show(record, &request, (enum listing_form)form, output, error))
            return false;
    return true;
}

static bool write_json(struct record *record, struct error *error) {
    struct json json = {0};
    int64_t total;
    bool found;
    json_open(&json, NULL, '{');
    bool good = league_json_head(record, &json, error) &&
                league_json_games(record, 0, 50, NULL, 0, &json, &total, error) &&
                league_json_game(record, 1, NULL, 0, &json, &found, error);
    json_close(&json, '}');
    if (good)
        json_write(&json, output);
    text_free(&json.text);
    return good;
}

static bool merge(struct error *error) {
    struct merge_count count;
    char *paths[] = {path};
    unlink(merged_path);
    bool good = merge_records(paths, 1, merged_path, true, NULL, &count, error);
    if (!good && access(merged_path, F_OK) == 0)
        fuzz_fail("half a merger is left", error->text);
    unlink(merged_path);
    return good;
}

static bool export_and_import(struct record *record, struct error *error) {
    char *text = NULL;
    size_t length;
    struct import_count count;
    struct import_request request = {.path = "exported", .into = other_path};
    FILE *file = open_memstream(&text, &length);
    bool good = file && export_write(record, export_find("json"), file, error);
    if (file)
        fclose(file);
    file = good && length > 0 ? fmemopen(text, length, "r") : NULL;
    if (file && !import_file(file, &request, &count, error) && access(other_path, F_OK) == 0)
        fuzz_fail("half an import is left", error->text);
    if (file)
        fclose(file);
    unlink(other_path);
    free(text);
    return true;
}

static bool verify(struct record *record, struct error *error) {
    struct verify_count count;
    return verify_record(record, output, &count, error) &&
           (count.wrong > 0 || export_and_import(record, error));
}

static bool read_record(struct record *record, unsigned reader, struct error *error) {
    switch (reader % 12) {
    case 0:
    case 1:
        return verify(record, error);
    case 2:
        return standings_show(record, STANDINGS_SHORT, output, error);
    case 3:
        return standings_show(record, STANDINGS_ALL, output, error);
    case 4:
        return standings_show(record, STANDINGS_JSON, output, error);
    case 5:
        return write_ratings(error);
    case 6:
        return write_ranking(record, error);
    case 7:
        return report_write(record, &(struct report_choice){.limit = 20}, NULL, output, error);
    case 8:
        return report_table(record, output, error);
    case 9:
        return write_json(record, error);
    case 10:
        return merge(error);
    default:
        for_programs = strcmp(export_formats[reader / 12 % 3].name, "csv") == 0;
        return export_write(record, &export_formats[reader / 12 % 3], output, error);
    }
}

/* ---- what libFuzzer calls -------------------------------------------------------------------- */

static void make_file(char name[FUZZ_PATH_SIZE], const char *word, bool there) {
    fuzz_path(name, word);
    int file = there ? open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file >= 0)
        close(file);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    char *program = strdup((*argv)[0]);
    const char *folder = dirname(program);
    (void)argc;
    make_file(path, "fuzz_record", false);
    make_genuine(&genuine[0], folder,
                 "--engine builtin:random --engine builtin:reference "
                 "--grid crepe,eau --movetime 20");
    make_genuine(&genuine[1], folder,
                 "--engine builtin:random --engine name=b cmd=builtin:random --engine name=c "
                 "cmd=builtin:random --engine builtin:greedy --game tritt --format swiss "
                 "--rounds 2 --movetime 20");
    free(program);
    fuzz_records_in_memory();
    make_file(path, "fuzz_record", true);
    make_file(other_path, "fuzz_import", false);
    make_file(merged_path, "fuzz_merged", false);
    output = fopencookie(NULL, "w", (cookie_io_functions_t){.write = look});
    for (int i = 0; i < TEMPLATES; i++)
        begin_writing(&genuine[i]);
    return output ? 0 : 1;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    struct fuzz_bytes bytes = {data, data + size};
    struct error error = {.text = ""};
    unsigned reader = fuzz_take(&bytes), kind = fuzz_take(&bytes);
    if (size < 3)
        return 0;
    if (kind == 255)
        fuzz_put_record(path, bytes.at, (size_t)(bytes.end - bytes.at));
    else
        put_altered(&genuine[kind % TEMPLATES], &bytes);
    struct record *record = record_read(path, &error);
    bool good = record && read_record(record, reader, &error);
    fflush(output);
    for_programs = false;
    record_close(record);
    fuzz_drop_record();
    fuzz_check_sqlite();
    if (!good && !*error.text)
        fuzz_fail("refused without a word", "");
    return 0;
}
