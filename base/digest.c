/* digest.c - SHA-256 and random secrets, by libsodium. */
#include "config.h"

#include "base/digest.h"

#include "base/error.h"
#include "base/input.h"

#include <errno.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool digest_begin(void) {
    return sodium_init() >= 0;
}

void digest_text(const char *text, char digest[DIGEST_SIZE]) {
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(bytes, (const unsigned char *)text, strlen(text));
    sodium_bin2hex(digest, DIGEST_SIZE, bytes, sizeof bytes);
}

void digest_line(char digest[DIGEST_SIZE], const char *format, ...) {
    char line[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    digest_text(line, digest);
    sodium_memzero(line, sizeof line);
}

/* `state` holds libsodium's own struct; digest.h gives it as bytes, without sodium.h. */
static crypto_hash_sha256_state *state_of(struct digest *digest) {
    _Static_assert(sizeof(crypto_hash_sha256_state) <= sizeof digest->state &&
                       _Alignof(crypto_hash_sha256_state) <= 8,
                   "struct digest has room for it");
    return (void *)digest->state;
}

void digest_start(struct digest *digest) {
    crypto_hash_sha256_init(state_of(digest));
}

void digest_add(struct digest *digest, const void *bytes, size_t count) {
    crypto_hash_sha256_update(state_of(digest), bytes, count);
}

void digest_end(struct digest *digest, char digits[DIGEST_SIZE]) {
    unsigned char bytes[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_final(state_of(digest), bytes);
    sodium_bin2hex(digits, DIGEST_SIZE, bytes, sizeof bytes);
}

bool digest_file(const char *path, char digest[DIGEST_SIZE]) {
    unsigned char part[65536];
    struct digest whole;
    struct error ignored;
    FILE *file = input_open(path, &ignored);
    if (!file)
        return false;
    digest_start(&whole);
    for (size_t read; (read = fread(part, 1, sizeof part, file)) > 0;)
        digest_add(&whole, part, read);
    bool good = !ferror(file);
    int reason = errno;
    fclose(file);
    errno = reason;
    digest_end(&whole, digest);
    return good;
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
