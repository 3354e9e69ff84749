/* setup_openings.c - files of positions for openings. A line may come from many places (a suite
 * of tests, an export, a person), so that what does not belong to the league's game is passed
 * over, and what is wrong in the rest is an error with its line. Whether the moves are legal is
 * asked in the end, of each board of the league. */
#include "config.h"

#include "referee/setup/setup.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/position.h"
#include "half/half.h"
#include "half/moves.h"
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

/* Adds the words after `at` in `position [half H] at KEY=VALUE... [moves MOVE...]`, as they are in
 * the first half. Their seats are those of any board: a league has one number of players. */
static bool read_spelled(const struct setup *setup, const char *part, struct text *opening,
                         struct error *error) {
    const struct game_board *board = setup->board[0].board;
    const char *at = strstr(part, " at ") + 4, *half = strstr(part, " half ");
    const char *moves = strstr(at, " moves ");
    struct text words = {0};
    int64_t number = 1;
    char digits[16] = "";
    if (half && half < at)
        snprintf(digits, sizeof digits, "%.*s", (int)strcspn(half + 6, " "), half + 6);
    if (*digits && !value_number(digits, 1, setup->game->halves, &number))
        return error_set(error, _("half must be a number from 1 to %d, not '%s'"),
                         setup->game->halves, digits);
    text_add_bytes(&words, at, moves ? (size_t)(moves - at) : strlen(at));
    text_add(opening, "at ");
    position_exchange(board, needed_text(&words),
                      board->players - ((int)number - 1) % board->players, opening);
    text_free(&words);
    return true;
}

/* Reads a line: parts separated by semicolons, of which one may be `setgrid NAME [GAME]`, and one
 * spells out a position or has moves after the word `moves`, or both. Lines for other games, and
 * those without either, are left out. */
static bool openings_read_line(struct setup *setup, char *line, int number, struct error *error) {
    struct setup_openings *openings = &setup->openings;
    struct setup_opening entry = {.line = number};
    struct text opening = {0};
    bool fits = true;
    error->text[0] = '\0';
    for (char *part; !error->text[0] && fits && (part = strsep(&line, ";"));) {
        char *moves = strstr(part = value_trim(part), "moves ");
        bool spelled = strncmp(part, "position ", 9) == 0 && strstr(part, " at ");
        if (strncmp(part, "setgrid ", 8) == 0)
            fits = read_board(setup, part + 8, &entry.board, error);
        else if (spelled && !read_spelled(setup, part, &opening, error))
            break;
        if (moves && (moves == part || moves[-1] == ' '))
            text_addf(&opening, "%s%s", spelled ? " moves " : "", value_trim(moves + 6));
    }
    if (!error->text[0] && fits && opening.length > 0) {
        needed_text(&opening);
        entry.opening = opening.bytes;
        openings->entry =
            needed(realloc(openings->entry, sizeof entry * (size_t)(openings->entries + 1)));
        openings->entry[openings->entries++] = entry;
        return true;
    }
    text_free(&opening);
    free(entry.board);
    return !error->text[0] || wrong(openings, number, error);
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

/* Whether halves can begin so, and something is left to be played. */
static bool check_opening(const struct game_board *board, const char *opening,
                          struct error *error) {
    bool good = true;
    for (int number = 1; good && number <= board->game->halves; number++) {
        struct moves_reader reader = moves_read(opening_moves(opening), NULL);
        struct half half;
        good = half_begin_at(&half, board, number, opening, NULL, error);
        while (good && moves_next(&reader))
            good = half_play_text(&half, reader.text, 0, error);
        if (good && half_turn(&half) == GAME_OVER)
            good = error_set(error, opening_is_spelled(opening) && !*opening_moves(opening)
                                        ? _("the half is over in this position")
                                        : _("the half is over after these moves"));
    }
    return good;
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
        if (!check_opening(board->board, entry->opening, error))
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
