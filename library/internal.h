/* internal.h - what the sources of the library share. */
#ifndef TRIANCEY_LIBRARY_INTERNAL_H
#define TRIANCEY_LIBRARY_INTERNAL_H

#include "games/actions.h"
#include "games/game.h"
#include "games/planes.h"
#include "library/triancey.h"

struct tri_board {
    struct grid *grid; /* NULL: the game has a board of its own */
    struct game_board *board;
    struct tri_facts facts;
    uint64_t tag; /* at the head of each of its states */
    struct actions actions;
    uint16_t (*image)[256]; /* of the cells, by symmetry; NULL: the identity alone */
    struct planes_shape shape;
};

/* Says what went wrong and returns the code. */
int library_fail(struct tri_error *error, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int library_no_memory(struct tri_error *error);

/* Each of these returns TRI_OK, or what is wrong with the argument of that name. */
int library_check_pointer(const void *pointer, const char *name, struct tri_error *error);
int library_check_range(int64_t number, int64_t least, int64_t most, const char *name,
                        struct tri_error *error);

/* The board and a state of it; and one in which a seat has the turn, or several. */
int library_check_state(const struct tri_board *board, const void *state, const char *name,
                        struct tri_error *error);
int library_check_mover(const struct tri_board *board, const void *state, const char *name,
                        struct tri_error *error);
int library_check_states(const struct tri_board *board, const void *states, int n,
                         struct tri_error *error);

/* A state of the caller is the tag of its board, which is found there whatever the size of the
 * state may be, and the state of the game. */
enum { STATE_HEAD = TRI_STATE_ALIGN };

static inline const struct game_state *library_state(const void *state) {
    return (const struct game_state *)(const void *)((const char *)state + STATE_HEAD);
}

static inline struct game_state *library_changeable(void *state) {
    return (struct game_state *)(void *)((char *)state + STATE_HEAD);
}

/* State `i` of several that follow each other. */
static inline const void *library_nth(const struct tri_board *board, const void *states, int i) {
    return (const char *)states + (size_t)i * (size_t)board->facts.state_bytes;
}

static inline const struct game_state *library_state_at(const struct tri_board *board,
                                                        const void *states, int i) {
    return library_state(library_nth(board, states, i));
}

/* Marks memory that has become a state of the board. */
static inline void library_mark(const struct tri_board *board, void *state) {
    __builtin_memcpy(state, &board->tag, sizeof board->tag);
}

/* What the mask of a batch says of a state that has been checked; `moves` has room for legal_max +
 * 1. */
void library_mask(const struct tri_board *board, const struct game_state *state, int32_t *moves,
                  uint8_t *mask);

static inline uint32_t library_move(const struct tri_board *board, int action) {
    return board->actions.move ? board->actions.move[action] : (uint32_t)action;
}

/* What tri_legal() writes, of a state that has been checked. */
int library_legal(const struct tri_board *board, const struct game_state *state, int32_t *actions);

/* A budget; and the board of a player. */
int library_check_budget(const struct tri_budget *budget, struct tri_error *error);
const struct tri_board *library_player_board(const struct tri_player *player);

#endif
