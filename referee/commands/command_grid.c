/* command_grid.c - `grid`: lists, shows, draws, checks and makes boards. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "draw/draw_svg.h"
#include "draw/draw_terminal.h"
#include "games/picture.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"
#include "referee/arguments/defaults.h"
#include "referee/commands/commands.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const surface_names[] = {N_("plane"), N_("cylinder"), N_("torus"),
                                            N_("sides only")};

/* ---- list ------------------------------------------------------------------------------------ */

/* Boards that are exactly what their word gives say so; the others were drawn or chosen. */
static bool is_of_its_word(const struct grid *grid, const char *name) {
    struct error error;
    bool torus = grid->surface == GRID_TORUS;
    if (!grid_is_word(name) || (!torus && grid->surface != GRID_CYLINDER))
        return false;
    struct grid *made = grid_from_word(name, grid->cells, grid->surface, &error);
    size_t bytes = (size_t)grid->cells * sizeof grid->side[0];
    bool same = made && memcmp(made->side, grid->side, bytes) == 0;
    grid_free(made);
    return same;
}

static void grid_print_row(const char *name, const char *cells, const char *surface,
                           const char *origin) {
    text_print_left(stdout, 16, name);
    putchar(' ');
    text_print_right(stdout, 5, cells);
    fputs("  ", stdout);
    text_print_left(stdout, 9, surface);
    printf(" %s\n", origin);
}

static int run_list(struct arguments *arguments, const atomic_int *stop) {
    (void)stop;
    char **names = grid_library();
    int status = EXIT_FINE;
    if (!names || !names[0])
        status = command_complain(arguments->command,
                                  _("no boards found; set TRIANCEY_DATADIR to their folder"),
                                  EXIT_FAILED);
    else
        grid_print_row(_("name"), _("cells"), _("surface"), _("origin"));
    for (char **name = names; name && *name; name++) {
        struct error error;
        struct grid *grid = grid_find(*name, &error);
        if (grid) {
            char cells[16];
            snprintf(cells, sizeof cells, "%d", grid->cells);
            grid_print_row(*name, cells, _(surface_names[grid->surface]),
                           is_of_its_word(grid, *name) ? _("its word") : _("drawn or chosen"));
        } else {
            status = command_complain(arguments->command, error.text, EXIT_FAILED);
        }
        grid_free(grid);
    }
    free(names);
    if (status == EXIT_FINE)
        printf(_("\nAlso torus WxH, cylinder WxH, triangle N, hexagon N, hexagon A,B,\n"
                 "parallelogram WxH, and a board from any word of letters and digits,\n"
                 "such as `word bonjour cells 60 surface torus`. The shapes of puzzles are\n"
                 "`puzzle NAME`; triancey-referee puzzle --list names them.\n"));
    return status;
}

/* ---- show ------------------------------------------------------------------------------------ */

static void show_degrees(const struct grid *grid) {
    int inner[3 * GRID_CELLS_MAX + 1] = {0}, on_border[3 * GRID_CELLS_MAX + 1] = {0};
    for (int c = 0; c < grid->corners; c++) {
        int degree = grid->around_start[c + 1] - grid->around_start[c];
        (grid->closed[c] ? inner : on_border)[degree]++;
    }
    printf(_("corners  %d\n"), grid->corners);
    for (int degree = 1; degree <= 3 * GRID_CELLS_MAX; degree++) {
        if (inner[degree])
            printf(_("         %d with %d cells around\n"), inner[degree], degree);
        if (on_border[degree])
            printf(ngettext("         %d on the border with %d cell\n",
                            "         %d on the border with %d cells\n", (unsigned long)degree),
                   on_border[degree], degree);
    }
}

static void show_neighbours(const struct grid *grid) {
    printf(_("\ncell  neighbours (a side: b open, b1 and b2 on that border)\n"));
    for (int i = 0; i < grid->cells; i++) {
        printf("%4d ", i);
        for (int k = 0; k < 3; k++) {
            int to = grid->side[i][k];
            if (to >= 0)
                printf(" %4d", to);
            else
                printf(" %4s", to == GRID_BORDER ? "b" : to == GRID_BORDER_1 ? "b1" : "b2");
        }
        putchar('\n');
    }
}

/* A name of a puzzle is also a word, from which a board is made. */
static void tell_of_puzzle(const char *name) {
    char **puzzles = grid_is_word(name) ? trioker_shape_names() : NULL;
    for (char **puzzle = puzzles; puzzle && *puzzle; puzzle++)
        if (strcmp(*puzzle, name) == 0 && !grid_is_in_library(name))
            fprintf(stderr,
                    _("%s is also a puzzle of Trioker. This is the board made from the word; "
                      "`puzzle %s` names "
                      "the shape of the puzzle, and triancey-referee puzzle %s plays it.\n"),
                    name, name, name);
    free(puzzles);
}

/* The board that the words name, as one text: a shape's name may come in two. `puzzle NAME` and
 * what is no board may be a puzzle. NULL and a message: no such board. */
static struct grid *find_board(const struct arguments *arguments, struct error *error) {
    bool is_puzzle = arguments->words > 1 && strcmp(arguments->word[0], "puzzle") == 0;
    struct text text = {0};
    for (int i = is_puzzle; i < arguments->words; i++)
        text_addf(&text, "%s%s", i > is_puzzle ? " " : "", arguments->word[i]);
    const char *name = needed_text(&text);
    struct grid *grid = is_puzzle ? NULL : grid_find(name, error);
    struct trioker_shape shape;
    struct error ignored;
    if (grid)
        tell_of_puzzle(name);
    else if (trioker_shape_find(name, &shape, is_puzzle ? error : &ignored))
        grid = shape.grid;
    text_free(&text);
    return grid;
}

static int run_show(struct arguments *arguments, const atomic_int *stop) {
    (void)stop;
    struct error error;
    struct grid *grid = find_board(arguments, &arguments->error);
    if (!grid)
        return EXIT_FAILED;
    printf(_("name     %s\ncells    %d\nsurface  %s\n"), grid->name, grid->cells,
           _(surface_names[grid->surface]));
    if (grid->corners)
        show_degrees(grid);
    if (grid_is_trivalent(grid, &error))
        printf(_("Triancey family: yes\n"));
    else
        printf(_("Triancey family: no (%s)\n"), error.text);
    show_neighbours(grid);
    grid_free(grid);
    return EXIT_FINE;
}

/* ---- draw ------------------------------------------------------------------------------------ */

static void draw_on_terminal(const struct picture *picture, bool ascii) {
    struct terminal terminal;
    struct text text = {0};
    terminal_look(&terminal, STDOUT_FILENO);
    terminal.unicode &= !ascii;
    draw_terminal(picture, &terminal, terminal.rows - 1, &text);
    fputs(needed_text(&text), stdout);
    text_free(&text);
}

enum { SVG, THEME, ASCII };

static bool save(const char *path, const struct picture *picture, enum svg_theme theme,
                 const struct grid *grid, struct error *error) {
    char title[GRID_NAME_MAX + 64];
    struct svg_words words = {title, NULL};
    snprintf(title, sizeof title,
             ngettext("%s: %d cell, %s", "%s: %d cells, %s", (unsigned long)grid->cells),
             grid->name, grid->cells, _(surface_names[grid->surface]));
    return draw_svg_save(path, picture, theme, &words, error);
}

static bool draw_board(const struct arguments *arguments, enum svg_theme theme,
                       struct error *error) {
    const char *path = arguments->value[SVG];
    struct grid *grid = find_board(arguments, error);
    struct picture *picture = needed(malloc(sizeof *picture));
    bool done = grid && (picture_of_grid(picture, grid) ||
                         error_set(error, _("%s has no coordinates to draw it by"), grid->name));
    if (done && path)
        done = save(path, picture, theme, grid, error);
    else if (done)
        draw_on_terminal(picture, defaults_ascii(arguments->value[ASCII]));
    free(picture);
    grid_free(grid);
    return done;
}

static int run_draw(struct arguments *arguments, const atomic_int *stop) {
    (void)stop;
    struct error *error = &arguments->error;
    const char *theme_name = arguments->value[THEME];
    enum svg_theme theme = defaults_theme();
    if (theme_name && !svg_theme_find(theme_name, &theme))
        error_set(error, _("--theme needs auto, light or dark, not '%.100s'"), theme_name);
    else if (theme_name && !arguments->value[SVG])
        error_set(error, _("--%s needs --svg"), "theme");
    else if (arguments->value[ASCII] && arguments->value[SVG])
        error_set(error, _("--ascii is for the terminal, not for --svg"));
    else
        return draw_board(arguments, theme, error) ? EXIT_FINE : EXIT_FAILED;
    return EXIT_USAGE;
}

/* ---- check ----------------------------------------------------------------------------------- */

/* Files say what they like. */
static void print_fault(void *context, enum error_kind kind, const char *text) {
    (void)kind;
    char clean[3 * ERROR_SIZE];
    (void)context;
    text_clean(clean, sizeof clean, text);
    fprintf(stderr, "%s\n", clean);
}

/* A board of the library must have the name of its file, any other should. */
static int check_name(const struct grid *grid, const char *path) {
    if (grid_is_named_as(grid, path))
        return EXIT_FINE;
    bool fault = grid_is_of_library(path);
    fprintf(stderr,
            fault
                ? _("%s: [grid] name: %s is not the name of the file; in the library it must be\n")
                : _("%s: [grid] name: %s is not the name of the file, which matters only in the "
                    "library\n"),
            path, grid->name);
    return fault ? EXIT_FAILED : EXIT_FINE;
}

static int check_file(const char *path) {
    struct error error;
    struct grid *grid = grid_check(path, print_fault, NULL);
    if (!grid)
        return EXIT_FAILED;
    if (grid_is_trivalent(grid, &error))
        printf(_("%s: %d cells, %s, good for the Triancey family\n"), path, grid->cells,
               _(surface_names[grid->surface]));
    else
        printf(ngettext("%s: %d cell, %s, not for the Triancey family (%s)\n",
                        "%s: %d cells, %s, not for the Triancey family (%s)\n",
                        (unsigned long)grid->cells),
               path, grid->cells, _(surface_names[grid->surface]), error.text);
    int status = check_name(grid, path);
    grid_free(grid);
    return status;
}

static int run_check(struct arguments *arguments, const atomic_int *stop) {
    (void)stop;
    int status = EXIT_FINE;
    for (int i = 0; i < arguments->words; i++)
        if (check_file(arguments->word[i]) != EXIT_FINE)
            status = EXIT_FAILED;
    return status;
}

/* ---- make ------------------------------------------------------------------------------------ */

enum { CELLS, SURFACE };

static bool read_cells(const char *text, int64_t *cells, struct error *error) {
    return (value_number(text, 8, GRID_CELLS_MAX, cells) && *cells % 2 == 0) ||
           error_set(error, _("--cells needs an even number from 8 to 256, not %s"), text);
}

static bool read_surface(const char *text, enum grid_surface *surface, struct error *error) {
    *surface = strcmp(text, "torus") == 0 ? GRID_TORUS : GRID_CYLINDER;
    return *surface == GRID_TORUS || strcmp(text, "cylinder") == 0 ||
           error_set(error, _("--surface needs torus or cylinder, not %s"), text);
}

static int run_make(struct arguments *arguments, const atomic_int *stop) {
    (void)stop;
    const char *word = arguments->word[0], *const *value = arguments->value;
    struct error *error = &arguments->error;
    int64_t cells = 48;
    enum grid_surface surface = GRID_TORUS;
    if ((value[CELLS] && !read_cells(value[CELLS], &cells, error)) ||
        (value[SURFACE] && !read_surface(value[SURFACE], &surface, error)))
        return EXIT_USAGE;
    struct grid *grid = grid_from_word(word, (int)cells, surface, error);
    if (!grid)
        return EXIT_FAILED;
    char *text = needed(grid_to_ini(grid));
    printf("; made from the word %s: %d cells, %s\n%s", word, grid->cells,
           surface_names[grid->surface], text);
    free(text);
    grid_free(grid);
    return EXIT_FINE;
}

/* ---- the commands ---------------------------------------------------------------------------- */

static const struct command list = {
    .name = "grid list", .summary = N_("list the included boards"), .run = run_list};

enum { NAME_WORDS = 8 };

static const struct command show = {
    .name = "grid show",
    .summary = N_("describe a board: file, shape, library, word"),
    .words = {N_("NAME"), "@boards *", 1, NAME_WORDS},
    .run = run_show,
};

static const struct command draw = {
    .name = "grid draw",
    .summary = N_("draw it on the terminal, or with --svg"),
    .words = {N_("NAME"), "@boards *", 1, NAME_WORDS},
    .option = {[SVG] = {"svg", N_("FILE"), .about = N_("as SVG into a file, - for standard output"),
                        .values = "*", .letter = 'v'},
               [THEME] = {"theme", N_("THEME"),
                          .about = N_("the colours of the SVG: auto, light or dark (auto)"),
                          .values = "auto light dark", .letter = 't'},
               [ASCII] = {"ascii", .about = N_("on the terminal: only ASCII characters"),
                          .letter = 'a'}},
    .run = run_draw,
};

static const struct command check = {
    .name = "grid check",
    .summary = N_("find all errors in board files"),
    .words = {N_("FILE..."), "*", 1, INT_MAX},
    .run = run_check,
};

static const struct command make = {
    .name = "grid make",
    .summary = N_("write the board made from a word as a board file"),
    .words = {N_("WORD"), NULL, 1, 1},
    .option = {[CELLS] = {"cells", N_("N"), .about = N_("an even number from 8 to 256 (48)"),
                          .letter = 'c'},
               [SURFACE] = {"surface", N_("KIND"), .about = N_("torus or cylinder (torus)"),
                            .values = "torus cylinder", .letter = 's'}},
    .run = run_make,
};

static const struct command *const parts[] = {&list, &show, &draw, &check, &make, NULL};

const struct command command_grid = {
    .name = "grid", .summary = N_("show, draw, check and make boards"), .parts = parts};
