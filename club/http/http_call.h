/* http_call.h - incoming requests: checked before they are read, then passed to their route. Called
 * by libmicrohttpd.
 */
#ifndef TRIANCEY_CLUB_HTTP_HTTP_CALL_H
#define TRIANCEY_CLUB_HTTP_HTTP_CALL_H

#include <microhttpd.h>

/* Called when the head of a request is there, for each piece of its body, and after it; the context
 * is the site. */
enum MHD_Result http_call_receive(void *context, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **slot);

/* When the first line is there. */
void *http_call_note(void *context, const char *address, struct MHD_Connection *connection);

/* When all is over. */
void http_call_end(void *context, struct MHD_Connection *connection, void **slot,
                   enum MHD_RequestTerminationCode code);

#endif
