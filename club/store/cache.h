/* cache.h - entries that are kept in memory by their names, so that they need not be read or made
 * each time. The one that has been unused for longest makes room.
 */
#ifndef TRIANCEY_CLUB_STORE_CACHE_H
#define TRIANCEY_CLUB_STORE_CACHE_H

enum { CACHE_MAX = 4096, CACHE_BUCKETS = 4096, CACHE_NAME_SIZE = 40 };

/* The first member of what is kept. */
struct cache_entry {
    char name[CACHE_NAME_SIZE];
    struct cache_entry *next;               /* in its bucket */
    struct cache_entry *newer, *older;      /* by their last use */
    void (*end)(struct cache_entry *entry); /* frees it */
};

/* Empty: all zero, but for how many there may be at most if it is not CACHE_MAX. */
struct cache {
    struct cache_entry *bucket[CACHE_BUCKETS], *newest, *oldest;
    int count, most;
};

/* NULL: nothing of that name is kept. */
struct cache_entry *cache_find(struct cache *cache, const char *name);

/* Keeps an entry, with `end` set, under a name that is not there yet. */
void cache_add(struct cache *cache, const char *name, struct cache_entry *entry);

/* Ends what is kept under a name, if anything is; ends everything. */
void cache_drop(struct cache *cache, const char *name);
void cache_clear(struct cache *cache);

#endif
