/* ranking.h - rankings: of a week, with its champions, of a board, and of all times.
 *
 * Each class of players (accounts.h) has its rankings. A running week is provisional and all of its
 * games count; once it is closed, the SCORES_BEST best of each player do. More games counted
 * come first, then the higher total of them, then the name; equal players share a place, and all
 * players in first place are champions.
 *
 * The table of all times has the mean margin per game, over all games of all weeks, and half the
 * width of its 95 % confidence interval (Student's t; base/sample.h). The order is that of the
 * lower end of the interval, the strength that a player has proved: few games leave it wide.
 * Players with fewer than SCORES_PLACED games come last and have no place.
 *
 * Players are those of the record. Deleted accounts leave theirs, without a name.
 */
#ifndef TRIANCEY_CLUB_STORE_RATINGS_RANKING_H
#define TRIANCEY_CLUB_STORE_RATINGS_RANKING_H

#include "base/calendar.h"
#include "base/values.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/week.h"
#include "record/record_rows.h"

#include <stdbool.h>
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

/* Whether a page is valid: there is room for its rows. */
enum club_answer ranked_check_page(const struct page_request *page, struct error *error);

/* ---- a week ---------------------------------------------------------------------------------- */

/* What a player did on a board; game 0: nothing yet. */
struct ranked_board {
    int64_t game; /* in the record */
    int margin;
};

struct ranking_row {
    struct ranked_player who;
    int64_t place, games, counted, total; /* of the games counted */
    int64_t lost;                         /* halves that were lost by leaving */
    struct ranked_board board[WEEK_BOARDS];
};

/* total: how many rows the whole list has. */
struct week_ranking {
    char week[WEEK_NAME_SIZE];
    bool provisional;
    int64_t total;
    int count;
    struct ranking_row row[RANKING_ROWS];
};

/* `week` is a name or WEEK_CURRENT. CLUB_UNKNOWN: there is no such week, or it has not begun;
 * CLUB_INVALID: that is no week. */
enum club_answer ranking_week(struct club *club, const char *week, int64_t now,
                              enum account_class class, const struct page_request *page,
                              struct week_ranking *ranking, struct error *error);

/* ---- all weeks ------------------------------------------------------------------------------- */

enum { RANKING_CHAMPIONS = 8 };

/* A week and the first of its people; of more champions than there is room for, as many as there
 * is. */
struct week_row {
    char week[WEEK_NAME_SIZE];
    bool provisional; /* the champions are leaders so far */
    int64_t games, players;
    int64_t counted, total; /* of the champions */
    int64_t champions;
    struct ranked_player champion[RANKING_CHAMPIONS];
};

struct week_list {
    int64_t total;
    int count;
    struct week_row row[RANKING_ROWS];
};

/* The weeks that have begun, the newest first. */
enum club_answer ranking_weeks(struct club *club, int64_t now, const struct page_request *page,
                               struct week_list *list, struct error *error);

/* ---- a board --------------------------------------------------------------------------------- */

struct board_row {
    struct ranked_player who;
    enum account_class class;
    int64_t place, game;
    int margin, half[CLUB_HALVES], lost;
};

struct board_ranking {
    char week[WEEK_NAME_SIZE], word[WEEK_WORD_SIZE];
    bool provisional;
    int64_t total;
    int count;
    struct board_row row[RANKING_ROWS];
};

/* The results of all classes on a board of a week, the best first. */
enum club_answer ranking_board(struct club *club, const char *week, int board, int64_t now,
                               const struct page_request *page, struct board_ranking *ranking,
                               struct error *error);

/* ---- all times ------------------------------------------------------------------------------- */

struct career_list {
    int64_t total;
    int count;
    struct career row[RANKING_ROWS];
};

enum club_answer ranking_careers(struct club *club, enum account_class class,
                                 const struct page_request *page, struct career_list *list,
                                 struct error *error);

/* ---- the page of a player -------------------------------------------------------------------- */

/* What is public about a player: weeks, games and the all-time place. */

/* The newest weeks are listed, up to the number that twenty years have. */
enum { PLAYER_WEEKS = 1044 };

struct player_page {
    struct career career; /* games 0: no game counts yet */
    char created[CALENDAR_TIME_SIZE];
    bool banned;
    char word[64];            /* of the board of the newest game; "": none */
    struct page_request page; /* of the games */
};

/* CLUB_UNKNOWN: there is no such account. */
enum club_answer player_page_read(struct club *club, int64_t account,
                                  const struct page_request *page, struct player_page *player,
                                  struct error *error);

/* Adds "weeks", the oldest first, and "games", the newest week first, in it by board. */
bool player_page_add(struct club *club, const struct player_page *player, struct json *json,
                     struct error *error);

/* ---- exercises: exercises.c ------------------------------------------------------------------ */

/* A player's own mistakes, to be practised: the position before a move that lost two cells or more,
 * where the solver has proved what was best. Nothing is stored for it: it follows from the games
 * and from what their moves have lost (analysis.h), which is known once the week of a game is
 * closed. How far somebody has come with an exercise is a matter of the browser. */

enum { EXERCISE_LEAST = 2 /* cells that a move loses */ };

/* Adds an object for each exercise of the halves on a page to an open array, the newest week first,
 * in a game by half and move. `total`: how many halves of the account were analysed. */
enum club_answer exercises_add(struct club *club, const struct account *account,
                               const struct page_request *page, int64_t *total, struct json *json,
                               struct error *error);

#endif
