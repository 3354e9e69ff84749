/* sandbox.h - keeps an engine away from everything that is not its own.
 *
 * The engine may read and run what the system has installed (/usr, /bin, /lib...), read its own
 * folder, the files that its command line names and the folders that its terms allow, write to a
 * scratch folder of its own, use memory, threads and child processes. It may do nothing else: no
 * network, no other processes, no terminal, no additional rights.
 *
 * There are two kinds. Landlock (landlock(7), Linux 5.13; version 6 of its interface has all that
 * is needed) and a filter of system calls (seccomp(2), by libseccomp) are set up by the process
 * that becomes the engine, and need no privileges. Bubblewrap (bwrap(1)) starts it in name spaces
 * of its own: it sees no other process, no network, and its scratch folder has a size. Behind
 * bwrap's mounts, triancey-sandbox sets up Landlock, where the kernel has it, and the filter. The
 * manual has a table of what each kind leaves open.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_SANDBOX_H
#define TRIANCEY_REFEREE_ENGINES_SANDBOX_H

#include "half/engine_spec.h"

#include <stdbool.h>
#include <stddef.h>

struct error;
struct sock_filter;

enum { SANDBOX_PATH = 1024 };

/* A sandbox, made ready before the fork. */
struct sandbox {
    enum sandbox_kind kind; /* as chosen: SANDBOX_NO, _LANDLOCK or _BWRAP */
    int failure;            /* descriptor for why the engine cannot be run; not owned */
    int rules;              /* Landlock's, -1: none */
    int filter_file;        /* the filter as a file, within bwrap; -1: none */
    int status_file;        /* bwrap writes into it how its program ended; -1: none */
    struct sock_filter *filter;
    size_t filter_length;       /* in instructions */
    int helpers;                /* processes of the sandbox itself */
    char **words;               /* the command line in the sandbox; NULL: as it was */
    char scratch[SANDBOX_PATH]; /* a folder that is removed at the end; "": none */
    int lock;                   /* descriptor of a lock on this folder; -1: none */
    char **environment;         /* ended by NULL */
};

/* Makes a kind ready for a command line that is to run in a folder (NULL: here). SANDBOX_YES and
 * SANDBOX_AUTO mean Landlock where the kernel has it: process.c has tried before whether bwrap
 * works. Without a sandbox, it prepares only the environment. A struct process_failure can be
 * written to the descriptor `failure`, until the engine runs. False and a message: the kind is not
 * available, or resources ran out; nothing needs to be freed. */
bool sandbox_prepare(struct sandbox *sandbox, const struct resources *resources, char *const *argv,
                     const char *dir, int failure, struct error *error);

/* Why an engine with SANDBOX_AUTO runs without a sandbox, for people; NULL: it has one. */
const char *sandbox_missing(void);

/* Whether this system tells what an engine uses with its descendants, so that the limits memory=
 * and processes= can be kept. */
bool sandbox_counts(void);

/* Enters the sandbox: the last step of the process that becomes the engine. Only system calls are
 * used. False and errno on failure. */
bool sandbox_enter(const struct sandbox *sandbox);

/* Whether an exit status means that bwrap could not make the sandbox, because a right or a resource
 * is missing. */
bool sandbox_failed(const struct sandbox *sandbox, int status);

/* Frees what is no longer needed once the engine runs. */
void sandbox_release(struct sandbox *sandbox);

/* Frees the sandbox and removes its scratch folder. */
void sandbox_free(struct sandbox *sandbox);

/* ---- the variables that an engine gets: environment.c ---------------------------------------- */

/* Copies the variables that say how programs run, and those that `more` names, separated by commas.
 * `home`: the folder for files, in TMPDIR and HOME; NULL: as they are. Ended by NULL;
 * environment_free() it. */
char **environment_make(const char *more, const char *home);

void environment_free(char **environment);

#endif
