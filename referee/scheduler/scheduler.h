/* scheduler.h - a league played by many machines, through an existing scheduler: Slurm, or GNU
 * parallel.
 *
 * The league's record belongs to the coordinator, which holds its lock, plays nothing itself
 * (except games that were begun before) and may be killed at any time: tasks and their records are
 * in a folder beside it (tasks.h), RECORD.tasks, and the next coordinator goes on from there. All
 * machines must see the current folder, and all files that the command line names, under the same
 * names.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_SCHEDULER_H
#define TRIANCEY_REFEREE_SCHEDULER_SCHEDULER_H

#include "referee/league/progress.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct error;
struct record;
struct scheduler_options;
struct setup;
struct task;
struct batches;

/* Whether the league can be played in this way, and the scheduler is installed. Call it before the
 * record is made. */
bool scheduler_check(const struct setup *setup, const struct scheduler_options *options,
                     struct error *error);

/* A league whose games depend on the results of others comes in parts. */
struct scheduler_parts {
    void *context;
    /* Prepares the next part: sets the bound of its batches, and what is handed to tasks beside
     * their games. *more is false if there is nothing yet, or nothing more. False and a message. */
    bool (*next)(void *context, struct batches *batches, bool *more, struct error *error);
    /* Whether a task that another coordinator has left would still be the same now. */
    bool (*suits)(void *context, const struct task *task);
    /* Called when games have come into the record. False and a message. */
    bool (*came)(void *context, struct error *error);
};

/* As league_play(): plays until all is done, the match is decided, something fails or `stop` is not
 * 0. Tasks that were handed out are then cancelled, except after SIGHUP. `parts` NULL: the league
 * is one part. */
bool scheduler_play(const struct setup *setup, struct record *record,
                    const struct scheduler_options *options, const struct scheduler_parts *parts,
                    enum progress_kind kind, FILE *file, const atomic_int *stop,
                    struct error *error);

/* Plays one task on the machine where a scheduler has started it, and leaves its record beside it.
 * The setup's own record is not touched. `take` is called first with what was handed to the task
 * beside its games ("": nothing); NULL: there must be nothing. */
bool scheduler_work(struct setup *setup, const char *task,
                    bool (*take)(void *context, const char *with, struct error *error),
                    void *context, const atomic_int *stop, struct error *error);

#endif
