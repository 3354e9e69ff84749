/* trioker_picture.c - the panel of Trioker as a picture: a laid piece is a cell with its values at
 * the corners. */
#include "games/picture.h"
#include "games/trioker.h"

#include <string.h>

/* The cells on which a piece may be laid now, if it fits. */
static struct trioker_cells find_free(const struct trioker_panel *panel,
                                      const struct trioker_laid *laid, int start) {
    struct trioker_cells first = {{0, 0}};
    if (start < 0)
        return trioker_empty(panel, laid);
    trioker_add(&first, start);
    return laid->count ? laid->open : first;
}

/* Draws a cell. One that is not in use stays in the picture, dark and without a number. */
static void draw_cell(const struct trioker_panel *panel, const struct trioker_laid *laid, int cell,
                      struct picture_cell *drawn) {
    char text[TRIOKER_PIECE_TEXT];
    if (!trioker_has(&panel->use, cell)) {
        drawn->colour = PICTURE_DARK;
        drawn->label[0] = drawn->name[0] = '\0';
    }
    if (!trioker_has(&laid->filled, cell))
        return;
    trioker_piece_write(panel->joker, trioker_lying_piece(laid, cell),
                        trioker_lying_rotation(laid, cell), text);
    memcpy(drawn->value, text, sizeof drawn->value);
    drawn->colour = PICTURE_WHITE;
}

bool trioker_draw_panel(const struct trioker_panel *panel, const struct trioker_laid *laid,
                        int start, const struct picture_before *before, struct picture *picture) {
    struct trioker_cells free = find_free(panel, laid, start);
    bool drawn = picture_of_grid(picture, panel->grid);
    for (int cell = 0; cell < panel->cells; cell++) {
        draw_cell(panel, laid, cell, &picture->cell[cell]);
        if (!trioker_has(&free, cell) && !trioker_has(&laid->filled, cell))
            picture->cell[cell].marks = PICTURE_CLOSED;
    }
    if (before && before->state && before->move >> 8 < (uint32_t)panel->cells)
        picture->cell[trioker_move_cell(before->move)].marks = PICTURE_LAST;
    return drawn;
}

void trioker_draw_hand(const uint8_t joker[2], struct picture_hand *hand, trioker_set pieces,
                       int unknown) {
    for (; pieces; pieces &= pieces - 1)
        trioker_piece_write(joker, __builtin_ctz(pieces), 0, hand->piece[hand->pieces++]);
    hand->hidden = unknown;
}
