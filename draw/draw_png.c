/* draw_png.c - a pen that paints with cairo, and PNG. cairo's own writer takes more time than the
 * whole rest, to choose filters and to compress four bytes a pixel; ours knows that drawings have
 * few colours: a byte for each pixel, and the fastest compression does. */
#include "config.h"

#include "draw/draw_png.h"

#include "base/error.h"
#include "base/language.h"
#include "draw/drawing.h"

#include <cairo.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define FONT "DejaVu Sans"

/* ---- paint ----------------------------------------------------------------------------------- */

struct png_pen {
    struct pen pen; /* first: a pen is one of these */
    cairo_t *cairo;
    bool ghost;
};

static struct png_pen *png_pen_of(struct pen *pen) {
    return (struct png_pen *)pen;
}

/* "#rrggbb". Within a ghost all is faint. */
static void set_colour(cairo_t *cairo, const char *colour, double alpha) {
    unsigned long rgb = strtoul(colour + 1, NULL, 16);
    cairo_set_source_rgba(cairo, (double)(rgb >> 16 & 255) / 255, (double)(rgb >> 8 & 255) / 255,
                          (double)(rgb & 255) / 255, alpha);
}

/* The columns of a row, from `left` to `right`, whose middle lies within a shape on the surface: a
 * triangle, or (corner NULL) a circle. False: none does. */
static bool find_span(const struct place *corner, struct place middle, double radius, double y,
                      double *left, double *right) {
    *left = INFINITY;
    *right = -INFINITY;
    if (!corner) {
        double reach = radius * radius - (y - middle.y) * (y - middle.y);
        *left = middle.x - sqrt(fmax(reach, 0));
        *right = 2 * middle.x - *left;
        return reach > 0;
    }
    for (int k = 0; k < 3; k++) {
        const struct place *a = &corner[k], *b = &corner[(k + 1) % 3];
        if ((a->y < y) == (b->y < y))
            continue;
        double cut = a->x + (b->x - a->x) * (y - a->y) / (b->y - a->y);
        *left = fmin(*left, cut);
        *right = fmax(*right, cut);
    }
    return *left < *right;
}

/* One pixel, of which a part is covered by a colour. */
static uint32_t mix(uint32_t below, uint32_t above, double part) {
    unsigned share = (unsigned)(256 * part), rest = 256 - share;
    uint32_t red_blue = (below & 0xff00ff) * rest + (above & 0xff00ff) * share;
    uint32_t green = (below & 0xff00) * rest + (above & 0xff00) * share;
    return (red_blue >> 8 & 0xff00ff) | (green >> 8 & 0xff00);
}

/* How a span of pixels is filled. */
struct filling {
    uint32_t colour;
    bool hatched;
    double alpha, scale;
};

/* Fills a row between two places, the pixels at the ends as far as they are covered. The hatching
 * is diagonals, of which each shows the half that lies in its tile of the pattern. */
static void fill_span(uint32_t *pixel, double left, double right, int y,
                      const struct filling *filling) {
    double step = PEN_HATCH_STEP * sqrt(2) * filling->scale;
    double wide = PEN_HATCH_WIDTH / sqrt(2) * filling->scale;
    int from = (int)left, to = (int)ceil(right);
    double at = fmod(from + y + 1, step);
    for (int x = from; x < to; x++, at = at + 1 < step ? at + 1 : at + 1 - step) {
        double part = fmin(x + 1, right) - fmax(x, left);
        double line = filling->hatched ? fmin(fmin(at, wide - at) + 0.5, 1) : 0;
        uint32_t colour =
            line > 0 ? mix(filling->colour, 0, PEN_HATCH_ALPHA * line) : filling->colour;
        pixel[x] =
            part * filling->alpha < 1 ? mix(pixel[x], colour, part * filling->alpha) : colour;
    }
}

/* Fills a triangle, or with a radius a circle. For areas that are large and simple, cairo takes
 * several times as long; the line around a shape hides its steps above and below. */
static void fill(const struct png_pen *pen, const struct pen_look *look, const struct place *point,
                 double radius) {
    const struct pen_tint *tint = &pen_light.tint[look->colour];
    cairo_surface_t *surface = cairo_get_target(pen->cairo);
    struct filling filling = {
        .colour = (uint32_t)strtoul((look->marked ? tint->marked : tint->ground) + 1, NULL, 16),
        .hatched = look->colour == PICTURE_RED,
        .alpha = pen->ghost ? PEN_GHOST_ALPHA : 1,
        .scale = 1};
    struct place corner[3];
    double none = 0, top = INFINITY, bottom = -INFINITY, left, right;
    cairo_user_to_device_distance(pen->cairo, &filling.scale, &none);
    radius *= filling.scale;
    for (int k = 0; k < (radius > 0 ? 1 : 3); k++) {
        corner[k] = point[k];
        cairo_user_to_device(pen->cairo, &corner[k].x, &corner[k].y);
        top = fmin(top, corner[k].y - radius);
        bottom = fmax(bottom, corner[k].y + radius);
    }
    cairo_surface_flush(surface);
    int stride = cairo_image_surface_get_stride(surface);
    int width = cairo_image_surface_get_width(surface);
    int last = (int)fmin(bottom + 0.5, cairo_image_surface_get_height(surface));
    unsigned char *pixels = cairo_image_surface_get_data(surface);
    for (int y = (int)fmax(top, 0); pixels && y < last; y++)
        if (find_span(radius > 0 ? NULL : corner, corner[0], radius, y + 0.5, &left, &right))
            fill_span((uint32_t *)(void *)(pixels + (size_t)y * (size_t)stride), fmax(left, 0),
                      fmin(right, width), y, &filling);
    cairo_surface_mark_dirty(surface);
}

/* Draws the line of the current path, and drops it. */
static void stroke(const struct png_pen *pen, const struct pen_look *look) {
    cairo_t *cairo = pen->cairo;
    bool ring = look->line == PEN_RING || look->line == PEN_DOTS;
    struct pen_stroke line =
        pen->ghost ? (struct pen_stroke){PEN_GHOST_WIDTH, 0, 0} : pen_strokes[look->line];
    const double dash[] = {line.dash, line.gap};
    set_colour(cairo, ring ? pen_light.tint[look->colour].letters : pen_light.edge,
               pen->ghost ? PEN_GHOST_ALPHA : 1);
    cairo_set_line_width(cairo, look->width > 0 ? look->width : line.width);
    cairo_set_dash(cairo, dash, line.dash > 0 ? 2 : 0, 0);
    if (look->line != PEN_NO_LINE || pen->ghost)
        cairo_stroke(cairo);
    cairo_new_path(cairo);
}

static void png_path(struct pen *pen, const struct place *point, int points,
                     const struct pen_look *look) {
    struct png_pen *own = png_pen_of(pen);
    if (look->filled)
        fill(own, look, point, 0);
    cairo_new_path(own->cairo);
    for (int i = 0; i < points; i++)
        cairo_line_to(own->cairo, point[i].x, point[i].y);
    if (points > 2)
        cairo_close_path(own->cairo);
    stroke(own, look);
}

static void png_circle(struct pen *pen, struct place middle, double radius,
                       const struct pen_look *look) {
    struct png_pen *own = png_pen_of(pen);
    if (look->filled)
        fill(own, look, &middle, radius);
    cairo_new_path(own->cairo);
    cairo_arc(own->cairo, middle.x, middle.y, radius, 0, 8 * atan(1));
    stroke(own, look);
}

static void png_ghost(struct pen *pen, bool begins) {
    png_pen_of(pen)->ghost = begins;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void set_font(cairo_t *cairo, double size, bool bold) {
    cairo_select_font_face(cairo, FONT, CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

/* Whether the font has all letters; glyph 0 stands for one that it does not have. */
static bool can_write(cairo_t *cairo, const char *words) {
    cairo_glyph_t *glyph = NULL;
    int glyphs = 0;
    if (!text_is_utf8(words)) /* cairo would not use the font any more */
        return false;
    bool good =
        cairo_scaled_font_text_to_glyphs(cairo_get_scaled_font(cairo), 0, 0, words, -1, &glyph,
                                         &glyphs, NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS;
    for (int i = 0; good && i < glyphs; i++)
        good = glyph[i].index != 0;
    cairo_glyph_free(glyph);
    return good;
}

static double width_of(cairo_t *cairo, const char *words) {
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, words, &extents);
    return extents.x_advance;
}

static void png_words(struct pen *pen, struct place at, double size, const struct pen_ink *ink,
                      const char *words) {
    cairo_t *cairo = png_pen_of(pen)->cairo;
    double alpha = png_pen_of(pen)->ghost ? PEN_GHOST_ALPHA : 1;
    set_font(cairo, size, ink->last);
    if (!*words || !can_write(cairo, words))
        return;
    set_colour(cairo, ink->label ? pen_light.tint[ink->colour].letters : pen_light.ink,
               ink->closed ? PEN_CLOSED_ALPHA * alpha : alpha);
    cairo_move_to(cairo, ink->start ? at.x : at.x - width_of(cairo, words) / 2, at.y + size * 0.36);
    cairo_show_text(cairo, words);
    cairo_new_path(cairo);
}

/* ---- PNG (RFC 2083) -------------------------------------------------------------------------- */

static void add_four(unsigned char *bytes, uint32_t number) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(number >> (24 - 8 * i));
}

static void add_chunk(struct text *png, const char *type, const unsigned char *bytes,
                      size_t length) {
    unsigned char four[4];
    uLong crc = crc32(0, (const Bytef *)type, 4);
    if (length > 0) /* a NULL would begin anew */
        crc = crc32(crc, bytes, (uInt)length);
    add_four(four, (uint32_t)length);
    text_add_bytes(png, (char *)four, 4);
    text_add_bytes(png, type, 4);
    if (length > 0)
        text_add_bytes(png, (const char *)bytes, length);
    add_four(four, (uint32_t)crc);
    text_add_bytes(png, (char *)four, 4);
}

enum { PALETTE_COLOURS = 256, PALETTE_BITS = 4 };

/* Colours that differ little share one: those at the edges between two others are many. Where there
 * are too many, a colour becomes the nearest one. */
struct palette {
    int colours;
    uint32_t colour[PALETTE_COLOURS];
    int16_t number[1 << 3 * PALETTE_BITS]; /* by the first bits of red, green and blue; -1: none */
};

static int palette_nearest(const struct palette *palette, uint32_t pixel) {
    int nearest = 0, least = INT_MAX;
    for (int i = 0; i < palette->colours; i++) {
        int distance = 0;
        for (int shift = 0; shift < 24; shift += 8)
            distance += abs((int)(palette->colour[i] >> shift & 255) - (int)(pixel >> shift & 255));
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

static int palette_find(struct palette *palette, uint32_t pixel) {
    const uint32_t drop = 8 - PALETTE_BITS, mask = (1 << PALETTE_BITS) - 1;
    int16_t *number =
        &palette->number[(pixel >> (16 + drop) & mask) << 2 * PALETTE_BITS |
                         (pixel >> (8 + drop) & mask) << PALETTE_BITS | (pixel >> drop & mask)];
    if (*number >= 0)
        return *number;
    if (palette->colours == PALETTE_COLOURS)
        return *number = (int16_t)palette_nearest(palette, pixel);
    palette->colour[palette->colours] = pixel & 0xffffff;
    return *number = (int16_t)palette->colours++;
}

static void palette_take(struct palette *palette, const char *colour) {
    palette_find(palette, (uint32_t)strtoul(colour + 1, NULL, 16));
}

/* The colours of areas come first, and stay what they are. */
static void palette_begin(struct palette *palette) {
    palette->colours = 0;
    memset(palette->number, 0xff, sizeof palette->number);
    palette_take(palette, pen_light.paper);
    palette_take(palette, pen_light.ink);
    for (int i = 0; i < PICTURE_COLOURS; i++) {
        palette_take(palette, pen_light.tint[i].ground);
        palette_take(palette, pen_light.tint[i].marked);
    }
}

/* All rows as PNG has them: each the filter's number, then a byte for each pixel. */
static void take_rows(struct palette *palette, cairo_surface_t *surface, unsigned char *to) {
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int stride = cairo_image_surface_get_stride(surface);
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    palette_begin(palette);
    for (int y = 0; y < height; y++, pixels += stride, to += width) {
        const uint32_t *pixel = (const uint32_t *)(const void *)pixels;
        *to++ = 0;
        for (int x = 0, end; x < width; x = end) {
            for (end = x + 1; end < width && pixel[end] == pixel[x]; end++)
                continue;
            memset(to + x, palette_find(palette, pixel[x]), (size_t)(end - x));
        }
    }
}

/* Allocated; NULL: out of memory. */
static unsigned char *compress_rows(const unsigned char *rows, size_t length, uLong *size) {
    *size = compressBound((uLong)length);
    unsigned char *bytes = malloc(*size);
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)rows,
                       .avail_in = (uInt)length,
                       .next_out = bytes,
                       .avail_out = (uInt)*size};
    bool open =
        bytes && deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, 15, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    bool done = open && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *size = stream.total_out;
    if (open)
        deflateEnd(&stream);
    if (done)
        return bytes;
    free(bytes);
    return NULL;
}

static void add_palette(const struct palette *palette, struct text *png) {
    unsigned char bytes[PALETTE_COLOURS * 3];
    for (int i = 0; i < palette->colours; i++)
        for (int k = 0; k < 3; k++)
            bytes[3 * i + k] = (unsigned char)(palette->colour[i] >> (16 - 8 * k));
    add_chunk(png, "PLTE", bytes, 3 * (size_t)palette->colours);
}

static bool add_png(cairo_surface_t *surface, struct text *png, struct error *error) {
    static const char sign[] = "\x89PNG\r\n\x1a\n";
    unsigned char head[13] = {[8] = 8, [9] = 3}; /* 8 bits, which are a number in the palette */
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    size_t length = (size_t)height * (1 + (size_t)width);
    uLong size = 0;
    struct palette *palette = malloc(sizeof *palette);
    unsigned char *rows = malloc(length), *bytes = NULL;
    cairo_surface_flush(surface);
    if (palette && rows) {
        take_rows(palette, surface, rows);
        bytes = compress_rows(rows, length, &size);
    }
    if (bytes) {
        add_four(head, (uint32_t)width);
        add_four(head + 4, (uint32_t)height);
        text_add_bytes(png, sign, sizeof sign - 1);
        add_chunk(png, "IHDR", head, sizeof head);
        add_palette(palette, png);
        add_chunk(png, "IDAT", bytes, size);
        add_chunk(png, "IEND", NULL, 0);
    }
    bool done = bytes && !png->failed;
    free(bytes);
    free(rows);
    free(palette);
    return done || error_memory(error);
}

/* ---- a canvas -------------------------------------------------------------------------------- */

/* NULL and a message. */
static cairo_t *open_canvas(int width, int height, struct error *error) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface); /* the context holds it */
    set_colour(cairo, pen_light.paper, 1);
    cairo_paint(cairo);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_FAST);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_BEVEL); /* unlike a miter, it has no spikes */
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    if (cairo_status(cairo) == CAIRO_STATUS_SUCCESS)
        return cairo;
    error_set(error, "cairo: %s", cairo_status_to_string(cairo_status(cairo)));
    cairo_destroy(cairo);
    return NULL;
}

static bool close_canvas(cairo_t *cairo, struct text *png, struct error *error) {
    cairo_status_t status = cairo_status(cairo);
    bool done = status == CAIRO_STATUS_SUCCESS
                    ? add_png(cairo_get_target(cairo), png, error)
                    : error_set(error, "cairo: %s", cairo_status_to_string(status));
    cairo_destroy(cairo);
    return done;
}

static void paint_drawing(cairo_t *cairo, struct drawing *drawing) {
    struct png_pen pen = {.pen = {png_path, png_circle, png_words, png_ghost}, .cairo = cairo};
    drawing_paint(drawing, &pen.pen);
}

/* The sign of the game, as in page/icon.svg: a hill of three triangles on a pale one. */
static void paint_sign(cairo_t *cairo, double left, double top, double side) {
    static const struct {
        const char *colour;
        double x[3], y[3];
    } part[] = {{"#fbf6ea", {4, 32, 60}, {58, 6, 58}},
                {"#e8b923", {4, 18, 32}, {58, 32, 58}},
                {"#e8b923", {32, 46, 60}, {58, 32, 58}},
                {"#c8452e", {18, 32, 46}, {32, 6, 32}}};
    cairo_new_path(cairo);
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        for (int k = 0; k < 3; k++)
            cairo_line_to(cairo, left + part[i].x[k] * side / 64, top + part[i].y[k] * side / 64);
        cairo_close_path(cairo);
        set_colour(cairo, part[i].colour, 1);
        cairo_fill(cairo);
    }
}

/* ---- the words of a card --------------------------------------------------------------------- */

enum { WORDS_LEFT = 660, WORDS_WIDTH = 500, WORDS_TOP = 96, WORDS_BOTTOM = 590 };
enum { SITE_SIZE = 26, LINE_SIZE = 30, TITLE_SIZE = 56, TITLE_LEAST = 34, TITLE_LINES = 4 };
enum { WORD_BYTES = 400 };

/* Cuts a text so that it fits, between characters, with dots at the end. */
static void cut_words(cairo_t *cairo, char words[WORD_BYTES]) {
    static const char dots[] = "\xe2\x80\xa6";
    size_t length = strlen(words);
    if (width_of(cairo, words) <= WORDS_WIDTH)
        return;
    if (length > WORD_BYTES - sizeof dots)
        length = WORD_BYTES - sizeof dots; /* and some more: back to where a character begins */
    do {
        while (length > 0 && ((unsigned char)words[--length] & 0xc0) == 0x80)
            continue;
        memcpy(words + length, dots, sizeof dots);
    } while (length > 0 && width_of(cairo, words) > WORDS_WIDTH);
}

/* Takes the words of the next line off the text: as many as fit, one at least. */
static void take_line(cairo_t *cairo, const char **text, char line[WORD_BYTES]) {
    const char *end = *text + strcspn(*text, " ");
    for (;;) {
        snprintf(line, WORD_BYTES, "%.*s", (int)(end - *text), *text);
        if (!*end)
            break;
        const char *next = end + 1 + strcspn(end + 1, " ");
        char longer[WORD_BYTES];
        snprintf(longer, sizeof longer, "%.*s", (int)(next - *text), *text);
        if (width_of(cairo, longer) > WORDS_WIDTH)
            break;
        end = next;
    }
    *text = end + strspn(end, " ");
    cut_words(cairo, line);
}

/* How many lines a text takes. */
static int count_lines(cairo_t *cairo, const char *text) {
    char line[WORD_BYTES];
    int lines = 0;
    for (; *text && lines <= TITLE_LINES; lines++)
        take_line(cairo, &text, line);
    return lines;
}

static bool has_broad_word(cairo_t *cairo, const char *text) {
    char word[WORD_BYTES];
    for (; *text; text += strspn(text, " ")) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
        text += strcspn(text, " ");
        if (width_of(cairo, word) > WORDS_WIDTH)
            return true;
    }
    return false;
}

/* Sets a text from y on, in `lines` lines at most; returns where the next one begins. */
static double set_text(cairo_t *cairo, const char *text, double size, double y, int lines) {
    char line[WORD_BYTES];
    for (; *text && lines > 0 && y < WORDS_BOTTOM; lines--) {
        take_line(cairo, &text, line);
        cairo_move_to(cairo, WORDS_LEFT, y);
        cairo_show_text(cairo, line);
        y += size * 1.25;
    }
    return y;
}

static void paint_words(cairo_t *cairo, const struct png_card *card) {
    double y = WORDS_TOP, size = TITLE_SIZE;
    paint_sign(cairo, WORDS_LEFT, y - 34, 44);
    set_colour(cairo, pen_light.edge, 1);
    set_font(cairo, SITE_SIZE, false);
    char site[WORD_BYTES];
    snprintf(site, sizeof site, "%.80s", card->site);
    cairo_move_to(cairo, WORDS_LEFT + 58, y);
    if (can_write(cairo, site))
        cairo_show_text(cairo, site);
    set_colour(cairo, pen_light.ink, 1);
    set_font(cairo, size, true);
    while (size > TITLE_LEAST && (count_lines(cairo, card->title) > TITLE_LINES - 1 ||
                                  has_broad_word(cairo, card->title)))
        set_font(cairo, size -= 4, true);
    y += 24 + size * 1.25;
    if (can_write(cairo, card->title))
        y = set_text(cairo, card->title, size, y, TITLE_LINES);
    set_font(cairo, LINE_SIZE, false);
    for (int i = 0; i < PNG_LINES && card->line[i]; i++)
        if (can_write(cairo, card->line[i]))
            y = set_text(cairo, card->line[i], LINE_SIZE, y + 4, 3);
}

/* ---- the pictures ---------------------------------------------------------------------------- */

/* Cards are laid out on a width of 1200. */
enum { LAYOUT_WIDTH = 1200, BOARD_LEFT = 30, BOARD_TOP = 25, BOARD_SIDE = 580 };

bool draw_png_card(const struct picture *picture, const struct png_card *card, struct text *png,
                   struct error *error) {
    cairo_t *cairo = open_canvas(PNG_CARD_WIDTH, PNG_CARD_HEIGHT, error);
    if (!cairo)
        return false;
    cairo_scale(cairo, (double)PNG_CARD_WIDTH / LAYOUT_WIDTH,
                (double)PNG_CARD_WIDTH / LAYOUT_WIDTH);
    paint_words(cairo, card);
    if (picture) {
        struct drawing drawing;
        drawing_begin(&drawing, picture, NULL, NULL);
        double scale = BOARD_SIDE / fmax(drawing.width, drawing.height);
        cairo_translate(cairo, BOARD_LEFT + (BOARD_SIDE - drawing.width * scale) / 2,
                        BOARD_TOP + (BOARD_SIDE - drawing.height * scale) / 2);
        cairo_scale(cairo, scale, scale);
        paint_drawing(cairo, &drawing);
    } else {
        paint_sign(cairo, BOARD_LEFT + 60, BOARD_TOP + 60, BOARD_SIDE - 120);
    }
    return close_canvas(cairo, png, error);
}

bool draw_png(const struct picture *picture, const char *title, struct text *png,
              struct error *error) {
    struct drawing drawing;
    drawing_begin(&drawing, picture, title, NULL);
    cairo_t *cairo = open_canvas((int)ceil(drawing.width), (int)ceil(drawing.height), error);
    if (!cairo)
        return false;
    paint_drawing(cairo, &drawing);
    return close_canvas(cairo, png, error);
}

bool draw_png_sign(int side, struct text *png, struct error *error) {
    cairo_t *cairo = open_canvas(side, side, error);
    if (!cairo)
        return false;
    paint_sign(cairo, 0, 0, side);
    return close_canvas(cairo, png, error);
}
