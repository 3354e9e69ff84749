/* bot.h - a program at the tables of a site: signs an engine in, opens tables and plays whoever
 * sits down there. Outgoing connections only, over HTTP (SITE.md describes the site's interface).
 */
#ifndef TRIANCEY_CLUB_BOT_BOT_H
#define TRIANCEY_CLUB_BOT_BOT_H

#include <stdatomic.h>
#include <stdbool.h>

struct engine_spec;
struct error;

enum { BOT_TABLES_MAX = 16 };

#define BOT_ANYBODY "anybody"
#define BOT_NOBODY  "nobody"

struct bot_options {
    const char *site; /* https://play.example.org; http for this machine only */
    const char *name; /* of the account that is made if there is no key; NULL: there must be one */
    const char *key;  /* the file of the key */
    const char *authority; /* the file of certificates to trust; NULL: those of the system */
    const struct engine_spec *engine;
    const char *game, *grid; /* grid NULL: the usual one */
    int clock, increment;    /* of its tables: seconds for a half, and for each move; */
    int days;                /* or, if not 0, days for each move */
    const char *accept;      /* whose challenges: BOT_ANYBODY, BOT_NOBODY, or NAME,... */
    bool rated;
    int tables; /* at the same time */
    int games;  /* the bot ends after so many; 0: never */
};

/* Plays until *stop is not 0, and says on standard error what happens. The bot accepts a challenge
 * of somebody in `accept`, if the engine plays the game and the clock is of the kind that its own
 * tables have; the new table takes the place of one that waits. It declines all other challenges.
 * After a break of the connection it tries again, with growing pauses, and goes on with its games,
 * also with games of an earlier run. False and a message: the site cannot be used, or the engine
 * has failed again and again. */
bool bot_run(const struct bot_options *options, const atomic_int *stop, struct error *error);

#endif
