/* bench_strength.c - `bench strength`: what a player gains from another one, measured in a minute.
 *
 * Games of Selacata on the twelve league boards in turn or, if a game with a board of its own is
 * set, of that one, played inside the engine without a referee. A game of Selacata is two halves:
 * each player starts one. In games of one half the player takes one seat after the other, and the
 * opponent has all others. The random choices of a game depend only on its number, so that every
 * player meets the same opponent, and with fixed nodes a run repeats exactly. A player sees only
 * what its seat may know.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/sample.h"
#include "engine/bench/bench.h"
#include "engine/player/player.h"
#include "engine/player/roster.h"
#include "engine/player/stopwatch.h"
#include "engine/player/table.h"
#include "grids/grid.h"

enum { MILLISECOND = 1000000, MOVETIME = 10, GAMES = 48 };

/* One of the two at the board, with a memory of its own. */
struct bench_seat {
    const struct player *player;
    struct table *table; /* NULL for a player that answers at once, as the arena */
    void *arena;
};

struct strength {
    struct bench *bench;
    struct protocol_error *error;
    const struct player *player, *opponent; /* player NULL: all but the opponent */
    long long nodes, movetime, games;       /* nodes or movetime is 0: not given */
    struct bench_seat seat[2];              /* the player's and the opponent's */
    uint32_t *moves;                        /* room for those of a position */
    struct stopwatch watch;
    struct sample all; /* margins of the games that the two have played */
    int won, drawn;
};

/* The current board if its game is not played on the boards of the league; else NULL. */
static const struct game_board *own_board(const struct strength *strength) {
    const struct game_board *board = strength->bench->board;
    return board && !board->grid ? board : NULL;
}

/* ---- the words of the command ---------------------------------------------------------------- */

/* A number after its keyword, which must not have been given before. */
static bool strength_read_number(const char *keyword, const char *word, long long most,
                                 long long *number, struct protocol_error *error) {
    char *end;
    if (*number)
        protocol_fail(error, PROTOCOL_SYNTAX, "%s stands twice", keyword);
    else if (!word || !*word || (*number = strtoll(word, &end, 10), *end))
        protocol_fail(error, PROTOCOL_SYNTAX, "%s needs a whole number, not '%.60s'", keyword,
                      word ? word : "");
    else if (*number < 1 || *number > most)
        protocol_fail(error, PROTOCOL_RANGE, "%s must be from 1 to %lld, not %.60s", keyword, most,
                      word);
    return error->code == PROTOCOL_OK;
}

static bool read_player(struct strength *strength, const char *word) {
    const struct player *player = player_find(strength->bench->roster->table, word);
    if (!player)
        protocol_fail(strength->error, PROTOCOL_RANGE,
                      "strength takes PLAYER, OPPONENT, nodes N, movetime MS and games N, but "
                      "'%.60s' is not a player",
                      word);
    else if (!strength->player)
        strength->player = player;
    else if (!strength->opponent)
        strength->opponent = player;
    else
        protocol_fail(strength->error, PROTOCOL_SYNTAX, "two players are enough, without '%.60s'",
                      word);
    return strength->error->code == PROTOCOL_OK;
}

static bool read_words(struct strength *strength, const struct protocol_value *names) {
    const struct {
        const char *name;
        long long *number, most;
    } keyword[] = {{"nodes", &strength->nodes, 1000000000},
                   {"movetime", &strength->movetime, 60000},
                   {"games", &strength->games, 1000000}};
    enum { KEYWORDS = sizeof keyword / sizeof *keyword };
    for (char *word = protocol_next_word(names, names->text); word;
         word = protocol_next_word(names, word)) {
        int i = 0;
        while (i < KEYWORDS && strcmp(keyword[i].name, word) != 0)
            i++;
        if (i == KEYWORDS) {
            if (!read_player(strength, word))
                return false;
            continue;
        }
        word = protocol_next_word(names, word);
        if (!strength_read_number(keyword[i].name, word, keyword[i].most, keyword[i].number,
                                  strength->error))
            return false;
    }
    if (strength->nodes && strength->movetime)
        protocol_fail(strength->error, PROTOCOL_SYNTAX, "nodes or movetime, not both");
    if (!strength->nodes && !strength->movetime)
        strength->movetime = MOVETIME;
    if (!strength->games)
        strength->games = GAMES;
    if (!strength->opponent)
        strength->opponent = player_find(strength->bench->roster->table,
                                         own_board(strength) ? "greedy" : "reference");
    return strength->error->code == PROTOCOL_OK;
}

/* ---- a game ---------------------------------------------------------------------------------- */

static void ignore(void *context, const struct report *report) {
    (void)context;
    (void)report;
}

static uint32_t strength_ask(struct strength *strength, const struct bench_seat *seat,
                             const struct game_board *board, const struct game_state *state,
                             uint64_t seed) {
    const struct bench *bench = strength->bench;
    const struct player *player = player_on(seat->player, board);
    int64_t time = strength->nodes ? INT64_MAX : strength->movetime * MILLISECOND;
    uint64_t nodes = strength->nodes ? (uint64_t)strength->nodes : UINT64_MAX;
    struct task task = {.board = board,
                        .state = state,
                        .allowed = strength->moves,
                        .allowed_count = board->game->moves(board, state, strength->moves),
                        .limits = {.soft = time, .hard = time, .nodes = nodes, .depth = INT32_MAX},
                        .watch = &strength->watch,
                        .table = seat->table,
                        .arena = seat->arena,
                        .arena_size = seat->arena ? ARENA_BYTES : 0,
                        .kernel = bench->kernel,
                        .threads = bench->threads,
                        .parameters = roster_parameters(bench->roster, player),
                        .report = ignore};
    random_seed(&task.random, seed);
    stopwatch_reset(&strength->watch);
    stopwatch_start(&strength->watch);
    return player->choose(&task);
}

/* Where all is known, and what each seat knows of it. */
struct known {
    struct game_state full, told[GAME_PLAYERS_MAX];
};

/* False: the game does not take its own word. */
static bool play_move(struct known *known, const struct game_board *board, uint32_t move) {
    bool told = true;
    for (int seat = 0; seat < board->players; seat++)
        told = game_tell(board, &known->full, move, seat, &known->told[seat]) && told;
    board->game->play(board, &known->full, move);
    return told;
}

/* Plays a half, with the player in one seat and the opponent in all others; the player's margin. */
static int play_half(struct strength *strength, const struct game_board *board, int half, int seat,
                     uint64_t seed) {
    struct known known;
    struct game_score score;
    uint64_t number = 0;
    uint32_t move;
    for (int i = 0; i < 2; i++)
        if (strength->seat[i].table)
            table_clear(strength->seat[i].table);
    board->game->start(board, &known.full, half);
    for (int i = 0; i < board->players; i++)
        game_copy(board, &known.told[i], &known.full);
    for (int turn; (turn = board->game->turn(board, &known.full)) != GAME_OVER;) {
        uint64_t key = random_mix(seed, number++);
        if (turn == GAME_CHANCE) {
            struct random random;
            random_seed(&random, key);
            int count = board->game->moves(board, &known.full, strength->moves);
            move = strength->moves[random_below(&random, (uint32_t)count)];
        } else {
            move = strength_ask(strength, &strength->seat[turn != seat], board, &known.told[turn],
                                key);
        }
        if (!play_move(&known, board, move))
            break;
    }
    board->game->score(board, &known.full, &score);
    return score.margin[seat];
}

/* All halves of a game; the player's margin. */
static int play_game(struct strength *strength, const struct game_board *board, long long game) {
    int halves = board->game->halves, margin = 0;
    int seat = halves == 1 ? (int)(game % board->players) : 0;
    for (int half = 1; half <= halves; half++)
        margin +=
            play_half(strength, board, half, seat, random_mix((uint64_t)game, (uint64_t)half));
    return margin;
}

/* ---- what it comes to ------------------------------------------------------------------------ */

static void print_sample(struct bench *bench, const char *name, const struct sample *sample) {
    double reach = sample_error(sample);
    if (sample->count < 2)
        bench_say(bench, "  %-10s %5d %+8.2f", name, (int)sample->count, sample->mean);
    else
        bench_say(bench, "  %-10s %5d %+8.2f %6.2f   %+.1f to %+.1f", name, (int)sample->count,
                  sample->mean, sample_standard_error(sample), sample->mean - reach,
                  sample->mean + reach);
}

/* Plays every `step`-th game on a board; false and the error if memory is short. */
static bool play_games(struct strength *strength, const struct game_board *board, long long first,
                       long long step, struct sample *sample) {
    strength->moves = malloc((size_t)board->moves_max * sizeof *strength->moves);
    if (!strength->moves) {
        protocol_fail(strength->error, PROTOCOL_MEMORY, "no memory for the moves");
        return false;
    }
    for (long long game = first; game < strength->games; game += step) {
        int margin = play_game(strength, board, game);
        sample_add(sample, margin);
        sample_add(&strength->all, margin);
        strength->won += margin > 0;
        strength->drawn += margin == 0;
    }
    free(strength->moves);
    return true;
}

static bool play_league_boards(struct strength *strength, struct sample *samples) {
    for (int i = 0; i < BENCH_BOARDS && i < strength->games; i++) {
        struct grid *grid;
        struct game_board *board = bench_board(bench_boards[i], &grid, strength->error);
        bool played = board && play_games(strength, board, i, BENCH_BOARDS, &samples[i]);
        game_board_free(board);
        grid_free(grid);
        if (!played)
            return false;
    }
    return true;
}

static bool play_pairing(struct strength *strength, const struct player *player) {
    struct bench *bench = strength->bench;
    const struct game_board *own = own_board(strength);
    const struct sample *all = &strength->all;
    struct sample by_board[BENCH_BOARDS] = {{0}}, alone = {0};
    int64_t start = clock_ns();
    strength->all = (struct sample){0};
    strength->won = strength->drawn = 0;
    if (own ? !play_games(strength, own, 0, 1, &alone) : !play_league_boards(strength, by_board))
        return false;
    bench_say(bench, "%s v %s, %s %lld: margin a game, its error, 95 %% (%.1f s)", player->name,
              strength->opponent->name, strength->nodes ? "nodes" : "movetime",
              strength->nodes ? strength->nodes : strength->movetime,
              (double)(clock_ns() - start) / 1e9);
    for (int i = 0; i < BENCH_BOARDS; i++)
        if (by_board[i].count)
            print_sample(bench, bench_boards[i], &by_board[i]);
    print_sample(bench, "all", all);
    bench_say(bench, "  won %d, drawn %d, lost %d", strength->won, strength->drawn,
              (int)all->count - strength->won - strength->drawn);
    return true;
}

/* ---- the command ----------------------------------------------------------------------------- */

static bool open_seat(struct strength *strength, int number, const struct player *player) {
    struct bench_seat *seat = &strength->seat[number];
    *seat = (struct bench_seat){.player = player};
    if (player->immediate)
        return true;
    seat->table = table_new((size_t)strength->bench->hash);
    seat->arena = malloc(ARENA_BYTES);
    if (seat->table && seat->arena) {
        table_touch(seat->table);
        return true;
    }
    protocol_fail(strength->error, PROTOCOL_MEMORY, "no memory for a table of %lld MiB",
                  strength->bench->hash);
    return false;
}

static bool measure(struct strength *strength, const struct player *player) {
    bool good = open_seat(strength, 0, player) && open_seat(strength, 1, strength->opponent) &&
                play_pairing(strength, player);
    for (int i = 0; i < 2; i++) {
        table_free(strength->seat[i].table);
        free(strength->seat[i].arena);
        strength->seat[i] = (struct bench_seat){.player = NULL};
    }
    return good;
}

/* Whether a player plays the game of a board; says so if it must. */
static bool can_play(const struct strength *strength, const struct player *player,
                     const struct game_board *board) {
    if (player_on(player, board))
        return true;
    protocol_fail(strength->error, PROTOCOL_UNSUPPORTED, "the player '%s' does not play %s",
                  player->name, board->game->name);
    return false;
}

/* The player that is named or, one after the other, all that play the game but the opponent. */
static void measure_players(struct strength *strength, const struct game_board *board) {
    if (!can_play(strength, strength->opponent, board))
        return;
    if (strength->player) {
        if (can_play(strength, strength->player, board))
            measure(strength, strength->player);
        return;
    }
    for (const struct player *const *player = strength->bench->roster->table; *player; player++)
        if (*player != strength->opponent && player_on(*player, board) &&
            !measure(strength, *player))
            return;
}

enum protocol_code bench_strength(struct bench *bench, const struct protocol_value *names) {
    struct protocol_error *error = bench->error;
    struct strength strength = {.bench = bench, .error = error};
    if (!read_words(&strength, names))
        return error->code;
    struct grid *grid = NULL;
    const struct game_board *own = own_board(&strength);
    struct game_board *league = own ? NULL : bench_board(bench_boards[0], &grid, error);
    if (own || league)
        measure_players(&strength, own ? own : league);
    game_board_free(league);
    grid_free(grid);
    return error->code;
}
