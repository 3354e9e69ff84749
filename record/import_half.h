/* import_half.h - one half of a game from a row of a file that is imported.
 */
#ifndef TRIANCEY_RECORD_IMPORT_HALF_H
#define TRIANCEY_RECORD_IMPORT_HALF_H

#include "base/calendar.h"

#include <stdbool.h>

struct error;
struct game_row;
struct half_result;
struct import;

/* Whether the row has this half (from 0): *has. If not, all values of the half must be empty. False
 * and a message. */
bool import_has_half(const struct import *import, int half, bool *has, struct error *error);

/* Reads the half of number half->number, which must be possible on the row's board; `finished` gets
 * its own time, or the game's. Texts are the row's. False and a message. */
bool import_read_half(const struct import *import, int seats, const char *time,
                      struct half_result *half, char finished[CALENDAR_TIME_SIZE],
                      struct error *error);

/* Adds the half with its faults and with what was said, or compares all of it with the record if
 * the game is known. False and a message. */
bool import_put_half(const struct import *import, const struct game_row *game, bool known,
                     const struct half_result *half, struct error *error);

#endif
