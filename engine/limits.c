/* limits.c - from the fields of `go` to what a search may take. */
#include "engine/engine.h"

/* A `go` without limits thinks for PLAIN_GO milliseconds. */
enum { MILLISECOND = 1000000, MOVES_LEFT_MIN = 3, PLAIN_GO = 1000 };

/* How many moves the player to move may still have to make: about half of the empty places, fewer
 * where reactions take cells, and never so few that the clock runs out. */
static int moves_left(int legal) {
    int left = legal * 2 / 5;
    return left < MOVES_LEFT_MIN ? MOVES_LEFT_MIN : left;
}

/* A share of what the clock shows; the hard limit is three times the soft one, within what is left.
 */
static void share_clock(struct limits *limits, int64_t left, int64_t increment, int64_t overhead,
                        int moves) {
    int64_t usable = left > overhead ? left - overhead : 0;
    int64_t soft = usable / moves + increment * 3 / 4;
    int64_t hard = soft * 3;
    if (hard > usable * 2 / 3)
        hard = usable * 2 / 3;
    if (soft > hard)
        soft = hard;
    limits->soft = soft * MILLISECOND;
    limits->hard = hard * MILLISECOND;
}

void engine_limits(const struct protocol_message *go, int seat, int legal, long long overhead,
                   struct limits *limits) {
    const struct protocol_value *value = go->value;
    bool bounded = value[GO_NODES].given || value[GO_DEPTH].given || value[GO_INFINITE].given ||
                   value[GO_SOLVE].given;
    limits->soft = limits->hard = INT64_MAX;
    limits->nodes = value[GO_NODES].given ? (uint64_t)value[GO_NODES].number[0] : UINT64_MAX;
    limits->depth = value[GO_DEPTH].given ? (int)value[GO_DEPTH].number[0] : INT32_MAX;
    if (value[GO_MOVETIME].given) {
        int64_t time = value[GO_MOVETIME].number[0] - overhead;
        limits->hard = (time > 0 ? time : 0) * MILLISECOND;
        limits->soft = limits->hard;
    } else if (seat >= 0 && value[GO_P1TIME + seat].given) {
        share_clock(limits, value[GO_P1TIME + seat].number[0], value[GO_P1INC + seat].number[0],
                    overhead, moves_left(legal));
    } else if (!bounded) {
        limits->soft = limits->hard = (int64_t)PLAIN_GO * MILLISECOND;
    }
}
