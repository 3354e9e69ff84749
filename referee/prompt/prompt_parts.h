/* prompt_parts.h - what the files of the prompt share: prompt.c asks, prompt_commands.c obeys,
 * prompt_show.c draws and tells. For them alone.
 */
#ifndef TRIANCEY_REFEREE_PROMPT_PROMPT_PARTS_H
#define TRIANCEY_REFEREE_PROMPT_PROMPT_PARTS_H

#include "base/text.h"
#include "games/picture.h"
#include "referee/draw/terminal.h"
#include "referee/prompt/console.h"
#include "referee/prompt/prompt.h"
#include "referee/setup/setup.h"

enum { PROMPT_SIDE_SIZE = 160 };   /* bytes of a colour and a name */
enum { PROMPT_SIDE_COLUMNS = 32 }; /* of them in tables */

struct prompt {
    struct prompt_setup setup;
    struct console *console;
    struct terminal terminal; /* as it was when last drawn on */
    struct picture *picture;  /* of the position, if it can be drawn */
    bool drawable;
    bool animate;               /* reactions are shown step by step as they happen */
    struct game_change *change; /* room for those of a move */
    uint32_t *move;             /* room for all legal ones */

    struct seat_half half;
    struct game_state state, before; /* now, and before the last move */
    uint32_t last;                   /* GAME_NO_MOVE: there was none */
    int plies, silent;               /* the first few moves are not shown again */
    struct text moves;               /* parted by blanks */
    struct text movers;              /* the seat of each, as a byte; GAME_CHANCE too */
    bool shown;                      /* the position is on the screen */

    int seat; /* who is asked */
    enum prompt_request request;
    int kept;                    /* plies, when moves are taken back */
    char chosen[GAME_MOVE_TEXT]; /* the move */
    struct setup adviser_setup;  /* of who gives hints */
    struct seat *adviser;        /* NULL: was never asked */
};

/* What a line was. */
enum prompt_line {
    LINE_SAID,   /* answered: the next one, please */
    LINE_MOVE,   /* a move, in prompt->chosen */
    LINE_RESIGN, /* the half is given away */
    LINE_LEAVE   /* prompt->request says what for */
};

/* Obeys a line, which is cut into its words. */
enum prompt_line prompt_obey(struct prompt *prompt, char *line);

/* Adds the names of commands, one a line, for completion; or what may follow a command. */
void prompt_command_words(struct prompt *prompt, const char *command, struct text *words);

/* Adds all legal moves, parted by `between`; returns how many there are. Only the first `most` are
 * written. */
int prompt_legal_moves(struct prompt *prompt, const char *between, int most, struct text *text);

/* Reads a move. False: the text is none, or not a legal one; why was said, and what is possible. */
bool prompt_read_move(struct prompt *prompt, const char *text, uint32_t *move);

/* The colour and the name of a seat: "yellow (Anna)". */
const char *prompt_side(const struct prompt *prompt, int seat, char side[PROMPT_SIDE_SIZE]);

/* One line: a side with its points and margin. */
void prompt_say_score(const struct prompt *prompt, int seat, int points, int margin);

/* Makes the picture of the position anew. */
void prompt_draw(struct prompt *prompt);

/* Shows the position, with a line about it below. */
void prompt_show(struct prompt *prompt);
void prompt_show_status(struct prompt *prompt);

/* Says how the game is played. */
void prompt_say_rules(const struct prompt *prompt);

/* Says what the last move was and took. */
void prompt_say_move(struct prompt *prompt);

/* Says what a legal move sets off and where it leads, step by step. */
void prompt_explain(struct prompt *prompt, uint32_t move);

/* Shows how a move changes a position, on the terminal step by step. False: it cannot be shown. */
bool prompt_animate(struct prompt *prompt, const struct game_state *from, uint32_t move);

#endif
