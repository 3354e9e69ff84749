/* prompt_state.h - what a prompt is inside, for its own modules alone. */
#ifndef TRIANCEY_PROMPT_PROMPT_STATE_H
#define TRIANCEY_PROMPT_PROMPT_STATE_H

#include "base/text.h"
#include "games/game.h"
#include "half/verdict.h"
#include "prompt/chooser.h"
#include "prompt/prompt_setup.h"
#include "prompt/prompt_view.h"
#include "referee/match/seat.h"

#include <stdint.h>

struct console;

/* What a line was. */
enum prompt_line {
    LINE_SAID,   /* a command, which was obeyed: another line is wanted */
    LINE_MOVE,   /* a move, in prompt->chosen */
    LINE_RESIGN, /* the half was resigned */
    LINE_LEAVE   /* the match is to be left: prompt->request says why */
};

/* What one of the people at the prompt knows: everything, where nothing is hidden. */
struct known {
    struct game_state state, before;
    uint32_t last;
    struct text moves; /* as the person was told of them, separated by blanks */
    int seen;          /* how many there were when the person last moved */
};

struct prompt {
    struct prompt_setup setup;
    struct console *console;
    console_complete *complete; /* for questions between games; NULL: the commands of a game */
    struct prompt_view view;
    struct chooser chooser;
    uint32_t *move; /* room for all legal ones */
    bool secret;    /* several people are here, and each has something to hide */
    struct known known[GAME_PLAYERS_MAX];
    int viewer; /* the seat whose position is in the view: it alone shows what happens */
    bool asked; /* somebody has taken the keyboard */
    struct seat_half half;
    int silent;            /* the first few moves are not shown again */
    struct text movers;    /* who made each move, as a byte: a seat or GAME_CHANCE */
    enum prompt_line line; /* what the last one was */
    enum prompt_request request;
    int kept;                    /* plies, when moves are taken back */
    char chosen[GAME_MOVE_TEXT]; /* the move */
};

/* Asks a person for a move (prompt_ask.c): the move and its microseconds, or why there is none. */
enum verdict prompt_ask(struct prompt *prompt, int seat, char move[GAME_MOVE_TEXT], int64_t *took,
                        struct fault *fault);

#endif
