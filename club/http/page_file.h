/* page_file.h - the page that the build makes (triancey.html), as it is served. */
#ifndef TRIANCEY_CLUB_HTTP_PAGE_FILE_H
#define TRIANCEY_CLUB_HTTP_PAGE_FILE_H

#include "base/text.h"

#include <stdbool.h>

struct error;

struct page_file {
    struct text bytes;
    struct text policy;        /* its content security policy, for the header */
    size_t head_from, head_to; /* where a title and more of the head stand, to be replaced */
    struct text addresses;     /* of views, as routes have them, each with a blank behind it */
};

/* Reads the page from a file; NULL: the installed one. The page has its policy in a <meta>; the
 * header repeats it and also forbids frames. `server` is passed to the page's scripts by <meta
 * name="triancey-server">. False and a message: the page is missing, with the way to build it, or
 * it is another file. Free it also after a failure. */
bool page_file_read(struct page_file *page, const char *path, const char *server,
                    struct error *error);
void page_file_free(struct page_file *page);

#endif
