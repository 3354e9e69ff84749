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
    const char *const *value; /* of the options */
    char shape[256];
    uint8_t joker[2];
    int64_t drawn; /* --odds; 0: not asked for */
    int64_t limit; /* of solutions; 0: none */
    int64_t threads;
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

static bool puzzle_refuse(struct error *error, const char *value, const char *why) {
    return error_set(error, "%.60s: %s", value, why);
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

/* Joins the words of a shape, as in `puzzle hexagon 2 --count`. */
static bool read_request(struct request *request, const struct arguments *arguments,
                         struct error *error) {
    const char *const *value = arguments->value;
    size_t length = 0;
    if (value[OF_JOKER] && !trioker_joker_read(value[OF_JOKER], request->joker))
        return puzzle_refuse(error, value[OF_JOKER],
                             _("a Joker has two values from 0 to 3, such as 23"));
    if (value[OF_ODDS] && !value_number(value[OF_ODDS], 1, TRIOKER_PIECES + 1, &request->drawn))
        return puzzle_refuse(error, value[OF_ODDS], _("from 1 to 25 pieces can be drawn"));
    if (value[OF_LIMIT] && !value_number(value[OF_LIMIT], 1, INT64_MAX, &request->limit))
        return puzzle_refuse(error, value[OF_LIMIT], _("must be a whole number of at least 1"));
    if (value[OF_THREADS] && !value_number(value[OF_THREADS], 1, 64, &request->threads))
        return puzzle_refuse(error, value[OF_THREADS], _("there can be 1 to 64 threads"));
    for (int i = 0; i < arguments->words && length < sizeof request->shape; i++)
        length += (size_t)snprintf(request->shape + length, sizeof request->shape - length, "%s%s",
                                   i ? " " : "", arguments->word[i]);
    if (length >= sizeof request->shape)
        return puzzle_refuse(error, request->shape, _("there is no such shape"));
    return length > 0 || value[OF_LIST] ||
           error_set(error, _("a shape, or --list, is missing; puzzle --help says more"));
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
    char line[PUZZLE_CELLS_MAX * PUZZLE_PIECE_TEXT] = "";
    if (printer->request->value[OF_UNIQUE] &&
        !puzzle_is_first(solution, cells, printer->turns, printer->turn_count))
        return true;
    for (int cell = 0, length = 0; cell < cells; cell++) {
        char text[PUZZLE_PIECE_TEXT];
        puzzle_write_piece(solution, cell, task->joker, text);
        length +=
            snprintf(line + length, sizeof line - (size_t)length, "%s%s", cell ? " " : "", text);
    }
    clear_progress(printer);
    if (!printer->request->value[OF_JSON])
        return puts(line) >= 0;
    struct json json = json_new_object();
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

/* Each of these returns false if it failed: with a message, or without one if the output could not
 * be written. */

static bool tell_odds(const struct request *request, const struct trioker_shape *shape,
                      const struct puzzle_task *task, const struct printer *printer,
                      struct error *error) {
    struct odds_result odds;
    if (!puzzle_odds(task, (int)request->drawn, &odds, error))
        return false;
    if (!odds.search.complete)
        return error_set(error, _("stopped"));
    double share = (double)odds.good / (double)odds.all;
    if (request->value[OF_JSON]) {
        struct json json = json_new_object();
        add_shape(&json, shape, printer);
        json_integer(&json, "drawn", request->drawn);
        json_integer(&json, "good", (int64_t)odds.good);
        json_integer(&json, "all", (int64_t)odds.all);
        json_real(&json, "probability", share);
        json_close(&json, '}');
        return json_write(&json, stdout);
    }
    print_shape(shape);
    printf(_("pieces drawn %d: %" PRIu64 " of %" PRIu64 " sets can fill it (%.4f %%)\n"),
           (int)request->drawn, odds.good, odds.all, 100 * share);
    printf(_("sets of %d pieces that fill it exactly: %" PRIu64 "; solutions: %" PRIu64 "\n"),
           shape->grid->cells, odds.fitting, odds.search.solutions);
    printf(_("nodes %" PRIu64 ", time %.3f s\n"), odds.search.nodes, odds.search.seconds);
    return true;
}

static bool solve(const struct request *request, const struct trioker_shape *shape,
                  struct puzzle_task *task, struct printer *printer, struct error *error) {
    struct puzzle_result result;
    bool count = request->value[OF_COUNT] || request->value[OF_UNIQUE];
    bool all = request->value[OF_ALL], as_json = request->value[OF_JSON];
    task->limit = request->limit ? (uint64_t)request->limit : all || count ? 0 : 1;
    task->given = request->given;
    task->laid = &request->laid;
    if (all || !count)
        task->found = print_solution;
    if (!as_json)
        print_shape(shape);
    bool solved = puzzle_solve(task, &result, error);
    clear_progress(printer);
    if (!solved)
        return false;
    bool stopped = !result.complete && !(task->limit && result.solutions == task->limit);
    if (as_json) {
        struct json json = json_new_object();
        add_shape(&json, shape, printer);
        add_result(&json, printer, &result);
        json_close(&json, '}');
        if (!json_write(&json, stdout))
            return false;
    } else {
        print_result(printer, &result);
    }
    return !stopped || error_set(error, _("stopped"));
}

/* Changes the shape as the command line says, which names the Joker by its values. Returns an exit
 * status, or -1 to go on. */
static int take_pieces(struct request *request, struct trioker_shape *shape, struct error *error) {
    const char *const words[] = {request->value[OF_PIECES], request->value[OF_LAID]};
    if (shape->grid->cells < 2) {
        error_set(error, _("a puzzle has at least two cells"));
        return EXIT_FAILED;
    }
    if (request->value[OF_JOKER])
        memcpy(shape->joker, request->joker, sizeof shape->joker);
    for (int laid = 0; laid < 2; laid++) {
        if (!words[laid] || read_pieces(request, shape->joker, words[laid], laid))
            continue;
        puzzle_refuse(error, words[laid],
                      _("pieces are written like 012, the Joker with its values like *23, "
                        "and placed pieces like 7:012"));
        return EXIT_USAGE;
    }
    if (shape->grid->cells < 32 && request->given >> shape->grid->cells) {
        error_set(error, _("a piece lies on a cell that the shape does not have"));
        return EXIT_FAILED;
    }
    if (request->pieces)
        shape->pieces = request->pieces;
    shape->pieces |= (trioker_set)(request->value[OF_JOKER] != NULL) << TRIOKER_JOKER;
    shape->wild_at_tip |= request->value[OF_TIP] != NULL;
    return -1;
}

static bool do_task(const struct request *request, const struct trioker_shape *shape,
                    struct error *error) {
    static struct printer printer;
    struct puzzle_task task = {.grid = shape->grid,
                               .pieces = shape->pieces,
                               .joker = {shape->joker[0], shape->joker[1]},
                               .wild_at_tip = shape->wild_at_tip,
                               .threads = (int)request->threads,
                               .progress = isatty(STDERR_FILENO) ? print_progress : NULL,
                               .context = &printer,
                               .watch = &watch,
                               .hard = INT64_MAX};
    printer = (struct printer){.request = request, .task = &task};
    if (shape->grid->cells <= PUZZLE_CELLS_MAX && shape->grid->corners > 0)
        printer.turn_count = puzzle_turns(shape->grid, printer.turns);
    signal(SIGINT, stop);
    bool done = request->drawn ? tell_odds(request, shape, &task, &printer, error)
                               : solve(request, shape, &task, &printer, error);
    signal(SIGINT, SIG_DFL);
    return done;
}

static int do_shape(struct request *request, struct error *error) {
    struct trioker_shape shape;
    if (!trioker_shape_find(request->shape, &shape, error))
        return EXIT_FAILED;
    int status = take_pieces(request, &shape, error);
    if (status < 0)
        status = do_task(request, &shape, error) ? EXIT_FINE : EXIT_FAILED;
    trioker_shape_free(&shape);
    return status;
}

static int list_shapes(bool as_json, struct error *error) {
    char **names = trioker_shape_names();
    int status = names && names[0] ? EXIT_FINE : EXIT_FAILED;
    if (!names)
        error_memory(error);
    else if (!names[0])
        error_set(error, _("no puzzles found; set TRIANCEY_DATADIR to their folder"));
    for (int i = 0; names && names[i]; i++) {
        struct trioker_shape shape;
        struct error why;
        if (!trioker_shape_find(names[i], &shape, &why)) {
            status = command_complain(&command_puzzle, why.text, EXIT_FAILED);
            continue;
        }
        if (as_json) {
            struct json json = json_new_object();
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

int puzzle_command(const struct command_settings *settings, struct arguments *arguments) {
    (void)settings;
    struct request request = {.value = arguments->value, .threads = 1};
    if (!read_request(&request, arguments, &arguments->error))
        return EXIT_USAGE;
    stopwatch_reset(&watch);
    return request.value[OF_LIST] ? list_shapes(request.value[OF_JSON], &arguments->error)
                                  : do_shape(&request, &arguments->error);
}
