/* evaluate_command.c - `triancey-engine evaluate`: exact margins for a file of positions. Positions
 * are read, solved and printed in parts, so that a file may have any length, or come from a pipe.
 */
#include "engine/commands.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/affinity.h"
#include "base/arguments.h"
#include "base/language.h"
#include "base/output.h"
#include "base/text.h"
#include "engine/player/stopwatch.h"
#include "engine/solver/solver.h"
#include "engine/triancey/exact.h"
#include "engine/triancey/positions.h"
#include "games/position.h"

enum { PART = 512 /* positions at a time */ };

/* Ctrl-C ends it; what is printed by then is whole lines. */
static struct stopwatch watch;

static void stop(int number) {
    (void)number;
    stopwatch_stop(&watch); /* one atomic store. NOLINT(bugprone-signal-handler) */
}

enum { OF_VALUES, OF_THREADS };
const struct command command_evaluate = {
    .name = "evaluate",
    .summary = N_("solve many positions"),
    .words = {.text = N_("FILE"), .values = "*", .least = 1, .most = 1},
    .about = N_("Solves all positions of a file (- is standard input) and prints them with their "
                "exact margins and a best move; the manual describes such files."),
    .option = {[OF_VALUES] = {"values",
                              .about = N_("the margin of every move, and all the best moves")},
               [OF_THREADS] = {"threads", N_("N"),
                               .about = N_("how many positions to solve at the same time (one per "
                                           "processor)")}},
};

static void print_moves(const struct position *position) {
    const struct game_board *board = position->board;
    struct game_state state;
    char text[GAME_MOVE_TEXT];
    struct text at = {0};
    if (position->spelled) {
        text_addf(&at, " half %d at ", position->half);
        position_write(board, &position->start, &at);
    }
    printf("position%s%s", text_get(&at), position->moves || !position->spelled ? " moves" : "");
    text_free(&at);
    game_copy(board, &state, &position->start);
    for (int i = 0; i < position->moves; i++) {
        board->game->format(board, &state, position->move[i], GAME_EVERYBODY, text);
        printf(" %s", text);
        board->game->play(board, &state, position->move[i]);
    }
}

static void print_position(const struct position *position, const struct exact *exact,
                           bool values) {
    printf("%s; %s; ", position->name, position->setgrid);
    print_moves(position);
    printf("; empty %d; margin %+d; best", position->empty, exact->margin);
    for (int i = 0; i < exact->moves; i++)
        if (exact->move[i].margin == exact->margin)
            printf(" %d", exact->move[i].cell);
    fputs(values ? "; values" : "", stdout);
    for (int i = 0; values && i < exact->moves; i++)
        printf(" %d:%+d", exact->move[i].cell, exact->move[i].margin);
    putchar('\n');
}

/* Solves a part and prints it, up to the first that is not solved. */
static bool solve_part(struct exact_solver *solver, const struct positions *positions,
                       struct exact *exact, bool values) {
    for (int i = 0; i < positions->count; i++) {
        const struct position *position = &positions->item[i];
        exact[i].board = position->board;
        game_copy(position->board, &exact[i].state, &position->state);
    }
    bool solved = exact_solve(solver, exact, positions->count);
    for (int i = 0; i < positions->count && exact[i].solved; i++)
        print_position(&positions->item[i], &exact[i], values);
    fflush(stdout);
    return solved && !ferror(stdout);
}

static bool solve_all(struct exact_solver *solver, bool values, struct positions_reader *reader,
                      struct error *why) {
    struct positions positions = {.count = 0};
    struct protocol_error error;
    struct exact *exact = calloc(PART, sizeof *exact);
    bool good = exact && solver, read = good;
    while (good && (read = positions_next(reader, &positions, PART, &error)) && positions.count > 0)
        good = solve_part(solver, &positions, exact, values);
    if (ferror(stdout))
        output_end_if_unread();
    if (good && !read)
        error_set(why, "%s", error.text);
    else if (stopwatch_is_stopped(&watch))
        error_set(why, _("stopped"));
    else if (!good && ferror(stdout))
        error_set(why, _("the output could not be written"));
    else if (!good)
        error_memory(why);
    positions_free(&positions);
    free(exact);
    return !why->text[0];
}

int evaluate_command(const struct command_settings *settings, struct arguments *arguments) {
    struct positions_reader reader;
    struct protocol_error error;
    int processors = affinity_processors(), threads;
    bool values = arguments->value[OF_VALUES];
    if (!arguments_number(arguments, OF_THREADS, 1, SOLVER_THREADS_MAX,
                          processors > 0 ? processors : 1, &threads, &arguments->error))
        return EXIT_USAGE;
    if (!positions_open(&reader, settings->parser, arguments->word[0], &error)) {
        error_set(&arguments->error, "%s", error.text);
        return EXIT_FAILED;
    }
    stopwatch_reset(&watch);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    struct exact_solver *solver =
        exact_new(settings->kernel, threads, (size_t)settings->hash, values, &watch, INT64_MAX);
    bool solved = solve_all(solver, values, &reader, &arguments->error);
    exact_free(solver);
    positions_close(&reader);
    return solved ? EXIT_FINE : EXIT_FAILED;
}
