/* digest.h - SHA-256 of texts and files, as sha256sum prints it or as a policy of a page names it,
 * and secrets of its size. */
#ifndef TRIANCEY_BASE_DIGEST_H
#define TRIANCEY_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

enum { DIGEST_DIGITS = 64, DIGEST_SIZE = DIGEST_DIGITS + 1 };

/* The digest of a text as 64 lower-case hexadecimal digits and a zero. */
void digest_text(const char *text, char digest[DIGEST_SIZE]);

/* The digest of a line as by printf(), of at most 399 bytes. It may have a secret in it: nothing of
 * it stays in memory. */
void digest_line(char digest[DIGEST_SIZE], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The digest of bytes that come in pieces. */
struct digest {
    _Alignas(8) unsigned char state[128];
};
void digest_start(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t count);
void digest_end(struct digest *digest, char digits[DIGEST_SIZE]);

/* The digest of a file. False: it cannot be read. */
bool digest_file(const char *path, char digest[DIGEST_SIZE]);

/* The digest of a text as a Content Security Policy names a script: "sha256-" and base64. */
enum { DIGEST_SOURCE_SIZE = 7 + 44 + 1 };
void digest_source(const char *text, char source[DIGEST_SOURCE_SIZE]);

/* 256 random bits as 64 hexadecimal digits: a secret that cannot be guessed. Call digest_begin()
 * first, which initializes libsodium; more calls do no harm. */
void digest_draw(char secret[DIGEST_SIZE]);

/* Initializes libsodium. False: the system provides no random numbers. */
bool digest_begin(void);

/* Whether a text is 64 lower-case hexadecimal digits and nothing else. */
bool digest_is(const char *text);

#endif
