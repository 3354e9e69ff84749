/* submit_parallel.c - GNU parallel, on this machine and on those of its --sshloginfile.
 *
 * One run of it plays a batch. It limits the time of a task, and repeats failed tasks by itself.
 * When we are killed, it ends as soon as the tasks that it has begun are over; until then it and
 * they hold a lock in the folder, and the next coordinator waits for them.
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "referee/scheduler/submit.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 100000, PAUSE_US = 300000, END_US = 10000000, END_PAUSE_US = 50000, SIGNALS = 2 };

/* Takes the lock of the folder. -1: somebody has it, or *failed with a message. */
static int take_lock(const struct dispatch *dispatch, bool *failed, struct error *error) {
    char *path = needed_string("%s/lock", dispatch->tasks.folder);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    *failed =
        lock < 0 && !error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
    if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0) {
        *failed = errno != EWOULDBLOCK &&
                  !error_set_kind(error, error_kind_of(errno), "%s: %s", path, strerror(errno));
        close(lock);
        lock = -1;
    }
    free(path);
    return lock;
}

static void reap(struct dispatch *dispatch) {
    if (dispatch->running > 0 && waitpid(dispatch->running, NULL, WNOHANG) == dispatch->running)
        dispatch->running = 0;
}

/* Texts that are words of the command line: they must last as long as it. */
struct parallel_words {
    char retries[16], timeout[16], jobs[16];
    char *list, *joblog;
    struct text command; /* a line for the shell */
};

/* Writes our own options before those of the user: of an option given twice, the last counts. */
static bool write_words(const struct dispatch *dispatch, struct parallel_words *texts,
                        struct tool_words *words, struct error *error) {
    const struct scheduler_options *options = dispatch->options;
    int batch = dispatch->tasks.batches;
    char *script = dispatch_write_script(dispatch, error);
    snprintf(texts->retries, sizeof texts->retries, "%d", options->retries);
    snprintf(texts->timeout, sizeof texts->timeout, "%d", options->task_time);
    snprintf(texts->jobs, sizeof texts->jobs, "%d%%",
             dispatch->processors < 100 ? 100 / dispatch->processors : 1);
    if (!script)
        return false;
    texts->list = tasks_batch_path(&dispatch->tasks, batch, "");
    texts->joblog = tasks_batch_path(&dispatch->tasks, batch, ".joblog");
    text_add(&texts->command, "sh ");
    text_add_shell(&texts->command, script);
    text_add(&texts->command, " {}");
    free(script);
    const char *const own[] = {"parallel",   "--will-cite",    "--retries", texts->retries,
                               "--workdir",  dispatch->folder, "--joblog",  texts->joblog,
                               "--arg-file", texts->list,      "--timeout", texts->timeout,
                               "--jobs",     texts->jobs};
    size_t count = sizeof own / sizeof *own;
    for (size_t i = 0; i < count; i++) {
        bool passed = (i >= count - 4 && i < count - 2 && !options->task_time) ||
                      (i >= count - 2 && dispatch->processors == 1);
        if (!passed)
            tool_add(words, own[i]);
    }
    dispatch_add_options(dispatch, words);
    tool_add(words, needed_text(&texts->command));
    return true;
}

/* Ready if nobody holds the lock, and also if taking it fails: submit() then reports the error. */
static bool is_ready(struct dispatch *dispatch) {
    bool failed;
    struct error ignored;
    int lock = take_lock(dispatch, &failed, &ignored);
    if (lock >= 0)
        close(lock);
    return lock >= 0 || failed;
}

static bool submit(struct dispatch *dispatch, int tasks, struct error *error) {
    struct parallel_words texts = {0};
    struct tool_words words = {0};
    bool failed = false;
    (void)tasks;
    char *output = tasks_batch_path(&dispatch->tasks, dispatch->tasks.batches, ".log");
    bool done = write_words(dispatch, &texts, &words, error);
    int lock = done ? take_lock(dispatch, &failed, error) : -1;
    if (done && lock < 0 && !failed)
        error_set(error, _("%s: tasks of this league are being played already"),
                  dispatch->tasks.folder);
    pid_t pid = lock >= 0 ? tool_start(&words, output, lock, error) : -1;
    if (lock >= 0)
        close(lock); /* what was started holds it */
    dispatch->running = pid > 0 ? pid : 0;
    text_free(&texts.command);
    free(texts.list);
    free(texts.joblog);
    free(output);
    return pid > 0;
}

static bool watch(struct dispatch *dispatch, bool *known, struct error *error) {
    bool failed = false;
    reap(dispatch);
    int lock = dispatch->running > 0 ? -1 : take_lock(dispatch, &failed, error);
    if (lock >= 0)
        close(lock);
    for (int i = 0; lock < 0 && i < dispatch->tasks.count; i++)
        known[i] = dispatch->tasks.task[i].state == TASK_OUT;
    return !failed;
}

/* Parallel starts nothing more after one SIGTERM, and ends its tasks after a second one. */
static void cancel(struct dispatch *dispatch) {
    int64_t end = clock_us() + END_US;
    for (int i = 0; i < SIGNALS; i++) {
        reap(dispatch);
        if (dispatch->running > 0)
            kill(dispatch->running, SIGTERM);
        clock_sleep_us(END_PAUSE_US);
    }
    for (reap(dispatch); dispatch->running > 0 && clock_us() < end; reap(dispatch))
        clock_sleep_us(END_PAUSE_US);
    if (dispatch->running > 0) {
        kill(-dispatch->running, SIGKILL);
        waitpid(dispatch->running, NULL, 0);
        dispatch->running = 0;
    }
}

const struct scheduler scheduler_parallel = {
    .name = "parallel",
    .program = "parallel",
    .package = "parallel",
    .most = MOST,
    .retries = true,
    .pause_us = PAUSE_US,
    .ready = is_ready,
    .submit = submit,
    .watch = watch,
    .cancel = cancel,
};
