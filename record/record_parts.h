/* record_parts.h - what a record is inside: record.c opens it, query.c asks it, merge.c joins it
 * with others. For them alone. */
#ifndef TRIANCEY_RECORD_RECORD_PARTS_H
#define TRIANCEY_RECORD_RECORD_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct error;

enum { RECORD_KEPT = 512 }; /* statements that stay prepared; others are prepared each time */

struct record {
    struct sqlite3 *db;
    struct {
        const char *sql;
        struct sqlite3_stmt *statement;
    } kept[RECORD_KEPT];
    char *path;           /* NULL: a temporary file */
    int lock;             /* descriptor that holds the lock against a second referee; -1: none */
    const char *fate;     /* what became of a file that was taken away; NULL: it is there */
    int64_t deadline;     /* record_set_deadline() */
    bool analysed;        /* it has the tables of what moves were worth (record_analysis.h) */
    bool said;            /* it has the table of what engines said (record_said.h) */
    bool visits;          /* it has the table of what tree searches have tried (record_said.h) */
    bool signatures;      /* it has the table of signatures (record_sign.c) */
    bool told;            /* it has the table of the secret (record_league.h) */
    bool ours;            /* a file to write to: of this league, not only looked at */
    int depth;            /* how many transactions are open, one within the other */
    int64_t transactions; /* the outermost ones begun so far */
    bool spoiled;         /* a part of an attempt was written: the outermost cannot be kept */
};

/* An error of SQLite as a message, with what to do about it; returns false. */
bool record_fail(const struct record *record, int code, struct error *error);

/* The statements of merging.sql. */
extern const char merge_maps[], merge_copy_players[], merge_copy_boards[], merge_matches[],
    merge_clashing_board[], merge_copy_meetings[], merge_clashing_game[], merge_copy_games[],
    merge_clashing_half[], merge_copy_halves[], merge_copy_visits[], merge_copy_said[],
    merge_copy_analysis[], merge_order_faults[];

#endif
