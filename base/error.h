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

/* What kind of error it is. What is done about an error depends on this alone, never on its words.
 */
enum error_kind {
    ERROR_INPUT,   /* what was given: a value, a line, a file */
    ERROR_MISSING, /* a file or a board that does not exist */
    ERROR_MEMORY,  /* there is not enough memory */
    ERROR_BUSY,    /* another program holds what is needed, for now */
    ERROR_SYSTEM   /* the system refused something else */
};

struct error {
    char text[ERROR_SIZE];
    enum error_kind kind;
};

/* Writes a message, cut if it is too long, and returns false, for `return error_set(...)`. The kind
 * becomes ERROR_INPUT. Arguments may point into the message that it replaces. */
bool error_set(struct error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* error_set() for functions that return a pointer: returns NULL. */
void *error_null(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* error_set() for functions that return what is wrong, or NULL: returns the message. */
const char *error_text(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* error_set() with another kind. */
bool error_set_kind(struct error *error, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says more about an error: writes its message anew, usually around the text that it has, and
 * keeps its kind. Returns false. */
bool error_reword(struct error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The message "out of memory"; the first returns false, the second NULL. */
bool error_memory(struct error *error);
void *error_null_memory(struct error *error);

/* The kind of an error that the system reports by errno. */
enum error_kind error_kind_of(int number);

#endif
