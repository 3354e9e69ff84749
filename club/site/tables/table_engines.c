/* table_engines.c - searches under way are in an array, each with what the club asked and what the
 * pool gets. Which tables wait is asked of the file each time, and nothing about it is kept: a
 * restart changes nothing. An engine's fault costs it the table, and the operator gets a line; a
 * lack of memory or processes is nobody's fault, and is tried again in five seconds. */
#include "config.h"

#include "club/site/tables/table_engines.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/site/tables/table_feed.h"
#include "club/store/tables/table_search.h"
#include "club/store/tables/tables.h"
#include "half/engine_spec.h"
#include "referee/engines/builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLIGHTS_MAX = 256, AGAIN_US = 5 * 1000000 };

/* A search that the pool has. */
struct flight {
    struct pool_search search;
    struct table_search asked;
};

struct table_engines {
    struct club *club;
    struct table_feed *feed;
    const struct engine_spec *const *engine;
    int engines, max;
    struct engine_pool *pool;
    struct flight *flight[FLIGHTS_MAX]; /* what is under way; the first `flights` */
    int flights;
    int64_t due; /* when to look (clock_us()); INT64_MAX: something has to happen first */
    int64_t moves, faults;
};

/* ---- begin and end --------------------------------------------------------------------------- */

static void drop_flight(struct pool_search *search) {
    struct flight *flight = search->context;
    text_free(&flight->search.start);
    text_free(&flight->search.moves);
    table_search_free(&flight->asked);
    free(flight);
}

struct table_engines *table_engines_new(struct club *club, struct table_feed *feed,
                                        const struct engine_spec *const *engine, int engines,
                                        int max, struct error *error) {
    const struct pool_options options = {engine, engines, max};
    struct table_engines *made = needed(calloc(1, sizeof *made));
    *made = (struct table_engines){
        .club = club, .feed = feed, .engine = engine, .engines = engines, .max = max};
    made->pool = engine_pool_new(&options, error);
    if (made->pool)
        return made;
    free(made);
    return NULL;
}

void table_engines_free(struct table_engines *engines) {
    if (!engines)
        return;
    engine_pool_free(engines->pool, drop_flight);
    free(engines);
}

/* ---- which there are ------------------------------------------------------------------------- */

/* -1: none has that name. */
static int table_engines_find(const struct table_engines *engines, const char *name) {
    for (int i = 0; i < engines->engines; i++)
        if (strcmp(engines->engine[i]->name, name) == 0)
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
    const struct engine_spec *spec = engines->engine[number];
    char player[64], name[2 * ENGINE_ID_SIZE];
    builtin_player(spec->command, player, sizeof player);
    if (*player)
        snprintf(name, sizeof name, "%s (%s %s)", spec->name, PACKAGE_NAME, PACKAGE_VERSION);
    add_engine(engines, number, spec->name,
               *player ? name : engine_pool_id_name(engines->pool, number), json);
}

void table_engines_list(const struct table_engines *engines, struct json *json) {
    add_engine(engines, -1, TABLE_REFERENCE, _("the reference computer"), json);
    for (int i = 0; i < engines->engines; i++)
        if (strcmp(engines->engine[i]->name, TABLE_REFERENCE) != 0)
            add_named(engines, i, json);
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Reports to the operator what went wrong. */
static void note_fault(struct table_engines *engines, const char *engine, enum verdict verdict,
                       const char *text) {
    engines->faults++;
    fprintf(stderr, "%s: %s: %s: %s\n", "serve", engine, verdict_name(verdict), text);
}

static enum club_answer table_engines_play(struct table_engines *engines,
                                           const struct flight *flight, int64_t now,
                                           struct error *error) {
    const struct pool_search *search = &flight->search;
    bool lost;
    enum club_answer answer = table_search_play(engines->club, &flight->asked, search->move,
                                                search->took, now, &lost, error);
    engines->moves++;
    if (lost && answer == CLUB_DONE) {
        note_fault(engines, flight->asked.engine, VERDICT_ILLEGAL, error->text);
        engine_pool_restart(engines->pool, search->engine);
    }
    return answer;
}

/* What became of a search. The table may have gone on without it, which is no fault. */
static void land(struct table_engines *engines, struct flight *flight, int64_t now) {
    const struct pool_search *search = &flight->search;
    struct error error;
    enum club_answer answer;
    if (search->fault.verdict == VERDICT_STOPPED)
        return;
    if (search->fault.verdict == VERDICT_MACHINE) {
        fprintf(stderr, "%s: %s\n", "serve", search->fault.shown);
        engines->due = clock_us() + AGAIN_US;
        return;
    }
    if (search->fault.verdict == VERDICT_OK) {
        answer = table_engines_play(engines, flight, now, &error);
    } else {
        if (search->fault.verdict != VERDICT_RESIGNED)
            note_fault(engines, flight->asked.engine, search->fault.verdict, search->fault.text);
        answer = table_search_fail(engines->club, &flight->asked, search->fault.verdict,
                                   search->fault.text, now, &error);
    }
    if (answer == CLUB_FAILED) {
        fprintf(stderr, "%s: %s\n", "serve", error.text);
        engines->due = clock_us() + AGAIN_US;
    } else {
        engines->due = 0;
    }
    table_feed_note(engines->feed, flight->asked.table);
}

static void take_answers(struct table_engines *engines, int64_t now) {
    struct pool_search *search;
    while ((search = engine_pool_take(engines->pool))) {
        struct flight *flight = search->context;
        for (int i = 0; i < engines->flights; i++)
            if (engines->flight[i] == flight)
                engines->flight[i] = engines->flight[--engines->flights];
        land(engines, flight, now);
        drop_flight(search);
    }
}

/* ---- questions ------------------------------------------------------------------------------- */

/* Tables whose turn has come: of each person one, and no more than the pool will soon take. */
struct choice {
    const struct table_engines *engines;
    int count, room;
    int64_t person[FLIGHTS_MAX];
    char table[FLIGHTS_MAX][SECRET_SIZE];
};

static bool is_served(const struct choice *choice, int64_t person) {
    for (int i = 0; i < choice->count; i++)
        if (choice->person[i] == person)
            return true;
    for (int i = 0; i < choice->engines->flights; i++)
        if (choice->engines->flight[i]->asked.person == person)
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

/* An engine that the operator has taken away, or that cannot be started, has lost. */
static void table_engines_refuse(struct table_engines *engines, struct flight *flight,
                                 const char *text, int64_t now) {
    fault_set(&flight->search.fault, VERDICT_WITHDRAWN, "%s", text);
    land(engines, flight, now);
    drop_flight(&flight->search);
}

static void table_engines_ask(struct table_engines *engines, const char *table, int64_t now) {
    struct flight *flight = needed(calloc(1, sizeof *flight));
    struct error error;
    struct pool_search *search = &flight->search;
    search->context = flight;
    if (table_search_read(engines->club, table, &flight->asked, &error) != CLUB_DONE) {
        drop_flight(search);
        return;
    }
    const struct table_search *asked = &flight->asked;
    search->engine = table_engines_find(engines, asked->engine);
    search->line = asked->line;
    snprintf(search->game, sizeof search->game, "%s", asked->table);
    search->players = asked->players;
    search->half = asked->half;
    search->seat = asked->seat;
    memcpy(search->carry, asked->carry, sizeof search->carry);
    search->seed = asked->seed;
    text_add(&search->start, text_get(&asked->start));
    text_add(&search->moves, text_get(&asked->moves));
    if (search->engine < 0) {
        table_engines_refuse(engines, flight, N_("this engine does not play here any more"), now);
    } else if (search->moves.failed || search->start.failed ||
               !engine_pool_put(engines->pool, search, &error)) {
        engines->due = clock_us() + AGAIN_US;
        drop_flight(search);
    } else {
        engines->flight[engines->flights++] = flight;
    }
}

static void ask_all(struct table_engines *engines, int64_t now) {
    struct choice *choice = needed(calloc(1, sizeof *choice));
    struct error error;
    int room = 2 * engines->max < FLIGHTS_MAX ? 2 * engines->max : FLIGHTS_MAX;
    engines->due = INT64_MAX;
    choice->engines = engines;
    choice->room = room - engines->flights;
    if (!table_searches(engines->club, consider, choice, &error))
        engines->due = clock_us() + AGAIN_US;
    for (int i = 0; i < choice->count; i++)
        table_engines_ask(engines, choice->table[i], now);
    free(choice);
}

/* ---- the loop's side ------------------------------------------------------------------------- */

void table_engines_look(struct table_engines *engines) {
    engines->due = 0;
}

int table_engines_descriptor(const struct table_engines *engines) {
    return engine_pool_descriptor(engines->pool);
}

int64_t table_engines_deadline(const struct table_engines *engines) {
    return engines->due;
}

void table_engines_run(struct table_engines *engines, int64_t now) {
    take_answers(engines, now);
    if (engines->due <= clock_us())
        ask_all(engines, now);
}

void table_engines_measure(const struct table_engines *engines, struct text *metrics) {
    int searches, threads;
    engine_pool_count(engines->pool, &searches, &threads);
    text_addf(metrics,
              "# HELP triancey_engine_searches Searches of engines that wait or run.\n"
              "# TYPE triancey_engine_searches gauge\ntriancey_engine_searches %d\n"
              "# HELP triancey_engine_threads Threads that engines have.\n"
              "# TYPE triancey_engine_threads gauge\ntriancey_engine_threads %d\n"
              "# HELP triancey_engine_moves_total Moves of engines.\n"
              "# TYPE triancey_engine_moves_total counter\ntriancey_engine_moves_total %lld\n"
              "# HELP triancey_engine_faults_total Searches that failed.\n"
              "# TYPE triancey_engine_faults_total counter\ntriancey_engine_faults_total %lld\n",
              searches, threads, (long long)engines->moves, (long long)engines->faults);
}
