/* offturn.h - the processor time that an engine uses while others are to move, which slows them
 * where they share a processor. A sample of its turns is measured, so that the measurement costs
 * next to nothing.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_OFFTURN_H
#define TRIANCEY_REFEREE_ENGINES_OFFTURN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* All zero at the beginning of a half. Microseconds. */
struct offturn {
    bool begun;
    int left, chosen; /* turns of which one is measured, and how many come after that one */
    bool open;        /* an interval is being measured */
    int64_t processor_before, time_before;
    int64_t processor, time; /* in the intervals that were measured */
};

/* The engine's turn is over; its next one begins: whether it was measured until then. */
void offturn_begin(struct offturn *offturn, pid_t engine);
bool offturn_end(struct offturn *offturn, pid_t engine);

/* The part of the others' time, in per cent of one processor, that it used; 0: not worth
 * mentioning.
 */
int offturn_percent(const struct offturn *offturn);

#endif
