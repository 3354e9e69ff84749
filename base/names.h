/* names.h - what a thing with a name at the table may be called: players, engines, leagues. */
#ifndef TRIANCEY_BASE_NAMES_H
#define TRIANCEY_BASE_NAMES_H

#include <stdbool.h>

enum { NAME_BYTES_MAX = 63 };

/* Whether the name can stand in tables, on command lines and in file names. False and a message. */
bool name_check(const char *name, char *error);

#endif
