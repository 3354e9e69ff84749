/* system.h - services of the system that POSIX does not have. system_linux.c uses the calls of
 * Linux, system_posix.c does what it can by the calls of any system: in a comment, "elsewhere" says
 * what is missing there. */
#ifndef TRIANCEY_BASE_SYSTEM_H
#define TRIANCEY_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* programs ignore SIGPIPE, supervisors block it */
#endif

/* ---- the program ----------------------------------------------------------------------------- */

/* The path of the running program. False: it is unknown. Elsewhere the program must not have left
 * the folder in which it began, if it was called by a relative path. */
bool system_program(char *path, size_t size);

/* Runs the program of this process again, as exec() does; `argv` ends with NULL. Returns if that
 * fails. */
void system_run_again(char *const argv[]);

/* Keeps other programs of the user from reading the memory and descriptors of this process.
 * Elsewhere they can. */
void system_hide(void);

/* The name by which lists of processes show the calling process. Elsewhere it does not change. */
void system_name(const char *name);

/* ---- processes ------------------------------------------------------------------------------- */

/* Asks for a signal when the parent ends. False: the parent has ended already. Elsewhere no signal
 * comes. */
bool system_follow(pid_t parent, int number);

/* Whether system_follow() leads to a signal. */
bool system_follows(void);

/* The calling process becomes the parent of descendants whose parent ends. False, as always
 * elsewhere: it does not. */
bool system_adopt(void);

/* ---- descriptors ----------------------------------------------------------------------------- */

/* Closes all descriptors from `first` on: now, or when another program is run. Only system calls
 * are used. */
void system_close_from(int first, bool by_exec);

/* pipe(), closed by exec; `waits`: reading and writing wait. 0; or -1 and errno. */
int system_pipe(int ends[2], bool waits);

/* Two ends of a channel for messages of up to a hundred bytes, each of which is sent and received
 * whole, if the receiver knows its length. Closed by exec. 0; or -1 and errno. */
int system_channel(int ends[2]);

/* socket() and accept(), closed by exec. `waits`: reading and writing wait; on an accepted socket
 * they do not. -1 and errno. */
int system_socket(int family, int type, bool waits);
int system_accept(int listener, struct sockaddr *address, socklen_t *length);

/* Locks a whole file that is open for writing, until it is closed, without waiting. False: it is
 * locked already. Everybody who asks for this kind of lock notices it, even in this process. */
bool system_lock(int file);
bool system_is_locked(int file);

/* ---- folders --------------------------------------------------------------------------------- */

/* A descriptor to read from when something in the folder changes; closed by exec. -1: there is
 * none, as always elsewhere; the folder has to be looked at from time to time. */
int system_watch(const char *folder);

/* Reads the changes and calls `call` for each. `comes_or_goes`: the file was made, moved or
 * removed; else it was written to. `name` NULL: some changes are lost. */
void system_changes(int watch, void (*call)(void *context, const char *name, bool comes_or_goes),
                    void *context);

/* ---- the machine ----------------------------------------------------------------------------- */

/* How many bytes of memory this process has; -1: not known, as always elsewhere. */
int64_t system_memory_used(void);

/* The model of the processor as the system says it; "" : not known, as always elsewhere. */
void system_processor(char *model, size_t size);

#endif
