/* human_seat.c - see human_seat.h. A person has no clock; his times are measured all the same. */
#include "config.h"

#include "referee/prompt/human_seat.h"

#include "base/clock.h"
#include "referee/engines/engine_spec.h"
#include "referee/engines/verdict.h"
#include "referee/match/seat.h"
#include "referee/prompt/prompt.h"

#include <stdlib.h>

struct human_seat {
    struct seat seat;
    struct prompt *prompt;
    bool leads;
    const int *plies_before;
    int number; /* of the seat in this half, from 0 */
};

static struct human_seat *self(struct seat *seat) {
    return (struct human_seat *)(void *)seat;
}

static void begin(struct seat *seat, const struct seat_half *half) {
    struct human_seat *human = self(seat);
    human->number = half->seat;
    if (human->leads)
        prompt_begin(human->prompt, half, *human->plies_before);
}

static enum verdict ready(struct seat *seat) {
    (void)seat;
    return VERDICT_OK;
}

static void notify_move(struct seat *seat, const char *move) {
    if (self(seat)->leads)
        prompt_notify_move(self(seat)->prompt, move);
}

static enum verdict choose(struct seat *seat, const struct game_board *board, const int64_t *clock,
                           const int64_t *increment, char move[GAME_MOVE_TEXT], int64_t *took) {
    (void)board;
    (void)clock;
    (void)increment;
    int64_t start = clock_us();
    enum verdict verdict =
        prompt_choose(self(seat)->prompt, self(seat)->number, move, &seat->fault);
    *took = clock_us() - start;
    return verdict;
}

static void free_seat(struct seat *seat) {
    free(self(seat));
}

static const struct seat_kind human_kind = {
    .begin = begin,
    .ready = ready,
    .notify_move = notify_move,
    .choose = choose,
    .free = free_seat,
};

static const struct limits no_limits;

struct seat *human_seat_new(struct prompt *prompt, const char *name, bool leads,
                            const int *plies_before) {
    struct human_seat *human = calloc(1, sizeof *human);
    if (!human)
        return NULL;
    human->prompt = prompt;
    human->leads = leads;
    human->plies_before = plies_before;
    human->seat.kind = &human_kind;
    human->seat.name = name;
    human->seat.limits = &no_limits;
    return &human->seat;
}
