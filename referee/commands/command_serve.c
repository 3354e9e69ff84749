/* command_serve.c - `serve`: the site of a club. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/commands/command.h"
#include "referee/site/site.h"
#include "referee/site/site_options.h"

enum { DATA, PORT, NAME, OPEN, PAGE };

enum { PORT_MAX = 65535 };

static int run(struct arguments *arguments, const atomic_int *stop) {
    struct site_options options = {.data = arguments->value[DATA],
                                   .name = arguments->value[NAME],
                                   .open = arguments->value[OPEN] != NULL,
                                   .page = arguments->value[PAGE]};
    if (!arguments_number(arguments, PORT, 0, PORT_MAX, -1, &options.port, &arguments->error))
        return EXIT_USAGE;
    if (!options.name)
        options.name = _("a club");
    return site_serve(&options, stop, &arguments->error) ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_serve = {
    .name = "serve",
    .summary = N_("a site: accounts, tournament games each week, rankings"),
    .about = N_("Serves a club on this machine and prints the address. Its members play the\n"
                "reference computer on the boards of the week. All is kept in club.db, which is\n"
                "also a record. Ctrl-C ends it; SITE.md tells how to serve the whole world."),
    .option = {{"data", N_("DIR"), .about = N_("keeps club.db there, not in the current folder"),
                .values = "*"},
               {"port", N_("N"), .about = N_("listens on this port (8080); 0 takes a free one")},
               {"name", N_("TEXT"), .about = N_("what the site is called")},
               {"open", .about = N_("opens the address in a browser")},
               {"page", N_("FILE"), .about = N_("serves this page, not the one that ships"),
                .values = "*.html"}},
    .run = run,
};
