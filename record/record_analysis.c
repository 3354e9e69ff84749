/* record_analysis.c - what moves were worth, in a record. A row is checked when it is read as
 * when it is written, since anybody can write to a file. */
#include "config.h"

#include "record/record_analysis.h"

#include "base/error.h"
#include "base/list.h"
#include "base/needed.h"
#include "games/game.h"
#include "record/query.h"
#include "record/record_parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists ----------------------------------------------------------------------------------- */

void analysis_list_add(struct analysis_list *list, const struct analysis_row *row) {
    list->item = needed(list_grow(list->item, list->count, &list->room, sizeof *list->item));
    list->item[list->count++] = *row;
}

void analysis_list_free(struct analysis_list *list) {
    free(list->item);
    *list = (struct analysis_list){.there = false};
}

static int analysis_by_ply(const void *ply, const void *item) {
    int theirs = ((const struct analysis_row *)item)->ply;
    return (*(const int *)ply > theirs) - (*(const int *)ply < theirs);
}

const struct analysis_row *analysis_list_find(const struct analysis_list *list, int ply) {
    return list->count
               ? bsearch(&ply, list->item, (size_t)list->count, sizeof *list->item, analysis_by_ply)
               : NULL;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Words of visible ASCII, each separated from the next by one blank. */
static bool are_words(const char *words) {
    bool blank = true;
    for (const char *c = words; *c; c++) {
        if (*c < ' ' || *c > '~' || (*c == ' ' && blank))
            return false;
        blank = *c == ' ';
    }
    return !*words || !blank;
}

static bool is_in(int64_t number, int64_t least, int64_t most) {
    return number >= least && number <= most;
}

static bool is_margin(int64_t margin) {
    return is_in(margin, -SAID_MARGIN_MAX, SAID_MARGIN_MAX);
}

static bool row_is_possible(const struct analysis_row *row, int before, int plies, int seats) {
    enum { MANY = 1 << 20 };
    return is_in(row->ply, (int64_t)before + 1, plies < SAID_PLIES_MAX ? plies : SAID_PLIES_MAX) &&
           is_in(row->seat, 0, seats - 1) && is_in(row->empty, -1, MANY) &&
           is_in(row->legal, 1, MANY) && is_margin(row->margin) && is_margin(row->moved) &&
           row->moved <= row->margin && is_in(row->best_count, 1, row->legal) &&
           is_in(row->ties, 0, row->legal) && is_margin(row->ties_margin) &&
           is_in(row->ties_sum, -(int64_t)SAID_MARGIN_MAX * row->ties,
                 (int64_t)SAID_MARGIN_MAX * row->ties) &&
           are_words(row->best);
}

/* ---- as text --------------------------------------------------------------------------------- */

static bool bound_of_word(const char *word, enum said_bound *bound) {
    *bound = SAID_ESTIMATE;
    return strcmp(word, "estimate") == 0 || said_bound_find(word, bound);
}

/* The line about the half: time, version, effort. */
static bool analysis_read_head(const char *line, size_t length, struct analysis_list *list) {
    char head[256], when[CALENDAR_TIME_SIZE];
    struct error ignored;
    int at = 0;
    if (length >= sizeof head)
        return false;
    snprintf(head, sizeof head, "%.*s", (int)length, line);
    if (!are_words(head) || sscanf(head, "%20s %63s %n", when, list->referee, &at) != 2 || !at ||
        !head[at] || strlen(head + at) >= sizeof list->effort ||
        !calendar_read(when, list->finished, &ignored))
        return false;
    snprintf(list->effort, sizeof list->effort, "%s", head + at);
    return true;
}

static bool analysis_read_row(const char *text, size_t length, struct analysis_row *row) {
    char line[ANALYSIS_BEST_SIZE + 256], bound[16], moved_bound[16];
    int at = 0;
    if (length >= sizeof line)
        return false;
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    bool good =
        sscanf(line, "%d %d %d %d %d %15s %d %15s %d %d %" SCNd64 " %d%n", &row->ply, &row->seat,
               &row->empty, &row->legal, &row->margin, bound, &row->moved, moved_bound,
               &row->best_count, &row->ties, &row->ties_sum, &row->ties_margin, &at) == 12 &&
        at > 0 && bound_of_word(bound, &row->bound) &&
        bound_of_word(moved_bound, &row->moved_bound);
    row->seat--;
    const char *best = line + at + (line[at] == ' ');
    if (!good || (line[at] && line[at] != ' ') || strlen(best) >= sizeof row->best)
        return false;
    snprintf(row->best, sizeof row->best, "%s", best);
    return true;
}

bool analysis_list_read(const char *text, int plies, int seats, struct analysis_list *list) {
    int before = 0;
    size_t length = strcspn(text, "\n");
    list->count = 0;
    list->there = analysis_read_head(text, length, list);
    bool good = list->there;
    for (text += length; good && *text; text += length) {
        struct analysis_row row;
        length = strcspn(++text, "\n");
        good = analysis_read_row(text, length, &row) && row_is_possible(&row, before, plies, seats);
        before = row.ply;
        if (good)
            analysis_list_add(list, &row);
    }
    return good;
}

/* ---- in a record ----------------------------------------------------------------------------- */

bool record_has_analysis(const struct record *record) {
    return record->has[LATER_ANALYSED];
}

static bool write_row(struct record *record, int64_t half, const struct analysis_row *row,
                      struct error *error) {
    return query_write(
        record, "INSERT INTO analysis VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        VALUES(value_int(half), value_int(row->ply), value_int(row->seat + 1),
               value_int_if(row->empty >= 0, row->empty), value_int(row->legal),
               value_int(row->margin), value_text(said_bound_name(row->bound)),
               value_int(row->moved), value_text(said_bound_name(row->moved_bound)),
               value_int(row->best_count), value_text(row->best),
               value_int_if(row->ties > 0, row->ties), value_int_if(row->ties > 0, row->ties_sum),
               value_int_if(row->ties > 0, row->ties_margin)),
        error);
}

static bool write_half(struct record *record, int64_t half, const struct analysis_list *list,
                       struct error *error) {
    bool done = record_make_later(record, LATER_ANALYSED, error) &&
                record_make_later(record, LATER_ANALYSIS, error) &&
                query_write(record, "DELETE FROM analysis WHERE half = ?", VALUES(value_int(half)),
                            error) &&
                query_write(record, "INSERT OR REPLACE INTO analysed VALUES (?, ?, ?, ?)",
                            VALUES(value_int(half), value_text(list->effort),
                                   value_text(list->referee), value_text(list->finished)),
                            error);
    for (int i = 0; done && i < list->count; i++)
        done = write_row(record, half, &list->item[i], error);
    return done;
}

bool record_write_analysis(struct record *record, int64_t half, const struct analysis_list *list,
                           struct error *error) {
    return query_begin_writing(record, error) &&
           query_end_writing(record, write_half(record, half, list, error), error);
}

static bool analysis_read_known(struct record *record, int64_t half, struct analysis_list *list,
                                struct error *error) {
    struct query row;
    query_keep(&row, record, "SELECT effort, referee, finished FROM analysed WHERE half = ?",
               VALUES(value_int(half)));
    list->there = query_step(&row);
    if (list->there) {
        query_copy(&row, 0, list->effort, sizeof list->effort);
        query_copy(&row, 1, list->referee, sizeof list->referee);
        query_copy(&row, 2, list->finished, sizeof list->finished);
        list->there =
            are_words(list->effort) && are_words(list->referee) && calendar_is_time(list->finished);
    }
    return query_close(&row, error);
}

static bool row_fill(const struct query *rows, struct analysis_row *row) {
    row->ply = query_int(rows, 0);
    row->seat = query_int(rows, 1) - 1;
    row->empty = query_is_number(rows, 2) ? query_int(rows, 2) : -1;
    row->legal = query_int(rows, 3);
    row->margin = query_int(rows, 4);
    row->moved = query_int(rows, 6);
    row->best_count = query_int(rows, 8);
    query_copy(rows, 9, row->best, sizeof row->best);
    row->ties = query_is_number(rows, 10) ? query_int(rows, 10) : 0;
    row->ties_sum = row->ties ? query_int64(rows, 11) : 0;
    row->ties_margin = row->ties ? query_int(rows, 12) : 0;
    return (query_is_null(rows, 5) || said_bound_find(query_string(rows, 5), &row->bound)) &&
           (query_is_null(rows, 7) || said_bound_find(query_string(rows, 7), &row->moved_bound));
}

bool record_read_analysis(struct record *record, int64_t half, int plies,
                          struct analysis_list *list, struct error *error) {
    struct query rows;
    int before = 0;
    list->count = 0;
    list->there = false;
    if (!record->has[LATER_ANALYSED])
        return true;
    if (!analysis_read_known(record, half, list, error))
        return false;
    if (!list->there)
        return true;
    query_keep(
        &rows, record,
        "SELECT ply, seat, empty, legal, margin, bound, moved, moved_bound, best_count, best,"
        " ties, ties_sum, ties_margin FROM analysis WHERE half = ? ORDER BY ply",
        VALUES(value_int(half)));
    while (list->count < SAID_PLIES_MAX && query_step(&rows)) {
        struct analysis_row row = {.bound = SAID_ESTIMATE, .moved_bound = SAID_ESTIMATE};
        if (row_fill(&rows, &row) && row_is_possible(&row, before, plies, GAME_PLAYERS_MAX)) {
            before = row.ply;
            analysis_list_add(list, &row);
        }
    }
    return query_close(&rows, error);
}
