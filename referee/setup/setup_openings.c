/* setup_openings.c - files of positions for openings; see setup.h. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "half/half.h"
#include "pairing/opening_draw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 24 };

/* ---- the file -------------------------------------------------------------------------------- */

static bool wrong(const struct setup_openings *openings, int line, struct error *error) {
    return error_reword(error, "%s:%d: %.400s", openings->path, line, error->text);
}

/* Reads the board from NAME [GAME], the words after `setgrid`. False: it is for another game. */
static bool read_board(const struct setup *setup, char *name, char **board, struct error *error) {
    char *last = strrchr(name, ' ');
    const struct game *game = game_find(last ? last + 1 : name);
    if (!game)
        return value_copy(board, value_trim(name), error);
    if (game != setup->game)
        return false;
    if (last)
        *last = '\0';
    return !last || value_copy(board, value_trim(name), error);
}

/* Reads a line: parts separated by semicolons, of which one may be `setgrid NAME [GAME]`, and one
 * has moves after the word `moves`. Lines for other games, and those without moves, are left out.
 */
static bool openings_read_line(struct setup *setup, char *line, int number, struct error *error) {
    struct setup_openings *openings = &setup->openings;
    struct setup_opening entry = {.line = number};
    bool fits = true, good = true;
    error->text[0] = '\0';
    for (char *part; good && fits && (part = strsep(&line, ";"));) {
        char *moves = strstr(part = value_trim(part), "moves ");
        if (strncmp(part, "setgrid ", 8) == 0)
            fits = read_board(setup, part + 8, &entry.board, error);
        else if (strncmp(part, "position ", 9) == 0 && strstr(part, " at "))
            good = error_set(error, _("a game begins at its start: it needs moves, not a position "
                                      "that is spelled out"));
        else if (moves && (moves == part || moves[-1] == ' '))
            good = value_copy(&entry.moves, value_trim(moves + 6), error);
    }
    good = good && !error->text[0];
    struct setup_opening *grown =
        good && fits && entry.moves
            ? realloc(openings->entry, sizeof entry * (size_t)(openings->entries + 1))
            : NULL;
    if (grown) {
        openings->entry = grown;
        grown[openings->entries++] = entry;
        return true;
    }
    bool failed = good && fits && entry.moves;
    free(entry.board);
    free(entry.moves);
    return failed ? error_memory(error) : good || wrong(openings, number, error);
}

static bool read_lines(struct setup *setup, char *text, struct error *error) {
    bool good = true;
    for (int number = 1; good && text; number++) {
        char *line = strsep(&text, "\n");
        if (*line != '#')
            good = openings_read_line(setup, line, number, error);
    }
    return good;
}

static bool openings_read_file(struct setup *setup, struct error *error) {
    struct text text = {0};
    const char *path = setup->openings.path;
    bool good = input_read(path, FILE_BYTES_MAX, &text, error);
    if (good && text.length > FILE_BYTES_MAX)
        good = error_set(error, "%s", strerror(EFBIG));
    if (!good)
        setup_reword(setup, "openings", error, _("cannot read %s: %s"), path, error->text);
    else if (text.length > 0)
        good = read_lines(setup, text.bytes, error);
    text_free(&text);
    return good;
}

/* ---- checks ---------------------------------------------------------------------------------- */

/* Whether the moves can be played in the first half, and leave something to be played. */
static bool check_moves(const struct game_board *board, const char *moves, struct error *error) {
    struct moves_reader reader = moves_read(moves, NULL);
    struct half half;
    bool good = true;
    half_begin(&half, board, 1, NULL);
    while (good && moves_next(&reader))
        good = half_play_text(&half, reader.text, 0, error);
    return good && (half_turn(&half) != GAME_OVER ||
                    error_set(error, _("the half is over after these moves")));
}

/* Checks all positions that may be used on a board; there must be one. */
static bool check_board(const struct setup *setup, const struct setup_board *board,
                        struct error *error) {
    const struct setup_openings *openings = &setup->openings;
    int found = 0;
    for (int i = 0; i < openings->entries; i++) {
        const struct setup_opening *entry = &openings->entry[i];
        if (entry->board && strcmp(entry->board, board->name) != 0)
            continue;
        found++;
        if (!check_moves(board->board, entry->moves, error))
            return wrong(openings, entry->line, error);
    }
    return found > 0 || error_set(error, _("%s: it has no position for the board %s"),
                                  openings->path, board->name);
}

bool setup_openings_finish(struct setup *setup, struct error *error) {
    struct setup_openings *openings = &setup->openings;
    if (setup_given(setup, "opening_order") && openings->kind != OPENINGS_FILE &&
        openings->count == 0)
        return setup_fault(setup, "opening_order", error,
                           _("only for a file of positions or random:PLIES:COUNT"));
    if (openings->kind == OPENINGS_ARCHIPELAGO &&
        !(openings->plies = opening_archipelago(setup->board[0].board)))
        return setup_fault(setup, "openings", error, _("%s has no archipelago"), setup->game->name);
    if (openings->kind != OPENINGS_FILE)
        return true;
    if (setup->game->guess)
        return setup_fault(setup, "openings", error,
                           _("a file of positions is not for %s, where hands are hidden"),
                           setup->game->name);
    if (!openings_read_file(setup, error))
        return false;
    for (int i = 0; i < setup->boards; i++)
        if (!check_board(setup, &setup->board[i], error))
            return false;
    return true;
}
