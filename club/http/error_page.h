/* error_page.h - what people read in place of a page that they cannot have. */
#ifndef TRIANCEY_CLUB_HTTP_ERROR_PAGE_H
#define TRIANCEY_CLUB_HTTP_ERROR_PAGE_H

struct text;

/* It runs nothing and loads nothing, but has a style. */
#define ERROR_PAGE_POLICY "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/* Adds the page for a status. `languages`: Accept-Language; NULL: it is in the server's language. */
void error_page_write(int status, const char *languages, struct text *page);

#endif
