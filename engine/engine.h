/* engine.h - the engine between two lines of the protocol: its state, and what it is doing.
 *
 * One thread reads lines and handles them one after the other (handlers.c). A search runs in a
 * second thread (think.c), during which only a few commands are accepted; immediate players answer
 * in the first. The function that handles a command finds it in the engine, and leaves the error
 * there. Every change is made on a copy or after all checks, so that an error changes nothing.
 */
#ifndef TRIANCEY_ENGINE_H
#define TRIANCEY_ENGINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "games/game.h"
#include "protocol/protocol.h"

struct book;
struct error;
struct grid;
struct option_row;
struct roster;

/* ---- options --------------------------------------------------------------------------------- */

struct settings {
    const struct player *player;
    long long hash; /* MiB */
    long long seed; /* 0: a new one for each game */
    long long threads;
    const char *kernel; /* NULL: the fastest that this machine has */
    long long overhead; /* milliseconds kept in reserve for the transport of each answer */
    long long lines;    /* how many of the best moves to report */
    long long ponder;   /* 1: bestmove names the reply that is expected */
};

void options_default(struct settings *settings);

/* ---- the engine ------------------------------------------------------------------------------ */

/* The current half: how it began, its moves, and the position after them. */
struct half {
    int number;
    long long carry[GAME_PLAYERS_MAX];
    uint64_t seed;
    bool seed_given; /* by newgame, not by the option */
    uint32_t *moves;
    int count, room;
    struct game_state start, state; /* before the moves and after them */
};

struct engine {
    struct settings settings;
    struct roster *roster;    /* the players with what their options say */
    struct grid *grid;        /* NULL until a board was set */
    struct game_board *board; /* NULL until then, too */
    bool asked;               /* a command has used the board: the player must play on it */
    struct half half;         /* in use when board is not NULL */
    struct table *table;      /* made when first needed */
    struct book *book;        /* what is solved of whole boards; NULL: nothing */
    void *arena;              /* for trees; made when it is first needed */
    struct kept kept;         /* of the board */
    struct protocol_parser *parser;
    struct protocol_message message; /* the current command */
    struct protocol_error error;     /* what is wrong with it */
    bool quit;

    pthread_mutex_t output; /* held while printing */
    pthread_t thread;       /* of all searches */
    bool thread_made;
    atomic_bool searching; /* cleared just before bestmove is printed, under `output` */
    struct stopwatch watch;
    int64_t began;           /* the search, by clock_ns() */
    pthread_mutex_t waiting; /* held while the stopwatch, `busy`, `leaving` or `held` changes */
    pthread_cond_t turn;     /* `busy` or `leaving` has changed */
    bool busy;               /* the thread has a search, and may still be at its end */
    bool leaving;            /* the thread ends */
    bool held;               /* the search is over: its answer waits for stop or ponderhit */
    uint32_t held_move;
    struct task task;
    struct report last; /* what the search said about its best move */
    bool infinite;
    bool has_id;
    long long id;
    uint32_t *allowed;
};

/* Sets the default options and, if the library has it, the default board. False: no memory. */
bool engine_init(struct engine *engine);
void engine_free(struct engine *engine);

/* Prints one line and flushes it. If it cannot be written, the search is stopped, and main.c ends
 * the engine. */
void engine_print(struct engine *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Handles one line of the protocol, in place; too long and broken lines are reported by main.c. */
bool engine_line(struct engine *engine, char *line); /* false: it was answered by an error */
/* Prints engine->error as the answer to a command. */
void engine_error(struct engine *engine, const char *command);

/* options.c: sets an option, or says why not; prints the `option ...` lines of the handshake. */
enum protocol_code option_set(struct engine *engine, const char *name, const char *value);
void options_print(struct engine *engine);
/* The option of a number from 0 on, NULL after the last one. */
const struct option_row *engine_option(struct engine *engine, int number);

/* half.c: the board and the moves played on it. The engine then owns grid and board; a half begins.
 */
void engine_set_board(struct engine *engine, struct grid *grid, struct game_board *board);
/* The seed of the option or, if that is 0, a new one. */
uint64_t engine_new_seed(const struct engine *engine);
enum protocol_code engine_begin(struct engine *engine);
enum protocol_code handle_play(struct engine *engine);
enum protocol_code handle_undo(struct engine *engine);

/* limits.c: from the fields of `go` to limits, for the seat to move (-1: none), which has `legal`
 * moves; `overhead` milliseconds of each move are kept back. */
void engine_limits(const struct protocol_message *go, int seat, int legal, long long overhead,
                   struct limits *limits);

/* think.c: `go`, `stop`, `ponderhit`, and waiting for the search to end. */
enum protocol_code handle_go(struct engine *engine);
void engine_stop(struct engine *engine);
enum protocol_code handle_ponderhit(struct engine *engine);
void engine_join(struct engine *engine);
/* Stops the search, and ends the thread. */
void engine_end_thread(struct engine *engine);
/* The player that answers on the current board. */
const struct player *engine_player(const struct engine *engine);
/* PROTOCOL_OK if the player plays on the board, else the error, which says who does. */
enum protocol_code engine_check_player(struct engine *engine, const struct player *player,
                                       const struct game_board *board);
/* The table, made with the size that the option says; NULL: out of memory. */
struct table *engine_table(struct engine *engine);
enum protocol_code engine_resize_table(struct engine *engine, long long mebibytes);

#endif
