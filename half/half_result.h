/* half_result.h - a half that is over: how it ended, and its moves. Matches, saved games, records
 * and files of results all have it in this struct.
 *
 * Its texts belong to the code that filled it in, which says how long they last, until
 * half_result_keep() copies them.
 */
#ifndef TRIANCEY_HALF_HALF_RESULT_H
#define TRIANCEY_HALF_HALF_RESULT_H

#include "base/calendar.h"
#include "games/game.h"
#include "half/moves.h"
#include "half/said.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

enum { MATCH_NOBODY = -1 };

struct half_result {
    int number; /* from 1 */
    int margin[GAME_PLAYERS_MAX], points[GAME_PLAYERS_MAX];
    bool pointed;            /* the points are known */
    const char *termination; /* the game's word for its end, or a verdict's name */
    const char *text;        /* why it was forfeited, else "" */
    int at_fault;            /* the seat that forfeited, from 0, or MATCH_NOBODY */
    int plies;
    const char *moves, *clocks; /* as moves.h has them; NULL: not known */
    const char *finished;       /* when, in UTC */
    const char *opening;        /* of its game, NULL: none; see moves.h */
    char *kept;                 /* the copies of half_result_keep(), else NULL */
};

/* Gives the half copies of its texts, which last until half_result_free(). */
void half_result_keep(struct half_result *half);
void half_result_free(struct half_result *half);

/* A hash of the moves, and of the position that they begin at if that is spelled out: 0 if there
 * are none or they are not known. */
uint64_t half_moves_hash(const struct half_result *half);

/* The word for how a half ended, in the reader's language: of an end of the game (NULL: of any
 * game) or of a verdict; else the word as it is. */
const char *half_end_shown(const struct game *game, const char *termination);

enum { MATCH_FAULTS_MAX = 3 * GAME_PLAYERS_MAX };

struct match_fault {
    int seat;
    struct fault fault;
};

/* The result of a match. Reusable: match_play() clears it, match_result_free() frees it. */
struct match_result {
    struct half_result half; /* its texts are in the members below, until the next half */
    struct moves moves;
    struct said_list said;       /* what seats said of their moves, if they were asked */
    struct text open;            /* the moves as the public sees them, if the game hides anything */
    char text[FAULT_TEXT_SIZE];  /* why it was forfeited, else empty */
    char shown[FAULT_TEXT_SIZE]; /* that text for people; empty after match_forfeit() */
    char finished[CALENDAR_TIME_SIZE];
    int faults;
    struct match_fault fault[MATCH_FAULTS_MAX]; /* with the one that forfeited the half */
};

void match_result_free(struct match_result *result);

#endif
