/* browser.h - tells the address of a page, and has the desktop open it in a browser. */
#ifndef TRIANCEY_CLUB_HTTP_BROWSER_H
#define TRIANCEY_CLUB_HTTP_BROWSER_H

#include <stdbool.h>

struct error;

/* Prints the address, at once. False and a message: it could not be printed. */
bool browser_announce(const char *address, struct error *error);

/* Opens an address in a browser. Everybody on the machine can read command lines, so xdg-open does
 * not get the address with its secret, but a file that leads there and that only its owner can
 * read. Returns the file's path: remove the file and free the path once the address is of no use.
 * NULL and a message: there is no xdg-open, or the file cannot be made. Does not wait. */
char *browser_open(const char *address, struct error *error);

#endif
