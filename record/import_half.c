/* import_half.c - halves of imported games: see import_half.h. A half is read from its cells and
 * checked before anything is written; if the record has the game already, the half is not written
 * but compared. */
#include "config.h"

#include "record/import_half.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "half/moves.h"
#include "half/said.h"
#include "half/verdict.h"
#include "pairing/game_id.h"
#include "record/import_row.h"
#include "record/record_extra.h"
#include "record/record_rows.h"
#include "record/record_said.h"
#include "record/replay.h"

#include <stdint.h>
#include <string.h>

enum { MARGIN_MAX = 1000000, PLIES_MAX = 1000000 };

bool import_has_half(const struct import *import, int half, bool *has, struct error *error) {
    *has = *import_text(import, COLUMN_MARGIN, half) != '\0';
    for (int i = COLUMN_MARGIN; !*has && i < COLUMNS; i++)
        for (int seat = 0; seat < GAME_PLAYERS_MAX; seat++) {
            struct place place = {(enum column)i, half, seat};
            if (*import_value(import, place))
                return import_fail(import, place, error, _("it must be empty, as margin%d is"),
                                   half + 1);
        }
    return true;
}

static bool read_margins(const struct import *import, int seats, struct half_result *half,
                         struct error *error) {
    for (int i = 0; i < seats; i++) {
        struct place place = {COLUMN_MARGIN, half->number - 1, i};
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
    half->pointed = *import_text(import, COLUMN_POINTS, half->number - 1) != '\0';
    for (int i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct place place = {COLUMN_POINTS, half->number - 1, i};
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
    const char *moves = import_text(import, COLUMN_MOVES, half->number - 1);
    const char *clocks = import_text(import, COLUMN_CLOCKS, half->number - 1);
    const char *opening = import_text(import, COLUMN_OPENING, 0);
    if (*import_text(import, COLUMN_PLIES, half->number - 1)) {
        if (!import_small(import, import_place(COLUMN_PLIES, half->number - 1), 0, PLIES_MAX,
                          &half->plies, error))
            return false;
    } else {
        half->plies = moves_count(moves);
    }
    bool none = *import_text(import, COLUMN_PLIES, half->number - 1) && half->plies == 0;
    half->moves = *moves || none ? moves : NULL;
    half->clocks = *clocks || none ? clocks : NULL;
    if (half->plies > 0 && *moves && *opening && !moves_begin_with(moves, opening))
        return import_fail(import, import_place(COLUMN_MOVES, half->number - 1), error,
                           _("it does not begin with the opening of the game"));
    half->at_fault = MATCH_NOBODY;
    if (!*import_text(import, COLUMN_AT_FAULT, half->number - 1))
        return true;
    bool good = import_small(import, import_place(COLUMN_AT_FAULT, half->number - 1), 1, seats,
                             &half->at_fault, error);
    half->at_fault--;
    return good;
}

bool import_read_half(const struct import *import, int seats, const char *time,
                      struct half_result *half, char finished[CALENDAR_TIME_SIZE],
                      struct error *error) {
    half->termination = import_text(import, COLUMN_TERMINATION, half->number - 1);
    half->text = import_text(import, COLUMN_TEXT, half->number - 1);
    half->finished = finished;
    memcpy(finished, time, CALENDAR_TIME_SIZE);
    if (*import_text(import, COLUMN_FINISHED, half->number - 1) &&
        !calendar_read(import_text(import, COLUMN_FINISHED, half->number - 1), finished, error))
        return import_fail(import, import_place(COLUMN_FINISHED, half->number - 1), error, "%s",
                           error->text);
    if (!read_margins(import, seats, half, error) || !read_points(import, seats, half, error) ||
        !read_moves(import, seats, half, error))
        return false;
    bool possible = import->rules
                        ? replay_check(import->rules, half, seats, error)
                        : replay_check_margins(import->named, import->game, half, seats, error);
    return possible || import_fail(import, import_place(COLUMN_MARGIN, half->number - 1), error,
                                   _("half %d: %s"), half->number, error->text);
}

/* Adds a fault from its line: who, of which kind, and a text. */
static bool put_fault(const struct import *import, const struct game_row *game, int half,
                      char *line, struct error *error) {
    struct place place = import_place(COLUMN_FAULTS, half - 1);
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
    return record_add_extra_fault(import->record, game, half, seat, kind, text, error);
}

static bool put_faults(const struct import *import, const struct game_row *game, int half,
                       struct error *error) {
    struct text lines = {0};
    bool done = true;
    text_add(&lines, import_text(import, COLUMN_FAULTS, half - 1));
    char *next = NULL;
    for (char *line = lines.bytes; done && line && *line; line = next) {
        next = line + strcspn(line, "\n");
        *next++ = '\0';
        done = put_fault(import, game, half, line, error);
    }
    done = done && (!lines.failed || error_memory(error));
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
        return import_fail(import, import_place(COLUMN_SAID, half->number - 1), error,
                           _("'%.40s' is not the number of a move from %d to %d"), line, before + 1,
                           half->plies);
    said_forget(said);
    said->ply = (int)ply;
    if (!ended && said_read(said, fields + 1) && !said_is_nothing(said))
        return true;
    return import_fail(
        import, import_place(COLUMN_SAID, half->number - 1), error,
        _("the report about move %d is not in the form of an info line of the protocol"),
        said->ply);
}

static bool put_said(const struct import *import, const struct game_row *game,
                     const struct half_result *half, struct error *error) {
    struct text lines = {0};
    struct said_list list = {0};
    struct said said = {.ply = 0};
    text_add(&lines, import_text(import, COLUMN_SAID, half->number - 1));
    bool done = !lines.failed || error_memory(error);
    char *rest = NULL;
    for (char *line = done && lines.bytes ? strtok_r(lines.bytes, "\r\n", &rest) : NULL;
         done && line; line = strtok_r(NULL, "\r\n", &rest)) {
        done = read_said(import, half, line, said.ply, &said, error);
        if (done)
            said_list_add(&list, &said, said.ply);
    }
    done = done && (!list.failed || error_memory(error)) &&
           record_add_said(import->record, half_id(game->id, half->number), &list, error);
    said_list_free(&list);
    text_free(&lines);
    return done;
}

bool import_put_half(const struct import *import, const struct game_row *game, bool known,
                     const struct half_result *half, struct error *error) {
    bool same;
    if (!known)
        return record_add_half_row(import->record, game->id, game->seats, half, error) &&
               put_said(import, game, half, error) && put_faults(import, game, half->number, error);
    if (!record_same_half_row(import->record, game->id, game->seats, half, &same, error))
        return false;
    return same || import_fail(import, import_place(COLUMN_MARGIN, half->number - 1), error,
                               _("game %s is already in the record, but its half %d differs"),
                               game->foreign_id, half->number);
}
