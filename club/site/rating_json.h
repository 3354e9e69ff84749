/* rating_json.h - ratings as answers have them: rows of lists, and the ratings of one account
 * (routes_ratings.c). */
#ifndef TRIANCEY_CLUB_SITE_RATING_JSON_H
#define TRIANCEY_CLUB_SITE_RATING_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct club;
struct error;
struct json;
struct rating;

/* "rank", "rating", "error", "encounters", "opponents" and "provisional" of an open object. */
void rating_json_add(struct json *json, const struct rating *rating);

/* "ratings": all of an account, each with its course and rivals. False and a message. */
bool rating_json_add_person(struct club *club, int64_t account, struct json *json,
                            struct error *error);

#endif
