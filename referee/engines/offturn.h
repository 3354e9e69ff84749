/* offturn.h - the processor time that an engine uses while others are to move, which slows them
 * where they share a processor. A sample of its turns is measured, so that the measurement costs
 * next to nothing. Where others take some time to move, what the engine has started counts, too.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_OFFTURN_H
#define TRIANCEY_REFEREE_ENGINES_OFFTURN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* All zero at the beginning. Microseconds. */
struct offturn {
    bool quick; /* others last moved so soon that what it has started is not worth a look */
    bool begun;
    int left, chosen; /* turns of which one is measured, and how many come after that one */
    bool open;        /* an interval is being measured */
    int64_t processor_before, started_before, time_before;
    int64_t processor, time; /* in the intervals that were measured */
};

/* A half begins. */
void offturn_forget(struct offturn *offturn);

/* The engine's turn is over; its next one begins: whether it was measured until then. All that it
 * has started descends from its supervisor. */
void offturn_begin(struct offturn *offturn, pid_t engine, pid_t supervisor);
bool offturn_end(struct offturn *offturn, pid_t engine, pid_t supervisor);

/* The part of the others' time, in per cent of one processor, that it used; 0: not worth
 * mentioning.
 */
int offturn_percent(const struct offturn *offturn);

#endif
