/* browser.h - tells the address of a page, and has the desktop open it in a browser. */
#ifndef TRIANCEY_CLUB_HTTP_BROWSER_H
#define TRIANCEY_CLUB_HTTP_BROWSER_H

#include <stdbool.h>

struct error;

/* Prints the address, at once. False and a message: it could not be printed. */
bool browser_announce(const char *address, struct error *error);

/* Opens an address in a browser. Everybody on the machine can read command lines, so xdg-open does
 * not get the address with its secret, but a file that leads there and that only its owner can
 * read. Returns the file's path. NULL: there is no xdg-open, or the file cannot be made, which is
 * said on standard error, in the name of a command, and changes nothing else. Does not wait. */
char *browser_open(const char *address, const char *command);

/* Removes the file, once the address is of no use, and frees the path. NULL is allowed. */
void browser_forget(char *path);

#endif
