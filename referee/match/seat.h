/* seat.h - a player at the table as the match sees it: a process or a person alike.
 *
 * A seat learns how a half begins and hears every move, chooses its own, and may be asked for the
 * score at the end. Moves need not be passed on before the seat is asked for something. Functions
 * that return a verdict wait; anything but VERDICT_OK is explained in `fault`, and VERDICT_STOPPED
 * means that the referee is being ended.
 */
#ifndef TRIANCEY_REFEREE_MATCH_SEAT_H
#define TRIANCEY_REFEREE_MATCH_SEAT_H

#include "games/game.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

struct client_score;
struct limits;
struct said;
struct seat;

/* How a half begins. */
struct seat_half {
    const struct game_board *board;
    const char *board_line;      /* the board as the protocol spells it out */
    int half;                    /* from 1 */
    bool opens;                  /* the game: no half of it was played by this process */
    int seat;                    /* the seat's own number, from 0 */
    int carry[GAME_PLAYERS_MAX]; /* margins of the halves before */
    uint64_t seed;               /* of this seat in this half, below 2^63 */
    const char *start;   /* the position that the half begins at, if it is spelled out, else "" */
    const char *opening; /* moves that were made already, as the seat may read them; "": none */
};

struct seat_kind {
    /* Begins a half without waiting: starts what must be started, and says what is played. ready()
     * then waits until the seat can be asked for a move. */
    void (*begin)(struct seat *seat, const struct seat_half *half);
    enum verdict (*ready)(struct seat *seat);

    /* A move was made, by any seat or by chance. */
    void (*notify_move)(struct seat *seat, const char *move);

    /* It is the seat's turn. `clock` has the microseconds left to each seat, below 0 where there is
     * no clock. The move is text that has not been judged; `took` is in microseconds. */
    enum verdict (*choose)(struct seat *seat, const struct game_board *board, const int64_t *clock,
                           const int64_t *increment, char move[GAME_MOVE_TEXT], int64_t *took);

    /* Called after the seat's own move, if the reply that it expects is legal and would give it the
     * turn: it may think about its answer until it hears what was really played. NULL: it never
     * does. */
    void (*ponder)(struct seat *seat, const struct game_board *board, const int64_t *clock,
                   const int64_t *increment);

    /* The half is over: ask_score() asks for the score, score() waits for it. Both NULL: the seat
     * counts no scores. */
    void (*ask_score)(struct seat *seat);
    enum verdict (*score)(struct seat *seat, struct client_score *score);

    /* After a fault: ends the engine, politely or at once; begin() starts it again. NULL: none. */
    void (*stop)(struct seat *seat, bool politely);

    /* request_quit(), before free(), asks it to end without waiting. NULL: it ends at once. */
    void (*request_quit)(struct seat *seat);
    void (*free)(struct seat *seat);
};

struct seat {
    const struct seat_kind *kind;
    const char *name;
    const struct limits *limits;
    struct fault fault;
    char expected[GAME_MOVE_TEXT]; /* the reply that it expects to its last move; "": none */
    bool asked;              /* set by callers that want to know what it says about its moves */
    const struct said *said; /* about the last move; NULL: nothing */
    int warnings;            /* in this half */
    struct fault warning;    /* the first of them */
};

#endif
