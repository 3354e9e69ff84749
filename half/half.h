/* half.h - a half of a game while it is played, whoever plays it: its position, its moves, what
 * chance draws, and how it ends.
 *
 * All rules about a half are here. Players are not: the caller knows who has which seat, whose
 * clock runs, and what to do when it has run out. A half copies like any struct and needs no end;
 * the board and the list of moves belong to the caller and must live longer.
 */
#ifndef TRIANCEY_HALF_HALF_H
#define TRIANCEY_HALF_HALF_H

#include "base/random.h"
#include "games/game.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "half/verdict.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct text;

struct half {
    const struct game_board *board;
    int number;                   /* from 1 */
    int plies;                    /* moves so far, those of chance too */
    struct moves *moves;          /* where they are written down; NULL: nowhere */
    struct random chance;         /* what chance draws from: seeded by the caller before it draws */
    enum verdict verdict;         /* VERDICT_OK until the half is forfeited */
    int loser;                    /* of a forfeit: a seat or MATCH_NOBODY */
    const char *why;              /* of a forfeit */
    bool forgotten;               /* half_forget() */
    const char *opening;          /* of half_begin_at(), which must live longer; NULL: none */
    char written[GAME_MOVE_TEXT]; /* the last move as it is written down */
    struct game_state state;
};

/* Begins a half and empties `moves` (NULL: they are not written down). */
void half_begin(struct half *half, const struct game_board *board, int number, struct moves *moves);

/* Begins a half at the position of an opening (moves.h), whose moves are not played. If `opening`
 * is NULL or spells out no position, the half begins as with half_begin(). False and a message. */
bool half_begin_at(struct half *half, const struct game_board *board, int number,
                   const char *opening, struct moves *moves, struct error *error);

/* The seat to move, GAME_CHANCE or, when the half has ended by the rules or by a forfeit,
 * GAME_OVER. */
int half_turn(const struct half *half);

/* Reads a move and asks the rules about it. False and why it cannot be played: "move 3: ...". */
bool half_read_move(const struct half *half, const char *text, uint32_t *move, struct error *error);

/* A move that chance may make, each with the same probability. */
uint32_t half_draw_chance(struct half *half);

/* Plays a move that the rules allow. `took` is its time in microseconds; 0 for chance. */
void half_play_move(struct half *half, uint32_t move, int64_t took);

/* half_read_move(), then half_play_move(). */
bool half_play_text(struct half *half, const char *text, int64_t took, struct error *error);

/* Ends the half: the loser gets the worst margin of the board and the others the best one. Where
 * several are at fault, `loser` is MATCH_NOBODY and all get 0. The text `why` must live longer. */
void half_forfeit(struct half *half, int loser, enum verdict verdict, const char *why);

/* For a half that is forfeited because seats could not begin: its moves are forgotten, and no
 * points are counted. */
void half_forget(struct half *half);

/* Fills in the result of a half that is over, without the time when it was. The texts of the moves
 * last until another is played. */
void half_result(const struct half *half, struct half_result *result);

/* Adds what follows `newgame` and `position` in the protocol: the number of the half, the margins
 * carried into it where it is not the first, the players where they are more than two, the seed. */
void half_add_words(struct text *line, const struct game_board *board, int number, const int *carry,
                    uint64_t seed);

/* How many moves the players of a half made: chance's do not count, and counting stops at the first
 * move that is not legal. */
int half_count_players(const struct moves *moves, const struct game_board *board, int number);

#endif
