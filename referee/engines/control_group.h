/* control_group.h - a control group for each engine (cgroups(7), version 2), where the system lets
 * us have one: whatever the engine starts is in it, and is killed at once with it.
 *
 * Groups are made below our own, in a folder with the number of our process. That takes the right
 * to write there: root has it, and a service or a scope of systemd with Delegate=yes. Where it is
 * missing nothing fails; supervisor.h and orphans.h do their work without.
 *
 * Safe for threads.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_CONTROL_GROUP_H
#define TRIANCEY_REFEREE_ENGINES_CONTROL_GROUP_H

#include <stdbool.h>

/* A group. */
struct control_group {
    int number; /* 0: there is none, and the other members mean nothing */
    int join;   /* a process that writes "0" there is in it (control_group_join) */
    int kill;   /* writing "1" there kills all (control_group_kill) */
};

/* Makes one. The descriptors close when a program is run. */
void control_group_make(struct control_group *group);

/* The process that calls moves into it. Only system calls are used. */
void control_group_join(const struct control_group *group);

/* Kills all that is in a group, by its `kill`. -1 is allowed. Only system calls are used. */
void control_group_kill(int kill);

/* Closes the descriptors, and removes the group if nothing lives in it. */
void control_group_free(struct control_group *group);

/* From now on none are made. */
void control_group_renounce(void);

#endif
