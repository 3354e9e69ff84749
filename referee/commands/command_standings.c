/* command_standings.c - `standings`: who stands where in a league that is or was played. */
#include "config.h"

#include "base/language.h"
#include "referee/commands/command.h"
#include "referee/record/record.h"
#include "referee/results/standings.h"

enum { ALL, JSON };

static int run(struct arguments *arguments, const atomic_int *stop) {
    enum standings_form shown = arguments->value[JSON]  ? STANDINGS_JSON
                                : arguments->value[ALL] ? STANDINGS_ALL
                                                        : STANDINGS_SHORT;
    struct record *record = record_read(arguments->word[0], &arguments->error);
    record_set_cancel(record, stop);
    bool done = record && standings_show(record, shown, stdout, &arguments->error);
    record_close(record);
    return done ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_standings = {
    .name = "standings",
    .summary = N_("show who stands where"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Shows who stands where in a league, also while it is played."),
    .option = {[ALL] = {"all",
                        .about = N_("with errors, Elo and likelihood of superiority for each")},
               [JSON] = {"json", .about = N_("as one JSON object, with all there is")}},
    .run = run,
};
