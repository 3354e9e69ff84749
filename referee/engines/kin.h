/* kin.h - who descends from whom among the processes of this machine, and what they hold, as /proc
 * says (Linux).
 *
 * Only system calls are used: all of this may be called in the child of a threaded program.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_KIN_H
#define TRIANCEY_REFEREE_ENGINES_KIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { KIN_MAX = 65536 /* processes of the whole machine, in one look */ };

#define KIN_SUPERVISOR "tri-supervisor" /* the name that a supervisor gives itself */

struct kin_process {
    pid_t pid, parent;
    pid_t group;
    bool dead; /* and not reaped yet */
    bool stopped;
    bool supervises; /* its name is KIN_SUPERVISOR */
};

struct kin {
    int count;                   /* processes seen */
    int ours, living;            /* those in front that descend; how many of these are not dead */
    struct kin_process *process; /* KIN_MAX; NULL: no memory, and nothing is ever found */
};

/* Maps the memory for a look; what is not needed of it is never touched. */
void kin_open(struct kin *kin);
void kin_close(struct kin *kin);

/* Puts what descends from a process in front, parents before their children. What `spare` names
 * (NULL: nothing) is left out, and so is what descends from that. */
void kin_find(struct kin *kin, pid_t ancestor, bool (*spare)(pid_t pid));

/* Sends a signal to all that was found. */
void kin_signal(const struct kin *kin, int number);

/* Continues the stopped children of a process: those in a process group, and supervisors. Every
 * process seen in the last look counts, whether it is found again or not. */
void kin_wake(const struct kin *kin, pid_t parent, pid_t group);

/* Bytes of memory that all that was found holds: its pages, what was swapped out, and files in
 * memory (memfd_create(2), /dev/shm) that it keeps open. `in_parts`: of pages that several
 * processes share each counts its part (proportional set size); else each counts the whole, which
 * is never less and found more quickly. */
int64_t kin_memory(const struct kin *kin, bool in_parts);

#endif
