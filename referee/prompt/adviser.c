/* adviser.c - see adviser.h. */
#include "config.h"

#include "referee/prompt/adviser.h"

#include "base/language.h"
#include "referee/engines/terms.h"
#include "referee/match/engine_seat.h"
#include "referee/match/moves.h"
#include "referee/match/seat.h"

/* How long it may think; nobody plays against it: it may be late. In microseconds. */
enum { THINKS_US = 1000000, LATE_US = 10000000 };

static bool sit_down(struct adviser *adviser, const atomic_int *stop) {
    if (adviser->seat)
        return true;
    adviser->spec =
        (struct engine_spec){.name = (char *)"hint", .command = (char *)"builtin:search"};
    terms_default(&adviser->spec);
    adviser->spec.limits.movetime = THINKS_US;
    adviser->spec.limits.margin = LATE_US;
    adviser->seat = engine_seat_new(&adviser->spec, stop, NULL, 0);
    return adviser->seat != NULL;
}

/* Tells it the half so far and asks what it would do. */
static enum verdict ask(struct seat *seat, const struct seat_half *half, const char *moves,
                        char move[GAME_MOVE_TEXT]) {
    const int64_t none[GAME_PLAYERS_MAX] = {-1, -1, -1, -1};
    struct moves_reader reader = moves_read(moves, NULL);
    int64_t took;
    seat->kind->begin(seat, half);
    enum verdict verdict = seat->kind->ready(seat);
    if (verdict != VERDICT_OK)
        return verdict;
    while (moves_next(&reader))
        seat->kind->notify_move(seat, reader.text);
    return seat->kind->choose(seat, half->board, none, none, move, &took);
}

enum verdict adviser_ask(struct adviser *adviser, const struct seat_half *half, const char *moves,
                         const atomic_int *stop, char move[GAME_MOVE_TEXT], const char **why) {
    *why = _("out of memory");
    if (!sit_down(adviser, stop))
        return VERDICT_START;
    enum verdict verdict = ask(adviser->seat, half, moves, move);
    *why = adviser->seat->fault.shown;
    if (verdict != VERDICT_OK && verdict != VERDICT_STOPPED)
        adviser->seat->kind->stop(adviser->seat, false);
    return verdict;
}

void adviser_free(struct adviser *adviser) {
    if (adviser->seat)
        adviser->seat->kind->free(adviser->seat);
}
