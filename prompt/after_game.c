/* after_game.c - what can be done when a game is over: play again, have it analysed, look at it. */
#include "config.h"

#include "prompt/prompt.h"

#include "analysis/half_steps.h"
#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "engine/judge/judge.h"
#include "engine/players.h"
#include "half/half.h"
#include "half/half_result.h"
#include "half/moves.h"
#include "prompt/adviser.h"
#include "prompt/console.h"
#include "prompt/prompt_state.h"
#include "prompt/prompt_words.h"
#include "prompt/saved.h"
#include "prompt/stepping.h"

#include <stdio.h>
#include <string.h>

/* ---- which moves of people have cost most ---------------------------------------------------- */

/* How many moves are named, and how long the engine thinks about the best move and about the one
 * that was made, each, where the judge cannot be asked. */
enum { COSTLY_MAX = 5, THINK_MS = 150 };

/* A move that was judged: what it cost, and the margin that the best move was expected to bring. */
struct costly {
    int half, move, seat, cost, best_margin;
    char played[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
};

struct analysis {
    struct prompt *prompt;
    struct seat_half half;
    struct game_state state;
    struct half_steps steps;
    struct text told[GAME_PLAYERS_MAX]; /* the moves of the half as each seat was told */
    enum verdict verdict;
    int looked, judged, good;         /* how many moves: looked at, judged, without cost */
    struct costly costly[COSTLY_MAX]; /* the costliest first, of equal ones the earliest */
    int count;
};

static bool after_game_is_before(const struct costly *a, const struct costly *b) {
    return a->cost != b->cost   ? a->cost > b->cost
           : a->half != b->half ? a->half < b->half
                                : a->move < b->move;
}

/* Keeps a move among the costliest. */
static void after_game_note(struct analysis *analysis, const struct costly *judged) {
    int place = analysis->count;
    analysis->judged++;
    if (judged->cost <= 0) {
        analysis->good++;
        return;
    }
    while (place > 0 && after_game_is_before(judged, &analysis->costly[place - 1]))
        place--;
    if (place == COSTLY_MAX)
        return;
    if (analysis->count < COSTLY_MAX)
        analysis->count++;
    memmove(&analysis->costly[place + 1], &analysis->costly[place],
            (size_t)(analysis->count - 1 - place) * sizeof *judged);
    analysis->costly[place] = *judged;
}

/* Whether it was a choice of a person. */
static bool after_game_is_choice(const struct analysis *analysis, int seat, uint32_t move,
                                 const struct game_state *state) {
    const struct prompt *prompt = analysis->prompt;
    const struct game_board *board = prompt->setup.board;
    return seat >= 0 && prompt->setup.person[seat] && move != GAME_DRAW &&
           board->game->moves(board, state, prompt->move) > 1;
}

/* ---- by the judge ---------------------------------------------------------------------------- */

static bool after_game_hear(void *context, int at, const struct judged *judged) {
    struct analysis *analysis = context;
    const struct game_board *board = analysis->prompt->setup.board;
    const struct judge_step *step = &analysis->steps.step[at];
    struct costly costly = {.half = analysis->half.half,
                            .seat = step->turn,
                            .cost = judged_loss(judged),
                            .best_margin = judged->position.margin};
    if (!after_game_is_choice(analysis, step->turn, step->move, &step->before))
        return true;
    analysis->looked++;
    if (!judged_is_known(judged))
        return true;
    for (int i = 0; i <= at; i++)
        costly.move += analysis->steps.step[i].turn != GAME_CHANCE;
    board->game->format(board, &step->before, step->move, step->turn, costly.played);
    board->game->format(board, &step->before, judged->position.move[0].move, step->turn,
                        costly.best);
    after_game_note(analysis, &costly);
    return true;
}

static void after_game_ask_judge(struct analysis *analysis, const struct judge_setting *setting,
                                 int number) {
    const struct prompt *prompt = analysis->prompt;
    struct half_result result = saved_result(&prompt->setup.saved->half[number - 1]);
    struct judge *judge = judge_new(setting);
    struct error error;
    result.number = number;
    result.clocks = NULL;
    analysis->half.half = number;
    if (!judge || !half_steps_read(&analysis->steps, prompt->setup.board, &result, &error) ||
        !judge_half(judge, prompt->setup.board, analysis->steps.step, analysis->steps.count,
                    after_game_hear, analysis))
        analysis->verdict =
            prompt->setup.stop && atomic_load(prompt->setup.stop) ? VERDICT_STOPPED : VERDICT_CRASH;
    judge_free(judge);
}

/* ---- by a search, as the seat knows the position --------------------------------------------- */

/* Looks at the best move and at the one that was made. */
static void after_game_judge(struct analysis *analysis, int number, int seat, const char *move) {
    struct costly judged = {.half = analysis->half.half, .move = number, .seat = seat};
    struct advice best[ADVICE_MAX], made[ADVICE_MAX];
    struct adviser_question question = {.half = &analysis->half,
                                        .moves = text_get(&analysis->told[seat]),
                                        .ms = THINK_MS,
                                        .stop = analysis->prompt->setup.stop};
    int count;
    analysis->looked++;
    analysis->half.seat = seat;
    analysis->verdict = adviser_ask(&question, best, &count);
    if (analysis->verdict != VERDICT_OK || !best[0].judged)
        return;
    made[0] = best[0];
    question.only = move;
    if (strcmp(best[0].move, move) != 0)
        analysis->verdict = adviser_ask(&question, made, &count);
    if (analysis->verdict != VERDICT_OK || !made[0].judged)
        return;
    judged.cost = best[0].margin - made[0].margin;
    judged.best_margin = best[0].margin;
    memcpy(judged.played, move, sizeof judged.played);
    memcpy(judged.best, best[0].move, sizeof judged.best);
    after_game_note(analysis, &judged);
}

/* Plays the move and tells it to all seats. */
static void play_on(struct analysis *analysis, uint32_t move) {
    const struct game_board *board = analysis->half.board;
    for (int i = 0; i < board->players; i++) {
        char text[GAME_MOVE_TEXT];
        board->game->format(board, &analysis->state, move, i, text);
        text_add_word(&analysis->told[i], text);
    }
    board->game->play(board, &analysis->state, move);
}

static void after_game_ask_search(struct analysis *analysis, int number) {
    struct prompt *prompt = analysis->prompt;
    const struct game_board *board = prompt->setup.board;
    const struct saved_half *saved = &prompt->setup.saved->half[number - 1];
    struct moves_reader reader = moves_read(text_get(&saved->moves.words), NULL);
    uint32_t move;
    int moves = 0; /* without those of chance */
    analysis->half = prompt->half;
    analysis->half.half = number;
    for (int i = 0; i < board->players; i++) {
        text_clear(&analysis->told[i]);
        analysis->half.carry[i] = 0;
        for (int h = 0; h < number - 1; h++)
            analysis->half.carry[i] += prompt->setup.saved->half[h].result.margin[i];
    }
    board->game->start(board, &analysis->state, number);
    while (analysis->verdict == VERDICT_OK && moves_next(&reader) &&
           board->game->parse(board, &analysis->state, reader.text, &move)) {
        int seat = board->game->turn(board, &analysis->state);
        moves += seat != GAME_CHANCE;
        if (after_game_is_choice(analysis, seat, move, &analysis->state))
            after_game_judge(analysis, moves, seat, reader.text);
        play_on(analysis, move);
    }
}

/* ---- both ------------------------------------------------------------------------------------ */

static void say_result(const struct analysis *analysis) {
    const struct prompt *prompt = analysis->prompt;
    if (analysis->judged == 0) {
        say(analysis->looked ? _("No move of this game can be judged.\n")
                             : _("There was no choice to judge.\n"));
        return;
    }
    say(ngettext("%d move was judged; as far as can be seen in so short a time, %d cost nothing.\n",
                 "%d moves were judged; as far as can be seen in so short a time, %d cost "
                 "nothing.\n",
                 (unsigned long)analysis->judged),
        analysis->judged, analysis->good);
    if (analysis->looked > analysis->judged)
        say(ngettext("%d other move cannot be judged.\n", "%d other moves cannot be judged.\n",
                     (unsigned long)(analysis->looked - analysis->judged)),
            analysis->looked - analysis->judged);
    if (analysis->count > 0)
        say(_("These cost most:\n"));
    for (int i = 0; i < analysis->count; i++) {
        const struct costly *judged = &analysis->costly[i];
        if (prompt->setup.board->game->halves > 1)
            say(_("  half %d, move %d (%s): %s cost %d; %s was expected to bring %+d.\n"),
                judged->half, judged->move, prompt->setup.name[judged->seat], judged->played,
                judged->cost, judged->best, judged->best_margin);
        else
            say(_("  move %d (%s): %s cost %d; %s was expected to bring %+d.\n"), judged->move,
                prompt->setup.name[judged->seat], judged->played, judged->cost, judged->best,
                judged->best_margin);
    }
}

/* Has each move that a person made judged, and says what the costliest ones were. A move costs what
 * the margin of its half was expected to lose by it. */
static void game_analysis_say(struct prompt *prompt) {
    struct analysis analysis = {.prompt = prompt, .verdict = VERDICT_OK};
    const struct judge_setting setting = {
        .player = player_table[0],
        .effort = {.exact = JUDGE_EXACT, .nodes = JUDGE_NODES, .time = INT64_MAX},
        .threads = 1,
        .stop = prompt->setup.stop};
    struct error ignored;
    bool can = judge_can(&setting, prompt->setup.board, &ignored);
    say(_("Each of your moves is compared with the best one; this takes a while.\n"));
    for (int h = 1; h <= prompt->setup.board->game->halves && analysis.verdict == VERDICT_OK; h++)
        if (can)
            after_game_ask_judge(&analysis, &setting, h);
        else
            after_game_ask_search(&analysis, h);
    half_steps_free(&analysis.steps);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        text_free(&analysis.told[i]);
    if (analysis.verdict == VERDICT_OK)
        say_result(&analysis);
    else if (analysis.verdict != VERDICT_STOPPED)
        say(_("The game cannot be analysed: %s.\n"), _("out of memory"));
}

/* ---- a game shown again move by move --------------------------------------------------------- */

/* Brings a half to a place and shows it. Places count the moves of players; what chance does
 * belongs to the step to the next move, or to the last step. */
static void after_game_show(struct prompt_view *view, const struct moves *moves, int half,
                            int place, int places) {
    const struct game_board *board = view->board;
    struct moves_reader reader = moves_read(text_get(&moves->words), NULL);
    uint32_t move;
    view_begin(view, half);
    view->past = true;
    while ((view->moves < place || place == places) && moves_next(&reader) &&
           board->game->parse(board, &view->state, reader.text, &move)) {
        bool told = view->moves + 1 >= place;
        view_play(view, move);
        if (told)
            view_say_move(view);
    }
    if (view->moves == 0 && board->game->halves > 1)
        say(_("The beginning of half %d.\n"), half);
    else if (view->moves == 0)
        say(_("The beginning of the game.\n"));
    view_say_chance(view);
    view_show(view);
}

/* Reads the answer to a question, with other words to complete it than those of a game. */
static bool read_answer(struct prompt *prompt, const char *question, console_complete *complete,
                        char **line) {
    prompt->complete = complete;
    bool read = console_read(prompt->console, question, line) == CONSOLE_LINE;
    prompt->complete = NULL;
    if (!read && console_is_terminal(prompt->console))
        putchar('\n');
    return read;
}

/* Asks for steps until the place changes; false: the user wants no more. */
static bool step(struct prompt *prompt, int half, int moves, int *place) {
    char asked[80], *line;
    if (prompt->setup.board->game->halves > 1)
        snprintf(asked, sizeof asked, _("half %d, move %d of %d> "), half, *place, moves);
    else
        snprintf(asked, sizeof asked, _("move %d of %d> "), *place, moves);
    while (read_answer(prompt, asked, stepping_complete, &line)) {
        enum stepping answer = stepping_obey(line, moves, place);
        if (answer != STEPPING_STAY)
            return answer == STEPPING_GO;
    }
    return false;
}

/* Shows the halves of the prompt's saved game, from the beginning of the first, with everything
 * that was hidden; stepping.h says what can be typed. */
static void look_back(struct prompt *prompt) {
    const struct saved_half *half = prompt->setup.saved->half;
    int halves = prompt->setup.board->game->halves, number = 1, place = 0;
    struct prompt_view *view = &prompt->view;
    int places = half_count_players(&half[0].moves, view->board, 1);
    view->closed = view->shared = false;
    view->reader = GAME_EVERYBODY;
    stepping_say_help();
    after_game_show(view, &half[0].moves, 1, 0, places);
    while (step(prompt, number, places, &place)) {
        if (place < 0 && number > 1) {
            number--;
            place = places = half_count_players(&half[number - 1].moves, view->board, number);
        } else if (place > places && number < halves) {
            number++;
            places = half_count_players(&half[number - 1].moves, view->board, number);
            place = 0;
        }
        if (place < 0)
            say(_("This is the beginning.\n"));
        else if (place > places)
            say(_("This is the end.\n"));
        place = place < 0 ? 0 : place > places ? places : place;
        if (view->half != number || view->moves != place)
            after_game_show(view, &half[number - 1].moves, number, place, places);
    }
}

/* ---- the choice ------------------------------------------------------------------------------ */

enum after_choice { AGAIN, ANALYSE, LOOK, QUIT, OTHER, CHOICES };

/* Their words and letters (prompt_words.h); each letter belongs to only one choice, in a catalogue,
 * too. */
static const struct prompt_word choices[CHOICES] = {
    [AGAIN] = {.names = N_("again a"), .also = "encore rejouer r"},
    [ANALYSE] = {.names = N_("analyse analyze n"), .also = "analyser"},
    [LOOK] = {.names = N_("look l"), .also = "revoir v"},
    [QUIT] = {.names = N_("quit q exit"), .also = "quitter"},
    [OTHER] = {.names = N_("other o"), .also = "changer c"},
};
static const struct prompt_words words_of_choices = {choices, sizeof *choices, CHOICES};

/* Whether one person plays, who can take the other side next time. */
static bool has_other_side(const struct prompt *prompt) {
    int people = 0;
    for (int i = 0; i < prompt->setup.board->players; i++)
        people += prompt->setup.person[i];
    return people == 1;
}

static void complete_choice(void *context, const char *before, struct text *words) {
    struct prompt_words offered = words_of_choices;
    offered.count = has_other_side(context) ? CHOICES : OTHER;
    if (!*before)
        prompt_add_names(&offered, words);
}

static const char *question(const struct prompt *prompt) {
    return has_other_side(prompt)
               ? _("again (a), other side (o), analyse (n), look (l), quit (q)> ")
               : _("again (a), analyse (n), look (l), quit (q)> ");
}

/* Reads the first word of a line, since `other side` has two. */
static void read_word(const char *line, char *word, size_t size) {
    line += strspn(line, " \t");
    snprintf(word, size, "%.*s", (int)strcspn(line, " \t"), line);
}

enum after_game after_game_ask(struct prompt *prompt) {
    char word[80], *line;
    if (console_is_terminal(prompt->console))
        putchar('\n');
    while (read_answer(prompt, question(prompt), complete_choice, &line)) {
        read_word(line, word, sizeof word);
        int choice = prompt_find(&words_of_choices, word);
        if (choice == QUIT)
            return AFTER_LEAVE;
        if (choice == AGAIN)
            return AFTER_AGAIN;
        if (choice == OTHER && has_other_side(prompt))
            return AFTER_OTHER_SIDE;
        if (choice == ANALYSE)
            game_analysis_say(prompt);
        else if (choice == LOOK)
            look_back(prompt);
        else if (*word)
            say(_("'%s' is not one of these; the game is over.\n"), word);
    }
    return AFTER_LEAVE;
}
