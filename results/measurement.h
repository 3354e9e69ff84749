/* measurement.h - what the record of a measurement says of its engine: the number of the standard
 * (pairing/standard.h) with its error, and what belongs to it.
 */
#ifndef TRIANCEY_RESULTS_MEASUREMENT_H
#define TRIANCEY_RESULTS_MEASUREMENT_H

#include "base/digest.h"
#include "pairing/standard.h"
#include "record/record_league.h"
#include "results/standings.h"

#include <stdbool.h>
#include <stdio.h>

struct error;
struct record;

enum { MEASUREMENT_LIMITS_SIZE = 256 };

struct measurement {
    const struct standard *standard;
    struct standing engine; /* its margins against the reference are `engine.reference` */
    char limits[MEASUREMENT_LIMITS_SIZE]; /* of its search: "movetime=100 margin=100" */
    char digest[DIGEST_SIZE];             /* of the secret from which the boards follow, "": none */
    char secret[RECORD_SECRET_SIZE];      /* "" as long as it is not told */
    bool limited;                         /* by what the standard says */
    int wanted;                           /* games, as the standard says of these margins */
    bool judged;                          /* the moves are known: */
    struct measured_moves moves;
};

/* Reads everything but the moves. The standard is NULL if the record is of something else, or of a
 * version that is not known here. False and a message: it cannot be read. */
bool measurement_read(struct record *record, struct measurement *measurement, struct error *error);

/* Writes it as text; as one JSON object, a line of its own, whose fields are in the manual page; as
 * a picture (SVG), light or dark as the reader has it; as a section of the report's page. */
void measurement_show(const struct measurement *measurement, FILE *file);
void measurement_json(const struct measurement *measurement, FILE *file);
void measurement_card(const struct measurement *measurement, FILE *file);
void measurement_section(const struct measurement *measurement, FILE *file);

#endif
