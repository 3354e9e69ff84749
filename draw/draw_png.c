/* draw_png.c - a pen that paints with cairo, and PNG. cairo's own writer takes more time than all
 * the rest, because it chooses filters and compresses four bytes a pixel. Drawings have few
 * colours, so this one writes a byte a pixel, for which the fastest compression is good enough. */
#include "config.h"

#include "draw/draw_png.h"

#include "base/error.h"
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

/* The colour is "#rrggbb"; ghosts are drawn with a low alpha. */
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

/* One pixel, of which a share of 256 is covered by a colour. */
static uint32_t mix(uint32_t below, uint32_t above, unsigned share) {
    unsigned rest = 256 - share;
    uint32_t red_blue = (below & 0xff00ff) * rest + (above & 0xff00ff) * share;
    uint32_t green = (below & 0xff00) * rest + (above & 0xff00) * share;
    return (red_blue >> 8 & 0xff00ff) | (green >> 8 & 0xff00);
}

/* How much of the pixel from x on lies between two places, as a share of 256. */
static unsigned share_of(int x, double left, double right, double alpha) {
    double from = x > left ? x : left, to = x + 1 < right ? x + 1 : right;
    return to > from ? (unsigned)(256 * alpha * (to - from)) : 0;
}

enum { PARTS = 1 << 12 }; /* of a pixel, in which hatching is measured */

/* How shapes are filled. Hatching is diagonal lines, `wide` parts wide, that repeat every
 * `step`. */
struct filling {
    uint32_t colour;
    double alpha;
    int step, wide; /* step 0: not hatched */
};

/* Fills a row between two places, the pixels at the ends as far as they are covered. */
static void fill_span(uint32_t *pixel, double left, double right, int y,
                      const struct filling *filling) {
    int from = (int)left, to = (int)ceil(right), step = filling->step;
    int at = step > 0 ? (from + y) * PARTS % step : 0;
    for (int x = from; x < to; x++) {
        uint32_t colour = filling->colour;
        if (step > 0) {
            at = at + PARTS < step ? at + PARTS : at + PARTS - step;
            int line = (at < filling->wide - at ? at : filling->wide - at) + PARTS / 2;
            if (line > 0)
                colour =
                    mix(colour, 0,
                        (unsigned)(256 * PEN_HATCH_ALPHA * (line < PARTS ? line : PARTS)) / PARTS);
        }
        if (filling->alpha < 1 || x == from || x + 1 == to)
            colour = mix(pixel[x], colour, share_of(x, left, right, filling->alpha));
        pixel[x] = colour;
    }
}

static uint32_t *row_of(cairo_surface_t *surface, int y) {
    return (uint32_t *)(void *)(cairo_image_surface_get_data(surface) +
                                (ptrdiff_t)y * cairo_image_surface_get_stride(surface));
}

/* Begins to paint without cairo, which takes several times as long for many small areas and thin
 * lines. Gives the corners of a triangle, or the middle of a circle, in pixels of the surface. */
static cairo_surface_t *begin_pixels(cairo_t *cairo, const struct place *from, int points,
                                     struct place *point, double *scale) {
    double none = 0;
    *scale = 1;
    cairo_user_to_device_distance(cairo, scale, &none);
    for (int k = 0; k < points; k++) {
        point[k] = from[k];
        cairo_user_to_device(cairo, &point[k].x, &point[k].y);
    }
    cairo_surface_flush(cairo_get_target(cairo));
    return cairo_get_target(cairo);
}

/* Fills a triangle, or with a radius a circle. The line around a shape hides its steps above and
 * below. */
static void fill(const struct png_pen *pen, const struct pen_look *look, const struct place *from,
                 double radius) {
    const struct pen_tint *tint = &pen_light.tint[look->colour];
    int points = radius > 0 ? 1 : 3;
    struct place point[3];
    double scale, top = INFINITY, bottom = -INFINITY, left, right;
    cairo_surface_t *surface = begin_pixels(pen->cairo, from, points, point, &scale);
    bool hatched = look->colour == PICTURE_RED;
    const struct filling filling = {
        .colour = (uint32_t)strtoul((look->marked ? tint->marked : tint->ground) + 1, NULL, 16),
        .alpha = pen->ghost ? PEN_GHOST_ALPHA : 1,
        .step = hatched ? (int)(PEN_HATCH_STEP * sqrt(2) * scale * PARTS) : 0,
        .wide = (int)(PEN_HATCH_WIDTH / sqrt(2) * scale * PARTS)};
    radius *= scale;
    for (int k = 0; k < points; k++) {
        top = fmin(top, point[k].y - radius);
        bottom = fmax(bottom, point[k].y + radius);
    }
    int width = cairo_image_surface_get_width(surface);
    int last = (int)fmin(bottom + 0.5, cairo_image_surface_get_height(surface));
    for (int y = (int)fmax(top, 0); y < last; y++)
        if (find_span(points > 1 ? point : NULL, point[0], radius, y + 0.5, &left, &right))
            fill_span(row_of(surface, y), fmax(left, 0), fmin(right, width), y, &filling);
    cairo_surface_mark_dirty(surface);
}

/* A line without a cap, pixel by pixel along its longer way: u along it, v across. */
static void draw_line(cairo_surface_t *surface, struct place a, struct place b, double wide,
                      uint32_t colour, double alpha) {
    bool steep = fabs(b.y - a.y) > fabs(b.x - a.x);
    double u = steep ? a.y : a.x, u_end = steep ? b.y : b.x, v = steep ? a.x : a.y;
    double slope = ((steep ? b.x : b.y) - v) / (u_end != u ? u_end - u : 1);
    double half = wide / 2 * sqrt(1 + slope * slope);
    double least = fmax(fmin(u, u_end), 0), greatest = fmax(u, u_end);
    int width = cairo_image_surface_get_width(surface);
    int height = cairo_image_surface_get_height(surface);
    int u_last = (int)fmin(greatest, (steep ? height : width) - 1);
    for (int i = (int)least; i <= u_last; i++) {
        double middle = v + slope * (i + 0.5 - u), top = middle - half, bottom = middle + half;
        double along = alpha * (fmin(i + 1, greatest) - fmax(i, least));
        int v_last = (int)fmin(bottom, (steep ? width : height) - 1);
        for (int k = (int)fmax(top, 0); k <= v_last; k++) {
            uint32_t *pixel = steep ? row_of(surface, i) + k : row_of(surface, k) + i;
            *pixel = mix(*pixel, colour, share_of(k, top, bottom, along));
        }
    }
}

/* How the line of a shape is drawn. */
static struct pen_stroke stroke_of(const struct png_pen *pen, const struct pen_look *look) {
    struct pen_stroke line =
        pen->ghost ? (struct pen_stroke){PEN_GHOST_WIDTH, 0, 0} : pen_strokes[look->line];
    line.width = look->width > 0 ? look->width : line.width;
    return line;
}

static void outline(const struct png_pen *pen, const struct pen_look *look,
                    const struct place corner[3]) {
    struct place point[3];
    double scale, alpha = pen->ghost ? PEN_GHOST_ALPHA : 1;
    cairo_surface_t *surface = begin_pixels(pen->cairo, corner, 3, point, &scale);
    uint32_t colour = (uint32_t)strtoul(pen_light.edge + 1, NULL, 16);
    for (int k = 0; k < 3 && (look->line != PEN_NO_LINE || pen->ghost); k++)
        draw_line(surface, point[k], point[(k + 1) % 3], stroke_of(pen, look).width * scale, colour,
                  alpha);
    cairo_surface_mark_dirty(surface);
}

/* Draws the line of the current path, and drops it. */
static void stroke(const struct png_pen *pen, const struct pen_look *look) {
    cairo_t *cairo = pen->cairo;
    bool ring = look->line == PEN_RING || look->line == PEN_DOTS;
    struct pen_stroke line = stroke_of(pen, look);
    const double dash[] = {line.dash, line.gap};
    set_colour(cairo, ring ? pen_light.tint[look->colour].letters : pen_light.edge,
               pen->ghost ? PEN_GHOST_ALPHA : 1);
    cairo_set_line_width(cairo, line.width);
    cairo_set_dash(cairo, dash, line.dash > 0 ? 2 : 0, 0);
    if (look->line != PEN_NO_LINE || pen->ghost)
        cairo_stroke(cairo);
    cairo_new_path(cairo);
}

static void png_path(struct pen *pen, const struct place *point, int points,
                     const struct pen_look *look) {
    struct png_pen *own = png_pen_of(pen);
    if (points > 2 && look->filled)
        fill(own, look, point, 0);
    if (points > 2) {
        outline(own, look, point);
        return;
    }
    cairo_new_path(own->cairo);
    for (int i = 0; i < points; i++)
        cairo_line_to(own->cairo, point[i].x, point[i].y);
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

/* Sizes are rounded to half a pixel: a board has letters of any size, and a font that is made anew
 * for each takes more time than all the rest of the letters. */
static void png_words(struct pen *pen, struct place at, double size, const struct pen_ink *ink,
                      const char *words) {
    cairo_t *cairo = png_pen_of(pen)->cairo;
    double alpha = png_pen_of(pen)->ghost ? PEN_GHOST_ALPHA : 1, none = 0;
    cairo_save(cairo);
    cairo_user_to_device(cairo, &at.x, &at.y);
    cairo_user_to_device_distance(cairo, &size, &none);
    cairo_identity_matrix(cairo);
    set_font(cairo, fmax(round(2 * size) / 2, 1), ink->last);
    if (*words && can_write(cairo, words)) {
        set_colour(cairo, ink->label ? pen_light.tint[ink->colour].letters : pen_light.ink,
                   ink->closed ? PEN_CLOSED_ALPHA * alpha : alpha);
        cairo_move_to(cairo, ink->start ? at.x : at.x - width_of(cairo, words) / 2,
                      at.y + size * 0.36);
        cairo_show_text(cairo, words);
    }
    cairo_restore(cairo);
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
    if (length > 0) /* crc32() of NULL forgets the type */
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

/* Colours that differ little share an entry, because edges between two colours have many shades.
 * When the palette is full, a new colour gets the nearest entry. */
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
    struct palette palette;
    unsigned char *rows = malloc(length), *bytes = NULL;
    cairo_surface_flush(surface);
    if (rows) {
        take_rows(&palette, surface, rows);
        bytes = compress_rows(rows, length, &size);
    }
    if (bytes) {
        add_four(head, (uint32_t)width);
        add_four(head + 4, (uint32_t)height);
        text_add_bytes(png, sign, sizeof sign - 1);
        add_chunk(png, "IHDR", head, sizeof head);
        add_palette(&palette, png);
        add_chunk(png, "IDAT", bytes, size);
        add_chunk(png, "IEND", NULL, 0);
    }
    bool done = bytes && !png->failed;
    free(bytes);
    free(rows);
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
        length = WORD_BYTES - sizeof dots; /* perhaps within a character, which the loop drops */
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
