/* naive_triangulation.h - the rules of Triangulation once more, written down as they are read: a
 * list of pieces with three coordinates, every move tried out, positions compared as text. It
 * shares no code and no table with games/triangulation*.c. */
#ifndef TRIANCEY_TESTS_LIB_NAIVE_TRIANGULATION_H
#define TRIANCEY_TESTS_LIB_NAIVE_TRIANGULATION_H

#include <stdbool.h>

enum { NAIVE_PIECES = 27, NAIVE_MOVES = 768, NAIVE_TEXT = 32 };

struct naive_piece {
    char kind; /* I, R, C or G */
    int colour;
    int place[3]; /* rank, file, column; on the board if the rank is not 0 */
    int holder;   /* of a captured piece, else -1 */
    bool moved;
};

struct naive_army_game {
    int players;
    struct naive_piece piece[NAIVE_PIECES];
    int commander[3]; /* by colour, -1: none */
    bool in[3];
    bool obliged[3][3]; /* by mated seat and the one that has to take its general */
    int mover, quiet;
    const char *over;
    char **past; /* all positions so far, as text */
    int past_count;
};

void naive_army_start(struct naive_army_game *game, int players);
void naive_army_free(struct naive_army_game *game);

/* The legal moves, as the protocol writes them; returns how many. */
int naive_army_moves(const struct naive_army_game *game, char moves[][NAIVE_TEXT]);

/* Plays one of them. */
void naive_army_play(struct naive_army_game *game, const char *move);

/* Whether one seat could take the general of another. */
bool naive_checks(const struct naive_army_game *game, int enemy, int seat);

/* ---- between the two files ------------------------------------------------------------------- */

/* A move: what goes where, and the piece that is rescued. -1 and 0: no such thing. */
struct naive_move {
    int piece;
    int to[3];
    int castle; /* the rukh */
    int rescued;
    int home[3], rescued_home[3];
};

struct naive_list {
    int count;
    struct naive_move move[NAIVE_MOVES];
};

bool naive_is_cell(const int *place);
bool naive_same(const int *a, const int *b);
/* The number of the piece on a cell, -1: none. */
int naive_piece_on(const struct naive_army_game *game, const int *place);
bool naive_is_empty(const struct naive_army_game *game, const int *place);

/* The cell at a distance in an army's own coordinate and in the next ones round the ring. */
void naive_shifted(const int *place, int colour, int own, int next, int last, int *to);

/* The seat that commands a piece, -1: none. */
int naive_commander(const struct naive_army_game *game, int piece);

/* Adds where a piece can go, ignoring the safety of generals. */
void naive_piece_moves(const struct naive_army_game *game, struct naive_list *list, int piece);

#endif
