/* solve_deal.h - tasks of the upper tree (upper.h) solved by many machines, through a scheduler.
 *
 * A task of the scheduler is many of the tree's: a line with their positions in the folder beside
 * the board's file (tasks.h). Its player leaves a file like the board's (solve_file.h), whose rows
 * are taken as what is known. What is lost with a machine is asked again.
 */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVE_DEAL_H
#define TRIANCEY_REFEREE_SOLVING_SOLVE_DEAL_H

#include "referee/solving/solving.h"

struct scheduler_options;
struct solve_deal;

/* For a board whose file has this path: takes what tasks of an earlier run have left. NULL and a
 * message. */
struct solve_deal *solve_deal_new(struct solving *solving, const struct scheduler_options *options,
                                  const char *path, struct error *error);

/* Cancels what is out, except after SIGHUP, and removes the folder; NULL is allowed. */
void solve_deal_free(struct solve_deal *deal);

/* Decides the question of the upper tree, unless it is time to stop. False and a message. */
bool solve_deal_ask(struct solve_deal *deal, struct error *error);

/* Solves a task on the machine where a scheduler has started it. False and a message. */
bool solve_deal_work(const struct game_board *board, const char *kernel, int mebibytes,
                     const char *task, const atomic_int *stop, struct error *error);

#endif
