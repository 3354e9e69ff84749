/* engine_spec.h - how an engine is to be run: its command, and the terms.
 *
 * Strings and options belong to the code that fills in the structure; in a league that is the
 * setup.
 */
#ifndef TRIANCEY_HALF_ENGINE_SPEC_H
#define TRIANCEY_HALF_ENGINE_SPEC_H

#include <stdbool.h>
#include <stdint.h>

enum { ENGINE_ID_SIZE = 128 }; /* bytes of what an engine calls itself, with the final zero */

/* How long it may think: per move, per half, in nodes or in plies. Times are in microseconds, 0
 * where a limit is not set; terms.c has the defaults. */
struct limits {
    int64_t movetime; /* for each move */
    struct clock_limit {
        int64_t time, increment; /* for a half, and given back with each move */
    } clock;
    int64_t nodes;
    int64_t depth;
    int64_t margin; /* how far a move may exceed movetime or clock */
    int64_t cap;    /* how long a move may take without movetime and clock */
    int64_t start;  /* how long it may take to say who it is */
    int64_t wait;   /* how long anything else may take: isready, score, stop */
    int64_t quit;   /* how long it may take to end after `quit` */
};

/* Whether an engine is kept away from what is not its own (sandbox.h): never; if possible; always;
 * by one kind or the other. */
enum sandbox_kind { SANDBOX_NO, SANDBOX_AUTO, SANDBOX_YES, SANDBOX_LANDLOCK, SANDBOX_BWRAP };

enum { NAMES_SIZE = 256, FOLDERS_SIZE = 512 };

/* Where the number of processes is limited, all of them together may have this many more threads.
 */
enum { RESOURCES_THREADS = 1000 };

/* How much of the machine it may use, 0 where there is no limit. Memory and processes hold for all
 * processes of the engine together, processor time and files for each. */
struct resources {
    int64_t memory;    /* bytes */
    int64_t cpu_time;  /* seconds */
    int64_t processes; /* 0: 100 in a sandbox */
    int64_t files;     /* descriptors open at the same time */
    int64_t disk;      /* bytes of a file that it writes, and of its scratch folder; 0: 1 GiB */
    enum sandbox_kind sandbox;
    char environment[NAMES_SIZE]; /* more variables that it gets, separated by commas */
    char folders[FOLDERS_SIZE];   /* more paths that it may read in a sandbox, by colons */
};

struct engine_option {
    char *name, *value;
    bool tuned; /* its value is being tuned, and is no part of the engine's identity */
};

/* Whether an engine thinks on its opponent's time: never; if it can; always, or it is an error. */
enum engine_ponder { PONDER_NO, PONDER_IF_ABLE, PONDER_MUST };

struct engine_spec {
    char *name;    /* at the table, unique in a league */
    char *command; /* a command line, or builtin:PLAYER */
    char *dir;     /* where it runs; NULL: the current folder */
    int option_count;
    struct engine_option *option;
    struct limits limits;
    struct resources resources;
    bool restart; /* a new process for each game */
    bool hold;    /* stopped while others are to move */
    enum engine_ponder ponder;
    uint64_t stated; /* terms that were set one by one, as bits (terms.h) */
};

#endif
