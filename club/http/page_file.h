/* page_file.h - the page that the build makes, as it is served: one file (triancey.html), or the
 * folder for sites (page/site), where scripts, engine and all else are files of their own. Each
 * file of the folder also stands there as it goes over the wire, compressed (.gz, .br). */
#ifndef TRIANCEY_CLUB_HTTP_PAGE_FILE_H
#define TRIANCEY_CLUB_HTTP_PAGE_FILE_H

#include "base/digest.h"
#include "base/text.h"
#include "club/http/http_request.h"

#include <stdbool.h>
#include <stddef.h>

struct error;

struct page_asset; /* a file of the folder */

struct page_file {
    struct text bytes;
    struct text policy;    /* its content security policy, for the header */
    struct text addresses; /* of views, as routes have them, each with a blank behind it */
    struct text packed;    /* as gzip has it; empty: there is no such form */
    char version[DIGEST_SIZE];
    struct page_asset *assets; /* of a folder */
    size_t count;
};

/* Reads the single file; NULL: the installed one. The page has its policy in a <meta>; the header
 * repeats it and also forbids frames. `server` is passed to the page's scripts by <meta
 * name="triancey-server">. False and a message: the page is missing, with the way to build it, or
 * it is another file. Free it also after a failure. */
bool page_file_read(struct page_file *page, const char *path, const char *server,
                    struct error *error);

/* Reads the folder for sites from `path`, which may also be a single file; NULL: the installed
 * folder or, if there is none, the installed file. Files that no page needs are passed over. */
bool page_file_read_site(struct page_file *page, const char *path, struct error *error);

void page_file_free(struct page_file *page);

/* Answers with the page and this status. `head` has lines for its head, with a title: they stand in
 * the place of the marker <!-- head -->, or of the title of a page that has none. */
void page_file_answer(const struct page_file *page, struct http_request *request, int status,
                      const char *head);

/* Answers with a file of the folder, "sw.js" or "assets/NAME"; 404 if there is none. */
void page_file_answer_asset(const struct page_file *page, struct http_request *request,
                            const char *folder, const char *name);

#endif
