/* openings.h - how the games of a league begin: with moves that the referee plays before engines
 * do, or at a position, the same in all halves and legs of an encounter.
 *
 * This is what the setup says; referee/league/opening.h makes the opening of each encounter from
 * it.
 */
#ifndef TRIANCEY_REFEREE_SETUP_OPENINGS_H
#define TRIANCEY_REFEREE_SETUP_OPENINGS_H

#include <stdbool.h>

struct error;
struct text;

enum openings_kind {
    OPENINGS_NONE,
    OPENINGS_RANDOM,      /* this many random moves of the players */
    OPENINGS_ARCHIPELAGO, /* random moves until the archipelago is full */
    OPENINGS_FILE
};

enum { OPENINGS_PLIES = 4, OPENINGS_PLIES_MAX = 1000, OPENINGS_COUNT_MAX = 1000000 };

struct setup_openings {
    enum openings_kind kind;
    int plies;
    int count;   /* different openings for a board; 0: one for each encounter */
    int bound;   /* the widest mean margin of random play after an opening; -1: any */
    bool draw;   /* in an order that the seed shuffles */
    char *path;  /* of the file */
    int entries; /* of it: */
    struct setup_opening {
        char *board;   /* name; NULL: any */
        char *opening; /* as half/opening.h has it */
        int line;
    } * entry;
};

/* Reads the value of the key: none, random[:PLIES[:COUNT]], archipelago[:BOUND], or a path. */
bool setup_openings_read(struct setup_openings *openings, const char *value, struct error *error);

/* Adds the openings to the text that identifies a league (setup_write()); nothing if there are
 * none. */
void setup_openings_write(const struct setup_openings *openings, struct text *text);

void setup_openings_free(struct setup_openings *openings);

#endif
