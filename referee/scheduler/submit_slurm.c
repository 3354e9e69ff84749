/* submit_slurm.c - Slurm: each batch is a job array. Slurm itself restarts tasks of a node that has
 * failed (--requeue); tasks that were killed or took too long are submitted again here. The name of
 * a job has its folder and batch, so that the next coordinator finds all tasks that are out.
 */
#include "config.h"

#include "base/error.h"

#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "referee/scheduler/submit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000, PAUSE_US = 3000000, SILENT_MAX = 20, WORD_SIZE = 64 };

/* Seconds that a program of Slurm may take: usually, when we end, and when we end and Slurm has not
 * answered the last question. */
enum { USUAL_S = 60, END_S = 10, SILENT_S = 2 };

static struct tool_patience usual(const struct dispatch *dispatch) {
    return (struct tool_patience){USUAL_S, dispatch->stop};
}

static struct tool_patience at_end(const struct dispatch *dispatch) {
    return (struct tool_patience){dispatch->silent > 0 ? SILENT_S : END_S, NULL};
}

/* Limits the tasks of a batch, as the index of an array must be below MaxArraySize. */
static void limit_array(struct dispatch *dispatch) {
    static const char key[] = "MaxArraySize";
    const struct tool_words words = {.word = {"scontrol", "show", "config"}, .count = 3};
    struct text text = {0};
    struct error ignored;
    int most = 0;
    bool asked = tool_run(&words, usual(dispatch), &text, &ignored);
    const char *found = asked ? strstr(text_get(&text), key) : NULL;
    if (found && sscanf(found + strlen(key), " = %d", &most) == 1 && most > 1 &&
        most <= dispatch->most)
        dispatch->most = most - 1;
    text_free(&text);
}

static bool submit(struct dispatch *dispatch, int tasks, struct error *error) {
    const struct scheduler_options *options = dispatch->options;
    char name[WORD_SIZE], array[WORD_SIZE], time[WORD_SIZE], processors[WORD_SIZE];
    struct tool_words words = {0};
    struct text printed = {0};
    char *script = dispatch_write_script(dispatch, error);
    snprintf(name, sizeof name, "--job-name=%s-%d", dispatch->name, dispatch->tasks.batches);
    snprintf(array, sizeof array, "--array=1-%d", tasks);
    snprintf(time, sizeof time, "--time=%d", options->task_time / 60 + 2); /* if we are gone */
    snprintf(processors, sizeof processors, "--cpus-per-task=%d", dispatch->processors);
    const char *const own[] = {"sbatch", "--parsable", "--requeue", "--output=/dev/null",
                               name,     array};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        tool_add(&words, own[i]);
    if (options->task_time)
        tool_add(&words, time);
    if (dispatch->processors > 1)
        tool_add(&words, processors);
    dispatch_add_options(dispatch, &words);
    tool_add(&words, script);
    bool done = script && tool_run(&words, usual(dispatch), &printed, error);
    text_free(&printed);
    free(script);
    return done;
}

/* ---- what Slurm still has -------------------------------------------------------------------- */

/* A row of squeue: the job, the task's line in the batch, the state, how long it has run. */
struct row {
    char job[WORD_SIZE], state[WORD_SIZE], time[WORD_SIZE], name[WORD_SIZE];
    int place;
};

/* Seconds from [[[days-]hours:]minutes:]seconds; -1: no such time. */
static int64_t read_time(const char *text) {
    int64_t days = 0, seconds = 0, number;
    const char *dash = strchr(text, '-');
    char piece[WORD_SIZE], *rest = piece;
    if (dash) {
        snprintf(piece, sizeof piece, "%.*s", (int)(dash - text), text);
        if (!value_number(piece, 0, 100000, &days))
            return -1;
    }
    snprintf(piece, sizeof piece, "%s", dash ? dash + 1 : text);
    while (rest) {
        const char *word = strsep(&rest, ":");
        while (word[0] == '0' && word[1])
            word++;
        if (!value_number(word, 0, 100000000, &number))
            return -1;
        seconds = seconds * 60 + number;
    }
    return days * 86400 + seconds;
}

/* The batch of one of our jobs; 0: the job is not ours. */
static int find_batch(const struct dispatch *dispatch, const struct row *row) {
    size_t length = strlen(dispatch->name);
    int64_t batch;
    return strncmp(row->name, dispatch->name, length) == 0 && row->name[length] == '-' &&
                   value_number(row->name + length + 1, 1, dispatch->tasks.batches, &batch)
               ? (int)batch
               : 0;
}

static struct task *find_task(struct dispatch *dispatch, const struct row *row) {
    int batch = find_batch(dispatch, row);
    for (int i = 0; batch > 0 && i < dispatch->tasks.count; i++) {
        struct task *task = &dispatch->tasks.task[i];
        if (task->batch == batch && task->place == row->place && task->state == TASK_OUT)
            return task;
    }
    return NULL;
}

/* Kills a task at once: a suspended one would not end if it were asked to. */
static void end_task(const struct dispatch *dispatch, const struct row *row) {
    char id[2 * WORD_SIZE];
    struct text printed = {0};
    struct error ignored;
    snprintf(id, sizeof id, "%s_%d", row->job, row->place);
    const struct tool_words words = {.word = {"scancel", "--quiet", "--full", "--signal=KILL", id},
                                     .count = 5};
    tool_run(&words, usual(dispatch), &printed, &ignored);
    text_free(&printed);
}

static void note_row(struct dispatch *dispatch, const struct row *row, bool *known) {
    int limit = dispatch->options->task_time;
    const struct task *task = find_task(dispatch, row);
    if (!task)
        return;
    if (limit && read_time(row->time) > limit)
        end_task(dispatch, row);
    else
        known[task->number - 1] = true;
}

/* Calls back for each row of squeue. */
static bool each_row(struct dispatch *dispatch, struct tool_patience patience,
                     void (*each)(struct dispatch *dispatch, const struct row *row, bool *mark),
                     bool *mark, struct error *error) {
    const struct tool_words words = {
        .word = {"squeue", "--me", "--array", "--noheader", "--format=%F %K %t %M %j"}, .count = 5};
    struct text text = {0};
    struct row row;
    bool done = tool_run(&words, patience, &text, error);
    for (char *rest = text.bytes; done && rest;)
        if (sscanf(strsep(&rest, "\n"), "%63s %d %63s %63s %63s", row.job, &row.place, row.state,
                   row.time, row.name) == 5)
            each(dispatch, &row, mark);
    text_free(&text);
    return done;
}

static bool watch(struct dispatch *dispatch, bool *known, struct error *error) {
    bool answered = each_row(dispatch, usual(dispatch), note_row, known, error);
    for (int i = 0; !answered && i < dispatch->tasks.count; i++)
        known[i] = true; /* without an answer, no task is taken for lost */
    if (answered)
        dispatch->silent = 0;
    else if (atomic_load(dispatch->stop) == 0)
        dispatch->silent++;
    return dispatch->silent < SILENT_MAX;
}

static void note_batch(struct dispatch *dispatch, const struct row *row, bool *batch) {
    batch[find_batch(dispatch, row)] = true;
}

/* Cancels all batches, also tasks that an earlier coordinator has handed out twice. */
static void cancel(struct dispatch *dispatch) {
    bool *batch = needed(calloc((size_t)dispatch->tasks.batches + 1, sizeof *batch));
    struct error ignored;
    each_row(dispatch, at_end(dispatch), note_batch, batch, &ignored);
    for (int i = 1; i <= dispatch->tasks.batches; i++) {
        char name[WORD_SIZE];
        struct text printed = {0};
        const struct tool_words words = {.word = {"scancel", "--quiet", name}, .count = 3};
        snprintf(name, sizeof name, "--name=%s-%d", dispatch->name, i);
        if (batch[i])
            tool_run(&words, at_end(dispatch), &printed, &ignored);
        text_free(&printed);
    }
    free(batch);
}

const struct scheduler scheduler_slurm = {
    .name = "slurm",
    .program = "sbatch",
    .package = "slurm-client",
    .most = MOST,
    .refills = true,
    .pause_us = PAUSE_US,
    .begin = limit_array,
    .submit = submit,
    .watch = watch,
    .cancel = cancel,
};
