/* trioker_puzzle.c - a shape to be filled with pieces of Trioker, by one player (RULES.md). */
#include "base/error.h"
#include "games/trioker.h"

#include "base/language.h"
#include "games/picture.h"
#include "games/position.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { JOKER, PIECES, VALUES, TIP };

static const struct game_parameter parameters[] = {
    {"joker", 0, 1, 0},
    {"pieces", 0, (1 << TRIOKER_PIECES) - 1, 0}, /* piece i is 2 to the power of i; 0: all */
    {"values", 0, 33, 23},                       /* of the Joker, as two digits from 0 to 3 */
    {"tip", 0, 1, 0},                            /* 1: the wild corner must lie on a free tip */
    {NULL, 0, 0, 0},
};

/* ---- the board ------------------------------------------------------------------------------- */

/* Finds an included shape, whose file also gives the parameters, or any other grid. */
static struct grid *trioker_puzzle_find(const char *name, char *keys, struct error *error) {
    struct trioker_shape shape;
    struct error other;
    *keys = '\0';
    if (!trioker_shape_find(name, &shape, error))
        return grid_find(name, &other);
    trioker_shape_setup(&shape, keys, GAME_SETUP_SIZE);
    return shape.grid;
}

static bool set_joker(struct trioker_board *board, const int *parameter, struct error *error) {
    const uint8_t joker[2] = {(uint8_t)(parameter[VALUES] / 10), (uint8_t)(parameter[VALUES] % 10)};
    if (joker[1] >= TRIOKER_VALUES)
        return error_set(error, _("values are those of a Joker: two digits from 0 to 3, not %02d"),
                         parameter[VALUES]);
    trioker_panel_set_joker(&board->panel, joker, parameter[TIP]);
    return true;
}

static bool enough_pieces(const struct trioker_board *board, struct error *error) {
    int pieces = trioker_count(board->pieces[0]);
    return board->panel.cells <= pieces ||
           error_set(error,
                     ngettext("%s has %d cells, and there is %d piece",
                              "%s has %d cells, and there are %d pieces", (unsigned long)pieces),
                     board->panel.grid->name, board->panel.cells, pieces);
}

static struct game_board *trioker_puzzle_prepare(const struct game *game, const struct grid *grid,
                                                 int players, const int *parameter,
                                                 struct error *error) {
    struct trioker_board *board = trioker_board_new(grid, true, error);
    (void)game, (void)players;
    if (!board)
        return NULL;
    board->pieces[0] =
        parameter[PIECES] ? (trioker_set)parameter[PIECES] : (UINT32_C(1) << TRIOKER_PIECES) - 1;
    board->pieces[0] |= (trioker_set)parameter[JOKER] << TRIOKER_JOKER;
    if (!enough_pieces(board, error) || !set_joker(board, parameter, error)) {
        free(board);
        return NULL;
    }
    board->base = (struct game_board){.state_size = sizeof(struct trioker_puzzle_state),
                                      .moves_max = board->panel.cells * TRIOKER_ROTATIONS *
                                                   trioker_count(board->pieces[0]),
                                      .worst = board->panel.cells};
    return &board->base;
}

/* ---- playing --------------------------------------------------------------------------------- */

static void trioker_puzzle_start(const struct game_board *base, struct game_state *state,
                                 int half) {
    struct trioker_puzzle_state *s = trioker_puzzle_changeable(state);
    (void)half;
    memset(s, 0, sizeof *s);
    trioker_laid_start(&s->laid);
    s->left = trioker_board(base)->pieces[0];
}

static int trioker_puzzle_turn(const struct game_board *base, const struct game_state *state) {
    (void)base;
    return trioker_puzzle_state(state)->over ? GAME_OVER : 0;
}

static int trioker_puzzle_moves(const struct game_board *base, const struct game_state *state,
                                uint32_t *out) {
    const struct trioker_panel *panel = &trioker_board(base)->panel;
    const struct trioker_puzzle_state *s = trioker_puzzle_state(state);
    return trioker_moves(panel, &s->laid, trioker_empty(panel, &s->laid), s->left, out);
}

static void trioker_puzzle_find_end(const struct trioker_panel *panel,
                                    struct trioker_puzzle_state *s) {
    if (s->laid.count == panel->cells)
        s->over = TRIOKER_PUZZLE_SOLVED;
    else if (!(trioker_playable(panel, &s->laid, trioker_empty(panel, &s->laid)) & s->left))
        s->over = TRIOKER_PUZZLE_STUCK;
}

static void trioker_puzzle_play(const struct game_board *base, struct game_state *state,
                                uint32_t move) {
    const struct trioker_panel *panel = &trioker_board(base)->panel;
    struct trioker_puzzle_state *s = trioker_puzzle_changeable(state);
    trioker_lay(panel, &s->laid, move);
    s->left &= ~(UINT32_C(1) << trioker_move_piece(move));
    trioker_puzzle_find_end(panel, s);
}

static const struct game_end ends[] = {
    [TRIOKER_PUZZLE_SOLVED - 1] = {N_("solved"), N_("the shape is filled"), false},
    [TRIOKER_PUZZLE_STUCK - 1] = {N_("stuck"), N_("no piece fits any more"), false},
    {NULL, NULL, false},
};

static void trioker_puzzle_score(const struct game_board *base, const struct game_state *state,
                                 struct game_score *out) {
    const struct trioker_puzzle_state *s = trioker_puzzle_state(state);
    memset(out, 0, sizeof *out);
    out->points[0] = out->margin[0] = s->laid.count;
    out->over = game_end_name(base->game, s->over);
}

static uint64_t trioker_puzzle_hash(const struct game_board *base, const struct game_state *state) {
    (void)base;
    return trioker_puzzle_state(state)->laid.key;
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *trioker_puzzle_refuse(const struct game_board *base,
                                         const struct game_state *state, uint32_t move,
                                         struct error *why) {
    const struct trioker_board *board = trioker_board(base);
    const struct trioker_puzzle_state *s = trioker_puzzle_state(state);
    char text[TRIOKER_PIECE_TEXT];
    if (s->over)
        return error_text(why, _("the game is over"));
    if (move == GAME_PASS)
        return error_text(why, _("there is nobody to pass to"));
    if (!trioker_is_move(&board->panel, move))
        return error_text(why, _("that is not a move"));
    if (s->left >> trioker_move_piece(move) & 1)
        return trioker_refuse(&board->panel, &s->laid, move, why);
    trioker_piece_write(board->panel.joker, trioker_move_piece(move), 0, text);
    return error_text(why,
                      board->pieces[0] >> trioker_move_piece(move) & 1
                          ? _("%s has already been placed")
                          : _("%s is not among the pieces of this puzzle"),
                      text);
}

static void trioker_puzzle_write_position(const struct game_board *base,
                                          const struct game_state *state, struct text *text) {
    text_add(text, "turn=1");
    trioker_spell_laid(trioker_board(base)->panel.joker, &trioker_puzzle_state(state)->laid, text);
}

static bool trioker_puzzle_read_position(const struct game_board *base, struct game_state *state,
                                         struct position_words *words, struct error *error) {
    const struct trioker_board *board = trioker_board(base);
    struct trioker_puzzle_state *s = trioker_puzzle_changeable(state);
    int seat;
    if (!position_turn(words, base, &seat, error) ||
        !trioker_read_laid(&board->panel, words, -1, board->pieces[0], &s->laid, error))
        return false;
    s->left &= ~trioker_laid_pieces(&s->laid);
    if (s->laid.count > 0)
        trioker_puzzle_find_end(&board->panel, s);
    return true;
}

static void trioker_puzzle_show(const struct game_board *base, const struct game_state *state,
                                char *text) {
    const struct trioker_board *board = trioker_board(base);
    const struct trioker_puzzle_state *s = trioker_puzzle_state(state);
    text += sprintf(text, _("puzzle %s, %d of %d cells filled"), board->panel.grid->name,
                    s->laid.count, board->panel.cells);
    text += s->over ? sprintf(text, ", %s\n", _(game_end_name(base->game, s->over)))
                    : sprintf(text, "\n");
    text = trioker_write_laid(board->panel.joker, &s->laid, text);
    text += sprintf(text, _("pieces left %d:"), trioker_count(s->left));
    text = trioker_write_pieces(board->panel.joker, s->left, 0, text);
    sprintf(text, "\n");
}

static bool trioker_puzzle_draw(const struct game_board *base, const struct game_state *state,
                                const struct picture_before *before, struct picture *picture) {
    const struct trioker_panel *panel = &trioker_board(base)->panel;
    const struct trioker_puzzle_state *s = trioker_puzzle_state(state);
    bool drawn = trioker_draw_panel(panel, &s->laid, -1, before, picture);
    picture->side[0] =
        (struct picture_side){.name = N_("pieces left"), .colour = PICTURE_WHITE, .seat = 0};
    trioker_draw_hand(panel->joker, &picture->hand[0], s->left, 0);
    picture->sides = 1;
    return drawn;
}

/* ---- the table ------------------------------------------------------------------------------- */

const struct game trioker_puzzle = {
    .name = "trioker-puzzle",
    .title = N_("Trioker puzzle"),
    .about = N_("fill a shape with pieces so that corners that meet have the same value"),
    .rules = {N_(
        "Place pieces on any cells of the shape until all are filled: 7:012 puts 0, 1 and 2 on\n"
        "the corners of cell 7, clockwise from the tip if it points up, from the left corner if\n"
        "it points down. Corners that meet must have the same value.")},
    .players_min = 1,
    .players_max = 1,
    .halves = 1,
    .default_grid = "triangle 4",
    .parameters = parameters,
    .ends = ends,
    .find = trioker_puzzle_find,
    .prepare = trioker_puzzle_prepare,
    .start = trioker_puzzle_start,
    .turn = trioker_puzzle_turn,
    .moves = trioker_puzzle_moves,
    .refuse = trioker_puzzle_refuse,
    .play = trioker_puzzle_play,
    .score = trioker_puzzle_score,
    .parse = trioker_parse,
    .misread = trioker_misread,
    .format = trioker_format,
    .show = trioker_puzzle_show,
    .hash = trioker_puzzle_hash,
    .write_position = trioker_puzzle_write_position,
    .read_position = trioker_puzzle_read_position,
    .draw = trioker_puzzle_draw,
};
