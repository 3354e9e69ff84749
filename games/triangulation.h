/* triangulation.h - the internals of Triangulation, for the players that know it and for its tests.
 *
 * Chess for three armies on a triangle of 64 cells (WebStamp, 2020; GAMES.md, section 4, and
 * RULES.md). Other code uses game.h. Three files implement it: the board, which never changes
 * (triangulation_board.c); the moves and their effects (triangulation_moves.c); the texts
 * (triangulation_text.c). triangulation.c ends in the struct game.
 *
 * Armies are numbered 0 Red, 1 Green, 2 Blue, and seat n leads army n from the start. Who commands
 * an army may change, its colour and its way forward never do. With two players, Blue has no
 * commander at first: it is inert. */
#ifndef TRIANCEY_TRIANGULATION_H
#define TRIANCEY_TRIANGULATION_H

#include "games/game.h"

enum { ARMIES = 3, CELLS = 64, ROW_CELLS = 5, RAYS = 6, RAY_LENGTH = 16, ROUNDS = 50 };
enum { STRIPS = 8, SQUARES = STRIPS * (STRIPS + 1) / 2 };

/* No position has more moves: a general 14, 3 cavalries 12 each, 6 rukhs 42, 15 infantries 9; and 6
 * ways to enter a corner with 55 rescues each. */
enum { TRIANGULATION_MOVES = 768 };

enum { NOBODY = 3 }; /* commands an inert army */

enum piece_kind { INFANTRY, RUKH, CAVALRY, GENERAL, PIECE_KINDS };
enum { PRISONER_KINDS = GENERAL }; /* generals are never rescued */
enum { PRISONERS_MAX = ROW_CELLS };

/* How many positions are kept for the test of repetition. The length of a game has no limit, that
 * of a state has: what lies further back than this is not compared, which is a rule of ours. What
 * is kept begins where no position before can come again; in a million random games that was never
 * more than 1718 turns ago, and more than 1000 in one game in a thousand. */
enum { HISTORY = 2000 };

/* Moves. The third part is a rescue: what is brought back, and to which of the third row's cells
 * the infantry that rescues and, if it is one, the rescued infantry go. What is not used is 0. */
enum {
    MOVE_TO = 6,           /* from: bits 0 to 5, to: 6 to 11 */
    MOVE_CASTLE = 1 << 12, /* `to` is the rukh's cell */
    MOVE_RESCUE = 13,      /* 2 bits: 0, or 1 + the kind of the piece */
    MOVE_ARMY = 15,        /* 2 bits: the colour of the rescued piece */
    MOVE_PLACE = 17,       /* 3 bits: where the infantry that rescues goes, 0 to 4 in the row */
    MOVE_PLACE_TWO = 20,   /* 3 bits: where a rescued infantry goes, 0 to 4 in the row */
    MOVE_BITS = 23
};

static inline int move_from(uint32_t move) {
    return (int)(move & 63);
}

static inline int move_to(uint32_t move) {
    return (int)(move >> MOVE_TO & 63);
}

/* What a move brings back: 0, or 1 + the kind of the piece. */
static inline int move_rescue(uint32_t move) {
    return (int)(move >> MOVE_RESCUE & 3);
}

static inline int move_army(uint32_t move) {
    return (int)(move >> MOVE_ARMY & 3);
}

/* How infantry of one army goes and strikes: sets of cells, by the cell where it stands. The cells
 * of `strike_past` and `struck_past` lie over a corner and are blocked while the leg of that number
 * is occupied. */
struct infantry_ways {
    uint64_t step[CELLS];
    uint64_t strike[CELLS], strike_past[CELLS][3];
    uint64_t struck_by[CELLS], struck_past[CELLS][3]; /* from where it can be struck */
    uint64_t last_row;
    uint8_t row[ROW_CELLS]; /* the third row: where infantry stands at first */
    uint8_t corner, general, rukh[2];
};

struct triangulation_keys {
    uint64_t piece[ARMIES][PIECE_KINDS][CELLS], fresh[CELLS];
    uint64_t commander[ARMIES][NOBODY + 1], mover[ARMIES], mated[ARMIES][1 << ARMIES];
    uint64_t prisoners[ARMIES][ARMIES][PRISONER_KINDS][PRISONERS_MAX + 1];
};

struct triangulation_board {
    struct game_board base;
    uint8_t coordinate[CELLS][3];  /* rank, file and column, each 1 to 8 */
    uint8_t square[ARMIES][CELLS]; /* as armies see cells: by strip, and in it by how far aside */
    uint64_t black;                /* cells that point the same way as the board */
    uint64_t corners;              /* of the board, where infantry may rescue */
    uint64_t sides[CELLS];         /* cells that share a side with it */
    uint64_t opposite[CELLS];      /* cells that touch it at a corner only, tip to tip */
    int8_t leg[CELLS][3];          /* the neighbours in order, -1: none */
    uint64_t past[CELLS][3]; /* cells over a corner that are blocked while the leg is occupied */
    uint64_t leaps[CELLS];   /* of cavalry */
    uint64_t lines[CELLS];   /* all cells of a rukh's three lines */
    int8_t ray[CELLS][RAYS][RAY_LENGTH]; /* a rukh's six ways, cell by cell, ended by -1 */
    uint64_t between[CELLS][CELLS];      /* cells between two of one line */
    struct infantry_ways infantry[ARMIES];
    struct triangulation_keys keys;
};

enum triangulation_over {
    TRIANGULATION_GOING,
    TRIANGULATION_WON,
    TRIANGULATION_GENERALS,
    TRIANGULATION_REPETITION,
    TRIANGULATION_ROUNDS,
    TRIANGULATION_AGREED
};

/* A position without its history. */
struct triangulation_position {
    uint64_t army[ARMIES], kind[PIECE_KINDS]; /* cells */
    uint64_t fresh; /* infantry that may still go two steps, rukhs that may still castle */
    uint64_t key;   /* of all that repetition compares */
    uint8_t commander[ARMIES];
    uint8_t prisoners[ARMIES][ARMIES][PRISONER_KINDS]; /* by holder and colour */
    uint8_t mated[ARMIES]; /* by seat: a set of seats that have to take its general */
    uint8_t in;            /* the seats that are not out, a set */
    uint8_t mover;         /* the seat whose turn it is, also while others answer its offer */
    uint8_t offered;       /* a draw: enum draw_offer */
    uint8_t answer;        /* the seat that has to answer it, 0 if nobody has to */
    uint8_t over;          /* enum triangulation_over */
    uint16_t quiet;        /* turns since a capture or a move of infantry */
    uint16_t age;          /* turns since a general was taken or a right was lost: no position
                              before that can come again */
    bool rescued;          /* whether there was a rescue since then */
};

enum draw_offer { OFFER_NONE, OFFER_OPEN, OFFER_DECLINED };

struct triangulation_state {
    struct triangulation_position at;
    uint64_t history[HISTORY]; /* keys: `age` earlier ones and that of the position itself */
};

GAME_BOARD(triangulation)
GAME_STATE(triangulation)

bool triangulation_is(const struct game_board *board);

static inline uint64_t cell_bit(int cell) {
    return UINT64_C(1) << cell;
}

static inline uint64_t position_cells(const struct triangulation_position *at) {
    return at->army[0] | at->army[1] | at->army[2];
}

/* The cells of all pieces that a seat (or nobody) commands. */
static inline uint64_t position_commanded(const struct triangulation_position *at, int seat) {
    uint64_t cells = 0;
    for (int army = 0; army < ARMIES; army++)
        if (at->commander[army] == seat)
            cells |= at->army[army];
    return cells;
}

/* The cell of a seat's general; the seat is still in. */
static inline int position_general(const struct triangulation_position *at, int seat) {
    return __builtin_ctzll(at->army[seat] & at->kind[GENERAL]);
}

/* The army whose piece stands on an occupied cell, and the piece's kind. */
static inline int position_army(const struct triangulation_position *at, int cell) {
    return at->army[0] >> cell & 1 ? 0 : at->army[1] >> cell & 1 ? 1 : 2;
}

static inline int position_kind(const struct triangulation_position *at, int cell) {
    int kind = 0;
    while (!(at->kind[kind] >> cell & 1))
        kind++;
    return kind;
}

/* Whether a legal move takes a piece. */
static inline bool position_captures(const struct triangulation_position *at, uint32_t move) {
    return move < GAME_DRAW && !(move & MOVE_CASTLE) && position_cells(at) >> move_to(move) & 1;
}

/* How far back a position may be that this one repeats: unless a piece was rescued, no position
 * comes again after a capture or a move of infantry. */
static inline int position_back(const struct triangulation_position *at) {
    return at->rescued || at->age < at->quiet ? at->age : at->quiet;
}

/* ---- triangulation_board.c ------------------------------------------------------------------- */

/* The cell of three coordinates, -1 if there is none. */
int triangulation_cell(int rank, int file, int column);
void triangulation_fill(struct triangulation_board *board);

/* The key of a position, computed from scratch; moves update it. */
uint64_t triangulation_key(const struct triangulation_board *board,
                           const struct triangulation_position *at);
void triangulation_set_up(const struct triangulation_board *board,
                          struct triangulation_position *at);

/* ---- triangulation_moves.c ------------------------------------------------------------------- */

/* All pieces, of whatever army, that could take what stands on a cell. */
uint64_t triangulation_attackers(const struct triangulation_board *board,
                                 const struct triangulation_position *at, int cell);

/* What a rukh on a cell would see: along its lines up to the first occupied cell. */
uint64_t triangulation_lines(const struct triangulation_board *board,
                             const struct triangulation_position *at, int cell);

/* Cells to which the piece on a cell can go, ignoring the safety of generals and castling. */
uint64_t triangulation_reach(const struct triangulation_board *board,
                             const struct triangulation_position *at, int cell);

/* The seats whose pieces could take the general of a seat that is in: a set. */
unsigned triangulation_checkers(const struct triangulation_board *board,
                                const struct triangulation_position *at, int seat);

/* The legal moves except the offer of a draw; returns how many, 0 only when it is over. */
int triangulation_moves(const struct triangulation_board *board,
                        const struct triangulation_position *at, uint32_t *moves);

/* The legal moves that take a piece, in the order of triangulation_moves(); returns how many. */
int triangulation_captures(const struct triangulation_board *board,
                           const struct triangulation_position *at, uint32_t *moves);

/* What a move of pieces changes on the board; the turn stays. */
void triangulation_change(const struct triangulation_board *board,
                          struct triangulation_position *at, uint32_t move);

/* Whether the mover's general could be taken after a move of pieces. */
bool triangulation_exposes(const struct triangulation_board *board,
                           const struct triangulation_position *at, uint32_t move);

/* Plays a legal move (or GAME_DRAW). Repetition is not detected, because it depends on earlier
 * positions. */
void triangulation_make(const struct triangulation_board *board, struct triangulation_position *at,
                        uint32_t move);

/* The ends that the pieces show. */
void triangulation_find_end(struct triangulation_position *at);

/* The shares of the point, in sixths for three players and halves for two, minus the mean: what
 * each seat would have if the game ended here. */
void triangulation_margins(const struct triangulation_board *board,
                           const struct triangulation_position *at, int *margin);

/* ---- triangulation_text.c -------------------------------------------------------------------- */

/* The letters of cells, by coordinate minus 1, and of pieces, by army and kind. */
extern const char triangulation_ranks[], triangulation_files[], triangulation_columns[];
extern const char triangulation_army_letters[], triangulation_kind_letters[];

/* Writes the name of a cell (4 bytes with the final zero) and returns it; writes what a seat has
 * captured, such as `gI bR`. */
const char *triangulation_write_cell(const struct triangulation_board *board, int cell, char *text);
enum { TRIANGULATION_PRISONERS_TEXT = ARMIES * 8 * 3 + 1 };
void triangulation_write_prisoners(const struct triangulation_position *at, int holder, char *text);

/* Why a move is not legal. */
void triangulation_explain(const struct triangulation_board *board,
                           const struct triangulation_position *at, uint32_t move,
                           struct error *why);

/* ---- functions of struct game ---------------------------------------------------------------- */

game_parse_function triangulation_parse;
game_format_function triangulation_format;
game_show_function triangulation_show;
game_write_function triangulation_write_position;
game_read_function triangulation_read_position;
game_tell_function triangulation_tell;
game_draw_function triangulation_draw;

extern const struct game triangulation;

#endif
