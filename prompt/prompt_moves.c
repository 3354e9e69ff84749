/* prompt_moves.c - moves as people type them at the prompt, the neighbours of a cell in words. */
#include "config.h"

#include "prompt/prompt_commands.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "games/picture.h"
#include "grids/grid.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_view.h"
#include "prompt/prompt_words.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* At most so many possible moves are named if a line was wrong. */
enum { MOVES_NAMED = 6 };

/* A wrong line needs so many letters before the moves that begin like it are named. */
enum { BEGINNING_MIN = 2 };

/* Puts the legal moves into prompt->move; returns how many there are. */
static int find_moves(struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    return board->game->moves(board, &prompt->view.state, prompt->move);
}

/* A move of the seat whose turn it is, as that seat writes it. */
static void spell(const struct prompt *prompt, uint32_t move, char word[GAME_MOVE_TEXT]) {
    const struct game_board *board = prompt->setup.board;
    const struct game_state *state = &prompt->view.state;
    board->game->format(board, state, move, board->game->turn(board, state), word);
}

int prompt_add_moves(struct prompt *prompt, const char *beginning, const char *between, int most,
                     struct text *text) {
    int found = 0, count = find_moves(prompt);
    char word[GAME_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        spell(prompt, prompt->move[i], word);
        if (strncasecmp(word, beginning, strlen(beginning)) != 0)
            continue;
        if (found < most)
            text_addf(text, "%s%s", found ? between : "", word);
        found++;
    }
    return found;
}

/* How many bytes of a text some legal move begins with; 0 if these are too few to help, or a whole
 * move. */
static size_t common_beginning(struct prompt *prompt, const char *text) {
    int count = find_moves(prompt);
    char word[GAME_MOVE_TEXT];
    size_t most = 0;
    bool whole = false;
    for (int i = 0; i < count; i++) {
        size_t common = 0;
        spell(prompt, prompt->move[i], word);
        while (text[common] &&
               tolower((unsigned char)text[common]) == tolower((unsigned char)word[common]))
            common++;
        if (common > most)
            whole = false;
        if (common >= most)
            whole = whole || !word[common];
        most = common > most ? common : most;
    }
    return most >= BEGINNING_MIN && !whole ? most : 0;
}

static void say_what_is_possible(struct prompt *prompt, const char *text) {
    struct text moves = {0};
    char beginning[GAME_MOVE_TEXT], named[GAME_MOVE_TEXT];
    int length = (int)common_beginning(prompt, text);
    bool colon = length > 0 && text[length - 1] == ':'; /* the sentence has a colon of its own */
    snprintf(beginning, sizeof beginning, "%.*s", length, text);
    snprintf(named, sizeof named, "%.*s", length - colon, text);
    int count = prompt_add_moves(prompt, beginning, " ", MOVES_NAMED, &moves);
    if (*beginning && count > MOVES_NAMED)
        say(ngettext("Possible moves that begin with %s: %s and %d other (legal %s lists more).\n",
                     "Possible moves that begin with %s: %s and %d others (legal %s lists more).\n",
                     (unsigned long)(count - MOVES_NAMED)),
            named, text_get(&moves), count - MOVES_NAMED, beginning);
    else if (*beginning)
        say(_("Possible moves that begin with %s: %s; legal lists all.\n"), named,
            text_get(&moves));
    else if (count > MOVES_NAMED)
        say(ngettext(
                "Possible moves: %s and %d other (legal lists more); help lists the commands.\n",
                "Possible moves: %s and %d others (legal lists more); help lists the commands.\n",
                (unsigned long)(count - MOVES_NAMED)),
            text_get(&moves), count - MOVES_NAMED);
    else
        say(_("Possible moves: %s; help lists the commands.\n"), text_get(&moves));
    text_free(&moves);
}

/* Finds the one legal move that is written this way except for capital letters. */
static bool find_any_case(struct prompt *prompt, const char *text, uint32_t *move) {
    int found = 0, count = find_moves(prompt);
    char word[GAME_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        spell(prompt, prompt->move[i], word);
        if (strcasecmp(word, text) != 0)
            continue;
        found++;
        *move = prompt->move[i];
    }
    return found == 1;
}

/* Translates a move that is a word back to English: people may type it in their language. */
static const char *in_english(const char *text) {
    return prompt_is_called(N_("pass"), "passe passer", text) ? "pass"
           : prompt_is_called(N_("draw"), "nulle", text)      ? "draw"
                                                              : text;
}

bool prompt_read_move(struct prompt *prompt, const char *text, uint32_t *move) {
    const struct game_board *board = prompt->setup.board;
    struct error why;
    const char *refusal = NULL, *word = in_english(text);
    bool parsed = board->game->parse(board, &prompt->view.state, word, move);
    if (parsed)
        refusal = board->game->refuse(board, &prompt->view.state, *move, &why);
    else if (board->game->misread)
        refusal = board->game->misread(board, word, &why);
    if ((parsed && !refusal) || find_any_case(prompt, word, move))
        return true;
    if (refusal)
        say(_("%s is not possible: %s.\n"), text, refusal);
    else
        say(_("'%s' is neither a move nor a command.\n"), text);
    say_what_is_possible(prompt, text);
    return false;
}

/* ---- the neighbours of a cell ---------------------------------------------------------------- */

/* What is on a cell: the name of its colour, the values of a piece, or "empty" with the note of the
 * cell. */
static const char *what_is_on(const struct prompt_view *view, int cell, char text[32]) {
    const struct picture *picture = view->picture;
    if (!view->drawable)
        return _("empty");
    const struct picture_cell *drawn = &picture->cell[cell];
    if (drawn->value[0]) {
        snprintf(text, 32, "%.3s", drawn->value);
        return text;
    }
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].colour == drawn->colour)
            return _(picture->side[i].name);
    if (!drawn->note[0])
        return _("empty");
    snprintf(text, 32, "%.16s, %.12s", _("empty"), drawn->note);
    return text;
}

/* How many numbered cells the board has, if any. */
static int count_cells(const struct prompt_view *view) {
    const struct grid *grid = view->board->grid;
    if (grid)
        return grid->cells;
    return view->drawable && strcmp(view->picture->cell[0].label, "0") == 0 ? view->picture->cells
                                                                            : 0;
}

static bool is_glued(const struct prompt_view *view, int cell, int across) {
    for (int i = 0; view->drawable && i < view->picture->edges; i++)
        if (view->picture->edge[i].cell == cell && view->picture->edge[i].across == across)
            return true;
    return false;
}

void neighbours_say(const struct prompt_view *view, const char *argument) {
    const struct game *game = view->board->game;
    const struct grid *grid = view->board->grid;
    int cells = count_cells(view);
    char text[32];
    int64_t cell;
    if (cells == 0) {
        say(_("This game has no numbered cells.\n"));
        return;
    }
    if (!value_number(argument, 0, cells - 1, &cell)) {
        say(_("neighbours needs the number of a cell from 0 to %d, not '%s'.\n"), cells - 1,
            argument);
        return;
    }
    say(_("Cell %d (%s) has these neighbours:\n"), (int)cell, what_is_on(view, (int)cell, text));
    for (int k = 0; k < 3; k++) {
        int near = grid ? grid->side[cell][k] : picture_beside(view->picture, (int)cell, k);
        const char *beyond = near == GRID_BORDER_1   ? game->beyond[0]
                             : near == GRID_BORDER_2 ? game->beyond[1]
                                                     : NULL;
        if (beyond)
            say("  %s\n", _(beyond));
        else if (near < 0)
            say(_("  none: the border\n"));
        else if (is_glued(view, (int)cell, near))
            say(_("  %d (%s), across a glued edge\n"), near, what_is_on(view, near, text));
        else
            say("  %d (%s)\n", near, what_is_on(view, near, text));
    }
}
