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

struct scheduler;

/* ---- programs: tool.c ------------------------------------------------------------------------ */

/* Programs of a scheduler (sbatch, parallel) run to their end for what they print, or are left
 * running. */

/* A list of words to run, ended by NULL; they are not copied. */
enum { TOOL_WORDS_MAX = 256 };
struct tool_words {
    const char *word[TOOL_WORDS_MAX + 1];
    int count;
};

/* Adds a word; words beyond TOOL_WORDS_MAX are lost. */
void tool_add(struct tool_words *words, const char *word);

/* Whether a program is found through PATH. False and a message that names its Debian package. */
bool tool_check(const char *program, const char *package, struct error *error);

/* How long to wait for a program: this many seconds, but no longer once *stop is not 0 (NULL:
 * nothing stops it). */
struct tool_patience {
    int seconds;
    const atomic_int *stop;
};

/* Runs a program and waits for it: what it prints is added to the text. A program that takes too
 * long is killed. False and a message, with what the program wrote to standard error, if it fails.
 */
bool tool_run(const struct tool_words *words, struct tool_patience patience, struct text *printed,
              struct error *error);

/* Starts a program whose output goes to a file. It is asked to end when we do; it and what it
 * starts have the descriptor `kept` open. -1 and a message on failure. */
pid_t tool_start(const struct tool_words *words, const char *output, int kept, struct error *error);

/* ---- schedulers ------------------------------------------------------------------------------ */

enum { SUBMIT_NAME_SIZE = 32 };

/* The options of the user, and the command that plays tasks. */
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
struct dispatch {
    const struct scheduler_options *options;
    struct tasks tasks;
    char *program;               /* our own path, for the other machines too */
    char *folder;                /* the current one: tasks are played in it */
    char **words;                /* options->words */
    char name[SUBMIT_NAME_SIZE]; /* how its jobs are called: unique to the folder of tasks */
    int processors;              /* that a task keeps busy */
    int most;                    /* tasks that may be out at the same time */
    int silent;                  /* how often in a row the scheduler did not answer */
    int64_t asked;               /* when it was last asked what it has; clock_us() */
    const atomic_int *stop; /* whoever waits for a scheduler's answer gives up, if it is not 0 */
    pid_t running;          /* the program that plays the last batch; 0: none */
};

struct scheduler {
    const char *name;
    const char *program, *package;            /* the Debian package of the program */
    int most;                                 /* the greatest dispatch->most */
    bool refills;                             /* it may get more tasks while it still has some */
    bool retries;                             /* it repeats failed tasks by itself */
    int64_t pause_us;                         /* between two questions */
    void (*begin)(struct dispatch *dispatch); /* called once, before any batch; may be NULL */
    /* Whether it can get a batch now: not while tasks of an earlier coordinator are still running.
     * NULL: always. */
    bool (*ready)(struct dispatch *dispatch);
    /* Hands over the last batch, of this many tasks. */
    bool (*submit)(struct dispatch *dispatch, int tasks, struct error *error);
    /* Sets known[i] for each task i of the table that it still has. A task that takes too long is
     * ended, and not marked. */
    bool (*watch)(struct dispatch *dispatch, bool *known, struct error *error);
    /* Cancels all tasks that were handed out. */
    void (*cancel)(struct dispatch *dispatch);
};

/* All schedulers, ended by NULL. */
extern const struct scheduler *const schedulers[];
extern const struct scheduler scheduler_slurm, scheduler_parallel;

/* Fills in everything but the tasks, which must be there already. False and a message; call
 * dispatch_end() in any case, which ends the tasks, too. */
bool dispatch_begin(struct dispatch *dispatch, const struct scheduler_options *options,
                    int processors, struct error *error);
void dispatch_end(struct dispatch *dispatch);

/* Writes the job script of the last batch; it plays the task whose name it is given or, in a job
 * array, the one in that line of the batch. The path is to be freed; NULL and a message. */
char *dispatch_write_script(const struct dispatch *dispatch, struct error *error);

/* Adds the user's options for the scheduler's program. */
void dispatch_add_options(const struct dispatch *dispatch, struct tool_words *words);

/* ---- for coordinators ------------------------------------------------------------------------ */

/* The folder of RECORD.db is RECORD.tasks. To be freed. */
char *dispatch_name_folder(const char *record);

/* Hands ready tasks to the scheduler if it can get some now. False and a message. */
bool dispatch_submit(struct dispatch *dispatch, struct error *error);

/* Asks the scheduler about its tasks from time to time. A task that it does not have any more, and
 * that has left no record for a while, is lost. False and a message. */
bool dispatch_watch(struct dispatch *dispatch, struct error *error);

/* Makes a task ready again that left no record (`why` NULL), or whose record was refused. False and
 * a message: it has failed too often. */
bool dispatch_lose(struct dispatch *dispatch, struct task *task, const char *why,
                   struct error *error);

/* Removes the folder. Tasks that were cancelled may still write to it for a moment. */
void dispatch_remove(const struct dispatch *dispatch);

#endif
