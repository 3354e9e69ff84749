/* table_json.h - a table in JSON, as SITE.md describes it. */
#ifndef TRIANCEY_CLUB_SITE_TABLES_TABLE_JSON_H
#define TRIANCEY_CLUB_SITE_TABLES_TABLE_JSON_H

#include <stdbool.h>

struct json;
struct seek;
struct table_view;

/* Adds the members of an open object. */
void table_json_add(struct json *json, const struct table_view *view);

/* Adds the members that change with a move, for an event that all readers of one view get. A draw
 * is the business of the seat to move, which is `asked`. */
void table_json_stand(struct json *json, const struct table_view *view, bool asked);

/* Adds the members of a seek, a table that waits in the lobby. */
void table_json_seek(struct json *json, const struct seek *seek);

#endif
