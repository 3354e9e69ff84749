/* main.c - triancey-club: the site, and the page with one's own engines. commands.c has the table
 * of its commands. */
#include "config.h"

#include "club/commands/commands.h"
#include "referee/arguments/command.h"

int main(int argc, char **argv) {
    return command_main(&club_program, argc, argv);
}
