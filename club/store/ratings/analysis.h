/* analysis.h - what the moves of a finished game lost, kept beside its halves.
 *
 * The loss of a move is the margin of the best one less its own, in points, both with best play
 * from there on. It is exact where the engine has solved the position, which it does while few
 * moves are left; before it is an estimate of its search.
 *
 * Games are analysed once their week is closed, never before: what was lost on a board could help
 * others who have it before them.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_ANALYSIS_H
#define TRIANCEY_CLUB_STORE_RATINGS_ANALYSIS_H

#include "base/text.h"
#include "games/game.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct club;
struct error;

/* A move of the person. */
struct analysed_move {
    int ply; /* from 0 */
    char best[GAME_MOVE_TEXT];
    int loss;
    bool exact;
    int moves, best_moves; /* how many there were, and how many of them as good as the best */
};

enum { ANALYSED_MAX = 256 };

struct analysis {
    int count;
    struct analysed_move move[ANALYSED_MAX];
};

/* A half that waits for analysis. Empty: all zero. */
struct unanalysed {
    int64_t game;         /* in the record; 0: none waits */
    int half;             /* from 1 */
    char week[8], id[40]; /* of the week; of the game in the club */
    struct text line;     /* of its board */
    struct text moves;
};

/* The next one after *next, which is overwritten: the newest week first. */
bool analysis_next(struct club *club, struct unanalysed *next, struct error *error);
void unanalysed_free(struct unanalysed *next);

/* Keeps what was found. */
bool analysis_write(struct club *club, const struct unanalysed *half,
                    const struct analysis *analysis, struct error *error);

/* What was found; *known: it was analysed. */
bool analysis_read(struct club *club, int64_t game, int half, struct analysis *analysis,
                   bool *known, struct error *error);

/* Reads what a row keeps of a half (the column `detail`). False: it is damaged. */
bool analysis_parse(const char *detail, struct analysis *analysis);

/* ---- by the judge of all games (engine/judge/judge.h): analyst.c ----------------------------- */

/* As much as `triancey-referee analyse` does if nothing else is asked for, with the lowest
 * priority. */
struct analyst;

/* Gives way to all else from now on. Once `stop` is not 0, nothing more is judged. NULL and a
 * message. */
struct analyst *analyst_start(const atomic_int *stop, struct error *error);
void analyst_end(struct analyst *analyst);

/* Looks at the moves of seat 1 in a half that was played on a board, as the protocol spells it out.
 * False and a message. */
bool analyst_look(struct analyst *analyst, const char *line, int half, const char *moves,
                  struct analysis *analysis, struct error *error);

#endif
