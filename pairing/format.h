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

/* All games of two engines in a round, with deciders; the greater sum of margins wins. */
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
    bool final; /* a bracket: the winner of the last round's only meeting has won the league */
};

/* Keys of a league that only some formats use, as bits. */
enum { FORMAT_GAUNTLET = 1, FORMAT_SEEDING = 2 };

struct format {
    const char *name; /* in setups and records: it never changes */
    unsigned keys;    /* of the keys above, those that it uses. With FORMAT_GAUNTLET champions come
                         first in the order of the engines */
    int engines_max;  /* 0: as many as a league may have */
    int seats;        /* of the games that it is for; 0: any number */

    /* The default number of rounds (NULL: one), and whether no other is allowed. */
    int (*rounds)(int engines);
    bool rounds_fixed;

    /* How many meetings a round has; whether rounds differ in that; and how many deciders a tied
     * meeting may have. */
    int64_t (*meetings)(const struct schedule *schedule, int round);
    bool rounds_differ;
    int deciders;

    /* Who meets in a round (from 0): places in the order of the engines, as many as a table has
     * seats; they change seats from round to round. NULL: results decide, by begin() and pair(). */
    void (*members)(const struct schedule *schedule, int round, int64_t meeting, int *member);

    /* Where engines may join later, the meetings of a round are one row, or a row for each
     * champion, and meetings of engines that join come last in each row. This is the length of a
     * row with the first `engines` engines. NULL: no engine may join. */
    int64_t (*row)(const struct schedule *schedule, int engines);

    /* Makes what pair() remembers of earlier rounds, to be freed by free(). */
    void *(*begin)(const struct schedule *schedule);
    /* Replaces the meetings of the last round, which all have results, by those of the next round,
     * of which only the engines are filled in, byes last. Returns how many. */
    int (*pair)(void *memory, const struct schedule *schedule, int round, struct meeting *meeting,
                int meetings);
    const struct format_table *table;
    /* Fills in the merit of each engine, from all meetings of the league. Standings are ordered by
     * merit, the greatest first, then by margins. NULL: by margins alone. */
    void (*merit)(const struct meeting *meeting, int meetings, int engines, int64_t *merit);
};

/* All formats, ended by NULL; the first is the default of leagues. */
extern const struct format *const formats[];

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/* Whether the pairs of a round depend on the results before it. */
static inline bool format_is_paired(const struct format *format) {
    return !format->members;
}

/* Adds the names of the formats that use all these keys, such as "swiss or knockout". */
void format_add_names(unsigned keys, struct text *text);

/* How often a number of engines can be halved until one is left: the rounds that find a winner. */
int format_halvings(int engines);

/* How many sets of `count` there are among `from`. */
int64_t format_sets(int64_t from, int count);

/* Who meets on a board (from 0) in a round (from 0) of an all-play-all in which nobody meets two at
 * the same time: the circle method. `places`, an even number, meet in places - 1 rounds. */
void format_circle(int places, int round, int board, int member[2]);

/* The set of `count` with this number, in rising order: 0-1, 0-2, 1-2, 0-3 ... (the combinatorial
 * number system). */
void format_set(int64_t number, int count, int *member);

#endif
