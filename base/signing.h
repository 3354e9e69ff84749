/* signing.h - signatures (Ed25519). A key is a file; its public half, by which signatures are
 * checked, is another.
 *
 * The secret file may be read by its owner alone, and is never overwritten. Keys and signatures are
 * hexadecimal digits.
 */
#ifndef TRIANCEY_BASE_SIGNING_H
#define TRIANCEY_BASE_SIGNING_H

#include <stdbool.h>

struct error;

enum {
    SIGNING_KEY_DIGITS = 64, /* of a public key; a secret file has as many */
    SIGNING_KEY_SIZE = SIGNING_KEY_DIGITS + 1,
    SIGNATURE_DIGITS = 128,
    SIGNATURE_SIZE = SIGNATURE_DIGITS + 1
};

/* To sign with; wiped by signing_forget(). */
struct signing_key {
    unsigned char secret[64];
    char public[SIGNING_KEY_SIZE];
};

/* Makes a key: the secret half in `path`, the public one in `path`.pub. Neither may exist. False
 * and a message. */
bool signing_make(const char *path, struct error *error);

/* Reads the secret half, or the public one. False and a message: it is no such file, or others may
 * read the secret. */
bool signing_read(const char *path, struct signing_key *key, struct error *error);
bool signing_read_public(const char *path, char key[SIGNING_KEY_SIZE], struct error *error);
void signing_forget(struct signing_key *key);

void signing_sign(const struct signing_key *key, const char *text, char signature[SIGNATURE_SIZE]);

/* Whether the owner of this public key has signed the text. */
bool signing_check(const char *key, const char *text, const char *signature);

#endif
