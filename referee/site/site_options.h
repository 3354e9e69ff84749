/* site_options.h - how a site is to be served. */
#ifndef TRIANCEY_REFEREE_SITE_SITE_OPTIONS_H
#define TRIANCEY_REFEREE_SITE_SITE_OPTIONS_H

#include <stdbool.h>

struct site_options {
    const char *data;   /* the folder of club.db; NULL: the current one */
    const char *name;   /* of the site */
    int port;           /* 0: a free one, -1: the usual one, or a free one if it is taken */
    bool public;        /* for everybody: nothing may be half secured */
    const char *origin; /* "https://club.example", how browsers reach it; NULL: this machine */
    const char *page;   /* a file; NULL: the one that ships with the program */
    bool open;          /* in a browser */
};

#endif
