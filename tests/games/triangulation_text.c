/* triangulation_text.c - what Triangulation says: of moves, of positions, and of rescues that are
 * refused. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "games/triangulation.h"
#include "tests/lib/tap.h"
#include "tests/lib/triangulation_position.h"

static bool read_move(const struct game_board *board, const struct game_state *state,
                      const char *text, uint32_t *move) {
    return board->game->parse(board, state, text, move);
}

static void play(const struct game_board *board, struct game_state *state, const char *text) {
    struct error why;
    uint32_t move;
    if (read_move(board, state, text, &move) && !board->game->refuse(board, state, move, &why))
        board->game->play(board, state, move);
    else
        ok(false, "%s can be played", text);
}

static void is_told(const struct game_board *board, const struct game_state *state,
                    const char *text, const char *wanted) {
    char told[GAME_SHOW_SIZE];
    uint32_t move;
    if (!ok(read_move(board, state, text, &move), "%s is a move", text))
        return;
    board->game->tell(board, state, move, told);
    is_string(told, wanted, "what %s does", text);
}

static void shows(const struct game_board *board, const struct game_state *state,
                  const char *wanted) {
    char text[GAME_SHOW_SIZE];
    board->game->show(board, state, text);
    if (!ok(strstr(text, wanted) != NULL, "shown: %s", wanted))
        diag("%s", text);
}

static void is_refused(const struct game_board *board, const struct game_state *state,
                       uint32_t move, const char *wanted) {
    struct error why = {.text = "accepted"};
    board->game->refuse(board, state, move, &why);
    if (!ok(strstr(why.text, wanted) != NULL, "refused: %s", wanted))
        diag("got: %s", why.text);
}

/* ---- what moves do --------------------------------------------------------------------------- */

static void test_draws(const struct game_board *board) {
    struct game_state state;
    board->game->start(board, &state, 1);
    is_told(board, &state, "pass", "");
    is_told(board, &state, "C6o-D6o", "");
    is_told(board, &state, "draw", "A draw is offered.\n");
    play(board, &state, "draw");
    is_told(board, &state, "draw", "The draw is agreed.\n");
    is_told(board, &state, "pass", "The draw is declined.\n");
    shows(board, &state, "Red (seat 1) to move, offers a draw; Green (seat 2) to answer");
    play(board, &state, "draw");
    shows(board, &state, "offers a draw; Blue (seat 3) to answer");
    play(board, &state, "draw");
    shows(board, &state, "over: drawn by agreement");
}

/* A general is taken: its army changes hands, and its seat gets no more news. */
static void test_conquest(const struct game_board *board) {
    struct game_state state;
    triangulation_position_set(board, &state, 0, "rG=A8o rR=G5p gG=H5p gC=H1o bG=H8b");
    is_told(board, &state, "G5p-H5p",
            "It takes Green's general on H5p.\n"
            "What is left of that army obeys Red from now on.\n"
            "It gives check to Blue.\n");
    play(board, &state, "G5p-H5p");
    shows(board, &state, "Green (seat 2): out");
    shows(board, &state, "Red (seat 1): commands r g; holds nobody");
}

static void test_rescue_told(const struct game_board *board) {
    struct game_state state;
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o gG=G3f bG=H8b rI=H2o");
    at->prisoners[1][0][RUKH] = at->prisoners[1][0][INFANTRY] = 1;
    triangulation_position_done(board, &state);
    shows(board, &state, "Green (seat 2): commands g; holds rI rR");
    is_told(board, &state, "H2o-H1o+rR@C6o",
            "It brings back rukh of Red.\nIt gives check to Blue.\n");
    is_told(board, &state, "H2o-H1o+rI@C6o@C8f", "It brings back infantry of Red.\n");
}

/* Blue's rukhs: one already cuts off a column, the other one gives check, or mate. */
static void test_mate_told(const struct game_board *board) {
    static const char *const places[] = {"rG=A8o gG=H1o bG=F6s bR=C8f bR=D6o",
                                         "rG=A8o gG=H1o bG=F6s bR=E6s bR=D6o"};
    int mates = 0, checks = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct game_state state, next;
        uint32_t moves[TRIANGULATION_MOVES];
        char told[GAME_SHOW_SIZE];
        triangulation_position_set(board, &state, 2, places[i]);
        int count = board->game->moves(board, &state, moves);
        for (int m = 0; m < count; m++) {
            board->game->tell(board, &state, moves[m], told);
            game_copy(board, &next, &state);
            board->game->play(board, &next, moves[m]);
            bool mated = triangulation_state(&next)->at.mated[0] != 0;
            bool said = strstr(told, "It checkmates Red.\n") != NULL;
            if (mated != said)
                ok(false, "mate is announced where it is one: %s", told);
            if (mated && mates++ == 0)
                shows(board, &next, "; checkmated");
            checks += strstr(told, "It gives check to Red.\n") != NULL;
        }
    }
    ok(mates > 0 && checks > 0, "%d mates and %d checks are announced", mates, checks);
}

/* ---- rescues --------------------------------------------------------------------------------- */

enum { PLACES = 7 << MOVE_PLACE | 7 << MOVE_PLACE_TWO };

static void test_rescues_refused(const struct game_board *board) {
    struct game_state state;
    uint32_t move, rukh = 0, pair = 0;
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o gG=G3f bG=H8b rI=H2o rI=C7f");
    at->prisoners[1][0][RUKH] = 1;
    at->prisoners[1][0][INFANTRY] = 2;
    triangulation_position_done(board, &state);
    static const char *const taken[] = {"H2o-H1o+rR@C7f", "H2o-H1o+rI@C7f@C8f",
                                        "H2o-H1o+rI@C6o@C7f", "H2o-H1o+rI@C8f@C8f"};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (ok(read_move(board, &state, taken[i], &move), "%s can be read", taken[i]))
            is_refused(board, &state, move, "free cells of the third row");
    /* Numbers that no words have. */
    ok(read_move(board, &state, "H2o-H1o+rR@C6o", &rukh) &&
           read_move(board, &state, "H2o-H1o+rI@C6o@C8f", &pair),
       "two rescues");
    uint32_t first = pair >> MOVE_PLACE & 7, second = pair >> MOVE_PLACE_TWO & 7;
    uint32_t places = (uint32_t)PLACES, bare = pair & ~places;
    is_refused(board, &state, bare | second << MOVE_PLACE | first << MOVE_PLACE_TWO,
               "there is no such move");
    is_refused(board, &state, rukh | 1 << MOVE_PLACE_TWO, "there is no such move");
    is_refused(board, &state, bare | first << MOVE_PLACE | 6 << MOVE_PLACE_TWO,
               "free cells of the third row");
    is_refused(board, &state, rukh | 7 << MOVE_PLACE, "free cells of the third row");
    is_refused(board, &state, rukh | 3 << MOVE_ARMY, "only rescue pieces of colours");
    is_refused(board, &state, rukh & ~((uint32_t)3 << MOVE_RESCUE) & ~places, "accepted");
    ok(read_move(board, &state, "H2o-H1o", &move), "a move without a rescue");
    is_refused(board, &state, move | 1 << MOVE_ARMY, "there is no such move");
    is_refused(board, &state, move | 1 << MOVE_PLACE, "there is no such move");
}

/* Red commands Green's infantry, which may go to Red's own corner: nobody is rescued there. */
static void test_own_corner(const struct game_board *board) {
    static const char *const cells[] = {"B8f", "B8o", "B7o", "C8f"};
    struct game_state state;
    int refused = 0;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        struct error why = {.text = ""};
        char pieces[64], text[32];
        uint32_t move;
        snprintf(pieces, sizeof pieces, "rG=F6s bG=H8b gI=%s", cells[i]);
        struct triangulation_position *at = triangulation_position_set(board, &state, 0, pieces);
        at->prisoners[0][1][RUKH] = 1;
        triangulation_position_done(board, &state);
        snprintf(text, sizeof text, "%s-A8o", cells[i]);
        if (!read_move(board, &state, text, &move) ||
            board->game->refuse(board, &state, move, &why))
            continue;
        is_refused(board, &state, move | (RUKH + 1) << MOVE_RESCUE | 1 << MOVE_ARMY,
                   "on the corner of another player");
        refused++;
    }
    ok(refused > 0, "no rescue on the corner of one's own: %d ways to get there", refused);
}

int main(void) {
    struct error why;
    struct game_board *board = game_prepare(game_find("triangulation"), NULL, 3, &why);
    test_draws(board);
    test_conquest(board);
    test_rescue_told(board);
    test_mate_told(board);
    test_rescues_refused(board);
    test_own_corner(board);
    game_board_free(board);
    return done();
}
