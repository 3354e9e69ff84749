/* check.h - what a check has to work with: a dialogue with an engine, boards of the games that it
 * plays, words to fail with. For certify.c and the files of checks.
 */
#ifndef TRIANCEY_REFEREE_CERTIFY_CHECK_H
#define TRIANCEY_REFEREE_CERTIFY_CHECK_H

#include "base/random.h"
#include "base/text.h"
#include "games/game.h"
#include "protocol/protocol.h"
#include "referee/setup/setup.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    WHY_SIZE = 600,
    LINES_SHOWN = 40,
    OPTIONS_MAX = 128,
    ARENA_GAMES_MAX = 16,
    PATIENCE_MS = 10000, /* for an answer that has no time of its own */
    QUIET_MS = 100       /* after which nothing more is expected */
};

/* An option as it was announced. */
struct option {
    char name[64], type[16], standard[128];
    int64_t min, max;
};

/* What the engine says of itself. */
struct announced {
    struct text features, games; /* words, each with a blank before and after it */
    int options;
    struct option option[OPTIONS_MAX];
};

/* A half as the referee has it beside the engine. */
struct practice {
    const struct game_board *board;
    struct game_state state;
    int half, seat; /* the seat whose view the engine has */
    int carry[GAME_PLAYERS_MAX];
    struct text moves; /* as the engine reads them */
};

struct certify_options;
struct engine_lines;
struct engine_spec;

struct check_run {
    const struct certify_options *options;
    const struct engine_spec *spec;
    struct engine_lines *lines; /* of the process that runs, if one does: check.c alone sees how */
    struct announced announced;
    struct setup arena[ARENA_GAMES_MAX]; /* each game that it plays, on some boards */
    int arenas;
    struct practice practice; /* the half that was begun last */
    struct random random;
    struct protocol_parser *parser;
    uint32_t *moves;  /* room for the legal ones of any board */
    struct text said; /* the dialogue, line by line */
    char why[WHY_SIZE];
    bool skipped;
};

/* A check is a dialogue with a fresh process, after `tgi`, `tgiok`, `isready` and `readyok`. It is
 * a function, or one that is called for each board of each game or, where nothing depends on the
 * answers, the text of check_dialogue(). */
struct check {
    const char *name, *section, *about, *advice;
    const char *feature; /* without which it is skipped; NULL: none is needed */
    bool (*run)(struct check_run *run);
    bool (*each)(struct check_run *run, const struct setup_board *at, int number);
    int times; /* for each board, the number counting from 0; 0: as the options say */
    bool open; /* only games in which no hands are hidden */
    const char *dialogue;
    bool half; /* before it a half begins on the usual board, which run->practice follows */
    int moves; /* that are played at random then */
};

/* One list for each file of checks, ended by one without a name. */
extern const struct check checks_of_start[], checks_of_lines[], checks_of_errors[],
    checks_of_games[], checks_of_search[], checks_of_end[];

/* ---- outcomes -------------------------------------------------------------------------------- */

/* Sets why, and returns false. */
bool check_fail(struct check_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The check has nothing to do here; returns true. */
bool check_skip(struct check_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- the dialogue ---------------------------------------------------------------------------- */

void check_prepare(struct check_run *run, const atomic_int *stop);
void check_finish(struct check_run *run);

/* A fresh process, to which nothing has been sent. */
bool check_start(struct check_run *run);

/* A fresh process, after `tgi`, `tgiok`, `isready` and `readyok`. */
bool check_open(struct check_run *run);

/* Ends the process at once. */
void check_close(struct check_run *run);

/* Whether a word is among those that it has announced; whether a feature is. */
bool check_names(const struct text *words, const char *word);
bool check_has(const struct check_run *run, const char *feature);

/* check_say() sends a line, check_send() bytes as they are, which reports show as `shown`. */
void check_say(struct check_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void check_send(struct check_run *run, const char *bytes, size_t length, const char *shown);

/* The next line within this many milliseconds, valid until the next one is read. NULL: none came,
 * and *ended says whether none will. `info` lines and empty ones are passed over. */
char *check_line(struct check_run *run, int ms, bool *ended);

/* The next line of any kind, as check_line() returns it. */
char *check_any_line(struct check_run *run, int ms, bool *ended);

/* When the last line came, as clock_us(). */
int64_t check_came(const struct check_run *run);

/* Why no line will come, in the reader's language; and whether it exited with status 0. */
const char *check_end(const struct check_run *run);
bool check_ended_well(const struct check_run *run);

/* Closes its input. */
void check_hang_up(struct check_run *run);

/* What all its processes hold. */
int64_t check_memory_kib(const struct check_run *run);

/* Waits for a line with these first words; any other line before it fails the check. */
char *check_expect(struct check_run *run, const char *wanted, int ms);

/* `isready`, and `readyok` at once: nothing else may come before it. */
bool check_ready(struct check_run *run);

/* Plays a dialogue: "> " is followed by a line to send, "< " by the first words of the line that
 * must come. check_refused() judges "< error CODE". */
bool check_dialogue(struct check_run *run, const char *lines);

/* Whether one line `error CODE ...` comes (NULL: any code), and nothing besides. What an engine
 * does not know it may refuse as unknown or as unsupported (section 3). */
bool check_refused(struct check_run *run, const char *code);

/* ---- what it announces: announced.c ---------------------------------------------------------- */

/* Starts a process and reads what it announces into run->announced, and its name into `id`. False:
 * something is missing or malformed, and run->why is set. */
bool announced_read(struct check_run *run, char *id, size_t size);

void announced_free(struct announced *announced);

/* ---- games ----------------------------------------------------------------------------------- */

/* Sets the board, and begins a half that the engine sees as one seat: run->practice, of which all
 * that follows is. */
void practice_begin(struct check_run *run, const struct setup_board *at, int half, int seat,
                    uint64_t seed);

/* Whose turn it is: a seat, GAME_CHANCE or GAME_OVER. */
int practice_turn(const struct check_run *run);

/* A random legal move in a state of it, of chance too; GAME_NO_MOVE: the half is over. */
uint32_t practice_choose(struct check_run *run, const struct game_state *state);

/* Plays a move on our side, and tells the engine. */
void practice_play(struct check_run *run, uint32_t move);

/* Plays at random until this many moves are made, or the half is over. */
void practice_advance(struct check_run *run, int moves);

/* Asks for a move and plays it if it is legal. `fields`: of go. */
bool practice_go(struct check_run *run, const char *fields, int ms);

/* Compares `score` with our count, if the engine announces that it counts. */
bool practice_compare_score(struct check_run *run);

/* The first board of the first game; one of cells if there is any. */
const struct setup_board *check_board(const struct check_run *run);

#endif
