/* signing.c - keys and signatures, by libsodium. A file of a key has one line: a word for its kind,
 * and 64 hexadecimal digits. In a secret file they are the seed from which both halves of the key
 * are computed. */
#include "config.h"

#include "base/signing.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECRET_WORD "triancey-secret-key "
#define PUBLIC_WORD "triancey-public-key "

enum { FILE_BYTES_MAX = 256 };

static bool signing_begin(struct error *error) {
    return digest_begin() || error_set(error, _("the system gives no random numbers"));
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Writes a key to a new file. When this fails, no file is left. */
static bool write_new(const char *path, const char *word, const unsigned char bytes[32],
                      mode_t mode, struct error *error) {
    char line[FILE_BYTES_MAX], digits[SIGNING_KEY_SIZE];
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0)
        return error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    sodium_bin2hex(digits, sizeof digits, bytes, 32);
    int length = snprintf(line, sizeof line, "%s%s\n", word, digits);
    bool done = write(file, line, (size_t)length) == length && fsync(file) == 0;
    int reason = errno;
    sodium_memzero(line, sizeof line);
    sodium_memzero(digits, sizeof digits);
    if (close(file) != 0)
        done = false;
    if (!done)
        unlink(path);
    return done || error_set_kind(error, error_kind_of(reason), "%s: %s", path, strerror(reason));
}

bool signing_make(const char *path, struct error *error) {
    unsigned char seed[crypto_sign_SEEDBYTES], public[crypto_sign_PUBLICKEYBYTES];
    unsigned char secret[crypto_sign_SECRETKEYBYTES];
    char *beside = NULL;
    if (!signing_begin(error) || !value_write(&beside, error, "%s.pub", path))
        return false;
    randombytes_buf(seed, sizeof seed);
    crypto_sign_seed_keypair(public, secret, seed);
    bool secret_made = write_new(path, SECRET_WORD, seed, 0600, error);
    bool made = secret_made && write_new(beside, PUBLIC_WORD, public, 0666, error);
    if (secret_made && !made)
        unlink(path);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(secret, sizeof secret);
    free(beside);
    return made;
}

/* Reads the 32 bytes of a key from a file: its one line is the word and 64 digits. */
static bool signing_read_line(const char *path, const char *word, unsigned char bytes[32],
                              struct error *error) {
    struct error why;
    struct text text = {0};
    size_t length = strlen(word), got = 0;
    if (!input_read(path, FILE_BYTES_MAX, &text, &why)) {
        text_free(&text);
        return error_set_kind(error, why.kind, "%s: %s", path, why.text);
    }
    const char *line = text_get(&text), *end = NULL;
    bool good = strncmp(line, word, length) == 0 &&
                sodium_hex2bin(bytes, 32, line + length, strcspn(line + length, "\n"), NULL, &got,
                               &end) == 0 &&
                got == 32 && strcmp(end, "\n") == 0;
    if (text.bytes)
        sodium_memzero(text.bytes, text.room);
    text_free(&text);
    return good || error_set(error, _("%s is not a key of this kind"), path);
}

/* Refuses a secret file that others may read: whoever can read it can sign in its owner's name. */
static bool check_private(const char *path, struct error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    return (status.st_mode & 077) == 0 || S_ISDIR(status.st_mode) || /* which is no key */
           error_set(error, _("%s: others may read this key; make a new one, or: chmod 600 %s"),
                     path, path);
}

bool signing_read(const char *path, struct signing_key *key, struct error *error) {
    unsigned char seed[crypto_sign_SEEDBYTES], public[crypto_sign_PUBLICKEYBYTES];
    if (!signing_begin(error) || !check_private(path, error) ||
        !signing_read_line(path, SECRET_WORD, seed, error))
        return false;
    crypto_sign_seed_keypair(public, key->secret, seed);
    sodium_bin2hex(key->public, sizeof key->public, public, sizeof public);
    sodium_memzero(seed, sizeof seed);
    return true;
}

bool signing_read_public(const char *path, char key[SIGNING_KEY_SIZE], struct error *error) {
    unsigned char public[crypto_sign_PUBLICKEYBYTES];
    if (!signing_begin(error) || !signing_read_line(path, PUBLIC_WORD, public, error))
        return false;
    sodium_bin2hex(key, SIGNING_KEY_SIZE, public, sizeof public);
    return true;
}

void signing_forget(struct signing_key *key) {
    sodium_memzero(key, sizeof *key);
}

/* ---- signatures ------------------------------------------------------------------------------ */

_Static_assert(crypto_sign_SECRETKEYBYTES == 64 && crypto_sign_SEEDBYTES == 32, "halves of a key");
_Static_assert(crypto_sign_PUBLICKEYBYTES == 32 && crypto_sign_BYTES == 64, "as the header says");

void signing_sign(const struct signing_key *key, const char *text, char signature[SIGNATURE_SIZE]) {
    unsigned char bytes[crypto_sign_BYTES];
    crypto_sign_detached(bytes, NULL, (const unsigned char *)text, strlen(text), key->secret);
    sodium_bin2hex(signature, SIGNATURE_SIZE, bytes, sizeof bytes);
}

static bool read_digits(const char *digits, unsigned char *bytes, size_t size) {
    size_t got = 0;
    return strlen(digits) == 2 * size &&
           sodium_hex2bin(bytes, size, digits, 2 * size, NULL, &got, NULL) == 0 && got == size;
}

bool signing_check(const char *key, const char *text, const char *signature) {
    unsigned char public[crypto_sign_PUBLICKEYBYTES], bytes[crypto_sign_BYTES];
    return read_digits(key, public, sizeof public) && read_digits(signature, bytes, sizeof bytes) &&
           crypto_sign_verify_detached(bytes, (const unsigned char *)text, strlen(text), public) ==
               0;
}
