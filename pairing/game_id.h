/* game_id.h - the numbers by which games and halves are known.
 *
 * A schedule counts its games from 0; records and people count them from 1, which is a game's id.
 * Halves are counted from 1. In a record a half has an id, too, so that the halves of a game stand
 * together, in the order of games; people write it as GAME.HALF, such as 17.2.
 */
#ifndef TRIANCEY_PAIRING_GAME_ID_H
#define TRIANCEY_PAIRING_GAME_ID_H

#include <stdbool.h>
#include <stdint.h>

struct error;

enum { HALF_ID_ROOM = 16 }; /* ids of a game's halves; the first of them belongs to none */

static inline int64_t game_id(int64_t number) {
    return number + 1;
}

static inline int64_t game_number(int64_t id) {
    return id - 1;
}

static inline int64_t half_id(int64_t game, int half) {
    return game * HALF_ID_ROOM + half;
}

static inline int64_t half_id_game(int64_t id) {
    return id / HALF_ID_ROOM;
}

static inline int half_id_half(int64_t id) {
    return (int)(id % HALF_ID_ROOM);
}

#define GAME_ID_MAX      (INT64_MAX / HALF_ID_ROOM - 1) /* so that halves have ids, too */
#define HALF_ID_ROOM_SQL "16"                           /* HALF_ID_ROOM for SQL */
_Static_assert(HALF_ID_ROOM == 16, "as SQL has it");

/* Reads GAME or GAME.HALF; *half is 0 if none is named. False and a message. */
bool game_id_read(const char *text, int64_t *game, int *half, struct error *error);

#endif
