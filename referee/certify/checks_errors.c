/* checks_errors.c - what cannot be obeyed is answered by one error, and changes nothing. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/error.h"
#include "base/language.h"

#include <stdio.h>
#include <string.h>

/* Lines that no engine can obey, whatever it supports beyond the minimum. */
static const char *const wrong[] = {
    "paly 0",
    "Isready",
    "go movetime soon",
    "go movetime",
    "go movetime 10 movetime 20",
    "go movetime -1",
    "go movetime 1000000001",
    "go depth 0",
    "go nodes 0",
    "go id x",
    "newgame half 0",
    "newgame half 1000",
    "newgame half",
    "newgame seed x",
    "newgame carry",
    "newgame half 1 half 2",
    "play",
    "play no-such-move",
    "play 99999999999999999999",
    "setgrid",
    "setgrid inline",
    "setgrid inline selacata x cells 4 sides 1,2,3",
    "setgrid inline selacata x cells 300 sides 1,2,3",
    "setgrid inline no-such-game x cells 4 sides 1,2,3 0,2,3 0,1,3 0,1,2",
    "setoption",
    "setoption name",
    "ponderhit",
    NULL};

static bool check_wrong_lines(struct check_run *run) {
    bool good = true;
    for (int i = 0; good && wrong[i]; i++) {
        check_say(run, "%s", wrong[i]);
        good = check_refused(run, NULL);
    }
    return good;
}

/* After each wrong line the engine must count what it counted before, and still accept the moves of
 * its position. */
static bool check_nothing_changed(struct check_run *run) {
    bool good = true;
    for (int i = 0; good && wrong[i]; i++) {
        practice_advance(run, 1);
        check_say(run, "%s", wrong[i]);
        good = check_refused(run, NULL) && practice_compare_score(run);
    }
    return good && practice_go(run, "movetime 50", PATIENCE_MS);
}

/* Finds a move that the rules refuse in this position, among the moves of a later one; false: none.
 */
static bool find_illegal(struct check_run *run, const struct game_state *later,
                         char word[GAME_MOVE_TEXT]) {
    const struct practice *practice = &run->practice;
    const struct game *game = practice->board->game;
    struct error why;
    uint32_t move;
    int count = game->moves(practice->board, later, run->moves);
    for (int i = 0; i < count; i++) {
        game->format(practice->board, later, run->moves[i], GAME_EVERYBODY, word);
        if (game->parse(practice->board, &practice->state, word, &move) &&
            game->refuse(practice->board, &practice->state, move, &why))
            return true;
    }
    return false;
}

/* Tries moves of later positions that are illegal here, and a legal move followed by a bad one. */
static bool try_illegal(struct check_run *run, const struct setup_board *at) {
    const struct game_state *state = &run->practice.state;
    char word[GAME_MOVE_TEXT], good_word[GAME_MOVE_TEXT];
    bool good = true;
    practice_begin(run, at, 1, GAME_EVERYBODY, 1);
    for (int i = 0; good && i < 30; i++) {
        struct game_state later = *state;
        for (int j = 0; j < 3; j++) {
            uint32_t move = practice_choose(run, &later);
            if (move != GAME_NO_MOVE)
                at->board->game->play(at->board, &later, move);
        }
        if (find_illegal(run, &later, word)) {
            check_say(run, "play %s", word);
            good = check_refused(run, "illegal");
            uint32_t move = practice_choose(run, state);
            if (good && move != GAME_NO_MOVE) {
                at->board->game->format(at->board, state, move, GAME_EVERYBODY, good_word);
                check_say(run, "play %s no-such-move", good_word);
                good = check_refused(run, NULL);
            }
        }
        practice_advance(run, 1);
        if (practice_turn(run) == GAME_OVER)
            break;
    }
    return good && check_ready(run);
}

static bool check_illegal(struct check_run *run) {
    for (int i = 0; i < run->arenas; i++) {
        const struct setup *setup = &run->arena[i];
        for (int j = 0; j < setup->boards && j < 3; j++)
            if (!setup->game->guess && !try_illegal(run, &setup->board[j]))
                return false;
    }
    return true;
}

/* Impossible boards must be refused, and the board that the engine has must stay. */
static bool check_bad_boards(struct check_run *run) {
    static const char *const bad[] = {
        "cells 4 sides 1,2,3 0,2,3 0,1,3 0,1,1", /* twice the same neighbour */
        "cells 4 sides 1,2,3 0,2,3 0,1,3 0,1,3", /* its own neighbour */
        "cells 4 sides 1,2,3 0,2,3 0,1,3 0,1,9", /* no such cell */
        "cells 4 sides 1,2,3 0,2,3 0,1,3",       /* too few groups */
        "cells 4 sides 1,2,3 0,2,3 0,1,3 0,1",   /* two sides */
        "cells 8 sides 1,2,3 0,2,3 0,1,3 0,1,2 5,6,7 4,6,7 4,5,7 4,5,6", /* in two parts */
        "cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,5", /* not mutual */
        NULL};
    const struct setup_board *at = check_board(run);
    const char *game = at->board_line + 15;
    bool good = true;
    if (strncmp(at->board_line, "setgrid inline ", 15) != 0)
        return check_skip(run, _("no game on boards of cells is announced"));
    for (int i = 0; good && bad[i]; i++) {
        check_say(run, "setgrid inline %.*s bad %s", (int)strcspn(game, " "), game, bad[i]);
        good = check_refused(run, NULL);
    }
    return good && practice_go(run, "movetime 50", PATIENCE_MS);
}

const struct check checks_of_errors[] = {
    {"unknown-command", "2", N_("an unknown command is refused"),
     N_("Answer error unknown COMMAND: TEXT; never ignore a line, and never exit because of one."),
     .dialogue = "> paly 0\n< error unknown\n> bestmove 1\n< error unknown"},
    {"wrong-lines", "2", N_("each wrong line gets one error"),
     N_("Check every field: how many words it has, its bounds, and that it is given only once."),
     .run = check_wrong_lines, .half = true},
    {"errors-change-nothing", "2", N_("an error leaves everything as it was"),
     N_("Check a whole line before you execute any part of it."), .run = check_nothing_changed,
     .half = true},
    {"illegal-moves", "6",
     N_("illegal moves are refused, and no other move of their line is played"),
     N_("play with several moves is all or nothing; answer error illegal."), .run = check_illegal},
    {"bad-boards", "5", N_("impossible boards are refused"),
     N_("Neighbours are mutual and distinct, no cell is its own neighbour, and the board is "
        "connected."),
     .run = check_bad_boards, .half = true, .moves = 3},
    {0}};
