/* rounds.h - what the format of a league shows of its finished rounds: a table, a bracket, a
 * winner. Empty for a league in which results do not decide who meets whom.
 */
#ifndef TRIANCEY_RESULTS_ROUNDS_H
#define TRIANCEY_RESULTS_ROUNDS_H

#include "pairing/format.h"

#include <stdbool.h>
#include <stdint.h>

struct json;
struct listing;
struct standings;

struct rounds {
    const struct standings *standings;
    int round, of; /* rounds finished, and of how many; 0: there are none */
    int winner;    /* of the league; MEETING_NOBODY: not yet */
    bool is_bracket;
    const struct format_column *column; /* of the format's table */
    int columns, rows;
    int64_t (*row)[FORMAT_COLUMNS];
    /* Of a bracket: the meetings by rounds, in the order of the tree. The winner of meeting i of a
     * round goes on to meeting i / 2 of the next. */
    const struct meeting **meeting;
    int *first; /* of each round, and one after the last: `round` + 1 numbers */
};

/* The standings must outlive it. */
void rounds_begin(struct rounds *rounds, const struct standings *standings);
void rounds_end(struct rounds *rounds);

/* The columns of the table for people (listing.h), whose `table` is the rounds. */
void rounds_columns(struct listing *listing, const void *table, int64_t row);

/* Adds the names of both players under a key of this name, "margins" and "winner" to an open JSON
 * object. */
void meeting_json(const struct standings *standings, const struct meeting *meeting,
                  const char *players, struct json *json);

/* Adds "format", "rounds", "round", "winner", "table" and "bracket" to an open JSON object. */
void rounds_json(const struct rounds *rounds, struct json *json);

#endif
