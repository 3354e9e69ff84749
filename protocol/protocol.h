/* protocol.h - TGI, the triangle game interface: its commands, their fields, its errors.
 *
 * PROTOCOL.md beside this file is the specification; this is the one table that both sides parse
 * with and that help is printed from. It knows no board and no rule: these are words here.
 *
 * A line is a command followed by its fields: first the positional ones in order, then those that
 * begin with a keyword, in any order. protocol_parse() works in place: texts point into the line.
 */
#ifndef TRIANCEY_PROTOCOL_H
#define TRIANCEY_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_FIELDS_MAX = 20,
    PROTOCOL_NUMBERS_MAX = 4,
    PROTOCOL_ERROR_SIZE = 512,
    PROTOCOL_CELLS_MAX = 256
};

enum protocol_code {
    PROTOCOL_OK,
    PROTOCOL_UNKNOWN,     /* no such command */
    PROTOCOL_SYNTAX,      /* a field that is missing, misplaced or malformed */
    PROTOCOL_ILLEGAL,     /* a move against the rules */
    PROTOCOL_STATE,       /* not now: no grid, the half is over */
    PROTOCOL_RANGE,       /* a number out of its bounds */
    PROTOCOL_UNSUPPORTED, /* known, but this program does not do it */
    PROTOCOL_TOOLONG,     /* the line is too long */
    PROTOCOL_BUSY,        /* a search is running */
    PROTOCOL_MEMORY       /* not enough memory for what was asked */
};

/* An error on its way to the other side: `error CODE COMMAND: text`. */
struct protocol_error {
    enum protocol_code code;
    char text[PROTOCOL_ERROR_SIZE];
};

/* The word of a code, and back (PROTOCOL_OK for any other word). */
const char *protocol_code_name(enum protocol_code code);
enum protocol_code protocol_code_find(const char *name);

/* Fills in an error and returns its code. */
enum protocol_code protocol_fail(struct protocol_error *error, enum protocol_code code,
                                 const char *format, ...) __attribute__((format(printf, 3, 4)));

enum protocol_type {
    FIELD_FLAG,    /* a keyword alone */
    FIELD_NUMBER,  /* one whole number within min..max */
    FIELD_NUMBERS, /* one to PROTOCOL_NUMBERS_MAX of them */
    FIELD_WORD,    /* one word */
    FIELD_WORDS,   /* words up to the next keyword of the command, at least one */
    FIELD_LIST,    /* words up to the next keyword, or none */
    FIELD_REST     /* the rest of the line, blanks inside kept, at least one word */
};

struct protocol_field {
    const char *keyword; /* NULL: positional */
    enum protocol_type type;
    bool required;
    long long min, max;
    const char *about; /* what it is, for messages and help */
};

/* All commands, the referee's (or GUI's) first, then an engine's answers: TGI_GO and so on. */
enum protocol_id {
#define COMMAND(id, function, when, ...) TGI_##id,
#define ANSWER(id, ...)                  TGI_##id,
#include "protocol/commands.h"
    TGI_COUNT
};

enum { TGI_ANSWERS = TGI_ID }; /* the first answer */

struct protocol_command {
    const char *name;     /* one word, or two ("setgrid inline") */
    bool open;            /* unknown further words are skipped, not errors */
    const char *synopsis; /* the fields as help shows them */
    const char *about;
    struct protocol_field field[PROTOCOL_FIELDS_MAX]; /* ended by an empty one (about NULL); the
                                                         positional ones come first */
};

extern const struct protocol_command protocol_commands[TGI_COUNT];

/* Numbers of the fields of the commands that have several, as indices into a message's values. */
enum { SETOPTION_NAME, SETOPTION_VALUE };
enum { SETGRID_GAME, SETGRID_NAME, SETGRID_CELLS, SETGRID_SIDES };
enum { NEWGAME_HALF, NEWGAME_CARRY, NEWGAME_PLAYERS, NEWGAME_SEED, POSITION_MOVES, POSITION_AT };
enum { GO_ID, GO_MOVETIME, GO_DEPTH, GO_NODES, GO_P1TIME, GO_P1INC = GO_P1TIME + 4 };
enum { GO_INFINITE = GO_P1INC + 4, GO_PONDER, GO_SOLVE, GO_SEARCHMOVES };
enum { PERFT_DEPTH, PERFT_SPLIT };
enum { ID_KIND, ID_TEXT };
enum { OPTION_NAME, OPTION_TYPE, OPTION_DEFAULT, OPTION_MIN, OPTION_MAX, OPTION_VAR };
enum { INFO_DEPTH, INFO_MARGIN, INFO_BOUND, INFO_NODES, INFO_NPS, INFO_TIME, INFO_HASHFULL };
enum { INFO_PV = INFO_HASHFULL + 1, INFO_MULTIPV, INFO_SPLIT, INFO_COUNT, INFO_STRING };
enum { INFO_VISITS = INFO_STRING + 1 };
enum { BESTMOVE_MOVE, BESTMOVE_PONDER, BESTMOVE_ID };
enum { SCORE_P1, SCORE_P2, SCORE_P3, SCORE_P4, SCORE_MARGIN, SCORE_HALF, SCORE_TOTAL, SCORE_OVER };
enum { ERROR_CODE, ERROR_TEXT };

struct protocol_value {
    bool given;
    int count;                              /* of numbers or words */
    long long number[PROTOCOL_NUMBERS_MAX]; /* [0] of a FIELD_NUMBER */
    char *text;                             /* a word, the first of several, or the rest */
    char *end;                              /* of several words: where the last one ends */
};

struct protocol_message {
    const struct protocol_command *command;
    enum protocol_id id;
    char *line;    /* with a zero byte instead of the blank behind each word that was read */
    size_t length; /* of it before that */
    struct protocol_value value[PROTOCOL_FIELDS_MAX];
};

/* What parsing needs: compiled patterns and room for their matches. One for each thread. */
struct protocol_parser;
struct protocol_parser *protocol_parser_new(void); /* NULL: out of memory */
void protocol_parser_free(struct protocol_parser *parser);

/* Which half of the table a line is looked up in. */
enum protocol_side { PROTOCOL_TO_ENGINE, PROTOCOL_FROM_ENGINE };

/* Parses one line (without its end) in place. A line of blanks only gives PROTOCOL_OK and a message
 * whose command is NULL. On an error the message's command is set as far as it was recognised. */
enum protocol_code protocol_parse(struct protocol_parser *parser, enum protocol_side side,
                                  char *line, struct protocol_message *message,
                                  struct protocol_error *error);

/* Parses the fields of a command, without its name. */
enum protocol_code protocol_parse_fields(enum protocol_id id, char *fields,
                                         struct protocol_message *message,
                                         struct protocol_error *error);

/* The next word of a FIELD_WORDS value: NULL after the last of them.
 *     for (char *w = value->text; w; w = protocol_next_word(value, w)) ... */
char *protocol_next_word(const struct protocol_value *value, const char *word);

/* ---- boards spelled out ---------------------------------------------------------------------- */

/* A side that leads to no cell: on coloured border 1 or 2, written `p1` and `p2`. */
#define PROTOCOL_BORDER(number) (-1 - (number))

/* `setgrid inline GAME NAME cells N sides ...`, allocated (free() it); NULL: out of memory. */
char *protocol_write_grid(const char *game, const char *name, int cells, const int16_t (*side)[3]);

/* The sides of a setgrid inline message, which says how many there must be. */
enum protocol_code protocol_read_sides(struct protocol_parser *parser,
                                       const struct protocol_message *message, int16_t (*side)[3],
                                       struct protocol_error *error);

#endif
