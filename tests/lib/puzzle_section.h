/* puzzle_section.h - puzzles of Trioker as they are written in files, for their generator, and for
 * tests that read them again. */
#ifndef TRIANCEY_TESTS_PUZZLE_SECTION_H
#define TRIANCEY_TESTS_PUZZLE_SECTION_H

#include "games/trioker_shape.h"

/* The section [puzzle], allocated. NULL: out of memory. */
char *trioker_shape_section(const struct trioker_shape *shape);

#endif
