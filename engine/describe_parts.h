/* describe_parts.h - the parts of the lines of all descriptions (describe.h).
 *
 * A line is put together in a struct text, printed, and cleared. If memory runs out, printing
 * fails.
 */
#ifndef TRIANCEY_ENGINE_DESCRIBE_PARTS_H
#define TRIANCEY_ENGINE_DESCRIBE_PARTS_H

#include "base/text.h"
#include "engine/describe.h"
#include "games/picture.h"

/* A position, the one before or after it, and their pictures: too large for the stack. */
struct scene {
    struct game_state state, other;
    struct picture picture, before;
    struct game_change change[GRID_CELLS_MAX];
};

/* The words for enum picture_colour and enum grid_surface. */
extern const char *const describe_colours[PICTURE_COLOURS];
extern const char *const describe_surfaces[];

/* Prints the line and begins a new one. When memory is short, this line and all later ones are not
 * printed, and `line` stays failed. */
void describe_say(const struct describer *describer, struct text *line);

/* ` X,Y`; a cell, `p1`, `p2` or `-` for what lies across a side (GRID_BORDER numbers); ` turn ...`.
 */
void describe_point(struct text *line, struct grid_point point);
void describe_side(struct text *line, int side);
void describe_turn(struct text *line, const struct game_board *board,
                   const struct game_state *state);

/* The name of a point; of the place on which part k of a piece stands. */
const char *describe_name(const struct picture *picture, struct grid_point point);
const char *describe_place(const struct picture *picture, const struct picture_piece *piece, int k);

#endif
