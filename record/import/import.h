/* import.h - results from a file into a record, all or nothing.
 *
 * The file has JSON as export.h writes it, or comma-separated values of which the first row names
 * the columns, in any order. One row is one game; JSON has the same under the names of its members:
 *
 *   id           what the source calls the game; needed
 *   time         when it ended, as calendar.h reads it; needed
 *   player       who had seat 1; needed
 *   opponent     seat 2; the reference computer if it is empty or there is no such column
 *   player3, player4
 *   margin1      of seat 1 in the first half; needed. margin2 ... are those of further halves,
 *                empty where one was not played. Between two players the other's is minus that;
 *                with more, margin1_2, margin1_3 ... are those of seats 2, 3 ... in the first half
 *   game         the game's name; all rows, and the record, must be of one
 *   source       where the id comes from; empty if not given
 *   tournament   yes (if it is empty or not there) or no
 *   board        its name; empty: not known. Margins must suit a board of the library
 *   spelled      the board as the protocol spells it out
 *   seed         of the meeting
 *   opening      what all halves begin with (half/moves.h)
 *   note         for readers of the file, not kept
 *   points1, points1_2 ..., termination1, text1, at_fault1 (a seat), plies1, moves1, clocks1,
 *   finished1    what a record has of a half, and the same for further halves
 *
 * JSON also says what the players are, which faults were made, and what moves were worth;
 * comma-separated values do not.
 *
 * If the board is spelled out and moves are given, they are played by the rules and must give the
 * result of the row. A game that is already there, by its source and id, must be the same in every
 * column. Neither the game nor its faults are added again, but what its moves were worth is, if
 * that was not known.
 */
#ifndef TRIANCEY_RECORD_IMPORT_IMPORT_H
#define TRIANCEY_RECORD_IMPORT_IMPORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct game;

struct import_request {
    const char *path;        /* of the file, for messages */
    const char *into;        /* the record; made if it is not there */
    const struct game *game; /* NULL: what the file says, else what is there, else Selacata */
    const char *reference;   /* NULL: as the record has it, else "reference" */
    const atomic_int *stop;  /* ends it when other than 0; may be NULL */
};

struct import_count {
    int64_t added, known; /* games */
};

/* False and a message "FILE:LINE:COLUMN: text" or "FILE: games[0].member: text"; the record is then
 * as it was before, and a new one is not left behind. */
bool import_file(FILE *file, const struct import_request *request, struct import_count *count,
                 struct error *error);

#endif
