/* trioker_text.h - what people read of the games of Trioker: moves and pieces as text, why a piece
 * does not fit, and the panel as a picture. */
#ifndef TRIANCEY_GAMES_TRIOKER_TEXT_H
#define TRIANCEY_GAMES_TRIOKER_TEXT_H

#include "games/trioker_panel.h"

struct error;
struct position_words;
struct text;
struct picture;
struct picture_before;
struct picture_hand;

/* Writes a move such as `33:012`: the cell, and the values on its corners 0, 1 and 2. */
void trioker_move_write(const uint8_t joker[2], uint32_t move, char *text);

/* Whether the bits are a piece on a cell of the panel at all. */
bool trioker_is_move(const struct trioker_panel *panel, uint32_t move);

/* NULL if a piece fits on a cell, else why not, the text of `why`. */
const char *trioker_refuse(const struct trioker_panel *panel, const struct trioker_laid *laid,
                           uint32_t move, struct error *why);

/* NULL if a piece fits on a cell that touches a piece already, else why not: for games in which it
 * must touch one. */
const char *trioker_refuse_apart(const struct trioker_panel *panel, const struct trioker_laid *laid,
                                 uint32_t move, struct error *why);

/* Writes pieces with blanks before them, `unknown` more as ???, and returns the end. */
char *trioker_write_pieces(const uint8_t joker[2], trioker_set pieces, int unknown, char *text);

/* Writes what lies on the panel, in lines of some moves; returns the end. */
char *trioker_write_laid(const uint8_t joker[2], const struct trioker_laid *laid, char *text);

/* Writes what lies on the panel as `laid=33:012,34:120`, and reads it. Each piece that is read must
 * be one of `pieces` and, unless `start` is -1, be connected to the cell `start` by other pieces.
 */
void trioker_spell_laid(const uint8_t joker[2], const struct trioker_laid *laid, struct text *text);
bool trioker_read_laid(const struct trioker_panel *panel, struct position_words *words, int start,
                       trioker_set pieces, struct trioker_laid *laid, struct error *error);

/* The pieces that lie on the panel. */
trioker_set trioker_laid_pieces(const struct trioker_laid *laid);

/* trioker_picture.c: begins a picture with the cells of the panel in use, what lies there, and the
 * piece that was laid last (`before` may be NULL); empty cells that no piece may lie on now are
 * closed. With `start` -1 pieces may lie anywhere. False: the grid has no coordinates. */
bool trioker_draw_panel(const struct trioker_panel *panel, const struct trioker_laid *laid,
                        int start, const struct picture_before *before, struct picture *picture);

/* Fills a hand, which must be empty. */
void trioker_draw_hand(const uint8_t joker[2], struct picture_hand *hand, trioker_set pieces,
                       int unknown);

#endif
