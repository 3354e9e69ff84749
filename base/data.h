/* data.h - where to find the files that come with the programs: boards, league.ini, the report's
 * style. */
#ifndef TRIANCEY_BASE_DATA_H
#define TRIANCEY_BASE_DATA_H

#include <stddef.h>

/* The path of a file that ships with the programs, such as "grids/ancey.ini": in the build tree if
 * the library or the program runs there, else where it was installed. Returns an allocated path
 * (free() it) whether the file exists or not. */
char *data_path(const char *subpath);

/* The path of a person's own file: below the folder that a variable of the XDG base directories
 * names, or else below `otherwise` in the home folder. Allocated; NULL: neither is known, or out of
 * memory. */
char *data_home(const char *variable, const char *otherwise, const char *name);

/* The names, without .ini and of at most `longest` bytes, of the INI files in a directory, sorted;
 * ends with NULL; one allocation (free() it). NULL: out of memory. */
char **data_names(const char *folder, size_t longest);

#endif
