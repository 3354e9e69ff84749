/* commands.c - the table of the subcommands, in the order of help. */
#include "config.h"

#include "referee/commands/command.h"

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
    &command_replay,
    &command_verify,
    &command_play,
    &command_grid,
    &command_puzzle,
    &command_certify,
    &command_gui,
    &command_serve,
    &command_site,
    &command_help,
    NULL,
};
/* clang-format on */

const struct command command_program = {.name = "", .parts = commands};
