/* game.h - the interface of every game.
 *
 * A game is one file that ends in one `const struct game`; games.c lists them. Players, referee and
 * searches know games through this interface alone. See HACKING.md for a guide to add one, and
 * tests/lib/nullgame.c for a template.
 *
 * Three things are kept apart:
 *   struct game        the rules: constant, one for each game
 *   struct game_board  the rules made ready for one grid and number of players: immutable once
 *                      prepared, shared by any number of states and threads
 *   struct game_state  one position: flat memory without pointers, copied with game_copy()
 *
 * Seats are the players at the table, numbered from 0 here and from 1 in the protocol. A game of
 * several halves keeps its seats: half h (from 1) is started by seat (h - 1) % players. Seats keep
 * their colours, too: in the Triancey family, seat 1 is yellow or white, whoever starts the half.
 *
 * A move is 32 bits whose meaning is the game's own, the same in every position. Chance (a draw, a
 * die) is a seat of its own whose moves only a referee chooses. What a player may not see is masked
 * when a move is written for that player: format() takes the seat that will read the text, and
 * parse() accepts what format() writes for anybody. Played on a state of that reader's own, a
 * masked move leaves something unknown there, and refuse() does not refuse it although moves() does
 * not list it. Such a state still knows the turn, the score, and what its reader may do
 * (game_tell()). */
#ifndef TRIANCEY_GAME_H
#define TRIANCEY_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct error;
struct grid;
struct picture;
struct picture_before;
struct position_words;
struct random;
struct text;

enum {
    GAME_PLAYERS_MAX = 4,
    GAME_HALVES_MAX = 8,
    GAME_STATE_BYTES = 16384, /* room for a history of hash keys */
    GAME_MOVE_TEXT = 64,    /* bytes of a written move, with the final zero; never a blank in it */
    GAME_SHOW_SIZE = 16384, /* bytes of a shown position */
    GAME_PARAMETERS_MAX = 4,
    GAME_RULES_MAX = 4,
    GAME_COUNTS_MAX = 4,
    GAME_SETUP_SIZE = 256 /* bytes of a written set-up */
};

/* What turn() answers when no player is to move. */
enum { GAME_OVER = -1, GAME_CHANCE = -2 };

/* Moves that every game shares: pass where its rules allow one, no move at all, and the word `draw`
 * where players may agree on one. The seat that has the turn offers one by GAME_DRAW, which
 * refuse() then allows although moves() does not list it; the others are asked one after the other
 * and have two moves, GAME_DRAW to agree and GAME_PASS to decline. */
#define GAME_DRAW    UINT32_C(0xfffffffd)
#define GAME_PASS    UINT32_C(0xfffffffe)
#define GAME_NO_MOVE UINT32_C(0xffffffff)

/* Who format() writes for when everything may be seen, and when only what is public may. */
#define GAME_EVERYBODY (-1)
#define GAME_PUBLIC    GAME_PLAYERS_MAX

/* Aligned as malloc() aligns, so that a state, and what contains one, may be allocated. */
struct game_state {
    _Alignas(max_align_t) unsigned char bytes[GAME_STATE_BYTES];
};

/* Defines GAME_board(), which finds a game's own struct GAME_board, whose first member is the
 * board. */
#define GAME_BOARD(game)                                                                           \
    static inline const struct game##_board *game##_board(const struct game_board *board) {        \
        return (const struct game##_board *)(const void *)board;                                   \
    }

/* Defines GAME_state() and GAME_changeable(), which find a game's own struct GAME_state there. */
#define GAME_STATE(game)                                                                           \
    static inline const struct game##_state *game##_state(const struct game_state *state) {        \
        return (const struct game##_state *)(const void *)state->bytes;                            \
    }                                                                                              \
    static inline struct game##_state *game##_changeable(struct game_state *state) {               \
        return (struct game##_state *)(void *)state->bytes;                                        \
    }

/* A number that a game leaves open besides how many play, such as the size of its own board. */
struct game_parameter {
    const char *name; /* one word, not `players` */
    int min, max, standard;
};

/* A way for a half to end by the rules. The words are messages, marked by N_(). */
struct game_end {
    const char *name;  /* one word, in records and the protocol */
    const char *about; /* for people: what has happened */
    bool usual;        /* lists of results need not name it */
};

struct game_board {
    const struct game *game; /* this and the next three are filled in after prepare() */
    const struct grid *grid; /* not owned: must live longer */
    int players;
    int parameter[GAME_PARAMETERS_MAX]; /* in the order of the game's */
    size_t state_size;                  /* how many bytes of a state are in use */
    int moves_max; /* no position has more legal moves: the room moves() needs */
    int worst;     /* a forfeited half costs this margin */
    bool parity;   /* margins other than 0 are even if `worst` is, else odd */
};

/* The score of a position as if the half ended there. More is always better in `margin`. */
struct game_score {
    int points[GAME_PLAYERS_MAX]; /* raw: cells owned, pieces left; by seat */
    int margin[GAME_PLAYERS_MAX]; /* signed result by seat; two players: the one is minus the other
                                   */
    const char *over; /* NULL while the half goes on, else the name of one of the game's ends */
    int deals;        /* deals won so far by anybody, where a half consists of deals; else 0 */
    int won[GAME_PLAYERS_MAX]; /* deals won, by seat */
};

/* Where a game stands, in words of the protocol that are never translated. */
struct game_situation {
    const char *phase; /* what is to be done now, `play` where a game has one kind of turn only */
    unsigned checkers; /* the seats that give check to the one that is to move: a set */
    int counts;        /* numbers that the board and the hands do not show */
    struct {
        const char *name;
        int value;
    } count[GAME_COUNTS_MAX];
};

/* A cell that a move changes: chosen in step 0, taken in the steps after it. */
struct game_change {
    int cell;
    int step;
    int cause[2]; /* the two neighbours that take it: cells, or the number of the border (grid.h)
                     on which a pawn stands. Not in step 0. */
};

/* The types of the functions of struct game that are often defined in another file than the game's
 * row. */
typedef const char *game_refuse_function(const struct game_board *board,
                                         const struct game_state *state, uint32_t move,
                                         struct error *why);
typedef bool game_parse_function(const struct game_board *board, const struct game_state *state,
                                 const char *text, uint32_t *move);
typedef void game_format_function(const struct game_board *board, const struct game_state *state,
                                  uint32_t move, int reader, char *text);
typedef void game_show_function(const struct game_board *board, const struct game_state *state,
                                char *text);
typedef void game_write_function(const struct game_board *board, const struct game_state *state,
                                 struct text *text);
typedef bool game_read_function(const struct game_board *board, struct game_state *state,
                                struct position_words *words, struct error *error);
typedef bool game_draw_function(const struct game_board *board, const struct game_state *state,
                                const struct picture_before *before, struct picture *picture);
typedef void game_tell_function(const struct game_board *board, const struct game_state *state,
                                uint32_t move, char *text);

struct game {
    const char *name;                  /* one word, in the protocol and on command lines */
    const char *title;                 /* for people; a name, in no language */
    const char *about;                 /* the rules in one line */
    const char *rules[GAME_RULES_MAX]; /* for beginners: parts of some lines, without the last
                                          newline; the rest is NULL */
    int players_min, players_max;
    int players_usual; /* when no number is given; 0: the least */
    int halves;
    bool money;               /* points are money, won in deals: both are added up over games */
    const char *default_grid; /* the usual grid, as grid_find() takes it; NULL: the game has
                                 a board of its own and takes no grid */
    const struct game_parameter *parameters; /* ended by a NULL name; NULL: there are none */
    const struct game_end *ends;             /* ended by a NULL name */
    const char *beyond[2]; /* a border of each colour (GRID_BORDER_1, _2) for people; NULL: none */

    /* The grid of a name where names mean more than grids; and in `keys` (GAME_SETUP_SIZE bytes)
     * its other parameters, as `[KEY VALUE]...`. NULL: names are for grid_find(). */
    struct grid *(*find)(const char *name, char *keys, struct error *error);

    /* Makes the rules ready for a grid (NULL for a game without) and the values of the parameters,
     * which are within their bounds. Returns an allocated board, to be freed by game_board_free(),
     * or NULL and why this grid or number of players will not do. */
    struct game_board *(*prepare)(const struct game *game, const struct grid *grid, int players,
                                  const int *parameter, struct error *error);

    void (*start)(const struct game_board *board, struct game_state *state, int half);

    /* The seat to move, GAME_CHANCE or GAME_OVER. */
    int (*turn)(const struct game_board *board, const struct game_state *state);

    /* Writes all legal moves (of chance, too), returns how many; 0 only when the half is over. */
    int (*moves)(const struct game_board *board, const struct game_state *state, uint32_t *moves);

    /* NULL if the move is legal, else one line that names the rule it breaks, the text of
     * `why`. Any 32 bits may be asked about. */
    game_refuse_function *refuse;

    /* Plays a move that refuse() does not refuse. */
    void (*play)(const struct game_board *board, struct game_state *state, uint32_t move);

    void (*score)(const struct game_board *board, const struct game_state *state,
                  struct game_score *score);

    /* Text to move and back. parse() answers false when the text is no move in any position. */
    game_parse_function *parse;
    game_format_function *format;

    /* Why a text that looks like a move is none in any position, as refuse() says it; NULL if it
     * does not look like one. May be NULL. */
    const char *(*misread)(const struct game_board *board, const char *text, struct error *why);

    /* The position for people, in their language: lines of text, at most GAME_SHOW_SIZE bytes. */
    game_show_function *show;

    /* The position as words KEY=VALUE and back (position.h). read_position() gets the start of the
     * half, and leaves a state for which all functions work, or why the words are no position. */
    game_write_function *write_position;
    game_read_function *read_position;

    /* A key of the position: equal positions have equal keys, others nearly always differ. */
    uint64_t (*hash)(const struct game_board *board, const struct game_state *state);

    /* The position as a picture (picture.h), with the marks of the move that led to it if `before`
     * is not NULL. False: this grid cannot be drawn. NULL: no position of the game can. */
    game_draw_function *draw;

    /* Where a game that is not over stands. NULL: there is nothing to say but `play`. */
    void (*situate)(const struct game_board *board, const struct game_state *state,
                    struct game_situation *situation);

    /* What a legal move changes, step by step and in that order, into room for all cells of the
     * grid; returns how many. NULL: moves of this game have no further effects. */
    int (*unfold)(const struct game_board *board, const struct game_state *state, uint32_t move,
                  struct game_change *change);

    /* What a legal move does that the board does not say by itself: sentences, each on a line, into
     * GAME_SHOW_SIZE bytes, in the reader's language; "": nothing. NULL: there is never any. */
    game_tell_function *tell;

    /* Where something is hidden: a full state, drawn at random among those that agree with a state
     * that knows only the moves as one seat reads them. False: none agrees. NULL: this game hides
     * nothing. */
    bool (*guess)(const struct game_board *board, const struct game_state *state,
                  struct random *random, struct game_state *full);
};

/* All games, ended by NULL; and one by its name, or NULL. */
extern const struct game *const games[];
const struct game *game_find(const char *name);

#define GAME_DEFAULT "selacata" /* the game that is played by default */

/* The end of that name, or NULL. */
const struct game_end *game_find_end(const struct game *game, const char *name);

/* The name of an end by its number, from 1; NULL for 0, while the half goes on. */
static inline const char *game_end_name(const struct game *game, int number) {
    return number ? game->ends[number - 1].name : NULL;
}

/* Checks the number of players (0: the usual one), and that there is a grid if and only if the game
 * takes one, then prepare() with the standard parameters. */
struct game_board *game_prepare(const struct game *game, const struct grid *grid, int players,
                                struct error *error);

/* Prepares a board with what `[KEY VALUE]...` says: `players N` or a parameter of the game. NULL
 * and what is wrong with the text. */
struct game_board *game_prepare_text(const struct game *game, const struct grid *grid,
                                     const char *text, struct error *error);

/* What a game leaves open, by number: the players (0), then its parameters. False: no more. */
bool game_key(const struct game *game, int number, struct game_parameter *key);

/* Whether a word is `players` or names a parameter of the game. */
bool game_has_key(const struct game *game, const char *word);

/* A board as `GAME [KEY VALUE]...`, complete but for its grid, in GAME_SETUP_SIZE bytes: what
 * `setgrid` takes for a game without a grid. */
void game_setup_write(const struct game_board *board, char *text);

void game_board_free(struct game_board *board);

static inline void game_copy(const struct game_board *board, struct game_state *to,
                             const struct game_state *from) {
    __builtin_memcpy(to->bytes, from->bytes, board->state_size);
}

/* Where a position stands; the phase is `ended` when the half is over. */
void game_situation(const struct game_board *board, const struct game_state *state,
                    struct game_situation *situation);

/* Adds a count. */
static inline void game_count(struct game_situation *situation, const char *name, int value) {
    situation->count[situation->counts].name = name;
    situation->count[situation->counts++].value = value;
}

/* Plays a move on the state of a reader (or GAME_EVERYBODY) as it is received there, before it is
 * played on the state in which all is known. False: the game does not accept what it has written
 * itself, which is a bug in the game. */
bool game_tell(const struct game_board *board, const struct game_state *full, uint32_t move,
               int reader, struct game_state *state);

/* The number of legal move sequences of the given length; a half that is over is not continued.
 * With `each` not NULL, it is called with every first move and its share. 0 if memory is short. */
uint64_t game_perft(const struct game_board *board, const struct game_state *state, int depth,
                    void (*each)(void *context, uint32_t move, uint64_t count), void *context);

#endif
