/* import.c - see import.h. */
#include "config.h"

#include "referee/record/import.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "grids/grid.h"
#include "referee/engines/said.h"
#include "referee/engines/verdict.h"
#include "referee/match/moves.h"
#include "referee/pairing/game_id.h"
#include "referee/record/import_table.h"
#include "referee/record/query.h"
#include "referee/record/record.h"
#include "referee/record/record_extra.h"
#include "referee/record/record_league.h"
#include "referee/record/record_rows.h"
#include "referee/record/record_said.h"
#include "referee/record/replay.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct import {
    const struct import_request *request;
    struct import_table table;
    const struct game *game;
    char reference[NAME_BYTES_MAX + 1]; /* who an empty opponent is */
    struct record *record;
    struct replay_board board;
    const struct game_board *rules; /* of the row's board, if it is spelled out */
    struct replay_board named;      /* that of the library, where it has only a name; or none */
};

/* ---- messages and values --------------------------------------------------------------------- */

static const char *value_of(const struct import *import, struct place place) {
    return import_table_get(&import->table, place);
}

/* Where a value of a game stands, or of a half that has but one. */
static struct place at(enum column column, int half) {
    return (struct place){column, half, 0};
}

static const char *text_of(const struct import *import, enum column column, int half) {
    return value_of(import, at(column, half));
}

/* A message about a value; where there is none, about the row. Returns false. */
__attribute__((format(printf, 4, 5))) static bool fail(const struct import *import,
                                                       struct place place, struct error *error,
                                                       const char *format, ...) {
    char why[ERROR_SIZE - 100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return import_table_fail(&import->table, place, why, error);
}

/* A whole number from a value that is not empty. */
static bool read_number(const struct import *import, struct place place, int64_t min, int64_t max,
                        int64_t *number, struct error *error) {
    const char *value = value_of(import, place);
    bool begins = strchr("+-0123456789", value[0]) != NULL; /* no blank */
    return (begins && value_number(value, min, max, number)) ||
           fail(import, place, error, _("'%.40s' is not a whole number from %lld to %lld"), value,
                (long long)min, (long long)max);
}

enum { MARGIN_MAX = 1000000, PLIES_MAX = 1000000, ID_MAX = 100 };

/* read_number() for what is an int. */
static bool read_small(const struct import *import, struct place place, int min, int max,
                       int *number, struct error *error) {
    int64_t got;
    if (!read_number(import, place, min, max, &got, error))
        return false;
    *number = (int)got;
    return true;
}

/* ---- one half -------------------------------------------------------------------------------- */

/* Whether the row has this half; what belongs to one that it has not must be empty. */
static bool has_half(const struct import *import, int half, bool *has, struct error *error) {
    *has = *text_of(import, COLUMN_MARGIN, half) != '\0';
    for (int i = COLUMN_MARGIN; !*has && i < COLUMNS; i++)
        for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++) {
            struct place place = {(enum column)i, half, seat};
            if (*value_of(import, place))
                return fail(import, place, error, _("it is not empty, but margin%d is"), half + 1);
        }
    return true;
}

static bool read_margins(const struct import *import, int seats, struct half_result *half,
                         struct error *error) {
    for (int i = 0; i < seats; i++) {
        struct place place = {COLUMN_MARGIN, half->number - 1, i};
        bool empty = !*value_of(import, place);
        if (empty && seats == 2 && i == 1)
            half->margin[i] = -half->margin[0];
        else if (empty)
            return fail(import, place, error, _("it is empty; only between two players may it be"));
        else if (!read_small(import, place, -MARGIN_MAX, MARGIN_MAX, &half->margin[i], error))
            return false;
    }
    return true;
}

static bool read_points(const struct import *import, int seats, struct half_result *half,
                        struct error *error) {
    half->pointed = *text_of(import, COLUMN_POINTS, half->number - 1) != '\0';
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct place place = {COLUMN_POINTS, half->number - 1, i};
        bool wanted = half->pointed && i < seats;
        if (wanted && !read_small(import, place, -MARGIN_MAX, MARGIN_MAX, &half->points[i], error))
            return false;
        if (!wanted && *value_of(import, place))
            return fail(import, place, error,
                        _("these are points of a seat without a player, or "
                          "those of the others are missing"));
    }
    return true;
}

/* No moves are known if there are none, unless their number is said to be 0. */
static bool read_moves(const struct import *import, int seats, struct half_result *half,
                       struct error *error) {
    const char *moves = text_of(import, COLUMN_MOVES, half->number - 1);
    const char *clocks = text_of(import, COLUMN_CLOCKS, half->number - 1);
    if (*text_of(import, COLUMN_PLIES, half->number - 1)) {
        if (!read_small(import, at(COLUMN_PLIES, half->number - 1), 0, PLIES_MAX, &half->plies,
                        error))
            return false;
    } else {
        half->plies = moves_count(moves);
    }
    bool none = *text_of(import, COLUMN_PLIES, half->number - 1) && half->plies == 0;
    half->moves = *moves || none ? moves : NULL;
    half->clocks = *clocks || none ? clocks : NULL;
    half->at_fault = MATCH_NOBODY;
    if (!*text_of(import, COLUMN_AT_FAULT, half->number - 1))
        return true;
    bool good =
        read_small(import, at(COLUMN_AT_FAULT, half->number - 1), 1, seats, &half->at_fault, error);
    half->at_fault--;
    return good;
}

/* `finished` gets the half's own time, or the game's. */
static bool read_half(const struct import *import, int seats, const char *time,
                      struct half_result *half, char finished[CALENDAR_TIME_SIZE],
                      struct error *error) {
    half->termination = text_of(import, COLUMN_TERMINATION, half->number - 1);
    half->text = text_of(import, COLUMN_TEXT, half->number - 1);
    half->finished = finished;
    memcpy(finished, time, CALENDAR_TIME_SIZE);
    if (*text_of(import, COLUMN_FINISHED, half->number - 1) &&
        !calendar_read(text_of(import, COLUMN_FINISHED, half->number - 1), finished, error))
        return fail(import, at(COLUMN_FINISHED, half->number - 1), error, "%s", error->text);
    if (!read_margins(import, seats, half, error) || !read_points(import, seats, half, error) ||
        !read_moves(import, seats, half, error))
        return false;
    bool possible =
        import->rules ? replay_check(import->rules, half, seats, error)
                      : replay_check_margins(import->named.board, import->game, half, seats, error);
    return possible || fail(import, at(COLUMN_MARGIN, half->number - 1), error, _("half %d: %s"),
                            half->number, error->text);
}

/* Adds a fault from its line: who, of which kind, and a text. */
static bool put_fault(const struct import *import, const struct game_row *game, int half,
                      char *line, struct error *error) {
    struct place place = at(COLUMN_FAULTS, half - 1);
    char *kind = line + strcspn(line, " "), *text;
    *kind++ = '\0';
    text = kind + strcspn(kind, " ");
    *text++ = '\0';
    int seat = 0;
    while (seat < game->seats && strcmp(game->player[seat], line) != 0)
        seat++;
    if (seat == game->seats)
        return fail(import, place, error, _("%.40s has no seat in this game"), line);
    if (verdict_find(kind) == VERDICT_COUNT)
        return fail(import, place, error, _("'%.40s' is not a kind of fault"), kind);
    return record_add_extra_fault(import->record, game, half, seat, kind, text, error);
}

static bool put_faults(const struct import *import, const struct game_row *game, int half,
                       struct error *error) {
    struct text lines = {0};
    bool done = true;
    text_add(&lines, text_of(import, COLUMN_FAULTS, half - 1));
    char *next = NULL;
    for (char *line = lines.bytes; done && line && *line; line = next) {
        next = line + strcspn(line, "\n");
        *next++ = '\0';
        done = put_fault(import, game, half, line, error);
    }
    done = done && (!lines.failed || error_set(error, _("out of memory")));
    text_free(&lines);
    return done;
}

/* Reads what was said of a move from its line: its number, which comes after `before`, and what
 * `info` says. */
static bool read_said(const struct import *import, const struct half_result *half, char *line,
                      int before, struct said *said, struct error *error) {
    int64_t ply = 0;
    char *fields = line + strcspn(line, " ");
    bool ended = !*fields;
    *fields = '\0';
    bool good = strspn(line, "0123456789") == strlen(line) &&
                value_number(line, before + 1,
                             half->plies < SAID_PLIES_MAX ? half->plies : SAID_PLIES_MAX, &ply);
    if (!good)
        return fail(import, at(COLUMN_SAID, half->number - 1), error,
                    _("'%.40s' is not the number of a move from %d to %d"), line, before + 1,
                    half->plies);
    said_forget(said);
    said->ply = (int)ply;
    if (!ended && said_read(said, fields + 1) && !said_is_nothing(said))
        return true;
    return fail(import, at(COLUMN_SAID, half->number - 1), error,
                _("what was said of move %d is not as the protocol's info has it"), said->ply);
}

static bool put_said(const struct import *import, const struct game_row *game,
                     const struct half_result *half, struct error *error) {
    struct text lines = {0};
    struct said_list list = {0};
    struct said said = {.ply = 0};
    text_add(&lines, text_of(import, COLUMN_SAID, half->number - 1));
    bool done = !lines.failed || error_set(error, _("out of memory"));
    char *rest = NULL;
    for (char *line = done && lines.bytes ? strtok_r(lines.bytes, "\r\n", &rest) : NULL;
         done && line; line = strtok_r(NULL, "\r\n", &rest)) {
        done = read_said(import, half, line, said.ply, &said, error);
        if (done)
            said_list_add(&list, &said, said.ply);
    }
    done = done && (!list.failed || error_set(error, _("out of memory"))) &&
           record_add_said(import->record, half_id(game->id, half->number), &list, error);
    said_list_free(&list);
    text_free(&lines);
    return done;
}

/* Adds a half with its faults, or compares it with what is there. */
static bool put_half(const struct import *import, const struct game_row *game, bool known,
                     const struct half_result *half, struct error *error) {
    bool same;
    if (!known)
        return record_add_half_row(import->record, game->id, game->seats, half, error) &&
               put_said(import, game, half, error) && put_faults(import, game, half->number, error);
    if (!record_same_half_row(import->record, game->id, game->seats, half, &same, error))
        return false;
    return same || fail(import, at(COLUMN_MARGIN, half->number - 1), error,
                        _("game %s is in the record already, and half %d is not the same there"),
                        game->foreign_id, half->number);
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The words of COLUMN_KINDS, as the constants of record_extra.h. */
static void read_kinds(const struct import *import, struct game_row *game) {
    static const char *const kinds[] = {PLAYER_ENGINE, PLAYER_HUMAN, PLAYER_HELPED};
    const char *word = text_of(import, COLUMN_KINDS, 0);
    for (int seat = 0; *word && seat < game->seats; seat++) {
        size_t length = strcspn(word, " ");
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            if (strlen(kinds[i]) == length && strncmp(kinds[i], word, length) == 0)
                game->kind[seat] = kinds[i];
        word += length + (word[length] == ' ');
    }
}

static bool read_players(const struct import *import, struct game_row *game, struct error *error) {
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        enum column column = (enum column)(COLUMN_PLAYER + i);
        struct place place = {column, 0, 0};
        game->player[i] = value_of(import, place);
        if (!*game->player[i] && column == COLUMN_OPPONENT)
            game->player[i] = import->reference;
        else if (!*game->player[i] && i >= import->game->players_min)
            continue;
        else if (!name_check_person(game->player[i], error))
            return fail(import, place, error, "%s", error->text);
        if (i != game->seats)
            return fail(import, place, error, _("the seat before has no player"));
        for (int k = 0; k < i; k++)
            if (strcmp(game->player[k], game->player[i]) == 0)
                return fail(import, place, error, _("%s sits at two seats"), game->player[i]);
        game->seats++;
    }
    read_kinds(import, game);
    return game->seats <= import->game->players_max ||
           fail(import, (struct place){(enum column)(COLUMN_PLAYER + game->seats - 1), 0, 0}, error,
                _("%s is a game for at most %d players"), import->game->name,
                import->game->players_max);
}

/* The board by the protocol's line, if the row has one. */
static bool read_board(struct import *import, struct game_row *game, struct error *error) {
    game->board_name = text_of(import, COLUMN_BOARD, 0);
    import->rules = NULL;
    if (!*text_of(import, COLUMN_SPELLED, 0)) {
        replay_board_named(&import->named, import->game, game->board_name, game->seats);
        return true;
    }
    game->board_line = text_of(import, COLUMN_SPELLED, 0);
    if (!replay_board_have(&import->board, game->board_line, game->seats, error))
        return fail(import, at(COLUMN_SPELLED, 0), error, "%s", error->text);
    import->rules = import->board.board;
    return import->rules->game == import->game ||
           fail(import, at(COLUMN_SPELLED, 0), error, _("it is a board for %s, not for %s"),
                import->rules->game->name, import->game->name);
}

static bool read_flags(const struct import *import, struct game_row *game, struct error *error) {
    const char *said = text_of(import, COLUMN_TOURNAMENT, 0);
    game->foreign_id = text_of(import, COLUMN_ID, 0);
    game->source = text_of(import, COLUMN_SOURCE, 0);
    if (!*game->foreign_id || strlen(game->foreign_id) > ID_MAX)
        return fail(import, at(COLUMN_ID, 0), error, _("it must have 1 to %d bytes"), ID_MAX);
    game->tournament = !*said || strcmp(said, "yes") == 0;
    if (!game->tournament && strcmp(said, "no") != 0)
        return fail(import, at(COLUMN_TOURNAMENT, 0), error, _("it is neither yes nor no"));
    game->seeded = *text_of(import, COLUMN_SEED, 0) != '\0';
    return !game->seeded ||
           read_number(import, at(COLUMN_SEED, 0), INT64_MIN, INT64_MAX, &game->seed, error);
}

/* Adds the game, or compares it with what is there. */
static bool put_game(const struct import *import, struct game_row *game, bool *known,
                     struct error *error) {
    bool same;
    int halves = 0;
    if (!record_find_extra(import->record, game->source, game->foreign_id, &game->id, error))
        return false;
    *known = game->id != 0;
    if (!*known)
        return record_add_extra(import->record, game, error);
    for (int i = 0; i < GAME_HALVES_MAX; i++)
        halves += *text_of(import, COLUMN_MARGIN, i) != '\0';
    if (!record_same_extra(import->record, game, halves, &same, error))
        return false;
    return same ||
           fail(import, at(COLUMN_ID, 0), error,
                _("game %s is in the record already, and is not the same there"), game->foreign_id);
}

static bool put_halves(const struct import *import, const struct game_row *game, bool known,
                       const char *time, struct error *error) {
    bool has = true, had;
    for (int i = 0; i < GAME_HALVES_MAX; i++) {
        char finished[CALENDAR_TIME_SIZE];
        struct half_result half = {.number = i + 1};
        had = has;
        if (!has_half(import, i, &has, error))
            return false;
        if (!has)
            continue;
        if (!had)
            return fail(import, at(COLUMN_MARGIN, i), error, _("the half before was not played"));
        if (i >= import->game->halves)
            return fail(import, at(COLUMN_MARGIN, i), error, _("%s has %d halves"),
                        import->game->name, import->game->halves);
        if (!read_half(import, game->seats, time, &half, finished, error) ||
            !put_half(import, game, known, &half, error))
            return false;
    }
    return true;
}

static bool check_row(const struct import *import, struct error *error) {
    const char *said = text_of(import, COLUMN_GAME, 0);
    if (*said && strcmp(said, import->game->name) != 0)
        return fail(import, at(COLUMN_GAME, 0), error, _("all games must be of %s here"),
                    import->game->name);
    return *text_of(import, COLUMN_MARGIN, 0) ||
           fail(import, at(COLUMN_MARGIN, 0), error, _("it is empty"));
}

static bool put_row(struct import *import, struct import_count *count, struct error *error) {
    struct game_row game = {0};
    char utc[CALENDAR_TIME_SIZE];
    bool known;
    if (!check_row(import, error) || !read_flags(import, &game, error) ||
        !read_players(import, &game, error) || !read_board(import, &game, error))
        return false;
    if (!calendar_read(text_of(import, COLUMN_TIME, 0), utc, error))
        return fail(import, at(COLUMN_TIME, 0), error, "%s", error->text);
    if (!put_game(import, &game, &known, error) || !put_halves(import, &game, known, utc, error))
        return false;
    ++*(known ? &count->known : &count->added);
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Which game it is, from the first row if nobody else says. */
static bool choose_game(struct import *import, bool there, struct error *error) {
    const char *said = text_of(import, COLUMN_GAME, 0);
    import->game = import->request->game;
    if (!import->game && *said && !(import->game = game_find(said)))
        return fail(import, at(COLUMN_GAME, 0), error, _("there is no such game"));
    if (!import->game && !there)
        import->game = game_find(GAME_DEFAULT);
    if (import->game && import->game->players_max < 2)
        return fail(import, at(COLUMN_GAME, 0), error,
                    _("%s is for one player; a record has games between players"),
                    import->game->name);
    return true;
}

/* What the record says: its game, and who is the reference, if anybody. */
static bool ask_league(struct import *import, struct error *error) {
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
static bool settle_reference(struct import *import, bool measured, struct error *error) {
    struct error ignored;
    if (import->request->reference)
        return record_set_reference(import->record, import->reference, error);
    if (!measured)
        record_set_reference(import->record, import->reference, &ignored);
    return true;
}

static bool is_stopped(const struct import *import) {
    return import->request->stop && atomic_load(import->request->stop) != 0;
}

static bool put_rows(struct import *import, struct import_count *count, struct error *error) {
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
    return !error->text[0] && settle_reference(import, measured, error);
}

/* With what SQLite leaves beside it when the disk is full. */
static void remove_record(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct error ignored;
        char *name = NULL;
        if (value_write(&name, &ignored, "%s%s", path, endings[i]))
            unlink(name);
        free(name);
    }
}

static bool read_file(struct import *import, FILE *file, struct import_count *count,
                      struct error *error) {
    bool there = access(import->request->into, F_OK) == 0;
    if (!import_table_begin(&import->table, file, import->request->path, error))
        return false;
    if (!import_table_next(&import->table, error))
        return error->text[0]
                   ? false
                   : error_set(error, _("%s: there is no game in it"), import->request->path);
    if (!choose_game(import, there, error))
        return false;
    import->record = record_open_extra(import->request->into, import->game, error);
    record_set_cancel(import->record, import->request->stop);
    bool done = import->record && query_begin_writing(import->record, error) &&
                query_end_writing(import->record, put_rows(import, count, error), error);
    record_close(import->record);
    if (!done && !there)
        remove_record(import->request->into);
    return done;
}

bool import_file(FILE *file, const struct import_request *request, struct import_count *count,
                 struct error *error) {
    struct import *import = calloc(1, sizeof *import);
    *count = (struct import_count){0};
    if (!import)
        return error_set(error, _("out of memory"));
    import->request = request;
    bool done = read_file(import, file, count, error);
    import_table_end(&import->table);
    replay_board_free(&import->board);
    replay_board_free(&import->named);
    free(import);
    return done;
}
