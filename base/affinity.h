/* affinity.h - threads bound to one processor each, where the system can do that. */
#ifndef TRIANCEY_BASE_AFFINITY_H
#define TRIANCEY_BASE_AFFINITY_H

/* How many processors the calling thread may run on; 0: that cannot be known, nor be changed. */
int affinity_processors(void);

/* Binds the calling thread, and the processes that it will start, to one of these: `number` counts
 * through them, and round again. */
void affinity_bind(int number);

/* Lets whatever else is ready on the processor of the calling thread run first. */
void affinity_yield(void);

#endif
