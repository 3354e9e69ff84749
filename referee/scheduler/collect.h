/* collect.h - adds the record of a task to that of the league, if it is complete and correct.
 *
 * It must have all halves of the task's games and nothing else, be of the same league, pass
 * verification (verify.h), and have been played by the programs that are here.
 */
#ifndef TRIANCEY_REFEREE_SCHEDULER_COLLECT_H
#define TRIANCEY_REFEREE_SCHEDULER_COLLECT_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>

struct record;
struct setup;
struct task;
struct tasks;

struct collect {
    const struct setup *setup;
    struct record *record; /* of the league */
    struct text *digest;   /* of each engine's program */
};

/* End it also after a failure. */
bool collect_begin(struct collect *collect, const struct setup *setup, struct record *record,
                   struct error *error);
void collect_end(struct collect *collect);

enum collect_answer {
    COLLECT_TAKEN,
    COLLECT_REFUSED, /* this record is refused: the task may be played again */
    COLLECT_FAILED   /* all would be like that, or the league's record cannot be written */
};

/* A message comes with the last two. */
enum collect_answer collect_task(struct collect *collect, const struct tasks *tasks,
                                 const struct task *task, struct error *error);

/* How many of the task's games the league's record has with all halves, and of how many it has any.
 */
bool collect_count(struct collect *collect, const struct task *task, int64_t *whole, int64_t *begun,
                   struct error *error);

#endif
