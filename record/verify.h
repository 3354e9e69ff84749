/* verify.h - checks whether everything in a record is possible.
 *
 * It checks the file itself, the tables against each other and against the configuration of the
 * league, the schedule that follows from it, and every half. Moves are played again by the rules,
 * which gives the end, margins, points, what chance has drawn, forfeits and their faults; clocks
 * must fit the moves. Where hands are hidden, the half is also played from the view of each seat.
 */
#ifndef TRIANCEY_RECORD_VERIFY_H
#define TRIANCEY_RECORD_VERIFY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;

struct verify_count {
    int64_t games, halves;
    int64_t bare;  /* halves of which the moves or the board are not known */
    int64_t wrong; /* lines that were written */
    bool untold;   /* its boards follow from a secret that it does not have yet */
};

/* Writes a line for each error. False and a message if it cannot read all of it. */
bool verify_record(struct record *record, FILE *file, struct verify_count *count,
                   struct error *error);

#endif
