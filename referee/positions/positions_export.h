/* positions_export.h - the positions of recorded games, for programs that learn from them: the
 * owners of cells, the player to move, the move, the result, and what the engine said; near the end
 * also the exact margins of all moves.
 *
 * As JSON, one object per line, which the manual describes; as a file of positions
 * (engine/triancey/positions.h) named GAME.HALF.MOVE; or as arrays of NumPy in a folder, whose
 * README describes them. The arrays are there for every game, the others for the Triancey family.
 * Halves without moves or board have none.
 */
#ifndef TRIANCEY_REFEREE_POSITIONS_POSITIONS_EXPORT_H
#define TRIANCEY_REFEREE_POSITIONS_POSITIONS_EXPORT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct measured_moves;
struct record;
struct standard;

enum { POSITIONS_EXACT_MAX = 32 };

enum positions_form { POSITIONS_JSON, POSITIONS_FILE, POSITIONS_NPY };

struct positions_request {
    enum positions_form form;
    const char *folder; /* of arrays: it is made, and must not be there yet */
    bool unique;        /* of positions that are equal by symmetry, only the first */
    int exact; /* positions with at most this many empty cells get exact margins; 0: none */
    const atomic_int *stop; /* not 0: the end */
};

/* Writes them in the order of games, to `file` unless they are arrays. False and a message: what is
 * written is incomplete. */
bool positions_export(struct record *record, const struct positions_request *request, FILE *file,
                      struct error *error);

/* The beginning of the README of a folder of arrays: arrays_readme.txt. */
extern const char positions_arrays_readme[];

/* ---- measured.c ------------------------------------------------------------------------------ */

/* Measures the moves of an engine by a standard (pairing/standard.h): how long they took, and, in
 * the positions that the standard names, what they lost against the best ones. The engine is known
 * by its number in the record. Once `stop` is not 0 (NULL: never), it ends. False and a message. */
bool measured_read(struct record *record, const struct standard *standard, int64_t engine,
                   const atomic_int *stop, struct measured_moves *moves, struct error *error);

#endif
