/* secret.c - secrets from the system's random numbers, as hexadecimal digits. They are compared
 * without a branch on what they hold, so that the time of a comparison does not tell how many
 * digits are right. */
#include "config.h"

#include "base/secret.h"

#include "base/error.h"
#include "base/language.h"
#include "base/system.h"

#include <errno.h>
#include <string.h>

bool secret_make(char secret[SECRET_SIZE], struct error *error) {
    static const char digits[] = "0123456789abcdef";
    unsigned char bytes[SECRET_BYTES];
    if (!system_random(bytes, sizeof bytes))
        return error_set_kind(error, error_kind_of(errno),
                              _("the system provides no random numbers: %s"), strerror(errno));
    for (int i = 0; i < SECRET_BYTES; i++) {
        secret[2 * i] = digits[bytes[i] >> 4];
        secret[2 * i + 1] = digits[bytes[i] & 15];
    }
    secret[SECRET_DIGITS] = '\0';
    return true;
}

bool secret_equal(const char *a, const char *b, size_t length) {
    const volatile char *left = a, *right = b;
    int difference = 0;
    for (size_t i = 0; i < length; i++)
        difference |= left[i] ^ right[i];
    return difference == 0;
}

bool secret_is(const char secret[SECRET_SIZE], const char *text) {
    return strlen(text) == SECRET_DIGITS && secret_equal(secret, text, SECRET_DIGITS);
}
