/* league_folder.h - the leagues in a folder, as they appear, change and vanish.
 *
 * Any regular file with the header of a record counts, whatever its name; links are not followed,
 * and names that begin with a dot are ignored. The folder is scanned in slices, at once when the
 * system reports a change (inotify) and now and then in any case. Records are read by processes of
 * their own, below.
 */
#ifndef TRIANCEY_CLUB_SITE_LEAGUES_LEAGUE_FOLDER_H
#define TRIANCEY_CLUB_SITE_LEAGUES_LEAGUE_FOLDER_H

#include "base/text.h"
#include "record/live.h"

#include <dirent.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct event_log;
struct json;
struct site;

enum {
    LEAGUES_MAX = 4096, /* in a folder; what is beyond is not looked at */
    LEAGUE_ID_SIZE = 104
};

/* How a league stands. Texts are allocated, NULL as long as it was not read. */
struct league {
    char *file;              /* its name in the folder */
    char *path;              /* where it is, with no links in it */
    char id[LEAGUE_ID_SIZE]; /* the name if that is plain, else ~ and a number made from it */
    int64_t stamp[5];        /* by which a change of the file is known */
    int64_t changed;         /* when, in milliseconds since 1970 */
    bool dirty;              /* it has changed since it was read last */
    bool hinted;             /* the system says that something has changed */
    bool seen;               /* by the scan in progress */

    char *head;      /* what it is, as a JSON object whose last bracket is missing */
    char *standings; /* as JSON; NULL: it cannot be read */
    bool hidden;     /* it was read and is not to be shown */
    size_t bytes;    /* of `head` and `standings` */
    bool dropped;    /* its standings were too much to keep; they are read again if asked for */
    int64_t read_at, took; /* when it was read, and how long that took: clock_us() */
    int64_t asked;         /* when it was last asked for */

    bool maybe_live; /* it has a file beside it that may have running games */
    bool live;
    int64_t looked; /* when that file was read */
    struct live_seen playing;
    struct event_log *log; /* NULL: not followed */
};

/* Called before a league that has vanished is freed. */
typedef void league_gone(void *context, struct league *league);

struct league_folder {
    struct league *
        *league; /* sorted by name, except those of a scan that goes on, which are last */
    int count, sorted, room;
    char *path;
    dev_t device;
    ino_t number;
    league_gone *gone;
    void *context;
    int notify;    /* tells of changes; -1: there is none */
    int directory; /* the folder, opened again by each scan */
    DIR *scan;     /* NULL: none goes on */
    bool again;    /* a name has come or gone */
    int64_t due;
};

/* A file of this device and number is left out: the club's own. NULL and a message. */
struct league_folder *league_folder_open(const char *path, dev_t device, ino_t number,
                                         league_gone *gone, void *context, struct error *error);
void league_folder_close(struct league_folder *folder); /* NULL is allowed */

/* Looks for changes, for a few milliseconds; true: there is more to do. */
bool league_folder_look(struct league_folder *folder);

/* NULL: there is none of this id. */
struct league *league_folder_find(const struct league_folder *folder, const char *id);

/* A league that a site shows, or NULL. */
struct league *site_league(const struct site *site, const char *id);

/* Begins the head of a league. Its closing bracket is missing, so that members can be added. */
void league_begin_head(const struct league *league, const char *key, struct json *json);

/* ---- records that are read: league_reader.c -------------------------------------------------- */

/* Records are read in a process of their own, so that the server waits for none of them, however
 * large or damaged it is: some at the same time, each with bounds of time and memory. */

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

/* Takes what has come. `done` is called for each league that was read, and told whether its
 * standings have changed. */
typedef void league_read_done(void *context, struct league *league, bool changed);
void league_readers_run(struct league_readers *readers, league_read_done *done, void *context);

/* Call league_readers_forget() before freeing a league, league_readers_end() when the site ends. */
void league_readers_forget(struct league_readers *readers, const struct league *league);
void league_readers_end(struct league_readers *readers);

#endif
