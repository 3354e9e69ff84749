/* prompt_view.h - the position of a half on the screen, and what moves do, in words.
 *
 * The view keeps the position itself, from the moves that it is given. It only shows things and
 * asks no questions.
 */
#ifndef TRIANCEY_PROMPT_PROMPT_VIEW_H
#define TRIANCEY_PROMPT_PROMPT_VIEW_H

#include "base/text.h"
#include "draw/terminal.h"
#include "games/picture.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { VIEW_SIDE_SIZE = 160 }; /* bytes of a colour and a name */

struct prompt_view {
    /* Set by the caller, for good. */
    const struct game_board *board;
    const char *const *name; /* at each seat */
    const atomic_int *stop;  /* ends what is shown step by step */
    bool ascii, on_terminal;

    /* May be changed at any time. */
    bool animate; /* reactions are shown step by step as they happen */
    int reader;   /* the seat that looks: moves are written for it */
    bool shared;  /* others look, too: moves are shown as everybody may see them */
    bool closed;  /* no hand is shown */
    bool past;    /* a half that is over is looked at: no move comes next */
    bool shown;   /* the position is on the screen */
    int below;    /* lines written below the board; -1: it is not known where it stands */

    /* To be read. */
    struct game_state state, before; /* `before`: before the last move */
    uint32_t last;                   /* GAME_NO_MOVE: there was none */
    int half, plies, lines;          /* lines: of the board on the screen */
    int moves;                       /* the plies that were not chance */
    struct picture *picture;         /* of the position, if it is drawable */
    bool drawable;
    struct text chance;           /* moves of chance that were not said yet */
    char chanced[GAME_MOVE_TEXT]; /* the last move of chance; "": none */
    struct game_change *change;   /* room for the changes of a move */
    struct terminal terminal;     /* as it was when last drawn on */
};

/* Begins with the first half. */
void view_open(struct prompt_view *view);
void view_close(struct prompt_view *view);

void view_begin(struct prompt_view *view, int half);
void view_play(struct prompt_view *view, uint32_t move); /* a legal one */

/* Shows the half as another seat knows it: the position now, the position before the last move, and
 * the last move. */
void view_look(struct prompt_view *view, int reader, const struct game_state *state,
               const struct game_state *before, uint32_t last);

/* The side of a seat; NULL: the board cannot be drawn. */
const struct picture_side *view_find_side(const struct prompt_view *view, int seat);

/* The colour and the name of a seat: "yellow (Anna)". */
const char *view_side(const struct prompt_view *view, int seat, char side[VIEW_SIDE_SIZE]);

/* The colour of a seat, or its number. */
const char *view_colour(const struct prompt_view *view, int seat, char side[VIEW_SIDE_SIZE]);

/* Adds a side with its points: "yellow 3", but "seat 1: 3". */
void view_add_points(const char *side, int points, struct text *text);

/* How many lines the top of the board is above the cursor; 0: it is not on the screen, or the
 * window has changed since. Looks at the terminal. */
int view_lines_up(struct prompt_view *view);

/* How many lines the board may have, and where its middle is. */
int view_board_rows(const struct prompt_view *view);
struct grid_point view_middle(const struct prompt_view *view);

/* Whether the game counts by how much somebody wins: other games are only won or lost. */
bool view_has_margins(const struct prompt_view *view);

/* One line: a side with its points and margin. */
void view_say_score(const struct prompt_view *view, int seat, int points, int margin);

/* Finds out which abilities of the terminal this view uses. */
void view_look_at_terminal(const struct prompt_view *view, struct terminal *terminal);

/* Clears the screen and, where the terminal can do that, the lines that were scrolled away. */
void view_clear(struct prompt_view *view);

/* view_show() shows the position, with a line about it below; view_show_status() shows the line
 * alone. */
void view_show(struct prompt_view *view);
void view_show_status(struct prompt_view *view);

/* view_say_move() says what the last move was and what it captured. Moves of chance in a row are
 * kept for one line, which view_say_chance() prints. */
void view_say_move(struct prompt_view *view);
void view_say_chance(struct prompt_view *view);

/* Says what a legal move sets off and where it leads, step by step. */
void view_explain(struct prompt_view *view, uint32_t move);

/* Shows how a move changes a position, on the terminal step by step. False: it cannot be shown. */
bool view_animate(struct prompt_view *view, const struct game_state *from, uint32_t move);

#endif
