/* prompt_ask.c - asks a person for a move: hands over the keyboard, shows the board, reads lines.
 *
 * The time of a move begins when the person can see the position: handing over the keyboard does
 * not count.
 */
#include "config.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/text.h"
#include "half/moves.h"
#include "prompt/console.h"
#include "prompt/prompt_commands.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_words.h"

#include <stdio.h>
#include <string.h>

/* Adds the moves that chance has made in a row, in words. */
static void end_chance(struct text *chance, struct text *text) {
    chance_words_add(text_get(chance), text);
    text_clear(chance);
}

/* Says what the others have done since this person last moved. */
static void say_since(const struct prompt *prompt, const struct known *known) {
    struct moves_reader reader = moves_read(text_get(&known->moves), NULL);
    char side[VIEW_SIDE_SIZE];
    int plies = (int)prompt->movers.length, number = 0;
    struct text text = {0}, chance = {0};
    if (known->seen > 0 && known->seen < plies)
        text_add(&text, _("Since your last move:\n"));
    for (; known->seen > 0 && moves_next(&reader); number++) {
        int mover = (signed char)prompt->movers.bytes[number];
        if (number < known->seen)
            continue;
        if (mover == GAME_CHANCE) {
            text_add_word(&chance, reader.text);
        } else {
            end_chance(&chance, &text);
            text_addf(&text, "%s: %s\n", view_side(&prompt->view, mover, side), reader.text);
        }
    }
    end_chance(&chance, &text);
    if (known->seen > 0 && known->seen < plies)
        say_text(text_get(&text));
    text_free(&text);
    text_free(&chance);
}

/* Asks to pass the keyboard to the player to move, unless that player has it already, and shows
 * what that player knows. False: nobody takes it. */
static bool hand_over(struct prompt *prompt, int seat) {
    struct known *known = &prompt->known[seat];
    char side[VIEW_SIDE_SIZE];
    view_say_chance(&prompt->view);
    if (prompt->viewer == seat && (prompt->asked || !prompt->secret))
        return true;
    if (prompt->secret && console_is_terminal(prompt->console)) {
        char *line;
        struct text question = {0};
        view_clear(&prompt->view);
        text_addf(&question, _("%s has the keyboard. Press Enter to see the hand. "),
                  view_side(&prompt->view, seat, side));
        enum console_answer answer = console_read(prompt->console, text_get(&question), &line);
        text_free(&question);
        if (answer != CONSOLE_LINE)
            return false;
    }
    prompt->view.closed = false;
    prompt->viewer = seat;
    prompt->asked = true;
    bool same = prompt->view.shown && !prompt->secret; /* all see the same position */
    view_look(&prompt->view, seat, &known->state, &known->before, known->last);
    prompt->view.shown = same;
    if (prompt->secret)
        say_since(prompt, known);
    return true;
}

/* Lets the chooser run: a console_choose. */
static enum console_choice ask_choose(void *context, struct key first, bool disturbed,
                                      char text[CONSOLE_CHOICE]) {
    struct prompt *prompt = context;
    return chooser_run(&prompt->chooser, first, disturbed, text);
}

/* Says how to enter a move; called in the first moves of a half. */
static void say_how(struct prompt *prompt) {
    const char *how = !chooser_can(&prompt->chooser) ? _("Type a move, or help.\n")
                      : prompt->chooser.mouse
                          ? _("Type a move, or help; or choose by arrow keys or mouse.\n")
                          : _("Type a move, or help; or choose by arrow keys.\n");
    bool fits = text_columns(how) < prompt->view.terminal.columns;
    prompt->view.below = prompt->view.below >= 0 && fits ? prompt->view.below + 1 : -1;
    say_text(how);
}

/* Shows the position, before the time of the move begins. */
static void show_position(struct prompt *prompt) {
    bool terminal = console_is_terminal(prompt->console);
    if (!terminal)
        prompt->view.shown =
            true; /* a picture for each move would only be in the way: `show` asks */
    if (!prompt->view.shown)
        view_show(&prompt->view);
    else if (terminal)
        view_show_status(&prompt->view);
    if (prompt->view.moves < prompt->setup.board->players && terminal)
        say_how(prompt);
}

/* Asks for lines until one is a move, or ends the half. */
static void ask_lines(struct prompt *prompt, int seat) {
    char side[VIEW_SIDE_SIZE];
    struct text question = {0};
    text_addf(&question, "%s> ", view_side(&prompt->view, seat, side));
    prompt->line = LINE_SAID;
    while (prompt->line == LINE_SAID) {
        char *line;
        struct chooser *chooser = &prompt->chooser;
        console_set_choose(prompt->console, chooser_can(chooser) ? ask_choose : NULL,
                           chooser->mouse);
        enum console_answer answer = console_read(prompt->console, text_get(&question), &line);
        console_set_choose(prompt->console, NULL, false);
        if (answer == CONSOLE_LINE) {
            prompt->view.below = -1; /* the line and its answer now stand below the board */
            prompt_obey(prompt, line);
            continue;
        }
        prompt->request = PROMPT_QUIT;
        prompt->line = LINE_LEAVE;
        putchar('\n');
    }
    text_free(&question);
}

enum verdict prompt_ask(struct prompt *prompt, int seat, char move[GAME_MOVE_TEXT], int64_t *took,
                        struct fault *fault) {
    *took = 0;
    if (!hand_over(prompt, seat)) {
        prompt->request = PROMPT_QUIT;
        putchar('\n');
        return VERDICT_STOPPED;
    }
    show_position(prompt);
    int64_t start = clock_us();
    ask_lines(prompt, seat);
    *took = clock_us() - start;
    prompt->known[seat].seen = (int)prompt->movers.length + 1; /* with the move to come */
    if (prompt->line == LINE_RESIGN)
        return fault_set(fault, VERDICT_RESIGNED, N_("seat %d resigned"), seat + 1);
    if (prompt->line == LINE_LEAVE)
        return VERDICT_STOPPED;
    memcpy(move, prompt->chosen, GAME_MOVE_TEXT);
    return VERDICT_OK;
}
