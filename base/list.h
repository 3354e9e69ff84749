/* list.h - lists that grow an item at a time. */
#ifndef TRIANCEY_BASE_LIST_H
#define TRIANCEY_BASE_LIST_H

#include <stdlib.h>

/* The items of a list, with room for one more after `count`: a full list moves to where there is
 * twice the room. NULL: out of memory, and the list is as it was. */
static inline void *list_grow(void *item, int count, int *room, size_t size) {
    enum { FIRST_ROOM = 32 };
    if (count < *room)
        return item;
    int more = *room ? 2 * *room : FIRST_ROOM;
    void *grown = realloc(item, size * (size_t)more);
    if (grown)
        *room = more;
    return grown;
}

#endif
