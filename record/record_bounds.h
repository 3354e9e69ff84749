/* record_bounds.h - the largest values that a record may have. The referee's own records stay below
 * them, and a reader of a stranger's record refuses larger ones. */
#ifndef TRIANCEY_RECORD_RECORD_BOUNDS_H
#define TRIANCEY_RECORD_RECORD_BOUNDS_H

enum {
    RECORD_ROW_BYTES = 8 << 20,    /* of a row, or of any text */
    RECORD_NAME_BYTES = 255,       /* of the name of a league, a player or a board */
    RECORD_WORDS_BYTES = 64 << 10, /* of the command and all options of an engine */
    RECORD_MOVES_BYTES = 256 << 10 /* of the moves of a half that is shown as JSON */
};

#endif
