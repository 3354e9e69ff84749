/* trioker.c - the rules of Trioker: known counts, facts of the panel, hexagons and replays, every
 * way to end, and what is refused. */
#include "games/trioker.h"
#include "games/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tests/lib/tap.h"

enum { DUELS = 2000, MOVES_ROOM = 2000 };

static uint32_t moves[MOVES_ROOM];

static struct game_board *open_board(const struct game *game, const char *keys) {
    char error[GAME_ERROR_SIZE];
    struct game_board *board = game_prepare_text(game, NULL, keys, error);
    if (!board)
        ok(false, "%s %s: %s", game->name, keys, error);
    return board;
}

/* ---- the panel ------------------------------------------------------------------------------- */

static int count_cells(struct trioker_cells cells) {
    int count = 0;
    for (int cell; trioker_take(&cells, &cell);)
        count++;
    return count;
}

/* The three coordinates of a point, which add up to 10. */
static int coordinate(struct grid_point point, int which) {
    enum { ROW = 866, HALF = 500, MIDDLE = 5000, SUM = 10, TOP = 7 };
    int x = TOP - point.y / ROW, difference = (point.x - MIDDLE) / HALF;
    return which == 0 ? x : (SUM - x + (which == 1 ? -difference : difference)) / 2;
}

static void test_panel(void) {
    struct game_board *large = open_board(&trioker_duel, ""),
                      *small = open_board(&trioker_duel, "hatched 0");
    const struct trioker_panel *panel = &trioker_duel_board(large)->panel;
    int hatched = 0, wrong = 0, hexagons = 0, fewer = 0;
    for (int cell = 0; cell < panel->cells; cell++) {
        bool at_seven = false;
        for (int k = 0; k < 3; k++)
            for (int side = 0; side < 3; side++)
                at_seven |= coordinate(panel->grid->point[cell][k], side) == 7;
        hatched += at_seven;
        wrong += trioker_has(&trioker_duel_board(small)->panel.use, cell) == at_seven;
    }
    for (int corner = 0; corner < panel->corners; corner++) {
        hexagons += panel->hexagon[corner];
        fewer += trioker_duel_board(small)->panel.hexagon[corner];
    }
    is_int(count_cells(panel->use), 73, "the panel has 73 cells");
    is_int(count_cells(trioker_duel_board(small)->panel.use), 52, "52 of them are not hatched");
    ok(hatched == 21 && wrong == 0, "the hatched ones are those between 6 and 7");
    ok(hexagons == 27 && fewer == 18, "27 points are inside of the large panel, 18 of the small");
    int start = trioker_duel_board(large)->start, middle = 0;
    for (int i = 0; i < 9; i++)
        middle += coordinate(panel->grid->point[start][i / 3], i % 3) == 4;
    is_int(middle, 3, "the start cell lies in the middle");
    game_board_free(large);
    game_board_free(small);
}

/* A grid that is known by its sides alone has the same points. */
static void test_sides_alone(void) {
    char error[GRID_ERROR_SIZE];
    struct grid *drawn = grid_from_shape("hexagon 3,4", error);
    struct grid *bare = grid_from_sides("bare", drawn->cells, drawn->side, error);
    static struct trioker_panel one, other;
    int differ = 0;
    ok(trioker_panel_prepare(&one, drawn, NULL, error) &&
           trioker_panel_prepare(&other, bare, NULL, error),
       "panels can be made of both");
    for (int i = 0; i < 9 * drawn->cells * drawn->cells; i++) {
        int a = i / (3 * drawn->cells), b = i % (3 * drawn->cells);
        differ += (one.corner[a / 3][a % 3] == one.corner[b / 3][b % 3]) !=
                  (other.corner[a / 3][a % 3] == other.corner[b / 3][b % 3]);
    }
    is_int(other.corners, one.corners, "the same number of points");
    is_int(differ, 0, "and the same corners meet");
    grid_free(bare);
    grid_free(drawn);
}

/* ---- known counts ---------------------------------------------------------------------------- */

static void test_counts(void) {
    static const uint64_t counts[] = {30, 156, 1008, 8196, 73944, 760350};
    static const char *const keys[] = {"", "hatched 0"};
    for (size_t i = 0; i < 2 * sizeof counts / sizeof *counts; i++) {
        int depth = 1 + (int)i / 2;
        struct game_board *board = open_board(&trioker_duel, keys[i % 2]);
        struct game_state state;
        trioker_duel.start(board, &state, 1);
        is_int((long long)game_perft(board, &state, depth, NULL, NULL), (long long)counts[i / 2],
               "perft %d of the duel %s", depth, keys[i % 2]);
        game_board_free(board);
    }
}

/* ---- duels ----------------------------------------------------------------------------------- */

/* Plays a line of moves from the beginning. */
static bool play_line(const struct game_board *board, struct game_state *state, const char *line) {
    const struct game *game = board->game;
    char word[GAME_MOVE_TEXT], why[GAME_ERROR_SIZE];
    uint32_t move;
    game->start(board, state, 1);
    for (int length; (length = (int)strcspn(line, " ")) > 0;
         line += length + (line[length] == ' ')) {
        snprintf(word, sizeof word, "%.*s", length, line);
        if (!game->parse(board, state, word, &move))
            return ok(false, "%s can be read", word);
        if (game->refuse(board, state, move, why))
            return ok(false, "%s can be played: %s", word, why);
        game->play(board, state, move);
    }
    return true;
}

struct seen {
    int duels, replays, double_replays, lost_replays, passes, laid, blocked, drawn, faults;
};

/* What a move did, beside what the rules say about turns. */
static void check_turn(const struct trioker_duel_state *was, const struct trioker_duel_state *is,
                       uint32_t move, struct seen *seen) {
    bool passed = move == GAME_PASS;
    int before = trioker_count(was->hand[0] | was->hand[1]),
        after = trioker_count(is->hand[0] | is->hand[1]);
    seen->faults += before - after != !passed || is->laid.count + after != 2 * TRIOKER_CAMP;
    seen->passes += passed && was->plays == 1;
    seen->lost_replays += passed && was->plays > 1;
    seen->faults += passed && (is->mover == was->mover || is->plays != 1);
    if (passed || is->over)
        return;
    int gained = is->plays - was->plays + 1; /* if the mover stays */
    seen->faults += is->mover == was->mover ? gained < 0 || is->plays < 1 : was->plays > 1;
    seen->replays += is->mover == was->mover && was->plays == 1 && is->plays == 1;
    seen->double_replays += is->mover == was->mover && is->plays > was->plays;
}

static void play_duel(const struct game_board *board, struct random *random, struct seen *seen) {
    struct game_state state, was;
    struct game_score score;
    trioker_duel.start(board, &state, 1);
    for (int count; (count = trioker_duel.moves(board, &state, moves)) > 0;) {
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        game_copy(board, &was, &state);
        trioker_duel.play(board, &state, move);
        check_turn(trioker_duel_state(&was), trioker_duel_state(&state), move, seen);
    }
    trioker_duel.score(board, &state, &score);
    seen->laid += strcmp(score.over, "laid") == 0;
    seen->blocked += strcmp(score.over, "blocked") == 0;
    seen->drawn += score.margin[0] == 0;
    seen->faults += strcmp(score.over, "laid") == 0 && score.points[0] && score.points[1];
    seen->duels++;
}

static void test_duels(void) {
    struct game_board *board = open_board(&trioker_duel, "");
    struct random random;
    struct seen seen = {0};
    random_seed(&random, 7);
    for (int i = 0; i < DUELS; i++)
        play_duel(board, &random, &seen);
    is_int(seen.faults, 0, "%d duels keep to the rules about turns", DUELS);
    ok(seen.laid && seen.blocked && seen.drawn, "every end is met: %d laid, %d blocked, %d drawn",
       seen.laid, seen.blocked, seen.drawn);
    ok(seen.replays && seen.double_replays, "so are replays: %d, and %d of two", seen.replays,
       seen.double_replays);
    ok(seen.passes && seen.lost_replays, "passes (%d), and lost replays (%d)", seen.passes,
       seen.lost_replays);
    game_board_free(board);
}

static void test_refusals(void) {
    static const struct {
        const char *line, *move, *because;
    } rows[] = {
        {"", "33:000", "not be a triple"},
        {"", "34:002", "start cell, 33"},
        {"", "33:012", "not among the pieces of Pair"},
        {"", "pass", "33:002 is possible"},
        {"33:002", "33:001", "002 lies on cell 33 already"},
        {"33:002", "20:001", "no side in common"},
        {"33:002", "34:111",
         "111 has a 1 at corner 0 of cell 34, where the piece on cell 33 shows a 0"},
        {"33:002", "32:002", "not among the pieces of Impair"},
        {"33:123 32:113", "46:231", "123 has been laid"},
    };
    char why[GAME_ERROR_SIZE];
    struct game_board *board = open_board(&trioker_duel, "");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_state state;
        uint32_t move;
        play_line(board, &state, rows[i].line);
        ok(trioker_duel.parse(board, &state, rows[i].move, &move), "%s can be read", rows[i].move);
        const char *reason = trioker_duel.refuse(board, &state, move, why);
        ok(reason && strstr(reason, rows[i].because), "%s after '%s': %s", rows[i].move,
           rows[i].line, reason ? reason : "legal");
    }
    static const char *const nonsense[] = {
        "",       "33",      "33:",    "33:01",       "33:0123", "33:014", "73:012",
        "-1:012", "033:012", "+3:012", "3333333:012", "33:*12",  "x:012",  "33:012 "};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        struct game_state state;
        uint32_t move;
        trioker_duel.start(board, &state, 1);
        ok(!trioker_duel.parse(board, &state, nonsense[i], &move), "'%s' is no move", nonsense[i]);
    }
    game_board_free(board);
    board = open_board(&trioker_duel, "hatched 0");
    struct game_state state;
    trioker_duel.start(board, &state, 1);
    trioker_duel.play(board, &state, trioker_move(33, 2, 0));
    const char *reason = trioker_duel.refuse(board, &state, trioker_move(3, 1, 0), why);
    ok(reason && strstr(reason, "cell 3 is hatched"), "%s", reason ? reason : "legal");
    game_board_free(board);
}

int main(void) {
    test_panel();
    test_sides_alone();
    test_counts();
    test_duels();
    test_refusals();
    return done();
}
