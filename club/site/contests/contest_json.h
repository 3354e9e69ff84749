/* contest_json.h - contests in answers, as one reader may see them. */
#ifndef TRIANCEY_CLUB_SITE_CONTESTS_CONTEST_JSON_H
#define TRIANCEY_CLUB_SITE_CONTESTS_CONTEST_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct contest;
struct contest_entry;
struct contest_person;
struct error;
struct json;
struct text;

/* Adds the members of a contest to an open object, with the pairings of one round: 0: of all; -1:
 * of the last, of an arena all that go on. */
void contest_json_add(struct json *json, const struct contest *contest,
                      const struct contest_person *who, int round, int64_t now);

/* A pairing as the holder of a slip of it sees it. */
void contest_json_slip(struct json *json, const struct contest *contest, int pairing, int seat);

/* An entry of a list, as an object: to a struct json, as contests_list() calls it. */
void contest_json_entry(void *context, const struct contest_entry *entry);

/* Tables of comma-separated values: who stands where, and all pairings. */
void contest_csv_standings(struct text *csv, const struct contest *contest);
void contest_csv_results(struct text *csv, const struct contest *contest);

#endif
