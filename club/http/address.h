/* address.h - where a request comes from: an address of IPv6, or one of IPv4 within it. */
#ifndef TRIANCEY_CLUB_HTTP_ADDRESS_H
#define TRIANCEY_CLUB_HTTP_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

enum { ADDRESS_BYTES = 16, ADDRESS_TEXT_SIZE = 46 };

/* All zero: a socket of this machine that has no address. IPv4 is ::ffff:a.b.c.d. */
struct address {
    uint8_t byte[ADDRESS_BYTES];
};

struct address address_of(const struct sockaddr *address); /* NULL: none */

/* Reads "192.0.2.7", "2001:db8::7", "[2001:db8::7]", the first two also with :PORT where that is
 * unambiguous. False: not an address, or "::", which belongs to no machine. Any bytes may come. */
bool address_read(const char *text, struct address *address);

/* Returns `text`; what has no address is "unix". */
const char *address_write(const struct address *address, char text[ADDRESS_TEXT_SIZE]);

bool address_equal(const struct address *a, const struct address *b);
bool address_is_here(const struct address *address); /* a loopback address, or none at all */

/* What one customer has: an address of IPv4, the first 64 bits of one of IPv6. */
struct address address_network(const struct address *address);

/* The network of a customer with many addresses: the first 24 bits of IPv4, 48 of IPv6. */
struct address address_provider(const struct address *address);

/* The sender of a request that came through proxies: the last address of their list
 * (X-Forwarded-For; NULL: none) that is not a proxy. If the peer is not a proxy, it is the peer. */
struct address address_behind(const struct address *peer, const char *forwarded,
                              const struct address *proxy, int proxies);

#endif
