/* commands.h - the commands of triancey-referee. */
#ifndef TRIANCEY_REFEREE_COMMANDS_COMMANDS_H
#define TRIANCEY_REFEREE_COMMANDS_COMMANDS_H

#include "referee/arguments/command.h"

extern const struct command command_match, command_league, command_standings, command_rank,
    command_ratings, command_tune, command_report, command_import, command_export, command_merge,
    command_replay, command_verify, command_play, command_grid, command_puzzle, command_certify,
    command_measure, command_solve, command_analyse;

/* The program: all of them are its parts. */
extern const struct command referee_program;

#endif
