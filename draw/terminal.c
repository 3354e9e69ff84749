/* terminal.c - finds out what a terminal can show, and writes the codes of its colours. */
#include "config.h"

#include "draw/terminal.h"

#include "base/output.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- what there is --------------------------------------------------------------------------- */

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

/* Names of terminals tell how many colours they have: xterm-direct, foot-256color. */
static enum terminal_colours count_colours(const char *kind) {
    const char *more = getenv("COLORTERM");
    if (is_set("NO_COLOR") || strncmp(kind, "vt", 2) == 0)
        return TERMINAL_MONO;
    if (strstr(kind, "direct") ||
        (more && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0)))
        return TERMINAL_TRUE;
    return strstr(kind, "256color")  ? TERMINAL_256
           : strstr(kind, "16color") ? TERMINAL_16
                                     : TERMINAL_8;
}

void terminal_look(struct terminal *terminal, int descriptor) {
    const char *kind = getenv("TERM");
    *terminal = (struct terminal){.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0};
    output_size(descriptor, &terminal->columns, &terminal->rows);
    if (!isatty(descriptor) || !is_set("TERM") || strcmp(kind, "dumb") == 0)
        return;
    terminal->moves = true;
    terminal->mouse = strncmp(kind, "vt", 2) != 0 && strcmp(kind, "linux") != 0;
    terminal->colours = count_colours(kind);
}

/* ---- colours --------------------------------------------------------------------------------- */

/* A colour as 24 bits, as one of 256, and as the second digit of the codes of the eight. */
struct shade {
    int rgb, of_256, of_8;
};

/* The ground of a cell of one colour, and its ground when marked. */
static const struct shade grounds[PICTURE_COLOURS][2] = {
    [PICTURE_EMPTY] = {{0x343a46, 237, 9}, {0x4d566a, 240, 9}},
    [PICTURE_LIGHT] = {{0xb4bac6, 250, 7}, {0xd5dae4, 253, 7}},
    [PICTURE_DARK] = {{0x4c5364, 239, 9}, {0x687086, 242, 9}},
    [PICTURE_YELLOW] = {{0xe0b02c, 178, 3}, {0xffe58a, 228, 3}},
    [PICTURE_RED] = {{0xb52f2b, 124, 1}, {0xf0736a, 203, 1}},
    [PICTURE_WHITE] = {{0xdcdcd6, 253, 7}, {0xffffff, 231, 7}},
    [PICTURE_BLUE] = {{0x2f62b8, 25, 4}, {0x7fb0ff, 75, 4}},
    [PICTURE_GREEN] = {{0x2c8a50, 29, 2}, {0x74d49a, 78, 2}},
};

/* What is drawn on a cell of one colour: text, faint text, edges, as enum terminal_ink has them. */
static const struct shade inks[PICTURE_COLOURS][INK_LINE - INK_TEXT + 1] = {
    [PICTURE_EMPTY] = {{0xeceff4, 255, 9}, {0x7d8698, 244, 9}, {0x7d8698, 244, 9}},
    [PICTURE_LIGHT] = {{0x1d2027, 16, 0}, {0x5c6370, 241, 0}, {0x6b7280, 242, 0}},
    [PICTURE_DARK] = {{0xeceff4, 255, 9}, {0xa0a7b6, 247, 9}, {0x8b93a5, 245, 9}},
    [PICTURE_YELLOW] = {{0x1c1600, 16, 0}, {0x6b5200, 94, 0}, {0x8a6a08, 94, 0}},
    [PICTURE_RED] = {{0xffffff, 231, 7}, {0xf0b8b4, 217, 7}, {0x5e1210, 52, 0}},
    [PICTURE_WHITE] = {{0x1d1d1d, 16, 0}, {0x6a6a6a, 242, 0}, {0x8c8c88, 245, 0}},
    [PICTURE_BLUE] = {{0xffffff, 231, 7}, {0xc0d4f4, 153, 7}, {0x14306a, 17, 0}},
    [PICTURE_GREEN] = {{0xffffff, 231, 0}, {0xc0e8d0, 158, 0}, {0x0d4a28, 22, 0}},
};

static const struct shade *ground(int colour) {
    return &grounds[colour / 2][colour % 2];
}

bool terminal_is_ground(const struct terminal *terminal, int colour) {
    return colour == TERMINAL_NO_COLOUR || terminal->colours == TERMINAL_MONO ||
           (terminal->colours <= TERMINAL_16 && ground(colour)->of_8 == 9);
}

/* Adds the code of a shade; `first` is 30 for the foreground, 40 for the background (ECMA-48, SGR).
 */
static void add_shade(const struct terminal *terminal, const struct shade *shade, bool bright,
                      int first, struct text *text) {
    if (terminal->colours == TERMINAL_TRUE)
        text_addf(text, ";%d;2;%d;%d;%d", first + 8, shade->rgb >> 16, shade->rgb >> 8 & 255,
                  shade->rgb & 255);
    else if (terminal->colours == TERMINAL_256)
        text_addf(text, ";%d;5;%d", first + 8, shade->of_256);
    else
        text_addf(text, ";%d",
                  first + shade->of_8 +
                      (bright && terminal->colours == TERMINAL_16 && shade->of_8 < 8 ? 60 : 0));
}

void terminal_switch(const struct terminal *terminal, const struct terminal_style *style,
                     struct text *text) {
    if (terminal->colours == TERMINAL_MONO)
        return;
    text_add(text, "\033[0");
    if (style && style->bold)
        text_add(text, ";1");
    if (style && style->ground != TERMINAL_NO_COLOUR)
        add_shade(terminal, ground(style->ground), style->ground % 2, 40, text);
    if (style && style->ink == INK_COLOUR) {
        add_shade(terminal, ground(style->colour), style->colour % 2, 30, text);
    } else if (style && style->ink != INK_PLAIN && style->ground != TERMINAL_NO_COLOUR) {
        int colour = style->ground / 2;
        /* Bright colours are bright enough for black letters in every palette. */
        if (style->ground % 2 && style->ink == INK_TEXT && colour > PICTURE_YELLOW)
            colour = PICTURE_YELLOW;
        add_shade(terminal, &inks[colour][style->ink - INK_TEXT], false, 30, text);
    }
    text_add(text, "m");
}

const char *terminal_pattern(const struct terminal *terminal, enum picture_colour colour) {
    static const char *const patterns[PICTURE_COLOURS][2] = {
        [PICTURE_EMPTY] = {" ", " "},  [PICTURE_LIGHT] = {" ", " "}, [PICTURE_DARK] = {"·", "'"},
        [PICTURE_YELLOW] = {"░", "."}, [PICTURE_RED] = {"▓", "#"},   [PICTURE_WHITE] = {"░", "."},
        [PICTURE_BLUE] = {"▒", "="},   [PICTURE_GREEN] = {"░", "."},
    };
    return patterns[colour][!terminal->unicode];
}

void terminal_sample(const struct terminal *terminal, enum picture_colour colour,
                     struct text *text) {
    struct terminal_style style = {terminal_colour(colour, false), INK_TEXT, 0, false};
    bool plain = terminal->colours == TERMINAL_MONO;
    const char *pattern = plain ? terminal_pattern(terminal, colour) : " ";
    terminal_switch(terminal, &style, text);
    text_add(text, pattern);
    text_add(text, pattern);
    terminal_switch(terminal, NULL, text);
}

void terminal_go_up(int lines, struct text *text) {
    text_add(text, "\r");
    while (lines-- > 0)
        text_add(text, "\033[A");
}
