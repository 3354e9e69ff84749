/* draw_terminal.c - pictures on a terminal. A raster says which cell each eighth of a character
 * belongs to; here each character is chosen by what the terminal can do: half blocks between two
 * colours, quarters, braille for lines, or a pattern where there are no colours.
 *
 * Texts are placed before they are drawn: a number with its note, or alone, or not at all where it
 * would touch another, since a number of which a part is missing is another number. What is left
 * out is counted, and a window may show a part of a larger drawing in which all of them have room.
 */
#include "config.h"

#include "draw/draw_terminal.h"

#include "base/language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The owner of a text is a cell's number, or one of these plus the number of a cell or colour. */
enum { OF_NEIGHBOUR = 1000, OF_COLOUR = 2000, OF_NOBODY = 3000 };

/* How much must lie inside the cell, in percent: of a mark around a number, of a note beside it, of
 * the number alone. What touches another text counts half. */
enum { SHARE_OF_MARK = 80, SHARE_OF_NOTE = 60, SHARE_OF_NUMBER = 51 };

/* The steps in which pictures are drawn larger, in percent; and within how many columns a point is
 * near (a row counts as two). */
enum { ZOOM_STEP = 20, ZOOM_MAX = 400, NEAR = 5 };

/* One character, ready to be written. */
struct glyph {
    char text[5];
    struct terminal_style style;
};

struct drawing {
    const struct picture *picture;
    const struct terminal *terminal;
    struct raster raster;
    int left_out; /* numbers that found no room */
};

/* ---- texts ----------------------------------------------------------------------------------- */

/* The letter of a colour, of ASCII in each language. Blue and white, which have the same one in
 * French, are never in one game. */
static char initial(enum picture_colour colour) {
    static const char *const initials[PICTURE_COLOURS] = {
        [PICTURE_YELLOW] = N_("Y"), [PICTURE_RED] = N_("R"),   [PICTURE_WHITE] = N_("W"),
        [PICTURE_BLUE] = N_("B"),   [PICTURE_GREEN] = N_("G"),
    };
    return initials[colour] ? _(initials[colour])[0] : ' ';
}

static void write_number(struct drawing *drawing, int i) {
    drawing->left_out += !raster_write_inside(&drawing->raster, i, drawing->picture->cell[i].label,
                                              i, SHARE_OF_NUMBER);
}

/* A number with a note, in one line or two, or the number alone. */
static void write_noted(struct drawing *drawing, int i) {
    const struct picture_cell *cell = &drawing->picture->cell[i];
    char both[2 * PICTURE_TEXT];
    snprintf(both, sizeof both, "%s %s", cell->label, cell->note);
    if (raster_write_inside(&drawing->raster, i, both, i, 100))
        return;
    write_number(drawing, i);
    raster_write_inside(&drawing->raster, i, cell->note, i, SHARE_OF_NOTE);
}

static void write_cells(struct drawing *drawing) {
    for (int i = 0; i < drawing->picture->cells; i++) {
        const struct picture_cell *cell = &drawing->picture->cell[i];
        char marked[2 * PICTURE_TEXT + 2];
        for (int k = 0; k < 3 && cell->value[0]; k++)
            raster_write_corner(&drawing->raster, i, k, cell->value[k], i);
        if (!cell->label[0] || cell->value[0])
            continue;
        if (cell->note[0]) {
            write_noted(drawing, i);
            continue;
        }
        if (cell->marks & (PICTURE_LAST | PICTURE_TAKEN)) {
            const char *around = cell->marks & PICTURE_LAST ? "[]" : "()";
            snprintf(marked, sizeof marked, "%c%s%c", around[0], cell->label, around[1]);
            if (raster_write_inside(&drawing->raster, i, marked, i, SHARE_OF_MARK))
                continue;
        }
        write_number(drawing, i);
    }
}

static void write_edges(struct drawing *drawing) {
    for (int i = 0; i < drawing->picture->edges; i++) {
        const struct picture_edge *edge = &drawing->picture->edge[i];
        char pawn[2] = {initial(edge->colour), '\0'};
        if (edge->across >= 0)
            raster_write_beside(&drawing->raster, edge, drawing->picture->cell[edge->across].label,
                                OF_NEIGHBOUR + edge->across);
        else if (edge->colour != PICTURE_EMPTY)
            raster_write_beside(&drawing->raster, edge, pawn, OF_COLOUR + (int)edge->colour);
    }
}

static void write_pieces(struct drawing *drawing) {
    for (int i = 0; i < drawing->picture->pieces; i++) {
        const struct picture_piece *piece = &drawing->picture->piece[i];
        for (int k = 0; k < piece->points; k++) {
            char letter[PICTURE_TEXT + 2];
            const char *around = piece->marks & PICTURE_LAST    ? "[]"
                                 : piece->marks & PICTURE_TAKEN ? "()"
                                                                : "  ";
            char own[2] = {initial(piece->colour[k]), '\0'};
            snprintf(letter, sizeof letter, "%c%s%c", around[0],
                     piece->label[0] ? piece->label : own, around[1]);
            raster_write_at(&drawing->raster, piece->point[k], letter,
                            OF_COLOUR + (int)piece->colour[k]);
        }
    }
    for (int k = 0; k < drawing->picture->line.points; k++) {
        char letter[] = {'<', initial(drawing->picture->line.colour), '>', '\0'};
        raster_write_at(&drawing->raster, drawing->picture->line.point[k], letter,
                        OF_COLOUR + (int)drawing->picture->line.colour);
    }
    for (int i = 0; i < drawing->picture->labels; i++)
        raster_write_at(&drawing->raster, drawing->picture->label[i].at,
                        drawing->picture->label[i].text, OF_NOBODY);
}

/* ---- characters ------------------------------------------------------------------------------ */

/* The colour of a cell as the terminal shows it. */
static int colour_of(const struct drawing *drawing, int cell) {
    if (cell == RASTER_OUTSIDE)
        return TERMINAL_NO_COLOUR;
    const struct picture_cell *shown = &drawing->picture->cell[cell];
    int colour = terminal_colour(shown->colour, shown->marks & (PICTURE_LAST | PICTURE_TAKEN));
    return terminal_is_ground(drawing->terminal, colour) ? TERMINAL_NO_COLOUR : colour;
}

/* A letter of a text, on the colour that it belongs to. */
static void make_letter(const struct drawing *drawing, const struct raster_place *place,
                        struct glyph *glyph) {
    int owner = place->owner, ground = TERMINAL_NO_COLOUR;
    unsigned marks = 0;
    if (owner < OF_COLOUR) {
        ground = colour_of(drawing, owner % OF_NEIGHBOUR);
        marks = owner < OF_NEIGHBOUR ? drawing->picture->cell[owner].marks : 0;
    } else if (owner < OF_NOBODY) {
        ground = terminal_colour((enum picture_colour)(owner - OF_COLOUR), false);
        if (terminal_is_ground(drawing->terminal, ground))
            ground = TERMINAL_NO_COLOUR;
    }
    glyph->text[0] = place->letter;
    glyph->style = (struct terminal_style){
        .ground = ground,
        .ink = marks & PICTURE_CLOSED || (owner >= OF_NEIGHBOUR && owner < OF_COLOUR) ? INK_FAINT
                                                                                      : INK_TEXT,
        .bold = (marks & PICTURE_LAST) != 0};
}

/* Unicode's braille counts its dots by columns, and the fourth row last. */
static void write_braille(unsigned lines, char *text) {
    static const unsigned char order[RASTER_DOTS] = {0, 3, 1, 4, 2, 5, 6, 7};
    unsigned bits = 0;
    for (int dot = 0; dot < RASTER_DOTS; dot++)
        if (lines >> dot & 1)
            bits |= 1U << order[dot];
    text[0] = (char)0xe2; /* U+2800 + bits in UTF-8 */
    text[1] = (char)(0xa0 | bits >> 6);
    text[2] = (char)(0x80 | (bits & 63));
}

/* The two colours that most dots have; the second is the first if there is but one. */
static void find_colours(const int *colour, int two[2]) {
    two[0] = two[1] = colour[0];
    for (int k = 0; k < 2; k++)
        for (int i = 0, most = 0; i < RASTER_DOTS; i++) {
            int count = 0;
            for (int j = 0; j < RASTER_DOTS; j++)
                count += colour[j] == colour[i];
            if (count <= most || (k == 1 && colour[i] == two[0]))
                continue;
            most = count;
            two[k] = colour[i];
            if (k == 0)
                two[1] = colour[i];
        }
}

/* A character divided into four between two colours. */
static void make_quarters(const int *colour, int front, int behind, struct glyph *glyph) {
    static const char *const quarters[16] = {" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
                                             "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"};
    unsigned bits = 0;
    for (int quarter = 0; quarter < 4; quarter++) {
        int first = quarter / 2 * 4 + quarter % 2; /* and the dot below it */
        int votes = (colour[first] == front) + (colour[first + 2] == front) -
                    (colour[first] == behind) - (colour[first + 2] == behind);
        if (votes > 0 || (votes == 0 && colour[first] == front))
            bits |= 1U << quarter;
    }
    strcpy(glyph->text, quarters[bits]);
    glyph->style = (struct terminal_style){.ground = behind, .ink = INK_COLOUR, .colour = front};
}

/* Without colours the inside of a cell is its pattern: that of most of the dots. NULL: an edge
 * shows better here, for all around it is one colour or none. */
static const char *pattern_of(const struct drawing *drawing, const struct raster_place *place) {
    int role[RASTER_DOTS], two[2];
    if (drawing->terminal->colours != TERMINAL_MONO)
        return place->lines ? NULL : " ";
    for (int dot = 0; dot < RASTER_DOTS; dot++)
        role[dot] = place->cell[dot] == RASTER_OUTSIDE
                        ? (int)PICTURE_EMPTY
                        : (int)drawing->picture->cell[place->cell[dot]].colour;
    find_colours(role, two);
    if (place->lines && (two[0] == two[1] || two[0] == (int)PICTURE_EMPTY))
        return NULL;
    return terminal_pattern(drawing->terminal, (enum picture_colour)two[0]);
}

/* Where a ground shows what is inside, lines outside of all cells only disturb. */
static bool is_astray(const struct drawing *drawing, const struct raster_place *place) {
    for (int dot = 0; dot < RASTER_DOTS; dot++)
        if (place->cell[dot] != RASTER_OUTSIDE)
            return false;
    return drawing->picture->cells > 0 && drawing->terminal->colours >= TERMINAL_256;
}

/* A part of what holds a piece together. */
static void make_link(const struct drawing *drawing, const struct raster_place *place, int ground,
                      struct glyph *glyph) {
    glyph->style.ground = ground;
    glyph->style.ink = INK_TEXT;
    if (drawing->terminal->unicode)
        write_braille(place->links, glyph->text);
    else
        glyph->text[0] = '*';
}

static void make_glyph(const struct drawing *drawing, const struct raster_place *place,
                       struct glyph *glyph) {
    int colour[RASTER_DOTS], two[2];
    *glyph = (struct glyph){.style = {.ground = TERMINAL_NO_COLOUR, .ink = INK_PLAIN}};
    if (place->letter) {
        make_letter(drawing, place, glyph);
        return;
    }
    for (int dot = 0; dot < RASTER_DOTS; dot++)
        colour[dot] = colour_of(drawing, place->cell[dot]);
    find_colours(colour, two);
    if (place->links) {
        make_link(drawing, place, two[0], glyph);
        return;
    }
    if (two[0] != two[1] && drawing->terminal->unicode) {
        bool swap = two[0] == TERMINAL_NO_COLOUR; /* which cannot be in front */
        make_quarters(colour, two[swap], two[!swap], glyph);
        return;
    }
    glyph->style.ground = two[0];
    glyph->style.ink = INK_LINE;
    const char *pattern = is_astray(drawing, place) ? " " : pattern_of(drawing, place);
    if (pattern)
        strcpy(glyph->text, pattern);
    else if (drawing->terminal->unicode)
        write_braille(place->lines, glyph->text);
    else
        glyph->text[0] = place->slope;
}

static bool same_style(const struct terminal_style *a, const struct terminal_style *b) {
    return a->ground == b->ground && a->ink == b->ink && a->colour == b->colour &&
           a->bold == b->bold;
}

/* Ends a line. Returns 1, for those who count lines. */
static int end_line(const struct drawing *drawing, struct text *text) {
    if (drawing->terminal->moves)
        text_add(text, TERMINAL_CUT);
    text_add_bytes(text, "\n", 1);
    return 1;
}

/* One line, or the part of it that fits into the columns, without the blanks at its end. */
static void write_line(const struct drawing *drawing, int row, int left, int columns,
                       struct text *text) {
    const struct terminal_style plain = {.ground = TERMINAL_NO_COLOUR, .ink = INK_PLAIN};
    struct terminal_style style = plain;
    int blanks = 0;
    for (int column = left; column < left + columns; column++) {
        struct glyph glyph;
        make_glyph(drawing, &drawing->raster.place[row * drawing->raster.columns + column], &glyph);
        if (strcmp(glyph.text, " ") == 0 && glyph.style.ground == TERMINAL_NO_COLOUR) {
            blanks++;
            continue;
        }
        if (blanks > 0 && !same_style(&style, &plain)) {
            terminal_switch(drawing->terminal, NULL, text);
            style = plain;
        }
        for (; blanks > 0; blanks--)
            text_add_bytes(text, " ", 1);
        if (!same_style(&style, &glyph.style))
            terminal_switch(drawing->terminal, &glyph.style, text);
        style = glyph.style;
        text_add(text, glyph.text);
    }
    if (!same_style(&style, &plain))
        terminal_switch(drawing->terminal, NULL, text);
    end_line(drawing, text);
}

/* ---- hands ----------------------------------------------------------------------------------- */

/* The pieces of one side that can be seen, with how many more there are. Returns the lines. */
static int write_hand(const struct drawing *drawing, int i, struct text *text) {
    const struct picture_side *side = &drawing->picture->side[i];
    const struct picture_hand *hand = &drawing->picture->hand[i];
    const char *name = _(side->name);
    char label[80];
    snprintf(label, sizeof label, _(" %s:"), name);
    int start = 2 + text_columns(label), column = start, lines = 0;
    terminal_sample(drawing->terminal, side->colour, text);
    text_add(text, label);
    for (int k = 0; k < hand->pieces; k++) {
        if (column + 4 >= drawing->terminal->columns) {
            lines += end_line(drawing, text);
            text_addf(text, "%*s", start, "");
            column = start;
        }
        text_addf(text, " %s", hand->piece[k]);
        column += 4;
    }
    if (hand->hidden > 0)
        text_addf(text, ngettext(" and %d hidden", " and %d hidden", (unsigned long)hand->hidden),
                  hand->hidden);
    return lines + end_line(drawing, text);
}

/* A line for each hand of which something can be seen; players whose hands are hidden share one. */
static int write_hands(const struct drawing *drawing, struct text *text) {
    const struct picture *picture = drawing->picture;
    int lines = 0, unseen = 0;
    for (int i = 0; i < picture->sides; i++)
        if (picture->hand[i].pieces > 0)
            lines += write_hand(drawing, i, text);
    for (int i = 0; i < picture->sides; i++)
        if (picture->hand[i].pieces == 0 && picture->hand[i].hidden > 0) {
            text_add(text, unseen++ ? "  " : "");
            terminal_sample(drawing->terminal, picture->side[i].colour, text);
            text_addf(text,
                      ngettext(" %s: %d hidden", " %s: %d hidden",
                               (unsigned long)picture->hand[i].hidden),
                      _(picture->side[i].name), picture->hand[i].hidden);
        }
    return lines + (unseen ? end_line(drawing, text) : 0);
}

/* Writes all texts of a picture that is cut into characters. */
static void write_texts(struct drawing *drawing) {
    for (int i = 0; i < drawing->picture->pieces; i++) {
        const struct picture_piece *piece = &drawing->picture->piece[i];
        raster_link(&drawing->raster, piece->point[0], piece->point[piece->points - 1]);
    }
    write_cells(drawing);
    write_edges(drawing);
    write_pieces(drawing);
}

int draw_terminal(const struct picture *picture, const struct terminal *terminal, int rows,
                  struct text *text) {
    struct drawn_part part;
    draw_terminal_part(picture, terminal, rows, 100, (struct grid_point){0, 0}, text, &part);
    raster_free(&part.raster);
    return part.lines;
}

/* Cuts a picture, enlarged by a percentage, into characters for a window. */
static void cut(struct drawing *drawing, int rows, int zoom) {
    raster_make(&drawing->raster, drawing->picture, (drawing->terminal->columns - 1) * zoom / 100,
                rows * zoom / 100);
}

/* How many lines the hands take. */
static int count_hands(const struct drawing *drawing) {
    struct text hands = {0};
    int lines = write_hands(drawing, &hands);
    text_free(&hands);
    return lines;
}

/* How many numbers find no room if the picture is enlarged by a percentage. */
static int count_left_out(const struct picture *picture, const struct terminal *terminal, int rows,
                          int zoom) {
    struct drawing drawing = {.picture = picture, .terminal = terminal};
    cut(&drawing, rows - count_hands(&drawing), zoom);
    write_cells(&drawing);
    raster_free(&drawing.raster);
    return drawing.left_out;
}

int draw_terminal_left_out(const struct picture *picture, const struct terminal *terminal,
                           int rows) {
    return count_left_out(picture, terminal, rows, 100);
}

/* ---- parts ----------------------------------------------------------------------------------- */

int draw_terminal_zoom(const struct picture *picture, const struct terminal *terminal, int rows) {
    int zoom = 100;
    while (zoom < ZOOM_MAX && count_left_out(picture, terminal, rows, zoom) > 0)
        zoom += ZOOM_STEP;
    return zoom;
}

/* Where a window of this length begins so that a place is in its middle, as far as there is more
 * to see. */
static int begin_around(int place, int length, int whole) {
    int begin = place - length / 2;
    return begin < 0 || whole <= length ? 0 : begin > whole - length ? whole - length : begin;
}

/* Blanks the text of which the side of a window before this column would cut off a part: what is
 * left of a number is another number. */
static void blank_cut_text(struct raster_place *line, int columns, int column) {
    if (column <= 0 || column >= columns || !line[column - 1].letter || !line[column].letter ||
        line[column - 1].owner != line[column].owner)
        return;
    int owner = line[column].owner;
    for (int i = column; i < columns && line[i].letter && line[i].owner == owner; i++)
        line[i].letter = '\0';
    for (int i = column - 1; i >= 0 && line[i].letter && line[i].owner == owner; i--)
        line[i].letter = '\0';
}

static void blank_cut_texts(const struct raster *raster, const struct drawn_part *part) {
    for (int row = part->top; row < part->top + part->rows; row++) {
        struct raster_place *line = &raster->place[row * raster->columns];
        blank_cut_text(line, raster->columns, part->left);
        blank_cut_text(line, raster->columns, part->left + part->columns);
    }
}

void draw_terminal_part(const struct picture *picture, const struct terminal *terminal, int rows,
                        int zoom, struct grid_point around, struct text *text,
                        struct drawn_part *part) {
    struct drawing drawing = {.picture = picture, .terminal = terminal};
    struct text hands = {0};
    int below = write_hands(&drawing, &hands), column, row;
    cut(&drawing, rows - below, zoom);
    write_texts(&drawing);
    const struct raster *raster = &drawing.raster;
    bool large = zoom > 100;
    raster_find(raster, around, &column, &row);
    part->columns =
        large && raster->columns >= terminal->columns ? terminal->columns - 1 : raster->columns;
    part->rows = large && raster->rows > rows - below ? rows - below : raster->rows;
    part->rows = part->rows > 0 ? part->rows : 1;
    part->left = begin_around(column, part->columns, raster->columns);
    part->top = begin_around(row, part->rows, raster->rows);
    blank_cut_texts(raster, part);
    for (int i = 0; i < part->rows; i++)
        write_line(&drawing, part->top + i, part->left, part->columns, text);
    text_add(text, text_get(&hands));
    text_free(&hands);
    part->lines = part->rows + below;
    part->raster = drawing.raster;
}

int drawn_part_cell(const struct drawn_part *part, int column, int row) {
    int dots[RASTER_DOTS] = {0}, best = 0;
    if (column < 0 || row < 0 || column >= part->columns || row >= part->rows)
        return -1;
    const struct raster_place *place =
        &part->raster.place[(part->top + row) * part->raster.columns + part->left + column];
    for (int i = 0; i < RASTER_DOTS; i++)
        for (int k = 0; k < RASTER_DOTS; k++)
            dots[i] += place->cell[k] == place->cell[i];
    for (int i = 1; i < RASTER_DOTS; i++)
        if (place->cell[best] == RASTER_OUTSIDE ||
            (place->cell[i] != RASTER_OUTSIDE && dots[i] > dots[best]))
            best = i;
    return place->cell[best] == RASTER_OUTSIDE ? -1 : place->cell[best];
}

int drawn_part_place(const struct drawn_part *part, int column, int row) {
    const struct picture *picture = part->raster.picture;
    int nearest = -1, least = NEAR;
    for (int i = 0; i < picture->places; i++) {
        int x, y;
        raster_find(&part->raster, picture->place[i].at, &x, &y);
        int away = abs(x - part->left - column) + 2 * abs(y - part->top - row);
        if (away >= least)
            continue;
        least = away;
        nearest = i;
    }
    return nearest;
}
