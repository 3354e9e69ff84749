/* adviser.c - see adviser.h. */
#include "config.h"

#include "referee/prompt/adviser.h"

#include "referee/engines/terms.h"
#include "referee/match/engine_seat.h"
#include "referee/match/moves.h"

/* How long it may think; nobody plays against it: it may be late. In microseconds. */
enum { THINKS_US = 1000000, LATE_US = 10000000 };

/* Where nothing is hidden a search says more than good guesses. */
static bool open_seat(struct adviser *adviser, const struct game *game, const atomic_int *stop) {
    struct engine_spec *spec = &adviser->spec;
    if (adviser->seat)
        return true;
    *spec =
        (struct engine_spec){.name = (char *)"hint",
                             .command = (char *)(game->guess ? "builtin:mcts" : "builtin:search")};
    terms_default(spec);
    spec->limits.movetime = THINKS_US;
    spec->limits.margin = LATE_US;
    adviser->seat = engine_seat_new(spec, stop, NULL, 0);
    return adviser->seat != NULL;
}

enum verdict adviser_ask(struct adviser *adviser, const struct seat_half *half, const char *moves,
                         const atomic_int *stop, char move[GAME_MOVE_TEXT]) {
    const int64_t none[GAME_PLAYERS_MAX] = {-1, -1, -1, -1};
    struct moves_reader reader = moves_read(moves, NULL);
    int64_t took;
    if (!open_seat(adviser, half->board->game, stop))
        return VERDICT_STOPPED;
    struct seat *seat = adviser->seat;
    seat->kind->begin(seat, half);
    enum verdict verdict = seat->kind->ready(seat);
    if (verdict == VERDICT_OK) {
        while (moves_next(&reader))
            seat->kind->notify_move(seat, reader.text);
        verdict = seat->kind->choose(seat, half->board, none, none, move, &took);
    }
    if (verdict != VERDICT_OK && verdict != VERDICT_STOPPED)
        seat->kind->stop(seat, false);
    return verdict;
}

void adviser_free(struct adviser *adviser) {
    if (adviser->seat)
        adviser->seat->kind->free(adviser->seat);
    adviser->seat = NULL;
}
