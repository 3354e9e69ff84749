/* tap.h - what a test program needs to speak TAP (the Test Anything Protocol, testanything.org).
 *
 * One program tests one module. It calls ok() and its relatives for each fact and ends with
 * `return done();`. A failed test prints its place and the actual and expected values.
 */
#ifndef TRIANCEY_TESTS_LIB_TAP_H
#define TRIANCEY_TESTS_LIB_TAP_H

#include <stdbool.h>

#define PRINTF_LIKE(text, first)    __attribute__((format(printf, text, first)))

#define ok(condition, ...)          tap_ok((condition), __FILE__, __LINE__, __VA_ARGS__)
#define is_int(got, wanted, ...)    tap_is_int((got), (wanted), __FILE__, __LINE__, __VA_ARGS__)
#define is_string(got, wanted, ...) tap_is_string((got), (wanted), __FILE__, __LINE__, __VA_ARGS__)

bool tap_ok(bool condition, const char *file, int line, const char *name, ...) PRINTF_LIKE(4, 5);
bool tap_is_int(long long got, long long wanted, const char *file, int line, const char *name, ...)
    PRINTF_LIKE(5, 6);
bool tap_is_string(const char *got, const char *wanted, const char *file, int line,
                   const char *name, ...) PRINTF_LIKE(5, 6);

/* A line of comment. */
void diag(const char *text, ...) PRINTF_LIKE(1, 2);

/* How many random cases to try: as many as `make check` can afford, or all that `make nightly`
 * tries. */
int enough(int check, int nightly);

/* Whether condition(context) became true: it is asked again and again, for ten minutes at most.
 * Every test that waits for an event of another process or thread waits here. */
bool until(bool (*condition)(void *), void *context);

/* What a command of the shell prints, without blanks and newlines at its end: valid until the next
 * call. */
const char *shell(const char *command);

/* Ends the program with a plan that says why nothing was tested. */
void skip_all(const char *why);

/* Prints the plan; 0 if all passed, else 1: the program's exit status. */
int done(void);

/* The folder of the test data, from the environment as Automake sets it or from where prove runs.
 */
const char *test_data(const char *name);

#endif
