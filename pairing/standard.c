/* standard.c - the standard measurement: everything that decides its games is constant here, and
 * the seed of its boards follows from the standard's name and the secret. A league is a standard
 * measurement if its configuration is the standard's text, except for the engine that is measured.
 */
#include "pairing/standard.h"

#include "base/digest.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The reference computer against itself has a standard deviation of 45 a game, which needs 2,000
 * games for this error; engines that are far better or worse have 15 to 25, which needs 200 to
 * 700. */
static const struct standard standards[] = {
    {.name = "selacata-1",
     .game = "selacata",
     .cells = 48,
     .openings = "random:4",
     .schedule = "format roundrobin\nboards words:1\n"
                 "openings random:4:0\n",
     .limit = "movetime=100 margin=100",
     .opponent = "\nengine reference: builtin:reference\n  dir \n"
                 "  movetime=100 margin=100 cap=60000 start=10000 wait=10000\n",
     .least = 200,
     .step = 100,
     .most = 3000,
     .error = 2,
     .judged = 100,
     .empty = {26, 18, 10}}};
enum { STANDARDS = sizeof standards / sizeof *standards };

const struct standard *const standard_now = &standards[STANDARDS - 1];

const struct standard *standard_find(const char *name) {
    for (size_t i = 0; i < STANDARDS; i++)
        if (strcmp(standards[i].name, name) == 0)
            return &standards[i];
    return NULL;
}

/* The first 60 bits of a digest of the name and, if there is one, the secret. */
uint64_t standard_seed(const struct standard *standard, const char *secret) {
    char text[64 + STANDARD_SECRET_MAX], digest[DIGEST_SIZE];
    snprintf(text, sizeof text, "%s%s%s", standard->name, secret ? " " : "", secret ? secret : "");
    digest_text(text, digest);
    digest[15] = '\0';
    return strtoull(digest, NULL, 16);
}

void standard_lines(const struct standard *standard, uint64_t seed, const char *digest,
                    char lines[STANDARD_LINES_SIZE]) {
    bool secret = digest && *digest;
    snprintf(lines, STANDARD_LINES_SIZE,
             "measure %s%s%s\ngame %s players 2 halves 2 seed %" PRIu64 "\n%s", standard->name,
             secret ? " secret " : "", secret ? digest : "", standard->game, seed,
             standard->schedule);
}

/* The engine comes first, its opponent last, and there is nobody else. */
static bool has_opponent(const struct standard *standard, const char *config) {
    size_t length = strlen(config), opponent = strlen(standard->opponent);
    int engines = 0;
    for (const char *at = config; (at = strstr(at, "\nengine ")); at++)
        engines++;
    return engines == 2 && length >= opponent &&
           strcmp(config + length - opponent, standard->opponent) == 0;
}

const struct standard *standard_read(const char *config, uint64_t seed, char *digest) {
    char name[64], lines[STANDARD_LINES_SIZE];
    *digest = '\0';
    if (sscanf(config, "measure %63[^ \n] secret %64[0-9a-f]", name, digest) < 1)
        return NULL;
    const struct standard *standard = standard_find(name);
    if (!standard || (!*digest && seed != standard_seed(standard, NULL)))
        return NULL;
    standard_lines(standard, seed, digest, lines);
    return strncmp(config, lines, strlen(lines)) == 0 && has_opponent(standard, config) ? standard
                                                                                        : NULL;
}

int standard_games(const struct standard *standard, int played, const struct sample *margins) {
    if (played < standard->least)
        return standard->least;
    if (played % standard->step > 0)
        return (played / standard->step + 1) * standard->step;
    return played >= standard->most || sample_error(margins) <= standard->error
               ? played
               : played + standard->step;
}

int standard_phase(const struct standard *standard, int empty) {
    int phase = STANDARD_PHASES - 1;
    while (phase >= 0 && empty > standard->empty[phase])
        phase--;
    return phase;
}

double regret_mean(const struct regret *regret) {
    return regret->moves > 0
               ? regret->games.mean * (double)regret->games.count / (double)regret->moves
               : NAN;
}

/* Games have about equally many moves, so the number of moves adds nothing to the error. */
double regret_error(const struct regret *regret) {
    return regret->moves > 0
               ? sample_error(&regret->games) * (double)regret->games.count / (double)regret->moves
               : NAN;
}
