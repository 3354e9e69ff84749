/* report_table.c - see report_table.h. */
#include "config.h"

#include "referee/results/report_table.h"

#include "base/language.h"
#include "referee/results/report_charts.h"
#include "referee/results/standings.h"

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

static const char style[] =
    "<style>text{font:14px system-ui,\"Segoe UI\",Roboto,Arial,sans-serif;fill:#1d2430;"
    "font-variant-numeric:tabular-nums}.title{font-size:18px;font-weight:700}.soft{fill:#5b6472}"
    ".name{font-weight:600}.rule{stroke:#d9d6cd}.zero{stroke:#5b6472}.good{fill:#2f7fb8}"
    ".bad{fill:#d9772b}.error{stroke:#1d2430;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#e6e8ec}.soft{fill:#9aa3b0}.rule{stroke:#333b47}"
    ".zero{stroke:#9aa3b0}.good{fill:#5aa9e0}.bad{fill:#f09a55}.error{stroke:#e6e8ec}}</style>\n";

static void head(FILE *file, int x, const char *text) {
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

static void print_row(const struct standing *row, const struct sample *sample, double widest,
                      int rank, FILE *file) {
    int y = TOP + ROW * rank + 20;
    double error = sample_error(sample);
    fprintf(file,
            "<path class=\"rule\" d=\"M16 %dH%d\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"end\">"
            "%d</text><text class=\"name\" x=\"%d\" y=\"%d\">",
            y - 20, WIDTH - 16, RANK, y, rank + 1, NAME, y);
    report_escape(file, row->name);
    fprintf(file,
            "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRId64 "</text>"
            "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%" PRId64 " &#8211; %" PRId64
            " &#8211; %" PRId64 "</text>",
            GAMES, y, row->games, RESULTS, y, row->won, row->drawn, row->lost);
    if (sample->count == 0)
        return;
    fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%+.1f", MEAN, y, sample->mean);
    if (isfinite(error))
        fprintf(file, " &#177; %.1f", error);
    fputs("</text>\n", file);
    print_bar(sample, widest, y, file);
}

static void print_table(const struct standings *standings, FILE *file) {
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
    int height = TOP + ROW * standings->count + 14;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\">\n%s<text class=\"title\" x=\"16\" y=\"28\">",
            WIDTH, height, WIDTH, height, style);
    report_escape(file, standings->league);
    fprintf(file, "<tspan class=\"soft\" dx=\"10\" font-size=\"14\" font-weight=\"400\">");
    snprintf(played, sizeof played,
             ngettext("%s, %lld game", "%s, %lld games", (unsigned long)standings->games),
             standings->game, (long long)standings->games);
    report_escape(file, played);
    fputs("</tspan></text>\n", file);
    head(file, GAMES, _("games"));
    head(file, RESULTS, _("won &#8211; drawn &#8211; lost"));
    head(file, MEAN, reference ? _("against reference") : _("mean margin"));
    for (int i = 0; i < standings->count; i++) {
        const struct standing *row = &standings->row[i];
        print_row(row, reference ? &row->reference.margins : &row->encounters.margins, widest, i,
                  file);
    }
    fprintf(file, "<path class=\"zero\" d=\"M%d %dV%d\"/>\n</svg>\n", BAR, TOP - 2, height - 10);
}

bool report_table(struct record *record, FILE *file, char *error) {
    struct standings standings;
    if (!standings_read(record, &standings, error))
        return false;
    print_table(&standings, file);
    standings_free(&standings);
    return true;
}
