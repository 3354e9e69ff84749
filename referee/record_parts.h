/* record_parts.h - what the files that write records share: record.c opens them and adds results,
 * record_league.c makes new ones and knows again those of the same league. For them alone.
 */
#ifndef TRIANCEY_REFEREE_RECORD_PARTS_H
#define TRIANCEY_REFEREE_RECORD_PARTS_H

#include "referee/record.h"

#include <sqlite3.h>

enum {
    RECORD_APPLICATION = 0x74726e63, /* "trnc" in the file's header */
    RECORD_SCHEMA = 2
};

enum { BEGIN, COMMIT, ROLLBACK, ADD_BOARD, ADD_GAME, ADD_HALF, ADD_FAULT, STATEMENTS };

struct record {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    char *path; /* NULL: in memory */
    int lock;   /* descriptor that holds the lock against a second referee; -1: none */
    bool ours;  /* a file to write to: of this league, not only looked at */
};

/* An error of the database as a message, with what to do about it; returns false. */
bool record_fail(const struct record *record, char *error);

/* Runs statements that answer nothing; and one that answers a number. */
bool record_run(struct record *record, const char *sql, char *error);
bool record_ask(struct record *record, const char *sql, int64_t *number, char *error);

void record_bind(sqlite3_stmt *statement, int column, const char *text);

/* The time of day in UTC, as ISO 8601 writes it. */
const char *record_now(char text[32]);

/* Makes the tables, with what the league is. */
bool record_create(struct record *record, const struct setup *setup, char *error);

/* Whether what is there is of this league, and no round of it is left out. Changes nothing. */
bool record_compare(struct record *record, const struct setup *setup, char *error);

/* Takes from the setup what does not make another league: the number of rounds, the name, the
 * reference and the sequential test. */
bool record_resume(struct record *record, const struct setup *setup, char *error);

#endif
