/* trioker_text.c - Trioker in words. What the games of Trioker have in common: how a piece on a
 * cell is read and written, and why it may not be laid there. */

#include "base/error.h"
#include "base/language.h"
#include "games/position.h"
#include "games/trioker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void trioker_move_write(const uint8_t joker[2], uint32_t move, char *text) {
    char piece[TRIOKER_PIECE_TEXT];
    trioker_piece_write(joker, trioker_move_piece(move), trioker_move_rotation(move), piece);
    snprintf(text, GAME_MOVE_TEXT, "%d:%s", trioker_move_cell(move), piece);
}

/* Reads a move on any cell of the panel, in use or not. */
static bool trioker_move_read(const struct trioker_panel *panel, const char *text, uint32_t *move) {
    int piece, rotation;
    char *end;
    bool zero = text[0] == '0' && text[1] != ':';
    if (*text < '0' || *text > '9' || zero || strcspn(text, ":") > 3)
        return false;
    long cell = strtol(text, &end, 10);
    if (cell >= panel->cells || *end != ':' ||
        !trioker_piece_read(panel->joker, end + 1, &piece, &rotation))
        return false;
    *move = trioker_move((int)cell, piece, rotation);
    return true;
}

bool trioker_is_move(const struct trioker_panel *panel, uint32_t move) {
    int piece = trioker_move_piece(move);
    return move >> 8 < (uint32_t)panel->cells && piece <= TRIOKER_JOKER &&
           trioker_move_rotation(move) < trioker_rotations(piece);
}

bool trioker_parse(const struct game_board *board, const struct game_state *state, const char *text,
                   uint32_t *move) {
    (void)state;
    if (strcmp(text, "pass") != 0)
        return trioker_move_read(&trioker_board(board)->panel, text, move);
    *move = GAME_PASS;
    return true;
}

/* Whether a text is a number, a colon, and what could be a piece. */
static bool looks_like_a_move(const char *text) {
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && digits <= 6 && text[digits] == ':' &&
           strspn(text + digits + 1, "0123456789*") == TRIOKER_PIECE_TEXT - 1 &&
           strlen(text + digits + 1) == TRIOKER_PIECE_TEXT - 1;
}

const char *trioker_misread(const struct game_board *base, const char *text, struct error *why) {
    const struct trioker_panel *panel = &trioker_board(base)->panel;
    int cell = atoi(text), piece, rotation;
    if (!looks_like_a_move(text))
        return NULL;
    const char *values = strchr(text, ':') + 1;
    if (cell >= panel->cells)
        return error_text(why, _("there is no cell %d: cells are numbered from 0 to %d"), cell,
                          panel->cells - 1);
    if (trioker_piece_read(panel->joker, values, &piece, &rotation))
        return NULL;
    if (strchr(values, '*'))
        return error_text(why, _("there is no piece %s: the Joker is *%d%d"), values,
                          panel->joker[0], panel->joker[1]);
    return error_text(why, _("there is no piece %s: values are 0 to 3"), values);
}

void trioker_format(const struct game_board *board, const struct game_state *state, uint32_t move,
                    int reader, char *text) {
    (void)state;
    (void)reader;
    if (move == GAME_PASS)
        snprintf(text, GAME_MOVE_TEXT, "pass");
    else
        trioker_move_write(trioker_board(board)->panel.joker, move, text);
}

/* ---- why a piece does not fit ---------------------------------------------------------------- */

/* Returns the cell of a laid piece that shows a value at a corner, not the Joker's wild one; -1:
 * there is none. */
static int laid_at(const struct trioker_panel *panel, const struct trioker_laid *laid, int corner) {
    struct trioker_cells left = laid->filled;
    for (int cell; trioker_take(&left, &cell);)
        for (int k = 0; k < 3; k++)
            if (panel->corner[cell][k] == corner &&
                trioker_corner(panel->joker, trioker_lying_piece(laid, cell),
                               trioker_lying_rotation(laid, cell), k) != TRIOKER_WILD)
                return cell;
    return -1;
}

static const char *refuse_corners(const struct trioker_panel *panel,
                                  const struct trioker_laid *laid, uint32_t move,
                                  struct error *why) {
    int cell = trioker_move_cell(move), piece = trioker_move_piece(move);
    char text[TRIOKER_PIECE_TEXT];
    trioker_piece_write(panel->joker, piece, trioker_move_rotation(move), text);
    for (int k = 0; k < 3; k++) {
        int corner = panel->corner[cell][k], shown = laid->value[corner];
        int value = trioker_corner(panel->joker, piece, trioker_move_rotation(move), k);
        if (shown != value && shown != TRIOKER_WILD && value != TRIOKER_WILD)
            return error_text(why,
                              _("corners that meet must agree: %s has a %d at corner %d of cell "
                                "%d, where the piece on cell %d shows a %d"),
                              text, value, k, cell, laid_at(panel, laid, corner), shown);
    }
    return NULL;
}

const char *trioker_refuse(const struct trioker_panel *panel, const struct trioker_laid *laid,
                           uint32_t move, struct error *why) {
    int cell = trioker_move_cell(move);
    char text[TRIOKER_PIECE_TEXT];
    if (!trioker_has(&panel->use, cell))
        return error_text(why, _("cell %d is hatched, and nothing may be placed there"), cell);
    if (trioker_has(&laid->filled, cell)) {
        trioker_piece_write(panel->joker, trioker_lying_piece(laid, cell),
                            trioker_lying_rotation(laid, cell), text);
        return error_text(why, _("%s lies on cell %d already"), text, cell);
    }
    if (trioker_move_piece(move) == TRIOKER_JOKER &&
        panel->no_joker[cell] >> trioker_move_rotation(move) & 1)
        return error_text(why,
                          _("the wild corner of the Joker must lie on a free tip of the shape, "
                            "where no other cell meets it; corner %d of cell %d is not one"),
                          trioker_corner_of(trioker_move_rotation(move), 0), cell);
    return refuse_corners(panel, laid, move, why);
}

const char *trioker_refuse_beside(const struct trioker_panel *panel,
                                  const struct trioker_laid *laid, uint32_t move,
                                  struct error *why) {
    int cell = trioker_move_cell(move);
    struct trioker_cells empty = trioker_empty(panel, laid);
    if (!trioker_has(&empty, cell) || trioker_has(&laid->open, cell))
        return trioker_refuse(panel, laid, move, why);
    return error_text(why, _("cell %d shares no side with a piece on the board"), cell);
}

/* ---- pieces and panels in lines -------------------------------------------------------------- */

char *trioker_write_pieces(const uint8_t joker[2], trioker_set pieces, int unknown, char *text) {
    for (; pieces; pieces &= pieces - 1) {
        char piece[TRIOKER_PIECE_TEXT];
        trioker_piece_write(joker, __builtin_ctz(pieces), 0, piece);
        text += sprintf(text, " %s", piece);
    }
    while (unknown-- > 0)
        text += sprintf(text, " ???");
    return text;
}

char *trioker_write_laid(const uint8_t joker[2], const struct trioker_laid *laid, char *text) {
    enum { A_LINE = 12 };
    struct trioker_cells left = laid->filled;
    int count = 0;
    for (int cell; trioker_take(&left, &cell); count++) {
        char move[GAME_MOVE_TEXT];
        trioker_move_write(
            joker,
            trioker_move(cell, trioker_lying_piece(laid, cell), trioker_lying_rotation(laid, cell)),
            move);
        text += sprintf(text, "%s%s", count % A_LINE ? " " : count ? "\n" : "", move);
    }
    return text + sprintf(text, "%s", count ? "\n" : "");
}

/* ---- panels in positions --------------------------------------------------------------------- */

void trioker_spell_laid(const uint8_t joker[2], const struct trioker_laid *laid,
                        struct text *text) {
    struct trioker_cells left = laid->filled;
    char move[GAME_MOVE_TEXT];
    for (int cell, count = 0; trioker_take(&left, &cell);) {
        trioker_move_write(
            joker,
            trioker_move(cell, trioker_lying_piece(laid, cell), trioker_lying_rotation(laid, cell)),
            move);
        position_add(text, "laid", &count, move);
    }
}

trioker_set trioker_laid_pieces(const struct trioker_laid *laid) {
    struct trioker_cells left = laid->filled;
    trioker_set pieces = 0;
    for (int cell; trioker_take(&left, &cell);)
        pieces |= UINT32_C(1) << trioker_lying_piece(laid, cell);
    return pieces;
}

/* One item of the list, not laid yet. */
static bool read_laid_item(const struct trioker_panel *panel, const char *item, trioker_set *pieces,
                           uint32_t move[TRIOKER_CELLS_MAX], struct error *error) {
    uint32_t one;
    if (!trioker_move_read(panel, item, &one))
        return error_set(error, _("laid: '%s' is not a piece on a cell, such as 33:012"), item);
    if (!(*pieces >> trioker_move_piece(one) & 1))
        return error_set(error, _("laid: %s: this piece is not there, or lies elsewhere, too"),
                         item);
    if (move[trioker_move_cell(one)] != GAME_NO_MOVE)
        return error_set(error, _("laid: %s: another piece lies on this cell"), item);
    *pieces &= ~(UINT32_C(1) << trioker_move_piece(one));
    move[trioker_move_cell(one)] = one;
    return true;
}

/* Lays all that can be laid now; *any: something was. False and why: one does not fit. */
static bool lay_some(const struct trioker_panel *panel, int start, uint32_t move[TRIOKER_CELLS_MAX],
                     struct trioker_laid *laid, bool *any, struct error *error) {
    *any = false;
    for (int cell = 0; cell < panel->cells; cell++) {
        bool now = start < 0 || (laid->count ? trioker_has(&laid->open, cell) : cell == start);
        if (move[cell] == GAME_NO_MOVE || !now)
            continue;
        if (trioker_refuse(panel, laid, move[cell], error))
            return error_reword(error, _("laid: %.400s"), error->text);
        trioker_lay(panel, laid, move[cell]);
        move[cell] = GAME_NO_MOVE;
        *any = true;
    }
    return true;
}

bool trioker_read_laid(const struct trioker_panel *panel, struct position_words *words, int start,
                       trioker_set pieces, struct trioker_laid *laid, struct error *error) {
    uint32_t move[TRIOKER_CELLS_MAX];
    char item[POSITION_ITEM];
    const char *list = position_find(words, "laid");
    memset(move, 0xff, sizeof move);
    while (position_item(&list, item))
        if (!read_laid_item(panel, item, &pieces, move, error))
            return false;
    for (bool any = true; any;)
        if (!lay_some(panel, start, move, laid, &any, error))
            return false;
    for (int cell = 0; cell < panel->cells; cell++)
        if (move[cell] != GAME_NO_MOVE)
            return error_set(error,
                             _("laid: the piece on cell %d is not connected with one on the start "
                               "cell, %d"),
                             cell, start);
    return true;
}
