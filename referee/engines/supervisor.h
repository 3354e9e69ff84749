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
 * The socket is of type SOCK_SEQPACKET. The referee sends orders: an int, the signal for the engine
 * (SIGTERM: the engine's group is sent that; SIGSTOP and SIGCONT: all that descends from us, and
 * until the second one it stays stopped; SIGKILL: all is ended, and the supervisor exits), or
 * SUPERVISOR_LOOK. The supervisor sends reports.
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
    EXCESS_UNSEEN /* it hides what is to be bounded */
};

/* The order to begin with the looks: the program runs. */
enum { SUPERVISOR_LOOK = 0 };

/* First that the engine has its process, or none could be made; later that it has ended. */
struct supervisor_report {
    pid_t pid;                     /* of the engine; -1: none, and `status` is errno */
    bool ended;                    /* if so: */
    int status;                    /* as of wait() */
    enum supervisor_excess excess; /* the bound that it was killed for */
    int64_t amount;                /* and what was counted then: bytes, seconds or processes */
    int stops; /* how often somebody stopped it (SIGSTOP): it was continued at once */
};

/* What the supervisor does between its own fork and the engine's exec, and where to. */
struct supervisor_task {
    int socket; /* the supervisor's end; all else that is open is closed when the engine runs */
    int kill;   /* of the engine's control group (control_group.h); -1: none */
    int events; /* of its control group: memory.events; -1: none */
    const char *scratch; /* the engine's folder, which goes with it; "": none */
    int folder;          /* it, open; -1: none */
    pid_t referee;
    const struct resources *resources;
    void (*become_engine)(void *context, pid_t supervisor); /* in the engine's process: runs it */
    void *context;
};

/* The supervisor's whole life, in a process forked for it with all signals blocked. Calls only what
 * is safe in the child of a threaded program. */
_Noreturn void supervisor_run(const struct supervisor_task *task);

#endif
