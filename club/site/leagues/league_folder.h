/* league_folder.h - the leagues in a folder, as they appear, change and vanish.
 *
 * Any regular file with the header of a record counts, whatever its name; links are not followed,
 * and names that begin with a dot are ignored. The folder is scanned in slices, at once when the
 * system reports a change (inotify) and now and then in any case. Records are not read here, but by
 * league_reader.h.
 */
#ifndef TRIANCEY_CLUB_SITE_LEAGUES_LEAGUE_FOLDER_H
#define TRIANCEY_CLUB_SITE_LEAGUES_LEAGUE_FOLDER_H

#include "record/live.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct error;
struct event_log;
struct league_folder;
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

/* A file of this device and number is left out: the club's own. NULL and a message. */
struct league_folder *league_folder_open(const char *path, dev_t device, ino_t number,
                                         league_gone *gone, void *context, struct error *error);
void league_folder_close(struct league_folder *folder); /* NULL is allowed */

/* Looks for changes, for a few milliseconds; true: there is more to do. */
bool league_folder_look(struct league_folder *folder);

/* All leagues in the order of their names; one of them, or NULL. */
int league_folder_count(const struct league_folder *folder);
struct league *league_folder_get(const struct league_folder *folder, int number);
struct league *league_folder_find(const struct league_folder *folder, const char *id);

/* A league that a site shows, or NULL. */
struct league *site_league(const struct site *site, const char *id);

#endif
