/* kept.c - a hash table whose entries are also in a list by their last use. What is kept is found
 * by a name that cannot be guessed, so nobody can choose what shares a bucket; the oldest goes
 * when all places are taken. */
#include "config.h"

#include "club/store/kept.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

static struct kept_thing **kept_place(struct kept *kept, const char *name) {
    struct kept_thing **place = &kept->bucket[text_hash(name) % KEPT_BUCKETS];
    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    return place;
}

/* ---- the order of use ------------------------------------------------------------------------ */

static void kept_unlink(struct kept *kept, struct kept_thing *thing) {
    *(thing->newer ? &thing->newer->older : &kept->newest) = thing->older;
    *(thing->older ? &thing->older->newer : &kept->oldest) = thing->newer;
}

static void kept_put_first(struct kept *kept, struct kept_thing *thing) {
    thing->newer = NULL;
    thing->older = kept->newest;
    *(kept->newest ? &kept->newest->newer : &kept->oldest) = thing;
    kept->newest = thing;
}

/* ---- things ---------------------------------------------------------------------------------- */

/* Looks at the newest first: mostly one thing is asked for several times in a row. */
struct kept_thing *kept_find(struct kept *kept, const char *name) {
    struct kept_thing *thing = kept->newest;
    if (thing && strcmp(thing->name, name) == 0)
        return thing;
    thing = *kept_place(kept, name);
    if (thing) {
        kept_unlink(kept, thing);
        kept_put_first(kept, thing);
    }
    return thing;
}

void kept_drop(struct kept *kept, const char *name) {
    struct kept_thing **place = kept_place(kept, name), *thing = *place;
    if (!thing)
        return;
    *place = thing->next;
    kept_unlink(kept, thing);
    kept->count--;
    thing->end(thing);
}

void kept_add(struct kept *kept, const char *name, struct kept_thing *thing) {
    if (kept->count == KEPT_MAX)
        kept_drop(kept, kept->oldest->name);
    snprintf(thing->name, sizeof thing->name, "%s", name);
    thing->next = NULL;
    *kept_place(kept, name) = thing;
    kept_put_first(kept, thing);
    kept->count++;
}

void kept_clear(struct kept *kept) {
    while (kept->oldest)
        kept_drop(kept, kept->oldest->name);
}
