/* moves.h - the moves of a half as text, and the time that each took.
 *
 * Moves are words separated by one blank, "12 7 33"; beside them are their clocks, "120 300 95", in
 * microseconds and 0 for chance. Matches write them so, records and saved games keep them so.
 */
#ifndef TRIANCEY_HALF_MOVES_H
#define TRIANCEY_HALF_MOVES_H

#include "base/text.h"
#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

/* Empty: all zero. */
struct moves {
    struct text words, clocks;
    int count;
};

void moves_add(struct moves *moves, const char *move, int64_t took);
void moves_keep(struct moves *moves, int count); /* the first ones; no more than there are */
void moves_clear(struct moves *moves);
void moves_free(struct moves *moves);

/* A walk over moves. A damaged text gives what it contains: an empty word between two blanks. */
struct moves_reader {
    const char *moves, *clocks; /* what is left; clocks NULL: not known */
    int ply;                    /* of the move that was read, from 1 */
    const char *word;           /* the move, of this many bytes */
    size_t length;
    char text[GAME_MOVE_TEXT]; /* the word with a zero; cut if it is too long to be a move */
    int64_t took;              /* below 0: not known, or no number */
};

static inline struct moves_reader moves_read(const char *moves, const char *clocks) {
    return (struct moves_reader){.moves = moves, .clocks = clocks};
}

/* False at the end. */
bool moves_next(struct moves_reader *reader);

int moves_count(const char *moves);

/* Whether a list of moves begins with another list. */
bool moves_begin_with(const char *moves, const char *others);

/* ---- openings -------------------------------------------------------------------------------- */

/* What the halves of a game begin with, as text: moves, "12 7", or `at`, a position of the first
 * half in words KEY=VALUE (games/position.h), and moves from there: "at turn=1 cells=.1... moves 12
 * 7". In other halves seats are exchanged, so that all begin alike. Texts are kept as they were
 * written, and cut where they are needed. */

/* Whether a position is spelled out; and the moves, "" if there are none. */
bool opening_is_spelled(const char *opening);
const char *opening_moves(const char *opening);

/* Adds the position as it is in a half, from 1; nothing if none is spelled out. */
void opening_position(const struct game_board *board, int half, const char *opening,
                      struct text *text);

#endif
