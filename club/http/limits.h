/* limits.h - rate limits: token buckets of accounts and of addresses.
 *
 * A bucket has room for a number of tokens and fills at a rate per minute; each request takes one.
 * Each account has buckets of its own, and so has each address (address_network()). Memory does not
 * grow: if there are too many owners, the one with the fullest buckets is forgotten, which does no
 * harm.
 */
#ifndef TRIANCEY_CLUB_HTTP_LIMITS_H
#define TRIANCEY_CLUB_HTTP_LIMITS_H

#include "club/http/address.h"

#include <stdbool.h>
#include <stdint.h>

enum limit {
    LIMIT_REQUESTS, /* of any kind */
    LIMIT_SIGN_UPS,
    LIMIT_SIGN_INS, /* also new recovery codes: what costs an Argon2id */
    LIMIT_BEGINS,   /* games, halves, tables */
    LIMIT_STREAMS,  /* streams of events that are opened */
    LIMIT_PICTURES, /* drawn or kept */
    LIMITS
};

/* Who it is: an account, or an address. */
struct limit_owner {
    uint8_t byte[ADDRESS_BYTES];
    bool account;
};

struct limit_owner limit_account(int64_t id);
struct limit_owner limit_address(const struct address *address);

/* A row of the table, for documents and metrics. */
struct limit_rule {
    const char *name;
    int burst, minute;                 /* of an address: tokens of a full bucket, and a minute */
    int account_burst, account_minute; /* of an account; 0: no limit */
};

extern const struct limit_rule limit_rules[LIMITS];

enum { LIMIT_STREAMS_OPEN = 200, LIMIT_STREAMS_ACCOUNT = 12 }; /* at the same time */

struct limits;

struct limits *limits_new(void);
void limits_free(struct limits *limits);

/* Takes a token. 0: there was one; else the number of seconds until there is one. `now` in
 * milliseconds.
 */
int limits_take(struct limits *limits, const struct limit_owner *owner, enum limit limit,
                int64_t now);

/* Streams that are open at the same time. False: too many. */
bool limits_open_stream(struct limits *limits, const struct limit_owner *owner);
void limits_close_stream(struct limits *limits, const struct limit_owner *owner);

#endif
