/* person_name.h - what people may call themselves, and which names look alike.
 *
 * A name has 2 to 24 letters and digits of one script (or of those that one language mixes, as
 * Japanese does), begins with a letter, and may have single hyphens and apostrophes and one blank
 * inside. Latin letters among Cyrillic ones, digits of two scripts, invisible characters and
 * letters with many accents are refused: the rules are those of Unicode Technical Standard 39, by
 * ICU. So is what fonts do not show (Default_Ignorable_Code_Point), such as fillers and variation
 * selectors, which that standard leaves in.
 *
 * Two names are the same if they look the same, or would if written in other case: the standard's
 * skeleton of the name, and that of the name in lower case, both without blanks, hyphens and
 * apostrophes. Each alone must be free. Names that begin with a reserved word are refused.
 */
#ifndef TRIANCEY_CLUB_STORE_PERSON_NAME_H
#define TRIANCEY_CLUB_STORE_PERSON_NAME_H

#include "base/values.h"

#include <stdbool.h>

struct error;

enum {
    PERSON_NAME_MIN = 2,
    PERSON_NAME_MAX = 24, /* characters, without marks */
    PERSON_NAME_SIZE = NAME_BYTES_MAX + 1,
    PERSON_LOOK_SIZE = 512
};

struct person_name {
    char text[PERSON_NAME_SIZE];   /* normalised (NFKC), with plain apostrophes and hyphens */
    char look[PERSON_LOOK_SIZE];   /* what it looks like */
    char folded[PERSON_LOOK_SIZE]; /* what it looks like in lower case */
    bool reserved;                 /* the name is good, but nobody may take it */
};

/* False and a message that says what is wrong with it; what it looks like is known anyway, ""
 * if it can be. Any bytes may come. */
bool person_name_read(const char *text, struct person_name *name, struct error *error);

#endif
