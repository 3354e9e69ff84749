/* bench.h - the benchmarks that the command `bench` names.
 *
 * They know players and boards, but of the engine only what struct bench lends them. To add one,
 * write its function and add a row to the table in engine/handlers.c.
 */
#ifndef TRIANCEY_ENGINE_BENCH_BENCH_H
#define TRIANCEY_ENGINE_BENCH_BENCH_H

#include "protocol/protocol.h"

struct game_board;
struct grid;
struct roster;
struct table;

/* What a benchmark works with. */
struct bench {
    const struct game_board *board; /* the engine's current one, or NULL */
    const struct roster *roster;
    struct protocol_parser *parser;
    const char *kernel; /* by name, NULL: the fastest */
    int threads;
    long long hash;      /* MiB of a table */
    struct table *table; /* the engine's own; NULL: out of memory */
    void (*say)(void *context, const char *line);
    void *context; /* for say() */
    struct protocol_error *error;
};

/* Each benchmark gets the words that follow its name in the command. */
enum protocol_code bench_search(struct bench *bench, const struct protocol_value *names);
enum protocol_code bench_playouts(struct bench *bench, const struct protocol_value *names);
enum protocol_code bench_puzzle(struct bench *bench, const struct protocol_value *names);
enum protocol_code bench_solve(struct bench *bench, const struct protocol_value *names);
enum protocol_code bench_strength(struct bench *bench, const struct protocol_value *names);

/* ---- for the benchmarks themselves ----------------------------------------------------------- */

/* Says a line. */
void bench_say(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The boards of the league, by their words. */
enum { BENCH_BOARDS = 12, BENCH_CELLS = 48 };
extern const char *const bench_boards[BENCH_BOARDS];

/* Selacata on one of them, newly prepared: free both. NULL and the error if that fails. */
struct game_board *bench_board(const char *word, struct grid **grid, struct protocol_error *error);

#endif
