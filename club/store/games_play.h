/* games_play.h - one game of a club: read from the file, played on, its finished halves written to
 * the record. For games.c, within one of its transactions.
 *
 * A game stays in memory as the transaction has it, so that a move needs neither the rows nor a
 * replay again; club_forget() is for changes that do not go through this file. */
#ifndef TRIANCEY_CLUB_STORE_GAMES_PLAY_H
#define TRIANCEY_CLUB_STORE_GAMES_PLAY_H

#include "club/store/club.h"
#include "club/store/week.h"
#include "half/half.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

/* Where the two sit. */
enum { SEAT_PERSON, SEAT_COMPUTER };

/* A game as the file has it. */
struct played {
    struct kept_thing thing;
    int64_t id, account, number; /* the number from which its seeds follow */
    int64_t record;              /* its number in the record; 0: no half is over */
    char week[WEEK_NAME_SIZE];
    int board, half;
    bool open, closed; /* closed: its week */
    int64_t since, left, week_end;
    const struct made_board *made;
    char word[WEEK_WORD_SIZE];
    int seeded; /* the half whose seed is known; 0: of none */
    uint64_t seed;
    struct moves moves; /* of the half that is open or comes next, */
    struct half now;    /* and this half: most of the room for a state is never touched */
};

/* By its number; it is kept until another is read. CLUB_UNKNOWN: no such game. */
enum club_answer played_read(struct club *club, int64_t id, struct played **played,
                             struct error *error);

/* Begins its next half. */
bool played_begin(struct club *club, struct played *played, int64_t now, struct error *error);

/* Plays a move of the person that the rules allow, and the computer's reply. */
bool played_move(struct club *club, struct played *played, uint32_t move, int64_t now,
                 struct error *error);

/* The person loses the half that is open or comes next, for a reason of verdict.h. */
bool played_forfeit(struct club *club, struct played *played, enum verdict verdict, int64_t when,
                    struct error *error);

/* Ends what is over by that time: the half whose clock has run out, the game if its week has. */
bool played_settle(struct club *club, struct played *played, int64_t now, struct error *error);

#endif
