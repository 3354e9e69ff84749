/* report_now.c - a table of the halves that are being played, from the file of live moves. */
#include "config.h"

#include "results/report_now.h"

#include "base/clock.h"
#include "base/language.h"
#include "half/moves.h"
#include "record/live.h"
#include "results/listing.h"
#include "results/report_charts.h"

#include <string.h>

enum { TRIES = 10, PAUSE_US = 10000 };

static void now_describe(struct listing *listing, const void *table, int64_t row) {
    const struct live_half *half = &((const struct live_seen *)table)->half[row];
    const char *last = strrchr(half->moves, ' ');
    char players[GAME_PLAYERS_MAX * (NAME_BYTES_MAX + 8)] = "", round[16] = "";
    for (int seat = 0; seat < half->seats; seat++)
        text_append(players, sizeof players, _(" v "), half->player[seat]);
    if (half->round > 0)
        snprintf(round, sizeof round, "%d", half->round);
    listing_row(listing,
                (const struct column[]){
                    {NULL, N_("players"), .cell = cell_name(players)},
                    {NULL, N_("game"), .cell = cell_count(half->game)},
                    {NULL, N_("round"), .cell = cell_text(round)},
                    {NULL, N_("board"), .cell = cell_text(half->board_name)},
                    {NULL, N_("half"), .cell = cell_count(half->half)},
                    {NULL, N_("moves"), .cell = cell_count(moves_count(half->moves))},
                    {NULL, N_("last move"), .cell = cell_text(last ? last + 1 : half->moves)},
                    {0},
                });
}

void report_now(const char *record, FILE *file) {
    struct live_seen seen = {0};
    for (int i = 0; i < TRIES && live_read(&seen, record, NULL) == LIVE_SAME; i++)
        clock_sleep_us(PAUSE_US); /* it is being written */
    report_text(file, "<h2 id=now>", _("Being played"), "</h2>\n");
    if (seen.halves > 0)
        listing_print(now_describe, &seen,
                      seen.halves < REPORT_NOW_HALVES ? seen.halves : REPORT_NOW_HALVES,
                      LISTING_HTML, file);
    else
        report_text(file, "<p>", _("No game is being played at this moment."), "</p>\n");
    live_seen_free(&seen);
}
