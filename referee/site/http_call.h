/* http_call.h - what comes in: checked before it is read, then handed to its route. Called by
 * libmicrohttpd.
 */
#ifndef TRIANCEY_REFEREE_SITE_HTTP_CALL_H
#define TRIANCEY_REFEREE_SITE_HTTP_CALL_H

#include <microhttpd.h>

/* When the head of a request is there, for each piece of its body, and behind it; the context is
 * the site. */
enum MHD_Result http_call_receive(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **slot);

/* When all is over. */
void http_call_end(void *context, struct MHD_Connection *connection, void **slot,
                   enum MHD_RequestTerminationCode code);

#endif
