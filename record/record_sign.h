/* record_sign.h - records that are signed: what a record says, as one digest, and who has signed
 * it.
 *
 * The digest covers every value of every table but the signatures. It does not depend on how SQLite
 * lays out the file. The table `signature` has one row for each key: the signature, when it was
 * made, and how many halves there were.
 */
#ifndef TRIANCEY_RECORD_RECORD_SIGN_H
#define TRIANCEY_RECORD_RECORD_SIGN_H

#include "base/calendar.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;
struct signing_key;

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
