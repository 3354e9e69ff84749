/* tables_club.h - for tests of tables: a club in a folder of its own, and Anna and Bert, who have
 * accounts there and meet at tables.
 */
#ifndef TRIANCEY_TESTS_LIB_TABLES_CLUB_H
#define TRIANCEY_TESTS_LIB_TABLES_CLUB_H

#include "club/store/club.h"
#include "club/store/tables/table_search.h"
#include "club/store/tables/tables.h"
#include "games/game.h"

#include <stdbool.h>
#include <stdint.h>

struct error;

extern struct account anna, bert;
extern const struct table_person is_anna, is_bert, nobody;

/* Makes the folder, if there is none yet, and a new club in it that only Anna and Bert have joined;
 * the club before, if there was one, is closed and gone. Ends the test if there can be none. */
void tables_club_begin(struct club *club);

/* The folder, and the club's file there, for a process that opens it, too. */
const char *tables_club_folder(void);
const char *tables_club_path(void);

/* Removes the folder. The club is closed. */
void tables_club_end(void);

/* The time of all that happens, in milliseconds since 1970. */
int64_t noon(void);

/* Does all that is due at tables and in weeks. */
bool settle_all(struct club *club, int64_t now, struct error *error);

/* A legal move of the open half as the view shows it, the one with this number; "": none. */
const char *pick(const struct table_view *view, uint32_t number, char text[GAME_MOVE_TEXT]);

/* Anna and Bert at a table, Anna with seat 1, who looks at it. */
void meet(struct club *club, struct table_offer offer, int64_t now, struct table_view *view);

/* ---- requests, by their arguments ------------------------------------------------------------ */

enum club_answer table_open(struct club *club, const struct table_person *who,
                            const struct table_offer *offer, int64_t now, struct table_view *view,
                            struct error *error);
enum club_answer table_open_board(struct club *club, const struct account *account, int board,
                                  int64_t now, struct table_view *view, struct error *error);
enum club_answer table_join(struct club *club, const struct table_person *who, const char *name,
                            const char *invite, int64_t now, struct table_view *view,
                            struct error *error);
enum club_answer table_move(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, const char *move, int64_t now,
                            struct table_view *view, struct error *error);
enum club_answer table_draw(struct club *club, const struct table_person *who, const char *name,
                            int half, int before, bool agree, int64_t now, struct table_view *view,
                            struct error *error);
enum club_answer table_half(struct club *club, const struct table_person *who, const char *name,
                            int half, int64_t now, struct table_view *view, struct error *error);
enum club_answer table_resign(struct club *club, const struct table_person *who, const char *name,
                              int half, int64_t now, struct table_view *view, struct error *error);
enum club_answer table_read(struct club *club, const struct table_person *who, const char *name,
                            int64_t now, struct table_view *view, struct error *error);
enum club_answer table_close(struct club *club, const struct table_person *who, const char *name,
                             int64_t now, int64_t *kept_for, struct table_view *view,
                             struct error *error);

enum club_answer table_search_play(struct club *club, const struct table_search *search,
                                   const char *move, int64_t took, int64_t now, bool *lost,
                                   struct error *error);
enum club_answer table_search_fail(struct club *club, const struct table_search *search,
                                   enum verdict verdict, const char *text, int64_t now,
                                   struct error *error);

#endif
