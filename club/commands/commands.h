/* commands.h - the commands of triancey-club. */
#ifndef TRIANCEY_CLUB_COMMANDS_COMMANDS_H
#define TRIANCEY_CLUB_COMMANDS_COMMANDS_H

#include "referee/arguments/command.h"

extern const struct command command_bot, command_gui, command_serve, command_site;

/* The program: all of them are its parts. */
extern const struct command club_program;

#endif
