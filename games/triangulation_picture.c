/* triangulation_picture.c - positions of Triangulation as pictures. Red's corner is at the top, and
 * ranks go down from there. Files begin at the lower side and rise to the left; columns begin at
 * the right side and fall to the left. */
#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "games/picture.h"
#include "games/triangulation.h"

/* The board has SIDE ranks. The other sizes are those of a cell: its height is a multiple of 3, so
 * that its middle has whole numbers, too. */
enum { SIDE = 8, HALF_WIDTH = 12, HEIGHT = 21, TO_MIDDLE = HEIGHT / 3 };

static const enum picture_colour roles[ARMIES] = {PICTURE_RED, PICTURE_GREEN, PICTURE_BLUE};

/* The highest point on the axis of a cell: its tip if it points up, as black cells do, or else the
 * middle of its upper side. */
static struct grid_point top_of(const struct triangulation_board *board, int cell) {
    const uint8_t *coordinate = board->coordinate[cell];
    return (struct grid_point){(coordinate[1] - coordinate[2]) * HALF_WIDTH,
                               (coordinate[0] - 1) * HEIGHT};
}

static void add_cell(const struct triangulation_board *board, int cell, struct picture *picture) {
    bool black = board->black >> cell & 1;
    struct grid_point top = top_of(board, cell);
    int tip = black ? top.y : top.y + HEIGHT, base = black ? top.y + HEIGHT : top.y;
    struct picture_cell *drawn = &picture->cell[picture->cells++];
    *drawn = (struct picture_cell){.corner = {{top.x, tip},
                                              {top.x + (black ? HALF_WIDTH : -HALF_WIDTH), base},
                                              {top.x + (black ? -HALF_WIDTH : HALF_WIDTH), base}},
                                   .colour = black ? PICTURE_DARK : PICTURE_LIGHT};
    triangulation_write_cell(board, cell, drawn->name);
}

static void add_piece(const struct triangulation_board *board,
                      const struct triangulation_position *at, int cell, struct picture *picture) {
    int army = position_army(at, cell);
    struct grid_point middle = top_of(board, cell);
    middle.y += board->black >> cell & 1 ? 2 * TO_MIDDLE : TO_MIDDLE;
    struct picture_piece *piece = &picture->piece[picture->pieces++];
    *piece =
        (struct picture_piece){.points = 1,
                               .cell = cell,
                               .seat = at->commander[army] == NOBODY ? -1 : at->commander[army],
                               .point = {middle},
                               .colour = {roles[army]}};
    snprintf(piece->label, sizeof piece->label, "%c%c", triangulation_army_letters[army],
             triangulation_kind_letters[position_kind(at, cell)]);
}

static void add_label(struct picture *picture, int x, int y, char letter) {
    struct picture_label *label = &picture->label[picture->labels++];
    *label = (struct picture_label){.at = {x, y}};
    snprintf(label->text, sizeof label->text, "%c", letter);
}

/* Each letter and number stands where its strip begins. */
static void add_labels(struct picture *picture) {
    enum { BESIDE = 2 * HALF_WIDTH };
    for (int i = 0; i < SIDE; i++) {
        int y = i * HEIGHT + 2 * TO_MIDDLE;
        add_label(picture, -i * HALF_WIDTH - BESIDE, y, triangulation_ranks[i]);
        add_label(picture, i * HALF_WIDTH + BESIDE, y, triangulation_columns[SIDE - 1 - i]);
        add_label(picture, (2 * i - (SIDE - 1)) * HALF_WIDTH, SIDE * HEIGHT + 2 * TO_MIDDLE,
                  triangulation_files[i]);
    }
}

/* What a cell holds: nothing, or an army and a kind. */
static int content(const struct triangulation_position *at, int cell) {
    return position_cells(at) >> cell & 1
               ? 1 + position_army(at, cell) * PIECE_KINDS + position_kind(at, cell)
               : 0;
}

bool triangulation_draw(const struct game_board *base, const struct game_state *state,
                        const struct picture_before *before, struct picture *picture) {
    static const char *const names[ARMIES] = {N_("red"), N_("green"), N_("blue")};
    const struct triangulation_board *board = triangulation_board(base);
    const struct triangulation_position *at = &triangulation_state(state)->at;
    memset(picture, 0, sizeof *picture);
    for (int cell = 0; cell < CELLS; cell++) {
        bool changed = before && before->state &&
                       content(&triangulation_state(before->state)->at, cell) != content(at, cell);
        add_cell(board, cell, picture);
        if (content(at, cell))
            add_piece(board, at, cell, picture);
        if (changed && content(at, cell))
            picture->piece[picture->pieces - 1].marks = PICTURE_LAST;
        else if (changed)
            picture->cell[cell].marks = PICTURE_LAST;
    }
    add_labels(picture);
    for (int seat = 0; seat < base->players; seat++) {
        struct picture_side *side = &picture->side[picture->sides++];
        *side = (struct picture_side){
            .name = names[seat], .colour = roles[seat], .seat = seat, .out = !(at->in >> seat & 1)};
        triangulation_write_prisoners(at, seat, side->holds);
    }
    return true;
}
