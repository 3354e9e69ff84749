/* league_reader.h - records are read in a process of their own, so that the server waits for none
 * of them, however large or damaged it is: some at the same time, each with bounds of time and
 * memory.
 */
#ifndef TRIANCEY_CLUB_SITE_LEAGUES_LEAGUE_READER_H
#define TRIANCEY_CLUB_SITE_LEAGUES_LEAGUE_READER_H

#include "base/text.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct league;
struct league_question;

enum {
    LEAGUE_READERS = 2,
    LEAGUE_ANSWERERS = 2,  /* of questions about games */
    LEAGUE_QUESTIONS = 64, /* that wait, at most */
    LEAGUE_READER_SECONDS = 20,
    LEAGUE_ANSWER_BYTES = 1 << 20
};

struct league_reader {
    struct league *league; /* NULL: it is free, or what it reads has vanished */
    struct league_question *question;
    pid_t child; /* 0: it is free */
    int pipe;
    int64_t began; /* clock_us() */
    struct text text;
};

struct league_readers {
    struct league_reader reader[LEAGUE_READERS + LEAGUE_ANSWERERS]; /* answerers are last */
    struct league_question *first, *last;                           /* that wait */
    int waiting;
};

bool league_readers_free_one(const struct league_readers *readers);

/* Begins to read a league that is dirty, and marks it clean. False: it cannot be begun now. */
bool league_readers_begin(struct league_readers *readers, struct league *league);

/* Asks for games of a league: "--games" with FROM:COUNT, or "--game" with a number. `done` is
 * called once, from league_readers_run() or league_readers_end(), with a line of JSON, "" if there
 * is no such game, or NULL: it cannot be told. False: too many questions wait, and nothing is
 * called. */
typedef void league_answered(void *context, const char *answer);
bool league_readers_ask(struct league_readers *readers, const struct league *league,
                        const char *option, const char *value, league_answered *done,
                        void *context);

/* Descriptors to be polled, LEAGUE_READERS + LEAGUE_ANSWERERS at most. */
int league_readers_polls(const struct league_readers *readers, struct pollfd *polls);

/* Takes what has come. `done` is called for each league that was read, with whether its standings
 * are others than before. */
typedef void league_read_done(void *context, struct league *league, bool changed);
void league_readers_run(struct league_readers *readers, league_read_done *done, void *context);

/* Call the first before a league is freed, and the second when the site ends. */
void league_readers_forget(struct league_readers *readers, const struct league *league);
void league_readers_end(struct league_readers *readers);

#endif
