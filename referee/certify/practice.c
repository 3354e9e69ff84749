/* practice.c - practice games with an engine that is checked. Each move is played here, too, so
 * that the moves and scores of the engine can be compared with our own rules. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/error.h"
#include "base/language.h"
#include "half/half.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct setup_board *check_board(const struct check_run *run) {
    for (int i = 0; i < run->arenas; i++)
        if (run->arena[i].game->default_grid)
            return &run->arena[i].board[0];
    return &run->arena[0].board[0];
}

void practice_begin(struct check_run *run, const struct setup_board *at, int half, int seat,
                    uint64_t seed) {
    struct practice *practice = &run->practice;
    text_free(&practice->moves);
    *practice = (struct practice){.board = at->board, .half = half, .seat = seat};
    at->board->game->start(at->board, &practice->state, half);
    check_say(run, "%s", at->board_line);
    struct text line = {0};
    text_add(&line, "newgame");
    half_add_words(&line, at->board, half, practice->carry, seed);
    check_say(run, "%s", text_get(&line));
    text_free(&line);
}

int practice_turn(const struct check_run *run) {
    return run->practice.board->game->turn(run->practice.board, &run->practice.state);
}

uint32_t practice_choose(struct check_run *run, const struct game_state *state) {
    const struct game_board *board = run->practice.board;
    int count = board->game->moves(board, state, run->moves);
    return count ? run->moves[random_below(&run->random, (uint32_t)count)] : GAME_NO_MOVE;
}

void practice_play(struct check_run *run, uint32_t move) {
    struct practice *practice = &run->practice;
    char word[GAME_MOVE_TEXT];
    practice->board->game->format(practice->board, &practice->state, move, practice->seat, word);
    practice->board->game->play(practice->board, &practice->state, move);
    text_add_word(&practice->moves, word);
    check_say(run, "play %s", word);
}

void practice_advance(struct check_run *run, int moves) {
    for (int i = 0; i < moves; i++) {
        uint32_t move = practice_choose(run, &run->practice.state);
        if (move == GAME_NO_MOVE)
            return;
        practice_play(run, move);
    }
}

/* Reads the move in a line `bestmove MOVE [ponder MOVE] id N`. False, and the check has failed: the
 * line is malformed, or has another id. */
static bool read_move(struct check_run *run, char *line, long long id, char move[GAME_MOVE_TEXT]) {
    struct protocol_message message;
    struct protocol_error error;
    if (protocol_parse(run->parser, PROTOCOL_FROM_ENGINE, line, &message, &error) != PROTOCOL_OK)
        return check_fail(run, _("bestmove is malformed: %.200s"), error.text);
    if (!message.value[BESTMOVE_ID].given || message.value[BESTMOVE_ID].number[0] != id)
        return check_fail(run, _("bestmove does not repeat the id of its go"));
    snprintf(move, GAME_MOVE_TEXT, "%s", message.value[BESTMOVE_MOVE].text);
    return true;
}

bool practice_go(struct check_run *run, const char *fields, int ms) {
    static long long id;
    const struct practice *practice = &run->practice;
    const struct game *game = practice->board->game;
    char text[GAME_MOVE_TEXT];
    uint32_t move;
    struct error why;
    check_say(run, "go id %lld %s", ++id, fields);
    char *line = check_expect(run, "bestmove", ms);
    if (!line || !read_move(run, line, id, text))
        return false;
    if (!game->parse(practice->board, &practice->state, text, &move))
        return check_fail(run, _("'%s' is not a move"), text);
    const char *refusal = game->refuse(practice->board, &practice->state, move, &why);
    if (refusal)
        return check_fail(run, _("it plays %s, which is against the rules: %s"), text, refusal);
    practice_play(run, move);
    return true;
}

/* Whether the number after a word of a line is the wanted one. */
static bool has_number(const char *line, const char *word, long long wanted) {
    char key[24];
    snprintf(key, sizeof key, " %s ", word);
    const char *at = strstr(line, key);
    return at && strtoll(at + strlen(key), NULL, 10) == wanted;
}

bool practice_compare_score(struct check_run *run) {
    const struct practice *practice = &run->practice;
    struct game_score score;
    char over[64];
    if (!check_has(run, "score"))
        return true;
    practice->board->game->score(practice->board, &practice->state, &score);
    check_say(run, "score");
    const char *line = check_expect(run, "score", PATIENCE_MS);
    if (!line)
        return false;
    for (int i = 0; i < practice->board->players; i++) {
        char key[16];
        snprintf(key, sizeof key, "p%d", i + 1);
        if (!has_number(line, key, score.points[i]))
            return check_fail(run, _("the points of seat %d are %d, but it says: %.200s"), i + 1,
                              score.points[i], line);
    }
    if (!has_number(line, "margin", score.margin[0]) ||
        !has_number(line, "total", score.margin[0] + practice->carry[0]) ||
        !has_number(line, "half", practice->half))
        return check_fail(run,
                          _("the margin of seat 1 is %d, or %d with what it carries, in half %d, "
                            "but it says: %.200s"),
                          score.margin[0], score.margin[0] + practice->carry[0], practice->half,
                          line);
    snprintf(over, sizeof over, " over %s", score.over ? score.over : "no");
    const char *at = strstr(line, " over ");
    size_t length = strlen(over);
    if (!at || strncmp(at, over, length) != 0 || (at[length] && at[length] != ' '))
        return check_fail(run, _("the score must end with '%s', but it says: %.200s"), over + 1,
                          line);
    return true;
}
