/* setup.h - what a league is, from a file or from a command line.
 *
 * Its keys are in setup_keys.h, its engines in setup_engine.h, its boards in setup_board.h.
 */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_H
#define TRIANCEY_REFEREE_SETUP_SETUP_H

#include "grids/grid.h"
#include "referee/pairing/schedule.h"

#include <stdbool.h>
#include <stdint.h>

struct engine_spec;
struct format;
struct game;
struct setup_board;
struct setup_engine;
struct sprt;
struct text;

struct setup {
    char *name, *record; /* record: the path of its file; NULL: not kept */
    char *log;           /* the path of the transcript; NULL: none */
    const struct game *game;
    char *game_keys; /* what follows the game's name: KEY VALUE... */
    int seats;       /* at one table, once the boards are made */
    char *grids;     /* names parted by commas, until setup_finish() */
    const struct format *format;
    char *gauntlet;    /* names of its champions, parted by commas; NULL: the reference */
    bool draw_seeding; /* the order of the engines is drawn by the seed */
    int *order;        /* of the engines, as the schedule wants it; NULL: as they are */
    int champions;
    enum schedule_source source;
    int round_boards;               /* how many a round has */
    int word_cells;                 /* of boards made from words; 0: as usual */
    enum grid_surface word_surface; /* theirs */
    int shard, shards;              /* the part that is played here, from 0, and of how many */
    char *reference_name;
    int reference; /* the engine all are measured against; -1: none */
    int rounds, concurrency;
    uint64_t seed;
    bool affinity;
    struct sprt *sprt;        /* that ends it; NULL: none */
    bool recover;             /* go on after a fault */
    int max_faults;           /* of an engine before it is withdrawn; 0: never */
    struct engine_spec *each; /* what engines have that do not state it; NULL: nothing is said */
    uint64_t given;
    char *file;      /* the league file it was read from; NULL: none */
    uint64_t retold; /* keys that were said once more after it, as bits */
    int engines, boards;
    struct setup_engine *engine;
    struct setup_board *board; /* the list; of boards made from words only the first */
};

void setup_init(struct setup *setup);
void setup_free(struct setup *setup);

/* Reads a league file. The message begins with the file and, where it can be told, the line. */
bool setup_read(struct setup *setup, const char *path, char *error);

/* Fills in what was not said, builds boards, and checks the whole. The message begins with the
 * league file, where what is wrong stands there. */
bool setup_finish(struct setup *setup, char *error);

/* What to play, in numbers. The setup must outlive it. */
struct schedule setup_schedule(const struct setup *setup);

/* All that decides the games, but for the number of rounds, as text: what names its schedule. */
void setup_write(const struct setup *setup, struct text *text);

#endif
