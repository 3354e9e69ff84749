/* site_body.h - the body of a request as JSON: one object with known members of known types. Any
 * bytes may come.
 */
#ifndef TRIANCEY_CLUB_SITE_FRAME_SITE_BODY_H
#define TRIANCEY_CLUB_SITE_FRAME_SITE_BODY_H

#include "club/store/club.h"

#include <stdbool.h>
#include <stddef.h>

struct error;
struct json_object;
struct site_member;

/* Reads an object with the members of a route's row (site_part.h): all that are needed, no others,
 * texts without a NUL. To be freed; NULL, what to answer, and a message. */
struct json_object *body_read(const char *bytes, size_t length, const struct site_member *members,
                              enum club_answer *answer, struct error *error);
void body_free(struct json_object *body);

/* A member; one that may be left out and was is NULL, "", `otherwise` or false. `body` may be NULL.
 */
struct json_object *body_member(const struct json_object *body, const char *name);
const char *body_text(const struct json_object *body, const char *name);
int body_number(const struct json_object *body, const char *name, int otherwise);
/* How many members an object has; 0: it is none. */
int body_count(const struct json_object *object);
bool body_flag(const struct json_object *body, const char *name);

#endif
