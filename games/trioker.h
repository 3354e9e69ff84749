/* trioker.h - the games of Trioker from inside: for the players that know them and for tests.
 *
 * Other code uses game.h. The pieces and the panel are in trioker_pieces.h and trioker_panel.h. */
#ifndef TRIANCEY_GAMES_TRIOKER_H
#define TRIANCEY_GAMES_TRIOKER_H

#include "games/game.h"
#include "games/trioker_panel.h"

struct picture_hand;

/* The first member of the boards of the duel, the puzzles and the rapid game. */
struct trioker_board {
    struct game_board base;
    struct trioker_panel panel;
    struct grid grid;      /* the panel's grid, if the board has made it itself */
    int start;             /* the cell of the first piece */
    trioker_set pieces[2]; /* the two camps of a duel; a puzzle has only the first */
};

GAME_BOARD(trioker)

/* ---- the duel -------------------------------------------------------------------------------- */

enum { TRIOKER_CAMP = 12 };

/* How a duel ends. */
enum trioker_duel_over { TRIOKER_DUEL_GOING, TRIOKER_DUEL_LAID, TRIOKER_DUEL_BLOCKED };

struct trioker_duel_state {
    struct trioker_laid laid;
    trioker_set hand[2];
    uint8_t mover;
    uint8_t plays; /* pieces that the mover lays before the other one moves: 1, and the replays */
    uint8_t over;  /* enum trioker_duel_over */
};

extern const struct game trioker_duel;

GAME_STATE(trioker_duel)

/* ---- puzzles --------------------------------------------------------------------------------- */

/* How a puzzle ends. */
enum trioker_puzzle_over { TRIOKER_PUZZLE_GOING, TRIOKER_PUZZLE_SOLVED, TRIOKER_PUZZLE_STUCK };

struct trioker_puzzle_state {
    struct trioker_laid laid;
    trioker_set left; /* the pieces that are not laid */
    uint8_t over;     /* enum trioker_puzzle_over */
};

extern const struct game trioker_puzzle;

GAME_STATE(trioker_puzzle)

/* ---- the panel of the rapid game ------------------------------------------------------------- */

/* What happens when a piece is laid on a cell; `amount` says how much is paid or taken. */
enum trioker_effect {
    TRIOKER_NOTHING,
    TRIOKER_PAY_BANK,
    TRIOKER_PAY_EACH,
    TRIOKER_TAKE_BANK,
    TRIOKER_TAKE_EACH,
    TRIOKER_GIVE
};

/* The panel as a file describes it (games/rapid.ini): its shape, what is dealt, and what its cells
 * pay. */
struct trioker_layout {
    char shape[GRID_NAME_MAX + 1]; /* a regular shape (grid_from_shape()) */
    int start;
    int hand[GAME_PLAYERS_MAX + 1], money[GAME_PLAYERS_MAX + 1]; /* by the number of players */
    int bank;                                                    /* its money at the start */
    int winner, others; /* paid at the end of a deal: to the winner, and by the others */
    uint8_t effect[TRIOKER_CELLS_MAX], amount[TRIOKER_CELLS_MAX];
};

/* Reads a file. Returns the grid of its panel, to be freed by grid_free(), or NULL and the first
 * fault, with section and key. */
struct grid *trioker_layout_load(struct trioker_layout *layout, const char *path,
                                 struct error *error);

/* ---- the rapid game -------------------------------------------------------------------------- */

/* What has to happen next. Chance deals, names the player who opens, draws, and shows what is left
 * in hands.
 */
enum trioker_stage {
    TRIOKER_DEALING,
    TRIOKER_OPENING, /* chance names the player who begins, and the piece */
    TRIOKER_FIRST,   /* this player lays it on the start cell */
    TRIOKER_PLAYING,
    TRIOKER_DRAWING,
    TRIOKER_GIVING,
    TRIOKER_SHOWING, /* the hands of those who have lost the deal, piece by piece */
    TRIOKER_ENDED
};

/* How a rapid game ends. */
enum trioker_rapid_over { TRIOKER_RAPID_GOING, TRIOKER_RAPID_DEALS, TRIOKER_RAPID_RUINED };

/* The kind of a move is in its highest byte, the piece in its lowest; a seat is above the piece. */
enum trioker_kind {
    TRIOKER_LAY,
    TRIOKER_DEAL_PIECE,
    TRIOKER_DRAW_PIECE,
    TRIOKER_FIRST_PIECE,
    TRIOKER_GIVE_PIECE,
    TRIOKER_SHOW_PIECE
};

enum { TRIOKER_ALL = TRIOKER_PIECES + 1, TRIOKER_STOCK = GAME_PLAYERS_MAX, TRIOKER_PLACES };
enum { TRIOKER_UNKNOWN = 31 }; /* the piece of a move that is masked */

struct trioker_rapid_board {
    struct trioker_board common;
    struct trioker_layout layout;
    int deals;
};

/* Where each piece may be: a set of places, the seats and the stock. If everything is known, each
 * piece has one place; in the state of an engine, a piece that it was not shown has several. */
struct trioker_rapid_state {
    struct trioker_laid laid;      /* the pieces of a deal lie until the next one is dealt */
    trioker_set gone;              /* the pieces that were laid or shown */
    uint8_t where[TRIOKER_ALL];    /* an empty set if the piece is gone */
    uint8_t count[TRIOKER_PLACES]; /* how many pieces are in each place */
    uint8_t stage;                 /* enum trioker_stage */
    uint8_t seat;                  /* the seat to move or to get a piece */
    uint8_t first;                 /* the piece that opens */
    uint8_t drawn;                 /* the mover has drawn in this turn */
    uint8_t passes;                /* in a row */
    uint8_t deals;                 /* how many are finished */
    uint8_t won[GAME_PLAYERS_MAX]; /* how many each seat has won */
    uint8_t over;                  /* enum trioker_rapid_over */
    uint8_t masked;                /* a masked move was played: this is somebody's view */
    int16_t bank, money[GAME_PLAYERS_MAX];
};

extern const struct game trioker_rapid;

GAME_BOARD(trioker_rapid)
GAME_STATE(trioker_rapid)

/* The pieces that may be in a place, and those that are there for sure. */
trioker_set trioker_may_be(const struct trioker_rapid_state *state, int place);
trioker_set trioker_is_in(const struct trioker_rapid_state *state, int place);

/* trioker_hidden.c: trioker_settle() notes what can be concluded about masked pieces, and
 * trioker_guess() draws a full state. */
void trioker_settle(struct trioker_rapid_state *state);
bool trioker_guess(const struct game_board *board, const struct game_state *state,
                   struct random *random, struct game_state *full);

/* The phases of the protocol, by stage. */
extern const char *const trioker_phases[];

/* trioker_rapid_text.c: functions of struct game. */
game_write_function trioker_rapid_write_position;
game_read_function trioker_rapid_read_position;
game_refuse_function trioker_rapid_refuse;
game_parse_function trioker_rapid_parse;
game_format_function trioker_rapid_format;
game_tell_function trioker_rapid_tell;
game_show_function trioker_rapid_show;
game_draw_function trioker_rapid_draw;

static inline uint32_t trioker_special(enum trioker_kind kind, int seat, int piece) {
    return (uint32_t)kind << 24 | (uint32_t)seat << 8 | (uint32_t)piece;
}

static inline enum trioker_kind trioker_move_kind(uint32_t move) {
    return (enum trioker_kind)(move >> 24);
}

static inline int trioker_special_seat(uint32_t move) {
    return (int)(move >> 8 & 0xffff);
}

static inline int trioker_special_piece(uint32_t move) {
    return (int)(move & 0xff);
}

/* ---- what they share ------------------------------------------------------------------------- */

/* Makes an empty board on `grid` or, if that is NULL, on the panel of 73 cells, with the hatched
 * cells or without them. NULL and the reason. */
struct trioker_board *trioker_board_new(const struct grid *grid, bool hatched, struct error *error);

/* parse(), format() and misread() of struct game, for games whose only moves are pieces laid and
 * `pass`. */
game_parse_function trioker_parse;
game_format_function trioker_format;
const char *trioker_misread(const struct game_board *board, const char *text, struct error *why);

static inline int trioker_count(trioker_set set) {
    return __builtin_popcount(set);
}

/* ---- as text --------------------------------------------------------------------------------- */

/* Writes a move such as `33:012`: the cell, and the values on its corners 0, 1 and 2. */
void trioker_move_write(const uint8_t joker[2], uint32_t move, char *text);

/* Whether the bits are a piece on a cell of the panel at all. */
bool trioker_is_move(const struct trioker_panel *panel, uint32_t move);

/* NULL if a piece fits on a cell, else why not, the text of `why`. */
const char *trioker_refuse(const struct trioker_panel *panel, const struct trioker_laid *laid,
                           uint32_t move, struct error *why);

/* trioker_refuse() for games in which a piece must touch one that lies there. */
const char *trioker_refuse_beside(const struct trioker_panel *panel,
                                  const struct trioker_laid *laid, uint32_t move,
                                  struct error *why);

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

/* ---- as a picture ---------------------------------------------------------------------------- */

/* Begins a picture with the cells of the panel in use, what lies there, and the piece that was laid
 * last (`before` may be NULL); empty cells that no piece may lie on now are closed. With `start` -1
 * pieces may lie anywhere. False: the grid has no coordinates. */
bool trioker_draw_panel(const struct trioker_panel *panel, const struct trioker_laid *laid,
                        int start, const struct picture_before *before, struct picture *picture);

/* Fills a hand, which must be empty. */
void trioker_draw_hand(const uint8_t joker[2], struct picture_hand *hand, trioker_set pieces,
                       int unknown);

#endif
