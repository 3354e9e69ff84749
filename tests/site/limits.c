/* limits.c - token buckets against naive ones, what crowds do to them, and where requests come
 * from.
 */
#include "config.h"

#include "base/random.h"
#include "club/http/address.h"
#include "club/http/limits.h"
#include "club/site/hasher.h"
#include "tests/lib/tap.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { OWNERS = 6, TAKES = 200000, CROWD = 300000 };

/* ---- buckets --------------------------------------------------------------------------------- */

/* A bucket as one would explain it: what is in it, in milliseconds of filling, and since when. */
struct bucket {
    int64_t level, since;
};

/* Seconds to wait, rounded up; 0: a token was there, and is taken. */
static int take_naively(struct bucket *bucket, int burst, int minute, int64_t now) {
    int64_t token = 60000 / minute, room = burst * token;
    bucket->level += now - bucket->since;
    bucket->level = bucket->level > room ? room : bucket->level;
    bucket->since = now;
    if (bucket->level >= token) {
        bucket->level -= token;
        return 0;
    }
    return (int)((token - bucket->level + 999) / 1000);
}

static struct limit_owner owner_of(int number) {
    struct address address = {
        {0x20, 0x01, 0x0d, 0xb8, (uint8_t)(number >> 16), (uint8_t)(number >> 8), (uint8_t)number}};
    return number % 2 ? limit_account(number) : limit_address(&address);
}

static void test_buckets(void) {
    struct limits *limits = limits_new();
    struct bucket bucket[OWNERS][LIMITS];
    struct random random;
    int64_t now = 1000000000000;
    int wrong = 0, refused = 0;
    random_seed(&random, 7);
    for (int i = 0; i < OWNERS; i++)
        for (int j = 0; j < LIMITS; j++)
            bucket[i][j] = (struct bucket){.level = INT64_C(1) << 40, .since = now};
    for (int i = 0; i < TAKES; i++) {
        int who = (int)random_below(&random, OWNERS), limit = (int)random_below(&random, LIMITS);
        const struct limit_owner owner = owner_of(who);
        const struct limit_rule *rule = &limit_rules[limit];
        int burst = owner.account ? rule->account_burst : rule->burst;
        int minute = owner.account ? rule->account_minute : rule->minute;
        now += (int64_t)random_below(&random, random_below(&random, 50) == 0 ? 20000 : 20);
        int wanted = burst ? take_naively(&bucket[who][limit], burst, minute, now) : 0;
        int got = limits_take(limits, &owner, (enum limit)limit, now);
        refused += wanted > 0;
        wrong += wanted != got;
    }
    ok(refused > 1000 && refused < TAKES - 1000, "buckets are empty now and then: %d", refused);
    is_int(wrong, 0, "and always as full as naive ones");
    limits_free(limits);
}

static void test_crowd(void) {
    struct limits *limits = limits_new();
    const struct limit_owner greedy = owner_of(2);
    const int64_t now = 1000000000000;
    int taken = 0, refused = 0;
    while (limits_take(limits, &greedy, LIMIT_SIGN_UPS, now) == 0)
        taken++;
    is_int(taken, limit_rules[LIMIT_SIGN_UPS].burst, "a bucket is empty");
    for (int i = 0; i < CROWD; i++) {
        const struct limit_owner other = owner_of(4 + 2 * i);
        refused += limits_take(limits, &other, LIMIT_REQUESTS, now) != 0;
    }
    is_int(refused, 0, "nobody of a crowd is refused");
    ok(limits_take(limits, &greedy, LIMIT_SIGN_UPS, now) > 0, "who was, is not forgotten for them");
    limits_free(limits);
}

static void test_streams(void) {
    struct limits *limits = limits_new();
    const struct limit_owner account = limit_account(1), address = owner_of(2);
    int open = 0, there = 0;
    while (limits_open_stream(limits, &account))
        open++;
    while (limits_open_stream(limits, &address))
        there++;
    is_int(open, LIMIT_STREAMS_ACCOUNT, "so many streams of an account");
    is_int(there, LIMIT_STREAMS_OPEN, "and of an address");
    limits_close_stream(limits, &account);
    ok(limits_open_stream(limits, &account) && !limits_open_stream(limits, &account),
       "one ends, one may begin");
    limits_free(limits);
}

/* Streams of so many that no room is left for others: these are refused, and nobody is forgotten.
 */
static void test_crowd_of_streams(void) {
    struct limits *limits = limits_new();
    const int64_t now = 1000000000000;
    int refused = 0, waits = 0, again = 0;
    for (int i = 0; i < CROWD; i++) {
        const struct limit_owner owner = owner_of(i);
        if (limits_open_stream(limits, &owner))
            continue;
        refused++;
        limits_close_stream(limits, &owner);
        waits += limits_take(limits, &owner, LIMIT_BEGINS, now) > 0;
        again += limits_open_stream(limits, &owner);
    }
    ok(refused > 0 && refused < CROWD && waits == refused && again == 0,
       "of %d owners of streams %d find no room, and have to wait", CROWD, refused);
    const struct limit_owner first = owner_of(0), second = owner_of(1);
    for (int i = 1; i < LIMIT_STREAMS_OPEN; i++)
        again += limits_open_stream(limits, &first);
    ok(again == LIMIT_STREAMS_OPEN - 1 && !limits_open_stream(limits, &first),
       "the streams of the first are still counted");
    limits_close_stream(limits, &second);
    limits_close_stream(limits, &second);
    for (again = 0; limits_open_stream(limits, &second);)
        again++;
    is_int(again, LIMIT_STREAMS_ACCOUNT, "a stream that has ended twice has ended once");
    limits_free(limits);
}

/* An account and an address whose bytes are the same. */
static void test_twins(void) {
    struct limits *limits = limits_new();
    const struct limit_owner account = limit_account(7);
    struct limit_owner address = account;
    int taken = 0;
    address.account = false;
    while (limits_take(limits, &account, LIMIT_SIGN_INS, 1000000000000) == 0)
        taken++;
    is_int(taken, limit_rules[LIMIT_SIGN_INS].account_burst, "all that an account has");
    for (taken = 0; limits_take(limits, &address, LIMIT_SIGN_INS, 1000000000000) == 0;)
        taken++;
    is_int(taken, limit_rules[LIMIT_SIGN_INS].burst, "is not an address's");
    limits_free(limits);
}

/* ---- addresses ------------------------------------------------------------------------------- */

static void test_texts(void) {
    static const struct {
        const char *text, *wanted; /* NULL: not an address */
    } rows[] = {
        {"192.0.2.7", "192.0.2.7"},
        {"192.0.2.7:8080", "192.0.2.7"},
        {"[192.0.2.7]:80", "192.0.2.7"},
        {"2001:DB8:0::7", "2001:db8::7"},
        {"[2001:db8::7]", "2001:db8::7"},
        {"[2001:db8::7]:443", "2001:db8::7"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"::1", "::1"},
        {"", NULL},
        {"unknown", NULL},
        {"::", NULL}, /* stands for a socket without addresses */
        {"_hidden", NULL},
        {"192.0.2", NULL},
        {"192.0.2.256", NULL},
        {"192.0.2.7.", NULL},
        {"[2001:db8::7", NULL},
        {"[2001:db8::7]x", NULL},
        {"2001:db8::7%eth0", NULL},
        {"1.2.3.4 5.6.7.8", NULL},
        {"fe80:fe80:fe80:fe80:fe80:fe80:fe80:fe80:fe80", NULL},
        {"0000000000000000000000000000000000000000000000000000000000000001", NULL},
    };
    struct address address;
    char text[ADDRESS_TEXT_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool read = address_read(rows[i].text, &address);
        is_string(read ? address_write(&address, text) : "none",
                  rows[i].wanted ? rows[i].wanted : "none", "'%s'", rows[i].text);
    }
    address = address_of(NULL);
    is_string(address_write(&address, text), "unix", "a socket without addresses");
}

static struct address read_one(const char *text) {
    struct address address;
    if (strcmp(text, "unix") == 0)
        return address_of(NULL);
    address_read(text, &address);
    return address;
}

static void test_behind(void) {
    static const struct {
        const char *peer, *forwarded, *wanted;
    } rows[] = {
        {"192.0.2.7", NULL, "192.0.2.7"},
        {"192.0.2.7", "198.51.100.1", "192.0.2.7"}, /* no proxy of ours */
        {"127.0.0.1", NULL, "127.0.0.1"},
        {"127.0.0.1", "198.51.100.1", "198.51.100.1"},
        {"127.0.0.1", "10.9.8.7, 198.51.100.1", "198.51.100.1"}, /* the first is a lie */
        {"127.0.0.1", "198.51.100.1, 10.0.0.1", "198.51.100.1"}, /* two proxies */
        {"127.0.0.1", "198.51.100.1,10.0.0.1 , ", "198.51.100.1"},
        {"127.0.0.1", "198.51.100.1, lie", "127.0.0.1"},
        {"127.0.0.1", "", "127.0.0.1"},
        {"127.0.0.1", "10.0.0.1", "10.0.0.1"},
        {"unix", "2001:db8::7", "2001:db8::7"},
        {"::1", "198.51.100.1", "::1"}, /* not in the list */
    };
    const struct address proxy[] = {read_one("127.0.0.1"), read_one("10.0.0.1"), read_one("unix")};
    char text[ADDRESS_TEXT_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct address peer = read_one(rows[i].peer);
        const struct address address = address_behind(&peer, rows[i].forwarded, proxy, 3);
        is_string(address_write(&address, text), rows[i].wanted, "%s by %s",
                  rows[i].forwarded ? rows[i].forwarded : "nobody", rows[i].peer);
    }
}

static void test_networks(void) {
    const struct address a = read_one("2001:db8:1:2:3::4"), b = read_one("2001:db8:1:2:ffff::1"),
                         c = read_one("2001:db8:1:3::4"), d = read_one("192.0.2.7"),
                         e = read_one("192.0.2.8");
    struct address network[] = {address_network(&a), address_network(&b), address_network(&c),
                                address_network(&d), address_network(&e)};
    ok(address_equal(&network[0], &network[1]), "64 bits of IPv6 are one customer");
    ok(!address_equal(&network[0], &network[2]), "another one has others");
    ok(!address_equal(&network[3], &network[4]), "an address of IPv4 is one");
    struct address provider[] = {address_provider(&a), address_provider(&c), address_provider(&d),
                                 address_provider(&e)};
    const struct address f = read_one("2001:db8:2::1"), g = read_one("192.0.3.7"),
                         others[] = {address_provider(&f), address_provider(&g)};
    ok(address_equal(&provider[0], &provider[1]) && !address_equal(&provider[0], &others[0]),
       "48 bits are what a provider gives away");
    ok(address_equal(&provider[2], &provider[3]) && !address_equal(&provider[2], &others[1]),
       "and 24 of IPv4");
    const struct address here[] = {read_one("127.0.0.1"), read_one("127.9.9.9"), read_one("::1"),
                                   read_one("unix")};
    for (int i = 0; i < 4; i++)
        ok(address_is_here(&here[i]), "this machine");
    ok(!address_is_here(&a) && !address_is_here(&d), "and no other");
}

/* ---- hashes ---------------------------------------------------------------------------------- */

static struct hash_task task_of(int number, bool known) {
    return (struct hash_task){.network = {{0x20, 0x01, (uint8_t)number}}, .known = known};
}

/* A holder of many addresses keeps the queue full; the people of other networks, of whom some are
 * known, come one after another. */
static void test_flood(void) {
    enum { PEOPLE = 20 };
    static struct hash_queue queue;
    static struct hash_task flood[4 * HASH_QUEUE + 2 * PEOPLE * HASH_QUEUE];
    struct hash_task person[PEOPLE], *ousted;
    int came = 0, in = 0, out = 0, late = 0;
    while (came < 2 * HASH_QUEUE) {
        flood[came] = task_of(255, came % 2);
        in += hash_queue_add(&queue, &flood[came++], &ousted);
        out += ousted != NULL;
    }
    ok(in - out == HASH_QUEUE, "one network fills the queue");
    for (int i = 0; i < PEOPLE; i++) {
        int turns = 0;
        person[i] = task_of(i, i % 3 == 0);
        late += !hash_queue_add(&queue, &person[i], &ousted) || !ousted ||
                ousted->network.byte[2] != 255;
        for (const struct hash_task *task = NULL; task != &person[i]; turns++) {
            task = hash_queue_take(&queue);
            flood[came] = task_of(255, came % 2);
            hash_queue_add(&queue, &flood[came++], &ousted);
            if (ousted == &person[i] || turns > 8)
                break;
        }
        late += turns > (person[i].known ? 2 : 5);
    }
    is_int(late, 0, "and refuses nobody else, who hardly waits");
    struct hash_task *next;
    while ((next = hash_queue_take(&queue)))
        continue;
    ok(queue.count == 0, "all are served in the end");
}

/* When each network has one task, somebody unknown has to wait, but not somebody who is known. */
static void test_known(void) {
    static struct hash_queue queue;
    struct hash_task task[HASH_QUEUE + 2], *ousted;
    const struct address here = {{1}}, there = {{2}};
    bool full = true;
    for (int i = 0; i < HASH_QUEUE + 2; i++)
        task[i] = task_of(i, i > HASH_QUEUE);
    for (int i = 0; i < HASH_QUEUE; i++)
        full &= hash_queue_add(&queue, &task[i], &ousted) && !ousted;
    ok(full && !hash_queue_add(&queue, &task[HASH_QUEUE], &ousted), "a crowd of many networks");
    ok(hash_queue_add(&queue, &task[HASH_QUEUE + 1], &ousted) && ousted,
       "somebody known comes in all the same");
    ok(hash_queue_take(&queue) == &task[HASH_QUEUE + 1], "and is next");
    hash_queue_note(&queue, 7, &here);
    ok(hash_queue_knows(&queue, 7, &here) && !hash_queue_knows(&queue, 7, &there) &&
           !hash_queue_knows(&queue, 8, &here),
       "known is who has signed in from there");
}

int main(void) {
    if (sodium_init() < 0)
        return 1;
    test_buckets();
    test_crowd();
    test_streams();
    test_crowd_of_streams();
    test_twins();
    test_texts();
    test_behind();
    test_networks();
    test_flood();
    test_known();
    return done();
}
