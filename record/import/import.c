/* import.c - adds the games of a file to a record.
 *
 * Each row is read, checked and added in one transaction around the whole file, so that a mistake
 * in the last row leaves the record as it was. A game that the record has already is compared
 * instead of added. A half is checked as a whole before anything of it is written.
 */
#include "config.h"

#include "record/import/import.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "half/boards.h"
#include "half/moves.h"
#include "half/said.h"
#include "half/verdict.h"
#include "pairing/game_id.h"
#include "record/import/import_table.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_analysis.h"
#include "record/record_extra.h"
#include "record/record_league.h"
#include "record/record_rows.h"
#include "record/record_said.h"
#include "record/replay.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ID_MAX = 100, MARGIN_MAX = 1000000, PLIES_MAX = 1000000 };

/* ---- the row --------------------------------------------------------------------------------- */

struct import {
    const struct import_request *request;
    struct import_table table;
    const struct game *game;
    char reference[NAME_BYTES_MAX + 1]; /* who an empty opponent is */
    struct record *record;
    struct boards boards;
    const struct game_board *rules; /* the row's board, if it is spelled out */
    const struct game_board *named; /* that of the library, if the row has only a name; or none */
    int half;                       /* the one that is read, from 0 */
};

/* A value of the row; "" if there is none. */
static const char *import_value(const struct import *import, struct place place) {
    return import_table_get(&import->table, place);
}

/* The place of a value of the game, or of the half that is read, where seats do not have their own.
 */
static struct place import_place(const struct import *import, enum column column) {
    return (struct place){column, column < COLUMN_MARGIN ? 0 : import->half, 0};
}

static const char *import_text(const struct import *import, enum column column) {
    return import_value(import, import_place(import, column));
}

/* A message about a value; where there is none, about the row. Returns false. */
__attribute__((format(printf, 4, 5))) static bool import_fail(const struct import *import,
                                                              struct place place,
                                                              struct error *error,
                                                              const char *format, ...) {
    char why[ERROR_SIZE - 100];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return import_table_fail(&import->table, place, why, error);
}

/* A whole number from a value that is not empty. */
static bool import_number(const struct import *import, struct place place, int64_t min, int64_t max,
                          int64_t *number, struct error *error) {
    const char *value = import_value(import, place);
    bool begins = strchr("+-0123456789", value[0]) != NULL; /* no blank */
    return (begins && value_number(value, min, max, number)) ||
           import_fail(import, place, error, _("'%.40s' is not a whole number from %lld to %lld"),
                       value, (long long)min, (long long)max);
}

static bool import_small(const struct import *import, struct place place, int min, int max,
                         int *number, struct error *error) {
    int64_t got;
    if (!import_number(import, place, min, max, &got, error))
        return false;
    *number = (int)got;
    return true;
}

/* ---- one half -------------------------------------------------------------------------------- */

/* Whether the row has the half: *has. If not, all values of the half must be empty. */
static bool import_has_half(const struct import *import, bool *has, struct error *error) {
    *has = *import_text(import, COLUMN_MARGIN) != '\0';
    for (int i = COLUMN_MARGIN; !*has && i < COLUMNS; i++)
        for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++) {
            struct place place = {(enum column)i, import->half, seat};
            if (*import_value(import, place))
                return import_fail(import, place, error, _("it must be empty, as margin%d is"),
                                   import->half + 1);
        }
    return true;
}

static bool read_margins(const struct import *import, int seats, struct half_result *half,
                         struct error *error) {
    for (int i = 0; i < seats; i++) {
        struct place place = {COLUMN_MARGIN, import->half, i};
        bool empty = !*import_value(import, place);
        if (empty && seats == 2 && i == 1)
            half->margin[i] = -half->margin[0];
        else if (empty)
            return import_fail(import, place, error,
                               _("it is empty; that is allowed only between two players"));
        else if (!import_small(import, place, -MARGIN_MAX, MARGIN_MAX, &half->margin[i], error))
            return false;
    }
    return true;
}

static bool read_points(const struct import *import, int seats, struct half_result *half,
                        struct error *error) {
    half->pointed = *import_text(import, COLUMN_POINTS) != '\0';
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct place place = {COLUMN_POINTS, import->half, i};
        bool wanted = half->pointed && i < seats;
        if (wanted &&
            !import_small(import, place, -MARGIN_MAX, MARGIN_MAX, &half->points[i], error))
            return false;
        if (!wanted && *import_value(import, place))
            return import_fail(import, place, error,
                               _("a seat without a player has points, or the "
                                 "points of another seat are missing"));
    }
    return true;
}

/* Reads moves, clocks and who was at fault. An empty list of moves means that they are not known,
 * unless their number is given, and 0. */
static bool read_moves(const struct import *import, int seats, struct half_result *half,
                       struct error *error) {
    const char *moves = import_text(import, COLUMN_MOVES);
    const char *clocks = import_text(import, COLUMN_CLOCKS);
    const char *opening = import_text(import, COLUMN_OPENING);
    half->opening = *opening ? opening : NULL;
    if (*import_text(import, COLUMN_PLIES)) {
        if (!import_small(import, import_place(import, COLUMN_PLIES), 0, PLIES_MAX, &half->plies,
                          error))
            return false;
    } else {
        half->plies = moves_count(moves);
    }
    bool none = *import_text(import, COLUMN_PLIES) && half->plies == 0;
    half->moves = *moves || none ? moves : NULL;
    half->clocks = *clocks || none ? clocks : NULL;
    if (half->plies > 0 && *moves && *opening && !moves_begin_with(moves, opening_moves(opening)))
        return import_fail(import, import_place(import, COLUMN_MOVES), error,
                           _("it does not begin with the opening of the game"));
    half->at_fault = MATCH_NOBODY;
    if (!*import_text(import, COLUMN_AT_FAULT))
        return true;
    bool good = import_small(import, import_place(import, COLUMN_AT_FAULT), 1, seats,
                             &half->at_fault, error);
    half->at_fault--;
    return good;
}

/* Reads the half of number half->number, which must be possible on the row's board; `finished` gets
 * its own time, or the game's. Texts are the row's. */
static bool import_read_half(const struct import *import, int seats, const char *time,
                             struct half_result *half, char finished[CALENDAR_TIME_SIZE],
                             struct error *error) {
    half->termination = import_text(import, COLUMN_TERMINATION);
    half->text = import_text(import, COLUMN_TEXT);
    half->finished = finished;
    memcpy(finished, time, CALENDAR_TIME_SIZE);
    if (*import_text(import, COLUMN_FINISHED) &&
        !calendar_read(import_text(import, COLUMN_FINISHED), finished, error))
        return import_fail(import, import_place(import, COLUMN_FINISHED), error, "%s", error->text);
    if (!read_margins(import, seats, half, error) || !read_points(import, seats, half, error) ||
        !read_moves(import, seats, half, error))
        return false;
    bool possible = import->rules
                        ? replay_check(import->rules, half, seats, error)
                        : replay_check_margins(import->named, import->game, half, seats, error);
    return possible || import_fail(import, import_place(import, COLUMN_MARGIN), error,
                                   _("half %d: %s"), half->number, error->text);
}

/* Adds a fault from its line: who, of which kind, and a text. */
static bool put_fault(const struct import *import, const struct game_row *game, int half,
                      char *line, struct error *error) {
    struct place place = import_place(import, COLUMN_FAULTS);
    char *kind = line + strcspn(line, " "), *text;
    *kind++ = '\0';
    text = kind + strcspn(kind, " ");
    *text++ = '\0';
    int seat = 0;
    while (seat < game->seats && strcmp(game->player[seat], line) != 0)
        seat++;
    if (seat == game->seats)
        return import_fail(import, place, error, _("%.40s has no seat in this game"), line);
    if (verdict_find(kind) == VERDICT_COUNT)
        return import_fail(import, place, error, _("'%.40s' is not a kind of fault"), kind);
    return record_add_fault(import->record, half_id(game->id, half), game->engine[seat], kind, text,
                            error);
}

static bool put_faults(const struct import *import, const struct game_row *game, int half,
                       struct error *error) {
    struct text lines = {0};
    bool done = true;
    text_add(&lines, import_text(import, COLUMN_FAULTS));
    needed_text(&lines);
    char *next = NULL;
    for (char *line = lines.bytes; done && line && *line; line = next) {
        next = line + strcspn(line, "\n");
        *next++ = '\0';
        done = put_fault(import, game, half, line, error);
    }
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
        return import_fail(import, import_place(import, COLUMN_SAID), error,
                           _("'%.40s' is not the number of a move from %d to %d"), line, before + 1,
                           half->plies);
    said_forget(said);
    said->ply = (int)ply;
    if (!ended && said_read(said, fields + 1) && !said_is_nothing(said))
        return true;
    return import_fail(
        import, import_place(import, COLUMN_SAID), error,
        _("the report about move %d is not in the form of an info line of the protocol"),
        said->ply);
}

static bool put_said(const struct import *import, const struct game_row *game,
                     const struct half_result *half, struct error *error) {
    struct text lines = {0};
    struct said_list list = {0};
    struct said said = {.ply = 0};
    text_add(&lines, import_text(import, COLUMN_SAID));
    needed_text(&lines);
    bool done = true;
    char *rest = NULL;
    for (char *line = lines.bytes ? strtok_r(lines.bytes, "\r\n", &rest) : NULL; done && line;
         line = strtok_r(NULL, "\r\n", &rest)) {
        done = read_said(import, half, line, said.ply, &said, error);
        if (done)
            said_list_add(&list, &said, said.ply);
    }
    done = done && record_add_said(import->record, half_id(game->id, half->number), &list, error);
    said_list_free(&list);
    text_free(&lines);
    return done;
}

/* Adds what its moves were worth; what the record knows of a half already stays. */
static bool put_analysis(const struct import *import, const struct game_row *game,
                         const struct half_result *half, struct error *error) {
    struct analysis_list list = {0}, there = {0};
    int64_t id = half_id(game->id, half->number);
    const char *text = import_text(import, COLUMN_ANALYSIS);
    bool done = record_read_analysis(import->record, id, half->plies, &there, error);
    if (done && *text && !there.there)
        done = (analysis_list_read(text, half->plies, game->seats, &list) ||
                import_fail(import, import_place(import, COLUMN_ANALYSIS), error,
                            _("it is no analysis of this half, or move %d of it is impossible"),
                            list.count + 1)) &&
               record_write_analysis(import->record, id, &list, error);
    analysis_list_free(&list);
    analysis_list_free(&there);
    return done;
}

/* Adds the half with its faults, what was said and what its moves were worth. If the game is known,
 * compares the half with the record, and adds only what its moves were worth. */
static bool import_put_half(const struct import *import, const struct game_row *game, bool known,
                            const struct half_result *half, struct error *error) {
    bool same;
    if (!known)
        return record_add_half_row(import->record, game->id, game->seats, half, error) &&
               put_said(import, game, half, error) &&
               put_faults(import, game, half->number, error) &&
               put_analysis(import, game, half, error);
    if (!record_same_half_row(import->record, game->id, game->seats, half, &same, error))
        return false;
    return same ? put_analysis(import, game, half, error)
                : import_fail(import, import_place(import, COLUMN_MARGIN), error,
                              _("game %s is already in the record, but its half %d differs"),
                              game->foreign_id, half->number);
}

/* ---- one game -------------------------------------------------------------------------------- */

static bool read_players(const struct import *import, struct game_row *game, struct error *error) {
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        enum column column = (enum column)(COLUMN_PLAYER + i);
        struct place place = {column, 0, 0};
        game->player[i] = import_value(import, place);
        if (!*game->player[i] && column == COLUMN_OPPONENT)
            game->player[i] = import->reference;
        else if (!*game->player[i] && i >= import->game->players_min)
            continue;
        else if (!name_check(game->player[i], error))
            return import_fail(import, place, error, "%s", error->text);
        if (i != game->seats)
            return import_fail(import, place, error, _("the previous seat has no player"));
        for (int k = 0; k < i; k++)
            if (strcmp(game->player[k], game->player[i]) == 0)
                return import_fail(import, place, error, _("%s has two seats"), game->player[i]);
        const char *kind = import_value(import, (struct place){COLUMN_KINDS, 0, i});
        game->kind[i] = *kind ? kind : NULL;
        game->seats++;
    }
    return game->seats <= import->game->players_max ||
           import_fail(import, (struct place){(enum column)(COLUMN_PLAYER + game->seats - 1), 0, 0},
                       error, _("%s is a game for at most %d players"), import->game->name,
                       import->game->players_max);
}

/* Whether a text that is shown to people has no control characters. */
static bool import_printable(const struct import *import, enum column column, const char *text,
                             struct error *error) {
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            return import_fail(import, import_place(import, column), error,
                               _("control characters are not allowed"));
    return true;
}

/* Reads the name of the board. */
static bool read_board_name(struct import *import, struct game_row *game, struct error *error) {
    game->board_name = import_text(import, COLUMN_BOARD);
    if (strlen(game->board_name) > RECORD_NAME_BYTES)
        return import_fail(import, import_place(import, COLUMN_BOARD), error,
                           _("it must have 1 to %d bytes"), RECORD_NAME_BYTES);
    return import_printable(import, COLUMN_BOARD, game->board_name, error);
}

/* Makes the board: by the protocol's line if the row has one, else by its name in the library. */
static bool read_board(struct import *import, struct game_row *game, struct error *error) {
    if (!read_board_name(import, game, error))
        return false;
    const struct made_board *made;
    import->rules = import->named = NULL;
    if (!*import_text(import, COLUMN_SPELLED)) {
        made = boards_of_library(&import->boards, import->game, game->board_name, game->seats);
        import->named = made ? made->board : NULL;
        return true;
    }
    game->board_line = import_text(import, COLUMN_SPELLED);
    made = boards_by_line(&import->boards, game->board_line, game->seats, error);
    if (!made)
        return import_fail(import, import_place(import, COLUMN_SPELLED), error, "%s", error->text);
    import->rules = made->board;
    return import->rules->game == import->game ||
           import_fail(import, import_place(import, COLUMN_SPELLED), error,
                       _("it is a board for %s, not for %s"), import->rules->game->name,
                       import->game->name);
}

static bool read_flags(const struct import *import, struct game_row *game, struct error *error) {
    const char *said = import_text(import, COLUMN_TOURNAMENT);
    game->foreign_id = import_text(import, COLUMN_ID);
    game->source = import_text(import, COLUMN_SOURCE);
    if (!*game->foreign_id || strlen(game->foreign_id) > ID_MAX)
        return import_fail(import, import_place(import, COLUMN_ID), error,
                           _("it must have 1 to %d bytes"), ID_MAX);
    game->tournament = !*said || strcmp(said, "yes") == 0;
    if (!game->tournament && strcmp(said, "no") != 0)
        return import_fail(import, import_place(import, COLUMN_TOURNAMENT), error,
                           _("it is neither yes nor no"));
    game->seeded = *import_text(import, COLUMN_SEED) != '\0';
    return !game->seeded || import_number(import, import_place(import, COLUMN_SEED), INT64_MIN,
                                          INT64_MAX, &game->seed, error);
}

static bool read_opening(const struct import *import, struct game_row *game, struct error *error) {
    const char *opening = import_text(import, COLUMN_OPENING);
    game->opening = *opening ? opening : NULL;
    return import_printable(import, COLUMN_OPENING, opening, error);
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
        halves += *import_value(import, (struct place){COLUMN_MARGIN, i, 0}) != '\0';
    if (!record_same_extra(import->record, game, halves, &same, error))
        return false;
    return same ||
           import_fail(import, import_place(import, COLUMN_ID), error,
                       _("game %s is already in the record, but differs"), game->foreign_id);
}

static bool put_halves(struct import *import, const struct game_row *game, bool known,
                       const char *time, struct error *error) {
    bool has = true, had;
    for (int i = 0; i < GAME_HALVES_MAX; i++) {
        char finished[CALENDAR_TIME_SIZE];
        struct half_result half = {.number = i + 1};
        had = has;
        import->half = i;
        if (!import_has_half(import, &has, error))
            return false;
        if (!has)
            continue;
        if (!had)
            return import_fail(import, import_place(import, COLUMN_MARGIN), error,
                               _("the previous half was not played"));
        if (i >= import->game->halves)
            return import_fail(
                import, import_place(import, COLUMN_MARGIN), error,
                ngettext("%s has %d half", "%s has %d halves", (unsigned long)import->game->halves),
                import->game->name, import->game->halves);
        if (!import_read_half(import, game->seats, time, &half, finished, error) ||
            !import_put_half(import, game, known, &half, error))
            return false;
    }
    return true;
}

static bool check_row(const struct import *import, struct error *error) {
    const char *said = import_text(import, COLUMN_GAME);
    if (*said && strcmp(said, import->game->name) != 0)
        return import_fail(import, import_place(import, COLUMN_GAME), error,
                           _("all games here must be %s"), import->game->name);
    return *import_text(import, COLUMN_MARGIN) ||
           import_fail(import, import_place(import, COLUMN_MARGIN), error, _("it is empty"));
}

static bool put_row(struct import *import, struct import_count *count, struct error *error) {
    struct game_row game = {0};
    char utc[CALENDAR_TIME_SIZE];
    bool known;
    import->half = 0;
    if (!check_row(import, error) || !read_flags(import, &game, error) ||
        !read_players(import, &game, error) || !read_board(import, &game, error) ||
        !read_opening(import, &game, error))
        return false;
    if (!calendar_read(import_text(import, COLUMN_TIME), utc, error))
        return import_fail(import, import_place(import, COLUMN_TIME), error, "%s", error->text);
    if (!put_game(import, &game, &known, error) || !put_halves(import, &game, known, utc, error))
        return false;
    ++*(known ? &count->known : &count->added);
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Chooses the game: the caller's, else that of the first row, else that of the record. */
static bool choose_game(struct import *import, bool there, struct error *error) {
    const char *said = import_text(import, COLUMN_GAME);
    import->game = import->request->game;
    if (!import->game && *said && !(import->game = game_find(said)))
        return import_fail(import, import_place(import, COLUMN_GAME), error,
                           _("there is no such game"));
    if (!import->game && !there)
        import->game = game_find(GAME_DEFAULT);
    if (import->game && import->game->players_max < 2)
        return import_fail(import, import_place(import, COLUMN_GAME), error,
                           _("%s is for one player; a record has games between players"),
                           import->game->name);
    return true;
}

/* Reads the game of the record, and its reference if it has one. */
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

/* Sets the reference: the player whom the caller named must exist; in a record that had none, the
 * usual name may exist. */
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

static bool import_read_file(struct import *import, FILE *file, struct import_count *count,
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
    if (!done && !there) {
        unlink(import->request->into);
        record_remove_beside(import->request->into);
    }
    return done;
}

bool import_file(FILE *file, const struct import_request *request, struct import_count *count,
                 struct error *error) {
    struct import *import = needed(calloc(1, sizeof *import));
    *count = (struct import_count){0};
    import->request = request;
    bool done = import_read_file(import, file, count, error);
    import_table_end(&import->table);
    boards_free(&import->boards);
    free(import);
    return done;
}
