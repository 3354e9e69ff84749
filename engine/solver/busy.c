/* busy.c - the moves that threads are searching. A key has four places to stand in. No operation
 * waits for another thread: what is lost in a race is a hint, never a result. */
#include "engine/solver/busy.h"

bool busy_is(struct busy *busy, uint64_t key) {
    _Atomic uint64_t *slot = busy->key[key % BUSY_SLOTS];
    for (int i = 0; i < BUSY_WAYS; i++)
        if (atomic_load_explicit(&slot[i], memory_order_relaxed) == key)
            return true;
    return false;
}

void busy_start(struct busy *busy, uint64_t key) {
    _Atomic uint64_t *slot = busy->key[key % BUSY_SLOTS];
    for (int i = 0; i < BUSY_WAYS; i++)
        if (atomic_load_explicit(&slot[i], memory_order_relaxed) == 0) {
            atomic_store_explicit(&slot[i], key, memory_order_relaxed);
            return;
        }
    atomic_store_explicit(&slot[0], key, memory_order_relaxed);
}

bool busy_claim(struct busy *busy, uint64_t key) {
    _Atomic uint64_t *slot = busy->key[key % BUSY_SLOTS];
    if (busy_is(busy, key))
        return false;
    for (int i = 0; i < BUSY_WAYS; i++) {
        uint64_t was = 0; /* the first free slot, for which threads with the same move compete */
        if (atomic_compare_exchange_strong(&slot[i], &was, key))
            return true;
        if (was == key)
            return false;
    }
    atomic_store_explicit(&slot[0], key, memory_order_relaxed);
    return true;
}

void busy_finish(struct busy *busy, uint64_t key) {
    _Atomic uint64_t *slot = busy->key[key % BUSY_SLOTS];
    for (int i = 0; i < BUSY_WAYS; i++)
        if (atomic_load_explicit(&slot[i], memory_order_relaxed) == key)
            atomic_store_explicit(&slot[i], 0, memory_order_relaxed);
}
