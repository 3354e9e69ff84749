/* analyst.h - what the moves of a half have lost, by the judge of all games (engine/judge/judge.h).
 *
 * It does as much as `triancey-referee analyse` does if nothing else is asked for, with the lowest
 * priority.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_ANALYST_H
#define TRIANCEY_CLUB_STORE_RATINGS_ANALYST_H

#include <stdatomic.h>
#include <stdbool.h>

struct analysis;
struct analyst;
struct error;

/* Gives way to all else from now on. Once `stop` is not 0, nothing more is judged. NULL and a
 * message. */
struct analyst *analyst_start(const atomic_int *stop, struct error *error);
void analyst_end(struct analyst *analyst);

/* Looks at the moves of seat 1 in a half that was played on a board, as the protocol spells it out.
 * False and a message. */
bool analyst_look(struct analyst *analyst, const char *line, int half, const char *moves,
                  struct analysis *analysis, struct error *error);

#endif
