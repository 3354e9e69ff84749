/* nullgame.c - the smallest game that uses all of the interface: two to four players, a die, a
 * secret.
 *
 * Each player first hides a number from 0 to 2. Then, in turn, a die of three faces is thrown and
 * the player takes from 1 to that many of the twelve counters. When none is left, a player's points
 * are the player's counters and secret number. Copy this file to begin a new game.
 */
#include "tests/lib/nullgame.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTERS = 12, FACES = 3, SECRETS = 3 };

/* Moves: hiding a number, throwing a face, taking counters; the kind in the tens. */
enum { HIDE = 10, THROW = 20, TAKE = 30 };

struct null_state {
    int8_t left;                     /* counters on the table */
    int8_t face;                     /* of the die; 0: it is to be thrown */
    int8_t seat;                     /* whose turn it is, also while the die is thrown */
    int8_t secret[GAME_PLAYERS_MAX]; /* -1: not yet hidden */
    int8_t taken[GAME_PLAYERS_MAX];
};

GAME_STATE(null)

static struct game_board *prepare(const struct game *game, const struct grid *grid, int players,
                                  const int *parameter, struct error *error) {
    (void)game, (void)grid, (void)players, (void)parameter;
    struct game_board *board = calloc(1, sizeof *board);
    if (!board) {
        error_set(error, "out of memory");
        return NULL;
    }
    *board = (struct game_board){
        .state_size = sizeof(struct null_state), .moves_max = FACES, .worst = COUNTERS + SECRETS};
    return board;
}

static void start(const struct game_board *board, struct game_state *state, int half) {
    struct null_state *s = null_changeable(state);
    memset(s, 0, sizeof *s);
    s->left = COUNTERS;
    s->seat = (int8_t)((half - 1) % board->players);
    for (int seat = 0; seat < board->players; seat++)
        s->secret[seat] = -1;
}

static int turn(const struct game_board *board, const struct game_state *state) {
    const struct null_state *s = null_state(state);
    (void)board;
    if (s->left == 0)
        return GAME_OVER;
    return s->secret[s->seat] >= 0 && s->face == 0 ? GAME_CHANCE : s->seat;
}

static int moves(const struct game_board *board, const struct game_state *state, uint32_t *out) {
    const struct null_state *s = null_state(state);
    int who = turn(board, state), count = 0;
    if (who == GAME_OVER)
        return 0;
    if (who == GAME_CHANCE)
        for (int face = 1; face <= FACES; face++)
            out[count++] = (uint32_t)(THROW + face);
    else if (s->secret[s->seat] < 0)
        for (int number = 0; number < SECRETS; number++)
            out[count++] = (uint32_t)(HIDE + number);
    else
        for (int number = 1; number <= s->face && number <= s->left; number++)
            out[count++] = (uint32_t)(TAKE + number);
    return count;
}

static const char *refuse(const struct game_board *board, const struct game_state *state,
                          uint32_t move, struct error *why) {
    uint32_t legal[FACES];
    int count = moves(board, state, legal);
    for (int i = 0; i < count; i++)
        if (legal[i] == move)
            return NULL;
    error_set(why, "%s", count ? "that is not to be done now" : "the game is over");
    return why->text;
}

static void play(const struct game_board *board, struct game_state *state, uint32_t move) {
    struct null_state *s = null_changeable(state);
    if (move >= TAKE) {
        s->taken[s->seat] = (int8_t)(s->taken[s->seat] + (int)(move - TAKE));
        s->left = (int8_t)(s->left - (int)(move - TAKE));
    } else if (move >= THROW) {
        s->face = (int8_t)(move - THROW);
        return;
    } else {
        s->secret[s->seat] = (int8_t)(move - HIDE);
    }
    s->face = 0;
    s->seat = (int8_t)((s->seat + 1) % board->players);
}

static void score(const struct game_board *board, const struct game_state *state,
                  struct game_score *out) {
    const struct null_state *s = null_state(state);
    int sum = 0;
    memset(out, 0, sizeof *out);
    for (int seat = 0; seat < board->players; seat++) {
        out->points[seat] = s->taken[seat] + (s->secret[seat] > 0 ? s->secret[seat] : 0);
        sum += out->points[seat];
    }
    for (int seat = 0; seat < board->players; seat++) /* zero sum for any number of players */
        out->margin[seat] = board->players * out->points[seat] - sum;
    out->over = game_end_name(board->game, s->left == 0);
}

/* `hide2`, `die3`, `take1`; `hide?` is what the others read. */
static bool parse(const struct game_board *board, const struct game_state *state, const char *text,
                  uint32_t *move) {
    int number, end = -1;
    (void)board;
    (void)state;
    if (strcmp(text, "hide?") == 0)
        *move = HIDE;
    else if (sscanf(text, "hide%1d%n", &number, &end) == 1 && !text[end])
        *move = (uint32_t)(HIDE + number);
    else if (sscanf(text, "die%1d%n", &number, &end) == 1 && !text[end])
        *move = (uint32_t)(THROW + number);
    else if (sscanf(text, "take%1d%n", &number, &end) == 1 && !text[end])
        *move = (uint32_t)(TAKE + number);
    else
        return false;
    return true;
}

static void format(const struct game_board *board, const struct game_state *state, uint32_t move,
                   int reader, char *text) {
    (void)board;
    if (move >= TAKE)
        snprintf(text, GAME_MOVE_TEXT, "take%u", move - TAKE);
    else if (move >= THROW)
        snprintf(text, GAME_MOVE_TEXT, "die%u", move - THROW);
    else if (reader == GAME_EVERYBODY || reader == null_state(state)->seat)
        snprintf(text, GAME_MOVE_TEXT, "hide%u", move - HIDE);
    else
        snprintf(text, GAME_MOVE_TEXT, "hide?");
}

static void show(const struct game_board *board, const struct game_state *state, char *text) {
    const struct null_state *s = null_state(state);
    int end = sprintf(text, "%d counters left; taken", s->left);
    for (int seat = 0; seat < board->players; seat++)
        end += sprintf(text + end, " %d", s->taken[seat]);
    sprintf(text + end, "\n");
}

static uint64_t hash(const struct game_board *board, const struct game_state *state) {
    uint64_t key = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < board->state_size; i++)
        key = (key ^ state->bytes[i]) * UINT64_C(0x100000001b3);
    return key;
}

static const struct game_end ends[] = {
    {"empty", "no counter is left", .usual = true},
    {NULL, NULL, false},
};

const struct game nullgame = {
    .name = "nullgame",
    .title = "Null game",
    .about = "hide a number, throw a die, take counters",
    .players_min = 2,
    .players_max = 4,
    .halves = 1,
    .ends = ends,
    .prepare = prepare,
    .start = start,
    .turn = turn,
    .moves = moves,
    .refuse = refuse,
    .play = play,
    .score = score,
    .parse = parse,
    .format = format,
    .show = show,
    .hash = hash,
};
