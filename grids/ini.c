/* ini.c - reads and writes grid files, with inih.
 *
 * Faults of rows name their section and key, and all of them are reported.
 */
#include "grids/build.h"

#include "base/error.h"
#include "base/ini.h"
#include "base/input.h"
#include "base/language.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The function that gets the rows of sections that are not the grid's (grid_load_with()). */
struct others {
    grid_row *row;
    void *context;
};

struct reader {
    const struct others *others; /* NULL: nobody */
    struct faults faults;
    char name[GRID_NAME_MAX + 1];
    bool has_name;
    int cells; /* what `cells =` says; 0: not read yet, -1: it was bad */
    bool has_cell[GRID_CELLS_MAX], has_border[GRID_CELLS_MAX], has_period[2];
    struct grid_triangle triangle[GRID_CELLS_MAX];
    struct grid_point period[2];
};

/* ---- values ---------------------------------------------------------------------------------- */

/* Reads a whole decimal number within +-limit and moves *text past it. */
static bool read_int(const char **text, long limit, int *value) {
    const char *digits = *text + (**text == '-');
    if (*digits < '0' || *digits > '9')
        return false;
    char *end;
    errno = 0;
    long number = strtol(*text, &end, 10);
    if (errno || number < -limit || number > limit)
        return false;
    *text = end;
    *value = (int)number;
    return true;
}

static bool read_count(const char *text, int limit, int *value) {
    return read_int(&text, limit, value) && !*text && *value >= 0;
}

static bool read_point(const char **text, const char *separators, struct grid_point *point) {
    if (!read_int(text, GRID_COORDINATE_MAX, &point->x))
        return false;
    size_t gap = strspn(*text, separators);
    *text += gap;
    return gap >= 1 && read_int(text, GRID_COORDINATE_MAX, &point->y);
}

static bool read_corners(const char *text, struct grid_point corner[3]) {
    for (int k = 0; k < 3; k++) {
        const char *before = text;
        text += strspn(text, " \t");
        if ((k > 0 && text == before) || !read_point(&text, ",", &corner[k]))
            return false;
    }
    return !*text;
}

/* ---- sections -------------------------------------------------------------------------------- */

static void read_once(struct reader *reader, bool *seen, const char *section, const char *key) {
    if (*seen)
        faults_add(&reader->faults, _("[%s] %s: is given twice"), section, key);
    *seen = true;
}

static void read_header(struct reader *reader, const char *key, const char *value) {
    struct faults *faults = &reader->faults;
    const char *rest = value;
    if (strcmp(key, "name") == 0) {
        read_once(reader, &reader->has_name, "grid", key);
        if (!grid_name_is_valid(value))
            faults_add(faults,
                       _("[grid] name: must be 1 to %d letters, digits and -_.,+ without blanks"),
                       GRID_NAME_MAX);
        else
            snprintf(reader->name, sizeof reader->name, "%s", value);
    } else if (strcmp(key, "cells") == 0) {
        bool seen = reader->cells != 0;
        read_once(reader, &seen, "grid", key);
        reader->cells = -1;
        int cells;
        if (!read_count(value, GRID_CELLS_MAX, &cells) || cells < 1)
            faults_add(faults, _("[grid] cells: must be a number from 1 to %d"), GRID_CELLS_MAX);
        else
            reader->cells = cells;
    } else if (strcmp(key, "period 1") == 0 || strcmp(key, "period 2") == 0) {
        int which = key[7] - '1';
        read_once(reader, &reader->has_period[which], "grid", key);
        if (!read_point(&rest, " \t", &reader->period[which]) || *rest)
            faults_add(faults, _("[grid] %s: must be two whole numbers within %d of 0"), key,
                       GRID_COORDINATE_MAX);
    } else {
        faults_add(faults,
                   _("[grid] %.60s: unknown key; the keys are name, cells, period 1, period 2"),
                   key);
    }
}

static void read_cell(struct reader *reader, const char *key, const char *value) {
    int cell;
    if (!read_count(key, GRID_CELLS_MAX - 1, &cell)) {
        faults_add(&reader->faults, _("[cells] %.60s: a key must be a cell's number, 0 to %d"), key,
                   GRID_CELLS_MAX - 1);
        return;
    }
    read_once(reader, &reader->has_cell[cell], "cells", key);
    if (!read_corners(value, reader->triangle[cell].corner))
        faults_add(
            &reader->faults,
            _("[cells] %d: must be three corners like 0,0 50,0 25,43, numbers within %d of 0"),
            cell, GRID_COORDINATE_MAX);
}

static void read_border(struct reader *reader, const char *key, const char *value) {
    int cell;
    if (!read_count(key, GRID_CELLS_MAX - 1, &cell)) {
        faults_add(&reader->faults, _("[borders] %.60s: a key must be a cell's number, 0 to %d"),
                   key, GRID_CELLS_MAX - 1);
        return;
    }
    read_once(reader, &reader->has_border[cell], "borders", key);
    if (strcmp(value, "1") != 0 && strcmp(value, "2") != 0)
        faults_add(&reader->faults, _("[borders] %d: must be 1 or 2"), cell);
    else
        reader->triangle[cell].border = value[0] == '1' ? GRID_BORDER_1 : GRID_BORDER_2;
}

static void read_other(struct reader *reader, const char *section, const char *key,
                       const char *value) {
    struct error why = {.text = ""};
    if (reader->others)
        reader->others->row(reader->others->context, section, key, value, &why);
    else
        snprintf(why.text, sizeof why.text, "%s",
                 _("unknown section; the sections are [grid], [cells], [borders]"));
    if (why.text[0])
        faults_add(&reader->faults, "[%.60s] %.60s: %.120s", section, key, why.text);
}

static bool ini_read_row(void *context, int line, const char *section, const char *key,
                         const char *value, struct error *error) {
    struct reader *reader = context;
    (void)line;
    (void)error;
    if (!key)
        return true;
    if (strcmp(section, "grid") == 0)
        read_header(reader, key, value);
    else if (strcmp(section, "cells") == 0)
        read_cell(reader, key, value);
    else if (strcmp(section, "borders") == 0)
        read_border(reader, key, value);
    else
        read_other(reader, section, key, value);
    return true; /* go on: every fault is reported */
}

/* ---- the whole file -------------------------------------------------------------------------- */

static void check_text(struct faults *faults, const char *text, size_t length) {
    int line = 1;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == '\n') {
            line++;
        } else if ((byte < ' ' && byte != '\t' && byte != '\r') || byte == 127) {
            faults_add(faults, _("line %d: a byte of value %d is not text"), line, byte);
            return;
        }
    }
    if (length == 0)
        faults_add(faults, _("the file is empty"));
}

static void check_periods(struct reader *reader) {
    int periods = reader->has_period[0] + reader->has_period[1];
    struct lattice lattice;
    if (reader->has_period[1] && !reader->has_period[0])
        faults_add(&reader->faults, _("[grid] period 1: missing, although there is period 2"));
    else if (reader->faults.count == 0 && !lattice_start(&lattice, periods, reader->period))
        faults_add(
            &reader->faults,
            periods == 2
                ? _("[grid] period 1, period 2: the periods must be neither zero nor parallel")
                : _("[grid] period 1: the period must not be zero"));
}

static void check_complete(struct reader *reader) {
    struct faults *faults = &reader->faults;
    if (!reader->has_name)
        faults_add(faults, _("[grid] name: missing"));
    check_periods(reader);
    if (reader->cells == 0)
        faults_add(faults, _("[grid] cells: missing"));
    if (reader->cells <= 0)
        return;
    for (int i = 0; i < reader->cells; i++)
        if (!reader->has_cell[i])
            faults_add(faults, _("[cells] %d: missing"), i);
    for (int i = 0; i < GRID_CELLS_MAX; i++) {
        if (reader->has_cell[i] && i >= reader->cells)
            faults_add(faults, _("[cells] %d: too many, [grid] says cells = %d"), i, reader->cells);
        if (reader->has_border[i] && i >= reader->cells)
            faults_add(faults, _("[borders] %d: there is no such cell"), i);
    }
}

/* Puts the name of the source before a fault and hands it on to the user's function. */
struct prefix {
    const char *source;
    grid_fault *fault;
    void *context;
};

static void report_with_prefix(void *context, enum error_kind kind, const char *text) {
    const struct prefix *prefix = context;
    struct error line;
    size_t length = strlen(prefix->source), most = 100;
    /* The end of a long path says more than its beginning. */
    const char *source = prefix->source + (length > most ? length - most : 0);
    int got = snprintf(line.text, sizeof line.text, "%s: %s", source, text);
    (void)got;
    if (prefix->fault)
        prefix->fault(prefix->context, kind, line.text);
}

static struct grid *parse(const char *source, const char *text, size_t length,
                          const struct others *others, grid_fault *fault, void *context) {
    struct prefix prefix = {source, fault, context};
    struct reader reader = {.others = others, .faults = {report_with_prefix, &prefix, 0}};
    for (int i = 0; i < GRID_CELLS_MAX; i++)
        reader.triangle[i].border = GRID_BORDER;
    check_text(&reader.faults, text, length);
    if (reader.faults.count == 0) {
        struct error why;
        int line;
        if (!ini_read(text, length, ini_read_row, &reader, &line, &why))
            faults_add(&reader.faults, line ? _("line %d: %s") : "%.0d%s", line, why.text);
        check_complete(&reader);
    }
    faults_end(&reader.faults);
    return reader.faults.count ? NULL
                               : grid_build(reader.name, reader.cells, reader.triangle,
                                            reader.has_period[0] + reader.has_period[1],
                                            reader.period, report_with_prefix, &prefix);
}

struct grid *grid_parse(const char *source, const char *text, size_t length, grid_fault *fault,
                        void *context) {
    return parse(source, text, length, NULL, fault, context);
}

static struct grid *ini_read_file(const char *path, const struct others *others, grid_fault *fault,
                                  void *context) {
    struct prefix prefix = {path, fault, context};
    struct text text = {0};
    struct error why;
    struct grid *grid = NULL;
    if (!input_read(path, GRID_FILE_MAX, &text, &why))
        report_with_prefix(&prefix, why.kind, why.text);
    else if (text.length > GRID_FILE_MAX)
        report_with_prefix(&prefix, ERROR_INPUT, _("too long for a grid file, more than 64 KiB"));
    else
        grid = parse(path, text_get(&text), text.length, others, fault, context);
    text_free(&text);
    return grid;
}

struct grid *grid_check(const char *path, grid_fault *fault, void *context) {
    return ini_read_file(path, NULL, fault, context);
}

struct grid *grid_load(const char *path, struct error *error) {
    error->text[0] = '\0';
    return ini_read_file(path, NULL, fault_keep_first, error);
}

struct grid *grid_load_with(const char *path, grid_row *row, void *context, struct error *error) {
    const struct others others = {row, context};
    error->text[0] = '\0';
    return ini_read_file(path, &others, fault_keep_first, error);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_cells(FILE *file, const struct grid *grid) {
    fprintf(file, "\n[cells]\n");
    for (int i = 0; i < grid->cells; i++) {
        const struct grid_point *p = grid->point[i];
        fprintf(file, "%d = %d,%d %d,%d %d,%d\n", i, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x,
                p[2].y);
    }
}

static void write_borders(FILE *file, const struct grid *grid) {
    bool any = false;
    for (int i = 0; i < grid->cells; i++)
        for (int k = 0; k < 3; k++)
            if (grid->side[i][k] < GRID_BORDER) {
                if (!any)
                    fprintf(file, "\n[borders]\n");
                any = true;
                fprintf(file, "%d = %d\n", i, grid->side[i][k] == GRID_BORDER_1 ? 1 : 2);
                break;
            }
}

char *grid_to_ini(const struct grid *grid) {
    if (grid->surface == GRID_ABSTRACT)
        return NULL;
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    if (!file)
        return NULL;
    fprintf(file, "[grid]\nname = %s\ncells = %d\n", grid->name, grid->cells);
    int periods = grid->surface == GRID_TORUS ? 2 : grid->surface == GRID_CYLINDER ? 1 : 0;
    for (int i = 0; i < periods; i++)
        fprintf(file, "period %d = %d %d\n", i + 1, grid->period[i].x, grid->period[i].y);
    write_cells(file, grid);
    write_borders(file, grid);
    if (fclose(file) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
