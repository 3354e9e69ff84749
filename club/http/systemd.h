/* systemd.h - sockets passed by a service manager (sd_listen_fds(3)), and notifications to it
 * (sd_notify(3)). Without a service manager nothing happens. Its library is not needed.
 */
#ifndef TRIANCEY_CLUB_HTTP_SYSTEMD_H
#define TRIANCEY_CLUB_HTTP_SYSTEMD_H

#include <stdint.h>

/* Takes the sockets that were handed over, `max` at most, which now are closed on exec and do not
 * block; returns how many. What does not listen is left alone. To be called once, before anything
 * is started that would inherit them. */
int systemd_take_sockets(int *sockets, int max);

/* Tells the manager, "READY=1". */
void systemd_notify(const char *state);

/* The longest time between two WATCHDOG=1 messages that it expects, in microseconds; 0: none. */
int64_t systemd_watchdog(void);

#endif
