/* puzzle_prompt.c - a puzzle of Trioker on the screen, and the commands of whoever solves it.
 *
 * The engine is asked for hints and for solutions (puzzle_solver.h). To find the piece that was the
 * mistake, it is asked again and again with one piece fewer, until there is a solution. The board
 * is shown again only when it has changed.
 */
#include "config.h"

#include "prompt/puzzle_game.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "draw/draw_svg.h"
#include "draw/draw_terminal.h"
#include "games/picture.h"
#include "prompt/console.h"
#include "prompt/prompt_commands.h"
#include "prompt/prompt_words.h"
#include "prompt/puzzle_solver.h"
#include "prompt/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES_BESIDE = 4 };

struct puzzle_table {
    struct puzzle_game *puzzle;
    struct console *console;
    struct picture *picture;
    char *kept;
    const atomic_int *stop;
    bool ascii;
    bool changed; /* since it was shown */
    bool told;    /* that pieces are typed */
    bool left;    /* the puzzle is to be left */
    int hints;    /* that were given */
};

/* ---- looking --------------------------------------------------------------------------------- */

static void puzzle_prompt_show(struct puzzle_table *table, const char *argument) {
    const struct puzzle_game *puzzle = table->puzzle;
    struct terminal terminal;
    struct text text = {0};
    (void)argument;
    terminal_look(&terminal, STDOUT_FILENO);
    terminal.unicode &= !table->ascii;
    if (puzzle_game_picture(puzzle, table->picture)) {
        draw_terminal(table->picture, &terminal, terminal.rows - LINES_BESIDE, &text);
        fputs(text_get(&text), stdout);
    } else {
        char plain[GAME_SHOW_SIZE];
        puzzle->board->game->show(puzzle->board, &puzzle->state, plain);
        fputs(plain, stdout);
    }
    say(ngettext("%d of %d cells filled\n", "%d of %d cells filled\n",
                 (unsigned long)puzzle->moves),
        puzzle->moves, puzzle->shape.grid->cells);
    text_free(&text);
    table->changed = false;
}

static void rules(struct puzzle_table *table, const char *argument) {
    (void)argument;
    prompt_say_rules(table->puzzle->board->game);
}

static void draw_svg_file(struct puzzle_table *table, const char *path) {
    struct error error;
    const struct svg_words words = {
        table->puzzle->shape.title[0] ? _(table->puzzle->shape.title) : table->puzzle->name, NULL};
    if (access(path, F_OK) == 0)
        say(_("%s already exists; choose another name.\n"), path);
    else if (!puzzle_game_picture(table->puzzle, table->picture))
        say(_("This board cannot be drawn.\n"));
    else if (draw_svg_save(path, table->picture, SVG_AUTO, &words, &error))
        say(_("Drawn in %s.\n"), path);
    else
        say(_("It is not drawn: %s.\n"), error.text);
}

/* ---- what the engine knows ------------------------------------------------------------------- */

static bool puzzle_prompt_ask(struct puzzle_table *table, const struct puzzle_game *puzzle,
                              int limit, struct puzzle_solutions *solutions) {
    struct error error;
    bool done = puzzle_solve_rest(puzzle, limit, table->stop, solutions, &error);
    if (!done)
        say(_("The engine has no answer: %s.\n"), error.text);
    return done;
}

/* Names the first piece that was laid with which there is no solution any more. */
static void say_where_it_went_wrong(struct puzzle_table *table) {
    struct puzzle_game earlier = *table->puzzle; /* shares the board */
    struct puzzle_solutions solutions = {.count = 0};
    struct text words = {0};
    int moves = earlier.moves;
    while (solutions.count == 0 && earlier.moves-- > 0) {
        if (!puzzle_prompt_ask(table, &earlier, 1, &solutions))
            return;
        text_free(&solutions.all);
    }
    if (solutions.count == 0) {
        say(_("This puzzle has no solution at all.\n"));
        return;
    }
    earlier.move[0] = table->puzzle->move[earlier.moves];
    earlier.moves = 1;
    puzzle_game_add_laid(&earlier, &words);
    say(ngettext("No solution has the %d piece that lies there: %s is wrong.\n",
                 "No solution has the %d pieces that lie there: %s was the mistake.\n",
                 (unsigned long)moves),
        moves, text_get(&words));
    text_free(&words);
}

static void puzzle_prompt_check(struct puzzle_table *table, const char *argument) {
    struct puzzle_solutions solutions;
    (void)argument;
    if (!puzzle_prompt_ask(table, table->puzzle, PUZZLE_LOOKED_AT, &solutions))
        return;
    if (solutions.count == 0)
        say_where_it_went_wrong(table);
    else if (!solutions.complete)
        say(_("So far so good: at least %d solutions.\n"), solutions.count);
    else
        say(ngettext("So far so good: %d solution.\n", "So far so good: %d solutions.\n",
                     (unsigned long)solutions.count),
            solutions.count);
    text_free(&solutions.all);
}

/* In how many of the solutions, a line each, a piece lies on its cell. */
static int count_lines_with(const char *lines, const char *piece) {
    int count = 0;
    for (const char *line = lines; *line; line += strcspn(line, "\n") + 1)
        count += puzzle_line_has(line, piece);
    return count;
}

/* A piece of the first solution that is not laid: one that all others have, too, if there is one.
 */
static void say_hint(const struct puzzle_table *table, const struct puzzle_solutions *solutions) {
    const char *lines = text_get(&solutions->all);
    char word[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT] = "";
    struct text laid = {0};
    int most = 0;
    puzzle_game_add_laid(table->puzzle, &laid);
    for (const char *next = lines; *next && *next != '\n'; next += strspn(next, " ")) {
        int length = (int)strcspn(next, " \n");
        snprintf(word, sizeof word, "%.*s", length, next);
        next += length;
        int count = puzzle_line_has(text_get(&laid), word) ? 0 : count_lines_with(lines, word);
        if (count > most) {
            most = count;
            strcpy(best, word);
        }
    }
    if (most == solutions->count && solutions->complete)
        say(_("Every solution has %s.\n"), best);
    else
        say(_("%s leads to a solution.\n"), best);
    text_free(&laid);
}

static void hint(struct puzzle_table *table, const char *argument) {
    struct puzzle_solutions solutions;
    (void)argument;
    if (!puzzle_prompt_ask(table, table->puzzle, PUZZLE_LOOKED_AT, &solutions))
        return;
    if (solutions.count == 0) {
        say_where_it_went_wrong(table);
    } else {
        say_hint(table, &solutions);
        table->hints++;
    }
    text_free(&solutions.all);
}

/* ---- changing -------------------------------------------------------------------------------- */

static void take_back(struct puzzle_table *table, const char *argument) {
    int64_t cell = -1;
    if (*argument && !value_number(argument, 0, table->puzzle->shape.grid->cells - 1, &cell))
        say(_("The number of a cell is needed, not '%s'.\n"), argument);
    else if (!puzzle_game_take_back(table->puzzle, (int)cell))
        say(*argument ? _("There is no piece on cell %s.\n") : _("No piece has been placed yet.\n"),
            argument);
    else
        table->changed = true;
}

static void restart(struct puzzle_table *table, const char *argument) {
    (void)argument;
    if (table->puzzle->moves == 0)
        say(_("No piece has been placed yet.\n"));
    while (puzzle_game_take_back(table->puzzle, -1))
        table->changed = true;
}

static bool puzzle_prompt_keep(struct puzzle_table *table, const char *path) {
    struct error error;
    if ((path != table->kept || saved_make_folders(table->kept, &error)) &&
        puzzle_game_save(table->puzzle, path, &error))
        return true;
    say(_("It is not saved: %s.\n"), error.text);
    return false;
}

static void save(struct puzzle_table *table, const char *argument) {
    const char *path = *argument ? argument : table->kept;
    if (!path)
        say(_("save needs the name of a file.\n"));
    else if (*argument && access(path, F_OK) == 0)
        say(_("%s already exists; choose another name.\n"), path);
    else if (puzzle_prompt_keep(table, path))
        say_path(_("Saved; triancey-referee puzzle --resume %s continues it.\n"), path);
}

static void quit(struct puzzle_table *table, const char *argument) {
    (void)argument;
    table->left = true;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void help(struct puzzle_table *table, const char *argument);

/* Names are as those of the commands of games (prompt_words.h). */
static const struct command {
    struct prompt_word word;
    void (*run)(struct puzzle_table *table, const char *argument);
} commands[] = {
    {{N_("help h ?"), "aide", N_("[COMMAND]"), N_("what can be typed")}, help},
    {{N_("rules"), "r\u00e8gles regles", "", N_("how the puzzle is solved")}, rules},
    {{N_("show board"), "plateau", "", N_("the board")}, puzzle_prompt_show},
    {{N_("back undo u"), "retirer annuler", N_("[CELL]"),
      N_("take back the last piece, or that on a cell")},
     take_back},
    {{N_("restart"), "recommencer", "", N_("take all pieces back")}, restart},
    {{N_("hint"), "indice", "",
      N_("a piece that every solution has, or one that leads to a solution")},
     hint},
    {{N_("check"), "v\u00e9rifier verifier", "",
      N_("whether the pieces on the board lead to a solution")},
     puzzle_prompt_check},
    {{N_("save"), "enregistrer", N_("[FILE]"), N_("keep the puzzle as it is now in a file")}, save},
    {{N_("svg"), "dessiner", N_("FILE"), N_("draw the board as it is now in a file")},
     draw_svg_file},
    {{N_("quit q exit"), "quitter", "", N_("leave; the puzzle is kept")}, quit},
};
static const struct prompt_words words_of_commands = {&commands->word, sizeof *commands,
                                                      sizeof commands / sizeof *commands};

/* Help of `rules` is the rules, as in games. */
static void help(struct puzzle_table *table, const char *argument) {
    int number = prompt_find(&words_of_commands, argument);
    if (number >= 0 && commands[number].run == rules)
        rules(table, "");
    else
        prompt_say_help(&words_of_commands, argument, "7:012",
                        _("place 012 on cell 7, its values clockwise; rules says from which "
                          "corner"));
}

static void lay(struct puzzle_table *table, const char *text) {
    struct error error;
    table->changed = puzzle_game_lay(table->puzzle, text, &error);
    if (!table->changed)
        say("%s.\n", error.text);
}

/* Obeys a line, which is cut into its words. */
static void obey(struct puzzle_table *table, char *line) {
    char *argument, *name = prompt_part(line, &argument);
    int number = prompt_find(&words_of_commands, name);
    if (number >= 0 && prompt_takes(&commands[number].word, argument))
        commands[number].run(table, argument);
    else if (number >= 0)
        return;
    else if (*argument)
        say(_("'%s' is not a command, and a piece is one word; help lists the commands.\n"), name);
    else if (*name)
        lay(table, name);
}

static void complete(void *context, const char *before, struct text *words) {
    struct puzzle_table *table = context;
    const struct game_board *board = table->puzzle->board;
    if (*before)
        return;
    uint32_t *move = needed(calloc((size_t)board->moves_max, sizeof *move));
    prompt_add_names(&words_of_commands, words);
    int count = puzzle_game_is_solved(table->puzzle)
                    ? 0
                    : board->game->moves(board, &table->puzzle->state, move);
    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT];
        board->game->format(board, &table->puzzle->state, move[i], GAME_EVERYBODY, text);
        text_addf(words, "%s\n", text);
    }
    free(move);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Somebody who comes from a game may try its keys. */
static enum console_choice say_typed(void *context, struct key first, bool disturbed,
                                     char text[CONSOLE_CHOICE]) {
    struct puzzle_table *table = context;
    (void)first;
    (void)disturbed;
    (void)text;
    if (table->told)
        return CONSOLE_IGNORED;
    table->told = true;
    putchar('\n');
    say(_("Keys and mouse choose moves in games only; type the piece and its cell here.\n"));
    return CONSOLE_LEFT;
}

static void ask_lines(struct puzzle_table *table) {
    bool person = console_is_terminal(table->console);
    console_set_choose(table->console, say_typed, false);
    table->changed = true;
    while (!table->left && !puzzle_game_is_solved(table->puzzle)) {
        struct game_score score;
        char *line;
        if (table->changed && person)
            puzzle_prompt_show(table, "");
        table->puzzle->board->game->score(table->puzzle->board, &table->puzzle->state, &score);
        if (table->changed && score.over)
            say(_("No piece fits any more: take some back.\n"));
        table->changed = false;
        if (console_read(table->console, _("puzzle> "), &line) == CONSOLE_LINE) {
            obey(table, line);
            continue;
        }
        table->left = true;
        putchar('\n');
    }
}

static void puzzle_prompt_end(struct puzzle_table *table) {
    if (puzzle_game_is_solved(table->puzzle)) {
        puzzle_prompt_show(table, "");
        say(ngettext("Solved, with %d hint!\n", "Solved, with %d hints!\n",
                     (unsigned long)table->hints),
            table->hints);
        if (table->kept)
            unlink(table->kept);
    } else if (table->kept && table->puzzle->moves > 0 && puzzle_prompt_keep(table, table->kept)) {
        say(_("The puzzle is kept; triancey-referee puzzle --resume continues it.\n"));
    }
}

void puzzle_prompt(struct puzzle_game *puzzle, char *kept, bool ascii, const atomic_int *stop) {
    struct puzzle_table table = {.puzzle = puzzle, .kept = kept, .ascii = ascii, .stop = stop};
    table.picture = needed(calloc(1, sizeof *table.picture));
    table.console = console_open(stop, NULL, NULL, complete, &table);
    say(_("Type a piece on its cell, like 7:012, or rules, hint, check, back ...; help lists "
          "all.\n"));
    if (puzzle->shape.solutions == 0)
        say(_("This puzzle has no solution at all.\n"));
    ask_lines(&table);
    puzzle_prompt_end(&table);
    console_close(table.console);
    free(table.picture);
}
