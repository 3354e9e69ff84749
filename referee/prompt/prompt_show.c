/* prompt_show.c - the position on the screen, and what moves do, in words. See prompt_parts.h. */
#include "config.h"

#include "base/language.h"
#include "referee/draw/draw_terminal.h"
#include "referee/prompt/prompt_parts.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Lines below the board: what happened, the status, the prompt, and one more that it may wrap to.
 */
enum { LINES_BESIDE = 4 };

/* A reaction is shown in so much time at most, and no step takes longer than this; what a move
 * would do stays on the screen for so long. */
enum { REACTION_US = 4000000, STEP_US_MAX = 350000, LOOK_US = 1200000 };

/* ---- the position ---------------------------------------------------------------------------- */

const char *prompt_side(const struct prompt *prompt, int seat, char side[PROMPT_SIDE_SIZE]) {
    const char *name = seat >= 0 ? prompt->setup.name[seat] : NULL;
    if (seat == GAME_CHANCE) {
        snprintf(side, PROMPT_SIDE_SIZE, "%s", _("chance"));
        return side;
    }
    snprintf(side, PROMPT_SIDE_SIZE, _("seat %d (%s)"), seat + 1, name);
    for (int i = 0; prompt->drawable && i < prompt->picture->sides; i++)
        if (prompt->picture->side[i].seat == seat)
            snprintf(side, PROMPT_SIDE_SIZE, "%s (%s)", _(prompt->picture->side[i].name), name);
    return side;
}

void prompt_say_score(const struct prompt *prompt, int seat, int points, int margin) {
    char side[PROMPT_SIDE_SIZE];
    prompt_side(prompt, seat, side);
    fputs("  ", stdout);
    text_print_left(stdout, PROMPT_SIDE_COLUMNS, side);
    printf(_(" %4d   margin %+d\n"), points, margin);
}

void prompt_draw(struct prompt *prompt) {
    struct picture_before before = {&prompt->before, prompt->last};
    prompt->drawable = picture_of_state(prompt->picture, prompt->setup.board, &prompt->state,
                                        prompt->last == GAME_NO_MOVE ? NULL : &before);
}

static void look_at_terminal(struct prompt *prompt) {
    terminal_look(&prompt->terminal, STDOUT_FILENO);
    if (prompt->setup.ascii)
        prompt->terminal.unicode = false;
}

static int board_rows(const struct prompt *prompt) {
    return prompt->terminal.rows - LINES_BESIDE;
}

void prompt_show_status(struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    struct game_score score;
    struct text line = {0};
    char side[PROMPT_SIDE_SIZE];
    board->game->score(board, &prompt->state, &score);
    for (int i = 0; i < board->players; i++) {
        for (int k = 0; prompt->drawable && k < prompt->picture->sides; k++)
            if (prompt->picture->side[k].seat == i) {
                terminal_sample(&prompt->terminal, prompt->picture->side[k].colour, &line);
                text_add(&line, " ");
            }
        text_addf(&line, "%s %d   ", prompt_side(prompt, i, side), score.points[i]);
    }
    fputs(text_get(&line), stdout);
    if (board->game->halves > 1)
        printf(_("move %d, half %d of %d\n"), prompt->plies + 1, prompt->half.half,
               board->game->halves);
    else
        printf(_("move %d\n"), prompt->plies + 1);
    text_free(&line);
}

void prompt_show(struct prompt *prompt) {
    struct text text = {0};
    look_at_terminal(prompt);
    if (prompt->drawable &&
        draw_terminal(prompt->picture, &prompt->terminal, board_rows(prompt), &text) > 0) {
        fputs(text_get(&text), stdout);
    } else {
        char plain[GAME_SHOW_SIZE];
        prompt->setup.board->game->show(prompt->setup.board, &prompt->state, plain);
        fputs(plain, stdout);
    }
    text_free(&text);
    prompt_show_status(prompt);
    prompt->shown = true;
}

/* ---- moves in words -------------------------------------------------------------------------- */

/* What a move changes; 0: games of this kind set nothing off. */
static int unfold(const struct prompt *prompt, const struct game_state *from, uint32_t move) {
    const struct game *game = prompt->setup.board->game;
    return game->unfold ? game->unfold(prompt->setup.board, from, move, prompt->change) : 0;
}

void prompt_say_rules(const struct prompt *prompt) {
    const struct game *game = prompt->setup.board->game;
    if (!game->rules[0])
        printf("%s\n", _(game->about));
    for (int i = 0; i < GAME_RULES_MAX && game->rules[i]; i++)
        printf("%s\n", _(game->rules[i]));
}

void prompt_say_move(struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    char text[GAME_MOVE_TEXT], side[PROMPT_SIDE_SIZE];
    struct text taken = {0};
    int mover = board->game->turn(board, &prompt->before);
    int changes = unfold(prompt, &prompt->before, prompt->last);
    board->game->format(board, &prompt->before, prompt->last, prompt->seat, text);
    prompt_side(prompt, mover, side);
    for (int i = 1; i < changes; i++)
        text_addf(&taken, " %d", prompt->change[i].cell);
    if (changes > 1)
        printf(ngettext("%s: %s, and the reaction takes %d more:%s\n",
                        "%s: %s, and the reaction takes %d more:%s\n", (unsigned long)changes - 1),
               side, text, changes - 1, text_get(&taken));
    else
        printf(_("%s: %s\n"), side, text);
    text_free(&taken);
}

static void explain_step(const struct game_change *change) {
    if (change->cause[0] >= 0 && change->cause[1] >= 0)
        printf(_("  step %d: cell %d is taken, for %d and %d are beside it\n"), change->step,
               change->cell, change->cause[0], change->cause[1]);
    else
        printf(_("  step %d: cell %d is taken, for %d and a pawn are beside it\n"), change->step,
               change->cell, change->cause[0] >= 0 ? change->cause[0] : change->cause[1]);
}

void prompt_explain(struct prompt *prompt, uint32_t move) {
    const struct game_board *board = prompt->setup.board;
    struct game_state next;
    struct game_score score;
    char text[GAME_MOVE_TEXT];
    int seat = board->game->turn(board, &prompt->state);
    int changes = unfold(prompt, &prompt->state, move);
    board->game->format(board, &prompt->state, move, seat, text);
    if (changes > 1)
        printf(ngettext("%s takes %d more, for it has two neighbours of the colour:\n",
                        "%s takes %d more, for each has two neighbours of the colour:\n",
                        (unsigned long)changes - 1),
               text, changes - 1);
    else if (changes == 1)
        printf(_("%s takes no other cell.\n"), text);
    for (int i = 1; i < changes; i++)
        explain_step(&prompt->change[i]);
    game_copy(board, &next, &prompt->state);
    board->game->play(board, &next, move);
    board->game->score(board, &next, &score);
    printf(_("Then the score would be:\n"));
    for (int i = 0; i < board->players; i++)
        prompt_say_score(prompt, i, score.points[i], score.margin[i]);
}

/* ---- step by step ---------------------------------------------------------------------------- */

/* Draws a picture over the one before it, of `lines` lines; returns how many it has. */
static int draw_over(const struct prompt *prompt, const struct picture *picture, int lines) {
    struct text text = {0};
    if (lines > 0)
        terminal_go_up(&prompt->terminal, lines, &text);
    lines = draw_terminal(picture, &prompt->terminal, board_rows(prompt), &text);
    fputs(text_get(&text), stdout);
    fflush(stdout);
    text_free(&text);
    return lines;
}

bool prompt_animate(struct prompt *prompt, const struct game_state *from, uint32_t move) {
    const struct game_board *board = prompt->setup.board;
    look_at_terminal(prompt);
    if (!prompt->drawable || !terminal_moves(&prompt->terminal) ||
        !console_is_terminal(prompt->console))
        return false;
    int changes = unfold(prompt, from, move), lines = 0;
    if (changes < 1)
        return false;
    int steps = prompt->change[changes - 1].step, seat = board->game->turn(board, from);
    int64_t wait = REACTION_US / (steps + 1);
    for (int step = 0; step <= steps && !atomic_load(prompt->setup.stop); step++) {
        picture_of_state(prompt->picture, board, from, NULL);
        picture_unfold(prompt->picture, prompt->change, changes, step, seat);
        lines = draw_over(prompt, prompt->picture, lines);
        if (steps > 0)
            clock_sleep_us(wait < STEP_US_MAX ? wait : STEP_US_MAX);
    }
    prompt_draw(prompt);
    if (from == &prompt->state && !atomic_load(prompt->setup.stop))
        clock_sleep_us(LOOK_US); /* at what would be; then back to what is */
    draw_over(prompt, prompt->picture, lines);
    prompt->shown = true;
    return true;
}
