/* browser.h - tells the address of a page, and has the desktop open it in a browser. */
#ifndef TRIANCEY_CLUB_HTTP_BROWSER_H
#define TRIANCEY_CLUB_HTTP_BROWSER_H

#include <stdbool.h>

struct error;

/* Prints the address, at once. False and a message: it could not be printed. */
bool browser_announce(const char *address, struct error *error);

/* Command lines can be read by everybody on the machine, so what xdg-open gets is not the address
 * with its secret but a file that only its owner reads, and that leads there. Returns its path, to
 * be removed and freed once the address is of no use; NULL and a message: there is no xdg-open, or
 * the file cannot be made. Does not wait. */
char *browser_open(const char *address, struct error *error);

#endif
