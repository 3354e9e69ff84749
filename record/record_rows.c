/* record_rows.c - reads and writes the rows of games and halves. Texts are not copied: they are
 * SQLite's until the next row. */
#include "config.h"

#include "record/record_rows.h"

#include "base/error.h"
#include "base/language.h"
#include "pairing/game_id.h"
#include "record/query.h"
#include "record/record.h"

#include <inttypes.h>
#include <string.h>

#define GAMES                                                                                      \
    "SELECT game.id, round, pair, leg, board, board.name, spelled, game.seed, tournament, source," \
    " foreign_id, seat1, one.name, one.kind, seat2, two.name, two.kind, seat3, three.name,"        \
    " three.kind, seat4, four.name, four.kind, game.opening FROM game"                             \
    " LEFT JOIN board ON board.id = game.board"                                                    \
    " LEFT JOIN engine AS one ON one.id = seat1 LEFT JOIN engine AS two ON two.id = seat2"         \
    " LEFT JOIN engine AS three ON three.id = seat3 LEFT JOIN engine AS four ON four.id = seat4"

/* The halves of a game, by the range of their ids (game_id.h). */
static const char halves_query[] =
    "SELECT " HALF_COLUMNS " FROM half WHERE id BETWEEN ?1 AND ?2 ORDER BY id";

bool record_is_deleted(const char *player) {
    static const char start[] = RECORD_DELETED "_";
    const char digit = strncmp(player, start, sizeof start - 1) == 0 ? player[sizeof start - 1] : 0;
    return digit >= '0' && digit <= '9';
}

const char *record_name_shown(const char *player) {
    return player && record_is_deleted(player) ? _("a deleted account") : player;
}

static void fill_game(struct game_row *game, const struct query *row) {
    *game = (struct game_row){.id = query_int64(row, 0),
                              .round = query_int(row, 1),
                              .pair = query_int64(row, 2),
                              .leg = query_int(row, 3),
                              .board = query_int64(row, 4),
                              .board_name = query_text(row, 5),
                              .board_line = query_text(row, 6),
                              .seeded = !query_is_null(row, 7),
                              .seed = query_int64(row, 7),
                              .tournament = query_int(row, 8) != 0,
                              .source = query_text(row, 9),
                              .foreign_id = query_text(row, 10),
                              .opening = query_text(row, 23)};
    for (int i = 0; i < GAME_PLAYERS_MAX && !query_is_null(row, 11 + 3 * i); i++) {
        game->engine[i] = query_int64(row, 11 + 3 * i);
        game->player[i] = query_text(row, 12 + 3 * i);
        game->kind[i] = query_text(row, 13 + 3 * i);
        game->seats++;
    }
}

int row_seats(const struct query *row, int first) {
    int seats = 0;
    while (seats < GAME_PLAYERS_MAX && !query_is_null(row, first + seats))
        seats++;
    return seats;
}

void half_row_read(const struct query *row, int first, int seats, struct half_result *half) {
    enum {
        MARGINS = 1,
        POINTS = 5,
        TERMINATION = 9,
        TEXT,
        AT_FAULT,
        PLIES,
        MOVES,
        CLOCKS,
        FINISHED
    };
    *half = (struct half_result){.number = query_int(row, first),
                                 .pointed = !query_is_null(row, first + POINTS),
                                 .termination = query_string(row, first + TERMINATION),
                                 .text = query_string(row, first + TEXT),
                                 .at_fault = MATCH_NOBODY,
                                 .plies = query_int(row, first + PLIES),
                                 .moves = query_text(row, first + MOVES),
                                 .clocks = query_text(row, first + CLOCKS),
                                 .finished = query_text(row, first + FINISHED)};
    for (int i = 0; i < seats; i++) {
        half->margin[i] = query_int(row, first + MARGINS + i);
        half->points[i] = query_int(row, first + POINTS + i);
    }
    int64_t seat = query_int64(row, first + AT_FAULT);
    if (!query_is_null(row, first + AT_FAULT)) /* an impossible seat: one that no player has */
        half->at_fault = seat >= 1 && seat <= GAME_PLAYERS_MAX ? (int)seat - 1 : GAME_PLAYERS_MAX;
}

int half_rows_keep(struct query *rows, int seats, struct half_result *half, int most,
                   struct error *error) {
    int count = 0;
    while (count < most && query_step(rows)) {
        half_row_read(rows, 0, seats, &half[count]);
        half_result_keep(&half[count++]);
    }
    if (query_close(rows, error))
        return count;
    while (count > 0)
        half_result_free(&half[--count]);
    return -1;
}

static void open_halves(struct query *halves, struct record *record, int64_t game) {
    query_keep(halves, record, halves_query,
               VALUES(value_int(half_id(game, 1)), value_int(half_id(game, HALF_ID_ROOM - 1))));
}

int record_keep_halves(struct record *record, int64_t game, int seats, struct half_result *half,
                       int most, struct error *error) {
    struct query halves;
    open_halves(&halves, record, game);
    return half_rows_keep(&halves, seats, half, most, error);
}

/* Whether the margins and points of all seats are possible numbers. */
static bool check_numbers(const struct query *row, int seats) {
    for (int i = 0; i < seats; i++)
        if (!record_is_margin(query_int64(row, 1 + i)) ||
            !record_is_margin(query_int64(row, 5 + i)))
            return false;
    return true;
}

/* Passes each half of a game to the reader. */
static bool read_halves(struct record *record, const struct game_row *game,
                        const struct row_reader *reader, struct error *error) {
    bool good = true;
    struct query halves;
    open_halves(&halves, record, game->id);
    while (good && query_step(&halves)) {
        struct half_result half;
        half_row_read(&halves, 0, game->seats, &half);
        half.opening = game->opening;
        good = check_numbers(&halves, game->seats)
                   ? reader->half(reader->context, game, &half, error)
                   : error_set(error, _("record %s: game %" PRId64 " has an impossible margin"),
                               record_path(record), game->id);
    }
    return query_close(&halves, error) && good;
}

/* Whether names are no longer than names may be. */
static bool check_names(const struct game_row *game) {
    for (int i = 0; i < game->seats; i++)
        if (game->player[i] && strlen(game->player[i]) > RECORD_NAME_BYTES)
            return false;
    return !game->board_name || strlen(game->board_name) <= RECORD_NAME_BYTES;
}

/* Passes the games of an open query to the reader, each with its halves, and closes the query. */
static bool rows_read_games(struct record *record, struct query *rows,
                            const struct row_reader *reader, int64_t *count, struct error *error) {
    bool good = true;
    for (*count = 0; good && query_step(rows); ++*count) {
        struct game_row game;
        fill_game(&game, rows);
        if (game.id < 1 || game.id > GAME_ID_MAX) {
            good = error_set(error, _("record %s: %" PRId64 " cannot be the number of a game"),
                             record_path(record), game.id);
            continue;
        }
        if (!check_names(&game)) {
            good = error_set(error, _("record %s: its names or other texts are too long"),
                             record_path(record));
            continue;
        }
        good = (!reader->game || reader->game(reader->context, &game, error)) &&
               (!reader->half || read_halves(record, &game, reader, error)) &&
               (!reader->game_end || reader->game_end(reader->context, &game, error));
    }
    return query_close(rows, error) && good;
}

bool record_read_games(struct record *record, const struct row_reader *reader,
                       struct error *error) {
    int64_t count;
    struct query rows;
    query_open(&rows, record, GAMES " ORDER BY game.id", NULL);
    return rows_read_games(record, &rows, reader, &count, error);
}

bool record_read_game(struct record *record, int64_t id, const struct row_reader *reader,
                      struct error *error) {
    int64_t count;
    struct query rows;
    query_open(&rows, record, GAMES " WHERE game.id = ?", VALUES(value_int(id)));
    return rows_read_games(record, &rows, reader, &count, error) &&
           (count > 0 ||
            error_set(error, _("record %s: there is no game %" PRId64), record_path(record), id));
}

/* ---- writing --------------------------------------------------------------------------------- */

void half_row_values(const struct half_result *half, int seats,
                     struct query_value values[HALF_COLUMN_COUNT]) {
    *values++ = value_int(half->number);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        *values++ = value_int_if(i < seats, half->margin[i]);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        *values++ = value_int_if(i < seats && half->pointed, half->points[i]);
    *values++ = value_text(half->termination);
    *values++ = value_text(half->text);
    *values++ = value_int_if(half->at_fault != MATCH_NOBODY, half->at_fault + 1);
    *values++ = value_int(half->plies);
    *values++ = value_text(half->moves);
    *values++ = value_text(half->clocks);
    *values = value_text(half->finished);
}

#define ROW_COLUMNS    "(id, game, " HALF_COLUMNS ", moves_hash)"
#define ROW_PARAMETERS "(?, ?, " HALF_PARAMETERS ", ?)"
enum { ROW_VALUES = 2 + HALF_COLUMN_COUNT + 1 };

static void set_row(struct query_value values[ROW_VALUES + 1], int64_t game, int seats,
                    const struct half_result *half) {
    uint64_t hash = half_moves_hash(half);
    values[0] = value_int(half_id(game, half->number));
    values[1] = value_int(game);
    half_row_values(half, seats, values + 2);
    values[ROW_VALUES - 1] = value_int_if(hash != 0, (int64_t)hash);
    values[ROW_VALUES] = (struct query_value){0};
}

bool record_add_half_row(struct record *record, int64_t game, int seats,
                         const struct half_result *half, struct error *error) {
    struct query_value values[ROW_VALUES + 1];
    set_row(values, game, seats, half);
    return query_write(record, "INSERT INTO half " ROW_COLUMNS " VALUES " ROW_PARAMETERS, values,
                       error);
}

bool record_same_half_row(struct record *record, int64_t game, int seats,
                          const struct half_result *half, bool *same, struct error *error) {
    int64_t found;
    struct query_value values[ROW_VALUES + 1];
    set_row(values, game, seats, half);
    bool asked = query_ask(record, "SELECT 1 FROM half WHERE " ROW_COLUMNS " IS " ROW_PARAMETERS,
                           values, &found, error);
    *same = asked && found != 0;
    return asked;
}

bool record_add_fault(struct record *record, int64_t half, int64_t engine, const char *kind,
                      const char *text, struct error *error) {
    return query_write(
        record, "INSERT INTO fault (half, engine, kind, text) VALUES (?, ?, ?, ?)",
        VALUES(value_int(half), value_int(engine), value_text(kind), value_text(text)), error);
}
