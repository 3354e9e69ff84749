/* meeting.h - two engines that meet in a round: all their games in it, deciders too. */
#ifndef TRIANCEY_REFEREE_PAIRING_MEETING_H
#define TRIANCEY_REFEREE_PAIRING_MEETING_H

#include <stdint.h>

enum { MEETING_NOBODY = -1 };

/* It is won by the greater sum of margins. */
struct meeting {
    int round;         /* from 0 */
    int engine[2];     /* [1] is MEETING_NOBODY: a bye */
    int winner;        /* MEETING_NOBODY: it is drawn, or waits for a decider */
    int64_t margin[2]; /* over all games */
};

#endif
