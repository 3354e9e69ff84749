/* cache.c - a hash table whose entries are also in a list by their last use. Names are secrets or
 * digests, so nobody can choose what shares a bucket; the oldest goes when all places are taken. */
#include "config.h"

#include "club/store/cache.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static struct cache_entry **cache_place(struct cache *cache, const char *name) {
    struct cache_entry **place = &cache->bucket[text_hash(name) % CACHE_BUCKETS];
    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    return place;
}

/* ---- the order of use ------------------------------------------------------------------------ */

static void cache_unlink(struct cache *cache, struct cache_entry *entry) {
    *(entry->newer ? &entry->newer->older : &cache->newest) = entry->older;
    *(entry->older ? &entry->older->newer : &cache->oldest) = entry->newer;
}

static void cache_put_first(struct cache *cache, struct cache_entry *entry) {
    entry->newer = NULL;
    entry->older = cache->newest;
    *(cache->newest ? &cache->newest->newer : &cache->oldest) = entry;
    cache->newest = entry;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Looks at the newest first: mostly one entry is asked for several times in a row. */
struct cache_entry *cache_find(struct cache *cache, const char *name) {
    struct cache_entry *entry = cache->newest;
    if (entry && strcmp(entry->name, name) == 0)
        return entry;
    entry = *cache_place(cache, name);
    if (entry) {
        cache_unlink(cache, entry);
        cache_put_first(cache, entry);
    }
    return entry;
}

void cache_drop(struct cache *cache, const char *name) {
    struct cache_entry **place = cache_place(cache, name), *entry = *place;
    if (!entry)
        return;
    *place = entry->next;
    cache_unlink(cache, entry);
    cache->count--;
    entry->end(entry);
}

void cache_add(struct cache *cache, const char *name, struct cache_entry *entry) {
    if (cache->count == (cache->most ? cache->most : CACHE_MAX))
        cache_drop(cache, cache->oldest->name);
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->next = NULL;
    *cache_place(cache, name) = entry;
    cache_put_first(cache, entry);
    cache->count++;
}

void cache_clear(struct cache *cache) {
    while (cache->oldest)
        cache_drop(cache, cache->oldest->name);
}
