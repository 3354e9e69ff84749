/* prompt_commands.c - one function for each command of the prompt, and the table of all of them. A
 * command that leaves the course of the game, such as undo, only notes what is wanted: whoever runs
 * the match does it. */
#include "config.h"

#include "prompt/prompt_commands.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "draw/draw_svg.h"
#include "grids/grid.h"
#include "prompt/adviser.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_words.h"
#include "prompt/saved.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* How many moves are listed, which is enough for the cells of every board, but not for thousands of
 * moves of pieces; and how long a hint may think. */
enum { MOVES_LISTED = 256, HINT_MS = 1000 };

/* ---- looking --------------------------------------------------------------------------------- */

static void run_show(struct prompt *prompt, const char *argument) {
    (void)argument;
    view_show(&prompt->view);
}

static void run_rules(struct prompt *prompt, const char *argument) {
    (void)argument;
    char *typed = prompt_show_rules(prompt);
    if (typed)
        prompt_obey(prompt, typed);
}

static void run_legal(struct prompt *prompt, const char *argument) {
    struct text moves = {0};
    int count = prompt_add_moves(prompt, argument, " ", MOVES_LISTED, &moves);
    say(ngettext("%d possible: %s\n", "%d possible: %s\n", (unsigned long)count), count,
        text_get(&moves));
    if (count > MOVES_LISTED)
        say(_("These are the first %d of them.\n"), MOVES_LISTED);
    text_free(&moves);
}

static void run_score(struct prompt *prompt, const char *argument) {
    (void)argument;
    const struct game_board *board = prompt->setup.board;
    struct game_score score;
    board->game->score(board, &prompt->view.state, &score);
    for (int i = 0; i < board->players; i++) {
        view_say_score(&prompt->view, i, score.points[i], score.margin[i]);
        if (board->game->money)
            say(_("    deals won %d of %d\n"), score.won[i], score.deals);
        if (prompt->half.half > 1)
            say(_("    with the half before %+d\n"), score.margin[i] + prompt->half.carry[i]);
    }
}

static void run_why(struct prompt *prompt, const char *argument) {
    uint32_t move;
    if (prompt_read_move(prompt, argument, &move))
        view_explain(&prompt->view, move);
}

static void run_neighbours(struct prompt *prompt, const char *argument) {
    neighbours_say(&prompt->view, argument);
}

/* Whether it is said that something is to be on, or off; false: neither. */
static bool read_switch(const char *argument, bool *on) {
    *on = prompt_same_word(argument, "on") || prompt_is_yes(argument);
    return *on || prompt_same_word(argument, "off") || prompt_is_no(argument);
}

static void run_animate(struct prompt *prompt, const char *argument) {
    uint32_t move = prompt->view.last;
    bool last = !*argument, on;
    if (read_switch(argument, &on)) {
        prompt->view.animate = on;
        say_text(on ? _("Reactions are shown step by step.\n")
                    : _("Reactions are shown at once.\n"));
        return;
    }
    if (last && move == GAME_NO_MOVE) {
        say(_("No move has been played yet; animate MOVE shows what one would do.\n"));
        return;
    }
    if (last && !prompt->setup.board->game->unfold) {
        say(_("Moves of this game set off no reaction.\n"));
        return;
    }
    if (!last && !prompt_read_move(prompt, argument, &move))
        return;
    if (view_animate(&prompt->view, last ? &prompt->view.before : &prompt->view.state, move)) {
        if (!last)
            say(_("That is what %s would do; the board is as it was.\n"), argument);
        prompt->view.below = last ? 0 : -1;
        return;
    }
    if (last)
        view_say_move(&prompt->view);
    else
        view_explain(&prompt->view, move);
}

static void run_mouse(struct prompt *prompt, const char *argument) {
    struct chooser *chooser = &prompt->chooser;
    bool on;
    if (*argument && !read_switch(argument, &on)) {
        say(_("mouse needs on or off, not '%s'.\n"), argument);
        return;
    }
    if (*argument)
        chooser->mouse = on;
    if (!chooser_can(chooser))
        say(_("Choosing needs a terminal of at least %d by %d characters whose cursor can move; "
              "type your moves here.\n"),
            CHOOSER_COLUMNS, CHOOSER_ROWS);
    else if (chooser->mouse)
        say(_(
            "Clicks choose moves; with Shift, most terminals select text and scroll as usual.\n"));
    else
        say(_("Clicks are left to the terminal; arrow keys choose moves.\n"));
}

/* ---- hints ----------------------------------------------------------------------------------- */

/* Whether this is a tournament game; says so if it is. */
static bool is_tournament(const struct prompt *prompt) {
    if (prompt->setup.tournament)
        say(_("This is a tournament game: there are no hints, and nothing is taken back.\n"));
    return prompt->setup.tournament;
}

static void say_advice(const struct advice *advice) {
    if (!advice->judged)
        say(_("  %s: no better than that\n"), advice->move);
    else if (advice->exact)
        say(_("  %s: margin %+d, for sure\n"), advice->move, advice->margin);
    else
        say(_("  %s: margin %+d\n"), advice->move, advice->margin);
}

static void run_hint(struct prompt *prompt, const char *argument) {
    struct advice advice[ADVICE_MAX];
    struct seat_half half = prompt->half;
    uint32_t move;
    int count;
    (void)argument;
    if (is_tournament(prompt))
        return;
    half.seat = prompt->view.reader;
    const struct adviser_question question = {.half = &half,
                                              .moves =
                                                  text_get(&prompt->known[prompt->viewer].moves),
                                              .ms = HINT_MS,
                                              .stop = prompt->setup.stop};
    enum verdict verdict = adviser_ask(&question, advice, &count);
    if (verdict != VERDICT_OK && verdict != VERDICT_STOPPED)
        say(_("There is no hint: %s.\n"), _("out of memory"));
    if (verdict != VERDICT_OK || !prompt_read_move(prompt, advice[0].move, &move))
        return;
    say(_("Try %s.\n"), advice[0].move);
    if (advice[0].judged)
        say(ngettext("What the best move is expected to bring you in the end (above 0 you win):\n",
                     "What the best %d moves are expected to bring you in the end (above 0 you "
                     "win):\n",
                     (unsigned long)count),
            count);
    for (int i = 0; advice[0].judged && i < count; i++)
        say_advice(&advice[i]);
    view_explain(&prompt->view, move);
}

/* ---- leaving the course of the game ---------------------------------------------------------- */

static void run_undo(struct prompt *prompt, const char *argument) {
    (void)argument;
    if (is_tournament(prompt))
        return;
    int plies = (int)prompt->movers.length;
    while (plies > 0) {
        int mover = (signed char)prompt->movers.bytes[--plies];
        if (mover < 0 || !prompt->setup.person[mover])
            continue;
        prompt->kept = plies;
        prompt->request = PROMPT_BACK;
        prompt->line = LINE_LEAVE;
        return;
    }
    say_text(prompt->setup.board->game->halves > 1
                 ? _("There is nothing to take back in this half.\n")
                 : _("There is nothing to take back.\n"));
}

static void run_redo(struct prompt *prompt, const char *argument) {
    (void)argument;
    if (prompt->setup.taken_back->count > 0) {
        prompt->request = PROMPT_FORWARD;
        prompt->line = LINE_LEAVE;
    } else if (!is_tournament(prompt)) {
        say(_("There is nothing to play again.\n"));
    }
}

static void run_save(struct prompt *prompt, const char *argument) {
    const struct saved_game *saved = prompt->setup.saved;
    struct error error;
    const char *path = *argument ? argument : saved->path;
    if (prompt->setup.tournament)
        say(_("This is a tournament game: it is saved automatically and cannot be copied.\n"));
    else if (!path)
        say(_("save needs the name of a file.\n"));
    else if (*argument && access(path, F_OK) == 0)
        say(_("%s already exists; choose another name.\n"), path);
    else if (*argument ? saved_write_new(saved, path, &error) : saved_write(saved, path, &error))
        say_path(_("Saved; triancey-referee play --resume %s continues it.\n"), path);
    else
        say(_("It is not saved: %s.\n"), error.text);
}

static void run_svg(struct prompt *prompt, const char *argument) {
    const struct game_board *board = prompt->setup.board;
    struct error error;
    char title[256];
    const struct svg_words words = {title, NULL};
    if (board->grid)
        snprintf(title, sizeof title, _("%s on %s, move %d"), _(board->game->title),
                 board->grid->name, prompt->view.moves);
    else
        snprintf(title, sizeof title, _("%s, move %d"), _(board->game->title), prompt->view.moves);
    if (!prompt->view.drawable)
        say(_("This board cannot be drawn.\n"));
    else if (access(argument, F_OK) == 0)
        say(_("%s already exists; choose another name.\n"), argument);
    else if (draw_svg_save(argument, prompt->view.picture, SVG_AUTO, &words, &error))
        say(_("Drawn in %s.\n"), argument);
    else {
        unlink(argument); /* a part of it may have been written */
        say(_("It is not drawn: %s.\n"), error.text);
    }
}

static void run_resign(struct prompt *prompt, const char *argument) {
    if (prompt_is_yes(argument))
        prompt->line = LINE_RESIGN;
    else if (!view_has_margins(&prompt->view))
        say(_("If you resign, you lose the game; type `resign yes` to do so.\n"));
    else if (prompt->setup.board->game->halves > 1)
        say(_("If you resign, you lose this half with a margin of %d; type `resign yes` to do "
              "so.\n"),
            -prompt->setup.board->worst);
    else
        say(_("If you resign, you lose the game with a margin of %d; type `resign yes` to do "
              "so.\n"),
            -prompt->setup.board->worst);
}

static void run_quit(struct prompt *prompt, const char *argument) {
    (void)argument;
    prompt->request = PROMPT_QUIT;
    prompt->line = LINE_LEAVE;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void run_help(struct prompt *prompt, const char *argument);

/* The names are understood in English, in French and in the reader's language, in which help shows
 * them (prompt_words.h). */
static const struct command {
    struct prompt_word word;
    void (*run)(struct prompt *prompt, const char *argument);
} commands[] = {
    {{N_("help h ?"), "aide", N_("[COMMAND]"), N_("what can be typed")}, run_help},
    {{N_("rules"), "r\u00e8gles regles", "", N_("how the game is played")}, run_rules},
    {{N_("show board"), "plateau", "", N_("the board")}, run_show},
    {{N_("legal moves"), "coups", N_("[BEGINNING]"),
      N_("all legal moves, or those that begin with this text, such as a cell")},
     run_legal},
    {{N_("score scores"), "", "", N_("the score of each player")}, run_score},
    {{N_("why"), "pourquoi", N_("MOVE"),
      N_("what a move would take, and why; or why it is forbidden")},
     run_why},
    {{N_("neighbours neighbors"), "voisins", N_("CELL"),
      N_("the neighbours of a cell, also across glued edges")},
     run_neighbours},
    {{N_("animate"), "animer", N_("[MOVE|on|off]"),
      N_("the last reaction step by step; or that of a move; or all, or none")},
     run_animate},
    {{N_("mouse"), "souris", N_("[on|off]"), N_("whether clicks choose moves")}, run_mouse},
    {{N_("hint"), "indice", "", N_("the three best moves, and what each is expected to bring")},
     run_hint},
    {{N_("undo u"), "annuler", "", N_("take back your last move and all that followed it")},
     run_undo},
    {{N_("redo"), "refaire", "", N_("play again what undo took back last")}, run_redo},
    {{N_("save"), "enregistrer", N_("[FILE]"), N_("keep the game as it is now in a file")},
     run_save},
    {{N_("svg"), "dessiner", N_("FILE"), N_("draw the board as it is now in a file")}, run_svg},
    {{N_("resign"), "abandonner", N_("[yes]"), N_("give up")}, run_resign},
    {{N_("quit q exit"), "quitter", "", N_("leave; the game is kept")}, run_quit},
};
static const struct prompt_words words_of_commands = {&commands->word, sizeof *commands,
                                                      sizeof commands / sizeof *commands};

static const struct command *find(const char *name) {
    int number = prompt_find(&words_of_commands, name);
    return number < 0 ? NULL : &commands[number];
}

/* `help rules` shows the rules themselves. */
static void run_help(struct prompt *prompt, const char *argument) {
    const struct command *command = find(argument);
    if (command && command->run == run_rules)
        run_rules(prompt, "");
    else
        prompt_say_help(&words_of_commands, argument, _("MOVE"),
                        _("play it: for most games the number of a cell"));
}

/* ---- lines ----------------------------------------------------------------------------------- */

char *prompt_part(char *line, char **argument) {
    char *rest = value_trim(line), *word = strsep(&rest, " \t");
    *argument = rest ? value_trim(rest) : word + strlen(word);
    return word;
}

void prompt_obey(struct prompt *prompt, char *line) {
    char *argument, *word = prompt_part(line, &argument);
    const struct game_board *board = prompt->setup.board;
    const struct command *command = find(word);
    uint32_t move;
    if (command && prompt_takes(&command->word, argument)) {
        command->run(prompt, argument);
    } else if (!command && *argument) {
        say(_("'%s' is not a command, and a move is one word; help lists the commands.\n"), word);
    } else if (!command && *word && prompt_read_move(prompt, word, &move)) {
        board->game->format(board, &prompt->view.state, move, prompt->view.reader, prompt->chosen);
        prompt->line = LINE_MOVE;
    }
}

/* Adds the names of commands, one a line, for completion; or what may follow a command. */
static void add_command_words(struct prompt *prompt, const char *before, struct text *words) {
    char name[32];
    int length = (int)strcspn(before, " \t");
    snprintf(name, sizeof name, "%.*s", length, before);
    const struct command *command = find(name);
    if (!*before || (command && command->run == run_help))
        prompt_add_names(&words_of_commands, words);
    else if (command && strstr(command->word.argument, "MOVE"))
        prompt_add_moves(prompt, "", "\n", prompt->setup.board->moves_max, words);
    if (command && command->run == run_animate)
        text_add(words, "\non\noff\n");
    if (command && command->run == run_mouse)
        text_add(words, "on\noff\n");
}

void prompt_complete(void *context, const char *before, struct text *words) {
    struct prompt *prompt = context;
    before += strspn(before, " \t");
    if (prompt->complete) {
        prompt->complete(context, before, words);
        return;
    }
    if (!*before)
        prompt_add_moves(prompt, "", "\n", prompt->setup.board->moves_max, words);
    text_add(words, "\n");
    add_command_words(prompt, before, words);
}
