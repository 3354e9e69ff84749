/* verify_parts.h - what the parts of the check share: verify.c has the tables and the rules,
 * verify_schedule.c the league as its configuration says it. For them alone.
 */
#ifndef TRIANCEY_RECORD_VERIFY_PARTS_H
#define TRIANCEY_RECORD_VERIFY_PARTS_H

#include "base/error.h"
#include "half/boards.h"
#include "record/record_league.h"
#include "record/replay.h"

#include <stdio.h>

struct game_row;
struct half_result;
struct verify_schedule;

struct verify {
    struct record *record;
    FILE *file;
    struct verify_count *count;
    struct league_row league;
    const struct game *game;
    struct boards boards;
    const struct game_board *board;   /* the game's; NULL: it is not spelled out, or board_error */
    struct error board_error;         /* why the game's board cannot be made; "": it can */
    struct verify_schedule *schedule; /* NULL: the configuration does not tell it */
};

/* Writes a line about something that is wrong. */
void verify_wrong(struct verify *verify, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Compares the configuration of the league with its tables, and makes the schedule of it. */
bool verify_schedule_begin(struct verify *verify, struct error *error);

/* Checks a game of the schedule: its place, its board, and its seats, which may depend on the
 * results of the games before it. */
bool verify_schedule_game(struct verify *verify, const struct game_row *game, struct error *error);

/* Whether the seats of the game are known. Only then are its halves checked, by the functions below
 * and in their order: the opening, if the board is known; before the moves; each move; after the
 * moves. */
bool verify_schedule_is_seated(const struct verify *verify);
void verify_schedule_opening(struct verify *verify, const struct game_row *game,
                             const struct half_result *half);
void verify_schedule_half(struct verify *verify, const struct game_row *game,
                          const struct half_result *half);
void verify_schedule_move(struct verify *verify, const struct replay_move *move);
void verify_schedule_half_end(struct verify *verify, const struct game_row *game,
                              const struct half_result *half);

/* The end of the game, and of all games. */
void verify_schedule_game_end(struct verify *verify);
bool verify_schedule_end(struct verify *verify, struct error *error);

void verify_schedule_free(struct verify_schedule *schedule); /* NULL is allowed */

#endif
