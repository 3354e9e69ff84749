/* record_games.h - the results of a record's games, in the order of their numbers: the one place
 * where halves become games, and games encounters.
 *
 *     struct record_games walk = {.halves = 2, .encounter_games = encounter_size(2, seats)};
 *     record_games_open(&walk, record);
 *     while (good && record_games_next(&walk, error))
 *         good = add(&walk.game);
 *     return record_games_close(&walk, error) && good;
 *
 * Each game comes once if the record has any half of it. It is whole if it has all its halves.
 * Whole games of one pair between the same players that follow each other are an encounter, which
 * is whole if it has all its games (statistics.h). What repeats an earlier game or encounter
 * (repeats.h) is marked, and still comes.
 */
#ifndef TRIANCEY_RECORD_RECORD_GAMES_H
#define TRIANCEY_RECORD_RECORD_GAMES_H

#include "base/calendar.h"
#include "games/game.h"
#include "pairing/repeats.h"
#include "pairing/statistics.h"
#include "record/query.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* Maps numbers of the record, of engines or of boards, to values of the caller. All zero: empty. */
struct number_map {
    int64_t *number, *value; /* numbers ascend */
    int count;
};

/* Numbers are added in ascending order. */
void number_map_add(struct number_map *map, int64_t number, int64_t value);
bool number_map_find(const struct number_map *map, int64_t number, int64_t *value);
void number_map_free(struct number_map *map);

/* Maps each board of the record to a hash of the line that spells it out, or of its name if that is
 * all that is known: equal boards have equal hashes in all records. False and a message. */
bool record_read_board_hashes(struct record *record, struct number_map *boards,
                              struct error *error);

/* What a record has of one game. */
struct record_game {
    int64_t number; /* from 0 */
    int round;      /* from 0; only of a range of games */
    int64_t pair, board;
    int seats;
    int engine[GAME_PLAYERS_MAX]; /* by seat, from 0, or as the map of engines has them */
    int margin[GAME_PLAYERS_MAX]; /* by seat, the sum of its halves */
    int count;                    /* of halves */
    uint32_t halves;              /* which halves there are, as bits: 1 is the first */
    struct repeats_whole same;    /* by which repeated games are recognised */
    bool whole, repeated;
    /* Of a whole game (without a reference): the best margin among the others at the table, and how
     * many had it. */
    int best[GAME_PLAYERS_MAX], others[GAME_PLAYERS_MAX];
    char finished[CALENDAR_TIME_SIZE]; /* when the last half was; only of games with a reference */
};

struct record_encounter {
    bool whole, repeated; /* whole: the game that was read last completes it */
    int64_t pair;
    int seats;
    int engine[GAME_PLAYERS_MAX];            /* by seat of its first game */
    struct encounter seen[GAME_PLAYERS_MAX]; /* by each of them */
    struct repeats_whole same;
};

struct record_games {
    /* What is asked for; all of it may be zero. */
    int64_t first, end;  /* numbers of games, the end excluded; 0: all */
    int64_t reference;   /* only tournament games with this engine (its number in the record); these
                            have a time, and are not compared with each other; 0: all */
    int seats;           /* 2: at each table, which is quicker; 0: any number */
    int halves;          /* that make a game whole */
    int encounter_games; /* that make an encounter whole; 0: nobody asks */
    const struct number_map *engines, *boards;    /* NULL: they stay numbers from 0 */
    struct repeats *games_seen, *encounters_seen; /* NULL: repeats are not marked */
    /* What was read. */
    struct record_game game;
    int half[GAME_HALVES_MAX][GAME_PLAYERS_MAX]; /* margins of its halves, as they come */
    struct record_encounter encounter;
    struct query halves_left, games; /* games: only with a reference */
    bool failed, more;
    int64_t next; /* the game of the next half */
};

void record_games_open(struct record_games *walk, struct record *record);
bool record_games_next(struct record_games *walk, struct error *error);

/* False and a message: the record cannot be read, or a game is impossible. */
bool record_games_close(struct record_games *walk, struct error *error);

/* Calls back for each game from `first` to end - 1. */
bool record_each_game(struct record *record, int64_t first, int64_t end,
                      void (*each)(void *context, const struct record_game *game), void *context,
                      struct error *error);

/* One game by its number, all zero if the record has nothing of it. False and a message. */
bool record_find_game(struct record *record, int64_t number, struct record_game *game,
                      struct error *error);

#endif
