/* make_record.c - writes a large record, for benchmarks of code that reads records.
 *
 *     tests/tools/make_record FILE.db [HALVES [ENGINES [GAME]]]
 *
 * A round robin of ENGINES (8) on `torus 6x4`, the first of them the reference, cut off after the
 * game that completes HALVES (1,000,000). Seeds, seats and results obey the rules: the halves are
 * drawn from a pool of some that were played at random, one every ten seconds from 2010-10-04 on.
 * The same arguments give the same record but for the time when the league began.
 */
#include "config.h"

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "games/game.h"
#include "half/half_result.h"
#include "pairing/schedule.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_rows.h"
#include "referee/league/league.h"
#include "referee/match/match.h"
#include "referee/setup/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POOL = 500, MOVES_MAX = 256, SECONDS_A_HALF = 10, FIRST_SECOND = 1286150400 };

/* A half that was played. */
struct sample_half {
    struct text moves, clocks;
    int plies;
    struct game_score score;
};

struct maker {
    struct setup setup;
    struct schedule schedule;
    struct random random;
    struct record *record;
    struct sample_half pool[2][POOL]; /* by half */
};

static void die(const char *error) {
    fprintf(stderr, "make_record: %s\n", error);
    exit(1);
}

/* Of as many rounds as this many halves need at most. */
static void make_setup(struct setup *setup, const char *path, const char *game, int engines,
                       int64_t halves) {
    struct error error;
    char name[32], rounds[32];
    int64_t pairs = (int64_t)engines * (engines - 1) / 2;
    snprintf(rounds, sizeof rounds, "%lld", (long long)((halves + pairs - 1) / pairs));
    setup_init(setup);
    bool good = setup_set(setup, "game", game, true, &error) &&
                setup_set(setup, "grids", "torus 6x4", true, &error) &&
                setup_set(setup, "record", path, true, &error) &&
                setup_set(setup, "rounds", rounds, true, &error);
    for (int i = 0; i < engines && good; i++) {
        snprintf(name, sizeof name, "player%d", i);
        struct setup_engine *engine = setup_add_engine(setup, i ? name : "reference", &error);
        good = engine &&
               setup_set_engine(engine, "cmd", i ? "builtin:random" : "builtin:reference", &error);
    }
    if (!good || !setup_finish(setup, &error))
        die(error.text);
}

/* ---- the pool -------------------------------------------------------------------------------- */

static void play_half(struct maker *maker, int half, struct sample_half *sample) {
    const struct game_board *board = maker->setup.board[0].board;
    struct game_state state;
    uint32_t moves[MOVES_MAX];
    char text[GAME_MOVE_TEXT];
    if (board->moves_max > MOVES_MAX)
        die("this game has too many moves");
    board->game->start(board, &state, half);
    for (int count; (count = board->game->moves(board, &state, moves)) > 0; sample->plies++) {
        uint32_t move = moves[random_below(&maker->random, (uint32_t)count)];
        board->game->format(board, &state, move, GAME_EVERYBODY, text);
        text_addf(&sample->moves, "%s%s", sample->plies ? " " : "", text);
        text_addf(&sample->clocks, "%s%u", sample->plies ? " " : "",
                  20 + random_below(&maker->random, 60000));
        board->game->play(board, &state, move);
    }
    board->game->score(board, &state, &sample->score);
}

static void free_pool(struct maker *maker) {
    for (int i = 0; i < 2 * POOL; i++) {
        text_free(&maker->pool[i / POOL][i % POOL].moves);
        text_free(&maker->pool[i / POOL][i % POOL].clocks);
    }
}

/* ---- the rows -------------------------------------------------------------------------------- */

static void add_game(struct maker *maker, const struct schedule_entry *entry) {
    struct error error;
    if (!query_write(maker->record,
                     "INSERT INTO game (id, round, pair, leg, board, seed, seat1, seat2)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                     VALUES(value_int(entry->number + 1), value_int(entry->round + 1),
                            value_int(entry->pair + 1), value_int(entry->leg + 1),
                            value_int(entry->board + 1), value_int((int64_t)entry->seed),
                            value_int(entry->engine[0] + 1), value_int(entry->engine[1] + 1)),
                     &error))
        die(error.text);
}

static void add_half(struct maker *maker, const struct schedule_entry *entry, int half,
                     int64_t number) {
    const struct sample_half *sample = &maker->pool[half - 1][random_below(&maker->random, POOL)];
    time_t seconds = (time_t)(FIRST_SECOND + number * SECONDS_A_HALF);
    struct tm parts;
    struct error error;
    char when[32];
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
    struct half_result row = {.number = half,
                              .pointed = true,
                              .termination = sample->score.over,
                              .text = "",
                              .at_fault = MATCH_NOBODY,
                              .plies = sample->plies,
                              .moves = text_get(&sample->moves),
                              .clocks = text_get(&sample->clocks),
                              .finished = when};
    memcpy(row.margin, sample->score.margin, sizeof row.margin);
    memcpy(row.points, sample->score.points, sizeof row.points);
    if (!record_add_half_row(maker->record, entry->number + 1, 2, &row, &error))
        die(error.text);
}

static void add_halves(struct maker *maker, int64_t halves) {
    int64_t number = 0;
    for (int64_t i = 0; number < halves && i < schedule_count(&maker->schedule); i++) {
        struct schedule_entry entry = schedule_get(&maker->schedule, i);
        add_game(maker, &entry);
        for (int half = 1; half <= maker->schedule.halves; half++)
            add_half(maker, &entry, half, number++);
    }
}

int main(int argc, char **argv) {
    static struct maker maker;
    struct error error;
    int64_t halves = argc > 2 ? atoll(argv[2]) : 1000000;
    int engines = argc > 3 ? atoi(argv[3]) : 8;
    if (argc < 2 || argc > 5 || halves < 1 || engines < 2)
        die("make_record FILE.db [HALVES [ENGINES [GAME]]]");
    if (access(argv[1], F_OK) == 0)
        die("there is such a file already");
    make_setup(&maker.setup, argv[1], argc > 4 ? argv[4] : "selacata", engines, halves);
    maker.schedule = setup_schedule(&maker.setup);
    random_seed(&maker.random, 1);
    for (int i = 0; i < maker.schedule.halves * POOL; i++)
        play_half(&maker, i / POOL + 1, &maker.pool[i / POOL][i % POOL]);
    maker.record = league_open_record(&maker.setup, &error);
    if (!maker.record || !query_begin_writing(maker.record, &error))
        die(error.text);
    add_halves(&maker, halves);
    if (!query_end_writing(maker.record, true, &error))
        die(error.text);
    record_close(maker.record);
    free_pool(&maker);
    setup_free(&maker.setup);
    return 0;
}
