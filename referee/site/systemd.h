/* systemd.h - sockets that a service manager listens on already and hands over
 * (sd_listen_fds(3)), and how we tell it our state (sd_notify(3)). Without one nothing happens. Its
 * library is not needed for that.
 */
#ifndef TRIANCEY_REFEREE_SITE_SYSTEMD_H
#define TRIANCEY_REFEREE_SITE_SYSTEMD_H

#include <stdint.h>

/* Takes the sockets that were handed over, `max` at most, which now are closed on exec and do not
 * block; returns how many. What does not listen is left alone. To be called once, before anything
 * is started that would inherit them. */
int systemd_take_sockets(int *sockets, int max);

/* Tells the manager, "READY=1". */
void systemd_notify(const char *state);

/* How often he wants to be told WATCHDOG=1 at the latest, microseconds; 0: never. */
int64_t systemd_watchdog(void);

#endif
