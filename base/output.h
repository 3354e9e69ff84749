/* output.h - where programs write. A file is written completely or not at all: beside its place,
 * then moved there. Also here: the size of the terminal, what --version prints, and how a program
 * ends whose output nobody reads. */
#ifndef TRIANCEY_BASE_OUTPUT_H
#define TRIANCEY_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct text;

struct output {
    const char *path; /* where it will be */
    char *temporary;  /* where it is written; NULL: nowhere any more */
};

/* Makes an empty file beside `path`, which must outlive the output. False and a message. */
bool output_begin(struct output *output, const char *path, struct error *error);

/* Moves the file to its place, replacing one that is there; all of it is on the disk before that.
 * False and a message: the new file is gone then. */
bool output_finish(struct output *output, struct error *error);

/* Removes the temporary file, unless output_finish() has moved it. */
void output_drop(struct output *output);

/* For a program that ends while output_write() writes: removes what is not whole. */
void output_abandon(void);

/* Writes a file by a function: output_begin(), write() and output_finish(). An existing file stays
 * as it was unless everything is written, and a symbolic link still leads to it. What is not a
 * file, such as a pipe, is written to directly, and so is a file that is already standard output. A
 * record is never replaced. `path` NULL is standard output. False and a message. */
typedef bool output_writer(void *context, FILE *file, struct error *error);
bool output_write(const char *path, output_writer *write, void *context, struct error *error);
bool output_write_text(const char *path, const struct text *text, struct error *error);

/* Whether output_write() may begin, for programs that work for long before: false and a message. */
bool output_try(const char *path, struct error *error);

/* The size of the terminal of a descriptor, or what COLUMNS and LINES say, or 80 x 24. */
void output_size(int descriptor, int *columns, int *rows);

/* How many columns the terminal of a descriptor has; 0: there is none. */
int output_width(int descriptor);

/* Prints what --version shows: the program's version and licence, and where its sources are. */
void output_version(const char *program);

/* Ends the program by SIGPIPE if nobody reads standard output any more, for programs that ignore
 * this signal. */
void output_end_if_unread(void);

/* Whether a file may be a record: a mistake on the command line must not spoil games. True and a
 * message. */
bool output_spoils(const char *path, struct error *error);

/* Whether output_write() would replace the file of this path, if there is one. */
bool output_replaces(const char *path);

/* Whether output_write() would write both to one file; NULL is allowed. */
bool output_same(const char *one, const char *other);

#endif
