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
    int clock, increment;    /* of its tables: seconds for a half, and more with each move; */
    int days;                /* or, if not 0, days for each move */
    const char *accept;      /* whose challenges: BOT_ANYBODY, BOT_NOBODY, or NAME,... */
    bool rated;
    int tables; /* at the same time */
    int games;  /* ends when so many are over; 0: never */
};

/* Plays until *stop. A challenge of somebody whom it accepts, in a game of the engine and with the
 * kind of time that its own tables have, takes the place of a table that waits; others are
 * declined. Says on standard error what happens. After a break of the connection it tries again,
 * with growing pauses, and goes on with its games; also with those of an earlier run. False and a
 * message: the site cannot be used, or the engine has failed again and again. */
bool bot_run(const struct bot_options *options, const atomic_int *stop, struct error *error);

#endif
