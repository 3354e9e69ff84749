/* export_json.c - a record as one JSON object: league, engines and boards, then each game on a line
 * of its own with its halves, their moves and clocks, and the faults in them. The manual page
 * describes it member by member. */
#include "config.h"

#include "base/json.h"
#include "base/language.h"
#include "referee/match/moves.h"
#include "referee/pairing/game_id.h"
#include "referee/record/export.h"
#include "referee/record/query.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"

#include <stdlib.h>
#include <string.h>

struct writer {
    FILE *file;
    const struct league_row *league;
    struct record *record;
    struct json json;
    bool comma; /* a game was written */
};

static bool write_line(struct json *json, FILE *file, char *error) {
    return json_write(json, file) ||
           (export_taken(file, error) && error_set(error, _("out of memory")));
}

/* The columns of a row under their names. */
static void add_columns(struct json *json, const struct query *row) {
    for (int i = 0; i < query_columns(row); i++) {
        const char *name = query_column_name(row, i);
        if (query_is_number(row, i))
            json_integer(json, name, query_int64(row, i));
        else
            json_string(json, name, query_text(row, i));
    }
}

/* What a query answers, as objects, one a line. */
static bool write_rows(struct record *record, const char *sql, FILE *file, char *error) {
    struct query query;
    bool done = true;
    query_open(&query, record, sql);
    for (bool comma = false; done && query_step(&query); comma = true) {
        struct json json = {0};
        json_open(&json, NULL, '{');
        add_columns(&json, &query);
        json_close(&json, '}');
        if (comma)
            fputc(',', file);
        done = write_line(&json, file, error);
    }
    return query_close(&query, error) && done;
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Words that are parted by blanks, as strings or as the numbers they are; NULL is null. */
static void add_words(struct json *json, const char *key, const char *words, bool numbers) {
    if (!words) {
        json_string(json, key, NULL);
        return;
    }
    struct moves_reader reader = moves_read(words, NULL);
    struct text word = {0};
    json_open(json, key, '[');
    while (moves_next(&reader)) {
        text_clear(&word);
        text_add_bytes(&word, reader.word, reader.length);
        if (numbers)
            json_integer(json, NULL, strtoll(text_get(&word), NULL, 10));
        else
            json_string(json, NULL, text_get(&word));
    }
    json_close(json, ']');
    json->text.failed |= word.failed;
    text_free(&word);
}

static bool begin_game(void *context, const struct game_row *game, char *error) {
    struct writer *writer = context;
    struct json *json = &writer->json;
    char source[EXPORT_SOURCE_SIZE], id[24];
    (void)error;
    json_open(json, NULL, '{');
    json_integer(json, "game", game->id);
    json_string(json, "source", export_source(writer->league, game, source));
    json_string(json, "id", export_id(game, id));
    json_integer(json, "round", game->round);
    json_integer(json, "pair", game->pair);
    json_integer(json, "leg", game->leg);
    json_integer(json, "board", game->board);
    if (game->seeded)
        json_integer(json, "seed", game->seed);
    else
        json_string(json, "seed", NULL);
    json_bool(json, "tournament", game->tournament);
    json_open(json, "seats", '[');
    for (int i = 0; i < game->seats; i++)
        json_string(json, NULL, game->player[i]);
    json_close(json, ']');
    json_open(json, "halves", '[');
    return true;
}

static bool add_faults(struct writer *writer, int64_t half, char *error) {
    struct query faults;
    query_keep(&faults, writer->record,
               "SELECT name AS engine, fault.kind, text FROM fault"
               " LEFT JOIN engine ON engine.id = fault.engine WHERE half = ?"
               " ORDER BY fault.id");
    query_bind_int(&faults, 1, half);
    json_open(&writer->json, "faults", '[');
    while (query_step(&faults)) {
        json_open(&writer->json, NULL, '{');
        add_columns(&writer->json, &faults);
        json_close(&writer->json, '}');
    }
    json_close(&writer->json, ']');
    return query_close(&faults, error);
}

static bool add_half(void *context, const struct game_row *game, const struct half_result *half,
                     char *error) {
    struct writer *writer = context;
    struct json *json = &writer->json;
    json_open(json, NULL, '{');
    json_integer(json, "half", half->number);
    json_integers(json, "margins", half->margin, game->seats);
    if (half->pointed)
        json_integers(json, "points", half->points, game->seats);
    else
        json_string(json, "points", NULL);
    json_string(json, "termination", half->termination);
    json_string(json, "text", half->text);
    if (half->at_fault != MATCH_NOBODY)
        json_integer(json, "at_fault", half->at_fault + 1);
    else
        json_string(json, "at_fault", NULL);
    json_integer(json, "plies", half->plies);
    add_words(json, "moves", half->moves, false);
    add_words(json, "clocks", half->clocks, true);
    json_string(json, "finished", half->finished);
    bool done = add_faults(writer, half_id(game->id, half->number), error);
    json_close(json, '}');
    return done;
}

static bool end_game(void *context, const struct game_row *game, char *error) {
    struct writer *writer = context;
    (void)game;
    json_close(&writer->json, ']');
    json_close(&writer->json, '}');
    if (writer->comma)
        fputc(',', writer->file);
    writer->comma = true;
    return write_line(&writer->json, writer->file, error);
}

static bool write_games(struct record *record, const struct league_row *league, FILE *file,
                        char *error) {
    struct writer writer = {.file = file, .record = record, .league = league};
    struct row_reader reader = {&writer, begin_game, add_half, end_game};
    fputs(",\"games\":[\n", file);
    bool done = record_read_games(record, &reader, error);
    fputs("]}\n", file);
    text_free(&writer.json.text);
    return done;
}

bool export_json(struct record *record, FILE *file, char *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    fputs("{\"league\":\n", file);
    bool done = write_rows(record,
                           "SELECT name, game, players, halves, rounds, seed,"
                           " NULLIF(schedule, '') AS schedule, reference,"
                           " NULLIF(format, '') AS format, scheduled, shard, shards, referee,"
                           " started, config FROM league",
                           file, error);
    fputs(",\"engines\":[\n", file);
    done = done && write_rows(record,
                              "SELECT id, name, kind, command, dir, options, limits, id_name,"
                              " id_author FROM engine ORDER BY id",
                              file, error);
    fputs("]\n,\"boards\":[\n", file);
    done =
        done && write_rows(record, "SELECT id, name, spelled FROM board ORDER BY id", file, error);
    fputs("]\n", file);
    done = done && write_games(record, &league, file, error);
    league_row_free(&league);
    return done;
}
