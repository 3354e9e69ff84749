/* triangulation.c - tests Triangulation against naive rules, in random games; published
 * counts; and each rule by a position of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/picture.h"
#include "games/triangulation.h"
#include "tests/lib/naive_triangulation.h"
#include "tests/lib/tap.h"
#include "tests/lib/triangulation_position.h"

static struct game_board *open_board(int players) {
    struct error why;
    struct game_board *board = game_prepare(game_find("triangulation"), NULL, players, &why);
    if (!board)
        ok(false, "%s", why.text);
    return board;
}

/* ---- published counts ------------------------------------------------------------------------ */

static void test_perft(void) {
    static const struct {
        int players;
        uint64_t count[5];
    } known[] = {{3, {12, 144, 1728, 21624, 270684}}, {2, {12, 144, 1801, 22532, 294263}}};
    for (int i = 0; i < 2; i++) {
        struct game_board *board = open_board(known[i].players);
        struct game_state state;
        board->game->start(board, &state, 1);
        for (int depth = 1; depth <= 5; depth++)
            is_int((long long)game_perft(board, &state, depth, NULL, NULL),
                   (long long)known[i].count[depth - 1], "%d players: perft %d as published",
                   known[i].players, depth);
        game_board_free(board);
    }
}

static void test_first_moves(void) {
    struct game_board *board = open_board(3);
    struct game_state state;
    uint32_t moves[TRIANGULATION_MOVES];
    int castlings = 0, by_kind[PIECE_KINDS] = {0};
    board->game->start(board, &state, 1);
    int count = board->game->moves(board, &state, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] & MOVE_CASTLE)
            castlings++;
        else
            by_kind[position_kind(&triangulation_state(&state)->at, move_from(moves[i]))]++;
    is_int(by_kind[INFANTRY], 9, "Red's first moves: nine of infantry");
    is_int(by_kind[CAVALRY], 1, "one of the cavalry");
    is_int(castlings, 2, "two castlings");
    is_int(count, 12, "twelve in all");
    game_board_free(board);
}

/* ---- against the naive rules ----------------------------------------------------------------- */

struct tally {
    int games, turns, moves_differ, states_differ, ends_differ;
    int ends[TRIANGULATION_AGREED + 1], rescues, castlings, obliged, passes;
};

static int compare_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static bool same_captures(const struct game_board *board, const struct triangulation_position *at,
                          const uint32_t *moves, int count) {
    uint32_t capture[TRIANGULATION_MOVES];
    int captures = triangulation_captures(triangulation_board(board), at, capture), same = 0;
    for (int i = 0; i < count; i++)
        if (position_captures(at, moves[i])) {
            if (same == captures || capture[same] != moves[i])
                return false;
            same++;
        }
    return same == captures;
}

static bool same_moves(const struct game_board *board, const struct game_state *state,
                       const uint32_t *moves, int count, const struct naive_army_game *naive) {
    static char own[NAIVE_MOVES][GAME_MOVE_TEXT], other[NAIVE_MOVES][NAIVE_TEXT];
    int others = naive_army_moves(naive, other);
    for (int i = 0; i < count; i++)
        board->game->format(board, state, moves[i], GAME_EVERYBODY, own[i]);
    qsort(own, (size_t)count, sizeof *own, compare_text);
    qsort(other, (size_t)others, sizeof *other, compare_text);
    if (count != others || !same_captures(board, &triangulation_state(state)->at, moves, count))
        return false;
    for (int i = 0; i < count; i++)
        if (strcmp(own[i], other[i]) != 0)
            return false;
    return true;
}

/* Whether every piece stands where it should, under the right command, and the game is over or goes
 * on alike. */
static bool same_state(const struct triangulation_position *at,
                       const struct naive_army_game *naive) {
    uint64_t army[ARMIES] = {0};
    int held[ARMIES] = {0};
    for (int i = 0; i < NAIVE_PIECES; i++) {
        const struct naive_piece *p = &naive->piece[i];
        if (p->holder >= 0)
            held[p->holder] += p->kind != 'G';
        if (!p->place[0])
            continue;
        int cell = triangulation_cell(p->place[0], p->place[1], p->place[2]);
        army[p->colour] |= cell_bit(cell);
        if (!(at->army[p->colour] >> cell & 1) || "IRCG"[position_kind(at, cell)] != p->kind)
            return false;
    }
    for (int i = 0; i < ARMIES; i++) {
        int holds = 0, commander = naive->commander[i] < 0 ? NOBODY : naive->commander[i];
        for (int j = 0; j < ARMIES * PRISONER_KINDS; j++)
            holds += at->prisoners[i][j / PRISONER_KINDS][j % PRISONER_KINDS];
        if (army[i] != at->army[i] || commander != at->commander[i] || holds != held[i] ||
            naive->in[i] != (at->in >> i & 1))
            return false;
    }
    return naive->over || (at->mover == naive->mover && at->quiet == naive->quiet);
}

static void play_game(const struct game_board *board, struct random *random, struct tally *tally) {
    struct naive_army_game naive;
    struct game_state state;
    const struct triangulation_position *at = &triangulation_state(&state)->at;
    struct game_score score;
    uint32_t moves[TRIANGULATION_MOVES];
    char text[GAME_MOVE_TEXT];
    board->game->start(board, &state, 1);
    naive_army_start(&naive, board->players);
    tally->games++;
    for (int count; (count = board->game->moves(board, &state, moves)) > 0; tally->turns++) {
        tally->moves_differ += !same_moves(board, &state, moves, count, &naive);
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        tally->passes += move == GAME_PASS;
        tally->castlings += move < GAME_DRAW && (move & MOVE_CASTLE) != 0;
        tally->rescues += move < GAME_DRAW && move_rescue(move) != 0;
        for (int seat = 0; seat < ARMIES; seat++)
            tally->obliged += at->mated[seat] >> at->mover & 1;
        board->game->play(board, &state, move);
        naive_army_play(&naive, text);
        bool same =
            same_state(at, &naive) && at->key == triangulation_key(triangulation_board(board), at);
        tally->states_differ += !same;
    }
    board->game->score(board, &state, &score);
    tally->ends_differ += !naive.over || strcmp(naive.over, score.over) != 0;
    tally->ends[at->over]++;
    naive_army_free(&naive);
}

/* ---- positions drawn at random, against the naive rules -------------------------------------- */

/* A free cell, one of `wanted` if possible; it is then marked as taken. */
static int take_cell(struct random *random, uint64_t *taken, uint64_t wanted) {
    int cell;
    if (!(wanted & ~*taken))
        wanted = ~UINT64_C(0);
    do
        cell = (int)random_below(random, CELLS);
    while (!(wanted & ~*taken & cell_bit(cell)));
    *taken |= cell_bit(cell);
    return cell;
}

/* A piece is a prisoner, lost with a general, or on a cell. */
static void draw_piece(const struct triangulation_board *board, struct random *random, int army,
                       int kind, struct triangulation_position *at) {
    int fate = kind == GENERAL ? ARMIES + 1 : (int)random_below(random, ARMIES + 3);
    uint64_t taken = position_cells(at), wanted = 0;
    if (fate < ARMIES && at->in >> fate & 1)
        at->prisoners[fate][army][kind]++;
    if (fate <= ARMIES)
        return;
    for (int i = 0; i < ARMIES; i++) {
        int corner = board->infantry[i].corner;
        if (kind == INFANTRY)
            wanted |= board->sides[corner] | board->lines[corner];
        else if (kind == GENERAL && random_below(random, 2))
            wanted |= cell_bit(corner);
    }
    int cell = take_cell(random, &taken, wanted);
    at->army[army] |= cell_bit(cell);
    at->kind[kind] |= cell_bit(cell);
}

/* Where rescues are near: infantry at the corner cells, generals on some of them. Two or three
 * are in; the third army is theirs, or inert. */
static void draw_position(const struct game_board *base, struct random *random,
                          struct game_state *state) {
    static const int pieces[] = {[INFANTRY] = 5, [RUKH] = 2, [CAVALRY] = 1, [GENERAL] = 1};
    struct triangulation_position *at = triangulation_position_set(base, state, 0, "rG=A8o gG=H1o");
    memset(at, 0, sizeof *at);
    at->in = base->players == 2 || random_below(random, 3) == 0 ? 3 : 7;
    at->mover = (uint8_t)random_below(random, 2);
    for (int army = 0; army < ARMIES; army++) {
        bool in = at->in >> army & 1, inert = !in && base->players == 2 && random_below(random, 2);
        at->commander[army] = (uint8_t)(in ? army : inert ? NOBODY : (int)random_below(random, 2));
        for (int kind = GENERAL; kind >= 0; kind--)
            for (int i = 0; i < pieces[kind] && (kind < GENERAL || in || inert); i++)
                draw_piece(triangulation_board(base), random, army, kind, at);
    }
    triangulation_position_done(base, state);
}

/* Puts a naive piece where one like it is in the position, and takes that one away there. */
static void copy_piece(const struct triangulation_board *board, struct triangulation_position *from,
                       struct naive_piece *piece) {
    int kind = (int)(strchr("IRCG", piece->kind) - "IRCG"), holder = 0;
    uint64_t standing = from->army[piece->colour] & from->kind[kind];
    memset(piece->place, 0, sizeof piece->place);
    piece->moved = true;
    if (standing) {
        for (int k = 0; k < 3; k++)
            piece->place[k] = board->coordinate[__builtin_ctzll(standing)][k];
        from->army[piece->colour] &= ~(standing & -standing);
        return;
    }
    while (kind != GENERAL && holder < ARMIES && !from->prisoners[holder][piece->colour][kind])
        holder++;
    if (kind == GENERAL || holder == ARMIES)
        return;
    from->prisoners[holder][piece->colour][kind]--;
    piece->holder = holder;
}

/* Copies a position for the naive rules: no piece can castle or go two steps. */
static void copy_to_naive(const struct game_board *board, const struct triangulation_position *at,
                          struct naive_army_game *naive) {
    struct triangulation_position left = *at;
    naive_army_start(naive, board->players);
    for (int i = 0; i < NAIVE_PIECES; i++)
        copy_piece(triangulation_board(board), &left, &naive->piece[i]);
    for (int seat = 0; seat < ARMIES; seat++) {
        naive->commander[seat] = at->commander[seat] == NOBODY ? -1 : at->commander[seat];
        naive->in[seat] = at->in >> seat & 1;
    }
    naive->mover = at->mover;
}

struct drawn {
    int moves_differ, states_differ, rescues, late; /* by moves that take a general */
};

static bool is_rescue(uint32_t move) {
    return move < GAME_DRAW && move_rescue(move);
}

/* Compares the moves, and the states after one of them: a rescue if there is any. */
static void compare_position(const struct game_board *board, struct random *random,
                             struct game_state *state, struct drawn *drawn) {
    const struct triangulation_position *at = &triangulation_state(state)->at;
    struct naive_army_game naive;
    uint32_t moves[TRIANGULATION_MOVES];
    char text[GAME_MOVE_TEXT];
    copy_to_naive(board, at, &naive);
    int count = board->game->moves(board, state, moves), rescues = 0;
    drawn->moves_differ += !same_moves(board, state, moves, count, &naive);
    for (int i = 0; i < count; i++)
        if (is_rescue(moves[i])) {
            drawn->late += (at->kind[GENERAL] & cell_bit(move_to(moves[i]))) != 0;
            moves[rescues++] = moves[i];
        }
    drawn->rescues += rescues;
    uint32_t move = moves[random_below(random, (uint32_t)(rescues ? rescues : count))];
    board->game->format(board, state, move, GAME_EVERYBODY, text);
    board->game->play(board, state, move);
    naive_army_play(&naive, text);
    drawn->states_differ +=
        !same_state(at, &naive) || at->key != triangulation_key(triangulation_board(board), at);
    naive_army_free(&naive);
}

static void test_drawn(int players, int wanted) {
    struct game_board *board = open_board(players);
    struct drawn drawn = {0};
    struct random random;
    random_seed(&random, (uint64_t)players);
    for (int i = 0; i < wanted; i++) {
        struct game_state state;
        draw_position(board, &random, &state);
        compare_position(board, &random, &state, &drawn);
    }
    is_int(drawn.moves_differ, 0, "%d players, %d drawn positions: the same moves", players,
           wanted);
    is_int(drawn.states_differ, 0, "and the same states after one of them");
    ok(drawn.late > 0, "%d rescues, %d of them by moves that take a general", drawn.rescues,
       drawn.late);
    game_board_free(board);
}

static void test_naive(int players, int wanted) {
    struct game_board *board = open_board(players);
    struct tally tally = {0};
    struct random random;
    random_seed(&random, (uint64_t)players);
    while (tally.games < wanted)
        play_game(board, &random, &tally);
    is_int(tally.moves_differ, 0, "%d players, %d random games: the same moves", players, wanted);
    is_int(tally.states_differ, 0, "the same states, with the keys that belong to them");
    is_int(tally.ends_differ, 0, "the same ends");
    diag("%d turns a game, %d rescues, %d castlings, %d turns with an obligation, %d passes",
         tally.turns / wanted, tally.rescues, tally.castlings, tally.obliged, tally.passes);
    diag("won %d, generals %d, repetition %d, rounds %d", tally.ends[TRIANGULATION_WON],
         tally.ends[TRIANGULATION_GENERALS], tally.ends[TRIANGULATION_REPETITION],
         tally.ends[TRIANGULATION_ROUNDS]);
    game_board_free(board);
}

/* ---- random games, published ----------------------------------------------------------------- */

static void test_random_games(void) {
    const int wanted = enough(200, 600);
    struct game_board *board = open_board(3);
    struct game_state state;
    struct random random;
    uint32_t moves[TRIANGULATION_MOVES];
    int ends[TRIANGULATION_AGREED + 1] = {0}, turns = 0;
    random_seed(&random, 3);
    for (int i = 0; i < wanted; i++) {
        board->game->start(board, &state, 1);
        for (int count; (count = board->game->moves(board, &state, moves)) > 0; turns++)
            board->game->play(board, &state, moves[random_below(&random, (uint32_t)count)]);
        ends[triangulation_state(&state)->at.over]++;
    }
    double mean = (double)turns / wanted;
    double bare = (double)ends[TRIANGULATION_GENERALS] / wanted;
    ok(fabs(mean - 410) < 410 / 20.0,
       "random games last %.0f moves on average: published as some 410", mean);
    ok(fabs(bare - 0.6) < 0.05 * sqrt(600.0 / wanted),
       "published as three in five: %.0f %% end with bare generals", 100 * bare);
    diag("won %d, repetition %d, rounds %d", ends[TRIANGULATION_WON],
         ends[TRIANGULATION_REPETITION], ends[TRIANGULATION_ROUNDS]);
    game_board_free(board);
}

/* ---- refusals -------------------------------------------------------------------------------- */

#define FAR_GENERALS "gG=H1o bG=H8b "

static const struct {
    const char *pieces, *move, *why; /* Red is to move */
} refusals[] = {
    {FAR_GENERALS "rG=A8o", "F6s-F6p", "there is no piece on F6s"},
    {FAR_GENERALS "rG=A8o", "H1o-H2o", "does not command Green's general"},
    {FAR_GENERALS "rG=A8o", "pass", "a player who can move may not pass"},
    {FAR_GENERALS "rG=A8o rR=E6s rI=E7s", "E6s-E7s", "already commands the piece on E7s"},
    {FAR_GENERALS "rG=A8o rR=E6s rI=E7s", "E6s-E7p", "is blocked by Red's infantry on E7s"},
    {FAR_GENERALS "rG=A8o rR=E6s", "E6s-G3f", "G3f is on none of them"},
    {FAR_GENERALS "rG=A8o rC=E6s", "E6s-E7s", "cavalry does not leap from E6s to E7s"},
    {FAR_GENERALS "rG=E6s bI=E7s", "E6s-D7s", "blocked by Blue's infantry on E7s"},
    {FAR_GENERALS "rG=E6s", "E6s-A8o", "a general moves to a cell that touches its own"},
    {FAR_GENERALS "rG=A8o rI=E6s", "E6s-E7s", "infantry goes one step forward"},
    {FAR_GENERALS "rG=A8o rI=E6s", "E6s-F5f", "only to take a piece, and F5f is empty"},
    {FAR_GENERALS "rG=A8o rI=E6s gI=F6s", "E6s-F6s", "infantry takes only forward over a corner"},
    {FAR_GENERALS "rG=A8o rI=E6s gI=F5s gR=F6s", "E6s-F5s", "blocked by Green's rukh on F6s"},
    {FAR_GENERALS "rG=A8o rI=C6o", "C6o-D5o", "two steps on its first move only"},
    {FAR_GENERALS "rG=A8o rI=C6o! gI=D6o", "C6o-D5o", "two-step path from C6o to D5o is blocked"},
    {FAR_GENERALS "rG=B8o rR=B7o rI=C7f", "C7f=B7o", "only the general castles"},
    {FAR_GENERALS "rG=B8o rR=B7o rI=C7f", "B8o=C7f", "castling needs a rukh"},
    {FAR_GENERALS "rG=B8o rR=B7o", "B8o=B7o", "castling is no longer possible"},
    {FAR_GENERALS "rG=B8o rR=B7o! gR=C8f", "B8o=B7o", "a general in check may not castle"},
    {FAR_GENERALS "rG=B8o rR=B7o! gR=C6o", "B8o=B7o", "left in check: Green's rukh"},
    {FAR_GENERALS "rG=B8o rC=B8f gR=C8f", "B8f-D7s", "could take it from C8f"},
    {FAR_GENERALS "rG=A8o rI=E6s", "E6s-F6s+rR@C6o", "on the corner of another player"},
    {"rG=A8o gG=G3f bG=H8b rI=H2o", "H2o-H1o+rR@C6o", "Green holds no captured rukh of Red"},
    {"rG=A8o gG=G3f bG=H8b rR=H2o", "H2o-H1o+rR@C6o", "only infantry rescues"},
    {"rG=A8o gG=G3f bG=H8b rI=H2o", "H2o-H1o+gR@C6o",
     "only rescue pieces of colours that it commands"},
};

static void check_refusal(const struct game_board *board, const struct game_state *state,
                          const char *text, const char *wanted) {
    struct error why = {.text = "accepted"};
    uint32_t move;
    if (!board->game->parse(board, state, text, &move))
        strcpy(why.text, "cannot be read");
    else
        board->game->refuse(board, state, move, &why);
    if (!ok(strstr(why.text, wanted) != NULL, "%s: %s", text, wanted))
        diag("got: %s", why.text);
}

static void test_refusals(const struct game_board *board) {
    struct game_state state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        triangulation_position_set(board, &state, 0, refusals[i].pieces);
        check_refusal(board, &state, refusals[i].move, refusals[i].why);
    }
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o rR=G6p gG=H5p bG=H8b");
    at->mated[1] = 1;
    triangulation_position_done(board, &state);
    check_refusal(board, &state, "A8o-B8o", "must do so first");
    static const char *const unreadable[] = {"",
                                             "C6o",
                                             "C6o-",
                                             "C6o-D9o",
                                             "A1b-A1b",
                                             "C6oD6o",
                                             "C6o-D6o ",
                                             "C6o-D6o+",
                                             "C6o-D6oo",
                                             "B8o=B7o+rR@C6o",
                                             "H2o-H1o+rG@C6o",
                                             "H2o-H1o+rR",
                                             "H2o-H1o+rR@D6o",
                                             "draws"};
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        check_refusal(board, &state, unreadable[i], "cannot be read");
}

/* ---- what moves do --------------------------------------------------------------------------- */

/* Plays words; false if one of them is refused. */
static bool play_words(const struct game_board *board, struct game_state *state,
                       const char *words) {
    struct error why;
    char word[GAME_MOVE_TEXT];
    for (int end; sscanf(words, "%63s%n", word, &end) == 1; words += end) {
        uint32_t move;
        if (!board->game->parse(board, state, word, &move) ||
            board->game->refuse(board, state, move, &why)) {
            diag("%s: %s", word, why.text);
            return false;
        }
        board->game->play(board, state, move);
    }
    return true;
}

static int count_rescues(const struct game_board *board, const struct game_state *state) {
    uint32_t moves[TRIANGULATION_MOVES];
    int count = board->game->moves(board, state, moves), rescues = 0;
    for (int i = 0; i < count; i++)
        rescues += move_rescue(moves[i]) != 0;
    return rescues;
}

static void test_rescue(const struct game_board *board) {
    struct game_state state;
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o gG=G3f bG=H8b rI=H2o rI=C7f");
    at->prisoners[1][0][RUKH] = 1;
    at->prisoners[1][0][INFANTRY] = 2;
    at->prisoners[1][2][CAVALRY] = 1;
    triangulation_position_done(board, &state);
    /* Four of the row's five cells are free. */
    is_int(count_rescues(board, &state), 4 + 6,
           "a rukh with four places for its rescuer, or two infantries on six pairs");
    check_refusal(board, &state, "H2o-H1o+rR@C7f", "free cells of the third row");
    ok(play_words(board, &state, "H2o-H1o+rI@C8f@C6o"),
       "a pair of cells may be named in any order");
    is_int(at->prisoners[1][0][INFANTRY], 1, "one prisoner less");
    is_int(__builtin_popcountll(at->army[0] & at->kind[INFANTRY]), 3, "and one infantry more");
    is_int(at->fresh ? 1 : 0, 0, "neither may go two steps again");
    is_int(at->quiet, 0, "a rescue is progress");
}

/* A move that takes a general changes who is in and who commands, before any rescue. */
static void test_rescue_by_conquest(const struct game_board *board) {
    struct game_state state;
    uint32_t moves[TRIANGULATION_MOVES];
    board->game->start(board, &state, 1);
    ok(play_words(board, &state,
                  "C8s-D8p H3s-G4s H8b-G7t A8o-D7f G3f-F4f H6d-G6t C6o-D5o H1o-G3f F8d-E8t "
                  "B8o-A8o F3o-F4o E8t-D8p D7f-B8o G3o-F3o G8d-F8d C8f-C8s H3f-H4s D8p-C8s "
                  "C7o-C6o H4s-H4p C8s-B8f C6o-D6o H4p-H5p G7t-F6s D5o-E5o F4f-E5o F6s-D7f "
                  "B8o-D7f H2f-H3s"),
       "a game to where Blue must take Red's general on Red's corner");
    is_int(board->game->moves(board, &state, moves), 1, "whose prisoners are lost: no rescue");
    check_refusal(board, &state, "B8f-A8o+bI@F8d@H6d", "on the corner of another player");
    ok(play_words(board, &state, "B8f-A8o"), "it is the only move");
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o rI=H2f bG=H1o gG=F6p bR=E6s");
    at->prisoners[1][2][RUKH] = 1;
    triangulation_position_done(board, &state);
    is_int(count_rescues(board, &state), 5, "pieces of a colour that the move converts come back");
    ok(play_words(board, &state, "H2f-H1o+bR@C6o"), "to the captor");
    is_int(position_kind(at, triangulation_cell(8, 1, 8)), RUKH, "where the general was taken");
    is_int(at->commander[2], 0, "who commands them");
    is_int(at->prisoners[1][2][RUKH], 0, "and nobody holds them any more");
}

static void test_conquest(const struct game_board *board) {
    struct game_state state;
    struct triangulation_position *at = triangulation_position_set(
        board, &state, 0, "rG=A8o rR=G5p gG=H5p gC=H1o gI=G3f bG=H8b bR=G7t");
    at->prisoners[1][0][RUKH] = 1;
    at->mated[2] = 2;
    triangulation_position_done(board, &state);
    ok(play_words(board, &state, "G5p-H5p"), "a general is captured");
    is_int(at->commander[1], 0, "Red commands Green's army");
    is_int(at->in, 5, "Green is out");
    is_int(at->prisoners[1][0][RUKH], 0, "and its prisoners are lost");
    is_int(at->mated[2], 0, "and so are its duties");
    is_int(at->mover, 2, "Blue is the next to move");
}

static void test_pass(const struct game_board *board) {
    struct game_state state;
    uint32_t moves[TRIANGULATION_MOVES];
    triangulation_position_set(board, &state, 0, FAR_GENERALS "rG=A8o rI=B8o gI=B7o gI=B8f");
    is_int(board->game->moves(board, &state, moves), 1, "who cannot move has one move");
    ok(moves[0] == GAME_PASS, "a pass");
    ok(play_words(board, &state, "pass"), "which he makes");
    is_int(triangulation_state(&state)->at.quiet, 1, "and which counts for the 50 rounds");
}

/* A mated player moves at will, and the general must then be taken. */
static void test_mate(const struct game_board *board) {
    struct game_state state;
    uint32_t moves[TRIANGULATION_MOVES];
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 2, "rG=A8o gG=F6s gR=C8f gR=C6o bG=H8b bI=G8d");
    ok(play_words(board, &state, "H8b-H8g"), "Blue moves, and Red is checkmated by Green");
    is_int(at->mated[0], 2, "Green is obliged");
    ok(board->game->moves(board, &state, moves) > 0, "Red moves on");
    board->game->play(board, &state, moves[0]);
    int count = board->game->moves(board, &state, moves), takes = 0;
    for (int i = 0; i < count; i++)
        takes += move_to(moves[i]) == position_general(at, 0);
    ok(count > 0 && takes == count,
       "and Green has no other moves than those that take the general");
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void check_end(const struct game_board *board, const struct game_state *state,
                      const char *over, int red, int green, int blue) {
    struct game_score score;
    board->game->score(board, state, &score);
    is_string(score.over, over, "it ends: %s", over);
    ok(score.margin[0] == red && score.margin[1] == green && score.margin[2] == blue,
       "margins %d %d %d", red, green, blue);
}

static void test_ends(const struct game_board *board) {
    struct game_state state;
    triangulation_position_set(board, &state, 0, "rG=A8o rR=G5p gG=H5p gC=H1o");
    play_words(board, &state, "G5p-H5p");
    check_end(board, &state, "won", 4, -2, -2);
    triangulation_position_set(board, &state, 0, "rG=E6s gI=F6s gG=H1o");
    play_words(board, &state, "E6s-F6s");
    check_end(board, &state, "generals", 1, 1, -2);
    triangulation_position_set(board, &state, 0, FAR_GENERALS "rG=A8o rI=E6s");
    play_words(board, &state,
               "A8o-B8o H1o-H2o H8b-H8g B8o-A8o H2o-H1o H8g-H8b "
               "A8o-B8o H1o-H2o H8b-H8g B8o-A8o H2o-H1o");
    ok(board->game->turn(board, &state) != GAME_OVER, "twice is not enough");
    play_words(board, &state, "H8g-H8b");
    check_end(board, &state, "repetition", 0, 0, 0);
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o gG=H1o rI=E6s");
    at->quiet = 98;
    play_words(board, &state, "A8o-B8o");
    ok(board->game->turn(board, &state) != GAME_OVER, "99 turns of two players are no 50 rounds");
    play_words(board, &state, "H1o-H2o");
    check_end(board, &state, "rounds", 1, 1, -2);
}

/* Red's infantry brings back a rukh and marches to the same cell again, while Green takes the rukh
 * and comes back: the first position is there again, nine moves of infantry later. */
static void test_late_repetition(const struct game_board *board) {
    static const char *const round =
        "H2o-H1o+rR@C6o H2f-H1o C6o-D6o H1o-H2f D6o-D5o H2f-H3s D5o-E5o H3s-H4p E5o-E4o H4p-H3s "
        "E4o-F4o H3s-H4p F4o-F3o H4p-H3s F3o-G3o H3s-H4p G3o-G2o H4p-H3s G2o-H2o ";
    struct game_state state;
    struct triangulation_position *at =
        triangulation_position_set(board, &state, 0, "rG=A8o rI=H2o gG=H2f");
    at->prisoners[1][0][RUKH] = 1;
    triangulation_position_done(board, &state);
    uint64_t first = at->key;
    ok(play_words(board, &state, round) && play_words(board, &state, "H3s-H2f"),
       "a position comes back by a rescue");
    ok(at->key == first && !at->over, "it is there for the second time");
    ok(play_words(board, &state, round) && !at->over && play_words(board, &state, "H3s-H2f"),
       "and once more");
    check_end(board, &state, "repetition", 1, 1, -2);
    at = triangulation_position_set(board, &state, 0, "rG=A8o rI=H2o gG=H2f");
    at->prisoners[1][0][RUKH] = 1;
    at->age = HISTORY - 20;
    triangulation_position_done(board, &state);
    for (int i = 0; i < 2; i++)
        ok(play_words(board, &state, round) && !at->over && play_words(board, &state, "H3s-H2f"),
           "with as many turns before it as a state has room for");
    check_end(board, &state, "repetition", 1, 1, -2);
}

static void test_agreement(const struct game_board *board) {
    struct game_state state;
    uint32_t moves[TRIANGULATION_MOVES];
    board->game->start(board, &state, 1);
    uint64_t before = board->game->hash(board, &state);
    ok(play_words(board, &state, "draw"), "a draw may be offered");
    is_int(board->game->turn(board, &state), 1, "Green answers first");
    is_int(board->game->moves(board, &state, moves), 2, "by one of two words");
    ok(board->game->hash(board, &state) != before, "an offer is another state");
    check_refusal(board, &state, "H1o-G4f", "answer 'draw' to agree or 'pass' to decline");
    ok(play_words(board, &state, "draw"), "Green agrees");
    is_int(board->game->turn(board, &state), 2, "then Blue answers");
    ok(play_words(board, &state, "pass"), "who declines");
    is_int(board->game->turn(board, &state), 0, "so that Red is to move");
    check_refusal(board, &state, "draw", "once a turn");
    is_int(board->game->moves(board, &state, moves), 12, "and has his moves");
    ok(play_words(board, &state, "C6o-D6o draw draw draw"), "Green offers, and all agree");
    check_end(board, &state, "agreed", 0, 0, 0);
    check_refusal(board, &state, "draw", "the game is over");
}

/* ---- pictures -------------------------------------------------------------------------------- */

static bool touch(const struct picture_cell *a, const struct picture_cell *b) {
    int shared = 0;
    for (int i = 0; i < 9; i++)
        shared +=
            a->corner[i / 3].x == b->corner[i % 3].x && a->corner[i / 3].y == b->corner[i % 3].y;
    return shared == 2;
}

/* Three times the middle of a cell is the sum of its corners. */
static bool is_middle(const struct picture_cell *cell, struct grid_point point) {
    const struct grid_point *corner = cell->corner;
    return 3 * point.x == corner[0].x + corner[1].x + corner[2].x &&
           3 * point.y == corner[0].y + corner[1].y + corner[2].y;
}

static void test_picture(const struct game_board *board) {
    static struct picture picture;
    const struct triangulation_board *inside = triangulation_board(board);
    struct game_state before, state;
    int wrong = 0, marked = 0, piece = 0;
    board->game->start(board, &before, 1);
    game_copy(board, &state, &before);
    play_words(board, &state, "A8o-D7f");
    struct picture_before last = {&before, 0};
    ok(board->game->draw(board, &state, &last, &picture), "a position can be drawn");
    for (int a = 0; a < CELLS; a++)
        for (int b = 0; b < CELLS; b++)
            wrong +=
                a != b && touch(&picture.cell[a], &picture.cell[b]) != (inside->sides[a] >> b & 1);
    is_int(wrong, 0, "cells that share a side are drawn so, and no others");
    uint64_t cells = position_cells(&triangulation_state(&state)->at);
    for (int cell = 0; cell < picture.cells; cell++) {
        marked += picture.cell[cell].marks != 0;
        if (cells >> cell & 1)
            wrong += !is_middle(&picture.cell[cell], picture.piece[piece++].point[0]);
    }
    ok(wrong == 0 && piece == picture.pieces, "each piece stands in the middle of its cell");
    for (int i = 0; i < picture.pieces; i++)
        marked += picture.piece[i].marks != 0;
    is_int(marked, 2, "where a piece came from and where it went is marked");
    is_int(picture.labels, 24, "all strips have their letters");
}

static void test_rules(void) {
    struct game_board *board = open_board(3);
    test_refusals(board);
    test_rescue(board);
    test_rescue_by_conquest(board);
    test_conquest(board);
    test_pass(board);
    test_mate(board);
    test_ends(board);
    test_late_repetition(board);
    test_agreement(board);
    test_picture(board);
    game_board_free(board);
}

/* An argument is the number of games against the naive rules, if it is to be more than usual; then
 * there are a hundred drawn positions for each. */
int main(int argc, char **argv) {
    int beside_naive = argc > 1 ? atoi(argv[1]) : enough(3, 8);
    test_perft();
    test_first_moves();
    test_rules();
    test_naive(3, beside_naive);
    test_naive(2, beside_naive);
    test_drawn(3, 100 * beside_naive);
    test_drawn(2, 100 * beside_naive);
    test_random_games();
    return done();
}
