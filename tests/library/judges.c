/* judges.c - what libtriancey says of positions: players, exact values, playouts, tree search. */
#include "base/random.h"
#include "library/triancey.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 4096, CELLS = 256, STATE_SIZE = 16384 };

struct place {
    struct tri_board *board;
    struct tri_facts facts;
    _Alignas(TRI_STATE_ALIGN) char state[STATE_SIZE];
};

static bool place_make(const char *line, struct place *place) {
    struct tri_error error = {.text = ""};
    if (!ok(tri_board_new(line, &place->board, &error) == TRI_OK, "%s: a board %s", line,
            error.text))
        return false;
    tri_board_facts(place->board, &place->facts, NULL);
    return tri_start(place->board, 1, place->state, NULL) == TRI_OK;
}

static void play_random(struct place *place, int moves, uint64_t seed) {
    int32_t actions[8192];
    struct random random;
    random_seed(&random, seed);
    for (int i = 0; i < moves; i++) {
        int count = tri_legal(place->board, place->state, actions, NULL);
        if (count <= 0)
            return;
        tri_play(place->board, place->state, actions[random_below(&random, (uint32_t)count)], NULL);
    }
}

/* ---- exact values ---------------------------------------------------------------------------- */

/* The text after `word` in a line of positions.txt. */
static const char *field(const char *line, const char *word) {
    const char *at = strstr(line, word);
    return at ? at + strlen(word) : "";
}

/* A line `NAME; setgrid ...; position moves ...; empty N; margin M; best ...; values MOVE:M ...`,
 * as `triancey-engine evaluate --values` writes it. */
static bool check_position(const char *line, int32_t *images) {
    char setgrid[LINE_SIZE], moves[LINE_SIZE];
    struct place place;
    int32_t values[CELLS], wanted[CELLS], margin, of_image, wrong = 0;
    snprintf(setgrid, sizeof setgrid, "%.*s", (int)strcspn(field(line, "; "), ";"),
             field(line, "; "));
    snprintf(moves, sizeof moves, "%.*s", (int)strcspn(field(line, "position moves"), ";"),
             field(line, "position moves"));
    if (!place_make(setgrid, &place))
        return false;
    int32_t played[CELLS], count = 0, number = place.facts.symmetries / 2, image[CELLS];
    for (char *word = strtok(moves, " "); word; word = strtok(NULL, " ")) {
        wrong += tri_action_read(place.board, place.state, word, &played[count], NULL) != TRI_OK;
        wrong += tri_play(place.board, place.state, played[count++], NULL) != TRI_OK;
    }
    for (int i = 0; i < CELLS; i++)
        wanted[i] = TRI_NO_VALUE;
    int length = 0, cell, value;
    for (const char *at = field(line, "; values");
         sscanf(at, " %d:%d%n", &cell, &value, &length) == 2; at += length)
        wanted[cell] = value;
    wrong += tri_solve(place.board, place.state, 1, 1, 16, 0, &margin, values, NULL) != TRI_OK;
    wrong += margin != atoi(field(line, "; margin "));
    wrong += memcmp(values, wanted, sizeof *values * (size_t)place.facts.actions) != 0;
    /* The image of the position by some symmetry. */
    tri_symmetry(place.board, number, image, NULL);
    tri_start(place.board, 1, place.state, NULL);
    for (int i = 0; i < count; i++)
        wrong += tri_play(place.board, place.state, image[played[i]], NULL) != TRI_OK;
    wrong += tri_solve(place.board, place.state, 1, 2, 16, 0, &of_image, values, NULL) != TRI_OK;
    for (int i = 0; i < place.facts.actions; i++)
        wrong += values[image[i]] != wanted[i];
    *images += number > 0;
    tri_board_free(place.board);
    return !wrong && of_image == margin;
}

static void check_exact(void) {
    FILE *file = fopen(test_data("engine/positions.txt"), "r");
    char line[LINE_SIZE];
    int solved = 0, wrong = 0, images = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (line[0] == '#' || !strstr(line, "; values ") ||
            atoi(field(line, "; empty ")) > enough(16, 24))
            continue;
        wrong += !check_position(line, &images);
        solved++;
    }
    if (file)
        fclose(file);
    ok(solved > 5 && !wrong, "%d positions, and their images, have the values of evaluate --values",
       solved);
    ok(images > 0, "%d images are not the position itself", images);
}

static void check_budget(void) {
    struct place place;
    struct tri_error error;
    int32_t margin = 0;
    if (!place_make("torus 16x8 triancey", &place))
        return;
    is_int(tri_solve(place.board, place.state, 1, 1, 16, 20, &margin, NULL, &error), TRI_BUDGET,
           "20 ms do not solve 256 cells");
    is_string(error.text, "milliseconds: 20 were not enough to solve all positions", "it says so");
    is_int(margin, TRI_NO_VALUE, "and gives no value");
    tri_board_free(place.board);
    if (!place_make("tritt", &place))
        return;
    is_int(tri_solve(place.board, place.state, 1, 1, 16, 20, &margin, NULL, &error),
           TRI_UNSUPPORTED, "Tritt has no exact values");
    tri_board_free(place.board);
}

/* ---- players --------------------------------------------------------------------------------- */

static void check_player(struct place *place, const char *name) {
    struct tri_player *player[2];
    struct tri_budget budget = {.nodes = 200};
    int32_t action[2] = {-1, -1};
    void *copy = aligned_alloc(TRI_STATE_ALIGN, STATE_SIZE);
    memcpy(copy, place->state, (size_t)place->facts.state_bytes);
    for (int i = 0; i < 2; i++) {
        is_int(tri_player_new(place->board, name, 1, 9, &player[i], NULL), TRI_OK, "%s: %s",
               place->facts.game, name);
        tri_player_choose(player[i], place->state, &budget, &action[i], NULL);
        tri_player_free(player[i]);
    }
    ok(tri_play(place->board, copy, action[0], NULL) == TRI_OK && action[0] == action[1],
       "%s: %s makes a legal move, the same by the same seed", place->facts.game, name);
    free(copy);
}

static void check_players(void) {
    static const char *const lines[] = {"crepe selacata", "archipel",
                                        "tritt size 4",   "triangulation",
                                        "trioker-duel",   "hexagon 1 trioker-puzzle"};
    struct tri_player *player;
    struct tri_error error;
    struct place place;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!place_make(lines[i], &place))
            continue;
        play_random(&place, 2, i);
        check_player(&place, "random");
        check_player(&place, "search");
        if (i < 2)
            check_player(&place, "response");
        if (i < 2)
            check_player(&place, "reference");
        tri_board_free(place.board);
    }
    if (!place_make("tritt size 4", &place))
        return;
    is_int(tri_player_new(place.board, "reference", 0, 0, &player, &error), TRI_UNSUPPORTED,
           "the reference does not play Tritt: %s", error.text);
    is_int(tri_player_new(place.board, "nobody", 0, 0, &player, &error), TRI_INPUT, "%s",
           error.text);
    tri_board_free(place.board);
}

/* A batch of halves between two players: the reference wins. */
static void check_match(void) {
    enum { N = 40 };
    struct place place;
    struct tri_batch *batch;
    struct tri_player *player[2];
    float rewards[N * 2];
    int8_t mover[N];
    uint8_t done_here[N];
    int32_t choice[2][N];
    struct tri_views views = {.rewards = rewards, .mover = mover, .done = done_here};
    double sum = 0;
    int halves = 0;
    if (!place_make("crepe selacata", &place))
        return;
    tri_batch_new(place.board, N, 1, 1, &batch, NULL);
    tri_player_new(place.board, "reference", 0, 1, &player[0], NULL);
    tri_player_new(place.board, "random", 0, 1, &player[1], NULL);
    tri_batch_look(batch, &views, NULL);
    for (int step = 0; step < 96; step++) {
        for (int i = 0; i < 2; i++)
            tri_player_choose_batch(player[i], batch, NULL, choice[i], NULL);
        for (int i = 0; i < N; i++)
            choice[0][i] = choice[mover[i]][i];
        tri_batch_step(batch, choice[0], &views, NULL);
        for (int i = 0; i < N; i++) {
            sum += (double)rewards[2 * i];
            halves += done_here[i];
        }
    }
    ok(halves >= 60 && sum / halves > 25, "the reference beats random by %.1f in %d halves",
       sum / (halves ? halves : 1), halves);
    for (int i = 0; i < 2; i++)
        tri_player_free(player[i]);
    tri_batch_free(batch);
    tri_board_free(place.board);
}

static void check_playouts(void) {
    struct place place;
    double mean[TRI_PLAYERS_MAX], again[TRI_PLAYERS_MAX];
    if (!place_make("triangulation players 3", &place))
        return;
    ok(tri_playouts(place.board, place.state, 20, 4, mean, NULL) == TRI_OK &&
           tri_playouts(place.board, place.state, 20, 4, again, NULL) == TRI_OK &&
           memcmp(mean, again, sizeof *mean * 3) == 0 && fabs(mean[0]) <= 2,
       "playouts for three seats, the same by the same seed");
    tri_board_free(place.board);
}

/* ---- tree search ----------------------------------------------------------------------------- */

struct judged {
    const struct place *place;
    int calls, most, positions, stop, wrong;
};

/* Knows nothing: all moves alike, and the game is even. */
static int judge(void *context, int count, const uint8_t *planes, const uint8_t *mask,
                 const int8_t *mover, float *priors, float *values) {
    struct judged *judged = context;
    const struct tri_facts *facts = &judged->place->facts;
    judged->calls++;
    judged->positions += count;
    judged->most = count > judged->most ? count : judged->most;
    for (int i = 0; i < count * facts->actions; i++)
        priors[i] = 1;
    for (int i = 0; i < count * facts->players; i++)
        values[i] = judged->wrong ? 2 : 0;
    for (int i = 0; i < count; i++)
        if (mover[i] < 0 || mover[i] >= facts->players || planes[0] > 1 || mask[0] > 1)
            return 1;
    return judged->stop;
}

/* Searches a position to its end, where results are the only values, and finds its best moves. */
static void check_tree(const char *line, int moves) {
    enum { N = 3 };
    struct place place;
    struct judged judged = {.place = &place};
    struct tri_search_options options = {
        .visits = 4000, .leaves = 8, .exploration = 0.5f, .seed = 1};
    int32_t visits[N * CELLS], exact[CELLS], margin;
    float values[N * 2];
    if (!place_make(line, &place))
        return;
    size_t size = (size_t)place.facts.state_bytes;
    for (uint64_t seed = 1; seed == 1 || (seed < 100 && tri_turn(place.board, place.state) < 0);
         seed++) {
        tri_start(place.board, 1, place.state, NULL);
        play_random(&place, moves, seed);
    }
    char *states = aligned_alloc(TRI_STATE_ALIGN, N * size);
    for (int i = 0; i < N; i++)
        memcpy(states + (size_t)i * size, place.state, size);
    is_int(tri_search(place.board, states, N, &options, judge, &judged, visits, values, NULL),
           TRI_OK, "%s: a tree search", line);
    tri_solve(place.board, place.state, 1, 1, 16, 0, &margin, exact, NULL);
    int sum = 0, best = 0;
    for (int i = 0; i < place.facts.actions; i++) {
        sum += visits[i];
        best = visits[i] > visits[best] ? i : best;
    }
    ok(sum == options.visits && exact[best] == margin,
       "%s: %d visits, most of them to a best move (%d of %d)", line, sum, exact[best], margin);
    int mover = tri_turn(place.board, place.state);
    ok(fabsf(values[mover] * (float)place.facts.worst - (float)margin) < 8 &&
           fabsf(values[0] + values[1]) < 1e-5f,
       "%s: the value is %.1f, exactly %d", line,
       (double)(values[mover] * (float)place.facts.worst), margin);
    ok(judged.most > N && judged.most <= N * options.leaves && judged.positions >= N,
       "%s: %d calls with up to %d positions", line, judged.calls, judged.most);
    ok(memcmp(visits, visits + place.facts.actions, sizeof *visits * (size_t)place.facts.actions) ==
           0,
       "%s: the same position has the same tree", line);
    free(states);
    tri_board_free(place.board);
}

static void check_stopped(void) {
    struct place place;
    struct judged judged = {.place = &place, .stop = 1};
    struct tri_search_options options = {.visits = 50, .leaves = 1, .exploration = 1, .seed = 1};
    struct tri_error error;
    int32_t visits[CELLS];
    if (!place_make("crepe selacata", &place))
        return;
    is_int(tri_search(place.board, place.state, 1, &options, judge, &judged, visits, NULL, NULL),
           TRI_STOPPED, "a search is stopped");
    judged = (struct judged){.place = &place, .wrong = 1};
    is_int(tri_search(place.board, place.state, 1, &options, judge, &judged, visits, NULL, &error),
           TRI_INPUT, "a value that is none");
    is_string(error.text, "judge: values[0][0] is not from -1 to 1", "the text names it");
    tri_board_free(place.board);
}

/* Chance and more than two seats: every visit is counted. */
static void check_other_trees(const char *line, int moves) {
    struct place place;
    struct judged judged = {.place = &place};
    struct tri_search_options options = {.visits = 300, .leaves = 4, .exploration = 1, .seed = 1};
    long sum = 0;
    if (!place_make(line, &place))
        return;
    play_random(&place, moves, 5);
    while (tri_turn(place.board, place.state) == TRI_TURN_CHANCE)
        play_random(&place, 1, 6);
    int32_t *visits = malloc(sizeof *visits * (size_t)place.facts.actions);
    is_int(tri_search(place.board, place.state, 1, &options, judge, &judged, visits, NULL, NULL),
           TRI_OK, "%s: a tree search", line);
    for (int i = 0; i < place.facts.actions; i++)
        sum += visits[i];
    is_int(sum, options.visits, "%s: its visits", line);
    free(visits);
    tri_board_free(place.board);
}

int main(void) {
    check_exact();
    check_budget();
    check_players();
    check_match();
    check_playouts();
    check_tree("crepe selacata", 23);
    check_tree("torus 6x4 triancey", 24);
    check_stopped();
    check_other_trees("trioker-rapid players 3", 40);
    check_other_trees("triangulation players 3", 3);
    return done();
}
