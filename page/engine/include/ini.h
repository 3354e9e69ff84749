/* ini.h - a replacement for the header of inih (ini.c). */
#ifndef TRIANCEY_PAGE_INI_H
#define TRIANCEY_PAGE_INI_H

/* Takes a value of a section; 0: it is wrong. */
typedef int ini_handler(void *user, const char *section, const char *name, const char *value);

/* Reads the next line, as fgets() does. */
typedef char *ini_reader(char *line, int size, void *stream);

/* Hands every value on. Returns 0, or the number of the first line that is wrong. */
int ini_parse_stream(ini_reader *next, void *stream, ini_handler *handler, void *user);

#endif
