/* command_gui.c - `gui`: the page on this machine, with engines of the user's own. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "club/commands/commands.h"
#include "club/gui/gui.h"
#include "referee/arguments/engine_arguments.h"
#include "referee/engines/builtin.h"
#include "referee/engines/transcript.h"

#include <stddef.h>

enum { ENGINE, PORT, OPEN, PAGE, LOG, IDLE, LEAVE };

enum { IDLE_SECONDS = 3600, SECONDS_MAX = 30 * 86400, PORT_MAX = 65535 };

struct request {
    struct engine_list engines;
    struct gui_options options;
};

/* The page conducts the game: it does what a referee would do with these keys. */
static bool check_engine(struct setup_engine *engine, struct error *error) {
    static const char *const useless[] = {"tc", "margin", "cap", "restart", NULL};
    return engine_list_refuse(engine, useless, _("the page keeps the time"), error);
}

static bool gui_read_arguments(struct request *request, const struct arguments *arguments,
                               struct error *error) {
    struct gui_options *options = &request->options;
    options->open = arguments->value[OPEN] != NULL;
    options->page = arguments->value[PAGE];
    options->game = arguments->words ? arguments->word[0] : NULL;
    if (!arguments_number(arguments, PORT, 0, PORT_MAX, 0, &options->port, error) ||
        !arguments_number(arguments, IDLE, 1, SECONDS_MAX, IDLE_SECONDS, &options->idle_seconds,
                          error) ||
        !arguments_number(arguments, LEAVE, 1, SECONDS_MAX, 0, &options->leave_seconds, error) ||
        !engine_list_read(&request->engines, arguments, ENGINE, BUILTIN_PREFIX "search",
                          check_engine, error))
        return false;
    options->engine = request->engines.engine;
    options->engines = request->engines.engines;
    return true;
}

static int serve(struct gui_options *options, const char *log, const atomic_int *stop) {
    struct error error;
    options->transcript = log ? transcript_open(log, &error) : NULL;
    if (log && !options->transcript)
        return command_complain(&command_gui, error.text, EXIT_FAILED);
    int status = EXIT_FINE;
    if (!gui_serve(options, stop, &error))
        status = command_complain(&command_gui, error.text, EXIT_FAILED);
    if (!transcript_close(options->transcript, &error))
        status = command_complain(&command_gui, error.text, EXIT_FAILED);
    return status;
}

static int gui_run(struct arguments *arguments, const atomic_int *stop) {
    struct request request = {.engines = {.begun = false}};
    int status = EXIT_USAGE;
    if (gui_read_arguments(&request, arguments, &arguments->error))
        status = serve(&request.options, arguments->value[LOG], stop);
    engine_list_free(&request.engines);
    return status;
}

const struct command command_gui = {
    .name = "gui",
    .summary = N_("the page in a browser, with your own engines"),
    .about =
        N_("Serves the page on this machine only, with your own engines as opponents and\nanalysts "
           "(builtin:search if none is given), and prints the address. Ctrl-C ends "
           "it."),
    .words = {N_("[GAME]"), "*.json *.csv", 0, 1},
    .option = {{"engine", N_("KEY=VALUE..."),
                .about = N_("an engine: its keys, builtin:PLAYER, or its name in your defaults"),
                .values = "builtin: @named @engine", .again = true, .group = true},
               {"port", N_("N"), .about = N_("listen on this port instead of a free one")},
               {"open", .about = N_("open the address in a browser")},
               {"page", N_("FILE"), .about = N_("serve this page instead of its own"),
                .values = "*.html"},
               {"log", N_("FILE"), .about = N_("a log of what the engines and the page say"),
                .values = "*"},
               {"idle", N_("SECONDS"),
                .about = N_("end an engine after this long without input (3600)")},
               {"leave", N_("SECONDS"), .about = N_("end so long after the last page was closed")}},
    .run = gui_run,
};
