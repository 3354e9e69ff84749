/* playthroughs.c - replays tests/games/playthroughs.txt, whole games on every board that is a
 * game's own, so that a changed rule is noticed.
 *
 * A line is a set-up, the moves, how many moves were legal before each of them, and the result. The
 * moves are drawn by a seed, so that `make playthroughs` can rewrite the file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "games/game.h"
#include "tests/lib/tap.h"

enum { GAMES = 6, LINE_SIZE = 1 << 18, SETUPS_MAX = 64, VALUES_MAX = 4 };

/* Every way to set up the games of the table that have a board of their own. */
static char setups[SETUPS_MAX][GAME_SETUP_SIZE];
static int setups_listed;

/* The next value of a parameter to try: every value if there are few, else the least and the
 * standard one. */
static int next_value(const struct game_parameter *parameter, int value) {
    bool few = parameter->max - parameter->min < VALUES_MAX;
    if (few || value >= parameter->standard)
        return few ? value + 1 : parameter->max + 1;
    return parameter->standard;
}

static void add_values(const char *text, const struct game_parameter *parameter) {
    if (!parameter || !parameter->name) {
        if (setups_listed < SETUPS_MAX)
            snprintf(setups[setups_listed++], GAME_SETUP_SIZE, "%s", text);
        return;
    }
    for (int value = parameter->min; value <= parameter->max;
         value = next_value(parameter, value)) {
        char longer[GAME_SETUP_SIZE];
        int got = snprintf(longer, sizeof longer, "%.150s %.60s %d", text, parameter->name, value);
        (void)got;
        add_values(longer, parameter + 1);
    }
}

static void list_setups(void) {
    for (int i = 0; games[i]; i++)
        for (int players = games[i]->players_max;
             !games[i]->default_grid && players >= games[i]->players_min; players--) {
            char text[GAME_SETUP_SIZE];
            if (games[i]->players_min < games[i]->players_max)
                snprintf(text, sizeof text, "%s players %d", games[i]->name, players);
            else
                snprintf(text, sizeof text, "%s", games[i]->name);
            add_values(text, games[i]->parameters);
        }
}

static struct game_board *open_setup(const char *setup) {
    struct error error = {.text = "no such game"};
    char name[GAME_SETUP_SIZE];
    int length = (int)strcspn(setup, " ");
    snprintf(name, sizeof name, "%.*s", length, setup);
    const struct game *game = game_find(name);
    struct game_board *board = game ? game_prepare_text(game, NULL, setup + length, &error) : NULL;
    if (!board)
        fprintf(stderr, "%s: %s\n", setup, error.text);
    return board;
}

static void write_result(const struct game_board *board, const struct game_state *state,
                         char *text) {
    struct game_score score;
    board->game->score(board, state, &score);
    text += sprintf(text, "over %s margins", score.over ? score.over : "no");
    for (int seat = 0; seat < board->players; seat++)
        text += sprintf(text, " %d", score.margin[seat]);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_game(const struct game_board *board, struct random *random, uint32_t *moves) {
    static char legal[LINE_SIZE];
    char text[GAME_MOVE_TEXT], setup[GAME_SETUP_SIZE], result[GAME_SETUP_SIZE];
    const struct game *game = board->game;
    struct game_state state;
    size_t end = 0;
    game_setup_write(board, setup);
    printf("%s; moves", setup);
    game->start(board, &state, 1);
    for (int count; (count = game->moves(board, &state, moves)) > 0;) {
        uint32_t move = moves[random_below(random, (uint32_t)count)];
        game->format(board, &state, move, GAME_EVERYBODY, text);
        printf(" %s", text);
        end += (size_t)snprintf(legal + end, sizeof legal - end, " %d", count);
        game->play(board, &state, move);
    }
    write_result(board, &state, result);
    printf("; legal%s; %s\n", legal, result);
}

static int write_file(void) {
    printf("# Written by `make playthroughs`; tests/games/playthroughs.c says what this is.\n");
    for (int i = 0; i < setups_listed; i++) {
        struct game_board *board = open_setup(setups[i]);
        uint32_t *moves = board ? malloc((size_t)board->moves_max * sizeof *moves) : NULL;
        struct random random;
        if (!moves)
            return EXIT_FAILURE;
        random_seed(&random, (uint64_t)i + 1);
        for (int game = 0; game < GAMES; game++)
            write_game(board, &random, moves);
        free(moves);
        game_board_free(board);
    }
    return EXIT_SUCCESS;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Plays the words of `line` and compares the counts; the first difference, NULL if there is none.
 */
static const char *replay(const struct game_board *board, char *line, char *counts, uint32_t *moves,
                          char *result) {
    static char why[ERROR_SIZE + GAME_MOVE_TEXT];
    const struct game *game = board->game;
    struct game_state state;
    struct error text;
    char *rest = line;
    strtok_r(rest, " ", &rest); /* the word `moves` */
    strtok_r(counts, " ", &counts);
    game->start(board, &state, 1);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        char *wanted = strtok_r(counts, " ", &counts);
        uint32_t move;
        int count = game->moves(board, &state, moves);
        const char *fault = !game->parse(board, &state, word, &move)
                                ? "cannot be read"
                                : game->refuse(board, &state, move, &text);
        if (!fault && (!wanted || atoi(wanted) != count)) {
            snprintf(text.text, sizeof text.text, "%d moves are legal, not %s", count,
                     wanted ? wanted : "as said");
            fault = text.text;
        }
        if (fault) {
            snprintf(why, sizeof why, "%s: %s", word, fault);
            return why;
        }
        game->play(board, &state, move);
    }
    write_result(board, &state, result);
    return NULL;
}

static bool played[SETUPS_MAX];

static void test_line(char *line) {
    char *setup = strtok_r(line, ";\n", &line), *words = strtok_r(line, ";\n", &line);
    char *legal = strtok_r(line, ";\n", &line), *wanted = strtok_r(line, ";\n", &line);
    char result[GAME_SETUP_SIZE] = "";
    struct game_board *board = wanted ? open_setup(setup) : NULL;
    uint32_t *moves = board ? malloc((size_t)board->moves_max * sizeof *moves) : NULL;
    const char *fault = moves ? replay(board, words, legal, moves, result) : "cannot be set up";
    ok(!fault, "%s: %s", setup, fault ? fault : "all moves are as they were");
    if (!fault)
        is_string(result, wanted + 1, "%s: and so is the result", setup);
    for (int i = 0; i < setups_listed; i++)
        played[i] = played[i] || strcmp(setups[i], setup) == 0;
    free(moves);
    game_board_free(board);
}

int main(int argc, char **argv) {
    static char line[2 * LINE_SIZE];
    list_setups();
    if (argc > 1 && strcmp(argv[1], "write") == 0)
        return write_file();
    FILE *file = fopen(test_data("games/playthroughs.txt"), "r");
    ok(file != NULL, "there is a file of playthroughs");
    while (file && fgets(line, sizeof line, file))
        if (*line != '#')
            test_line(line);
    if (file)
        fclose(file);
    ok(setups_listed > 0 && setups_listed < SETUPS_MAX, "there is room for all set-ups");
    for (int i = 0; i < setups_listed; i++)
        ok(played[i], "%s is among them", setups[i]);
    return done();
}
