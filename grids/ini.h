/* ini.h - grid files. Private to grids/ and its tests; GRIDS.md specifies the format. */
#ifndef TRIANCEY_GRIDS_INI_H
#define TRIANCEY_GRIDS_INI_H

#include "grids/grid.h"

#include <stddef.h>

enum { GRID_FILE_MAX = 65536 }; /* bytes of a grid file */

/* Makes a grid from the text of a grid file; `source` begins every fault that is reported. Returns
 * NULL if there was one. The text need not end in a zero. */
struct grid *grid_parse(const char *source, const char *text, size_t length, grid_fault *fault,
                        void *context);

#endif
