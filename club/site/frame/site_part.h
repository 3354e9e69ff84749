/* site_part.h - the parts of the site, each with its routes, its jobs and the descriptors that it
 * waits for. A part is a file that ends in one `const struct site_part`; site_parts.c lists them.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_PART_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_PART_H

#include "club/http/limits.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

struct error;
struct json;
struct site;
struct site_call;
struct text;

enum site_need {
    SITE_ANYBODY,
    SITE_ACCOUNT, /* 401 unless signed in */
    SITE_OPERATOR /* 404 without the operator's key */
};

/* A member that a body may have: 's' a text, 'i' a whole number from 0 to INT_MAX, 'b' true or
 * false, 'o' an object, 'a' a text or an object. */
struct site_member {
    const char *name;
    char type;
    bool optional;
};

enum { SITE_MEMBERS_MAX = 16, SITE_BODY_MAX = 16384 };

struct site_route {
    const char *method, *path; /* as in http_request.h: "api/tables/?/moves" */
    enum site_need need;
    enum limit cost; /* the bucket that it takes from, besides that of all requests */
    bool page;       /* people come here by a link */
    bool stream;     /* it is answered by events */
    struct site_member body[SITE_MEMBERS_MAX + 1]; /* of a POST; ended by one without a name */
    void (*handle)(struct site_call *call);
};

/* What is done now and then, within a transaction of the club. Takes some 10 ms at most; what takes
 * longer is cut into slices: a job that sets site->again is run again at the next turn. False and a
 * message, which the operator gets. */
struct site_job {
    const char *name;
    int every_ms;
    bool (*run)(struct site *site, int64_t now, struct error *error);
};

enum { SITE_PART_POLLS = 128, SITE_PART_JOBS = 2 };

/* All may be NULL. */
struct site_part {
    const char *feature;                      /* the word for it in "features"; NULL: none */
    const struct site_route *routes;          /* ended by one without a method */
    struct site_job jobs[SITE_PART_JOBS + 1]; /* ended by one without a name */
    bool (*open)(struct site *site, struct error *error);
    void (*close)(struct site *site); /* also after an open() that failed */
    /* Descriptors to be polled, SITE_PART_POLLS at most, and until when (clock_us()); run() is
     * called after each wait, outside of transactions, `ready` if one of them is. */
    int (*polls)(struct site *site, struct pollfd *polls);
    int64_t (*deadline)(struct site *site);
    void (*run)(struct site *site, bool ready);
    void (*measure)(struct site *site, struct text *metrics); /* in Prometheus' text format */
    void (*describe)(struct site *site, struct json *json);   /* adds members to GET /api/site */
};

/* ---- all parts: site_parts.c ----------------------------------------------------------------- */

extern const struct site_part *const site_parts[]; /* ended by NULL */

/* The routes of the page's addresses, which belong to no part. They last until site_address_free(),
 * which is also for a site that has none. */
const struct site_route *site_address_routes(struct site *site);
void site_address_free(struct site *site);

#endif
