/* bench_site.c - the site under load (`make bench-site`): client and server on this machine.
 *
 * (a) PEOPLE people play tournament games (or at tables, against the reference computer) at once,
 * one move a second each, over a connection of their own. Measured are the time of an answer, the
 * memory of the server for each person, and what a move costs it. (b) STREAMS streams of events are
 * opened beside them, on which nothing happens: their memory, their cost, the time of an answer.
 *
 *     bench_site [PEOPLE [SECONDS [STREAMS [tables]]]]
 *
 * Or (c) the lobby: PEOPLE look on, SEEKS people a second come and wait there; how long it takes
 * from the request to the moment at which each of the others has it.
 *
 *     bench_site lobby [PEOPLE [SECONDS [SEEKS]]]
 *
 * Or (d) the cost of a move for the server: of one that comes alone, so that no other shares its
 * turn of the loop, and of eight that come together. These figures depend little on what else the
 * machine does. Beside them is the cost of a request that is refused without a look at any table.
 *
 *     bench_site moves [PEOPLE [REQUESTS [tables]]]
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "tests/tools/load_lobby.h"
#include "tests/tools/load_person.h"
#include "tests/tools/load_server.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define SECOND INT64_C(1000000)

enum { WARM_SECONDS = 3 };

struct bench {
    struct load_server server;
    struct load_net net;
    char host[32];
    struct boards boards;
    struct load_count count;
    struct load_person *person;
    int people, streams;
    int64_t late; /* moves that were due before the answer to the last one had come */
};

static void die(const char *why) {
    fprintf(stderr, "bench_site: %s\n", why);
    exit(1);
}

/* ---- figures --------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static double percentile(const struct load_count *count, double part) {
    if (count->took_count == 0)
        return 0;
    int64_t place = (int64_t)(part * (double)(count->took_count - 1));
    return (double)count->took[place] / 1000;
}

static void print_times(struct load_count *count) {
    qsort(count->took, (size_t)count->took_count, sizeof *count->took, compare);
    printf("  an answer: p50 %.2f ms, p99 %.2f ms, p99.9 %.2f ms, longest %.2f ms\n",
           percentile(count, .5), percentile(count, .99), percentile(count, .999),
           percentile(count, 1));
}

static void print_faults(const struct bench *bench) {
    const struct load_count *count = &bench->count;
    printf("  refused %" PRId64 ", wrong %" PRId64 ", connections broken %" PRId64
           ", answers that took over a second %" PRId64 "\n",
           count->refused, count->wrong, bench->net.broken, bench->late);
    if (count->refused + count->wrong)
        printf("  the first: %s\n", count->first);
}

/* ---- people ---------------------------------------------------------------------------------- */

/* All play for a while, each at their own moment of every second. */
static void play(struct bench *bench, int64_t seconds) {
    int64_t now = clock_us(), end = now + seconds * SECOND;
    for (int i = 0; i < bench->people; i++)
        bench->person[i].next = now + SECOND * i / bench->people;
    int turn = 0; /* whose moment comes next */
    while ((now = clock_us()) < end) {
        for (int done = 0; done < bench->people && bench->person[turn].next <= now; done++) {
            struct load_person *person = &bench->person[turn];
            bench->late += person->link.waits;
            load_person_ask(person);
            person->next += SECOND;
            turn = (turn + 1) % bench->people;
        }
        load_net_turn(&bench->net, bench->person[turn].next - clock_us());
    }
}

static void forget(struct load_count *count) {
    count->asked = count->answered = count->moves = count->halves = count->games = 0;
    count->took_count = 0;
}

static void bench_people(struct bench *bench, int64_t seconds) {
    int64_t before = load_server_kibibytes(&bench->server);
    for (int i = 0; i < bench->people; i++)
        if (!load_person_begin(&bench->person[i], i, &bench->net, &bench->count))
            die("out of memory");
    play(bench, WARM_SECONDS);
    forget(&bench->count);
    int64_t worked = load_server_worked(&bench->server), begun = clock_us();
    play(bench, seconds);
    double took = (double)(clock_us() - begun) / 1e6;
    double cost = (double)(load_server_worked(&bench->server) - worked);
    int64_t after = load_server_kibibytes(&bench->server);
    const struct load_count *count = &bench->count;
    printf("%d people, one move a second each, for %.0f s: %" PRId64 " requests, %" PRId64
           " moves, %" PRId64 " halves, %" PRId64 " games\n",
           bench->people, took, count->asked, count->moves, count->halves, count->games);
    print_times(&bench->count);
    printf("  the server: %.1f KiB a person (%" PRId64 " MiB before, %" PRId64
           " MiB now), %.0f us of a processor a request (%.0f %% of one)\n",
           (double)(after - before) / bench->people, before / 1024, after / 1024,
           cost / (double)count->answered, cost / took / 1e4);
    print_faults(bench);
}

/* ---- streams --------------------------------------------------------------------------------- */

struct crowd {
    struct load_link *link;
    int begun, ended;
    int64_t bytes;
};

static void take_piece(struct load_link *link, int status, const char *body, size_t length) {
    struct crowd *crowd = link->owner;
    (void)body;
    if (status == 0)
        crowd->ended++;
    else if (crowd->bytes += (int64_t)length, link->asked) {
        crowd->begun++;
        link->asked = 0;
    }
}

static void open_streams(struct bench *bench, struct crowd *crowd, const char *path) {
    for (int i = 0; i < bench->streams; i++) {
        struct load_link *link = &crowd->link[i];
        *link = (struct load_link){
            .net = &bench->net, .fd = -1, .owner = crowd, .answered = take_piece};
        if (!load_link_ask(link, "GET", path, NULL, NULL)) {
            printf("  only %d streams could be opened\n", i);
            bench->streams = i;
        }
        load_net_turn(&bench->net, 0);
    }
    int64_t end = clock_us() + 10 * SECOND;
    while (crowd->begun < bench->streams && clock_us() < end)
        load_net_turn(&bench->net, SECOND / 10);
}

static void bench_streams(struct bench *bench, int64_t seconds) {
    struct crowd crowd = {.link = calloc((size_t)bench->streams + 1, sizeof *crowd.link)};
    int64_t before = load_server_kibibytes(&bench->server);
    if (!crowd.link)
        die("out of memory");
    open_streams(bench, &crowd, "/api/events");
    int64_t worked = load_server_worked(&bench->server), begun = clock_us();
    forget(&bench->count);
    play(bench, seconds);
    double took = (double)(clock_us() - begun) / 1e6;
    double cost = (double)(load_server_worked(&bench->server) - worked);
    int64_t after = load_server_kibibytes(&bench->server);
    printf("%d streams beside %d people, for %.0f s: %d began, %d ended, %" PRId64 " KiB came\n",
           bench->streams, bench->people, took, crowd.begun, crowd.ended, crowd.bytes / 1024);
    print_times(&bench->count);
    printf("  the server: %.1f KiB a stream (%" PRId64 " MiB now), %.0f %% of a processor\n",
           (double)(after - before) / bench->streams, after / 1024, cost / took / 1e4);
    print_faults(bench);
    for (int i = 0; i < bench->streams; i++)
        load_link_close(&crowd.link[i]);
    free(crowd.link);
}

/* ---- the lobby ------------------------------------------------------------------------------- */

static double lobby_percentile(const struct load_lobby *lobby, double part) {
    int64_t wanted = (int64_t)(part * (double)lobby->seen), count = 0;
    int slot = 0;
    while (slot < LOBBY_SLOTS - 1 && (count += lobby->slot[slot]) < wanted)
        slot++;
    return (double)slot * LOBBY_SLOT_US / 1000;
}

static bool bench_lobby(struct bench *bench, int seeks, int64_t seconds) {
    struct load_lobby *lobby = calloc(1, sizeof *lobby);
    int64_t worked = load_server_worked(&bench->server), begun = clock_us();
    if (!lobby || !load_lobby_run(lobby, &bench->net, bench->people, seeks, seconds))
        die("out of memory");
    double took = (double)(clock_us() - begun) / 1e6;
    double cost = (double)(load_server_worked(&bench->server) - worked);
    printf("%d of %d people in the lobby, for %.0f s: %" PRId64 " seeks, %" PRId64
           " taken, %" PRId64 " withdrawn\n",
           lobby->looking, bench->people, took, lobby->seeks, lobby->taken, lobby->withdrawn);
    printf("  seen by others %" PRId64
           " times: p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms, longest %.1f ms\n",
           lobby->seen, lobby_percentile(lobby, .5), lobby_percentile(lobby, .99),
           lobby_percentile(lobby, .999), lobby_percentile(lobby, 1));
    printf("  the server: %" PRId64 " MiB, %.0f %% of a processor\n",
           load_server_kibibytes(&bench->server) / 1024, cost / took / 1e4);
    printf("  refused %" PRId64 ", connections broken %" PRId64 ", missed %" PRId64 "\n",
           lobby->refused, bench->net.broken, lobby->seeks * (int64_t)lobby->looking - lobby->seen);
    if (lobby->refused)
        printf("  the first: %s\n", lobby->first);
    bool good = lobby->refused + bench->net.broken == 0;
    free(lobby);
    return good;
}

/* ---- moves and nothing else ------------------------------------------------------------------ */

enum { TOGETHER = 8 };

static void ask_nothing(struct load_person *person) {
    person->count->asked++;
    if (!load_link_ask(&person->link, "GET", "/api/games", person->key, NULL))
        die("no connection");
}

/* The answer to ask_nothing(): 410, since the site has no such games any more. */
static void take_nothing(struct load_link *link, int status, const char *body, size_t length) {
    struct load_count *count = ((struct load_person *)link->owner)->count;
    (void)body;
    (void)length;
    count->answered++;
    count->wrong += status != 410;
}

/* Asks in batches of `together`: the next batch begins when this one has all its answers. */
static void play_together(struct bench *bench, int requests, int together,
                          void (*ask)(struct load_person *person)) {
    for (int i = 0; i < requests; i += together) {
        for (int j = i; j < i + together; j++)
            ask(&bench->person[j % bench->people]);
        for (int j = i; j < i + together; j++)
            while (bench->person[j % bench->people].link.waits)
                load_net_turn(&bench->net, SECOND);
    }
}

static void bench_together(struct bench *bench, const char *what, int requests, int together,
                           void (*ask)(struct load_person *person)) {
    forget(&bench->count);
    const struct load_work before = load_server_work(&bench->server);
    play_together(bench, requests, together, ask);
    const struct load_work after = load_server_work(&bench->server);
    const double user = (double)(after.user - before.user) / (double)bench->count.answered,
                 kernel = (double)(after.kernel - before.kernel) / (double)bench->count.answered;
    printf("%s, %d at a time: %" PRId64 " requests, %" PRId64
           " moves: %.0f us of a processor each, %.0f of them in the kernel\n",
           what, together, bench->count.answered, bench->count.moves, user + kernel, kernel);
}

static void bench_moves(struct bench *bench, int requests) {
    for (int i = 0; i < bench->people; i++)
        if (!load_person_begin(&bench->person[i], i, &bench->net, &bench->count))
            die("out of memory");
    play_together(bench, 2 * bench->people, 1, load_person_ask); /* tables are opened */
    for (int together = 1; together <= TOGETHER; together *= TOGETHER)
        bench_together(bench, "moves", requests, together, load_person_ask);
    for (int i = 0; i < bench->people; i++)
        bench->person[i].link.answered = take_nothing;
    for (int together = 1; together <= TOGETHER; together *= TOGETHER)
        bench_together(bench, "requests that are refused", requests, together, ask_nothing);
    print_faults(bench);
}

/* ---- begin and end --------------------------------------------------------------------------- */

static void raise_limit(void) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void begin(struct bench *bench) {
    struct error error;
    struct load_count *count = &bench->count;
    count->boards = &bench->boards;
    count->took_max = (int64_t)bench->people * 600;
    count->took = calloc((size_t)count->took_max, sizeof *count->took);
    bench->person = calloc((size_t)bench->people, sizeof *bench->person);
    if (!count->took || !bench->person)
        die("out of memory");
    if (!load_server_prepare(&bench->server))
        die("no folder");
    if (!load_club_make(bench->server.club, bench->people, &error))
        die(error.text);
    if (!load_server_start(&bench->server))
        die("the server does not start");
    if (!load_net_open(&bench->net, bench->server.port, bench->host))
        die("no epoll");
}

static void end_all(struct bench *bench) {
    for (int i = 0; i < bench->people; i++)
        load_person_end(&bench->person[i]);
    load_server_end(&bench->server);
    boards_free(&bench->boards);
    free(bench->person);
    free(bench->count.took);
}

static int main_lobby(int argc, char **argv) {
    struct bench bench = {.people = argc > 2 ? atoi(argv[2]) : 500};
    int seconds = argc > 3 ? atoi(argv[3]) : 60, seeks = argc > 4 ? atoi(argv[4]) : 50;
    if (bench.people < 2 || seconds < 1 || seeks < 1)
        die("usage: bench_site lobby [PEOPLE [SECONDS [SEEKS]]]");
    begin(&bench);
    bool good = bench_lobby(&bench, seeks, seconds);
    load_server_end(&bench.server);
    free(bench.person);
    free(bench.count.took);
    return !good;
}

static int main_moves(int argc, char **argv) {
    struct bench bench = {.people = argc > 2 ? atoi(argv[2]) : 2000,
                          .count = {.tables = argc > 4 && strcmp(argv[4], "tables") == 0}};
    int requests = argc > 3 ? atoi(argv[3]) : 20000;
    if (bench.people < TOGETHER || requests < 1)
        die("usage: bench_site moves [PEOPLE [REQUESTS [tables]]]");
    begin(&bench);
    bench_moves(&bench, requests);
    end_all(&bench);
    return bench.count.refused + bench.count.wrong + bench.net.broken > 0;
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    raise_limit();
    if (argc > 1 && strcmp(argv[1], "lobby") == 0)
        return main_lobby(argc, argv);
    if (argc > 1 && strcmp(argv[1], "moves") == 0)
        return main_moves(argc, argv);
    struct bench bench = {.people = argc > 1 ? atoi(argv[1]) : 2000,
                          .streams = argc > 3 ? atoi(argv[3]) : 10000,
                          .count = {.tables = argc > 4 && strcmp(argv[4], "tables") == 0}};
    int seconds = argc > 2 ? atoi(argv[2]) : 60;
    if (bench.people < 1 || seconds < 1 || bench.streams < 0)
        die("usage: bench_site [PEOPLE [SECONDS [STREAMS [tables]]]]");
    begin(&bench);
    bench_people(&bench, seconds);
    if (bench.streams > 0)
        bench_streams(&bench, seconds / 2 + 1);
    end_all(&bench);
    return bench.count.refused + bench.count.wrong + bench.net.broken > 0;
}
