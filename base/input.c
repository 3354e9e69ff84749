/* input.c - opens and reads files that users name, without ever waiting for a writer. */
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
        return error_set_kind(error, error_kind_of(errno), "%s", strerror(errno));
    return !text->failed || error_memory(error);
}

/* Whether the path names the user's own pipe, such as /dev/stdin or a shell's <(...). */
static bool is_own_pipe(const char *path) {
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0;
}

/* Opens a regular file, or if `piped` a pipe. -1 and a message; errno is the system's reason if
 * there is one. */
static int open_regular(const char *path, bool piped, struct error *error) {
    struct stat status;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    int reason = errno;
    if (descriptor < 0 || fstat(descriptor, &status) != 0)
        error_set_kind(error, error_kind_of(reason), "%s", strerror(reason));
    else if (S_ISREG(status.st_mode) || (piped && !S_ISDIR(status.st_mode)))
        return descriptor;
    else
        error_set_kind(error, ERROR_SYSTEM, "%s",
                       S_ISDIR(status.st_mode) ? _("it is a folder")
                                               : _("it is not a regular file"));
    if (descriptor >= 0)
        close(descriptor);
    errno = reason;
    return -1;
}

bool input_read(const char *path, size_t most, struct text *text, struct error *error) {
    int descriptor = open_regular(path, false, error);
    bool done = descriptor >= 0 && read_all(descriptor, most, text, error);
    if (descriptor >= 0)
        close(descriptor);
    return done;
}

FILE *input_open(const char *path, struct error *error) {
    int descriptor = open_regular(path, is_own_pipe(path), error);
    if (descriptor < 0)
        return NULL;
    fcntl(descriptor, F_SETFL, 0); /* a pipe that is read waits for what is written */
    FILE *file = fdopen(descriptor, "r");
    int reason = errno;
    if (file)
        return file;
    error_set_kind(error, error_kind_of(reason), "%s", strerror(reason));
    close(descriptor);
    errno = reason;
    return NULL;
}
