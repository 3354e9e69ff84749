/* record_parts.h - what the files that write records share: record.c opens them and adds results,
 * record_league.c makes new ones and knows again those of the same league. For them alone.
 */
#ifndef TRIANCEY_REFEREE_RECORD_RECORD_PARTS_H
#define TRIANCEY_REFEREE_RECORD_RECORD_PARTS_H

#include "referee/record/record.h"
#include "referee/record/record_rows.h"

#include <sqlite3.h>

enum {
    RECORD_APPLICATION = 0x74726e63, /* "trnc" in the file's header */
    RECORD_SCHEMA = 2
};

enum {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_BOARD,
    ADD_GAME,
    ADD_HALF,
    ADD_FAULT,
    FIND_PLAYER, /* what follows is for games outside the schedule */
    ADD_PLAYER,
    FIND_BOARD,
    ADD_EXTRA_BOARD,
    FIND_EXTRA,
    FIND_OWN,
    ADD_EXTRA,
    SAME_EXTRA,
    SAME_HALF,
    COUNT_HALVES,
    STATEMENTS
};

struct record {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    char *path; /* NULL: a temporary file */
    int lock;   /* descriptor that holds the lock against a second referee; -1: none */
    bool ours;  /* a file to write to: of this league, not only looked at */
};

/* An error of the database as a message, with what to do about it; returns false. */
bool record_fail(const struct record *record, char *error);

/* Runs statements that answer nothing; and one that answers a number. */
bool record_run(struct record *record, const char *sql, char *error);
bool record_ask(struct record *record, const char *sql, int64_t *number, char *error);

void record_bind(sqlite3_stmt *statement, int column, const char *text);

/* Runs a prepared statement that answers nothing, or one number: *number becomes 0 without it. */
bool record_step(struct record *record, int statement, char *error);
bool record_find(struct record *record, int statement, int64_t *number, char *error);

/* Binds the columns of a half as ADD_HALF and SAME_HALF have them. */
void record_bind_half(sqlite3_stmt *statement, int64_t game, int seats,
                      const struct half_result *half);

/* A record at this path, locked against other referees and known to be one, or else `fresh`: empty.
 * Nothing is changed in it before record_own(), which makes it ready to be written to. */
struct record *record_take(const char *path, bool *fresh, char *error);
bool record_own(struct record *record, char *error);

/* Prepares the statements: the tables must be there. */
bool record_prepare(struct record *record, char *error);

/* Makes the tables, empty. */
bool record_create_tables(struct record *record, char *error);

/* What a league of this configuration calls its schedule. */
enum { RECORD_SCHEDULE_SIZE = 17 };
void record_name_schedule(const char *config, char name[RECORD_SCHEDULE_SIZE]);

/* Makes the tables, with what the league is. */
bool record_create(struct record *record, const struct record_identity *league, char *error);

/* Whether what is there is of this league, and no round of it is left out. Changes nothing. */
bool record_compare(struct record *record, const struct record_identity *league, char *error);

/* Takes from the league what does not make another league: the number of rounds, the name, the
 * reference and the sequential test. */
bool record_resume(struct record *record, const struct record_identity *league, char *error);

#endif
