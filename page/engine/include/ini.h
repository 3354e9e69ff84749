/* ini.h - a replacement for the header of inih (ini.c). */
#ifndef TRIANCEY_PAGE_INI_H
#define TRIANCEY_PAGE_INI_H

/* Takes a value of a section; 0: it is wrong. */
typedef int ini_handler(void *user, const char *section, const char *name, const char *value);

/* Hands every value on. Returns 0, the number of the first line that is wrong, -1 if the file
 * cannot be opened or -2 if memory runs out. */
int ini_parse(const char *path, ini_handler *handler, void *user);
int ini_parse_string(const char *text, ini_handler *handler, void *user);

#endif
