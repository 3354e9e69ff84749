/* record_schema.h - the tables of a record as SQL, and whether a file has exactly these.
 *
 * A record may come from a stranger, and what SQLite finds under the name of a table may be a view
 * that never ends, or a table without the constraints that readers rely on. So all that is ours
 * must be there as we make it. What else there is, such as a club's tables, is never asked.
 */
#ifndef TRIANCEY_RECORD_RECORD_SCHEMA_H
#define TRIANCEY_RECORD_RECORD_SCHEMA_H

#include <stdbool.h>

struct error;
struct record;

/* The statements that make the tables and indexes. */
extern const char record_schema[];

/* The statements for tables that were added later: records without them are read, too. */
extern const char record_schema_said[], record_schema_visits[], record_schema_signature[],
    record_schema_secret[], record_schema_analysed[], record_schema_analysis[];

/* Queries that count rows of a table `league` with impossible numbers, and rows with texts that are
 * too long. */
extern const char record_schema_bad_leagues[], record_schema_long_texts[];

/* Checks the tables and indexes. False and a message for the first that is missing or different, or
 * if the row of the league has impossible values. */
bool record_schema_check(struct record *record, struct error *error);

#endif
