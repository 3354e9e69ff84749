/* rules_pictures.h - the pictures in the rules: positions that the game itself reaches, each with a
 * caption. The prompt shows all of a game, the page those that RULES.md names. */
#ifndef TRIANCEY_GAMES_RULES_PICTURES_H
#define TRIANCEY_GAMES_RULES_PICTURES_H

#include "games/picture.h"

struct rules_picture {
    const char *name;    /* one word, different from all others */
    const char *game;    /* its name */
    const char *grid;    /* the name of its grid; empty: the game has none */
    const char *keys;    /* as game_prepare_text() takes them */
    const char *moves;   /* legal ones from the start, separated by blanks */
    const char *from;    /* a cell: those that its piece may reach are marked; empty: none */
    const char *caption; /* a message, marked by N_() */
};

/* All pictures, in the order in which they are shown; the last row has no name. */
extern const struct rules_picture rules_pictures[];

/* How many pictures a game has. */
int rules_pictures_count(const struct game *game);

/* Draws one of them. False: out of memory, or the row is wrong, which tests exclude. */
bool rules_picture_draw(const struct rules_picture *row, struct picture *picture);

#endif
