/* engine_client.h - one engine spoken to in the protocol, every dialogue under one deadline.
 *
 * A dialogue is: say something, wait for its answer. Its deadline is absolute and is never moved by
 * what the engine sends meanwhile; lines and the bytes of a dialogue are capped, so an engine can
 * cost neither time nor memory beyond. What was said but not sent goes out in one write with what
 * comes next: an engine is not woken before it is asked for something.
 *
 * Functions that wait return VERDICT_OK or what went wrong, told in client->fault; after anything
 * but VERDICT_OK the only thing to do is client_stop(), then perhaps client_start() again. All
 * functions are called from the thread that started the engine.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_ENGINE_CLIENT_H
#define TRIANCEY_REFEREE_ENGINES_ENGINE_CLIENT_H

#include "base/text.h"
#include "games/game.h"
#include "protocol/line.h"
#include "protocol/protocol.h"
#include "referee/engines/engine_spec.h"
#include "referee/engines/process.h"
#include "referee/engines/transcript.h"
#include "referee/engines/verdict.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { CLIENT_DIALOGUE_BYTES = 4 << 20 };

struct engine_client {
    const struct engine_spec *spec;
    struct transcript *transcript; /* where all is written down; may be NULL */
    int worker;                    /* our number there */
    const atomic_int *stop; /* not 0: every dialogue ends with VERDICT_STOPPED; may be NULL */
    struct process process;
    struct protocol_parser *parser;
    struct text out;         /* said, not sent yet */
    size_t sent;             /* bytes of it already sent */
    size_t noted;            /* bytes of it already in the transcript */
    bool moves_open;         /* its last line is `play ...`, which more moves may join */
    int64_t deadline, woken; /* of the dialogue; when poll() last returned */
    size_t bytes;            /* received in this dialogue */
    bool early;              /* nothing was read yet in this dialogue */
    bool together;           /* on the one processor that we may run on, too */
    bool late;               /* the deadline has passed, what lies in the pipe is read once more */
    int64_t go_id;
    bool feature_score, feature_undo, feature_ponder;
    bool ponders; /* it was told to name the replies that it expects */
    char id_name[ENGINE_ID_SIZE], id_author[ENGINE_ID_SIZE];
    struct text options; /* names announced, each between newlines */
    struct fault fault;
    int warnings;         /* late and second answers since client_forget_warnings() */
    struct fault warning; /* the first of them */
    struct line_reader reader;
};

/* What an engine answers to `score`. */
struct client_score {
    int64_t points[GAME_PLAYERS_MAX];
    int64_t margin, total; /* of seat 1 */
    char over[32];
};

/* All must outlive the client. What is said is written to the transcript (NULL: none) as that of
 * the worker. NULL: out of memory. */
struct engine_client *client_new(const struct engine_spec *spec, const atomic_int *stop,
                                 struct transcript *transcript, int worker);

/* Stops the engine if it runs, and frees. NULL is allowed. */
void client_free(struct engine_client *client);

/* Starts the process, asks who it is, sets its options; an option that it did not announce is an
 * error that names it. */
enum verdict client_start(struct engine_client *client);

static inline bool client_runs(const struct engine_client *client) {
    return client->process.pid != 0;
}

/* Says a line (the newline is added) without sending it. */
void client_say(struct engine_client *client, const char *line);

/* Says a move, joined to the moves just said: `play M1 M2 ...`. */
void client_say_move(struct engine_client *client, const char *move);

/* Sends what was said as far as the pipe takes it, without waiting: for engines that are to work at
 * the same time. */
void client_send(struct engine_client *client);

/* `isready` and its answer: everything said before was obeyed without an error. The first half says
 * and sends, the second waits. */
void client_ask_ready(struct engine_client *client);
enum verdict client_await_ready(struct engine_client *client);

/* What an engine answers to `go`. */
struct client_move {
    char move[GAME_MOVE_TEXT], expected[GAME_MOVE_TEXT]; /* expected: the reply, or "" */
    int64_t took;                                        /* microseconds */
};

/* `go` with these fields (" movetime 20") and its answer. `patience` bounds the wait; what it took
 * is the time from sending to the wake-up that brought the answer, all in microseconds. No answer
 * is VERDICT_STALL, which the caller tells, who knows the clock. */
enum verdict client_go(struct engine_client *client, const char *fields, int64_t patience,
                       struct client_move *answer);

/* `go ponder` with these fields: sends, without waiting. Until the search has its answer by one of
 * the two below nothing else may be said. */
void client_ponder(struct engine_client *client, const char *fields);

/* The reply that was expected has come: the same as client_go() from here on. An answer that was
 * there before is a warning, and took no time. */
enum verdict client_ponderhit(struct engine_client *client, int64_t patience,
                              struct client_move *answer);

/* Another has come, or none will: ends the search. */
enum verdict client_end_ponder(struct engine_client *client);

void client_ask_score(struct engine_client *client);
enum verdict client_await_score(struct engine_client *client, struct client_score *score);

/* Writes a fault into the transcript. */
void client_note(struct engine_client *client, const struct fault *fault);

void client_forget_warnings(struct engine_client *client);

/* Says quit and hangs up, without waiting: before client_stop() when several are to end together.
 */
void client_say_quit(struct engine_client *client);

/* Ends the process, politely (quit, a grace, SIGTERM) or at once. Never fails; may be called twice.
 */
void client_stop(struct engine_client *client, bool politely);

#endif
