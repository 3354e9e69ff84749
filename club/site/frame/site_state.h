/* site_state.h - what a site has while it is served: for its parts alone. */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_STATE_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_STATE_H

#include "base/clock.h"
#include "base/secret.h"
#include "club/http/limits.h"
#include "club/http/page_file.h"
#include "club/site/frame/site_options.h"
#include "club/store/club.h"
#include "club/store/week.h"

#include <stdint.h>
#include <sys/types.h>

enum { SITE_STATUSES = 500, SITE_TOOK_BOUNDS = 11, SITE_SOCKETS = 4 };

/* The bounds of the histogram of answers, in milliseconds. */
extern const int site_took_bound[SITE_TOOK_BOUNDS];

struct event_log;
struct feed;
struct hasher;
struct site_addresses;
struct lobby;
struct site_ratings;
struct table_engines;
struct turn_feed;

struct site {
    const struct site_options *options;
    struct club club;
    struct leagues *leagues; /* routes_leagues.c; NULL: none are shown */
    struct http_server *server;
    struct http_route *routes;
    int socket[SITE_SOCKETS], sockets; /* that were handed over */
    struct site_loop *loop;
    int parts_open;             /* 0: it is closing, and nothing is there any more to answer with */
    bool again;                 /* the job that runs has more to do */
    struct event_log *news_log; /* what anybody may follow */
    char news_week[WEEK_NAME_SIZE];
    bool ranking_changed;
    bool turn;              /* a transaction runs */
    int entered;            /* requests that share it */
    int64_t gathers;        /* until when the next one waits for more of them (clock_us()) */
    struct site_news *news; /* to be told when it is committed */
    struct hasher *hasher;
    struct limits *limits;
    int64_t limited[LIMITS];            /* requests that were too many */
    int64_t answers[SITE_STATUSES];     /* by status, from 100 */
    int64_t took[SITE_TOOK_BOUNDS + 1]; /* requests by how long they took */
    int64_t took_sum;                   /* microseconds */
    struct text log;                    /* lines of this turn */
    struct page_file page;
    char operator_key[SECRET_SIZE];
    char *address;           /* "http://127.0.0.1:8080/" */
    int64_t started;         /* milliseconds since 1970, by the machine's clock */
    int64_t watchdog_due;    /* by clock_us(): when to tell it that the loop runs */
    int64_t behind;          /* the machine's clock, in milliseconds: site_turn.c */
    struct feed *table_feed; /* by table and reader: table_feed.c */
    struct table_engines *engines;
    struct lobby *lobby;
    struct turn_feed *turn_feed;
    pid_t analyst; /* analysis_job.c; 0: none runs */
    struct site_ratings *ratings;
    struct feed *contests;            /* routes_contests.c: those that are followed */
    struct site_addresses *addresses; /* routes_addresses.c */
};

/* Milliseconds since 1970, as the club counts them. */
static inline int64_t site_now(const struct site *site) {
    return clock_wall_us() / 1000 - site->behind;
}

#endif
