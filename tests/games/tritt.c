/* tritt.c - tests the rules of Tritt: published counts, comparison with naive rules in random
 * games, every way to end, and what is refused. */
#include "games/tritt.h"
#include "base/error.h"
#include "games/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "tests/lib/naive_tritt.h"
#include "tests/lib/tap.h"

enum { TURNS_ROOM = 25000 };

static uint32_t moves[TURNS_ROOM];
static struct naive_turn turns[TURNS_ROOM];

static struct game_board *open_board(const char *keys) {
    struct error error;
    struct game_board *board = game_prepare_text(&tritt, NULL, keys, &error);
    if (!board)
        ok(false, "tritt %s: %s", keys, error.text);
    return board;
}

/* ---- counts published with the rules --------------------------------------------------------- */

static void test_counts(void) {
    static const struct {
        const char *keys;
        int depth;
        uint64_t count;
    } facts[] = {{"size 4", 1, 69},     {"size 5", 1, 129},    {"size 6", 1, 207},
                 {"size 4", 2, 3672},   {"size 5", 2, 14364},  {"", 2, 38970},
                 {"size 4", 3, 399498}, {"size 5", 3, 5732478}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        struct game_board *board = open_board(facts[i].keys);
        struct game_state state;
        tritt.start(board, &state, 1);
        uint64_t count = game_perft(board, &state, facts[i].depth, NULL, NULL);
        is_int((long long)count, (long long)facts[i].count, "perft %d, %s", facts[i].depth,
               *facts[i].keys ? facts[i].keys : "the usual size");
        game_board_free(board);
    }
}

/* ---- random games, against the naive rules --------------------------------------------------- */

struct comparison {
    int count, text, refused, result, hash; /* how often the two disagree */
    int told;                               /* ends that are not told */
    int ends[TRITT_BLOCKED + 1];            /* how often each end was met */
    int both_lines, last_line; /* both colours have a line; a line is made with the last piece */
};

static bool has_line(const struct game_board *board, const struct game_state *state, int colour) {
    return tritt_has_line(tritt_board(board), tritt_state(state)->colour[colour]);
}

/* That each turn of the naive rules is a legal move, and none is left over. */
static void compare_moves(const struct game_board *board, const struct game_state *state,
                          const struct naive_tritt *naive, int count, struct comparison *result) {
    result->count += tritt.moves(board, state, moves) != count;
    for (int i = 0; i < count; i++) {
        struct error why;
        char text[NAIVE_MOVE_TEXT], back[GAME_MOVE_TEXT];
        uint32_t move = GAME_NO_MOVE;
        naive_tritt_write(naive, &turns[i], text);
        if (!tritt.parse(board, state, text, &move)) {
            result->text++;
            continue;
        }
        result->refused += tritt.refuse(board, state, move, &why) != NULL;
        tritt.format(board, state, move, GAME_EVERYBODY, back);
        result->text += strcmp(text, back) != 0;
    }
}

static void note_end(const struct game_board *board, const struct game_state *state,
                     struct comparison *result) {
    const struct tritt_state *s = tritt_state(state);
    bool red = has_line(board, state, TRITT_RED), blue = has_line(board, state, TRITT_BLUE);
    result->ends[s->over]++;
    result->both_lines += red && blue;
    result->last_line += (red || blue) && s->count[0] + s->count[1] == 2 * TRITT_PIECES;
}

/* Whether the text of the last move and that of the position both name the end of the game. */
static bool end_is_told(const struct game_board *board, const struct game_state *before,
                        uint32_t move, const struct game_state *after) {
    static const char *const said[] = {[0] = "",
                                       [TRITT_WRONG_LINE] = ": that loses.\n",
                                       [TRITT_LINE] = ": that wins.\n",
                                       [TRITT_PLACED] = "All pieces are placed: that is a draw.\n",
                                       [TRITT_BLOCKED] = " can be placed now: that wins.\n"};
    char told[GAME_SHOW_SIZE], shown[GAME_SHOW_SIZE];
    const struct tritt_state *s = tritt_state(after);
    tritt.tell(board, before, move, told);
    tritt.show(board, after, shown);
    if (!s->over)
        return !strstr(told, "that ") && strstr(shown, " to move\n");
    const char *winner = s->winner < 0 ? ", nobody wins\n" : " wins\n";
    return strstr(told, said[s->over]) && strstr(shown, "over: ") && strstr(shown, winner);
}

static void compare_game(const struct game_board *board, struct random *random,
                         struct comparison *result) {
    struct game_state state;
    struct naive_tritt naive;
    tritt.start(board, &state, 1);
    naive_tritt_start(&naive, tritt_board(board)->size);
    for (int count; (count = naive_tritt_turns(&naive, turns, TURNS_ROOM)) > 0;) {
        compare_moves(board, &state, &naive, count, result);
        const struct naive_turn *turn = &turns[random_below(random, (uint32_t)count)];
        char text[NAIVE_MOVE_TEXT];
        uint32_t move;
        naive_tritt_write(&naive, turn, text);
        if (!tritt.parse(board, &state, text, &move))
            return;
        struct game_state before;
        game_copy(board, &before, &state);
        tritt.play(board, &state, move);
        result->told += !end_is_told(board, &before, move, &state);
        naive_tritt_play(&naive, turn);
        const struct tritt_state *s = tritt_state(&state);
        const char *reason = game_end_name(&tritt, s->over);
        result->result += s->winner != (naive.winner == NAIVE_NOTHING ? -1 : naive.winner);
        result->result += !reason != !naive.over || (reason && strcmp(reason, naive.over) != 0);
        result->result += s->mover != naive.mover;
    }
    result->result += tritt.turn(board, &state) != GAME_OVER;
    note_end(board, &state, result);
}

static void test_comparison(void) {
    static const struct {
        const char *keys;
        int games;
    } rows[] = {{"size 4", 400}, {"size 5", 60}, {"size 6", 25}, {"size 7", 8}};
    struct comparison all = {0};
    struct random random;
    random_seed(&random, 4);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct game_board *board = open_board(rows[i].keys);
        for (int game = 0; game < rows[i].games / enough(3, 1); game++)
            compare_game(board, &random, &all);
        is_int(all.count, 0, "%s: as many moves as the naive rules find", rows[i].keys);
        is_int(all.refused, 0, "%s: none of them is refused", rows[i].keys);
        is_int(all.text, 0, "%s: their texts are the same", rows[i].keys);
        is_int(all.result, 0, "%s: games end alike", rows[i].keys);
        is_int(all.told, 0, "%s: and how they end is said", rows[i].keys);
        game_board_free(board);
    }
    for (int end = TRITT_WRONG_LINE; end <= TRITT_BLOCKED; end++)
        ok(all.ends[end] > 0, "%d of these games ended by %s", all.ends[end],
           game_end_name(&tritt, end));
    ok(all.both_lines > 0, "%d of them with lines of both colours", all.both_lines);
    ok(all.last_line > 0, "%d of them with a line by the last piece", all.last_line);
}

/* ---- random play as published ---------------------------------------------------------------- */

static void test_statistics(void) {
    const int games_played = enough(1200, 4000);
    struct game_board *board = open_board("");
    struct random random;
    int won[2] = {0, 0}, drawn = 0, length = 0;
    random_seed(&random, 1);
    for (int game = 0; game < games_played; game++) {
        struct game_state state;
        tritt.start(board, &state, 1);
        for (int count; (count = tritt.moves(board, &state, moves)) > 0; length++)
            tritt.play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        int winner = tritt_state(&state)->winner;
        drawn += winner < 0;
        if (winner >= 0)
            won[winner]++;
    }
    diag("red %.1f %%, blue %.1f %%, drawn %.1f %%, %.2f turns", 100.0 * won[0] / games_played,
         100.0 * won[1] / games_played, 100.0 * drawn / games_played,
         (double)length / games_played);
    /* The published shares are of 1,000 games: 41, 44 and 15 %, 12 turns. */
    ok(abs(won[0] * 100 - 41 * games_played) < 5 * games_played,
       "red wins some 41 %% of random games");
    ok(abs(won[1] * 100 - 44 * games_played) < 5 * games_played, "blue wins some 44 %%");
    ok(abs(drawn * 100 - 15 * games_played) < 4 * games_played, "some 15 %% are drawn");
    ok(abs(length - 12 * games_played) < games_played, "they last some 12 turns");
    game_board_free(board);
}

/* ---- positions ------------------------------------------------------------------------------- */

/* Plays words; false and a failed test if one of them is refused. */
static bool play_line(const struct game_board *board, struct game_state *state, const char *line) {
    struct error why;
    char copy[512], *rest = copy;
    snprintf(copy, sizeof copy, "%s", line);
    tritt.start(board, state, 1);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        uint32_t move;
        if (!tritt.parse(board, state, word, &move))
            return ok(false, "%s can be read", word);
        if (tritt.refuse(board, state, move, &why))
            return ok(false, "%s can be played: %s", word, why.text);
        tritt.play(board, state, move);
    }
    return true;
}

static void test_same_position(void) {
    struct game_board *board = open_board("size 5");
    struct game_state one, other;
    play_line(board, &one, "a1-a3 c1-c3 e1-e3 g4-g6");
    play_line(board, &other, "e1-e3 g4-g6 a1-a3 c1-c3");
    ok(memcmp(one.bytes, other.bytes, board->state_size) == 0,
       "the order of pieces leaves no trace");
    ok(tritt.hash(board, &one) == tritt.hash(board, &other), "and the keys are equal");
    play_line(board, &other, "e1-e3 g4-g6 a1-a3 c1-c3/e2-e3");
    ok(tritt.hash(board, &one) != tritt.hash(board, &other), "a slide changes the key");
    game_board_free(board);
}

static void test_refusals(void) {
    static const struct {
        const char *line, *move, *because;
    } rows[] = {
        {"", "a1-a3/e5-e6", "first turn"},
        {"c3-c5", "e1-e3/c4-c5", "first turn"},
        {"c3-c5", "c5-c7", "c5 is blue"},
        {"c3-c5", "c4-e4", "c4 is red"},
        {"c3-c5 e1-e3", "g3-g5/h5-h6", "no piece has its centre on h5"},
        {"c3-c5 e1-e3", "g3-g5/c4-c5",
         "only the opponent's pieces may be slid, and the one on c4 is red"},
        {"c3-c5 e1-e3", "g3-g5/e2-f2", "lies on e1-e3"},
        {"c3-c5 e1-e3 f5-h5", "i6-i8/c4-c2", NULL},
        {"c3-c5 e1-e3", "e5-e7/e2-e4", "e5 is in the way"},
        {"c3-c5 e1-e3", "e5-e7/e2-e3", NULL},
        {"c3-c5 e1-e3", "c6-c8/e2-e3", NULL},
        {"c3-c5 c6-c8", "d8-f8/c7-c6", "c5 is in the way"},
        /* Blue ends and red centres: c5 is blue, d5 would be, and so would e5 after these. */
        {"c3-c5 h7-h9", "d5-d7", NULL},
        {"c3-c5 h7-h9 d5-d7 k6-k8", "e5-g5", "three blue points would lie in a row at e5"},
        {"c3-c5 c6-c8 d8-f8", "b5-b7", "three blue points would lie in a row at b6"},
        {"c3-c5 d3-d5 h7-h9", "e2-e4", NULL},
    };
    struct game_board *board = open_board("");
    struct game_state state;
    struct error why = {.text = ""};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t move = 0;
        bool read = play_line(board, &state, rows[i].line) &&
                    tritt.parse(board, &state, rows[i].move, &move);
        const char *refused = read ? tritt.refuse(board, &state, move, &why) : "cannot be read";
        bool good = rows[i].because ? refused && strstr(refused, rows[i].because) : !refused;
        ok(good, "after '%s', %s: %s", rows[i].line, rows[i].move, refused ? refused : "is played");
    }
    static const char *const words[] = {
        "",       "a1",      "a1-a2",   "a1-a4",       "a1-b3",        "a0-a2",     "a5-a7",
        "l1-l3",  "a1-a3/",  "a1-a3/a", "a1-a3/b2-b2", "a1-a3/b1-b3",  "a1-a3/b2-", "pass",
        "a1-a3 ", "a01-a03", "A1-A3",   "f12-f14",     "a1-a3/b2-b3/", "a1a3"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        uint32_t move;
        ok(!tritt.parse(board, &state, words[i], &move), "'%s' is not a move", words[i]);
    }
    ok(strstr(tritt.refuse(board, &state, GAME_PASS, &why), "passing is not allowed"), "no pass");
    ok(strstr(tritt.refuse(board, &state, GAME_DRAW, &why), "that is not a move"), "no draw");
    uint32_t backwards = 0, forwards = 1;
    tritt.parse(board, &state, "a3-a1", &backwards);
    tritt.parse(board, &state, "a1-a3", &forwards);
    ok(backwards == forwards, "a piece may be read from either end");
    game_board_free(board);
}

static void test_setups(void) {
    static const struct {
        const char *keys, *error;
    } wrong[] = {{"size 3", "from 4 to 7"},     {"size 8", "from 4 to 7"},
                 {"size", "whole number"},      {"size x", "'x'"},
                 {"size 5 size 5", "twice"},    {"players 3", "must be 2"},
                 {"colour 3", "players, size"}, {"size 5.5", "'5.5'"}};
    struct error error;
    char text[GAME_SETUP_SIZE];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ok(!game_prepare_text(&tritt, NULL, wrong[i].keys, &error) &&
               strstr(error.text, wrong[i].error),
           "tritt %s: %s", wrong[i].keys, error.text);
    struct game_board *board = open_board(" players 2\tsize  7 ");
    game_setup_write(board, text);
    is_string(text, "tritt size 7", "a set-up can be written");
    game_board_free(board);
}

/* ---- the picture ----------------------------------------------------------------------------- */

static struct picture picture;

/* Where a label stands. */
static struct grid_point label_at(const char *text) {
    for (int i = 0; i < picture.labels; i++)
        if (strcmp(picture.label[i].text, text) == 0)
            return picture.label[i].at;
    return (struct grid_point){0, 0};
}

/* Triangles of the ground: six times the square of one less than the side. */
static void test_ground(void) {
    static const struct {
        const char *keys;
        int triangles;
    } sizes[] = {{"size 4", 54}, {"size 5", 96}, {"size 6", 150}, {"size 7", 216}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct game_board *board = open_board(sizes[i].keys);
        struct game_state state;
        tritt.start(board, &state, 1);
        tritt.draw(board, &state, NULL, &picture);
        is_int(picture.cells, sizes[i].triangles, "%s: triangles between the points",
               sizes[i].keys);
        game_board_free(board);
    }
}

static void test_picture(void) {
    struct game_board *board = open_board("");
    struct game_state state;
    play_line(board, &state, "a1-a3 c1-e1");
    tritt.draw(board, &state, NULL, &picture);
    is_int(picture.pieces, 2, "the picture has both pieces");
    const struct picture_piece *red = &picture.piece[0], *blue = &picture.piece[1];
    ok(red->colour[0] == PICTURE_BLUE && red->colour[1] == PICTURE_RED &&
           red->colour[2] == PICTURE_BLUE,
       "red's piece is blue, red, blue");
    ok(blue->colour[0] == PICTURE_RED && blue->colour[1] == PICTURE_BLUE &&
           blue->colour[2] == PICTURE_RED,
       "blue's is red, blue, red");
    ok(red->point[0].y == red->point[2].y && red->point[0].x < red->point[2].x &&
           label_at("a").y == red->point[0].y && label_at("a").x < red->point[0].x,
       "a row lies beside its letter");
    ok(blue->point[2].y < blue->point[0].y && blue->point[2].x < blue->point[0].x,
       "a column rises, leaning to the left");
    game_board_free(board);
    test_ground();
}

int main(void) {
    test_counts();
    test_comparison();
    test_statistics();
    test_same_position();
    test_refusals();
    test_setups();
    test_picture();
    return done();
}
