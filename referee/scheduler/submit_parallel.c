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
static int take_lock(const struct deal *deal, bool *failed, struct error *error) {
    char *path = needed_string("%s/lock", deal->tasks.folder);
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

static void reap(struct deal *deal) {
    if (deal->running > 0 && waitpid(deal->running, NULL, WNOHANG) == deal->running)
        deal->running = 0;
}

/* Texts that are words of the command line: they must last as long as it. */
struct parallel_words {
    char retries[16], timeout[16], jobs[16];
    char *list, *joblog;
    struct text command; /* a line for the shell */
};

/* Writes our own options before those of the user: of an option given twice, the last counts. */
static bool write_words(const struct deal *deal, struct parallel_words *texts,
                        struct tool_words *words, struct error *error) {
    const struct scheduler_options *options = deal->options;
    int batch = deal->tasks.batches;
    char *script = deal_write_script(deal, error);
    snprintf(texts->retries, sizeof texts->retries, "%d", options->retries);
    snprintf(texts->timeout, sizeof texts->timeout, "%d", options->task_time);
    snprintf(texts->jobs, sizeof texts->jobs, "%d%%",
             deal->processors < 100 ? 100 / deal->processors : 1);
    if (!script)
        return false;
    texts->list = tasks_batch_path(&deal->tasks, batch, "");
    texts->joblog = tasks_batch_path(&deal->tasks, batch, ".joblog");
    text_add(&texts->command, "sh ");
    text_add_shell(&texts->command, script);
    text_add(&texts->command, " {}");
    free(script);
    const char *const own[] = {"parallel",   "--will-cite", "--retries", texts->retries,
                               "--workdir",  deal->folder,  "--joblog",  texts->joblog,
                               "--arg-file", texts->list,   "--timeout", texts->timeout,
                               "--jobs",     texts->jobs};
    size_t count = sizeof own / sizeof *own;
    for (size_t i = 0; i < count; i++) {
        bool passed = (i >= count - 4 && i < count - 2 && !options->task_time) ||
                      (i >= count - 2 && deal->processors == 1);
        if (!passed)
            tool_add(words, own[i]);
    }
    deal_add_options(deal, words);
    tool_add(words, needed_text(&texts->command));
    return true;
}

/* Ready if nobody holds the lock, and also if taking it fails: submit() then reports the error. */
static bool is_ready(struct deal *deal) {
    bool failed;
    struct error ignored;
    int lock = take_lock(deal, &failed, &ignored);
    if (lock >= 0)
        close(lock);
    return lock >= 0 || failed;
}

static bool submit(struct deal *deal, int tasks, struct error *error) {
    struct parallel_words texts = {0};
    struct tool_words words = {0};
    bool failed = false;
    (void)tasks;
    char *output = tasks_batch_path(&deal->tasks, deal->tasks.batches, ".log");
    bool done = write_words(deal, &texts, &words, error);
    int lock = done ? take_lock(deal, &failed, error) : -1;
    if (done && lock < 0 && !failed)
        error_set(error, _("%s: tasks of this league are being played already"),
                  deal->tasks.folder);
    pid_t pid = lock >= 0 ? tool_start(&words, output, lock, error) : -1;
    if (lock >= 0)
        close(lock); /* what was started holds it */
    deal->running = pid > 0 ? pid : 0;
    text_free(&texts.command);
    free(texts.list);
    free(texts.joblog);
    free(output);
    return pid > 0;
}

static bool watch(struct deal *deal, bool *known, struct error *error) {
    bool failed = false;
    reap(deal);
    int lock = deal->running > 0 ? -1 : take_lock(deal, &failed, error);
    if (lock >= 0)
        close(lock);
    for (int i = 0; lock < 0 && i < deal->tasks.count; i++)
        known[i] = deal->tasks.task[i].state == TASK_OUT;
    return !failed;
}

/* Parallel starts nothing more after one SIGTERM, and ends its tasks after a second one. */
static void cancel(struct deal *deal) {
    int64_t end = clock_us() + END_US;
    for (int i = 0; i < SIGNALS; i++) {
        reap(deal);
        if (deal->running > 0)
            kill(deal->running, SIGTERM);
        clock_sleep_us(END_PAUSE_US);
    }
    for (reap(deal); deal->running > 0 && clock_us() < end; reap(deal))
        clock_sleep_us(END_PAUSE_US);
    if (deal->running > 0) {
        kill(-deal->running, SIGKILL);
        waitpid(deal->running, NULL, 0);
        deal->running = 0;
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
