/* trioker.c - the rules of Trioker: known counts, facts of the panel, hexagons and replays, every
 * way to end, and what is refused. */
#include "games/trioker.h"
#include "base/error.h"
#include "games/picture.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "tests/lib/tap.h"

enum { MOVES_ROOM = 2000 };

static uint32_t moves[MOVES_ROOM];

static struct game_board *open_board(const struct game *game, const char *keys) {
    struct error error;
    struct game_board *board = game_prepare_text(game, NULL, keys, &error);
    if (!board)
        ok(false, "%s %s: %s", game->name, keys, error.text);
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
    const struct trioker_panel *panel = &trioker_board(large)->panel;
    int hatched = 0, wrong = 0, hexagons = 0, fewer = 0;
    for (int cell = 0; cell < panel->cells; cell++) {
        bool at_seven = false;
        for (int k = 0; k < 3; k++)
            for (int side = 0; side < 3; side++)
                at_seven |= coordinate(panel->grid->point[cell][k], side) == 7;
        hatched += at_seven;
        wrong += trioker_has(&trioker_board(small)->panel.use, cell) == at_seven;
    }
    for (int corner = 0; corner < panel->corners; corner++) {
        hexagons += panel->hexagon[corner];
        fewer += trioker_board(small)->panel.hexagon[corner];
    }
    is_int(count_cells(panel->use), 73, "the panel has 73 cells");
    is_int(count_cells(trioker_board(small)->panel.use), 52, "52 of them are not hatched");
    ok(hatched == 21 && wrong == 0, "the hatched ones are those between 6 and 7");
    ok(hexagons == 27 && fewer == 18, "27 points are inside of the large panel, 18 of the small");
    int start = trioker_board(large)->start, middle = 0;
    for (int i = 0; i < 9; i++)
        middle += coordinate(panel->grid->point[start][i / 3], i % 3) == 4;
    is_int(middle, 3, "the start cell lies in the middle");
    game_board_free(large);
    game_board_free(small);
}

/* A grid that is known by its sides alone has the same points. */
static void test_sides_alone(void) {
    struct error error;
    struct grid *drawn = grid_from_shape("hexagon 3,4", &error);
    struct grid *bare =
        grid_from_sides("bare", drawn->cells, (const int16_t(*)[3])drawn->side, &error);
    static struct trioker_panel one, other;
    int differ = 0;
    ok(trioker_panel_prepare(&one, drawn, NULL, &error) &&
           trioker_panel_prepare(&other, bare, NULL, &error),
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
    struct error why;
    char word[GAME_MOVE_TEXT];
    uint32_t move;
    game->start(board, state, 1);
    for (int length; (length = (int)strcspn(line, " ")) > 0;
         line += length + (line[length] == ' ')) {
        snprintf(word, sizeof word, "%.*s", length, line);
        if (!game->parse(board, state, word, &move))
            return ok(false, "%s can be read", word);
        if (game->refuse(board, state, move, &why))
            return ok(false, "%s can be played: %s", word, why.text);
        game->play(board, state, move);
    }
    return true;
}

struct seen {
    int duels, replays, double_replays, lost_replays, passes, laid, blocked, drawn, faults;
};

/* Compares what a move did with the rules about turns. */
static void check_turn(const struct trioker_duel_state *was, const struct trioker_duel_state *is,
                       uint32_t move, bool told, struct seen *seen) {
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
    seen->faults += (is->mover == was->mover && gained > 0) != told;
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
        char text[GAME_SHOW_SIZE];
        game_copy(board, &was, &state);
        trioker_duel.tell(board, &was, move, text);
        trioker_duel.play(board, &state, move);
        check_turn(trioker_duel_state(&was), trioker_duel_state(&state), move,
                   strstr(text, "completes a hexagon") != NULL, seen);
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
    int duels = enough(1000, 2000);
    random_seed(&random, 7);
    for (int i = 0; i < duels; i++)
        play_duel(board, &random, &seen);
    is_int(seen.faults, 0, "%d duels keep to the rules about turns", duels);
    ok(seen.laid && seen.blocked && seen.drawn, "every end is met: %d laid, %d blocked, %d drawn",
       seen.laid, seen.blocked, seen.drawn);
    ok(seen.replays && seen.double_replays, "so are replays: %d, and %d of two", seen.replays,
       seen.double_replays);
    ok(seen.passes && seen.lost_replays, "passes (%d), and lost replays (%d)", seen.passes,
       seen.lost_replays);
    game_board_free(board);
}

struct refusal {
    const char *line, *move, *because;
};

static void check_refusals(const struct game_board *board, const struct refusal *rows) {
    struct error why;
    for (; rows->line; rows++) {
        struct game_state state;
        uint32_t move;
        play_line(board, &state, rows->line);
        ok(board->game->parse(board, &state, rows->move, &move), "%s can be read", rows->move);
        const char *reason = board->game->refuse(board, &state, move, &why);
        ok(reason && strstr(reason, rows->because), "%s after '%s': %s", rows->move, rows->line,
           reason ? reason : "legal");
    }
}

static void test_refusals(void) {
    static const struct refusal rows[] = {
        {"", "33:000", "not be a triple"},
        {"", "34:002", "start cell, 33"},
        {"", "33:012", "not among the pieces of Pair"},
        {"", "pass", "33:002 is possible"},
        {"33:002", "33:001", "002 lies on cell 33 already"},
        {"33:002", "20:001", "shares no side with"},
        {"33:002", "34:111",
         "111 has a 1 at corner 0 of cell 34, where the piece on cell 33 shows a 0"},
        {"33:002", "32:002", "not among the pieces of Impair"},
        {"33:123 32:113", "46:231", "123 has already been placed"},
        {NULL, NULL, NULL},
    };
    struct game_board *board = open_board(&trioker_duel, "");
    check_refusals(board, rows);
    static const char *const nonsense[] = {
        "",       "33",      "33:",    "33:01",       "33:0123", "33:014", "73:012",
        "-1:012", "033:012", "+3:012", "3333333:012", "33:*12",  "x:012",  "33:012 "};
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
        struct game_state state;
        uint32_t move;
        trioker_duel.start(board, &state, 1);
        ok(!trioker_duel.parse(board, &state, nonsense[i], &move), "'%s' is not a move",
           nonsense[i]);
    }
    game_board_free(board);
}

static void test_hatched(void) {
    struct error why;
    struct game_board *board = open_board(&trioker_duel, "hatched 0");
    struct game_state state;
    trioker_duel.start(board, &state, 1);
    trioker_duel.play(board, &state, trioker_move(33, 2, 0));
    const char *reason = trioker_duel.refuse(board, &state, trioker_move(3, 1, 0), &why);
    ok(reason && strstr(reason, "cell 3 is hatched"), "%s", reason ? reason : "legal");
    game_board_free(board);
}

/* ---- puzzles --------------------------------------------------------------------------------- */

/* How many ways there are to fill a shape from here, cell by cell. */
static long count_ways(const struct trioker_panel *panel, const struct trioker_laid *laid,
                       trioker_set left, int cell) {
    struct trioker_cells here = {{0, 0}};
    uint32_t ways[TRIOKER_ROTATIONS * (TRIOKER_PIECES + 1)];
    long sum = 0;
    if (cell == panel->cells)
        return 1;
    trioker_add(&here, cell);
    int count = trioker_moves(panel, laid, here, left, ways);
    for (int i = 0; i < count; i++) {
        struct trioker_laid next = *laid;
        trioker_lay(panel, &next, ways[i]);
        sum += count_ways(panel, &next, left & ~(UINT32_C(1) << trioker_move_piece(ways[i])),
                          cell + 1);
    }
    return sum;
}

/* A parallelogram of this many columns and rows, with two cells in each place. */
static struct grid *parallelogram(int columns, int rows) {
    struct grid_triangle triangle[TRIOKER_CELLS_MAX];
    int count = 0;
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            struct grid_point low = {2 * c + r, r}, right = {low.x + 2, r},
                              high = {low.x + 1, r + 1}, far = {low.x + 3, r + 1};
            triangle[count++] = (struct grid_triangle){{low, right, high}, GRID_BORDER};
            triangle[count++] = (struct grid_triangle){{right, far, high}, GRID_BORDER};
        }
    return grid_build("parallelogram", count, triangle, 0, NULL, NULL, NULL);
}

static void test_puzzles(void) {
    static const struct refusal rows[] = {
        {"", "pass", "nobody to pass to"},
        {"", "0:222", "not among the pieces of this puzzle"},
        {"0:000", "3:000", "000 has already been placed"},
        {"0:000", "0:001", "000 lies on cell 0 already"},
        {"0:000", "2:111", "corners that meet must agree"},
        {"0:*23", "2:023", "at corner 0 of cell 2"},
        {NULL, NULL, NULL},
    };
    struct error error;
    struct grid *grid = grid_from_shape("triangle 2", &error), *large = parallelogram(3, 4);
    struct game_board *board =
        game_prepare_text(&trioker_puzzle, grid, " joker 1 pieces 1048575", &error);
    struct game_state state;
    struct game_score score;
    check_refusals(board, rows);
    play_line(board, &state, "0:000 1:001");
    trioker_puzzle.score(board, &state, &score);
    ok(!score.over && score.points[0] == 2, "two cells are filled");
    ok(!game_prepare_text(&trioker_puzzle, grid, " pieces 7", &error) &&
           strstr(error.text, "3 pieces"),
       "%s", error.text);
    game_board_free(board);
    board = game_prepare(&trioker_puzzle, large, 1, &error);
    ok(board != NULL, "a parallelogram is a shape");
    game_board_free(board);
    grid_free(grid);
    grid_free(large);
}

/* Counts of an independent solver. */
static void test_ways(void) {
    static const struct {
        int columns, rows; /* of a parallelogram, or 0 and the side of a hexagon */
        bool joker;
        long ways;
    } facts[] = {{6, 2, false, 240}, {12, 1, false, 206472}, {0, 2, false, 0}, {0, 2, true, 1680}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct error error;
        char name[GRID_NAME_MAX];
        if (facts[i].ways > enough(1000, INT_MAX)) /* tests/engine/puzzle.c counts them, too */
            continue;
        snprintf(name, sizeof name, "hexagon %d", facts[i].rows);
        struct grid *grid = facts[i].columns ? parallelogram(facts[i].columns, facts[i].rows)
                                             : grid_from_shape(name, &error);
        struct trioker_panel panel;
        struct trioker_laid laid;
        trioker_panel_prepare(&panel, grid, NULL, &error);
        trioker_laid_start(&laid);
        long ways = count_ways(&panel, &laid, (UINT32_C(1) << (24 + facts[i].joker)) - 1, 0);
        is_int(ways, facts[i].ways, "%s of %d and %d can be filled in %ld ways%s",
               facts[i].columns ? "a parallelogram" : "a hexagon", facts[i].columns, facts[i].rows,
               facts[i].ways, facts[i].joker ? " with the Joker" : "");
        grid_free(grid);
    }
}

/* ---- the rapid game -------------------------------------------------------------------------- */

/* Plays all that chance does with the first of its moves, but a deal with the pieces as listed. */
static void deal(const struct game_board *board, struct game_state *state, const int *pieces,
                 int count) {
    trioker_rapid.start(board, state, 1);
    for (int i = 0; i < count; i++)
        trioker_rapid.play(board, state, trioker_special(TRIOKER_DEAL_PIECE, 0, pieces[i]));
}

/* Two deals that differ only in what a seat does not see look the same to it. */
static void test_secrets(void) {
    struct game_board *board = open_board(&trioker_rapid, " players 3");
    struct game_state one, other;
    struct random random;
    int order[TRIOKER_ALL], swapped[TRIOKER_ALL], differ = 0, told = 0, hidden = 0;
    random_seed(&random, 5);
    trioker_rapid.start(board, &one, 1);
    trioker_rapid.start(board, &other, 1);
    for (int i = 0; i < TRIOKER_ALL; i++)
        order[i] = swapped[i] = TRIOKER_ALL - 1 - i;
    for (int i = 7; i < 14; i++) { /* the second and the third hand change places */
        swapped[i] = order[i + 7];
        swapped[i + 7] = order[i];
    }
    for (int i = 0; i < 21; i++) {
        char text[GAME_MOVE_TEXT], same[GAME_MOVE_TEXT];
        uint32_t a = trioker_special(TRIOKER_DEAL_PIECE, 0, order[i]);
        uint32_t b = trioker_special(TRIOKER_DEAL_PIECE, 0, swapped[i]);
        trioker_rapid.format(board, &one, a, 0, text);
        trioker_rapid.format(board, &other, b, 0, same);
        differ += strcmp(text, same) != 0;
        hidden += strcmp(text, "deal:?") == 0;
        trioker_rapid.format(board, &one, a, GAME_EVERYBODY, text);
        told += strchr(text, '?') == NULL;
        trioker_rapid.play(board, &one, a);
        trioker_rapid.play(board, &other, b);
    }
    ok(differ == 0 && hidden == 14 && told == 21, "a seat reads its own pieces and no others");
    game_board_free(board);
}

/* Hands of two: seat 1 has the lower ten and seat 2 the next ten, or the other way round. */
static void test_rapid(void) {
    static const int pieces[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                 23, 11, 12, 13, 14, 15, 16, 17, 18, 19};
    struct game_board *board = open_board(&trioker_rapid, "");
    const struct trioker_rapid_board *rapid = trioker_rapid_board(board);
    struct game_state state;
    struct game_score score;
    struct error why;
    deal(board, &state, pieces, 20);
    is_int(trioker_rapid.moves(board, &state, moves), 1, "one piece has the most points");
    is_int(moves[0], trioker_special(TRIOKER_FIRST_PIECE, 1, 23), "333 begins");
    trioker_rapid.play(board, &state, moves[0]);
    is_int(trioker_rapid.moves(board, &state, moves), 1, "it has to be laid");
    is_int(moves[0], trioker_move(rapid->layout.start, 23, 0), "on the start cell");
    trioker_rapid.play(board, &state, moves[0]);
    is_int(trioker_rapid.moves(board, &state, moves), 1, "nothing of seat 1 fits");
    is_int(moves[0], GAME_PASS, "it passes");
    trioker_rapid.play(board, &state, GAME_PASS);
    is_int(trioker_rapid.turn(board, &state), GAME_CHANCE, "and draws");
    is_int(trioker_rapid.moves(board, &state, moves), 5, "one of five");
    ok(trioker_rapid.refuse(board, &state, trioker_special(TRIOKER_DRAW_PIECE, 0, 3), &why) != NULL,
       "but nothing that is in a hand: %s", why.text);
    trioker_rapid.play(board, &state, trioker_special(TRIOKER_DRAW_PIECE, 0, TRIOKER_JOKER));
    ok(trioker_rapid.moves(board, &state, moves) == 3 && moves[0] != GAME_PASS,
       "the Joker fits beside 333, its 3 and its wild corner on the two that meet");
    ok(trioker_rapid.refuse(board, &state, GAME_PASS, &why) != NULL, "it has to be laid: %s",
       why.text);
    trioker_rapid.play(board, &state, moves[0]);
    trioker_rapid.score(board, &state, &score);
    ok(score.points[0] == 0 && score.margin[0] == 0 && !score.over, "nothing was paid yet");
    game_board_free(board);
}

static int piece_of(const char *text) {
    int piece = -1, rotation;
    trioker_piece_read(trioker_joker_usual(), text, &piece, &rotation);
    return piece;
}

/* A state just before a piece is laid: the hands, and one piece on the start cell. */
static void arrange(const struct game_board *board, struct game_state *state, const char *laid,
                    const char *const *hand) {
    const struct trioker_rapid_board *rapid = trioker_rapid_board(board);
    struct trioker_rapid_state *s = (struct trioker_rapid_state *)(void *)state->bytes;
    int piece, rotation;
    trioker_rapid.start(board, state, 1);
    trioker_piece_read(trioker_joker_usual(), laid, &piece, &rotation);
    trioker_lay(&rapid->common.panel, &s->laid, trioker_move(rapid->layout.start, piece, rotation));
    s->where[piece] = 0;
    s->gone = UINT32_C(1) << piece;
    s->count[TRIOKER_STOCK]--;
    for (int seat = 0; seat < board->players; seat++)
        for (const char *at = hand[seat]; *at; at += at[3] ? 4 : 3) {
            char text[TRIOKER_PIECE_TEXT];
            snprintf(text, sizeof text, "%.3s", at);
            s->where[piece_of(text)] = (uint8_t)(1 << seat);
            s->count[seat]++;
            s->count[TRIOKER_STOCK]--;
        }
    s->stage = TRIOKER_PLAYING;
}

static void play_text(const struct game_board *board, struct game_state *state, const char *text) {
    struct error why = {.text = "cannot be read"};
    uint32_t move;
    if (!trioker_rapid.parse(board, state, text, &move) ||
        trioker_rapid.refuse(board, state, move, &why))
        ok(false, "%s: %s", text, why.text);
    else
        trioker_rapid.play(board, state, move);
}

static void check_told(const struct game_board *board, const struct game_state *state,
                       const char *move_text, const char *words) {
    char text[GAME_SHOW_SIZE] = "no move";
    uint32_t move;
    if (trioker_rapid.parse(board, state, move_text, &move))
        trioker_rapid.tell(board, state, move, text);
    ok(*words ? strstr(text, words) != NULL : !*text, "tell() says of %s: %s", move_text, text);
}

static const char *const few[] = {"000 001", "111", "222 *23"};

static void test_payments_of_two(void) {
    struct game_board *board = open_board(&trioker_rapid, "");
    struct trioker_layout *layout = (struct trioker_layout *)&trioker_rapid_board(board)->layout;
    struct game_state state;
    arrange(board, &state, "000", few);
    check_told(board, &state, "34:010", "");
    layout->amount[34] = 2;
    layout->effect[34] = TRIOKER_TAKE_EACH;
    check_told(board, &state, "34:010", "Seat 2 pays 2 to seat 1.\n");
    layout->effect[34] = TRIOKER_PAY_EACH;
    check_told(board, &state, "34:010", "Seat 1 pays 2 to seat 2.\n");
    game_board_free(board);
}

/* Checks each effect by moving its cell next to the start cell. */
static void test_payments(void) {
    static const struct {
        enum trioker_effect effect;
        int bank, mover, others;
        const char *told;
    } rows[] = {{TRIOKER_PAY_BANK, 5, -5, 0, "Seat 1 pays 5 to the bank.\n"},
                {TRIOKER_TAKE_BANK, -5, 5, 0, "Seat 1 gets 5 from the bank.\n"},
                {TRIOKER_PAY_EACH, 0, -10, 5, "Seat 1 pays 5 to each other player.\n"},
                {TRIOKER_TAKE_EACH, 0, 10, -5, "Seat 1 gets 5 from each other player.\n"}};
    struct game_board *board = open_board(&trioker_rapid, "players 3 deals 1");
    struct trioker_layout *layout = (struct trioker_layout *)&trioker_rapid_board(board)->layout;
    struct game_state state;
    struct game_score score;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        layout->effect[34] = (uint8_t)rows[i].effect;
        layout->amount[34] = 5;
        arrange(board, &state, "000", few);
        const struct trioker_rapid_state *s = trioker_rapid_state(&state);
        check_told(board, &state, "34:010", rows[i].told);
        play_text(board, &state, "34:010");
        trioker_rapid.score(board, &state, &score);
        ok(s->bank == 200 + rows[i].bank && score.points[0] == rows[i].mover &&
               score.points[1] == rows[i].others && score.points[2] == rows[i].others,
           "payment %zu: bank %d, points %d %d %d", i, s->bank, score.points[0], score.points[1],
           score.points[2]);
        is_int(trioker_rapid.turn(board, &state), 1, "and the next seat moves");
    }
    game_board_free(board);
    test_payments_of_two();
}

/* A gift, known to those whom it concerns, which ends the deal and the game. */
static void test_gift(void) {
    struct game_board *board = open_board(&trioker_rapid, "players 3 deals 1");
    struct trioker_layout *layout = (struct trioker_layout *)&trioker_rapid_board(board)->layout;
    struct game_state state;
    struct game_score score;
    layout->effect[34] = TRIOKER_GIVE;
    arrange(board, &state, "000", few);
    check_told(board, &state, "34:010", "Seat 1 now gives a piece away, as in give:2:012.\n");
    play_text(board, &state, "34:010");
    is_int(trioker_rapid.moves(board, &state, moves), 2, "a piece for one of two");
    struct error why;
    char text[3][GAME_MOVE_TEXT];
    uint32_t gift = trioker_special(TRIOKER_GIVE_PIECE, 1, 0);
    for (int reader = 0; reader < 3; reader++)
        trioker_rapid.format(board, &state, gift, reader, text[reader]);
    ok(strcmp(text[0], "give:2:000") == 0 && strcmp(text[1], text[0]) == 0 &&
           strcmp(text[2], "give:2:?") == 0,
       "giver and receiver know it: %s %s %s", text[0], text[1], text[2]);
    ok(trioker_rapid.refuse(board, &state, trioker_special(TRIOKER_GIVE_PIECE, 1, TRIOKER_UNKNOWN),
                            &why) != NULL,
       "a giver has to say what: %s", why.text);
    ok(trioker_rapid.refuse(board, &state, GAME_PASS, &why) != NULL, "and give: %s", why.text);
    check_told(board, &state, "give:2:000",
               "Seat 1 wins deal 1: the bank pays it 10, and every other player pays the bank 2 ");
    play_text(board, &state, "give:2:000");
    const struct trioker_rapid_state *s = trioker_rapid_state(&state);
    ok(s->stage == TRIOKER_SHOWING && s->money[0] == 45 && s->money[1] == 33 && s->money[2] == 33,
       "who gives his last piece away has won the deal");
    play_text(board, &state, "show:2:000");
    play_text(board, &state, "show:2:111");
    play_text(board, &state, "show:3:222");
    play_text(board, &state, "show:3:*23");
    trioker_rapid.score(board, &state, &score);
    ok(score.over && strcmp(score.over, "deals") == 0, "all is shown, and the game over");
    ok(score.deals == 1 && score.won[0] == 1 && score.won[1] + score.won[2] == 0,
       "one deal, won by the first seat");
    ok(s->laid.count > 0 && s->count[TRIOKER_STOCK] == TRIOKER_ALL, "what lies there may be seen");
    ok(score.points[0] == 10 && score.points[1] == -2 - 3 && score.points[2] == -2 - 6 - 5,
       "the points left in hands are paid: %d %d %d", score.points[0], score.points[1],
       score.points[2]);
    ok(score.margin[0] == 3 * 10 - (10 - 5 - 13) &&
           score.margin[0] + score.margin[1] + score.margin[2] == 0,
       "margins compare with the others");
    game_board_free(board);
}

/* What is drawn of a duel, and of the rapid game as seat 1 knows it. */
static void test_pictures(void) {
    static struct picture picture;
    struct game_board *duel = open_board(&trioker_duel, "hatched 0"),
                      *rapid = open_board(&trioker_rapid, "");
    struct game_state state;
    play_line(duel, &state, "33:211 46:111");
    ok(trioker_duel.draw(duel, &state, NULL, &picture) && picture.cells == 73,
       "a duel can be drawn");
    ok(memcmp(picture.cell[33].value, "211", 3) == 0 && !picture.cell[32].value[0],
       "a piece has its values at the corners");
    ok(picture.cell[33].colour != picture.cell[46].colour, "and the colour of its camp");
    ok(picture.cell[3].marks == PICTURE_CLOSED, "hatched cells are closed");
    ok(picture.sides == 2 && picture.hand[0].pieces == 11 && picture.hand[1].hidden == 0,
       "both hands are open");
    trioker_rapid.start(rapid, &state, 1);
    for (int piece = 0; piece < 20; piece++)
        trioker_rapid.play(
            rapid, &state,
            trioker_special(TRIOKER_DEAL_PIECE, 0, piece < 10 ? piece : TRIOKER_UNKNOWN));
    ok(trioker_rapid.draw(rapid, &state, NULL, &picture) && picture.hand[0].pieces == 10 &&
           picture.hand[1].pieces == 0 && picture.hand[1].hidden == 10,
       "a hand that is not known is drawn as so many pieces");
    ok(strcmp(picture.cell[22].note, "+2") == 0 && strcmp(picture.cell[51].note, "-5*") == 0 &&
           strcmp(picture.cell[18].note, "->") == 0,
       "cells say what they pay");
    game_board_free(duel);
    game_board_free(rapid);
}

/* Nobody can play and the stock is empty: a new deal that is not counted. */
static void test_void_deal(void) {
    static const char *const hand[] = {"111 222", "333"};
    struct game_board *board = open_board(&trioker_rapid, "deals 1");
    struct game_state state;
    struct trioker_rapid_state *s = (struct trioker_rapid_state *)(void *)state.bytes;
    arrange(board, &state, "000", hand);
    s->count[TRIOKER_STOCK] = 0;
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        if (s->where[piece] == 1 << TRIOKER_STOCK) {
            s->where[piece] = 0;
            s->gone |= UINT32_C(1) << piece;
        }
    play_text(board, &state, "pass");
    is_int(trioker_rapid.turn(board, &state), 1, "no stock: the next one");
    check_told(board, &state, "pass", "deal 1 is void.\n");
    play_text(board, &state, "pass");
    ok(s->stage == TRIOKER_DEALING && s->deals == 0 && s->count[TRIOKER_STOCK] == TRIOKER_ALL,
       "the deal is void");
    is_int(s->laid.count, 1, "its panel may be seen");
    play_text(board, &state, "deal:012");
    is_int(s->laid.count, 0, "until the next deal");
    struct game_score score;
    trioker_rapid.score(board, &state, &score);
    is_int(score.deals, 0, "nobody has won it");
    game_board_free(board);
}

int main(void) {
    test_panel();
    test_sides_alone();
    test_counts();
    test_duels();
    test_refusals();
    test_hatched();
    test_puzzles();
    test_ways();
    test_secrets();
    test_rapid();
    test_payments();
    test_gift();
    test_pictures();
    test_void_deal();
    return done();
}
