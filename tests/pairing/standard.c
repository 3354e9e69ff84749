/* standard.c - the standard measurement: a version never changes, and what it says of games, phases
 * and secrets.
 *
 * If the digest here is another one, numbers of engines that were measured are no longer
 * comparable: such a change needs a new version. */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/text.h"
#include "games/game.h"
#include "grids/grid.h"
#include "pairing/format.h"
#include "pairing/opening_draw.h"
#include "pairing/schedule.h"
#include "pairing/standard.h"
#include "protocol/protocol.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS = 100 /* that are made, with their openings */, GAMES = 3000 };

static struct schedule schedule_of(const struct standard *standard) {
    return (struct schedule){.format = format_find("roundrobin"),
                             .seats = 2,
                             .engines = 2,
                             .rounds = GAMES,
                             .source = SCHEDULE_WORDS,
                             .list = 1,
                             .boards = 1,
                             .halves = 2,
                             .seed = standard_seed(standard, NULL)};
}

/* Who plays where, and all seeds. */
static void add_game(const struct schedule *schedule, int number, struct digest *digest) {
    char word[SCHEDULE_WORD_SIZE], line[256];
    struct schedule_entry entry = schedule_get(schedule, number);
    schedule_word(schedule, entry.board, word);
    snprintf(line, sizeof line, "%s %d %d %llx", word, entry.engine[0], entry.engine[1],
             (unsigned long long)entry.seed);
    digest_add(digest, line, strlen(line));
    for (int half = 1; half <= 2; half++)
        for (int engine = 0; engine < 2; engine++) {
            snprintf(line, sizeof line, " %llx",
                     (unsigned long long)schedule_engine_seed(&entry, engine, half));
            digest_add(digest, line, strlen(line));
        }
    if (grid_is_in_library(word))
        ok(false, "the library has %s", word);
}

/* The board as engines get it, and the moves that are played on it first. */
static void add_board(const struct standard *standard, const struct schedule *schedule, int number,
                      struct digest *digest) {
    static const struct opening_rule rule = {.plies = 4, .bound = -1};
    char word[SCHEDULE_WORD_SIZE];
    struct schedule_entry entry = schedule_get(schedule, number);
    struct error error;
    struct text moves = {0};
    schedule_word(schedule, entry.board, word);
    struct grid *grid = grid_from_word(word, standard->cells, GRID_TORUS, &error);
    struct game_board *board = game_prepare_text(game_find(standard->game), grid, "", &error);
    char *line = protocol_write_grid(standard->game, grid->name, grid->cells,
                                     (const int16_t(*)[3])grid->side);
    opening_draw(&rule, schedule->seed, &entry, board, schedule_chance_seed(&entry, 1), &moves);
    digest_add(digest, line, strlen(line));
    digest_add(digest, text_get(&moves), moves.length);
    text_free(&moves);
    free(line);
    game_board_free(board);
    grid_free(grid);
}

static void test_games(const struct standard *standard, const char *wanted) {
    struct digest digest;
    char digits[DIGEST_SIZE];
    struct schedule schedule = schedule_of(standard);
    digest_start(&digest);
    for (int i = 0; i < GAMES; i++)
        add_game(&schedule, i, &digest);
    for (int i = 0; i < BOARDS; i++)
        add_board(standard, &schedule, i, &digest);
    digest_end(&digest, digits);
    is_string(digits, wanted, "%s: words, seats, seeds, boards and openings are what they were",
              standard->name);
}

static void test_row(void) {
    const struct standard *standard = standard_find("selacata-1");
    char lines[STANDARD_LINES_SIZE];
    ok(standard == standard_now && !standard_find("selacata-0"),
       "one version is known by its name");
    standard_lines(standard, standard_seed(standard, NULL), NULL, lines);
    is_string(lines,
              "measure selacata-1\ngame selacata players 2 halves 2 seed 740495779156989312\n"
              "format roundrobin\nboards words:1\nopenings random:4:0\n",
              "its league");
    is_string(standard->openings, "random:4", "its openings, as a key");
    is_string(standard->limit, "movetime=100 margin=100", "its limit");
    is_string(standard->opponent,
              "\nengine reference: builtin:reference\n  dir \n"
              "  movetime=100 margin=100 cap=60000 start=10000 wait=10000\n",
              "its opponent");
    ok(standard->cells == 48 && standard->least == 200 && standard->step == 100 &&
           standard->most == 3000 && fabs(standard->error - 2) < 1e-9 && standard->judged == 100 &&
           standard->empty[0] == 26 && standard->empty[1] == 18 && standard->empty[2] == 10,
       "its numbers");
    test_games(standard, "34c991d276f8f2f4ccb467954a2c8f655c17af55361b228fe47a0f9f70e90cb0");
}

static struct sample sample_of(int count, double deviation) {
    struct sample sample = {0};
    for (int i = 0; i < count; i++)
        sample_add(&sample, i % 2 ? deviation : -deviation);
    return sample;
}

static void test_counts(void) {
    struct sample quiet = sample_of(200, 10), loud = sample_of(200, 45);
    is_int(standard_games(standard_now, 0, &quiet), 200, "it begins with 200 games");
    is_int(standard_games(standard_now, 199, &quiet), 200, "all of them");
    is_int(standard_games(standard_now, 200, &quiet), 200, "they are enough for a small error");
    is_int(standard_games(standard_now, 200, &loud), 300, "not for a great one");
    is_int(standard_games(standard_now, 237, &quiet), 300,
           "a step is finished, whatever the error is");
    is_int(standard_games(standard_now, 3000, &loud), 3000, "there is an end");
    is_int(standard_phase(standard_now, 27), -1, "27 empty cells are not judged");
    is_int(standard_phase(standard_now, 26), 0, "26 are");
    is_int(standard_phase(standard_now, 19), 0, "19 are in the first phase");
    is_int(standard_phase(standard_now, 18), 1, "18 in the second");
    is_int(standard_phase(standard_now, 1), 2, "one in the last");
}

static void test_regret(void) {
    struct regret regret = {0};
    ok(isnan(regret_mean(&regret)), "without moves there is no regret");
    sample_add(&regret.games, 4);
    sample_add(&regret.games, 8);
    regret.moves = 6;
    ok(fabs(regret_mean(&regret) - 2) < 1e-9, "12 cells in 6 moves are 2 a move");
    ok(fabs(regret_error(&regret) - sample_error(&regret.games) / 3) < 1e-9,
       "its error is that of games of three moves");
}

static void test_secrets(void) {
    const struct standard *standard = standard_now;
    char lines[3 * STANDARD_LINES_SIZE], digest[DIGEST_SIZE], read[DIGEST_SIZE];
    static const char engine[] = "board x: y\nengine mine: ./mine\n  dir \n  movetime=1";
    uint64_t open = standard_seed(standard, NULL), seed = standard_seed(standard, "correct-horse");
    ok(seed != open && seed != standard_seed(standard, "correct-house") && seed < UINT64_C(1) << 60,
       "each secret has a seed of its own");
    digest_text("correct-horse", digest);
    standard_lines(standard, seed, digest, lines);
    strcat(strcat(lines, engine), standard->opponent);
    ok(standard_read(lines, seed, read) == standard && strcmp(read, digest) == 0,
       "a secret measurement is read");
    ok(!standard_read(lines, seed + 1, read), "not with another seed than it says");
    standard_lines(standard, open, NULL, lines);
    ok(!standard_read(lines, open, read), "nor without the reference");
    strcat(strcat(lines, engine), standard->opponent);
    ok(standard_read(lines, open, read) == standard && !*read, "an open one is read, too");
    strcat(lines, "  option Player = random\n");
    ok(!standard_read(lines, open, read), "but not if the reference has options");
    standard_lines(standard, seed, NULL, lines);
    strcat(strcat(lines, engine), standard->opponent);
    ok(!standard_read(lines, seed, read), "nor with a seed of its own that no secret gives");
    ok(!standard_read("measure selacata-9\n", open, read) && !standard_read("game x", open, read) &&
           !standard_read("measure", open, read),
       "nothing else is one");
}

int main(void) {
    test_row();
    test_counts();
    test_regret();
    test_secrets();
    return done();
}
