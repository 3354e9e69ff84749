/* report_board.c - writes pictures for page/report_games.js: a board once, then the pieces that
 * have changed since the picture before. */
#include "config.h"

#include "results/report_games.h"

#include "base/text.h"
#include "grids/grid.h"

#include <string.h>

/* `<` is escaped, too, so that the string can be put into a page; bytes that are not UTF-8 become
 * U+FFFD. */
void report_string(FILE *file, const char *text) {
    putc('"', file);
    for (size_t length; *text; text += length ? length : 1) {
        unsigned char c = (unsigned char)*text;
        length = text_character(text);
        if (length == 0)
            fputs("\\ufffd", file);
        else if (text_is_control(text, length) || c == '<' || c == '"' || c == '\\')
            fprintf(file, "\\u%04x", (unsigned char)text[length - 1]);
        else
            fwrite(text, 1, length, file);
    }
    putc('"', file);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static int board_find_place(const struct picture *picture, struct grid_point point) {
    int place = 0;
    while (place < picture->places && !grid_same_point(picture->place[place].at, point))
        place++;
    return place;
}

/* The number of the place, or of the cell, on which part k of a piece stands. */
static int place_of(const struct picture *picture, const struct picture_piece *piece, int k) {
    return piece->cell >= 0 ? piece->cell : board_find_place(picture, piece->point[k]);
}

static bool same_piece(const struct picture_piece *a, const struct picture_piece *b) {
    bool same = a->points == b->points && a->seat == b->seat && strcmp(a->label, b->label) == 0;
    for (int i = 0; same && i < a->points; i++)
        same = a->colour[i] == b->colour[i] && grid_same_point(a->point[i], b->point[i]);
    return same;
}

static const struct picture_piece nothing;

enum { NUMBERS = PICTURE_CELLS_MAX > PICTURE_PIECES_MAX ? PICTURE_CELLS_MAX : PICTURE_PIECES_MAX };

/* The pieces of a picture (NULL: none) by number. A piece on a cell has the cell's number, others
 * count as they come. Returns one more than the greatest number, or `most` if that is more. */
static int number_pieces(const struct picture *picture, const struct picture_piece **found,
                         int most) {
    for (int i = 0; i < NUMBERS; i++)
        found[i] = &nothing;
    for (int i = 0; picture && i < picture->pieces; i++) {
        int number = picture->piece[i].cell >= 0 ? picture->piece[i].cell : i;
        found[number] = &picture->piece[i];
        most = number >= most ? number + 1 : most;
    }
    return most;
}

void report_line(const struct picture *picture, FILE *file) {
    const struct picture_line *line = &picture->line;
    if (line->points == 0)
        return;
    fprintf(file, ",[%d", (int)line->colour);
    for (int i = 0; i < line->points; i++)
        fprintf(file, ",%d", board_find_place(picture, line->point[i]));
    putc(']', file);
}

void report_pieces(const struct picture *before, const struct picture *after, FILE *file) {
    const struct picture_piece *old[NUMBERS], *new[NUMBERS];
    int most = number_pieces(after, new, number_pieces(before, old, 0)), written = 0;
    putc('[', file);
    for (int i = 0; i < most; i++) {
        if (old[i] == new[i] || same_piece(old[i], new[i]))
            continue;
        fprintf(file, "%s[%d,", written++ ? "," : "", i);
        const struct picture_piece *piece = new[i];
        report_string(file, piece->label);
        fprintf(file, ",%d,%u", piece->seat, piece->marks);
        for (int k = 0; k < piece->points; k++)
            fprintf(file, ",%d,%d", (int)piece->colour[k], place_of(after, piece, k));
        putc(']', file);
    }
    putc(']', file);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void write_cells(const struct picture *picture, FILE *file) {
    fputs(",\"cells\":[", file);
    for (int i = 0; i < picture->cells; i++) {
        const struct picture_cell *cell = &picture->cell[i];
        fputs(i ? ",\n[" : "\n[", file);
        for (int k = 0; k < 3; k++)
            fprintf(file, "%d,%d,", cell->corner[k].x, cell->corner[k].y);
        report_string(file, cell->name);
        fprintf(file, ",%d", (int)cell->colour);
        if (cell->note[0]) {
            putc(',', file);
            report_string(file, cell->note);
        }
        putc(']', file);
    }
    putc(']', file);
}

static void write_edge(const struct picture *picture, const struct picture_edge *edge, FILE *file) {
    int side = 0;
    while (side < 2 && !grid_same_point(picture->cell[edge->cell].corner[side], edge->from))
        side++;
    fprintf(file, "[%d,%d,%d", edge->cell, side, (int)edge->colour);
    if (edge->across >= 0)
        fprintf(file, ",%d,%d,%d", edge->across, edge->shift.x, edge->shift.y);
    putc(']', file);
}

/* Writes the edges. Where a game without a grid draws none, the rim is wherever a cell has no other
 * cell beside it. */
static void write_edges(const struct picture *picture, const struct game_board *board, FILE *file) {
    const char *between = "";
    fputs(",\"edges\":[", file);
    for (int i = 0; i < picture->edges; i++, between = ",") {
        fputs(between, file);
        write_edge(picture, &picture->edge[i], file);
    }
    for (int i = 0; !board->grid && picture->edges == 0 && i < 3 * picture->cells; i++) {
        if (picture_beside(picture, i / 3, i % 3) >= 0)
            continue;
        fprintf(file, "%s[%d,%d,%d]", between, i / 3, i % 3, PICTURE_EMPTY);
        between = ",";
    }
    putc(']', file);
}

static void write_periods(const struct grid *grid, FILE *file) {
    static const struct grid_point origin;
    int written = 0;
    fputs(",\"periods\":[", file);
    for (int i = 0; grid && i < 2; i++)
        if (!grid_same_point(grid->period[i], origin))
            fprintf(file, "%s[%d,%d]", written++ ? "," : "", grid->period[i].x, grid->period[i].y);
    putc(']', file);
}

static void write_named_point(struct grid_point at, const char *name, int number, FILE *file) {
    fprintf(file, "%s[%d,%d,", number ? "," : "", at.x, at.y);
    report_string(file, name);
    putc(']', file);
}

void report_board(const struct picture *picture, const struct game_board *board, FILE *file) {
    write_cells(picture, file);
    write_edges(picture, board, file);
    write_periods(board->grid, file);
    fputs(",\"points\":[", file);
    for (int i = 0; i < picture->places; i++)
        write_named_point(picture->place[i].at, picture->place[i].name, i, file);
    fputs("],\"labels\":[", file);
    for (int i = 0; i < picture->labels; i++)
        write_named_point(picture->label[i].at, picture->label[i].text, i, file);
    fputs("],\"pieces\":", file);
    report_pieces(NULL, picture, file);
}
