/* chooser.c - one picture, redrawn whole after each key: the position after the choice if that is a
 * move, else the position as it is, with the choice marked. The cursor goes up by as many lines as
 * the last drawing took, unless the console says that something else was written. The line below is
 * left to the console, which becomes the chosen text. */
#include "config.h"

#include "prompt/chooser.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "prompt/prompt_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ------------------------------------------------------------------------------------ */

void chooser_close(struct chooser *chooser) {
    choices_free(&chooser->choices);
    choices_free(&chooser->further);
    free(chooser->picture);
}

bool chooser_can(const struct chooser *chooser) {
    const struct terminal *terminal = &chooser->view->terminal;
    return chooser->view->on_terminal && chooser->view->drawable && terminal->moves &&
           terminal->columns >= CHOOSER_COLUMNS && terminal->rows >= CHOOSER_ROWS;
}

/* ---- what is said below the board ------------------------------------------------------------ */

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

/* Adds what the choice would do and which keys there are: lines that fit the window, the last one
 * without its end. Returns how many. */
static int chooser_add_words(const struct chooser *chooser, const struct choice *choice,
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

/* ---- what is shown --------------------------------------------------------------------------- */

static void chooser_find(struct choices *choices, const struct chooser *chooser,
                         const char *beginning) {
    choices_find(choices, chooser->view->board, &chooser->view->state, chooser->view->picture,
                 beginning, chooser->move);
}

static const struct choice *chosen(const struct chooser *chooser) {
    return &chooser->choices.choice[chooser->at];
}

static void mark_cell(struct picture *picture, int cell, unsigned mark) {
    struct picture_cell *marked = &picture->cell[cell];
    bool stands = false;
    marked->marks |= mark;
    for (int i = 0; i < picture->pieces; i++)
        if (picture->piece[i].cell == cell) {
            picture->piece[i].marks |= mark;
            stands = true;
        }
    if (!stands && !marked->label[0])
        strcpy(marked->label, "+");
}

static void mark_place(struct picture *picture, int place) {
    if (picture->labels == PICTURE_LABELS_MAX)
        return;
    struct picture_label *label = &picture->label[picture->labels++];
    label->at = picture->place[place].at;
    strcpy(label->text, "[+]");
}

/* A move that is not whole yet: where it begins, and the cells where it can go on. */
static void mark_beginning(struct chooser *chooser) {
    const struct choice *choice = chosen(chooser);
    struct picture *picture = chooser->picture;
    if (choice->more) {
        chooser_find(&chooser->further, chooser, choice->text);
        for (int i = 0; i < chooser->further.count; i++)
            if (chooser->further.choice[i].cell >= 0)
                mark_cell(picture, chooser->further.choice[i].cell, PICTURE_TAKEN);
    }
    if (choice->cell >= 0)
        mark_cell(picture, choice->cell, PICTURE_LAST);
    else if (choice->place >= 0)
        mark_place(picture, choice->place);
}

/* The position after the choice, if it is a move; else as it is, with the choice marked. */
static void make_picture(struct chooser *chooser) {
    const struct prompt_view *view = chooser->view;
    const struct game *game = view->board->game;
    const struct choice *choice = chosen(chooser);
    uint32_t move;
    if (choice->whole && game->parse(view->board, &view->state, choice->text, &move)) {
        struct game_state next;
        struct picture_before before = {&view->state, move};
        game_copy(view->board, &next, &view->state);
        game->play(view->board, &next, move);
        picture_of_state(chooser->picture, view->board, &next, &before);
    } else {
        picture_of_state(chooser->picture, view->board, &view->state, NULL);
        mark_beginning(chooser);
    }
}

/* Where the window is to be: around the choice, or around the cell that the move began with. */
static struct grid_point middle(const struct chooser *chooser) {
    return chosen(chooser)->lies ? chosen(chooser)->at : view_middle(chooser->view);
}

/* Draws everything again, from `up` lines above the cursor. */
static void chooser_draw(struct chooser *chooser, int up) {
    const struct terminal *terminal = &chooser->view->terminal;
    struct text text = {0};
    raster_free(&chooser->part.raster);
    make_picture(chooser);
    terminal_go_up(up, &text);
    draw_terminal_part(chooser->picture, terminal, view_board_rows(chooser->view), chooser->zoom,
                       middle(chooser), &text, &chooser->part);
    chooser->words = chooser_add_words(chooser, chosen(chooser), &text);
    chooser->lines = chooser->part.lines + chooser->words;
    fputs(text_get(&text), stdout);
    fflush(stdout);
    text_free(&text);
}

/* ---- choosing -------------------------------------------------------------------------------- */

/* Makes what follows a beginning the choices; `text` is the first one, if it is among them. */
static bool go_to(struct chooser *chooser, const char *beginning, const char *text) {
    chooser_find(&chooser->choices, chooser, beginning);
    if (chooser->choices.count == 0)
        return false;
    if (beginning != chooser->beginning)
        snprintf(chooser->beginning, sizeof chooser->beginning, "%s", beginning);
    int named = choices_named(&chooser->choices, text);
    bool itself = *beginning && strcmp(chooser->choices.choice[0].text, beginning) == 0;
    chooser->at = named >= 0 ? named
                  : itself   ? 0
                             : choices_nearest(&chooser->choices, view_middle(chooser->view));
    return true;
}

/* Takes the choice as a part of the move. True: the move is whole. */
static bool chooser_take(struct chooser *chooser) {
    struct choice choice = *chosen(chooser);
    bool goes_on = choice.more && strcmp(choice.text, chooser->beginning) != 0;
    if (!chooser->beginning[0])
        memcpy(chooser->last, choice.text, sizeof chooser->last);
    if (goes_on)
        go_to(chooser, choice.text, "");
    return choice.whole && !goes_on;
}

/* Gives the last part back. */
static void take_back(struct chooser *chooser) {
    char taken[GAME_MOVE_TEXT];
    memcpy(taken, chooser->beginning, sizeof taken);
    size_t length = choices_last_part(taken);
    chooser->beginning[length] = '\0';
    go_to(chooser, chooser->beginning, taken);
}

/* Finds the choice at a place of the part that is shown; -1: there is none. */
static int find_at(const struct choices *choices, const struct drawn_part *part, int column,
                   int row) {
    bool points = part->raster.picture->places > 0;
    return choices_at(choices, points ? -1 : drawn_part_cell(part, column, row),
                      points ? drawn_part_place(part, column, row) : -1);
}

/* Goes where a click was: a second one takes what the first has chosen, and what only begins a move
 * is taken at once. True: the move is whole. */
static bool click_at(struct chooser *chooser, int column, int row) {
    int found = find_at(&chooser->choices, &chooser->part, column, row);
    if (found < 0 && chooser->beginning[0]) {
        chooser_find(&chooser->further, chooser, "");
        found = find_at(&chooser->further, &chooser->part, column, row);
        if (found >= 0)
            go_to(chooser, "", chooser->further.choice[found].text);
    }
    if (found < 0)
        return false;
    bool again = found == chooser->at && chosen(chooser)->whole;
    chooser->at = found;
    return again || (chosen(chooser)->more && !chosen(chooser)->whole) ? chooser_take(chooser)
                                                                       : false;
}

static bool click(struct chooser *chooser, const struct key *key) {
    int row = console_cursor_row(chooser->console); /* of the last line of words */
    return row > 0 && click_at(chooser, key->column - 1, key->row - 1 - (row - chooser->lines));
}

static void look_how_large(struct chooser *chooser) {
    const struct prompt_view *view = chooser->view;
    chooser->zoom = draw_terminal_zoom(view->picture, &view->terminal, view_board_rows(view));
}

/* Another program has written to the screen: the board is drawn below that. In another window,
 * where lines may have been broken anew, it is drawn from the top. False: that window is too small.
 */
static bool begin_again(struct chooser *chooser) {
    struct prompt_view *view = chooser->view;
    int columns = view->terminal.columns, rows = view->terminal.rows;
    struct text text = {0};
    view_look_at_terminal(view, &view->terminal);
    bool same = columns == view->terminal.columns && rows == view->terminal.rows;
    terminal_go_up(same ? 0 : view->terminal.rows, &text);
    text_add(&text, TERMINAL_BELOW);
    fputs(text_get(&text), stdout);
    text_free(&text);
    chooser->lines = 1;
    look_how_large(chooser);
    return chooser_can(chooser);
}

/* What a key does. True: no more. */
static bool obey(struct chooser *chooser, const struct key *key, bool *whole) {
    struct choices *choices = &chooser->choices;
    switch (key->kind) {
    case KEY_LEFT:
    case KEY_RIGHT:
        chooser->at = choices_beside(choices, chooser->at, key->kind == KEY_LEFT ? -1 : 1, 0);
        return false;
    case KEY_UP:
    case KEY_DOWN:
        chooser->at = choices_beside(choices, chooser->at, 0, key->kind == KEY_UP ? -1 : 1);
        return false;
    case KEY_NEXT:
    case KEY_PREVIOUS:
        chooser->at = choices_next(choices, chooser->at, key->kind == KEY_NEXT ? 1 : -1);
        return false;
    case KEY_ENTER:
        return *whole = chooser_take(chooser);
    case KEY_CLICK:
        return *whole = click(chooser, key);
    case KEY_ERASE:
        if (!chooser->beginning[0])
            return true;
        take_back(chooser);
        return false;
    case KEY_CHARACTER:
    case KEY_PASTE:
        console_give_back(chooser->console, key);
        return true;
    case KEY_REDRAW:
        return !begin_again(chooser);
    case KEY_UNKNOWN:
    case KEY_CURSOR:
        return false;
    case KEY_END: /* by a signal, at which a line was begun below */
        chooser->lines++;
        return true;
    case KEY_ESCAPE:
        break;
    }
    return true;
}

/* The next key that means something. */
static struct key next_key(struct chooser *chooser) {
    struct key key;
    do
        key = console_key(chooser->console);
    while (key.kind == KEY_UNKNOWN || key.kind == KEY_CURSOR);
    return key;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Where the click was that began it, on the board above the prompt. False: outside of it. */
static bool begin_by_click(struct chooser *chooser, const struct key *key, int up) {
    struct prompt_view *view = chooser->view;
    int row = console_cursor_row(chooser->console);
    struct text text = {0};
    if (row <= up)
        return false;
    draw_terminal_part(view->picture, &view->terminal, view_board_rows(view), 100,
                       view_middle(view), &text, &chooser->part);
    text_free(&text);
    int found = find_at(&chooser->choices, &chooser->part, key->column - 1, key->row - row + up);
    if (found < 0)
        raster_free(&chooser->part.raster);
    else
        chooser->at = found;
    if (found >= 0 && chosen(chooser)->more && !chosen(chooser)->whole)
        chooser_take(chooser);
    return found >= 0;
}

enum console_choice chooser_run(struct chooser *chooser, struct key first, bool disturbed,
                                char text[CONSOLE_CHOICE]) {
    struct prompt_view *view = chooser->view;
    bool whole = false, over = false;
    int up = view_lines_up(view);
    if (!chooser_can(chooser) || !go_to(chooser, "", chooser->last))
        return CONSOLE_IGNORED;
    if (!chosen(chooser)->whole && !chosen(chooser)->more)
        chooser->at = choices_nearest(&chooser->choices, chosen(chooser)->at);
    if (disturbed)
        up = 0;
    if (first.kind == KEY_CLICK && up > 0 && !begin_by_click(chooser, &first, up))
        return CONSOLE_IGNORED;
    if (up == 0)
        putchar('\n');
    look_how_large(chooser);
    while (!over) {
        chooser_draw(chooser, up);
        struct key key = next_key(chooser);
        over = obey(chooser, &key, &whole);
        up = chooser->lines - 1;
    }
    raster_free(&chooser->part.raster);
    snprintf(text, CONSOLE_CHOICE, "%s", whole ? chosen(chooser)->text : "");
    struct text back = {0};
    terminal_go_up(up, &back);
    text_add(&back, TERMINAL_BELOW);
    fputs(text_get(&back), stdout);
    text_free(&back);
    view_show(view);
    return whole ? CONSOLE_CHOSEN : CONSOLE_LEFT;
}
