/* human_seat.h - a seat held by a person at the prompt. */
#ifndef TRIANCEY_REFEREE_PROMPT_HUMAN_SEAT_H
#define TRIANCEY_REFEREE_PROMPT_HUMAN_SEAT_H

#include <stdbool.h>

struct prompt;
struct seat;

/* The prompt and the name must outlive the seat. Several people may sit at one prompt: one of them
 * leads, which means that the prompt is told of everything through his seat alone. `plies_before`
 * is how many moves of the half that begins were shown before; it is looked at then. NULL: out of
 * memory. */
struct seat *human_seat_new(struct prompt *prompt, const char *name, bool leads,
                            const int *plies_before);

#endif
