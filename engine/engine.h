/* engine.h - the engine between two lines of the protocol: what it was told, and what it is doing.
 *
 * One thread reads lines and handles them one after the other (handlers.c). A search runs in a
 * second thread (think.c), while which only a few commands are accepted; immediate players answer
 * in the first. Every change is made on a copy or after all checks, so that an error leaves
 * everything as it was.
 */
#ifndef TRIANCEY_ENGINE_H
#define TRIANCEY_ENGINE_H

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/player/clock.h"
#include "engine/player/player.h"
#include "games/game.h"
#include "protocol/protocol.h"

struct grid;
struct engine;

/* The room that a player has for its own data beside the table: see player.h. */
enum { ARENA_BYTES = 48 << 20 };

/* ---- options --------------------------------------------------------------------------------- */

struct settings {
    const struct player *player;
    const struct player *model; /* the opponent that the player `response` reckons with */
    long long hash;             /* MiB */
    long long seed;             /* 0: a new one for each game */
    long long threads;
    bool each;          /* the option Opponents: see struct task */
    const char *kernel; /* NULL: the fastest that this machine has */
    long long overhead; /* milliseconds kept back from each move for the way of the answer */
    long long lines;    /* how many of the best moves are reported on */
    long long ponder;   /* 1: bestmove names the reply that is expected */
};

enum option_type { OPTION_SPIN, OPTION_CHECK, OPTION_COMBO, OPTION_BUTTON };

/* A row of the options' table: the handshake, setoption and the command line are made from it. */
struct engine_option {
    const char *name;
    enum option_type type;
    long long min, max, standard; /* of a spin; a check is 0 or 1 */
    const char *about;
    size_t offset; /* of a spin's or check's long long in struct settings */
    /* Acts on a new value. Returns PROTOCOL_OK or the error, with nothing changed. NULL: just
     * stored. */
    enum protocol_code (*apply)(struct engine *engine, const char *value, long long number,
                                struct protocol_error *error);
};

extern const struct engine_option engine_options[]; /* ended by a NULL name */

enum protocol_code option_set(struct engine *engine, const char *name, const char *value,
                              struct protocol_error *error);
/* The `option ...` lines of the handshake. */
void options_print(struct engine *engine);
void options_default(struct settings *settings);

/* ---- the engine ------------------------------------------------------------------------------ */

enum { ENGINE_CARRY_MAX = GAME_PLAYERS_MAX };

/* The half at hand: how it began, the moves since, and where they led. */
struct half {
    int number;
    long long carry[ENGINE_CARRY_MAX];
    uint64_t seed;
    bool seed_given; /* by newgame, not by the option */
    uint32_t *moves;
    int count, room;
    struct game_state state;
};

struct engine {
    struct settings settings;
    struct grid *grid;        /* NULL until a board was set */
    struct game_board *board; /* likewise */
    struct half half;         /* in use when board is not NULL */
    struct table *table;      /* made when first needed */
    void *arena;              /* for trees, likewise */
    struct protocol_parser *parser;
    bool quit;

    pthread_mutex_t output; /* whoever prints holds it */
    pthread_t thread;
    bool thread_made;      /* to be joined */
    atomic_bool searching; /* cleared just before bestmove is printed, under `output` */
    struct stopwatch watch;
    int64_t began;           /* the search, by clock_now() */
    pthread_mutex_t waiting; /* with `roused`: an answer waits for stop or ponderhit */
    pthread_cond_t roused;
    struct task task;
    struct report last; /* what the search said of its best move */
    bool infinite;
    bool has_id;
    long long id;
    uint32_t *allowed;
};

/* An engine with the default options and, if the library has it, the default board. False: no
 * memory. */
bool engine_init(struct engine *engine);
void engine_free(struct engine *engine);

/* Prints one line and flushes it. If it cannot be written nobody waits for an answer: the search is
 * stopped, and main.c ends the engine. */
void engine_print(struct engine *engine, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Handles one line of the protocol, in place; too long and broken lines are reported by main.c
 * through engine_error(). */
bool engine_line(struct engine *engine, char *line); /* false: it was answered by an error */
void engine_error(struct engine *engine, const char *command, const struct protocol_error *error);

/* half.c: the board, and the moves played on it. The engine takes both over and begins a half. */
void engine_set_board(struct engine *engine, struct grid *grid, struct game_board *board);
/* The seed of the option or, if that is 0, one that was not there before. */
uint64_t engine_new_seed(const struct engine *engine);
enum protocol_code engine_begin(struct engine *engine, const struct protocol_message *message,
                                const struct protocol_value *moves, struct protocol_error *error);
enum protocol_code engine_play(struct engine *engine, const struct protocol_value *moves,
                               struct protocol_error *error);
enum protocol_code engine_undo(struct engine *engine, int count, struct protocol_error *error);

/* think.c: `go`, `stop`, `ponderhit`, and waiting for the search to end. */
enum protocol_code engine_go(struct engine *engine, const struct protocol_message *message,
                             struct protocol_error *error);
void engine_stop(struct engine *engine);
enum protocol_code engine_ponderhit(struct engine *engine, struct protocol_error *error);
void engine_join(struct engine *engine);
bool engine_is_searching(struct engine *engine);
/* Who answers on the board at hand; NULL and the error if the player does not play there. */
const struct player *engine_player(struct engine *engine, struct protocol_error *error);
/* The table, made with the size that the option says; NULL: out of memory. */
struct table *engine_table(struct engine *engine);
enum protocol_code engine_resize_table(struct engine *engine, long long mebibytes,
                                       struct protocol_error *error);

/* Appends a name to a list in `size` bytes, with the separator between two; what does not fit is
 * cut. */
void append_name(char *list, size_t size, const char *separator, const char *name);

/* bench.c */
enum protocol_code engine_bench(struct engine *engine, const struct protocol_value *names,
                                struct protocol_error *error);

#endif
