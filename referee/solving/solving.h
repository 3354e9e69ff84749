/* solving.h - a board while it is solved: the upper tree, the file in which what is found is kept,
 * and how far it is. */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVING_H
#define TRIANCEY_REFEREE_SOLVING_SOLVING_H

#include "base/error.h"
#include "engine/player/stopwatch.h"
#include "referee/solving/solve_file.h"
#include "referee/solving/solve_task.h"

#include <stdatomic.h>
#include <stdio.h>

struct game_board;
struct record;

struct solving {
    const struct game_board *board;
    char *line;     /* that spells it out for the protocol */
    FILE *progress; /* NULL: none */
    int workers;    /* how many solve tasks at the same time, as far as is known */
    const atomic_int *stop;
    struct record *file;
    struct upper *upper;
    int stones;             /* of a task */
    int low, high, step;    /* of the value; how far the next question goes */
    struct stopwatch watch; /* of the question */
    int64_t start, limit;   /* nanoseconds */
    int64_t kept, told;     /* when, by clock_us() */
    int64_t tasks, asked;   /* solved by all runs; for this question */
    struct solve_cost cost, asked_cost;
    bool open;   /* there is something to be kept */
    bool failed; /* the file cannot be written */
    struct error error;
};

/* Opens the file at a path (NULL: a temporary one), for tasks with so many stones (0: `usual`, or
 * as the file has them), and reads what it knows. False and a message; call solving_end() in any
 * case. */
bool solving_begin(struct solving *solving, const char *path, int usual, struct error *error);

/* Keeps all. False and a message if that fails, or failed before. */
bool solving_end(struct solving *solving, struct error *error);

/* The next task of the tree, however long it takes to find one; UPPER_LATER: it is time to stop. */
enum upper_step solving_next(struct solving *solving, struct upper_task *task);

/* Adds the row of a task to the file, and counts it; a failure ends the work soon. */
void solving_count(struct solving *solving, const struct solve_row *row);

/* Notes the answer to a task that is out. */
void solving_note(struct solving *solving, const struct upper_task *task, bool reached,
                  const struct solve_cost *cost);

/* Commits what was put, if that was not done for a second, and tells the progress. */
void solving_keep(struct solving *solving);

/* Whether it is to stop: by a signal, by time, or since the file cannot be written. */
bool solving_is_over(const struct solving *solving);

#endif
