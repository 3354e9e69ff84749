/* site_public.h - whether a site is secured well enough for everybody to reach it. */
#ifndef TRIANCEY_CLUB_SITE_SITE_PUBLIC_H
#define TRIANCEY_CLUB_SITE_SITE_PUBLIC_H

#include <stdbool.h>

struct error;
struct site_options;

/* Says on standard error what is missing, a line each. False and a message if anything is. */
bool site_public_check(const struct site_options *options, struct error *error);

/* Whether a text is an origin: "https://club.example", "http://localhost:8000", without a path. */
bool site_is_origin(const char *text);

#endif
