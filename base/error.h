/* error.h - what went wrong, in one line for a person. All errors of the tree are passed on this
 * way.
 *
 * A function that can fail takes a `struct error *`; when it fails, it returns NULL or false and
 * puts a message there. The caller owns the structure, usually on its stack; its contents mean
 * nothing after a success. Messages are in the language of the thread (language.h), have no newline
 * at the end, and say what is wrong and where.
 */
#ifndef TRIANCEY_BASE_ERROR_H
#define TRIANCEY_BASE_ERROR_H

#include <stdbool.h>

enum { ERROR_SIZE = 512 }; /* bytes, with the final zero */

struct error {
    char text[ERROR_SIZE];
};

/* Writes a message, cut if it is too long, and returns false, for `return error_set(...)`.
 * Arguments may point into the message that it replaces. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for functions that return a pointer: returns NULL. */
void *error_null(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Whether memory ran out, which is the fault of neither the user nor the input. Such messages
 * contain the system's words for it, or "out of memory" in the language of the thread or, from the
 * protocol, in English. */
bool error_is_memory(const struct error *error);

/* Whether it says that a file or a board does not exist, which is not a wrong command line either:
 * all messages about boards hold the words "no such board". */
bool error_is_missing(const struct error *error);

#endif
