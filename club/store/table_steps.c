/* table_steps.c - see table_steps.h. */
#include "config.h"

#include "club/store/table_steps.h"

#include "base/error.h"
#include "base/language.h"
#include "club/store/table_play.h"
#include "record/query.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* A walk along the steps of a table. */
struct walk {
    struct club *club;
    struct table_row table;
    int reader, behind;
    bool hides; /* moves are played, to know how the reader may read them */
    int over;
    struct half_result half[GAME_HALVES_MAX];
    struct table_position position;
};

/* How the reader may read a move: the last word of those in the reader's position. */
static bool read_move(struct walk *walk, struct table_step *step, int64_t took) {
    if (!walk->hides)
        return true;
    size_t length = walk->position.read.length;
    if (!table_play_text(&walk->position, step->move, took) || walk->position.read.failed)
        return false;
    step->move = text_get(&walk->position.read) + length + (length > 0);
    return true;
}

static const struct half_result *result_of(const struct walk *walk, int half) {
    for (int i = 0; i < walk->over; i++)
        if (walk->half[i].number == half)
            return &walk->half[i];
    return NULL;
}

/* Fills in a step from its row; `ply` is that of the move before. */
static bool read_step(struct walk *walk, const struct query *row, int *ply, struct table_step *step,
                      struct error *error) {
    int64_t took = query_int64(row, 5);
    *step = (struct table_step){.number = query_int(row, 0),
                                .kind = (enum table_kind)query_int(row, 1),
                                .half = query_int(row, 2),
                                .seat = query_int(row, 3),
                                .move = query_string(row, 4),
                                .took = took,
                                .players = walk->table.players,
                                .left = query_is_null(row, 6) ? -1 : query_int64(row, 6)};
    bool good = true;
    if (step->kind == STEP_BEGIN) {
        *ply = 0;
        if (walk->hides && !table_begin_position(walk->club, &walk->table, step->half, walk->reader,
                                                 &walk->position, error))
            return false;
    } else if (step->kind == STEP_MOVE) {
        step->ply = ++*ply;
        good = read_move(walk, step, took);
    } else if (step->kind == STEP_OVER) {
        step->result = result_of(walk, step->half);
        good = step->result != NULL;
    }
    return good || error_set(error, _("table %" PRId64 " is damaged"), walk->table.id);
}

static bool walk_along(struct walk *walk,
                       bool (*each)(void *context, const struct table_step *step), void *context,
                       struct error *error) {
    struct query query;
    struct table_step step;
    bool good = true, on = true;
    int ply = 0;
    query_keep(&query, walk->club->record,
               "SELECT number, kind, half, seat, move, took, left FROM club_table_step"
               " WHERE tab = ? ORDER BY number");
    query_bind_int(&query, 1, walk->table.id);
    while (good && on && query_step(&query)) {
        good = read_step(walk, &query, &ply, &step, error);
        if (good && step.number > walk->behind)
            on = each(context, &step);
    }
    return query_close(&query, good ? error : &(struct error){.text = ""}) && good;
}

bool table_steps(struct club *club, const char *name, int reader, int behind,
                 bool (*each)(void *context, const struct table_step *step), void *context,
                 int *steps, bool *over, struct error *error) {
    struct walk *walk = calloc(1, sizeof *walk);
    if (!walk)
        return error_memory(error);
    walk->club = club;
    walk->reader = reader;
    walk->behind = behind;
    bool done = table_find(club, name, &walk->table, error) == CLUB_DONE;
    if (done) {
        walk->hides = game_find(walk->table.game)->guess != NULL;
        int halves = table_read_halves(club, &walk->table, walk->half, error);
        walk->over = halves > 0 ? halves : 0;
        done = halves >= 0 && walk_along(walk, each, context, error);
        *steps = walk->table.steps;
        *over = walk->table.state == TABLE_OVER;
    }
    for (int i = 0; i < walk->over; i++)
        half_result_free(&walk->half[i]);
    table_position_free(&walk->position);
    table_row_free(&walk->table);
    free(walk);
    return done;
}
