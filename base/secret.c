/* secret.c - secrets by libsodium. Its comparison takes the same time wherever they differ, so that
 * this time does not tell how many digits are right. */
#include "config.h"

#include "base/secret.h"

#include "base/error.h"
#include "base/language.h"

#include <errno.h>
#include <sodium.h>
#include <string.h>

bool secret_make(char secret[SECRET_SIZE], struct error *error) {
    unsigned char bytes[SECRET_BYTES];
    errno = ENOSYS; /* libsodium gives no reason */
    if (sodium_init() < 0)
        return error_set_kind(error, error_kind_of(errno),
                              _("the system provides no random numbers: %s"), strerror(errno));
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, SECRET_SIZE, bytes, sizeof bytes);
    return true;
}

bool secret_equal(const char *a, const char *b, size_t length) {
    return sodium_memcmp(a, b, length) == 0;
}

bool secret_is(const char secret[SECRET_SIZE], const char *text) {
    return strlen(text) == SECRET_DIGITS && secret_equal(secret, text, SECRET_DIGITS);
}
