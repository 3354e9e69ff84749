/* table_play.h - the referee of a table: replays what the file has, judges moves, draws chance,
 * lets the reference computer answer, ends halves and begins the next. For the sources of tables.h,
 * within their transactions.
 *
 * Two positions are kept side by side where hands are hidden: the full one, and that which one
 * reader knows from the moves as they may be read there. What a seat asks for is judged first by what
 * the seat knows, so that no refusal reveals more.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLE_PLAY_H
#define TRIANCEY_CLUB_STORE_TABLE_PLAY_H

#include "club/store/club.h"
#include "club/store/table_file.h"
#include "half/half.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

/* A half as far as it was played, and what a reader may know of it. Empty: all zero. */
struct table_position {
    struct half half;
    struct moves moves; /* of the half */
    int reader;         /* a seat or GAME_PUBLIC */
    struct text read;   /* the moves as the reader may read them */
    struct game_state told;
};

void table_position_free(struct table_position *position);

/* The position that the reader knows. */
const struct game_state *table_known(const struct table_position *position);

/* The beginning of a half. False and a message. */
bool table_begin_position(struct club *club, const struct table_row *table, int half, int reader,
                          struct table_position *position, struct error *error);

/* Plays a move as the file has it, by its text. False: it is not a move, so the file is damaged. */
bool table_play_text(struct table_position *position, const char *text, int64_t took);

/* The seat of whoever opens a table and wants none: by lot, which follows from its secret. */
int table_lot(const struct table_row *table);

/* Whether a guest has opened the table, and people have not made two moves there. */
bool table_is_idle(struct club *club, const struct table_row *table, bool *idle,
                   struct error *error);

/* Plays the first moves of a half (INT_MAX: all) as the file has them. False and a message. */
bool table_replay(struct club *club, const struct table_row *table, int half, int plies, int reader,
                  struct table_position *position, struct error *error);

/* A move of a seat, as text: CLUB_INVALID and why it may not be played, by what the seat knows. The
 * position's reader is the seat. */
enum club_answer table_judge(const struct table_position *position, const char *text,
                             uint32_t *move, struct error *error);

/* All seats are taken: the first half begins. */
bool table_begin(struct club *club, struct table_row *table, int64_t now, struct error *error);

/* Plays a move that the rules allow of the seat whose turn it is, which took this many
 * microseconds, and what follows by itself. */
bool table_play(struct club *club, struct table_row *table, struct table_position *position,
                uint32_t move, int64_t took, int64_t now, struct error *error);

/* A seat has lost the half that is open, for a reason of verdict.h; `text` says more, or "". */
bool table_forfeit(struct club *club, struct table_row *table, int loser, enum verdict verdict,
                   const char *text, int64_t now, struct error *error);

/* The seed of a player that is a program, in one half: below 2^63; nobody can know it before the
 * secret is public. */
uint64_t table_seed(const struct table_row *table, int half, int seat);

#endif
