/* limits.c - rate limits by token buckets. A bucket is one number: the time when it will be full
 * (the "generic cell rate algorithm"). Owners are in a table of sets, found by a keyed hash, so
 * that addresses which share a set cannot be chosen. */
#include "config.h"

#include "club/http/limits.h"

#include "base/needed.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 8192, WAYS = 8, MINUTE_MS = 60000 };

const struct limit_rule limit_rules[LIMITS] = {
    [LIMIT_REQUESTS] = {"requests", 1200, 2400, 300, 600},
    [LIMIT_SIGN_UPS] = {"sign-ups", 20, 1, 0, 0},
    [LIMIT_SIGN_INS] = {"sign-ins", 20, 2, 5, 1},
    [LIMIT_BEGINS] = {"games", 200, 60, 30, 6},
    [LIMIT_STREAMS] = {"streams", 200, 120, 40, 20},
    [LIMIT_PICTURES] = {"pictures", 240, 120, 60, 30},
};

struct entry {
    struct limit_owner owner;
    bool used;
    int streams;
    int64_t full[LIMITS]; /* when each bucket is full again, milliseconds */
};

struct limits {
    unsigned char key[crypto_shorthash_KEYBYTES];
    struct entry entry[SETS][WAYS];
};

struct limits *limits_new(void) {
    struct limits *limits = needed(calloc(1, sizeof *limits));
    crypto_shorthash_keygen(limits->key);
    return limits;
}

void limits_free(struct limits *limits) {
    free(limits);
}

struct limit_owner limit_account(int64_t id) {
    struct limit_owner owner = {.account = true};
    memcpy(owner.byte, &id, sizeof id);
    return owner;
}

struct limit_owner limit_address(const struct address *address) {
    struct limit_owner owner = {.account = false};
    const struct address network = address_network(address);
    memcpy(owner.byte, network.byte, ADDRESS_BYTES);
    return owner;
}

/* ---- owners ---------------------------------------------------------------------------------- */

static bool is_same(const struct limit_owner *a, const struct limit_owner *b) {
    return a->account == b->account && memcmp(a->byte, b->byte, ADDRESS_BYTES) == 0;
}

static struct entry *set_of(struct limits *limits, const struct limit_owner *owner) {
    unsigned char text[ADDRESS_BYTES + 1], hash[crypto_shorthash_BYTES];
    uint32_t set;
    memcpy(text, owner->byte, ADDRESS_BYTES);
    text[ADDRESS_BYTES] = owner->account;
    crypto_shorthash(hash, text, sizeof text, limits->key);
    memcpy(&set, hash, sizeof set);
    return limits->entry[set % SETS];
}

/* When all buckets of an owner are full, so that the entry may be forgotten; never while the owner
 * has streams open. */
static int64_t full_at(const struct entry *entry) {
    int64_t last = entry->used ? 0 : -1;
    for (int i = 0; i < LIMITS; i++)
        last = entry->full[i] > last ? entry->full[i] : last;
    return entry->streams > 0 ? INT64_MAX : last;
}

/* The owner's entry; NULL: there is none, or no room to make one. */
static struct entry *limits_find(struct limits *limits, const struct limit_owner *owner,
                                 bool make) {
    struct entry *set = set_of(limits, owner), *fullest = set;
    for (struct entry *entry = set; entry < set + WAYS; entry++) {
        if (entry->used && is_same(&entry->owner, owner))
            return entry;
        if (full_at(entry) < full_at(fullest))
            fullest = entry;
    }
    if (!make || fullest->streams > 0)
        return NULL;
    *fullest = (struct entry){.owner = *owner, .used = true};
    return fullest;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

int limits_take(struct limits *limits, const struct limit_owner *owner, enum limit limit,
                int64_t now) {
    const struct limit_rule *rule = &limit_rules[limit];
    int64_t burst = owner->account ? rule->account_burst : rule->burst;
    int64_t minute = owner->account ? rule->account_minute : rule->minute;
    if (burst == 0)
        return 0;
    struct entry *entry = limits_find(limits, owner, true);
    if (!entry)
        return 1;
    int64_t token = MINUTE_MS / minute, full = entry->full[limit];
    if (full > now + burst * token) /* the clock was set back */
        full = now + burst * token;
    full = (full > now ? full : now) + token;
    int64_t wait = full - (now + burst * token);
    if (wait > 0)
        return (int)((wait + 999) / 1000);
    entry->full[limit] = full;
    return 0;
}

bool limits_open_stream(struct limits *limits, const struct limit_owner *owner) {
    struct entry *entry = limits_find(limits, owner, true);
    if (!entry || entry->streams >= (owner->account ? LIMIT_STREAMS_ACCOUNT : LIMIT_STREAMS_OPEN))
        return false;
    entry->streams++;
    return true;
}

void limits_close_stream(struct limits *limits, const struct limit_owner *owner) {
    struct entry *entry = limits_find(limits, owner, false);
    if (entry && entry->streams > 0)
        entry->streams--;
}
