/* tuning_page.h - the course of each parameter of a tuning as one page of HTML, which needs no
 * network and no other file.
 */
#ifndef TRIANCEY_REFEREE_TUNING_TUNING_PAGE_H
#define TRIANCEY_REFEREE_TUNING_TUNING_PAGE_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct tuning;
struct tuning_course;

/* A page that is read again after this many seconds, 0: never. False and a message. */
bool tuning_page(const struct tuning *tuning, const struct tuning_course *course, int reload,
                 FILE *file, struct error *error);

#endif
