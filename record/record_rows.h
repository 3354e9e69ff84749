/* record_rows.h - games and halves as a record has them: read one after the other, and halves
 * added.
 *
 * Texts are NULL where the record has none, and are valid until the callback returns. Nothing is
 * judged here: a damaged record gives whatever it contains.
 */
#ifndef TRIANCEY_RECORD_RECORD_ROWS_H
#define TRIANCEY_RECORD_RECORD_ROWS_H

#include "games/game.h"
#include "half/half_result.h"
#include "record/query.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* How the names of deleted accounts begin, such as "deleted_17_3f0a52c1": nobody can choose one. */
#define RECORD_DELETED "deleted"

/* Whether this is the name of a deleted account, of any club; and the name that people are shown
 * for a player, whose name may be NULL. */
bool record_is_deleted(const char *player);
const char *record_name_shown(const char *player);

/* A game. Those outside the schedule have round 0, and are known by their source and foreign_id. */
struct game_row {
    int64_t id;
    int round;
    int64_t pair;
    int leg;
    int64_t board;
    const char *board_name, *board_line; /* spelled NULL: only the name is known */
    bool seeded;
    int64_t seed; /* of the meeting, if seeded */
    bool tournament;
    const char *source, *foreign_id;
    const char *opening; /* moves that all halves begin with; NULL: none */
    int seats;
    int64_t engine[GAME_PLAYERS_MAX];
    const char *player[GAME_PLAYERS_MAX], *kind[GAME_PLAYERS_MAX];
    const char *id_name[GAME_PLAYERS_MAX]; /* what an engine calls itself: to be added, not read */
};

/* What to call for each game and half; a function may be NULL. False ends the reading, with the
 * function's message. */
struct row_reader {
    void *context;
    bool (*game)(void *context, const struct game_row *game, struct error *error);
    bool (*half)(void *context, const struct game_row *game, const struct half_result *half,
                 struct error *error);
    bool (*game_end)(void *context, const struct game_row *game, struct error *error);
};

/* Reads all games in their order, each with its halves; or one alone, which must be there. */
bool record_read_games(struct record *record, const struct row_reader *reader, struct error *error);
bool record_read_game(struct record *record, int64_t id, const struct row_reader *reader,
                      struct error *error);

/* How many players a game has, by the columns of its seats, of which `first` is that of seat 1. */
int row_seats(const struct query *row, int first);

/* The columns of a half, after its id and game, in the table `half`, and in the table of a site
 * where players' halves are kept. */
enum { HALF_COLUMN_COUNT = 16 };
#define HALF_COLUMNS                                                                               \
    "number, margin1, margin2, margin3, margin4, points1, points2, points3, points4, termination," \
    " text, at_fault, plies, moves, clocks, finished"
#define HALF_PARAMETERS "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

/* Read these columns from a row, where they begin at the column `first`, without copying texts; and
 * make the values to be written into them. */
void half_row_read(const struct query *row, int first, int seats, struct half_result *half);
void half_row_values(const struct half_result *half, int seats,
                     struct query_value values[HALF_COLUMN_COUNT]);

/* Copies the halves that a query for these columns finds, and closes it; or those of a game of the
 * record. At most `most` are copied, each to be freed by half_result_free(). Returns how many; -1
 * and a message on failure. */
int half_rows_keep(struct query *rows, int seats, struct half_result *half, int most,
                   struct error *error);
int record_keep_halves(struct record *record, int64_t game, int seats, struct half_result *half,
                       int most, struct error *error);

/* Adds a half of a game of the record; and tells whether the game has exactly this half. */
bool record_add_half_row(struct record *record, int64_t game, int seats,
                         const struct half_result *half, struct error *error);
bool record_same_half_row(struct record *record, int64_t game, int seats,
                          const struct half_result *half, bool *same, struct error *error);

/* Adds a fault of an engine, by its number in the table, in a half: `kind` is a name of
 * verdict.h. */
bool record_add_fault(struct record *record, int64_t half, int64_t engine, const char *kind,
                      const char *text, struct error *error);

#endif
