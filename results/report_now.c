/* report_now.c - a table of the halves that are being played, from the file of live moves. */
#include "config.h"

#include "results/report_now.h"

#include "base/clock.h"
#include "base/language.h"
#include "half/moves.h"
#include "record/live.h"
#include "results/report_charts.h"

#include <string.h>

enum { TRIES = 10, PAUSE_US = 10000 };

static void print_players(const struct live_half *half, FILE *file) {
    fputs("<th scope=row>", file);
    for (int seat = 0; seat < half->seats; seat++)
        report_text(file, seat ? _(" v ") : "", half->player[seat], "");
    fputs("</th>", file);
}

static void print_half(const struct live_half *half, FILE *file) {
    const char *last = strrchr(half->moves, ' ');
    fputs("<tr>", file);
    print_players(half, file);
    fprintf(file, "<td>%lld</td>", (long long)half->game);
    if (half->round > 0)
        fprintf(file, "<td>%d</td>", half->round);
    else
        fputs("<td></td>", file);
    report_text(file, "<td>", half->board_name, "</td>");
    fprintf(file, "<td>%d</td><td>%d</td>", half->half, moves_count(half->moves));
    report_text(file, "<td>", last ? last + 1 : half->moves, "</td></tr>\n");
}

static void now_print_table(const struct live_seen *seen, FILE *file) {
    const char *const heads[] = {_("game"), _("round"), _("board"),
                                 _("half"), _("moves"), _("last move")};
    report_text(
        file, "<div class=wide><table class=standings><tr><th scope=col style=\"text-align:left\">",
        _("players"), "</th>");
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        report_text(file, "<th scope=col>", heads[i], "</th>");
    fputs("</tr>\n", file);
    for (int i = 0; i < seen->halves && i < REPORT_NOW_HALVES; i++)
        print_half(&seen->half[i], file);
    fputs("</table></div>\n", file);
}

void report_now(const char *record, FILE *file) {
    struct live_seen seen = {0};
    for (int i = 0; i < TRIES && live_read(&seen, record, NULL) == LIVE_SAME; i++)
        clock_sleep_us(PAUSE_US); /* it is being written */
    report_text(file, "<h2 id=now>", _("Being played"), "</h2>\n");
    if (seen.halves > 0)
        now_print_table(&seen, file);
    else
        report_text(file, "<p>", _("No game is being played at this moment."), "</p>\n");
    live_seen_free(&seen);
}
