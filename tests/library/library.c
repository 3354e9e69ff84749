/* library.c - boards, states and batches of libtriancey, compared move by move with the rules of
 * games/, and the counts of PROTOCOL.md. */
#include "base/random.h"
#include "library/internal.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 2000, DEPTHS = 4 };

/* A board with room for one state and for the actions of one position. */
struct place {
    struct tri_board *board;
    struct tri_facts facts;
    void *state;
    int32_t *actions;
};

static bool place_make(const char *line, struct place *place) {
    struct tri_error error = {.text = ""};
    if (!ok(tri_board_new(line, &place->board, &error) == TRI_OK, "%s: a board %s", line,
            error.text))
        return false;
    tri_board_facts(place->board, &place->facts, NULL);
    place->state = aligned_alloc(TRI_STATE_ALIGN, (size_t)place->facts.state_bytes);
    place->actions = malloc(sizeof(int32_t) * (size_t)place->facts.legal_max);
    return tri_start(place->board, 1, place->state, NULL) == TRI_OK;
}

static void place_free(struct place *place) {
    free(place->state);
    free(place->actions);
    tri_board_free(place->board);
}

static void *place_copy(const struct place *place) {
    void *copy = aligned_alloc(TRI_STATE_ALIGN, (size_t)place->facts.state_bytes);
    return memcpy(copy, place->state, (size_t)place->facts.state_bytes);
}

/* ---- the counts of PROTOCOL.md --------------------------------------------------------------- */

static unsigned long long count_from(const struct place *place, const void *state, int depth) {
    int32_t *actions = malloc(sizeof(int32_t) * (size_t)place->facts.legal_max);
    size_t size = (size_t)place->facts.state_bytes;
    void *next = aligned_alloc(TRI_STATE_ALIGN, size);
    int count = tri_legal(place->board, state, actions, NULL);
    unsigned long long sum = 0;
    for (int i = 0; depth > 1 && i < count; i++) {
        memcpy(next, state, size);
        tri_play(place->board, next, actions[i], NULL);
        sum += count_from(place, next, depth - 1);
    }
    free(actions);
    free(next);
    return depth > 1 ? sum : (unsigned long long)count;
}

static bool play_text(const struct place *place, const char *text) {
    int32_t action;
    return tri_action_read(place->board, place->state, text, &action, NULL) == TRI_OK &&
           tri_play(place->board, place->state, action, NULL) == TRI_OK;
}

/* A row `| `SETUP` | COUNT | ...`; one that is dealt begins after these moves. */
static bool check_row(const char *line, const char *dealt) {
    char setup[100], after[40] = "", moves[LINE_SIZE];
    struct place place;
    int used = 0;
    if (sscanf(line, "| `%99[^`]`%39[^|]|%n", setup, after, &used) != 2 || !used)
        return false;
    if (!place_make(setup, &place))
        return true;
    snprintf(moves, sizeof moves, "%s", strstr(after, "deal") ? dealt : "");
    for (char *word = strtok(moves, " \n"); word; word = strtok(NULL, " \n"))
        if (!play_text(&place, word))
            ok(false, "%s is played", word);
    for (int depth = 1; depth <= DEPTHS; depth++) {
        unsigned long long wanted;
        int length = 0;
        if (sscanf(line + used, " %llu |%n", &wanted, &length) != 1 || !length)
            break;
        used += length;
        if (wanted <= (unsigned long long)enough(120000, 12000000))
            is_int((long long)count_from(&place, place.state, depth), (long long)wanted,
                   "%s%s: perft %d", setup, after, depth);
    }
    place_free(&place);
    return true;
}

static void check_counts(void) {
    FILE *file = fopen(test_data("../protocol/PROTOCOL.md"), "r");
    char line[LINE_SIZE], dealt[LINE_SIZE] = "";
    int rows = 0;
    if (!ok(file != NULL, "PROTOCOL.md can be read"))
        return;
    while (fgets(line, sizeof line, file) && strncmp(line, "    play deal:", 14) != 0)
        continue;
    snprintf(dealt, sizeof dealt, "%s", line + 9);
    rewind(file);
    while (fgets(line, sizeof line, file) && strncmp(line, "| `setgrid` | 1 |", 17) != 0)
        continue;
    while (fgets(line, sizeof line, file) && line[0] == '|')
        rows += check_row(line, dealt);
    fclose(file);
    ok(rows >= 20, "%d rows", rows);
}

/* ---- halves at random, compared with the rules ----------------------------------------------- */

/* Everything that the library says of a state, compared with what the rules say. */
static bool agrees(const struct place *place, const struct game_state *wanted,
                   const uint32_t *moves, int count) {
    const struct game_board *rules = place->board->board;
    int points[TRI_PLAYERS_MAX], margin[TRI_PLAYERS_MAX];
    struct game_score score = {.over = NULL};
    const char *over = "";
    uint64_t key = 0;
    bool same = memcmp(wanted, library_state(place->state), rules->state_size) == 0 &&
                tri_turn(place->board, place->state) == rules->game->turn(rules, wanted) &&
                tri_legal(place->board, place->state, place->actions, NULL) == count;
    for (int i = 0; same && i < count; i++) {
        uint32_t move = 0;
        same = tri_action_move(place->board, place->actions[i], &move, NULL) == TRI_OK &&
               move == moves[i];
    }
    rules->game->score(rules, wanted, &score);
    tri_score(place->board, place->state, points, margin, &over, NULL);
    tri_key(place->board, place->state, &key, NULL);
    return same && memcmp(points, score.points, sizeof points) == 0 &&
           memcmp(margin, score.margin, sizeof margin) == 0 && over == score.over &&
           key == rules->game->hash(rules, wanted);
}

static bool reads_back(const struct place *place, int32_t action) {
    char text[TRI_TEXT_SIZE], wanted[GAME_MOVE_TEXT];
    const struct game_board *rules = place->board->board;
    int32_t read = -1;
    rules->game->format(rules, library_state(place->state), library_move(place->board, action),
                        GAME_EVERYBODY, wanted);
    return tri_action_text(place->board, place->state, action, text, NULL) == TRI_OK &&
           strcmp(text, wanted) == 0 &&
           tri_action_read(place->board, place->state, text, &read, NULL) == TRI_OK &&
           read == action;
}

/* The state that the line of a state spells is the same one, as far as lines tell. */
static bool spells(const struct place *place, int half, void *again) {
    static char text[TRI_POSITION_SIZE], second[TRI_POSITION_SIZE];
    uint64_t key = 0, wanted = 0;
    return tri_position_text(place->board, place->state, text, NULL) == TRI_OK &&
           tri_position_read(place->board, half, text, again, NULL) == TRI_OK &&
           tri_position_text(place->board, again, second, NULL) == TRI_OK &&
           strcmp(text, second) == 0 && tri_key(place->board, again, &key, NULL) == TRI_OK &&
           tri_key(place->board, place->state, &wanted, NULL) == TRI_OK && key == wanted &&
           tri_turn(place->board, again) == tri_turn(place->board, place->state);
}

static void check_halves(const char *line, int halves, int nightly) {
    struct place place;
    struct random random;
    if (!place_make(line, &place))
        return;
    const struct game_board *rules = place.board->board;
    uint32_t *moves = malloc(sizeof *moves * (size_t)(rules->moves_max + 1));
    struct game_state *wanted = calloc(1, sizeof *wanted);
    void *again = aligned_alloc(TRI_STATE_ALIGN, (size_t)place.facts.state_bytes);
    int wrong = 0, steps = 0, wanted_halves = enough(halves, nightly);
    random_seed(&random, 36);
    for (int half = 0; half < wanted_halves && !wrong; half++) {
        int number = 1 + half % place.facts.halves;
        memset(wanted, 0, sizeof *wanted);
        rules->game->start(rules, wanted, number);
        tri_start(place.board, number, place.state, NULL);
        for (int count; !wrong; steps++) {
            count = rules->game->moves(rules, wanted, moves);
            wrong += !agrees(&place, wanted, moves, count) ||
                     (steps % 8 == 0 && !spells(&place, number, again));
            if (count == 0 || wrong)
                break;
            int at = (int)random_below(&random, (uint32_t)count);
            wrong += !reads_back(&place, place.actions[at]);
            wrong += tri_play(place.board, place.state, place.actions[at], NULL) != TRI_OK;
            rules->game->play(rules, wanted, moves[at]);
        }
    }
    ok(!wrong, "%s: %d halves, %d moves by the library as by the rules", line, wanted_halves,
       steps);
    free(again);
    free(moves);
    free(wanted);
    place_free(&place);
}

/* ---- batches --------------------------------------------------------------------------------- */

enum { N = 150 };

struct arrays {
    struct tri_views views;
    int32_t actions[N];
};

static void arrays_make(const struct tri_facts *facts, struct arrays *arrays) {
    arrays->views = (struct tri_views){
        .planes = malloc((size_t)N * (size_t)facts->planes * (size_t)facts->places),
        .mask = malloc((size_t)N * (size_t)facts->actions),
        .rewards = malloc(sizeof(float) * (size_t)N * (size_t)facts->players),
        .done = malloc(N),
        .mover = malloc(N)};
}

static void arrays_free(struct arrays *arrays) {
    free(arrays->views.planes);
    free(arrays->views.mask);
    free(arrays->views.rewards);
    free(arrays->views.done);
    free(arrays->views.mover);
}

static int random_action(const uint8_t *mask, int actions, struct random *random) {
    int at = (int)random_below(random, (uint32_t)actions);
    while (!mask[at])
        at = (at + 1) % actions;
    return at;
}

/* One half of a batch: its mask, planes and mover are those of its state. */
static bool half_agrees(const struct place *place, const struct tri_batch *batch,
                        const struct arrays *arrays, int index) {
    const struct tri_facts *facts = &place->facts;
    size_t size = (size_t)facts->planes * (size_t)facts->places;
    uint8_t *planes = malloc(size);
    const uint8_t *mask = arrays->views.mask + (size_t)facts->actions * (size_t)index;
    tri_batch_save(batch, index, place->state, NULL);
    int mover = tri_turn(place->board, place->state), set = 0;
    int count = tri_legal(place->board, place->state, place->actions, NULL);
    bool same = mover >= 0 && mover == arrays->views.mover[index] &&
                tri_observe(place->board, place->state, mover, planes, NULL) == TRI_OK &&
                memcmp(planes, arrays->views.planes + size * (size_t)index, size) == 0;
    for (int i = 0; i < facts->actions; i++)
        set += mask[i];
    for (int i = 0; i < count; i++)
        same &= mask[place->actions[i]] == 1;
    free(planes);
    return same && set == count;
}

/* Two batches with the same seed, of which one has three threads; and a half played alone. */
static void check_batch(const char *line, int steps) {
    struct place place;
    struct tri_batch *batch[2];
    struct arrays one, three;
    struct random random;
    int wrong = 0, ended = 0;
    if (!place_make(line, &place))
        return;
    arrays_make(&place.facts, &one);
    arrays_make(&place.facts, &three);
    ok(tri_batch_new(place.board, N, 1, 7, &batch[0], NULL) == TRI_OK &&
           tri_batch_new(place.board, N, 3, 7, &batch[1], NULL) == TRI_OK,
       "%s: batches", line);
    tri_batch_look(batch[0], &one.views, NULL);
    tri_batch_look(batch[1], &three.views, NULL);
    random_seed(&random, 5);
    for (int step = 0; step < steps && !wrong; step++) {
        size_t size = (size_t)N * (size_t)place.facts.planes * (size_t)place.facts.places;
        wrong +=
            memcmp(one.views.planes, three.views.planes, size) != 0 ||
            memcmp(one.views.mover, three.views.mover, N) != 0 ||
            memcmp(one.views.mask, three.views.mask, (size_t)N * (size_t)place.facts.actions) != 0;
        for (int i = 0; i < N; i++)
            one.actions[i] = random_action(one.views.mask + (size_t)i * (size_t)place.facts.actions,
                                           place.facts.actions, &random);
        int index = step % N;
        wrong += !half_agrees(&place, batch[0], &one, index);
        tri_play(place.board, place.state, one.actions[index], NULL);
        bool over = tri_turn(place.board, place.state) == TRI_TURN_OVER;
        int margin[TRI_PLAYERS_MAX];
        tri_score(place.board, place.state, NULL, margin, NULL, NULL);
        wrong += tri_batch_step(batch[0], one.actions, &one.views, NULL) != TRI_OK;
        wrong += tri_batch_step(batch[1], one.actions, &three.views, NULL) != TRI_OK;
        if (!place.facts.has_chance)
            wrong += one.views.done[index] != over;
        for (int seat = 0; over && seat < place.facts.players; seat++)
            wrong += (int)one.views.rewards[index * place.facts.players + seat] != margin[seat];
        for (int i = 0; i < N; i++)
            ended += one.views.done[i];
    }
    ok(!wrong, "%s: %d steps of two batches, %d halves ended", line, steps, ended);
    void *kept = place_copy(&place);
    ok(tri_batch_save(batch[0], 3, place.state, NULL) == TRI_OK &&
           tri_batch_load(batch[0], 5, place.state, NULL) == TRI_OK &&
           tri_batch_save(batch[0], 5, kept, NULL) == TRI_OK &&
           memcmp(kept, place.state, (size_t)place.facts.state_bytes) == 0,
       "%s: a half is copied to another", line);
    free(kept);
    tri_batch_free(batch[0]);
    tri_batch_free(batch[1]);
    arrays_free(&one);
    arrays_free(&three);
    place_free(&place);
}

/* A step with a wrong action changes nothing. */
static void check_wrong_step(void) {
    struct place place;
    struct tri_batch *batch;
    struct tri_error error;
    int32_t actions[4] = {0, 1, 2, 48};
    uint64_t before = 0, after = 0;
    if (!place_make("crepe triancey", &place))
        return;
    tri_batch_new(place.board, 4, 1, 0, &batch, NULL);
    tri_batch_step(batch, (const int32_t[]){3, 3, 3, 3}, NULL, NULL);
    tri_batch_save(batch, 0, place.state, NULL);
    tri_key(place.board, place.state, &before, NULL);
    is_int(tri_batch_step(batch, actions, NULL, &error), TRI_RANGE, "an action that is none");
    is_string(error.text, "actions[3]: 48 is not from 0 to 47", "the text names it");
    actions[3] = 3;
    is_int(tri_batch_step(batch, actions, NULL, &error), TRI_ILLEGAL, "a cell that is taken");
    ok(strncmp(error.text, "actions[3]: 3: ", 15) == 0, "the text says why: %s", error.text);
    tri_batch_save(batch, 0, place.state, NULL);
    tri_key(place.board, place.state, &after, NULL);
    ok(before == after, "nothing was played");
    tri_batch_free(batch);
    place_free(&place);
}

/* Of several wrong actions the first is named, whichever thread found one, and views stay. */
static void check_wrong_steps(void) {
    enum { CELLS = 48 };
    struct place place;
    struct tri_batch *batch;
    struct tri_error error;
    int32_t actions[N];
    static uint8_t mask[N * CELLS], before[N * CELLS];
    const struct tri_views views = {.mask = mask};
    if (!place_make("crepe triancey", &place))
        return;
    tri_batch_new(place.board, N, 3, 0, &batch, NULL);
    tri_batch_look(batch, &views, NULL);
    for (int step = 0; step < 40; step++) {
        int32_t legal[N];
        for (int i = 0; i < N; i++)
            legal[i] =
                (int32_t)((const uint8_t *)memchr(mask + i * CELLS, 1, CELLS) - mask) % CELLS;
        memcpy(actions, legal, sizeof actions);
        for (int i = step * 3; i < N; i += 30)
            actions[i] = CELLS;
        memcpy(before, mask, sizeof mask);
        char wanted[TRI_TEXT_SIZE];
        snprintf(wanted, sizeof wanted, "actions[%d]: %d is not from 0 to %d", step * 3, CELLS,
                 CELLS - 1);
        if (tri_batch_step(batch, actions, &views, &error) != TRI_RANGE ||
            strcmp(error.text, wanted) != 0 || memcmp(before, mask, sizeof mask) != 0)
            ok(false, "step %d: %s, not %s", step, error.text, wanted);
        tri_batch_step(batch, legal, &views, NULL);
    }
    ok(memcmp(before, mask, sizeof mask) != 0, "steps without a mistake are played");
    tri_batch_free(batch);
    place_free(&place);
}

/* ---- hidden hands ---------------------------------------------------------------------------- */

/* Each seat's view knows the turn and the moves of its seat, and guesses agree with it. */
static void check_hidden(void) {
    struct place place;
    struct random random;
    void *view[TRI_PLAYERS_MAX], *sent[TRI_PLAYERS_MAX], *guess;
    int wrong = 0, guesses = 0, hidden = 0;
    if (!place_make("trioker-rapid players 3", &place))
        return;
    int32_t *actions = malloc(sizeof *actions * (size_t)place.facts.legal_max);
    guess = place_copy(&place);
    for (int seat = 0; seat < place.facts.players; seat++)
        view[seat] = place_copy(&place), sent[seat] = place_copy(&place);
    random_seed(&random, 3);
    for (int step = 0; step < 400 && !wrong; step++) {
        int turn = tri_turn(place.board, place.state);
        int count = tri_legal(place.board, place.state, place.actions, NULL);
        if (turn == TRI_TURN_OVER)
            break;
        if (turn >= 0) {
            int seen = tri_legal(place.board, view[turn], actions, NULL);
            wrong += seen != count ||
                     memcmp(actions, place.actions, sizeof *actions * (size_t)count) != 0;
            wrong += tri_guess(place.board, view[turn], (uint64_t)step, guess, NULL) != TRI_OK ||
                     tri_turn(place.board, guess) != turn;
            guesses++;
        }
        int32_t action = place.actions[random_below(&random, (uint32_t)count)];
        for (int seat = 0; seat < place.facts.players; seat++) {
            char shown[TRI_TEXT_SIZE];
            int32_t played = -2;
            wrong +=
                tri_action_shown(place.board, place.state, action, seat, shown, NULL) != TRI_OK ||
                tri_play_text(place.board, sent[seat], shown, &played, NULL) != TRI_OK ||
                played != (strchr(shown, '?') ? -1 : action);
            hidden += played == -1;
            wrong += tri_tell(place.board, place.state, action, seat, view[seat], NULL) != TRI_OK;
            wrong += memcmp(view[seat], sent[seat], (size_t)place.facts.state_bytes) != 0;
        }
        wrong += tri_play(place.board, place.state, action, NULL) != TRI_OK;
    }
    ok(!wrong && guesses > 20, "hidden hands: %d guesses agree with what their seat knows",
       guesses);
    ok(hidden > 20, "views are the same by moves as they are sent, %d of them hidden", hidden);
    for (int seat = 0; seat < place.facts.players; seat++) {
        free(view[seat]);
        free(sent[seat]);
    }
    free(guess);
    free(actions);
    place_free(&place);
}

/* ---- boards ---------------------------------------------------------------------------------- */

static void check_shape(void) {
    struct place place;
    int16_t side[60][3], corner[60][3];
    double xy[60][3][2];
    int wrong = 0;
    if (!place_make("archipel", &place))
        return;
    ok(tri_neighbours(place.board, &side[0][0], NULL) == TRI_OK &&
           tri_corners(place.board, &corner[0][0], NULL) == TRI_OK &&
           tri_coordinates(place.board, &xy[0][0][0], NULL) == TRI_OK,
       "neighbours, corners and coordinates");
    for (int cell = 0; cell < place.facts.cells; cell++)
        for (int k = 0; k < 3; k++) {
            int other = side[cell][k];
            wrong += corner[cell][k] < 0 || corner[cell][k] >= place.facts.corners;
            wrong += other >= place.facts.cells || other < -3;
            wrong += other >= 0 && side[other][0] != cell && side[other][1] != cell &&
                     side[other][2] != cell;
        }
    ok(!wrong && xy[0][0][0] != xy[0][1][0], "they fit each other");
    place_free(&place);
    if (!place_make(
            "inline triancey t cells 8 sides 1,3,5 0,2,4 3,1,7 2,0,6 5,7,1 4,6,0 7,5,3 6,4,2",
            &place))
        return;
    is_int(tri_corners(place.board, &corner[0][0], NULL), TRI_UNSUPPORTED,
           "a board that is spelled out has no corners");
    place_free(&place);
}

int main(void) {
    is_int(tri_abi(), TRI_ABI, "the interface of the header");
    check_counts();
    check_halves("crepe triancey", 100, 10000);
    check_halves("crepe selacata", 100, 10000);
    check_halves("torus 16x8 selacata", 10, 1000);
    check_halves("archipel", 100, 10000);
    check_halves("tritt size 5", 100, 10000);
    check_halves("triangulation players 2", 4, 10000);
    check_halves("triangulation players 3", 4, 10000);
    check_halves("trioker-duel", 50, 10000);
    check_halves("trioker-rapid players 4", 10, 10000);
    check_halves("hexagon 2 trioker-puzzle joker 1", 50, 10000);
    check_batch("crepe selacata", 200);
    check_batch("archipel", 150);
    check_batch("tritt size 4", 40);
    check_batch("triangulation players 3", 20);
    check_batch("trioker-duel", 60);
    check_batch("trioker-rapid", 60);
    check_batch("hexagon 2 trioker-puzzle", 40);
    check_wrong_step();
    check_wrong_steps();
    check_hidden();
    check_shape();
    return done();
}
