/* tritt_picture.c - positions of Tritt as pictures: row a is at the bottom, and columns lean to the
 * left, as in the names of points. */
#include "base/language.h"
#include "games/picture.h"
#include "games/tritt.h"

#include <stdio.h>
#include <string.h>

/* Half the distance between neighbours in a row, and the distance between rows. */
enum { HALF = 15, HEIGHT = 26 };

static const enum picture_colour roles[2] = {PICTURE_RED, PICTURE_BLUE};

static struct grid_point tritt_picture_place(int row, int column) {
    return (struct grid_point){(2 * column - row) * HALF, -row * HEIGHT};
}

static struct grid_point point_at(const struct tritt_board *board, int bit) {
    return tritt_picture_place(bit / board->stride, bit % board->stride);
}

/* Adds a triangle of the ground, if all three points are on the board. */
static void add_ground(const struct tritt_board *board, int a, int b, int c,
                       struct picture *picture) {
    if (!points_has(&board->all, a) || !points_has(&board->all, b) || !points_has(&board->all, c))
        return;
    picture->cell[picture->cells++] = (struct picture_cell){
        .corner = {point_at(board, a), point_at(board, b), point_at(board, c)},
        .colour = PICTURE_EMPTY};
}

static void add_piece(const struct tritt_board *board, int owner, int piece,
                      struct picture *picture) {
    int centre = tritt_centre(piece), step = board->step[tritt_direction(piece)];
    picture->piece[picture->pieces++] =
        (struct picture_piece){.points = 3,
                               .cell = -1,
                               .seat = owner,
                               .point = {point_at(board, centre - step), point_at(board, centre),
                                         point_at(board, centre + step)},
                               .colour = {roles[!owner], roles[owner], roles[!owner]}};
}

static void add_label(struct picture *picture, struct grid_point at, const char *text) {
    struct picture_label *label = &picture->label[picture->labels++];
    label->at = at;
    snprintf(label->text, sizeof label->text, "%s", text);
}

/* Adds the letter of each row to its left, and the number of each column below it; rows and columns
 * that end at the opposite edges have them there, too, so that every edge has labels. */
static void add_labels(const struct tritt_board *board, struct picture *picture) {
    char text[PICTURE_TEXT];
    for (int i = 0; i < board->stride; i++) {
        int first = i < board->size ? 0 : i - board->size + 1;
        snprintf(text, sizeof text, "%c", 'a' + i);
        add_label(picture, tritt_picture_place(i, first - 1), text);
        snprintf(text, sizeof text, "%d", i + 1);
        add_label(picture, tritt_picture_place(first - 1, i), text);
        if (i < board->size - 1)
            continue;
        add_label(picture, tritt_picture_place(board->stride, i), text);
        snprintf(text, sizeof text, "%c", 'a' + i);
        add_label(picture, tritt_picture_place(i, board->stride), text);
    }
}

/* Marks the piece that was placed as the last move, and the one that was slid as taken. */
static void mark(struct picture *picture, int piece, const struct picture_before *before) {
    struct picture_piece *shown = &picture->piece[picture->pieces - 1];
    if (piece == tritt_placed(before->move))
        shown->marks = PICTURE_LAST;
    else if (tritt_slides(before->move) && piece == tritt_to(before->move))
        shown->marks = PICTURE_TAKEN;
}

/* Adds the line by which the game has ended, if it has: its three points. */
static void add_line(const struct tritt_board *board, const struct tritt_state *state,
                     struct picture *picture) {
    struct picture_line *line = &picture->line;
    int bit[3];
    if ((state->over != TRITT_LINE && state->over != TRITT_WRONG_LINE) ||
        !tritt_find_line(board, state->colour[state->winner], bit))
        return;
    line->points = 3;
    line->colour = roles[state->winner];
    for (int i = 0; i < 3; i++)
        line->point[i] = point_at(board, bit[i]);
}

bool tritt_draw(const struct game_board *base, const struct game_state *state,
                const struct picture_before *before, struct picture *picture) {
    static const char *const names[2] = {N_("red"), N_("blue")};
    const struct tritt_board *board = tritt_board(base);
    const struct tritt_state *s = tritt_state(state);
    memset(picture, 0, sizeof *picture);
    for (int bit = 0; bit < board->stride * board->stride; bit++) {
        int right = bit + 1, above = bit + board->stride;
        if (points_has(&board->all, bit)) {
            struct picture_place *place = &picture->place[picture->places++];
            place->at = point_at(board, bit);
            tritt_write_point(board, bit, place->name);
        }
        add_ground(board, bit, above + 1, right, picture);
        add_ground(board, bit, above, above + 1, picture);
    }
    for (int owner = 0; owner < 2; owner++) {
        for (int i = 0; i < s->count[owner]; i++) {
            add_piece(board, owner, s->piece[owner][i], picture);
            if (before)
                mark(picture, s->piece[owner][i], before);
        }
        picture->side[picture->sides++] =
            (struct picture_side){.name = names[owner], .colour = roles[owner], .seat = owner};
    }
    add_labels(board, picture);
    add_line(board, s, picture);
    return true;
}
