/* report_charts.c - draws the tables and charts of a report from its data; positions in SVG are in
 * the units of each chart's viewBox. */
#include "config.h"

#include "results/report_charts.h"

#include "base/language.h"
#include "base/text.h"
#include "results/report_scale.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARDS_IN_TABLE = 24,
    BINS_MAX = 49,
    LINES = 8 /* lines of the chart of progress: the style sheet has so many patterns */
};

void report_text(FILE *file, const char *before, const char *text, const char *after) {
    char room[TEXT_CHARACTER];
    fputs(before, file);
    for (const char *next; (next = text_escape(&text, room));)
        fputs(next, file);
    fputs(after, file);
}

static const char *name_of(const struct report_data *data, int player) {
    return data->player[player].name;
}

/* ---- tables of means ------------------------------------------------------------------------- */

/* A mean as a cell whose shade grows with its distance from zero. */
static void print_mean(const struct sample *sample, double widest, FILE *file) {
    if (sample->count == 0) {
        fputs("<td class=none>&ndash;</td>", file);
        return;
    }
    double shade = widest > 0 ? fabs(sample->mean) / widest : 0;
    fprintf(file, "<td class=%s style=\"--v:%.2f\" title=\"", sample->mean < 0 ? "bad" : "good",
            shade);
    fprintf(file, ngettext("%lld game", "%lld games", (unsigned long)sample->count),
            (long long)sample->count);
    fprintf(file, "\">%+.1f</td>", sample->mean);
}

static void print_heads(const struct report_data *data, FILE *file) {
    for (int i = 0; i < data->shown; i++) {
        report_text(file, "<th scope=col><span>", name_of(data, data->order[i]), "</span></th>");
    }
}

void report_cross_table(const struct report_data *data, FILE *file) {
    double widest = 0;
    for (int i = 0; i < data->shown; i++)
        for (int k = 0; k < data->shown; k++)
            widest = fmax(widest, fabs(data->chart[i].against[k].mean));
    fputs("<div class=wide><table class=heat><tr><td></td>", file);
    print_heads(data, file);
    fputs("</tr>\n", file);
    for (int i = 0; i < data->shown; i++) {
        report_text(file, "<tr><th scope=row>", name_of(data, data->order[i]), "</th>");
        for (int k = 0; k < data->shown; k++)
            if (k == i)
                fputs("<td class=self></td>", file);
            else
                print_mean(&data->chart[i].against[k], widest, file);
        fputs("</tr>\n", file);
    }
    fputs("</table></div>\n", file);
}

static double widest_on_boards(const struct report_data *data) {
    double widest = 0;
    for (int i = 0; i < data->shown; i++)
        for (int b = 0; b < data->boards; b++)
            widest = fmax(widest, fabs(data->chart[i].board[b].mean));
    return widest;
}

static void print_board_table(const struct report_data *data, FILE *file) {
    double widest = widest_on_boards(data);
    fputs("<div class=wide><table class=heat><tr><td></td>", file);
    print_heads(data, file);
    fputs("</tr>\n", file);
    for (int b = 0; b < data->boards; b++) {
        if (data->board_same[b] != b)
            continue;
        report_text(file, "<tr><th scope=row>", data->board[b] ? data->board[b] : "", "</th>");
        for (int i = 0; i < data->shown; i++)
            print_mean(&data->chart[i].board[b], widest, file);
        fputs("</tr>\n", file);
    }
    fputs("</table></div>\n", file);
}

/* ---- marks by board -------------------------------------------------------------------------- */

static void print_strip(const struct report_data *data, int place, const struct scale *x, double y,
                        FILE *file) {
    const struct report_chart *p = &data->chart[place];
    fputs("<text class=name x=150 text-anchor=end y=", file);
    fprintf(file, "%.0f>", y + 4);
    report_text(file, "", name_of(data, data->order[place]), "</text>");
    for (int b = 0; b < data->boards; b++) {
        if (p->board[b].count == 0)
            continue;
        fprintf(file, "<path class=mark d=\"M%.1f %.1fv14\"><title>", scale_at(x, p->board[b].mean),
                y - 7);
        report_text(file, "", data->board[b] ? data->board[b] : "", "");
        fprintf(file, " %+.1f</title></path>", p->board[b].mean);
    }
    const struct sample *all = &p->path.all;
    double error = sample_error(all);
    if (all->count > 1 && isfinite(error))
        fprintf(file, "<path class=error d=\"M%.1f %.1fH%.1f\"/>",
                scale_at(x, fmax(all->mean - error, x->low)), y,
                scale_at(x, fmin(all->mean + error, x->high)));
    if (all->count > 0)
        fprintf(file, "<circle class=mean cx=%.1f cy=%.1f r=4><title>%s %+.2f</title></circle>\n",
                scale_at(x, all->mean), y, _("mean"), all->mean);
}

static void print_strips(const struct report_data *data, FILE *file) {
    double widest = fmax(1, widest_on_boards(data));
    int height = 24 * data->shown;
    struct scale x = scale_make(-widest, widest, 165, 690, 8);
    fprintf(file,
            "<div class=wide><svg class=chart viewBox=\"0 0 720 %d\" role=img aria-label=\"%s\">\n",
            height + 30, _("Margins by board"));
    for (double tick = x.low; tick <= x.high + x.step / 2; tick += x.step) {
        fprintf(file, "<path class=%s d=\"M%.1f 4V%d\"/>", fabs(tick) < 1e-9 ? "zero" : "grid",
                scale_at(&x, tick), height + 6);
        fprintf(file, "<text x=%.1f y=%d text-anchor=middle>", scale_at(&x, tick), height + 22);
        scale_print_tick(file, &x, tick);
        fputs("</text>\n", file);
    }
    for (int i = 0; i < data->shown; i++)
        print_strip(data, i, &x, 24 * i + 16, file);
    fputs("</svg></div>\n", file);
}

void report_boards(const struct report_data *data, FILE *file) {
    print_strips(data, file);
    if (data->boards <= BOARDS_IN_TABLE)
        print_board_table(data, file);
}

/* ---- histograms of margins ------------------------------------------------------------------- */

/* Bins of equal width, one of them around zero. */
struct bins {
    int count, half; /* half: bins on each side of the middle one */
    int width;
    int64_t most;
};

static struct bins make_bins(int worst) {
    int width = 2;
    while (2 * ((worst + width / 2) / width) + 1 > BINS_MAX)
        width += 2;
    int half = (worst + width / 2) / width;
    return (struct bins){2 * half + 1, half, width, 0};
}

static void fill_bins(const struct report_data *data, int place, const struct bins *bins,
                      int64_t *bin) {
    memset(bin, 0, sizeof *bin * (size_t)bins->count);
    for (int margin = -data->worst; margin <= data->worst; margin++) {
        int number = (abs(margin) + bins->width / 2) / bins->width;
        bin[bins->half + (margin < 0 ? -number : number)] +=
            data->chart[place].halves[data->worst + margin];
    }
}

static void print_histogram(const struct report_data *data, int place, const struct bins *bins,
                            FILE *file) {
    int64_t bin[BINS_MAX], all = 0;
    double width = 220.0 / bins->count;
    fill_bins(data, place, bins, bin);
    for (int i = 0; i < bins->count; i++)
        all += bin[i];
    fputs("<figure><figcaption>", file);
    report_text(file, "", name_of(data, data->order[place]), "");
    fprintf(file, "</figcaption><svg viewBox=\"0 0 240 104\" role=img aria-label=\"%s\">",
            _("Margins of halves"));
    fputs("<path class=zero d=\"M120 4V86\"/>", file);
    for (int i = 0; i < bins->count; i++) {
        int64_t least = (i - bins->half) * bins->width;
        double height = all ? 80.0 * (double)bin[i] / (double)bins->most : 0;
        if (!bin[i])
            continue;
        fprintf(file, "<rect class=%s x=%.1f y=%.1f width=%.1f height=%.1f><title>",
                i < bins->half   ? "bad"
                : i > bins->half ? "good"
                                 : "even",
                10 + width * i + width * 0.08, 86 - height, width * 0.84, height);
        fprintf(file, ngettext("%+lld: %lld half", "%+lld: %lld halves", (unsigned long)bin[i]),
                (long long)least, (long long)bin[i]);
        fputs("</title></rect>", file);
    }
    fprintf(file,
            "<path class=axis d=\"M10 86H230\"/><text x=10 y=100>%d</text>"
            "<text x=120 y=100 text-anchor=middle>0</text>"
            "<text x=230 y=100 text-anchor=end>+%d</text></svg></figure>\n",
            -data->worst, data->worst);
}

void report_histograms(const struct report_data *data, FILE *file) {
    struct bins bins = make_bins(data->worst);
    int64_t bin[BINS_MAX];
    for (int i = 0; i < data->shown; i++) {
        fill_bins(data, i, &bins, bin);
        for (int k = 0; k < bins.count; k++)
            bins.most = bin[k] > bins.most ? bin[k] : bins.most;
    }
    fputs("<div class=many>\n", file);
    for (int i = 0; i < data->shown && bins.most > 0; i++)
        print_histogram(data, i, &bins, file);
    fputs("</div>\n", file);
}

/* ---- the course of the means ----------------------------------------------------------------- */

/* The range of the means once the first few games, which say little, are over. */
static void find_range(const struct report_data *data, double *low, double *high,
                       int64_t *longest) {
    *low = *high = 0;
    *longest = 1;
    for (int i = 0; i < data->shown; i++) {
        const struct report_path *path = &data->chart[i].path;
        *longest = path->all.count > *longest ? path->all.count : *longest;
        for (int k = path->count / 10; k < path->count; k++) {
            *low = fmin(*low, path->point[k].mean);
            *high = fmax(*high, path->point[k].mean);
        }
    }
}

struct label {
    int line;
    double y;
};

static int by_height(const void *a, const void *b) {
    const struct label *x = a, *y = b;
    return (x->y > y->y) - (x->y < y->y);
}

/* The names at the ends of the lines, moved apart where they would touch. */
static void print_labels(const struct report_data *data, const struct scale *y, FILE *file) {
    struct label label[LINES];
    int count = data->shown < LINES ? data->shown : LINES;
    for (int i = 0; i < count; i++)
        label[i] = (struct label){i, scale_at(y, data->chart[i].path.all.mean)};
    qsort(label, (size_t)count, sizeof *label, by_height);
    for (int i = 1; i < count; i++)
        label[i].y = fmax(label[i].y, label[i - 1].y + 15);
    double over = count ? label[count - 1].y - y->from : 0;
    for (int i = count - 1; i >= 0 && over > 0; i--) {
        double limit = i == count - 1 ? y->from : label[i + 1].y - 15;
        label[i].y = fmin(label[i].y, limit);
    }
    for (int i = 0; i < count; i++) {
        fprintf(file, "<path class=\"line l%d\" d=\"M572 %.1fh20\"/><text class=name x=597 y=%.1f>",
                label[i].line, label[i].y, label[i].y + 4);
        report_text(file, "", name_of(data, data->order[label[i].line]), "</text>\n");
    }
}

static void print_axes(const struct scale *x, const struct scale *y, FILE *file) {
    scale_print_lines(file, y, x->from, x->to, scale_print_tick);
    for (double tick = 0; tick <= x->high; tick += x->step)
        fprintf(file, "<text x=%.1f y=%.0f text-anchor=middle>%.0f</text>\n", scale_at(x, tick),
                y->from + 18, tick);
    fprintf(file, "<text x=%.0f y=%.0f text-anchor=end>%s</text>\n", x->to, y->from + 34,
            _("games"));
}

void report_progress(const struct report_data *data, FILE *file) {
    double low, high;
    int64_t longest;
    find_range(data, &low, &high, &longest);
    struct scale y = scale_make(low, high, 300, 12, 8);
    struct scale x = scale_make(0, (double)longest, 48, 560, 8);
    x.step = fmax(x.step, 1);
    x.high = (double)longest > 1 ? (double)longest : 1;
    fprintf(file,
            "<div class=wide><svg class=chart viewBox=\"0 0 720 340\" role=img aria-label=\"%s\">"
            "<clipPath id=plot><rect x=48 y=8 width=512 height=296 /></clipPath>\n",
            _("Mean margin by games"));
    print_axes(&x, &y, file);
    for (int i = data->shown - 1; i >= 0; i--) {
        const struct report_path *path = &data->chart[i].path;
        fprintf(file, "<path clip-path=\"url(#plot)\" class=\"line l%d\" d=\"",
                i < LINES ? i : LINES);
        for (int k = 0; k < path->count; k++)
            fprintf(file, "%c%.1f %.1f", k ? 'L' : 'M', scale_at(&x, (double)path->point[k].games),
                    scale_at(&y, path->point[k].mean));
        fputs("\"/>\n", file);
    }
    print_labels(data, &y, file);
    fputs("</svg></div>\n", file);
}
