/* process.h - an engine as a process: started, spoken to through pipes, ended and reaped.
 *
 * It gets its own process group and session, default signals, limits on its use of the machine, and
 * three pipes; it inherits no other descriptor. Our ends are non-blocking and close-on-exec. Its
 * supervisor (supervisor.h) ends it with everything that it has started: when we say so, or when
 * the referee ends for any reason. Both are always reaped, except a supervisor that is still trying
 * to kill what cannot be killed.
 *
 * The caller ignores SIGPIPE. This module knows nothing about lines and the protocol.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_PROCESS_H
#define TRIANCEY_REFEREE_ENGINES_PROCESS_H

#include "referee/engines/control_group.h"
#include "referee/engines/launch.h"
#include "referee/engines/sandbox.h"
#include "referee/engines/supervisor.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    PROCESS_WORDS_SIZE = 2048,
    PROCESS_HURRY_MS = 300 /* of grace at most when the referee is to end */
};

struct resources;

struct process {
    pid_t pid; /* or that of bwrap; 0: not running, and the other members mean nothing */
    int in;    /* we write its standard input here */
    int out;   /* we read its standard output here */
    int log;   /* we read its standard error here; -1: closed */
    pid_t supervisor;
    int control; /* the socket to the supervisor */
    struct control_group group;
    struct sandbox sandbox;
    bool held;
    struct supervisor_report report; /* the supervisor's last one */
    int heard;                       /* how many reports came */
    int64_t hung_up;                 /* when its input was closed, as clock_us(); 0: still open */
    size_t words_length;
    char words[PROCESS_WORDS_SIZE]; /* the end of what it wrote to standard error */
};

/* Starts a program found through PATH in the folder `dir` (NULL: the current one). Whatever goes
 * wrong up to the moment when it runs is reported at once: no such program, not executable, no such
 * folder, no more processes or descriptors. Returns false and the failure. */
bool process_start(struct process *process, char *const *argv, const char *dir,
                   const struct resources *resources, struct process_failure *failure);

/* "cannot run ./engine: No such file or directory", in the language that the thread speaks. */
void process_failure_text(const struct process_failure *failure, const char *program,
                          const char *dir, char *text, size_t size);

/* Reads some of its standard error, if there is any: call it when `log` is readable, so that a
 * program that logs much never waits. Only the last bytes are kept. Returns how many are new: they
 * are the last ones of `words`. */
size_t process_read_log(struct process *process);

/* Whether it has ended by itself, or was ended for what it took; what it has started may live on,
 * and hold the pipes. Does not wait. */
bool process_has_ended(struct process *process);

/* Waits a moment for its end, and takes what it still has to say. Returns whether it was ended
 * because it took more than it may. */
bool process_await_end(struct process *process);

/* After that: how it ended ("exited with status 3", "was killed by signal 11 (Segmentation fault)",
 * "exceeded its memory limit: 210 MiB") or, if it has not, what the caller saw instead ("closed its
 * output"); then the last line it wrote to standard error. In the language that the thread speaks.
 */
void process_end_text(const struct process *process, const char *instead, char *text, size_t size);

/* Stops it with its group until it is released. */
void process_hold(struct process *process);
void process_release(struct process *process);

/* The engine's own process, which is not `pid` in bwrap, once it is known there. */
pid_t process_engine(struct process *process);

/* How often somebody else has stopped it, after which it was continued at once. */
int process_stops(struct process *process);

/* Ends it: closes the pipes, waits for its exit until grace_ms after its input was closed, then
 * asks with SIGTERM, waits a little more, then has everything killed that it has started. With a
 * grace of 0 that is done at once. The grace shrinks to PROCESS_HURRY_MS as soon as `stop` (NULL:
 * never) is not 0. */
void process_stop(struct process *process, int grace_ms, const atomic_int *stop);

/* Closes its input without waiting: for several processes that are to end at the same time. */
void process_hang_up(struct process *process);

#endif
