/* describe_parts.c - what all descriptions write alike. Seats and sides are counted from 1 in
 * text, from 0 in the engine. */
#include "engine/describe_parts.h"

#include "grids/grid.h"

const char *const describe_colours[PICTURE_COLOURS] = {
    [PICTURE_EMPTY] = "empty",   [PICTURE_LIGHT] = "light", [PICTURE_DARK] = "dark",
    [PICTURE_YELLOW] = "yellow", [PICTURE_RED] = "red",     [PICTURE_WHITE] = "white",
    [PICTURE_BLUE] = "blue",     [PICTURE_GREEN] = "green"};

const char *const describe_surfaces[] = {[GRID_PLANE] = "plane",
                                         [GRID_CYLINDER] = "cylinder",
                                         [GRID_TORUS] = "torus",
                                         [GRID_ABSTRACT] = "unknown"};

void describe_say(const struct describer *describer, struct text *line) {
    if (line->failed)
        return;
    describer->say(describer->context, text_get(line));
    text_clear(line);
}

void describe_point(struct text *line, struct grid_point point) {
    text_addf(line, " %d,%d", point.x, point.y);
}

void describe_side(struct text *line, int side) {
    if (side >= 0)
        text_add_number(line, side);
    else
        text_add(line, side == GRID_BORDER_1 ? "p1" : side == GRID_BORDER_2 ? "p2" : "-");
}

void describe_turn(struct text *line, const struct game_board *board,
                   const struct game_state *state) {
    int turn = board->game->turn(board, state);
    if (turn >= 0)
        text_addf(line, " turn %d", turn + 1);
    else
        text_add(line, turn == GAME_CHANCE ? " turn chance" : " turn none");
}

const char *describe_name(const struct picture *picture, struct grid_point point) {
    for (int i = 0; i < picture->places; i++)
        if (grid_same_point(picture->place[i].at, point))
            return picture->place[i].name;
    return "?";
}

const char *describe_place(const struct picture *picture, const struct picture_piece *piece,
                           int k) {
    return piece->cell >= 0 ? picture->cell[piece->cell].name
                            : describe_name(picture, piece->point[k]);
}
