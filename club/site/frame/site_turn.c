/* site_turn.c - the loop: jobs that are due, a wait, the parts whose descriptors are ready, then
 * all requests in one transaction. Events for readers wait until it is committed, and are dropped
 * if it is not. Where turns come close to each other, each begins a moment later, so that more
 * requests share its commit and its wait; a request that comes alone is answered at once. A wait
 * that lasted longer than it should, since the program was stopped or the machine slept, is given
 * back to all clocks. */
#include "config.h"

#include "club/site/frame/site_turn.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/wait.h"
#include "club/http/event_log.h"
#include "club/http/http_request.h"
#include "club/http/http_server.h"
#include "club/site/frame/site_charge.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/club.h"
#include "club/store/tables/tables.h"
#include "record/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the log --------------------------------------------------------------------------------- */

/* Lines gather in one text and are written once a turn, so that a log that is slow delays no
 * request; what is more than LOG_BYTES_MAX in a turn is left out. Only answers that suggest an
 * attack are always written: fail2ban bans whoever has too many of them. */

enum { LOG_BYTES_MAX = 1 << 20 }; /* of a turn */

const int site_took_bound[SITE_TOOK_BOUNDS] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};

/* Answers that suggest an attack. Errors that a person may meet while playing (a week that does not
 * exist, a move that comes too late) are not among them. */
static bool is_refusal(int status) {
    return status == 401 || status == 403 || status == 405 || status == 404 || status == 413 ||
           status == 415 || status == 421 || status == 429 || status >= 500;
}

static void count(struct site *site, const struct http_request *request,
                  const struct http_end *end) {
    int i = 0;
    if (end->status >= 100 && end->status < 100 + SITE_STATUSES)
        site->answers[end->status - 100]++;
    if (request->route && request->route->stream)
        return;
    while (i < SITE_TOOK_BOUNDS && end->took > site_took_bound[i] * INT64_C(1000))
        i++;
    site->took[i]++;
    site->took_sum += end->took;
}

void site_log_end(struct site *site, const struct http_request *request,
                  const struct http_end *end) {
    char utc[CALENDAR_TIME_SIZE], text[ADDRESS_TEXT_SIZE];
    count(site, request, end);
    if ((!site->options->log_all && !is_refusal(end->status)) || site->log.length > LOG_BYTES_MAX)
        return;
    const struct address address = site_address(site, request);
    text_addf(&site->log, "%s %s \"%s ", calendar_now(utc), address_write(&address, text),
              end->method);
    /* An address of a feed is a secret. */
    static const char feeds[] = "/feeds/";
    const char *path = strncmp(end->path, feeds, sizeof feeds - 1) == 0 ? feeds : end->path;
    for (const char *c = path; *c; c++)
        text_add_bytes(&site->log, *c == '"' || *c == ' ' ? "." : c, 1);
    text_addf(&site->log, "\" %d %lld%s\n", end->status, (long long)(end->took / 1000),
              end->foreign ? " cross-site" : "");
}

void site_log_flush(struct site *site) {
    if (site->log.length > 0)
        fwrite(text_get(&site->log), 1, site->log.length, stderr);
    text_clear(&site->log);
    site->log.failed = false;
}

/* ---- the time of the club -------------------------------------------------------------------- */

/* When the machine's clock jumps ahead, as after a dead battery, all clocks of tables and weeks
 * would run out. So the site goes on from the time when the club was last open, `behind` by the
 * jump, until the operator confirms the clock or it is right again. */

/* A club at home, which nobody else reaches, believes the clock. */
static bool is_watched(const struct site *site) {
    return site->options->public || site->options->origin;
}

static void say_behind(const struct site *site) {
    char machine[CALENDAR_TIME_SIZE], club[CALENDAR_TIME_SIZE];
    fprintf(stderr, "%s: ", "serve");
    fprintf(stderr,
            _("the clock of this machine shows %s, but the club was last open at %s. It goes on "
              "from there until `site clock` says that the clock is right"),
            club_time(site_now(site) + site->behind, machine), club_time(site_now(site), club));
    fputc('\n', stderr);
}

bool site_clock_begin(struct site *site, struct error *error) {
    int64_t seen, now = site_now(site);
    bool confirmed;
    if (!is_watched(site))
        return true;
    if (!club_clock_seen(&site->club, &seen, error) ||
        !club_clock_is_confirmed(&site->club, now, &confirmed, error))
        return false;
    if (seen == 0 || confirmed || now - seen <= CLUB_CLOCK_JUMP_MS)
        return true;
    site->behind = now - seen;
    say_behind(site);
    return true;
}

int64_t site_clock_moved(struct site *site, int64_t ms) {
    bool held = site->behind != 0;
    if (!held && (!is_watched(site) || ms <= CLUB_CLOCK_JUMP_MS))
        return ms;
    site->behind += ms;
    if (site->behind > CLUB_CLOCK_JUMP_MS) {
        say_behind(site);
        return 0;
    }
    ms = site->behind; /* it is about right again */
    site->behind = 0;
    return ms;
}

bool site_clock_look(struct site *site, int64_t now, struct error *error) {
    bool confirmed = false;
    int64_t behind = site->behind;
    if (behind == 0 || !club_clock_is_confirmed(&site->club, now + behind, &confirmed, error) ||
        !confirmed)
        return true;
    if (!tables_give_back(&site->club, behind, error))
        return false;
    site->behind = 0;
    fprintf(stderr, "%s: %s\n", "serve", _("the operator says that the clock is right"));
    return true;
}

/* An event that waits for the end of the turn. */
struct site_news {
    struct event_log *log;
    char *type, *text;
    struct site_news *next;
};

/* How long a turn that is due waits after the end of the last one, so that more requests can share
 * it: after a turn of a single request, and after one that several have shared. */
enum { GATHER_US = 2000, GATHER_MANY_US = 4000 };

bool site_turn_begin(struct site *site, struct error *error) {
    if (site->turn)
        return true;
    site->turn = query_begin_writing(site->club.record, error);
    return site->turn;
}

void site_tell(struct site *site, struct event_log *log, const char *type, const char *text) {
    struct site_news *news = needed(malloc(sizeof *news)), **last = &site->news;
    *news = (struct site_news){.log = event_log_hold(log),
                               .type = type ? needed(strdup(type)) : NULL,
                               .text = needed(strdup(text))};
    while (*last)
        last = &(*last)->next;
    *last = news;
}

static void publish(struct site *site, bool good) {
    while (site->news) {
        struct site_news *news = site->news;
        site->news = news->next;
        if (good)
            event_log_add(news->log, news->type, news->text);
        event_log_release(news->log);
        free(news->type);
        free(news->text);
        free(news);
    }
}

bool site_turn_end(struct site *site) {
    struct error error;
    if (!site->turn)
        return true;
    site->turn = false;
    site->gathers = clock_us() + (site->entered > 1 ? GATHER_MANY_US : GATHER_US);
    site->entered = 0;
    bool good = query_end_writing(site->club.record, true, &error);
    if (!good) {
        fprintf(stderr, "%s: %s\n", "serve", error.text);
        club_forget(&site->club);
    }
    publish(site, good);
    return good;
}

/* ---- the loop -------------------------------------------------------------------------------- */

#define SECOND INT64_C(1000000)

enum { PARTS_MAX = 32, JOBS_MAX = 64 };

struct site_loop {
    struct site *site;
    struct pollfd polls[HTTP_POLLS_MAX + PARTS_MAX * SITE_PART_POLLS];
    int first[PARTS_MAX], count[PARTS_MAX]; /* the polls of each part */
    int64_t job_due[JOBS_MAX];              /* clock_us() */
    int64_t ahead;                          /* by how much the calendar is ahead of clock_us() */
};

struct site_loop *site_loop_new(struct site *site) {
    struct site_loop *loop = needed(calloc(1, sizeof *loop));
    loop->site = site;
    loop->ahead = clock_wall_us() - clock_us();
    return loop;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

/* Returns whether it is to be run again at once. */
static bool run_job(struct site *site, const struct site_job *job) {
    struct error error;
    if (!site_turn_begin(site, &error)) {
        fprintf(stderr, "%s: %s: %s\n", "serve", job->name, error.text);
        return false;
    }
    site->again = false;
    if (!job->run(site, site_now(site), &error))
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    return site_turn_end(site) && site->again;
}

/* Runs what is due; returns when the next is. */
static int64_t run_jobs(struct site_loop *loop) {
    int64_t next = INT64_MAX;
    int number = 0;
    for (const struct site_part *const *part = site_parts; *part; part++)
        for (const struct site_job *job = (*part)->jobs; job->name; job++, number++) {
            int64_t now = clock_us(), *due = &loop->job_due[number];
            if (now >= *due)
                *due = run_job(loop->site, job) ? now : now + job->every_ms * INT64_C(1000);
            next = *due < next ? *due : next;
        }
    return next;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* What is to be polled; returns how many, and until when at the latest. */
static int collect(struct site_loop *loop, int64_t *deadline) {
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

static void run_parts(struct site_loop *loop) {
    int number = 0;
    for (const struct site_part *const *part = site_parts; *part; part++, number++) {
        const struct pollfd *polls = loop->polls + loop->first[number];
        bool ready = false;
        for (int i = 0; i < loop->count[number]; i++)
            ready |= polls[i].revents != 0;
        if ((*part)->run)
            (*part)->run(loop->site, ready);
    }
}

/* Gives back to all clocks the time by which a wait was too long, because the program was stopped,
 * and that in which the machine slept: then the calendar goes on, but clock_us() does not. */
static void site_give_back(struct site_loop *loop, int64_t lost) {
    struct site *site = loop->site;
    struct error error;
    int64_t ahead = clock_wall_us() - clock_us(), slept = ahead - loop->ahead;
    loop->ahead = ahead;
    if (slept > SECOND || slept < -SECOND)
        slept = site_clock_moved(site, slept / 1000) * 1000;
    lost += slept > SECOND ? slept : 0;
    if (lost > 0 &&
        (!site_turn_begin(site, &error) || !tables_give_back(&site->club, lost / 1000, &error)))
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    site_turn_end(site);
}

/* Waits for requests that can share the turn; false: a signal has come, which must be seen before
 * anything else is waited for. */
static bool site_gather(const struct site_loop *loop, int64_t now, const sigset_t *awake) {
    int64_t until = loop->site->gathers;
    return now >= until || wait_poll(NULL, 0, until, awake) == 0;
}

void site_loop_turn(struct site_loop *loop, int64_t until, const sigset_t *awake) {
    int64_t deadline = run_jobs(loop);
    deadline = until < deadline ? until : deadline;
    int count = collect(loop, &deadline);
    int64_t began = clock_us();
    if (deadline > began && !site_gather(loop, began, awake))
        deadline = began;
    if (wait_poll(loop->polls, (nfds_t)count, deadline, awake) < 0)
        for (int i = 0; i < count; i++)
            loop->polls[i].revents = 0;
    site_give_back(loop, wait_lost(deadline > began ? deadline : began));
    run_parts(loop);
    http_server_run(loop->site->server, loop->polls);
    site_log_flush(loop->site);
}
