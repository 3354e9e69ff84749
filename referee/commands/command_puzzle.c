/* command_puzzle.c - `puzzle`: the puzzles of Trioker, to be solved at the prompt. */
#include "config.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "base/text.h"
#include "draw/draw_svg.h"
#include "games/picture.h"
#include "prompt/prompt_words.h"
#include "prompt/puzzle_game.h"
#include "prompt/puzzle_solver.h"
#include "prompt/saved.h"
#include "referee/arguments/defaults.h"
#include "referee/commands/commands.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { JOKER, PATIENCE, SEED, DAY, LIST, SVG, RESUME, NAMED, ASCII };
enum { SHAPE_WORDS = 4, DRAWN = 10 };

static const char patience_shape[] = "hexagon6";

/* ---- which one ------------------------------------------------------------------------------- */

/* From 1 to 5: how many steps a solver needs for each solution; 0: there is no solution. */
static int rate(const struct puzzle_entry *entry) {
    static const int bounds[] = {30, 150, 500, 1500};
    int stars = 1;
    for (int i = 0; i < 4; i++)
        stars += entry->solutions > 0 && entry->nodes / entry->solutions >= bounds[i];
    return entry->solutions > 0 ? stars : 0;
}

enum { NAME_COLUMNS = 15, TITLE_COLUMNS = 28, RATING_COLUMNS = 5, COUNT_COLUMNS = 9 };

static void puzzle_print_row(const char *name, const char *title, const char *rating,
                             const char *pieces, const char *solutions, const char *signs) {
    text_print_left(stdout, NAME_COLUMNS, name);
    putchar(' ');
    text_print_left(stdout, TITLE_COLUMNS, title);
    putchar(' ');
    text_print_left(stdout, RATING_COLUMNS, rating);
    text_print_right(stdout, COUNT_COLUMNS - 1, pieces);
    text_print_right(stdout, COUNT_COLUMNS + 1, solutions);
    printf("%s%s\n", *signs ? "  " : "", signs);
}

static void print_entry(void *context, const struct puzzle_entry *entry) {
    char stars[] = "*****", pieces[12], solutions[24];
    bool *begun = context;
    if (!*begun)
        puzzle_print_row(_("name"), _("title"), _("rated"), _("pieces"), _("solutions"), "");
    *begun = true;
    stars[rate(entry)] = '\0';
    snprintf(pieces, sizeof pieces, "%d", entry->pieces);
    snprintf(solutions, sizeof solutions, "%" PRId64, entry->solutions);
    puzzle_print_row(entry->name, entry->title[0] ? _(entry->title) : "", stars, pieces, solutions,
                     entry->joker && entry->free_tips == 0 ? "J C"
                     : entry->joker                        ? "J"
                     : entry->free_tips == 0               ? "C"
                                                           : "");
}

static bool print_list(const atomic_int *stop, struct error *error) {
    bool begun = false, done = puzzle_list(stop, print_entry, &begun, error);
    if (done)
        say(_("J: a Joker is among the pieces. C: no tip of the shape is free, a puzzle for "
              "champions.\n"));
    return done;
}

/* The quick ones: those that fit into a break, and have a solution. */
struct choice {
    uint64_t day;
    int quick;
    char name[64];
};

static bool is_quick(const struct puzzle_entry *entry) {
    return entry->pieces <= 21 && !entry->joker && entry->solutions > 0;
}

static void count_entry(void *context, const struct puzzle_entry *entry) {
    struct choice *choice = context;
    choice->quick += is_quick(entry);
}

static void choose_entry(void *context, const struct puzzle_entry *entry) {
    struct choice *choice = context;
    if (is_quick(entry) && choice->day-- == 0)
        strcpy(choice->name, entry->name);
}

/* The puzzle of a day is one and the same everywhere. */
static bool find_of_day(const char *day, const atomic_int *stop, char name[64],
                        struct error *error) {
    struct choice choice = {.quick = 0};
    int year, month, date;
    sscanf(day, "%d-%d-%d", &year, &month, &date);
    if (!puzzle_list(stop, count_entry, &choice, error))
        return false;
    if (choice.quick == 0)
        return error_set(error, _("no puzzle is short enough for a day"));
    choice.day =
        random_mix((uint64_t)((year * 12 + month) * 31 + date), 0) % (unsigned)choice.quick;
    if (!puzzle_list(stop, choose_entry, &choice, error))
        return false;
    say(_("The puzzle of %.10s: %s.\n"), day, choice.name);
    strcpy(name, choice.name);
    return true;
}

/* ---- patience -------------------------------------------------------------------------------- */

/* Ten of the 24 pieces, each set as probable as the others. */
static trioker_set draw_pieces(uint64_t seed) {
    struct random random;
    trioker_set drawn = 0;
    random_seed(&random, seed);
    for (int left = DRAWN; left > 0;) {
        trioker_set piece = UINT32_C(1) << random_below(&random, TRIOKER_PIECES);
        left -= !(drawn & piece);
        drawn |= piece;
    }
    return drawn;
}

static bool open_patience(struct puzzle_game *puzzle, const char *shape, uint64_t seed,
                          const atomic_int *stop, struct error *error) {
    int64_t good, all;
    if (!puzzle_ask_odds(shape, DRAWN, stop, &good, &all, error) ||
        !puzzle_game_open(puzzle, shape, false, draw_pieces(seed), error))
        return false;
    say(_("Ten pieces were drawn; of %" PRId64 " such draws %" PRId64
          " can fill the shape: %.2f %%.\n"),
        all, good, all ? 100.0 * (double)good / (double)all : 0);
    return true;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool open_puzzle(const struct arguments *arguments, int seed, const char *day,
                        struct puzzle_game *puzzle, const char *kept, const atomic_int *stop,
                        struct error *error) {
    const char *const *value = arguments->value;
    struct text name = {0};
    char of_day[64];
    for (int i = 0; i < arguments->words; i++)
        text_addf(&name, "%s%s", i ? " " : "", arguments->word[i]);
    const char *shape = text_get(&name);
    bool done;
    if (value[RESUME])
        done = *shape || kept ? puzzle_game_load(puzzle, *shape ? shape : kept, value[NAMED], error)
                              : error_set(error, _("no puzzle is kept"));
    else if (value[PATIENCE])
        done = open_patience(puzzle, *shape ? shape : patience_shape, (uint64_t)seed, stop, error);
    else
        done = (*shape || find_of_day(day, stop, of_day, error)) &&
               puzzle_game_open(puzzle, *shape ? shape : of_day, value[JOKER] != NULL, 0, error);
    text_free(&name);
    return done;
}

/* Lays a solution of what lies there. */
static bool lay_solution(struct puzzle_game *puzzle, const atomic_int *stop, struct error *error) {
    struct puzzle_solutions solutions;
    char *save = NULL;
    if (!puzzle_solve_rest(puzzle, 1, stop, &solutions, error))
        return false;
    bool done = solutions.count > 0 || error_set(error, _("%s has no solution"), puzzle->name);
    while (done && puzzle_game_take_back(puzzle, -1))
        ;
    for (char *word = done ? strtok_r(solutions.all.bytes, " \n", &save) : NULL; done && word;
         word = strtok_r(NULL, " \n", &save))
        done = puzzle_game_lay(puzzle, word, error);
    text_free(&solutions.all);
    return done;
}

static bool draw_solution(struct puzzle_game *puzzle, const char *path, const atomic_int *stop,
                          struct error *error) {
    struct picture *picture = needed(malloc(sizeof *picture));
    const struct svg_words words = {puzzle->shape.title[0] ? _(puzzle->shape.title) : puzzle->name,
                                    NULL};
    bool done = lay_solution(puzzle, stop, error) &&
                (puzzle_game_picture(puzzle, picture) ||
                 error_set(error, _("%s has no coordinates to draw it by"), puzzle->name));
    if (done) {
        picture->sides = 0; /* nobody plays, and there is no last piece */
        for (int i = 0; i < picture->cells; i++)
            picture->cell[i].marks = 0;
        done = draw_svg_save(path, picture, SVG_AUTO, &words, error);
    }
    free(picture);
    return done;
}

/* What does not go together; NULL: all does. */
static const char *find_clash(const struct arguments *arguments) {
    const char *const *value = arguments->value;
    if (value[PATIENCE] && (value[JOKER] || value[DAY]))
        return _("--patience draws its own pieces");
    if (value[SEED] && !value[PATIENCE])
        return _("--seed needs --patience");
    if (value[RESUME] && (value[JOKER] || value[PATIENCE] || value[DAY]))
        return _("with --resume, only --ascii, --svg and --shape may be given");
    if (value[NAMED] && !value[RESUME])
        return _("--shape needs --resume");
    if (value[DAY] && arguments->words)
        return _("--day has a SHAPE of its own");
    return NULL;
}

static int puzzle_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct puzzle_game puzzle = {.moves = 0};
    const char *const *value = arguments->value, *clash = find_clash(arguments);
    char day[CALENDAR_TIME_SIZE];
    int seed;
    if ((clash && !error_set(error, "%s", clash)) ||
        !arguments_number(arguments, SEED, 0, INT_MAX, (int)(clock_wall_us() / 1000000 & INT_MAX),
                          &seed, error) ||
        (value[DAY] ? !calendar_read(value[DAY], day, error) : !calendar_now(day)))
        return EXIT_USAGE;
    if (value[LIST])
        return print_list(stop, error) ? EXIT_FINE : EXIT_FAILED;
    char *kept = saved_folder_path("puzzle.kept");
    bool done = open_puzzle(arguments, seed, day, &puzzle, kept, stop, error);
    if (done && value[SVG])
        done = draw_solution(&puzzle, value[SVG], stop, error);
    else if (done)
        puzzle_prompt(&puzzle, kept, defaults_ascii(value[ASCII]), stop);
    int status = done ? EXIT_FINE : EXIT_FAILED;
    if (done && atomic_load(stop))
        status = EXIT_SIGNAL + atomic_load(stop);
    if (puzzle.board)
        puzzle_game_close(&puzzle);
    free(kept);
    return status;
}

const struct command command_puzzle = {
    .name = "puzzle",
    .summary = N_("solve puzzles of Trioker"),
    .words = {N_("[SHAPE]"), "@puzzles *", 0, SHAPE_WORDS},
    .about = N_("Fill a shape with pieces so that corners that meet have the same value; type "
                "help there.\nSHAPE is a name from --list, a file, or a shape such as `hexagon 2`; "
                "without it, the puzzle\nof the day is played. With --resume, it is the file of a "
                "puzzle that was kept."),
    .option = {[JOKER] = {"joker", .about = N_("a Joker may be placed, too")},
               [PATIENCE] = {"patience",
                             .about =
                                 N_("with ten pieces drawn at random; without SHAPE, a hexagon")},
               [SEED] = {"seed", N_("N"),
                         .about = N_("the seed of the draw; a new one each time if not given")},
               [DAY] = {"day", "2010-11-07", .about = N_("the puzzle of another day")},
               [LIST] = {"list", .about = N_("list the included puzzles, rated * to *****")},
               [SVG] = {"svg", N_("FILE"),
                        .about = N_("a solution as SVG into a file, - for standard output"),
                        .values = "*"},
               [RESUME] = {"resume", .about = N_("resume the puzzle that was left last")},
               [NAMED] = {"shape", N_("FILE"),
                          .about = N_("the file of its shape, if it is a puzzle from elsewhere"),
                          .values = "*"},
               [ASCII] = {"ascii", .about = N_("draw the board in ASCII")}},
    .run = puzzle_run,
};
