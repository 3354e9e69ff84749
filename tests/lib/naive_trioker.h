/* naive_trioker.h - the games of Trioker once more, written down as they are read: pieces are three
 * digits, cells three points with three coordinates each, hands and the stock lists of pieces. It
 * shares no code and no table with games/trioker*.c; only the panel of the rapid game is data of
 * both, and is read here by a few lines of its own.
 */
#ifndef TRIANCEY_TESTS_LIB_NAIVE_TRIOKER_H
#define TRIANCEY_TESTS_LIB_NAIVE_TRIOKER_H

#include <stdbool.h>

enum {
    NAIVE_CELLS = 73,
    NAIVE_PIECES = 25,
    NAIVE_SEATS = 4,
    NAIVE_WORDS = NAIVE_CELLS * NAIVE_PIECES * 3,
    NAIVE_TEXT = 24
};

/* What naive_trioker_turn() answers when it is no seat's turn. */
enum { NAIVE_OVER = -1, NAIVE_CHANCE = -2 };

/* The seat that may see everything. */
enum { NAIVE_EVERYBODY = -1 };

struct naive_point {
    int x, y, z; /* x grows upwards, y to the right, z to the left */
};

struct naive_cell {
    struct naive_point corner[3];
    bool used;    /* whether pieces may be laid there */
    char face[4]; /* what its corners show, "" while it is empty; * is wild */
};

struct naive_pieces {
    int count;
    char piece[NAIVE_PIECES][4];
};

struct naive_words {
    int count;
    char word[NAIVE_WORDS][NAIVE_TEXT];
};

enum naive_kind { NAIVE_DUEL, NAIVE_RAPID, NAIVE_PUZZLE };

/* What has to be done next in the rapid game. */
enum naive_phase {
    NAIVE_DEALING,
    NAIVE_BEGINNING,
    NAIVE_OPENING,
    NAIVE_PLAYING,
    NAIVE_DRAWING,
    NAIVE_DRAWN,
    NAIVE_GIVING,
    NAIVE_SHOWING
};

/* What games/rapid.ini says for one number of players. */
struct naive_panel {
    int start, hand, money, bank, winner, others;
    struct {
        char what[8], whom[8]; /* pay, take or give; bank or each */
        int amount;
    } cell[NAIVE_CELLS];
};

struct naive_trioker {
    enum naive_kind kind;
    int players, cells, mover;
    struct naive_cell cell[NAIVE_CELLS];
    struct naive_pieces hand[NAIVE_SEATS];
    const char *over; /* NULL while the game goes on, else why it ended */

    int start, pair; /* of the duel: the cell and the seat that begins */
    int replays;

    struct naive_panel panel; /* of the rapid game, and all that follows */
    enum naive_phase phase;
    struct naive_pieces stock;
    char first[4]; /* the piece to begin with */
    int money[NAIVE_SEATS], won[NAIVE_SEATS], bank;
    int deals, dealt; /* in all; and to an end */
    int passes;       /* of as many seats in a row */
};

/* The duel, begun by a seat with the camp Pair. */
void naive_duel_start(struct naive_trioker *game, bool hatched, int pair);

/* Reads games/rapid.ini; false: it cannot be read. */
bool naive_panel_read(struct naive_panel *panel, const char *path, int players);
void naive_rapid_start(struct naive_trioker *game, const struct naive_panel *panel, int players,
                       int deals);

/* A puzzle on the hexagon or the triangle of a side. */
void naive_puzzle_start(struct naive_trioker *game, bool hexagon, int side, bool joker);

/* The seat to move, NAIVE_CHANCE or NAIVE_OVER. */
int naive_trioker_turn(const struct naive_trioker *game);

/* All legal moves as they are written for everybody. */
void naive_trioker_moves(const struct naive_trioker *game, struct naive_words *words);

/* Plays one of them. */
void naive_trioker_play(struct naive_trioker *game, const char *word);

/* How a legal move is written for a reader. */
void naive_trioker_mask(const struct naive_trioker *game, const char *word, int reader, char *text);

void naive_trioker_score(const struct naive_trioker *game, int *points, int *margin);

/* ---- between the two files ------------------------------------------------------------------- */

void naive_trioker_panel(struct naive_trioker *game);
void naive_pieces_all(struct naive_pieces *pieces, bool joker);
void naive_pieces_add(struct naive_pieces *pieces, const char *piece);
/* Takes away the piece that shows these corners, turned in any way. */
void naive_pieces_remove(struct naive_pieces *pieces, const char *face);

__attribute__((format(printf, 2, 3))) void naive_words_add(struct naive_words *words,
                                                           const char *format, ...);
/* Adds the ways to lay a piece on a cell where it fits, and to lay any of several on any cell. */
void naive_list_turned(const struct naive_trioker *game, int cell, const char *piece,
                       struct naive_words *words);
void naive_list_lays(const struct naive_trioker *game, const struct naive_pieces *pieces,
                     struct naive_words *words);
bool naive_can_lay(const struct naive_trioker *game, const struct naive_pieces *pieces);
/* Lays a piece of a hand as a move says it; returns the cell. */
int naive_lay(struct naive_trioker *game, int seat, const char *word);

void naive_rapid_moves(const struct naive_trioker *game, struct naive_words *words);
void naive_rapid_play(struct naive_trioker *game, const char *word);
int naive_rapid_turn(const struct naive_trioker *game);
void naive_rapid_mask(const struct naive_trioker *game, const char *word, int reader, char *text);

#endif
