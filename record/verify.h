/* verify.h - checks whether everything in a record is possible, and who has signed it.
 *
 * It checks the file itself, the tables against each other and against the configuration of the
 * league, the schedule that follows from it, and every half. Moves are played again by the rules,
 * which gives the end, margins, points, what chance has drawn, forfeits and their faults; clocks
 * must fit the moves. Where hands are hidden, the half is also played from the view of each seat.
 */
#ifndef TRIANCEY_RECORD_VERIFY_H
#define TRIANCEY_RECORD_VERIFY_H

#include "base/calendar.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;
struct signing_key;

struct verify_count {
    int64_t games, halves;
    int64_t bare;   /* halves of which the moves or the board are not known */
    int64_t wrong;  /* lines that were written */
    int64_t others; /* tables that are none of a record, of which nothing is checked */
    bool untold;    /* its boards follow from a secret that it does not have yet */
};

/* Writes a line for each error. False and a message if it cannot read all of it. */
bool verify_record(struct record *record, FILE *file, struct verify_count *count,
                   struct error *error);

/* ---- signatures: record_sign.c --------------------------------------------------------------- */

/* What a record says has one digest, which covers every value of every table but the signatures. It
 * does not depend on how SQLite lays out the file. The table `signature` has one row for each key:
 * the signature, when it was made, and how many halves there were. */

/* Signs a record that is open to be written to, in the place of an earlier signature with this key.
 * False and a message. */
bool record_sign(struct record *record, const struct signing_key *key, struct error *error);

enum record_signature {
    RECORD_SIGNED,
    RECORD_UNSIGNED,      /* by nobody */
    RECORD_OTHER_KEY,     /* by others, but not with this key */
    RECORD_FALSE,         /* the signature was not made with this key */
    RECORD_SIGNED_BEFORE, /* halves were added since */
    RECORD_CHANGED        /* something else was */
};

/* Checks the signature with a key. If it is genuine, `when` is the time when it was made, and
 * `added` how many halves were added since. False and a message: the record cannot be read. */
bool record_check_signature(struct record *record, const char *key, enum record_signature *answer,
                            char when[CALENDAR_TIME_SIZE], int64_t *added, struct error *error);

#endif
