/* certify.h - checks whether an engine follows the protocol, before a league finds out.
 *
 * Each check speaks to a fresh process. It passes, fails with a sentence and the dialogue that
 * shows it, or is skipped because the engine does not announce what it is about. Nothing that the
 * engine does can stop the certification, except that it cannot be started or does not say who it
 * is.
 */
#ifndef TRIANCEY_REFEREE_CERTIFY_CERTIFY_H
#define TRIANCEY_REFEREE_CERTIFY_CERTIFY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct engine_spec;
struct error;

enum outcome { OUTCOME_PASSED, OUTCOME_FAILED, OUTCOME_SKIPPED };

/* What became of a check. The texts last until the next one. */
struct finding {
    const char *name;    /* one word, never translated */
    const char *about;   /* what is checked, for people */
    const char *section; /* of PROTOCOL.md, where the rule is */
    const char *advice;  /* for an author whose engine fails */
    enum outcome outcome;
    const char *why;      /* it failed or was skipped */
    const char *dialogue; /* its last lines if it failed, "> " to the engine, "< " from it */
    double seconds;
};

struct certify_options {
    const struct engine_spec *spec;
    const char *const *only; /* names of checks, ended by NULL; NULL: all */
    uint64_t seed;           /* of the random games */
    int games;               /* of them for each game and board */
    int lasting;             /* games in one process, whose memory is looked at */
    const atomic_int *stop;  /* not 0: all ends at once */
    void (*tell)(void *context, const struct finding *finding);
    void *context;
};

struct certify_result {
    int passed, failed, skipped;
    char id[256];     /* what it calls itself */
    char games[1024]; /* the games that it plays and we know, separated by blanks */
};

/* Runs the checks. False and a message: they could not be run, or were stopped. */
bool certify(const struct certify_options *options, struct certify_result *result,
             struct error *error);

/* The checks by number: the name, and what is checked; NULL: no more. */
const char *certify_name(int number, const char **about);

#endif
