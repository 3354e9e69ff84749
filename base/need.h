/* need.h - what a program does without memory for something small: it ends, with a message. Not for
 * libraries, nor for what may be large or many. */
#ifndef TRIANCEY_BASE_NEED_H
#define TRIANCEY_BASE_NEED_H

struct text;

/* Returns what was allocated, unless it is NULL. */
void *memory_need(void *allocated);

/* text_get(), for a text from which nothing is missing. */
const char *memory_need_text(const struct text *text);

#endif
