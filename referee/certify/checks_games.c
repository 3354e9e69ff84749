/* checks_games.c - checks the rules: random games on all kinds of boards must agree with the
 * referee's own rules. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/language.h"
#include "base/needed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- whole halves ---------------------------------------------------------------------------- */

enum { PLIES_MAX = 400 };

/* The engine plays one seat, random moves the others. */
static bool play_half(struct check_run *run, const struct setup_board *at, int number) {
    int seat = number % at->board->players, half = 1 + number % at->board->game->halves, turn;
    practice_begin(run, at, half, seat, (uint64_t)number);
    bool good = check_ready(run);
    for (int ply = 0; good && ply < PLIES_MAX && (turn = practice_turn(run)) != GAME_OVER; ply++)
        if (turn == seat)
            good = practice_go(run, "movetime 5", PATIENCE_MS);
        else
            practice_advance(run, 1);
    return good && check_ready(run);
}

/* ---- what it counts -------------------------------------------------------------------------- */

static bool count_half(struct check_run *run, const struct setup_board *at, int number) {
    practice_begin(run, at, 1 + number % at->board->game->halves, number % at->board->players, 1);
    bool good = practice_compare_score(run);
    for (int ply = 0; good && ply < PLIES_MAX && practice_turn(run) != GAME_OVER; ply++) {
        practice_advance(run, 1);
        good = practice_compare_score(run);
    }
    return good;
}

/* ---- what is legal --------------------------------------------------------------------------- */

static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words of all lines `legal ... more`, in order; NULL: they did not come. */
static char **read_legal(struct check_run *run, struct text *text, int *count) {
    bool more = true;
    *count = 0;
    text_clear(text);
    while (more) {
        char *line = check_expect(run, "legal", PATIENCE_MS);
        if (!line)
            return NULL;
        size_t length = strlen(line);
        more = length > 5 && strcmp(line + length - 5, " more") == 0;
        if (more)
            line[length - 5] = '\0';
        text_addf(text, "%s ", line + 5);
    }
    needed_text(text);
    char **words = needed(malloc((text->length / 2 + 1) * sizeof *words));
    for (char *word = strtok(text->bytes, " "); word; word = strtok(NULL, " "))
        words[(*count)++] = word;
    qsort(words, (size_t)*count, sizeof *words, compare_words);
    return words;
}

/* Compares the lists of legal moves, written as the engine's seat may read them. */
static bool compare_legal(struct check_run *run) {
    const struct practice *practice = &run->practice;
    const struct game *game = practice->board->game;
    struct text said = {0};
    int said_count;
    check_say(run, "legal");
    char **word = read_legal(run, &said, &said_count);
    int count = game->moves(practice->board, &practice->state, run->moves);
    bool good = word != NULL;
    for (int i = 0; good && i < count; i++) {
        char text[GAME_MOVE_TEXT], *key = text;
        game->format(practice->board, &practice->state, run->moves[i], practice->seat, text);
        if (!bsearch(&key, word, (size_t)said_count, sizeof *word, compare_words))
            good = check_fail(run, _("the legal move %s is missing"), text);
    }
    if (good && said_count != count)
        good = check_fail(run, _("the number of legal moves is %d, but it lists %d"), count,
                          said_count);
    free(word);
    text_free(&said);
    return good;
}

static bool list_half(struct check_run *run, const struct setup_board *at, int number) {
    const struct game *game = at->board->game;
    practice_begin(run, at, 1 + number % game->halves, GAME_EVERYBODY, 1);
    bool good = true;
    for (int ply = 0; good && ply < PLIES_MAX; ply++) {
        if (practice_turn(run) != GAME_CHANCE)
            good = compare_legal(run);
        if (practice_turn(run) == GAME_OVER)
            break;
        practice_advance(run, 1);
    }
    return good;
}

static bool count_paths(struct check_run *run, const struct setup_board *at, int number) {
    (void)number;
    practice_begin(run, at, 1, GAME_EVERYBODY, 1);
    practice_advance(run, (int)random_below(&run->random, 12));
    bool good = true;
    for (int depth = 1; good && depth <= 2; depth++) {
        char *line;
        uint64_t count = game_perft(at->board, &run->practice.state, depth, NULL, NULL);
        check_say(run, "perft %d", depth);
        line = check_expect(run, "perft", PATIENCE_MS);
        int said_depth;
        unsigned long long said;
        if (!line)
            good = false;
        else if (sscanf(line, "perft %d %llu", &said_depth, &said) != 2 || said != count)
            good = check_fail(run, _("perft %d is %llu; it says: %.100s"), depth,
                              (unsigned long long)count, line);
    }
    return good;
}

/* ---- there and back -------------------------------------------------------------------------- */

/* After moves are taken back and others played, the score must be as if only these had been played.
 */
static bool undo_half(struct check_run *run, const struct setup_board *at, int number) {
    const struct game *game = at->board->game;
    practice_begin(run, at, 1 + number % game->halves, GAME_EVERYBODY, 1);
    practice_advance(run, 6);
    struct game_state kept = run->practice.state;
    int back = 0;
    for (; back < 4 && practice_turn(run) >= 0; back++)
        practice_advance(run, 1);
    if (back > 0)
        check_say(run, back == 1 ? "undo" : "undo %d", back);
    run->practice.state = kept;
    if (!check_ready(run) || !practice_compare_score(run))
        return false;
    practice_advance(run, 2);
    return check_ready(run) && practice_compare_score(run);
}

static bool position_half(struct check_run *run, const struct setup_board *at, int number) {
    const struct game *game = at->board->game;
    char players[24] = "";
    int half = 1 + number % game->halves;
    practice_begin(run, at, half, GAME_EVERYBODY, 1);
    practice_advance(run, 8);
    check_say(run, "newgame");
    if (at->board->players > 2)
        snprintf(players, sizeof players, " players %d", at->board->players);
    check_say(run, "position half %d%s moves %s", half, players, text_get(&run->practice.moves));
    return !run->practice.moves.length || (check_ready(run) && practice_compare_score(run));
}

/* ---- ends ------------------------------------------------------------------------------------ */

static bool end_half(struct check_run *run, const struct setup_board *at, int number) {
    (void)number;
    practice_begin(run, at, 1, 0, 1);
    practice_advance(run, 3 * PLIES_MAX);
    if (!check_ready(run))
        return false;
    if (practice_turn(run) != GAME_OVER)
        return true;
    check_say(run, "go movetime 10");
    const char *line = check_expect(run, "bestmove", PATIENCE_MS);
    return line &&
           (strcmp(line, "bestmove none") == 0 ||
            check_fail(run, _("the half is over: expected 'bestmove none', got '%.100s'"), line));
}

const struct check checks_of_games[] = {
    {"play", "6", N_("random games on all kinds of boards: legal moves only"),
     N_("Check reactions (section 12): all cells of a wave flip at once, wave after wave."),
     .each = play_half},
    {"score", "8", N_("score agrees with the referee's after each move"),
     N_("Points are what is on the board; margin, total and over are those of section 8."),
     .feature = "score", .each = count_half},
    {"legal", "8", N_("legal agrees with the rules after each move"),
     N_("In the archipelago no coloured cell may be touched; see section 12."), .feature = "legal",
     .each = list_half, .open = true},
    {"perft", "13", N_("perft agrees with the rules"),
     N_("Compare with the tables of section 13, then use `perft N split`."), .feature = "perft",
     .each = count_paths, .times = 2, .open = true},
    {"undo", "6", N_("undo takes moves back"),
     N_("undo N takes back N moves of all players, with all that they changed."), .feature = "undo",
     .each = undo_half, .times = 2, .open = true},
    {"position", "6", N_("position is newgame and play in one"),
     N_("position forgets the moves before it and keeps the board."), .feature = "position",
     .each = position_half, .times = 2, .open = true},
    {"over", "7", N_("bestmove none when the half is over"),
     N_("Answer go even if there is no move to play."), .each = end_half, .times = 1},
    {0}};
