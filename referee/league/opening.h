/* opening.h - what an encounter begins with: a pure function of setup and encounter, so
 * that a league that is interrupted, or dealt out, has the same ones.
 */
#ifndef TRIANCEY_REFEREE_LEAGUE_OPENING_H
#define TRIANCEY_REFEREE_LEAGUE_OPENING_H

#include <stdbool.h>
#include <stdint.h>

struct error;
struct schedule_entry;
struct setup;
struct setup_board;
struct text;

/* Whether openings can be had on every board of the setup, so that they are not asked for in vain.
 * False and a message. */
bool opening_check(const struct setup *setup, struct error *error);

/* Writes a line `position` with a position that is spelled out, one that halves on this board may
 * begin at; nothing if there is none. */
void opening_write_start(const struct setup *setup, const struct setup_board *board,
                         struct text *line);

/* Writes the opening (half/moves.h): nothing if the setup has none; random ones as
 * opening_draw() says. `chance_seed` is that of the half. */
void opening_write(const struct setup *setup, const struct schedule_entry *entry,
                   const struct setup_board *board, uint64_t chance_seed, struct text *opening);

#endif
