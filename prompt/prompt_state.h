/* prompt_state.h - what a prompt is inside, for its own modules alone. */
#ifndef TRIANCEY_PROMPT_PROMPT_STATE_H
#define TRIANCEY_PROMPT_PROMPT_STATE_H

#include "base/text.h"
#include "games/game.h"
#include "half/verdict.h"
#include "prompt/adviser.h"
#include "prompt/chooser.h"
#include "prompt/prompt_setup.h"
#include "prompt/prompt_view.h"
#include "referee/match/seat.h"

#include <stdint.h>

struct console;

/* What a line was. */
enum prompt_line {
    LINE_SAID,   /* answered: the next one, please */
    LINE_MOVE,   /* a move, in prompt->chosen */
    LINE_RESIGN, /* the half was resigned */
    LINE_LEAVE   /* prompt->request says what for */
};

/* What one of the people here knows: as much as all, where nothing is hidden. */
struct sight {
    struct game_state state, before;
    uint32_t last;
    struct text moves; /* as the person was told of them, separated by blanks */
    int seen;          /* of them, when the person looked last */
};

struct prompt {
    struct prompt_setup setup;
    struct console *console;
    struct prompt_view view;
    struct adviser adviser;
    struct chooser chooser;
    uint32_t *move; /* room for all legal ones */
    bool secret;    /* several people are here, and each has something to hide */
    struct sight sight[GAME_PLAYERS_MAX];
    int looker; /* whose position is in the view: this seat passes on what happens */
    bool asked; /* somebody sits at the keyboard */
    struct seat_half half;
    int silent;            /* the first few moves are not shown again */
    struct text movers;    /* the seat of each, as a byte; GAME_CHANCE too */
    enum prompt_line line; /* what the last one was */
    enum prompt_request request;
    int kept;                    /* plies, when moves are taken back */
    char chosen[GAME_MOVE_TEXT]; /* the move */
};

/* Asks a person for a move (prompt_ask.c): the move and its microseconds, or why there is none. */
enum verdict prompt_ask(struct prompt *prompt, int seat, char move[GAME_MOVE_TEXT], int64_t *took,
                        struct fault *fault);

#endif
