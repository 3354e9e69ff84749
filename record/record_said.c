/* record_said.c - writes and reads what engines said, in a record. What was not said is NULL in the
 * table. A value that no engine can have said is read as not said. */
#include "config.h"

#include "record/record_said.h"

#include "base/error.h"
#include "half/said.h"
#include "record/query.h"
#include "record/record_parts.h"

static bool visits_add(struct record *record, int64_t half, const struct said *said,
                       struct error *error) {
    return !said->visits[0] ||
           (record_make_later(record, LATER_VISITS, error) &&
            query_write(record, "INSERT INTO visits (half, ply, moves) VALUES (?, ?, ?)",
                        VALUES(value_int(half), value_int(said->ply), value_text(said->visits)),
                        error));
}

static bool said_add(struct record *record, int64_t half, const struct said *said,
                     struct error *error) {
    return query_write(
        record,
        "INSERT INTO said (half, ply, margin, bound, depth, nodes, time, pv)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        VALUES(
            value_int(half), value_int(said->ply), value_int_if(said->valued, said->margin),
            value_text(said_bound_name(said->bound)), value_int_if(said->depth >= 0, said->depth),
            value_int_if(said->nodes >= 0, said->nodes), value_int_if(said->time >= 0, said->time),
            value_text(said->pv[0] ? said->pv : NULL)),
        error);
}

bool record_add_said(struct record *record, int64_t half, const struct said_list *said,
                     struct error *error) {
    for (int i = 0; i < said->count; i++)
        if (!said_add(record, half, &said->item[i], error) ||
            !visits_add(record, half, &said->item[i], error))
            return false;
    return true;
}

/* A number of at least 0; -1: there is none, or it is below 0. */
static int64_t count_at(const struct query *row, int column) {
    int64_t number = query_is_number(row, column) ? query_int64(row, column) : -1;
    return number < 0 ? -1 : number;
}

static void said_fill(struct said *said, const struct query *row) {
    int64_t margin = query_is_number(row, 1) ? query_int64(row, 1) : INT64_MAX;
    said_forget(said);
    said->valued = margin >= -SAID_MARGIN_MAX && margin <= SAID_MARGIN_MAX;
    said->margin = said->valued ? (int)margin : 0;
    if (said->valued)
        said_bound_find(query_string(row, 2), &said->bound);
    said->depth = count_at(row, 3);
    said->nodes = count_at(row, 4);
    said->time = count_at(row, 5);
    said_set_pv(said, query_string(row, 6));
}

/* Adds the visits of moves to what was said of them. */
static bool visits_read(struct record *record, int64_t half, struct said_list *said,
                        struct error *error) {
    struct query rows;
    int at = 0;
    query_keep(&rows, record, "SELECT ply, moves FROM visits WHERE half = ?1 ORDER BY ply",
               VALUES(value_int(half)));
    while (query_step(&rows)) {
        int ply = query_int(&rows, 0);
        while (at < said->count && said->item[at].ply < ply)
            at++;
        if (at < said->count && said->item[at].ply == ply)
            said_set_visits(&said->item[at], query_string(&rows, 1));
    }
    return query_close(&rows, error);
}

bool record_read_said(struct record *record, int64_t half, int plies, struct said_list *said,
                      struct error *error) {
    struct query rows;
    struct said item;
    int last = 0;
    said->count = 0;
    if (!record->has[LATER_SAID])
        return true;
    query_keep(&rows, record,
               "SELECT ply, margin, bound, depth, nodes, time, pv FROM said"
               " WHERE half = ?1 AND ply BETWEEN 1 AND ?2 ORDER BY ply",
               VALUES(value_int(half), value_int(plies < SAID_PLIES_MAX ? plies : SAID_PLIES_MAX)));
    while (said->count < SAID_PLIES_MAX && query_step(&rows)) {
        said_fill(&item, &rows);
        int ply = query_int(&rows, 0);
        if (query_is_number(&rows, 0) && ply > last && !said_is_nothing(&item))
            said_list_add(said, &item, last = ply);
    }
    return query_close(&rows, error) &&
           (!record->has[LATER_VISITS] || visits_read(record, half, said, error));
}
