/* export_parts.h - what the parts of export.c share. Internal. */
#ifndef TRIANCEY_RECORD_EXPORT_PARTS_H
#define TRIANCEY_RECORD_EXPORT_PARTS_H

#include <stdbool.h>
#include <stdio.h>

struct error;
struct record;

/* False and a message if the file did not take all so far: its reader may have gone. */
bool export_is_taken(FILE *file, struct error *error);

/* For people (export_text.c). */
bool export_write_text(struct record *record, FILE *file, struct error *error);

#endif
