/* stepping.h - commands that walk through the moves of a half: forwards, backwards, to a number.
 * They know only places, and show nothing. */
#ifndef TRIANCEY_PROMPT_STEPPING_H
#define TRIANCEY_PROMPT_STEPPING_H

struct text;

enum stepping {
    STEPPING_GO,   /* to *place */
    STEPPING_STAY, /* the line was no step: what can be typed was printed */
    STEPPING_LEAVE
};

/* Obeys a line, which is changed, at a place of a half with this many moves; place 0 is before the
 * first move. A step beyond an end goes to -1 or moves + 1: the caller knows what is there. */
enum stepping stepping_obey(char *line, int moves, int *place);

/* The commands, one a line, for console_complete. */
void stepping_complete(void *context, const char *before, struct text *words);

/* Says in one line what can be typed. */
void stepping_say_help(void);

#endif
