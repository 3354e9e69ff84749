/* export.c - a record as JSON, as CSV and as a text for people. All are written while the rows are
 * read, one game at a time, so that a record of any length needs the memory of one game, and within
 * one transaction, so that they are the record of one moment. */
#include "config.h"

#include "record/export.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/said.h"
#include "pairing/game_id.h"
#include "record/half_json.h"
#include "record/query.h"
#include "record/record_analysis.h"
#include "record/record_league.h"
#include "record/record_rows.h"
#include "record/record_said.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* False and a message if the file did not take all so far: its reader may have gone. */
static bool export_is_taken(FILE *file, struct error *error) {
    return !ferror(file) ||
           error_set_kind(error, error_kind_of(errno), _("cannot write: %s"), strerror(errno));
}

/* Where a game comes from and what it is called there: for one of the schedule the league and its
 * number. `source` has SOURCE_SIZE bytes, `id` ID_SIZE. */
enum { SOURCE_SIZE = 128, ID_SIZE = 24 };

static const char *source_of(const struct league_row *league, const struct game_row *game,
                             char *source) {
    if (game->foreign_id)
        return game->source ? game->source : "";
    snprintf(source, SOURCE_SIZE, "%s:%s", league->name, league->schedule);
    return source;
}

static const char *id_of(const struct game_row *game, char *id) {
    if (game->foreign_id)
        return game->foreign_id;
    snprintf(id, ID_SIZE, "%" PRId64, game->id);
    return id;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* One object: league, engines and boards, then each game on a line of its own with its halves,
 * their moves and clocks, and the faults in them. The manual page describes it member by member. */
struct json_writer {
    FILE *file;
    const struct league_row *league;
    struct record *record;
    struct json json;
    struct said_list said; /* of the half */
    struct analysis_list analysis;
    bool comma; /* a game was written */
};

static bool write_line(struct json *json, FILE *file, struct error *error) {
    needed_json(json, file);
    return export_is_taken(file, error);
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
static bool write_rows(struct record *record, const char *sql, FILE *file, struct error *error) {
    struct query query;
    bool done = true;
    query_open(&query, record, sql, NULL);
    for (bool comma = false; done && query_step(&query); comma = true) {
        struct json json = json_new_object();
        add_columns(&json, &query);
        json_close(&json, '}');
        if (comma)
            fputc(',', file);
        done = write_line(&json, file, error);
    }
    return query_close(&query, error) && done;
}

/* ---- games ----------------------------------------------------------------------------------- */

static bool begin_game(void *context, const struct game_row *game, struct error *error) {
    struct json_writer *writer = context;
    struct json *json = &writer->json;
    char source[SOURCE_SIZE], id[ID_SIZE];
    (void)error;
    json_open(json, NULL, '{');
    json_integer(json, "game", game->id);
    json_string(json, "source", source_of(writer->league, game, source));
    json_string(json, "id", id_of(game, id));
    json_integer(json, "round", game->round);
    json_integer(json, "pair", game->pair);
    json_integer(json, "leg", game->leg);
    json_integer(json, "board", game->board);
    json_seed_if(json, "seed", game->seeded, game->seed);
    json_bool(json, "tournament", game->tournament);
    json_words(json, "opening", game->opening);
    json_strings(json, "seats", game->player, game->seats);
    json_open(json, "halves", '[');
    return true;
}

static bool add_faults(struct json_writer *writer, int64_t half, struct error *error) {
    struct query faults;
    query_keep(&faults, writer->record,
               "SELECT name AS engine, fault.kind, text FROM fault"
               " LEFT JOIN engine ON engine.id = fault.engine WHERE half = ?"
               " ORDER BY fault.id",
               VALUES(value_int(half)));
    json_open(&writer->json, "faults", '[');
    while (query_step(&faults)) {
        json_open(&writer->json, NULL, '{');
        add_columns(&writer->json, &faults);
        json_close(&writer->json, '}');
    }
    json_close(&writer->json, ']');
    return query_close(&faults, error);
}

/* What engines said, if they said anything. */
static bool add_said(struct json_writer *writer, const struct game_row *game,
                     const struct half_result *half, struct error *error) {
    struct json *json = &writer->json;
    if (!record_read_said(writer->record, half_id(game->id, half->number), half->plies,
                          &writer->said, error))
        return false;
    if (writer->said.count == 0)
        return true;
    json_open(json, "said", '[');
    for (int i = 0; i < writer->said.count; i++) {
        const struct said *said = &writer->said.item[i];
        json_open(json, NULL, '{');
        json_integer(json, "ply", said->ply);
        half_json_said(said, json);
        json_close(json, '}');
    }
    json_close(json, ']');
    return true;
}

/* What its moves were worth, if that is known. */
static bool add_analysis(struct json_writer *writer, const struct game_row *game,
                         const struct half_result *half, struct error *error) {
    if (!record_read_analysis(writer->record, half_id(game->id, half->number), half->plies,
                              &writer->analysis, error))
        return false;
    half_json_analysis(&writer->analysis, &writer->json);
    return true;
}

static bool export_add_half(void *context, const struct game_row *game,
                            const struct half_result *half, struct error *error) {
    struct json_writer *writer = context;
    struct json *json = &writer->json;
    json_open(json, NULL, '{');
    half_json_add(half, game->seats, json);
    bool done = add_faults(writer, half_id(game->id, half->number), error) &&
                add_said(writer, game, half, error) && add_analysis(writer, game, half, error);
    json_close(json, '}');
    return done;
}

static bool end_game(void *context, const struct game_row *game, struct error *error) {
    struct json_writer *writer = context;
    (void)game;
    json_close(&writer->json, ']');
    json_close(&writer->json, '}');
    if (writer->comma)
        fputc(',', writer->file);
    writer->comma = true;
    return write_line(&writer->json, writer->file, error);
}

static bool write_games(struct record *record, const struct league_row *league, FILE *file,
                        struct error *error) {
    struct json_writer writer = {.file = file, .record = record, .league = league};
    struct row_reader reader = {&writer, begin_game, export_add_half, end_game};
    fputs(",\"games\":[\n", file);
    bool done = record_read_games(record, &reader, error);
    fputs("]}\n", file);
    text_free(&writer.json.text);
    said_list_free(&writer.said);
    analysis_list_free(&writer.analysis);
    return done;
}

static bool write_json(struct record *record, FILE *file, struct error *error) {
    static const struct {
        const char *before, *sql;
    } parts[] = {
        {"{\"league\":\n", "SELECT name, game, players, halves, rounds,"
                           " CASE WHEN seed > 1 << 53 THEN CAST(seed AS TEXT) ELSE seed END"
                           " AS seed,"
                           " NULLIF(schedule, '') AS schedule, reference,"
                           " NULLIF(format, '') AS format, scheduled, shard, shards, referee,"
                           " started, config FROM league"},
        {",\"engines\":[\n", "SELECT id, name, kind, command, dir, options, limits, id_name,"
                             " id_author FROM engine ORDER BY id"},
        {"]\n,\"programs\":[\n", "SELECT engine, digest, program.id_name, started, referee, host,"
                                 " processor, kernel FROM program JOIN run ON run.id = program.run"
                                 " ORDER BY run.rowid, engine"},
        {"]\n,\"boards\":[\n", "SELECT id, name, spelled FROM board ORDER BY id"},
    };
    struct league_row league;
    bool done = record_read_league(record, &league, error);
    for (size_t i = 0; done && i < sizeof parts / sizeof *parts; i++) {
        fputs(parts[i].before, file);
        done = write_rows(record, parts[i].sql, file, error);
    }
    if (done)
        fputs("]\n", file);
    done = done && write_games(record, &league, file, error);
    league_row_free(&league);
    return done;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* As import.h reads it: one row for each game of which a half was finished. */
struct csv_writer {
    FILE *file;
    struct record *record;
    const struct league_row *league;
    int seats, halves;     /* columns of each */
    int written;           /* halves of this game */
    struct text end, half; /* the game's time, and the columns of its halves */
    struct said_list said; /* of the half */
};

/* Columns of a half, in the order of add_half_columns(). */
static void add_half_names(struct text *row, int half, int seats) {
    static const char *const names[] = {"margin", "points", "termination", "text",     "at_fault",
                                        "plies",  "moves",  "clocks",      "finished", "said"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        text_addf(row, ",%s%d", names[i], half);
        for (int seat = 2; i < 2 && seat <= seats; seat++)
            text_addf(row, ",%s%d_%d", names[i], half, seat);
    }
}

static bool write_heads(const struct csv_writer *writer, struct error *error) {
    struct text row = {0};
    text_add(&row, "id,source,game,player,opponent");
    for (int seat = 3; seat <= writer->seats; seat++)
        text_addf(&row, ",player%d", seat);
    text_add(&row, ",tournament,board,spelled,seed,opening,time");
    for (int half = 1; half <= writer->halves; half++)
        add_half_names(&row, half, writer->seats);
    fprintf(writer->file, "%s\n", needed_text(&row));
    text_free(&row);
    return export_is_taken(writer->file, error);
}

static void add_field(struct text *row, const char *field) {
    text_add(row, ",");
    csv_add(row, field ? field : "");
}

static void add_number(struct text *row, bool known, int64_t number) {
    text_add(row, ",");
    if (known)
        text_add_number(row, number);
}

/* What engines said, a line for each move: its ply, then as `info` has it. */
static bool add_said_field(struct csv_writer *writer, const struct game_row *game,
                           const struct half_result *half, struct error *error) {
    struct text lines = {0};
    if (!record_read_said(writer->record, half_id(game->id, half->number), half->plies,
                          &writer->said, error))
        return false;
    for (int i = 0; i < writer->said.count; i++) {
        const struct said *said = &writer->said.item[i];
        text_addf(&lines, "%s%d ", i ? "\n" : "", said->ply);
        said_write(said, &lines);
    }
    add_field(&writer->half, needed_text(&lines));
    text_free(&lines);
    return true;
}

static bool add_half_columns(void *context, const struct game_row *game,
                             const struct half_result *half, struct error *error) {
    struct csv_writer *writer = context;
    struct text *row = &writer->half;
    if (half->number != writer->written + 1 || half->number > writer->halves)
        return error_set(error, _("game %lld: its halves are not numbered from 1 to %d"),
                         (long long)game->id, writer->halves);
    writer->written++;
    for (int i = 0; i < writer->seats; i++)
        add_number(row, i < game->seats, half->margin[i]);
    for (int i = 0; i < writer->seats; i++)
        add_number(row, half->pointed && i < game->seats, half->points[i]);
    add_field(row, half->termination);
    add_field(row, half->text);
    add_number(row, half->at_fault != MATCH_NOBODY, half->at_fault + 1);
    add_number(row, half->moves || half->plies > 0, half->plies);
    add_field(row, half->moves);
    add_field(row, half->clocks);
    add_field(row, half->finished);
    if (!add_said_field(writer, game, half, error))
        return false;
    if (!half->finished || strcmp(half->finished, text_get(&writer->end)) > 0) {
        text_clear(&writer->end);
        text_add(&writer->end, half->finished ? half->finished : "");
    }
    return true;
}

static void add_game_columns(const struct csv_writer *writer, const struct game_row *game,
                             struct text *row) {
    char source[SOURCE_SIZE], id[ID_SIZE];
    csv_add(row, id_of(game, id));
    add_field(row, source_of(writer->league, game, source));
    add_field(row, writer->league->game);
    for (int i = 0; i < writer->seats; i++)
        add_field(row, game->player[i]);
    text_add(row, game->tournament ? ",yes" : ",no");
    add_field(row, game->board_name);
    add_field(row, game->board_line);
    add_number(row, game->seeded, game->seed);
    add_field(row, game->opening);
    add_field(row, needed_text(&writer->end));
}

static bool write_row(void *context, const struct game_row *game, struct error *error) {
    struct csv_writer *writer = context;
    struct text row = {0};
    if (writer->written == 0)
        return true;
    add_game_columns(writer, game, &row);
    text_add(&row, needed_text(&writer->half));
    for (int half = writer->written; half < writer->halves; half++)
        for (int i = 0; i < 2 * writer->seats + 8; i++)
            text_add(&row, ",");
    fprintf(writer->file, "%s\n", needed_text(&row));
    text_free(&row);
    text_clear(&writer->half);
    text_clear(&writer->end);
    writer->written = 0;
    return export_is_taken(writer->file, error);
}

static bool write_csv(struct record *record, FILE *file, struct error *error) {
    struct league_row league;
    int64_t seats;
    if (!record_read_league(record, &league, error))
        return false;
    struct csv_writer writer = {
        .file = file, .record = record, .league = &league, .halves = league.halves};
    struct row_reader reader = {&writer, NULL, add_half_columns, write_row};
    bool done = query_ask(record,
                          "SELECT 2 + IFNULL(MAX((seat3 IS NOT NULL) + (seat4 IS NOT NULL)), 0)"
                          " FROM game",
                          NULL, &seats, error);
    writer.seats = (int)seats;
    done = done && write_heads(&writer, error) && record_read_games(record, &reader, error);
    text_free(&writer.half);
    text_free(&writer.end);
    said_list_free(&writer.said);
    league_row_free(&league);
    return done;
}

/* ---- for people ------------------------------------------------------------------------------ */

enum { MOVES_A_LINE = 8, PRINTABLE_SIZE = 512 };

struct text_writer {
    FILE *file;
    const struct game *game; /* NULL: not known */
};

/* Makes a text safe to print: texts of a record come from engines and files, and must not control
 * the terminal. */
static const char *printable(const char *text, char to[PRINTABLE_SIZE]) {
    text_readable(to, PRINTABLE_SIZE, text ? text : "?");
    return to;
}

static bool print_game(void *context, const struct game_row *game, struct error *error) {
    FILE *file = ((const struct text_writer *)context)->file;
    char text[PRINTABLE_SIZE];
    (void)error;
    fprintf(file, _("\ngame %lld"), (long long)game->id);
    if (game->foreign_id) {
        fprintf(file, _(", known as %s"), printable(game->foreign_id, text));
        if (game->source && *game->source)
            fprintf(file, _(" of %s"), printable(game->source, text));
    } else {
        fprintf(file, _(", round %d"), game->round);
    }
    if (game->board_name && *game->board_name)
        fprintf(file, _(", board %s"), printable(game->board_name, text));
    if (game->seeded)
        fprintf(file, _(", seed %lld"), (long long)game->seed);
    fprintf(file, "%s\n ", game->tournament ? "" : _(", not a tournament game"));
    for (int i = 0; i < game->seats; i++) {
        fputs(i ? ", " : " ", file);
        fprintf(file, _("seat %d: %s"), i + 1, printable(game->player[i], text));
    }
    fprintf(file, "\n");
    return true;
}

/* Prints moves side by side, each with its milliseconds. */
static void print_moves(FILE *file, const char *moves, const char *clocks) {
    struct moves_reader reader = moves_read(moves, clocks);
    while (moves_next(&reader)) {
        bool first = reader.ply % MOVES_A_LINE == 1;
        char word[PRINTABLE_SIZE], text[PRINTABLE_SIZE];
        int length = reader.length < PRINTABLE_SIZE ? (int)reader.length : PRINTABLE_SIZE - 1;
        snprintf(word, sizeof word, "%.*s", length, reader.word);
        fprintf(file, "%s%s",
                !first           ? "  "
                : reader.ply > 1 ? "\n    "
                                 : "    ",
                printable(word, text));
        if (reader.took >= 0)
            fprintf(file, " (%.3f)", (double)reader.took / 1000);
    }
    fprintf(file, "\n");
}

static bool print_half(void *context, const struct game_row *game, const struct half_result *half,
                       struct error *error) {
    const struct text_writer *writer = context;
    FILE *file = writer->file;
    char text[PRINTABLE_SIZE];
    fprintf(file, _("  half %d:"), half->number);
    for (int i = 0; i < game->seats; i++)
        fprintf(file, " %+d", half->margin[i]);
    for (int i = 0; half->pointed && i < game->seats; i++)
        fprintf(file, "%s%d", i ? " " : _(", points "), half->points[i]);
    if (half->termination && *half->termination)
        fprintf(file, ", %s", half_end_shown(writer->game, printable(half->termination, text)));
    if (half->at_fault != MATCH_NOBODY)
        fprintf(file, _(" of seat %d"), half->at_fault + 1);
    if (half->text && *half->text)
        fprintf(file, "%s%s", _(": "), printable(half->text, text));
    if (half->moves)
        fprintf(file, ngettext(", %d move", ", %d moves", (unsigned long)half->plies), half->plies);
    fprintf(file, ", %s\n", printable(half->finished, text));
    if (half->moves && *half->moves)
        print_moves(file, half->moves, half->clocks);
    return export_is_taken(file, error);
}

static bool write_text(struct record *record, FILE *file, struct error *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    char name[PRINTABLE_SIZE], game[PRINTABLE_SIZE], started[PRINTABLE_SIZE];
    fprintf(file, _("%s: %s, begun %s\n"), printable(league.name, name),
            printable(league.game, game), printable(league.started, started));
    fputs(_("the milliseconds of each move are in brackets\n"), file);
    struct text_writer writer = {file, game_find(league.game)};
    league_row_free(&league);
    struct row_reader reader = {&writer, print_game, print_half, NULL};
    return record_read_games(record, &reader, error);
}

/* ---- all of them ----------------------------------------------------------------------------- */

const struct export_format export_formats[] = {
    {"json", write_json}, {"csv", write_csv}, {"text", write_text}, {NULL, NULL}};

const struct export_format *export_find(const char *name) {
    for (const struct export_format *format = export_formats; format->name; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}

bool export_write(struct record *record, const struct export_format *format, FILE *file,
                  struct error *error) {
    bool done = query_begin_reading(record, error) &&
                query_end_reading(record, format->write(record, file, error));
    if (done)
        fflush(file);
    return done && export_is_taken(file, error);
}
