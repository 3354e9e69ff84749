/* submit.c - what all schedulers have in common: the job script of a batch, the options of the
 * user, what a failed task has printed, and tasks that are handed out and get lost. */
#include "config.h"

#include "referee/scheduler/submit.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/output.h"
#include "base/system.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct scheduler *const schedulers[] = {&scheduler_slurm, &scheduler_parallel, NULL};

/* Finds the program that plays tasks: the one that TRIANCEY_REFEREE names, or else this one. */
static char *find_program(void) {
    char path[PATH_MAX];
    const char *named = getenv("TRIANCEY_REFEREE");
    if (!named || !*named)
        named = system_program(path, sizeof path) ? path : "triancey-referee";
    return needed(strdup(named));
}

/* Splits the user's options, which must fit into the words of a program together with our own. */
static bool split_options(struct dispatch *dispatch, const char *line, struct error *error) {
    enum { OPTIONS_MAX = TOOL_WORDS_MAX - 56 };
    int count = 0;
    dispatch->words = words_split(line, error);
    while (dispatch->words && dispatch->words[count])
        count++;
    return dispatch->words &&
           (count <= OPTIONS_MAX || error_set(error, _("more than %d options"), OPTIONS_MAX));
}

bool dispatch_begin(struct dispatch *dispatch, const struct scheduler_options *options,
                    int processors, struct error *error) {
    char path[PATH_MAX];
    dispatch->options = options;
    dispatch->processors = processors;
    dispatch->most = options->kind->most;
    if (options->words && !split_options(dispatch, options->words, error))
        return error_reword(error, "--%s: %s", "scheduler-options", error->text);
    if (!getcwd(path, sizeof path))
        return error_set_kind(error, error_kind_of(errno),
                              _("cannot determine the current folder: %s"), strerror(errno));
    dispatch->folder = needed(strdup(path));
    if (!realpath(dispatch->tasks.folder, path))
        return error_set_kind(error, error_kind_of(errno), "%s: %s", dispatch->tasks.folder,
                              strerror(errno));
    snprintf(dispatch->name, sizeof dispatch->name, "triancey-%08" PRIx64,
             text_hash(path) & 0xffffffff);
    if (options->kind->begin)
        options->kind->begin(dispatch);
    dispatch->program = find_program();
    return true;
}

void dispatch_end(struct dispatch *dispatch) {
    tasks_end(&dispatch->tasks);
    free(dispatch->program);
    free(dispatch->folder);
    free(dispatch->words);
}

/* ---- the job script -------------------------------------------------------------------------- */

static void write_script(const struct dispatch *dispatch, const char *batch, struct text *text) {
    text_add(text,
             "#!/bin/sh\n# Plays the task that it is given, or that of the job array's line.\n"
             "task=${1:-$(sed -n \"${SLURM_ARRAY_TASK_ID}p\" ");
    text_add_shell(text, batch);
    text_add(text, ")}\nexec ");
    text_add_shell(text, dispatch->program);
    text_add(text, " ");
    text_add(text, dispatch->options->command);
    for (int i = 0; i < dispatch->options->count; i++) {
        text_add(text, " ");
        text_add_shell(text, dispatch->options->arguments[i]);
    }
    text_add(text, " --task ");
    text_add_shell(text, dispatch->tasks.folder);
    text_add(text, "/\"$task\" </dev/null >");
    text_add_shell(text, dispatch->tasks.folder);
    text_add(text, "/\"$task\".out 2>&1\n");
}

char *dispatch_write_script(const struct dispatch *dispatch, struct error *error) {
    char *batch = tasks_batch_path(&dispatch->tasks, dispatch->tasks.batches, "");
    char *path = tasks_batch_path(&dispatch->tasks, dispatch->tasks.batches, ".sh");
    struct text text = {0};
    write_script(dispatch, batch, &text);
    bool done = output_write_text(path, &text, error);
    text_free(&text);
    free(batch);
    if (done)
        return path;
    free(path);
    return NULL;
}

void dispatch_add_options(const struct dispatch *dispatch, struct tool_words *words) {
    for (int i = 0; dispatch->words && dispatch->words[i]; i++)
        tool_add(words, dispatch->words[i]);
}

/* ---- what a task has printed ----------------------------------------------------------------- */

/* The first line of a file that is not empty; the path is freed. */
static void submit_read_line(char *path, char *line, size_t size) {
    enum { BYTES_MAX = 1 << 20 };
    struct text text = {0};
    struct error ignored;
    line[0] = '\0';
    if (input_read(path, BYTES_MAX, &text, &ignored) && text.bytes) {
        char *start = text.bytes + strspn(text.bytes, "\n");
        start[strcspn(start, "\n")] = '\0';
        text_readable(line, size, start);
    }
    text_free(&text);
    free(path);
}

/* Reads the first line that a failed task has printed, or else its batch; "": there is none. */
static void dispatch_read_words(const struct dispatch *dispatch, const struct task *task,
                                char *line, size_t size) {
    submit_read_line(tasks_path(&dispatch->tasks, task->number, ".out"), line, size);
    if (!*line)
        submit_read_line(tasks_batch_path(&dispatch->tasks, task->batch, ".log"), line, size);
}

/* ---- tasks that go out and get lost ---------------------------------------------------------- */

enum { MISSED_MAX = 2, REMOVALS = 30, REMOVAL_PAUSE_US = 100000 };

char *dispatch_name_folder(const char *record) {
    size_t length = strlen(record);
    if (length > 3 && strcmp(record + length - 3, ".db") == 0)
        length -= 3;
    return needed_string("%.*s.tasks", (int)length, record);
}

bool dispatch_lose(struct dispatch *dispatch, struct task *task, const char *why,
                   struct error *error) {
    char words[300];
    bool ours = task->tries > 0; /* else it was handed out by a coordinator before us */
    bool again =
        (why || !dispatch->options->kind->retries) && task->tries < dispatch->options->retries;
    if (!ours || again) {
        task->state = TASK_READY;
        return true;
    }
    dispatch_read_words(dispatch, task, words, sizeof words);
    return error_set(error, _("task %d has failed: %s; its files are in the folder %s"),
                     task->number,
                     why      ? why
                     : *words ? words
                              : _("it left no record and no message"),
                     dispatch->tasks.folder);
}

bool dispatch_submit(struct dispatch *dispatch, struct error *error) {
    const struct scheduler *kind = dispatch->options->kind;
    int out = tasks_in(&dispatch->tasks, TASK_OUT), count;
    if (tasks_in(&dispatch->tasks, TASK_READY) == 0 || out >= dispatch->most ||
        (out > 0 && !kind->refills))
        return true;
    if (kind->ready && !kind->ready(dispatch))
        return true;
    dispatch->asked = clock_us();
    return tasks_hand_out(&dispatch->tasks, dispatch->most - out, &count, error) &&
           kind->submit(dispatch, count, error);
}

bool dispatch_watch(struct dispatch *dispatch, struct error *error) {
    struct tasks *tasks = &dispatch->tasks;
    int64_t now = clock_us();
    if (now - dispatch->asked < dispatch->options->kind->pause_us || tasks_in(tasks, TASK_OUT) == 0)
        return true;
    bool *known = needed(calloc((size_t)tasks->count + 1, sizeof *known));
    bool done = dispatch->options->kind->watch(dispatch, known, error);
    for (int i = 0; done && i < tasks->count; i++) {
        struct task *task = &tasks->task[i];
        if (task->state != TASK_OUT)
            continue;
        task->missed = known[i] ? 0 : task->missed + 1;
        if (task->missed >= MISSED_MAX)
            done = dispatch_lose(dispatch, task, NULL, error);
    }
    free(known);
    dispatch->asked = now;
    return done;
}

void dispatch_remove(const struct dispatch *dispatch) {
    for (int i = 0; i < REMOVALS && !tasks_remove(&dispatch->tasks); i++)
        clock_sleep_us(REMOVAL_PAUSE_US);
}
