/* tuning_show.h - the state of a tuning, for people and for programs. */
#ifndef TRIANCEY_REFEREE_TUNING_TUNING_SHOW_H
#define TRIANCEY_REFEREE_TUNING_TUNING_SHOW_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct tuning;
struct tuning_course;

/* Prints the last step as a line. */
void tuning_show_step(const struct tuning *tuning, const struct tuning_course *course, FILE *file);

/* Prints the values as aligned columns, and as keys of an engine. */
void tuning_show(const struct tuning *tuning, const struct tuning_course *course, FILE *file);

/* Prints the last step, or with `all` the whole course, as one JSON object. False: out of memory.
 */
bool tuning_show_json(const struct tuning *tuning, const struct tuning_course *course, bool all,
                      FILE *file);

/* Writes a page that browsers read again after `reload` seconds, 0: never. False and a message. */
bool tuning_page(const struct tuning *tuning, const struct tuning_course *course, int reload,
                 FILE *file, struct error *error);

#endif
