/* address.c - addresses as 16 bytes. IPv4 is mapped into IPv6 (RFC 4291), so an address has one
 * form however it was written, and is compared by its bytes; all zeros are a Unix socket. A
 * household has one IPv4 address or 64 bits of IPv6, a provider's customers 24 bits or 48.
 *
 * What a proxy forwards is read from its end: each entry was added by the next one in the chain,
 * and is believed only as far as our own proxies reach.
 */
#include "config.h"

#include "club/http/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

static const uint8_t mapped[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

enum { MAPPED = sizeof mapped };

static bool is_v4(const struct address *address) {
    return memcmp(address->byte, mapped, MAPPED) == 0;
}

static void set_v4(struct address *address, const void *four) {
    memcpy(address->byte, mapped, MAPPED);
    memcpy(address->byte + MAPPED, four, ADDRESS_BYTES - MAPPED);
}

struct address address_of(const struct sockaddr *from) {
    struct address address = {{0}};
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    if (from && from->sa_family == AF_INET) {
        memcpy(&v4, from, sizeof v4);
        set_v4(&address, &v4.sin_addr);
    } else if (from && from->sa_family == AF_INET6) {
        memcpy(&v6, from, sizeof v6);
        memcpy(address.byte, &v6.sin6_addr, ADDRESS_BYTES);
    }
    return address;
}

/* Cuts "[ADDRESS]:PORT" and "1.2.3.4:PORT" to the address. */
static bool cut(const char *text, char to[ADDRESS_TEXT_SIZE]) {
    const char *end;
    if (*text == '[') {
        end = strchr(++text, ']');
        if (!end || (end[1] && end[1] != ':'))
            return false;
    } else {
        const char *colon = strchr(text, ':');
        end = colon && !strchr(colon + 1, ':') ? colon : text + strlen(text);
    }
    if (end == text || end - text >= ADDRESS_TEXT_SIZE)
        return false;
    memcpy(to, text, (size_t)(end - text));
    to[end - text] = '\0';
    return true;
}

static bool is_none(const struct address *address) {
    static const struct address none;
    return address_equal(address, &none);
}

bool address_read(const char *text, struct address *address) {
    char plain[ADDRESS_TEXT_SIZE];
    struct in_addr v4;
    *address = (struct address){{0}};
    if (!cut(text, plain))
        return false;
    if (inet_pton(AF_INET, plain, &v4) == 1) {
        set_v4(address, &v4);
        return true;
    }
    return inet_pton(AF_INET6, plain, address->byte) == 1 && !is_none(address);
}

const char *address_write(const struct address *address, char text[ADDRESS_TEXT_SIZE]) {
    if (is_none(address))
        strcpy(text, "unix");
    else if (is_v4(address))
        inet_ntop(AF_INET, address->byte + MAPPED, text, ADDRESS_TEXT_SIZE);
    else
        inet_ntop(AF_INET6, address->byte, text, ADDRESS_TEXT_SIZE);
    return text;
}

bool address_equal(const struct address *a, const struct address *b) {
    return memcmp(a->byte, b->byte, ADDRESS_BYTES) == 0;
}

bool address_is_here(const struct address *address) {
    static const uint8_t one[ADDRESS_BYTES] = {[ADDRESS_BYTES - 1] = 1};
    return is_none(address) || (is_v4(address) && address->byte[MAPPED] == 127) ||
           memcmp(address->byte, one, ADDRESS_BYTES) == 0;
}

struct address address_network(const struct address *address) {
    struct address network = *address;
    if (!is_v4(address))
        memset(network.byte + ADDRESS_BYTES / 2, 0, ADDRESS_BYTES / 2);
    return network;
}

struct address address_provider(const struct address *address) {
    struct address network = *address;
    int bytes = is_v4(address) ? MAPPED + 3 : 6;
    memset(network.byte + bytes, 0, (size_t)(ADDRESS_BYTES - bytes));
    return network;
}

/* ---- proxies --------------------------------------------------------------------------------- */

static bool is_proxy(const struct address *address, const struct address *proxy, int proxies) {
    for (int i = 0; i < proxies; i++)
        if (address_equal(address, &proxy[i]))
            return true;
    return false;
}

/* Takes the last entry off a list that has `*end` bytes. False: it is no address. */
static bool take_last(const char *list, size_t *end, struct address *address) {
    char text[64];
    while (*end > 0 && strchr(" \t,", list[*end - 1]))
        (*end)--;
    size_t start = *end;
    while (start > 0 && !strchr(" \t,", list[start - 1]))
        start--;
    size_t length = *end - start;
    if (length == 0 || length >= sizeof text)
        return false;
    memcpy(text, list + start, length);
    text[length] = '\0';
    *end = start;
    return address_read(text, address);
}

struct address address_behind(const struct address *peer, const char *forwarded,
                              const struct address *proxy, int proxies) {
    struct address address = *peer, before;
    size_t end = forwarded ? strlen(forwarded) : 0;
    while (is_proxy(&address, proxy, proxies) && take_last(forwarded, &end, &before))
        address = before;
    return address;
}
