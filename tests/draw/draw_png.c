/* draw_png.c - pictures as PNG: their size and colours, read back by cairo; words that are long or
 * that the font does not have; and what a card costs. */
#include "config.h"

#include <cairo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "base/error.h"
#include "base/random.h"
#include "base/sanitized.h"
#include "draw/draw_png.h"
#include "tests/lib/tap.h"

/* What fontconfig keeps for the rest of the program is none of our leaks. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libfontconfig\n";
}

static struct picture picture;
static struct text png;

/* The position after so many random moves. */
static void draw_board(const char *game, const char *grid_name, int moves) {
    struct error error;
    struct grid *grid = grid_name ? grid_find(grid_name, &error) : NULL;
    struct game_board *board = game_prepare(game_find(game), grid, 0, &error);
    struct game_state state, before;
    struct picture_before link = {&before, GAME_NO_MOVE};
    struct random random;
    random_seed(&random, 7);
    if (!ok(board != NULL, "%s has a board", game))
        exit(done());
    uint32_t *legal = malloc(sizeof *legal * (size_t)board->moves_max);
    board->game->start(board, &state, 1);
    for (int i = 0; i < moves && board->game->turn(board, &state) != GAME_OVER; i++) {
        game_copy(board, &before, &state);
        link.move =
            legal[random_below(&random, (uint32_t)board->game->moves(board, &state, legal))];
        board->game->play(board, &state, link.move);
    }
    picture_of_state(&picture, board, &state, link.move == GAME_NO_MOVE ? NULL : &link);
    free(legal);
    game_board_free(board);
    grid_free(grid);
}

/* ---- reading --------------------------------------------------------------------------------- */

static cairo_status_t read_bytes(void *context, unsigned char *to, unsigned length) {
    size_t *at = context;
    if (*at + length > png.length)
        return CAIRO_STATUS_READ_ERROR;
    memcpy(to, png.bytes + *at, length);
    *at += length;
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *read_png(int width, int height, const char *what) {
    size_t at = 0;
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_bytes, &at);
    ok(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && at == png.length,
       "%s is a whole PNG of %zu bytes", what, png.length);
    is_int(cairo_image_surface_get_width(surface), width, "%s: how wide it is", what);
    is_int(cairo_image_surface_get_height(surface), height, "%s: how high it is", what);
    return surface;
}

/* How many pixels have a colour. */
static int count(cairo_surface_t *surface, uint32_t colour) {
    const unsigned char *pixels = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface), found = 0;
    for (int y = 0; y < cairo_image_surface_get_height(surface); y++)
        for (int x = 0; x < cairo_image_surface_get_width(surface); x++) {
            uint32_t pixel;
            memcpy(&pixel, pixels + (size_t)y * (size_t)stride + (size_t)x * 4, sizeof pixel);
            found += (pixel & 0xffffff) == colour;
        }
    return found;
}

/* Keeps a picture to be looked at, if a folder is named. */
static void keep(const char *name) {
    const char *folder = getenv("TRIANCEY_PICTURES");
    char path[300];
    snprintf(path, sizeof path, "%s/%s.png", folder ? folder : ".", name);
    FILE *file = folder ? fopen(path, "wb") : NULL;
    if (file) {
        fwrite(png.bytes, 1, png.length, file);
        fclose(file);
    }
}

/* ---- cards ----------------------------------------------------------------------------------- */

static int draw_card(const struct picture *board, const struct png_card *card, const char *name,
                     uint32_t colour) {
    struct error error;
    text_clear(&png);
    ok(draw_png_card(board, card, &png, &error), "%s is drawn", name);
    cairo_surface_t *surface = read_png(PNG_CARD_WIDTH, PNG_CARD_HEIGHT, name);
    int found = count(surface, colour);
    keep(name);
    cairo_surface_destroy(surface);
    return found;
}

#define INK 0x22262e

static void check_cards(void) {
    const struct png_card card = {"Club of Calais", "Anna - Bertrand", {"Board crepe", "+12"}};
    draw_board("selacata", "crepe", 30);
    ok(draw_card(&picture, &card, "selacata", 0xf5c842) > 5000, "a good part of it is yellow");
    ok(draw_card(&picture, &card, "selacata", 0xb8322c) > 3000, "and red, between the hatching");
    draw_board("tritt", NULL, 8);
    ok(draw_card(&picture, &card, "tritt", 0x2f62b8) > 300, "Tritt has blue pieces");
    draw_board("triangulation", NULL, 8);
    draw_card(&picture, &card, "triangulation", INK);
    draw_board("trioker-rapid", NULL, 8);
    draw_card(&picture, &card, "trioker-rapid", INK);
    ok(draw_card(NULL, &card, "sign", 0xe8b923) > 5000, "without a board there is the sign");
}

static void check_words(void) {
    const struct png_card none = {"", "", {NULL}};
    const struct png_card strange = {"", "\xe6\x97\xa5\xe6\x9c\xac", {"\xe6\x97\xa5"}};
    char longest[600];
    memset(longest, 'W', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    const struct png_card much = {longest, longest, {longest, longest, longest, longest, longest}};
    const struct png_card sentence = {
        "A club",
        "Sentences of many words go on in the next line until there is no room for any more of "
        "them on the card and the rest is missing",
        {"a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p"}};
    const struct png_card french = {"Un club",
                                    "\xc3\x89lo\xc3\xafse \xe2\x80\x93 Fran\xc3\xa7ois",
                                    {"\xd0\x90\xd0\xbd\xd0\xbd\xd0\xb0"}};
    is_int(draw_card(NULL, &none, "no words", INK), 0, "no words, no ink");
    is_int(draw_card(NULL, &strange, "strange", INK), 0, "what the font does not have is left out");
    ok(draw_card(NULL, &much, "much", INK) > 1000, "endless words are cut");
    ok(draw_card(NULL, &sentence, "sentence", INK) > 1000, "sentences have lines");
    ok(draw_card(NULL, &french, "french", INK) > 1000, "accents and Cyrillic letters are there");
}

static void check_others(void) {
    struct error error;
    text_clear(&png);
    draw_board("selacata", "bonjour", 0);
    ok(draw_png(&picture, "bonjour", &png, &error), "a board alone is drawn");
    size_t at = 0;
    cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_bytes, &at);
    ok(cairo_image_surface_get_width(surface) >= 600 && count(surface, 0xeef0f4) > 50000,
       "its cells are empty");
    cairo_surface_destroy(surface);
    keep("alone");
    text_clear(&png);
    ok(draw_png_sign(32, &png, &error), "the sign is drawn");
    surface = read_png(32, 32, "the sign");
    ok(count(surface, 0xc8452e) > 20, "with its red top");
    cairo_surface_destroy(surface);
}

/* ---- cost ------------------------------------------------------------------------------------ */

static double processor_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Other work, to know how fast the machine is at this moment: 2 MB of runs are compressed. */
static double compare_ms(void) {
    static unsigned char from[2 << 20], to[4 << 20];
    struct random random;
    uLong size = sizeof to;
    random_seed(&random, 1);
    for (size_t at = 0; at < sizeof from;) {
        size_t run = 1 + random_below(&random, 40);
        run = run < sizeof from - at ? run : sizeof from - at;
        memset(from + at, (int)random_below(&random, 200), run);
        at += run;
    }
    double begin = processor_ms();
    compress2(to, &size, from, sizeof from, Z_BEST_SPEED);
    return processor_ms() - begin;
}

/* The least of several counts is taken, since others were disturbed, and compared with other work
 * done in between, since a busy machine slows down both. A quiet one takes 2 to 5 ms a card. */
static void check_cost(void) {
    const struct png_card card = {"Club of Calais", "Anna - Bertrand", {"Board crepe", "+12"}};
    struct error error;
    double least = 1e9, other = 1e9;
    draw_board("selacata", "crepe", 30);
    for (int i = 0; i < 20; i++) {
        double begin = processor_ms();
        text_clear(&png);
        draw_png_card(&picture, &card, &png, &error);
        double took = processor_ms() - begin;
        least = took < least ? took : least;
        took = compare_ms();
        other = took < other ? took : other;
    }
    diag("a card takes %.2f ms of a processor; to compress 2 MB takes %.2f ms", least, other);
#if SANITIZED || defined MEASURES_COVERAGE
    ok(true, "a card costs more in this build");
#else
    ok(least < other / 3, "a card costs at most a third of what that does: %.2f ms", least);
#endif
}

int main(void) {
    check_cards();
    check_words();
    check_others();
    check_cost();
    text_free(&png);
    return done();
}
