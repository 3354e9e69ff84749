/* quick_hash.h - Argon2id at its least cost, in place of what recovery codes take: a program of
 * tests that links quick_hash.c makes accounts without waiting.
 */
#ifndef TRIANCEY_TESTS_LIB_QUICK_HASH_H
#define TRIANCEY_TESTS_LIB_QUICK_HASH_H

#include <stddef.h>

/* What the last hash would have cost. */
extern unsigned long long quick_hash_steps;
extern size_t quick_hash_memory;

#endif
