/* command_bot.c - `bot`: an engine at the tables of a site. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/bot/bot.h"
#include "club/commands/commands.h"
#include "games/game.h"
#include "referee/arguments/engine_arguments.h"
#include "referee/engines/builtin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SITE, ENGINE, NAME, KEY, GAME, GRID, CLOCK, DAYS, ACCEPT, RATED, TABLES, GAMES, AUTHORITY };
enum { CLOCK_MIN = 10, CLOCK_MAX = 6 * 3600, INCREMENT_MAX = 600, GAMES_MAX = 1000000 };
enum { SITE_SIZE = 300, DAYS_MAX = 30, DAYS_MOVETIME_S = 10 };

#define CLOCK_USUAL  "600+5"
#define MARGIN_USUAL "5000" /* the site judges the time */

struct request {
    struct bot_options options;
    struct engine_list engines;
    char site[SITE_SIZE];
};

/* Without limits of its own it plays by the clock of its tables, which read_engine() sets. */
static bool check_engine(struct setup_engine *engine, struct error *error) {
    static const char *const useless[] = {"tc", "ponder", NULL};
    bool bounded = engine_list_states(engine, "movetime") || engine_list_states(engine, "nodes") ||
                   engine_list_states(engine, "depth");
    return engine_list_refuse(engine, useless, _("the tables have the clock of --clock"), error) &&
           (bounded || setup_set_engine(engine, "tc", CLOCK_USUAL, error)) &&
           (engine_list_states(engine, "margin") ||
            setup_set_engine(engine, "margin", MARGIN_USUAL, error));
}

/* A key is a secret: it goes over https, or stays on this machine. */
static bool read_site(struct request *request, const char *text, struct error *error) {
    static const char *const here[] = {"localhost", "127.0.0.1", "[::1]", NULL};
    size_t length = strlen(text);
    bool plain = strncasecmp(text, "http://", 7) == 0, known = false;
    while (length > 0 && text[length - 1] == '/')
        length--;
    if (length >= sizeof request->site || (!plain && strncasecmp(text, "https://", 8) != 0) ||
        strpbrk(text, " ?#@\\"))
        return error_set(error, _("--site must be an address such as https://play.example.org"));
    snprintf(request->site, sizeof request->site, "%.*s", (int)length, text);
    for (int i = 0; plain && here[i]; i++) {
        size_t bytes = strlen(here[i]);
        known |=
            strncasecmp(text + 7, here[i], bytes) == 0 && strchr(":/", text[7 + bytes]) != NULL;
    }
    request->options.site = request->site;
    return !plain || known ||
           error_set(error, _("--site: only a site on this machine may be asked without https"));
}

static bool read_clock(struct request *request, const char *text, struct error *error) {
    int read = 0;
    struct bot_options *options = &request->options;
    if (sscanf(text, "%d+%d%n", &options->clock, &options->increment, &read) != 2 || text[read] ||
        options->clock < CLOCK_MIN || options->clock > CLOCK_MAX || options->increment < 0 ||
        options->increment > INCREMENT_MAX)
        return error_set(error,
                         _("--clock must be SECONDS+INCREMENT, such as 600+5, from %d to %d seconds"
                           " and up to %d more"),
                         CLOCK_MIN, CLOCK_MAX, INCREMENT_MAX);
    return true;
}

static bool read_engine(struct request *request, const struct arguments *arguments,
                        struct error *error) {
    struct bot_options *options = &request->options;
    if (!engine_list_read(&request->engines, arguments, ENGINE, BUILTIN_PREFIX "search",
                          check_engine, error))
        return false;
    struct limits *limits = &request->engines.setup.engine[0].spec.limits;
    if (limits->clock.time && options->days > 0) {
        limits->clock.time = 0;
        limits->movetime = INT64_C(1000000) * DAYS_MOVETIME_S;
    } else if (limits->clock.time) {
        limits->clock.time = INT64_C(1000000) * options->clock;
        limits->clock.increment = INT64_C(1000000) * options->increment;
    }
    options->engine = request->engines.engine[0];
    return true;
}

static bool bot_read_arguments(struct request *request, const struct arguments *arguments,
                               struct error *error) {
    struct bot_options *options = &request->options;
    const char *clock = arguments->value[CLOCK];
    *options = (struct bot_options){
        .name = arguments->value[NAME],
        .key = arguments->value[KEY] ? arguments->value[KEY] : "triancey-bot.key",
        .authority = arguments->value[AUTHORITY],
        .game = arguments->value[GAME] ? arguments->value[GAME] : GAME_DEFAULT,
        .grid = arguments->value[GRID],
        .accept = arguments->value[ACCEPT] ? arguments->value[ACCEPT] : BOT_ANYBODY,
        .rated = arguments->value[RATED] != NULL};
    const struct game *game = game_find(options->game);
    if (!game || game->players_max < 2)
        return error_set(error, _("there is no game '%s' for two"), options->game);
    if (clock && arguments->value[DAYS])
        return error_set(error, _("--clock and --days cannot be used together"));
    return read_site(request, arguments->value[SITE], error) &&
           read_clock(request, clock ? clock : CLOCK_USUAL, error) &&
           arguments_number(arguments, DAYS, 1, DAYS_MAX, 0, &options->days, error) &&
           arguments_number(arguments, TABLES, 1, BOT_TABLES_MAX, 1, &options->tables, error) &&
           arguments_number(arguments, GAMES, 1, GAMES_MAX, 0, &options->games, error) &&
           read_engine(request, arguments, error);
}

static int bot_main(struct arguments *arguments, const atomic_int *stop) {
    struct request request = {.engines = {.begun = false}};
    int status = EXIT_USAGE;
    if (bot_read_arguments(&request, arguments, &arguments->error))
        status = bot_run(&request.options, stop, &arguments->error) ? EXIT_FINE : EXIT_FAILED;
    engine_list_free(&request.engines);
    return status;
}

const struct command command_bot = {
    .name = "bot",
    .summary = N_("an engine at the tables of a site"),
    .about = N_(
        "Signs an engine in at a site, opens tables there and plays whoever sits down or\n"
        "challenges it. It only connects to the site, which cannot reach it. The first run needs\n"
        "--name and makes the account; the key is kept in a file that only its owner may read.\n"
        "Games go on after a break of the connection, and in the next run. Ctrl-C ends it."),
    .option =
        {{"site", N_("URL"), .about = N_("the site: https://play.example.org"), .needed = true},
         {"engine", N_("KEY=VALUE..."),
          .about = N_("the engine: its keys, builtin:PLAYER, or its name in your defaults "
                      "(builtin:search)"),
          .values = "builtin: @named @engine", .group = true},
         {"name", N_("NAME"), .about = N_("sign up by this name if there is no key yet")},
         {"key", N_("FILE"), .about = N_("the file of the key (triancey-bot.key)"), .values = "*"},
         {"game", N_("GAME"), .about = N_("the game of its tables (selacata)"), .values = "@games"},
         {"grid", N_("BOARD"), .about = N_("their board, if not the usual one"),
          .values = "@boards"},
         {"clock", N_("SECONDS+INCREMENT"),
          .about = N_("their clock for a half, and more with each move (600+5)")},
         {"days", N_("N"), .about = N_("instead of a clock, so many days for each move")},
         {"accept", N_("NAME,..."),
          .about = N_("whose challenges it accepts: anybody, nobody, or names (anybody)")},
         {"rated", .about = N_("its tables are rated: only engines can join them")},
         {"tables", N_("N"), .about = N_("how many tables at the same time (1)")},
         {"games", N_("N"), .about = N_("end when so many games are over")},
         {"authority", N_("FILE"),
          .about = N_("trust the certificates in this file instead of the system's"),
          .values = "*"}},
    .run = bot_main,
};
