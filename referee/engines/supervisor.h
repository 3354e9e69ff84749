/* supervisor.h - a small process between the referee and one engine, which ensures that no process
 * of the engine outlives them.
 *
 * What an engine starts may leave its process group and its session, lose its parent and change its
 * environment; but it cannot escape its ancestors. The supervisor is the parent of the engine and
 * the subreaper of all its descendants (Linux, prctl PR_SET_CHILD_SUBREAPER), so a process that
 * loses its parent becomes the supervisor's child, where it can be found and killed. The supervisor
 * kills on order, and when its socket to the referee is closed or its parent changes for any
 * reason, even SIGKILL. Then it also wakes the referee's other supervisors that are stopped: those
 * stopped before they could ask to be woken by its end, and those stopped again after it. It has a
 * session of its own and blocks all signals, so that it outlives what ends the referee; if it is
 * killed itself, the engine (though not what the engine started) dies with it.
 *
 * From time to time it also counts the processes of an engine and their memory, if those are
 * bounded, and kills all when they are too many, or when it cannot see what they hold. These looks
 * cost at most a hundredth of the time, and happen at least every second.
 *
 * The socket is of type SOCK_SEQPACKET. The referee sends orders: an int, either SUPERVISOR_LOOK or
 * a signal. SIGTERM is sent to the engine's group; SIGSTOP and SIGCONT to all descendants, which
 * stay stopped between the two; on SIGKILL everything is killed, and the supervisor exits. The
 * supervisor sends reports.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SUPERVISOR_H
#define TRIANCEY_REFEREE_ENGINES_SUPERVISOR_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct resources;

enum supervisor_excess {
    EXCESS_NONE,
    EXCESS_MEMORY,
    EXCESS_CPU_TIME,
    EXCESS_PROCESSES,
    EXCESS_THREADS,
    EXCESS_DISK,
    EXCESS_UNSEEN /* it hides what has a limit */
};

/* The order to begin to look at the engine's processes and memory, as its program runs. */
enum { SUPERVISOR_LOOK = 0 };

/* The first report says that the engine has its process, or that none could be made; a later one
 * that it has ended. */
struct supervisor_report {
    pid_t pid;    /* of the engine, or of bwrap; -1: none, and `status` is errno */
    pid_t within; /* of the engine that bwrap has started; 0: none, or not seen yet */
    bool ended;
    int status;                    /* as of wait(), if it has ended */
    enum supervisor_excess excess; /* the limit for which it was killed */
    int64_t amount;                /* what was counted then: bytes, seconds or processes */
    int stops; /* how often somebody stopped it (SIGSTOP): it was continued at once */
};

/* What a supervisor is given. */
struct supervisor_task {
    int socket; /* the supervisor's end; other descriptors are closed when the engine runs */
    int kill;   /* of the engine's control group (control_group.h); -1: none */
    int events; /* of its control group: memory.events; -1: none */
    const char *scratch; /* the engine's scratch folder, removed with it; "": none */
    int folder;          /* a descriptor of this folder; -1: none */
    pid_t referee;
    const struct resources *resources;
    void (*become_engine)(void *context, pid_t supervisor); /* in the engine's process: runs it */
    void *context;
};

/* The supervisor's whole life, in a process forked for it with all signals blocked. Calls only what
 * is safe in the child of a threaded program. */
_Noreturn void supervisor_run(const struct supervisor_task *task);

#endif
