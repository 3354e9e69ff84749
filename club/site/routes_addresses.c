/* routes_addresses.c - the addresses of views: the page with the head of what it will show,
 * pictures for previews, and what machines look for at a site.
 *
 * The page has one table of views (page/site_routes.js), of which the build writes the addresses
 * into the page; they become routes here, so that another view needs nothing in this file. What is
 * known of an address is in address_card.c; others have general words. Words are in the language in
 * which the server runs, as in the feed: programs that ask for previews do not name a language.
 *
 * What follows from the secret of an invitation stays behind the '#' of an address, which browsers
 * do not send.
 */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "club/http/http_request.h"
#include "club/site/address_card.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/store/cache.h"
#include "club/store/ratings/ranking.h"
#include "draw/draw_png.h"
#include "draw/draw_svg.h"
#include "games/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURES = 128, PICTURE_SECONDS = 300 };

/* What is drawn is kept by its version: pictures of 20 to 80 KiB each. */
struct drawn_picture {
    struct cache_entry entry;
    struct text bytes;
};

struct site_addresses {
    struct site_route *routes; /* of all addresses, ended by one without a method */
    char *words;               /* the paths of those that the page has */
    struct cache pictures;
};

/* ---- canonical addresses --------------------------------------------------------------------- */

/* "https://club.example/" and a path that is fit for addresses. */
static void add_address(struct text *text, const struct site *site, const char *before,
                        const char *path, const char *behind) {
    text_add_escaped(text, site->address);
    text_add(text, before);
    text_add_escaped(text, path); /* as it was asked for: it may have anything in it */
    text_add(text, behind);
}

static const char *club_name(const struct site *site) {
    return site->options->name ? site->options->name : "triancey";
}

/* ---- what an address shows ------------------------------------------------------------------- */

/* The row of a path, as routes have it; NULL: a view that only the page knows. */
static const struct address_kind *find_kind(const char *path) {
    const struct address_kind *kind = address_kinds;
    while (kind->path && strcmp(kind->path, path) != 0)
        kind++;
    return kind->path ? kind : NULL;
}

/* The path with words in the places of the '?'. */
static void fill_path(const char *path, const char *const *word, char filled[CARD_PATH]) {
    size_t length = 0;
    for (; *path && length + 1 < CARD_PATH; path++)
        if (*path == '?')
            length += (size_t)snprintf(filled + length, CARD_PATH - length, "%s", *word++);
        else
            filled[length++] = *path;
    filled[length < CARD_PATH ? length : CARD_PATH - 1] = '\0';
}

/* The words of an address that stand in the places of the '?' of its path; NULL after the last. */
static void take_words(const char *path, const char *const *from, const char *word[]) {
    int words = 0;
    for (; *path; path++)
        if (*path == '?')
            word[words] = from[words], words++;
    for (; words < HTTP_WORDS_MAX; words++)
        word[words] = NULL;
}

static enum club_answer describe(struct site_call *call, const char *path, const char *const *word,
                                 struct address_card *card) {
    const struct address_kind *kind = find_kind(path);
    card->site = call->site;
    card->club = call->club;
    card->word = word;
    card->now = call->now;
    card->error = &call->error;
    fill_path(path, word, card->path);
    snprintf(card->title, sizeof card->title, "%s", kind ? _(kind->title) : club_name(call->site));
    if (!kind)
        return CLUB_DONE;
    snprintf(card->about, sizeof card->about, "%s", kind->about ? _(kind->about) : "");
    card->private = kind->private;
    return kind->describe ? kind->describe(card) : CLUB_DONE;
}

/* ---- the head -------------------------------------------------------------------------------- */

static void add_meta(struct text *head, const char *key, const char *name, const char *content) {
    text_addf(head, "<meta %s=\"%s\" content=\"", key, name);
    text_add_escaped(head, content);
    text_add(head, "\">\n");
}

static void add_head(const struct site *site, const struct address_card *card, bool known,
                     struct text *head) {
    bool home = !*card->path;
    text_add(head, "<title>");
    text_add_escaped(head, home ? club_name(site) : card->title);
    text_add(head, " \xc2\xb7 ");
    text_add_escaped(head, home ? card->title : club_name(site));
    text_add(head, "</title>\n");
    if (*card->about)
        add_meta(head, "name", "description", card->about);
    if (card->private || !known)
        add_meta(head, "name", "robots", "noindex");
    text_addf(head, "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"");
    text_add_escaped(head, club_name(site));
    text_add(head, "\" href=\"/feed.atom\">\n");
    if (!known)
        return;
    text_add(head, "<link rel=\"canonical\" href=\"");
    add_address(head, site, "", card->path, "\">\n<meta property=\"og:url\" content=\"");
    add_address(head, site, "", card->path, "\">\n<meta property=\"og:image\" content=\"");
    add_address(head, site, "picture/", home ? "home" : card->path, ".png\">\n");
    text_addf(head,
              "<meta property=\"og:image:width\" content=\"%d\">\n"
              "<meta property=\"og:image:height\" content=\"%d\">\n"
              "<meta property=\"og:type\" content=\"website\">\n"
              "<meta name=\"twitter:card\" content=\"summary_large_image\">\n",
              PNG_CARD_WIDTH, PNG_CARD_HEIGHT);
    add_meta(head, "property", "og:image:alt", card->title);
    add_meta(head, "property", "og:site_name", club_name(site));
    add_meta(head, "property", "og:title", card->title);
    if (*card->about)
        add_meta(head, "property", "og:description", card->about);
}

/* An address of a thing that is not there has the page, too, which says so, with 404. */
static void answer_address(struct site_call *call) {
    struct site *site = call->site;
    struct address_card card = {0};
    struct text head = {0};
    const char *word[HTTP_WORDS_MAX];
    take_words(call->route->path, call->request->word, word);
    enum club_answer answer = describe(call, call->route->path, word, &card);
    if (answer == CLUB_FAILED) {
        site_refuse(call, answer);
        return;
    }
    if (card.moved) {
        char where[CARD_PATH + 1];
        snprintf(where, sizeof where, "/%s", card.path);
        http_add_header(call->request, "Location", where);
        http_answer(call->request, 302, NULL, "", 0);
        return;
    }
    add_head(site, &card, answer == CLUB_DONE, &head);
    page_file_answer(&site->page, call->request, answer == CLUB_DONE ? 200 : 404,
                     needed_text(&head));
    text_free(&head);
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void end_picture(struct cache_entry *entry) {
    text_free(&((struct drawn_picture *)entry)->bytes);
    free(entry);
}

enum picture_form { FORM_CARD, FORM_PNG, FORM_SVG };

static bool draw_form(const struct site *site, const struct address_card *card,
                      const struct picture *picture, enum picture_form form, struct text *bytes,
                      struct error *error) {
    struct png_card words = {club_name(site), card->title, {NULL}};
    int lines = 0;
    for (int i = 0; i < CARD_LINES; i++)
        if (*card->line[i])
            words.line[lines++] = card->line[i];
    if (form == FORM_CARD)
        return draw_png_card(card->board ? picture : NULL, &words, bytes, error);
    if (form == FORM_PNG)
        return draw_png(picture, card->title, bytes, error);
    const struct svg_words around = {card->title, NULL};
    draw_svg(picture, SVG_AUTO, &around, bytes);
    return !bytes->failed || error_memory(error);
}

/* Draws a picture, and keeps it. NULL and a message; or there is nothing at this address any more.
 */
static struct cache_entry *draw_picture(struct site_call *call, const char *path,
                                        const char *const *word, enum picture_form form,
                                        const char *version) {
    struct address_card card = {.picture = needed(calloc(1, sizeof *card.picture))};
    struct drawn_picture *drawn = needed(calloc(1, sizeof *drawn));
    struct cache_entry *entry = &drawn->entry;
    entry->end = end_picture;
    bool done = describe(call, path, word, &card) == CLUB_DONE &&
                draw_form(call->site, &card, card.picture, form, &drawn->bytes, &call->error);
    free(card.picture);
    if (done)
        cache_add(&call->site->addresses->pictures, version, entry);
    else
        end_picture(entry);
    return done ? entry : NULL;
}

/* The version of a picture is a digest of what it is made of, so it is known before it is drawn. */
static void name_version(const struct site *site, const struct address_card *card,
                         enum picture_form form, char version[CACHE_NAME_SIZE]) {
    struct text all = {0};
    char digest[DIGEST_SIZE];
    text_addf(&all, "%s %d %d %s\n%s\n%s\n%s\n%s\n%s", PACKAGE_VERSION, (int)form, card->board,
              card->mark, club_name(site), card->title, card->line[0], card->line[1],
              card->line[2]);
    digest_text(text_get(&all), digest);
    snprintf(version, CACHE_NAME_SIZE, "\"%.32s\"", digest);
    text_free(&all);
}

static void show_picture(struct site_call *call, const char *path, const char *const *word,
                         enum picture_form form) {
    static const char *const types[] = {"image/png", "image/png", "image/svg+xml"};
    struct address_card card = {0};
    char version[CACHE_NAME_SIZE];
    enum club_answer answer = describe(call, path, word, &card);
    if (answer != CLUB_DONE || card.moved || (form != FORM_CARD && !card.board)) {
        site_refuse_as(call, answer == CLUB_FAILED ? 503 : 404, _("there is nothing here"));
        return;
    }
    name_version(call->site, &card, form, version);
    bool known = http_has_version(call->request, version);
    struct cache_entry *entry = cache_find(&call->site->addresses->pictures, version);
    if (!entry && !known && !(entry = draw_picture(call, path, word, form, version))) {
        site_refuse(call, CLUB_FAILED);
        return;
    }
    const struct text none = {0}, *bytes = entry ? &((struct drawn_picture *)entry)->bytes : &none;
    http_answer_kept(call->request, types[form], version, PICTURE_SECONDS, text_get(bytes),
                     bytes->length);
}

/* Takes an ending such as ".png" off the last word. False: it has another. */
static bool cut_ending(char *text, const char *ending) {
    size_t length = strlen(text), end = strlen(ending);
    if (length <= end || strcmp(text + length - end, ending) != 0)
        return false;
    text[length - end] = '\0';
    return true;
}

/* Answers picture/ADDRESS.png. The row of the route gives some words of the address, the request
 * the others. */
static void answer_picture(struct site_call *call) {
    char path[CARD_PATH], copy[CARD_PATH];
    const char *word[HTTP_WORDS_MAX] = {NULL};
    fill_path(call->route->path + strlen("picture/"), call->request->word, path);
    const struct address_kind *kind = address_kinds;
    if (!cut_ending(path, ".png"))
        kind = NULL;
    else if (strcmp(path, "home") == 0)
        *path = '\0';
    for (; kind && kind->path; kind++) {
        strcpy(copy, path);
        if (http_match_path(kind->path, copy, word))
            break;
    }
    if (!kind || !kind->path) {
        site_refuse_as(call, 404, _("there is nothing here"));
        return;
    }
    const char *own[HTTP_WORDS_MAX];
    take_words(kind->path, word, own);
    show_picture(call, kind->path, own, FORM_CARD);
}

/* The board of a word alone, to be printed: board-picture/WORD.png or .svg. */
static void answer_board_picture(struct site_call *call) {
    char name[CARD_PATH];
    const char *word[HTTP_WORDS_MAX] = {name};
    snprintf(name, sizeof name, "%s", site_word(call, 0));
    if (cut_ending(name, ".png"))
        show_picture(call, "card/?", word, FORM_PNG);
    else if (cut_ending(name, ".svg"))
        show_picture(call, "card/?", word, FORM_SVG);
    else
        site_refuse_as(call, 404, _("there is nothing here"));
}

/* An icon file with one picture in it, as PNG. */
static void answer_icon(struct site_call *call) {
    enum { SIDE = 32, HEAD = 22 };
    struct text png = {0}, icon = {0};
    if (!draw_png_sign(SIDE, &png, &call->error)) {
        site_refuse(call, CLUB_FAILED);
        return;
    }
    const unsigned char head[HEAD] = {[2] = 1,
                                      [4] = 1,
                                      [6] = SIDE,
                                      [7] = SIDE,
                                      [10] = 1,
                                      [12] = 32,
                                      [14] = png.length & 255,
                                      [15] = png.length >> 8 & 255,
                                      [16] = png.length >> 16 & 255,
                                      [18] = HEAD};
    text_add_bytes(&icon, (const char *)head, HEAD);
    text_add_bytes(&icon, png.bytes, png.length);
    http_answer_kept(call->request, "image/x-icon", "\"sign\"", 86400, needed_text(&icon),
                     icon.length);
    text_free(&png);
    text_free(&icon);
}

/* ---- what machines look for ------------------------------------------------------------------ */

static void answer_robots(struct site_call *call) {
    struct text text = {0};
    text_add(&text,
             "User-agent: *\nDisallow: /api/\nDisallow: /account\nDisallow: /game/\nSitemap: ");
    add_address(&text, call->site, "sitemap.xml", "", "\n");
    site_answer_text(call, CLUB_DONE, "text/plain; charset=utf-8", &text);
}

static void add_place(struct text *xml, const struct site *site, const char *path) {
    text_add(xml, "<url><loc>");
    add_address(xml, site, "", path, "</loc></url>\n");
}

/* What anybody may want to find: lists, rules, lessons, and the last weeks with their boards. */
static void answer_sitemap(struct site_call *call) {
    enum { WEEKS = 60 };
    const struct page_request page = {0, WEEKS};
    struct week_list list = {0};
    struct text xml = {0};
    char path[CARD_PATH];
    if (site_refused(call, ranking_weeks(call->club, call->now, &page, &list, &call->error)))
        return;
    text_add(&xml, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                   "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    for (const struct address_kind *kind = address_kinds; kind->path; kind++)
        if (!strchr(kind->path, '?') && strcmp(kind->path, "account") != 0 &&
            strcmp(kind->path, "play") != 0)
            add_place(&xml, call->site, kind->path);
    for (int i = 0; games[i]; i++) {
        snprintf(path, sizeof path, "rules/%s", games[i]->name);
        add_place(&xml, call->site, path);
    }
    for (int i = 0; lesson_heads[i].title; i++) {
        snprintf(path, sizeof path, "learn/%d", i + 1);
        add_place(&xml, call->site, path);
    }
    for (int i = 0; i < list.count; i++) {
        const char *week = list.row[i].week;
        static const char *const kinds[] = {"week", "ranking"};
        for (int k = 0; k < 2; k++) {
            snprintf(path, sizeof path, "%s/%.4s-W%.2s", kinds[k], week, week + 5);
            add_place(&xml, call->site, path);
        }
        for (int k = 1; k <= WEEK_BOARDS; k++) {
            snprintf(path, sizeof path, "board/%.4s-W%.2s/%d", week, week + 5, k);
            add_place(&xml, call->site, path);
        }
    }
    text_add(&xml, "</urlset>\n");
    site_answer_text(call, CLUB_DONE, "application/xml", &xml);
}

/* RFC 9116; it has to say until when it is true. */
static void answer_security(struct site_call *call) {
    const int64_t half_year = INT64_C(183) * 86400;
    char utc[CALENDAR_TIME_SIZE];
    struct text text = {0};
    if (!call->site->options->contact || !calendar_write(call->now / 1000 + half_year, utc)) {
        site_refuse_as(call, 404, _("there is nothing here"));
        return;
    }
    text_addf(&text, "Contact: %s\nExpires: %s\nCanonical: ", call->site->options->contact, utc);
    add_address(&text, call->site, ".well-known/security.txt", "", "\n");
    site_answer_text(call, CLUB_DONE, "text/plain; charset=utf-8", &text);
}

/* ---- the part -------------------------------------------------------------------------------- */

/* Counts the words of the page's list, each with a blank behind it. */
static size_t count_words(const char *list) {
    size_t count = 0;
    for (; *list; list++)
        count += *list == ' ';
    return count;
}

const struct site_route *site_address_routes(struct site *site) {
    struct site_addresses *addresses = needed(calloc(1, sizeof *addresses));
    site->addresses = addresses;
    addresses->pictures.most = PICTURES;
    size_t kinds = 0;
    while (address_kinds[kinds].path)
        kinds++;
    addresses->words = needed(strdup(text_get(&site->page.addresses)));
    struct site_route *row = addresses->routes =
        needed(calloc(kinds + count_words(addresses->words) + 1, sizeof *addresses->routes));
    for (size_t i = 0; i < kinds; i++)
        *row++ = (struct site_route){
            .method = "GET", .path = address_kinds[i].path, .page = true, .handle = answer_address};
    for (char *word = strtok(addresses->words, " "); word; word = strtok(NULL, " "))
        if (!find_kind(word))
            *row++ = (struct site_route){
                .method = "GET", .path = word, .page = true, .handle = answer_address};
    return addresses->routes;
}

void site_address_free(struct site *site) {
    struct site_addresses *addresses = site->addresses;
    if (!addresses)
        return;
    cache_clear(&addresses->pictures);
    free(addresses->routes);
    free(addresses->words);
    free(addresses);
    site->addresses = NULL;
}

static const struct site_route routes[] = {
    {"GET", "picture/?", .cost = LIMIT_PICTURES, .page = true, .handle = answer_picture},
    {"GET", "picture/?/?", .cost = LIMIT_PICTURES, .page = true, .handle = answer_picture},
    {"GET", "picture/?/?/?", .cost = LIMIT_PICTURES, .page = true, .handle = answer_picture},
    {"GET", "board-picture/?", .cost = LIMIT_PICTURES, .page = true,
     .handle = answer_board_picture},
    {"GET", "favicon.ico", .page = true, .handle = answer_icon},
    {"GET", "robots.txt", .page = true, .handle = answer_robots},
    {"GET", "sitemap.xml", .page = true, .handle = answer_sitemap},
    {"GET", ".well-known/security.txt", .page = true, .handle = answer_security},
    {0},
};

const struct site_part site_part_addresses = {.routes = routes};
