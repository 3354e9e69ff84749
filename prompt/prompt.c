/* prompt.c - the prompt as seats of a match: tells the people at it what happens. prompt_ask.c asks
 * for lines, prompt_commands.c obeys them, prompt_view.c shows positions.
 *
 * What is known at each seat of a person is kept by itself, since hands may be hidden. What is on
 * the screen is what one of them sees, the viewer.
 */
#include "config.h"

#include "prompt/prompt.h"

#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "games/rules_pictures.h"
#include "grids/grid.h"
#include "half/engine_spec.h"
#include "half/half.h"
#include "prompt/console.h"
#include "prompt/prompt_commands.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_words.h"
#include "prompt/saved.h"
#include "referee/engines/builtin.h"
#include "referee/match/seat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- life ------------------------------------------------------------------------------------ */

struct prompt *prompt_open(const struct prompt_setup *setup) {
    struct prompt *prompt = needed(calloc(1, sizeof *prompt));
    char *history = saved_folder_path("history");
    int people = 0;
    for (int i = 0; i < setup->board->players; i++)
        people += setup->person[i];
    prompt->setup = *setup;
    prompt->move = needed(calloc((size_t)setup->board->moves_max, sizeof *prompt->move));
    prompt->console = console_open(setup->stop, history, setup->lines, prompt_complete, prompt);
    prompt->secret = setup->board->game->guess && people > 1;
    prompt->view = (struct prompt_view){.board = setup->board,
                                        .shared = prompt->secret,
                                        .closed = prompt->secret,
                                        .name = prompt->setup.name,
                                        .stop = setup->stop,
                                        .ascii = setup->ascii};
    free(history);
    view_open(&prompt->view);
    prompt->view.on_terminal = console_is_terminal(prompt->console);
    view_look_at_terminal(&prompt->view, &prompt->view.terminal);
    prompt->chooser =
        (struct chooser){.view = &prompt->view,
                         .console = prompt->console,
                         .move = prompt->move,
                         .mouse = prompt->view.terminal.mouse,
                         .picture = needed(calloc(1, sizeof *prompt->chooser.picture))};
    return prompt;
}

void prompt_close(struct prompt *prompt) {
    console_close(prompt->console);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        text_free(&prompt->known[i].moves);
    text_free(&prompt->movers);
    chooser_close(&prompt->chooser);
    view_close(&prompt->view);
    free(prompt->move);
    free(prompt);
}

/* ---- what happens ---------------------------------------------------------------------------- */

/* Says that a board was made from a word: any word makes one, so a misspelt name is no error. */
static void say_origin(const char *name) {
    char near[GRID_NAME_MAX + 1];
    if (!grid_is_word(name) || grid_is_in_library(name))
        return;
    say(_("The library has no board %s: this one is made from the word.\n"), name);
    if (grid_near_miss(name, near))
        say(_("Did you mean %s?\n"), near);
}

/* Introduces the usual opponents, whose names mean nothing to newcomers. */
static void say_opponent(const struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    const char *versus = prompt->setup.saved->versus;
    const char *name = NULL;
    for (int i = 0; i < board->players; i++)
        if (!prompt->setup.person[i])
            name = prompt->setup.name[i];
    if (name && strcmp(versus, BUILTIN_REFERENCE) == 0)
        say(_("You play against %s, the simple computer that all players are measured by. It looks "
              "one move ahead.\n"),
            name);
    else if (name && strcmp(versus, BUILTIN_GREEDY) == 0)
        say(_("You play against %s, a simple computer that looks one move ahead.\n"), name);
}

void prompt_welcome(struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    const struct game *game = board->game;
    if (board->grid)
        say(_("%s on the board %s: %d cells.\n"), _(game->title), board->grid->name,
            board->grid->cells);
    else
        say("%s.\n", _(game->title));
    if (board->grid)
        say_origin(prompt->setup.saved->grid);
    prompt_say_rules(game);
    if (rules_pictures_count(game) > 0)
        say(_("Type rules to see them in pictures.\n"));
    say_opponent(prompt);
    say(_("Type a move, or a command: hint, why MOVE, undo ...; help lists them all.\n"));
    say_text(prompt->setup.saved->path ? _("Ctrl-D leaves; the game is kept.\n")
                                       : _("Ctrl-D leaves.\n"));
    if (prompt->setup.tournament)
        say(_("This is a tournament game: there are no hints, and nothing is taken back.\n"));
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

static void prompt_begin(struct seat *seat, const struct seat_half *half) {
    struct human_seat *human = self(seat);
    struct prompt *prompt = human->prompt;
    int plies_before = *prompt->setup.plies_before, moves_before;
    enum prompt_request request = prompt->request;
    struct known *known = &prompt->known[half->seat];
    human->number = half->seat;
    half->board->game->start(half->board, &known->state, half->half);
    known->last = GAME_NO_MOVE;
    known->seen = plies_before;
    text_clear(&known->moves);
    for (int i = 0; i < half->seat; i++)
        if (prompt->setup.person[i])
            return; /* the first person's seat begins the half for all */
    prompt->viewer = half->seat;
    prompt->asked = false;
    prompt->view.reader = half->seat;
    prompt->view.closed = prompt->secret;
    prompt->half = *half;
    prompt->silent = plies_before;
    prompt->request = PROMPT_NOTHING;
    text_clear(&prompt->movers);
    view_begin(&prompt->view, half->half);
    moves_before = half_count_players(&prompt->setup.saved->half[half->half - 1].moves, half->board,
                                      half->half);
    if (request == PROMPT_BACK)
        say(_("Taken back: this is move %d again.\n"), moves_before + 1);
    else if (request == PROMPT_FORWARD)
        say(_("Played again: this is move %d.\n"), moves_before + 1);
    else if (plies_before == 0 && prompt->setup.board->game->halves > 1)
        say(_("\nHalf %d begins.\n"), half->half);
}

static void notify_move(struct seat *seat, const char *text) {
    struct prompt *prompt = self(seat)->prompt;
    const struct game_board *board = prompt->setup.board;
    struct prompt_view *view = &prompt->view;
    struct known *known = &prompt->known[self(seat)->number];
    char mover = (char)board->game->turn(board, &known->state);
    uint32_t move;
    if (!board->game->parse(board, &known->state, text, &move))
        return; /* the match has parsed it before */
    text_add_word(&known->moves, text);
    game_copy(board, &known->before, &known->state);
    board->game->play(board, &known->state, move);
    known->last = move;
    if (prompt->viewer != self(seat)->number)
        return;
    text_add_bytes(&prompt->movers, &mover, 1);
    view_play(view, move);
    if (view->plies <= prompt->silent)
        return;
    view_say_move(view);
    if (view->animate)
        view_animate(view, &view->before, move);
}

/* A person has no clock, but the time of each move is measured. */
static enum verdict prompt_choose(struct seat *seat, const struct game_board *board,
                                  const int64_t *clock, const int64_t *increment,
                                  char move[GAME_MOVE_TEXT], int64_t *took) {
    (void)board;
    (void)clock;
    (void)increment;
    return prompt_ask(self(seat)->prompt, self(seat)->number, move, took, &seat->fault);
}

static void free_seat(struct seat *seat) {
    free(self(seat));
}

struct seat *prompt_seat_new(struct prompt *prompt, const char *name) {
    static const struct seat_kind kind = {.begin = prompt_begin,
                                          .ready = ready,
                                          .notify_move = notify_move,
                                          .choose = prompt_choose,
                                          .free = free_seat};
    static const struct limits no_limits;
    struct human_seat *human = needed(calloc(1, sizeof *human));
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
    prompt->view.past = true;
    view_say_chance(&prompt->view);
    if (console_is_terminal(prompt->console) && !prompt->view.shown)
        view_show(&prompt->view);
    if (result->half.at_fault == MATCH_NOBODY && board->game->halves > 1)
        say(_("Half %d is over: %s.\n"), result->half.number, why);
    else if (result->half.at_fault == MATCH_NOBODY)
        say(_("The game is over: %s.\n"), why);
    else if (strcmp(result->half.termination, verdict_name(VERDICT_RESIGNED)) == 0)
        say(_("%s has resigned.\n"), view_side(&prompt->view, result->half.at_fault, side));
    else
        say(board->game->halves > 1 ? _("%s has lost the half: %s.\n")
                                    : _("%s has lost the game: %s.\n"),
            view_side(&prompt->view, result->half.at_fault, side), why);
    for (int i = 0; i < board->players; i++)
        view_say_score(&prompt->view, i, result->half.points[i], result->half.margin[i]);
}

/* Says who has which colour in the half that begins, and who moves first. */
static void say_sides(const struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    int people = 0, person = 0, first = board->game->turn(board, &prompt->view.state);
    for (int i = 0; i < board->players; i++)
        if (prompt->setup.person[i]) {
            people++;
            person = i;
        }
    const struct picture_side *side = view_find_side(&prompt->view, person);
    if (!side || first < 0)
        return;
    if (people == 1 && first == person)
        say(_("You are %s, and you begin.\n"), _(side->name));
    else if (people == 1)
        say(_("You are %s; %s begins.\n"), _(side->name), prompt->setup.name[first]);
    for (int i = 0; people > 1 && i < board->players; i++)
        say(i == first ? _("%s is %s and begins.\n") : _("%s is %s.\n"), prompt->setup.name[i],
            _(view_find_side(&prompt->view, i)->name));
}

bool prompt_between(struct prompt *prompt, int half) {
    char question[120], *line;
    view_begin(&prompt->view, half);
    say_text("\n");
    say_sides(prompt);
    if (!console_is_terminal(prompt->console))
        return true;
    if (prompt->setup.board->game->halves > 1)
        snprintf(question, sizeof question, _("Press Enter for half %d. "), half);
    else
        snprintf(question, sizeof question, "%s", _("Press Enter to begin. "));
    if (console_read(prompt->console, question, &line) == CONSOLE_LINE)
        return true;
    putchar('\n');
    prompt->request = PROMPT_QUIT;
    return false;
}

/* Whether another seat has the same name, as two engines of one kind have. */
static bool has_namesake(const struct prompt *prompt, int seat) {
    bool found = false;
    for (int i = 0; i < prompt->setup.board->players; i++)
        found =
            found || (i != seat && strcmp(prompt->setup.name[i], prompt->setup.name[seat]) == 0);
    return found;
}

/* Says who has won, and between two players by how much: among three, a margin is no lead, as it
 * compares with all others. */
static void say_winner(const struct prompt *prompt, int seat, int margin) {
    const char *name = prompt->setup.name[seat];
    bool lead = view_has_margins(&prompt->view) && prompt->setup.board->players == 2;
    bool you = strcmp(name, _("you")) == 0;
    if (lead && you)
        say(_("You have won by %d. Well played!\n"), margin);
    else if (lead)
        say(_("%s has won by %d.\n"), name, margin);
    else if (you)
        say(_("You have won. Well played!\n"));
    else
        say(_("%s has won.\n"), name);
}

void prompt_end_game(struct prompt *prompt, const int total[GAME_PLAYERS_MAX]) {
    const struct game_board *board = prompt->setup.board;
    struct text score = {0};
    char side[VIEW_SIDE_SIZE];
    int best = 0, equal = 0;
    for (int i = 1; i < board->players; i++)
        best = total[i] > total[best] ? i : best;
    for (int i = 0; i < board->players; i++)
        equal += total[i] == total[best];
    for (int i = 0; i < board->players; i++)
        text_addf(&score, "%s%s %+d", i ? ", " : "",
                  has_namesake(prompt, i) ? view_side(&prompt->view, i, side)
                                          : prompt->setup.name[i],
                  total[i]);
    say_text("\n");
    if (view_has_margins(&prompt->view))
        say(_("Final score: %s.\n"), text_get(&score));
    text_free(&score);
    if (equal == board->players)
        say(_("Nobody has won: it is a draw.\n"));
    else if (equal > 1)
        say(_("%d players share the victory.\n"), equal);
    else
        say_winner(prompt, best, total[best]);
}
