/* record_league.h - the league that a record belongs to: what a new record is made with, how an
 * existing one is recognised, and what it says about itself.
 */
#ifndef TRIANCEY_RECORD_RECORD_LEAGUE_H
#define TRIANCEY_RECORD_RECORD_LEAGUE_H

#include <stdbool.h>
#include <stdint.h>

struct engine_spec;
struct error;
struct match_result;
struct record;
struct schedule_entry;
struct sprt;
struct tournament;

/* A board by its name and the protocol's line that spells it out. */
struct record_board {
    const char *name, *line;
};

/* An engine as the league has it. */
struct record_engine {
    const struct engine_spec *spec;
    const char *id_name, *id_author; /* what it calls itself */
    const char *digest;              /* of its program (program.h) */
};

/* What a record must know of a league. Two are the same league if their configurations are. */
struct record_identity {
    const char *name, *game, *format;
    const char *config; /* all that decides its games, except the number of rounds */
    const char *joined; /* the same before its last engines joined; NULL: they were there */
    int seats, halves, rounds;
    uint64_t seed;
    int64_t games;           /* of the whole league */
    int round_boards;        /* on which each meeting of a round is played */
    int shard, shards;       /* the part that is played here, from 0, and of how many */
    int reference;           /* the engine that all others are measured against, from 0; -1: none */
    const struct sprt *sprt; /* the test that ends it; NULL: none */
    int engines, boards;
    bool replaced; /* programs may be others than those that played before */
    const struct record_engine *engine;
    const struct record_board *board;
};

/* Opens a record: a new one is created for this league; an existing one must belong to the same
 * league, and gets its name, reference, number of rounds and sequential test from the setup; rounds
 * with recorded games cannot be removed. A record that is refused is left as it is. With
 * `path` NULL it is a temporary file. NULL and a message: what is wrong and what to do.
 */
struct record *record_open(const char *path, const struct record_identity *league,
                           struct error *error);

/* What the record says about itself. Free it with league_row_free(). */
struct league_row {
    char *name, *game, *schedule, *referee, *started, *config, *format;
    int players, halves, rounds;
    int64_t seed, reference; /* 0: no reference */
    int64_t scheduled;       /* games of the whole league */
    int shard, shards;       /* which part of it this is, from 1, and of how many */
    int boards;              /* on which each meeting of a round is played; 0: not known */
};
bool record_read_league(struct record *record, struct league_row *league, struct error *error);
void league_row_free(struct league_row *league);

/* What a league of this configuration calls its schedule. */
enum { RECORD_SCHEDULE_SIZE = 17 };
void record_name_schedule(const char *config, char name[RECORD_SCHEDULE_SIZE]);

/* Keeps the secret from which the league's seed follows, which anyone may read from now on; and
 * asks for it: "" if it was not told. It is at most RECORD_SECRET_SIZE - 1 bytes. False and a
 * message. */
enum { RECORD_SECRET_SIZE = 65 };
bool record_tell_secret(struct record *record, const char *secret, struct error *error);
bool record_read_secret(struct record *record, char secret[RECORD_SECRET_SIZE],
                        struct error *error);

/* Makes the tables of a fresh record, empty. */
bool record_create_tables(struct record *record, struct error *error);

/* Adds a board under its number (from 0) unless it is there: before the first half on it. */
bool record_add_board(struct record *record, int number, const struct record_board *board,
                      struct error *error);

/* How many faults each engine has, warnings aside, is added to `count`. */
bool record_count_faults(struct record *record, int64_t *count, int engines, struct error *error);

/* Adds a finished half (from 1) and its faults, all or nothing. */
bool record_half(struct record *record, const struct schedule_entry *entry,
                 const struct match_result *result, struct error *error);

/* Writes the meetings of the round, as far as played: only where pairs follow from results. */
bool record_meetings(struct record *record, const struct tournament *tournament,
                     struct error *error);

#endif
