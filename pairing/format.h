/* format.h - how the engines of a league meet: one row for each format.
 *
 * A format is one file, format_NAME.c: functions that read and write nothing, and its row. format.c
 * lists the rows; schedule.h numbers the games that they make, tournament.h goes from round to
 * round if the results decide which engines meet.
 */
#ifndef TRIANCEY_PAIRING_FORMAT_H
#define TRIANCEY_PAIRING_FORMAT_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct schedule;

enum { MEETING_NOBODY = -1 };

/* Two engines' games in a round, deciders too; the greater sum of margins wins. */
struct meeting {
    int round;         /* from 0 */
    int engine[2];     /* [1] is MEETING_NOBODY: a bye */
    int winner;        /* MEETING_NOBODY: it is drawn, or waits for a decider */
    int64_t margin[2]; /* over all games */
};

enum { FORMAT_COLUMNS = 9 };

/* What the cells of a column contain. */
enum format_cell {
    FORMAT_NUMBER, /* FORMAT_NOTHING: an empty cell */
    FORMAT_MARGIN, /* a number with its sign, or FORMAT_NOTHING */
    FORMAT_HALVES, /* of points: 3 is 1.5 */
    FORMAT_ENGINE  /* its number, or MEETING_NOBODY */
};
#define FORMAT_NOTHING INT64_MIN

struct format_column {
    const char *heading; /* marked by N_() */
    enum format_cell cell;
    const char *nobody; /* the text for MEETING_NOBODY, marked by N_() */
};

/* How the finished rounds are shown, as a table. */
struct format_table {
    const char *title; /* marked by N_(); it takes two numbers: rounds finished, and of how many */
    struct format_column column[FORMAT_COLUMNS]; /* up to the first without a heading */
    /* Fills in the rows from all meetings, in their order, of this many engines; there is room for
     * as many rows as there are meetings or engines. Returns how many there are. */
    int (*fill)(const struct meeting *meeting, int meetings, int engines,
                int64_t (*row)[FORMAT_COLUMNS]);
    bool final; /* a bracket: who wins the only meeting of the last round has won the league */
};

/* Keys of a league that only some formats use, as bits. */
enum { FORMAT_GAUNTLET = 1, FORMAT_SEEDING = 2 };

struct format {
    const char *name; /* in setups and records: it never changes */
    unsigned keys;    /* that it uses: with FORMAT_GAUNTLET champions come first in the order of the
                         engines */
    int engines_max;  /* 0: as many as a league may have */
    int seats;        /* of the games that it is for; 0: any number */

    /* The default number of rounds (NULL: one), and whether no other is allowed. */
    int (*rounds)(int engines);
    bool rounds_fixed;

    /* How many meetings a round has; whether rounds differ in that; and how many deciders may
     * follow for those that are tied. */
    int64_t (*meetings)(const struct schedule *schedule, int round);
    bool rounds_differ;
    int deciders;

    /* Who meets in a round (from 0): the places in the order of the engines, as many as the table
     * has seats; they change seats from round to round. NULL: the results decide that, and the next
     * three are there. */
    void (*members)(const struct schedule *schedule, int round, int64_t meeting, int *member);

    /* Where engines may join later: the meetings of a round are one row, or one for each champion;
     * this is the length of a row with this many engines, the first of all. Those of engines that
     * join come last in each row. NULL: no engine may join. */
    int64_t (*row)(const struct schedule *schedule, int engines);

    /* What pair() keeps of the rounds before: freed by free(). NULL: out of memory. */
    void *(*begin)(const struct schedule *schedule);
    /* Replaces the meetings of the round before, whose results are all there, by those of the next:
     * only engines, byes last. Returns how many; -1: out of memory. */
    int (*pair)(void *memory, const struct schedule *schedule, int round, struct meeting *meeting,
                int meetings);
    const struct format_table *table;
    /* What puts the engines of a league in order before margins do, from all its meetings: the
     * greater the better. NULL: nothing does. False: out of memory. */
    bool (*merit)(const struct meeting *meeting, int meetings, int engines, int64_t *merit);
};

/* All of them, NULL at the end; the first is the default of leagues. */
extern const struct format *const formats[];

/* NULL: there is none with this name. */
const struct format *format_find(const char *name);

/* Whether the pairs of a round depend on the results before it. */
static inline bool format_is_paired(const struct format *format) {
    return !format->members;
}

/* Adds the names of those that use all these keys, "swiss or knockout". */
void format_add_names(unsigned keys, struct text *text);

/* How often a number can be halved until one is left: the rounds that find a winner. */
int format_halvings(int engines);

/* How many sets of `count` there are among `from`. */
int64_t format_sets(int64_t from, int count);

/* The set of `count` with this number, in rising order: 0-1, 0-2, 1-2, 0-3 ... (the combinatorial
 * number system). */
void format_set(int64_t number, int count, int *member);

#endif
