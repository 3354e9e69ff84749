/* match.h - one half of a game between the seats of a table, under the referee's own rules.
 *
 * The referee keeps the position itself: it draws for chance, parses every move and judges it by
 * the game's rules before it is passed on, and computes the margins. A seat that breaks the rules
 * or the protocol, exceeds its time, or is gone, forfeits the half: it gets the worst margin of the
 * board and its opponents the best one; so does one that resigns, which is not a fault. If several
 * seats cannot begin, all get 0.
 */
#ifndef TRIANCEY_REFEREE_MATCH_MATCH_H
#define TRIANCEY_REFEREE_MATCH_MATCH_H

#include "games/game.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/said.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

struct seat;

/* A move that was made. */
struct match_move {
    const char *text;        /* as the result has it */
    int seat;                /* who made it, GAME_CHANCE for chance */
    bool opening;            /* one of the moves that the half began with */
    int64_t took;            /* microseconds; 0 for chance and in an opening */
    int64_t left;            /* microseconds on the clock of that seat; below 0: it has none */
    const struct said *said; /* what the seat said of it; NULL: nothing */
};

/* What is to be played. */
struct match_half {
    const struct game_board *board;
    const char *board_line; /* the board as the protocol spells it out */
    int half;               /* from 1 */
    bool opens;             /* the first half of its game that is played at this table */
    int carry[GAME_PLAYERS_MAX];
    struct seat *seat[GAME_PLAYERS_MAX];
    uint64_t seat_seed[GAME_PLAYERS_MAX]; /* mixed with chance_seed where hands are hidden */
    uint64_t chance_seed;
    const char *opening; /* what the half begins with (half/moves.h): the referee makes its moves,
                            of chance too, and they take no time; NULL: nothing */
    const struct moves *played; /* a half that was interrupted goes on after these, which are read
                                   before the first new one is made; NULL: from the beginning */
    void (*moved)(void *context, const struct match_move *move); /* for each move after these, which
                                                                    is in the result; or NULL */
    void *context;
};

/* How a half ended. The result is valid only with MATCH_FINISHED. */
enum match_end {
    MATCH_FINISHED,
    MATCH_STOPPED,    /* a seat answered VERDICT_STOPPED. If it chose to, the others are ready for
                        another half; else all have to be stopped or freed */
    MATCH_MACHINE,    /* the program of a seat does not start: result->shown says which, and why.
                        All seats have to be stopped or freed, as in the next case */
    MATCH_BAD_HISTORY /* of the opening, or of the moves played before, only the first
                         result->moves.count are legal */
};

enum match_end match_play(const struct match_half *match, struct match_result *result);

/* Makes the result of a half without a move: the seats that are withdrawn (one or more) have
 * forfeited it, for the reason in `text`. Never fails. */
void match_forfeit(const struct match_half *match, const bool *withdrawn, const char *text,
                   struct match_result *result);

#endif
