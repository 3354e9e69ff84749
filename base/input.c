/* input.c - see input.h. */
#include "config.h"

#include "base/input.h"

#include "base/error.h"
#include "base/language.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int descriptor, size_t most, struct text *text, struct error *error) {
    char block[4096];
    ssize_t got = 1;
    while (got > 0 && text->length <= most) {
        do
            got = read(descriptor, block, sizeof block);
        while (got < 0 && errno == EINTR);
        if (got > 0)
            text_add_bytes(text, block, (size_t)got);
    }
    if (got < 0)
        return error_set(error, "%s", strerror(errno));
    return !text->failed || error_set(error, _("out of memory"));
}

bool input_read(const char *path, size_t most, struct text *text, struct error *error) {
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool done = false;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        error_set(error, "%s", strerror(errno));
    else if (S_ISREG(status.st_mode))
        done = read_all(descriptor, most, text, error);
    else
        error_set(error, "%s",
                  S_ISDIR(status.st_mode) ? _("it is a folder") : _("it is not a regular file"));
    if (descriptor >= 0)
        close(descriptor);
    return done;
}
