/* submit.h - the schedulers that can play a league's tasks, one row each.
 *
 * A batch of tasks goes to an existing scheduler, which knows the machines, as one job array or one
 * run of a program. From time to time it is asked which of them it still has.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_SUBMIT_H
#define TRIANCEY_REFEREE_SCHEDULER_SUBMIT_H

#include "referee/scheduler/tasks.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct scheduler;
struct text;
struct tool_words;

enum { SUBMIT_NAME_SIZE = 32 };

/* What was asked for. */
struct scheduler_options {
    const struct scheduler *kind;
    const char *words;   /* options for its own program, as on a command line; NULL: none */
    int task_size;       /* encounters of a task; 0: depends on the league */
    int task_time;       /* seconds that a task may take; 0: no limit */
    int retries;         /* how often a task is handed out at most */
    int wave;            /* tasks at a time of a sequential test */
    const char *command; /* the subcommand that plays tasks */
    const char *const *arguments; /* what it is given, from the first on */
    int count;
};

/* A league that is dealt out. */
struct deal {
    const struct scheduler_options *options;
    struct tasks tasks;
    char *program;               /* our own path, for the other machines too */
    char *folder;                /* the current one: tasks are played in it */
    char **words;                /* options->words */
    char name[SUBMIT_NAME_SIZE]; /* of its jobs: those of another folder have others */
    int processors;              /* that a task keeps busy */
    int most;                    /* tasks that may be out at the same time */
    int silent;                  /* how often in a row the scheduler did not answer */
    const atomic_int *stop; /* whoever waits for a scheduler's answer gives up, if it is not 0 */
    pid_t running;          /* the program that plays the last batch; 0: none */
};

struct scheduler {
    const char *name;
    const char *program, *package;    /* Debian's, which has the program */
    int most;                         /* as deal->most: never more */
    bool refills;                     /* it may get more while it has some */
    bool retries;                     /* it repeats failed tasks by itself */
    int64_t pause_us;                 /* between two questions */
    void (*begin)(struct deal *deal); /* what it has to say before all; NULL: nothing */
    /* Whether it can get a batch now: not while what was begun for a coordinator before us is not
     * over; NULL: always. */
    bool (*ready)(struct deal *deal);
    /* Hands over the last batch, of this many tasks. */
    bool (*submit)(struct deal *deal, int tasks, struct error *error);
    /* Marks with `true` the tasks that it still has, by their place in the table; what takes longer
     * than it may is ended, and not marked. */
    bool (*watch)(struct deal *deal, bool *known, struct error *error);
    /* Cancels all tasks that were handed out. */
    void (*cancel)(struct deal *deal);
};

/* All of them, NULL at the end, and the one of that name, NULL: there is none. */
extern const struct scheduler *const schedulers[];
extern const struct scheduler scheduler_slurm, scheduler_parallel;
const struct scheduler *scheduler_find(const char *name);

/* Fills in all but the tasks, which are begun before. False and a message; to be ended all the
 * same, with the tasks. */
bool deal_begin(struct deal *deal, const struct scheduler_options *options, int processors,
                struct error *error);
void deal_end(struct deal *deal);

/* Writes the job script of the last batch; it plays the task whose name it is given or, in a job
 * array, the one in that line of the batch. The path is to be freed; NULL and a message. */
char *deal_write_script(const struct deal *deal, struct error *error);

/* Adds a word as the shell reads it back. */
void deal_quote(struct text *text, const char *word);

/* Adds the options that were asked for. */
void deal_add_options(const struct deal *deal, struct tool_words *words);

/* Fills in what a task that has failed, or else its batch, has to say: "" if that is nothing. */
void deal_read_words(const struct deal *deal, const struct task *task, char *line, size_t size);

#endif
