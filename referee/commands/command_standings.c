/* command_standings.c - `standings`: the standings of a league, in progress or finished. */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/values.h"
#include "record/live.h"
#include "record/merge.h"
#include "record/query.h"
#include "record/record.h"
#include "referee/commands/commands.h"
#include "results/league_json.h"
#include "results/standings.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { ALL, JSON, ABOUT, GAMES, GAME };

enum { LOOK_US = 1000000, PAGE_MAX = 1000 };

/* A line that tells what the league is, and the standings of the same moment. */
static bool show_about(struct record *record, struct error *error) {
    return league_json_print(record, stdout, error) &&
           standings_show(record, STANDINGS_JSON, stdout, error);
}

static bool command_standings_show(struct record *record, const struct arguments *arguments,
                                   struct error *error) {
    enum standings_form shown = arguments->value[JSON]  ? STANDINGS_JSON
                                : arguments->value[ALL] ? STANDINGS_ALL
                                                        : STANDINGS_SHORT;
    if (!arguments->value[ABOUT])
        return standings_show(record, shown, stdout, error);
    return query_begin_reading(record, error) &&
           query_end_reading(record, show_about(record, error));
}

/* ---- games ----------------------------------------------------------------------------------- */

/* What is asked for: one game, or this many from a place on. */
struct wanted {
    int64_t game, from;
    int count; /* 0: one game */
};

static bool read_wanted(const struct arguments *arguments, struct wanted *wanted,
                        struct error *error) {
    char from[24] = "";
    int64_t count = 0;
    const char *page = arguments->value[GAMES], *game = arguments->value[GAME];
    const char *colon = page ? strchr(page, ':') : NULL;
    if (game)
        return value_number(game, INT64_MIN, INT64_MAX, &wanted->game) ||
               error_set(error, _("--game needs the number of a game, not '%.100s'"), game);
    snprintf(from, sizeof from, "%.*s", colon ? (int)(colon - page) : 0, page);
    bool good = colon && value_number(from, 0, INT64_MAX, &wanted->from) &&
                value_number(colon + 1, 1, PAGE_MAX, &count);
    wanted->count = (int)count;
    return good ||
           error_set(error, _("--games needs FROM:COUNT, such as 0:50, not '%.100s'"), page);
}

static bool add_games(struct record *record, const struct wanted *wanted,
                      const struct live_seen *live, struct json *json, bool *found,
                      struct error *error) {
    int64_t total;
    *found = true;
    if (wanted->count == 0)
        return league_json_game(record, wanted->game, live->half, live->halves, json, found, error);
    if (!league_json_games(record, wanted->from, wanted->count, live->half, live->halves, json,
                           &total, error))
        return false;
    json_integer(json, "total", total);
    if (wanted->count < total && wanted->from < total - wanted->count)
        json_integer(json, "next", wanted->from + wanted->count);
    return true;
}

/* For programs that cannot wait: nothing is followed, and a record that is locked is an error. */
static bool show_games(const char *path, const struct wanted *wanted, struct error *error) {
    struct live_seen live = {0};
    bool found = false;
    struct record *record = record_look(path, clock_us() + LOOK_US, error);
    live_read(&live, path, NULL);
    struct json json = json_new_object();
    bool done = record && query_begin_reading(record, error) &&
                query_end_reading(record, add_games(record, wanted, &live, &json, &found, error));
    json_close(&json, '}');
    if (done && found)
        done = json_write(&json, stdout) || error_set(error, _("cannot write the standings"));
    text_free(&json.text);
    live_seen_free(&live);
    record_close(record);
    return done;
}

static int standings_run(struct arguments *arguments, const atomic_int *stop) {
    bool paged = arguments->value[GAMES] || arguments->value[GAME];
    if ((arguments->value[ABOUT] || paged) && !arguments->value[JSON]) {
        error_set(&arguments->error, _("--%s needs --json"),
                  arguments->value[ABOUT]   ? "about"
                  : arguments->value[GAMES] ? "games"
                                            : "game");
        return EXIT_USAGE;
    }
    struct wanted wanted = {0};
    if (paged && !read_wanted(arguments, &wanted, &arguments->error))
        return EXIT_USAGE;
    if (paged)
        return show_games(arguments->word[0], &wanted, &arguments->error) ? EXIT_FINE : EXIT_FAILED;
    struct record *record = merge_open(arguments->word, arguments->words, stop, &arguments->error);
    record_set_cancel(record, stop);
    bool done = record && command_standings_show(record, arguments, &arguments->error);
    record_close(record);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_standings = {
    .name = "standings",
    .summary = N_("show the standings"),
    .words = {N_("FILE.db..."), "*.db", 1, INT_MAX},
    .about = N_("Shows the standings of a league, even while it is being played. Several records "
                "must\nbe parts of one league, such as its shards."),
    .option = {[ALL] = {"all",
                        .about = N_("with errors, Elo and likelihood of superiority for each")},
               [JSON] = {"json", .about = N_("as one JSON object, with everything")},
               [ABOUT] = {"about", .about = N_("with --json: first describe the league")},
               [GAMES] = {"games", N_("FROM:COUNT"),
                          .about = N_("with --json: some games instead, counted from 0")},
               [GAME] = {"game", N_("NUMBER"),
                         .about = N_("with --json: one game instead, with its moves")}},
    .run = standings_run,
};
