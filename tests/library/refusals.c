/* refusals.c - calls of libtriancey with arguments that are wrong, drawn at random and one by one:
 * each is refused with a code and a text that names one of its arguments, and has written nothing.
 */
#include "base/random.h"
#include "library/triancey.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARDS = 7, BATCH = 5, STATES = 3, SPARE = 1 << 20, ACTIONS_MAX = 1 << 15 };

static const char *const lines[BOARDS] = {
    "crepe selacata", "torus 2x2 triancey",      "tritt size 4", "triangulation", "trioker-duel",
    "trioker-rapid",  "hexagon 1 trioker-puzzle"};

/* Lines and positions that are mostly wrong. */
static const char *const odd_lines[] = {"",
                                        "nosuchgame x",
                                        "inline",
                                        "inline selacata t cells 9",
                                        "tritt size 1000",
                                        "torus 0x0 triancey",
                                        "a\nb"};
static const char *const odd_positions[] = {"",
                                            "turn=1",
                                            "turn=9 cells=.",
                                            "turn=1 =",
                                            "turn=1 turn=1",
                                            "phase=play turn=1",
                                            "turn=1 pieces1=a1-a3",
                                            "turn=2 laid=33:002",
                                            "turn=1 cells=1....................... x"};

/* A board with everything that is made on it. */
struct set {
    struct tri_board *board;
    struct tri_facts facts;
    struct tri_batch *batch;
    struct tri_player *player;
    char *states; /* STATES of them */
};

struct caller {
    struct random random;
    struct set set[BOARDS];
    char *out; /* SPARE bytes, to be written by calls that go well */
    long refused, done, silent, nameless, written;
};

static uint32_t below(struct caller *caller, uint32_t count) {
    return random_below(&caller->random, count);
}

static bool rarely(struct caller *caller) {
    return below(caller, 6) == 0;
}

/* Mostly a sensible number, sometimes any. */
static int number(struct caller *caller, int sensible) {
    static const int odd[] = {-1, -2, 0, 1, 1 << 30, INT32_MAX, INT32_MIN, 257};
    return rarely(caller) ? odd[below(caller, sizeof odd / sizeof *odd)]
                          : (int)below(caller, (uint32_t)sensible + 1);
}

static struct set *any_set(struct caller *caller) {
    return &caller->set[below(caller, BOARDS)];
}

/* Mostly what is asked for, sometimes nothing. */
static void *maybe(struct caller *caller, const void *pointer) {
    return rarely(caller) ? NULL : (void *)pointer;
}

/* Mostly a state of the board, sometimes one of another board, an odd address or nothing. */
static void *any_state(struct caller *caller, const struct set *set) {
    const struct set *from = rarely(caller) ? any_set(caller) : set;
    char *state = from->states + (size_t)below(caller, STATES) * (size_t)from->facts.state_bytes;
    if (below(caller, 20) == 0)
        return caller->out + 8;
    return maybe(caller, state);
}

static int stops(void *context, int count, const uint8_t *planes, const uint8_t *mask,
                 const int8_t *mover, float *priors, float *values) {
    (void)context, (void)count, (void)planes, (void)mask, (void)mover, (void)priors, (void)values;
    return 1;
}

/* Makes one of the calls, drawn at random, and returns its code. */
static int call(struct caller *caller, struct tri_error *error) {
    struct set *set = any_set(caller);
    struct tri_board *board = maybe(caller, set->board);
    void *out = maybe(caller, caller->out), *state = any_state(caller, set);
    struct tri_batch *batch = maybe(caller, rarely(caller) ? any_set(caller)->batch : set->batch);
    struct tri_player *player = maybe(caller, set->player);
    int action = number(caller, set->facts.actions);
    int32_t actions[BATCH];
    struct tri_views views = {.mover = out};
    struct tri_budget budget = {1 + (int64_t)number(caller, 20), number(caller, 1)};
    struct tri_search_options options = {number(caller, 5), number(caller, 3), 1, 1};
    for (int i = 0; i < BATCH; i++)
        actions[i] = number(caller, set->facts.actions);
    void *made = NULL;
    int code;
    switch (below(caller, 27)) {
    case 0:
        code = tri_board_new(maybe(caller, odd_lines[below(caller, 7)]), (struct tri_board **)&made,
                             error);
        tri_board_free(made);
        return code;
    case 1:
        return tri_board_facts(board, out, error);
    case 2:
        return tri_neighbours(board, out, error);
    case 3:
        return tri_corners(board, out, error);
    case 4:
        return tri_coordinates(board, out, error);
    case 5:
        return tri_symmetry(board, number(caller, 4), out, error);
    case 6:
        return tri_action_move(board, action, out, error);
    case 7:
        return tri_start(board, number(caller, 3), maybe(caller, caller->out + below(caller, 2)),
                         error);
    case 8:
        return tri_legal(board, state, out, error) < 0 ? error->code : TRI_OK;
    case 9:
        return tri_play(board, state, action, error);
    case 10: {
        static const char *const moves[] = {"12",     "0",     "draw:?", "pass",
                                            "deal:?", "first", "33:002", "a\xffz"};
        return tri_play_text(board, state, maybe(caller, moves[below(caller, 8)]), out, error);
    }
    case 11:
        return tri_score(board, state, out, NULL, NULL, error);
    case 12:
        return tri_key(board, state, out, error);
    case 13:
        return tri_observe(board, state, number(caller, 2), out, error);
    case 14:
        return below(caller, 2)
                   ? tri_action_text(board, state, action, out, error)
                   : tri_action_shown(board, state, action, number(caller, 2), out, error);
    case 15:
        return tri_action_read(
            board, state,
            maybe(caller,
                  below(caller, 2)
                      ? "12"
                      : "a-long-word-that-is-no-move-in-any-game-whatever-it-may-be-and-so-on"),
            out, error);
    case 16:
        return tri_tell(board, state, action, number(caller, 2), any_state(caller, set), error);
    case 17:
        return tri_guess(board, state, 1, out, error);
    case 18:
        code = tri_batch_new(board, number(caller, 4), rarely(caller) ? number(caller, 300) : 1, 1,
                             maybe(caller, &made), error);
        tri_batch_free(made);
        return code;
    case 19:
        return below(caller, 2) ? tri_batch_reset(batch, maybe(caller, &views), error)
                                : tri_batch_look(batch, maybe(caller, &views), error);
    case 20:
        return tri_batch_step(batch, maybe(caller, actions), maybe(caller, &views), error);
    case 21:
        return below(caller, 2) ? tri_batch_save(batch, number(caller, BATCH), out, error)
                                : tri_batch_load(batch, number(caller, BATCH), state, error);
    case 22: {
        static const char *const names[] = {"random", "search", "nobody", "reference"};
        code = tri_player_new(board, maybe(caller, names[below(caller, 4)]), number(caller, 2), 1,
                              (struct tri_player **)maybe(caller, &made), error);
        tri_player_free(made);
        return code;
    }
    case 23:
        return below(caller, 2)
                   ? tri_player_choose(player, state, maybe(caller, &budget), out, error)
                   : tri_player_choose_batch(player, batch, maybe(caller, &budget), out, error);
    case 24:
        return tri_solve(board, state, number(caller, 1) & 1, number(caller, 2), number(caller, 2),
                         1 + (number(caller, 2) & 1), out, NULL, error);
    case 25:
        if (below(caller, 4) == 0)
            return tri_position_text(board, state, out, error);
        return tri_position_read(board, number(caller, 3),
                                 maybe(caller, odd_positions[below(caller, 9)]),
                                 maybe(caller, caller->out + 8 * (int)below(caller, 3)), error);
    default:
        if (below(caller, 2))
            return tri_playouts(board, state, below(caller, 3) ? 1 : 0, 1, out, error);
        return tri_search(board, state, below(caller, 4) ? 1 : -1, maybe(caller, &options),
                          rarely(caller) ? NULL : stops, NULL, out, NULL, error);
    }
}

static void caller_begin(struct caller *caller) {
    *caller = (struct caller){.out = aligned_alloc(TRI_STATE_ALIGN, SPARE)};
    memset(caller->out, 0, SPARE);
    random_seed(&caller->random, 36);
    for (int i = 0; i < BOARDS; i++) {
        struct set *set = &caller->set[i];
        struct tri_error error = {.text = ""};
        ok(tri_board_new(lines[i], &set->board, &error) == TRI_OK, "%s %s", lines[i], error.text);
        tri_board_facts(set->board, &set->facts, NULL);
        tri_batch_new(set->board, BATCH, 1, 1, &set->batch, NULL);
        tri_player_new(set->board, "random", 0, 1, &set->player, NULL);
        set->states = aligned_alloc(TRI_STATE_ALIGN, (size_t)(STATES * set->facts.state_bytes));
        for (int k = 0; k < STATES; k++)
            tri_batch_save(set->batch, k, set->states + k * set->facts.state_bytes, NULL);
    }
}

static void caller_end(struct caller *caller) {
    for (int i = 0; i < BOARDS; i++) {
        tri_player_free(caller->set[i].player);
        tri_batch_free(caller->set[i].batch);
        free(caller->set[i].states);
        tri_board_free(caller->set[i].board);
    }
    free(caller->out);
}

/* The text begins with a word for an argument and a colon, or says that memory is short. */
static bool names_argument(const char *text) {
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz_.[]0123456789");
    return (length > 0 && text[length] == ':' && text[length + 1] == ' ') ||
           strcmp(text, "there is not enough memory") == 0;
}

/* ---- one wrong argument ---------------------------------------------------------------------- */

static int judge_evenly(void *context, int count, const uint8_t *planes, const uint8_t *mask,
                        const int8_t *mover, float *priors, float *values) {
    const struct tri_facts *facts = context;
    (void)planes, (void)mask, (void)mover;
    for (int i = 0; i < count * facts->actions; i++)
        priors[i] = 1;
    memset(values, 0, sizeof *values * (size_t)(count * facts->players));
    return 0;
}

enum { OF_STATES = 14, OF_HIDDEN = 3 };

/* A call that takes a state and an action, of which nothing else is wrong. The last ones are for
 * games that hide something. */
static int call_with(const struct set *set, int which, void *state, int action, void *out,
                     struct tri_error *error) {
    static const struct tri_budget budget = {.nodes = 1};
    static const struct tri_search_options options = {1, 1, 1, 1};
    const struct tri_board *board = set->board;
    struct tri_facts facts = set->facts;
    switch (which) {
    case 0:
        return tri_play(board, state, action, error);
    case 1:
        return tri_action_text(board, state, action, out, error);
    case 2:
        return tri_action_shown(board, state, action, 0, out, error);
    case 3:
        return tri_legal(board, state, out, error) < 0 ? error->code : TRI_OK;
    case 4:
        return tri_score(board, state, out, NULL, NULL, error);
    case 5:
        return tri_key(board, state, out, error);
    case 6:
        return tri_observe(board, state, 0, out, error);
    case 7:
        return tri_action_read(board, state, "12", out, error);
    case 8:
        return tri_position_text(board, state, out, error);
    case 9:
        return tri_batch_load(set->batch, 0, state, error);
    case 10:
        return tri_player_choose(set->player, state, &budget, out, error);
    case 11:
        return tri_solve(board, state, 1, 1, 1, 1, out, NULL, error);
    case 12:
        return tri_playouts(board, state, 1, 1, out, error);
    case 13:
        return tri_search(board, state, 1, &options, judge_evenly, &facts, out, NULL, error);
    case OF_STATES:
        return tri_guess(board, state, 1, out, error);
    case OF_STATES + 1:
        return tri_play_text(board, state, "pass", out, error);
    default:
        return tri_tell(board, state, action, 0, state, error);
    }
}

/* A state of another board, and one that another version of the library has marked. */
static void check_strange_states(struct caller *caller, const struct set *set, const char *line,
                                 int first, int end) {
    size_t size = (size_t)set->facts.state_bytes;
    char *own = aligned_alloc(TRI_STATE_ALIGN, size), *kept = malloc(SPARE);
    char *strange = aligned_alloc(TRI_STATE_ALIGN, SPARE);
    struct tri_board *other = NULL;
    struct tri_batch *batch = NULL;
    struct tri_error error;
    int32_t legal[ACTIONS_MAX];
    ok(tri_board_new(line, &other, &error) == TRI_OK, "%s", line);
    tri_batch_new(other, 1, 1, 1, &batch, NULL);
    for (int old = 0; old < 2; old++) {
        tri_batch_save(batch, 0, strange, NULL);
        if (old) {
            memcpy(strange, set->states, size);
            strange[0] ^= 1;
        }
        is_int(tri_turn(set->board, strange), TRI_TURN_BAD, "no turn in a strange state");
        for (int which = first; which < end; which++) {
            memcpy(own, set->states, size);
            tri_legal(set->board, own, legal, NULL);
            error.text[0] = '\0';
            int code = call_with(set, which, own, legal[0], caller->out, &error);
            ok(code != TRI_INPUT, "call %d takes a state of its board: %s", which, error.text);
            memcpy(kept, caller->out, SPARE);
            memcpy(own, strange, size);
            code = call_with(set, which, strange, legal[0], caller->out, &error);
            ok(code == TRI_INPUT && strstr(error.text, ": it is not a state of this board"),
               "call %d refuses one that is none: %s", which, error.text);
            ok(memcmp(own, strange, size) == 0 && memcmp(kept, caller->out, SPARE) == 0,
               "and writes nothing");
        }
    }
    is_int(tri_player_choose_batch(set->player, batch, NULL, legal, &error), TRI_INPUT, "%s",
           "a player refuses a batch of another board");
    tri_batch_free(batch);
    tri_board_free(other);
    free(strange);
    free(kept);
    free(own);
}

static void check_actions(struct caller *caller, const struct set *set, int first, int end) {
    size_t size = (size_t)set->facts.state_bytes;
    char *state = aligned_alloc(TRI_STATE_ALIGN, size), wanted[TRI_TEXT_SIZE];
    struct tri_error error;
    memcpy(state, set->states, size);
    for (int i = 0; i < 2; i++) {
        int action = i ? set->facts.actions : -1;
        snprintf(wanted, sizeof wanted, "action: %d is not from 0 to %d", action,
                 set->facts.actions - 1);
        is_int(tri_action_move(set->board, action, (uint32_t *)(void *)caller->out, &error),
               TRI_RANGE, "the move of no action");
        for (int which = first; which < end; which++) {
            is_int(call_with(set, which, state, action, caller->out, &error), TRI_RANGE,
                   "call %d refuses action %d", which, action);
            is_string(error.text, wanted, "and says so");
            ok(memcmp(state, set->states, size) == 0, "and plays nothing");
        }
    }
    free(state);
}

int main(void) {
    static struct caller caller;
    struct tri_error error;
    char *before = malloc(SPARE);
    int calls = enough(20000, 2000000);
    caller_begin(&caller);
    for (int i = 0; i < calls; i++) {
        /* Whether a refused call has changed the array; not each time, since that would be slow. */
        bool compared = i % 64 == 0;
        if (compared)
            memcpy(before, caller.out, SPARE);
        memset(&error, 0, sizeof error);
        int code = call(&caller, &error);
        if (code == TRI_OK) {
            caller.done++;
            continue;
        }
        caller.refused++;
        caller.silent += error.code != code;
        caller.nameless += !names_argument(error.text);
        if (!names_argument(error.text))
            diag("code %d: %s", code, error.text);
        if (compared && code != TRI_BUDGET)
            caller.written += memcmp(before, caller.out, SPARE) != 0;
    }
    ok(caller.refused > calls / 3 && caller.done > calls / 20, "%ld calls refused, %ld done",
       caller.refused, caller.done);
    is_int(caller.silent, 0, "the error has the code that is returned");
    is_int(caller.nameless, 0, "its text names an argument");
    is_int(caller.written, 0, "what is refused writes nothing");
    is_int(tri_turn(NULL, NULL), TRI_TURN_BAD, "tri_turn() of nothing");
    check_strange_states(&caller, &caller.set[0], "loire selacata", 0, OF_STATES);
    check_strange_states(&caller, &caller.set[5], "trioker-rapid players 3", OF_STATES,
                         OF_STATES + OF_HIDDEN);
    check_actions(&caller, &caller.set[0], 0, 3);
    check_actions(&caller, &caller.set[5], OF_STATES + 2, OF_STATES + OF_HIDDEN);
    tri_board_free(NULL);
    tri_batch_free(NULL);
    tri_player_free(NULL);
    caller_end(&caller);
    free(before);
    return done();
}
