/* tool.c - programs of a scheduler. A program reads nothing, and writes either to pipes that are
 * read to their end here, or to a file. One that cannot be run exits with NOT_RUN, as in a shell.
 */
#include "config.h"

#include "referee/scheduler/submit.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/leave.h"
#include "base/needed.h"
#include "base/system.h"
#include "base/text.h"
#include "base/wait.h"
#include "referee/engines/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 100, BYTES_MAX = 16 << 20, NOT_RUN = 127 };

void tool_add(struct tool_words *words, const char *word) {
    if (words->count < TOOL_WORDS_MAX)
        words->word[words->count++] = word;
    words->word[words->count] = NULL;
}

bool tool_check(const char *program, const char *package, struct error *error) {
    char *path = program_find(program, NULL);
    bool found = path != NULL;
    free(path);
    return found || error_set(error, _("the program %s is missing: Debian's package %s has it"),
                              program, package);
}

/* Turns the child process into the program, or exits with NOT_RUN. */
static _Noreturn void become(const struct tool_words *words, int out, int log, int kept) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    int in = open("/dev/null", O_RDONLY);
    sigemptyset(&plain.sa_mask);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, &plain, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (kept >= 0)
        fcntl(kept, F_SETFD, 0);
    if (in >= 0 && dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(log, STDERR_FILENO) >= 0)
        execvp(words->word[0], (char *const *)(uintptr_t)words->word);
    leave(NOT_RUN);
}

/* Starts a program in a process group of its own: it is for us to pass on what a terminal sends to
 * our group. Where the system can, the program gets SIGTERM when we die. */
static pid_t fork_program(const struct tool_words *words, int out, int log, int kept) {
    pid_t us = getpid(), pid = fork();
    if (pid != 0) {
        if (pid > 0)
            setpgid(pid, pid);
        return pid;
    }
    setpgid(0, 0);
    if (!system_follow(us, SIGTERM))
        leave(NOT_RUN);
    become(words, out, log, kept);
}

/* Reads both pipes to their end, or until the patience is over. */
static bool read_pipes(const int pipes[2], struct tool_patience patience,
                       struct text *const texts[2]) {
    struct pollfd wanted[2] = {{.fd = pipes[0], .events = POLLIN},
                               {.fd = pipes[1], .events = POLLIN}};
    int64_t end = clock_us() + patience.seconds * INT64_C(1000000);
    char bytes[4096];
    while (wanted[0].fd >= 0 || wanted[1].fd >= 0) {
        if (clock_us() >= end || (patience.stop && atomic_load(patience.stop) != 0))
            return false;
        if (wait_poll(wanted, 2, clock_us() + LOOK_MS * 1000, NULL) <= 0)
            continue;
        for (int i = 0; i < 2; i++) {
            ssize_t got = wanted[i].revents ? read(pipes[i], bytes, sizeof bytes) : -1;
            if (got > 0 && texts[i]->length < BYTES_MAX)
                text_add_bytes(texts[i], bytes, (size_t)got);
            else if (wanted[i].revents && (got == 0 || (got < 0 && errno != EINTR)))
                wanted[i].fd = -1;
        }
    }
    return true;
}

/* Says how a program has failed, with the first line that it has written. */
static bool tell(const struct tool_words *words, int status, bool ended, struct text *log,
                 struct error *error) {
    char line[200];
    text_cut(log, strcspn(text_get(log), "\n"));
    text_readable(line, sizeof line, text_get(log));
    if (!ended)
        return error_set(error, _("%s does not answer"), words->word[0]);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_RUN && !*line)
        return error_set(error, _("cannot run %s"), words->word[0]);
    if (*line)
        return error_set(error, "%s%s%s", strstr(line, words->word[0]) ? "" : words->word[0],
                         strstr(line, words->word[0]) ? "" : ": ", line);
    return error_set(error, _("%s has failed"), words->word[0]);
}

bool tool_run(const struct tool_words *words, struct tool_patience patience, struct text *printed,
              struct error *error) {
    int out[2], log[2], status = 0;
    struct text said = {0};
    if (system_pipe(out, true) != 0)
        return error_set_kind(error, error_kind_of(errno), _("cannot make pipes for %s: %s"),
                              words->word[0], strerror(errno));
    if (system_pipe(log, true) != 0) {
        close(out[0]), close(out[1]);
        return error_set_kind(error, error_kind_of(errno), _("cannot make pipes for %s: %s"),
                              words->word[0], strerror(errno));
    }
    pid_t pid = fork_program(words, out[1], log[1], -1);
    close(out[1]), close(log[1]);
    bool ended = pid < 0 || read_pipes((const int[]){out[0], log[0]}, patience,
                                       (struct text *const[]){printed, &said});
    close(out[0]), close(log[0]);
    if (!ended)
        kill(-pid, SIGKILL);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    bool done = pid > 0 && ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!done)
        tell(words, status, ended, &said, error);
    needed_text(printed); /* a part of a list would mislead */
    text_free(&said);
    return done;
}

pid_t tool_start(const struct tool_words *words, const char *output, int kept,
                 struct error *error) {
    int file = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    pid_t pid = file < 0 ? -1 : fork_program(words, file, file, kept);
    if (pid < 0)
        error_set_kind(error, error_kind_of(errno),
                       file < 0 ? _("cannot write %s: %s") : _("cannot start a process for %s: %s"),
                       file < 0 ? output : words->word[0], strerror(errno));
    if (file >= 0)
        close(file);
    return pid;
}
