/* fake_acts.h - one action at one moment of the protocol, for the fake engine:
 * `MOMENT:DEED[:ARGUMENT]` instead of a mode.
 *
 * The moments are the table in fake_acts.c: start (before anything is read), a command of the
 * referee, or half2 (`newgame` of a second half). At `go` it is the second one of the process, and
 * all that follow, so that a first was good. The behaviours are the other table. An argument is
 * text in which % precedes a letter:
 *
 *     %m  the move that would be good         %i  the id of go
 *     %l  the last move that was played       %s  the answer to score that would be right, without
 * its first word %0  a NUL byte    %e  ESC    %r  CR    %n  LF    %t  a tab    %x  a byte that is
 * not UTF-8    %w  a word of 300 letters
 *
 * Lines that are said end with LF.
 */
#ifndef TRIANCEY_TESTS_LIB_FAKE_ACTS_H
#define TRIANCEY_TESTS_LIB_FAKE_ACTS_H

#include <stdbool.h>

enum moment {
    AT_START,
    AT_TGI,
    AT_OPTION,
    AT_GRID,
    AT_NEWGAME,
    AT_HALF2,
    AT_READY, /* of a half */
    AT_PLAY,
    AT_GO,
    AT_SCORE,
    AT_QUIT,
    MOMENTS
};

struct act {
    int moment; /* MOMENTS: none */
    int behaviour;
    const char *argument;
};

/* What arguments may name. */
struct act_words {
    const char *move, *last, *score, *file; /* the file: for numbers of processes */
    long long id;
};

/* The act that a word names; false: it is none, and must be a mode. A behaviour that is not known
 * ends the program. */
bool act_read(struct act *act, const char *word);

/* Does the behaviour, if this is its moment. True: the good answer is not to follow. */
bool act_at(const struct act *act, enum moment moment, const struct act_words *words);

#endif
