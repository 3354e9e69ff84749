/* commands.h - the subcommands that play and show results; main.c has the table of all.
 *
 * Each gets its own name as argv[0] and returns the exit status. `stop` becomes the number of the
 * signal that ends the program.
 */
#ifndef TRIANCEY_REFEREE_COMMANDS_COMMANDS_H
#define TRIANCEY_REFEREE_COMMANDS_COMMANDS_H

#include <stdatomic.h>
#include <stdio.h>

/* Exit statuses; when a signal ended the run, 128 and its number. */
enum { EXIT_FINE, EXIT_FAILED, EXIT_USAGE, EXIT_SIGNAL = 128 };

int command_match(int argc, char **argv, const atomic_int *stop);
int command_league(int argc, char **argv, const atomic_int *stop);
int command_standings(int argc, char **argv, const atomic_int *stop);
int command_report(int argc, char **argv, const atomic_int *stop);
int command_rank(int argc, char **argv, const atomic_int *stop);
int command_import(int argc, char **argv, const atomic_int *stop);
int command_export(int argc, char **argv, const atomic_int *stop);
int command_merge(int argc, char **argv, const atomic_int *stop);
int command_replay(int argc, char **argv, const atomic_int *stop);
int command_verify(int argc, char **argv, const atomic_int *stop);
int command_play(int argc, char **argv, const atomic_int *stop);

/* The options of a command, one a line. */
void command_match_words(FILE *file);
void command_league_words(FILE *file);
void command_standings_words(FILE *file);
void command_report_words(FILE *file);
void command_rank_words(FILE *file);
void command_import_words(FILE *file);
void command_export_words(FILE *file);
void command_merge_words(FILE *file);
void command_replay_words(FILE *file);
void command_verify_words(FILE *file);
void command_play_words(FILE *file);

#endif
