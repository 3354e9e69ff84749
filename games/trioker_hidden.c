/* trioker_hidden.c - what somebody knows of the hands that they do not see: conclusions from how
 * many pieces are where, and full states that agree with all they know. */
#include "games/trioker.h"

#include "base/random.h"

/* ---- what is known --------------------------------------------------------------------------- */

trioker_set trioker_may_be(const struct trioker_rapid_state *state, int place) {
    trioker_set set = 0;
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        set |= (trioker_set)(state->where[piece] >> place & 1) << piece;
    return set;
}

trioker_set trioker_is_in(const struct trioker_rapid_state *state, int place) {
    trioker_set set = 0;
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        set |= (trioker_set)(state->where[piece] == 1 << place) << piece;
    return set;
}

/* ---- conclusions ----------------------------------------------------------------------------- */

/* Either a place can hold no more pieces than are known to be there, or all that can be there must
 * be. */
static bool settle_place(struct trioker_rapid_state *state, int place) {
    trioker_set sure = trioker_is_in(state, place), open = trioker_may_be(state, place) & ~sure;
    int missing = state->count[place] - trioker_count(sure);
    bool none = missing == 0, all = missing == trioker_count(open);
    if (!open || (!none && !all))
        return false;
    for (; open; open &= open - 1) {
        uint8_t *where = &state->where[__builtin_ctz(open)];
        unsigned left = none ? *where & ~(1u << place) : 1u << place;
        *where = (uint8_t)left;
    }
    return true;
}

void trioker_settle(struct trioker_rapid_state *state) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int place = 0; place < TRIOKER_PLACES; place++)
            changed = settle_place(state, place) || changed;
    }
}

/* ---- guessing -------------------------------------------------------------------------------- */

/* Unknown pieces being put where they may be. */
struct guess {
    const struct trioker_rapid_state *state;
    struct random *random;
    int pieces;
    uint8_t piece[TRIOKER_ALL];
    int8_t place[TRIOKER_ALL]; /* of each piece in the list; -1: not yet */
    int room[TRIOKER_PLACES];  /* for unknown pieces */
};

static bool allowed(const struct guess *guess, int i, int place) {
    return guess->state->where[guess->piece[i]] >> place & 1;
}

/* Finds a place for a piece, moving others if need be (augmenting paths, as in a matching). */
static bool put(struct guess *guess, int i, unsigned *tried) {
    int from = (int)random_below(guess->random, TRIOKER_PLACES);
    for (int k = 0; k < TRIOKER_PLACES; k++) {
        int place = (from + k) % TRIOKER_PLACES;
        if (!allowed(guess, i, place) || *tried >> place & 1)
            continue;
        *tried |= 1u << place;
        bool found = guess->room[place] > 0;
        guess->room[place] -= found;
        for (int other = 0; !found && other < guess->pieces; other++)
            found = guess->place[other] == place && put(guess, other, tried);
        if (!found)
            continue;
        guess->place[i] = (int8_t)place;
        return true;
    }
    return false;
}

/* Exchanges pairs that may be exchanged, so that no way to put the pieces is preferred. */
static void mix(struct guess *guess) {
    enum { ROUNDS = 12 };
    for (int n = 0; n < ROUNDS * guess->pieces; n++) {
        int a = (int)random_below(guess->random, (uint32_t)guess->pieces);
        int b = (int)random_below(guess->random, (uint32_t)guess->pieces);
        int8_t there = guess->place[b];
        if (!allowed(guess, a, there) || !allowed(guess, b, guess->place[a]))
            continue;
        guess->place[b] = guess->place[a];
        guess->place[a] = there;
    }
}

static void list_unknown(struct guess *guess) {
    for (int place = 0; place < TRIOKER_PLACES; place++)
        guess->room[place] =
            guess->state->count[place] - trioker_count(trioker_is_in(guess->state, place));
    for (int piece = 0; piece < TRIOKER_ALL; piece++)
        if (trioker_count(guess->state->where[piece]) > 1) {
            guess->place[guess->pieces] = -1;
            guess->piece[guess->pieces++] = (uint8_t)piece;
        }
}

bool trioker_guess(const struct game_board *board, const struct game_state *state,
                   struct random *random, struct game_state *full) {
    struct trioker_rapid_state *s = trioker_rapid_changeable(full);
    struct guess guess = {.state = trioker_rapid_state(state), .random = random};
    game_copy(board, full, state);
    list_unknown(&guess);
    for (int i = 0; i < guess.pieces; i++) {
        unsigned tried = 0;
        if (!put(&guess, i, &tried))
            return false;
    }
    mix(&guess);
    for (int i = 0; i < guess.pieces; i++)
        s->where[guess.piece[i]] = (uint8_t)(1 << guess.place[i]);
    s->masked = 0;
    for (int place = 0; place < TRIOKER_PLACES; place++)
        if (trioker_count(trioker_is_in(s, place)) != s->count[place])
            return false;
    return true;
}
