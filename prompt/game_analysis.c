/* game_analysis.c - see game_analysis.h. */
#include "config.h"

#include "prompt/game_analysis.h"

#include "base/language.h"
#include "base/text.h"
#include "half/moves.h"
#include "prompt/prompt_state.h"
#include "prompt/saved.h"
#include "prompt/say.h"

#include <string.h>

/* How many moves are named, and how long the engine thinks about each, twice. */
enum { COSTLY_MAX = 5, THINK_MS = 150 };

/* A move that was judged. */
struct judged {
    int half, move, seat, cost, best_margin;
    char played[GAME_MOVE_TEXT], best[GAME_MOVE_TEXT];
};

struct analysis {
    struct prompt *prompt;
    struct seat_half half;
    struct game_state state;
    struct text told[GAME_PLAYERS_MAX]; /* the moves of the half as each seat was told */
    enum verdict verdict;
    int looked, judged, good;         /* moves: looked at, judged, that cost nothing */
    struct judged costly[COSTLY_MAX]; /* the costliest first */
    int count;
};

/* Keeps a move among the costliest. */
static void note(struct analysis *analysis, const struct judged *judged) {
    int place = analysis->count;
    analysis->judged++;
    if (judged->cost <= 0) {
        analysis->good++;
        return;
    }
    while (place > 0 && analysis->costly[place - 1].cost < judged->cost)
        place--;
    if (place == COSTLY_MAX)
        return;
    if (analysis->count < COSTLY_MAX)
        analysis->count++;
    memmove(&analysis->costly[place + 1], &analysis->costly[place],
            (size_t)(analysis->count - 1 - place) * sizeof *judged);
    analysis->costly[place] = *judged;
}

/* Judges the best move and the one that was made. */
static void judge(struct analysis *analysis, int number, int seat, const char *move) {
    struct adviser *adviser = &analysis->prompt->adviser;
    struct judged judged = {.half = analysis->half.half, .move = number, .seat = seat};
    struct advice best[ADVICE_MAX], made[ADVICE_MAX];
    struct adviser_question question = {.half = &analysis->half,
                                        .moves = text_get(&analysis->told[seat]),
                                        .ms = THINK_MS,
                                        .stop = analysis->prompt->setup.stop};
    int count;
    analysis->looked++;
    analysis->half.seat = seat;
    analysis->verdict = adviser_ask(adviser, &question, best, &count);
    if (analysis->verdict != VERDICT_OK || !best[0].judged)
        return;
    made[0] = best[0];
    question.only = move;
    if (strcmp(best[0].move, move) != 0)
        analysis->verdict = adviser_ask(adviser, &question, made, &count);
    if (analysis->verdict != VERDICT_OK || !made[0].judged)
        return;
    judged.cost = best[0].margin - made[0].margin;
    judged.best_margin = best[0].margin;
    memcpy(judged.played, move, sizeof judged.played);
    memcpy(judged.best, best[0].move, sizeof judged.best);
    note(analysis, &judged);
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

static void judge_half(struct analysis *analysis, int number) {
    struct prompt *prompt = analysis->prompt;
    const struct game_board *board = prompt->setup.board;
    const struct saved_half *saved = &prompt->setup.saved->half[number - 1];
    struct moves_reader reader = moves_read(text_get(&saved->moves.words), NULL);
    uint32_t move;
    int moves = 0; /* but for those of chance */
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
        if (seat >= 0 && prompt->setup.person[seat] && move != GAME_DRAW &&
            board->game->moves(board, &analysis->state, prompt->move) > 1)
            judge(analysis, moves, seat, reader.text);
        play_on(analysis, move);
    }
}

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
        const struct judged *judged = &analysis->costly[i];
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

void game_analysis_say(struct prompt *prompt) {
    struct analysis analysis = {.prompt = prompt, .verdict = VERDICT_OK};
    say(_("Each of your moves is compared with the best one; this takes a while.\n"));
    for (int h = 1; h <= prompt->setup.board->game->halves && analysis.verdict == VERDICT_OK; h++)
        judge_half(&analysis, h);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        text_free(&analysis.told[i]);
    if (analysis.verdict == VERDICT_OK)
        say_result(&analysis);
    else if (analysis.verdict != VERDICT_STOPPED)
        say(_("The game cannot be analysed: %s.\n"), adviser_fault(&prompt->adviser));
}
