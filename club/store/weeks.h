/* weeks.h - the weeks of a club: their secrets are drawn before they begin, and published when they
 * are over.
 *
 * The secret of a week is drawn at the latest while the week before runs, and its digest is public
 * from then on. Its boards are public from Monday at midnight. No game goes on after the next
 * Monday at midnight, but the secret is public only when the week is closed, WEEK_REST_MS later, so
 * that a clock that is somewhat fast reveals no week that still runs. A closed week stays closed,
 * even if the clock of the machine is set back: nobody who could know the secret can play in it.
 */
#ifndef TRIANCEY_CLUB_STORE_WEEKS_H
#define TRIANCEY_CLUB_STORE_WEEKS_H

#include "base/calendar.h"
#include "base/digest.h"
#include "club/store/club.h"
#include "club/store/week.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

enum { WEEK_REST_MS = 6 * 3600 * 1000 };

struct club_week {
    char name[WEEK_NAME_SIZE];
    char digest[DIGEST_SIZE];
    char secret[DIGEST_SIZE]; /* "" unless it is public */
    char mixed[DIGEST_SIZE]; /* what boards and seeds follow from; "" unless the secret is public */
    char drawn[CALENDAR_TIME_SIZE]; /* when the secret was drawn; "": by an earlier version */
    int64_t round;                  /* of drand: its randomness can be mixed in */
    char randomness[DIGEST_SIZE];   /* that was mixed in; "": none */
    char word[WEEK_BOARDS][WEEK_WORD_SIZE]; /* of its boards; "" before it begins */
    int64_t begin, end;                     /* milliseconds since 1970, the next week's begin */
    bool closed;
};

/* The name of the week in which a time lies. */
void weeks_name(int64_t now, char name[WEEK_NAME_SIZE]);

/* Draws the secrets of the week in which a time lies and of the next, unless they are there. */
bool weeks_draw(struct club *club, int64_t now, struct error *error);

/* The dates of a week by its name, or of the one in which the time lies. False and a message: that
 * is no week. */
#define WEEK_CURRENT "current"
bool weeks_named(const char *name, int64_t now, struct calendar_week *week, struct error *error);

/* What is public of a week, by its name or WEEK_CURRENT; it may be the next one. False and a
 * message: there is no such week. */
bool weeks_read(struct club *club, const char *name, int64_t now, struct club_week *week,
                struct error *error);

/* Closes the weeks that have been over for WEEK_REST_MS and of whose games none is still played
 * (tables_settle()). */
bool weeks_close(struct club *club, int64_t now, struct error *error);

/* weeks_draw() and weeks_close() in a transaction: now and then, at least once an hour. */
bool weeks_settle(struct club *club, int64_t now, struct error *error);

/* The week that is next at a time. */
bool weeks_read_next(struct club *club, int64_t now, struct club_week *week, struct error *error);

/* Mixes the randomness of its round, 64 digits, into the next week. CLUB_INVALID: it is not the
 * round of that week; CLUB_CONFLICT: too early, or another one was mixed in. */
enum club_answer weeks_set_beacon(struct club *club, int64_t now, int64_t round,
                                  const char *randomness, struct error *error);

/* For the referee of games alone: the secret from which seeds follow. False and a message. */
bool weeks_secret(struct club *club, const char *name, char secret[DIGEST_SIZE],
                  struct error *error);

/* ---- whether a week was as its secret says --------------------------------------------------- */

/* Whether a week that is over was what its secret says: the digest that was published before, the
 * words and boards, and each move of the computer in each half. */

struct week_checked {
    int64_t halves, moves; /* of the computer, that were compared */
    bool late;             /* the secret was drawn when the week had begun */
    int64_t round;         /* of drand that was mixed in, 0: none */
    char randomness[DIGEST_SIZE];
};

/* False and a message: the first thing that is wrong, or that the week is not over. */
bool week_check(struct club *club, const char *week, int64_t now, struct week_checked *checked,
                struct error *error);

#endif
