/* load_person.h - for load generators: a person who plays tournament games, a legal move at random
 * at each call, both halves, board after board of the week; or games against the reference computer
 * at tables, one after the other. The person knows the rules and compares the server's answers with
 * them.
 */
#ifndef TRIANCEY_TESTS_LOAD_PERSON_H
#define TRIANCEY_TESTS_LOAD_PERSON_H

#include "base/random.h"
#include "games/game.h"
#include "half/boards.h"
#include "tests/tools/load_club.h"
#include "tests/tools/load_link.h"

#include <stdbool.h>
#include <stdint.h>

/* Statistics of all persons. */
struct load_count {
    struct boards *boards;
    bool tables; /* they play at tables, not in the tournament */
    int64_t asked, answered, moves, halves, games;
    int64_t refused; /* answers that are no success */
    int64_t wrong;   /* answers that do not fit the rules or what was asked */
    char first[400]; /* the first of these */
    int64_t *took;   /* microseconds of each answer; room for took_max */
    int64_t took_count, took_max;
};

struct load_person {
    struct load_link link;
    struct load_count *count;
    char key[LOAD_KEY_SIZE];
    struct random random;
    int64_t next;  /* when to ask (clock_us()) */
    int first;     /* the board to begin with, from 0 */
    int played;    /* how many games are over; all of the week: nothing more to play */
    char game[40]; /* the name of its table; "": none has begun */
    const struct game_board *made; /* its board */
    int half;
    bool open;                 /* it is the person's turn */
    struct game_state *state;  /* of the half */
    int moves;                 /* played in it */
    char said[GAME_MOVE_TEXT]; /* the move that is under way */
};

/* False: out of memory. */
bool load_person_begin(struct load_person *person, int number, struct load_net *net,
                       struct load_count *count);
void load_person_end(struct load_person *person);

/* Asks for what comes next, unless the person waits or has played all. */
void load_person_ask(struct load_person *person);

#endif
