/* import.c - see import.h. */
#include "config.h"

#include "referee/record/import.h"

#include "base/calendar.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "referee/match/match.h"
#include "referee/match/moves.h"
#include "referee/record/import_table.h"
#include "referee/record/query.h"
#include "referee/record/record.h"
#include "referee/record/record_extra.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"
#include "referee/record/replay.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MARGIN_MAX = 1000000, PLIES_MAX = 1000000, ID_MAX = 100 };

struct import {
    const struct import_request *request;
    struct import_table table;
    const struct game *game;
    char reference[NAME_BYTES_MAX + 1]; /* who an empty opponent is */
    struct record *record;
    struct replay_board board;
    const struct game_board *rules; /* of the row's board, if it is spelled out */
};

/* import_number() for what is an int. */
static bool read_small(const struct import *import, struct place place, int min, int max,
                       int *number, char *error) {
    int64_t got;
    if (!import_number(&import->table, place, min, max, &got, error))
        return false;
    *number = (int)got;
    return true;
}

/* ---- one half -------------------------------------------------------------------------------- */

static const char *text_of(const struct import *import, enum column column, int half) {
    return import_value(&import->table, (struct place){column, half, 0});
}

/* Whether the row has this half; what belongs to one that it has not must be empty. */
static bool has_half(const struct import *import, int half, bool *has, char *error) {
    *has = *text_of(import, MARGIN, half) != '\0';
    for (int i = MARGIN; !*has && i < COLUMNS; i++)
        for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++) {
            struct place place = {(enum column)i, half, seat};
            if (*import_value(&import->table, place))
                return import_fail(&import->table, place, error,
                                   _("it is not empty, but margin%d is"), half + 1);
        }
    return true;
}

static bool read_margins(const struct import *import, int seats, struct half_result *half,
                         char *error) {
    for (int i = 0; i < seats; i++) {
        struct place place = {MARGIN, half->number - 1, i};
        bool empty = !*import_value(&import->table, place);
        if (empty && seats == 2 && i == 1)
            half->margin[i] = -half->margin[0];
        else if (empty)
            return import_fail(&import->table, place, error,
                               _("it is empty; only between two players may it be"));
        else if (!read_small(import, place, -MARGIN_MAX, MARGIN_MAX, &half->margin[i], error))
            return false;
    }
    return true;
}

static bool read_points(const struct import *import, int seats, struct half_result *half,
                        char *error) {
    half->pointed = *text_of(import, POINTS, half->number - 1) != '\0';
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct place place = {POINTS, half->number - 1, i};
        bool wanted = half->pointed && i < seats;
        if (wanted && !read_small(import, place, -MARGIN_MAX, MARGIN_MAX, &half->points[i], error))
            return false;
        if (!wanted && *import_value(&import->table, place))
            return import_fail(&import->table, place, error,
                               _("these are points of a seat without a player, or "
                                 "those of the others are missing"));
    }
    return true;
}

/* No moves are known if there are none, unless their number is said to be 0. */
static bool read_moves(const struct import *import, int seats, struct half_result *half,
                       char *error) {
    struct place plies = {PLIES, half->number - 1, 0};
    struct place at_fault = {AT_FAULT, half->number - 1, 0};
    const char *moves = text_of(import, MOVES, half->number - 1);
    const char *clocks = text_of(import, CLOCKS, half->number - 1);
    if (*import_value(&import->table, plies)) {
        if (!read_small(import, plies, 0, PLIES_MAX, &half->plies, error))
            return false;
    } else {
        half->plies = moves_count(moves);
    }
    bool none = *import_value(&import->table, plies) && half->plies == 0;
    half->moves = *moves || none ? moves : NULL;
    half->clocks = *clocks || none ? clocks : NULL;
    half->at_fault = MATCH_NOBODY;
    if (!*import_value(&import->table, at_fault))
        return true;
    bool good = read_small(import, at_fault, 1, seats, &half->at_fault, error);
    half->at_fault--;
    return good;
}

/* `finished` gets the half's own time, or the game's. */
static bool read_half(const struct import *import, int seats, const char *time,
                      struct half_result *half, char finished[CALENDAR_TIME_SIZE], char *error) {
    struct place own_time = {FINISHED, half->number - 1, 0};
    char why[REFEREE_ERROR_SIZE];
    half->termination = text_of(import, TERMINATION, half->number - 1);
    half->text = text_of(import, TEXT, half->number - 1);
    half->finished = finished;
    memcpy(finished, time, CALENDAR_TIME_SIZE);
    if (*import_value(&import->table, own_time) &&
        !calendar_read(import_value(&import->table, own_time), finished, why))
        return import_fail(&import->table, own_time, error, "%s", why);
    if (!read_margins(import, seats, half, error) || !read_points(import, seats, half, error) ||
        !read_moves(import, seats, half, error))
        return false;
    struct place margin = {MARGIN, half->number - 1, 0};
    return replay_check(import->rules, half, seats, why) ||
           import_fail(&import->table, margin, error, _("half %d: %s"), half->number, why);
}

/* Adds a half, or compares it with what is there. */
static bool put_half(const struct import *import, const struct game_row *game, bool known,
                     const struct half_result *half, char *error) {
    struct place margin = {MARGIN, half->number - 1, 0};
    bool same;
    if (!known)
        return record_add_half_row(import->record, game->id, game->seats, half, error);
    if (!record_same_half_row(import->record, game->id, game->seats, half, &same, error))
        return false;
    return same ||
           import_fail(&import->table, margin, error,
                       _("game %s is in the record already, and half %d is not the same there"),
                       game->foreign_id, half->number);
}

/* ---- one game -------------------------------------------------------------------------------- */

static bool read_name(const struct import *import, enum column column, char *error) {
    char why[REFEREE_ERROR_SIZE];
    struct place place = {column, 0, 0};
    return name_check(import_value(&import->table, place), why) ||
           import_fail(&import->table, place, error, "%s", why);
}

static bool read_players(const struct import *import, struct game_row *game, char *error) {
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        enum column column = (enum column)(PLAYER + i);
        struct place place = {column, 0, 0};
        game->player[i] = import_value(&import->table, place);
        if (!*game->player[i] && column == OPPONENT)
            game->player[i] = import->reference;
        else if (!*game->player[i] && i >= import->game->players_min)
            continue;
        else if (!read_name(import, column, error))
            return false;
        if (i != game->seats)
            return import_fail(&import->table, place, error, _("the seat before has no player"));
        for (int k = 0; k < i; k++)
            if (strcmp(game->player[k], game->player[i]) == 0)
                return import_fail(&import->table, place, error, _("%s sits at two seats"),
                                   game->player[i]);
        game->seats++;
    }
    return game->seats <= import->game->players_max ||
           import_fail(&import->table,
                       (struct place){(enum column)(PLAYER + game->seats - 1), 0, 0}, error,
                       _("%s is a game for at most %d players"), import->game->name,
                       import->game->players_max);
}

/* The board by the protocol's line, if the row has one. */
static bool read_board(struct import *import, struct game_row *game, char *error) {
    struct place board_line = {SPELLED, 0, 0};
    char why[REFEREE_ERROR_SIZE];
    game->board_name = text_of(import, BOARD, 0);
    import->rules = NULL;
    if (!*import_value(&import->table, board_line))
        return true;
    game->board_line = import_value(&import->table, board_line);
    if (!replay_board_have(&import->board, game->board_line, game->seats, why))
        return import_fail(&import->table, board_line, error, "%s", why);
    import->rules = import->board.board;
    return import->rules->game == import->game ||
           import_fail(&import->table, board_line, error, _("it is a board for %s, not for %s"),
                       import->rules->game->name, import->game->name);
}

static bool read_flags(const struct import *import, struct game_row *game, char *error) {
    struct place id = {ID, 0, 0}, tournament = {TOURNAMENT, 0, 0}, seed = {SEED, 0, 0};
    const char *said = import_value(&import->table, tournament);
    game->foreign_id = import_value(&import->table, id);
    game->source = text_of(import, SOURCE, 0);
    if (!*game->foreign_id || strlen(game->foreign_id) > ID_MAX)
        return import_fail(&import->table, id, error, _("it must have 1 to %d bytes"), ID_MAX);
    game->tournament = !*said || strcmp(said, "yes") == 0;
    if (!game->tournament && strcmp(said, "no") != 0)
        return import_fail(&import->table, tournament, error, _("it is neither yes nor no"));
    game->seeded = *import_value(&import->table, seed) != '\0';
    return !game->seeded ||
           import_number(&import->table, seed, INT64_MIN, INT64_MAX, &game->seed, error);
}

static int count_halves(const struct import *import) {
    int count = 0;
    for (int i = 0; i < GAME_HALVES_MAX; i++)
        count += *text_of(import, MARGIN, i) != '\0';
    return count;
}

/* Adds the game, or compares it with what is there. */
static bool put_game(const struct import *import, struct game_row *game, bool *known, char *error) {
    struct place id = {ID, 0, 0};
    bool same;
    if (!record_find_extra(import->record, game->source, game->foreign_id, &game->id, error))
        return false;
    *known = game->id != 0;
    if (!*known)
        return record_add_extra(import->record, game, error);
    if (!record_same_extra(import->record, game, count_halves(import), &same, error))
        return false;
    return same || import_fail(&import->table, id, error,
                               _("game %s is in the record already, and is not the same there"),
                               game->foreign_id);
}

static bool put_halves(const struct import *import, const struct game_row *game, bool known,
                       const char *time, char *error) {
    bool has = true, had;
    for (int i = 0; i < GAME_HALVES_MAX; i++) {
        struct place margin = {MARGIN, i, 0};
        char finished[CALENDAR_TIME_SIZE];
        struct half_result half = {.number = i + 1};
        had = has;
        if (!has_half(import, i, &has, error))
            return false;
        if (!has)
            continue;
        if (!had)
            return import_fail(&import->table, margin, error, _("the half before was not played"));
        if (i >= import->game->halves)
            return import_fail(&import->table, margin, error, _("%s has %d halves"),
                               import->game->name, import->game->halves);
        if (!read_half(import, game->seats, time, &half, finished, error) ||
            !put_half(import, game, known, &half, error))
            return false;
    }
    return true;
}

static bool check_row(const struct import *import, char *error) {
    struct place game = {GAME, 0, 0}, margin = {MARGIN, 0, 0};
    const char *said = import_value(&import->table, game);
    if (*said && strcmp(said, import->game->name) != 0)
        return import_fail(&import->table, game, error, _("all games must be of %s here"),
                           import->game->name);
    return *import_value(&import->table, margin) ||
           import_fail(&import->table, margin, error, _("it is empty"));
}

static bool put_row(struct import *import, struct import_count *count, char *error) {
    struct place time = {TIME, 0, 0};
    struct game_row game = {0};
    char utc[CALENDAR_TIME_SIZE], why[REFEREE_ERROR_SIZE];
    bool known;
    if (!check_row(import, error) || !read_flags(import, &game, error) ||
        !read_players(import, &game, error) || !read_board(import, &game, error))
        return false;
    if (!calendar_read(import_value(&import->table, time), utc, why))
        return import_fail(&import->table, time, error, "%s", why);
    if (!put_game(import, &game, &known, error) || !put_halves(import, &game, known, utc, error))
        return false;
    ++*(known ? &count->known : &count->added);
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Which game it is, from the first row if nobody else says. */
static bool choose_game(struct import *import, bool there, char *error) {
    struct place game = {GAME, 0, 0};
    const char *said = import_value(&import->table, game);
    import->game = import->request->game;
    if (!import->game && *said && !(import->game = game_find(said)))
        return import_fail(&import->table, game, error, _("there is no such game"));
    if (!import->game && !there)
        import->game = game_find(GAME_DEFAULT);
    return true;
}

/* What the record says: its game, and who is the reference, if anybody. */
static bool ask_league(struct import *import, char *error) {
    struct league_row league;
    if (!record_read_league(import->record, &league, error))
        return false;
    import->game = game_find(league.game);
    if (!import->game)
        error_set(error, _("record %s: there is no game %s"), import->request->into, league.game);
    league_row_free(&league);
    return import->game && record_get_reference(import->record, import->reference, error);
}

/* A name that was asked for must be there; that of a record without a reference may be. */
static bool settle_reference(struct import *import, bool measured, char *error) {
    char ignored[REFEREE_ERROR_SIZE];
    if (import->request->reference)
        return record_set_reference(import->record, import->reference, error);
    if (!measured)
        record_set_reference(import->record, import->reference, ignored);
    return true;
}

static bool is_stopped(const struct import *import) {
    return import->request->stop && atomic_load(import->request->stop) != 0;
}

static bool put_rows(struct import *import, struct import_count *count, char *error) {
    if (!ask_league(import, error))
        return false;
    bool measured = *import->reference != '\0';
    const char *name = import->request->reference;
    if (name || !measured)
        snprintf(import->reference, sizeof import->reference, "%s", name ? name : "reference");
    do
        if (!put_row(import, count, error))
            return false;
    while (!is_stopped(import) && import_table_next(&import->table, error));
    if (is_stopped(import))
        return error_set(error, "%s: %s", import->request->path, _("interrupted"));
    return !*error && settle_reference(import, measured, error);
}

static bool write_record(struct import *import, struct import_count *count, char *error) {
    import->record = record_open_extra(import->request->into, import->game, error);
    record_set_cancel(import->record, import->request->stop);
    return import->record && query_begin_writing(import->record, error) &&
           query_end_writing(import->record, put_rows(import, count, error), error);
}

/* With what SQLite leaves beside it when the disk is full. */
static void remove_record(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct text name = {0};
        text_addf(&name, "%s%s", path, endings[i]);
        if (!name.failed)
            unlink(text_get(&name));
        text_free(&name);
    }
}

static bool read_file(struct import *import, FILE *file, struct import_count *count, char *error) {
    bool there = access(import->request->into, F_OK) == 0;
    if (!import_table_begin(&import->table, file, import->request->path, error))
        return false;
    if (!import_table_next(&import->table, error))
        return *error ? false
                      : error_set(error, _("%s: there is no game in it"), import->request->path);
    if (!choose_game(import, there, error))
        return false;
    bool done = write_record(import, count, error);
    record_close(import->record);
    if (!done && !there)
        remove_record(import->request->into);
    return done;
}

bool import_file(FILE *file, const struct import_request *request, struct import_count *count,
                 char *error) {
    struct import *import = calloc(1, sizeof *import);
    *count = (struct import_count){0};
    if (!import)
        return error_set(error, _("out of memory"));
    import->request = request;
    bool done = read_file(import, file, count, error);
    import_table_end(&import->table);
    replay_board_free(&import->board);
    free(import);
    return done;
}
