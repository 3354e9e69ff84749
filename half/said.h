/* said.h - what an engine says about a move while it searches: the last report before its
 * `bestmove`, from `info` lines of the protocol.
 *
 * A line with a margin or a line of play is a report and replaces the one before it; others give
 * depth, nodes and time only. Where there is room for the best move alone, lines about further
 * moves (multipv above 1) give only their visits. All of it comes from strangers, so everything is
 * limited here.
 */
#ifndef TRIANCEY_HALF_SAID_H
#define TRIANCEY_HALF_SAID_H

#include <stdbool.h>
#include <stdint.h>

struct protocol_value;
struct text;

enum {
    SAID_PV_SIZE = 400,         /* bytes of a line of play: a longer one is cut after a move */
    SAID_VISITS_SIZE = 2000,    /* bytes of visits: further moves are left out */
    SAID_MARGIN_MAX = 10000000, /* no margin is wider */
    SAID_PLIES_MAX = 10000      /* of a half; later moves are not kept */
};

/* A margin is an estimate, or it is proved: the margin itself, a lower or an upper bound. */
enum said_bound { SAID_ESTIMATE, SAID_EXACT, SAID_LOWER, SAID_UPPER };

struct said {
    int ply;     /* of the move in its half, from 1 */
    bool valued; /* there is a margin: what the player who moves expects of this half */
    int margin;
    enum said_bound bound;
    int64_t depth, nodes, time;    /* time in milliseconds; below 0: not said */
    char pv[SAID_PV_SIZE];         /* moves of visible ASCII, separated by one blank; "": none */
    char visits[SAID_VISITS_SIZE]; /* how often a tree search has tried moves, the best first: words
                                      MOVE:NUMBER, separated by one blank; "": not said */
};

/* The protocol's word for a bound, NULL for an estimate; and back: false if it is none. */
const char *said_bound_name(enum said_bound bound);
bool said_bound_find(const char *name, enum said_bound *bound);

/* Clears it, so that nothing was said; and whether nothing was. */
void said_forget(struct said *said);
bool said_is_nothing(const struct said *said);

/* Takes the values of an `info` line. A search with MultiPV writes a line for each of its best
 * moves, the best first: `said` has room for this many, and `count` says how many lines of the
 * report it has; returns the new count. */
int said_hear(struct said *said, int room, int count, const struct protocol_value *info);

/* The first move of its line of play, of GAME_MOVE_TEXT bytes. False: there is none. */
bool said_move(const struct said *said, char *move);

/* Takes the fields of an `info` line, without that word, in place, and visits after `tried`: "
 * margin 4 depth 3 tried 12:40 7:3". False: they are not understood, and nothing has changed. */
bool said_read(struct said *said, char *fields);

/* Adds what was said in this form: "depth 5 margin 4 bound exact nodes 120 time 3 pv 12 7". */
void said_write(const struct said *said, struct text *text);

/* Reads the visits word by word: the move, of GAME_MOVE_TEXT bytes, and its number, into *at, which
 * moves on. False: there are no more, or the word is not MOVE:NUMBER. */
bool said_next_visits(const char **at, char *move, int64_t *visits);

/* Sets them, up to the first word that cannot be said. */
void said_set_visits(struct said *said, const char *words);

/* Sets the line of play, up to the first word that cannot be a move: other than visible ASCII, or
 * too long. */
void said_set_pv(struct said *said, const char *words);

/* What was said of the moves of a half, by their plies, ascending. Empty: all zero. */
struct said_list {
    struct said *item;
    int count, room;
};

void said_list_add(struct said_list *list, const struct said *said, int ply);
void said_list_free(struct said_list *list);

/* What was said of the move with this ply; NULL: nothing. */
const struct said *said_list_find(const struct said_list *list, int ply);

#endif
