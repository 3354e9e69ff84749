/* chooser_words.c - see chooser_words.h. */
#include "config.h"

#include "prompt/chooser_words.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "prompt/chooser_state.h"
#include "prompt/prompt_view.h"

#include <stdio.h>
#include <string.h>

/* Lines about the choice and the keys: as many as are left free below the board. */
enum { LINES_ABOUT = 2, LINES_KEYS = 2 };

/* The points of all sides after a move, and the margin of the player who makes it. */
static void add_score(const struct prompt_view *view, const struct game_state *next, int seat,
                      struct text *text) {
    struct game_score score;
    view->board->game->score(view->board, next, &score);
    for (int i = 0; i < view->board->players; i++) {
        char side[VIEW_SIDE_SIZE];
        text_add(text, i ? ", " : "");
        view_add_points(view_colour(view, i, side), score.points[i], text);
    }
    text_addf(text, _("; margin %+d."), score.margin[seat]);
}

static void add_told(const struct prompt_view *view, uint32_t move, struct text *text) {
    char told[GAME_SHOW_SIZE];
    if (!view->board->game->tell)
        return;
    view->board->game->tell(view->board, &view->state, move, told);
    for (char *end = told + strlen(told); end > told && end[-1] == '\n';)
        *--end = '\0';
    for (char *at = told; *at; at++)
        if (*at == '\n')
            *at = ' ';
    text_addf(text, " %s", told);
}

static void add_effect(const struct prompt_view *view, const char *word, uint32_t move,
                       struct text *text) {
    const struct game *game = view->board->game;
    struct game_state next;
    int changes = game->unfold ? game->unfold(view->board, &view->state, move, view->change) : 0;
    if (changes > 1)
        text_addf(text,
                  ngettext("%s takes %d more. Then ", "%s takes %d more. Then ",
                           (unsigned long)changes - 1),
                  word, changes - 1);
    else
        text_addf(text, _("%s. Then "), word);
    game_copy(view->board, &next, &view->state);
    game->play(view->board, &next, move);
    add_score(view, &next, game->turn(view->board, &view->state), text);
    add_told(view, move, text);
}

static void add_about(const struct chooser *chooser, const struct choice *choice,
                      struct text *text) {
    const struct prompt_view *view = chooser->view;
    const struct game *game = view->board->game;
    struct error why;
    uint32_t move;
    bool parsed = game->parse(view->board, &view->state, choice->text, &move);
    if (choice->whole && parsed)
        add_effect(view, choice->text, move, text);
    else if (choice->more && chooser->further.count == 1)
        text_addf(text, _("%s can only go on as %s."), choice->text,
                  chooser->further.choice[0].text);
    else if (choice->more)
        text_addf(text,
                  ngettext("%s begins a move that can go on in %d way.",
                           "%s begins a move that can go on in %d ways.",
                           (unsigned long)chooser->further.count),
                  choice->text, chooser->further.count);
    else if (parsed)
        text_addf(text, _("%s is not possible: %s."), choice->text,
                  game->refuse(view->board, &view->state, move, &why));
    if (chooser->zoom > 100)
        text_addf(text, " %s", _("Only a part of the board is shown; it follows the choice."));
}

/* Adds the first lines of a text that was wrapped, each with its end; returns how many. */
static int add_lines(const struct prompt_view *view, const char *words, int most,
                     struct text *text) {
    struct text wrapped = {0};
    int lines = 0;
    text_wrap(&wrapped, words, view->terminal.columns - 1);
    for (const char *line = text_get(&wrapped); *line && lines < most; lines++) {
        size_t length = strcspn(line, "\n");
        text_addf(text, "%.*s" TERMINAL_CUT "\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
    text_free(&wrapped);
    return lines;
}

static const char *keys_of(const struct chooser *chooser, const struct choice *choice) {
    bool goes_on = choice->more && strcmp(choice->text, chooser->beginning) != 0;
    if (!choice->more && !choice->whole)
        return chooser->mouse ? _("Arrows, Tab and clicks choose; Esc leaves.")
                              : _("Arrows and Tab choose; Esc leaves.");
    if (goes_on && chooser->mouse)
        return _("Enter goes on; arrows, Tab and clicks choose; Backspace goes back; Esc leaves.");
    if (goes_on)
        return _("Enter goes on; arrows and Tab choose; Backspace goes back; Esc leaves.");
    return chooser->mouse ? _("Enter or another click plays it; arrows and Tab choose; Esc leaves.")
                          : _("Enter plays it; arrows and Tab choose; Esc leaves.");
}

int chooser_add_words(const struct chooser *chooser, const struct choice *choice,
                      struct text *text) {
    struct text about = {0};
    add_about(chooser, choice, &about);
    int lines = add_lines(chooser->view, text_get(&about), LINES_ABOUT, text);
    text_free(&about);
    lines += add_lines(chooser->view, keys_of(chooser, choice), LINES_KEYS, text);
    text_cut(text, text->length - 1); /* the cursor stays in the last line */
    text_add(text, TERMINAL_BELOW);
    return lines;
}
