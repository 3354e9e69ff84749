/* picture.c - pictures. A bare grid is turned into a picture here, a position by its game. A side
 * of a cell is an edge of the picture if the border is behind it, or a cell that is drawn
 * elsewhere, as on a torus. */
#include "games/picture.h"

#include <stdio.h>
#include <string.h>

/* Adds side k of a cell to the edges, unless its neighbour is drawn beside it. */
static void add_edge(struct picture *picture, const struct grid *grid, int cell, int k) {
    int across = grid->side[cell][k];
    struct picture_edge edge = {.from = grid->point[cell][k],
                                .to = grid->point[cell][(k + 1) % 3],
                                .colour = PICTURE_EMPTY,
                                .cell = cell,
                                .across = -1};
    if (across >= 0) {
        int back = grid_side_to(grid, across, cell);
        struct grid_point there = grid->point[across][(back + 1) % 3];
        edge.across = across;
        edge.shift = (struct grid_point){edge.from.x - there.x, edge.from.y - there.y};
        if (edge.shift.x == 0 && edge.shift.y == 0)
            return;
    } else if (across == GRID_BORDER_1) {
        edge.colour = PICTURE_WHITE;
    } else if (across == GRID_BORDER_2) {
        edge.colour = PICTURE_RED;
    }
    picture->edge[picture->edges++] = edge;
}

bool picture_of_grid(struct picture *picture, const struct grid *grid) {
    memset(picture, 0, sizeof *picture);
    bool drawn = grid->surface != GRID_ABSTRACT;
    for (int i = 0; i < grid->cells; i++) {
        struct picture_cell *cell = &picture->cell[picture->cells++];
        memcpy(cell->corner, grid->point[i], sizeof cell->corner);
        snprintf(cell->label, sizeof cell->label, "%d", i);
        memcpy(cell->name, cell->label, sizeof cell->name);
        for (int k = 0; drawn && k < 3; k++)
            add_edge(picture, grid, i, k);
    }
    return drawn;
}

bool picture_of_state(struct picture *picture, const struct game_board *board,
                      const struct game_state *state, const struct picture_before *before) {
    if (board->game->draw)
        return board->game->draw(board, state, before, picture);
    memset(picture, 0, sizeof *picture);
    return false;
}

void picture_unfold(struct picture *picture, const struct game_change *change, int changes,
                    int step, int seat) {
    enum picture_colour colour = PICTURE_EMPTY;
    for (int i = 0; i < picture->sides; i++)
        if (picture->side[i].seat == seat)
            colour = picture->side[i].colour;
    for (int i = 0; i < picture->cells; i++)
        picture->cell[i].marks = 0;
    for (int i = 0; i < changes; i++) {
        if (change[i].step > step)
            continue;
        picture->cell[change[i].cell].colour = colour;
        if (change[i].step == 0)
            picture->cell[change[i].cell].marks = PICTURE_LAST;
        else if (change[i].step == step)
            picture->cell[change[i].cell].marks = PICTURE_TAKEN;
    }
}

int picture_beside(const struct picture *picture, int cell, int k) {
    const struct grid_point *side = picture->cell[cell].corner;
    for (int i = 0; i < picture->cells; i++)
        for (int n = 0; n < 3; n++)
            if (grid_same_point(picture->cell[i].corner[n], side[(k + 1) % 3]) &&
                grid_same_point(picture->cell[i].corner[(n + 1) % 3], side[k]))
                return i;
    return -1;
}

static void include(struct grid_point *least, struct grid_point *greatest, struct grid_point p) {
    least->x = p.x < least->x ? p.x : least->x;
    least->y = p.y < least->y ? p.y : least->y;
    greatest->x = p.x > greatest->x ? p.x : greatest->x;
    greatest->y = p.y > greatest->y ? p.y : greatest->y;
}

void picture_bounds(const struct picture *picture, struct grid_point *least,
                    struct grid_point *greatest) {
    *least = (struct grid_point){INT32_MAX, INT32_MAX};
    *greatest = (struct grid_point){INT32_MIN, INT32_MIN};
    for (int i = 0; i < picture->cells; i++)
        for (int k = 0; k < 3; k++)
            include(least, greatest, picture->cell[i].corner[k]);
    for (int i = 0; i < picture->pieces; i++)
        for (int k = 0; k < picture->piece[i].points; k++)
            include(least, greatest, picture->piece[i].point[k]);
    for (int i = 0; i < picture->labels; i++)
        include(least, greatest, picture->label[i].at);
}
