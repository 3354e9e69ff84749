/* engine_lines.h - lines to an engine and lines from it, every dialogue under one deadline.
 *
 * A dialogue is a line to the engine and the wait for its answer. Its deadline is absolute and is
 * never moved by what the engine sends meanwhile; lines and the bytes of a dialogue are capped, so
 * that an engine cannot cost more time or memory. Lines that need no answer are sent together with
 * the next one that does, so that an engine is not woken before it is asked for something.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_ENGINE_LINES_H
#define TRIANCEY_REFEREE_ENGINES_ENGINE_LINES_H

#include "base/text.h"
#include "half/verdict.h"
#include "protocol/line.h"
#include "referee/engines/process.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct transcript;

enum { LINES_DIALOGUE_BYTES = 4 << 20 };

/* How much standard error of a process is written to the transcript. */
enum { LINES_LOG_BYTES = 1 << 20 };

struct engine_lines {
    struct process process;
    const atomic_int *stop; /* not 0: every dialogue ends with VERDICT_STOPPED; may be NULL */
    struct transcript *transcript; /* where everything is logged; may be NULL */
    int worker;                    /* our number there */
    const char *name;              /* the engine's */
    struct fault fault;            /* of the last verdict that was not VERDICT_OK */
    struct text out;               /* said, not sent yet; whole lines may be added to it */
    size_t sent;                   /* bytes of it already sent */
    size_t noted;                  /* bytes of it already in the transcript */
    bool moves_open;               /* its last line is `play ...`, which more moves may join */
    int64_t deadline, woken;       /* of the dialogue; when poll() last returned */
    int64_t begun;                 /* when the dialogue began */
    int64_t lost;                  /* time while we were stopped: the deadline was put off by it */
    size_t bytes;                  /* received in this dialogue */
    bool early;                    /* nothing was read yet in this dialogue */
    bool together;                 /* it runs on our processor, the only one that we may use */
    bool late;                     /* the deadline has passed; the pipe is read once more */
    size_t logged;                 /* of its standard error in the transcript */
    struct line_reader reader;
};

/* Starts an engine; lines may be said to it at once. False: the fault is set. */
bool lines_start(struct engine_lines *lines, const struct engine_spec *spec);

/* Ends the process, within this many milliseconds or at once. */
void lines_close(struct engine_lines *lines, int grace_ms);

/* Says a line (the newline is added) without sending it. */
void lines_say(struct engine_lines *lines, const char *line);

/* Says a move, joined to the moves just said: `play M1 M2 ...`. */
void lines_say_move(struct engine_lines *lines, const char *move);

/* Sends what the pipe takes without waiting, for engines that are to work at the same time. */
void lines_send(struct engine_lines *lines);

/* Sets the deadline (clock_us()) and restarts the count of bytes. */
void lines_begin(struct engine_lines *lines, int64_t deadline);

/* A line that the engine has sent before it was asked anything; NULL: there is none. Looks at what
 * has been read already, and with `look` also into the pipe. */
enum verdict lines_left(struct engine_lines *lines, bool look, char **line);

/* The next line of the dialogue, valid until the next call. Lines that wait to be sent are sent
 * first. The caller explains VERDICT_STALL, because it knows what it waits for. */
enum verdict lines_next(struct engine_lines *lines, char **line);

/* Writes what happens to the engine into the transcript. */
void lines_note(struct engine_lines *lines, const char *event);

#endif
