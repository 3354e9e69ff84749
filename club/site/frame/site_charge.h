/* site_charge.h - what a request costs its sender: buckets of limits.h for the address it comes
 * from and for the account that sends it.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_CHARGE_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_CHARGE_H

#include "club/http/address.h"

#include <stdbool.h>

struct http_request;
struct site;
struct site_call;

/* Where a request comes from: the peer or, if that is one of our proxies, the one it names. */
struct address site_address(const struct site *site, const struct http_request *request);

/* Whether an address has no limits, as this machine has none on a site that is not public. */
bool site_is_free(const struct site *site, const struct address *address);

/* Charges the address, before the sender is known, and the account, once it is known. False: the
 * request was answered by 429. */
bool site_charge_address(struct site_call *call);
bool site_charge_account(struct site_call *call);

/* Gives back what a stream had taken, when its request has ended. */
void site_charge_end(struct site *site, const struct http_request *request);

#endif
