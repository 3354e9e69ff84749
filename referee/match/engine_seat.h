/* engine_seat.h - a seat held by an engine. */
#ifndef TRIANCEY_REFEREE_MATCH_ENGINE_SEAT_H
#define TRIANCEY_REFEREE_MATCH_ENGINE_SEAT_H

#include <stdatomic.h>
#include <stdbool.h>

struct engine_spec;
struct error;
struct seat;
struct spin;
struct transcript;

/* The engine starts when its first half begins. All arguments must outlive the seat; what is said
 * is written to the transcript (NULL: none) under the number of the worker. Free it with
 * seat->kind->free(). */
struct seat *engine_seat_new(const struct engine_spec *spec, const atomic_int *stop,
                             struct transcript *transcript, int worker);

/* Starts the engine and sends it a board, to see whether it works at all and plays that game; then
 * a line `position` that spells out a position (NULL: none), to see whether halves may begin there.
 * Returns the names of the engine (ENGINE_ID_SIZE each). False and a message that names it. */
bool engine_seat_try(const struct engine_spec *spec, const atomic_int *stop,
                     struct transcript *transcript, const char *game, const char *board_line,
                     const char *start, char *id_name, char *id_author, struct error *error);

/* Starts the engine, asks who it is and which games it plays, each between blanks
 * (ENGINE_GAMES_SIZE), and ends it. False and a message that names the engine. */
enum { ENGINE_GAMES_SIZE = 400 };
bool engine_seat_ask(const struct engine_spec *spec, const atomic_int *stop, char *id_name,
                     char *games_played, struct error *error);

/* Starts the engine for the ranges of some of its options, by name. False and a message that names
 * the engine and, if that is the reason, the option that is missing or not a spin. */
bool engine_seat_spins(const struct engine_spec *spec, const atomic_int *stop,
                       const char *const *name, int count, struct spin *spin, struct error *error);

#endif
