/* solve_book.h - what is solved, as the engine's opening knowledge (engine/triancey/book.h). */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVE_BOOK_H
#define TRIANCEY_REFEREE_SOLVING_SOLVE_BOOK_H

#include "referee/solving/solving.h"

/* Writes the strategies of a board whose value is known into a book: a new one, or one that keeps
 * its other boards. False and a message; the book is then as it was. */
bool solve_book_add(const char *path, const struct solving *solving,
                    const struct solve_tasks *tasks, struct error *error);

#endif
