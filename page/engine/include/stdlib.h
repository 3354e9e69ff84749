/* stdlib.h - that of the C library, with what it leaves out. */
#ifndef TRIANCEY_PAGE_STDLIB_H
#define TRIANCEY_PAGE_STDLIB_H

#include_next <stdlib.h>

/* An allocated copy: there are no links (system.c). */
char *realpath(const char *path, char *resolved);

#endif
