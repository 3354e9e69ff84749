/* record_bounds.h - how much a record may hold in one place. Our own records hold less, and readers
 * of a stranger's record must not have to cope with more. */
#ifndef TRIANCEY_RECORD_RECORD_BOUNDS_H
#define TRIANCEY_RECORD_RECORD_BOUNDS_H

enum {
    RECORD_ROW_BYTES = 8 << 20,    /* of a row, or of any text */
    RECORD_NAME_BYTES = 255,       /* of the name of a league, a player or a board */
    RECORD_WORDS_BYTES = 64 << 10, /* of the command and all options of an engine */
    RECORD_MOVES_BYTES = 256 << 10 /* of the moves of a half that is shown as JSON */
};

#endif
