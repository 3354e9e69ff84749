/* recovery.c - recovery codes: twenty digits in groups of five, in Douglas Crockford's base 32,
 * where letters that look alike are one. Hashes are libsodium's. */
#include "config.h"

#include "club/store/recovery.h"

#include <sodium.h>
#include <string.h>

enum { DIGITS = 20, GROUP = 5 };

_Static_assert((int)RECOVERY_HASH_SIZE == (int)crypto_pwhash_STRBYTES, "room for a hash");
_Static_assert(RECOVERY_CODE_SIZE == DIGITS + DIGITS / GROUP, "digits, hyphens and a zero");

static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";

bool recovery_draw(char code[RECOVERY_CODE_SIZE], char hash[RECOVERY_HASH_SIZE]) {
    char digits[DIGITS + 1] = "", *out = code;
    for (int i = 0; i < DIGITS; i++) {
        digits[i] = alphabet[randombytes_uniform(32)];
        if (i > 0 && i % GROUP == 0)
            *out++ = '-';
        *out++ = digits[i];
    }
    *out = '\0';
    bool done = crypto_pwhash_str(hash, digits, DIGITS, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                  crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    sodium_memzero(digits, sizeof digits);
    return done;
}

/* The digit that a typed character stands for, 0 if there is none. */
static char digit_meant(char c) {
    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    c = c == 'o' ? '0' : c == 'i' || c == 'l' ? '1' : c;
    return c && strchr(alphabet, c) ? c : '\0';
}

bool recovery_is(const char *text, const char *hash) {
    char digits[DIGITS];
    int count = 0;
    for (; *text; text++) {
        if (*text == '-' || *text == ' ')
            continue;
        char digit = digit_meant(*text);
        if (!digit || count == DIGITS)
            return false;
        digits[count++] = digit;
    }
    bool same = count == DIGITS && crypto_pwhash_str_verify(hash, digits, DIGITS) == 0;
    sodium_memzero(digits, sizeof digits);
    return same;
}
