/* table_file.h - a table as the file has it: read, written, its steps and the halves that are over.
 * For the sources of tables.h, within their transactions.
 *
 * Everything that happens at a table is a step: a player takes a seat, a half begins, a move, a
 * half is over. Steps are numbered from 1. Positions follow from steps alone: a half is replayed
 * from its moves.
 *
 * What was read is kept in memory, so that a move needs neither the rows nor a replay again. It
 * shows the open transaction: what is written here changes it, too. club_forget() is for changes
 * that do not go through this file.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_FILE_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_FILE_H

#include "base/digest.h"
#include "base/secret.h"
#include "base/text.h"
#include "club/store/cache.h"
#include "club/store/club.h"
#include "club/store/person_name.h"
#include "club/store/week.h"
#include "games/game.h"
#include "half/half.h"
#include "half/half_result.h"

#include <stdbool.h>
#include <stdint.h>

struct table_position;

enum { TABLE_GAME_SIZE = 40, TABLE_GRID_SIZE = 100, TABLE_ENGINE_SIZE = 80 };

/* Waiting: a seat is free; between: the next half begins when the person of a tournament game says
 * so. */
enum table_state { TABLE_WAITING, TABLE_OPEN, TABLE_OVER, TABLE_BETWEEN };

/* Who has the seat: nobody yet, a person, an engine of the operator, or the computer in this
 * process.
 */
enum table_sitter { SITTER_NOBODY, SITTER_PERSON, SITTER_ENGINE, SITTER_REFERENCE };

struct table_seat {
    enum table_sitter sitter;
    int64_t account;                /* of a person; 0: a guest */
    char hash[DIGEST_SIZE];         /* of the seat key, "": none */
    char engine[TABLE_ENGINE_SIZE]; /* its name */
    int64_t left;                   /* on the clock in this half, milliseconds */
};

enum { TABLE_NOBODY = -1 }; /* nobody's turn */

#define TABLE_NEVER INT64_MAX

struct table_row {
    int64_t id;
    char name[SECRET_SIZE]; /* its public name: a random word */
    char game[TABLE_GAME_SIZE], grid[TABLE_GRID_SIZE];
    char *line;    /* allocated */
    char *opening; /* allocated: the position that its halves begin at (moves.h); NULL: the start */
    int players, halves;
    int64_t clock, increment; /* of a half, with each move: milliseconds; clock 0: days a move */
    int days;
    char secret[DIGEST_SIZE]; /* from which chance is drawn */
    char invite[SECRET_SIZE]; /* takes a seat; "": none is free */
    enum table_state state;
    int half, turn;   /* that is open, or the last, from 1; a seat or TABLE_NOBODY */
    int64_t since;    /* when the turn's time begins to run */
    int64_t deadline; /* when something happens by itself: a clock runs out, the table goes */
    int64_t noted;    /* the deadline that the file has: this one, or an earlier one */
    int64_t created;
    int steps;
    bool guest; /* where the guest came from who has opened it is known */
    bool rated; /* both players have accounts, and wish it */

    /* While it waits (seeks.h): anybody may take a seat; lots are drawn when all have come; the
     * account that the free seat is kept for, 0: none. */
    bool shown, lot;
    int64_t kept_for;

    struct table_seat seat[GAME_PLAYERS_MAX];

    /* Of a tournament game: */
    int board;      /* of its week, from 1; 0: it is none */
    int64_t ends;   /* when the week does; TABLE_NEVER */
    int64_t number; /* from which its seeds follow */
    int64_t record; /* its number in the record; 0: no half is over */
    char week[WEEK_NAME_SIZE];
};

/* What is shown of a seat. */
struct table_view_seat {
    enum table_sitter sitter;
    int64_t account;             /* 0: a guest, or no person */
    char name[PERSON_NAME_SIZE]; /* of the account or the engine; "": none */
    int64_t left;                /* of the clock, milliseconds; -1: no clock */
    bool rated, provisional;     /* rated: the account has a rating of this game that is listed */
    double rating;
};

/* A table that is kept. */
struct table_kept {
    struct cache_entry entry;
    struct table_row row;
    bool written; /* the file has the row as it is here */
    int over;     /* halves that are over; -1: they were not read yet */
    struct half_result done[GAME_HALVES_MAX];
    struct table_position *position; /* of the open half; NULL: it was not replayed yet */
    int seeded; /* a half of a tournament game whose seed is known; 0: of none */
    uint64_t seed;
    unsigned named; /* club->persons when the names were read; 0: they were not */
    struct table_view_seat name[GAME_PLAYERS_MAX]; /* of accounts: neither sitter nor clock */
    char digest[DIGEST_SIZE];                      /* of the secret; "": not computed yet */
};

/* Reads a table by its name, or by its number. CLUB_UNKNOWN: there is none. */
enum club_answer table_find(struct club *club, const char *name, struct table_row *table,
                            struct error *error);
enum club_answer table_load(struct club *club, int64_t id, struct table_row *table,
                            struct error *error);
void table_row_free(struct table_row *table);

/* What the file has of a table is impossible: false and a message. */
bool table_is_damaged(const struct table_row *table, struct error *error);

/* What is kept of a table, until another one is found. */
struct table_kept *table_keep(struct club *club, const struct table_row *table);

/* Adds a table, whose number comes back; takes one away with all that belongs to it. */
bool table_add(struct club *club, struct table_row *table, struct error *error);
bool table_remove(struct club *club, const struct table_row *table, struct error *error);

/* Write parts of a table: what changes while it is played, except what follows from the steps; its
 * deadline; a seat; the clock of a seat. Every change ends with table_write(). */
bool table_write(struct club *club, const struct table_row *table, struct error *error);
bool table_write_deadline(struct club *club, const struct table_row *table, struct error *error);
bool table_write_seat(struct club *club, const struct table_row *table, int seat,
                      struct error *error);
bool table_write_left(struct club *club, const struct table_row *table, int seat,
                      struct error *error);

enum table_kind { STEP_JOIN = 1, STEP_BEGIN, STEP_MOVE, STEP_OVER };

/* Adds the next step. For a move, `seat` is the seat that made it, or GAME_CHANCE; `took` is in
 * microseconds, and `left` is what the clock then shows, in milliseconds (-1: no clock). */
struct table_step_row {
    enum table_kind kind;
    int seat;
    const char *move;
    int64_t took, left;
};
bool table_add_step(struct club *club, struct table_row *table, const struct table_step_row *step,
                    struct error *error);

/* table_add_half() adds a half to those that are over. Halves of tournament games are in the
 * record: table_play.c, which writes them there, calls table_forget_halves(). */
bool table_add_half(struct club *club, const struct table_row *table,
                    const struct half_result *half, struct error *error);
void table_forget_halves(struct club *club, const struct table_row *table);

/* The halves that are over, as they are kept until something is written at the table or another one
 * is found. NULL, none and a message. */
const struct half_result *table_halves(struct club *club, const struct table_row *table, int *count,
                                       struct error *error);

/* ---- a half in memory: table_position.c ------------------------------------------------------ */

/* A half of a table as far as it was played, and what each reader knows of it. Where hands are
 * hidden, two positions are kept side by side: the full one, and for each reader that has asked the
 * one that follows from the moves as they may be read there. What a seat asks for is judged first
 * by what the seat knows, so that no refusal reveals more. */

struct table_reading;

struct table_position {
    struct moves moves; /* of the half */
    char *opening;      /* that it begins with, a copy; NULL: the start */
    struct table_reading *reading[GAME_PUBLIC + 1]; /* by reader: a seat or GAME_PUBLIC; NULL where
                                                       nothing is hidden or nobody has asked */
    struct half half; /* the last member: its state has only the bytes that its board needs */
};

/* The beginning of a half, allocated; `opening` as half_begin_at() takes it. NULL: the opening
 * cannot be on this board. */
struct table_position *table_position_new(const struct game_board *board, int half,
                                          const char *opening);
void table_position_free(struct table_position *position); /* NULL is allowed */

/* The next half begins. False: the opening cannot be on this board, so the file is damaged. */
bool table_position_restart(struct table_position *position, int half);

/* Plays a legal move, also for all readers. False: a reader cannot follow, so the file is damaged.
 */
bool table_position_play(struct table_position *position, uint32_t move, int64_t took);

/* Plays a move by its text. False: it is not a move, so the file is damaged. */
bool table_position_play_text(struct table_position *position, const char *text, int64_t took);

/* Makes sure that the position is known as this reader knows it. False: as for a move. */
bool table_position_read(struct table_position *position, int reader);

/* What a reader knows after table_position_read(): the position, and the moves as text. */
const struct game_state *table_known(const struct table_position *position, int reader);
const char *table_words(const struct table_position *position, int reader);

/* ---- the boards of tables: table_boards.c ---------------------------------------------------- */

/* Names come from anywhere: files are not accepted as boards, and a refusal reveals nothing about
 * the machine. */

/* The line of the protocol for a game on the board of this name (a shape, one of the library or a
 * word; "": the game's own or its usual one) with `[KEY VALUE]...`. Allocated (free() it), and how
 * many play. NULL and a message. */
char *table_board_spell(const struct game *game, const char *grid, const char *keys, int *players,
                        struct error *error);

#endif
