/* roster.h - all players of a table with their settings: a copy of each player's parameters, which
 * its options change. */
#ifndef TRIANCEY_ENGINE_PLAYER_ROSTER_H
#define TRIANCEY_ENGINE_PLAYER_ROSTER_H

#include <stdbool.h>

struct option_row;
struct player;

struct roster {
    const struct player *const *table; /* ended by NULL */
    bool tuning;                       /* options for tuning are there, too */
    int count;
    struct roster_row *row; /* of the players that have parameters */
};

/* Makes a roster of a table that NULL ends, with the usual parameters. NULL: out of memory. */
struct roster *roster_new(const struct player *const *table);
void roster_free(struct roster *roster);

/* The parameters of a player, which is not a list of kinds; NULL if it has none. */
const void *roster_parameters(const struct roster *roster, const struct player *player);

/* An option of a player, with the values that it changes and the usual ones. */
struct roster_option {
    const struct option_row *row;
    void *parameters;
    const void *usual;
};

/* The option of a number, counted through all players in the order of the table, then through their
 * kinds. False: there are not that many, and *number is less by as many as there are. */
bool roster_option(const struct roster *roster, int *number, struct roster_option *option);

#endif
