/* half_result.h - a half that is over: how it ended, and its moves. The match fills it in, a saved
 * game keeps it, a record has it, a file of results brings it: one struct for all of them.
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
    const char *text;        /* of a forfeit, else "" */
    int at_fault;            /* the seat that forfeited, from 0, or MATCH_NOBODY */
    int plies;
    const char *moves, *clocks; /* as moves.h has them; NULL: not known */
    const char *finished;       /* when, in UTC */
    char *kept;                 /* the copies of half_result_keep(), else NULL */
};

/* Gives the half copies of its texts, which last until half_result_free(). False: there is no
 * memory, and it has no texts. */
bool half_result_keep(struct half_result *half);
void half_result_free(struct half_result *half);

/* A hash of its moves, 0 if there are none or they are not known: two halves with the same moves
 * have the same hash. */
uint64_t half_moves_hash(const struct half_result *half);

/* The word for how a half ended, in the reader's language: an end of the game (NULL: of any game),
 * a verdict's, or as it stands. */
const char *half_end_shown(const struct game *game, const char *termination);

enum { MATCH_FAULTS_MAX = 3 * GAME_PLAYERS_MAX };

struct match_fault {
    int seat;
    struct fault fault;
};

/* How it went. Reusable: match_play() clears it, match_result_free() frees it. */
struct match_result {
    struct half_result half; /* its texts stand here, too, and last until the next half */
    struct moves moves;
    const char *opening;         /* that of the half, NULL or "" for none: it lasts as long */
    struct said_list said;       /* what seats said of their moves, those that were asked */
    struct text open;            /* the moves as the public sees them, if the game hides anything */
    char text[FAULT_TEXT_SIZE];  /* of a forfeit, else empty */
    char shown[FAULT_TEXT_SIZE]; /* the same for people; empty after match_forfeit() */
    char finished[CALENDAR_TIME_SIZE];
    int faults;
    struct match_fault fault[MATCH_FAULTS_MAX]; /* the forfeit's own among them */
};

void match_result_free(struct match_result *result);

#endif
