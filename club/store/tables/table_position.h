/* table_position.h - a half of a table as far as it was played, and what each reader knows of it.
 *
 * Where hands are hidden, two positions are kept side by side: the full one, and for each reader
 * that has asked the one that follows from the moves as they may be read there. What a seat asks
 * for is judged first by what the seat knows, so that no refusal reveals more.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_POSITION_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_POSITION_H

#include "base/text.h"
#include "games/game.h"
#include "half/half.h"

#include <stdbool.h>
#include <stdint.h>

struct table_reading;

struct table_position {
    struct moves moves; /* of the half */
    char *opening;      /* that it begins with, a copy; NULL: the start */
    struct table_reading *reading[GAME_PUBLIC + 1]; /* by reader: a seat or GAME_PUBLIC; NULL where
                                                       nothing is hidden or nobody has asked */
    struct half half; /* the last member: its state has only the bytes that its board needs */
};

/* The beginning of a half, allocated; `opening` as half_begin_at() takes it. NULL: the opening
 * cannot be on this board. */
struct table_position *table_position_new(const struct game_board *board, int half,
                                          const char *opening);
void table_position_free(struct table_position *position); /* NULL is allowed */

/* The next half begins. */
void table_position_restart(struct table_position *position, int half);

/* Plays a legal move, also for all readers. False: a reader cannot follow, so the file is damaged.
 */
bool table_position_play(struct table_position *position, uint32_t move, int64_t took);

/* Plays a move by its text. False: it is not a move, so the file is damaged. */
bool table_position_play_text(struct table_position *position, const char *text, int64_t took);

/* Makes sure that the position is known as this reader knows it. False: as for a move. */
bool table_position_read(struct table_position *position, int reader);

/* What a reader knows after table_position_read(): the position, and the moves as text. */
const struct game_state *table_known(const struct table_position *position, int reader);
const char *table_words(const struct table_position *position, int reader);

#endif
