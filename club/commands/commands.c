/* commands.c - the table of the commands of triancey-club, in the order of help. */
#include "config.h"

#include "club/commands/commands.h"

static const struct command *const commands[] = {&command_gui, &command_serve, &command_site,
                                                 &command_bot, &command_help,  NULL};

const struct command club_program = {
    .name = "triancey-club", .page = "triancey-club(8)", .parts = commands};
