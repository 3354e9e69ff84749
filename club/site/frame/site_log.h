/* site_log.h - one line on standard error for each request that is to be written down:
 *
 *     2026-11-22T17:20:00Z 192.0.2.7 "POST /api/session" 403 118
 *
 * when it ended, where it came from, what it asked for (printable, without the part after a
 * question mark), the status and the milliseconds that it took. Refusals are always written down:
 * fail2ban reads them. A line ends in "cross-site" if a page of another site may have made the
 * browser send the request: its visitor has done nothing for which to block them.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_LOG_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_LOG_H

struct http_end;
struct http_request;
struct site;

/* Counts a request that has ended, and writes it down. */
void site_log_end(struct site *site, const struct http_request *request,
                  const struct http_end *end);

/* Sends the lines of a turn to standard error. */
void site_log_flush(struct site *site);

#endif
