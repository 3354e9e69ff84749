/* page_file.c - the built page, read once. Its content security policy stands in a <meta>; browsers
 * heed frame-ancestors only in a header, so the policy is also sent as one, from this text. A
 * second <meta> tells the page that it was served, and by what. */
#include "config.h"

#include "club/http/page_file.h"

#include "base/data.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PAGE "page/triancey.html"

enum { PAGE_BYTES_MAX = 16 << 20 };

/* Takes what stands between two marks; as a header it is one line. False: the marks are missing. */
static bool find_policy(const char *page, struct text *policy) {
    static const char mark[] = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    const char *start = strstr(page, mark);
    const char *end = start ? strchr(start + strlen(mark), '"') : NULL;
    if (!end)
        return false;
    for (start += strlen(mark); start < end; start++)
        text_add_bytes(policy, (unsigned char)*start < ' ' ? " " : start, 1);
    text_add(policy, policy->length ? "; frame-ancestors 'none'" : "");
    return policy->length > 0;
}

/* Puts the <meta> at the beginning of the head. */
static bool name_server(struct text *page, const char *server) {
    static const char mark[] = "<head>";
    struct text served = {0};
    const char *head = strstr(text_get(page), mark);
    if (!head)
        return false;
    head += strlen(mark);
    text_add_bytes(&served, page->bytes, (size_t)(head - page->bytes));
    text_addf(&served, "<meta name=\"triancey-server\" content=\"%s\">", server);
    text_add(&served, head);
    text_free(page);
    *page = served;
    return true;
}

/* Where the head of an address goes: in place of the page's own title, or else at the end of the
 * head. And which addresses the page says that it has (page/bundle). */
static void find_head(struct page_file *page) {
    static const char mark[] = "<meta name=\"triancey-addresses\" content=\"";
    const char *bytes = text_get(&page->bytes), *end = strstr(bytes, "</head>");
    const char *title = strstr(bytes, "<title>"), *behind = strstr(bytes, "</title>");
    bool titled = title && behind && end && title < behind && behind < end;
    page->head_from = (size_t)((titled ? title : end ? end : bytes) - bytes);
    page->head_to = titled ? (size_t)(behind + strlen("</title>") - bytes) : page->head_from;
    const char *list = strstr(bytes, mark);
    list = list ? list + strlen(mark) : "";
    text_add_bytes(&page->addresses, list, strcspn(list, "\""));
    text_add(&page->addresses, " ");
}

static bool read_page(struct page_file *page, const char *path, const char *server,
                      struct error *error) {
    struct error why;
    struct text *bytes = &page->bytes;
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return error_set(
            error,
            _("the page is missing: there is no %s; in the sources ./bootstrap page builds it"),
            path);
    if (!input_read(path, PAGE_BYTES_MAX, bytes, &why))
        return error_set(error, "%s: %s", path, why.text);
    if (bytes->length > PAGE_BYTES_MAX || !find_policy(text_get(bytes), &page->policy) ||
        !name_server(bytes, server))
        return error_set(error, _("%s is not the page that the build makes"), path);
    find_head(page);
    return (!bytes->failed && !page->policy.failed && !page->addresses.failed) ||
           error_memory(error);
}

bool page_file_read(struct page_file *page, const char *path, const char *server,
                    struct error *error) {
    *page = (struct page_file){0};
    char *shipped = path ? NULL : data_path(PAGE);
    if (!path && !shipped)
        return error_memory(error);
    bool done = read_page(page, path ? path : shipped, server, error);
    free(shipped);
    return done;
}

void page_file_free(struct page_file *page) {
    text_free(&page->bytes);
    text_free(&page->policy);
    text_free(&page->addresses);
}
