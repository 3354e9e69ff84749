/* play_record.c - see play_record.h. */
#include "config.h"

#include "referee/prompt/play_record.h"

#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "referee/prompt/saved.h"
#include "referee/record/query.h"
#include "referee/record/record.h"
#include "referee/record/record_extra.h"
#include "referee/record/record_rows.h"

#include <string.h>

#define SOURCE "prompt"

/* A name stands for one player: a person may not take an engine's, nor an engine a person's. What
 * was imported is known by its name alone. */
static bool check_name(struct record *record, const char *name, const char *kind,
                       struct error *error) {
    struct query query;
    query_open(&query, record, "SELECT kind FROM engine WHERE name = ?");
    query_bind_text(&query, 1, name);
    const char *there = query_step(&query) ? query_string(&query, 0) : kind;
    bool good = strcmp(there, kind) == 0 || strcmp(there, PLAYER_IMPORTED) == 0;
    if (!good)
        error_set(error, _("%s is the name of another player (kind: %s) in %s"), name, there,
                  record_path(record));
    return query_close(&query, error) && good;
}

static const char *kind_of(const struct play_record_table *table, int seat) {
    return table->person[seat] ? PLAYER_HUMAN : PLAYER_ENGINE;
}

bool play_record_prepare(const struct saved_game *saved, const struct play_record_table *table,
                         struct error *error) {
    struct record *record = record_open_extra(saved->league, table->game, error);
    bool good = record != NULL;
    for (int i = 0; good && i < table->seats; i++) {
        good = check_name(record, table->name[i], kind_of(table, i), error);
        for (int k = 0; good && k < i; k++)
            if (table->person[i] != table->person[k] && strcmp(table->name[i], table->name[k]) == 0)
                good = error_set(error, _("%s is the name of the engine, too"), table->name[i]);
    }
    record_close(record);
    return good;
}

/* ---- adding ---------------------------------------------------------------------------------- */

/* Which halves of a game are there, as bits. */
static bool note_half(void *context, const struct game_row *game, const struct half_result *half,
                      struct error *error) {
    (void)game;
    (void)error;
    *(unsigned *)context |= 1U << half->number;
    return true;
}

static void fill_game(const struct saved_game *saved, const struct play_record_table *table,
                      struct game_row *game) {
    *game = (struct game_row){.board_name = table->board_name,
                              .board_line = table->board_line,
                              .seeded = true,
                              .seed = (int64_t)saved->seed,
                              .tournament = true,
                              .source = SOURCE,
                              .foreign_id = saved->id,
                              .seats = table->seats};
    for (int i = 0; i < table->seats; i++) {
        game->player[i] = table->name[i];
        game->kind[i] = kind_of(table, i);
        game->id_name[i] = table->person[i] ? NULL : table->id_name;
    }
}

/* Makes the engine the one that all are measured against, if there is none. */
static bool have_reference(struct record *record, const struct play_record_table *table,
                           struct error *error) {
    char reference[NAME_BYTES_MAX + 1];
    if (!record_get_reference(record, reference, error))
        return false;
    for (int i = 0; !*reference && i < table->seats; i++)
        if (!table->person[i])
            return record_set_reference(record, table->name[i], error);
    return true;
}

/* Within one transaction. */
static bool add_all(struct record *record, const struct saved_game *saved,
                    const struct play_record_table *table, struct error *error) {
    struct game_row game;
    unsigned there = 0;
    const struct row_reader reader = {.context = &there, .half = note_half};
    fill_game(saved, table, &game);
    if (!record_find_extra(record, SOURCE, saved->id, &game.id, error))
        return false;
    if (game.id == 0 ? !record_add_extra(record, &game, error)
                     : !record_read_game(record, game.id, &reader, error))
        return false;
    for (int h = 0; h < GAME_HALVES_MAX; h++) {
        const struct half_result result = saved_result(&saved->half[h]);
        if (saved->half[h].over && !(there >> (h + 1) & 1) &&
            !record_add_half_row(record, game.id, game.seats, &result, error))
            return false;
    }
    return have_reference(record, table, error);
}

bool play_record_add(const struct saved_game *saved, const struct play_record_table *table,
                     struct error *error) {
    struct record *record = record_open_extra(saved->league, table->game, error);
    if (!record)
        return false;
    bool done = query_begin_writing(record, error) &&
                query_end_writing(record, add_all(record, saved, table, error), error);
    record_close(record);
    return done;
}
