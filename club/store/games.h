/* games.h - tournament games of a club: a person against the reference computer.
 *
 * The rules. Each account may begin each board of the week once. A game has two halves; the person
 * has seat 1 and starts the first, the computer the second. A half begins when the person asks for
 * it, and from then on the player's clock runs: CLUB_CLOCK_MS for the half, and CLUB_INCREMENT_MS
 * more with each move. The computer takes no time. A person who exceeds the time or resigns loses
 * the half by the worst margin of the board. When the week ends, so do its games: halves that are
 * not over, and those that were not begun of a game that was, are lost by the worst margin.
 *
 * The club is the referee. A move is committed, with the computer's reply, before it is answered;
 * one that is sent again is answered as if it were new and changes nothing. It says which half it
 * belongs to and how many moves that half has before it, so that a late one or one of a second
 * window cannot be taken for another. Each half that is over becomes a row of the record at once:
 * its game has the club's source and WEEK/BOARD/ACCOUNT as its id there.
 *
 * The computer is the engine's player `reference`, with the seed of week.h, in this process.
 */
#ifndef TRIANCEY_CLUB_STORE_GAMES_H
#define TRIANCEY_CLUB_STORE_GAMES_H

#include "club/store/club.h"
#include "club/store/week.h"
#include "games/game.h"
#include "half/half_result.h"

#include <stdbool.h>
#include <stdint.h>

struct account;
struct error;

/* How a game stands. Empty: all zero. */
struct game_view {
    int64_t game;
    char week[WEEK_NAME_SIZE], word[WEEK_WORD_SIZE];
    int board;    /* from 1 */
    int half;     /* that is open or may be begun, from 1; CLUB_HALVES + 1: the game is over */
    bool open;    /* it was begun: it is the person's turn */
    int64_t left; /* on the clock, milliseconds; what a half begins with if none is open */
    struct moves moves;                   /* of the open half */
    int over;                             /* halves that are over */
    struct half_result past[CLUB_HALVES]; /* these */
};

void game_view_free(struct game_view *view);

/* Begins a half of a game on a board of the week that runs; the first half begins the game.
 * Half 0 is the one that is open or comes next. If the half is already open, nothing changes.
 * CLUB_CONFLICT: it was played, or is not the next. All of these functions fill in the view, even
 * when a move is refused, as long as the game is the player's own. */
enum club_answer game_begin(struct club *club, const struct account *account, int board, int half,
                            int64_t now, struct game_view *view, struct error *error);

/* Plays a move after this many others of a half. The text may be anything. */
enum club_answer game_move(struct club *club, const struct account *account, int64_t game, int half,
                           int before, const char *move, int64_t now, struct game_view *view,
                           struct error *error);

/* Resigns a half. A second call changes nothing. */
enum club_answer game_resign(struct club *club, const struct account *account, int64_t game,
                             int half, int64_t now, struct game_view *view, struct error *error);

enum club_answer game_read(struct club *club, const struct account *account, int64_t game,
                           int64_t now, struct game_view *view, struct error *error);

/* The numbers of the player's games of the running week, by board; 0: none there. */
bool games_of_week(struct club *club, const struct account *account, int64_t now,
                   int64_t game[WEEK_BOARDS], struct error *error);

/* Ends what has run out of time, and closes weeks that are over: now and then, at least once a
 * minute. False and a message: nothing was changed. */
bool games_settle(struct club *club, int64_t now, struct error *error);

/* Like games_settle(), but ends at most this many games, for callers that must not be delayed;
 * `all` says whether none is left. Weeks are closed only then. */
bool games_settle_some(struct club *club, int64_t now, int most, bool *all, struct error *error);

/* After the club was opened: the time since the last move of each game is given back, because
 * nobody could move. */
bool games_resume(struct club *club, int64_t now, struct error *error);

/* This time (ms) just now was nobody's: the machine or the program was suspended. */
bool games_give_back(struct club *club, int64_t lost, struct error *error);

#endif
