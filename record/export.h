/* export.h - all games of a record as text: for programs and import (JSON, CSV), for people. */
#ifndef TRIANCEY_RECORD_EXPORT_H
#define TRIANCEY_RECORD_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct record;

/* How a record is written: league, engines and boards first, then each game with its halves. */
struct export_format {
    const char *name;
    bool (*write)(struct record *record, FILE *file, struct error *error);
};

/* json, csv, text; ended by one without a name. */
extern const struct export_format export_formats[];
const struct export_format *export_find(const char *name); /* NULL: there is none */

/* Writes the record as it is at one moment, even while a referee writes to it. False and a message:
 * the text is incomplete. */
bool export_write(struct record *record, const struct export_format *format, FILE *file,
                  struct error *error);

#endif
