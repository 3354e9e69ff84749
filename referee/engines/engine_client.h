/* engine_client.h - the dialogue with one engine: what the referee sends, and what the engine must
 * answer.
 *
 * Functions that wait return VERDICT_OK or what went wrong, which client->lines.fault explains;
 * after anything but VERDICT_OK the only thing to do is client_stop(), then perhaps client_start()
 * again. All functions are called from the thread that started the engine. Lines that need no
 * answer are sent by lines_say() and lines_say_move() (engine_lines.h).
 */
#ifndef TRIANCEY_REFEREE_ENGINES_ENGINE_CLIENT_H
#define TRIANCEY_REFEREE_ENGINES_ENGINE_CLIENT_H

#include "games/game.h"
#include "half/engine_spec.h"
#include "half/said.h"
#include "half/verdict.h"
#include "protocol/protocol.h"
#include "referee/engines/engine_lines.h"
#include "referee/engines/offturn.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct engine_client {
    const struct engine_spec *spec;
    struct protocol_parser *parser;
    int64_t go_id;
    bool feature_score, feature_undo, feature_ponder, feature_position;
    bool ponders; /* the engine was asked to name the replies that it expects */
    enum client_step { CLIENT_ASKED, CLIENT_SET, CLIENT_READY } step; /* of its start */
    char id_name[ENGINE_ID_SIZE], id_author[ENGINE_ID_SIZE];
    int64_t version;        /* of the protocol; 0: it did not say */
    struct text options;    /* announced: options.h */
    struct text games;      /* that it plays, with a comma and a blank between two */
    int warnings;           /* late and second answers, till the caller forgets them */
    struct fault warning;   /* the first warning */
    struct offturn offturn; /* what it did in this half while others were to move */
    int stops;              /* how often others have stopped it, by the last report */
    struct said *said;      /* what the last search said; the caller's room */
    int said_room;          /* for so many lines of a report; 0: nobody listens */
    int said_count;         /* how many lines there are */
    struct engine_lines lines;
};

/* What an engine answers to `score`. */
struct client_score {
    bool given; /* false: it counts no scores */
    int64_t points[GAME_PLAYERS_MAX];
    int64_t margin, total; /* of seat 1: in this half, and with those before */
    char over[32];
};

/* Makes a client, which does not start the engine yet. All arguments must outlive it. The dialogue
 * is written to the transcript (NULL: none) under the number of the worker. */
struct engine_client *client_new(const struct engine_spec *spec, const atomic_int *stop,
                                 struct transcript *transcript, int worker);

/* Stops the engine if it runs, and frees. NULL is allowed. */
void client_free(struct engine_client *client);

/* Starts the engine, asks who it is, and sets its options. Another version of the protocol, or an
 * option that it has not announced, is an error that names it. */
enum verdict client_start(struct engine_client *client);

/* Whether the running engine has said that it plays this game. */
enum verdict client_check_game(struct engine_client *client, const char *game);

/* A start without waiting: client_begin() starts the process and asks who it is; client_proceed()
 * takes what has come since, and is VERDICT_STALL as long as more is to come: the caller judges
 * whether that takes too long (limits.start; limits.wait once client->step is CLIENT_SET). */
enum verdict client_begin(struct engine_client *client);
enum verdict client_proceed(struct engine_client *client);

static inline bool client_runs(const struct engine_client *client) {
    return client->lines.process.pid != 0;
}

/* client_ask_ready() sends `isready`; client_await_ready() waits for its answer, which means that
 * everything said before was obeyed without an error. */
void client_ask_ready(struct engine_client *client);
enum verdict client_await_ready(struct engine_client *client);

/* What an engine answers to `go`. */
struct client_move {
    char move[GAME_MOVE_TEXT], expected[GAME_MOVE_TEXT]; /* expected: the reply, or "" */
    int64_t took;                                        /* microseconds */
};

/* Sends `go` with these fields (" movetime 20") and waits for the answer, at most `patience`.
 * `took` is the time from sending to the wake-up that brought the answer; all in microseconds. No
 * answer is VERDICT_STALL, which the caller explains, because it knows the clock. */
enum verdict client_go(struct engine_client *client, const char *fields, int64_t patience,
                       struct client_move *answer);

/* Sends `go ponder` with these fields, without waiting. Nothing else may be said until
 * client_ponderhit() or client_end_ponder() has taken the answer of the search. */
void client_ponder(struct engine_client *client, const char *fields);

/* The reply that was expected has come: goes on as client_go() does. An answer that came before is
 * a warning, and took no time. */
enum verdict client_ponderhit(struct engine_client *client, int64_t patience,
                              struct client_move *answer);

/* Another reply has come, or none will: ends the search. */
enum verdict client_end_ponder(struct engine_client *client);

void client_ask_score(struct engine_client *client);
enum verdict client_await_score(struct engine_client *client, struct client_score *score);

/* Adds warnings about the half that is over: the engine thought while others were to move, or
 * somebody stopped it. */
void client_look_back(struct engine_client *client);

/* Writes a fault into the transcript. */
void client_note(struct engine_client *client, const struct fault *fault);

/* Sends quit and closes the input without waiting: before client_stop() when several are to end. */
void client_say_quit(struct engine_client *client);

/* Ends the process, politely (quit, grace, SIGTERM) or at once. Never fails; allowed twice. */
void client_stop(struct engine_client *client, bool politely);

#endif
