/* offturn.h - the processor time that an engine uses while others are to move, which slows them if
 * they share a processor. Only a sample of turns is measured, so that it costs next to nothing. If
 * others take some time to move, processes that the engine has started count, too. */
#ifndef TRIANCEY_REFEREE_ENGINES_OFFTURN_H
#define TRIANCEY_REFEREE_ENGINES_OFFTURN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* All zero at the beginning. Microseconds. */
struct offturn {
    bool quick; /* others last moved so soon that the engine's processes are not worth a look */
    bool begun;
    int left, chosen; /* turns of which one is measured, and how many come after that one */
    bool open;        /* an interval is being measured */
    int64_t processor_before, started_before, time_before;
    int64_t processor, time; /* in the intervals that were measured */
};

/* Forgets what was measured, as a half begins. */
void offturn_forget(struct offturn *offturn);

/* Call the first when the engine's turn is over, and the second when its next turn begins, which
 * says whether the time between was measured. Processes that the engine has started are found below
 * its supervisor. */
void offturn_begin(struct offturn *offturn, pid_t engine, pid_t supervisor);
bool offturn_end(struct offturn *offturn, pid_t engine, pid_t supervisor);

/* How much of the others' time the engine has used, in per cent of one processor; 0: not worth
 * mentioning. */
int offturn_percent(const struct offturn *offturn);

#endif
