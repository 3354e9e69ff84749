/* perft.c - the table of perft in PROTOCOL.md: every count by the rules of games/, and by the naive
 * rules as far as they are quick enough. */
#include "base/error.h"
#include "games/game.h"
#include "games/triancey.h"
#include "grids/grid.h"
#include "tests/lib/naive_perft.h"
#include "tests/lib/naive_trioker.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The naive rules count a depth only if there are no more positions than this one move earlier. */
enum { NAIVE_POSITIONS = 400, NAIVE_NIGHTLY = 4000, LINE_SIZE = 2000, DEPTHS = 4 };

/* A row of the table. */
struct row {
    char setup[100]; /* as `setgrid` gets it */
    bool dealt;      /* after the moves below the table */
    int depths;
    unsigned long long count[DEPTHS];
};

static char dealt_moves[LINE_SIZE];

struct place {
    const struct game *game;
    struct grid *grid;
    struct game_board *board;
    struct game_state state;
    char name[100];
};

static bool read_row(const char *line, struct row *row) {
    char after[40] = "";
    int used = 0;
    if (sscanf(line, "| `%99[^`]`%39[^|]|%n", row->setup, after, &used) != 2 || !used)
        return false;
    row->dealt = strstr(after, "deal") != NULL;
    row->depths = 0;
    for (const char *at = line + used; row->depths < DEPTHS; row->depths++) {
        int length = 0;
        if (sscanf(at, " %llu |%n", &row->count[row->depths], &length) != 1 || !length)
            break;
        at += length;
    }
    return row->depths > 0;
}

/* `[NAME] GAME [KEY VALUE]...` */
static bool set_up(const struct row *row, struct place *place) {
    struct error error = {.text = ""};
    char known[GAME_SETUP_SIZE] = "", word[100];
    const char *keys = "";
    int length = 0;
    place->name[0] = '\0';
    for (const char *at = row->setup; sscanf(at, " %99s%n", word, &length) == 1; at += length) {
        place->game = game_find(word);
        keys = at + length;
        if (place->game)
            break;
        snprintf(place->name + strlen(place->name), sizeof place->name - strlen(place->name),
                 "%s%s", place->name[0] ? " " : "", word);
    }
    if (!place->game)
        return false;
    const char *name = place->name[0] ? place->name : place->game->default_grid;
    place->grid = !name               ? NULL
                  : place->game->find ? place->game->find(name, known, &error)
                                      : grid_find(name, &error);
    place->board = game_prepare_text(place->game, place->grid, keys, &error);
    if (!ok(place->board != NULL, "%s is a set-up %s", row->setup, error.text))
        return false;
    place->game->start(place->board, &place->state, 1);
    return true;
}

static bool play_dealt(struct place *place) {
    char moves[LINE_SIZE];
    struct error why;
    snprintf(moves, sizeof moves, "%s", dealt_moves);
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
        uint32_t move;
        if (!place->game->parse(place->board, &place->state, word, &move) ||
            place->game->refuse(place->board, &place->state, move, &why))
            return false;
        place->game->play(place->board, &place->state, move);
    }
    return true;
}

static void play_dealt_naively(struct naive_trioker *game) {
    char moves[LINE_SIZE];
    snprintf(moves, sizeof moves, "%s", dealt_moves);
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " "))
        naive_trioker_play(game, word);
}

static int side_of(const struct place *place) {
    return atoi(place->name + strcspn(place->name, "0123456789"));
}

static uint64_t count_trioker(const struct place *place, const struct row *row, int depth) {
    struct naive_trioker game;
    struct naive_panel panel;
    const int *parameter = place->board->parameter;
    if (strcmp(place->game->name, "trioker-duel") == 0) {
        naive_duel_start(&game, parameter[0] != 0, 0);
    } else if (strcmp(place->game->name, "trioker-puzzle") == 0) {
        naive_puzzle_start(&game, strstr(place->name, "hexagon") != NULL, side_of(place),
                           strstr(row->setup, "joker 1") != NULL);
    } else {
        if (!naive_panel_read(&panel, test_data("../games/rapid.ini"), place->board->players))
            return 0;
        naive_rapid_start(&game, &panel, place->board->players, parameter[0]);
        if (row->dealt)
            play_dealt_naively(&game);
    }
    return naive_perft_trioker(&game, depth);
}

static uint64_t count_naively(const struct place *place, const struct row *row, int depth) {
    const char *game = place->game->name;
    for (int i = 0; i < 3; i++)
        if (strcmp(game, triancey_variants[i].game.name) == 0)
            return naive_perft_triancey(place->grid, triancey_variants[i].fewest,
                                        triancey_variants[i].archipelago, depth);
    if (strcmp(game, "tritt") == 0)
        return naive_perft_tritt(place->board->parameter[0], depth);
    if (strcmp(game, "triangulation") == 0)
        return naive_perft_triangulation(place->board->players, depth);
    return count_trioker(place, row, depth);
}

static void check_row(const struct row *row, bool *seen) {
    struct place place = {.game = NULL};
    if (!set_up(row, &place) || (row->dealt && !ok(play_dealt(&place), "the deal"))) {
        ok(false, "%s", row->setup);
        return;
    }
    for (int i = 0; games[i]; i++)
        seen[i] |= games[i] == place.game;
    for (int depth = 1; depth <= row->depths; depth++) {
        long long wanted = (long long)row->count[depth - 1];
        uint64_t count = game_perft(place.board, &place.state, depth, NULL, NULL);
        is_int((long long)count, wanted, "%s%s: perft %d", row->setup, row->dealt ? " dealt" : "",
               depth);
        unsigned long long before = depth > 1 ? row->count[depth - 2] : 1;
        if (before > (unsigned long long)enough(NAIVE_POSITIONS, NAIVE_NIGHTLY))
            continue;
        is_int((long long)count_naively(&place, row, depth), wanted, "by the naive rules, too");
    }
    game_board_free(place.board);
    grid_free(place.grid);
}

int main(void) {
    FILE *file = fopen(test_data("../protocol/PROTOCOL.md"), "r");
    char line[LINE_SIZE];
    bool seen[20] = {false};
    struct row row;
    if (!ok(file != NULL, "the document can be read"))
        return done();
    while (fgets(line, sizeof line, file) && strncmp(line, "    play deal:", 14) != 0)
        continue;
    snprintf(dealt_moves, sizeof dealt_moves, "%.*s", (int)strcspn(line + 9, "\n"), line + 9);
    rewind(file);
    while (fgets(line, sizeof line, file) && strncmp(line, "| `setgrid` | 1 |", 17) != 0)
        continue;
    int rows = 0;
    while (fgets(line, sizeof line, file) && line[0] == '|')
        if (read_row(line, &row)) {
            check_row(&row, seen);
            rows++;
        }
    fclose(file);
    ok(rows >= 20, "%d rows", rows);
    for (int i = 0; games[i]; i++)
        ok(seen[i], "%s has a row", games[i]->name);
    return done();
}
