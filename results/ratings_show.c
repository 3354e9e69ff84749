/* ratings_show.c - ratings in each form. There are two tables, of players and of pairs, and a page
 * has a chart of each rating with its intervals. The rating that all others are relative to has no
 * error: programs read 0, and people see none. */
#include "config.h"

#include "results/ratings.h"

#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/sample.h"
#include "base/text.h"
#include "record/record_rows.h"
#include "results/listing.h"
#include "results/report_charts.h"

#include <math.h>

static double superiority(const struct ratings *ratings, int rank) {
    return rank + 1 < ratings->shown
               ? fit_superiority(&ratings->margins, ratings->order[rank], ratings->order[rank + 1])
               : NAN;
}

static void ratings_columns(struct listing *listing, const void *table, int64_t rank) {
    const struct ratings *ratings = table;
    int i = ratings->order[rank];
    const struct ratings_player *player = &ratings->player[i];
    double margin_error = fit_error(&ratings->margins, i, -1);
    double elo_error = fit_error(&ratings->elo, i, -1);
    bool elo_given = i == ratings->elo_anchor || !isnan(player->given);
    listing_row(
        listing,
        (const struct column[]){
            {"rank", "", 3, .cell = cell_count(rank + 1)},
            {"name", N_("player"), .cell = cell_name(player->name)},
            {"encounters", N_("encounters"), 10, .cell = cell_count(player->encounters)},
            {"games", .cell = cell_count(player->games)},
            {"won", N_("won"), 7, .cell = cell_count(player->won), .late = true},
            {"drawn", N_("drawn"), 7, .cell = cell_count(player->drawn), .late = true},
            {"lost", N_("lost"), 7, .cell = cell_count(player->lost), .late = true},
            {"margin", N_("margin"), 8, .cell = cell_real("%+.2f", ratings->margins.rating[i])},
            {"margin_error", "+-", 7,
             .cell = cell_error("%.2f", margin_error, i == ratings->anchor ? NAN : margin_error)},
            {"elo", "Elo", 8, .cell = cell_real("%+.1f", ratings->elo.rating[i])},
            {"elo_error", "+-", 7,
             .cell = cell_error("%.1f", elo_error, elo_given ? NAN : elo_error)},
            {"superiority", N_("superior"), 9,
             .cell = cell_share("%.1f %%", superiority(ratings, (int)rank))},
            {0},
        });
}

/* Describes two players who met, as the first sees it. */
static void pair_columns(struct listing *listing, const void *table, int64_t row) {
    const struct ratings *ratings = table;
    const struct fit_pair *pair = &ratings->pairs.pair[row];
    const double *elo = ratings->elo.rating, *rating = ratings->margins.rating;
    double count = (double)pair->count;
    int i = pair->first, j = pair->second;
    struct sample margins = {.count = pair->count, .mean = pair->margin / count};
    margins.squares = fmax(0, pair->margin_squares - pair->margin * pair->margin / count);
    double error = sample_error(&margins);
    double expected_score = 1 / (1 + pow(10, (elo[j] - elo[i]) / 400));
    listing_row(
        listing,
        (const struct column[]){
            {"name", N_("player"), .cell = cell_name(ratings->player[i].name)},
            {"against", N_("against"), .cell = cell_name(ratings->player[j].name)},
            {"encounters", N_("encounters"), 10, .cell = cell_count(pair->count)},
            {"mean", N_("mean"), 8, .cell = cell_real("%+.2f", margins.mean)},
            {"error", "+-", 7, .cell = cell_error("%.2f", error, error)},
            {"expected", N_("expected"), 9, .cell = cell_real("%+.2f", rating[i] - rating[j])},
            {"score", "%", 7, .cell = cell_share("%.1f", pair->score / count)},
            {"expected_score", N_("expected"), 9, .cell = cell_share("%.1f", expected_score)},
            {"difference_error", .cell = cell_real("", fit_error(&ratings->margins, i, j))},
            {"superiority", .cell = cell_real("", fit_superiority(&ratings->margins, i, j))},
            {0},
        });
}

enum { ZERO_SIZE = 256 + NAME_BYTES_MAX };

/* Says what an Elo of 0 is if it is not the anchor's, with a newline at the end; else "". */
static void zero_text(const struct ratings *ratings, char *text, size_t size) {
    char name[NAME_BYTES_MAX + 1];
    *text = '\0';
    if (ratings->elo_anchor == ratings->anchor)
        return;
    text_readable(name, sizeof name, record_name_shown(ratings->player[ratings->anchor].name));
    snprintf(text, size,
             _("Elo: 0 is the mean of all that are known, since %s has won or lost all games\n"),
             name);
}

/* ---- text, JSON, CSV ------------------------------------------------------------------------- */

static void print_all(const struct ratings *ratings, bool pairs, FILE *file) {
    char game[sizeof ratings->game], zero[ZERO_SIZE];
    text_readable(game, sizeof game, ratings->game);
    fprintf(file,
            ngettext("%s: %d players, %lld encounter", "%s: %d players, %lld encounters",
                     (unsigned long)ratings->encounters),
            game, ratings->shown, (long long)ratings->encounters);
    if (ratings->repeated > 0)
        fprintf(file,
                ngettext("; %lld more repeats another and is not counted",
                         "; %lld more repeat others and are not counted",
                         (unsigned long)ratings->repeated),
                (long long)ratings->repeated);
    fputs("\n", file);
    listing_print(ratings_columns, ratings, ratings->shown, LISTING_TEXT, file);
    zero_text(ratings, zero, sizeof zero);
    fputs(zero, file);
    if (pairs) {
        fputs("\n", file);
        listing_print(pair_columns, ratings, ratings->pairs.count, LISTING_TEXT, file);
    }
}

static void write_json(const struct ratings *ratings, FILE *file) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", "ratings");
    json_string(&json, "game", ratings->game);
    json_integer(&json, "encounters", ratings->encounters);
    json_integer(&json, "repeated", ratings->repeated);
    json_string(&json, "anchor",
                ratings->anchor < 0 ? NULL : ratings->player[ratings->anchor].name);
    json_string(&json, "elo_anchor",
                ratings->elo_anchor < 0 ? NULL : ratings->player[ratings->elo_anchor].name);
    listing_json(ratings_columns, ratings, ratings->shown, "players", &json);
    listing_json(pair_columns, ratings, ratings->pairs.count, "pairs", &json);
    json_close(&json, '}');
    needed_json(&json, file);
}

void ratings_show(const struct ratings *ratings, enum ratings_form form, FILE *file) {
    if (form == RATINGS_JSON)
        write_json(ratings, file);
    else if (form == RATINGS_CSV)
        listing_print(ratings_columns, ratings, ratings->shown, LISTING_CSV, file);
    else
        print_all(ratings, form == RATINGS_PAIRS, file);
}

/* ---- a page ---------------------------------------------------------------------------------- */

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
    scale_print_columns(file, &scale, TOP, bottom, bottom + 16);
    for (int rank = 0; rank < players; rank++)
        print_player(ratings, kind, &scale, rank, file);
    fputs("</svg></div>\n", file);
}

bool ratings_page(const struct ratings *ratings, FILE *file, struct error *error) {
    const struct kind kinds[] = {{&ratings->margins, ratings->anchor, 2},
                                 {&ratings->elo, ratings->elo_anchor, 1}};
    char text[200], zero[ZERO_SIZE];
    if (!report_page_begin(_("Ratings"), 0, file, error))
        return false;
    snprintf(text, sizeof text,
             ngettext("%s: %d players, %lld encounter", "%s: %d players, %lld encounters",
                      (unsigned long)ratings->encounters),
             ratings->game, ratings->shown, (long long)ratings->encounters);
    report_text(file, "<p>", text, "</p>\n");
    listing_print(ratings_columns, ratings, ratings->shown, LISTING_HTML, file);
    zero_text(ratings, zero, sizeof zero);
    if (*zero)
        report_text(file, "<p>", zero, "</p>\n");
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
