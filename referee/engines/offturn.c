/* offturn.c - the processor time that an engine uses while others are to move, which slows them
 * where they share a processor. A sample of its turns is measured, so that the measurement costs
 * next to nothing.
 */
#include "config.h"

#include "referee/engines/offturn.h"

#include "base/clock.h"
#include "base/random.h"
#include "referee/engines/descendants.h"

#include <time.h>

enum {
    EVERY = 8,            /* one turn in this many, by chance, is measured */
    FIRST = 3,            /* and one of so many to begin with, since a half may be short */
    LEAST_US = 20 * 1000, /* less is not worth mentioning */
    QUICK_US = 10 * 1000,
    LEAST_PERCENT = 25
};

/* Processor time of all threads of an engine; -1: it is gone. */
static int64_t processor_us(pid_t engine) {
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(engine, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return -1;
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Processor time of what the engine has started, without its own; 0: not measured. */
static int64_t started_us(const struct offturn *offturn, pid_t supervisor, int64_t own) {
    int64_t all = offturn->quick ? 0 : descendants_processor_us(supervisor);
    return all > own ? all - own : 0;
}

void offturn_forget(struct offturn *offturn) {
    *offturn = (struct offturn){.quick = offturn->quick};
}

void offturn_begin(struct offturn *offturn, pid_t engine, pid_t supervisor) {
    offturn->open = false;
    if (offturn->left == 0) { /* by chance, or the engine would rest in that turn */
        offturn->left = offturn->begun ? EVERY : FIRST;
        uint64_t chance = random_mix((uint64_t)clock_us(), (uint64_t)engine);
        offturn->chosen = (int)(chance % (uint64_t)offturn->left);
        offturn->begun = true;
    }
    if (--offturn->left != offturn->chosen)
        return;
    offturn->processor_before = processor_us(engine);
    offturn->started_before = started_us(offturn, supervisor, offturn->processor_before);
    offturn->time_before = clock_us();
    offturn->open = offturn->processor_before >= 0;
}

bool offturn_end(struct offturn *offturn, pid_t engine, pid_t supervisor) {
    if (!offturn->open)
        return false;
    offturn->open = false;
    int64_t processor = processor_us(engine);
    if (processor < 0)
        return true;
    int64_t started = started_us(offturn, supervisor, processor) - offturn->started_before;
    int64_t time = clock_us() - offturn->time_before;
    offturn->processor += processor - offturn->processor_before + (started > 0 ? started : 0);
    offturn->time += time;
    offturn->quick = time < QUICK_US;
    return true;
}

int offturn_percent(const struct offturn *offturn) {
    if (offturn->processor < LEAST_US || offturn->time == 0)
        return 0;
    int percent = (int)(100 * offturn->processor / offturn->time);
    return percent < LEAST_PERCENT ? 0 : percent;
}
