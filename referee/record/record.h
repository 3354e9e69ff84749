/* record.h - the results of a league in one SQLite file.
 *
 * A finished half is committed before the next begins: a referee that is killed loses nothing
 * finished, a power cut at most the last moments. A file is written by one referee at a time
 * (others may read it meanwhile). What is there is never overwritten: an entry comes once, or the
 * file is refused.
 *
 * The tables, for whoever wants to ask them himself (record_league.c has the words): league,
 * engine, board, game, half, fault. Seats count from 1 there, and so do games, rounds, pairs, legs
 * and halves. A record is not safe for threads: callers take turns.
 */
#ifndef TRIANCEY_REFEREE_RECORD_RECORD_H
#define TRIANCEY_REFEREE_RECORD_RECORD_H

#include "games/game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct match_result;
struct record;
struct schedule_entry;
struct sprt;
struct sqlite3;

/* A board by its name and the protocol's line that spells it out. */
struct record_board {
    const char *name, *line;
};

/* An engine as the league has it. */
struct record_engine {
    const char *name, *command, *dir; /* dir NULL: none */
    const char *options;              /* NAME=VALUE, one a line */
    const char *terms;                /* what it plays under, in one line */
    const char *id_name, *id_author;  /* what it calls itself */
};

/* What a record must know of a league. Two are the same league if their configurations are. */
struct record_identity {
    const char *name, *game, *format;
    const char *config; /* all that decides its games, but for the number of rounds */
    int seats, halves, rounds;
    uint64_t seed;
    int64_t games;           /* of the whole league */
    int shard, shards;       /* the part that is played here, from 0, and of how many */
    int reference;           /* the engine all are measured against, from 0; -1: none */
    const struct sprt *sprt; /* the test that ends it; NULL: none */
    int engines, boards;
    const struct record_engine *engine;
    const struct record_board *board;
};

/* Opens a record: a new one is made for this league; one that is there must belong to the same
 * league, and gets its name, reference, number of rounds and sequential test from it; rounds of
 * which games were played cannot be taken away. A record that is refused is left as it is. With
 * `path` NULL it is a temporary file. NULL and a message: what is wrong and what to do.
 */
struct record *record_open(const char *path, const struct record_identity *league, char *error);

/* Opens an existing record to read it, also while a referee writes it. */
struct record *record_read(const char *path, char *error);

/* From now on what is asked of the record fails soon after *stop is not 0 any more: commands that
 * read or write much can be ended by a signal and leave nothing half made. NULL is allowed for
 * both. */
void record_set_cancel(struct record *record, const atomic_int *stop);

/* NULL is allowed. */
void record_close(struct record *record);

/* What a record has of one game. */
struct record_game {
    int64_t number; /* from 0 */
    int round;      /* from 0 */
    int seats;
    int engine[GAME_PLAYERS_MAX]; /* by seat, from 0 */
    uint32_t halves;              /* that are there, as bits: 1 is the first */
    int margin[GAME_PLAYERS_MAX]; /* by seat, their sum */
};

/* Calls back for each game with a number from `first` to end - 1 of which the record has any half,
 * in their order. */
bool record_each_game(struct record *record, int64_t first, int64_t end,
                      void (*each)(void *context, const struct record_game *game), void *context,
                      char *error);

/* Adds a board under its number (from 0) unless it is there: before the first half on it. */
bool record_board(struct record *record, int number, const struct record_board *board, char *error);

/* How many faults each engine has, warnings aside, is added to `count`. */
bool record_count_faults(struct record *record, int64_t *count, int engines, char *error);

/* Adds a finished half (from 1) and its faults, all or nothing. */
bool record_half(struct record *record, const struct schedule_entry *entry,
                 const struct match_result *result, char *error);

/* The connection, for questions. */
struct sqlite3 *record_connection(struct record *record);

/* The path, or "(temporary)". */
const char *record_path(const struct record *record);

#endif
