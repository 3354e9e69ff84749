/* adviser.c - advice by our own engine: see adviser.h. The engine is asked by the protocol that all
 * engines speak: `go movetime N`, with the option MultiPV for several moves. Moves about which it
 * says no margin are played, and the position after them is asked about. */
#include "config.h"

#include "prompt/adviser.h"

#include "base/clock.h"
#include "base/language.h"
#include "half/half.h"
#include "half/moves.h"
#include "half/terms.h"
#include "referee/engines/engine_client.h"
#include "referee/match/seat.h"

#include <stdio.h>
#include <string.h>

/* How late an answer may be, in microseconds: much, as nobody plays against the engine. */
enum { LATE_US = 10000000 };

/* ---- begin and end --------------------------------------------------------------------------- */

/* Makes sure that an engine runs: where hands are hidden, one that samples them (mcts); elsewhere
 * one that searches, since its margins are surer. */
static enum verdict have_client(struct adviser *adviser, const struct game *game,
                                const atomic_int *stop) {
    static const struct engine_option option = {.name = (char *)"MultiPV", .value = (char *)"3"};
    struct engine_spec *spec = &adviser->spec;
    if (!adviser->client) {
        adviser->option[0] = option;
        *spec = (struct engine_spec){.name = (char *)"hint",
                                     .command =
                                         (char *)(game->guess ? "builtin:mcts" : "builtin:search"),
                                     .option_count = 1,
                                     .option = adviser->option};
        terms_default(spec);
        adviser->client = client_new(spec, stop, NULL, 0);
    }
    if (!adviser->client)
        return VERDICT_CRASH;
    return client_runs(adviser->client) ? VERDICT_OK : client_start(adviser->client);
}

const char *adviser_fault(const struct adviser *adviser) {
    return adviser->client ? adviser->client->lines.fault.shown : _("out of memory");
}

void adviser_free(struct adviser *adviser) {
    client_free(adviser->client);
    adviser->client = NULL;
}

/* ---- a position ------------------------------------------------------------------------------ */

static void say_position(struct adviser *adviser, const struct adviser_question *question) {
    struct engine_lines *lines = &adviser->client->lines;
    const struct seat_half *half = question->half;
    struct moves_reader reader = moves_read(question->moves, NULL);
    struct text text = {0};
    text_add(&text, "newgame");
    half_add_words(&text, half->board, half->half, half->carry, half->seed);
    lines_say(lines, half->board_line);
    lines_say(lines, text_get(&text));
    text_free(&text);
    while (moves_next(&reader))
        lines_say_move(lines, reader.text);
}

/* Asks for the best moves, or for one alone. */
static enum verdict search(struct adviser *adviser, const char *only, int ms,
                           struct advice advice[ADVICE_MAX], int *count) {
    struct engine_client *client = adviser->client;
    struct protocol_message message;
    struct said said[ADVICE_MAX];
    char go[60 + GAME_MOVE_TEXT];
    snprintf(go, sizeof go, "go movetime %d%s%s", ms, only ? " searchmoves " : "",
             only ? only : "");
    client->said = said;
    client->said_room = ADVICE_MAX;
    enum verdict verdict =
        client_ask(client, go, TGI_BESTMOVE, (int64_t)ms * 1000 + LATE_US, &message);
    client->said_room = 0;
    for (*count = 0; verdict == VERDICT_OK && *count < client->said_count; ++*count) {
        const struct said *line = &said[*count];
        struct advice *move = &advice[*count];
        *move = (struct advice){
            .judged = line->valued, .exact = line->bound == SAID_EXACT, .margin = line->margin};
        if (!said_move(line, move->move))
            break;
    }
    if (verdict != VERDICT_OK || *count > 0)
        return verdict;
    advice[0] = (struct advice){.judged = false}; /* a player that reports nothing */
    snprintf(advice[0].move, sizeof advice[0].move, "%s", message.value[BESTMOVE_MOVE].text);
    *count = 1;
    return verdict;
}

/* Makes the position after the moves of a question and one more. */
static void play_on(const struct adviser_question *question, const char *move,
                    struct game_state *state) {
    const struct game_board *board = question->half->board;
    struct text moves = {0};
    uint32_t next;
    text_add(&moves, question->moves);
    text_add_word(&moves, move);
    struct moves_reader reader = moves_read(text_get(&moves), NULL);
    board->game->start(board, state, question->half->half);
    while (moves_next(&reader) && board->game->parse(board, state, reader.text, &next))
        board->game->play(board, state, next);
    text_free(&moves);
}

/* Judges a move between two players by the position after it: it is worth minus what the best
 * answer is worth, unless the same player is to move again. */
static enum verdict adviser_judge(struct adviser *adviser, const struct adviser_question *question,
                                  struct advice *advice) {
    const struct game_board *board = question->half->board;
    struct engine_lines *lines = &adviser->client->lines;
    struct advice answer[ADVICE_MAX];
    struct game_state state;
    int count;
    play_on(question, advice->move, &state);
    int turn = board->game->turn(board, &state);
    if (turn == GAME_OVER) {
        struct game_score score;
        board->game->score(board, &state, &score);
        advice->judged = advice->exact = true;
        advice->margin = score.margin[question->half->seat];
    }
    if (turn < 0)
        return VERDICT_OK;
    lines_say_move(lines, advice->move);
    enum verdict verdict = search(adviser, NULL, question->ms, answer, &count);
    lines_say(lines, "undo");
    if (verdict != VERDICT_OK)
        return verdict;
    advice->judged = answer[0].judged;
    advice->exact = answer[0].exact;
    advice->margin = turn == question->half->seat ? answer[0].margin : -answer[0].margin;
    return VERDICT_OK;
}

/* Judges the moves that the engine did not: some engines judge only the best move, and none judges
 * a move that is the only one. */
static enum verdict judge_others(struct adviser *adviser, const struct adviser_question *question,
                                 struct advice advice[ADVICE_MAX], int count) {
    enum verdict verdict = VERDICT_OK;
    for (int i = question->only ? 0 : 1;
         i < count && verdict == VERDICT_OK && question->half->board->players == 2; i++)
        if ((question->only || advice[0].judged) && !advice[i].judged)
            verdict = adviser_judge(adviser, question, &advice[i]);
    return verdict;
}

/* Sorts the moves after the first by their margins. The first one stays: a move judged later may
 * turn out better than its neighbour, but is not put before the engine's choice. */
static void sort(struct advice advice[ADVICE_MAX], int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 1 && advice[k].margin > advice[k - 1].margin; k--) {
            struct advice swap = advice[k];
            advice[k] = advice[k - 1];
            advice[k - 1] = swap;
        }
}

enum verdict adviser_ask(struct adviser *adviser, const struct adviser_question *question,
                         struct advice advice[ADVICE_MAX], int *count) {
    enum verdict verdict = have_client(adviser, question->half->board->game, question->stop);
    *count = 0;
    if (verdict == VERDICT_OK) {
        say_position(adviser, question);
        verdict = search(adviser, question->only, question->ms, advice, count);
    }
    if (verdict == VERDICT_OK)
        verdict = judge_others(adviser, question, advice, *count);
    if (verdict == VERDICT_OK)
        sort(advice, *count);
    else if (adviser->client && verdict != VERDICT_STOPPED)
        client_stop(adviser->client, false);
    return verdict;
}
