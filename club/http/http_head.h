/* http_head.h - whether the head of a request says what libmicrohttpd has read in it.
 *
 * Before version 1.0 it ends a line at a lone LF and a text at a NUL, and takes a lone CR and
 * blanks before a colon as part of a text, so that a proxy in front of us could read another
 * request. It cuts the head into texts where it stands, which shows what was between them.
 */
#ifndef TRIANCEY_CLUB_HTTP_HTTP_HEAD_H
#define TRIANCEY_CLUB_HTTP_HTTP_HEAD_H

#include <microhttpd.h>
#include <stdbool.h>
#include <stddef.h>

/* The texts are libmicrohttpd's own; `asked` is how many bytes the address had with its arguments.
 */
bool http_head_is_plain(struct MHD_Connection *connection, const char *method, const char *url,
                        const char *version, size_t asked);

#endif
