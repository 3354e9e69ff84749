/* trioker_naive.c - the games of Trioker beside rules that were written a second time from the text
 * alone (tests/lib/naive_trioker.h): random games, one move after the other, and what each seat
 * sees of them. `trioker_naive.test N` plays N times as many games and counts two plies deeper. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/random.h"
#include "games/game.h"
#include "grids/grid.h"
#include "tests/lib/naive_perft.h"
#include "tests/lib/naive_trioker.h"
#include "tests/lib/tap.h"

enum { REASONS = 6, TELLING = 20 };

/* How often the two disagree, and what was met. */
struct comparison {
    int moves, refused, turn, score, mask, view;
    int positions, replays, passes, gifts, voids, masked, ends[REASONS];
    int wrong_voids;            /* somebody could have played */
    int void_ruins, late_ruins; /* the bank is ruined by a void deal, or after the last one */
};

static const char *const reasons[REASONS] = {"laid",   "blocked", "deals",
                                             "ruined", "solved",  "stuck"};

/* A game in progress: all is known in `state`, and what a seat was told in its view. */
struct table {
    const struct game *game;
    const struct game_board *board;
    struct game_state state, view[GAME_PLAYERS_MAX];
    bool told;
    struct naive_trioker naive;
    struct naive_words legal;
    uint32_t *moves;
    struct comparison *result;
};

static int differences_shown;

static bool differ(int *count, const struct table *table, const char *what, const char *got,
                   const char *wanted) {
    static char text[GAME_SHOW_SIZE];
    (*count)++;
    if (differences_shown++ < 5) {
        table->game->show(table->board, &table->state, text);
        diag("%s: %s %s, by the naive rules %s, in\n%s", table->game->name, what, got, wanted,
             text);
    }
    return false;
}

/* ---- one position ---------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

static void sort_words(struct naive_words *words) {
    qsort(words->word, (size_t)words->count, sizeof *words->word, compare_words);
}

/* That a state lists exactly the legal moves. */
static bool has_legal_moves(const struct table *table, const struct game_state *state, int *count,
                            const char *what) {
    static struct naive_words own;
    int listed = table->game->moves(table->board, state, table->moves);
    own.count = 0;
    for (int i = 0; i < listed; i++) {
        char text[GAME_MOVE_TEXT];
        table->game->format(table->board, state, table->moves[i], GAME_EVERYBODY, text);
        naive_words_add(&own, "%s", text);
    }
    sort_words(&own);
    for (int i = 0; i < own.count && i < table->legal.count; i++)
        if (strcmp(own.word[i], table->legal.word[i]) != 0)
            return differ(count, table, what, own.word[i], table->legal.word[i]);
    if (own.count < table->legal.count)
        return differ(count, table, what, "no more", table->legal.word[own.count]);
    if (own.count > table->legal.count)
        return differ(count, table, what, own.word[table->legal.count], "no more");
    return true;
}

static void check_score(const struct table *table) {
    struct game_score score;
    int points[NAIVE_SEATS], margin[NAIVE_SEATS];
    char got[64], wanted[64];
    table->game->score(table->board, &table->state, &score);
    naive_trioker_score(&table->naive, points, margin);
    for (int seat = 0; seat < table->naive.players; seat++) {
        snprintf(got, sizeof got, "%d, %d, %d", score.points[seat], score.margin[seat],
                 score.won[seat]);
        snprintf(wanted, sizeof wanted, "%d, %d, %d", points[seat], margin[seat],
                 table->naive.won[seat]);
        if (strcmp(got, wanted) != 0)
            differ(&table->result->score, table, "points, margin and deals won", got, wanted);
    }
    const char *over = table->naive.over ? table->naive.over : "not over";
    if (strcmp(score.over ? score.over : "not over", over) != 0)
        differ(&table->result->score, table, "the end is", score.over ? score.over : "not yet",
               over);
}

static bool is_legal(const struct table *table, const char *word) {
    return bsearch(word, table->legal.word, (size_t)table->legal.count, sizeof *table->legal.word,
                   compare_words) != NULL;
}

/* A piece that is not laid may be named by any of its corners first. */
static void check_word(const struct table *table, const char *word) {
    struct error why;
    char text[GAME_MOVE_TEXT];
    uint32_t move;
    bool taken = false;
    snprintf(text, sizeof text, "%s", word);
    if (table->game->parse(table->board, &table->state, word, &move)) {
        taken = !table->game->refuse(table->board, &table->state, move, &why);
        if (strchr("dfgs", *word))
            table->game->format(table->board, &table->state, move, GAME_EVERYBODY, text);
    }
    bool legal = is_legal(table, text);
    if (taken != legal)
        differ(&table->result->refused, table, word, taken ? "is taken" : "is refused",
               legal ? "legal" : "illegal");
}

/* Everything that can be said, whether it is a move or not. */
static void check_all_words(const struct table *table) {
    static const char digits[] = "0123*";
    static const char *const verbs[] = {"deal:",   "draw:",   "first:1:", "first:2:", "give:1:",
                                        "give:2:", "give:3:", "show:1:",  "show:2:",  "show:4:"};
    char word[NAIVE_TEXT];
    check_word(table, "pass");
    for (int i = 0; i < 125; i++) {
        char face[4] = {digits[i / 25], digits[i / 5 % 5], digits[i % 5], '\0'};
        for (int cell = 0; cell <= NAIVE_CELLS; cell++) {
            snprintf(word, sizeof word, "%d:%s", cell, face);
            check_word(table, word);
        }
        for (size_t verb = 0; verb < sizeof verbs / sizeof *verbs; verb++) {
            snprintf(word, sizeof word, "%s%s", verbs[verb], face);
            check_word(table, word);
        }
    }
}

static bool check_position(struct table *table, struct random *random) {
    struct comparison *result = table->result;
    char got[16], wanted[16];
    int turn = table->game->turn(table->board, &table->state);
    result->positions++;
    snprintf(got, sizeof got, "%d", turn);
    snprintf(wanted, sizeof wanted, "%d", naive_trioker_turn(&table->naive));
    if (strcmp(got, wanted) != 0)
        differ(&result->turn, table, "the turn is of", got, wanted);
    check_score(table);
    naive_trioker_moves(&table->naive, &table->legal);
    sort_words(&table->legal);
    if (!has_legal_moves(table, &table->state, &result->moves, "a move is"))
        return false;
    if (random_below(random, (uint32_t)enough(400, 40)) == 0)
        check_all_words(table);
    for (int seat = 0; seat < table->naive.players && table->told; seat++) {
        if (table->game->turn(table->board, &table->view[seat]) != turn)
            differ(&result->view, table, "a seat knows", "another turn", got);
        if (seat == turn)
            has_legal_moves(table, &table->view[seat], &result->view, "a seat knows of");
    }
    return true;
}

/* ---- one game -------------------------------------------------------------------------------- */

static bool make_move(struct table *table, const char *word) {
    char text[GAME_MOVE_TEXT], masked[NAIVE_TEXT];
    uint32_t move;
    if (!table->game->parse(table->board, &table->state, word, &move))
        return differ(&table->result->refused, table, word, "cannot be read", "legal");
    for (int seat = NAIVE_EVERYBODY; seat < table->naive.players; seat++) {
        table->game->format(table->board, &table->state, move, seat, text);
        naive_trioker_mask(&table->naive, word, seat, masked);
        if (strcmp(text, masked) != 0)
            differ(&table->result->mask, table, "a seat reads", text, masked);
        table->result->masked += strchr(masked, '?') != NULL;
        if (seat >= 0 && table->told &&
            !game_tell(table->board, &table->state, move, seat, &table->view[seat]))
            return differ(&table->result->view, table, "a seat does not take", text, "legal");
    }
    table->game->play(table->board, &table->state, move);
    return true;
}

/* What is met by this move. */
static void note_move(struct table *table, const struct naive_trioker *before, const char *word) {
    const struct naive_trioker *after = &table->naive;
    struct comparison *result = table->result;
    bool pass = strcmp(word, "pass") == 0;
    bool is_void = pass && before->kind == NAIVE_RAPID && before->stock.count == 0 &&
                   (after->over || after->stock.count == NAIVE_PIECES);
    result->passes += pass;
    result->gifts += strncmp(word, "give", 4) == 0;
    result->replays += after->kind == NAIVE_DUEL && !pass && after->mover == before->mover;
    result->voids += is_void;
    for (int seat = 0; seat < before->players && is_void; seat++)
        result->wrong_voids += naive_can_lay(before, &before->hand[seat]);
    result->void_ruins += pass && after->over && strcmp(after->over, "ruined") == 0;
    result->late_ruins += after->bank < 0 && after->over && strcmp(after->over, "deals") == 0;
    for (int i = 0; i < REASONS && after->over; i++)
        result->ends[i] += strcmp(after->over, reasons[i]) == 0;
}

/* The move that leaves the least in the bank, so that it is ruined now and then; among equal ones
 * chance decides. */
static uint32_t choose_dearest(const struct table *table, struct random *random) {
    uint32_t count = (uint32_t)table->legal.count, first = random_below(random, count);
    uint32_t best = first;
    int least = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t move = (first + i) % count;
        struct naive_trioker after = table->naive;
        naive_trioker_play(&after, table->legal.word[move]);
        if (i == 0 || after.bank < least) {
            least = after.bank;
            best = move;
        }
    }
    return best;
}

/* Moves at random, or many of them against the bank; `table->naive` has been started. */
static void play_game(struct table *table, int half, bool greedy, struct random *random) {
    table->game->start(table->board, &table->state, half);
    table->told = table->game->guess && random_below(random, TELLING) == 0;
    for (int seat = 0; seat < table->naive.players; seat++)
        table->game->start(table->board, &table->view[seat], half);
    while (check_position(table, random) && table->legal.count > 0) {
        uint32_t chosen = greedy && table->legal.count < 500
                              ? choose_dearest(table, random)
                              : random_below(random, (uint32_t)table->legal.count);
        struct naive_trioker before = table->naive;
        if (!make_move(table, table->legal.word[chosen]))
            return;
        naive_trioker_play(&table->naive, table->legal.word[chosen]);
        note_move(table, &before, table->legal.word[chosen]);
    }
}

/* ---- another panel for the rapid game -------------------------------------------------------- */

static char folder[] = "/tmp/triancey-panel-XXXXXX", folder_games[64], poor_panel[80];

/* A copy of the panel with another start cell, a poor bank and many gifts. */
static bool write_poor_panel(void) {
    char line[256];
    FILE *usual = fopen(test_data("../games/rapid.ini"), "r");
    if (!usual || !mkdtemp(folder))
        return false;
    snprintf(folder_games, sizeof folder_games, "%s/games", folder);
    snprintf(poor_panel, sizeof poor_panel, "%s/rapid.ini", folder_games);
    FILE *poor = mkdir(folder_games, 0777) == 0 ? fopen(poor_panel, "w") : NULL;
    while (poor && fgets(line, sizeof line, usual))
        if (strncmp(line, "start", 5) == 0)
            fprintf(poor, "start = 20\n");
        else if (strncmp(line, "bank", 4) == 0)
            fprintf(poor, "bank = 9\n");
        else if (strstr(line, "= pay"))
            fprintf(poor, "%d = give\n", atoi(line));
        else
            fputs(line, poor);
    fclose(usual);
    return poor && fclose(poor) == 0;
}

static void remove_poor_panel(void) {
    unlink(poor_panel);
    rmdir(folder_games);
    rmdir(folder);
}

/* ---- all games ------------------------------------------------------------------------------- */

static const struct row {
    const char *game, *keys, *grid;
    enum naive_kind kind;
    int option, side, games; /* hatched, deals or the joker */
    bool poor;               /* on the other panel */
} rows[] = {
    {"trioker-duel", "", NULL, NAIVE_DUEL, 1, 0, 60, false},
    {"trioker-duel", "hatched 0", NULL, NAIVE_DUEL, 0, 0, 60, false},
    {"trioker-rapid", "players 2 deals 3", NULL, NAIVE_RAPID, 3, 0, 20, false},
    {"trioker-rapid", "players 2 deals 20", NULL, NAIVE_RAPID, 20, 0, 4, false},
    {"trioker-rapid", "players 3 deals 4", NULL, NAIVE_RAPID, 4, 0, 20, false},
    {"trioker-rapid", "players 4 deals 4", NULL, NAIVE_RAPID, 4, 0, 20, false},
    {"trioker-rapid", "players 4 deals 1", NULL, NAIVE_RAPID, 1, 0, 20, false},
    {"trioker-rapid", "players 2 deals 2", NULL, NAIVE_RAPID, 2, 0, 40, true},
    {"trioker-rapid", "players 3 deals 2", NULL, NAIVE_RAPID, 2, 0, 20, true},
    {"trioker-rapid", "players 4 deals 3", NULL, NAIVE_RAPID, 3, 0, 20, true},
    {"trioker-puzzle", "joker 0", "hexagon 2", NAIVE_PUZZLE, 0, 2, 20, false},
    {"trioker-puzzle", "joker 1", "triangle 5", NAIVE_PUZZLE, 1, 5, 20, false},
    {"trioker-puzzle", "joker 1", "hexagon 1", NAIVE_PUZZLE, 1, 1, 60, false},
};

static bool start_naive(struct table *table, const struct row *row, int half) {
    struct naive_panel panel;
    int players = table->board->players;
    if (row->kind == NAIVE_DUEL)
        naive_duel_start(&table->naive, row->option, (half - 1) % 2);
    if (row->kind == NAIVE_PUZZLE)
        naive_puzzle_start(&table->naive, strncmp(row->grid, "hexagon", 7) == 0, row->side,
                           row->option);
    if (row->kind == NAIVE_RAPID) {
        const char *path = row->poor ? poor_panel : test_data("../games/rapid.ini");
        if (!naive_panel_read(&panel, path, players))
            return ok(false, "the panel of the rapid game can be read");
        naive_rapid_start(&table->naive, &panel, players, row->option);
    }
    return true;
}

static void report(const struct comparison *result, const struct row *row) {
    diag("%s %s %s: %d positions, %d replays, %d passes, %d gifts, %d voids", row->game, row->keys,
         row->grid ? row->grid : "", result->positions, result->replays, result->passes,
         result->gifts, result->voids);
    is_int(result->moves, 0, "%s %s: the moves are those of the naive rules", row->game, row->keys);
    is_int(result->refused, 0, "%s %s: all else is refused", row->game, row->keys);
    is_int(result->turn, 0, "%s %s: turns go round alike", row->game, row->keys);
    is_int(result->score, 0, "%s %s: scores and ends are the same", row->game, row->keys);
    is_int(result->mask, 0, "%s %s: each seat reads what it may", row->game, row->keys);
    is_int(result->view, 0, "%s %s: and knows its moves by that", row->game, row->keys);
}

static void add_up(struct comparison *all, const struct comparison *one) {
    all->positions += one->positions;
    all->replays += one->replays;
    all->passes += one->passes;
    all->gifts += one->gifts;
    all->voids += one->voids;
    all->masked += one->masked;
    all->wrong_voids += one->wrong_voids;
    all->void_ruins += one->void_ruins;
    all->late_ruins += one->late_ruins;
    for (int i = 0; i < REASONS; i++)
        all->ends[i] += one->ends[i];
}

static void compare_row(const struct row *row, int times, struct random *random,
                        struct comparison *all) {
    static struct table table;
    struct error error = {.text = ""};
    struct comparison result = {0};
    struct grid *grid = row->grid ? grid_find(row->grid, &error) : NULL;
    table.game = game_find(row->game);
    if (row->poor)
        setenv("TRIANCEY_DATADIR", folder, 1);
    struct game_board *board = game_prepare_text(table.game, grid, row->keys, &error);
    if (row->poor)
        unsetenv("TRIANCEY_DATADIR");
    if (!ok(board != NULL, "%s %s can be prepared %s", row->game, row->keys, error.text))
        return;
    table.board = board;
    table.result = &result;
    table.moves = malloc((size_t)board->moves_max * sizeof *table.moves);
    int count = times * row->games / (row->poor ? 1 : enough(3, 1)); /* odd ways are rare */
    for (int i = 0; i < count && table.moves; i++) {
        int half = 1 + i % table.game->halves;
        if (start_naive(&table, row, half))
            play_game(&table, half, row->kind == NAIVE_RAPID && i % 2, random);
    }
    report(&result, row);
    add_up(all, &result);
    free(table.moves);
    game_board_free(board);
    grid_free(grid);
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* How many lines of moves the duel has, as other programs count them. */
static void test_counts(int depth) {
    static const int counts[] = {1, 30, 156, 1008, 8196, 73944, 760350};
    for (int hatched = 0; hatched <= 1; hatched++)
        for (int i = 1; i <= depth; i++) {
            struct naive_trioker game;
            naive_duel_start(&game, hatched, 0);
            is_int((long long)naive_perft_trioker(&game, i), counts[i],
                   "naive perft %d, hatched %d", i, hatched);
        }
}

int main(int argc, char **argv) {
    int times = argc > 1 ? atoi(argv[1]) : 1;
    struct comparison all = {0};
    struct random random;
    random_seed(&random, argc > 1 ? 7 : 5);
    test_counts(argc > 1 ? 6 : enough(3, 4));
    ok(write_poor_panel(), "there is room for another panel");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        compare_row(&rows[i], times, &random, &all);
    remove_poor_panel();
    for (int i = 0; i < REASONS; i++)
        ok(all.ends[i] > 0, "%d of these games ended by %s", all.ends[i], reasons[i]);
    ok(all.replays > 0 && all.passes > 0 && all.gifts > 0 && all.voids > 0 && all.masked > 0,
       "replays, passes, gifts, void deals and hidden pieces were met");
    is_int(all.wrong_voids, 0, "whenever a deal is void, nobody could play");
    ok(all.void_ruins > 0 && all.late_ruins > 0, "the bank was ruined in odd ways, too");
    return done();
}
