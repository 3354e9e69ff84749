/* prompt.c - see prompt.h. */
#include "config.h"

#include "referee/prompt/prompt_parts.h"

#include "base/language.h"
#include "grids/grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many legal moves are named where a line was wrong. */
enum { MOVES_NAMED = 40 };

/* ---- life ------------------------------------------------------------------------------------ */

static void complete(void *context, const char *before, struct text *words) {
    struct prompt *prompt = context;
    before += strspn(before, " \t");
    if (!*before)
        prompt_legal_moves(prompt, "\n", prompt->setup.board->moves_max, words);
    text_add(words, "\n");
    prompt_command_words(prompt, before, words);
}

struct prompt *prompt_open(const struct prompt_setup *setup, char *error) {
    struct prompt *prompt = calloc(1, sizeof *prompt);
    char *history = saved_folder_path("history");
    if (prompt) {
        prompt->setup = *setup;
        setup_init(&prompt->adviser_setup);
        prompt->animate = true;
        prompt->last = GAME_NO_MOVE;
        prompt->picture = calloc(1, sizeof *prompt->picture);
        prompt->change = calloc(GRID_CELLS_MAX, sizeof *prompt->change);
        prompt->move = calloc((size_t)setup->board->moves_max, sizeof *prompt->move);
        prompt->console = console_open(setup->stop, history, complete, prompt);
        setup->board->game->start(setup->board, &prompt->state, 1);
    }
    free(history);
    if (prompt && prompt->picture && prompt->change && prompt->move && prompt->console) {
        prompt_draw(prompt);
        return prompt;
    }
    error_set(error, _("out of memory"));
    if (prompt)
        prompt_close(prompt);
    return NULL;
}

void prompt_close(struct prompt *prompt) {
    if (prompt->adviser) {
        prompt->adviser->kind->request_quit(prompt->adviser);
        prompt->adviser->kind->free(prompt->adviser);
    }
    setup_free(&prompt->adviser_setup);
    if (prompt->console)
        console_close(prompt->console);
    text_free(&prompt->moves);
    text_free(&prompt->movers);
    free(prompt->picture);
    free(prompt->change);
    free(prompt->move);
    free(prompt);
}

/* ---- what happens ---------------------------------------------------------------------------- */

void prompt_welcome(struct prompt *prompt) {
    const struct game_board *board = prompt->setup.board;
    const struct game *game = board->game;
    if (board->grid)
        printf(_("%s on the board %s: %d cells.\n"), game->title, board->grid->name,
               board->grid->cells);
    else
        printf("%s.\n", game->title);
    prompt_say_rules(prompt);
    printf(_("Type a move, or a command: hint, why MOVE, undo ...; help lists them all.\n"));
    fputs(prompt->setup.saved->path ? _("Ctrl-D leaves; the game is kept.\n")
                                    : _("Ctrl-D leaves.\n"),
          stdout);
    if (prompt->setup.tournament)
        printf(_("This is a tournament game: there are no hints, and nothing is taken back.\n"));
    if (console_is_terminal(prompt->console)) { /* else the board would push the rules away */
        char *line;
        console_read(prompt->console, _("Press Enter to begin. "), &line);
    }
}

void prompt_begin(struct prompt *prompt, const struct seat_half *half, int plies_before) {
    bool back = prompt->request == PROMPT_BACK;
    prompt->half = *half;
    prompt->plies = 0;
    prompt->silent = plies_before;
    prompt->last = GAME_NO_MOVE;
    prompt->request = PROMPT_NOTHING;
    prompt->shown = false;
    text_clear(&prompt->moves);
    text_clear(&prompt->movers);
    prompt->setup.board->game->start(prompt->setup.board, &prompt->state, half->half);
    prompt_draw(prompt);
    if (back)
        printf(_("Taken back.\n"));
    else if (plies_before == 0 && prompt->setup.board->game->halves > 1)
        printf(_("\nHalf %d begins.\n"), half->half);
}

void prompt_notify_move(struct prompt *prompt, const char *move) {
    const struct game_board *board = prompt->setup.board;
    char mover = (char)board->game->turn(board, &prompt->state);
    game_copy(board, &prompt->before, &prompt->state);
    if (!board->game->parse(board, &prompt->before, move, &prompt->last))
        return; /* the match has parsed it before */
    board->game->play(board, &prompt->state, prompt->last);
    text_add_word(&prompt->moves, move);
    text_add_bytes(&prompt->movers, &mover, 1);
    prompt->plies++;
    prompt->shown = false;
    prompt_draw(prompt);
    if (prompt->plies <= prompt->silent)
        return;
    prompt_say_move(prompt);
    if (prompt->animate)
        prompt_animate(prompt, &prompt->before, prompt->last);
}

/* ---- moves ----------------------------------------------------------------------------------- */

int prompt_legal_moves(struct prompt *prompt, const char *between, int most, struct text *text) {
    const struct game_board *board = prompt->setup.board;
    int seat = board->game->turn(board, &prompt->state);
    int count = board->game->moves(board, &prompt->state, prompt->move);
    for (int i = 0; i < count && i < most; i++) {
        char word[GAME_MOVE_TEXT];
        board->game->format(board, &prompt->state, prompt->move[i], seat, word);
        text_addf(text, "%s%s", i ? between : "", word);
    }
    return count;
}

static void say_what_is_possible(struct prompt *prompt) {
    struct text moves = {0};
    int count = prompt_legal_moves(prompt, " ", MOVES_NAMED, &moves);
    if (count > MOVES_NAMED)
        printf(_("Possible are %s and %d others (legal lists more), or a command (help lists "
                 "them).\n"),
               text_get(&moves), count - MOVES_NAMED);
    else
        printf(_("Possible are %s, or a command (help lists them).\n"), text_get(&moves));
    text_free(&moves);
}

bool prompt_read_move(struct prompt *prompt, const char *text, uint32_t *move) {
    const struct game_board *board = prompt->setup.board;
    char why[GAME_ERROR_SIZE];
    if (!board->game->parse(board, &prompt->state, text, move)) {
        printf(_("'%s' is neither a move nor a command.\n"), text);
        say_what_is_possible(prompt);
        return false;
    }
    const char *refusal = board->game->refuse(board, &prompt->state, *move, why);
    if (!refusal)
        return true;
    printf(_("%s is not possible: %s.\n"), text, refusal);
    say_what_is_possible(prompt);
    return false;
}

enum verdict prompt_choose(struct prompt *prompt, int seat, char move[GAME_MOVE_TEXT],
                           struct fault *fault) {
    char side[PROMPT_SIDE_SIZE];
    struct text question = {0};
    enum prompt_line said = LINE_SAID;
    prompt->seat = seat;
    if (!console_is_terminal(prompt->console))
        prompt->shown = true; /* a picture for each move would only be in the way: `show` asks */
    if (!prompt->shown)
        prompt_show(prompt);
    else if (console_is_terminal(prompt->console))
        prompt_show_status(prompt);
    if (prompt->plies < prompt->setup.board->players && console_is_terminal(prompt->console))
        printf(_("Type a move, or help.\n"));
    text_addf(&question, "%s> ", prompt_side(prompt, seat, side));
    while (said == LINE_SAID) {
        char *line;
        enum console_answer answer = console_read(prompt->console, text_get(&question), &line);
        if (answer == CONSOLE_LINE) {
            said = prompt_obey(prompt, line);
            continue;
        }
        prompt->request = PROMPT_QUIT;
        said = LINE_LEAVE;
        putchar('\n');
    }
    text_free(&question);
    if (said == LINE_RESIGN)
        return fault_set(fault, VERDICT_RESIGNED, N_("seat %d resigned"), seat + 1);
    if (said == LINE_LEAVE)
        return VERDICT_STOPPED;
    memcpy(move, prompt->chosen, GAME_MOVE_TEXT);
    return VERDICT_OK;
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
    char side[PROMPT_SIDE_SIZE];
    if (console_is_terminal(prompt->console) && !prompt->shown)
        prompt_show(prompt);
    if (result->half.at_fault == MATCH_NOBODY && board->game->halves > 1)
        printf(_("Half %d is over: %s.\n"), result->half.number, why);
    else if (result->half.at_fault == MATCH_NOBODY)
        printf(_("The game is over: %s.\n"), why);
    else if (strcmp(result->half.termination, verdict_name(VERDICT_RESIGNED)) == 0)
        printf(_("%s has lost the half: %s resigned.\n"),
               prompt_side(prompt, result->half.at_fault, side),
               prompt->setup.name[result->half.at_fault]);
    else
        printf(_("%s has lost the half: %s.\n"), prompt_side(prompt, result->half.at_fault, side),
               why);
    for (int i = 0; i < board->players; i++)
        prompt_say_score(prompt, i, result->half.points[i], result->half.margin[i]);
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
