/* table_engines.c - the searches that the pool has are in an array. The file is asked each time
 * which tables wait, so that a restart changes nothing. An engine's fault costs it the table, and
 * the operator gets a line; what lacks memory or processes is tried again in five seconds. */
#include "config.h"

#include "club/site/tables/table_engines.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/table_feed.h"
#include "club/store/tables/tables.h"
#include "half/engine_spec.h"
#include "referee/engines/builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEARCHES_MAX = 256, AGAIN_US = 5 * 1000000 };

struct table_engines {
    struct site *site;
    struct pool_options options;
    struct engine_pool *pool;
    struct pool_search *search[SEARCHES_MAX]; /* those that it has; the first `searches` */
    int searches;
    int64_t due; /* when to look (clock_us()); INT64_MAX: something has to happen first */
    int64_t moves, faults;
};

/* ---- which there are ------------------------------------------------------------------------- */

/* -1: none has that name. */
static int table_engines_find(const struct table_engines *engines, const char *name) {
    for (int i = 0; i < engines->options.engines; i++)
        if (strcmp(engines->options.engine[i]->name, name) == 0)
            return i;
    return -1;
}

static bool plays(const struct table_engines *engines, int number, const struct game *game) {
    if (number < 0)
        return game->default_grid && game->players_max >= 2;
    return engine_pool_plays(engines->pool, number, game->name) && game->players_max >= 2;
}

bool table_engines_has(const struct table_engines *engines, const char *name, const char *word) {
    const struct game *game = game_find(word);
    int number = table_engines_find(engines, name);
    bool reference = strcmp(name, TABLE_REFERENCE) == 0;
    return game && (number >= 0 || reference) && plays(engines, reference ? -1 : number, game);
}

static void add_engine(const struct table_engines *engines, int number, const char *word,
                       const char *name, struct json *json) {
    json_open(json, NULL, '{');
    json_string(json, "engine", word);
    json_string(json, "name", name);
    json_open(json, "games", '[');
    for (int i = 0; games[i]; i++)
        if (plays(engines, number, games[i]))
            json_string(json, NULL, games[i]->name);
    json_close(json, ']');
    json_close(json, '}');
}

/* What people read. The players of our own engine are one program and would all have one name. */
static void add_named(const struct table_engines *engines, int number, struct json *json) {
    const struct engine_spec *spec = engines->options.engine[number];
    char player[64], name[2 * ENGINE_ID_SIZE];
    builtin_player(spec->command, player, sizeof player);
    if (*player)
        snprintf(name, sizeof name, "%s (%s %s)", spec->name, PACKAGE_NAME, PACKAGE_VERSION);
    add_engine(engines, number, spec->name,
               *player ? name : engine_pool_id_name(engines->pool, number), json);
}

/* Adds "engines": those that people play against, the computer in this process first. */
static void describe(struct site *site, struct json *json) {
    const struct table_engines *engines = site->engines;
    json_open(json, "engines", '[');
    add_engine(engines, -1, TABLE_REFERENCE, _("the reference computer"), json);
    for (int i = 0; i < engines->options.engines; i++)
        if (strcmp(engines->options.engine[i]->name, TABLE_REFERENCE) != 0)
            add_named(engines, i, json);
    json_close(json, ']');
}

static void answer_engines(struct site_call *call) {
    struct json json = json_new_object();
    describe(call->site, &json);
    site_answer_json(call, 200, &json);
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Reports to the operator what went wrong. */
static void note_fault(struct table_engines *engines, const char *engine, enum verdict verdict,
                       const char *text) {
    engines->faults++;
    fprintf(stderr, "%s: %s: %s: %s\n", "serve", engine, verdict_name(verdict), text);
}

/* What became of a search. The table may have gone on without it, which is no fault. */
static void table_engines_answer(struct table_engines *engines, const struct pool_search *search,
                                 int64_t now) {
    const enum verdict verdict = search->fault.verdict;
    struct table_reply reply = {.move = verdict == VERDICT_OK ? search->move : NULL,
                                .verdict = verdict,
                                .text = search->fault.text,
                                .took = search->took,
                                .now = now};
    struct error error;
    if (verdict == VERDICT_STOPPED)
        return;
    if (verdict == VERDICT_MACHINE) {
        fprintf(stderr, "%s: %s\n", "serve", search->fault.shown);
        engines->due = clock_us() + AGAIN_US;
        return;
    }
    engines->moves += verdict == VERDICT_OK;
    if (verdict != VERDICT_OK && verdict != VERDICT_RESIGNED)
        note_fault(engines, search->asked.engine, verdict, search->fault.text);
    enum club_answer answer =
        table_search_answer(&engines->site->club, &search->asked, &reply, &error);
    if (reply.lost && answer == CLUB_DONE) {
        note_fault(engines, search->asked.engine, VERDICT_ILLEGAL, error.text);
        engine_pool_restart(engines->pool, search->engine);
    }
    if (answer == CLUB_FAILED) {
        fprintf(stderr, "%s: %s\n", "serve", error.text);
        engines->due = clock_us() + AGAIN_US;
    } else {
        engines->due = 0;
    }
    table_feed_note(engines->site, search->asked.table);
}

static void take_answers(struct table_engines *engines, int64_t now) {
    struct pool_search *search;
    while ((search = engine_pool_take(engines->pool))) {
        for (int i = 0; i < engines->searches; i++)
            if (engines->search[i] == search)
                engines->search[i] = engines->search[--engines->searches];
        table_engines_answer(engines, search, now);
        pool_search_free(search);
    }
}

/* ---- questions ------------------------------------------------------------------------------- */

/* Tables whose turn has come: of each person one, and no more than the pool will soon take. */
struct choice {
    const struct table_engines *engines;
    int count, room;
    int64_t person[SEARCHES_MAX];
    char table[SEARCHES_MAX][SECRET_SIZE];
};

static bool is_served(const struct choice *choice, int64_t person) {
    for (int i = 0; i < choice->count; i++)
        if (choice->person[i] == person)
            return true;
    for (int i = 0; i < choice->engines->searches; i++)
        if (choice->engines->search[i]->asked.person == person)
            return true;
    return false;
}

static void consider(void *context, const char *table, int64_t person) {
    struct choice *choice = context;
    if (choice->count == choice->room || is_served(choice, person))
        return;
    snprintf(choice->table[choice->count], SECRET_SIZE, "%s", table);
    choice->person[choice->count++] = person;
}

/* An engine that the operator has taken away has lost. */
static void table_engines_ask(struct table_engines *engines, const char *table, int64_t now) {
    struct pool_search *search = needed(calloc(1, sizeof *search));
    struct error error;
    if (table_search_read(&engines->site->club, table, &search->asked, &error) != CLUB_DONE) {
        pool_search_free(search);
        return;
    }
    search->engine = table_engines_find(engines, search->asked.engine);
    if (search->engine < 0) {
        fault_set(&search->fault, VERDICT_WITHDRAWN, "%s",
                  N_("this engine does not play here any more"));
        table_engines_answer(engines, search, now);
        pool_search_free(search);
    } else if (!engine_pool_put(engines->pool, search, &error)) {
        engines->due = clock_us() + AGAIN_US;
        pool_search_free(search);
    } else {
        engines->search[engines->searches++] = search;
    }
}

static void ask_all(struct table_engines *engines, int64_t now) {
    struct choice *choice = needed(calloc(1, sizeof *choice));
    struct error error;
    int room = 2 * engines->options.max < SEARCHES_MAX ? 2 * engines->options.max : SEARCHES_MAX;
    engines->due = INT64_MAX;
    choice->engines = engines;
    choice->room = room - engines->searches;
    if (!table_searches(&engines->site->club, consider, choice, &error))
        engines->due = clock_us() + AGAIN_US;
    for (int i = 0; i < choice->count; i++)
        table_engines_ask(engines, choice->table[i], now);
    free(choice);
}

void table_engines_look(struct table_engines *engines) {
    engines->due = 0;
}

/* ---- the part -------------------------------------------------------------------------------- */

/* Starts each engine once. */
static bool open_engines(struct site *site, struct error *error) {
    const struct site_options *options = site->options;
    struct table_engines *engines = site->engines = needed(calloc(1, sizeof *engines));
    engines->site = site;
    engines->options =
        (struct pool_options){options->engine, options->engines, options->engines_max};
    engines->pool = engine_pool_new(&engines->options, error);
    if (!engines->pool && options->engines_usual) {
        fprintf(stderr, "%s: %s\n", "serve", error->text);
        engines->options = (struct pool_options){NULL, 0, 0};
        engines->pool = engine_pool_new(&engines->options, error);
    }
    return engines->pool != NULL;
}

/* Ends all that runs; unfinished searches start again next time. */
static void close_engines(struct site *site) {
    engine_pool_free(site->engines->pool);
    free(site->engines);
    site->engines = NULL;
}

static int poll_engines(struct site *site, struct pollfd *polls) {
    polls[0] = (struct pollfd){.fd = engine_pool_descriptor(site->engines->pool), .events = POLLIN};
    return 1;
}

static int64_t engines_due(struct site *site) {
    return site->engines->due;
}

static void run_engines(struct site *site, bool ready) {
    (void)ready;
    take_answers(site->engines, site_now(site));
    if (site->engines->due <= clock_us())
        ask_all(site->engines, site_now(site));
}

static void measure_engines(struct site *site, struct text *metrics) {
    const struct table_engines *engines = site->engines;
    int searches, threads;
    engine_pool_count(engines->pool, &searches, &threads);
    site_add_metric(metrics, "triancey_engine_searches", "gauge",
                    "Searches of engines that wait or run.", searches);
    site_add_metric(metrics, "triancey_engine_threads", "gauge", "Threads that engines have.",
                    threads);
    site_add_metric(metrics, "triancey_engine_moves_total", "counter", "Moves of engines.",
                    engines->moves);
    site_add_metric(metrics, "triancey_engine_faults_total", "counter", "Searches that failed.",
                    engines->faults);
}

static const struct site_route routes[] = {
    {"GET", "api/engines", .handle = answer_engines},
    {0},
};

const struct site_part site_part_engines = {.routes = routes,
                                            .open = open_engines,
                                            .close = close_engines,
                                            .polls = poll_engines,
                                            .deadline = engines_due,
                                            .run = run_engines,
                                            .measure = measure_engines,
                                            .describe = describe};
