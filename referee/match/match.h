/* match.h - one half of a game between the seats of a table, under the referee's own rules.
 *
 * The referee keeps the position himself: chance is drawn by him, every move is parsed and judged
 * by the game's rules before anybody is told, and the margins are his own. A seat that breaks the
 * rules, the protocol or its time, or is gone, forfeits the half: it gets the worst margin of the
 * board and its opponents the best one; so does one that resigns, which is no fault. If several
 * seats cannot begin, nobody gets anything.
 */
#ifndef TRIANCEY_REFEREE_MATCH_MATCH_H
#define TRIANCEY_REFEREE_MATCH_MATCH_H

#include "base/text.h"
#include "games/game.h"
#include "referee/match/seat.h"

#include <stdbool.h>
#include <stdint.h>

enum { MATCH_FAULTS_MAX = 3 * GAME_PLAYERS_MAX, MATCH_NOBODY = -1 };

/* What is to be played. */
struct match_half {
    const struct game_board *board;
    const char *board_line; /* the board as the protocol spells it out */
    int half;               /* from 1 */
    bool opens;             /* the first half of its game that is played at this table */
    int carry[GAME_PLAYERS_MAX];
    struct seat *seat[GAME_PLAYERS_MAX];
    uint64_t seat_seed[GAME_PLAYERS_MAX];
    uint64_t chance_seed;
    const char *played, *played_clocks; /* a half that was broken off goes on behind these moves,
                                           written as in a result and read before the first new
                                           one; NULL: from the beginning */
    void (*moved)(void *context, const char *move, int64_t took); /* for each move after these, as
                                                                     the result has it; or NULL */
    void *context;
};

struct match_fault {
    int seat;
    struct fault fault;
};

/* How it went. Reusable: match_play() clears it, match_result_free() frees it. */
struct match_result {
    struct text moves;  /* parted by blanks */
    struct text clocks; /* microseconds of each move, 0 for chance */
    int plies;
    int points[GAME_PLAYERS_MAX];
    int margin[GAME_PLAYERS_MAX];
    const char *termination;     /* the game's word for its end, or a verdict's name */
    char text[FAULT_TEXT_SIZE];  /* of a forfeit, else empty */
    char shown[FAULT_TEXT_SIZE]; /* the same for people; empty behind match_forfeit() */
    int at_fault;                /* the seat that forfeited, or MATCH_NOBODY */
    int faults;
    struct match_fault fault[MATCH_FAULTS_MAX]; /* the forfeit's own among them */
};

/* False: interrupted (a seat answered VERDICT_STOPPED), out of memory, or the moves played before
 * are not legal; the result means nothing, and all seats have to be dropped or freed, unless it was
 * the stopping seat's own wish: then the others are still ready for another half. */
bool match_play(const struct match_half *match, struct match_result *result);

/* The same without a move: the seats that are withdrawn (one or more) have forfeited it, for the
 * reason in `text`. Never fails. */
void match_forfeit(const struct match_half *match, const bool *withdrawn, const char *text,
                   struct match_result *result);

void match_result_free(struct match_result *result);

#endif
