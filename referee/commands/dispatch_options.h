/* dispatch_options.h - the options of commands whose games other machines may play. */
#ifndef TRIANCEY_REFEREE_COMMANDS_DISPATCH_OPTIONS_H
#define TRIANCEY_REFEREE_COMMANDS_DISPATCH_OPTIONS_H

#include <stdbool.h>

struct arguments;
struct error;
struct scheduler_options;

/* Their rows, in this order. */
enum dispatch_option {
    DISPATCH_SCHEDULER,
    DISPATCH_SCHEDULER_OPTIONS,
    DISPATCH_TASK_SIZE,
    DISPATCH_TASK_TIME,
    DISPATCH_RETRIES,
    DISPATCH_ROWS
};
/* clang-format off */
#define DISPATCH_OPTIONS_OF(ABOUT, SIZE)                                                           \
    {"scheduler", N_("slurm|parallel"), .about = ABOUT, .values = "slurm parallel"},               \
    {"scheduler-options", N_("WORDS"),                                                             \
     .about = N_("options for sbatch or parallel, in one word")},                                  \
    {"task-size", N_("N"), .about = SIZE},                                                         \
    {"task-time", N_("SECONDS"), .about = N_("hand a task out again if it takes longer than this (no limit)")}, \
    {"retries", N_("N"), .about = N_("how often a task may be handed out (3)")}
#define DISPATCH_OPTIONS                                                                           \
    DISPATCH_OPTIONS_OF(N_("play it on many machines, in tasks of a few games each"),              \
                    N_("encounters per task (depends on the league)"))
#define DISPATCH_TASK                                                                              \
    {"task", N_("FILE"), .about = N_("play this task (for schedulers)"), .values = "*"}
/* clang-format on */

/* The defaults: everything is played here. */
void dispatch_options_begin(struct scheduler_options *options);

/* Takes the value of one; `written` is the option as it stands on the command line. False and a
 * message. */
bool dispatch_options_read(struct scheduler_options *options, enum dispatch_option number,
                           const char *written, const char *value, struct error *error);

/* Takes the values of all of these options at once; their rows begin at `first`. The same command
 * plays the tasks. False and a message. */
bool dispatch_options_take(struct scheduler_options *options, const struct arguments *arguments,
                           int first, struct error *error);

/* Reads a whole number from 1 to `max`, of other options as well. */
bool dispatch_options_amount(const char *written, const char *value, int max, int *amount,
                             struct error *error);

#endif
