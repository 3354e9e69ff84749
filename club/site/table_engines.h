/* table_engines.h - tables at which an engine of the operator is to move: passes their turns to the
 * pool, and its answers to the club. One search at a time for each person; others wait in the file,
 * so that the order stays when the server is restarted.
 */
#ifndef TRIANCEY_CLUB_SITE_TABLE_ENGINES_H
#define TRIANCEY_CLUB_SITE_TABLE_ENGINES_H

#include <stdbool.h>
#include <stdint.h>

struct club;
struct engine_spec;
struct error;
struct json;
struct table_engines;
struct table_feed;
struct text;

/* `max` processes at the same time. Club, feed and engines must outlive it. Starts each engine
 * once; NULL and a message. */
struct table_engines *table_engines_new(struct club *club, struct table_feed *feed,
                                        const struct engine_spec *const *engine, int engines,
                                        int max, struct error *error);

/* Ends all that runs; unfinished searches start again next time. NULL is allowed. */
void table_engines_free(struct table_engines *engines);

/* Whether there is an engine of this name that plays the game. */
bool table_engines_has(const struct table_engines *engines, const char *name, const char *game);

/* Adds objects {"engine", "name", "games"} to an open array, the computer in this process first. */
void table_engines_list(const struct table_engines *engines, struct json *json);

/* An engine may have to move somewhere: looks at the next run. */
void table_engines_look(struct table_engines *engines);

/* What to poll for reading, until when at the latest (clock_us()), and what to do then, outside of
 * transactions. `now` in milliseconds since 1970. */
int table_engines_descriptor(const struct table_engines *engines);
int64_t table_engines_deadline(const struct table_engines *engines);
void table_engines_run(struct table_engines *engines, int64_t now);

void table_engines_measure(const struct table_engines *engines, struct text *metrics);

#endif
