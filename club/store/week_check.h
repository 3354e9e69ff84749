/* week_check.h - whether a week that is over was what its secret says: the digest that was
 * published before, the words and boards, and each move of the computer in each half.
 */
#ifndef TRIANCEY_CLUB_STORE_WEEK_CHECK_H
#define TRIANCEY_CLUB_STORE_WEEK_CHECK_H

#include "base/digest.h"

#include <stdbool.h>
#include <stdint.h>

struct club;
struct error;

struct week_checked {
    int64_t halves, moves; /* of the computer, that were compared */
    bool late;             /* the secret was drawn when the week had begun */
    int64_t round;         /* of drand that was mixed in, 0: none */
    char randomness[DIGEST_SIZE];
};

/* False and a message: the first thing that is wrong, or that the week is not over. */
bool week_check(struct club *club, const char *week, int64_t now, struct week_checked *checked,
                struct error *error);

#endif
