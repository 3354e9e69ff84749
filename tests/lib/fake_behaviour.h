/* fake_behaviour.h - what the fake engine does that has nothing to do with the protocol: it floods,
 * it hangs, it has children, it takes what it can get.
 */
#ifndef TRIANCEY_TESTS_LIB_FAKE_BEHAVIOUR_H
#define TRIANCEY_TESTS_LIB_FAKE_BEHAVIOUR_H

#include <stddef.h>

void behave_write(const char *bytes, size_t length);

/* Lets time pass: moves a given clock (given_clock.h), or sleeps; at once, or for ever. */
void behave_sleep_ms(long ms);
_Noreturn void behave_hang(void);
_Noreturn void behave_spin(void);

/* Waits until all that was written to standard output has been read, so that no given clock moves
 * before the reader has its time. */
void behave_wait_read(void);

/* Lets only real time pass. */
void behave_rest_ms(long ms);
_Noreturn void behave_stay(void);

/* A thread that spins from the first call on; and the part of a processor, in per cent, that the
 * program has had since. */
void behave_spin_beside(void);
int behave_spun(void);

/* Writes these bytes again and again, to standard output or error. */
_Noreturn void behave_flood(int descriptor, const char *what);

/* A line from time to time, without end. */
_Noreturn void behave_trickle(const char *line);

/* A mebibyte to standard error. */
void behave_log_much(void);

/* Adds a line to the file. */
void behave_note(const char *file, int number);

/* Children that hold the pipes, ignore SIGTERM and never end; the number is noted. One in the
 * group of the engine; one in a session of its own whose parent has ended. */
void behave_child(const char *file);
void behave_daemon(const char *file);

/* Ends only when a second process has come here too. */
void behave_meet(const char *file);

/* How many processors it may run on. */
int behave_processors(void);

/* The one that it runs on. */
int behave_processor(void);

/* Fills memory until it is stopped; has children until it is stopped. */
_Noreturn void behave_fill_memory(void);
_Noreturn void behave_fork(void);

#endif
