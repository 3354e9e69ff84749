/* look_back.c - see look_back.h. */
#include "config.h"

#include "prompt/look_back.h"

#include "base/language.h"
#include "half/half.h"
#include "half/moves.h"
#include "prompt/console.h"
#include "prompt/prompt_state.h"
#include "prompt/saved.h"
#include "prompt/say.h"
#include "prompt/stepping.h"

#include <stdio.h>

/* Brings a half to a place, after so many of its moves that are not chance's, and shows it. What
 * chance does is a part of the step to the next move, or of the last one. */
static void show(struct prompt_view *view, const struct moves *moves, int half, int place,
                 int places) {
    const struct game_board *board = view->board;
    struct moves_reader reader = moves_read(text_get(&moves->words), NULL);
    uint32_t move;
    view_begin(view, half);
    view->past = true;
    while ((view->moves < place || place == places) && moves_next(&reader) &&
           board->game->parse(board, &view->state, reader.text, &move)) {
        bool told = view->moves + 1 >= place;
        view_play(view, move);
        if (told)
            view_say_move(view);
    }
    if (view->moves == 0 && board->game->halves > 1)
        say(_("The beginning of half %d.\n"), half);
    else if (view->moves == 0)
        say(_("The beginning of the game.\n"));
    view_say_chance(view);
    view_show(view);
}

/* A step at a place; false: no more. */
static bool step(struct prompt *prompt, int half, int moves, int *place) {
    char asked[80], *line;
    if (prompt->setup.board->game->halves > 1)
        snprintf(asked, sizeof asked, _("half %d, move %d of %d> "), half, *place, moves);
    else
        snprintf(asked, sizeof asked, _("move %d of %d> "), *place, moves);
    for (;;) {
        if (console_read(prompt->console, asked, &line) != CONSOLE_LINE) {
            if (console_is_terminal(prompt->console))
                putchar('\n');
            return false;
        }
        enum stepping answer = stepping_obey(line, moves, place);
        if (answer != STEPPING_STAY)
            return answer == STEPPING_GO;
    }
}

void look_back(struct prompt *prompt) {
    const struct saved_half *half = prompt->setup.saved->half;
    int halves = prompt->setup.board->game->halves, number = 1, place = 0;
    struct prompt_view *view = &prompt->view;
    int places = half_count_players(&half[0].moves, view->board, 1);
    view->closed = view->shared = false;
    view->reader = GAME_EVERYBODY;
    stepping_say_help();
    show(view, &half[0].moves, 1, 0, places);
    while (step(prompt, number, places, &place)) {
        if (place < 0 && number > 1) {
            number--;
            place = places = half_count_players(&half[number - 1].moves, view->board, number);
        } else if (place > places && number < halves) {
            number++;
            places = half_count_players(&half[number - 1].moves, view->board, number);
            place = 0;
        }
        if (place < 0)
            say(_("This is the beginning.\n"));
        else if (place > places)
            say(_("This is the end.\n"));
        place = place < 0 ? 0 : place > places ? places : place;
        if (view->half != number || view->moves != place)
            show(view, &half[number - 1].moves, number, place, places);
    }
}
