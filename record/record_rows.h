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

/* The word for players of deleted accounts: "deleted_17_3f0a52c1", which nobody can choose. */
#define RECORD_DELETED "deleted"

/* Whether this is the name of such a player, of any club; and what people read instead of a
 * player's name, which may be NULL. */
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

/* What is done with each; a function may be NULL. One that answers false ends the reading, with a
 * message of its own. */
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

/* What a table has of a half: `half`, after the id and the game, and that of the site for tables of
 * players. */
enum { HALF_COLUMN_COUNT = 16 };
#define HALF_COLUMNS                                                                               \
    "number, margin1, margin2, margin3, margin4, points1, points2, points3, points4, termination," \
    " text, at_fault, plies, moves, clocks, finished"
#define HALF_PARAMETERS "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

/* These columns from a row, where they begin at the column `first`; texts are the row's. And the
 * values to be written into them. */
void half_row_read(const struct query *row, int first, int seats, struct half_result *half);
void half_row_values(const struct half_result *half, int seats,
                     struct query_value values[HALF_COLUMN_COUNT]);

/* Copies the rows of a query for these columns, `most` at most, and closes it; or the halves of a
 * game of the record. Each is freed by half_result_free(). How many; -1 and a message. */
int half_rows_keep(struct query *rows, int seats, struct half_result *half, int most,
                   struct error *error);
int record_keep_halves(struct record *record, int64_t game, int seats, struct half_result *half,
                       int most, struct error *error);

/* Adds a half of a game that is there; and whether it is there exactly so. */
bool record_add_half_row(struct record *record, int64_t game, int seats,
                         const struct half_result *half, struct error *error);
bool record_same_half_row(struct record *record, int64_t game, int seats,
                          const struct half_result *half, bool *same, struct error *error);

#endif
