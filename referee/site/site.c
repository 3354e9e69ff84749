/* site.c - see site.h: begin, loop and end. */
#include "config.h"

#include "referee/site/site.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/values.h"
#include "referee/club/games.h"
#include "referee/site/browser.h"
#include "referee/site/http_server.h"
#include "referee/site/site_charge.h"
#include "referee/site/site_entry.h"
#include "referee/site/site_log.h"
#include "referee/site/site_part.h"
#include "referee/site/site_state.h"
#include "referee/site/site_turn.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECOND INT64_C(1000000)

enum { CONNECTIONS_MAX = 16384, PORT_USUAL = 8080, PARTS_MAX = 16 };

/* What the loop keeps for itself. */
struct loop {
    struct site *site;
    struct http_route *routes;
    struct pollfd polls[HTTP_POLLS_MAX + PARTS_MAX * SITE_PART_POLLS];
    int first[PARTS_MAX], count[PARTS_MAX]; /* the polls of each part */
    int64_t job_due[PARTS_MAX * 8];         /* clock_us() */
    char *opened;                           /* the file that leads a browser here */
};

/* ---- jobs ------------------------------------------------------------------------------------ */

/* Returns whether it is to be run again at once. */
static bool run_job(struct site *site, const struct site_job *job) {
    struct error error;
    if (!site_turn_begin(site, &error)) {
        fprintf(stderr, "%s: %s: %s\n", "serve", job->name, error.text);
        return false;
    }
    bool again = job->run(site, site_now());
    return site_turn_end(site) && again;
}

/* Runs what is due; returns when the next is. */
static int64_t run_jobs(struct loop *loop) {
    int64_t next = INT64_MAX;
    int number = 0;
    for (const struct site_part *const *part = site_parts; *part; part++)
        for (const struct site_job *job = (*part)->jobs; job && job->name; job++, number++) {
            int64_t now = clock_us(), *due = &loop->job_due[number];
            if (now >= *due)
                *due = run_job(loop->site, job) ? now : now + job->every_ms * INT64_C(1000);
            next = *due < next ? *due : next;
        }
    return next;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* What is to be polled; returns how many, and until when at the latest. */
static int collect(struct loop *loop, int64_t *deadline) {
    struct site *site = loop->site;
    int count = http_server_polls(site->server, loop->polls), number = 0;
    int64_t theirs = http_server_deadline(site->server);
    *deadline = theirs < *deadline ? theirs : *deadline;
    for (const struct site_part *const *part = site_parts; *part; part++, number++) {
        loop->first[number] = count;
        loop->count[number] = (*part)->polls ? (*part)->polls(site, loop->polls + count) : 0;
        count += loop->count[number];
        theirs = (*part)->deadline ? (*part)->deadline(site) : INT64_MAX;
        *deadline = theirs < *deadline ? theirs : *deadline;
    }
    return count;
}

static void run_parts(struct loop *loop) {
    int number = 0;
    for (const struct site_part *const *part = site_parts; *part; part++, number++)
        if ((*part)->run)
            (*part)->run(loop->site, loop->polls + loop->first[number], loop->count[number]);
}

/* Sleeps until something happens. `awake` has the signals that end us, which come only here: else
 * one that comes a moment before would be slept over. */
static void turn(struct loop *loop, const sigset_t *awake) {
    int64_t deadline = run_jobs(loop);
    int count = collect(loop, &deadline);
    int64_t wait = deadline == INT64_MAX ? 3600 * SECOND : deadline - clock_us();
    wait = wait > 0 ? wait : 0;
    struct timespec time = {.tv_sec = (time_t)(wait / SECOND),
                            .tv_nsec = (long)(wait % SECOND * 1000)};
    if (ppoll(loop->polls, (nfds_t)count, &time, awake) < 0)
        for (int i = 0; i < count; i++)
            loop->polls[i].revents = 0;
    if (atomic_load(loop->site->stop))
        return;
    run_parts(loop);
    http_server_run(loop->site->server);
    site_log_flush(loop->site);
}

static void run(struct loop *loop) {
    sigset_t ending, awake;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigaddset(&ending, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &ending, &awake);
    while (!atomic_load(loop->site->stop))
        turn(loop, &awake);
    pthread_sigmask(SIG_SETMASK, &awake, NULL);
}

/* ---- begin and end --------------------------------------------------------------------------- */

static bool open_club(struct site *site, struct error *error) {
    char *path = NULL;
    const char *data = site->options->data ? site->options->data : ".";
    if (!value_write(&path, error, "%s/club.db", data))
        return false;
    bool done = club_open(&site->club, path, error) && club_serve(&site->club, error) &&
                games_resume(&site->club, site_now(), error) &&
                games_settle(&site->club, site_now(), error);
    free(path);
    return done;
}

/* The port that was wanted; without a wish the usual one, so that bookmarks hold. */
static int listen_here(struct site *site, struct error *error) {
    int wanted = site->options->port, port = 0;
    if (wanted < 0)
        port = http_server_listen_here(site->server, PORT_USUAL, error);
    return port ? port : http_server_listen_here(site->server, wanted > 0 ? wanted : 0, error);
}

static bool settle(void *context) {
    return site_turn_end(context);
}

static void ended(void *context, const struct http_request *request, const struct http_end *end) {
    site_log_end(context, request, end);
    site_charge_end(context, request);
}

static bool open_server(struct loop *loop, struct error *error) {
    struct site *site = loop->site;
    loop->routes = site_routes();
    if (!loop->routes)
        return error_set(error, _("out of memory"));
    const struct http_options http = {.routes = loop->routes,
                                      .context = site,
                                      .connections_max = CONNECTIONS_MAX,
                                      .settle = settle,
                                      .ended = ended};
    site->server = http_server_new(&http, error);
    int port = site->server ? listen_here(site, error) : 0;
    return port > 0 && value_write(&site->address, error, "http://127.0.0.1:%d/", port);
}

static bool open_parts(struct site *site, struct error *error) {
    for (const struct site_part *const *part = site_parts; *part; part++)
        if ((*part)->open && !(*part)->open(site, error))
            return false;
    return true;
}

static bool begin(struct loop *loop, struct error *error) {
    struct site *site = loop->site;
    site->started = site_now();
    site->limits = limits_new();
    if (!site->limits)
        return error_set(error, _("out of memory"));
    return page_file_read(&site->page, site->options->page, "site 1", error) &&
           secret_make(site->operator_key, error) && open_club(site, error) &&
           open_parts(site, error) && open_server(loop, error);
}

/* A browser that does not open is told, and changes nothing. */
static void open_page(struct loop *loop) {
    struct error error;
    printf("%s\n", loop->site->address);
    fflush(stdout);
    if (!loop->site->options->open)
        return;
    loop->opened = browser_open(loop->site->address, &error);
    if (!loop->opened)
        fprintf(stderr, "%s %s: %s\n", "triancey-referee", "serve", error.text);
}

static void end(struct loop *loop) {
    struct site *site = loop->site;
    http_server_free(site->server);
    for (const struct site_part *const *part = site_parts; *part; part++)
        if ((*part)->close)
            (*part)->close(site);
    club_close(&site->club);
    page_file_free(&site->page);
    limits_free(site->limits);
    text_free(&site->log);
    if (loop->opened)
        unlink(loop->opened);
    free(loop->opened);
    free(loop->routes);
    free(site->address);
}

bool site_serve(const struct site_options *options, const atomic_int *stop, struct error *error) {
    struct site site = {.options = options, .stop = stop};
    struct loop *loop = calloc(1, sizeof *loop);
    if (!loop)
        return error_set(error, _("out of memory"));
    loop->site = &site;
    bool begun = begin(loop, error);
    if (begun) {
        open_page(loop);
        run(loop);
    }
    end(loop);
    free(loop);
    return begun;
}
