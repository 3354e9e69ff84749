/* replay_draw.h - positions of a record as pictures.
 *
 * A record spells its boards out by their sides, without coordinates. To draw one, a board of the
 * same name must be found in the library, as a shape or as a word, and must have the same sides. A
 * name that means a file is not looked up; the user may name the file instead.
 */
#ifndef TRIANCEY_DRAW_REPLAY_DRAW_H
#define TRIANCEY_DRAW_REPLAY_DRAW_H

#include "draw/draw_svg.h"
#include "games/picture.h"
#include "record/replay.h"

#include <stdbool.h>
#include <stdint.h>

struct record;

/* A board with coordinates in the place of one of a record. Starts all zero. */
struct replay_drawing {
    struct grid *grid;        /* NULL: the game's board needs none */
    struct game_board *board; /* of that grid, owned */
    const struct game_board *drawn;
};

/* Finds the drawing of a board by its name, or by what the user has named instead (NULL: nothing);
 * an earlier one is freed. False and a message. */
bool replay_drawing_find(struct replay_drawing *drawing, const struct game_board *board,
                         const char *name, const char *instead, struct error *error);
void replay_drawing_free(struct replay_drawing *drawing);

/* The picture of the position after a move. */
bool replay_drawing_picture(const struct replay_drawing *drawing, const struct replay_move *move,
                            struct picture *picture);

/* Which position to draw. */
struct replay_request {
    int64_t game;
    int half;         /* from 1; 0: the last that is recorded */
    int ply;          /* after this many moves; -1: after all */
    const char *path; /* the SVG file, "-" for standard output */
    enum svg_theme theme;
    const char *grid; /* the board; NULL: the one that the record names */
};

bool replay_draw_svg(struct record *record, const struct replay_request *request,
                     struct error *error);

#endif
