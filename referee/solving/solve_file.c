/* solve_file.c - the file of a board. Rows are facts that do not depend on the order in which
 * they were found, so that files of tasks are read into the board's file as they are, and a file
 * that is half written is as good as a shorter one. */
#include "config.h"

#include "referee/solving/solve_file.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "record/query.h"
#include "record/record.h"

#include <stdlib.h>
#include <string.h>

/* The second number counts changes of what tasks are and what rows mean. */
const char solve_version[] = PACKAGE_VERSION " 1";

static const struct record_kind solved = {
    .application = 0x74726e76 /* "trnv" */,
    .version = 1,
    .unlike = N_("%s: a database, but not a file of a board that is solved")};

static const char tables[] =
    "CREATE TABLE board (line TEXT NOT NULL, stones INTEGER NOT NULL, version TEXT NOT NULL);"
    "CREATE TABLE position (own INTEGER NOT NULL, other INTEGER NOT NULL, side INTEGER NOT NULL,"
    " low INTEGER NOT NULL, high INTEGER NOT NULL, move INTEGER NOT NULL, nodes INTEGER,"
    " ns INTEGER, PRIMARY KEY (own, other, side)) WITHOUT ROWID;"
    "PRAGMA application_id = 1953656438; PRAGMA user_version = 1";

/* ---- whose file it is ------------------------------------------------------------------------ */

static bool write_head(struct record *file, const char *line, int stones, struct error *error) {
    return query_run(file, tables, error) &&
           query_write(file, "INSERT INTO board VALUES (?, ?, ?)",
                       VALUES(value_text(line), value_int(stones), value_text(solve_version)),
                       error);
}

/* The game, name and cells in a line `setgrid inline GAME NAME cells N ...`. */
static void board_text(const char *line, char *text, size_t size) {
    char game[64] = "", name[64] = "", cells[16] = "";
    if (sscanf(line, "setgrid inline %63s %63s cells %15s", game, name, cells) == 3)
        snprintf(text, size, _("%s on %s, %s cells"), game, name, cells);
    else
        snprintf(text, size, "?");
}

static bool refuse_board(const char *path, const char *its, const char *ours, struct error *error) {
    char that[160], this[160];
    board_text(its, that, sizeof that);
    board_text(ours, this, sizeof this);
    if (strcmp(that, this) == 0)
        return error_set(error,
                         _("%s: it is of another board of that name (%s): the cells have "
                           "other neighbours"),
                         path, that);
    return error_set(error, _("%s: it is of another board: %s, not %s"), path, that, this);
}

/* Reads the head of a file; the line is to be freed. */
static bool read_head(struct record *file, char **line, int *stones, struct error *error) {
    struct query row;
    char version[64] = "";
    bool found = false, good = true;
    query_open(&row, file, "SELECT line, stones, version FROM board", NULL);
    if (query_step(&row)) {
        found = true;
        good = value_copy(line, query_string(&row, 0), error);
        *stones = query_int(&row, 1);
        query_copy(&row, 2, version, sizeof version);
    }
    if (!query_close(&row, error) || !good)
        return false;
    if (!found || *stones < 1 || *stones > UPPER_STONES_MAX)
        return error_set(error, _("%s: it does not say which board it is of"), record_path(file));
    if (strcmp(version, solve_version) != 0)
        return error_set(error, _("%s: it was solved by version %s, this is %s: name another file"),
                         record_path(file), version, solve_version);
    return true;
}

static bool check_head(struct record *file, const char *line, int *stones, struct error *error) {
    char *its = NULL;
    int its_stones;
    bool good = read_head(file, &its, &its_stones, error);
    if (good && strcmp(its, line) != 0)
        good = refuse_board(record_path(file), its, line, error);
    if (good && *stones && *stones != its_stones)
        good = error_set(error, _("%s: its tasks have %d stones, not %d"), record_path(file),
                         its_stones, *stones);
    *stones = its_stones;
    free(its);
    return good;
}

struct record *solve_file_open(const char *path, const char *line, int usual, int *stones,
                               struct error *error) {
    bool fresh;
    struct record *file = record_take_as(&solved, path, &fresh, error);
    if (file && fresh && !*stones)
        *stones = usual;
    if (file && (fresh || check_head(file, line, stones, error)) && record_own(file, error) &&
        (!fresh || (query_begin_writing(file, error) &&
                    query_end_writing(file, write_head(file, line, *stones, error), error))))
        return file;
    record_close(file);
    return NULL;
}

struct record *solve_file_read(const char *path, char **line, int *stones, struct error *error) {
    struct record *file = record_read_as(&solved, path, error);
    if (file &&
        (*line ? check_head(file, *line, stones, error) : read_head(file, line, stones, error)))
        return file;
    record_close(file);
    return NULL;
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool solve_file_each(struct record *file, const char *line,
                     bool (*each)(void *context, const struct solve_row *row, struct error *error),
                     void *context, struct error *error) {
    struct query query;
    int cells = 0;
    bool good = true;
    sscanf(line, "setgrid inline %*s %*s cells %d", &cells);
    query_open(&query, file,
               "SELECT own, other, side, low, high, move, nodes, ns FROM position"
               " ORDER BY nodes IS NULL, own, other, side",
               NULL);
    while (good && query_step(&query)) {
        struct solve_row row = {
            .key = {(uint64_t)query_int64(&query, 0), (uint64_t)query_int64(&query, 1),
                    query_int(&query, 2)},
            .bounds = {query_int(&query, 3), query_int(&query, 4), query_int(&query, 5)},
            .task = !query_is_null(&query, 6),
            .cost = {query_int64(&query, 6), query_int64(&query, 7)}};
        const struct upper_bounds *bounds = &row.bounds;
        good = (row.key.own & row.key.other) == 0 && (row.key.side | 1) == 1 &&
               bounds->low >= -cells && bounds->high <= cells && bounds->low <= bounds->high &&
               bounds->low % 2 == 0 && bounds->high % 2 == 0 && bounds->move >= 0 &&
               (bounds->move < cells || bounds->move == UPPER_NO_MOVE);
        if (!good)
            error_set(error, _("%s: own=%lld other=%lld: it is not a position of this board"),
                      record_path(file), (long long)row.key.own, (long long)row.key.other);
        good = good && each(context, &row, error);
    }
    return good ? query_close(&query, error) : (query_close(&query, &(struct error){0}), false);
}

bool solve_file_put(struct record *file, const struct solve_row *row, struct error *error) {
    return query_write(file,
                       "INSERT INTO position VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                       " ON CONFLICT DO UPDATE SET low = max(low, excluded.low),"
                       " move = iif(excluded.low > low, excluded.move, move),"
                       " high = min(high, excluded.high), nodes = nodes + excluded.nodes,"
                       " ns = ns + excluded.ns",
                       VALUES(value_int((int64_t)row->key.own), value_int((int64_t)row->key.other),
                              value_int(row->key.side), value_int(row->bounds.low),
                              value_int(row->bounds.high), value_int(row->bounds.move),
                              value_int_if(row->task, row->cost.nodes),
                              value_int_if(row->task, row->cost.ns)),
                       error);
}
