/* verify.h - whether all that a record says can be so.
 *
 * The file itself, the tables against each other, the schedule as far as it can be told from the
 * record alone (its name, the seeds, the legs of each meeting), and every half played once more by
 * the rules from its moves: end, margins, points, clocks, forfeits and the faults behind them;
 * where hands are hidden also by each seat that knows no more than it was told.
 */
#ifndef TRIANCEY_REFEREE_RECORD_VERIFY_H
#define TRIANCEY_REFEREE_RECORD_VERIFY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;

struct verify_count {
    int64_t games, halves;
    int64_t bare;  /* halves of which the moves or the board are not known */
    int64_t wrong; /* lines that were written */
};

/* Writes a line for each thing that is wrong. False and a message if it cannot look to the end. */
bool verify_record(struct record *record, FILE *file, struct verify_count *count,
                   struct error *error);

#endif
