/* program.h - the files that an engine's command runs, and their digests.
 */
#ifndef TRIANCEY_REFEREE_ENGINES_PROGRAM_H
#define TRIANCEY_REFEREE_ENGINES_PROGRAM_H

#include "base/digest.h"

#include <stdbool.h>

struct engine_spec;
struct error;
struct text;

/* The program that a word names, found as execvp() does in this folder (NULL: the current one),
 * with all links followed: free() it. NULL: there is none. */
char *program_find(const char *word, const char *dir);

/* The file that was read last: engines of a league often run the same one. Zero at first; free()
 * the path. */
struct program_read {
    char *path;
    char digest[DIGEST_SIZE];
};

/* Why a program's file that is there cannot be run: the interpreter that its first line names is
 * missing, which is then in `needs`, or else, with "", the loader of its format is. False: the file
 * is missing, or neither is. */
enum { PROGRAM_NEEDS_SIZE = 256 };
bool program_lacks(const char *word, const char *dir, char needs[PROGRAM_NEEDS_SIZE]);

/* Adds the SHA-256 of the program's file and, of the first argument that names a file, as for
 * scripts, a blank and that of this file. A file that we may not read, or that is not there, adds
 * "-". False and a message: out of memory, or of anything else whose lack would make the digest a
 * different one. */
bool program_digest(const struct engine_spec *spec, struct program_read *last, struct text *digest,
                    struct error *error);

#endif
