/* draw_terminal.c - tests pictures on a terminal: they fit, every number can be read, and the
 * terminal understands everything. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "draw/draw_terminal.h"
#include "tests/lib/tap.h"

static struct picture picture;

/* How much of a number must lie inside of its cell, in per cent, so that people read it as the
 * cell's. */
enum { READABLE = 75 };

static bool draw_board(const char *name, int moves, uint64_t seed) {
    struct error error;
    struct grid *grid = grid_find(name, &error);
    bool pawns = grid && grid->surface == GRID_CYLINDER;
    struct game_board *board =
        game_prepare(game_find(pawns ? "archipel" : "selacata"), grid, 0, &error);
    struct game_state state, before;
    struct picture_before link = {&before, GAME_NO_MOVE};
    struct random random;
    uint32_t legal[GRID_CELLS_MAX];
    if (!ok(board != NULL, "%s can be played on: %s", name, board ? "yes" : error.text))
        return false;
    random_seed(&random, seed);
    board->game->start(board, &state, 1);
    for (int i = 0; i < moves && board->game->turn(board, &state) >= 0; i++) {
        game_copy(board, &before, &state);
        link.move =
            legal[random_below(&random, (uint32_t)board->game->moves(board, &state, legal))];
        board->game->play(board, &state, link.move);
    }
    picture_of_state(&picture, board, &state, link.move == GAME_NO_MOVE ? NULL : &link);
    game_board_free(board);
    grid_free(grid);
    return true;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* How many cells have no room for their number. */
static int unreadable(int columns, int rows) {
    struct raster raster;
    int bad = 0;
    raster_make(&raster, &picture, columns, rows);
    for (int i = 0; i < picture.cells; i++)
        if (!raster_write_inside(&raster, i, picture.cell[i].label, i, READABLE)) {
            diag("no room for %s", picture.cell[i].label);
            bad++;
        }
    raster_free(&raster);
    return bad;
}

static void check_numbers(void) {
    static const char *const league[] = {"ancey",  "cestlavie", "foiegras", "degaulle", "crepe",
                                         "cancan", "gerard",    "calais",   "porte",    "loire",
                                         "eau",    "creme",     "notredame"};
    for (size_t i = 0; i < sizeof league / sizeof *league; i++)
        if (draw_board(league[i], 0, 1))
            is_int(unreadable(79, 20), 0, "%s has room for its 48 numbers on 80 x 24", league[i]);
    if (draw_board("classic", 0, 1))
        is_int(unreadable(119, 36), 0, "classic has room for its 100 numbers on 120 x 40");
    if (draw_board("word bonjour cells 100", 0, 1))
        is_int(unreadable(119, 36), 0, "and so has the board of a word");
}

/* Every dot belongs to the cell whose triangle it lies in, so areas agree. */
static void check_areas(void) {
    struct raster raster;
    double dots[GRID_CELLS_MAX] = {0};
    int wrong = 0;
    draw_board("crepe", 0, 1);
    raster_make(&raster, &picture, 160, 60);
    for (int i = 0; i < raster.columns * raster.rows; i++)
        for (int dot = 0; dot < RASTER_DOTS; dot++)
            if (raster.place[i].cell[dot] != RASTER_OUTSIDE)
                dots[raster.place[i].cell[dot]]++;
    for (int i = 0; i < picture.cells; i++) {
        const struct grid_point *p = picture.cell[i].corner;
        double area = 0.5 * ((double)(p[1].x - p[0].x) * (p[2].y - p[0].y) -
                             (double)(p[1].y - p[0].y) * (p[2].x - p[0].x));
        double wanted = (area < 0 ? -area : area) * raster.scale_x * raster.scale_y;
        if (dots[i] < wanted * 0.93 - 6 || dots[i] > wanted * 1.07 + 6) {
            diag("cell %d has %.0f dots, not %.0f", i, dots[i], wanted);
            wrong++;
        }
    }
    is_int(wrong, 0, "cells are as large as their triangles");
    raster_free(&raster);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* What a drawing looks like from outside: its widest line, without what switches colours. */
struct looks {
    int lines, widest, escapes, foreign;
};

static void look(const char *text, struct looks *looks) {
    int width = 0;
    *looks = (struct looks){0};
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte == '\n') {
            looks->widest = width > looks->widest ? width : looks->widest;
            looks->lines++;
            width = 0;
        } else if (byte == '\033') {
            looks->escapes++;
            text += strcspn(text, "m");
        } else {
            looks->foreign += byte >= 0x80;
            width += (byte & 0xc0) != 0x80; /* the first byte of a character */
        }
    }
}

static void check_looks(const struct terminal *terminal, const char *what) {
    static const char *const boards[] = {"ancey", "crepe", "classic", "archipel", "torus 2x2"};
    int too_wide = 0, too_many = 0, escapes = 0, foreign = 0, other = 0;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        for (int moves = 0; moves < 40; moves += 13) {
            struct text text = {0};
            struct looks looks;
            draw_board(boards[i], moves, 3);
            int lines = draw_terminal(&picture, terminal, terminal->rows, &text);
            look(text_get(&text), &looks);
            other += lines != looks.lines;
            too_wide += looks.widest >= terminal->columns;
            too_many += looks.lines > terminal->rows;
            escapes += looks.escapes;
            foreign += looks.foreign;
            text_free(&text);
        }
    is_int(other, 0, "%s: as many lines as are said", what);
    is_int(too_wide, 0, "%s: no line is too wide", what);
    is_int(too_many, 0, "%s: there are not too many lines", what);
    ok((escapes > 0) == (terminal->colours != TERMINAL_MONO), "%s: colours if and only if", what);
    ok((foreign > 0) == terminal->unicode, "%s: more than ASCII if and only if", what);
}

static void check_terminals(void) {
    check_looks(&(struct terminal){.columns = 80, .rows = 24}, "ASCII without colours");
    check_looks(&(struct terminal){.columns = 80, .rows = 24, .unicode = true}, "no colours");
    check_looks(
        &(struct terminal){.columns = 60, .rows = 18, .colours = TERMINAL_8, .unicode = true},
        "eight colours on 60 x 18");
    check_looks(&(struct terminal){.columns = 80, .rows = 24, .colours = TERMINAL_256},
                "256 colours in ASCII");
    check_looks(
        &(struct terminal){.columns = 200, .rows = 70, .colours = TERMINAL_TRUE, .unicode = true},
        "all colours on 200 x 70");
    check_looks(
        &(struct terminal){.columns = 100, .rows = 30, .colours = TERMINAL_16, .unicode = true},
        "sixteen colours on 100 x 30");
    check_looks(&(struct terminal){.columns = 80, .rows = 24, .colours = TERMINAL_8},
                "eight colours in ASCII");
    check_looks(&(struct terminal){.columns = 30, .rows = 9, .unicode = true}, "a narrow window");
}

/* ---- without colours ------------------------------------------------------------------------- */

/* Marks and patterns show what colours would. */
static void check_marks(void) {
    struct terminal terminal = {.columns = 120, .rows = 40};
    struct text text = {0};
    char last[PICTURE_TEXT + 2] = "none";
    bool taken = true;
    draw_board("crepe", 20, 3);
    draw_terminal(&picture, &terminal, terminal.rows, &text);
    for (int i = 0; i < picture.cells; i++) {
        char mark[PICTURE_TEXT + 2];
        snprintf(mark, sizeof mark, "(%s)", picture.cell[i].label);
        if (picture.cell[i].marks & PICTURE_LAST)
            snprintf(last, sizeof last, "[%s]", picture.cell[i].label);
        else
            taken &= !(picture.cell[i].marks & PICTURE_TAKEN) == !strstr(text_get(&text), mark);
    }
    ok(strstr(text_get(&text), last) != NULL, "the last move is in brackets");
    ok(taken, "what it took, and nothing else, is in parentheses");
    ok(strstr(text_get(&text), "##") && strstr(text_get(&text), ".."),
       "the two owners have patterns");
    text_free(&text);
}

/* ---- pieces of Trioker ----------------------------------------------------------------------- */

/* Checks that each letter of a piece lies inside of its cell, and no two letters in one place. */
static void check_values(int columns, int rows, const char *what) {
    struct raster raster;
    int letters = 0, wanted = 0, astray = 0;
    raster_make(&raster, &picture, columns, rows);
    for (int i = 0; i < picture.cells; i++)
        for (int k = 0; k < 3 && picture.cell[i].value[0]; k++, wanted++)
            raster_write_corner(&raster, i, k, picture.cell[i].value[k], i);
    for (int i = 0; i < raster.columns * raster.rows; i++) {
        const struct raster_place *place = &raster.place[i];
        int inside = 0;
        for (int dot = 0; dot < RASTER_DOTS; dot++)
            inside += place->cell[dot] == place->owner;
        letters += place->letter != 0;
        astray += place->letter && inside < RASTER_DOTS / 2;
    }
    ok(wanted > 0 && letters == wanted, "%s: %d values, each in a place of its own (%d)", what,
       wanted, letters);
    is_int(astray, 0, "%s: all lie inside of their cells", what);
    raster_free(&raster);
}

static void check_trioker(const char *name) {
    static struct game_state state;
    struct error error;
    struct game_board *board = game_prepare(game_find(name), NULL, 0, &error);
    struct random random;
    struct text text = {0};
    uint32_t legal[4096];
    if (!ok(board && board->moves_max <= 4096, "%s can be played", name))
        return;
    random_seed(&random, 7);
    board->game->start(board, &state, 1);
    picture_of_state(&picture, board, &state, NULL);
    is_int(unreadable(79, 18), 0, "%s has room for its 73 numbers on 80 x 24", name);
    for (int i = 0; i < 14 && board->game->turn(board, &state) != GAME_OVER;) {
        i += board->game->turn(board, &state) >= 0; /* what chance does is no move */
        uint32_t count = (uint32_t)board->game->moves(board, &state, legal);
        board->game->play(board, &state, legal[random_below(&random, count)]);
    }
    picture_of_state(&picture, board, &state, NULL);
    check_values(79, 18, "80 x 24");
    check_values(79, 16, "80 x 24 and four hands");
    check_values(119, 34, "120 x 40");
    const struct terminal terminal = {.columns = 80, .rows = 20, .unicode = true};
    int lines = draw_terminal(&picture, &terminal, 20, &text);
    ok(lines <= 20 && strstr(text_get(&text), picture.hand[0].piece[0]),
       "%s: the hands stand below, in %d lines", name, lines);
    picture.hand[0].hidden = 3;
    text_clear(&text);
    draw_terminal(&picture, &terminal, 20, &text);
    ok(strstr(text_get(&text), " and 3 hidden\n") != NULL, "%s: what is hidden is counted", name);
    text_free(&text);
    game_board_free(board);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Checks a window on a larger picture: a number that a side would cut is left out. */
static void check_parts(int columns, int zoom) {
    const struct terminal terminal = {.columns = columns, .rows = 20};
    int cut = 0, shown = 0;
    if (!draw_board("torus 8x6", 0, 1))
        return;
    for (int cell = 0; cell < picture.cells; cell += enough(5, 1)) {
        struct text text = {0};
        struct drawn_part part;
        draw_terminal_part(&picture, &terminal, 16, zoom, picture.cell[cell].corner[0], &text,
                           &part);
        const struct raster *raster = &part.raster;
        for (int row = part.top; row < part.top + part.rows; row++)
            for (int side = 0; side < 2; side++) {
                int column = part.left + side * part.columns;
                const struct raster_place *place = &raster->place[row * raster->columns + column];
                cut += column > 0 && column < raster->columns && place[-1].letter &&
                       place[0].letter && place[-1].owner == place[0].owner;
            }
        shown += part.left > 0 && part.left + part.columns < raster->columns &&
                 strpbrk(text_get(&text), "0123456789");
        raster_free(&part.raster);
        text_free(&text);
    }
    is_int(cut, 0, "no number is cut in two by the side of a window of %d at %d %%", columns, zoom);
    ok(shown > 0, "windows have numbers: %d", shown);
}

/* Checks that the cell at a place of a window is the one that has most of the place. */
static void check_cells_of_part(int columns, int rows, int zoom) {
    const struct terminal terminal = {.columns = columns, .rows = rows, .unicode = true};
    struct text text = {0};
    struct drawn_part part;
    int wrong = 0, found = 0;
    draw_board("crepe", 0, 1);
    struct grid_point around = picture.cell[20].corner[0];
    draw_terminal_part(&picture, &terminal, rows, zoom, around, &text, &part);
    if (!ok(part.lines > 0, "a part of %d x %d at %d %%", columns, rows, zoom))
        return;
    for (int row = -2; row < part.rows + 2; row++)
        for (int column = -2; column < part.columns + 2; column++) {
            bool inside = row >= 0 && row < part.rows && column >= 0 && column < part.columns;
            int cell = drawn_part_cell(&part, column, row), dots[GRID_CELLS_MAX] = {0}, most = 0;
            const struct raster_place *place =
                inside ? &part.raster
                              .place[(part.top + row) * part.raster.columns + part.left + column]
                       : NULL;
            for (int dot = 0; inside && dot < RASTER_DOTS; dot++)
                if (place->cell[dot] != RASTER_OUTSIDE && ++dots[place->cell[dot]] > most)
                    most = dots[place->cell[dot]];
            wrong += cell >= 0 ? dots[cell] != most || most == 0 : most > 0;
            found += cell >= 0;
        }
    is_int(wrong, 0, "each place belongs to the cell that has most of it, or to none");
    ok(found > part.rows * part.columns / 3, "most are on the board: %d", found);
    raster_free(&part.raster);
    text_free(&text);
}

static void check_zoom(void) {
    const struct terminal large = {.columns = 160, .rows = 50}, small = {.columns = 44, .rows = 16},
                          tiny = {.columns = 9, .rows = 4};
    draw_board("torus 8x6", 0, 1);
    is_int(draw_terminal_zoom(&picture, &large, 46), 100,
           "a large window has room for all numbers");
    int zoom = draw_terminal_zoom(&picture, &small, 12);
    ok(zoom > 100 && zoom < 400, "for a small one the picture is enlarged: %d %%", zoom);
    is_int(draw_terminal_zoom(&picture, &tiny, 2), 400, "for a tiny one to its limit");
}

int main(void) {
    check_numbers();
    check_trioker("trioker-duel");
    check_trioker("trioker-rapid");
    check_areas();
    check_terminals();
    check_marks();
    check_parts(44, 200);
    check_parts(23, 300);
    check_parts(31, 140);
    check_cells_of_part(80, 24, 100);
    check_cells_of_part(30, 10, 100);
    check_cells_of_part(40, 12, 200);
    check_zoom();
    return done();
}
