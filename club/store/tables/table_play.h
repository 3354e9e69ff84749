/* table_play.h - the referee of a table: judges moves, draws chance, lets the reference computer
 * answer, ends halves and begins the next. For the sources of tables.h, within their transactions.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_PLAY_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_PLAY_H

#include "club/store/club.h"
#include "club/store/tables/table_file.h"

#include <stdbool.h>
#include <stdint.h>

/* The open half as it stands, also as a reader knows it (table_known()). It is kept with the table:
 * replayed once, then each move is played there. NULL and a message. */
struct table_position *table_now(struct club *club, const struct table_row *table, int reader,
                                 struct error *error);

/* A half after its first moves (INT_MAX: all), also as a reader knows it: replayed, to be freed by
 * table_position_free(). NULL and a message. */
struct table_position *table_replay(struct club *club, const struct table_row *table, int half,
                                    int plies, int reader, struct error *error);

/* The move that was played after this many others of a half, "" if there is none. False and a
 * message. */
bool table_find_move(struct club *club, const struct table_row *table, int half, int before,
                     char text[GAME_MOVE_TEXT], struct error *error);

/* Draws the seat of whoever opens a table without choosing one, from the table's secret. */
int table_lot(const struct table_row *table);

/* Whether a guest has opened the table, and people have not made two moves there. */
bool table_is_idle(struct club *club, const struct table_row *table, bool *idle,
                   struct error *error);

/* Judges a seat's move, as text: CLUB_INVALID and why it is illegal, by what the seat knows. */
enum club_answer table_judge(const struct table_position *position, int seat, const char *text,
                             uint32_t *move, struct error *error);

/* Begins the first half, or the next one of a tournament game. */
bool table_begin(struct club *club, struct table_row *table, int64_t now, struct error *error);

/* Plays a move that the rules allow of the seat whose turn it is, which took this many
 * microseconds, and then whatever needs no player: chance, the end of a half, the next one. */
bool table_play(struct club *club, struct table_row *table, struct table_position *position,
                uint32_t move, int64_t took, int64_t now, struct error *error);

/* Ends the open half: a seat has lost it, for a reason of verdict.h; `text` says more, or "". */
bool table_forfeit(struct club *club, struct table_row *table, int loser, enum verdict verdict,
                   const char *text, int64_t now, struct error *error);

/* The week of a tournament game is over: so is the game, and the person loses each half that was
 * not. */
bool table_withdraw(struct club *club, struct table_row *table, struct error *error);

/* The seed of a player that is a program, in one half: below 2^63; nobody can know it before the
 * secret is public. */
uint64_t table_seed(const struct table_row *table, int half, int seat);

#endif
