/* listing.c - each form goes over the columns that it has, in its order, and prints headings or
 * values. Text asks for all rows twice, first to find out how wide its columns are. Headings are
 * part of what listing_row() does, before the first row, so that its columns are all that a table
 * needs. */
#include "config.h"

#include "results/listing.h"

#include "base/csv.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "record/record_rows.h"
#include "results/report_charts.h"

#include <inttypes.h>
#include <math.h>

enum { CELL_SIZE = NAME_BYTES_MAX + 1 };

/* Finds the columns that a form has, in its order; returns how many. */
static int find_columns(const struct listing *listing, const struct column *column,
                        const struct column *found[LISTING_COLUMNS_MAX]) {
    bool people = listing->form & (LISTING_TEXT | LISTING_HTML);
    int count = 0;
    for (int late = 0; late < (people ? 2 : 1); late++)
        for (const struct column *next = column; next->key || next->head; next++)
            if ((people ? next->head && next->late == late : next->key != NULL) &&
                !(next->without & listing->form))
                found[count++] = next;
    return count;
}

static bool is_number(const struct cell *cell) {
    return cell->kind < CELL_TEXT;
}

static bool is_known(const struct cell *cell) {
    return (cell->kind != CELL_REAL && cell->kind != CELL_ERROR) || isfinite(cell->shown);
}

/* The text of a cell for people, as it is before it is made readable or escaped. */
static const char *cell_write(const struct cell *cell, char text[CELL_SIZE]) {
    if (cell->kind == CELL_COUNT)
        snprintf(text, CELL_SIZE, "%" PRId64, cell->integer);
    else if (cell->kind == CELL_TOTAL)
        snprintf(text, CELL_SIZE, "%+" PRId64, cell->integer);
    else if (is_number(cell))
        snprintf(text, CELL_SIZE, cell->format, cell->shown);
    return is_number(cell)           ? text
           : cell->kind == CELL_NAME ? record_name_shown(cell->text)
                                     : cell->text;
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *cell_show(const struct cell *cell, char shown[CELL_SIZE]) {
    char text[CELL_SIZE];
    text_readable(shown, CELL_SIZE, is_known(cell) ? cell_write(cell, text) : "-");
    return shown;
}

static void measure_row(struct listing *listing, const struct column **column, int count) {
    char text[CELL_SIZE];
    for (int i = 0; i < count; i++) {
        bool name = column[i]->cell.kind == CELL_NAME;
        int *width = name ? &listing->name_width : &listing->width[i];
        int widths[] = {column[i]->width, *column[i]->head ? text_columns(_(column[i]->head)) : 0,
                        name ? text_columns(cell_show(&column[i]->cell, text)) : 0};
        for (int k = 0; k < 3; k++)
            *width = widths[k] > *width ? widths[k] : *width;
    }
}

static int width_of(const struct listing *listing, const struct column *column, int i) {
    return column->cell.kind == CELL_NAME ? listing->name_width : listing->width[i];
}

static const char *gap_before(const struct column *column, int i) {
    return i == 0 ? "" : column->cell.kind == CELL_NAME ? "  " : " ";
}

/* The headings of groups, each at the right end of its columns. */
static void show_groups(const struct listing *listing, const struct column **column, int count) {
    while (count > 0 && !column[count - 1]->group)
        count--;
    for (int i = 0, width = 0; i < count; i++) {
        const char *group = column[i]->group;
        width += width_of(listing, column[i], i);
        if (group && i + 1 < count && column[i + 1]->group == group) {
            width++;
            continue;
        }
        fputs(gap_before(column[i], i), listing->file);
        text_print_right(listing->file, width, group ? _(group) : "");
        width = 0;
    }
    fputs(count > 0 ? "\n" : "", listing->file);
}

/* A row, or the headings. */
static void show_row(const struct listing *listing, const struct column **column, int count,
                     bool head) {
    char text[CELL_SIZE];
    for (int i = 0; i < count; i++) {
        const char *shown = !head              ? cell_show(&column[i]->cell, text)
                            : *column[i]->head ? _(column[i]->head)
                                               : "";
        fputs(gap_before(column[i], i), listing->file);
        if (column[i]->cell.kind != CELL_NAME)
            text_print_right(listing->file, width_of(listing, column[i], i), shown);
        else
            text_print_left(listing->file, i + 1 < count ? listing->name_width : 0, shown);
    }
    fputs("\n", listing->file);
}

/* ---- HTML ------------------------------------------------------------------------------------ */

/* Prints the headings of groups above the columns. An error shares the column before it. */
static void mark_groups(struct listing *listing, const struct column **column, int count) {
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= column[i]->group != NULL;
    if (!any)
        return;
    fputs("<tr class=over>", listing->file);
    for (int i = 0; i < count;) {
        const char *group = column[i]->group;
        int span = 0;
        do
            span += column[i++]->cell.kind != CELL_ERROR;
        while (group && i < count && column[i]->group == group);
        if (span > 1)
            fprintf(listing->file, "<th colspan=%d>", span);
        else if (span > 0)
            fputs("<th>", listing->file);
        if (span > 0)
            report_text(listing->file, "", group ? _(group) : "", "</th>");
    }
    fputs("</tr>", listing->file);
}

static void mark_heads(struct listing *listing, const struct column **column, int count) {
    fputs("<div class=wide><table class=standings>", listing->file);
    mark_groups(listing, column, count);
    fputs("<tr>", listing->file);
    for (int i = 0; i < count; i++)
        if (!*column[i]->head)
            fputs("<th></th>", listing->file);
        else if (column[i]->cell.kind != CELL_ERROR)
            report_text(listing->file,
                        column[i]->cell.kind == CELL_NAME ? "<th scope=col class=left>"
                                                          : "<th scope=col>",
                        _(column[i]->head), "</th>");
    fputs("</tr>\n", listing->file);
}

static void mark_row(struct listing *listing, const struct column **column, int count) {
    char text[CELL_SIZE];
    fputs("<tr>", listing->file);
    for (int i = 0; i < count; i++) {
        const struct cell *cell = &column[i]->cell;
        const struct cell *error = i + 1 < count ? &column[i + 1]->cell : cell;
        bool name = cell->kind == CELL_NAME;
        if (cell->kind == CELL_ERROR)
            continue;
        fputs(name ? "<th scope=row>" : "<td>", listing->file);
        report_text(listing->file, is_known(cell) ? "" : "&ndash;",
                    is_known(cell) ? cell_write(cell, text) : "", "");
        if (is_known(cell) && error->kind == CELL_ERROR && is_known(error))
            report_text(listing->file, " &plusmn; ", cell_write(error, text), "");
        fputs(name ? "</th>" : "</td>", listing->file);
    }
    fputs("</tr>\n", listing->file);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_members(struct json *json, const struct column **column, int count) {
    for (int i = 0; i < count; i++) {
        const struct cell *cell = &column[i]->cell;
        if (!is_number(cell))
            json_string(json, column[i]->key, cell->text);
        else if (cell->kind == CELL_COUNT || cell->kind == CELL_TOTAL)
            json_integer(json, column[i]->key, cell->integer);
        else
            json_real(json, column[i]->key, cell->real);
    }
}

static void add_line(struct text *text, const struct column **column, int count, bool head) {
    char clean[CELL_SIZE];
    for (int i = 0; i < count; i++) {
        const struct cell *cell = &column[i]->cell;
        text_add(text, i ? "," : "");
        if (head) {
            text_add(text, column[i]->key);
        } else if (!is_number(cell)) {
            text_clean(clean, sizeof clean, cell_write(cell, clean));
            csv_add(text, clean);
        } else if (cell->kind == CELL_COUNT || cell->kind == CELL_TOTAL) {
            text_add_number(text, cell->integer);
        } else if (isfinite(cell->real)) {
            text_addf(text, "%.10g", cell->real);
        }
    }
    text_add(text, "\n");
}

/* ---- any form -------------------------------------------------------------------------------- */

static void print_head(struct listing *listing, const struct column **column, int count) {
    if (listing->form == LISTING_TEXT) {
        show_groups(listing, column, count);
        show_row(listing, column, count, true);
    } else if (listing->form == LISTING_HTML) {
        mark_heads(listing, column, count);
    } else if (listing->form == LISTING_CSV) {
        add_line(&listing->text, column, count, true);
    }
}

void listing_row(struct listing *listing, const struct column *column) {
    const struct column *found[LISTING_COLUMNS_MAX];
    int count = find_columns(listing, column, found);
    if (listing->state == LISTING_IS_MEASURED) {
        measure_row(listing, found, count);
        return;
    }
    if (listing->state != LISTING_HAS_HEAD)
        print_head(listing, found, count);
    if (listing->state == LISTING_IS_EMPTY)
        return;
    listing->state = LISTING_HAS_HEAD;
    if (listing->form == LISTING_TEXT)
        show_row(listing, found, count, false);
    else if (listing->form == LISTING_HTML)
        mark_row(listing, found, count);
    else if (listing->form == LISTING_CSV)
        add_line(&listing->text, found, count, false);
    else
        add_members(listing->json, found, count);
}

void listing_end(struct listing *listing) {
    if (listing->form == LISTING_HTML && listing->state != LISTING_BEGINS)
        fputs("</table></div>\n", listing->file);
}

void listing_print(listing_columns *columns, const void *table, int64_t rows,
                   enum listing_form form, FILE *file) {
    struct listing listing = {.form = form, .file = file, .state = LISTING_IS_MEASURED};
    for (int64_t i = 0; form == LISTING_TEXT && (i == 0 || i < rows); i++)
        columns(&listing, table, i);
    listing.state = rows > 0 ? LISTING_BEGINS : LISTING_IS_EMPTY;
    for (int64_t i = 0; i == 0 || i < rows; i++)
        columns(&listing, table, i);
    listing_end(&listing);
    fputs(needed_text(&listing.text), file);
    text_free(&listing.text);
}

void listing_json(listing_columns *columns, const void *table, int64_t rows, const char *key,
                  struct json *json) {
    struct listing listing = {.form = LISTING_JSON, .json = json};
    json_open(json, key, '[');
    for (int64_t i = 0; i < rows; i++) {
        json_open(json, NULL, '{');
        columns(&listing, table, i);
        json_close(json, '}');
    }
    json_close(json, ']');
}
