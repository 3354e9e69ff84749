/* http_call.h - what comes in: checked before it is read, then handed to its route. Called by
 * libmicrohttpd.
 */
#ifndef TRIANCEY_REFEREE_SITE_HTTP_CALL_H
#define TRIANCEY_REFEREE_SITE_HTTP_CALL_H

#include "referee/site/http_request.h"

#include <microhttpd.h>

enum { HTTP_NAMES_MAX = 8 };

/* Who answers here. */
struct http_site {
    const struct http_route *routes;      /* ended by one without a method */
    void *context;                        /* of their handlers */
    const char *prefix;                   /* a secret word that all paths begin with; NULL: none */
    const char *name[HTTP_NAMES_MAX + 1]; /* what the server may be called; ended by NULL */
};

/* When the head of a request is there, for each piece of its body, and behind it; the context is
 * the site. */
enum MHD_Result http_call_receive(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **slot);

/* When all is over. */
void http_call_end(void *context, struct MHD_Connection *connection, void **slot,
                   enum MHD_RequestTerminationCode code);

#endif
