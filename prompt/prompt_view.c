/* prompt_view.c - the position at the prompt, in pictures and words. A reaction is shown step by
 * step by drawing over the same lines, in at most four seconds altogether. The status line must fit
 * the window: names of players are left out first, then names of colours, then the number of the
 * move. */
#include "config.h"

#include "prompt/prompt_view.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/needed.h"
#include "draw/draw_terminal.h"
#include "prompt/prompt_words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Lines below the board: what happened, the status, the prompt, and one that it may wrap to. */
enum { LINES_BESIDE = 4, SIDE_COLUMNS = 32 };

/* The longest time for showing a reaction, and for one of its steps; and how long the effect of a
 * possible move stays on the screen. */
enum { REACTION_US = 4000000, STEP_US_MAX = 350000, LOOK_US = 1200000 };

/* ---- life ------------------------------------------------------------------------------------ */

void view_open(struct prompt_view *view) {
    view->animate = true;
    view->picture = needed(calloc(1, sizeof *view->picture));
    view->change = needed(calloc(GRID_CELLS_MAX, sizeof *view->change));
    view_begin(view, 1);
}

void view_close(struct prompt_view *view) {
    text_free(&view->chance);
    free(view->picture);
    free(view->change);
}

static void view_draw(struct prompt_view *view) {
    struct picture_before before = {&view->before, view->last};
    view->drawable = picture_of_state(view->picture, view->board, &view->state,
                                      view->last == GAME_NO_MOVE ? NULL : &before);
    if (view->closed)
        memset(view->picture->hand, 0, sizeof view->picture->hand);
}

void view_begin(struct prompt_view *view, int half) {
    view->half = half;
    view->plies = view->moves = 0;
    view->past = false;
    view->last = GAME_NO_MOVE;
    view->shown = false;
    text_clear(&view->chance);
    view->board->game->start(view->board, &view->state, half);
    view_draw(view);
}

void view_play(struct prompt_view *view, uint32_t move) {
    game_copy(view->board, &view->before, &view->state);
    view->board->game->play(view->board, &view->state, move);
    view->last = move;
    view->plies++;
    view->moves += view->board->game->turn(view->board, &view->before) != GAME_CHANCE;
    view->shown = false;
    view->below = -1;
    view_draw(view);
}

void view_look(struct prompt_view *view, int reader, const struct game_state *state,
               const struct game_state *before, uint32_t last) {
    game_copy(view->board, &view->state, state);
    game_copy(view->board, &view->before, before);
    view->last = last;
    view->reader = reader;
    view->shown = false;
    view_draw(view);
}

/* ---- the position ---------------------------------------------------------------------------- */

const struct picture_side *view_find_side(const struct prompt_view *view, int seat) {
    const struct picture *picture = view->picture;
    for (int i = 0; view->drawable && i < picture->sides; i++)
        if (picture->side[i].seat == seat)
            return &picture->side[i];
    return NULL;
}

const char *view_side(const struct prompt_view *view, int seat, char side[VIEW_SIDE_SIZE]) {
    const char *name = seat >= 0 ? view->name[seat] : NULL;
    const struct picture_side *drawn = view_find_side(view, seat);
    if (drawn)
        snprintf(side, VIEW_SIDE_SIZE, "%s (%s)", _(drawn->name), name);
    else
        snprintf(side, VIEW_SIDE_SIZE, _("seat %d (%s)"), seat + 1, name);
    return side;
}

const char *view_colour(const struct prompt_view *view, int seat, char side[VIEW_SIDE_SIZE]) {
    const struct picture_side *drawn = view_find_side(view, seat);
    if (drawn)
        return _(drawn->name);
    snprintf(side, VIEW_SIDE_SIZE, _("seat %d"), seat + 1);
    return side;
}

void view_add_points(const char *side, int points, struct text *text) {
    size_t length = strlen(side);
    bool number = length > 0 && isdigit((unsigned char)side[length - 1]);
    text_addf(text, number ? _("%s: %d") : "%s %d", side, points);
}

bool view_has_margins(const struct prompt_view *view) {
    return view->board->worst > 1;
}

void view_say_score(const struct prompt_view *view, int seat, int points, int margin) {
    char side[VIEW_SIDE_SIZE];
    char score[64];
    view_side(view, seat, side);
    if (view_has_margins(view))
        snprintf(score, sizeof score, _("%4d   margin %+d"), points, margin);
    else
        snprintf(score, sizeof score, "%4d", points);
    say_row(SIDE_COLUMNS, side, score);
}

void view_look_at_terminal(const struct prompt_view *view, struct terminal *terminal) {
    terminal_look(terminal, STDOUT_FILENO);
    if (view->ascii)
        terminal->unicode = false;
}

int view_board_rows(const struct prompt_view *view) {
    return view->terminal.rows - LINES_BESIDE;
}

int view_lines_up(struct prompt_view *view) {
    int columns = view->terminal.columns, rows = view->terminal.rows;
    view_look_at_terminal(view, &view->terminal);
    bool same = columns == view->terminal.columns && rows == view->terminal.rows;
    int up = view->lines + view->below;
    return view->below >= 0 && same && up < rows ? up : 0;
}

struct grid_point view_middle(const struct prompt_view *view) {
    struct grid_point least, greatest;
    picture_bounds(view->picture, &least, &greatest);
    return (struct grid_point){(least.x + greatest.x) / 2, (least.y + greatest.y) / 2};
}

/* The name of a side in the line below the board. */
enum brevity { WITH_PLAYER, WITHOUT_PLAYER, SEAT_ALONE };

/* Adds each side with its points, and returns how many columns that takes. */
static int add_sides(const struct prompt_view *view, enum brevity brevity, struct text *line) {
    const struct game_board *board = view->board;
    struct game_score score;
    int columns = 0;
    board->game->score(board, &view->state, &score);
    for (int i = 0; i < board->players; i++) {
        struct text words = {0};
        char side[VIEW_SIDE_SIZE];
        const struct picture_side *drawn = view_find_side(view, i);
        view_side(view, i, side);
        if (drawn) {
            terminal_sample(&view->terminal, drawn->colour, line);
            text_add(line, " ");
            columns += 3;
        }
        if (drawn && brevity == WITHOUT_PLAYER)
            snprintf(side, sizeof side, "%s", _(drawn->name));
        if (brevity == SEAT_ALONE)
            snprintf(side, sizeof side, "%d", i + 1);
        view_add_points(side, score.points[i], &words);
        text_add(&words, brevity == SEAT_ALONE ? "  " : "   ");
        text_add(line, text_get(&words));
        columns += text_columns(text_get(&words));
        text_free(&words);
    }
    return columns;
}

/* Adds the words of the line after the sides. */
static void add_rest(const struct prompt_view *view, struct text *rest) {
    const struct game *game = view->board->game;
    bool over = view->past || game->turn(view->board, &view->state) == GAME_OVER;
    if (view->drawable)
        text_add(rest, view->picture->status);
    if (rest->length > 0 && !(over && game->halves == 1))
        text_add(rest, ", ");
    if (over && game->halves > 1)
        text_addf(rest, _("half %d of %d"), view->half, game->halves);
    else if (game->halves > 1)
        text_addf(rest, _("move %d, half %d of %d"), view->moves + 1, view->half, game->halves);
    else if (!over)
        text_addf(rest, _("move %d"), view->moves + 1);
}

/* Prints one line, at most as wide as the terminal: names of players are left out first, then names
 * of colours, then the number of the move. */
void view_show_status(struct prompt_view *view) {
    const char *status = view->drawable ? view->picture->status : "";
    enum brevity brevity = *status || view->board->players > 2 ? WITHOUT_PLAYER : WITH_PLAYER;
    struct text rest = {0}, sides = {0};
    add_rest(view, &rest);
    int room = view->terminal.columns - text_columns(text_get(&rest));
    bool fits = add_sides(view, brevity, &sides) < room;
    while (!fits && brevity < SEAT_ALONE) {
        text_clear(&sides);
        fits = add_sides(view, ++brevity, &sides) < room;
    }
    printf("%s%s\n", text_get(&sides), fits ? text_get(&rest) : status);
    text_free(&sides);
    text_free(&rest);
    view->below += view->below >= 0;
}

void view_clear(struct prompt_view *view) {
    view_look_at_terminal(view, &view->terminal);
    if (view->terminal.moves)
        fputs(TERMINAL_CLEAR, stdout);
}

/* Says how many numbers are left out because they would touch, and returns that. */
static int say_left_out(const struct prompt_view *view) {
    int count = draw_terminal_left_out(view->picture, &view->terminal, view_board_rows(view));
    if (count > 0)
        say(ngettext("The window is too small for the number of %d cell: make it larger, or "
                     "type svg FILE for the whole board.\n",
                     "The window is too small for the numbers of %d cells: make it larger, or "
                     "type svg FILE for the whole board.\n",
                     (unsigned long)count),
            count);
    return count;
}

void view_show(struct prompt_view *view) {
    struct text text = {0};
    view_look_at_terminal(view, &view->terminal);
    view_draw(view);
    view->below = -1;
    view->lines = view->drawable
                      ? draw_terminal(view->picture, &view->terminal, view_board_rows(view), &text)
                      : 0;
    if (view->drawable) {
        fputs(text_get(&text), stdout);
        view->below = say_left_out(view) > 0 ? -1 : 0;
    } else {
        char plain[GAME_SHOW_SIZE];
        view->board->game->show(view->board, &view->state, plain);
        fputs(plain, stdout);
    }
    text_free(&text);
    view_show_status(view);
    view->shown = true;
}

/* ---- moves in words -------------------------------------------------------------------------- */

/* Lists what a move changes; 0: moves of this game have no further effects. */
static int unfold(const struct prompt_view *view, const struct game_state *from, uint32_t move) {
    const struct game *game = view->board->game;
    return game->unfold ? game->unfold(view->board, from, move, view->change) : 0;
}

void view_say_chance(struct prompt_view *view) {
    if (view->chance.length > 0) {
        struct text words = {0};
        view->below = -1;
        chance_words_add(text_get(&view->chance), &words);
        say_text(text_get(&words));
        text_free(&words);
    }
    text_clear(&view->chance);
    view->chanced[0] = '\0';
}

/* What the game says that a move does, in lines. */
static const char *tell(const struct prompt_view *view, const struct game_state *from,
                        uint32_t move, char told[GAME_SHOW_SIZE]) {
    const struct game *game = view->board->game;
    told[0] = '\0';
    if (game->tell)
        game->tell(view->board, from, move, told);
    return told;
}

static void say_indented(const char *lines) {
    for (const char *line = lines; *line;) {
        size_t length = strcspn(line, "\n");
        say("  %.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
}

void view_say_move(struct prompt_view *view) {
    const struct game_board *board = view->board;
    char text[GAME_MOVE_TEXT], side[VIEW_SIDE_SIZE], told[GAME_SHOW_SIZE];
    struct text taken = {0};
    int mover = board->game->turn(board, &view->before);
    int changes = unfold(view, &view->before, view->last);
    board->game->format(board, &view->before, view->last, view->shared ? GAME_PUBLIC : view->reader,
                        text);
    if (mover == GAME_CHANCE) {
        if (strcmp(text, view->chanced) != 0) /* hidden pieces reveal nothing */
            text_addf(&view->chance, " %s", text);
        strcpy(view->chanced, text);
        return;
    }
    view_say_chance(view);
    view_side(view, mover, side);
    for (int i = 1; i < changes; i++)
        text_addf(&taken, " %d", view->change[i].cell);
    if (changes > 1)
        say(ngettext("%s: %s, and the reaction takes %d more:%s\n",
                     "%s: %s, and the reaction takes %d more:%s\n", (unsigned long)changes - 1),
            side, text, changes - 1, text_get(&taken));
    else
        say(_("%s: %s\n"), side, text);
    say_indented(tell(view, &view->before, view->last, told));
    text_free(&taken);
}

static void explain_step(const struct game_change *change) {
    if (change->cause[0] >= 0 && change->cause[1] >= 0)
        say(_("  step %d: cell %d is taken, because %d and %d are beside it\n"), change->step,
            change->cell, change->cause[0], change->cause[1]);
    else
        say(_("  step %d: cell %d is taken, because %d and a pawn are beside it\n"), change->step,
            change->cell, change->cause[0] >= 0 ? change->cause[0] : change->cause[1]);
}

void view_explain(struct prompt_view *view, uint32_t move) {
    const struct game_board *board = view->board;
    struct game_state next;
    struct game_score score;
    char text[GAME_MOVE_TEXT], told[GAME_SHOW_SIZE];
    int seat = board->game->turn(board, &view->state);
    int changes = unfold(view, &view->state, move);
    bool tells = tell(view, &view->state, move, told)[0] != '\0';
    board->game->format(board, &view->state, move, seat, text);
    if (changes > 1)
        say(ngettext("%s takes %d more, because it has two neighbours of the colour:\n",
                     "%s takes %d more, because each has two neighbours of the colour:\n",
                     (unsigned long)changes - 1),
            text, changes - 1);
    else if (changes == 1)
        say(_("%s takes no other cell.\n"), text);
    else if (tells)
        say(_("After %s:\n"), text);
    for (int i = 1; i < changes; i++)
        explain_step(&view->change[i]);
    say_indented(told);
    game_copy(board, &next, &view->state);
    board->game->play(board, &next, move);
    board->game->score(board, &next, &score);
    if (changes > 0 || tells)
        say(_("Then the score would be:\n"));
    else
        say(_("After %s, the score would be:\n"), text);
    for (int i = 0; i < board->players; i++)
        view_say_score(view, i, score.points[i], score.margin[i]);
}

/* ---- step by step ---------------------------------------------------------------------------- */

/* Draws a picture over the one before it, of `lines` lines; returns how many it has. */
static int draw_over(const struct prompt_view *view, const struct picture *picture, int lines) {
    struct text text = {0};
    if (lines > 0)
        terminal_go_up(lines, &text);
    lines = draw_terminal(picture, &view->terminal, view_board_rows(view), &text);
    fputs(text_get(&text), stdout);
    fflush(stdout);
    text_free(&text);
    return lines;
}

bool view_animate(struct prompt_view *view, const struct game_state *from, uint32_t move) {
    const struct game_board *board = view->board;
    view_look_at_terminal(view, &view->terminal);
    if (!view->drawable || !view->terminal.moves || !view->on_terminal)
        return false;
    int changes = unfold(view, from, move), lines = 0;
    if (changes < 1)
        return false;
    int steps = view->change[changes - 1].step, seat = board->game->turn(board, from);
    int64_t wait = REACTION_US / (steps + 1);
    for (int step = 0; step <= steps && !atomic_load(view->stop); step++) {
        picture_of_state(view->picture, board, from, NULL);
        picture_unfold(view->picture, view->change, changes, step, seat);
        lines = draw_over(view, view->picture, lines);
        if (steps > 0)
            clock_sleep_us(wait < STEP_US_MAX ? wait : STEP_US_MAX);
    }
    view_draw(view);
    if (from == &view->state && !atomic_load(view->stop))
        clock_sleep_us(LOOK_US); /* people look at it before it goes */
    view->lines = draw_over(view, view->picture, lines);
    view->below = 0;
    view->shown = true;
    return true;
}
