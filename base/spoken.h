/* spoken.h - texts that are said in all languages at once: nobody knows the reader's. Made by the
 * build from the catalogues. */
#ifndef TRIANCEY_BASE_SPOKEN_H
#define TRIANCEY_BASE_SPOKEN_H

/* A text in one language; what has no translation there is not listed. */
struct spoken {
    const char *code; /* as HTML has it, "en" first; NULL in the last row of a list */
    const char *text; /* UTF-8 */
};

extern const struct spoken spoken_lost[];  /* there is no page at an address */
extern const struct spoken spoken_names[]; /* what is shown in place of a person's name */

#endif
