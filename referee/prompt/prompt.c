/* prompt.c - see prompt.h. Asks for lines and obeys them; prompt_view.c shows positions. */
#include "config.h"

#include "referee/prompt/prompt.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "grids/grid.h"
#include "referee/draw/draw_svg.h"
#include "referee/match/match.h"
#include "referee/match/moves.h"
#include "referee/match/seat.h"
#include "referee/prompt/adviser.h"
#include "referee/prompt/console.h"
#include "referee/prompt/neighbours.h"
#include "referee/prompt/prompt_view.h"
#include "referee/prompt/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* So many of the possible moves are named where a line was wrong, and listed: all cells of every
 * board, the beginning where pieces can be moved in thousands of ways. */
enum { MOVES_NAMED = 40, MOVES_LISTED = 256 };

/* What a line was. */
enum prompt_line {
    LINE_SAID,   /* answered: the next one, please */
    LINE_MOVE,   /* a move, in prompt->chosen */
    LINE_RESIGN, /* the half is given away */
    LINE_LEAVE   /* prompt->request says what for */
};

/* What one of the people here knows: as much as all, where nothing is hidden. */
struct sight {
    struct game_state state, before;
    uint32_t last;
    struct text moves; /* as he was told of them, parted by blanks */
    int seen;          /* of them, when he looked last */
};

struct prompt {
    struct prompt_setup setup;
    struct console *console;
    struct prompt_view view;
    struct adviser adviser;
    uint32_t *move; /* room for all legal ones */
    bool secret;    /* several people are here, and each has something to hide */
    struct sight sight[GAME_PLAYERS_MAX];
    int looker; /* whose sight is in the view: who hands on what happens */
    bool asked; /* he sits at the keyboard */
    struct seat_half half;
    int silent;            /* the first few moves are not shown again */
    struct text movers;    /* the seat of each, as a byte; GAME_CHANCE too */
    enum prompt_line line; /* what the last one was */
    enum prompt_request request;
    int kept;                    /* plies, when moves are taken back */
    char chosen[GAME_MOVE_TEXT]; /* the move */
};

/* ---- moves ----------------------------------------------------------------------------------- */

/* Adds legal moves, `most` at most, parted by `between`; returns how many there are in all. */
static int add_legal_moves(struct prompt *prompt, const char *between, int most,
                           struct text *text) {
    const struct game_board *board = prompt->setup.board;
    int seat = board->game->turn(board, &prompt->view.state);
    int count = board->game->moves(board, &prompt->view.state, prompt->move);
    for (int i = 0; i < count && i < most; i++) {
        char word[GAME_MOVE_TEXT];
        board->game->format(board, &prompt->view.state, prompt->move[i], seat, word);
        text_addf(text, "%s%s", i ? between : "", word);
    }
    return count;
}

static void say_what_is_possible(struct prompt *prompt) {
    struct text moves = {0};
    int count = add_legal_moves(prompt, " ", MOVES_NAMED, &moves);
    if (count > MOVES_NAMED)
        printf(_("Possible are %s and %d others (legal lists more), or a command (help lists "
                 "them).\n"),
               text_get(&moves), count - MOVES_NAMED);
    else
        printf(_("Possible are %s, or a command (help lists them).\n"), text_get(&moves));
    text_free(&moves);
}

/* Reads a move. False: the text is none, or not a legal one; why was said, and what is possible. */
static bool read_move(struct prompt *prompt, const char *text, uint32_t *move) {
    const struct game_board *board = prompt->setup.board;
    struct error why;
    if (!board->game->parse(board, &prompt->view.state, text, move)) {
        printf(_("'%s' is neither a move nor a command.\n"), text);
        say_what_is_possible(prompt);
        return false;
    }
    const char *refusal = board->game->refuse(board, &prompt->view.state, *move, &why);
    if (!refusal)
        return true;
    printf(_("%s is not possible: %s.\n"), text, refusal);
    say_what_is_possible(prompt);
    return false;
}

/* ---- looking --------------------------------------------------------------------------------- */

static void run_show(struct prompt *prompt, const char *argument) {
    (void)argument;
    view_show(&prompt->view);
}

static void say_rules(const struct game *game) {
    if (!game->rules[0])
        printf("%s\n", _(game->about));
    for (int i = 0; i < GAME_RULES_MAX && game->rules[i]; i++)
        printf("%s\n", _(game->rules[i]));
}

static void run_rules(struct prompt *prompt, const char *argument) {
    (void)argument;
    say_rules(prompt->setup.board->game);
}

static void run_legal(struct prompt *prompt, const char *argument) {
    (void)argument;
    struct text moves = {0};
    int count = add_legal_moves(prompt, " ", MOVES_LISTED, &moves);
    printf(ngettext("%d possible: %s\n", "%d possible: %s\n", (unsigned long)count), count,
           text_get(&moves));
    if (count > MOVES_LISTED)
        printf(_("These are the first %d of them.\n"), MOVES_LISTED);
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
            printf(_("    deals won %d of %d\n"), score.won[i], score.deals);
        if (prompt->half.half > 1)
            printf(_("    with the half before %+d\n"), score.margin[i] + prompt->half.carry[i]);
    }
}

static void run_why(struct prompt *prompt, const char *argument) {
    uint32_t move;
    if (read_move(prompt, argument, &move))
        view_explain(&prompt->view, move);
}

static void run_neighbours(struct prompt *prompt, const char *argument) {
    neighbours_say(&prompt->view, argument);
}

static void run_animate(struct prompt *prompt, const char *argument) {
    uint32_t move = prompt->view.last;
    bool last = !*argument;
    if (strcmp(argument, "on") == 0 || strcmp(argument, "off") == 0) {
        prompt->view.animate = argument[1] == 'n';
        fputs(prompt->view.animate ? _("Reactions are shown step by step.\n")
                                   : _("Reactions are shown at once.\n"),
              stdout);
        return;
    }
    if (last && move == GAME_NO_MOVE) {
        printf(_("There was no move yet; animate MOVE shows what one would do.\n"));
        return;
    }
    if (!last && !read_move(prompt, argument, &move))
        return;
    if (view_animate(&prompt->view, last ? &prompt->view.before : &prompt->view.state, move)) {
        if (!last)
            printf(_("That is what %s would do; the board is as it was.\n"), argument);
        return;
    }
    if (last)
        view_say_move(&prompt->view);
    else
        view_explain(&prompt->view, move);
}

/* ---- hints ----------------------------------------------------------------------------------- */

/* It is said, too. */
static bool is_tournament(const struct prompt *prompt) {
    if (prompt->setup.tournament)
        printf(_("This is a tournament game: there are no hints, and nothing is taken back.\n"));
    return prompt->setup.tournament;
}

static void run_hint(struct prompt *prompt, const char *argument) {
    (void)argument;
    char text[GAME_MOVE_TEXT];
    uint32_t move;
    if (is_tournament(prompt))
        return;
    struct seat_half half = prompt->half;
    half.seat = prompt->view.reader;
    enum verdict verdict =
        adviser_ask(&prompt->adviser, &half, text_get(&prompt->sight[prompt->looker].moves),
                    prompt->setup.stop, text);
    if (verdict == VERDICT_OK && read_move(prompt, text, &move)) {
        printf(_("Try %s.\n"), text);
        view_explain(&prompt->view, move);
    } else if (verdict != VERDICT_OK && verdict != VERDICT_STOPPED) {
        printf(_("There is no hint: %s.\n"), prompt->adviser.seat->fault.shown);
    } else if (!prompt->adviser.seat) {
        printf(_("There is no hint: %s.\n"), _("out of memory"));
    }
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
    printf(_("There is nothing to take back in this half.\n"));
}

static void run_save(struct prompt *prompt, const char *argument) {
    const struct saved_game *saved = prompt->setup.saved;
    struct error error;
    const char *path = *argument ? argument : saved->path;
    if (prompt->setup.tournament)
        printf(_("This is a tournament game: it is kept by itself, and has no copies.\n"));
    else if (!path)
        printf(_("save needs the name of a file.\n"));
    else if (*argument && access(path, F_OK) == 0)
        printf(_("%s is there already; choose another name.\n"), path);
    else if (*argument ? saved_write_new(saved, path, &error) : saved_write(saved, path, &error))
        printf(_("Saved; triancey-referee play --resume %s goes on with it.\n"), path);
    else
        printf(_("It is not saved: %s.\n"), error.text);
}

static void run_svg(struct prompt *prompt, const char *argument) {
    const struct game_board *board = prompt->setup.board;
    struct error error;
    char title[256];
    const struct svg_words words = {title, NULL};
    if (board->grid)
        snprintf(title, sizeof title, _("%s on %s, move %d"), _(board->game->title),
                 board->grid->name, prompt->view.plies);
    else
        snprintf(title, sizeof title, _("%s, move %d"), _(board->game->title), prompt->view.plies);
    if (!prompt->view.drawable)
        printf(_("This board cannot be drawn.\n"));
    else if (access(argument, F_OK) == 0)
        printf(_("%s is there already; choose another name.\n"), argument);
    else if (draw_svg_save(argument, prompt->view.picture, SVG_AUTO, &words, &error))
        printf(_("Drawn in %s.\n"), argument);
    else {
        unlink(argument); /* what was begun of it */
        printf(_("It is not drawn: %s.\n"), error.text);
    }
}

static void run_resign(struct prompt *prompt, const char *argument) {
    if (strcmp(argument, "yes") == 0)
        prompt->line = LINE_RESIGN;
    else
        printf(
            _("Resigning gives this half away, with a margin of %d for you; type `resign yes` if "
              "you mean it.\n"),
            -prompt->setup.board->worst);
}

static void run_quit(struct prompt *prompt, const char *argument) {
    (void)argument;
    prompt->request = PROMPT_QUIT;
    prompt->line = LINE_LEAVE;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void run_help(struct prompt *prompt, const char *argument);

/* What a command needs after it. */
enum wants { WANTS_NOTHING, WANTS_MOVE, MAY_HAVE_MOVE, WANTS_CELL, WANTS_WORD, MAY_HAVE_WORD };

static const struct command {
    const char *name;
    void (*run)(struct prompt *prompt, const char *argument);
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
static void run_help(struct prompt *prompt, const char *argument) {
    const struct command *command = *argument ? find(argument) : NULL;
    if (*argument && !command)
        printf(_("There is no command '%s'; these there are:\n"), argument);
    if (command && command->run == run_rules)
        run_rules(prompt, argument);
    else if (command)
        print_command(command);
    else
        print_line(_("MOVE"), _("play it: for most games the number of a cell"));
    for (int i = 0; !command && i < COMMANDS; i++)
        print_command(&commands[i]);
}

/* Whether a command has what it needs after it; if not, that is said. */
static bool is_complete(const struct command *command, const char *argument) {
    bool wanted = command->wants == WANTS_MOVE || command->wants == WANTS_CELL ||
                  command->wants == WANTS_WORD;
    bool possible = command->wants != WANTS_NOTHING;
    if (wanted && !*argument)
        printf(_("%s needs %s after it.\n"), command->name, argument_of(command));
    else if (!possible && *argument)
        printf(_("%s takes no argument, but '%s' follows it.\n"), command->name, argument);
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

/* Obeys a line, which is cut into its words: prompt->line says what it was. */
static void obey(struct prompt *prompt, char *line) {
    char *argument, *word = part(line, &argument);
    const struct game_board *board = prompt->setup.board;
    const struct command *command = find(word);
    uint32_t move;
    if (command && is_complete(command, argument)) {
        command->run(prompt, argument);
    } else if (!command && *argument) {
        printf(_("'%s' is no command, and a move is one word; help lists what there is.\n"), word);
    } else if (!command && *word && read_move(prompt, word, &move)) {
        board->game->format(board, &prompt->view.state, move, prompt->view.reader, prompt->chosen);
        prompt->line = LINE_MOVE;
    }
}

/* The names of commands, one a line, for completion; or what may follow a command. */
static void add_command_words(struct prompt *prompt, const char *before, struct text *words) {
    char name[32];
    int length = (int)strcspn(before, " \t");
    snprintf(name, sizeof name, "%.*s", length, before);
    const struct command *command = find(name);
    bool of_help = command && command->run == run_help;
    if (!*before || of_help)
        for (int i = 0; i < COMMANDS; i++)
            text_addf(words, "%s\n", commands[i].name);
    else if (command && (command->wants == WANTS_MOVE || command->wants == MAY_HAVE_MOVE))
        add_legal_moves(prompt, "\n", prompt->setup.board->moves_max, words);
    if (command && command->run == run_animate)
        text_add(words, "\non\noff\n");
}

static void complete(void *context, const char *before, struct text *words) {
    struct prompt *prompt = context;
    before += strspn(before, " \t");
    if (!*before)
        add_legal_moves(prompt, "\n", prompt->setup.board->moves_max, words);
    text_add(words, "\n");
    add_command_words(prompt, before, words);
}

/* ---- life ------------------------------------------------------------------------------------ */

struct prompt *prompt_open(const struct prompt_setup *setup, struct error *error) {
    struct prompt *prompt = calloc(1, sizeof *prompt);
    char *history = saved_folder_path("history");
    int people = 0;
    for (int i = 0; i < setup->board->players; i++)
        people += setup->person[i];
    if (prompt) {
        prompt->setup = *setup;
        prompt->move = calloc((size_t)setup->board->moves_max, sizeof *prompt->move);
        prompt->console = console_open(setup->stop, history, complete, prompt);
        prompt->secret = setup->board->game->guess && people > 1;
        prompt->view = (struct prompt_view){.board = setup->board,
                                            .shared = prompt->secret,
                                            .closed = prompt->secret,
                                            .name = prompt->setup.name,
                                            .stop = setup->stop,
                                            .ascii = setup->ascii};
    }
    free(history);
    if (prompt && prompt->move && prompt->console && view_open(&prompt->view)) {
        prompt->view.on_terminal = console_is_terminal(prompt->console);
        return prompt;
    }
    error_set(error, _("out of memory"));
    if (prompt)
        prompt_close(prompt);
    return NULL;
}

void prompt_close(struct prompt *prompt) {
    adviser_free(&prompt->adviser);
    if (prompt->console)
        console_close(prompt->console);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        text_free(&prompt->sight[i].moves);
    text_free(&prompt->movers);
    view_close(&prompt->view);
    free(prompt->move);
    free(prompt);
}

/* ---- what happens ---------------------------------------------------------------------------- */

void prompt_welcome(struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    const struct game *game = board->game;
    if (board->grid)
        printf(_("%s on the board %s: %d cells.\n"), _(game->title), board->grid->name,
               board->grid->cells);
    else
        printf("%s.\n", _(game->title));
    say_rules(prompt->setup.board->game);
    printf(_("Type a move, or a command: hint, why MOVE, undo ...; help lists them all.\n"));
    fputs(prompt->setup.saved->path ? _("Ctrl-D leaves; the game is kept.\n")
                                    : _("Ctrl-D leaves.\n"),
          stdout);
    is_tournament(prompt);
    if (console_is_terminal(prompt->console)) { /* else the board would push the rules away */
        char *line;
        console_read(prompt->console, _("Press Enter to begin. "), &line);
    }
}

/* ---- a seat held by a person ----------------------------------------------------------------- */

struct human_seat {
    struct seat seat;
    struct prompt *prompt;
    int number; /* of the seat in this half, from 0 */
};

static struct human_seat *self(struct seat *seat) {
    return (struct human_seat *)(void *)seat;
}

static enum verdict ready(struct seat *seat) {
    (void)seat;
    return VERDICT_OK;
}

static void begin(struct seat *seat, const struct seat_half *half) {
    struct human_seat *human = self(seat);
    struct prompt *prompt = human->prompt;
    int plies_before = *prompt->setup.plies_before;
    bool back = prompt->request == PROMPT_BACK;
    struct sight *sight = &prompt->sight[half->seat];
    human->number = half->seat;
    half->board->game->start(half->board, &sight->state, half->half);
    sight->last = GAME_NO_MOVE;
    sight->seen = plies_before;
    text_clear(&sight->moves);
    for (int i = 0; i < half->seat; i++)
        if (prompt->setup.person[i])
            return; /* the first of them begins for all */
    prompt->looker = half->seat;
    prompt->asked = false;
    prompt->view.reader = half->seat;
    prompt->view.closed = prompt->secret;
    prompt->half = *half;
    prompt->silent = plies_before;
    prompt->request = PROMPT_NOTHING;
    text_clear(&prompt->movers);
    view_begin(&prompt->view, half->half);
    if (back)
        printf(_("Taken back.\n"));
    else if (plies_before == 0 && prompt->setup.board->game->halves > 1)
        printf(_("\nHalf %d begins.\n"), half->half);
}

static void notify_move(struct seat *seat, const char *text) {
    struct prompt *prompt = self(seat)->prompt;
    const struct game_board *board = prompt->setup.board;
    struct prompt_view *view = &prompt->view;
    struct sight *sight = &prompt->sight[self(seat)->number];
    char mover = (char)board->game->turn(board, &sight->state);
    uint32_t move;
    if (!board->game->parse(board, &sight->state, text, &move))
        return; /* the match has parsed it before */
    text_add_word(&sight->moves, text);
    game_copy(board, &sight->before, &sight->state);
    board->game->play(board, &sight->state, move);
    sight->last = move;
    if (prompt->looker != self(seat)->number)
        return;
    text_add_bytes(&prompt->movers, &mover, 1);
    view_play(view, move);
    if (view->plies <= prompt->silent)
        return;
    view_say_move(view);
    if (view->animate)
        view_animate(view, &view->before, move);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* What the others did since he looked last. */
static void say_since(const struct prompt *prompt, const struct sight *sight) {
    struct moves_reader reader = moves_read(text_get(&sight->moves), NULL);
    char side[VIEW_SIDE_SIZE];
    int plies = (int)prompt->movers.length, number = 0;
    if (sight->seen > 0 && sight->seen < plies)
        printf(_("Since your last move:\n"));
    for (int last = GAME_OVER; sight->seen > 0 && moves_next(&reader); number++) {
        int mover = (signed char)prompt->movers.bytes[number];
        if (number < sight->seen)
            continue;
        if (mover != last)
            printf("%s%s:", number > sight->seen ? "\n" : "",
                   view_side(&prompt->view, mover, side));
        printf(" %s", reader.text);
        last = mover;
    }
    if (sight->seen > 0 && sight->seen < plies)
        putchar('\n');
}

/* Has the keyboard handed over to whoever is asked now, unless he has it, and shows what he knows.
 * False: nobody takes it. */
static bool hand_over(struct prompt *prompt, int seat) {
    struct sight *sight = &prompt->sight[seat];
    char side[VIEW_SIDE_SIZE];
    view_say_chance(&prompt->view);
    if (prompt->looker == seat && (prompt->asked || !prompt->secret))
        return true;
    if (prompt->secret && console_is_terminal(prompt->console)) {
        char *line;
        struct text question = {0};
        view_clear(&prompt->view);
        text_addf(&question, _("The keyboard is for %s. Press Enter to see the hand. "),
                  view_side(&prompt->view, seat, side));
        enum console_answer answer = console_read(prompt->console, text_get(&question), &line);
        text_free(&question);
        if (answer != CONSOLE_LINE)
            return false;
    }
    prompt->view.closed = false;
    prompt->looker = seat;
    prompt->asked = true;
    view_look(&prompt->view, seat, &sight->state, &sight->before, sight->last);
    if (prompt->secret)
        say_since(prompt, sight);
    return true;
}

/* Asks for lines until one is a move, or ends the half. */
static enum verdict ask(struct prompt *prompt, int seat, char move[GAME_MOVE_TEXT],
                        struct fault *fault) {
    char side[VIEW_SIDE_SIZE];
    struct text question = {0};
    prompt->line = LINE_SAID;
    if (!hand_over(prompt, seat)) {
        prompt->request = PROMPT_QUIT;
        putchar('\n');
        return VERDICT_STOPPED;
    }
    if (!console_is_terminal(prompt->console))
        prompt->view.shown =
            true; /* a picture for each move would only be in the way: `show` asks */
    if (!prompt->view.shown)
        view_show(&prompt->view);
    else if (console_is_terminal(prompt->console))
        view_show_status(&prompt->view);
    if (prompt->view.plies < prompt->setup.board->players && console_is_terminal(prompt->console))
        printf(_("Type a move, or help.\n"));
    text_addf(&question, "%s> ", view_side(&prompt->view, seat, side));
    while (prompt->line == LINE_SAID) {
        char *line;
        enum console_answer answer = console_read(prompt->console, text_get(&question), &line);
        if (answer == CONSOLE_LINE) {
            obey(prompt, line);
            continue;
        }
        prompt->request = PROMPT_QUIT;
        prompt->line = LINE_LEAVE;
        putchar('\n');
    }
    text_free(&question);
    prompt->sight[seat].seen = (int)prompt->movers.length + 1; /* with the move to come */
    if (prompt->line == LINE_RESIGN)
        return fault_set(fault, VERDICT_RESIGNED, N_("seat %d resigned"), seat + 1);
    if (prompt->line == LINE_LEAVE)
        return VERDICT_STOPPED;
    memcpy(move, prompt->chosen, GAME_MOVE_TEXT);
    return VERDICT_OK;
}

/* A person has no clock; his times are measured all the same. */
static enum verdict choose(struct seat *seat, const struct game_board *board, const int64_t *clock,
                           const int64_t *increment, char move[GAME_MOVE_TEXT], int64_t *took) {
    (void)board;
    (void)clock;
    (void)increment;
    int64_t start = clock_us();
    enum verdict verdict = ask(self(seat)->prompt, self(seat)->number, move, &seat->fault);
    *took = clock_us() - start;
    return verdict;
}

static void free_seat(struct seat *seat) {
    free(self(seat));
}

struct seat *prompt_seat_new(struct prompt *prompt, const char *name) {
    static const struct seat_kind kind = {.begin = begin,
                                          .ready = ready,
                                          .notify_move = notify_move,
                                          .choose = choose,
                                          .free = free_seat};
    static const struct limits no_limits;
    struct human_seat *human = calloc(1, sizeof *human);
    if (!human)
        return NULL;
    human->prompt = prompt;
    human->seat = (struct seat){.kind = &kind, .name = name, .limits = &no_limits};
    return &human->seat;
}

enum prompt_request prompt_request(const struct prompt *prompt) {
    return prompt->request;
}

int prompt_plies_kept(const struct prompt *prompt) {
    return prompt->kept;
}

/* ---- the end --------------------------------------------------------------------------------- */

void prompt_end_half(struct prompt *prompt, const struct match_result *result) {
    const struct game_board *board = prompt->setup.board;
    const struct game_end *end = game_find_end(board->game, result->half.termination);
    const char *why = end ? _(end->about) : result->shown;
    char side[VIEW_SIDE_SIZE];
    prompt->view.closed = prompt->secret;
    view_say_chance(&prompt->view);
    if (console_is_terminal(prompt->console) && !prompt->view.shown)
        view_show(&prompt->view);
    if (result->half.at_fault == MATCH_NOBODY && board->game->halves > 1)
        printf(_("Half %d is over: %s.\n"), result->half.number, why);
    else if (result->half.at_fault == MATCH_NOBODY)
        printf(_("The game is over: %s.\n"), why);
    else if (strcmp(result->half.termination, verdict_name(VERDICT_RESIGNED)) == 0)
        printf(_("%s has lost the half: %s resigned.\n"),
               view_side(&prompt->view, result->half.at_fault, side),
               prompt->setup.name[result->half.at_fault]);
    else
        printf(_("%s has lost the half: %s.\n"),
               view_side(&prompt->view, result->half.at_fault, side), why);
    for (int i = 0; i < board->players; i++)
        view_say_score(&prompt->view, i, result->half.points[i], result->half.margin[i]);
}

void prompt_end_game(struct prompt *prompt, const int total[GAME_PLAYERS_MAX]) {
    const struct game_board *board = prompt->setup.board;
    struct text score = {0};
    int best = 0, equal = 0;
    for (int i = 1; i < board->players; i++)
        best = total[i] > total[best] ? i : best;
    for (int i = 0; i < board->players; i++)
        equal += total[i] == total[best];
    for (int i = 0; i < board->players; i++)
        text_addf(&score, "%s%s %+d", i ? ", " : "", prompt->setup.name[i], total[i]);
    printf(_("\nFinal score: %s.\n"), text_get(&score));
    text_free(&score);
    if (equal > 1)
        printf(_("Nobody has won: it is a draw.\n"));
    else if (strcmp(prompt->setup.name[best], _("you")) == 0)
        printf(_("You have won by %d. Well played!\n"), total[best]);
    else
        printf(_("%s has won by %d.\n"), prompt->setup.name[best], total[best]);
}
