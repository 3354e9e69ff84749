/* command_standings.c - `standings`: the standings of a league, in progress or finished. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/commands/command.h"
#include "referee/record/merge.h"
#include "referee/record/query.h"
#include "referee/record/record.h"
#include "referee/results/league_json.h"
#include "referee/results/standings.h"

#include <limits.h>

enum { ALL, JSON, ABOUT };

/* A line that tells what the league is, and the standings of the same moment. */
static bool show_about(struct record *record, struct error *error) {
    return league_json_print(record, stdout, error) &&
           standings_show(record, STANDINGS_JSON, stdout, error);
}

static bool show(struct record *record, const struct arguments *arguments, struct error *error) {
    enum standings_form shown = arguments->value[JSON]  ? STANDINGS_JSON
                                : arguments->value[ALL] ? STANDINGS_ALL
                                                        : STANDINGS_SHORT;
    if (!arguments->value[ABOUT])
        return standings_show(record, shown, stdout, error);
    return query_begin_reading(record, error) &&
           query_end_reading(record, show_about(record, error));
}

static int run(struct arguments *arguments, const atomic_int *stop) {
    if (arguments->value[ABOUT] && !arguments->value[JSON]) {
        error_set(&arguments->error, _("--about needs --json"));
        return EXIT_USAGE;
    }
    struct record *record = merge_open(arguments->word, arguments->words, stop, &arguments->error);
    record_set_cancel(record, stop);
    bool done = record && show(record, arguments, &arguments->error);
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
               [ABOUT] = {"about", .about = N_("with --json: first describe the league")}},
    .run = run,
};
