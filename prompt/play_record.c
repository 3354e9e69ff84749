/* play_record.c - tournament games at the prompt, in a record. A saved game is a file that may be
 * copied. To keep anybody from playing on from an older copy, the moves made so far are noted in
 * the record (the table prompt_game), and a copy that lacks some of them is refused. */
#include "config.h"

#include "prompt/play_record.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "prompt/saved.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"
#include "record/record_rows.h"

#include <string.h>

#define SOURCE "prompt"

/* Checks that no person takes the name of an engine in the record, and no engine that of a person.
 * Of imported players it is not known what they are: anybody may have their names. */
static bool check_name(struct record *record, const char *name, const char *kind,
                       struct error *error) {
    struct query query;
    query_open(&query, record, "SELECT kind FROM engine WHERE name = ?", VALUES(value_text(name)));
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

/* ---- copies ---------------------------------------------------------------------------------- */

/* A game as the record knows it beside a saved one. */
struct comparison {
    struct record *record;
    const struct saved_game *saved;
    unsigned there; /* halves that the record has, as bits */
    bool other;     /* one of them differs from the saved game */
};

static bool compare_half(void *context, const struct game_row *game, const struct half_result *half,
                         struct error *error) {
    struct comparison *comparison = context;
    bool known = half->number >= 1 && half->number <= GAME_HALVES_MAX;
    bool same = known && comparison->saved->half[half->number - 1].over;
    if (same) {
        struct half_result result = saved_result(&comparison->saved->half[half->number - 1]);
        if (!record_same_half_row(comparison->record, game->id, game->seats, &result, &same, error))
            return false;
    }
    comparison->there |= known ? 1U << half->number : 0;
    comparison->other |= !same;
    return true;
}

/* Compares the halves of a game in the record, whose number is *id then, with the saved one. */
static bool play_record_compare(struct comparison *comparison, int64_t *id, struct error *error) {
    const struct row_reader reader = {.context = comparison, .half = compare_half};
    return record_find_extra(comparison->record, SOURCE, comparison->saved->id, id, error) &&
           (*id == 0 || record_read_game(comparison->record, *id, &reader, error));
}

static bool make_notes(struct record *record, struct error *error) {
    return query_run(record,
                     "CREATE TABLE IF NOT EXISTS prompt_game (id TEXT PRIMARY KEY,"
                     " half INTEGER NOT NULL, moves TEXT NOT NULL) WITHOUT ROWID",
                     error);
}

/* Whether the saved game has all moves that were noted. */
static bool check_notes(struct record *record, const struct saved_game *saved, bool *old,
                        struct error *error) {
    struct query query;
    if (!make_notes(record, error))
        return false;
    query_open(&query, record, "SELECT half, moves FROM prompt_game WHERE id = ?",
               VALUES(value_text(saved->id)));
    if (query_step(&query)) {
        int half = query_int(&query, 0);
        *old |= half < 1 || half > GAME_HALVES_MAX ||
                !moves_begin_with(text_get(&saved->half[half - 1].moves.words),
                                  query_string(&query, 1));
    }
    return query_close(&query, error);
}

static bool check_copy(struct record *record, const struct saved_game *saved, struct error *error) {
    struct comparison comparison = {.record = record, .saved = saved};
    int64_t id;
    if (!saved->id[0])
        return true; /* it begins now */
    return play_record_compare(&comparison, &id, error) &&
           check_notes(record, saved, &comparison.other, error) &&
           (!comparison.other || error_set(error,
                                           _("this is an old copy of the game: %s has later moves, "
                                             "and a tournament game cannot be played twice"),
                                           record_path(record)));
}

static bool check_club(struct record *record, struct error *error) {
    int64_t club;
    return query_ask(record, "SELECT 1 FROM sqlite_schema WHERE name = 'club_account'", NULL, &club,
                     error) &&
           (!club || error_set(error, _("%s belongs to a club: its games are played on its site"),
                               record_path(record)));
}

bool play_record_prepare(const struct saved_game *saved, const struct play_record_table *table,
                         struct error *error) {
    struct record *record = record_open_extra(saved->league, table->game, error);
    bool good = record != NULL && check_club(record, error);
    for (int i = 0; good && i < table->seats; i++) {
        good = check_name(record, table->name[i], kind_of(table, i), error);
        for (int k = 0; good && k < i; k++)
            if (table->person[i] != table->person[k] && strcmp(table->name[i], table->name[k]) == 0)
                good = error_set(error, _("%s is also the name of the engine"), table->name[i]);
    }
    good = good && check_copy(record, saved, error);
    record_close(record);
    return good;
}

/* ---- adding ---------------------------------------------------------------------------------- */

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
static bool choose_reference(struct record *record, const struct play_record_table *table,
                             struct error *error) {
    char reference[NAME_BYTES_MAX + 1];
    if (!record_get_reference(record, reference, error))
        return false;
    for (int i = 0; !*reference && i < table->seats; i++)
        if (!table->person[i])
            return record_set_reference(record, table->name[i], error);
    return true;
}

/* Adds the game, or the halves that are missing, within a transaction of the caller. *other: the
 * game in the record differs, and nothing was added. */
static bool add_all(struct record *record, const struct saved_game *saved,
                    const struct play_record_table *table, bool *other, struct error *error) {
    struct comparison comparison = {.record = record, .saved = saved};
    struct game_row game;
    fill_game(saved, table, &game);
    if (!play_record_compare(&comparison, &game.id, error))
        return false;
    *other = comparison.other;
    if (*other)
        return true;
    if (game.id == 0 && !record_add_extra(record, &game, error))
        return false;
    for (int h = 0; h < GAME_HALVES_MAX; h++) {
        const struct half_result result = saved_result(&saved->half[h]);
        if (!saved->half[h].over || (comparison.there >> (h + 1) & 1))
            continue;
        if (!record_add_half_row(record, game.id, game.seats, &result, error))
            return false;
    }
    return choose_reference(record, table, error);
}

enum play_record play_record_add(const struct saved_game *saved,
                                 const struct play_record_table *table, struct error *error) {
    struct record *record = record_open_extra(saved->league, table->game, error);
    bool other = false;
    if (!record)
        return PLAY_RECORD_FAILED;
    bool done = query_begin_writing(record, error) &&
                query_end_writing(record, add_all(record, saved, table, &other, error), error);
    record_close(record);
    if (done && other)
        error_set(error, _("another copy of this game has already been finished"));
    return !done ? PLAY_RECORD_FAILED : other ? PLAY_RECORD_OTHER : PLAY_RECORD_COUNTS;
}

bool play_record_note(const struct saved_game *saved, int half, struct error *error) {
    struct record *record = record_open_extra(saved->league, NULL, error);
    if (!record)
        return false;
    bool done = make_notes(record, error) &&
                query_write(record, "INSERT OR REPLACE INTO prompt_game VALUES (?, ?, ?)",
                            VALUES(value_text(saved->id), value_int(half),
                                   value_text(needed_text(&saved->half[half - 1].moves.words))),
                            error);
    record_close(record);
    return done;
}
