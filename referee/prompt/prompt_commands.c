/* prompt_commands.c - the table of what can be typed at the prompt beside moves. See
 * prompt_parts.h. */
#include "config.h"

#include "base/language.h"
#include "grids/grid.h"
#include "referee/draw/draw_svg.h"
#include "referee/match/engine_seat.h"
#include "referee/prompt/prompt_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Who gives hints, and how long he may think, in milliseconds. */
#define ADVISER           "builtin:search"
#define ADVISER_MS        "1000"
#define ADVISER_MARGIN_MS "10000" /* nobody plays against him: he may be late */

/* So many of the possible moves are listed: all cells of every board, the beginning where pieces
 * can be moved in thousands of ways. */
enum { MOVES_LISTED = 256 };

/* ---- looking --------------------------------------------------------------------------------- */

static enum prompt_line run_show(struct prompt *prompt, const char *argument) {
    (void)argument;
    prompt_show(prompt);
    return LINE_SAID;
}

static enum prompt_line run_rules(struct prompt *prompt, const char *argument) {
    (void)argument;
    prompt_say_rules(prompt);
    return LINE_SAID;
}

static enum prompt_line run_legal(struct prompt *prompt, const char *argument) {
    (void)argument;
    struct text moves = {0};
    int count = prompt_legal_moves(prompt, " ", MOVES_LISTED, &moves);
    printf(ngettext("%d possible: %s\n", "%d possible: %s\n", (unsigned long)count), count,
           text_get(&moves));
    if (count > MOVES_LISTED)
        printf(_("These are the first %d of them.\n"), MOVES_LISTED);
    text_free(&moves);
    return LINE_SAID;
}

static enum prompt_line run_score(struct prompt *prompt, const char *argument) {
    (void)argument;
    const struct game_board *board = prompt->setup.board;
    struct game_score score;
    board->game->score(board, &prompt->state, &score);
    for (int i = 0; i < board->players; i++) {
        prompt_say_score(prompt, i, score.points[i], score.margin[i]);
        if (prompt->half.half > 1)
            printf(_("    with the half before %+d\n"), score.margin[i] + prompt->half.carry[i]);
    }
    return LINE_SAID;
}

static enum prompt_line run_why(struct prompt *prompt, const char *argument) {
    uint32_t move;
    if (prompt_read_move(prompt, argument, &move))
        prompt_explain(prompt, move);
    return LINE_SAID;
}

/* Who has a cell: the name of a colour, or "empty". */
static const char *owner_of(const struct prompt *prompt, int cell) {
    for (int i = 0; prompt->drawable && i < prompt->picture->sides; i++)
        if (prompt->picture->side[i].colour == prompt->picture->cell[cell].colour)
            return _(prompt->picture->side[i].name);
    return _("empty");
}

static bool is_glued(const struct prompt *prompt, int cell, int across) {
    for (int i = 0; prompt->drawable && i < prompt->picture->edges; i++)
        if (prompt->picture->edge[i].cell == cell && prompt->picture->edge[i].across == across)
            return true;
    return false;
}

static enum prompt_line run_neighbours(struct prompt *prompt, const char *argument) {
    const struct game *game = prompt->setup.board->game;
    const struct grid *grid = prompt->setup.board->grid;
    char *end;
    long cell = strtol(argument, &end, 10);
    if (!grid) {
        printf(_("This game has no numbered cells.\n"));
        return LINE_SAID;
    }
    if (end == argument || *end || cell < 0 || cell >= grid->cells) {
        printf(_("neighbours wants the number of a cell from 0 to %d, not '%s'.\n"),
               grid->cells - 1, argument);
        return LINE_SAID;
    }
    printf(_("Cell %ld (%s) has these neighbours:\n"), cell, owner_of(prompt, (int)cell));
    for (int k = 0; k < 3; k++) {
        int near = grid->side[cell][k];
        const char *beyond = near == GRID_BORDER_1   ? game->beyond[0]
                             : near == GRID_BORDER_2 ? game->beyond[1]
                                                     : NULL;
        if (beyond)
            printf("  %s\n", _(beyond));
        else if (near < 0)
            printf(_("  none: the border\n"));
        else if (is_glued(prompt, (int)cell, near))
            printf(_("  %d (%s), across a glued edge\n"), near, owner_of(prompt, near));
        else
            printf("  %d (%s)\n", near, owner_of(prompt, near));
    }
    return LINE_SAID;
}

static enum prompt_line run_animate(struct prompt *prompt, const char *argument) {
    uint32_t move = prompt->last;
    bool last = !*argument;
    if (strcmp(argument, "on") == 0 || strcmp(argument, "off") == 0) {
        prompt->animate = argument[1] == 'n';
        fputs(prompt->animate ? _("Reactions are shown step by step.\n")
                              : _("Reactions are shown at once.\n"),
              stdout);
        return LINE_SAID;
    }
    if (last && move == GAME_NO_MOVE) {
        printf(_("There was no move yet; animate MOVE shows what one would do.\n"));
        return LINE_SAID;
    }
    if (!last && !prompt_read_move(prompt, argument, &move))
        return LINE_SAID;
    if (prompt_animate(prompt, last ? &prompt->before : &prompt->state, move)) {
        if (!last)
            printf(_("That is what %s would do; the board is as it was.\n"), argument);
        return LINE_SAID;
    }
    if (last)
        prompt_say_move(prompt);
    else
        prompt_explain(prompt, move);
    return LINE_SAID;
}

/* ---- hints ----------------------------------------------------------------------------------- */

static bool is_tournament(const struct prompt *prompt) {
    if (prompt->setup.tournament)
        printf(_("This is a tournament game: there are no hints, and nothing is taken back.\n"));
    return prompt->setup.tournament;
}

/* Tells the adviser the half so far and asks what he would do. */
static enum verdict ask_adviser(struct prompt *prompt, char move[GAME_MOVE_TEXT]) {
    struct seat *adviser = prompt->adviser;
    const int64_t none[GAME_PLAYERS_MAX] = {-1, -1, -1, -1};
    struct seat_half half = prompt->half;
    int64_t took;
    half.seat = prompt->seat;
    adviser->kind->begin(adviser, &half);
    enum verdict verdict = adviser->kind->ready(adviser);
    if (verdict != VERDICT_OK)
        return verdict;
    struct moves_reader reader = moves_read(text_get(&prompt->moves), NULL);
    while (moves_next(&reader))
        adviser->kind->notify_move(adviser, reader.text);
    return adviser->kind->choose(adviser, prompt->setup.board, none, none, move, &took);
}

/* Has the adviser sit down, if he does not yet. */
static bool have_adviser(struct prompt *prompt, char *error) {
    struct setup *setup = &prompt->adviser_setup;
    if (prompt->adviser)
        return true;
    if (setup->engines == 0) {
        struct setup_engine *engine = setup_add_engine(setup, "hint", error);
        if (!engine || !setup_set_engine(engine, "cmd", ADVISER, error) ||
            !setup_set_engine(engine, "movetime", ADVISER_MS, error) ||
            !setup_set_engine(engine, "margin", ADVISER_MARGIN_MS, error) ||
            !setup_finish_engine(setup, engine, error))
            return false;
    }
    prompt->adviser = engine_seat_new(&setup->engine[0].spec, prompt->setup.stop, NULL, 0);
    return prompt->adviser || error_set(error, _("out of memory"));
}

static enum prompt_line run_hint(struct prompt *prompt, const char *argument) {
    (void)argument;
    char text[GAME_MOVE_TEXT], error[REFEREE_ERROR_SIZE];
    uint32_t move;
    if (is_tournament(prompt))
        return LINE_SAID;
    if (!have_adviser(prompt, error)) {
        printf(_("There is no hint: %s.\n"), error);
        return LINE_SAID;
    }
    enum verdict verdict = ask_adviser(prompt, text);
    if (verdict == VERDICT_OK && prompt_read_move(prompt, text, &move)) {
        printf(_("Try %s.\n"), text);
        prompt_explain(prompt, move);
    } else if (verdict != VERDICT_OK && verdict != VERDICT_STOPPED) {
        printf(_("There is no hint: %s.\n"), prompt->adviser->fault.shown);
        prompt->adviser->kind->stop(prompt->adviser, false);
    }
    return LINE_SAID;
}

/* ---- leaving the course of the game ---------------------------------------------------------- */

static enum prompt_line run_undo(struct prompt *prompt, const char *argument) {
    (void)argument;
    if (is_tournament(prompt))
        return LINE_SAID;
    int plies = (int)prompt->movers.length;
    while (plies > 0) {
        int mover = (signed char)prompt->movers.bytes[--plies];
        if (mover < 0 || !prompt->setup.person[mover])
            continue;
        prompt->kept = plies;
        prompt->request = PROMPT_BACK;
        return LINE_LEAVE;
    }
    printf(_("There is nothing to take back in this half.\n"));
    return LINE_SAID;
}

static enum prompt_line run_save(struct prompt *prompt, const char *argument) {
    const struct saved_game *saved = prompt->setup.saved;
    char error[REFEREE_ERROR_SIZE];
    const char *path = *argument ? argument : saved->path;
    if (!path)
        printf(_("save wants the name of a file.\n"));
    else if (*argument && access(path, F_OK) == 0)
        printf(_("%s is there already; choose another name.\n"), path);
    else if (*argument ? saved_write_new(saved, path, error) : saved_write(saved, path, error))
        printf(_("Saved; triancey-referee play --resume %s goes on with it.\n"), path);
    else
        printf(_("It is not saved: %s.\n"), error);
    return LINE_SAID;
}

static enum prompt_line run_svg(struct prompt *prompt, const char *argument) {
    const struct game_board *board = prompt->setup.board;
    char error[REFEREE_ERROR_SIZE], title[256];
    const struct svg_words words = {title, NULL};
    if (board->grid)
        snprintf(title, sizeof title, _("%s on %s, move %d"), board->game->title, board->grid->name,
                 prompt->plies);
    else
        snprintf(title, sizeof title, _("%s, move %d"), board->game->title, prompt->plies);
    if (!prompt->drawable)
        printf(_("This board cannot be drawn.\n"));
    else if (access(argument, F_OK) == 0)
        printf(_("%s is there already; choose another name.\n"), argument);
    else if (draw_svg_save(argument, prompt->picture, SVG_AUTO, &words, error))
        printf(_("Drawn in %s.\n"), argument);
    else {
        unlink(argument); /* what was begun of it */
        printf(_("It is not drawn: %s.\n"), error);
    }
    return LINE_SAID;
}

static enum prompt_line run_resign(struct prompt *prompt, const char *argument) {
    if (strcmp(argument, "yes") == 0)
        return LINE_RESIGN;
    printf(
        _("Resigning gives this half away, with a margin of %d for you; type `resign yes` if you "
          "mean it.\n"),
        -prompt->setup.board->worst);
    return LINE_SAID;
}

static enum prompt_line run_quit(struct prompt *prompt, const char *argument) {
    (void)argument;
    prompt->request = PROMPT_QUIT;
    return LINE_LEAVE;
}

/* ---- the table ------------------------------------------------------------------------------- */

static enum prompt_line run_help(struct prompt *prompt, const char *argument);

/* What a command wants behind it. */
enum wants { WANTS_NOTHING, WANTS_MOVE, MAY_HAVE_MOVE, WANTS_CELL, WANTS_WORD, MAY_HAVE_WORD };

static const struct command {
    const char *name;
    enum prompt_line (*run)(struct prompt *prompt, const char *argument);
    enum wants wants;
    const char *argument; /* as help shows it */
    const char *about;
} commands[] = {
    {"help", run_help, MAY_HAVE_WORD, N_("[COMMAND]"), N_("what can be typed")},
    {"rules", run_rules, WANTS_NOTHING, "", N_("how the game is played")},
    {"show", run_show, WANTS_NOTHING, "", N_("the board")},
    {"legal", run_legal, WANTS_NOTHING, "", N_("all moves that are possible now")},
    {"score", run_score, WANTS_NOTHING, "", N_("who has how much")},
    {"why", run_why, WANTS_MOVE, N_("MOVE"),
     N_("what a move would take, and why; or why it is forbidden")},
    {"neighbours", run_neighbours, WANTS_CELL, N_("CELL"),
     N_("the cells beside one, across glued edges too")},
    {"animate", run_animate, MAY_HAVE_MOVE, N_("[MOVE|on|off]"),
     N_("the last reaction step by step; or that of a move; or all, or none")},
    {"hint", run_hint, WANTS_NOTHING, "", N_("what a strong player would do")},
    {"undo", run_undo, WANTS_NOTHING, "", N_("take your last move back, with the answer to it")},
    {"save", run_save, MAY_HAVE_WORD, N_("[FILE]"), N_("keep the game as it is now in a file")},
    {"svg", run_svg, WANTS_WORD, N_("FILE"), N_("draw the board as it is now in a file")},
    {"resign", run_resign, MAY_HAVE_WORD, "[yes]", N_("give this half away")},
    {"quit", run_quit, WANTS_NOTHING, "", N_("leave; the game is kept")},
};
enum { USAGE_COLUMNS = 22, COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name) {
    if (strcmp(name, "?") == 0)
        name = "help";
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static const char *argument_of(const struct command *command) {
    return *command->argument ? _(command->argument) : "";
}

static void print_line(const char *usage, const char *about) {
    fputs("  ", stdout);
    text_print_left(stdout, USAGE_COLUMNS, usage);
    printf(" %s\n", about);
}

static void print_command(const struct command *command) {
    char usage[64];
    snprintf(usage, sizeof usage, "%s %s", command->name, argument_of(command));
    print_line(usage, _(command->about));
}

/* Help of `rules` is the rules. */
static enum prompt_line run_help(struct prompt *prompt, const char *argument) {
    const struct command *command = *argument ? find(argument) : NULL;
    if (command && command->run == run_rules)
        return run_rules(prompt, argument);
    if (*argument && !command)
        printf(_("There is no command '%s'; these there are:\n"), argument);
    if (command) {
        print_command(command);
        return LINE_SAID;
    }
    print_line(_("MOVE"), _("play it: for most games the number of a cell"));
    for (int i = 0; i < COMMANDS; i++)
        print_command(&commands[i]);
    return LINE_SAID;
}

void prompt_command_words(struct prompt *prompt, const char *before, struct text *words) {
    char name[32];
    int length = (int)strcspn(before, " \t");
    snprintf(name, sizeof name, "%.*s", length, before);
    const struct command *command = find(name);
    bool of_help = command && command->run == run_help;
    if (!*before || of_help)
        for (int i = 0; i < COMMANDS; i++)
            text_addf(words, "%s\n", commands[i].name);
    else if (command && (command->wants == WANTS_MOVE || command->wants == MAY_HAVE_MOVE))
        prompt_legal_moves(prompt, "\n", prompt->setup.board->moves_max, words);
    if (command && command->run == run_animate)
        text_add(words, "\non\noff\n");
}

/* Whether a command has what it wants behind it; if not, that is said. */
static bool is_complete(const struct command *command, const char *argument) {
    bool wanted = command->wants == WANTS_MOVE || command->wants == WANTS_CELL ||
                  command->wants == WANTS_WORD;
    bool possible = command->wants != WANTS_NOTHING;
    if (wanted && !*argument)
        printf(_("%s wants %s behind it.\n"), command->name, argument_of(command));
    else if (!possible && *argument)
        printf(_("%s has nothing behind it, unlike '%s'.\n"), command->name, argument);
    else
        return true;
    return false;
}

/* Parts a line, in place, into its first word and what follows it. */
static char *part(char *line, char **argument) {
    char *word = line + strspn(line, " \t");
    size_t length = strlen(word);
    while (length > 0 && strchr(" \t", word[length - 1]))
        word[--length] = '\0';
    *argument = word + strcspn(word, " \t");
    if (**argument)
        *(*argument)++ = '\0';
    *argument += strspn(*argument, " \t");
    return word;
}

enum prompt_line prompt_obey(struct prompt *prompt, char *line) {
    char *argument, *word = part(line, &argument);
    uint32_t move;
    if (!*word)
        return LINE_SAID;
    const struct command *command = find(word);
    if (command)
        return is_complete(command, argument) ? command->run(prompt, argument) : LINE_SAID;
    if (*argument) {
        printf(_("'%s' is no command, and a move is one word; help lists what there is.\n"), word);
        return LINE_SAID;
    }
    if (!prompt_read_move(prompt, word, &move))
        return LINE_SAID;
    const struct game_board *board = prompt->setup.board;
    board->game->format(board, &prompt->state, move, prompt->seat, prompt->chosen);
    return LINE_MOVE;
}
