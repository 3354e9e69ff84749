/* record_parts.h - what a record is inside: record.c opens it, query.c asks it, merge.c joins it
 * with others. For them alone. */
#ifndef TRIANCEY_RECORD_RECORD_PARTS_H
#define TRIANCEY_RECORD_RECORD_PARTS_H

#include <stdbool.h>
#include <stdint.h>

struct error;

/* The tables that came later than the others: records without them are read, too. Each is made when
 * it is first needed. */
enum later_table {
    LATER_SAID,      /* what engines said (record_said.h) */
    LATER_VISITS,    /* what tree searches have tried (record_said.h) */
    LATER_SIGNATURE, /* record_sign.c */
    LATER_SECRET,    /* record_league.h */
    LATER_ANALYSED,  /* which halves were analysed (record_analysis.h) */
    LATER_ANALYSIS,  /* what their moves were worth; there together with LATER_ANALYSED */
    LATER_TABLES
};
struct later_table_text {
    const char *name, *sql;
};
extern const struct later_table_text later_tables[LATER_TABLES];

enum { RECORD_KEPT = 512 }; /* statements that stay prepared; others are prepared each time */

struct record {
    struct sqlite3 *db;
    struct {
        const char *sql;
        struct sqlite3_stmt *statement;
    } kept[RECORD_KEPT];
    char *path;       /* NULL: a temporary file */
    int lock;         /* descriptor that holds the lock against a second referee; -1: none */
    const char *fate; /* what became of a file that was taken away; NULL: it is there */
    int64_t deadline; /* when everything fails, by clock_us() (record_look()); 0: never */
    bool has[LATER_TABLES];
    bool ours;            /* a file to write to: of this league, not only looked at */
    int depth;            /* how many transactions are open, one within the other */
    int64_t transactions; /* the outermost ones begun so far */
    bool spoiled;         /* a part of an attempt was written: the outermost cannot be kept */
};

/* An error of SQLite as a message, with what to do about it; returns false. */
bool record_fail(const struct record *record, int code, struct error *error);

/* Makes such a table if it is not there. */
bool record_make_later(struct record *record, enum later_table table, struct error *error);

/* The statements of merging.sql. */
extern const char merge_maps[], merge_copy_players[], merge_copy_boards[], merge_matches[],
    merge_clashing_board[], merge_copy_meetings[], merge_clashing_game[], merge_copy_games[],
    merge_clashing_half[], merge_copy_halves[], merge_copy_visits[], merge_copy_said[],
    merge_copy_analysis[], merge_order_faults[];

#endif
