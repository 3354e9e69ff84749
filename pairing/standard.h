/* standard.h - the standard measurement of an engine: its boards, openings, limit and number of
 * games, fixed once under a name with a version, so that numbers of different people can be
 * compared.
 *
 * Whatever would change the number of an engine makes a new version, with a row of its own; tests
 * pin the rows that are there.
 */
#ifndef TRIANCEY_PAIRING_STANDARD_H
#define TRIANCEY_PAIRING_STANDARD_H

#include "base/sample.h"

#include <stdint.h>

enum {
    STANDARD_PHASES = 3,
    STANDARD_LINES_SIZE = 256,
    STANDARD_SECRET_MIN = 8,
    STANDARD_SECRET_MAX = 64
};

struct standard {
    const char *name;
    const char *game;
    int cells;             /* of each board; it has one game */
    const char *openings;  /* as the key of a league has them */
    const char *schedule;  /* the lines of a league's configuration for them */
    const char *limit;     /* of the engine: KEY=VALUE */
    const char *opponent;  /* what a configuration ends with */
    int least, step, most; /* games: at first, at a time after that, at most */
    double error;          /* no more games once half the 95 % interval of the mean is this small */
    int judged; /* how many games, the first ones, have their moves judged by the solver */
    int empty[STANDARD_PHASES]; /* the most empty cells of each phase that is judged, falling */
};

/* The version of new measurements; and the one of a name, NULL: there is none. */
extern const struct standard *const standard_now;
const struct standard *standard_find(const char *name);

/* The seed of its league, from which all boards follow: published, or (not NULL) from a secret. */
uint64_t standard_seed(const struct standard *standard, const char *secret);

/* What the configuration of its league begins with; `digest` of the secret, NULL: there is none. */
void standard_lines(const struct standard *standard, uint64_t seed, const char *digest,
                    char lines[STANDARD_LINES_SIZE]);

/* The standard of a league with this configuration and seed. NULL: it has none, or none that is
 * known, or does not say what the standard says. `digest` (DIGEST_SIZE): "" without a
 * secret. */
const struct standard *standard_read(const char *config, uint64_t seed, char *digest);

/* How many games are to be played if this many were, with these margins; the same number if that is
 * enough. The error is looked at after whole steps alone, so that interruptions change nothing. */
int standard_games(const struct standard *standard, int played, const struct sample *margins);

/* The phase of a position with this many empty cells; -1: it is not judged. */
int standard_phase(const struct standard *standard, int empty);

/* What the judged moves of one phase have lost against the best ones. */
struct regret {
    int64_t moves, best; /* best: those that lost nothing */
    struct sample games; /* cells that were lost, by game */
};

/* What the record of a measurement says of an engine's moves: of all, but those of openings, how
 * long they took (microseconds); of those that are judged, what they lost. */
struct measured_moves {
    int64_t moves, took, longest;
    struct regret phase[STANDARD_PHASES];
};

/* Cells a move, and half the width of its 95 % interval; NAN without moves. */
double regret_mean(const struct regret *regret);
double regret_error(const struct regret *regret);

#endif
