/* naive_triangulation.h - the rules of Triangulation once more, written down as they are read: a
 * list of pieces with three coordinates, every move tried out, positions compared as text. It
 * shares no code and no table with games/triangulation*.c. */
#ifndef TRIANCEY_NAIVE_TRIANGULATION_H
#define TRIANCEY_NAIVE_TRIANGULATION_H

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
    int commander[3]; /* by colour, -1: nobody */
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

/* Takes another position as the present one: no past. For perft. */
void naive_army_copy(struct naive_army_game *to, const struct naive_army_game *from);

#endif
