/* bench.h - the benchmarks that the command `bench` names. */
#ifndef TRIANCEY_ENGINE_BENCH_BENCH_H
#define TRIANCEY_ENGINE_BENCH_BENCH_H

#include "engine/engine.h"

/* `names` are the words after `bench`, the benchmark's own name first. Results are printed as info
 * lines. */
enum protocol_code bench_playouts(struct engine *engine, const struct protocol_value *names,
                                  struct protocol_error *error);
enum protocol_code bench_solve(struct engine *engine, const struct protocol_value *names,
                               struct protocol_error *error);
enum protocol_code bench_strength(struct engine *engine, const struct protocol_value *names,
                                  struct protocol_error *error);

/* The boards of the league, by their words. */
enum { BENCH_BOARDS = 12, BENCH_CELLS = 48 };
extern const char *const bench_boards[BENCH_BOARDS];

/* Selacata on one of them, made anew: free both. NULL and the error if that fails. */
struct game_board *bench_board(const char *word, struct grid **grid, struct protocol_error *error);

#endif
