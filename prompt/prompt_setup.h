/* prompt_setup.h - what a prompt is given, and what it asks the code that runs the match to do. */
#ifndef TRIANCEY_PROMPT_PROMPT_SETUP_H
#define TRIANCEY_PROMPT_PROMPT_SETUP_H

#include "games/game.h"

#include <stdatomic.h>
#include <stdbool.h>

struct line_reader;
struct saved_game;
struct taken_back;

enum prompt_request {
    PROMPT_NOTHING,
    PROMPT_BACK,    /* moves are to be taken back: prompt_plies_kept() says how many stay */
    PROMPT_FORWARD, /* moves that were taken back last are to be put back */
    PROMPT_QUIT     /* the game is to be kept for another time */
};

/* Everything that is pointed to must outlive the prompt. */
struct prompt_setup {
    const struct game_board *board;
    const char *name[GAME_PLAYERS_MAX]; /* at each seat */
    bool person[GAME_PLAYERS_MAX];
    bool tournament; /* no hints, nothing taken back */
    bool ascii;
    const struct saved_game *saved;
    const struct taken_back *taken_back; /* moves that can be put back */
    const int *plies_before;   /* how many moves of the half were played and shown before */
    struct line_reader *lines; /* console.h; another prompt may go on with them */
    const atomic_int *stop;
};

#endif
