/* descendants.h - who descends from whom among the processes of this machine, and how much memory
 * they hold, as /proc says (Linux; elsewhere nothing is found).
 *
 * Only system calls are used: all of this may be called in the child of a threaded program.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_DESCENDANTS_H
#define TRIANCEY_REFEREE_ENGINES_DESCENDANTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { DESCENDANTS_MAX = 65536 /* processes of the whole machine, in one look */ };

/* Where /proc hides processes (mount option hidepid, ProtectProc= of systemd), it does not show a
 * process that made itself unreadable (prctl PR_SET_DUMPABLE). Such a process is found in its
 * parent's list of children (/proc/PID/task/TID/children, Linux 3.5 with CONFIG_PROC_CHILDREN),
 * which is complete. What it has started in turn is found once it is dead, or if the child can be
 * read. */

enum { DESCENDANTS_FILE_LEAST = 4096 /* bytes that any file counts */ };

#define DESCENDANTS_SUPERVISOR "tri-supervisor" /* the name that a supervisor gives itself */

struct descendants_process {
    pid_t pid, parent;
    pid_t group;
    int threads;
    bool dead; /* but not reaped yet */
    bool stopped;
    bool ending;     /* it gives back what it had */
    bool hidden;     /* nothing but its number is known */
    bool supervises; /* its name is DESCENDANTS_SUPERVISOR */
};

struct descendants {
    int count;   /* processes that were seen */
    int ours;    /* how many descend from the ancestor: they come first */
    int living;  /* how many of ours are not dead */
    int threads; /* of all of ours */
    bool hidden; /* whether one of ours is */
    struct descendants_process
        *process; /* DESCENDANTS_MAX; NULL: no memory, and nothing is ever found */
};

/* Maps the memory for a look; what is not needed of it is never touched. */
void descendants_open(struct descendants *descendants);
void descendants_close(struct descendants *descendants);

/* Looks at all processes and puts the descendants of `ancestor` first, parents before their
 * children. */
void descendants_find(struct descendants *descendants, pid_t ancestor);

/* Sends a signal to the children of the calling process, except those for which `reached` is false
 * (NULL: to all), and with `deep` to their descendants. A process gets SIGKILL or SIGSTOP before
 * its children are looked for, so that it cannot have any more. A process that loses its parent
 * meanwhile is a child of the caller at the next call. */
void descendants_signal(int number, bool (*reached)(void *context, pid_t child), void *context,
                        bool deep);

/* Continues the stopped children of a process that are in a process group or are supervisors, as
 * seen by the last descendants_find(). */
void descendants_wake(const struct descendants *descendants, pid_t parent, pid_t group);

/* Where descendants cannot be found: if a child that leads a process group has ended, and is not
 * reaped yet, kills what it leaves in its group. */
void descendants_end_group(pid_t leader);

/* The processor time of the living descendants of a process, in microseconds; of a hundred of them
 * at most. */
int64_t descendants_processor_us(pid_t ancestor);

/* What the descendants hold together. */
struct descendants_load {
    int64_t memory; /* bytes: its pages, what was swapped out, and files in memory (memfd_create(2),
                       /dev/shm, a tmpfs) that it keeps open or that are in its own root */
    int64_t unlinked; /* bytes of open files on a device that have no name any more */
    int64_t rooted;   /* bytes in the folders of its own root: a part of `memory` */
    bool unseen;      /* it also has descriptors that cannot be seen, which may hold anything */
};

/* `in_parts`: of pages that several processes share each counts its part (proportional set size);
 * else each counts the whole, which is never less and found more quickly. `device`: 0 for none. */
struct descendants_load descendants_weigh(const struct descendants *descendants, bool in_parts,
                                          dev_t device);

/* Whether what is in an open folder is in memory; -1: no. */
bool descendants_is_memory(int folder);

#endif
