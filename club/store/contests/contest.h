/* contest.h - contests: tournaments of people, on the site or over the board in a room.
 *
 * The code says contest since a tournament is the weekly game against the reference computer
 * (tables.h). People enter, the organiser has rounds paired by the functions of pairing/, as a
 * league of the referee is, and results come in. Formats: Swiss, all play all, knockout, and arena,
 * where whoever is free is paired until the time is over. A knockout takes nobody in once it has
 * begun, an all-play-all only in a place that is free.
 *
 * Over the board each seat of a pairing has a key, which the slip on the table shows as a QR code.
 * The key follows from the contest's secret and the pairing's number, which is never used again: a
 * slip of a round that was taken back opens nothing. Each of the two says the score; if they say
 * the same, it is confirmed, else the organiser decides. On the site a pairing is a table
 * (tables.h), whose result counts.
 *
 * What the organiser changes by hand is kept in a log: corrections, rounds that are taken back with
 * the results that went with them, who came, left and was absent.
 *
 * Players are accounts, or names without an account: those that the organiser enters, and those who
 * come by the contest's code. In one contest no two names look alike. A class is a contest that
 * only its organiser and its players see; it is deleted CONTEST_CLASS_MS after it was made, if its
 * organiser does not delete it earlier.
 *
 * The organiser is an account, or the operator of the site. Times are milliseconds since 1970.
 */
#ifndef TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_H
#define TRIANCEY_CLUB_STORE_CONTESTS_CONTEST_H

#include "base/secret.h"
#include "club/store/club.h"
#include "club/store/contests/contest_request.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

/* What somebody opens. Any text may come. */
struct contest_offer {
    const char *title, *format, *game, *grid; /* game "": over the board */
    int rounds, minutes;                      /* 0: the usual number */
    int64_t clock, increment;
    bool class, public, by_hand;
};

/* All functions below fill in the contest as it is then, whatever they answer: empty if there is
 * none, or the person may not see it (CLUB_UNKNOWN). It is all zero before, or what another of them
 * has filled in, and is freed at last. CLUB_FORBIDDEN: that is for the organiser. */

enum club_answer contest_open(struct club *club, const struct contest_person *who,
                              const struct contest_offer *offer, int64_t now,
                              struct contest *contest, struct error *error);

/* Each reads `who`, `name`, `now` and `contest` of the request, and the members that are named.
 * contest_read() also notes that a player without account is there. */
contest_act contest_read;

/* Enters the one who asks: an account in a public contest, or whoever knows the `code`; a `player`
 * is the name of one without account, who needs a key. What is NULL or "" is not said. `name` NULL:
 * the contest that has the code. Entering again changes nothing. */
contest_act contest_enter;

/* The organiser enters a `player` by name, in a `team`. */
contest_act contest_add;

/* Changes the player with a `number`: NULL leaves the name (`player`) or the `team`, -1 the
 * `presence`. A player who has withdrawn loses the pairing that is open. Players may change their
 * own presence. */
contest_act contest_change;

/* Takes the player with a `number` out, who has not been paired. */
contest_act contest_remove;

/* Pairs this `round`, from 1; the first begins the contest. The last round that was paired: nothing
 * changes. */
contest_act contest_pair;

/* Takes the last `round` back; once a result of it is in, only by `force`. */
contest_act contest_undo;

/* A player says the `score` of the pairing with a `number`, or of that of a `slip`. */
contest_act contest_say;

/* The organiser decides the pairing with a `number`: a `score`, or (NULL) that the opponent of the
 * `winner` has not come; CONTEST_NOBODY: neither has. */
contest_act contest_decide;

/* Ends the contest now; pairings without a result are taken out. */
contest_act contest_end;

/* Deletes it with all that is known of it; `title` must be its own. */
contest_act contest_delete;

/* The key of a seat of a pairing; and the pairing and seat of a key, CLUB_UNKNOWN: of none. */
void contest_slip(const struct contest *contest, int64_t pairing, int seat, char slip[SECRET_SIZE]);
enum club_answer contest_find_slip(const struct contest *contest, const char *slip, int *pairing,
                                   int *seat, struct error *error);

/* Does what is due: arenas, results of tables, contests that are kept no longer. `changed` gets the
 * name of each contest that has changed. False and a message: nothing was. */
bool contests_settle(struct club *club, int64_t now,
                     void (*changed)(void *context, const char *name), void *context,
                     struct error *error);

#endif
