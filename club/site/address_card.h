/* address_card.h - what an address of the site shows to anybody, in a few words and a picture: for
 * the head of the page and for previews elsewhere.
 *
 * Nothing here depends on who asks. What is not for everybody (a tournament game, a game of a week
 * that runs, hands that are hidden) has general words and no position, and nothing tells whether it
 * is there. Everything is read by a few bounded queries.
 */
#ifndef TRIANCEY_CLUB_SITE_ADDRESS_CARD_H
#define TRIANCEY_CLUB_SITE_ADDRESS_CARD_H

#include "club/store/club.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct picture;
struct site;

enum { CARD_TITLE = 256, CARD_ABOUT = 400, CARD_PATH = 300, CARD_LINES = 3, CARD_LINE = 120 };

/* What is asked, and what is known of it. */
struct address_card {
    struct site *site;
    struct club *club;
    const char *const *word; /* in the places of the '?' of the path; NULL after the last */
    int64_t now;             /* milliseconds since 1970 */
    struct error *error;     /* why it cannot be read */
    char title[CARD_TITLE], about[CARD_ABOUT]; /* plain text; about "": nothing is to be said */
    char path[CARD_PATH];                      /* the address that counts, "week/2026-W48" */
    char line[CARD_LINES][CARD_LINE];          /* written beside the board in the picture */
    char mark[64];                             /* changes with the board of the picture */
    bool board;                                /* the picture has a board */
    bool private;                              /* not for search engines */
    bool moved;              /* an address of earlier versions: `path` is the one in its place */
    struct picture *picture; /* filled in if it is not NULL and there is a board */
};

/* A kind of address: its path as routes have it ("week/?"), what is said of it in general, and what
 * fills in the rest of a card that says what is asked. */
struct address_kind {
    const char *path, *title;
    const char *about; /* NULL: nothing */
    /* NULL: all is said. CLUB_UNKNOWN: there is no such thing. */
    enum club_answer (*describe)(struct address_card *card);
    bool private;
};

extern const struct address_kind address_kinds[]; /* ended by one without a path */

/* A lesson of the page, whose number is its place here from 1; its texts are messages. Made by
 * page/lesson_heads.awk; ended by one without a title. */
struct lesson_head {
    const char *course, *game, *title, *about;
};

extern const struct lesson_head lesson_heads[];

#endif
