/* commands.c - the table of the subcommands, in the order of help. */
#include "config.h"

#include "referee/commands/commands.h"

#include "base/language.h"

/* What triancey-club does: started from here, too, for those who know one program. */
#define CLUB "triancey-club"
static const struct command
    bot = {.name = "bot", .summary = N_("an engine at the tables of a site"), .program = CLUB},
    gui = {.name = "gui",
           .summary = N_("the page in a browser, with your own engines"),
           .program = CLUB},
    serve = {.name = "serve",
             .summary = N_("a site: accounts, tournament games each week, rankings"),
             .program = CLUB},
    site = {.name = "site",
            .summary = N_("the operator's commands, also while the club is served"),
            .program = CLUB};

/* clang-format off */
static const struct command *const commands[] = {
    &command_match,
    &command_league,
    &command_standings,
    &command_rank,
    &command_ratings,
    &command_report,
    &command_tune,
    &command_import,
    &command_export,
    &command_merge,
    &command_analyse,
    &command_replay,
    &command_verify,
    &command_play,
    &command_grid,
    &command_puzzle,
    &command_certify,
    &command_measure,
    &command_solve,
    &bot,
    &gui,
    &serve,
    &site,
    &command_help,
    NULL,
};
/* clang-format on */

const struct command referee_program = {
    .name = "triancey-referee", .page = "triancey-referee(6)", .parts = commands};
