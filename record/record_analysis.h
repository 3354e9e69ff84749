/* record_analysis.h - what the moves of halves were worth, in a record: the tables `analysed`, a
 * row for each half that was analysed, and `analysis`, a row for each of its moves whose loss is
 * known.
 *
 * Margins are those of the player who moves: of the position, which is worth what its best move is
 * worth, and of the move that was made. The difference is what the move lost; it is never below 0.
 * Signatures do not cover these tables: anybody can analyse a record again, and a signed record
 * stays signed. Records without them are read, too.
 */
#ifndef TRIANCEY_RECORD_RECORD_ANALYSIS_H
#define TRIANCEY_RECORD_RECORD_ANALYSIS_H

#include "base/calendar.h"
#include "half/said.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

enum { ANALYSIS_BEST_SIZE = 256, ANALYSIS_WORDS_SIZE = 64 };

/* A move that was judged. */
struct analysis_row {
    int ply, seat; /* ply from 1, seat from 0 */
    int empty;     /* cells, before the move; -1: the game is not about filling cells */
    int legal;     /* moves that there were */
    int margin, moved;
    enum said_bound bound, moved_bound;
    int best_count;                /* how many of the moves were the best, as far as is known */
    char best[ANALYSIS_BEST_SIZE]; /* the best, separated by blanks; the last may be missing */
    /* If the reference computer made it: how many moves looked as good to it, what all of these
     * were worth together, and what the one that it drew was worth. 0: it was another player. */
    int ties;
    int64_t ties_sum;
    int ties_margin;
};

/* What is known of a half; to begin with all zero. */
struct analysis_list {
    bool there;                        /* it was analysed */
    char effort[ANALYSIS_WORDS_SIZE];  /* how much was done: "exact 26 nodes 20000" */
    char referee[ANALYSIS_WORDS_SIZE]; /* the version that has done it */
    char finished[CALENDAR_TIME_SIZE];
    struct analysis_row *item; /* by plies, ascending */
    int count, room;
};

void analysis_list_add(struct analysis_list *list, const struct analysis_row *row);
void analysis_list_free(struct analysis_list *list);
const struct analysis_row *analysis_list_find(const struct analysis_list *list, int ply);

static inline int analysis_loss(const struct analysis_row *row) {
    return row->margin - row->moved;
}

static inline bool analysis_is_exact(const struct analysis_row *row) {
    return row->bound == SAID_EXACT && row->moved_bound == SAID_EXACT;
}

/* Whether the move turned the result of the half: won became drawn or lost, drawn became lost. */
static inline bool analysis_turns(const struct analysis_row *row) {
    int best = (row->margin > 0) - (row->margin < 0), made = (row->moved > 0) - (row->moved < 0);
    return made < best;
}

/* How lucky its player was: what the move that was drawn is worth, less the mean of those that
 * could have been drawn; 0 for all players but the reference computer. */
static inline double analysis_luck(const struct analysis_row *row) {
    return row->ties ? (double)row->ties_margin - (double)row->ties_sum / row->ties : 0;
}

/* Reads what was found from text: a line about the half, then one for each move. False: the text is
 * none of a half with this many moves and seats. */
bool analysis_list_read(const char *text, int plies, int seats, struct analysis_list *list);

bool record_has_analysis(const struct record *record);

/* Keeps what was found of a half (half_id()) that is there, instead of what is known of it; makes
 * the tables, too. */
bool record_write_analysis(struct record *record, int64_t half, const struct analysis_list *list,
                           struct error *error);

/* Reads what is known of a half of this many moves, and leaves out damaged rows. The list is
 * emptied first. */
bool record_read_analysis(struct record *record, int64_t half, int plies,
                          struct analysis_list *list, struct error *error);

#endif
