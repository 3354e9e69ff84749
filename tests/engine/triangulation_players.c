/* triangulation_players.c - the players of Triangulation: greedy is what it says, search finds what
 * has to be found, answers offers, and plays legally. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "engine/player/player.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "engine/players.h"
#include "engine/triangulation/triangulation_evaluation.h"
#include "tests/lib/tap.h"
#include "tests/lib/triangulation_position.h"

static struct game_board *two, *three;
static const struct player *search, *greedy;
static struct table *table;
static struct stopwatch watch; /* never started */

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static uint32_t ask(const struct player *player, const struct game_board *board,
                    const struct game_state *state, uint64_t nodes, bool each, uint64_t seed) {
    uint32_t moves[TRIANGULATION_MOVES];
    struct triangulation_parameters parameters = {.opponents =
                                                      each ? OPPONENTS_EACH : OPPONENTS_TOGETHER};
    struct task task = {.board = board,
                        .state = state,
                        .allowed = moves,
                        .allowed_count = board->game->moves(board, state, moves),
                        .limits = {INT64_MAX, INT64_MAX, nodes, INT32_MAX},
                        .watch = &watch,
                        .table = table,
                        .threads = 1,
                        .parameters = player == search ? &parameters : NULL,
                        .report = ignore};
    random_seed(&task.random, seed);
    return player_on(player, board)->choose(&task);
}

/* ---- search ---------------------------------------------------------------------------------- */

/* Random cells for a general and a rukh against a bare general, neither in check. */
static void draw_endgame(struct random *random, struct game_state *state) {
    struct triangulation_state *s = (struct triangulation_state *)(void *)state->bytes;
    const struct triangulation_board *board = triangulation_board(two);
    do {
        int cell[3];
        for (int i = 0; i < 3; i++)
            cell[i] = (int)random_below(random, CELLS);
        memset(s, 0, sizeof *s);
        s->at.army[0] = cell_bit(cell[0]) | cell_bit(cell[1]);
        s->at.army[1] = cell_bit(cell[2]);
        s->at.kind[GENERAL] = cell_bit(cell[0]) | cell_bit(cell[2]);
        s->at.kind[RUKH] = cell_bit(cell[1]);
        s->at.commander[1] = 1;
        s->at.in = 3;
        s->at.key = s->history[0] = triangulation_key(board, &s->at);
    } while (__builtin_popcountll(position_cells(&s->at)) < 3 ||
             triangulation_checkers(board, &s->at, 0) || triangulation_checkers(board, &s->at, 1));
}

static void test_endgame(void) {
    enum { NODES = 20000, LONGEST = 60 };
    const int endgames = enough(6, 20);
    struct random random;
    int won = 0, turns = 0, most = 0;
    random_seed(&random, 5);
    for (int i = 0; i < endgames; i++) {
        struct game_state state;
        int count = 0;
        draw_endgame(&random, &state);
        table_clear(table);
        for (int turn; (turn = two->game->turn(two, &state)) != GAME_OVER; count++)
            two->game->play(two, &state, ask(search, two, &state, NODES, false, 1));
        won += triangulation_state(&state)->at.over == TRIANGULATION_WON;
        turns += count;
        most = count > most ? count : most;
    }
    is_int(won, endgames, "general and rukh win against a bare general");
    ok(most <= LONGEST, "in %.1f moves on average and %d at most", turns / 2.0 / endgames,
       (most + 1) / 2);
}

/* What a player chooses in a position of three. */
static void check_choice(const struct player *player, bool each, const char *pieces,
                         const char *wanted) {
    struct game_state state;
    char text[GAME_MOVE_TEXT];
    triangulation_position_set(three, &state, 0, pieces);
    table_clear(table);
    uint32_t move = ask(player, three, &state, 20000, each, 1);
    three->game->format(three, &state, move, GAME_EVERYBODY, text);
    is_string(text, wanted, "%s%s: %s", player->name, each ? " (each)" : "", pieces);
}

static void test_choices(void) {
    static const struct {
        const char *pieces, *wanted;
    } choices[] = {
        /* An undefended rukh. */
        {"gG=H1o bG=H8b rG=A8o rR=E6s gR=E4o", "E6s-E4o"},
        /* A general that is already checkmated, and a way to take it. */
        {"gG=H5p bG=H8b bI=G7t rG=A8o rR=G6p", "G6p-H5p"},
    };
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        check_choice(greedy, false, choices[i].pieces, choices[i].wanted);
        check_choice(search, false, choices[i].pieces, choices[i].wanted);
        check_choice(search, true, choices[i].pieces, choices[i].wanted);
    }
}

/* A rescue brings back a piece at no cost, and castling and passing are moves like others. */
static void test_rescue(void) {
    for (int each = 0; each < 2; each++) {
        struct game_state state;
        struct triangulation_position *at =
            triangulation_position_set(three, &state, 0, "rG=A8o gG=G3f bG=H8b rI=H2o rI=C7f");
        at->prisoners[1][0][RUKH] = 1;
        at->prisoners[1][0][INFANTRY] = 2;
        triangulation_position_done(three, &state);
        table_clear(table);
        uint32_t move = ask(search, three, &state, 20000, each, 1);
        is_int(move_rescue(move), RUKH + 1, "search rescues the rukh%s", each ? " (each)" : "");
        at = triangulation_position_set(three, &state, 0,
                                        "rG=B8o rR=B7o! rI=C6o! gG=H1o gI=G3f bG=H8b bI=G8d");
        table_clear(table);
        move = ask(search, three, &state, 20000, each, 1);
        ok(!three->game->refuse(three, &state, move, &(struct error){.text = ""}) && at->mover == 0,
           "search chooses a legal move where it may castle%s", each ? " (each)" : "");
    }
}

/* ---- squares --------------------------------------------------------------------------------- */

/* An army sees 36 squares, each of a cell and its mirror image. */
static void test_squares(void) {
    const struct triangulation_board *board = triangulation_board(two);
    for (int army = 0; army < ARMIES; army++) {
        uint64_t seen = 0;
        int alike = 0;
        for (int cell = 0; cell < CELLS; cell++) {
            int place[ARMIES], mirrored[ARMIES];
            for (int i = 0; i < ARMIES; i++) {
                place[i] = board->coordinate[cell][i];
                mirrored[i] = board->coordinate[cell][(2 * army + ARMIES - i) % ARMIES];
            }
            int other = triangulation_cell(mirrored[0], mirrored[1], mirrored[2]);
            alike += mirrored[army] == place[army] &&
                     board->square[army][cell] == board->square[army][other];
            seen |= cell_bit(board->square[army][cell]);
        }
        is_int(alike, CELLS, "army %d: a cell and its mirror image are one square", army);
        ok(seen == cell_bit(SQUARES) - 1, "and there are %d squares", SQUARES);
    }
    struct game_state state;
    int count[ARMIES][TRIANGULATION_TERMS];
    two->game->start(two, &state, 1);
    triangulation_count(board, &triangulation_state(&state)->at, count);
    is_int(count[0][TERM_SQUARES], count[1][TERM_SQUARES],
           "both armies begin on squares of equal worth");
    three->game->start(three, &state, 1);
    triangulation_count(triangulation_board(three), &triangulation_state(&state)->at, count);
    is_int(count[0][TERM_SQUARES], 0, "squares do not count in games of three players");
}

/* ---- draws ----------------------------------------------------------------------------------- */

static void check_answer(const struct player *player, const char *pieces, uint32_t wanted) {
    struct game_state state;
    triangulation_position_set(two, &state, 0, pieces);
    two->game->play(two, &state, GAME_DRAW);
    table_clear(table);
    ok(ask(player, two, &state, 5000, false, 1) == wanted, "%s %s a draw: %s", player->name,
       wanted == GAME_DRAW ? "agrees to" : "declines", pieces);
}

static void test_answers(void) {
    const struct player *const players[] = {greedy, search};
    for (int i = 0; i < 2; i++) {
        check_answer(players[i], "rG=A8o rR=E6s rR=E4o gG=H1o gI=G3f", GAME_DRAW);
        check_answer(players[i], "rG=A8o rI=E6s gG=H1o gR=G3f gR=F3o", GAME_PASS);
    }
}

/* ---- greedy ---------------------------------------------------------------------------------- */

static void check_view(const char *pieces, const char *text, int gain, int risk) {
    struct game_state state;
    struct greedy_view view;
    uint32_t move = GAME_NO_MOVE;
    triangulation_position_set(three, &state, 0, pieces);
    three->game->parse(three, &state, text, &move);
    greedy_look(triangulation_board(three), &triangulation_state(&state)->at, move, &view);
    ok(view.gain == gain && view.risk == risk, "greedy: %s gains %d and risks %d", text, gain,
       risk);
    if (view.gain != gain || view.risk != risk)
        diag("got %d and %d", view.gain, view.risk);
}

static void test_greedy(void) {
    check_view("gG=H1o bG=H8b rG=A8o rR=E6s gR=E4o", "E6s-E4o", 5, 0);
    check_view("gG=H1o bG=H8b rG=A8o rR=E6s gR=E4o", "A8o-B8o", 0, 5);
    /* Defended by the other rukh: a rukh is lost for a rukh, so nothing is lost. */
    check_view("gG=H1o bG=H8b rG=A8o rR=E6s rR=E8t gR=E4o", "A8o-B8o", 0, 0);
    /* With the general its army changes sides: a general of 20 and a rukh of 5. */
    check_view("gG=H5p gR=E4o bG=H8b rG=A8o rR=G6p", "G6p-H5p", 25, 0);
}

/* ---- games ----------------------------------------------------------------------------------- */

/* Plays a game of three, the first of the players in a seat and the second in the others. Returns
 * the margin of the first. */
static int play_game(const struct player *first, bool each, const struct player *second, int seat,
                     uint64_t seed, int *illegal) {
    const uint64_t nodes = (uint64_t)enough(800, 4000);
    struct game_state state;
    struct game_score score;
    struct error why;
    table_clear(table);
    three->game->start(three, &state, 1);
    for (int turn, turns = 0; (turn = three->game->turn(three, &state)) != GAME_OVER; turns++) {
        uint32_t move = ask(turn == seat ? first : second, three, &state, nodes, each,
                            random_mix(seed, (uint64_t)turns));
        if (three->game->refuse(three, &state, move, &why)) {
            ++*illegal;
            return 0;
        }
        three->game->play(three, &state, move);
    }
    three->game->score(three, &state, &score);
    return score.margin[seat];
}

static void test_games(bool each) {
    enum { GAMES = 6 };
    int illegal = 0, sum = 0, margin[GAMES];
    for (int i = 0; i < GAMES; i++)
        sum += margin[i] = play_game(search, each, greedy, i % ARMIES, (uint64_t)i, &illegal);
    is_int(illegal, 0, "search%s plays legally to the end", each ? " (each)" : "");
    is_int(play_game(search, each, greedy, 1, 1, &illegal), margin[1],
           "the same seed and nodes give the same game");
    ok(sum > 0, "it gains %d in %d games against two of greedy", sum, GAMES);
}

int main(void) {
    struct error why;
    two = game_prepare(&triangulation, NULL, 2, &why);
    three = game_prepare(&triangulation, NULL, 3, &why);
    search = player_find(player_table, "search");
    greedy = player_find(player_table, "greedy");
    table = table_new(4);
    test_endgame();
    test_choices();
    test_rescue();
    test_squares();
    test_answers();
    test_greedy();
    test_games(false);
    test_games(true);
    table_free(table);
    game_board_free(two);
    game_board_free(three);
    return done();
}
