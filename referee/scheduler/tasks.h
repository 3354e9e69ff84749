/* tasks.h - a league dealt out as tasks: some games each, in a folder that all machines share.
 *
 * A task is a file, `task-NUMBER`, which lists its games: number in the schedule and engines by
 * seat. A line before them may tell the player something besides, such as the values of a tuning.
 * The player leaves the record of the games, `task-NUMBER.db`, whole or not at all, and its
 * messages in `task-NUMBER.out`. A coordinator keeps its state in the folder and in the league's
 * record, so another can take over if it is killed. `batch-NUMBER` lists the tasks that were handed
 * to a scheduler together, a name a line.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_TASKS_H
#define TRIANCEY_REFEREE_SCHEDULER_TASKS_H

#include "base/error.h"
#include "base/text.h"
#include "referee/setup/setup.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct record;
struct schedule_past;

enum task_state {
    TASK_READY, /* to be handed to the scheduler */
    TASK_OUT,   /* the scheduler has it */
    TASK_DONE   /* its games are in the league's record */
};

struct task {
    int number; /* from 1 */
    enum task_state state;
    int batch, place; /* the batch in which it was last handed out, and its line there; 0: none */
    int tries;        /* how often it was handed out */
    int missed;       /* how often in a row the scheduler did not know it */
    char *with;       /* more that its player must know, as a line; NULL: nothing */
    struct game_list list;
};

/* The tasks of a league, by number: task[i].number is i + 1, also where there is no such file. */
struct tasks {
    char *folder;
    const char *const *schedules; /* as for tasks_begin() */
    int engines, seats;
    int count, room;
    struct task *task;
    int batches; /* the greatest number of a batch */
};

/* Makes the folder, or reads the tasks in it and where each was handed out; numbers without a file
 * are done. `schedules`, ended by NULL, has the name of the league's schedule, then its names
 * before engines joined: tasks from that time are rewritten for the present league. A task of
 * another league is an error. The folder's name is copied, the list must outlive the tasks. Call
 * tasks_end() also after a failure. */
bool tasks_begin(struct tasks *tasks, const char *folder, const char *const *schedules, int engines,
                 int seats, struct error *error);
void tasks_end(struct tasks *tasks);

/* A new task with these games, which become its own, written to its file; `with` is copied, and may
 * be NULL. NULL and a message. */
struct task *tasks_add(struct tasks *tasks, struct game_list *list, const char *with,
                       struct error *error);

/* Removes the files of one task. */
void tasks_forget(const struct tasks *tasks, struct task *task);

/* Removes the folder with all that was made in it; false if something else is there, or appears
 * meanwhile. */
bool tasks_remove(const struct tasks *tasks);

/* How many are in a state; ready or out. */
int tasks_in(const struct tasks *tasks, enum task_state state);
int tasks_open(const struct tasks *tasks);

/* Calls back for each task with a record in the folder, until a call returns false. */
bool tasks_each_record(struct tasks *tasks,
                       bool (*each)(void *context, struct task *task, struct error *error),
                       void *context, struct error *error);

/* Lists up to `most` tasks that are ready as a new batch, and says how many: they are TASK_OUT. */
bool tasks_hand_out(struct tasks *tasks, int most, int *count, struct error *error);

/* For the player of a task: leaves a copy of a record as the task's, first under a name that no
 * other attempt has, then under its own. So an attempt that is killed leaves nothing, and a late
 * one replaces a record by another of the same games. False and a message. */
bool tasks_leave(struct record *record, const char *task, const atomic_int *stop,
                 struct error *error);

/* FOLDER/task-NUMBER with an ending, to be freed. */
char *tasks_path(const struct tasks *tasks, int number, const char *ending);
char *tasks_batch_path(const struct tasks *tasks, int batch, const char *ending);

/* Whether a schedule is one of the list: its place from 1; 0: it is not. */
int tasks_find_schedule(const char *const *schedules, const char *name);

/* Adds a game to the end of a list. */
void tasks_add_game(struct game_list *list, const struct game_place *game);

/* Reads the file of one task, for its player. Free the members of the list, and `with`. */
bool tasks_read(const char *path, const char *schedule, int engines, int seats,
                struct game_list *list, char **with, struct error *error);

/* Write the faults of all engines for tasks that begin from now on; read them, if there are any,
 * into the list of a task in that folder. */
bool tasks_write_faults(const struct tasks *tasks, const int64_t *faults, struct error *error);
bool tasks_read_faults(const char *path, int engines, struct game_list *list, struct error *error);

/* Write what the league was before engines joined it, for all tasks; read it, if there is anything,
 * into the setup of a task's player, which does not know it. */
bool tasks_write_past(const struct tasks *tasks, const struct schedule_past *past, int pasts,
                      struct error *error);
bool tasks_read_past(const char *path, struct setup *setup, struct error *error);

#endif
