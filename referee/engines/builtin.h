/* builtin.h - the players of our own engine by a short name. */
#ifndef TRIANCEY_REFEREE_ENGINES_BUILTIN_H
#define TRIANCEY_REFEREE_ENGINES_BUILTIN_H

#include <stdbool.h>

struct error;

#define BUILTIN_PREFIX    "builtin:"
#define BUILTIN_REFERENCE "builtin:reference" /* the yardstick of games on boards of cells */
#define BUILTIN_GREEDY    "builtin:greedy"    /* the yardstick of games with a board of their own */

/* The words to run for a command line: as words_split(), but `builtin:NAME`, alone, means the
 * triancey-engine beside the running program (or else found through PATH) with --player NAME. One
 * allocation (free() it); NULL and a message about the command line. */
char **builtin_command(const char *command, struct error *error);

/* The path of a program of ours: beside the running one, or else its name, to be found through
 * PATH. */
void builtin_program(const char *file, char *path, unsigned size);

/* The path of triancey-engine, as builtin_program() finds it. */
void builtin_engine(char *path, unsigned size);

/* Whether a command is a builtin. */
bool builtin_is(const char *command);

/* The player that a command names, "" if it is not a builtin. */
void builtin_player(const char *command, char *player, unsigned size);

#endif
