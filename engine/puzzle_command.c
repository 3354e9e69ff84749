/* puzzle_command.c - `triancey-engine puzzle`: solves puzzles of Trioker.
 *
 * A solution is one line, CELL:abc for every cell; all other lines begin with a word. With --json
 * every line is an object, the last one has the result.
 */
#include "engine/commands.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/values.h"
#include "engine/player/stopwatch.h"
#include "engine/trioker/odds.h"
#include "engine/trioker/puzzle.h"
#include "games/trioker_shape.h"
#include "grids/grid.h"

/* What the command line asks for. */
struct request {
    const char *shape;
    bool list, tip, count, all, unique, json;
    bool joker_given;
    uint8_t joker[2];
    int64_t drawn; /* --odds; 0: not asked for */
    int64_t limit; /* of solutions; 0: none */
    int64_t threads;
    const char *laid_words, *pieces_words; /* NULL: not given; read once the Joker is known */

    uint32_t given; /* cells whose pieces are laid */
    struct puzzle_solution laid;
    trioker_set pieces; /* to choose from; 0: those of the shape */
};

struct printer {
    const struct request *request;
    const struct puzzle_task *task;
    struct puzzle_turn turns[PUZZLE_TURNS_MAX];
    int turn_count;
    bool on_line; /* a line of progress stands on the terminal */
};

/* Ctrl-C stops the search; what it has found by then is printed. */
static struct stopwatch watch;

static void stop(int number) {
    (void)number;
    stopwatch_stop(&watch); /* one atomic store. NOLINT(bugprone-signal-handler) */
}

/* ---- the command line ------------------------------------------------------------------------ */

enum {
    OF_COUNT,
    OF_ALL,
    OF_UNIQUE,
    OF_JOKER,
    OF_TIP,
    OF_ODDS,
    OF_LIMIT,
    OF_LAID,
    OF_PIECES,
    OF_THREADS,
    OF_JSON,
    OF_LIST
};
const struct command command_puzzle = {
    .name = "puzzle",
    .summary = N_("solve puzzles of Trioker"),
    .words = {.text = N_("[SHAPE]"), .most = 100},
    .about = N_("Fills a shape with pieces of Trioker; without an option it finds one solution or "
                "proves that there is none. SHAPE is a name from --list, a file, or a shape such "
                "as `triangle 4`, `hexagon 2`, `parallelogram 3x4`."),
    .option = {[OF_COUNT] = {"count", .about = N_("count all solutions")},
               [OF_ALL] = {"all", .about = N_("list all solutions")},
               [OF_UNIQUE] = {"unique",
                              .about = N_("only one of those that are rotations of each other")},
               [OF_JOKER] = {"joker", N_("AB"),
                             .about = N_("with a Joker that has the values A and B, such as 23")},
               [OF_TIP] = {"tip", .about = N_("its wild corner must lie on a free tip")},
               [OF_ODDS] = {"odds", N_("N"),
                            .about = N_("how often N pieces drawn at random can fill the shape")},
               [OF_LIMIT] = {"limit", N_("N"), .about = N_("stop after N solutions")},
               [OF_LAID] = {"laid", N_("CELL:abc..."),
                            .about = N_("these pieces are already there")},
               [OF_PIECES] = {"pieces", N_("abc..."),
                              .about = N_("to choose from, instead of those of the shape")},
               [OF_THREADS] = {"threads", N_("N"), .about = N_("number of threads (1)")},
               [OF_JSON] = {"json", .about = N_("for programs: one object per line")},
               [OF_LIST] = {"list", .about = N_("the included puzzles")}},
};

static int complain(const char *what, const char *value) {
    struct error error;
    error_set(&error, "%.60s: %s", value, what);
    return command_complain(&command_puzzle, error.text, EXIT_USAGE);
}

/* Reads pieces, or pieces on cells, separated by blanks. */
static bool read_pieces(struct request *request, const uint8_t joker[2], const char *words,
                        bool laid) {
    for (words += strspn(words, " "); *words; words += strspn(words, " ")) {
        char word[16];
        int length = (int)strcspn(words, " ");
        if (length >= (int)sizeof word)
            return false;
        snprintf(word, sizeof word, "%.*s", length, words);
        words += length;
        char *colon = strchr(word, ':');
        int64_t cell = 0;
        int piece, rotation;
        if (laid != (colon != NULL))
            return false;
        if (laid)
            *colon = '\0';
        if ((laid &&
             (!value_number(word, 0, PUZZLE_CELLS_MAX - 1, &cell) || request->given >> cell & 1)) ||
            !trioker_piece_read(joker, laid ? colon + 1 : word, &piece, &rotation))
            return false;
        if (!laid) {
            request->pieces |= UINT32_C(1) << piece;
            continue;
        }
        request->given |= UINT32_C(1) << cell;
        request->laid.piece[cell] = (int8_t)piece;
        request->laid.rotation[cell] = (int8_t)rotation;
    }
    return laid || request->pieces;
}

/* Reads the options that have values. Returns an exit status, or -1 to go on. */
static int read_values(struct request *request, const char *const value[COMMAND_OPTIONS_MAX]) {
    if (value[OF_JOKER] && !trioker_joker_read(value[OF_JOKER], request->joker))
        return complain(_("a Joker has two values from 0 to 3, such as 23"), value[OF_JOKER]);
    if (value[OF_ODDS] && !value_number(value[OF_ODDS], 1, TRIOKER_PIECES + 1, &request->drawn))
        return complain(_("from 1 to 25 pieces can be drawn"), value[OF_ODDS]);
    if (value[OF_LIMIT] && !value_number(value[OF_LIMIT], 1, INT64_MAX, &request->limit))
        return complain(_("must be a whole number of at least 1"), value[OF_LIMIT]);
    if (value[OF_THREADS] && !value_number(value[OF_THREADS], 1, 64, &request->threads))
        return complain(_("there can be 1 to 64 threads"), value[OF_THREADS]);
    return -1;
}

/* Joins the words of a shape, as in `puzzle hexagon 2 --count`. */
static int read_request(struct request *request, int argc, char **argv, char *shape, size_t size) {
    struct arguments arguments = command_arguments(&command_puzzle, argc, argv);
    const char *const *value = arguments.value;
    int status = command_read(&arguments);
    size_t length = 0;
    if (status >= 0)
        return status;
    request->count = value[OF_COUNT];
    request->all = value[OF_ALL];
    request->unique = value[OF_UNIQUE];
    request->joker_given = value[OF_JOKER];
    request->tip = value[OF_TIP];
    request->json = value[OF_JSON];
    request->list = value[OF_LIST];
    request->laid_words = value[OF_LAID];
    request->pieces_words = value[OF_PIECES];
    status = read_values(request, value);
    if (status >= 0)
        return status;
    shape[0] = '\0';
    for (int i = 0; i < arguments.words && length < size; i++)
        length += (size_t)snprintf(shape + length, size - length, "%s%s", i ? " " : "",
                                   arguments.word[i]);
    request->shape = shape;
    if (length >= size)
        return complain(_("there is no such shape"), shape);
    return length > 0 || request->list
               ? -1
               : command_complain(&command_puzzle,
                                  _("a shape, or --list, is missing; puzzle --help says more"),
                                  EXIT_USAGE);
}

/* ---- printing -------------------------------------------------------------------------------- */

static void clear_progress(struct printer *printer) {
    if (printer->on_line)
        fputs("\r\033[K", stderr);
    printer->on_line = false;
}

static void print_progress(void *context, const struct puzzle_progress *progress) {
    struct printer *printer = context;
    clear_progress(printer);
    fprintf(stderr, _("parts %d of %d, solutions %" PRIu64 ", %.0f s"), progress->done,
            progress->parts, progress->solutions, progress->seconds);
    printer->on_line = true;
}

static bool print_solution(void *context, const struct puzzle_solution *solution) {
    struct printer *printer = context;
    const struct puzzle_task *task = printer->task;
    int cells = task->grid->cells;
    struct json json = {.comma = false};
    char line[PUZZLE_CELLS_MAX * PUZZLE_PIECE_TEXT] = "";
    if (printer->request->unique &&
        !puzzle_is_first(solution, cells, printer->turns, printer->turn_count))
        return true;
    for (int cell = 0, length = 0; cell < cells; cell++) {
        char text[PUZZLE_PIECE_TEXT];
        puzzle_write_piece(solution, cell, task->joker, text);
        length +=
            snprintf(line + length, sizeof line - (size_t)length, "%s%s", cell ? " " : "", text);
    }
    clear_progress(printer);
    if (!printer->request->json)
        return puts(line) >= 0;
    json_open(&json, NULL, '{');
    json_string(&json, "solution", line);
    json_close(&json, '}');
    return json_write(&json, stdout);
}

static uint64_t up_to_rotation(const struct printer *printer, uint64_t solutions) {
    return solutions / (uint64_t)printer->turn_count;
}

static void print_result(const struct printer *printer, const struct puzzle_result *result) {
    if (result->complete && result->solutions == 0)
        printf(_("none: no solution exists\n"));
    else if (result->complete)
        printf(_("solutions %" PRIu64 ", up to rotation (%d) %" PRIu64 "\n"), result->solutions,
               printer->turn_count, up_to_rotation(printer, result->solutions));
    else if (printer->task->limit == 0)
        printf(_("solutions at least %" PRIu64 "\n"), result->solutions);
    if (result->with_joker > 0 && result->with_joker < result->solutions)
        printf(_("joker in %" PRIu64 " of them\n"), result->with_joker);
    printf(_("nodes %" PRIu64 ", time %.3f s\n"), result->nodes, result->seconds);
}

static void add_result(struct json *json, const struct printer *printer,
                       const struct puzzle_result *result) {
    json_integer(json, "solutions", (int64_t)result->solutions);
    if (result->complete)
        json_integer(json, "up_to_rotation", (int64_t)up_to_rotation(printer, result->solutions));
    json_integer(json, "with_joker", (int64_t)result->with_joker);
    json_bool(json, "complete", result->complete);
    json_integer(json, "nodes", (int64_t)result->nodes);
    json_real(json, "seconds", result->seconds);
}

static void add_shape(struct json *json, const struct trioker_shape *shape,
                      const struct printer *printer) {
    json_string(json, "shape", shape->grid->name);
    json_integer(json, "cells", shape->grid->cells);
    json_integer(json, "pieces", __builtin_popcount(shape->pieces));
    json_integer(json, "free_tips", puzzle_free_tips(shape->grid));
    json_integer(json, "rotations", printer->turn_count);
}

static void print_shape(const struct trioker_shape *shape) {
    bool joker = shape->pieces >> TRIOKER_JOKER & 1;
    printf(_("shape %s: %d cells, free tips %d; pieces %d%s\n"), shape->grid->name,
           shape->grid->cells, puzzle_free_tips(shape->grid), __builtin_popcount(shape->pieces),
           joker ? _(", with the Joker") : "");
}

/* ---- doing it -------------------------------------------------------------------------------- */

static int puzzle_command_fail(const char *error) {
    return command_complain(&command_puzzle, error, EXIT_FAILED);
}

static int tell_odds(const struct request *request, const struct trioker_shape *shape,
                     const struct puzzle_task *task, const struct printer *printer) {
    struct error error;
    struct odds_result odds;
    if (!puzzle_odds(task, (int)request->drawn, &odds, &error))
        return puzzle_command_fail(error.text);
    if (!odds.search.complete)
        return puzzle_command_fail(_("stopped"));
    double share = (double)odds.good / (double)odds.all;
    if (request->json) {
        struct json json = {.comma = false};
        json_open(&json, NULL, '{');
        add_shape(&json, shape, printer);
        json_integer(&json, "drawn", request->drawn);
        json_integer(&json, "good", (int64_t)odds.good);
        json_integer(&json, "all", (int64_t)odds.all);
        json_real(&json, "probability", share);
        json_close(&json, '}');
        return json_write(&json, stdout) ? EXIT_FINE : EXIT_FAILED;
    }
    print_shape(shape);
    printf(_("pieces drawn %d: %" PRIu64 " of %" PRIu64 " sets can fill it (%.4f %%)\n"),
           (int)request->drawn, odds.good, odds.all, 100 * share);
    printf(_("sets of %d pieces that fill it exactly: %" PRIu64 "; solutions: %" PRIu64 "\n"),
           shape->grid->cells, odds.fitting, odds.search.solutions);
    printf(_("nodes %" PRIu64 ", time %.3f s\n"), odds.search.nodes, odds.search.seconds);
    return EXIT_FINE;
}

static int solve(const struct request *request, const struct trioker_shape *shape,
                 struct puzzle_task *task, struct printer *printer) {
    struct error error;
    struct puzzle_result result;
    bool count = request->count || request->unique;
    task->limit = request->limit ? (uint64_t)request->limit : request->all || count ? 0 : 1;
    task->given = request->given;
    task->laid = &request->laid;
    if (request->all || !count)
        task->found = print_solution;
    if (!request->json)
        print_shape(shape);
    bool solved = puzzle_solve(task, &result, &error);
    clear_progress(printer);
    if (!solved)
        return puzzle_command_fail(error.text);
    bool stopped = !result.complete && !(task->limit && result.solutions == task->limit);
    if (request->json) {
        struct json json = {.comma = false};
        json_open(&json, NULL, '{');
        add_shape(&json, shape, printer);
        add_result(&json, printer, &result);
        json_close(&json, '}');
        if (!json_write(&json, stdout))
            return EXIT_FAILED;
    } else {
        print_result(printer, &result);
    }
    return stopped ? puzzle_command_fail(_("stopped")) : EXIT_FINE;
}

/* Changes the shape as the command line says, which names the Joker by its values. Returns an exit
 * status, or -1 to go on. */
static int take_pieces(struct request *request, struct trioker_shape *shape) {
    if (shape->grid->cells < 2)
        return puzzle_command_fail(_("a puzzle has at least two cells"));
    if (request->joker_given)
        memcpy(shape->joker, request->joker, sizeof shape->joker);
    for (int laid = 0; laid < 2; laid++) {
        const char *words = laid ? request->laid_words : request->pieces_words;
        if (words && !read_pieces(request, shape->joker, words, laid))
            return complain(_("pieces are written like 012, the Joker with its values like *23, "
                              "and placed pieces like 7:012"),
                            words);
    }
    if (shape->grid->cells < 32 && request->given >> shape->grid->cells)
        return puzzle_command_fail(_("a piece lies on a cell that the shape does not have"));
    if (request->pieces)
        shape->pieces = request->pieces;
    shape->pieces |= (trioker_set)request->joker_given << TRIOKER_JOKER;
    shape->wild_at_tip |= request->tip;
    return -1;
}

static int do_task(const struct request *request, const struct trioker_shape *shape) {
    static struct printer printer;
    struct puzzle_task task = {.grid = shape->grid,
                               .pieces = shape->pieces,
                               .joker = {shape->joker[0], shape->joker[1]},
                               .wild = shape->wild_at_tip ? PUZZLE_WILD_TIP : PUZZLE_WILD_ANYWHERE,
                               .threads = (int)request->threads,
                               .progress = isatty(STDERR_FILENO) ? print_progress : NULL,
                               .context = &printer,
                               .watch = &watch,
                               .hard = INT64_MAX};
    printer = (struct printer){.request = request, .task = &task};
    if (shape->grid->cells <= PUZZLE_CELLS_MAX && shape->grid->corners > 0)
        printer.turn_count = puzzle_turns(shape->grid, printer.turns);
    signal(SIGINT, stop);
    int status = request->drawn ? tell_odds(request, shape, &task, &printer)
                                : solve(request, shape, &task, &printer);
    signal(SIGINT, SIG_DFL);
    return status;
}

static int do_shape(struct request *request) {
    struct trioker_shape shape;
    struct error error;
    if (!trioker_shape_find(request->shape, &shape, &error))
        return puzzle_command_fail(error.text);
    int status = take_pieces(request, &shape);
    if (status < 0)
        status = do_task(request, &shape);
    trioker_shape_free(&shape);
    return status;
}

static int list_shapes(const struct request *request) {
    char **names = trioker_shape_names();
    int status = names ? EXIT_FINE : puzzle_command_fail(_("out of memory"));
    if (names && !names[0])
        status = puzzle_command_fail(_("no puzzles found; set TRIANCEY_DATADIR to their folder"));
    for (int i = 0; names && names[i]; i++) {
        struct trioker_shape shape;
        struct json json = {.comma = false};
        struct error error;
        if (!trioker_shape_find(names[i], &shape, &error)) {
            status = puzzle_command_fail(error.text);
            continue;
        }
        if (request->json) {
            json_open(&json, NULL, '{');
            json_string(&json, "name", names[i]);
            json_string(&json, "title", shape.title);
            json_integer(&json, "cells", shape.grid->cells);
            json_integer(&json, "pieces", __builtin_popcount(shape.pieces));
            json_integer(&json, "free_tips", puzzle_free_tips(shape.grid));
            json_bool(&json, "joker", shape.pieces >> TRIOKER_JOKER & 1);
            json_integer(&json, "solutions", shape.solutions);
            json_integer(&json, "nodes", shape.nodes);
            json_close(&json, '}');
            json_write(&json, stdout);
        } else {
            printf(ngettext("%-18s %2d cells, %2d pieces, %6" PRId64 " solution,  %8" PRId64
                            " nodes  %s\n",
                            "%-18s %2d cells, %2d pieces, %6" PRId64 " solutions, %8" PRId64
                            " nodes  %s\n",
                            (unsigned long)shape.solutions),
                   names[i], shape.grid->cells, __builtin_popcount(shape.pieces), shape.solutions,
                   shape.nodes, shape.title);
        }
        trioker_shape_free(&shape);
    }
    free(names);
    return status;
}

int puzzle_command(const struct evaluate_settings *settings, int argc, char **argv) {
    (void)settings;
    struct request request = {.threads = 1};
    char shape[256];
    int status = read_request(&request, argc, argv, shape, sizeof shape);
    if (status >= 0)
        return status;
    stopwatch_reset(&watch);
    return request.list ? list_shapes(&request) : do_shape(&request);
}
