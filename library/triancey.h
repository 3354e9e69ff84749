/* triancey.h - libtriancey: boards, rules, players and the exact solver of the games on triangles,
 * for programs that try ideas of artificial intelligence. libtriancey(3) has an example.
 *
 * A board is made once from a line of the protocol and never changes; any number of threads may use
 * it. A state is one position of a half. It is flat memory of the caller without pointers:
 * tri_facts.state_bytes long, aligned to TRI_STATE_ALIGN, copied by memcpy(), and written to a file
 * if that is wanted. A batch steps many halves at once. Two threads may not use the same batch or
 * the same player at the same time; nothing else is shared.
 *
 * Seats are numbered from 0. Margins are in the units of the game, cells in the Triancey family,
 * and a greater one is always better for its seat. Texts are in English, unless the program has set
 * the locale of another language in which triancey is installed.
 *
 * The library prints nothing, sets no locale, ends no program and catches no signal. A function
 * that can fail returns an enum tri_code; what went wrong and with which argument is in `error`,
 * which may be NULL. A call that fails has written nothing but that, unless its comment says so.
 * Wrong numbers, null pointers, illegal actions and states of another board are refused. Arrays
 * must have the size that is asked for: the library cannot see it.
 *
 * ACTIONS. An action is a number from 0 to tri_facts.actions - 1. It means the same in every
 * position of a board, and on every board that is made from the same line.
 *   triancey, selacata, archipel: the cell, from 0 as in the protocol.
 *   tritt, triangulation, trioker-*: all moves that can be written on the board, in ascending order
 *   of the 32-bit word of tri_action_move(); most are illegal in most positions. Passing and
 *   agreeing on a draw are the last ones where there are such moves.
 * tri_action_text() writes any action as the protocol does.
 */
#ifndef TRIANCEY_H
#define TRIANCEY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRI_API __attribute__((visibility("default")))

/* TRI_ABI is the interface that a program was compiled for, tri_abi() that of the library which it
 * has found. A program that loads the library by itself compares them. */
#define TRI_ABI 1
TRI_API int tri_abi(void);
TRI_API const char *tri_version(void); /* such as "0.2.0" */

enum tri_code {
    TRI_OK,
    TRI_INPUT,       /* a pointer is null, or a text or a state is not what it should be */
    TRI_RANGE,       /* a number is out of its bounds */
    TRI_ILLEGAL,     /* the rules do not allow the action */
    TRI_OVER,        /* no seat has the turn: the half is over, or chance draws */
    TRI_UNSUPPORTED, /* this game or board does not have it */
    TRI_BUDGET,      /* the time was not enough */
    TRI_MEMORY,      /* there is not enough memory */
    TRI_SYSTEM,      /* the system refused something else, such as a thread */
    TRI_STOPPED      /* a function of the caller asked to stop */
};

struct tri_error {
    int code;       /* enum tri_code */
    char text[508]; /* one line: "ARGUMENT: what is wrong with it" */
};

enum { TRI_PLAYERS_MAX = 4, TRI_STATE_ALIGN = 16, TRI_TEXT_SIZE = 64, TRI_POSITION_SIZE = 4096 };

/* What tri_turn() returns when no seat is to move; TRI_TURN_BAD: the state is not of the board. */
enum { TRI_TURN_OVER = -1, TRI_TURN_CHANCE = -2, TRI_TURN_BAD = -3 };

/* ---- boards ---------------------------------------------------------------------------------- */

struct tri_board;

struct tri_facts {
    char game[32];   /* "selacata" */
    int players;     /* seats */
    int halves;      /* of a game */
    int cells;       /* of the grid; points on Tritt's board */
    int corners;     /* of the grid; 0: not known, as for a board that was spelled out */
    int actions;     /* how many numbers an action may have */
    int legal_max;   /* no position has more legal actions */
    int planes;      /* of an observation */
    int places;      /* bytes of a plane */
    int state_bytes; /* size of a state */
    int worst;       /* the margin that a forfeited half costs */
    int symmetries;  /* at least 1: the identity */
    int has_chance;  /* 1: chance deals or draws */
    int has_hidden;  /* 1: players hide something from each other */
};

/* Makes the board of a line, as `setgrid` of the protocol takes it, with or without that word:
 * "setgrid crepe selacata", "bonjour", "tritt size 5", "torus 6x4 triancey", "inline selacata ...".
 * A line that names no game is for selacata. Free it with tri_board_free(), after everything that
 * uses it. TRI_INPUT: the text is that of the protocol's error. */
TRI_API int tri_board_new(const char *line, struct tri_board **board, struct tri_error *error);
TRI_API void tri_board_free(struct tri_board *board); /* NULL is allowed */

TRI_API int tri_board_facts(const struct tri_board *board, struct tri_facts *facts,
                            struct tri_error *error);

/* Writes the three neighbours of each cell, cells * 3 numbers: cells, or -1 for a border, -2 and -3
 * for the borders of seats 0 and 1. TRI_UNSUPPORTED: tritt, triangulation. */
TRI_API int tri_neighbours(const struct tri_board *board, int16_t *side, struct tri_error *error);

/* Writes the three corners of each cell, cells * 3 numbers from 0 to tri_facts.corners - 1, in
 * clockwise order; side k is between corners k and (k + 1) % 3. TRI_UNSUPPORTED: the board has
 * none, see tri_facts. */
TRI_API int tri_corners(const struct tri_board *board, int16_t *corner, struct tri_error *error);

/* Writes where the corners of each cell are drawn, cells * 3 pairs x, y; y goes downwards, and the
 * unit is half a side wide and a triangle high. TRI_UNSUPPORTED: as tri_corners(). */
TRI_API int tri_coordinates(const struct tri_board *board, double *xy, struct tri_error *error);

/* Writes symmetry `number`, from 0 (the identity): for each action its image, `actions` numbers. If
 * moves are replaced by their images, all values stay. Games outside the Triancey family have the
 * identity only. */
TRI_API int tri_symmetry(const struct tri_board *board, int number, int32_t *image,
                         struct tri_error *error);

/* Writes the move of an action as the game's 32-bit word. */
TRI_API int tri_action_move(const struct tri_board *board, int action, uint32_t *move,
                            struct tri_error *error);

/* ---- states ---------------------------------------------------------------------------------- */

/* Writes the start of a half, from 1. Seat (half - 1) % players begins. */
TRI_API int tri_start(const struct tri_board *board, int half, void *state,
                      struct tri_error *error);

/* Writes a state as words KEY=VALUE of section 6 of the protocol, into room for TRI_POSITION_SIZE
 * bytes. What only earlier moves tell is not there: which positions have come up before. */
TRI_API int tri_position_text(const struct tri_board *board, const void *state, char *text,
                              struct tri_error *error);

/* Writes the state of a half, from 1, that such words spell. TRI_INPUT: the text names the word and
 * the cell, the point or the piece that is wrong. */
TRI_API int tri_position_read(const struct tri_board *board, int half, const char *text,
                              void *state, struct tri_error *error);

/* The seat to move, TRI_TURN_CHANCE, TRI_TURN_OVER or TRI_TURN_BAD. */
TRI_API int tri_turn(const struct tri_board *board, const void *state);

/* Writes the legal actions into room for legal_max, and returns how many there are: 0 if the half
 * is over, -1 if there is an error. Where chance has the turn, they are its outcomes, and all have
 * the same probability; one that is listed twice is twice as likely. */
TRI_API int tri_legal(const struct tri_board *board, const void *state, int32_t *actions,
                      struct tri_error *error);

/* Plays a legal action, of a seat or of chance. TRI_ILLEGAL: the text names the rule. */
TRI_API int tri_play(const struct tri_board *board, void *state, int action,
                     struct tri_error *error);

/* Writes points and margins by seat, as if the half ended now, each into room for TRI_PLAYERS_MAX,
 * and how the half has ended: a word of the protocol, which is never freed, or NULL while it goes
 * on. Each of the three may be NULL. */
TRI_API int tri_score(const struct tri_board *board, const void *state, int *points, int *margin,
                      const char **over, struct tri_error *error);

/* Writes a key: equal positions have equal keys, and others nearly always have different ones. */
TRI_API int tri_key(const struct tri_board *board, const void *state, uint64_t *key,
                    struct tri_error *error);

/* Writes what a seat sees, planes * places bytes, with its own things before those of others. It
 * has nothing that is hidden from the seat. libtriancey(3) lists the planes of each game. */
TRI_API int tri_observe(const struct tri_board *board, const void *state, int seat, uint8_t *planes,
                        struct tri_error *error);

/* Writes an action as the protocol does, into room for TRI_TEXT_SIZE bytes. */
TRI_API int tri_action_text(const struct tri_board *board, const void *state, int action,
                            char *text, struct tri_error *error);

/* Writes it as a seat may read it: with `?` for a piece that is hidden from the seat. */
TRI_API int tri_action_shown(const struct tri_board *board, const void *state, int action, int seat,
                             char *text, struct tri_error *error);

/* Reads an action that tri_action_text() has written. It need not be legal in the state. */
TRI_API int tri_action_read(const struct tri_board *board, const void *state, const char *text,
                            int32_t *action, struct tri_error *error);

/* In games with hidden things, a program that plays fair keeps a second state for each seat, its
 * view. All begin with tri_start(). Before an action is played on the full state, tri_tell() plays
 * as much of it on the view as this seat may see. TRI_INPUT: the view is of another half. */
TRI_API int tri_tell(const struct tri_board *board, const void *full, int action, int seat,
                     void *view, struct tri_error *error);

/* Plays a move as a referee sends it, with `?` for what is hidden; then the state is a view. Writes
 * its action, -1 if it is hidden (NULL: not wanted). */
TRI_API int tri_play_text(const struct tri_board *board, void *state, const char *text,
                          int32_t *action, struct tri_error *error);

/* Writes a full state, drawn by the seed among those that agree with a view. TRI_UNSUPPORTED: the
 * game hides nothing. TRI_INPUT: no state agrees. */
TRI_API int tri_guess(const struct tri_board *board, const void *view, uint64_t seed, void *full,
                      struct tri_error *error);

/* ---- batches --------------------------------------------------------------------------------- */

struct tri_batch;

/* Arrays of the caller that a batch of n halves fills; NULL: not wanted. */
struct tri_views {
    uint8_t *planes; /* n * planes * places: what the seat to move sees */
    uint8_t *mask;   /* n * actions: 1 where the action is legal, else 0 */
    float *rewards;  /* n * players: the margins of a half that this step has ended, else 0 */
    uint8_t *done;   /* n: 1 if this step has ended the half, else 0 */
    int8_t *mover;   /* n: the seat to move now */
};

/* Makes n halves of one board (at most 16,777,216), stepped by as many threads (at most 256).
 * Chance is drawn from the seed: the same seed and actions give the same halves, whatever the
 * threads. A half that is over begins again as the next half of its game, so that seats take turns
 * to begin. A child of fork() may go on with a batch, by one thread. */
TRI_API int tri_batch_new(const struct tri_board *board, int n, int threads, uint64_t seed,
                          struct tri_batch **batch, struct tri_error *error);
TRI_API void tri_batch_free(struct tri_batch *batch); /* NULL is allowed */

/* Begins all halves again and fills the views; NULL: none. */
TRI_API int tri_batch_reset(struct tri_batch *batch, const struct tri_views *views,
                            struct tri_error *error);

/* Plays one action in each half and fills the views; rewards and done tell of the half that was
 * played, the others of what is to be played next. If an action is not legal, none is played, and
 * the text names its index. */
TRI_API int tri_batch_step(struct tri_batch *batch, const int32_t *actions,
                           const struct tri_views *views, struct tri_error *error);

/* Fills the views as things stand; rewards and done are 0. */
TRI_API int tri_batch_look(struct tri_batch *batch, const struct tri_views *views,
                           struct tri_error *error);

/* Copies the state of one half out, or puts one in its place in which a seat has the turn. */
TRI_API int tri_batch_save(const struct tri_batch *batch, int index, void *state,
                           struct tri_error *error);
TRI_API int tri_batch_load(struct tri_batch *batch, int index, const void *state,
                           struct tri_error *error);

/* ---- players --------------------------------------------------------------------------------- */

struct tri_player;

/* What a player may use for one action. 0: no limit of this kind; no limit at all: 100 ms. */
struct tri_budget {
    int64_t nodes;
    int milliseconds;
};

/* Makes a player of triancey-engine by its name: "search", "reference", "greedy", "response",
 * "mcts", "random". `mebibytes` is the size of its table (0: 16) if it needs one. The seed and the
 * positions decide what it chooses, unless time does. TRI_INPUT: there is no such player, and the
 * text lists them. TRI_UNSUPPORTED: it does not play here. */
TRI_API int tri_player_new(const struct tri_board *board, const char *name, int mebibytes,
                           uint64_t seed, struct tri_player **player, struct tri_error *error);
TRI_API void tri_player_free(struct tri_player *player); /* NULL is allowed */

/* Writes the action that it chooses. Where something is hidden, give it the view of the seat that
 * has the turn, and it guesses the rest; from a full state it knows everything. Budget NULL: 100
 * ms. */
TRI_API int tri_player_choose(struct tri_player *player, const void *state,
                              const struct tri_budget *budget, int32_t *action,
                              struct tri_error *error);

/* Writes its action for each half of a batch of the same board, n numbers. The budget is for each
 * of them, and nothing is hidden from the player. */
TRI_API int tri_player_choose_batch(struct tri_player *player, const struct tri_batch *batch,
                                    const struct tri_budget *budget, int32_t *actions,
                                    struct tri_error *error);

/* ---- the truth, and estimates ---------------------------------------------------------------- */

/* Solves n positions of the Triancey family, which follow each other in memory: `margin` (n
 * numbers) is that of the seat to move if nobody errs, and `values` (n * actions, or NULL) the same
 * after each action, TRI_NO_VALUE where it is illegal. It takes some tenths of a second from 30
 * empty cells, and about three times as long for each two more; the value of every move takes
 * longer. `threads` is at most 256; `mebibytes` is the memory of all tables. TRI_BUDGET: after so
 * many milliseconds (0: any) not everything was solved; then margin and values are TRI_NO_VALUE
 * where they are not known. */
#define TRI_NO_VALUE INT32_MIN
TRI_API int tri_solve(const struct tri_board *board, const void *states, int n, int threads,
                      int mebibytes, int milliseconds, int32_t *margin, int32_t *values,
                      struct tri_error *error);

/* Writes the mean margin of each seat, `players` numbers, in `count` random games from a state. */
TRI_API int tri_playouts(const struct tri_board *board, const void *state, int count, uint64_t seed,
                         double *mean, struct tri_error *error);

/* ---- tree search ----------------------------------------------------------------------------- */

/* Judges `count` positions for tri_search(), in memory that is valid during the call: `planes`
 * (count * planes * places) and `mask` (count * actions) as a batch writes them, `mover` (count).
 * It writes `priors` (count * actions), weights of at least 0 of which only those of legal actions
 * matter, and `values` (count * players): the margin that each seat may expect, divided by `worst`,
 * from -1 to 1. It returns 0, or another number to stop the search. */
typedef int tri_judge(void *context, int count, const uint8_t *planes, const uint8_t *mask,
                      const int8_t *mover, float *priors, float *values);

struct tri_search_options {
    int visits;        /* of each position, at least 1 and at most 1,000,000 */
    int leaves;        /* of one tree that are judged at the same time, from 1 to 1024 */
    float exploration; /* weight of the prior, such as 1.5; from 0 to 1,000,000 */
    uint64_t seed;     /* for what chance draws */
};

/* Searches n positions at the same time, which follow each other in memory and in which a seat has
 * the turn, by Monte Carlo tree search with the priors and values of `judge` (PUCT). Each call of
 * `judge` has at most n * leaves positions; the first call has the n positions themselves, in
 * order, so that noise can be added to their priors. `visits` (n * actions) says how often each
 * action was tried; its sum is options.visits in each position. `values` (n * players, or NULL) is
 * the mean value of each position. Where something is hidden, search a guess (tri_guess()), or
 * several and add their visits. TRI_STOPPED: `judge` asked for it. TRI_INPUT: it gave a prior
 * that is not from 0 to 1e30, or a value that is not from -1 to 1. */
TRI_API int tri_search(const struct tri_board *board, const void *states, int n,
                       const struct tri_search_options *options, tri_judge *judge, void *context,
                       int32_t *visits, float *values, struct tri_error *error);

#ifdef __cplusplus
}
#endif

#endif
