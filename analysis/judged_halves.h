/* judged_halves.h - judges halves of a record on several threads. Each half is judged by one
 * thread, from the last move to the first: its transposition table then knows what comes later. */
#ifndef TRIANCEY_ANALYSIS_JUDGED_HALVES_H
#define TRIANCEY_ANALYSIS_JUDGED_HALVES_H

#include "engine/judge/judge.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct analysis_list;
struct error;
struct record;

/* A move of a half, with what is known of it. */
struct judged_ply {
    int turn; /* a seat or GAME_CHANCE */
    uint32_t move;
    int64_t took; /* microseconds; -1: not known */
    int empty;    /* cells before it; -1: the game is not about filling cells */
    struct judged judged;
    struct judged_ties ties; /* if it is a move of the reference computer, else a count of 0 */
};

struct judged_half {
    int64_t id; /* half_id() */
    const struct game_board *board;
    int seats, opening;               /* moves of the opening */
    int64_t engine[GAME_PLAYERS_MAX]; /* of the record, by seat */
    const struct judge_step *step;    /* by ply */
    const struct judged_ply *ply;
    int plies;
};

struct judged_halves {
    struct record *record;
    const int64_t *half; /* ids, in any order; the record has their boards and moves */
    int count;
    struct judge_effort effort;
    int jobs;               /* threads */
    int64_t reference;      /* the player who draws among equal moves; 0: nobody */
    const atomic_int *stop; /* not 0: no half is judged any more; may be NULL */
    void *context;
    /* Takes a half that was judged. Calls come one at a time, from any thread, in the order in
     * which halves are done. False and a message: nothing more is judged. */
    bool (*take)(void *context, const struct judged_half *half, struct error *error);
    /* Gets each half that cannot be judged, because its board or a move is impossible. NULL: such a
     * half ends the judging with an error. */
    void (*refuse)(void *context, int64_t half, const char *why);
};

/* Judges the halves. False and a message: a half could not be read, judged or taken; the game
 * cannot be judged; it was stopped. Each half that was taken by then is complete. */
bool judged_halves(const struct judged_halves *halves, struct error *error);

/* Fills the list that a record keeps of a half: a row for each move whose loss is known. */
void judged_half_list(const struct judged_half *half, struct analysis_list *list);

#endif
