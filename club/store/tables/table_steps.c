/* table_steps.c - the steps of a table for one reader. Only the steps that the reader misses are
 * read; where a half begins is computed backwards from how many moves each half has, so that the
 * others need not be. Where hands are hidden, the words of moves come from the position as the
 * reader knows it, not from the file. */
#include "config.h"

#include "base/error.h"
#include "base/needed.h"
#include "club/store/tables/table_play.h"
#include "club/store/tables/table_view.h"
#include "record/query.h"

#include <limits.h>
#include <stdlib.h>

/* A walk along the steps of a table. */
struct walk {
    struct club *club;
    struct table_row table;
    int reader, behind;
    bool hides;                     /* moves are not in the file as the reader may read them */
    const struct half_result *half; /* those that are over */
    int over;
    int begun[GAME_HALVES_MAX + 2]; /* the step with which each half begins, from 1 */
    struct table_view stand;

    /* The half whose moves are read as the reader may read them; 0: none. */
    int words_half;
    struct moves_reader words;
    struct table_position *replayed;
};

static const struct half_result *result_of(const struct walk *walk, int half) {
    for (int i = 0; i < walk->over; i++)
        if (walk->half[i].number == half)
            return &walk->half[i];
    return NULL;
}

/* Between the step that begins a half and the one that ends it are its moves alone. */
static bool find_begins(struct walk *walk, struct error *error) {
    const struct table_row *table = &walk->table;
    int after = table->steps + 1; /* the step behind the half */
    for (int half = table->half; half >= 1 && half <= GAME_HALVES_MAX; half--) {
        const struct half_result *result = result_of(walk, half);
        if (table->state == TABLE_OPEN && half == table->half) {
            const struct table_position *now = table_now(walk->club, table, walk->reader, error);
            if (!now)
                return false;
            walk->begun[half] = after - 1 - now->half.plies;
        } else if (result) {
            walk->begun[half] = after - 2 - result->plies;
        }
        after = walk->begun[half];
    }
    return true;
}

/* The moves of a half as the reader may read them. */
static bool find_words(struct walk *walk, int half, struct error *error) {
    const struct table_row *table = &walk->table;
    bool open = table->state == TABLE_OPEN && half == table->half;
    const struct table_position *position;
    table_position_free(walk->replayed);
    walk->replayed = NULL;
    if (open)
        position = table_now(walk->club, table, walk->reader, error);
    else
        position = walk->replayed =
            table_replay(walk->club, table, half, INT_MAX, walk->reader, error);
    if (!position)
        return false;
    walk->words = moves_read(table_words(position, walk->reader), NULL);
    walk->words_half = half;
    return true;
}

/* How the reader may read a move. */
static bool read_move(struct walk *walk, struct table_step *step, struct error *error) {
    if (!walk->hides)
        return true;
    if (walk->words_half != step->half && !find_words(walk, step->half, error))
        return false;
    while (walk->words.ply < step->ply && moves_next(&walk->words))
        continue;
    step->move = walk->words.text;
    return walk->words.ply == step->ply || table_is_damaged(&walk->table, error);
}

/* Fills in a step from its row. */
static bool read_step(struct walk *walk, const struct query *row, struct table_step *step,
                      struct error *error) {
    *step = (struct table_step){.number = query_int(row, 0),
                                .kind = (enum table_kind)query_int(row, 1),
                                .half = query_int(row, 2),
                                .seat = query_int(row, 3),
                                .move = query_string(row, 4),
                                .took = query_int64(row, 5),
                                .players = walk->table.players,
                                .left = query_is_null(row, 6) ? -1 : query_int64(row, 6)};
    bool good = true;
    step->stand = step->number == walk->table.steps ? &walk->stand : NULL;
    if (step->kind == STEP_MOVE) {
        good = step->half >= 1 && step->half <= GAME_HALVES_MAX;
        step->ply = good ? step->number - walk->begun[step->half] : 0;
        if (good && !read_move(walk, step, error))
            return false;
    } else if (step->kind == STEP_OVER) {
        step->result = result_of(walk, step->half);
        good = step->result != NULL;
    }
    return good || table_is_damaged(&walk->table, error);
}

static bool walk_along(struct walk *walk,
                       void (*each)(void *context, const struct table_step *step), void *context,
                       struct error *error) {
    struct query query;
    struct table_step step;
    bool good = true;
    query_keep(&query, walk->club->record,
               "SELECT number, kind, half, seat, move, took, left FROM club_table_step"
               " WHERE tab = ? AND number > ? ORDER BY number",
               VALUES(value_int(walk->table.id), value_int(walk->behind)));
    while (good && query_step(&query)) {
        good = read_step(walk, &query, &step, error);
        if (good)
            each(context, &step);
    }
    return query_close(&query, good ? error : &(struct error){.text = ""}) && good;
}

static bool walk_begin(struct walk *walk, int64_t now, struct error *error) {
    walk->hides = game_find(walk->table.game)->guess != NULL;
    walk->half = table_halves(walk->club, &walk->table, &walk->over, error);
    return walk->half && find_begins(walk, error) &&
           table_view_stand(walk->club, &walk->table, walk->reader, now, &walk->stand, error);
}

bool table_steps(struct club *club, const char *name, int reader, int behind, int64_t now,
                 void (*each)(void *context, const struct table_step *step), void *context,
                 int *steps, bool *over, struct error *error) {
    struct walk *walk = needed(calloc(1, sizeof *walk));
    walk->club = club;
    walk->reader = reader;
    walk->behind = behind;
    bool done = table_find(club, name, &walk->table, error) == CLUB_DONE;
    if (done) {
        done = walk->table.steps <= behind ||
               (walk_begin(walk, now, error) && walk_along(walk, each, context, error));
        *steps = walk->table.steps;
        *over = walk->table.state == TABLE_OVER;
    }
    table_position_free(walk->replayed);
    table_row_free(&walk->table);
    free(walk);
    return done;
}
