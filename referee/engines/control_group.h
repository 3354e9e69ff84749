/* control_group.h - a control group for each engine (cgroups(7), version 2), where the system lets
 * us have one: whatever the engine starts is in it, and is killed at once with it.
 *
 * Groups are made below our own, in a folder with the number of our process. That takes the right
 * to write there: root has it, and a service or a scope of systemd with Delegate=yes. Without it
 * nothing fails: supervisor.h and orphans.h then find the processes themselves.
 *
 * The kernel also bounds memory and processes there if we are alone in our own group: we move into
 * one below it, since only a group without processes of its own can hand these bounds down. They
 * are wider than those of the supervisor, which can name the cause, and hold for what it cannot
 * see: the memory of pipes and sockets, and what grows between two looks.
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_CONTROL_GROUP_H
#define TRIANCEY_REFEREE_ENGINES_CONTROL_GROUP_H

#include <stdbool.h>

struct resources;

/* A group. */
struct control_group {
    int number; /* 0: there is none, and the other members mean nothing */
    int join;   /* a process that writes "0" there is in it (control_group_join) */
    int kill;   /* writing "1" there kills all (control_group_kill) */
    int events; /* of its memory (control_group_ran_out); -1: the kernel does not bound that */
};

/* Makes a group, with these bounds on memory and processes where the kernel allows them. Its
 * descriptors are closed by exec. */
void control_group_make(struct control_group *group, const struct resources *resources);

/* Moves the calling process into the group. Only system calls are used. */
void control_group_join(const struct control_group *group);

/* Kills all processes of a group, by its `kill`; -1 does nothing. Only system calls are used. */
void control_group_kill(int kill);

/* Whether the kernel has killed a process of a group because of its memory, by its `events`; -1:
 * no. Only system calls are used. */
bool control_group_ran_out(int events);

/* Closes the descriptors, and removes the group if nothing lives in it. */
void control_group_free(struct control_group *group);

/* No groups are made from now on. */
void control_group_renounce(void);

#endif
