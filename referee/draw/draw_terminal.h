/* draw_terminal.h - a picture on a terminal: triangles as triangles, with their numbers.
 *
 * Where two colours meet, characters are divided into four; edges between cells of one colour are
 * drawn in braille; without Unicode in ASCII. The last move stands in [brackets], what it took in
 * (parentheses), where there is room; both are also brighter. Points in a row that have ended the
 * game stand in <angle brackets>. Beside the rim stand, in the colour of the cell, the numbers of
 * the cells that are glued to it, and the pawns of a coloured border. Below it stand the hands of
 * the sides.
 */
#ifndef TRIANCEY_REFEREE_DRAW_DRAW_TERMINAL_H
#define TRIANCEY_REFEREE_DRAW_DRAW_TERMINAL_H

#include "base/text.h"
#include "games/picture.h"
#include "referee/draw/terminal.h"

/* Adds the picture as lines of at most terminal->columns columns; at most `rows` lines, which are
 * returned. 0: out of memory, nothing is added. */
int draw_terminal(const struct picture *picture, const struct terminal *terminal, int rows,
                  struct text *text);

/* How many numbers of cells are left out there, because they would touch others or leave their
 * cells. */
int draw_terminal_left_out(const struct picture *picture, const struct terminal *terminal,
                           int rows);

#endif
