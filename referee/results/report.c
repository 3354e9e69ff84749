/* report.c - see report.h. What the page looks like stands in report.css and in style sheets of
 * page/, how games are stepped through in scripts of page/, which the build joins into report.js:
 * files that ship with the program and are copied into the page. */
#include "config.h"

#include "referee/results/report.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "referee/record/query.h"
#include "referee/results/report_board.h"
#include "referee/results/report_charts.h"
#include "referee/results/report_games.h"
#include "referee/results/report_page.h"
#include "referee/results/report_rounds.h"
#include "referee/results/rounds.h"
#include "referee/results/standings.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What ships with the program and stands in the page as it is, from one tag to the next. */
struct shipped {
    struct text style, script;
};

static bool read_shipped(struct shipped *shipped, struct error *error) {
    static const char *const sheets[] = {"page/board.css", "page/steps.css",
                                         "referee/results/report.css"};
    bool good = true;
    *shipped = (struct shipped){0};
    for (size_t i = 0; good && i < sizeof sheets / sizeof *sheets; i++)
        good = report_shipped(&shipped->style, sheets[i], error);
    return good && report_shipped(&shipped->script, "referee/results/report.js", error);
}

static void free_shipped(struct shipped *shipped) {
    text_free(&shipped->style);
    text_free(&shipped->script);
}

/* ---- standings ------------------------------------------------------------------------------- */

static void print_number(FILE *file, int64_t number) {
    fprintf(file, "<td>%lld</td>", (long long)number);
}

static void print_total(FILE *file, int64_t total, int64_t count) {
    if (count > 0)
        fprintf(file, "<td>%+lld</td>", (long long)total);
    else
        fputs("<td>&ndash;</td>", file);
}

/* A mean and how far it may be off. */
static void print_mean(FILE *file, const struct sample *sample) {
    double error = sample_error(sample);
    if (sample->count == 0)
        fputs("<td>&ndash;</td>", file);
    else if (isfinite(error))
        fprintf(file, "<td>%+.2f &plusmn; %.2f</td>", sample->mean, error);
    else
        fprintf(file, "<td>%+.2f</td>", sample->mean);
}

static void print_standing(const struct standings *standings, int rank, FILE *file) {
    const struct standing *row = &standings->row[rank];
    fprintf(file, "<tr><td>%d</td><th scope=row>", rank + 1);
    report_text(file, "", row->name, "</th>");
    print_number(file, row->games);
    if (standings->reference >= 0) {
        print_total(file, row->reference_total, row->reference_games);
        print_mean(file, &row->reference.margins);
    }
    print_total(file, row->total, row->games);
    print_number(file, row->won);
    print_number(file, row->drawn);
    print_number(file, row->lost);
    print_number(file, row->faults);
    if (standings->money) {
        fprintf(file, "<td>%lld / %lld</td>", (long long)row->deals_won, (long long)row->deals);
        print_total(file, row->money, row->games);
    }
    fputs("</tr>\n", file);
}

static void print_column_head(FILE *file, const char *head) {
    fprintf(file, "<th scope=col>%s</th>", head);
}

/* Programs that took the place of others under the same name. */
static void print_replaced(const struct standings *standings, FILE *file) {
    char text[256 + NAME_BYTES_MAX];
    for (int i = 0; i < standings->count; i++) {
        if (standings->row[i].programs < 2)
            continue;
        snprintf(text, sizeof text,
                 _("%s was replaced: %d different programs have played under that name"),
                 standings->row[i].name, standings->row[i].programs);
        report_text(file, "<p>", text, ".</p>\n");
    }
}

static bool ranked_by_format(const struct standings *standings) {
    return standings->format && standings->format->merit && standings->meetings > 0;
}

static void print_standings(const struct standings *standings, FILE *file) {
    bool reference = standings->reference >= 0;
    fprintf(file, "<h2 id=standings>%s</h2>\n<p>%s</p>\n", _("Standings"),
            ranked_by_format(standings)
                ? _("In the order that the rounds give; equals in order of their mean margins.")
            : reference ? _("In order of the mean margin of a game against the reference, with its "
                            "interval of 95&nbsp;%.")
                        : _("In order of the mean margin of a game, over all games."));
    print_replaced(standings, file);
    fputs("<div class=wide><table class=standings>", file);
    if (reference)
        fprintf(file,
                "<tr class=over><th></th><th></th><th></th><th colspan=2>%s</th><th>%s</th>"
                "<th colspan=3>%s</th><th></th>%s</tr>",
                _("against the reference"), _("all"), _("games"),
                standings->money ? "<th></th><th></th>" : "");
    fprintf(file, "<tr><th></th><th scope=col style=\"text-align:left\">%s</th>", _("player"));
    print_column_head(file, _("games"));
    if (reference) {
        print_column_head(file, _("total"));
        print_column_head(file, _("mean"));
    }
    const char *const heads[] = {_("total"), _("won"), _("drawn"), _("lost"), _("faults")};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        print_column_head(file, heads[i]);
    if (standings->money) {
        print_column_head(file, _("deals won"));
        print_column_head(file, _("money"));
    }
    fputs("</tr>\n", file);
    for (int i = 0; i < standings->count; i++)
        print_standing(standings, i, file);
    fputs("</table></div>\n", file);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* What was played, how much and when. */
static void print_summary(const struct report_data *data, FILE *file) {
    char summary[512];
    if (data->first[0])
        snprintf(summary, sizeof summary,
                 ngettext("%s, %lld game of %d players, played from %.10s %.5s to %.10s %.5s UTC.",
                          "%s, %lld games of %d players, played from %.10s %.5s to %.10s %.5s UTC.",
                          (unsigned long)data->games),
                 data->game, (long long)data->games, data->players, data->first, data->first + 11,
                 data->last, data->last + 11);
    else
        snprintf(summary, sizeof summary,
                 ngettext("%s, %lld game of %d players.", "%s, %lld games of %d players.",
                          (unsigned long)data->games),
                 data->game, (long long)data->games, data->players);
    report_text(file, "<p>", summary, "");
    if (data->repeats > 0) {
        snprintf(summary, sizeof summary,
                 ngettext("%lld of them repeats another (same board, same seats, same moves) and "
                          "counts nowhere below.",
                          "%lld of them repeat others (same board, same seats, same moves) and "
                          "count nowhere below.",
                          (unsigned long)data->repeats),
                 (long long)data->repeats);
        report_text(file, " ", summary, "");
    }
    fputs("</p>", file);
}

static void print_head(const struct report_data *data, const struct shipped *shipped, FILE *file) {
    fprintf(file, "<!DOCTYPE html>\n<html lang=%s><head><meta charset=utf-8>", LANGUAGE_CODE);
    report_policy(text_get(&shipped->script), text_get(&shipped->style), file);
    fputs("<meta name=viewport content=\"width=device-width, initial-scale=1\">", file);
    report_text(file, "<title>", data->league, "</title>\n");
    fprintf(file, "<style>%s</style>", text_get(&shipped->style));
    report_text(file, "</head><body>\n<h1>", data->league, "</h1>\n");
    print_summary(data, file);
    fprintf(file,
            "\n<nav><a href=\"#standings\">%s</a><a href=\"#cross\">%s</a>"
            "<a href=\"#boards\">%s</a><a href=\"#halves\">%s</a>"
            "<a href=\"#progress\">%s</a><a href=\"#games\">%s</a></nav>\n",
            _("Standings"), _("Against each other"), _("Boards"), _("Halves"), _("Progress"),
            _("Games"));
}

static void print_section(FILE *file, const char *id, const char *title, const char *about) {
    fprintf(file, "<h2 id=%s>%s</h2>\n<p>%s</p>\n", id, title, about);
}

static void print_charts(const struct report_data *data, FILE *file) {
    bool reference = data->reference >= 0;
    print_section(file, "cross", _("Against each other"),
                  _("The mean margin of a game of the player at the left against the one above: "
                    "blue is better for the left one, orange worse."));
    report_cross_table(data, file);
    print_section(file, "boards", _("Boards"),
                  reference
                      ? _("The mean margin on each board, games against the reference (of the "
                          "reference itself: all): a mark for each board, a circle for the mean "
                          "with its interval of 95&nbsp;%.")
                      : _("The mean margin on each board, all games: a mark for each board, a "
                          "circle for the mean with its interval of 95&nbsp;%."));
    report_boards(data, file);
    print_section(file, "halves", _("Halves"),
                  _("How often each margin of a half was reached, over all games; all to one "
                    "scale."));
    report_histograms(data, file);
    print_section(file, "progress", _("Progress"),
                  reference
                      ? _("The mean margin as game followed game, games against the reference "
                          "(of the reference itself: all).")
                      : _("The mean margin as game followed game, all games."));
    report_progress(data, file);
}

/* Where games are stepped through; page/report.js fills it. */
static void print_viewer(FILE *file) {
    fprintf(file, "<section id=games>\n<h2>%s</h2>\n<p>%s</p>\n", _("Games"),
            _("Step through a game with the buttons or with <kbd>&larr;</kbd> <kbd>&rarr;</kbd> "
              "<kbd>Home</kbd> <kbd>End</kbd>, from game to game with <kbd>Page&nbsp;Up</kbd> "
              "<kbd>Page&nbsp;Down</kbd>. A ring marks the move, a ring of dots what it took. Pale "
              "cells are neighbours across a glued edge: such a board can be dragged."));
    fprintf(
        file,
        "<div id=viewer><div id=choose><label>%s<select id=player></select></label>"
        "<label>%s<select id=where></select></label>"
        "<label class=which>%s<select id=game></select></label><div id=turns></div></div>\n"
        "<div id=stage><div id=board></div>"
        "<input id=ply type=range min=0 max=0 value=0 aria-label=\"%s\">"
        "<div id=buttons></div></div>\n"
        "<div id=beside><div id=what></div><div id=said class=board-live aria-live=polite></div>"
        "<div id=expected></div><div id=moves class=moves role=group "
        "aria-label=\"%s\"></div></div></div>\n",
        _("Player"), _("Board"), _("Game"), _("Move"), _("Moves of the game"));
}

/* What page/report.js says, by the names it knows the texts by. */
static void print_words(FILE *file) {
    static const struct {
        const char *name, *text;
    } words[] = {
        {"game", N_("Game {1}, round {2}, {3}")},
        {"half", N_("Game {1}, round {2}, {3}, half {4} of {5}")},
        {"game_free", N_("Game {1}, {3}")},
        {"half_free", N_("Game {1}, {3}, half {4} of {5}")},
        {"part", N_("Half {1}")},
        {"begin", N_("Start")},
        {"open", N_("Show")},
        {"start", N_("Before the first move")},
        {"move", N_("Move {1} of {2}: {3}")},
        {"takes", N_("Move {1} of {2}: {3}, which takes {4}")},
        {"side", N_("{1}: {2}")},
        {"expects", N_("{1} expects {2}")},
        {"sure", N_("{1} is sure of {2}")},
        {"more", N_("{1} is sure of {2} or more")},
        {"less", N_("{1} is sure of {2} or less")},
        {"curve", N_("What the players expect: the margin of {1}. Dots: it is proved.")},
        {"curves", N_("The margin that each player expects of itself. Dots: it is proved.")},
        {"money", N_("money {1}, deals won {2}")},
        {"deals", N_("Deals won by: {1}")},
        {"title", N_("{1}: {2}, {3}, {4}")},
        {"versus", N_(" v ")},
        {"none", N_("No such game.")},
        {"players", N_("all players")},
        {"boards", N_("all boards")},
        {"first", N_("First position")},
        {"back", N_("One move back")},
        {"next", N_("One move forward")},
        {"last", N_("Last position")},
        {"before", N_("previous game")},
        {"after", N_("next game")},
        {"centre", N_("Centre the board")},
    };
    fputs("<script id=words type=\"application/json\">{", file);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        fprintf(file, "%s\"%s\":", i ? "," : "", words[i].name);
        report_string(file, _(words[i].text));
    }
    fputs("}</script>\n", file);
}

static bool print_games(struct record *record, const struct report_data *data, int64_t limit,
                        const struct shipped *shipped, FILE *file, struct error *error) {
    int64_t written = 0;
    print_viewer(file);
    print_words(file);
    fputs("<script id=data type=\"application/json\">", file);
    if (!report_games(record, data, limit, file, &written, error))
        return false;
    fputs("</script>\n", file);
    if (written < data->games)
        fprintf(file,
                _("<p>%lld of %lld games can be stepped through: the newest of which moves and "
                  "board are known.</p>\n"),
                (long long)written, (long long)data->games);
    fprintf(file, "<script>%s</script>\n</section>\n", text_get(&shipped->script));
    return true;
}

static bool write_page(struct record *record, const struct report_data *data,
                       const struct standings *standings, const struct shipped *shipped,
                       int64_t limit, FILE *file, struct error *error) {
    print_head(data, shipped, file);
    if (!report_rounds(standings, file))
        return error_set(error, _("out of memory"));
    print_standings(standings, file);
    print_charts(data, file);
    if (!print_games(record, data, limit, shipped, file, error))
        return false;
    report_page_end(file);
    return true;
}

static bool read_and_write(struct record *record, int64_t limit, FILE *file, struct error *error) {
    struct report_data data;
    struct standings standings;
    if (!report_data_read(record, &data, error))
        return false;
    bool good = standings_read(record, &standings, error);
    if (good) {
        for (int i = 0; i < standings.count && i < REPORT_PLAYERS; i++)
            data.order[data.shown++] = standings.row[i].engine;
        struct shipped shipped;
        good = read_shipped(&shipped, error) &&
               write_page(record, &data, &standings, &shipped, limit, file, error);
        free_shipped(&shipped);
        standings_free(&standings);
    }
    report_data_free(&data);
    return good;
}

/* As one moment has it: a league that is played meanwhile may add boards. */
bool report_write(struct record *record, int64_t limit, FILE *file, struct error *error) {
    return query_begin_reading(record, error) &&
           query_end_reading(record, read_and_write(record, limit, file, error));
}

/* ---- the standings as a picture ------------------------------------------------------------- */

/* Where the columns end or begin, in the picture's units. */
enum {
    WIDTH = 760,
    ROW = 30,
    TOP = 66,
    RANK = 36,
    NAME = 52,
    GAMES = 262,
    RESULTS = 396,
    MEAN = 540,
    BAR = 655,
    BAR_HALF = 90
};

static const char style[] =
    "<style>text{font:14px system-ui,\"Segoe UI\",Roboto,Arial,sans-serif;fill:#1d2430;"
    "font-variant-numeric:tabular-nums}.title{font-size:18px;font-weight:700}.soft{fill:#5b6472}"
    ".name{font-weight:600}.slot{fill:none;stroke:#d9d6cd}.link{fill:none;stroke:#d9d6cd}"
    ".on{font-weight:700}.gone{fill:#5b6472}.rule{stroke:#d9d6cd}.zero{stroke:#5b6472}.good{fill:#"
    "2f7fb8}"
    ".bad{fill:#d9772b}.error{stroke:#1d2430;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6e8ec}.soft{fill:#9aa3b0}.rule{stroke:#333b47}"
    ".zero{stroke:#9aa3b0}.good{fill:#5aa9e0}.bad{fill:#f09a55}.error{stroke:#e6e8ec}"
    ".slot,.link{stroke:#333b47}.gone{fill:#9aa3b0}}</style>\n";

static void print_table_head(FILE *file, int x, const char *text) {
    fprintf(file, "<text class=\"soft\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", x,
            TOP - 12, text);
}

/* The mean as a bar from the middle, and its interval of 95 % as a line. */
static void print_bar(const struct sample *sample, double widest, int y, FILE *file) {
    double unit = BAR_HALF / widest, error = sample_error(sample);
    double from = BAR + fmin(0, sample->mean) * unit;
    fprintf(file,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"12\" rx=\"2\"/>\n",
            sample->mean < 0 ? "bad" : "good", from, y - 11, fabs(sample->mean) * unit);
    if (isfinite(error) && sample->count > 0)
        fprintf(file, "<path class=\"error\" d=\"M%.1f %dH%.1f\"/>\n",
                BAR + fmax(sample->mean - error, -widest) * unit, y - 5,
                BAR + fmin(sample->mean + error, widest) * unit);
}

/* What stands before the results: games, or in a league with points those. */
static void write_played(const struct rounds *rounds, const struct standing *row, char *text,
                         size_t size) {
    snprintf(text, size, "%" PRId64, row->games);
    for (int i = 0; i < rounds->rows; i++)
        for (int k = 0; k + 1 < rounds->columns; k++)
            if (rounds->column[k].cell == FORMAT_ENGINE &&
                rounds->column[k + 1].cell == FORMAT_HALVES && rounds->row[i][k] == row->engine) {
                snprintf(text, size, "%.1f", (double)rounds->row[i][k + 1] / 2);
                return;
            }
}

static void print_row(const struct rounds *rounds, const struct standing *row,
                      const struct sample *sample, double widest, int rank, FILE *file) {
    char played[32];
    int y = TOP + ROW * rank + 20;
    double error = sample_error(sample);
    write_played(rounds, row, played, sizeof played);
    fprintf(file,
            "<path class=\"rule\" d=\"M16 %dH%d\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"end\">"
            "%d</text><text class=\"name\" x=\"%d\" y=\"%d\">",
            y - 20, WIDTH - 16, RANK, y, rank + 1, NAME, y);
    report_text(file, "", row->name, "");
    fprintf(file,
            "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRId64 " &#8211; %" PRId64
            " &#8211; %" PRId64 "</text>",
            GAMES, y, played, RESULTS, y, row->won, row->drawn, row->lost);
    if (sample->count == 0)
        return;
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%+.1f", MEAN, y, sample->mean);
    if (isfinite(error))
        fprintf(file, " &#177; %.1f", error);
    fputs("</text>\n", file);
    print_bar(sample, widest, y, file);
}

static void print_table(const struct standings *standings, const struct rounds *rounds,
                        FILE *file) {
    bool reference = standings->reference >= 0;
    double widest = 1;
    char played[128];
    for (int i = 0; i < standings->count; i++) {
        const struct standing *row = &standings->row[i];
        const struct sample *sample =
            reference ? &row->reference.margins : &row->encounters.margins;
        double error = sample_error(sample);
        widest = fmax(widest, fabs(sample->mean) + (isfinite(error) ? error : 0));
    }
    int height = TOP + ROW * standings->count + 14, bottom = height;
    int width = WIDTH, bracket = rounds->is_bracket ? report_bracket_width(rounds) + 32 : 0;
    if (rounds->is_bracket) {
        height += report_bracket_height(rounds) + 24;
        width = bracket > width ? bracket : width;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\">\n%s<text class=\"title\" x=\"16\" y=\"28\">",
            width, height, width, height, style);
    report_text(file, "", standings->league, "");
    fprintf(file, "<tspan class=\"soft\" dx=\"10\" font-size=\"14\" font-weight=\"400\">");
    snprintf(played, sizeof played,
             ngettext("%s, %lld game", "%s, %lld games", (unsigned long)standings->games),
             standings->game, (long long)standings->games);
    report_text(file, "", played, "</tspan></text>\n");
    bool points = rounds->round > 0 && !rounds->is_bracket;
    print_table_head(file, GAMES, points ? _("points") : _("games"));
    print_table_head(file, RESULTS, _("won &#8211; drawn &#8211; lost"));
    print_table_head(file, MEAN, reference ? _("against reference") : _("mean margin"));
    for (int i = 0; i < standings->count; i++) {
        const struct standing *row = &standings->row[i];
        print_row(rounds, row, reference ? &row->reference.margins : &row->encounters.margins,
                  widest, i, file);
    }
    fprintf(file, "<path class=\"zero\" d=\"M%d %dV%d\"/>\n", BAR, TOP - 2, bottom - 10);
    if (rounds->is_bracket) {
        fprintf(file, "<g transform=\"translate(16 %d)\">\n", bottom + 8);
        report_bracket(rounds, file);
        fputs("</g>\n", file);
    }
    fputs("</svg>\n", file);
}

bool report_table(struct record *record, FILE *file, struct error *error) {
    struct standings standings;
    if (!standings_read(record, &standings, error))
        return false;
    struct rounds rounds;
    bool room = rounds_begin(&rounds, &standings);
    if (room)
        print_table(&standings, &rounds, file);
    rounds_end(&rounds);
    standings_free(&standings);
    return room || error_set(error, _("out of memory"));
}
