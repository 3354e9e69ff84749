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

/* The file read last and its digest, since engines of a league often run the same one. Zero at
 * first; free() the path. */
struct program_read {
    char *path;
    char digest[DIGEST_SIZE];
};

/* Whether a program's file exists but lacks what runs it: the interpreter that its first line
 * names, which is then in `needs`, or the loader of its format (`needs` is ""). False if neither is
 * missing, or the file is. */
enum { PROGRAM_NEEDS_SIZE = 256 };
bool program_lacks(const char *word, const char *dir, char needs[PROGRAM_NEEDS_SIZE]);

/* Adds the SHA-256 of the program's file and, if an argument names a file, as a script's does, a
 * blank and the SHA-256 of the first such file. A file that may not be read, or does not exist,
 * adds "-". False and a message: out of memory, or of descriptors and the like, which must not make
 * the digest a different one. */
bool program_digest(const struct engine_spec *spec, struct program_read *last, struct text *digest,
                    struct error *error);

#endif
