/* page_file.c - the built page, read once. Its content security policy stands in a <meta>; browsers
 * heed frame-ancestors only in a header, so the policy is also sent as one, from this text. A
 * second <meta> tells the page that it was served, and by what.
 *
 * Lines for the head are put into the compressed page without a compressor: the build has left the
 * marker in a block of its own, stored as it is (RFC 1951, section 3.2.4), and the bytes after it
 * refer to nothing before it. So another stored block can stand there, and only the checksum of the
 * whole (RFC 1952) is reckoned anew. */
#include "config.h"

#include "club/http/page_file.h"

#include "base/data.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define PAGE   "page/triancey.html"
#define SITE   "page/site"
#define MARKER "<!-- head -->"
/* The script of a worker obeys the policy of the answer that it came in; other assets obey that of
 * the page. */
#define POLICY_ASSET                                                                               \
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "               \
    "frame-ancestors 'none'"

enum { PAGE_BYTES_MAX = 16 << 20, STORED_MAX = 65535, GZIP_TAIL = 8 };

struct page_asset {
    char *name; /* "sw.js", "assets/main-ABC.js" */
    const char *type;
    struct text form[HTTP_CODINGS];
    char version[DIGEST_SIZE];
};

/* The end of the name of each compressed form. */
static const char *const form_end[HTTP_CODINGS] = {"", ".gz", ".br"};

/* What stands behind a mark; NULL: the mark is missing. */
static const char *find_behind(const char *page, const char *mark) {
    const char *found = strstr(page, mark);
    return found ? found + strlen(mark) : NULL;
}

/* Takes what stands between two marks; as a header it is one line. False: the marks are missing. */
static bool find_policy(const char *page, struct text *policy) {
    static const char mark[] = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    const char *start = find_behind(page, mark), *end = start ? strchr(start, '"') : NULL;
    if (!end)
        return false;
    for (; start < end; start++)
        text_add_bytes(policy, (unsigned char)*start < ' ' ? " " : start, 1);
    text_add(policy, policy->length ? "; frame-ancestors 'none'" : "");
    return policy->length > 0;
}

/* Puts the <meta> at the beginning of the head, unless the build has put one there. */
static bool name_server(struct text *page, const char *server) {
    if (strstr(text_get(page), "<meta name=\"triancey-server\""))
        return true;
    struct text served = {0};
    const char *head = find_behind(text_get(page), "<head>");
    if (!head)
        return false;
    text_add_bytes(&served, page->bytes, (size_t)(head - page->bytes));
    text_addf(&served, "<meta name=\"triancey-server\" content=\"%s\">", server);
    text_add(&served, head);
    text_free(page);
    *page = served;
    return true;
}

/* Which addresses the page says that it has (page/bundle). */
static void find_addresses(struct page_file *page) {
    static const char mark[] = "<meta name=\"triancey-addresses\" content=\"";
    const char *list = find_behind(text_get(&page->bytes), mark);
    if (list)
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
    find_addresses(page);
    needed_text(&page->policy);
    needed_text(&page->addresses);
    digest_text(needed_text(bytes), page->version);
    return true;
}

bool page_file_read(struct page_file *page, const char *path, const char *server,
                    struct error *error) {
    *page = (struct page_file){0};
    char *shipped = path ? NULL : needed(data_path(PAGE));
    bool done = read_page(page, path ? path : shipped, server, error);
    free(shipped);
    return done;
}

/* ---- the folder ------------------------------------------------------------------------------ */

static const char *type_of(const char *name) {
    static const struct {
        const char *end, *type;
    } types[] = {{".js", "text/javascript; charset=utf-8"},
                 {".wasm", "application/wasm"},
                 {".json", "application/json"},
                 {".webmanifest", "application/manifest+json"},
                 {".png", "image/png"},
                 {".svg", "image/svg+xml"}};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof types / sizeof *types; i++)
        if (strcmp(end, types[i].end) == 0)
            return types[i].type;
    return NULL;
}

/* Reads a form of a file of the folder; compressed ones may be missing. */
static bool read_form(struct text *form, const char *folder, const char *name,
                      enum http_coding coding, struct error *error) {
    struct error why;
    struct text path = {0};
    text_addf(&path, "%s/%s%s", folder, name, form_end[coding]);
    bool there = coding == HTTP_PLAIN || access(needed_text(&path), F_OK) == 0;
    bool done = !there || input_read(text_get(&path), PAGE_BYTES_MAX, form, &why) ||
                error_set(error, "%s: %s", text_get(&path), why.text);
    needed_text(form);
    text_free(&path);
    return done;
}

static bool add_asset(struct page_file *page, const char *folder, const char *below,
                      const char *name, struct error *error) {
    struct text path = {0};
    text_addf(&path, "%s%s", below, name);
    page->assets = needed(realloc(page->assets, (page->count + 1) * sizeof *page->assets));
    struct page_asset *asset = &page->assets[page->count++];
    *asset = (struct page_asset){.name = needed(path.bytes), .type = type_of(name)};
    bool done = true;
    for (int coding = 0; done && coding < HTTP_CODINGS; coding++)
        done =
            read_form(&asset->form[coding], folder, asset->name, (enum http_coding)coding, error);
    struct digest digest;
    digest_start(&digest);
    digest_add(&digest, text_get(&asset->form[HTTP_PLAIN]), asset->form[HTTP_PLAIN].length);
    digest_end(&digest, asset->version);
    return done;
}

/* Adds the files below a folder of the folder, "" or "assets/". */
static bool read_assets(struct page_file *page, const char *folder, const char *below,
                        struct error *error) {
    struct text path = {0};
    text_addf(&path, "%s/%s", folder, below);
    DIR *files = opendir(needed_text(&path));
    bool done = files || error_set_kind(error, error_kind_of(errno), "%s: %s", text_get(&path),
                                        strerror(errno));
    for (struct dirent *file; done && (file = readdir(files));)
        done = !type_of(file->d_name) || add_asset(page, folder, below, file->d_name, error);
    if (files)
        closedir(files);
    text_free(&path);
    return done;
}

static bool read_folder(struct page_file *page, const char *folder, struct error *error) {
    struct text path = {0};
    text_addf(&path, "%s/index.html", folder);
    bool done = read_page(page, needed_text(&path), "site 1", error) &&
                read_form(&page->packed, folder, "index.html", HTTP_GZIP, error) &&
                read_assets(page, folder, "", error) && read_assets(page, folder, "assets/", error);
    text_free(&path);
    return done;
}

static bool is_folder(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

bool page_file_read_site(struct page_file *page, const char *path, struct error *error) {
    *page = (struct page_file){0};
    char *shipped = path ? NULL : needed(data_path(SITE));
    const char *folder = path ? path : shipped;
    bool done = is_folder(folder) ? read_folder(page, folder, error)
                                  : page_file_read(page, path, "site 1", error);
    free(shipped);
    return done;
}

void page_file_free(struct page_file *page) {
    text_free(&page->bytes);
    text_free(&page->policy);
    text_free(&page->addresses);
    text_free(&page->packed);
    for (size_t i = 0; i < page->count; i++) {
        free(page->assets[i].name);
        for (int coding = 0; coding < HTTP_CODINGS; coding++)
            text_free(&page->assets[i].form[coding]);
    }
    free(page->assets);
}

/* ---- lines for the head ---------------------------------------------------------------------- */

/* Where some bytes are among others; NULL: nowhere. */
static const char *find_bytes(const struct text *text, const char *bytes, size_t length) {
    for (size_t i = 0; i + length <= text->length; i++)
        if (memcmp(text->bytes + i, bytes, length) == 0)
            return text->bytes + i;
    return NULL;
}

static void add_number(struct text *text, uint32_t number, int bytes) {
    for (int i = 0; i < bytes; i++) {
        char byte = (char)(number >> 8 * i & 255);
        text_add_bytes(text, &byte, 1);
    }
}

/* The head of a block that is stored; it is not the last one. */
static void add_stored(struct text *text, size_t length) {
    text_add_bytes(text, "", 1);
    add_number(text, (uint32_t)length, 2);
    add_number(text, (uint32_t)length ^ 0xffff, 2);
}

/* Where the lines belong: a place in the page and its length; NULL: nowhere. */
static const char *find_place(const char *page, size_t *length) {
    static const char open[] = "<title>", close[] = "</title>";
    const char *place = strstr(page, MARKER);
    *length = strlen(MARKER);
    if (place)
        return place;
    place = strstr(page, open);
    const char *end = place ? strstr(place, close) : NULL;
    *length = end ? (size_t)(end - place) + strlen(close) : 0;
    return end ? place : strstr(page, "</head>");
}

/* The page with the lines in their place; false: it has none. */
static bool fill_plain(const struct page_file *page, const char *head, struct text *filled) {
    const char *bytes = text_get(&page->bytes);
    size_t length;
    const char *place = find_place(bytes, &length);
    if (!place)
        return false;
    text_add_bytes(filled, bytes, (size_t)(place - bytes));
    text_add(filled, head);
    text_add(filled, place + length);
    return !filled->failed;
}

/* The form of gzip, of a page that is filled already; nothing if the build has left no place. */
static void fill_packed(const struct page_file *page, const char *head, const struct text *plain,
                        struct text *filled) {
    const struct text *packed = &page->packed;
    struct text mark = {0};
    add_stored(&mark, strlen(MARKER));
    text_add(&mark, MARKER);
    const char *place = mark.failed ? NULL : find_bytes(packed, mark.bytes, mark.length);
    size_t length = strlen(head), mark_length = mark.length;
    text_free(&mark);
    if (!place || length > STORED_MAX)
        return;
    const char *after = place + mark_length, *end = packed->bytes + packed->length - GZIP_TAIL;
    if (after > end)
        return;
    text_add_bytes(filled, packed->bytes, (size_t)(place - packed->bytes));
    add_stored(filled, length);
    text_add(filled, head);
    text_add_bytes(filled, after, (size_t)(end - after));
    add_number(filled, (uint32_t)crc32(0, (const unsigned char *)plain->bytes, (uInt)plain->length),
               4);
    add_number(filled, (uint32_t)plain->length, 4);
    if (filled->failed)
        text_free(filled);
}

/* ---- answers --------------------------------------------------------------------------------- */

static void set_form(struct http_file *file, enum http_coding coding, const struct text *text) {
    file->form[coding].bytes = text->bytes;
    file->form[coding].length = text->length;
}

void page_file_answer(const struct page_file *page, struct http_request *request, int status,
                      const char *head) {
    struct text plain = {0}, packed = {0}, both = {0};
    char version[DIGEST_SIZE];
    struct http_file file = {.status = status,
                             .type = "text/html; charset=utf-8",
                             .policy = text_get(&page->policy),
                             .version = page->version};
    if (fill_plain(page, head, &plain)) {
        fill_packed(page, head, &plain, &packed);
        text_addf(&both, "%s%s", page->version, head);
        digest_text(text_get(&both), version);
        file.version = version;
        file.pass = true;
        set_form(&file, HTTP_PLAIN, &plain);
        set_form(&file, HTTP_GZIP, &packed);
    } else {
        set_form(&file, HTTP_PLAIN, &page->bytes);
    }
    http_answer_file(request, &file);
    text_free(&plain);
    text_free(&packed);
    text_free(&both);
}

void page_file_answer_asset(const struct page_file *page, struct http_request *request,
                            const char *folder, const char *name) {
    size_t length = strlen(folder);
    for (size_t i = 0; i < page->count; i++) {
        const struct page_asset *asset = &page->assets[i];
        if (strncmp(asset->name, folder, length) != 0 || strcmp(asset->name + length, name) != 0)
            continue;
        struct http_file file = {.status = 200,
                                 .type = asset->type,
                                 .policy = POLICY_ASSET,
                                 .version = asset->version,
                                 .stays = length > 0};
        for (int coding = 0; coding < HTTP_CODINGS; coding++)
            set_form(&file, (enum http_coding)coding, &asset->form[coding]);
        http_answer_file(request, &file);
        return;
    }
    http_answer_error(request, 404, _("there is nothing here"));
}
