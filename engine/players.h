/* players.h - the table of players. */
#ifndef TRIANCEY_ENGINE_PLAYERS_H
#define TRIANCEY_ENGINE_PLAYERS_H

struct player;

/* Ended by NULL, the default one first. */
extern const struct player *const player_table[];

#endif
