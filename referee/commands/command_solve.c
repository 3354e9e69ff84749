/* command_solve.c - `solve`: finds the exact value of a whole board, or proves a value that was
 * found again. */
#include "config.h"

#include "base/affinity.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/game.h"
#include "grids/grid.h"
#include "referee/commands/commands.h"
#include "referee/commands/dispatch_options.h"
#include "referee/scheduler/submit.h"
#include "referee/solving/solve.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    GAME,
    INTO,
    BOOK,
    STONES,
    JOBS,
    HASH,
    TIME,
    SCHEDULER,
    TASK = SCHEDULER + DISPATCH_ROWS,
    VERIFY,
    SAMPLE,
    JSON,
    QUIET
};

enum {
    JOBS_MAX = 256,
    HASH_USUAL = 256,
    HASH_MAX = 1 << 20,
    TIME_MAX = 100000000,
    SAMPLE_USUAL = 100,
    SAMPLE_MAX = 1000000,
    SEED = 1
};

/* ---- the board ------------------------------------------------------------------------------- */

struct solve_board {
    struct grid *grid;
    struct game_board *board;
};

/* The board that the words name, for the game. */
static bool solve_find_board(const struct arguments *arguments, struct solve_board *found,
                             struct error *error) {
    const char *name = arguments->value[GAME] ? arguments->value[GAME] : GAME_DEFAULT;
    const struct game *game = game_find(name);
    struct text text = {0};
    *found = (struct solve_board){0};
    if (!game)
        return error_set(error, _("--game: there is no game '%s'"), name);
    if (!game->default_grid)
        return error_set(error, _("%s cannot be solved: only Triancey, Selacata and Archipel can"),
                         game->title);
    for (int i = 0; i < arguments->words; i++)
        text_add_word(&text, arguments->word[i]);
    found->grid = grid_find(text_get(&text), error);
    text_free(&text);
    found->board = found->grid ? game_prepare(game, found->grid, 0, error) : NULL;
    return found->board && solve_check(found->board, error);
}

/* ---- what was found -------------------------------------------------------------------------- */

static void add_moves(const struct game_board *board, const struct solve_result *result,
                      struct text *text) {
    struct game_state state;
    board->game->start(board, &state, 1);
    for (int i = 0; i < result->moves; i++) {
        char move[GAME_MOVE_TEXT];
        board->game->format(board, &state, result->line[i], GAME_EVERYBODY, move);
        text_add_word(text, move);
        board->game->play(board, &state, result->line[i]);
    }
}

static void print_json(const struct solve_board *board, const struct solve_result *result,
                       const char *moves) {
    struct json json = json_new_object();
    json_string(&json, "game", board->board->game->name);
    json_string(&json, "board", board->grid->name);
    json_integer(&json, "cells", board->grid->cells);
    json_integer(&json, "low", result->low);
    json_integer(&json, "high", result->high);
    json_string(&json, "line", moves);
    json_integer(&json, "tasks", result->tasks);
    json_integer(&json, "nodes", result->cost.nodes);
    json_integer(&json, "milliseconds", result->cost.ns / 1000000);
    json_close(&json, '}');
    needed_json(&json, stdout);
}

static void print_result(const struct solve_board *board, const struct solve_result *result,
                         const char *moves) {
    printf(_("%s on %s, %d cells: "), board->board->game->title, board->grid->name,
           board->grid->cells);
    if (result->low == result->high)
        printf(_("%d for the player who starts\n"), result->low);
    else
        printf(_("between %d and %d for the player who starts\n"), result->low, result->high);
    if (*moves)
        printf(_("best line: %s\n"), moves);
    printf(_("%" PRId64 " tasks, %" PRId64 " nodes, %.1f s of processor time\n"), result->tasks,
           result->cost.nodes, (double)result->cost.ns / 1e9);
}

/* ---- running --------------------------------------------------------------------------------- */

static bool solve_read_numbers(const struct arguments *arguments, struct solve_request *request,
                               struct error *error) {
    int processors = affinity_processors();
    int jobs = processors < 1 ? 1 : processors > JOBS_MAX ? JOBS_MAX : processors;
    return arguments_number(arguments, STONES, 1, UPPER_STONES_MAX, 0, &request->stones, error) &&
           arguments_number(arguments, JOBS, 1, JOBS_MAX, jobs, &request->threads, error) &&
           arguments_number(arguments, HASH, 1, HASH_MAX, HASH_USUAL, &request->mebibytes, error) &&
           arguments_number(arguments, TIME, 1, TIME_MAX, 0, &request->seconds, error);
}

static int solve_found(const struct arguments *arguments, const struct solve_board *board,
                       const struct solve_request *request, struct error *error) {
    struct solve_result result;
    struct text moves = {0};
    if (!solve_board(request, &result, error))
        return EXIT_FAILED;
    add_moves(board->board, &result, &moves);
    if (arguments->value[JSON])
        print_json(board, &result, text_get(&moves));
    else
        print_result(board, &result, text_get(&moves));
    text_free(&moves);
    error->text[0] = '\0';
    if (atomic_load(request->stop) == 0)
        return EXIT_FINE;
    error_set(error, _("interrupted: the same command goes on"));
    return EXIT_FAILED;
}

/* The words that the command of a task gets besides its file: the board, --game and --hash. */
enum { BOARD_WORDS = 8, PASSED_MAX = BOARD_WORDS + 4 };

static bool solve_read_scheduler(const struct arguments *arguments,
                                 struct scheduler_options *dispatch, const char **passed,
                                 struct error *error) {
    static const int kept[] = {GAME, HASH};
    if (!dispatch_options_take(dispatch, arguments, SCHEDULER, error))
        return false;
    dispatch->arguments = passed;
    for (int i = 0; i < arguments->words; i++)
        passed[dispatch->count++] = arguments->word[i];
    for (int i = 0; i < 2; i++)
        if (arguments->value[kept[i]]) {
            passed[dispatch->count++] = i == 0 ? "--game" : "--hash";
            passed[dispatch->count++] = arguments->value[kept[i]];
        }
    return true;
}

static int solve_into(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct solve_request request = {
        .path = arguments->value[INTO], .book = arguments->value[BOOK], .stop = stop};
    struct solve_board board = {0};
    struct scheduler_options dispatch;
    const char *passed[PASSED_MAX], *task = arguments->value[TASK];
    int status = EXIT_USAGE;
    if (!arguments->words)
        error_set(error, _("no board is named"));
    else if (!request.path && !task)
        error_set(error, _("--into names the file of the board, such as --into board.db"));
    else if (solve_read_numbers(arguments, &request, error) &&
             solve_read_scheduler(arguments, &dispatch, passed, error) &&
             solve_find_board(arguments, &board, error)) {
        request.board = board.board;
        request.progress = arguments->value[QUIET] ? NULL : stderr;
        request.dispatch = dispatch.kind ? &dispatch : NULL;
        if (!task)
            status = solve_found(arguments, &board, &request, error);
        else if (solve_dispatch_work(board.board, NULL, request.mebibytes, task, stop, error))
            status = EXIT_FINE;
        else
            status = EXIT_FAILED;
    }
    game_board_free(board.board);
    grid_free(board.grid);
    return status;
}

static int solve_verify_file(struct arguments *arguments, const atomic_int *stop) {
    struct solve_verified verified;
    const struct solve_result *result = &verified.result;
    struct error *error = &arguments->error;
    const char *path = arguments->value[VERIFY];
    int sample, mebibytes;
    if (arguments->words)
        return arguments_unexpected(arguments, arguments->word[0], error) ? EXIT_FINE : EXIT_USAGE;
    if (!arguments_number(arguments, SAMPLE, 0, SAMPLE_MAX, SAMPLE_USUAL, &sample, error) ||
        !arguments_number(arguments, HASH, 1, HASH_MAX, HASH_USUAL, &mebibytes, error))
        return EXIT_USAGE;
    if (!solve_verify(path, sample, SEED, mebibytes, stop, &verified, error))
        return EXIT_FAILED;
    if (result->low == result->high)
        printf(_("%s: %d for the player who starts"), path, result->low);
    else
        printf(_("%s: between %d and %d for the player who starts"), path, result->low,
               result->high);
    printf(_("; proved again from %" PRId64 " tasks by %" PRId64
             " positions above them, and %" PRId64 " tasks solved again\n"),
           result->tasks, verified.places, verified.sample);
    return EXIT_FINE;
}

/* Options that would say nothing about what is done are refused. */
static bool solve_check_options(const struct arguments *arguments, struct error *error) {
    const char *const *value = arguments->value;
    const struct command_option *option = arguments->command->option;
    for (int i = 0; option[i].name; i++) {
        bool of_verify = i == SAMPLE || i == HASH || i == QUIET || i == VERIFY;
        if (value[i] && value[VERIFY] && !of_verify)
            return error_set(error, _("--%s cannot be given with --verify"), option[i].name);
        if (value[i] && !value[VERIFY] && i == SAMPLE)
            return error_set(error, _("--%s needs --verify"), option[i].name);
        if (value[i] && !value[SCHEDULER] && i > SCHEDULER && i < SCHEDULER + DISPATCH_ROWS)
            return error_set(error, _("--%s needs --scheduler"), option[i].name);
    }
    return arguments_two_files(arguments, INTO, BOOK, error);
}

static int solve_run(struct arguments *arguments, const atomic_int *stop) {
    if (!solve_check_options(arguments, &arguments->error))
        return EXIT_USAGE;
    return (arguments->value[VERIFY] ? solve_verify_file : solve_into)(arguments, stop);
}

const struct command command_solve = {
    .name = "solve",
    .summary = N_("the exact value of a whole board"),
    .words = {N_("[BOARD]"), "@boards *", 0, BOARD_WORDS},
    .about = N_("Finds the margin that the player who starts a half can be sure of, and a line of "
                "best\nmoves. What is found is kept in a file: the same command goes on after it "
                "was stopped."),
    .option = {{"game", N_("GAME"), .about = N_("triancey, selacata (the default) or archipel"),
                .values = "triancey selacata archipel"},
               {"into", N_("FILE"), .about = N_("the file of the board, made or gone on with"),
                .values = "*.db"},
               {"book", N_("FILE"),
                .about = N_("the engine's book that gets the board once it is solved"),
                .values = "*.book"},
               {"stones", N_("N"), .about = N_("stones in the positions that are tasks (depends)")},
               {"jobs", N_("N"), .about = N_("tasks at the same time (one for each processor)")},
               {"hash", N_("MIB"), .about = N_("memory for the table of positions (256)")},
               {"time", N_("SECONDS"), .about = N_("stop after this time (when it is solved)")},
               DISPATCH_OPTIONS_OF(N_("solve tasks on many machines"),
                                   N_("positions per task (some 30 seconds of work)")),
               {"task", N_("FILE"), .about = N_("solve this task (for schedulers)"), .values = "*"},
               {"verify", N_("FILE"), .about = N_("prove the value in a file again"),
                .values = "*.db"},
               {"sample", N_("N"), .about = N_("tasks that --verify solves again (100)")},
               {"json", .about = N_("one object as JSON")},
               {"quiet", .about = N_("show no progress, only the result")}},
    .run = solve_run};
