/* export.h - all games of a record as text: for programs (JSON), for import (CSV), for people. */
#ifndef TRIANCEY_REFEREE_RECORD_EXPORT_H
#define TRIANCEY_REFEREE_RECORD_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

struct record;

/* How a record is written: league, engines and boards first, then each game with its halves. */
struct export_format {
    const char *name;
    bool (*write)(struct record *record, FILE *file, char *error);
};

/* json, csv, text; ended by one without a name. */
extern const struct export_format export_formats[];
const struct export_format *export_find(const char *name); /* NULL: there is none */

/* As one moment has it, also while a referee writes. False and a message; what was written till
 * then is incomplete. */
bool export_write(struct record *record, const struct export_format *format, FILE *file,
                  char *error);

/* The three, each in a file of its own. */
bool export_json(struct record *record, FILE *file, char *error);
bool export_csv(struct record *record, FILE *file, char *error);
bool export_text(struct record *record, FILE *file, char *error);

/* Whether the file took all so far: a reader that has gone must not be written to for ever. False
 * and a message. */
bool export_taken(FILE *file, char *error);

/* Where a game comes from and what it is called there: for one of the schedule the league and its
 * number. `source` has EXPORT_SOURCE_SIZE bytes, `id` 24. */
enum { EXPORT_SOURCE_SIZE = 128 };
struct game_row;
struct league_row;
const char *export_source(const struct league_row *league, const struct game_row *game,
                          char *source);
const char *export_id(const struct game_row *game, char *id);

#endif
