/* nullgame.h - the template of a new game: see games/GAMES.md. */
#ifndef TRIANCEY_TESTS_LIB_NULLGAME_H
#define TRIANCEY_TESTS_LIB_NULLGAME_H

#include "games/game.h"

extern const struct game nullgame;

#endif
