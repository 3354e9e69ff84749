/* exercises.h - a player's own mistakes, to be practised: the position before a move that lost two
 * cells or more, where the solver has proved what was best.
 *
 * Nothing is stored for it: it follows from the games and from what their moves have lost
 * (analysis.h), which is known once the week of a game is closed. How far somebody has come with
 * an exercise is a matter of the browser.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_EXERCISES_H
#define TRIANCEY_CLUB_STORE_RATINGS_EXERCISES_H

#include "club/store/ratings/analysis.h"
#include "club/store/ratings/ranking.h"
#include "club/store/week.h"

#include <stddef.h>
#include <stdint.h>

enum { EXERCISE_LEAST = 2 /* cells that a move loses */ };

struct exercise {
    int64_t game; /* in the record */
    char week[WEEK_NAME_SIZE];
    const char *word;     /* of the board; like all pointers here valid within a call of `each` */
    const char *finished; /* when the half was over, UTC */
    int half;             /* from 1 */
    const char *moves;    /* those before, with blanks between them: `length` bytes */
    size_t length;
    char played[GAME_MOVE_TEXT];
    struct analysed_move move;
};

/* Calls for each exercise of the halves on a page, the newest week first, in a game by half and
 * move. `total`: how many halves of the account were analysed. */
typedef void exercise_each(void *context, const struct exercise *exercise);
enum club_answer exercises_read(struct club *club, const struct account *account,
                                const struct page_request *page, int64_t *total,
                                exercise_each *each, void *context, struct error *error);

#endif
