/* tuning_deal.h - a tuning played by many machines, through a scheduler (referee/scheduler/).
 *
 * The games of a step are dealt out as tasks, each of which says the values that it is played with.
 * As many steps are out at the same time as the key `ahead` allows. The result is the same as on
 * one machine.
 */
#ifndef TRIANCEY_REFEREE_TUNING_TUNING_DEAL_H
#define TRIANCEY_REFEREE_TUNING_TUNING_DEAL_H

#include "referee/tuning/tuning_play.h"

struct scheduler_options;

/* As tuning_play(), after tuning_resume(). */
bool tuning_deal(struct tuning *tuning, struct record *record, struct tuning_course *course,
                 tuning_watcher *watch, void *context, const struct scheduler_options *options,
                 const atomic_int *stop, struct error *error);

/* Plays one task, where a scheduler has started it, and leaves its record beside it. */
bool tuning_work(struct tuning *tuning, const char *task, const atomic_int *stop,
                 struct error *error);

#endif
