/* tables_club.h - for tests of tables: a club in a folder of its own, and Anna and Bert, who have
 * accounts there and meet at tables.
 */
#ifndef TRIANCEY_TESTS_LIB_TABLES_CLUB_H
#define TRIANCEY_TESTS_LIB_TABLES_CLUB_H

#include "club/store/club.h"
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

#endif
