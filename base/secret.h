/* secret.h - random words that cannot be guessed: a secret in an address, the name of a session. */
#ifndef TRIANCEY_BASE_SECRET_H
#define TRIANCEY_BASE_SECRET_H

#include <stdbool.h>
#include <stddef.h>

struct error;

enum { SECRET_BYTES = 16, SECRET_DIGITS = 2 * SECRET_BYTES, SECRET_SIZE = SECRET_DIGITS + 1 };

/* Makes a secret: 128 random bits as 32 hexadecimal digits and a zero. False and a message if the
 * system provides no random numbers. */
bool secret_make(char secret[SECRET_SIZE], struct error *error);

/* Whether two blocks of bytes are equal, in a time that does not depend on where they differ. */
bool secret_equal(const char *a, const char *b, size_t length);

/* Whether a text is this secret. */
bool secret_is(const char secret[SECRET_SIZE], const char *text);

#endif
