/* players.c - the table of players. */
#include <string.h>

#include "engine/player.h"

const struct player *const player_table[] = {&player_search,    &player_mcts,   &player_response,
                                             &player_reference, &player_random, NULL};

const struct player *player_find(const char *name) {
    for (int i = 0; player_table[i]; i++)
        if (strcmp(player_table[i]->name, name) == 0)
            return player_table[i];
    return NULL;
}
