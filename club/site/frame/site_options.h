/* site_options.h - how a site is to be served. */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_OPTIONS_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_OPTIONS_H

#include <stdbool.h>

struct address;
struct engine_spec;

struct site_options {
    const char *data;   /* the folder of club.db; NULL: the current one */
    const char *name;   /* of the site */
    int port;           /* 0: a free one, -1: the usual one, or a free one if it is taken */
    bool public;        /* for everybody: every protection is required */
    const char *origin; /* "https://club.example", how browsers reach it; NULL: this machine */
    const struct address *proxy; /* whose X-Forwarded-For is believed */
    int proxies;
    bool limitless;      /* no limits: for measurements */
    bool log_all;        /* every request is written down, not only those that were refused */
    const char *leagues; /* a folder of records to be shown; NULL: none */
    const char *page;    /* a file; NULL: the one that ships with the program */
    const char *contact; /* of the operator, "mailto:..." or "https://..."; NULL: not given */
    bool open;           /* in a browser */
    const struct engine_spec *const *engine; /* that people play against at tables */
    int engines, engines_max;                /* engines_max: processes at the same time */
    bool
        engines_usual; /* the default engines: the site goes on without them if they do not start */
};

#endif
