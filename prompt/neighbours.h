/* neighbours.h - the neighbours of a cell in words, with what lies on them. */
#ifndef TRIANCEY_PROMPT_NEIGHBOURS_H
#define TRIANCEY_PROMPT_NEIGHBOURS_H

struct prompt_view;

/* Prints them for a cell named by its number; or why there are none. */
void neighbours_say(const struct prompt_view *view, const char *argument);

#endif
