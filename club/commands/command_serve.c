/* command_serve.c - `serve`: the site of a club. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/commands/commands.h"
#include "club/http/address.h"
#include "club/site/frame/site_options.h"
#include "club/site/site.h"
#include "referee/arguments/engine_arguments.h"
#include "referee/engines/builtin.h"
#include "referee/engines/sandbox.h"

#include <stdlib.h>
#include <string.h>

enum {
    DATA,
    PORT,
    NAME,
    PUBLIC,
    ORIGIN,
    PROXY,
    LOG,
    LIMITED,
    OPEN,
    PAGE,
    LEAGUES,
    ENGINE,
    PROCESSES,
    CONTACT
};

enum { PROCESSES_MAX = 64, PROCESSES_USUAL = 2 };
enum { PORT_MAX = 65535, PROXIES_MAX = 16 };

struct request {
    struct site_options options;
    struct address proxy[PROXIES_MAX];
    struct engine_list engines;
};

/* Milliseconds, unless the user says otherwise: an engine thinks a second for each move, and may be
 * late by so much on a busy machine without losing the half. */
#define MOVETIME_USUAL "1000"
#define MARGIN_USUAL   "5000"

/* Processes of an engine, with a sandbox or without. */
#define DESCENDANTS_USUAL "100"

static bool check_engine(struct setup_engine *engine, struct error *error) {
    static const char *const useless[] = {"tc", "ponder", NULL};
    bool bounded = engine_list_states(engine, "movetime") || engine_list_states(engine, "nodes") ||
                   engine_list_states(engine, "depth");
    return engine_list_refuse(engine, useless, _("it is asked for one move at a time"), error) &&
           (bounded || setup_set_engine(engine, "movetime", MOVETIME_USUAL, error)) &&
           (engine_list_states(engine, "sandbox") ||
            setup_set_engine(engine, "sandbox", "auto", error)) &&
           (!sandbox_counts() || engine_list_states(engine, "processes") ||
            setup_set_engine(engine, "processes", DESCENDANTS_USUAL, error)) &&
           (engine_list_states(engine, "margin") ||
            setup_set_engine(engine, "margin", MARGIN_USUAL, error));
}

/* One of two words, the first of which is the default. */
static bool read_choice(const struct arguments *arguments, int option, const char *usual,
                        const char *other, bool *chosen, struct error *error) {
    const char *value = arguments->value[option];
    *chosen = value && strcmp(value, other) == 0;
    return !value || *chosen || strcmp(value, usual) == 0 ||
           error_set(error, _("--%s must be %s or %s"), arguments->command->option[option].name,
                     usual, other);
}

/* Addresses, separated by commas; `unix` is any peer on a socket without addresses. */
static bool read_proxies(struct request *request, const char *list, struct error *error) {
    char text[64];
    request->options.proxy = request->proxy;
    while (list && *list) {
        size_t length = strcspn(list, ",");
        struct address *address = &request->proxy[request->options.proxies];
        if (request->options.proxies == PROXIES_MAX)
            return error_set(error, _("--proxy has more than %d addresses"), PROXIES_MAX);
        if (length >= sizeof text)
            return error_set(error, _("--proxy: %s is not an address"), list);
        memcpy(text, list, length);
        text[length] = '\0';
        if (strcmp(text, "unix") == 0)
            *address = address_of(NULL);
        else if (!address_read(text, address))
            return error_set(error, _("--proxy: %s is not an address"), text);
        request->options.proxies++;
        list += length + (list[length] == ',');
    }
    return true;
}

/* An address of RFC 9116, as one line. */
static bool check_contact(const char *contact, struct error *error) {
    bool good = !contact || strncmp(contact, "mailto:", 7) == 0 ||
                strncmp(contact, "https://", 8) == 0 || strncmp(contact, "tel:", 4) == 0;
    for (const char *c = contact; good && c && *c; c++)
        good = (unsigned char)*c > ' ' && (unsigned char)*c < 0x7f;
    return good ||
           error_set(error, _("--contact: %s is not an address such as mailto:me@club.example"),
                     contact);
}

static bool serve_read_arguments(struct request *request, const struct arguments *arguments,
                                 struct error *error) {
    struct site_options *options = &request->options;
    *options = (struct site_options){.data = arguments->value[DATA],
                                     .name = arguments->value[NAME],
                                     .public = arguments->value[PUBLIC] != NULL,
                                     .origin = arguments->value[ORIGIN],
                                     .open = arguments->value[OPEN] != NULL,
                                     .page = arguments->value[PAGE],
                                     .leagues = arguments->value[LEAGUES],
                                     .contact = arguments->value[CONTACT]};
    if (!options->name)
        options->name = _("a club");
    return check_contact(options->contact, error) &&
           arguments_number(arguments, PORT, 0, PORT_MAX, -1, &options->port, error) &&
           read_proxies(request, arguments->value[PROXY], error) &&
           read_choice(arguments, LOG, "refused", "all", &options->log_all, error) &&
           read_choice(arguments, LIMITED, "usual", "none", &options->limitless, error);
}

/* No engine at all if no process is allowed. */
static bool read_engines(struct request *request, const struct arguments *arguments,
                         struct error *error) {
    struct site_options *options = &request->options;
    if (!arguments_number(arguments, PROCESSES, 0, PROCESSES_MAX, PROCESSES_USUAL,
                          &options->engines_max, error))
        return false;
    if (options->engines_max == 0)
        return !arguments->value[ENGINE] ||
               error_set(error, _("--engine has no effect with --processes 0"));
    if (!engine_list_read(&request->engines, arguments, ENGINE, BUILTIN_PREFIX "search",
                          check_engine, error))
        return false;
    options->engine = request->engines.engine;
    options->engines = request->engines.engines;
    options->engines_usual = !arguments->value[ENGINE];
    return true;
}

static int serve_run(struct arguments *arguments, const atomic_int *stop) {
    struct request request = {.options = {.port = -1}};
    if (!serve_read_arguments(&request, arguments, &arguments->error))
        return EXIT_USAGE;
    int status = EXIT_USAGE;
    if (read_engines(&request, arguments, &arguments->error))
        status = site_serve(&request.options, stop, &arguments->error) ? EXIT_FINE : EXIT_FAILED;
    engine_list_free(&request.engines);
    return status;
}

const struct command command_serve = {
    .name = "serve",
    .summary = N_("a site: accounts, tournament games each week, rankings"),
    .about =
        N_("Serves a club on this machine and prints the address. Its members play the\nreference "
           "computer on the boards of the week. Everything is kept in club.db, which\nis also a "
           "record. Ctrl-C ends it; SITE.md explains how to run a public site."),
    .option = {{"data", N_("DIR"), .about = N_("keep club.db there, not in the current folder"),
                .values = "*"},
               {"port", N_("N"), .about = N_("listen on this port (8080); 0 takes a free one")},
               {"name", N_("TEXT"), .about = N_("the name of the site")},
               {"public", .about = N_("for everybody: does not start if a protection is missing")},
               {"origin", N_("URL"), .about = N_("its address in browsers: https://club.example")},
               {"proxy", N_("ADDRESSES"),
                .about = N_("trust these proxies to say where requests come from")},
               {"log", "refused|all", .about = N_("which requests are logged (refused)"),
                .values = "refused all"},
               {"limits", "usual|none", .about = N_("none: no limits, for measurements (usual)"),
                .values = "usual none"},
               {"open", .about = N_("open the address in a browser")},
               {"page", N_("FILE"), .about = N_("serve this page instead of its own"),
                .values = "*.html"},
               {"leagues", N_("DIR"),
                .about = N_("show the leagues whose records are there, even while they are played"),
                .values = "*"},
               {"engine", N_("KEY=VALUE..."),
                .about = N_("an engine to play against (builtin:search)"),
                .values = "builtin: @named @engine", .again = true, .group = true},
               {"processes", N_("N"),
                .about = N_("how many engines think at the same time (2); 0: none")},
               {"contact", N_("URL"),
                .about = N_("mailto: or https:, whom to tell of a security hole")}},
    .run = serve_run,
};
