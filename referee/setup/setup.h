/* setup.h - what a league is, from a file or from a command line.
 *
 * Its keys are in setup_keys.c, its engines in setup_engine.c, its boards in setup_board.c, its
 * openings in setup_openings.c, league files in setup_file.c. There is one table of the keys of a
 * league, and one of those of an engine, for files and command lines alike; the terms of an engine
 * (half/terms.h) are keys of both.
 */
#ifndef TRIANCEY_REFEREE_SETUP_SETUP_H
#define TRIANCEY_REFEREE_SETUP_SETUP_H

#include "base/affinity.h"
#include "grids/grid.h"
#include "half/engine_spec.h"
#include "pairing/schedule.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct error;
struct format;
struct sprt;
struct text;

/* How the games of the league begin: with moves that the referee plays before engines do, or at a
 * position, the same in all halves and legs of an encounter. league/opening.h makes the opening of
 * each encounter from it. */
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
        char *opening; /* as half/moves.h has it */
        int line;
    } * entry;
};

/* Some games of a league, played on their own: a task that was dealt out. The list has the seats,
 * too, because in some formats they follow from earlier results. */
struct game_list {
    int64_t count;
    struct game_place {
        int64_t number;               /* in the schedule, from 0 */
        int engine[GAME_PLAYERS_MAX]; /* by seat, from 0 */
    } * game;                         /* in the order of the schedule */
    int64_t *faults;                  /* of each engine, in other games of the league; NULL: none */
};

/* An engine as it sits at the table. */
struct setup_engine {
    struct engine_spec spec;
    uint64_t given;                  /* keys, as bits */
    const struct engine_spec *usual; /* terms where neither it nor `each` has any; NULL: none */
    char id_name[ENGINE_ID_SIZE], id_author[ENGINE_ID_SIZE]; /* what it calls itself */
};

struct setup_board {
    char *name;        /* as the setup names it */
    struct grid *grid; /* NULL: the game is played without one */
    struct game_board *board;
    char *board_line; /* the protocol line `setgrid ...` */
};

struct setup {
    char *name, *record; /* record: the path of its file; NULL: not kept */
    char *log;           /* the path of the transcript; NULL: none */
    const struct game *game;
    char *game_keys; /* what follows the game's name: KEY VALUE... */
    int seats;       /* at one table, once the boards are made */
    char *grids;     /* names separated by commas, until setup_finish() */
    const struct format *format;
    char *gauntlet;    /* names of its champions, separated by commas; NULL: the reference */
    bool draw_seeding; /* the order of the engines is drawn by the seed */
    int *order;        /* of the engines, as the schedule needs it; NULL: as they are */
    int champions;
    enum schedule_source source;
    int round_boards;               /* how many a round has */
    int word_cells;                 /* of boards made from words; 0: as usual */
    enum grid_surface word_surface; /* theirs */
    int shard, shards;              /* the part that is played here, from 0, and of how many */
    const struct game_list *only;   /* the games that are played here; NULL: all of the part */
    char *reference_name;
    int reference; /* the engine that all others are measured against; -1: none */
    int rounds;
    int rounds_before;         /* how many of them are finished, and are not checked again */
    int concurrency;           /* 0 until setup_finish(): as many as the processors allow */
    struct processor_set cpus; /* where games are played, if that is given */
    uint64_t seed;
    bool affinity;
    bool replaced;              /* engines may be other programs than the record has */
    struct schedule_past *past; /* what the league was before engines joined it */
    int pasts;
    char *joined;   /* what its record says that it was until now; NULL: what it is */
    char *tuning;   /* what is tuned and how, which decides the games, too; NULL: nothing is */
    char *standard; /* the line that says by which standard an engine is measured; NULL: by none */
    struct setup_openings openings;
    struct sprt *sprt; /* that ends it; NULL: none */
    bool info;         /* what engines say of their moves is recorded */
    bool moves;        /* JSON shows each move */
    bool recover;      /* go on after a fault */
    int max_faults;    /* of an engine before it is withdrawn; 0: never */
    struct engine_spec
        *each; /* the terms of engines that do not state their own; NULL: none given */
    uint64_t given;
    char *file;      /* the league file it was read from; NULL: none */
    uint64_t retold; /* keys that were given once more after it, as bits */
    int engines, boards;
    struct setup_engine *engine;
    struct setup_board *board; /* the list; of boards made from words only the first */
};

void setup_init(struct setup *setup);
void setup_free(struct setup *setup);

/* Sets one key of the league, or of one of its engines. `again` allows a key to be given once more:
 * what a command line says after a file. One that is not known, given twice, or has a bad value is
 * an error that names it and says what is possible. */
bool setup_set(struct setup *setup, const char *key, const char *value, bool again,
               struct error *error);
bool setup_set_engine(struct setup_engine *engine, const char *key, const char *value,
                      struct error *error);

/* Reads a league file. The message begins with the file and, where it can be told, the line. */
bool setup_read(struct setup *setup, const char *path, struct error *error);

/* Sections that a file may have besides those of a league. */
struct setup_sections {
    const char *names; /* for messages */
    bool (*has)(const char *section);
    /* A key of one; NULL: it begins. False and a message. */
    bool (*set)(void *context, const char *section, const char *key, const char *value,
                struct error *error);
    void *context;
};

/* Reads a file that may have more sections; NULL: none. */
bool setup_read_with(struct setup *setup, const char *path, const struct setup_sections *more,
                     struct error *error);

/* Fills in what was not given, builds boards, and checks the whole. The message begins with the
 * league file if the error is in it. */
bool setup_finish(struct setup *setup, struct error *error);

/* How many processors a game keeps busy: the threads of the engines that think at the same time. */
int setup_threads(const struct setup *setup);

/* What to play, in numbers. The setup must outlive it. */
struct schedule setup_schedule(const struct setup *setup);

/* A state of the league before engines joined it, after those that are there: whether it can be
 * one, and adding it. */
bool setup_is_possible_past(const struct setup *setup, int engines, int rounds);
void setup_add_past(struct setup *setup, int engines, int rounds);

/* Everything that decides the games, except the number of rounds, as text: the name of the schedule
 * follows from it. */
void setup_write(const struct setup *setup, struct text *text);

/* ---- engines --------------------------------------------------------------------------------- */

/* The number of the engine of this name; -1: there is none. */
int setup_find_engine(const struct setup *setup, const char *name);

/* Adds an option; the texts are copied. */
void setup_add_option(struct engine_spec *spec, const char *name, const char *value, bool tuned);

/* A new engine; the name may be NULL: it is then made from its command. The pointer is valid until
 * the next is added. NULL and a message: the name will not do, or there are too many. */
struct setup_engine *setup_add_engine(struct setup *setup, const char *name, struct error *error);
void setup_free_engine(struct setup_engine *engine);

/* Has an engine take what is not given from another one, which must outlive it. Terms are taken
 * when it is finished, as far as the league does not state them. False and a message. */
bool setup_take_engine(struct setup_engine *engine, const struct engine_spec *usual,
                       struct error *error);

/* Fills in what was not given for one engine, once its command is, or for all of them. */
bool setup_finish_engine(struct setup *setup, struct setup_engine *engine, struct error *error);
bool setup_finish_engines(struct setup *setup, struct error *error);

/* For engines with several seats: adds a number from 2 on to a finished engine's name if it is
 * taken. */
bool setup_tell_apart(const struct setup *setup, struct setup_engine *engine, struct error *error);

/* ---- boards ---------------------------------------------------------------------------------- */

/* Makes the boards, once the game is known: of a list, the game's own one, or made from words. */
bool setup_finish_boards(struct setup *setup, struct error *error);

/* Makes the board with this number from its word: one that the list does not hold. To be freed by
 * setup_board_free(), also after a failure. False and a message. */
bool setup_word_board(const struct setup *setup, int number, struct setup_board *board,
                      struct error *error);
void setup_board_free(struct setup_board *board);

/* ---- openings -------------------------------------------------------------------------------- */

/* Reads the value of the key: none, random[:PLIES[:COUNT]], archipelago[:BOUND], or a path. */
bool setup_openings_read(struct setup_openings *openings, const char *value, struct error *error);

void setup_openings_free(struct setup_openings *openings);

/* Reads the file, if there is one; each position must be legal on its board, and each board of the
 * list must have one. The message begins with the file. */
bool setup_openings_finish(struct setup *setup, struct error *error);

/* ---- keys, for command lines, help and completion -------------------------------------------- */

/* Whether there is such a key of a league; and whether an engine has it too. */
bool setup_is_key(const char *key);
bool setup_is_shared_key(const char *key);

/* Prints the keys and what they mean, for help. */
void setup_print_keys(FILE *file, int width);

/* What completion offers as the value of a key of a league or an engine, in the form of
 * base/arguments.h; NULL: nothing. */
const char *setup_key_values(const char *key);

/* Print the keys as words of a command line, one a line: those of a league as options, those after
 * --engine, those after --each. */
void setup_print_league_words(FILE *file);
void setup_print_engine_words(FILE *file);
void setup_print_shared_words(FILE *file);

/* ---- what was said: for the setup's own files ------------------------------------------------ */

/* Whether a key of the league that no engine has was given at all; and whether the command line
 * gave it after the file. */
bool setup_given(const struct setup *setup, const char *key);
bool setup_retold(const struct setup *setup, const char *key);

/* An error of the setup as a whole, with its file; returns false. `key` is one of the league,
 * whose value may come from the command line instead, or NULL: an engine's. */
bool setup_fault(const struct setup *setup, const char *key, struct error *error,
                 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* setup_fault() around the text of an error, which keeps its kind. */
bool setup_reword(const struct setup *setup, const char *key, struct error *error,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Whether the format uses all keys that were given. False and a message. */
bool setup_check_use(const struct setup *setup, struct error *error);

#endif
