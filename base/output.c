/* output.c - writes files whole or not at all: beside their place first, then renamed to it. Pipes,
 * devices and standard output are written to as they are. */
#include "config.h"

#include "base/output.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_begin(struct output *output, const char *path, struct error *error) {
    *output = (struct output){.path = path};
    char *name = NULL;
    if (!value_write(&name, error, "%s.XXXXXX", path))
        return false;
    int descriptor = mkstemp(name);
    if (descriptor < 0) {
        free(name);
        return error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask); /* mkstemp() makes it private */
    close(descriptor);
    output->temporary = name;
    return true;
}

static bool synchronise(const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    bool done = descriptor >= 0 && fsync(descriptor) == 0;
    int why = errno;
    if (descriptor >= 0)
        close(descriptor);
    errno = why;
    return done;
}

bool output_finish(struct output *output, struct error *error) {
    if (!synchronise(output->temporary) || rename(output->temporary, output->path) != 0) {
        error_set_kind(error, error_kind_of(errno), "%s: %s", output->path, strerror(errno));
        output_drop(output);
        return false;
    }
    free(output->temporary);
    output->temporary = NULL;
    return true;
}

void output_drop(struct output *output) {
    if (output->temporary)
        unlink(output->temporary);
    free(output->temporary);
    output->temporary = NULL;
}

/* Whether the path is a pipe or a device, which must not be replaced by a file. */
static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

/* Whether the path is standard output, such as /dev/stdout: what it has already must stay. */
static bool is_standard_output(const char *path) {
    struct stat there, standard;
    return stat(path, &there) == 0 && fstat(STDOUT_FILENO, &standard) == 0 &&
           there.st_dev == standard.st_dev && there.st_ino == standard.st_ino;
}

/* Writes a file in its place; messages call it `name`. */
static bool write_there(const char *path, const char *name, output_writer *write, void *context,
                        struct error *error) {
    FILE *file = fopen(path, "we");
    if (!file)
        return error_set_kind(error, error_kind_of(errno), "%s: %s", name, strerror(errno));
    bool done = write(context, file, error);
    bool lost = ferror(file);
    lost = fclose(file) != 0 || lost;
    return done &&
           (!lost || error_set_kind(error, error_kind_of(errno), "%s: %s", name, strerror(errno)));
}

bool output_spoils(const char *path, struct error *error) {
    static const char head[] = "SQLite format 3"; /* with its final zero */
    char there[sizeof head] = "";
    struct error ignored;
    FILE *file = input_open(path, &ignored);
    bool is = file && fread(there, 1, sizeof there, file) == sizeof there &&
              memcmp(there, head, sizeof head) == 0;
    if (file)
        fclose(file);
    if (is)
        error_set(error, _("%s is a record: choose another name, or move it away"), path);
    return is;
}

/* What write_beside() writes now. */
static const char *beside;

void output_abandon(void) {
    if (beside)
        unlink(beside);
}

/* Replaces a file; of a symbolic link, the file to which it leads. `write` NULL: only tries. */
static bool write_beside(const char *path, output_writer *write, void *context,
                         struct error *error) {
    struct output output = {0};
    if (output_spoils(path, error))
        return false;
    char *real = realpath(path, NULL);
    bool done = output_begin(&output, real ? real : path, error);
    beside = output.temporary;
    done = done && (!write || (write_there(output.temporary, path, write, context, error) &&
                               output_finish(&output, error)));
    beside = NULL;
    output_drop(&output);
    free(real);
    return done;
}

bool output_write(const char *path, output_writer *write, void *context, struct error *error) {
    if (!path || is_standard_output(path))
        return write(context, stdout, error);
    return is_special(path) ? write_there(path, path, write, context, error)
                            : write_beside(path, write, context, error);
}

bool output_try(const char *path, struct error *error) {
    return is_standard_output(path) || is_special(path) || write_beside(path, NULL, NULL, error);
}

static bool output_put_text(void *context, FILE *file, struct error *error) {
    const struct text *text = *(const struct text **)context;
    (void)error; /* that it was not written is noticed when the file is closed */
    fputs(text_get(text), file);
    return true;
}

bool output_write_text(const char *path, const struct text *text, struct error *error) {
    return text->failed ? error_memory(error) : output_write(path, output_put_text, &text, error);
}

enum { COLUMNS = 80, ROWS = 24, SIZE_MAX_OF_TERMINAL = 1000 };

static int size_from_environment(const char *name, int otherwise) {
    const char *value = getenv(name);
    int64_t size;
    return value && value_number(value, 1, SIZE_MAX_OF_TERMINAL, &size) ? (int)size : otherwise;
}

void output_size(int descriptor, int *columns, int *rows) {
    struct winsize size = {0};
    bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = known ? size.ws_col : size_from_environment("COLUMNS", COLUMNS);
    *rows = known ? size.ws_row : size_from_environment("LINES", ROWS);
    *columns = *columns < SIZE_MAX_OF_TERMINAL ? *columns : SIZE_MAX_OF_TERMINAL;
    *rows = *rows < SIZE_MAX_OF_TERMINAL ? *rows : SIZE_MAX_OF_TERMINAL;
}

int output_width(int descriptor) {
    int columns = 0, rows;
    if (isatty(descriptor))
        output_size(descriptor, &columns, &rows);
    return columns;
}

void output_version(const char *program) {
    printf("%s " PACKAGE_VERSION "\n", program);
    printf(_("Licence GPL-3.0-or-later: %s\nThis is free software: you may change and redistribute "
             "it. There is no warranty, as far as the law permits.\n"),
           "https://www.gnu.org/licenses/gpl-3.0.html");
    if (*PACKAGE_URL)
        printf("%s\n", PACKAGE_URL);
}

void output_end_if_unread(void) {
    struct pollfd output = {.fd = STDOUT_FILENO};
    if (poll(&output, 1, 0) < 1 || !(output.revents & POLLERR))
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

bool output_replaces(const char *path) {
    return path && !is_standard_output(path) && !is_special(path);
}

/* The name in a path, and the folder in which it is, or would be. "": there is no such folder. */
static const char *find_folder(const char *path, struct stat *status) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    struct text folder = {0};
    text_addf(&folder, "%.*s.", (int)(name - path), path);
    bool there = stat(text_get(&folder), status) == 0;
    text_free(&folder);
    return there ? name : "";
}

bool output_same(const char *one, const char *other) {
    struct stat first = {0}, second = {0};
    if (!output_replaces(one) || !output_replaces(other))
        return false;
    bool there = stat(one, &first) == 0, both = (stat(other, &second) == 0) == there;
    if (!there && both) {
        const char *name = find_folder(one, &first);
        both = *name && strcmp(name, find_folder(other, &second)) == 0;
    }
    return both && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}
