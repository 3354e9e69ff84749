/* describe_trioker.c - `state` and `preview` in the games of Trioker, beside rules that were
 * written a second time (tests/lib/naive_trioker.h): what lies where, hands, money, and, in the
 * rapid game, what a program may say that was sent the moves as one seat sees them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/game.h"
#include "grids/grid.h"
#include "tests/lib/described.h"
#include "tests/lib/naive_trioker.h"
#include "tests/lib/tap.h"

enum { LONGEST = 4000, PREVIEWS = 4 };

static struct described described, before, after;

/* A game in progress, both ways, and as each seat sees it. */
struct table {
    const struct game_board *board;
    struct game_state state, view[NAIVE_SEATS];
    struct naive_trioker naive;
    struct naive_words legal;
    uint32_t moves[LONGEST], told[NAIVE_SEATS][LONGEST];
    int count;
    char shown[NAIVE_CELLS][4]; /* what lies on the panel, between deals that of the last one */
};

struct wrongs {
    int cells, hands, counts, turn, scores, views, leaks, places, told, outcome;
    int masked, hidden, cleared; /* what was met */
};

/* Whether two pieces are the same, turned in any way. */
static bool is_turned(const char *a, const char *b) {
    for (int r = 0; r < 3; r++)
        if (a[0] == b[r] && a[1] == b[(r + 1) % 3] && a[2] == b[(r + 2) % 3])
            return true;
    return false;
}

static bool holds(const struct naive_pieces *hand, const char *piece) {
    for (int i = 0; i < hand->count; i++)
        if (is_turned(hand->piece[i], piece))
            return true;
    return false;
}

/* ---- state ----------------------------------------------------------------------------------- */

/* Between two deals, and when all are over, the last one may still be looked at. */
static void note_shown(struct table *table) {
    const struct naive_trioker *naive = &table->naive;
    bool between =
        naive->kind == NAIVE_RAPID && (naive->over || naive->stock.count == NAIVE_PIECES);
    for (int i = 0; i < naive->cells && (!between || table->count == 0); i++)
        memcpy(table->shown[i], naive->cell[i].face, sizeof table->shown[i]);
}

static void check_cells(const struct table *table, struct wrongs *wrongs) {
    for (int i = 0; i < table->naive.cells; i++) {
        const char *face = table->shown[i];
        wrongs->cells += strcmp(described.cell[i].value, face) != 0;
        wrongs->cells += face[0] && described.cell[i].closed;
        wrongs->cells += !face[0] != !described.cell[i].colour[0];
    }
}

/* The cells that are not closed are where something may be laid, if it fits: all that is legal. */
static void check_open(const struct table *table, struct wrongs *wrongs) {
    for (int i = 0; i < table->legal.count; i++)
        if (strchr("0123456789", table->legal.word[i][0]))
            wrongs->cells += described.cell[atoi(table->legal.word[i])].closed;
}

static int margin_of(const struct table *table, int seat, int *points) {
    int all[NAIVE_SEATS], margin[NAIVE_SEATS];
    naive_trioker_score(&table->naive, all, margin);
    *points = all[seat];
    return margin[seat];
}

static void check_seats(const struct table *table, struct wrongs *wrongs) {
    for (int seat = 0; seat < table->naive.players; seat++) {
        const struct described_seat *shown = &described.seat[seat];
        const struct naive_pieces *hand = &table->naive.hand[seat];
        int points, margin = margin_of(table, seat, &points);
        wrongs->scores += shown->points != points || shown->margin != margin;
        wrongs->hands += hand->count == 0 ? shown->hidden > 0 || shown->pieces > 0
                                          : shown->hidden != 0 || shown->pieces != hand->count;
        for (int i = 0; i < shown->pieces; i++)
            wrongs->hands += !holds(hand, shown->piece[i]);
    }
}

static void check_counts(const struct table *table, struct wrongs *wrongs) {
    const struct naive_trioker *naive = &table->naive;
    if (naive->kind == NAIVE_RAPID) {
        wrongs->counts += described_count(&described, "bank") != naive->bank;
        wrongs->counts += described_count(&described, "stock") !=
                          (naive->over ? NAIVE_PIECES : naive->stock.count);
        wrongs->counts += described_count(&described, "deals") != naive->deals;
        wrongs->counts +=
            described_count(&described, "deal") != naive->dealt + (naive->over ? 0 : 1);
    } else {
        wrongs->counts += described.counts != (naive->kind == NAIVE_DUEL);
    }
}

static const char *phase_of(const struct table *table) {
    static const char *const phases[] = {
        [NAIVE_DEALING] = "dealing", [NAIVE_BEGINNING] = "opening", [NAIVE_OPENING] = "first",
        [NAIVE_PLAYING] = "play",    [NAIVE_DRAWING] = "drawing",   [NAIVE_DRAWN] = "play",
        [NAIVE_GIVING] = "giving",   [NAIVE_SHOWING] = "showing"};
    if (table->naive.over)
        return "ended";
    if (table->naive.kind == NAIVE_RAPID)
        return phases[table->naive.phase];
    return table->naive.kind == NAIVE_DUEL && table->count == 0 ? "first" : "play";
}

static int turn_of(const struct table *table) {
    int turn = naive_trioker_turn(&table->naive);
    return turn == NAIVE_OVER ? DESCRIBED_NONE : turn == NAIVE_CHANCE ? DESCRIBED_CHANCE : turn + 1;
}

static void check_turn(const struct table *table, struct wrongs *wrongs) {
    const char *over = table->naive.over ? table->naive.over : "no";
    wrongs->turn += described.turn != turn_of(table) || strcmp(described.over, over) != 0 ||
                    strcmp(described.phase, phase_of(table)) != 0 ||
                    strcmp(described.draw, "no") != 0 || described.moves != table->count;
}

/* The description by a program that got the moves as one seat sees them: its own hand in full, as
 * many pieces of the others as there are, and of these no more than what is true. */
static void check_view(const struct table *table, int seat, struct wrongs *wrongs) {
    described_state(&described, table->board, 1, table->told[seat], table->count);
    check_cells(table, wrongs);
    check_turn(table, wrongs);
    check_counts(table, wrongs);
    for (int other = 0; other < table->naive.players; other++) {
        const struct described_seat *shown = &described.seat[other];
        const struct naive_pieces *hand = &table->naive.hand[other];
        int hidden = shown->hidden < 0 ? 0 : shown->hidden;
        wrongs->views += hidden + shown->pieces != hand->count;
        wrongs->views += other == seat && hidden != 0;
        for (int i = 0; i < shown->pieces; i++)
            wrongs->leaks += !holds(hand, shown->piece[i]);
        wrongs->hidden += hidden;
    }
    char *rest = described.history;
    static struct game_state state;
    table->board->game->start(table->board, &state, 1);
    for (int i = 0; i < table->count; i++) { /* the history is what the seat was told */
        char text[GAME_MOVE_TEXT], *word = strtok_r(rest, " ", &rest);
        table->board->game->format(table->board, &state, table->moves[i], seat, text);
        wrongs->leaks += !word || strcmp(word, text) != 0;
        table->board->game->play(table->board, &state, table->moves[i]);
    }
}

static void check_state(const struct table *table, struct random *random, struct wrongs *wrongs) {
    described_state(&described, table->board, 1, table->moves, table->count);
    check_cells(table, wrongs);
    check_open(table, wrongs);
    check_seats(table, wrongs);
    check_counts(table, wrongs);
    check_turn(table, wrongs);
    before = described;
    if (table->naive.kind == NAIVE_RAPID && random_below(random, 8) == 0)
        for (int seat = 0; seat < table->naive.players; seat++)
            check_view(table, seat, wrongs);
}

/* ---- preview --------------------------------------------------------------------------------- */

static void check_told(const struct table *table, const char *word, struct wrongs *wrongs) {
    for (int seat = 0; seat < table->naive.players; seat++) {
        char masked[NAIVE_TEXT], full[NAIVE_TEXT];
        naive_trioker_mask(&table->naive, word, seat, masked);
        naive_trioker_mask(&table->naive, word, NAIVE_EVERYBODY, full);
        const char *told = described.told[seat][0] ? described.told[seat] : described.move;
        wrongs->told += strcmp(told, masked) != 0 || strcmp(described.move, full) != 0;
        wrongs->told += described.told[seat][0] && strcmp(masked, full) == 0;
        wrongs->masked += strchr(masked, '?') != NULL;
    }
}

/* The places of preview are the cells that show another piece after the move. */
static void check_preview(struct table *table, const char *word, struct wrongs *wrongs) {
    uint32_t move = GAME_NO_MOVE;
    int changed = 0, named = 0;
    table->board->game->parse(table->board, &table->state, word, &move);
    described_move(&described, table->board, &table->state, move);
    check_told(table, word, wrongs);
    table->moves[table->count] = move;
    described_state(&after, table->board, 1, table->moves, table->count + 1);
    for (int i = 0; i < table->naive.cells; i++)
        changed += strcmp(before.cell[i].value, after.cell[i].value) != 0;
    for (int i = 0; i < described.changes; i++) {
        int cell = atoi(described.change[i].place);
        named += strcmp(before.cell[cell].value, after.cell[cell].value) != 0;
    }
    wrongs->places += changed != named || named != described.changes;
    wrongs->cleared += changed > 1;
    wrongs->outcome += described.turn != after.turn || strcmp(described.over, after.over) != 0 ||
                       described.margin != after.seat[0].margin;
    for (int seat = 0; seat < table->naive.players; seat++)
        wrongs->outcome += described.point[seat] != after.seat[seat].points;
}

/* ---- games ----------------------------------------------------------------------------------- */

static void play_word(struct table *table, const char *word, struct wrongs *wrongs) {
    const struct game *game = table->board->game;
    uint32_t move = GAME_NO_MOVE;
    game->parse(table->board, &table->state, word, &move);
    for (int seat = 0; seat < table->naive.players; seat++) {
        char masked[NAIVE_TEXT];
        uint32_t told = GAME_NO_MOVE;
        struct error why;
        naive_trioker_mask(&table->naive, word, seat, masked);
        bool read = game->parse(table->board, &table->view[seat], masked, &told) &&
                    !game->refuse(table->board, &table->view[seat], told, &why);
        wrongs->views += !read;
        if (read)
            game->play(table->board, &table->view[seat], told);
        table->told[seat][table->count] = told;
    }
    game->play(table->board, &table->state, move);
    table->moves[table->count++] = move;
    naive_trioker_play(&table->naive, word);
}

static void play_game(struct table *table, struct random *random, struct wrongs *wrongs) {
    const struct game *game = table->board->game;
    table->count = 0;
    game->start(table->board, &table->state, 1);
    for (int seat = 0; seat < table->naive.players; seat++)
        game->start(table->board, &table->view[seat], 1);
    while (table->count < LONGEST - 1) {
        naive_trioker_moves(&table->naive, &table->legal);
        note_shown(table);
        check_state(table, random, wrongs);
        if (table->legal.count == 0)
            break;
        for (int i = 0; i < PREVIEWS; i++)
            check_preview(table,
                          table->legal.word[random_below(random, (uint32_t)table->legal.count)],
                          wrongs);
        char word[NAIVE_TEXT];
        uint32_t chosen = random_below(random, (uint32_t)table->legal.count);
        snprintf(word, sizeof word, "%s", table->legal.word[chosen]);
        play_word(table, word, wrongs);
    }
}

static const struct row {
    const char *game, *keys, *grid;
    enum naive_kind kind;
    int option, side, games; /* hatched, deals or the joker */
} rows[] = {
    {"trioker-duel", "", NULL, NAIVE_DUEL, 1, 0, 12},
    {"trioker-duel", "hatched 0", NULL, NAIVE_DUEL, 0, 0, 12},
    {"trioker-rapid", "players 2 deals 2", NULL, NAIVE_RAPID, 2, 0, 6},
    {"trioker-rapid", "players 3 deals 2", NULL, NAIVE_RAPID, 2, 0, 6},
    {"trioker-rapid", "players 4 deals 3", NULL, NAIVE_RAPID, 3, 0, 5},
    {"trioker-puzzle", "joker 1", "triangle 5", NAIVE_PUZZLE, 1, 5, 6},
};

static bool start_naive(struct table *table, const struct row *row) {
    struct naive_panel panel;
    if (row->kind == NAIVE_DUEL)
        naive_duel_start(&table->naive, row->option, 0);
    if (row->kind == NAIVE_PUZZLE)
        naive_puzzle_start(&table->naive, false, row->side, row->option);
    if (row->kind == NAIVE_RAPID) {
        if (!naive_panel_read(&panel, test_data("../games/rapid.ini"), table->board->players))
            return ok(false, "the panel of the rapid game can be read");
        naive_rapid_start(&table->naive, &panel, table->board->players, row->option);
    }
    return true;
}

static void report(const struct row *row, const struct wrongs *wrongs) {
    const char *name = row->game;
    is_int(wrongs->cells, 0, "%s %s: what lies where, and where it may", name, row->keys);
    is_int(wrongs->hands, 0, "%s %s: hands", name, row->keys);
    is_int(wrongs->counts, 0, "%s %s: bank, stock, deals", name, row->keys);
    is_int(wrongs->turn, 0, "%s %s: turn, phase and end", name, row->keys);
    is_int(wrongs->scores, 0, "%s %s: points and margins", name, row->keys);
    is_int(wrongs->places, 0, "%s %s: preview names the cells that change", name, row->keys);
    is_int(wrongs->outcome, 0, "%s %s: and what state says after the move", name, row->keys);
    is_int(wrongs->told, 0, "%s %s: and what each seat hears", name, row->keys);
    is_int(wrongs->views, 0, "%s %s: a seat knows its own hand and the size of the others", name,
           row->keys);
    is_int(wrongs->leaks, 0, "%s %s: and is shown nothing else but what is true", name, row->keys);
    if (row->kind == NAIVE_RAPID)
        ok(wrongs->masked > 50 && wrongs->hidden > 50 && wrongs->cleared > 0,
           "%d masked moves, %d hidden pieces, %d deals cleared", wrongs->masked, wrongs->hidden,
           wrongs->cleared);
}

int main(void) {
    struct random random;
    random_seed(&random, 21);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static struct table table;
        struct wrongs wrongs = {0};
        struct error why;
        struct grid *grid = rows[i].grid ? grid_find(rows[i].grid, &why) : NULL;
        struct game_board *board =
            game_prepare_text(game_find(rows[i].game), grid, rows[i].keys, &why);
        table.board = board;
        for (int game = 0;
             board && game < rows[i].games / enough(3, 1) && start_naive(&table, &rows[i]); game++)
            play_game(&table, &random, &wrongs);
        ok(board != NULL, "%s %s", rows[i].game, rows[i].keys);
        report(&rows[i], &wrongs);
        game_board_free(board);
        grid_free(grid);
    }
    return done();
}
