/* descendants.h - who descends from whom among the processes of this machine, and what they hold, as /proc
 * says (Linux).
 *
 * Only system calls are used: all of this may be called in the child of a threaded program.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_DESCENDANTS_H
#define TRIANCEY_REFEREE_ENGINES_DESCENDANTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { DESCENDANTS_MAX = 65536 /* processes of the whole machine, in one look */ };

/* Where /proc hides processes (mount option hidepid, ProtectProc= of systemd), a process that made
 * itself unreadable (prctl PR_SET_DUMPABLE) is not in it; but its parent's list of children is
 * complete (/proc/PID/task/TID/children, Linux 3.5 with CONFIG_PROC_CHILDREN). What such a process
 * has started in turn is seen when it is dead, or if it can be read itself. */

enum { DESCENDANTS_FILE_LEAST = 4096 /* bytes that any file counts */ };

#define DESCENDANTS_SUPERVISOR "tri-supervisor" /* the name that a supervisor gives itself */

struct descendants_process {
    pid_t pid, parent;
    pid_t group;
    int threads;
    bool dead; /* and not reaped yet */
    bool stopped;
    bool ending;     /* it gives back what it had */
    bool hidden;     /* nothing but its number is known */
    bool supervises; /* its name is DESCENDANTS_SUPERVISOR */
};

struct descendants {
    int count;   /* processes that were seen */
    int ours;    /* the first this many descend from the one that was asked about */
    int living;  /* how many of ours are not dead */
    int threads; /* of all of ours */
    bool hidden; /* whether one of ours is */
    struct descendants_process
        *process; /* DESCENDANTS_MAX; NULL: no memory, and nothing is ever found */
};

/* Maps the memory for a look; what is not needed of it is never touched. */
void descendants_open(struct descendants *descendants);
void descendants_close(struct descendants *descendants);

/* Puts what descends from a process in front, parents before their children. What `spare` names
 * (NULL: nothing) is left out, and so is what descends from that. */
void descendants_find(struct descendants *descendants, pid_t ancestor, bool (*spare)(pid_t pid));

/* Sends a signal to the children of the calling process, but for those that `reached` (NULL: all)
 * refuses, and if it goes `deep`, to what descends from them. A process gets SIGKILL or SIGSTOP
 * before its children are looked for, so that it cannot have any more. What loses its parent
 * meanwhile is a child in the next round. */
void descendants_signal(int number, bool (*reached)(void *context, pid_t child), void *context,
                        bool deep);

/* Continues the stopped children of a process: those in a process group, and supervisors. Every
 * process seen in the last look counts, whether it is found again or not. */
void descendants_wake(const struct descendants *descendants, pid_t parent, pid_t group);

/* The processor time of what descends from a process, in microseconds: of what lives, and of a
 * hundred processes at most. */
int64_t descendants_processor_us(pid_t ancestor);

/* What all that was found holds. */
struct descendants_load {
    int64_t memory; /* bytes: its pages, what was swapped out, and files in memory (memfd_create(2),
                       /dev/shm, a tmpfs) that it keeps open or that are in its own root */
    int64_t unlinked; /* bytes of open files on a device that have no name any more */
    bool unseen;      /* it also has descriptors that cannot be seen, which may hold anything */
};

/* `in_parts`: of pages that several processes share each counts its part (proportional set size);
 * else each counts the whole, which is never less and found more quickly. `device`: 0 for none. */
struct descendants_load descendants_weigh(const struct descendants *descendants, bool in_parts,
                                          dev_t device);

/* Whether what is in an open folder is in memory; -1: no. */
bool descendants_is_memory(int folder);

#endif
