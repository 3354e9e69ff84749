/* hidden.c - what a seat may not see never reaches its engine: two halves that differ only in
 * pieces hidden from a seat are the same to that seat's engine, byte by byte.
 *
 * Such halves are made from random games of Trioker's rapid game: two pieces that a seat has not
 * seen in a deal change their names, and whatever was played must still be legal.
 */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "base/system.h"
#include "base/text.h"
#include "games/game.h"
#include "games/trioker.h"
#include "half/engine_spec.h"
#include "half/terms.h"
#include "record/replay.h"
#include "referee/match/engine_seat.h"
#include "referee/match/match.h"
#include "referee/match/seat.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CASES = 3, PLIES_MAX = 1000, TRIES = 3000 };

static char own_path[1000]; /* of this program */

static atomic_int stop;

/* ---- games ----------------------------------------------------------------------------------- */

struct game_played {
    int plies, deal; /* moves, and those before the newest deal */
    uint32_t move[PLIES_MAX];
};

static bool is_listed(const struct game_board *board, const struct game_state *state,
                      uint32_t move) {
    static uint32_t moves[1 << 16];
    int count = board->game->moves(board, state, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Plays at random until a seat is to move, this many moves from the start or later. */
static bool play_random(const struct game_board *board, struct random *random, int plies,
                        struct game_played *played) {
    static uint32_t moves[1 << 16];
    struct game_state state;
    board->game->start(board, &state, 1);
    played->plies = played->deal = 0;
    while (played->plies < plies || board->game->turn(board, &state) == GAME_CHANCE) {
        int count = board->game->moves(board, &state, moves);
        if (count == 0 || played->plies == PLIES_MAX)
            return false;
        if (trioker_rapid_state(&state)->count[TRIOKER_STOCK] == TRIOKER_ALL)
            played->deal = played->plies;
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        played->move[played->plies++] = move;
        board->game->play(board, &state, move);
    }
    return board->game->turn(board, &state) >= 0;
}

/* The move with two pieces exchanged: but not one that lays a piece, or says what everybody sees.
 */
static uint32_t exchange(uint32_t move, int one, int other) {
    enum trioker_kind kind = trioker_move_kind(move);
    bool hides =
        kind == TRIOKER_DEAL_PIECE || kind == TRIOKER_DRAW_PIECE || kind == TRIOKER_GIVE_PIECE;
    int piece = trioker_special_piece(move), seat = trioker_special_seat(move);
    if (move == GAME_PASS || !hides || (piece != one && piece != other))
        return move;
    return trioker_special(kind, seat, piece == one ? other : one);
}

/* Whether it is legal, and both pieces stay out of the hand of a seat from its newest deal on. */
static bool unseen(const struct game_board *board, const struct game_played *played, int seat,
                   int one, int other) {
    struct game_state state;
    trioker_set both = UINT32_C(1) << one | UINT32_C(1) << other;
    board->game->start(board, &state, 1);
    for (int i = 0; i < played->plies; i++) {
        if (!is_listed(board, &state, played->move[i]))
            return false;
        board->game->play(board, &state, played->move[i]);
        if (i >= played->deal && (trioker_is_in(trioker_rapid_state(&state), seat) & both))
            return false;
    }
    return !(trioker_rapid_state(&state)->gone & both);
}

/* Another game that must be the same to a seat; false if these pieces give none. */
static bool make_other(const struct game_board *board, const struct game_played *played, int seat,
                       int one, int other, struct game_played *changed) {
    bool differs = false;
    *changed = *played;
    for (int i = played->deal; i < played->plies; i++) {
        changed->move[i] = exchange(played->move[i], one, other);
        differs |= changed->move[i] != played->move[i];
    }
    return differs && unseen(board, played, seat, one, other) &&
           unseen(board, changed, seat, one, other);
}

static bool find_pair(const struct game_board *board, struct random *random, int seat,
                      struct game_played *played, struct game_played *changed) {
    for (int i = 0; i < TRIES; i++) {
        int one = (int)random_below(random, TRIOKER_ALL);
        int other = (int)random_below(random, TRIOKER_ALL);
        if (i % 20 == 0 && !play_random(board, random, 22 + (int)random_below(random, 150), played))
            played->plies = played->deal = 0;
        if (one != other && make_other(board, played, seat, one, other, changed))
            return true;
    }
    return false;
}

/* ---- what an engine hears -------------------------------------------------------------------- */

static void no_begin(struct seat *seat, const struct seat_half *half) {
    (void)seat, (void)half;
}

static enum verdict no_ready(struct seat *seat) {
    (void)seat;
    return VERDICT_OK;
}

static void no_notify(struct seat *seat, const char *move) {
    (void)seat, (void)move;
}

static enum verdict give_up(struct seat *seat, const struct game_board *board, const int64_t *clock,
                            const int64_t *increment, char move[GAME_MOVE_TEXT], int64_t *took) {
    (void)board, (void)clock, (void)increment, (void)move, (void)took;
    return fault_set(&seat->fault, VERDICT_RESIGNED, "resigned");
}

static const struct seat_kind deaf = {
    .begin = no_begin, .ready = no_ready, .notify_move = no_notify, .choose = give_up};

static void write_moves(const struct game_board *board, const struct game_played *played,
                        struct moves *moves) {
    struct game_state state;
    char text[GAME_MOVE_TEXT];
    board->game->start(board, &state, 1);
    moves_clear(moves);
    for (int i = 0; i < played->plies; i++) {
        board->game->format(board, &state, played->move[i], GAME_EVERYBODY, text);
        moves_add(moves, text, 1000);
        board->game->play(board, &state, played->move[i]);
    }
}

static void read_heard(const char *path, struct text *heard) {
    char part[4096];
    FILE *file = fopen(path, "r");
    for (size_t got; file && (got = fread(part, 1, sizeof part, file)) > 0;)
        text_add_bytes(heard, part, got);
    if (file)
        fclose(file);
}

/* This program as an engine, which adds every byte of its input to a file and has no move. */
static int be_engine(const char *path) {
    FILE *heard = fopen(path, "a");
    char *line = NULL;
    size_t size = 0;
    if (!heard)
        return 1;
    for (ssize_t length; (length = getline(&line, &size, stdin)) > 0;) {
        fwrite(line, 1, (size_t)length, heard);
        fflush(heard);
        const char *id = strstr(line, " id ");
        if (strcmp(line, "tgi\n") == 0)
            puts("id name listener\nid author triancey\nprotocol 1\ngame trioker-rapid\ntgiok");
        else if (strcmp(line, "isready\n") == 0)
            puts("readyok");
        else if (strncmp(line, "go", 2) == 0 && id)
            printf("bestmove none id %d\n", atoi(id + 4));
        else if (strcmp(line, "quit\n") == 0)
            break;
        fflush(stdout);
    }
    free(line);
    return fclose(heard) != 0;
}

/* A half that goes on after the game, with an engine at one seat: everything that it hears. */
static void listen_to(const struct game_board *board, const struct game_played *played, int seat,
                      struct text *heard, struct text *open) {
    char command[2000], setup[GAME_SETUP_SIZE], line[GAME_SETUP_SIZE + 20];
    const char *path = run_path("heard");
    struct engine_spec spec = {.name = (char *)"listener", .command = command};
    struct seat others[GAME_PLAYERS_MAX];
    struct match_result result = {0};
    struct moves moves = {0};
    game_setup_write(board, setup);
    snprintf(line, sizeof line, "setgrid %s", setup);
    struct match_half match = {.board = board, .board_line = line, .half = 1, .played = &moves};
    remove(path);
    snprintf(command, sizeof command, "'%s' --listen '%s'", own_path, path);
    terms_default(&spec);
    for (int i = 0; i < board->players; i++) {
        others[i] = (struct seat){.kind = &deaf, .name = "deaf", .limits = &spec.limits};
        match.seat[i] = i == seat ? engine_seat_new(&spec, &stop, NULL, 0) : &others[i];
        match.seat_seed[i] = 100 + (uint64_t)i;
    }
    write_moves(board, played, &moves);
    if (match_play(&match, &result) != MATCH_FINISHED || result.half.plies != played->plies)
        diag("the half was not played: %s", result.text);
    text_add(open, text_get(&result.open));
    match.seat[seat]->kind->free(match.seat[seat]);
    read_heard(path, heard);
    moves_free(&moves);
    match_result_free(&result);
}

static int count_words(const char *text, const char *word) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)); at++)
        count++;
    return count;
}

/* Whether the engine hears, and the public sees, the same of both. */
static void compare(const struct game_board *board, const struct game_played played[2], int seat,
                    bool *same_heard, bool *same_open) {
    struct text heard[2] = {{0}}, open[2] = {{0}};
    for (int i = 0; i < 2; i++)
        listen_to(board, &played[i], seat, &heard[i], &open[i]);
    bool whole = count_words(text_get(&heard[0]), "deal:") >= 20 &&
                 strstr(text_get(&heard[0]), "newgame") && open[0].length > 0;
    *same_heard = whole && strcmp(text_get(&heard[0]), text_get(&heard[1])) == 0;
    *same_open = whole && strcmp(text_get(&open[0]), text_get(&open[1])) == 0;
    for (int i = 0; i < 2; i++) {
        text_free(&heard[i]);
        text_free(&open[i]);
    }
}

static void test_seat(const struct game_board *board, struct random *random, int seat) {
    static struct game_played played[2];
    bool same_heard, same_open;
    for (int i = 0; i < CASES; i++) {
        if (!ok(find_pair(board, random, seat, &played[0], &played[1]),
                "two games that differ in what seat %d of %d has not seen", seat + 1,
                board->players))
            continue;
        compare(board, played, seat, &same_heard, &same_open);
        ok(same_heard, "its engine hears the same, byte by byte, in %d moves", played[0].plies);
        ok(same_open, "and so does the public");
    }
}

/* ---- a game that reveals too much ------------------------------------------------------------ */

static void format_all(const struct game_board *board, const struct game_state *state,
                       uint32_t move, int reader, char *text) {
    (void)reader;
    trioker_rapid.format(board, state, move, GAME_EVERYBODY, text);
}

static void test_leak(struct game_board *board, struct random *random) {
    static struct game_played played[2];
    struct game leaky = trioker_rapid;
    bool same_heard = true, same_open = true;
    leaky.format = format_all;
    if (!ok(find_pair(board, random, 0, &played[0], &played[1]), "two games"))
        return;
    board->game = &leaky;
    compare(board, played, 0, &same_heard, &same_open);
    board->game = &trioker_rapid;
    ok(!same_heard && !same_open, "a game that masks nothing is found out");
}

/* ---- seeds ----------------------------------------------------------------------------------- */

struct seeded {
    struct seat seat;
    uint64_t seed;
};

static void note_seed(struct seat *seat, const struct seat_half *half) {
    ((struct seeded *)(void *)seat)->seed = half->seed;
}

/* The seeds that the two seats are given, when chance draws from this one. */
static void hear_seeds(const struct game_board *board, uint64_t chance, struct seeded *seats) {
    struct seat_kind kind = deaf;
    struct limits limits = {0};
    struct match_result result = {0};
    struct match_half match = {.board = board, .board_line = "", .half = 1, .chance_seed = chance};
    kind.begin = note_seed;
    for (int i = 0; i < board->players; i++) {
        seats[i].seat = (struct seat){.kind = &kind, .limits = &limits};
        match.seat[i] = &seats[i].seat;
        match.seat_seed[i] = 100 + (uint64_t)i;
    }
    match_play(&match, &result);
    match_result_free(&result);
}

static void test_seeds(const struct game_board *board) {
    struct seeded one[GAME_PLAYERS_MAX], other[GAME_PLAYERS_MAX];
    hear_seeds(board, 5, one);
    hear_seeds(board, 6, other);
    ok(one[0].seed != 100 && one[1].seed != 101,
       "no seat is given the seed that others follow from");
    ok(one[0].seed != other[0].seed && one[0].seed != one[1].seed, "each has its own, by the deal");
    hear_seeds(board, 5, other);
    ok(one[0].seed == other[0].seed, "the same in the same game");
}

/* ---- records --------------------------------------------------------------------------------- */

/* A whole half as a record has it, from a random game. */
static void make_half(const struct game_board *board, struct random *random, struct moves *moves,
                      struct half_result *half) {
    static uint32_t legal[1 << 16];
    struct game_state state;
    struct game_score score;
    char text[GAME_MOVE_TEXT];
    board->game->start(board, &state, 1);
    for (int count; (count = board->game->moves(board, &state, legal)) > 0;) {
        uint32_t move = legal[random_below(random, (uint32_t)count)];
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        moves_add(moves, text, 0);
        board->game->play(board, &state, move);
    }
    board->game->score(board, &state, &score);
    *half = (struct half_result){.number = 1,
                                 .pointed = true,
                                 .termination = score.over,
                                 .at_fault = MATCH_NOBODY,
                                 .plies = moves->count,
                                 .moves = text_get(&moves->words)};
    memcpy(half->margin, score.margin, sizeof half->margin);
    memcpy(half->points, score.points, sizeof half->points);
}

/* A seat does not learn what it draws itself. */
static void format_less(const struct game_board *board, const struct game_state *state,
                        uint32_t move, int reader, char *text) {
    trioker_rapid.format(board, state, move, reader == GAME_EVERYBODY ? reader : GAME_PUBLIC, text);
}

/* A seat that must not see a piece sees another one. */
static void format_lie(const struct game_board *board, const struct game_state *state,
                       uint32_t move, int reader, char *text) {
    trioker_rapid.format(board, state, move, reader, text);
    if (strcmp(text, "deal:?") == 0)
        strcpy(text, trioker_special_piece(move) ? "deal:000" : "deal:111");
}

static void test_told(struct game_board *board, struct random *random) {
    struct error error = {.text = ""};
    struct game wrong = trioker_rapid;
    struct moves moves = {0};
    struct half_result half;
    make_half(board, random, &moves, &half);
    ok(replay_check(board, &half, board->players, &error), "a half and all that was told %s",
       error.text);
    board->game = &wrong;
    wrong.format = format_less;
    ok(!replay_check(board, &half, board->players, &error) &&
           strstr(error.text, " was sent something that leads to "),
       "a seat that is told too little: %s", error.text);
    wrong.format = format_lie;
    ok(!replay_check(board, &half, board->players, &error), "and one that is told lies: %s",
       error.text);
    board->game = &trioker_rapid;
    memcpy(moves.words.bytes, "deal:?  ", 8);
    memmove(moves.words.bytes + 7, moves.words.bytes + 9, strlen(moves.words.bytes + 8));
    ok(!replay_check(board, &half, board->players, &error) &&
           strcmp(error.text, "move 1 hides what a record must show") == 0,
       "a record that is masked: %s", error.text);
    moves_free(&moves);
}

static void test_players(int players, struct random *random) {
    struct error error;
    struct game_board *board = game_prepare(&trioker_rapid, NULL, players, &error);
    if (!ok(board && board->moves_max < 1 << 15, "a board for %d", players))
        return;
    for (int seat = 0; seat < players; seat++)
        test_seat(board, random, seat);
    test_leak(board, random);
    test_seeds(board);
    test_told(board, random);
    game_board_free(board);
}

int main(int argc, char **argv) {
    struct random random;
    if (argc == 3 && strcmp(argv[1], "--listen") == 0)
        return be_engine(argv[2]);
    if (!system_program(own_path, sizeof own_path))
        skip_all("our path is not known");
    random_seed(&random, 16);
    run_begin();
    signal(SIGPIPE, SIG_IGN);
    alarm(600);
    for (int players = 2; players <= 4; players++)
        test_players(players, &random);
    run_end();
    return done();
}
