/* skill.h - how well the players of analysed games have played: what their moves lost, by phase and
 * as a score; the moves that turned results; and, against the reference computer, how much of a
 * margin was luck.
 *
 * The score of a player is 100 x 0.75 ^ (loss / SKILL_UNIT), with the loss in cells a move. Losses
 * that are exact count alone where there are any. SKILL_UNIT gives the reference computer a score
 * of 50: at Selacata on 48 cells, with at most 26 of them empty, it loses 2.7 cells a move against
 * `search` and random moves. In these games `search` with 5,000 nodes a move scores 91, and random
 * moves, which are played in positions that are lost already, score 42.
 *
 * The reference computer draws among moves that look equally good to it. Its luck is the worth of
 * the move drawn minus the mean worth of the moves that it drew from; its opponent's luck is the
 * negative of that. Luck does not depend on how well either plays, and its mean is 0. So the rest
 * of the margin, called skill, has the margin's mean, and shows it in fewer games.
 */
#ifndef TRIANCEY_RESULTS_SKILL_H
#define TRIANCEY_RESULTS_SKILL_H

#include "base/values.h"
#include "pairing/standard.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct record;

#define SKILL_UNIT 1.1

enum { SKILL_PHASES = STANDARD_PHASES + 1, SKILL_TURNS_MAX = 10 };

struct skill_request {
    int64_t game; /* 0: all */
    int half;     /* of it; 0: all */
};

struct skill_row {
    int64_t engine; /* of the record */
    char name[NAME_BYTES_MAX + 1];
    int64_t games, turned;
    struct regret all, exact, phase[SKILL_PHASES]; /* phases: of exact losses, the earliest first */
    struct sample margins, skills, lucks;          /* of whole games against the reference */
};

/* A move that cost something. */
struct skill_turn {
    int64_t game;
    int half, ply, margin, moved;
    bool turned, exact;
    char player[NAME_BYTES_MAX + 1], move[64], best[64];
};

struct skill {
    bool cells;            /* the game is one that can be solved: losses are cells */
    int64_t games, halves; /* that were analysed */
    int count;
    struct skill_row *row; /* the best score first */
    int turns;
    struct skill_turn turn[SKILL_TURNS_MAX]; /* those that turned a result first, then by loss */
};

/* Whether any half was analysed. */
bool skill_is_known(struct record *record, bool *known, struct error *error);

/* False and a message: no half was analysed, or the record cannot be read. */
bool skill_read(struct record *record, const struct skill_request *request, struct skill *skill,
                struct error *error);
void skill_free(struct skill *skill);

/* A player's score, and half of its 95 % interval; NAN: there is none. */
double skill_score(const struct skill *skill, const struct skill_row *row);
double skill_score_error(const struct skill *skill, const struct skill_row *row);

/* What the score is made from. */
static inline const struct regret *skill_regret(const struct skill *skill,
                                                const struct skill_row *row) {
    return skill->cells ? &row->exact : &row->all;
}

/* Writes the empty cells of a phase: 0 is all above those of the standard, as "27+", and 1 the
 * standard's first, as "26-19". */
void skill_write_phase(const struct standard *standard, int phase, char text[32]);

/* Prints it as aligned columns and sentences, or as one JSON object. */
bool skill_show(struct record *record, const struct skill_request *request, bool json, FILE *file,
                struct error *error);

/* Writes a section of a report. */
void skill_section(const struct skill *skill, FILE *file);

/* How lucky the opponents of the reference computer were in a game. *known: whether all halves that
 * were played of it are analysed. */
bool skill_read_luck(struct record *record, int64_t game, double *luck, bool *known,
                     struct error *error);

#endif
