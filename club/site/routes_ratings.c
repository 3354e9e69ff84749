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
#include "club/site/rating_json.h"
#include "club/store/ratings/person_ratings.h"

#include <math.h>
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

/* ---- ratings as JSON ------------------------------------------------------------------------- */

/* Those that rest on too few opponents are null, not left out, so that a reader sees how far they
 * have come. */

/* A rating that rests on one opponent only is not shown. */
void rating_json_add(struct json *json, const struct rating *rating) {
    bool listed = rating->standing != RATING_UNLISTED;
    json_integer_if(json, "rank", rating->place != 0, rating->place);
    json_real(json, "rating", listed ? rating->rating : (double)NAN);
    json_real(json, "error", listed ? rating->error : (double)NAN);
    json_integer(json, "encounters", rating->encounters);
    json_integer(json, "opponents", rating->opponents);
    json_bool(json, "provisional", rating->standing != RATING_PROVEN);
}

static void rating_json_add_course(struct json *json, const struct rating_person *person) {
    json_open(json, "course", '[');
    for (int i = 0; i < person->days; i++) {
        json_open(json, NULL, '{');
        json_string(json, "day", person->day[i].day);
        json_real(json, "rating", person->day[i].rating);
        json_real(json, "error", person->day[i].error);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void rating_json_add_rivals(struct json *json, const struct rating_person *person) {
    json_open(json, "rivals", '[');
    for (int i = 0; i < person->rivals; i++) {
        const struct rating_rival *rival = &person->rival[i];
        json_open(json, NULL, '{');
        json_integer_if(json, "account", rival->account != 0, rival->account);
        json_string(json, "name", rival->name);
        if (!rival->account)
            json_bool(json, "deleted", true);
        json_integer(json, "encounters", rival->encounters);
        json_integer(json, "counted", rival->counted);
        json_integer(json, "won", rival->won);
        json_integer(json, "drawn", rival->drawn);
        json_integer(json, "lost", rival->lost);
        json_real(json, "margin", rival->margin);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void rating_json_add_game(void *context, const struct rating_person *person) {
    struct json *json = context;
    json_open(json, NULL, '{');
    json_string(json, "game", person->now.game);
    json_string(json, "scale", person->now.margins ? "margin" : "elo");
    rating_json_add(json, &person->now);
    rating_json_add_course(json, person);
    rating_json_add_rivals(json, person);
    json_close(json, '}');
}

bool rating_json_add_person(struct club *club, int64_t account, struct json *json,
                            struct error *error) {
    json_open(json, "ratings", '[');
    bool done = rating_person_read(club, account, rating_json_add_game, json, error);
    json_close(json, ']');
    return done;
}

/* ---- answers --------------------------------------------------------------------------------- */

static void add_rated_game(void *context, const char *game, int64_t encounters, int64_t players) {
    struct json *json = context;
    json_open(json, NULL, '{');
    json_string(json, "game", game);
    json_integer(json, "encounters", encounters);
    json_integer(json, "players", players);
    json_close(json, '}');
}

static void answer_rated_games(struct site_call *call) {
    struct json json = json_new_object();
    json_open(&json, "games", '[');
    bool done = rating_games_read(call->club, add_rated_game, &json, &call->error);
    json_close(&json, ']');
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
        rating_json_add(&json, &list.row[i]);
        json_close(&json, '}');
    }
    site_answer_rows(call, &json, page, list.total);
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
