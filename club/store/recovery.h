/* recovery.h - the code by which a person signs in on another device: shown once, kept as a hash.
 *
 * A code has 100 random bits as twenty letters and digits in groups of five, "3k9fw-...", from an
 * alphabet without i, l, o and u. A person may type it in large letters, without the hyphens or
 * with blanks, and with o for 0, i or l for 1. The hash is Argon2id with libsodium's limits for
 * interactive use: 64 MiB and some 0.1 s a try, so callers bound how many there are.
 */
#ifndef TRIANCEY_CLUB_STORE_RECOVERY_H
#define TRIANCEY_CLUB_STORE_RECOVERY_H

#include <stdbool.h>

enum { RECOVERY_CODE_SIZE = 24, RECOVERY_HASH_SIZE = 128 };

/* A new code and its hash. False: out of memory. */
bool recovery_draw(char code[RECOVERY_CODE_SIZE], char hash[RECOVERY_HASH_SIZE]);

/* Whether a text is the code of that hash, however it is spelled. Any bytes may come. */
bool recovery_is(const char *text, const char *hash);

#endif
