/* ratings_page.c - ratings as a page of HTML: charts with the interval of each player, and the
 * table; see ratings.h. */
#include "config.h"

#include "results/ratings.h"

#include "base/language.h"
#include "record/record_rows.h"
#include "results/report_charts.h"
#include "results/report_page.h"
#include "results/report_scale.h"

#include <math.h>

/* The layout of a chart, one row for each player: names end at NAMES, values lie between LEFT and
 * RIGHT. */
enum { WIDTH = 720, NAMES = 170, LEFT = 184, RIGHT = 700, ROW = 24, TOP = 8, FOOT = 28 };
enum { CHART_PLAYERS = 100 }; /* at most; the table has all players */

/* One of the two ratings, as the charts and the table show it. */
struct kind {
    const struct fit *fit;
    int anchor;
    int digits;
};

static double error_of(const struct kind *kind, int player) {
    return player == kind->anchor ? 0 : fit_error(kind->fit, player, -1);
}

static int chart_players(const struct ratings *ratings) {
    return ratings->shown < CHART_PLAYERS ? ratings->shown : CHART_PLAYERS;
}

/* Makes a scale from the lowest end of an interval to the highest; false: fewer than two players
 * have a rating. */
static bool find_scale(const struct ratings *ratings, const struct kind *kind,
                       struct scale *scale) {
    double low = INFINITY, high = -INFINITY;
    int rated = 0;
    for (int rank = 0; rank < chart_players(ratings); rank++) {
        int i = ratings->order[rank];
        double rating = kind->fit->rating[i], error = error_of(kind, i);
        if (!isfinite(rating))
            continue;
        rated++;
        low = fmin(low, rating - (isfinite(error) ? error : 0));
        high = fmax(high, rating + (isfinite(error) ? error : 0));
    }
    if (rated > 1)
        *scale = scale_make(low, high, LEFT, RIGHT, 8);
    return rated > 1;
}

static void print_ticks(const struct scale *scale, int bottom, FILE *file) {
    for (double tick = scale->low; tick <= scale->high + scale->step / 2; tick += scale->step) {
        fprintf(file, "<path class=%s d=\"M%.1f %dV%d\"/><text x=%.1f y=%d text-anchor=middle>",
                fabs(tick) < scale->step / 1e6 ? "zero" : "grid", scale_at(scale, tick), TOP,
                bottom, scale_at(scale, tick), bottom + 16);
        scale_print_tick(file, scale, tick);
        fputs("</text>\n", file);
    }
}

/* A player's name, and the rating with its interval, if there is one. */
static void print_player(const struct ratings *ratings, const struct kind *kind,
                         const struct scale *scale, int rank, FILE *file) {
    int i = ratings->order[rank];
    double y = TOP + ROW * (rank + 0.5), rating = kind->fit->rating[i], error = error_of(kind, i);
    fprintf(file, "<text class=name x=%d y=%.0f text-anchor=end>", NAMES, y + 4);
    report_text(file, "", record_name_shown(ratings->player[i].name), "</text>");
    if (isfinite(rating) && isfinite(error) && error > 0)
        fprintf(file, "<path class=error d=\"M%.1f %.1fH%.1f\"/>", scale_at(scale, rating - error),
                y, scale_at(scale, rating + error));
    if (isfinite(rating))
        fprintf(file, "<circle class=mean cx=%.1f cy=%.1f r=4><title>%+.*f</title></circle>\n",
                scale_at(scale, rating), y, kind->digits, rating);
}

static void print_chart(const struct ratings *ratings, const struct kind *kind, const char *title,
                        const char *about, FILE *file) {
    struct scale scale;
    char cut[128] = "";
    int players = chart_players(ratings), bottom = TOP + ROW * players;
    if (!find_scale(ratings, kind, &scale))
        return;
    if (players < ratings->shown)
        snprintf(cut, sizeof cut, _("The chart shows the first %d of %d players."), players,
                 ratings->shown);
    fprintf(file,
            "<h2>%s</h2>\n<p>%s %s</p>\n<div class=wide><svg class=chart viewBox=\"0 0 %d %d\" "
            "role=img aria-label=\"%s\">\n",
            title, about, cut, WIDTH, bottom + FOOT, title);
    print_ticks(&scale, bottom, file);
    for (int rank = 0; rank < players; rank++)
        print_player(ratings, kind, &scale, rank, file);
    fputs("</svg></div>\n", file);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void print_rating(const struct kind *kind, int player, FILE *file) {
    double rating = kind->fit->rating[player], error = error_of(kind, player);
    if (!isfinite(rating))
        fputs("<td>&ndash;</td>", file);
    else if (error > 0 && isfinite(error))
        fprintf(file, "<td>%+.*f &plusmn; %.*f</td>", kind->digits, rating, kind->digits, error);
    else
        fprintf(file, "<td>%+.*f</td>", kind->digits, rating);
}

static void ratings_page_print_row(const struct ratings *ratings, const struct kind *kinds,
                                   int rank, FILE *file) {
    int i = ratings->order[rank];
    const struct ratings_player *player = &ratings->player[i];
    fprintf(file, "<tr><td>%d</td>", rank + 1);
    report_text(file, "<th scope=row>", record_name_shown(player->name), "</th>");
    fprintf(file, "<td>%lld</td>", (long long)player->encounters);
    print_rating(&kinds[0], i, file);
    print_rating(&kinds[1], i, file);
    fprintf(file, "<td>%lld</td><td>%lld</td><td>%lld</td></tr>\n", (long long)player->won,
            (long long)player->drawn, (long long)player->lost);
}

static void ratings_page_print_table(const struct ratings *ratings, const struct kind *kinds,
                                     FILE *file) {
    const char *const heads[] = {_("encounters"), _("margin"), "Elo",
                                 _("won"),        _("drawn"),  _("lost")};
    fprintf(file,
            "<div class=wide><table class=standings><tr><th></th><th scope=col class=left>%s</th>",
            _("player"));
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        fprintf(file, "<th scope=col>%s</th>", heads[i]);
    fputs("</tr>\n", file);
    for (int rank = 0; rank < ratings->shown; rank++)
        ratings_page_print_row(ratings, kinds, rank, file);
    fputs("</table></div>\n", file);
}

bool ratings_page(const struct ratings *ratings, FILE *file, struct error *error) {
    const struct kind kinds[] = {{&ratings->margins, ratings->anchor, 2},
                                 {&ratings->elo, ratings->elo_anchor, 1}};
    char text[200];
    if (!report_page_begin(_("Ratings"), 0, file, error))
        return false;
    snprintf(text, sizeof text,
             ngettext("%s: %d players, %lld encounter", "%s: %d players, %lld encounters",
                      (unsigned long)ratings->encounters),
             ratings->game, ratings->shown, (long long)ratings->encounters);
    report_text(file, "<p>", text, "</p>\n");
    ratings_page_print_table(ratings, kinds, file);
    print_chart(ratings, &kinds[0], _("Margins"),
                _("The margin of a game against the player with 0, from all games together, with "
                  "its confidence interval (95&nbsp;%)."),
                file);
    print_chart(ratings, &kinds[1], "Elo",
                _("The same, from wins, draws and losses alone, with its confidence interval "
                  "(95&nbsp;%)."),
                file);
    report_page_end(file);
    return true;
}
