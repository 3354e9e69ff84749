/* report_table.c - the standings as one picture (SVG), and below them a bracket or the course of a
 * sequential test, where the league has one. */
#include "config.h"

#include "results/report.h"

#include "base/language.h"
#include "pairing/trial.h"
#include "record/record_rows.h"
#include "results/report_charts.h"
#include "results/report_rounds.h"
#include "results/rounds.h"
#include "results/standings.h"

#include <inttypes.h>
#include <math.h>

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

const char report_picture_style[] =
    "<style>text{font:14px system-ui,\"Segoe UI\",Roboto,Arial,sans-serif;fill:#1d2430;"
    "font-variant-numeric:tabular-nums}.title{font-size:18px;font-weight:700}.soft{fill:#5b6472}"
    ".name{font-weight:600}.slot{fill:none;stroke:#d9d6cd}.link{fill:none;stroke:#d9d6cd}"
    ".on{font-weight:700}.gone{fill:#5b6472}.rule{stroke:#d9d6cd}.zero{stroke:#5b6472}.good{fill:#"
    "2f7fb8}.grid{stroke:#d9d6cd}.line{fill:none;stroke:#2f7fb8;stroke-width:2}"
    ".bad{fill:#d9772b}.error{stroke:#1d2430;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6e8ec}.soft{fill:#9aa3b0}.rule{stroke:#333b47}"
    ".zero{stroke:#9aa3b0}.good{fill:#5aa9e0}.bad{fill:#f09a55}.error{stroke:#e6e8ec}"
    ".slot,.link,.grid{stroke:#333b47}.gone{fill:#9aa3b0}}</style>\n";

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

/* The column before the results: games, or points in a league that has them. */
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

static void table_print_row(const struct rounds *rounds, const struct standing *row,
                            const struct sample *sample, double widest, int rank, FILE *file) {
    char played[32];
    int y = TOP + ROW * rank + 20;
    double error = sample_error(sample);
    write_played(rounds, row, played, sizeof played);
    fprintf(file,
            "<path class=\"rule\" d=\"M16 %dH%d\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"end\">"
            "%d</text><text class=\"name\" x=\"%d\" y=\"%d\">",
            y - 20, WIDTH - 16, RANK, y, rank + 1, NAME, y);
    report_text(file, "", record_name_shown(row->name), "");
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

static void print_winner(const struct standings *standings, const struct rounds *rounds,
                         FILE *file) {
    char winner[256];
    if (rounds->round == 0 || rounds->winner == MEETING_NOBODY)
        return;
    snprintf(winner, sizeof winner, _("%s has won."), standings_name(standings, rounds->winner));
    report_text(file, "<tspan dx=\"10\" font-size=\"14\" font-weight=\"600\">", winner, "</tspan>");
}

/* Prints the state of the sequential test, and its course. */
static void print_tested(const struct trial *trial, int top, FILE *file) {
    fprintf(file, "<text x=\"16\" y=\"%d\">", top + 24);
    report_verdict(trial, file);
    fprintf(file, "</text>\n<g transform=\"translate(16 %d)\">\n", top + 36);
    report_course(trial, file);
    fputs("</g>\n", file);
}

static void table_print_table(const struct standings *standings, const struct rounds *rounds,
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
    bool tested = standings->match && standings->trial.tested && standings->trial.points > 0;
    height += tested ? REPORT_COURSE_HEIGHT + 48 : 0;
    if (rounds->is_bracket) {
        height += report_bracket_height(rounds) + 24;
        width = bracket > width ? bracket : width;
    }
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\">\n%s<text class=\"title\" x=\"16\" y=\"28\">",
            width, height, width, height, report_picture_style);
    report_text(file, "", standings->league, "");
    fprintf(file, "<tspan class=\"soft\" dx=\"10\" font-size=\"14\" font-weight=\"400\">");
    snprintf(played, sizeof played,
             ngettext("%s, %lld game", "%s, %lld games", (unsigned long)standings->games),
             standings->game, (long long)standings->games);
    report_text(file, "", played, "</tspan>");
    print_winner(standings, rounds, file);
    fputs("</text>\n", file);
    bool points = rounds->round > 0 && !rounds->is_bracket;
    print_table_head(file, GAMES, points ? _("points") : _("games"));
    print_table_head(file, RESULTS, _("won &#8211; drawn &#8211; lost"));
    print_table_head(file, MEAN, reference ? _("against reference") : _("mean margin"));
    for (int i = 0; i < standings->count; i++) {
        const struct standing *row = &standings->row[i];
        table_print_row(rounds, row, reference ? &row->reference.margins : &row->encounters.margins,
                        widest, i, file);
    }
    fprintf(file, "<path class=\"zero\" d=\"M%d %dV%d\"/>\n", BAR, TOP - 2, bottom - 10);
    if (rounds->is_bracket) {
        fprintf(file, "<g transform=\"translate(16 %d)\">\n", bottom + 8);
        report_bracket(rounds, file);
        fputs("</g>\n", file);
    }
    if (tested)
        print_tested(&standings->trial, bottom, file);
    fputs("</svg>\n", file);
}

bool report_table(struct record *record, FILE *file, struct error *error) {
    struct standings standings;
    if (!standings_read(record, &standings, error))
        return false;
    struct rounds rounds;
    rounds_begin(&rounds, &standings);
    table_print_table(&standings, &rounds, file);
    rounds_end(&rounds);
    standings_free(&standings);
    return true;
}
