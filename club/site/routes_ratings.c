/* routes_ratings.c - ratings of accounts: their lists, and the job that fits them.
 *
 * Reading and writing are cut into slices between requests. The fit itself may take seconds, so a
 * thread of its own makes it, which knows nothing of the club.
 */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/thread.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/ratings/person_ratings.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next fit begins after REST times the duration of the last one, so that fits take a small part
 * of a processor however many people play. */
enum { LOOK_MS = 1000, REST = 20 };

struct site_ratings {
    enum { RATINGS_READ, RATINGS_SOLVE, RATINGS_WRITE } step; /* of the fit */
    struct rating_fit *fit;                                   /* NULL: none is under way */
    pthread_t thread;
    bool runs; /* the thread */
    bool solved;
    atomic_bool done; /* it has ended */
    int64_t begun, rest_until;
};

/* ---- the job --------------------------------------------------------------------------------- */

static void *ratings_solve(void *context) {
    struct site_ratings *ratings = context;
    ratings->solved = rating_fit_solve(ratings->fit);
    atomic_store(&ratings->done, true);
    return NULL;
}

static bool ratings_start(struct site_ratings *ratings, struct error *error) {
    ratings->begun = clock_us();
    atomic_store(&ratings->done, false);
    int failed = thread_start(&ratings->thread, ratings_solve, ratings);
    ratings->runs = failed == 0;
    ratings->step = RATINGS_SOLVE;
    return ratings->runs || error_set(error, _("cannot start a thread: %s"), strerror(failed));
}

static void ratings_drop(struct site_ratings *ratings) {
    if (ratings->runs)
        pthread_join(ratings->thread, NULL);
    rating_fit_free(ratings->fit);
    ratings->fit = NULL;
    ratings->runs = false;
    ratings->step = RATINGS_READ;
}

/* Collects the fit after its thread has ended. */
static bool ratings_collect(struct site_ratings *ratings, struct error *error) {
    pthread_join(ratings->thread, NULL);
    ratings->runs = false;
    ratings->step = RATINGS_WRITE;
    int64_t now = clock_us();
    ratings->rest_until = now + REST * (now - ratings->begun);
    return ratings->solved || error_memory(error);
}

/* One slice. */
static bool ratings_go_on(struct site *site, int64_t now, struct error *error) {
    struct site_ratings *ratings = site->ratings;
    bool *more = &site->again;
    *more = true;
    if (!ratings->fit)
        return rating_fit_begin(&site->club, &ratings->fit, error) &&
               ((*more = ratings->fit != NULL), true);
    if (ratings->step == RATINGS_READ) {
        if (!rating_fit_read(&site->club, ratings->fit, more, error))
            return false;
        if (*more)
            return true;
        return ratings_start(ratings, error);
    }
    if (ratings->step == RATINGS_SOLVE) {
        *more = atomic_load(&ratings->done);
        return !*more || ratings_collect(ratings, error);
    }
    bool good = rating_fit_write(&site->club, ratings->fit, now, more, error);
    if (good && !*more)
        ratings_drop(ratings);
    return good;
}

static bool ratings_look(struct site *site, int64_t now, struct error *error) {
    struct site_ratings *ratings = site->ratings;
    if ((!ratings->fit && clock_us() < ratings->rest_until) || ratings_go_on(site, now, error))
        return true;
    ratings_drop(ratings);
    return site->again = false;
}

static bool ratings_open(struct site *site, struct error *error) {
    (void)error;
    site->ratings = needed(calloc(1, sizeof *site->ratings));
    return true;
}

static void ratings_close(struct site *site) {
    ratings_drop(site->ratings);
    free(site->ratings);
    site->ratings = NULL;
}

/* ---- answers --------------------------------------------------------------------------------- */

static void answer_rated_games(struct site_call *call) {
    struct json json = json_new_object();
    bool done = rating_add_games(call->club, &json, &call->error);
    site_answer_outcome(call, club_done(done), &json);
}

static void answer_ratings(struct site_call *call) {
    enum account_class class;
    struct rating_list list;
    const struct page_request page = site_list(call);
    if (!site_class(call, &class))
        return;
    enum club_answer answer =
        rating_list_read(call->club, site_word(call, 0), class, &page, &list, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    json_string(&json, "game", site_word(call, 0));
    json_string(&json, "scale", list.margins ? "margin" : "elo");
    json_string(&json, "class", account_class_name(class));
    json_open(&json, "rows", '[');
    for (int i = 0; i < list.count; i++) {
        json_open(&json, NULL, '{');
        json_integer(&json, "account", list.row[i].account);
        json_string(&json, "name", list.row[i].name);
        rating_add(&json, &list.row[i]);
        json_close(&json, '}');
    }
    site_answer_rows(call, CLUB_DONE, &json, page, list.total);
}

static const struct site_route routes[] = {
    {"GET", "api/ratings", .handle = answer_rated_games},
    {"GET", "api/ratings/?", .handle = answer_ratings},
    {0},
};

const struct site_part site_part_ratings = {.feature = "ratings",
                                            .routes = routes,
                                            .jobs = {{"ratings", LOOK_MS, ratings_look}},
                                            .open = ratings_open,
                                            .close = ratings_close};
