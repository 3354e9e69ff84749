/* turns.h - what waits for an account: tables where it is to move, challenges, and what was decided
 * lately; and the secret by which a program that has no key, such as a reader of feeds or a
 * calendar, may read that and nothing else. Tournament games are not among them.
 *
 * Of the secret the club keeps the SHA-256. It is shown once; a new one makes the old one useless.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TURNS_H
#define TRIANCEY_CLUB_STORE_TABLES_TURNS_H

#include "base/calendar.h"
#include "base/secret.h"
#include "club/store/club.h"

#include <stdbool.h>
#include <stdint.h>

struct account;
struct error;

enum turn_kind { TURN_MOVE, TURN_CHALLENGE, TURN_RESULT };

/* Texts are valid until the function that is called with it returns. Times are in milliseconds. */
struct turn {
    enum turn_kind kind;
    const char *table, *game, *grid;
    const char *against; /* "": a guest */
    int days;
    int64_t clock, increment;
    bool rated;
    int step;             /* of the table, the last one */
    int64_t at, deadline; /* since when; until when */
    int margin;           /* of a result: of all halves, for the account */
};

/* Calls `each` with the challenges, then with the tables where it is to move, those that end
 * soonest first, then with `results` results, the latest first. */
bool turns_each(struct club *club, int64_t account, int results,
                void (*each)(void *context, const struct turn *turn), void *context,
                struct error *error);

/* Calls `each` with the tables at which the account waits in the lobby. */
bool turns_waits(struct club *club, int64_t account, void (*each)(void *context, const char *table),
                 void *context, struct error *error);

/* Calls `each` with the accounts that sit at a table, or are challenged there. */
bool turns_at(struct club *club, const char *table, void (*each)(void *context, int64_t account),
              void *context, struct error *error);

/* Makes a new secret; deletes the secret; tells when it was made ("": there is none). */
enum club_answer turns_renew(struct club *club, int64_t account, int64_t now,
                             char secret[SECRET_SIZE], struct error *error);
bool turns_end(struct club *club, int64_t account, struct error *error);
bool turns_since(struct club *club, int64_t account, char utc[CALENDAR_TIME_SIZE],
                 struct error *error);

/* Whose secret it is. CLUB_UNKNOWN: nobody's, or not any more. Any text may come. */
enum club_answer turns_account(struct club *club, const char *secret, struct account *account,
                               struct error *error);

#endif
