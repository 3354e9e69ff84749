/* routes_lobby.c - who waits for an opponent, at once and as it changes. Seats are taken at the
 * tables themselves (routes_tables.c). */
#include "config.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/tables/lobby.h"

#include <stdio.h>

static void answer_lobby(struct site_call *call) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    lobby_add(call->site->lobby, &json);
    site_answer_json(call, 200, &json);
}

static void follow_lobby(struct site_call *call) {
    site_answer_events(call, lobby_log(call->site->lobby));
}

static bool look_at_lobby(struct site *site, int64_t now) {
    struct error error;
    if (!lobby_look(site->lobby, site->turn_feed, now, &error))
        fprintf(stderr, "%s: %s\n", "serve", error.text);
    return false;
}

static bool open_lobby(struct site *site, struct error *error) {
    site->lobby = lobby_new(&site->club, site->table_feed, site_now(site), error);
    return site->lobby != NULL;
}

static void close_lobby(struct site *site) {
    lobby_free(site->lobby);
    site->lobby = NULL;
}

static int64_t lobby_due(struct site *site) {
    return lobby_deadline(site->lobby);
}

static void run_lobby(struct site *site, const struct pollfd *polls, int count) {
    (void)polls;
    (void)count;
    lobby_publish(site->lobby, site_now(site));
}

static void measure_lobby(struct site *site, struct text *metrics) {
    text_addf(metrics,
              "# HELP triancey_seeks Tables in the lobby.\n"
              "# TYPE triancey_seeks gauge\ntriancey_seeks %zu\n",
              lobby_count(site->lobby));
}

static const struct site_route routes[] = {
    {"GET", "api/lobby", .handle = answer_lobby},
    {"GET", "api/lobby/events", SITE_ANYBODY, SITE_STREAM, .stream = true, .handle = follow_lobby},
    {0},
};

static const struct site_job jobs[] = {
    {"lobby", LOBBY_LOOK_MS, look_at_lobby},
    {0},
};

const struct site_part site_part_lobby = {.feature = "lobby",
                                          .routes = routes,
                                          .jobs = jobs,
                                          .open = open_lobby,
                                          .close = close_lobby,
                                          .deadline = lobby_due,
                                          .run = run_lobby,
                                          .measure = measure_lobby};
