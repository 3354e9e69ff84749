/* command_gui.c - `gui`: the page on this machine, with engines of the user's own. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/commands/command.h"
#include "referee/commands/engine_arguments.h"
#include "referee/engines/builtin.h"
#include "referee/engines/terms.h"
#include "referee/engines/transcript.h"
#include "referee/setup/setup.h"
#include "referee/site/gui.h"

#include <stdio.h>
#include <stdlib.h>

enum { ENGINE, PORT, OPEN, PAGE, LOG, IDLE };

enum { IDLE_SECONDS = 3600, IDLE_SECONDS_MAX = 30 * 86400, PORT_MAX = 65535 };

struct request {
    struct setup setup; /* its engines */
    struct gui_options options;
    const char *log;
    bool help;
};

/* The page conducts the game: what a referee would do with these keys is its affair. */
static bool check_terms(const struct setup_engine *engine, struct error *error) {
    static const char *const useless[] = {"tc", "margin", "cap", "restart"};
    for (size_t i = 0; i < sizeof useless / sizeof *useless; i++)
        if (engine->spec.stated >> terms_find(useless[i]) & 1)
            return error_set(error, _("--engine: %s is of no use here: the page keeps the time"),
                             useless[i]);
    return true;
}

static bool add_default(struct setup *setup, struct error *error) {
    struct setup_engine *engine = setup_add_engine(setup, NULL, error);
    return engine && setup_set_engine(engine, "cmd", BUILTIN_PREFIX "search", error);
}

static bool finish_engines(struct request *request, struct error *error) {
    struct setup *setup = &request->setup;
    if (setup->engines == 0 && !add_default(setup, error))
        return false;
    const struct engine_spec **list = malloc((size_t)setup->engines * sizeof *list);
    if (!list)
        return error_set(error, _("out of memory"));
    request->options.engine = list;
    request->options.engines = setup->engines;
    for (int i = 0; i < setup->engines; i++) {
        struct setup_engine *engine = &setup->engine[i];
        if (!check_terms(engine, error) || !setup_finish_engine(setup, engine, error) ||
            !setup_tell_apart(setup, engine, error))
            return false;
        list[i] = &engine->spec;
    }
    return true;
}

static bool read_number(const struct arguments *arguments, int option, int min, int max,
                        int *number, struct error *error) {
    struct arguments found = *arguments;
    found.value[option] = arguments->text;
    return arguments_number(&found, option, min, max, *number, number, error);
}

static bool read_argument(struct request *request, int number, struct arguments *arguments,
                          struct error *error) {
    struct gui_options *options = &request->options;
    switch (number) {
    case ENGINE:
        return engine_arguments_read(&request->setup, arguments, error) != NULL;
    case PORT:
        return read_number(arguments, number, 0, PORT_MAX, &options->port, error);
    case IDLE:
        return read_number(arguments, number, 1, IDLE_SECONDS_MAX, &options->idle_seconds, error);
    case OPEN:
        options->open = true;
        return true;
    case PAGE:
        options->page = arguments->text;
        return true;
    case LOG:
        request->log = arguments->text;
        return true;
    case ARGUMENTS_HELP:
        request->help = true;
        return true;
    case ARGUMENTS_WORD:
        return error_set(error, _("what is '%s'? (%s --help)"), arguments->text,
                         arguments->command->name);
    }
    return number == ARGUMENTS_END;
}

static bool read_arguments(struct request *request, struct arguments arguments,
                           struct error *error) {
    int number;
    do {
        number = arguments_next(&arguments, error);
        if (!read_argument(request, number, &arguments, error))
            return false;
    } while (number != ARGUMENTS_END);
    return request->help || finish_engines(request, error);
}

static int serve(struct request *request, const atomic_int *stop) {
    struct error error;
    struct gui_options *options = &request->options;
    options->transcript = request->log ? transcript_open(request->log, &error) : NULL;
    if (request->log && !options->transcript)
        return command_complain(&command_gui, error.text, EXIT_FAILED);
    int status = EXIT_FINE;
    if (!gui_serve(options, stop, &error))
        status = command_complain(&command_gui, error.text, EXIT_FAILED);
    if (!transcript_close(options->transcript, &error))
        status = command_complain(&command_gui, error.text, EXIT_FAILED);
    return status;
}

static int run(struct arguments *arguments, const atomic_int *stop) {
    struct error error;
    struct request request = {.options = {.idle_seconds = IDLE_SECONDS}};
    int status = EXIT_FINE;
    setup_init(&request.setup);
    if (!read_arguments(&request, *arguments, &error))
        status = command_complain(&command_gui, error.text, EXIT_USAGE);
    else if (request.help)
        command_print_help(&command_gui, stdout);
    else
        status = serve(&request, stop);
    free((void *)request.options.engine);
    setup_free(&request.setup);
    return status;
}

const struct command command_gui = {
    .name = "gui",
    .summary = N_("the page in a browser, with engines of yours"),
    .about = N_("Serves the page on this machine alone, with engines of yours as opponents and\n"
                "analysts (builtin:search if none is given), and prints the address. Ctrl-C ends "
                "it."),
    .option = {{"engine", N_("KEY=VALUE..."),
                .about = N_("an engine: its keys, or builtin:PLAYER alone"),
                .values = "builtin: @engine", .again = true, .group = true},
               {"port", N_("N"), .about = N_("listens on this port, not on a free one")},
               {"open", .about = N_("opens the address in a browser")},
               {"page", N_("FILE"), .about = N_("serves this page, not the one that ships"),
                .values = "*.html"},
               {"log", N_("FILE"), .about = N_("writes down all that engines and page say"),
                .values = "*"},
               {"idle", N_("SECONDS"),
                .about = N_("ends an engine to which nothing was said for so long (3600)")}},
    .in_order = true,
    .run = run,
};
