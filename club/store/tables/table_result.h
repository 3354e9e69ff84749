/* table_result.h - a table that is over as `import` reads it (record/import/import.h), so that it
 * can become a game of any record of its game, to be replayed and verified.
 */
#ifndef TRIANCEY_CLUB_STORE_TABLES_TABLE_RESULT_H
#define TRIANCEY_CLUB_STORE_TABLES_TABLE_RESULT_H

#include "club/store/club.h"

struct error;
struct json;

/* Adds the members of an open JSON object. CLUB_CONFLICT: the table is not over;
 * CLUB_UNKNOWN: it is a tournament game, which the record has. */
enum club_answer table_result_write(struct club *club, const char *name, struct json *json,
                                    struct error *error);

#endif
