/* fake_deeds.h - what the fake engine does that has nothing to do with the protocol: it floods, it
 * hangs, it has children, it takes what it can get.
 */
#ifndef TRIANCEY_TESTS_LIB_FAKE_DEEDS_H
#define TRIANCEY_TESTS_LIB_FAKE_DEEDS_H

#include <stddef.h>

void deed_write(const char *bytes, size_t length);

/* Lets time pass: moves a given clock (given_clock.h), or sleeps; at once, or for ever. */
void deed_sleep_ms(long ms);
_Noreturn void deed_hang(void);
_Noreturn void deed_spin(void);

/* Lets only real time pass. */
void deed_rest_ms(long ms);
_Noreturn void deed_stay(void);

/* A thread that spins from the first call on; and the part of a processor, in per cent, that the
 * program has had since. */
void deed_spin_beside(void);
int deed_spun(void);

/* The same bytes again and again, to standard output or error. */
_Noreturn void deed_flood(int descriptor, const char *what);

/* A line from time to time, without end. */
_Noreturn void deed_trickle(const char *line);

/* A mebibyte to standard error. */
void deed_log_much(void);

/* Adds a line to the file. */
void deed_note(const char *file, int number);

/* Children that hold the pipes, ignore SIGTERM and never end; the number is noted. One in the
 * group of the engine; one in a session of its own whose parent has ended. */
void deed_child(const char *file);
void deed_daemon(const char *file);

/* Ends only when a second process has come here too. */
void deed_meet(const char *file);

/* How many processors it may run on. */
int deed_processors(void);

/* The one that it runs on. */
int deed_processor(void);

/* Fills memory until it is stopped; has children until it is stopped. */
_Noreturn void deed_fill_memory(void);
_Noreturn void deed_fork(void);

#endif
