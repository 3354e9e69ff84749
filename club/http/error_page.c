/* error_page.c - the page for an error: its sentence, in the language that the client likes best,
 * and the way home. It needs nothing but itself, since it is also sent where nothing else can be.
 * Its colours are those of page/page.css. */
#include "config.h"

#include "base/language.h"
#include "base/spoken.h"
#include "base/text.h"
#include "club/http/http_peer.h"

#include <string.h>
#include <strings.h>

/* ---- what a client likes --------------------------------------------------------------------- */

/* Lists with weights (RFC 9110, section 12.4.2): "gzip;q=0.8, br". */

/* The weight of a member of a list, in thousandths. What is malformed has none. */
static int weight_of(const char *member, size_t length) {
    const char *q = memchr(member, ';', length), *end = member + length;
    if (!q)
        return 1000;
    q += 1 + strspn(q + 1, " \t");
    if (end - q < 3 || (*q != 'q' && *q != 'Q') || q[1] != '=' || (q[2] != '0' && q[2] != '1'))
        return 0;
    int weight = q[2] == '1' ? 1000 : 0, place = 100;
    if (q + 3 < end && q[3] == '.')
        for (q += 4; q < end && *q >= '0' && *q <= '9'; q++, place /= 10)
            weight += (*q - '0') * place;
    return weight > 1000 ? 1000 : weight;
}

int accept_weight(const char *accept, const char *word, int otherwise) {
    const size_t wanted = strlen(word);
    size_t length;
    for (; accept && *accept; accept += length + (accept[length] == ',')) {
        accept += strspn(accept, " \t");
        length = strcspn(accept, ",");
        size_t said = strcspn(accept, ";, \t");
        if (said >= wanted && strncasecmp(accept, word, wanted) == 0 &&
            (said == wanted || accept[wanted] == '-'))
            return weight_of(accept, length);
        if (said == 1 && *accept == '*')
            otherwise = weight_of(accept, length);
    }
    return otherwise;
}

/* ---- the page -------------------------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark}"
    "body{margin:0;background:light-dark(#f7f3ea,#15181d);color:light-dark(#231f18,#e9e7e2);"
    "font:1rem/1.45 system-ui,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif}"
    "header{padding:.6rem 1rem;border-bottom:1px solid light-dark(#e2d9c7,#333a45)}"
    "main{max-width:40rem;margin:auto;padding:3rem 1rem}"
    "p{margin:0;color:light-dark(#655d4e,#a6abb5)}"
    "h1{font-size:1.6rem;line-height:1.25;margin:.2rem 0 1.5rem}"
    "a{color:inherit;text-decoration:none;display:inline-flex;align-items:center;gap:.6rem}"
    "header a{font-weight:650;font-size:1.2rem}"
    "main a{font-weight:600;border-radius:8px;padding:.6rem 1rem;"
    "background:light-dark(#1a5f92,#74bdf0);color:light-dark(#fff,#0d1a26)}"
    ":focus-visible{outline:3px solid light-dark(#1a5f92,#74bdf0);outline-offset:2px}";

/* As in brand() of page/page.js. */
static const char logo[] =
    "<svg width=\"34\" height=\"31\" viewBox=\"0 0 40 36\" aria-hidden=\"true\">"
    "<path fill=\"#e5b52c\" d=\"M20 1l9 16H11z\"/>"
    "<path fill=\"#c5453b\" d=\"M10 18l9 16H1zM30 18l9 16H21z\"/>"
    "<path fill=\"none\" stroke=\"#8d8370\" stroke-width=\"1.4\" d=\"M11.5 18h17L20 33z\"/></svg>";

static const struct spoken *sentence_of(int status) {
    return status == 404 || status == 410 ? spoken_lost
           : status == 429                ? spoken_many
           : status >= 500                ? spoken_failed
                                          : spoken_refused;
}

/* The text in the language that is liked best, else in English. */
static const struct spoken *choose_language(const struct spoken *list, const char *languages) {
    const struct spoken *best = list;
    int most = 0;
    for (const struct spoken *one = list; one->code; one++) {
        int weight = accept_weight(languages, one->code, 0);
        if (weight > most) {
            most = weight;
            best = one;
        }
    }
    return best;
}

void error_page_write(int status, const char *languages, struct text *page) {
    char own[LANGUAGE_CODE_SIZE];
    language_code(own);
    languages = languages ? languages : own;
    const struct spoken *sentence = choose_language(sentence_of(status), languages);
    text_addf(page,
              "<!DOCTYPE html>\n<html lang=\"%s\">\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
              "<title>%d \302\267 triancey</title>\n<style>%s</style>\n"
              "<header><a href=\"/\">%s triancey</a></header>\n<main>\n<p>%d</p>\n<h1>",
              sentence->code, status, style, logo, status);
    text_add_escaped(page, sentence->text);
    text_add(page, "</h1>\n<a href=\"/\">");
    text_add_escaped(page, choose_language(spoken_home, languages)->text);
    text_add(page, "</a>\n</main>\n");
}
