/* spoken.h - a few texts in every language of the catalogues, for readers whose language need not
 * be the program's. The build makes spoken.c from spoken.c.in. */
#ifndef TRIANCEY_BASE_SPOKEN_H
#define TRIANCEY_BASE_SPOKEN_H

/* A text in one language; what has no translation there is not listed. */
struct spoken {
    const char *code; /* as HTML has it, "en" first; NULL in the last row of a list */
    const char *text; /* UTF-8 */
};

extern const struct spoken spoken_lost[];    /* there is no page at an address */
extern const struct spoken spoken_many[];    /* somebody asks too often */
extern const struct spoken spoken_failed[];  /* the server is in trouble */
extern const struct spoken spoken_refused[]; /* any other error */
extern const struct spoken spoken_home[];    /* what a link to the first page is called */
extern const struct spoken spoken_names[];   /* what is shown in place of a person's name */

#endif
