/* command_grid.c - see command_grid.h. */
#include "config.h"

#include "referee/commands/command_grid.h"

#include "base/language.h"
#include "games/picture.h"
#include "grids/grid.h"
#include "referee/draw/draw_svg.h"
#include "referee/draw/draw_terminal.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OK = 0, FAULT = 1, USAGE = 2 };

static const char *const surface_names[] = {N_("plane"), N_("cylinder"), N_("torus"),
                                            N_("sides only")};

struct settings {
    int cells; /* for make */
    enum grid_surface surface;
    const char *svg; /* for draw: the file; NULL: on the terminal */
    enum svg_theme theme;
    bool ascii;
};

/* ---- list ------------------------------------------------------------------------------------ */

/* Boards that are exactly what their word gives say so; the others were drawn or chosen. */
static bool is_of_its_word(const struct grid *grid, const char *name) {
    char error[GRID_ERROR_SIZE];
    bool torus = grid->surface == GRID_TORUS;
    if (!grid_is_word(name) || (!torus && grid->surface != GRID_CYLINDER))
        return false;
    struct grid *made = grid_from_word(name, grid->cells, grid->surface, error);
    size_t bytes = (size_t)grid->cells * sizeof grid->side[0];
    bool same = made && memcmp(made->side, grid->side, bytes) == 0;
    grid_free(made);
    return same;
}

static void print_row(const char *name, const char *cells, const char *surface,
                      const char *origin) {
    text_print_left(stdout, 16, name);
    putchar(' ');
    text_print_right(stdout, 5, cells);
    fputs("  ", stdout);
    text_print_left(stdout, 9, surface);
    printf(" %s\n", origin);
}

static int run_list(int count, char **arguments, const struct settings *settings) {
    (void)settings;
    (void)count;
    (void)arguments;
    char **names = grid_library();
    int status = OK;
    if (!names || !names[0]) {
        fprintf(stderr, _("grid list: no boards found; TRIANCEY_DATADIR may name their folder\n"));
        status = FAULT;
    } else {
        print_row(_("name"), _("cells"), _("surface"), _("origin"));
    }
    for (char **name = names; name && *name; name++) {
        char error[GRID_ERROR_SIZE];
        struct grid *grid = grid_find(*name, error);
        if (grid) {
            char cells[16];
            snprintf(cells, sizeof cells, "%d", grid->cells);
            print_row(*name, cells, _(surface_names[grid->surface]),
                      is_of_its_word(grid, *name) ? _("its word") : _("drawn or chosen"));
        } else {
            fprintf(stderr, "%s\n", error);
            status = FAULT;
        }
        grid_free(grid);
    }
    free(names);
    if (status == OK)
        printf(_(
            "\nAlso torus WxH, cylinder WxH, triangle N, hexagon N, hexagon A,B, and a board from\n"
            "any word of letters and digits, such as `word bonjour cells 60 surface torus`.\n"));
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

/* The arguments as one text: a shape's name may come in two words. */
static char *join_arguments(int count, char **arguments) {
    size_t size = 1;
    for (int i = 0; i < count; i++)
        size += strlen(arguments[i]) + 1;
    char *text = calloc(1, size);
    for (int i = 0; text && i < count; i++) {
        if (i > 0)
            strcat(text, " ");
        strcat(text, arguments[i]);
    }
    return text;
}

/* The board that the arguments name; NULL after a message. */
static struct grid *find_board(const char *action, int count, char **arguments) {
    char error[GRID_ERROR_SIZE];
    char *text = join_arguments(count, arguments);
    snprintf(error, sizeof error, "%s", _("out of memory"));
    struct grid *grid = text ? grid_find(text, error) : NULL;
    free(text);
    if (!grid)
        fprintf(stderr, _("grid %s: %s\n"), action, error);
    return grid;
}

static int run_show(int count, char **arguments, const struct settings *settings) {
    (void)settings;
    char error[GRID_ERROR_SIZE];
    struct grid *grid = find_board("show", count, arguments);
    if (!grid)
        return FAULT;
    printf(_("name     %s\ncells    %d\nsurface  %s\n"), grid->name, grid->cells,
           _(surface_names[grid->surface]));
    if (grid->corners)
        show_degrees(grid);
    if (grid_is_trivalent(grid, error))
        printf(_("Triancey family: yes\n"));
    else
        printf(_("Triancey family: no (%s)\n"), error);
    show_neighbours(grid);
    grid_free(grid);
    return OK;
}

/* ---- draw ------------------------------------------------------------------------------------ */

static bool draw_on_terminal(const struct picture *picture, bool ascii, char *error) {
    struct terminal terminal;
    struct text text = {0};
    terminal_look(&terminal, STDOUT_FILENO);
    terminal.unicode &= !ascii;
    bool done = draw_terminal(picture, &terminal, terminal.rows - 1, &text) > 0 && !text.failed;
    fputs(text_get(&text), stdout);
    text_free(&text);
    return done || error_set(error, _("out of memory"));
}

static int run_draw(int count, char **arguments, const struct settings *settings) {
    char error[REFEREE_ERROR_SIZE], title[GRID_NAME_MAX + 64];
    struct grid *grid = find_board("draw", count, arguments);
    struct picture *picture = malloc(sizeof *picture);
    bool done = false;
    if (grid && !picture)
        error_set(error, _("out of memory"));
    else if (grid && !picture_of_grid(picture, grid))
        error_set(error, _("%s has no coordinates to draw it by"), grid->name);
    else if (grid && settings->svg) {
        struct svg_words words = {title, NULL};
        snprintf(title, sizeof title, _("%s: %d cells, %s"), grid->name, grid->cells,
                 _(surface_names[grid->surface]));
        done = draw_svg_save(settings->svg, picture, settings->theme, &words, error);
    } else if (grid)
        done = draw_on_terminal(picture, settings->ascii, error);
    if (grid && !done)
        fprintf(stderr, _("grid draw: %s\n"), error);
    free(picture);
    grid_free(grid);
    return done ? OK : FAULT;
}

/* ---- check ----------------------------------------------------------------------------------- */

static void print_fault(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "%s\n", text);
}

/* A board of the library has to be called as its file, any other should be. */
static int check_name(const struct grid *grid, const char *path) {
    if (grid_is_named_as(grid, path))
        return OK;
    bool fault = grid_is_of_library(path);
    fprintf(
        stderr,
        fault
            ? _("%s: [grid] name: %s is not the name of the file, as it has to be in the library\n")
            : _("%s: [grid] name: %s is not the name of the file; it may stay so outside the "
                "library\n"),
        path, grid->name);
    return fault ? FAULT : OK;
}

static int check_file(const char *path) {
    char error[GRID_ERROR_SIZE];
    struct grid *grid = grid_check(path, print_fault, NULL);
    if (!grid)
        return FAULT;
    if (grid_is_trivalent(grid, error))
        printf(_("%s: %d cells, %s, good for the Triancey family\n"), path, grid->cells,
               _(surface_names[grid->surface]));
    else
        printf(_("%s: %d cells, %s, not for the Triancey family (%s)\n"), path, grid->cells,
               _(surface_names[grid->surface]), error);
    int status = check_name(grid, path);
    grid_free(grid);
    return status;
}

static int run_check(int count, char **arguments, const struct settings *settings) {
    (void)settings;
    int status = OK;
    for (int i = 0; i < count; i++)
        if (check_file(arguments[i]) != OK)
            status = FAULT;
    return status;
}

/* ---- make ------------------------------------------------------------------------------------ */

static int run_make(int count, char **arguments, const struct settings *settings) {
    (void)count;
    const char *word = arguments[0];
    char error[GRID_ERROR_SIZE];
    struct grid *grid = grid_from_word(word, settings->cells, settings->surface, error);
    if (!grid) {
        fprintf(stderr, _("grid make: %s\n"), error);
        return FAULT;
    }
    char *text = grid_to_ini(grid);
    if (text)
        printf("; made from the word %s: %d cells, %s\n%s", word, grid->cells,
               surface_names[grid->surface], text);
    else
        fprintf(stderr, _("grid make: out of memory\n"));
    int status = text ? OK : FAULT;
    free(text);
    grid_free(grid);
    return status;
}

/* ---- the command line
 * ---------------------------------------------------------------------------- */

static const struct action {
    const char *name;
    int least, most; /* arguments */
    int (*run)(int count, char **arguments, const struct settings *settings);
    const char *options; /* that it has */
    const char *arguments, *help;
} actions[] = {
    {"list", 0, 0, run_list, "", "", N_("list the boards that are shipped")},
    {"show", 1, 8, run_show, "", N_("NAME"),
     N_("print what a board is: file, shape, library, word")},
    {"draw", 1, 8, run_draw, "vta", N_("NAME"), N_("draw it on the terminal, or with --svg")},
    {"check", 1, 100000, run_check, "", N_("FILE..."), N_("look for every fault in grid files")},
    {"make", 1, 1, run_make, "cs", N_("WORD"),
     N_("write the board made from a word as a grid file")},
};
static const struct option options[] = {{"cells", required_argument, NULL, 'c'},
                                        {"surface", required_argument, NULL, 's'},
                                        {"svg", required_argument, NULL, 'v'},
                                        {"theme", required_argument, NULL, 't'},
                                        {"ascii", no_argument, NULL, 'a'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
enum { ACTIONS = sizeof actions / sizeof actions[0], OPTIONS = sizeof options / sizeof options[0] };

static void print_help(FILE *file) {
    fprintf(file, _("Usage: triancey-referee grid ACTION [ARGUMENT...]\n\n"));
    for (int i = 0; i < ACTIONS; i++) {
        fprintf(file, "  %-5s ", actions[i].name);
        text_print_left(file, 10, *actions[i].arguments ? _(actions[i].arguments) : "");
        fprintf(file, " %s\n", _(actions[i].help));
    }
    fprintf(file, _("\nOptions of make:\n"
                    "  -c, --cells N         an even number from 8 to 256 (48)\n"
                    "  -s, --surface KIND    torus or cylinder (torus)\n"
                    "Options of draw:\n"
                    "  -v, --svg FILE        as SVG into a file, - for standard output\n"
                    "  -t, --theme THEME     of the SVG: auto, light or dark (auto)\n"
                    "  -a, --ascii           on the terminal: no other characters\n"
                    "\n  -h, --help            print this\n"));
}

void command_grid_words(FILE *file) {
    for (int i = 0; i < ACTIONS; i++)
        fprintf(file, "%s\n", actions[i].name);
    for (const struct option *option = options; option->name; option++)
        fprintf(file, "--%s\n", option->name);
}

static int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int complain(const char *format, ...) {
    char text[REFEREE_ERROR_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, _("grid: %s; `triancey-referee grid --help` lists what there is\n"), text);
    return USAGE;
}

/* -1 to go on, else the exit status. */
static int read_option(int option, struct settings *settings) {
    char *end;
    switch (option) {
    case 'h':
        print_help(stdout);
        return OK;
    case 'c': {
        long cells = strtol(optarg, &end, 10);
        if (end == optarg || *end || cells < 8 || cells > GRID_CELLS_MAX || cells % 2)
            return complain(_("--cells needs an even number from 8 to 256, not %s"), optarg);
        settings->cells = (int)cells;
        break;
    }
    case 's':
        if (strcmp(optarg, "torus") == 0)
            settings->surface = GRID_TORUS;
        else if (strcmp(optarg, "cylinder") == 0)
            settings->surface = GRID_CYLINDER;
        else
            return complain(_("--surface needs torus or cylinder, not %s"), optarg);
        break;
    case 'v':
        settings->svg = optarg;
        break;
    case 't':
        if (!svg_theme_find(optarg, &settings->theme))
            return complain(_("--theme needs auto, light or dark, not %s"), optarg);
        break;
    case 'a':
        settings->ascii = true;
        break;
    default:
        return complain(_("unknown option, or one without its value"));
    }
    return -1;
}

/* The name of an option that was given and that the action does not have; NULL: there is none. */
static const char *foreign_option(const struct action *action, const char *given) {
    for (; *given; given++)
        for (const struct option *option = options; option->name; option++)
            if (option->val == *given && !strchr(action->options, *given))
                return option->name;
    return NULL;
}

static int run_action(const struct action *action, int count, char **arguments, const char *given,
                      const struct settings *settings) {
    const char *foreign = foreign_option(action, given);
    if (count < action->least)
        return complain(_("%s needs an argument"), action->name);
    if (count > action->most)
        return complain(_("%s has too many arguments"), action->name);
    if (foreign)
        return complain(_("%s has no option --%s"), action->name, foreign);
    if (strchr(given, 't') && !settings->svg)
        return complain(_("--%s belongs to --svg"), "theme");
    if (settings->ascii && settings->svg)
        return complain(_("--ascii is for the terminal, not for --svg"));
    return action->run(count, arguments, settings);
}

int command_grid(int argc, char **argv) {
    struct settings settings = {.cells = 48, .surface = GRID_TORUS, .theme = SVG_AUTO};
    char given[OPTIONS] = ""; /* the letters of the options */
    optind = 0;               /* glibc: begin anew, for main.c has read its own options */
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "c:s:v:t:ah", options, NULL)) != -1;) {
        int status = read_option(option, &settings);
        if (status >= 0)
            return status;
        if (!strchr(given, option))
            given[strlen(given)] = (char)option;
    }
    if (optind >= argc)
        return complain(_("say list, show NAME, draw NAME, check FILE... or make WORD"));
    const char *name = argv[optind++];
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(name, actions[i].name) == 0)
            return run_action(&actions[i], argc - optind, argv + optind, given, &settings);
    return complain(_("there are the actions list, show, draw, check, make, but not %s"), name);
}
