/* quick_hash.c - Argon2id at its least cost, for tests that make accounts. The linker prefers this
 * function to that of the library; the hash says what it cost, so that the library can check it.
 * Where the environment has TRIANCEY_FULL_HASH, it costs what it should. */
#include "tests/lib/quick_hash.h"

#include <sodium.h>
#include <stdlib.h>

unsigned long long quick_hash_steps;
size_t quick_hash_memory;

int crypto_pwhash_str(char out[crypto_pwhash_STRBYTES], const char *const text,
                      unsigned long long length, unsigned long long steps, size_t memory) {
    quick_hash_steps = steps;
    quick_hash_memory = memory;
    if (getenv("TRIANCEY_FULL_HASH"))
        return crypto_pwhash_argon2id_str(out, text, length, steps, memory);
    return crypto_pwhash_argon2id_str(out, text, length, crypto_pwhash_argon2id_OPSLIMIT_MIN,
                                      crypto_pwhash_argon2id_MEMLIMIT_MIN);
}
