/* trioker_shape.h - the shapes of puzzles: a grid, and the pieces to fill it with.
 *
 * A file of a shape is a grid file (GRIDS.md) with one more section:
 *
 *     [puzzle]
 *     title = Duck                 what it shows
 *     pieces = 000 012 ...         those to use; without the line all 24
 *     joker = 23                   and a Joker with these fixed values after its wild corner
 *     wild = tip                   the wild corner must lie on a free tip; else `anywhere`
 *     solutions = 12               how many there are, each rotation of the shape counted
 *     nodes = 3456                 how many steps the solver needs to list them
 *
 * The included shapes are in games/puzzles/. */
#ifndef TRIANCEY_GAMES_TRIOKER_SHAPE_H
#define TRIANCEY_GAMES_TRIOKER_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "games/trioker_pieces.h"

struct error;
struct grid;

enum { TRIOKER_TITLE_SIZE = 80 };

struct trioker_shape {
    struct grid *grid;              /* owned */
    char title[TRIOKER_TITLE_SIZE]; /* "" if it has none */
    trioker_set pieces;             /* with the Joker's bit if it is one of them */
    uint8_t joker[2];               /* its fixed values; 2 and 3 unless the file says so */
    bool wild_at_tip;
    int64_t solutions, nodes; /* as the file says; -1: it does not */
};

/* The shape that a person names: an included one, a file of a shape (its name holds a '/' or ends
 * in ".ini"), a regular one or `word ...` (grid_find()), which is to be filled with the 24. False
 * and a message. Free the shape. */
bool trioker_shape_find(const char *text, struct trioker_shape *shape, struct error *error);
void trioker_shape_free(struct trioker_shape *shape);

/* The names of the included ones, sorted; ends with NULL; one allocation (free() it). */
char **trioker_shape_names(void);

/* What the pieces are in the game `trioker-puzzle`: its keys and values, as setgrid takes them. */
void trioker_shape_setup(const struct trioker_shape *shape, char *text, size_t size);

/* Two values from 0 to 3, such as 23: the fixed values of a Joker. */
bool trioker_joker_read(const char *text, uint8_t joker[2]);

#endif
