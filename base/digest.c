/* digest.c - see digest.h. */
#include "config.h"

#include "base/digest.h"

#include <sodium.h>
#include <string.h>

bool digest_begin(void) {
    return sodium_init() >= 0;
}

void digest_text(const char *text, char digest[DIGEST_SIZE]) {
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(digest, DIGEST_SIZE, bytes, sizeof bytes);
}

void digest_source(const char *text, char source[DIGEST_SOURCE_SIZE]) {
    static const char kind[] = "sha256-";
    const size_t before = sizeof kind - 1;
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const unsigned char *)text, strlen(text));
    memcpy(source, kind, before);
    sodium_bin2base64(source + before, DIGEST_SOURCE_SIZE - before, bytes, sizeof bytes,
                      sodium_base64_VARIANT_ORIGINAL);
}

void digest_draw(char secret[DIGEST_SIZE]) {
    unsigned char bytes[DIGEST_DIGITS / 2];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, DIGEST_SIZE, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

bool digest_is(const char *text) {
    return strspn(text, "0123456789abcdef") == DIGEST_DIGITS && !text[DIGEST_DIGITS];
}
