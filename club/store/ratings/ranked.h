/* ranked.h - what the rankings of a club and the pages of its players have in common: pages of
 * lists, players as they are shown, careers, places, and the questions for them.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_RANKED_H
#define TRIANCEY_CLUB_STORE_RATINGS_RANKED_H

#include "base/values.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/week.h"
#include "record/record_rows.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RANKING_ROWS = 200 }; /* of a page, at most */

/* A player as the pages name them. */
struct ranked_player {
    int64_t player;  /* in the record */
    int64_t account; /* 0: it was deleted, or never was */
    char name[NAME_BYTES_MAX + 1];
};

/* The name as people read it. */
static inline const char *ranked_name(const struct ranked_player *who) {
    return who->account ? who->name : record_name_shown(who->name);
}

/* What a player did in all weeks. */
struct career {
    struct ranked_player who;
    enum account_class class;
    int64_t place; /* 0: none */
    int64_t games, weeks, championships;
    double mean, error; /* NAN: of a single game */
};

/* ---- questions ------------------------------------------------------------------------------- */

/* Three columns: player, account, name. */
void ranked_read_player(const struct query *row, int column, struct ranked_player *who);

/* Whether a page is valid, and room for its rows. */
enum club_answer ranked_check_page(const struct page_request *page, struct error *error);
void *ranked_rows(const struct page_request *page, size_t size);

/* The name of a week that has begun, and whether its ranking is provisional. */
enum club_answer ranked_find_week(struct club *club, const char *text, int64_t now,
                                  char name[WEEK_NAME_SIZE], bool *provisional,
                                  struct error *error);

bool ranked_count_week(struct club *club, const char *week, enum account_class class,
                       int64_t *total, struct error *error);

/* The place of this many games and such a total in a week that runs. */
bool ranked_place_running(struct club *club, const char *week, enum account_class class,
                          int64_t played, int64_t total, int64_t *place, struct error *error);

/* The margins of a game's halves. */
bool ranked_read_halves(struct club *club, int64_t game, int half[CLUB_HALVES],
                        struct error *error);

/* A career as a query has it, all but its place; and the place. */
#define CAREER_COLUMNS                                                                             \
    "club_career.player, club_account.id, IFNULL(club_account.name, engine.name), class, games,"   \
    " mean, error,"                                                                                \
    " (SELECT COUNT(*) FROM club_score WHERE club_score.player = club_career.player),"             \
    " (SELECT COUNT(*) FROM club_score WHERE club_score.player = club_career.player"               \
    "  AND club_score.class = club_career.class AND place = 1)"
#define CAREER_NAMES                                                                               \
    " JOIN engine ON engine.id = club_career.player"                                               \
    " LEFT JOIN club_account ON club_account.player = engine.id"
void ranked_read_career(const struct query *row, struct career *career);
bool ranked_place_career(struct club *club, struct career *career, struct error *error);

#endif
