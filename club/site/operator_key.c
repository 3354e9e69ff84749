/* operator_key.c - see operator_key.h. */
#include "config.h"

#include "club/site/operator_key.h"

#include "base/error.h"
#include "base/language.h"
#include "base/values.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Up to `size` bytes; fewer at the end of the file, or if it cannot be read. */
static size_t read_bytes(int file, char *bytes, size_t size) {
    size_t got = 0;
    while (got < size) {
        ssize_t more = read(file, bytes + got, size - got);
        if (more == 0 || (more < 0 && errno != EINTR))
            break;
        got += more > 0 ? (size_t)more : 0;
    }
    return got;
}

static bool write_bytes(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t done = write(file, bytes, size);
        if (done == 0 || (done < 0 && errno != EINTR))
            return false;
        bytes += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* Whether the file has a key and nothing else, but for an end of line. */
static bool read_key(int file, char key[SECRET_SIZE]) {
    char text[SECRET_SIZE + 1];
    size_t got = read_bytes(file, text, sizeof text);
    if (got < SECRET_DIGITS || (got > SECRET_DIGITS && text[SECRET_DIGITS] != '\n'))
        return false;
    memcpy(key, text, SECRET_DIGITS);
    key[SECRET_DIGITS] = '\0';
    return strspn(key, "0123456789abcdef") == SECRET_DIGITS;
}

static bool make(const char *path, char key[SECRET_SIZE], struct error *error) {
    char line[SECRET_SIZE];
    if (!secret_make(key, error))
        return false;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    memcpy(line, key, SECRET_DIGITS);
    line[SECRET_DIGITS] = '\n';
    bool done = file >= 0 && write_bytes(file, line, sizeof line);
    int reason = errno;
    if (file >= 0)
        close(file);
    if (!done && file >= 0)
        unlink(path);
    return done || error_set_kind(error, error_kind_of(reason), "%s: %s", path, strerror(reason));
}

static bool read_or_make(const char *path, char key[SECRET_SIZE], struct error *error) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT
                   ? make(path, key, error)
                   : error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    bool good = read_key(file, key);
    close(file);
    return good ||
           error_set(error, _("%s is not a key: remove it, and a new one will be made"), path);
}

bool operator_key_read(const char *folder, char key[SECRET_SIZE], struct error *error) {
    char *path = NULL;
    bool done =
        value_write(&path, error, "%s/operator.key", folder) && read_or_make(path, key, error);
    free(path);
    return done;
}
