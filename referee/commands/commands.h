/* commands.h - the table of the subcommands; each is at the end of its own file. */
#ifndef TRIANCEY_REFEREE_COMMANDS_COMMANDS_H
#define TRIANCEY_REFEREE_COMMANDS_COMMANDS_H

#include "referee/commands/command.h"

extern const struct command command_match, command_league, command_standings, command_rank,
    command_report, command_import, command_export, command_merge, command_replay, command_verify,
    command_play, command_grid, command_help;

/* The program: all of them are its parts. */
extern const struct command command_program;

#endif
