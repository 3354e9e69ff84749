/* fuzz_lines.c - libFuzzer: a half between an engine that says anything and one that plays by the
 * rules, judged as in any match.
 *
 * Whatever is said, the half ends: as the rules have it, or with a fault that is described in
 * printable words; and what is to be recorded is what the rules give (replay.h). There is no
 * process, and an answer is there as soon as the referee has asked. The first three bytes choose
 * the board, the seat and the terms. In the lines that follow, which are sent up to the next answer
 * each time, `@` is the id of the last go and `#N` one of the legal moves.
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/text.h"
#include "record/replay.h"
#include "referee/match/engine_seat.h"
#include "referee/match/match.h"
#include "referee/match/seat.h"
#include "referee/setup/setup.h"
#include "tests/tools/fuzz_help.h"
#include "tests/tools/fuzz_process.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* ---- the engine's side ----------------------------------------------------------------------- */

static struct {
    int out, in;            /* files: its output, and where its input goes */
    off_t said;             /* bytes of the first */
    const char *rest, *end; /* of the input */
    long long moves;        /* answers to go so far */
    const struct game_board *board;
    struct game_state state; /* as the first of the others knows it */
    uint32_t *legal;
} fuzz;

static bool ends_turn(const char *line, size_t length) {
    static const char *const word[] = {"tgiok", "readyok", "bestmove", "score", "error"};
    for (size_t i = 0; i < sizeof word / sizeof *word; i++)
        if (length >= strlen(word[i]) && memcmp(line, word[i], strlen(word[i])) == 0)
            return true;
    return false;
}

static void add_move(struct text *text, const char **at, const char *end) {
    char word[GAME_MOVE_TEXT] = "none";
    unsigned number = 0;
    while (*at < end && **at >= '0' && **at <= '9')
        number = 10 * number + (unsigned)(*(*at)++ - '0');
    const struct game *game = fuzz.board->game;
    if (game->turn(fuzz.board, &fuzz.state) != GAME_OVER) {
        int count = game->moves(fuzz.board, &fuzz.state, fuzz.legal);
        if (count > 0)
            game->format(fuzz.board, &fuzz.state, fuzz.legal[number % (unsigned)count],
                         GAME_EVERYBODY, word);
    }
    text_add(text, word);
}

static void add_line(struct text *text, const char *line, size_t length) {
    for (const char *at = line, *end = line + length; at < end;)
        if (*at == '@') {
            text_add_number(text, fuzz.moves + 1);
            at++;
        } else if (*at == '#') {
            at++;
            add_move(text, &at, end);
        } else {
            text_add_bytes(text, at++, 1);
        }
}

/* What it says now: lines up to the next answer. */
static void speak(void) {
    static struct text text;
    text_clear(&text);
    for (bool over = false; fuzz.rest < fuzz.end && !over;) {
        const char *stop = memchr(fuzz.rest, '\n', (size_t)(fuzz.end - fuzz.rest));
        size_t length = (size_t)((stop ? stop + 1 : fuzz.end) - fuzz.rest);
        over = ends_turn(fuzz.rest, length);
        add_line(&text, fuzz.rest, length);
        fuzz.moves += length > 8 && memcmp(fuzz.rest, "bestmove", 8) == 0;
        fuzz.rest += length;
    }
    if (text.length > 0 &&
        pwrite(fuzz.out, text.bytes, text.length, fuzz.said) == (ssize_t)text.length)
        fuzz.said += (off_t)text.length;
}

/* Instead of a process: its output is a file that grows whenever it is asked for something. */
static bool start(struct process *process) {
    char path[32];
    if (ftruncate(fuzz.out, 0) != 0 || ftruncate(fuzz.in, 0) != 0)
        return false;
    fuzz.said = 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fuzz.out);
    process->out = open(path, O_RDONLY | O_CLOEXEC);
    process->in = dup(fuzz.in);
    return process->out >= 0 && process->in >= 0;
}

/* ---- a peer that follows the rules ----------------------------------------------------------- */

struct other {
    struct seat seat;
    struct game_state state; /* as it knows it */
    bool first;              /* of the others */
};

static struct other *self(struct seat *seat) {
    return (struct other *)(void *)seat;
}

static void other_begin(struct seat *seat, const struct seat_half *half) {
    fuzz.board = half->board;
    half->board->game->start(half->board, &self(seat)->state, half->half);
    if (self(seat)->first)
        game_copy(fuzz.board, &fuzz.state, &self(seat)->state);
}

static enum verdict other_ready(struct seat *seat) {
    (void)seat;
    return VERDICT_OK;
}

static void other_notify(struct seat *seat, const char *text) {
    const struct game *game = fuzz.board->game;
    struct game_state *state = &self(seat)->state;
    struct error why;
    uint32_t move;
    if (!game->parse(fuzz.board, state, text, &move) || game->refuse(fuzz.board, state, move, &why))
        fuzz_fail("a move is told that the rules do not take", text);
    game->play(fuzz.board, state, move);
    if (self(seat)->first)
        game_copy(fuzz.board, &fuzz.state, state);
}

static enum verdict other_choose(struct seat *seat, const struct game_board *board,
                                 const int64_t *clock, const int64_t *increment,
                                 char move[GAME_MOVE_TEXT], int64_t *took) {
    const struct game_state *state = &self(seat)->state;
    (void)clock, (void)increment;
    unsigned count = (unsigned)board->game->moves(board, state, fuzz.legal);
    board->game->format(board, state, fuzz.legal[board->game->hash(board, state) % count],
                        GAME_EVERYBODY, move);
    *took = 1;
    return VERDICT_OK;
}

static const struct seat_kind other_kind = {.begin = other_begin,
                                            .ready = other_ready,
                                            .notify_move = other_notify,
                                            .choose = other_choose};

/* ---- the table ------------------------------------------------------------------------------- */

enum { TABLES_MAX = 16 };

static struct setup table[TABLES_MAX];
static int tables;

static bool make_table(struct setup *setup, const struct game *game, const char *grid,
                       struct error *error) {
    int seats = game->players_usual ? game->players_usual : game->players_min;
    setup_init(setup);
    bool good = setup_set(setup, "game", game->name, false, error) &&
                (!grid || setup_set(setup, "grids", grid, false, error));
    for (int i = 0; good && i < seats; i++) {
        char name[8] = {'e', (char)('0' + i), '\0'};
        struct setup_engine *engine = setup_add_engine(setup, name, error);
        good = engine && setup_set_engine(engine, "cmd", i ? "true" : "engine", error);
    }
    return good && setup_finish(setup, error);
}

/* On a small board if the game takes one, else on its usual one. */
static void add_table(const struct game *game) {
    struct error error;
    struct setup *setup = &table[tables];
    bool small = game->default_grid && make_table(setup, game, "torus 2x2", &error);
    if (!small)
        setup_free(setup);
    if (!small && !make_table(setup, game, NULL, &error))
        fuzz_fail("no table", error.text);
    tables++;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    int most = 0;
    for (int i = 0; games[i]; i++)
        if (tables < TABLES_MAX && games[i]->players_max > 1)
            add_table(games[i]);
    for (int i = 0; i < tables; i++)
        most =
            table[i].board[0].board->moves_max > most ? table[i].board[0].board->moves_max : most;
    fuzz_process_start = start;
    fuzz_process_asked = speak;
    fuzz.legal = malloc((size_t)most * sizeof *fuzz.legal);
    fuzz.out = memfd_create("out", MFD_CLOEXEC);
    fuzz.in = memfd_create("in", MFD_CLOEXEC);
    return fuzz.legal && fuzz.out >= 0 && fuzz.in >= 0 ? 0 : 1;
}

static void check(const struct setup_board *board, const struct match_half *match,
                  enum match_end end, const struct match_result *result) {
    struct error error = {.text = ""};
    if (end != MATCH_FINISHED)
        fuzz_fail("the half does not end", "");
    if (!replay_check(board->board, &result->half, board->board->players, &error))
        fuzz_fail("what is to be recorded is not what the rules give", error.text);
    if (!fuzz_is_printable(result->text) || !fuzz_is_printable(result->shown))
        fuzz_fail("not printable", result->text);
    for (int i = 0; i < result->faults; i++)
        if (!fuzz_is_printable(result->fault[i].fault.text) || !result->fault[i].fault.text[0] ||
            match->seat[result->fault[i].seat]->kind == &other_kind)
            fuzz_fail("a fault without words, or of the other", result->fault[i].fault.text);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static struct match_result result;
    struct fuzz_bytes bytes = {data, data + size};
    const struct setup *setup = &table[fuzz_take(&bytes) % (unsigned)tables];
    const struct setup_board *board = &setup->board[0];
    unsigned seat = fuzz_take(&bytes) % (unsigned)board->board->players, terms = fuzz_take(&bytes);
    struct engine_spec spec = setup->engine[0].spec;
    static struct other other[GAME_PLAYERS_MAX];
    struct match_half match = {.board = board->board,
                               .board_line = board->board_line,
                               .half = board->board->game->halves > 1 ? 1 + (terms >> 3) % 2 : 1,
                               .opens = terms & 1,
                               .seat_seed = {1, 2, 3, 4},
                               .chance_seed = terms};
    spec.ponder = terms & 2 ? PONDER_IF_ABLE : PONDER_NO;
    spec.hold = terms & 4;
    fuzz.rest = (const char *)bytes.at;
    fuzz.end = (const char *)bytes.end;
    fuzz.moves = 0;
    struct seat *engine = engine_seat_new(&spec, NULL, NULL, 0);
    for (int i = 0; i < board->board->players; i++) {
        other[i].seat = (struct seat){.kind = &other_kind, .name = "other", .limits = &spec.limits};
        other[i].first = i == (seat ? 0 : 1);
    }
    for (int i = 0; i < board->board->players; i++)
        match.seat[i] = i == (int)seat ? engine : &other[i].seat;
    enum match_end end = match_play(&match, &result);
    check(board, &match, end, &result);
    engine->kind->free(engine);
    return 0;
}
