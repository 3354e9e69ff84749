/* positions.h - files of positions, with their exact margins where these are known, and solving a
 * position on the board itself.
 *
 * A file is text. Lines that begin with '#' and empty lines are skipped; every other line is one
 * position, its fields separated by semicolons and in this order:
 *
 *     NAME; setgrid GRID GAME; position moves MOVE...; empty N; margin M; best MOVE...;
 *     values MOVE:M ...
 *
 * `position [half H] at KEY=VALUE... [moves MOVE...]` spells out where the moves begin.
 * The second and third fields are lines of the protocol as they are. `empty` counts the empty
 * cells; margins are those of the player to move. With `values` - the margin of every legal move -
 * `best` names all the best moves, without it one or several of them. What comes after the moves
 * may be left out: all of it, all but the number of empty cells, or the values. `setgrid inline`
 * spells out a board that is not known by its name.
 *
 * What is read is checked: fields, the moves, the number of empty cells, and that margin, best
 * moves and values agree with each other. Whether they are true is not checked here.
 */
#ifndef TRIANCEY_ENGINE_TRIANCEY_POSITIONS_H
#define TRIANCEY_ENGINE_TRIANCEY_POSITIONS_H

#include "engine/solver/solver.h"
#include "protocol/protocol.h"

#include <stdio.h>

struct grid;
struct table;

enum { POSITION_NAME_SIZE = 128 };

struct position {
    char name[POSITION_NAME_SIZE];
    int line;            /* of the file, from 1 */
    const char *setgrid; /* the field; this and the board belong to the file */
    const struct grid *grid;
    const struct game_board *board; /* of the Triancey family */
    struct game_state start;        /* of this half, or the position that is spelled out */
    bool spelled;
    int half;
    uint32_t move[SURFACE_CELLS_MAX]; /* from there */
    int moves;
    struct game_state state; /* where they lead; the half is not over */
    int empty;
    bool known; /* margin and best moves */
    int margin;
    uint64_t best[SURFACE_WORDS]; /* a set of cells */
    bool complete;                /* the values of all legal moves are known */
    int value[SURFACE_CELLS_MAX]; /* by cell, if complete */
};

struct positions {
    struct position *item;
    int count, room;
    struct positions_board {
        char *setgrid;
        struct grid *grid;
        struct game_board *board;
    } * board; /* each once */
    int boards;
};

/* Reads a file. False: an error that names file, line and fault, and nothing to be freed. */
bool positions_read(struct protocol_parser *parser, const char *path, struct positions *positions,
                    struct protocol_error *error);
void positions_free(struct positions *positions);

/* Reads a file in parts, of any length. The path must last. */
struct positions_reader {
    struct protocol_parser *parser;
    const char *path;
    FILE *file;
    int line;
};

/* Opens the file, "-" for standard input; false and the error. */
bool positions_open(struct positions_reader *reader, struct protocol_parser *parser,
                    const char *path, struct protocol_error *error);
void positions_close(struct positions_reader *reader);

/* Reads as many positions as are left, `most` at most, replacing those that are there; boards stay.
 * False: an error. To be freed in any case. */
bool positions_next(struct positions_reader *reader, struct positions *positions, int most,
                    struct protocol_error *error);

/* ---- solving --------------------------------------------------------------------------------- */

struct position_solver {
    const struct kernel *kernel; /* for at least as many words as the board needs */
    struct table *table;         /* not cleared: that is up to the caller */
    int threads;
};

int position_empty_cells(const struct game_board *board, const struct game_state *state);

/* The exact margin of the mover of a half that is not over. False: out of memory. */
bool position_solve(const struct position_solver *solver, const struct game_board *board,
                    const struct game_state *state, struct solution *solution);

#endif
