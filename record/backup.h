/* backup.h - a copy of a record as it is at one moment, even while it is being written. */
#ifndef TRIANCEY_RECORD_BACKUP_H
#define TRIANCEY_RECORD_BACKUP_H

#include <stdatomic.h>
#include <stdbool.h>

struct error;
struct record;

/* Copies an open record to a file that must not be there yet, which only its owner may read. The
 * copy is written to FILE.new and renamed when it is complete and on the disk. False and a message;
 * nothing is left then. `stop` as for record_set_cancel(). */
bool record_backup(struct record *record, const char *path, const atomic_int *stop,
                   struct error *error);

#endif
