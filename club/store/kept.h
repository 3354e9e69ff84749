/* kept.h - things that are kept in memory by their names, so that they need not be read or made
 * each time. There are at most KEPT_MAX; the one that has been unused for longest makes room.
 */
#ifndef TRIANCEY_CLUB_STORE_KEPT_H
#define TRIANCEY_CLUB_STORE_KEPT_H

enum { KEPT_MAX = 4096, KEPT_BUCKETS = 4096, KEPT_NAME_SIZE = 40 };

/* The first member of what is kept. */
struct kept_thing {
    char name[KEPT_NAME_SIZE];
    struct kept_thing *next;               /* in its bucket */
    struct kept_thing *newer, *older;      /* by their last use */
    void (*end)(struct kept_thing *thing); /* frees it */
};

/* Empty: all zero. */
struct kept {
    struct kept_thing *bucket[KEPT_BUCKETS], *newest, *oldest;
    int count;
};

/* NULL: nothing of that name is kept. */
struct kept_thing *kept_find(struct kept *kept, const char *name);

/* Keeps a thing, with `end` set, under a name that is not there yet. */
void kept_add(struct kept *kept, const char *name, struct kept_thing *thing);

/* Ends what is kept under a name, if anything is; ends everything. */
void kept_drop(struct kept *kept, const char *name);
void kept_clear(struct kept *kept);

#endif
