/* picture.h - a position as shapes in the plane: data only; other rooms draw it.
 *
 * A picture is made of cells (triangles that cover the board, numbered or not), edges of the board
 * that name what lies beyond them, pieces on points or cells, and labels beside the board.
 * Coordinates are those of the grid: integers, x to the right and y downwards, in any unit. Colours
 * are roles; the drawing code chooses their looks, and makes them distinguishable without colour,
 * too. */
#ifndef TRIANCEY_PICTURE_H
#define TRIANCEY_PICTURE_H

#include "games/game.h"
#include "grids/grid.h"

enum {
    PICTURE_CELLS_MAX = GRID_CELLS_MAX,
    PICTURE_EDGES_MAX = 3 * GRID_CELLS_MAX,
    PICTURE_PIECES_MAX = 64,
    PICTURE_LABELS_MAX = 64,
    PICTURE_PLACES_MAX = 127,
    PICTURE_TEXT = 12, /* bytes of a label, with the final zero; ASCII */
    PICTURE_NAME = 4,  /* bytes of a name, with the final zero */
    PICTURE_HAND_MAX = 25,
    PICTURE_HOLDS = 80, /* bytes of a list of captured pieces, with the final zero */
    PICTURE_STATUS = 96
};

enum picture_colour {
    PICTURE_EMPTY, /* a cell without an owner */
    PICTURE_LIGHT, /* the two grounds of a chequered board */
    PICTURE_DARK,
    PICTURE_YELLOW,
    PICTURE_RED,
    PICTURE_WHITE,
    PICTURE_BLUE,
    PICTURE_GREEN,
    PICTURE_COLOURS
};

/* What stands out, as bits. */
enum {
    PICTURE_LAST = 1,  /* where the last move was made */
    PICTURE_TAKEN = 2, /* what it took */
    PICTURE_CLOSED = 4 /* where the rules forbid a move now, though it looks free */
};

struct picture_cell {
    struct grid_point corner[3];
    enum picture_colour colour;
    unsigned marks;
    char name[PICTURE_NAME];  /* as moves name it; empty: none does */
    char label[PICTURE_TEXT]; /* its number; a piece lies over it */
    char note[PICTURE_TEXT];  /* more that an empty cell says, such as what it costs */
    char value[3]; /* of a piece that covers the cell, at each corner; 0: none lies there */
};

/* A side of a cell on the rim of what is drawn. */
struct picture_edge {
    struct grid_point from, to;
    enum picture_colour colour; /* of a border that belongs to a side, else PICTURE_EMPTY */
    int cell;                   /* whose side it is */
    int across;                 /* the cell glued to it, or -1: a border */
    struct grid_point shift;    /* what to add to that cell's corners to draw it there */
};

/* A point that moves name. */
struct picture_place {
    struct grid_point at;
    char name[PICTURE_NAME];
};

/* Up to three points in line, or one. */
struct picture_piece {
    int points;
    int cell; /* that it stands on; -1: it stands on points */
    int seat; /* who commands it, -1: nobody */
    struct grid_point point[3];
    enum picture_colour colour[3]; /* at each point */
    unsigned marks;
    char label[PICTURE_TEXT];
};

/* Points in a row that have ended the game; their pieces lie there. */
struct picture_line {
    int points; /* 0: none */
    struct grid_point point[3];
    enum picture_colour colour;
};

struct picture_label {
    struct grid_point at; /* its middle */
    char text[PICTURE_TEXT];
};

/* Who plays a colour. */
struct picture_side {
    const char *name;
    enum picture_colour colour;
    int seat;
    bool out;                  /* out of the game, while the others go on */
    char holds[PICTURE_HOLDS]; /* captured pieces, with blanks between them */
};

/* What a side has in its hand: triangles, each as the three values at its corners, and how many
 * more are hidden. */
struct picture_hand {
    int pieces, hidden;
    char piece[PICTURE_HAND_MAX][4];
};

struct picture {
    int cells, places, edges, pieces, labels, sides;
    struct picture_cell cell[PICTURE_CELLS_MAX];
    struct picture_place place[PICTURE_PLACES_MAX];
    struct picture_edge edge[PICTURE_EDGES_MAX];
    struct picture_piece piece[PICTURE_PIECES_MAX];
    struct picture_label label[PICTURE_LABELS_MAX];
    struct picture_line line;
    struct picture_side side[GAME_PLAYERS_MAX];
    struct picture_hand hand[GAME_PLAYERS_MAX]; /* of each side */
    char status[PICTURE_STATUS]; /* what else there is to know about the position, in the reader's
                                    language; "": nothing */
};

/* Where a position comes from, for its marks. */
struct picture_before {
    const struct game_state *state; /* the position before the last move; NULL: there was none */
    uint32_t move;
};

/* The empty board of a grid: its cells with their numbers, its edges with what they are glued to;
 * border 1 is white and border 2 red, as in Archipel. False: the grid has no coordinates
 * (GRID_ABSTRACT); the cells are there, all at 0,0, and no edges. */
bool picture_of_grid(struct picture *picture, const struct grid *grid);

/* A position as its game draws it. False: it cannot be drawn: the grid has no coordinates, and all
 * else is filled in, or the game draws nothing, and the picture is empty. */
bool picture_of_state(struct picture *picture, const struct game_board *board,
                      const struct game_state *state, const struct picture_before *before);

/* On the picture of the position before a move, shows the cells that the move changes, up to and
 * including a step (game.h, unfold()), in the colour of a seat. */
void picture_unfold(struct picture *picture, const struct game_change *change, int changes,
                    int step, int seat);

/* The cell that is drawn across side k of another one, from its corner k to the next; -1: none. */
int picture_beside(const struct picture *picture, int cell, int k);

/* The smallest and the greatest coordinates of all that is drawn, without what is glued to it. */
void picture_bounds(const struct picture *picture, struct grid_point *least,
                    struct grid_point *greatest);

#endif
