/* report_page.c - the frame of a page. Its policy allows the one style sheet and the one script by
 * their hashes, so nothing that a record has in its texts can run. */
#include "config.h"

#include "results/report_page.h"

#include "base/data.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"
#include "results/report_charts.h"

#include <stdlib.h>

bool report_shipped(struct text *text, const char *subpath, struct error *error) {
    enum { SHIPPED_MAX = 1 << 20 };
    char *path = data_path(subpath);
    bool good = path ? input_read(path, SHIPPED_MAX, text, error) : error_memory(error);
    if (!good)
        error_reword(error, _("cannot read %s, which belongs to the program: %s"),
                     path ? path : subpath, error->text);
    free(path);
    return good;
}

static void report_policy(const char *script, const char *style, FILE *file) {
    char digest[DIGEST_SOURCE_SIZE];
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ", file);
    if (script) {
        digest_source(script, digest);
        fprintf(file, "script-src '%s'; ", digest);
    }
    digest_source(style, digest);
    fprintf(file,
            "style-src-elem '%s'; style-src-attr 'unsafe-inline'; "
            "base-uri 'none'; form-action 'none'\">",
            digest);
}

void report_head(const char *title, const char *script, const char *style, const char *more,
                 FILE *file) {
    char code[LANGUAGE_CODE_SIZE];
    language_code(code);
    fprintf(file, "<!DOCTYPE html>\n<html lang=%s><head><meta charset=utf-8>", code);
    report_policy(script, style, file);
    fprintf(file, "<meta name=viewport content=\"width=device-width, initial-scale=1\">%s", more);
    report_text(file, "<title>", title, "</title>\n");
    fprintf(file, "<style>%s</style>", style);
    report_text(file, "</head><body>\n<h1>", title, "</h1>\n");
}

bool report_page_begin(const char *title, int reload, FILE *file, struct error *error) {
    struct text style = {0};
    char refresh[60] = "";
    bool good = report_shipped(&style, "results/report.css", error);
    if (reload > 0)
        snprintf(refresh, sizeof refresh, "<meta http-equiv=refresh content=%d>", reload);
    if (good)
        report_head(title, NULL, text_get(&style), refresh, file);
    text_free(&style);
    return good;
}

void report_page_end(FILE *file) {
    fputs("<p>", file);
    fprintf(file, _("Made by %s."), PACKAGE_STRING);
    fputs("</p>\n</body></html>\n", file);
}
