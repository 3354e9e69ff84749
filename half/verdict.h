/* verdict.h - what can be wrong with a seat, and the word for it in records and reports. */
#ifndef TRIANCEY_HALF_VERDICT_H
#define TRIANCEY_HALF_VERDICT_H

#include "base/error.h"

#include <stdbool.h>

enum { FAULT_TEXT_SIZE = 400 };

/* A fault also has a sentence in page/names.js, a row in section 9 of protocol/PROTOCOL.md and an
 * entry in referee/manual/triancey-engines.6. Verdicts before VERDICT_START blame no seat, and no
 * record has them. */
enum verdict {
    VERDICT_OK,
    VERDICT_STOPPED,   /* the referee is being ended, which is no fault */
    VERDICT_MACHINE,   /* the machine does not start the engine's program: no fault, either */
    VERDICT_START,     /* the engine cannot be set up; the first verdict that is a fault */
    VERDICT_CRASH,     /* it ended or closed a pipe */
    VERDICT_LIMIT,     /* it took more of the machine than it may */
    VERDICT_STALL,     /* no answer within the cap */
    VERDICT_TIME,      /* its clock ran out */
    VERDICT_PROTOCOL,  /* an answer that the protocol does not allow */
    VERDICT_ILLEGAL,   /* a move against the rules, or none at all */
    VERDICT_RESIGNED,  /* it resigns the half */
    VERDICT_SCORE,     /* it counts the score differently: the result stands */
    VERDICT_WARNING,   /* a late or second answer: the result stands */
    VERDICT_WITHDRAWN, /* not played: the engine had too many faults, or the week is over */
    VERDICT_COUNT
};

/* What happened, in one printable line, twice: in English for records and programs, and in the
 * user's language for people. */
struct fault {
    enum verdict verdict;
    enum error_kind kind; /* of VERDICT_START and VERDICT_MACHINE: why a program does not run */
    char text[FAULT_TEXT_SIZE];  /* for records, saved games, JSON and logs */
    char shown[FAULT_TEXT_SIZE]; /* for people */
};

/* The word for a verdict, such as "crash", in English and in the user's language; and the verdict
 * of an English word, VERDICT_COUNT if there is none. VERDICT_MACHINE is called "start", too. */
const char *verdict_name(enum verdict verdict);
const char *verdict_shown(enum verdict verdict);
enum verdict verdict_find(const char *name);

/* Whether a half can end by this verdict: after a wrong score or a warning the result stands. */
bool verdict_ends_half(enum verdict verdict);

/* Fills in a fault and returns its verdict. The format is a message marked by N_(); its arguments
 * are the same in all languages. */
enum verdict fault_set(struct fault *fault, enum verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Writes a text (FAULT_TEXT_SIZE) in the language that the thread speaks. */
typedef void fault_writer(const void *context, char *text);

/* Sets a fault to the message of another module: the writer is called twice, first in English. */
enum verdict fault_write(struct fault *fault, enum verdict verdict, fault_writer *writer,
                         const void *context);

#endif
