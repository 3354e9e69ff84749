/* launch.h - what a process does between the supervisor's fork and the moment when it is the
 * engine.
 *
 * Only calls are used that are safe in the child of a threaded program.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_LAUNCH_H
#define TRIANCEY_REFEREE_ENGINES_LAUNCH_H

#include <sys/types.h>

struct control_group;
struct resources;
struct sandbox;

/* Why a program could not be started. */
enum { PROCESS_REASON_SIZE = 200 };

enum process_step { PROCESS_PIPES, PROCESS_SANDBOX, PROCESS_FORK, PROCESS_FOLDER, PROCESS_PROGRAM };

struct process_failure {
    enum process_step step;
    int reason;                     /* errno */
    char text[PROCESS_REASON_SIZE]; /* of a sandbox that cannot be set up */
};

/* STATUS is read until the program runs; CONTROL is the socket to the supervisor. */
enum { LAUNCH_IN, LAUNCH_OUT, LAUNCH_LOG, LAUNCH_STATUS, LAUNCH_CONTROL, LAUNCH_PIPES };

/* What is to be run. */
struct launch {
    int (*pipes)[2]; /* LAUNCH_PIPES: the ends to read from and to write to */
    char *const *argv;
    const char *dir; /* NULL: the current one */
    const struct resources *resources;
    const struct control_group *group;
    const struct sandbox *sandbox;
};

/* Becomes the engine; `context` is a struct launch. On failure it writes a struct process_failure
 * to STATUS and ends. */
_Noreturn void launch_become(void *context, pid_t supervisor);

#endif
