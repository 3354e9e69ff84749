/* solve_file.h - the file of a board that is being solved: what is known of its positions, as
 * SQLite.
 *
 * The table `board` says which board, game and stones (upper.h) the file is of, and which version
 * has solved it; `position` has a row for each position of which something is known: the sets of
 * cells, bounds of the mover's margin, and what a task took, or NULL for positions above the tasks.
 * What is put into it is kept once it is committed. A file is written by one program at a time.
 */
#ifndef TRIANCEY_REFEREE_SOLVING_SOLVE_FILE_H
#define TRIANCEY_REFEREE_SOLVING_SOLVE_FILE_H

#include "referee/solving/upper.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct record;

/* What has solved it: files and tasks of another version are refused. */
extern const char solve_version[];

/* What a task took: nodes, and nanoseconds of a processor. */
struct solve_cost {
    int64_t nodes, ns;
};

struct solve_row {
    struct canon_key key;
    struct upper_bounds bounds;
    bool task;
    struct solve_cost cost; /* of a task */
};

/* Opens a file to write to it, which is made if it is not there: that of a board, as the line
 * `setgrid inline` spells it out. *stones is what a new file gets; 0: `usual`, or what the file
 * has, which it becomes. A file of another board, game, version or number of stones is refused with
 * what differs. NULL and a message. */
struct record *solve_file_open(const char *path, const char *line, int usual, int *stones,
                               struct error *error);

/* Opens a file to read it: that of the board of *line with so many stones or, if *line is NULL, of
 * any board, whose line, to be freed, and stones it gets. */
struct record *solve_file_read(const char *path, char **line, int *stones, struct error *error);

/* Calls back for each row, tasks first, until a call returns false. Rows that are not positions of
 * the board, which the line spells out, are an error. */
bool solve_file_each(struct record *file, const char *line,
                     bool (*each)(void *context, const struct solve_row *row, struct error *error),
                     void *context, struct error *error);

/* Adds a row, or replaces that of the position: what a task took is added up. Within a transaction
 * (query_begin_writing()). */
bool solve_file_put(struct record *file, const struct solve_row *row, struct error *error);

#endif
