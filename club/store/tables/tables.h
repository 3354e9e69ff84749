/* tables.h - tables of a club: games between people by a link, by correspondence, of a person
 * against engines of the operator, and tournament games.
 *
 * The rules. The person who opens a table chooses the game, the clock and the opponents: any game
 * for two to four players, on any board of the library or of a word. A table with a free seat waits
 * for somebody with its invitation. When all seats are taken, the first half begins, and after each
 * half the next. A clock is for one half, with an increment for each move, and does not run for
 * TABLE_PAUSE_MS before the first turn of a half; by correspondence each move has its days. Engines
 * have the terms of the operator instead, the reference computer takes no time. A player who
 * exceeds the time or resigns loses the half by the worst margin of the board. So does an engine
 * that fails, and the reason is shown. A draw is offered and agreed to where the game has the word.
 * Tables that nobody joined, and those that have been over for long, are deleted.
 *
 * A tournament game is a table with a board of the week, which each account may begin once, against
 * the reference computer; no other table counts for the ranking of a week. The person has seat 1. A
 * half begins when they ask for it, and from then on their clock runs: CLUB_CLOCK_MS, and
 * CLUB_INCREMENT_MS more with each move. When the week ends, so do its games: halves that are not
 * over, and those that were not begun of a game that was, are lost by the worst margin. The
 * computer has the seed of week.h. Each half that is over becomes a row of the record at once: its
 * game has the club's source and WEEK/BOARD/NUMBER as its id there, with the number of the account.
 * For others there is no such table.
 *
 * The club is the referee: a move is committed, with what follows by itself, before it is answered;
 * one that is sent again is answered as if it were new and changes nothing. It says which half it
 * belongs to and how many moves that half has before it, so that a late one or one of a second
 * window cannot be taken for another. Chance is drawn from a secret whose SHA-256 is public from
 * the beginning, and which is published when the table is over.
 *
 * Access: a table has a name that cannot be guessed. Anyone who knows it may watch, and sees what
 * the public may see. A seat belongs to an account, or to a guest with its seat key: 64 hexadecimal
 * digits that the guest has drawn, of which the club keeps the SHA-256. A key is for one table;
 * opening or joining again with the same key changes nothing.
 *
 * Halves of other tables are not rows of the record: a record has one game (record.h), that of the
 * club, and names of players; tables have any game, and guests have no name. table_result_write()
 * writes a table as a file that `import` reads, so that its game can become one of any record.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLES_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLES_H

#include "club/store/club.h"
#include "club/store/tables/table_request.h"

#include <stdbool.h>
#include <stdint.h>

/* All of these functions fill in the view, even when something is refused, if there is a table of
 * that name. CLUB_FORBIDDEN: the person has no seat there. Each reads `who`, `name`, `now` and
 * `view` of the request, and the members that are named. */

/* Opens a table as an `offer` says. CLUB_FORBIDDEN: engines play with those who have an account. */
table_act tables_open;

/* Begins a tournament game on a `board` of the week that runs. If its first half is open, nothing
 * changes; CLUB_CONFLICT, with the view: it is over. */
table_act tables_open_board;

/* Takes a free seat by an `invite`. CLUB_FORBIDDEN: that is not the table's invitation. */
table_act tables_join;

/* Plays a `move` in a `half` that has so many moves `before`. */
table_act tables_move;

/* Offers a draw or agrees to one; or declines, if not `agree`. Both are moves. */
table_act tables_draw;

/* Begins the next half of a tournament game. Half 0 is the one that is open or comes next; if it is
 * open, nothing changes. */
table_act tables_half;

/* Resigns a `half`. A second call changes nothing. */
table_act tables_resign;

table_act tables_read;

/* The names of an account's tournament games of a week, or of the one that runs ("current"), by
 * board; "": none there. False and a message: there is no such week. */
bool tables_of_week(struct club *club, const struct account *account, const char *week, int64_t now,
                    char name[WEEK_BOARDS][SECRET_SIZE], struct error *error);

/* Adds "tables": the other tables at which an account sits, first those where it is the account's
 * turn, last those that are over, in each group the newest first. */
bool tables_add_list(struct club *club, int64_t account, const struct page_request *page,
                     int64_t *total, struct json *json, struct error *error);

/* The words of states, for programs. */
extern const char *const table_state_name[];

/* Does what is due: ends halves whose time is up, deletes old tables. Call it at least once a
 * minute. Each call does some of the work; *more says whether something is left. `changed`, unless
 * NULL, is called with the name of each table that has changed. False and a message: a table is
 * damaged, and the others were settled; or nothing was changed. */
bool tables_settle(struct club *club, int64_t now, bool *more,
                   void (*changed)(void *context, const char *name), void *context,
                   struct error *error);

/* After the club was opened: the time in which it was closed, since tables_settle() was called
 * last, is given back to all. */
bool tables_resume(struct club *club, int64_t now, struct error *error);

/* Gives this time (ms) back to all clocks: the machine or the program was suspended. */
bool tables_give_back(struct club *club, int64_t lost, struct error *error);

/* How many tables that are not tournament games are waiting, open and over. */
bool tables_count(struct club *club, int64_t count[3], struct error *error);

#endif
