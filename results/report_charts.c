/* report_charts.c - draws the tables and charts of a report from its data; positions in SVG are in
 * the units of each chart's viewBox. */
#include "config.h"

#include "results/report_charts.h"

#include "base/data.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- scales ---------------------------------------------------------------------------------- */

/* Scales of charts. A step is 1, 2 or 5 times a power of ten, and both ends of a scale are
 * multiples of its step. */

enum { TICKS_MAX = 12 };

double scale_at(const struct scale *scale, double value) {
    return scale->from +
           (value - scale->low) / (scale->high - scale->low) * (scale->to - scale->from);
}

/* Returns the least step, among ... 0.5, 1, 2, 5, 10, 20 ..., that makes at most this many steps of
 * the width. */
static double round_step(double width, int steps) {
    double least = width / steps, power = pow(10, floor(log10(least)));
    double part = least / power;
    return power * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
}

struct scale scale_make(double low, double high, double from, double to, int steps) {
    if (high - low < 1) {
        low -= 1;
        high += 1;
    }
    double step = round_step(high - low, steps < TICKS_MAX ? steps : TICKS_MAX);
    return (struct scale){floor(low / step) * step, ceil(high / step) * step, from, to, step};
}

static int digits(const struct scale *scale) {
    return scale->step < 1 ? (int)ceil(-log10(scale->step)) : 0;
}

void scale_print_tick(FILE *file, const struct scale *scale, double tick) {
    if (fabs(tick) < scale->step / 2)
        putc('0', file);
    else
        fprintf(file, "%+.*f", digits(scale), tick);
}

void scale_print_plain(FILE *file, const struct scale *scale, double tick) {
    fprintf(file, "%.*f", digits(scale), fabs(tick) < scale->step / 2 ? 0 : tick);
}

void scale_print_lines(FILE *file, const struct scale *y, double left, double right,
                       void (*print_tick)(FILE *file, const struct scale *scale, double tick)) {
    for (double tick = y->low; tick <= y->high + y->step / 2; tick += y->step) {
        fprintf(file, "<path class=%s d=\"M%.0f %.1fH%.0f\"/>",
                fabs(tick) < y->step / 1e6 ? "zero" : "grid", left, scale_at(y, tick), right);
        fprintf(file, "<text x=%.0f y=%.1f text-anchor=end>", left - 6, scale_at(y, tick) + 4);
        print_tick(file, y, tick);
        fputs("</text>\n", file);
    }
}

void scale_print_columns(FILE *file, const struct scale *x, int top, int bottom, int labels) {
    for (double tick = x->low; tick <= x->high + x->step / 2; tick += x->step) {
        fprintf(file, "<path class=%s d=\"M%.1f %dV%d\"/><text x=%.1f y=%d text-anchor=middle>",
                fabs(tick) < x->step / 1e6 ? "zero" : "grid", scale_at(x, tick), top, bottom,
                scale_at(x, tick), labels);
        scale_print_tick(file, x, tick);
        fputs("</text>\n", file);
    }
}

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

/* A name beside a chart, where a long one has to be cut. */
static void print_short_name(FILE *file, const char *name) {
    enum { LETTERS = 14 };
    struct text cut = {0};
    const char *end = name;
    for (int i = 0; *end && i < LETTERS; i++) {
        size_t length = text_character(end);
        end += length ? length : 1;
    }
    if (*end)
        report_text(file, "<title>", name, "</title>");
    text_add_bytes(&cut, name, (size_t)(end - name));
    report_text(file, "", text_get(&cut), *end ? "&#8230;</text>\n" : "</text>\n");
    text_free(&cut);
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
    print_short_name(file, name_of(data, data->order[place]));
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
    scale_print_columns(file, &x, 4, height + 6, height + 22);
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
        print_short_name(file, name_of(data, data->order[label[i].line]));
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

/* ---- the frame of a page --------------------------------------------------------------------- */

/* The frame of a page. Its policy allows the one style sheet and the one script by their hashes,
 * so nothing that a record has in its texts can run. */

bool report_shipped(struct text *text, const char *subpath, struct error *error) {
    enum { SHIPPED_MAX = 1 << 20 };
    char *path = data_path(subpath);
    bool good = path ? input_read(path, SHIPPED_MAX, text, error) : error_memory(error);
    if (!good)
        error_reword(error, _("cannot read %s, which belongs to the program: %s"),
                     path ? path : subpath, error->text);
    free(path);
    return good;
}

static void report_policy(const char *script, const char *style, FILE *file) {
    char digest[DIGEST_SOURCE_SIZE];
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ", file);
    if (script) {
        digest_source(script, digest);
        fprintf(file, "script-src '%s'; ", digest);
    }
    digest_source(style, digest);
    fprintf(file,
            "style-src-elem '%s'; style-src-attr 'unsafe-inline'; "
            "base-uri 'none'; form-action 'none'\">",
            digest);
}

void report_head(const char *title, const char *script, const char *style, const char *more,
                 FILE *file) {
    char code[LANGUAGE_CODE_SIZE];
    language_code(code);
    fprintf(file, "<!DOCTYPE html>\n<html lang=%s><head><meta charset=utf-8>", code);
    report_policy(script, style, file);
    fprintf(file, "<meta name=viewport content=\"width=device-width, initial-scale=1\">%s", more);
    report_text(file, "<title>", title, "</title>\n");
    fprintf(file, "<style>%s</style>", style);
    report_text(file, "</head><body>\n<h1>", title, "</h1>\n");
}

bool report_page_begin(const char *title, int reload, FILE *file, struct error *error) {
    struct text style = {0};
    char refresh[60] = "";
    bool good = report_shipped(&style, "results/report.css", error);
    if (reload > 0)
        snprintf(refresh, sizeof refresh, "<meta http-equiv=refresh content=%d>", reload);
    if (good)
        report_head(title, NULL, text_get(&style), refresh, file);
    text_free(&style);
    return good;
}

void report_page_end(FILE *file) {
    fputs("<p>", file);
    fprintf(file, _("Made by %s."), PACKAGE_STRING);
    fputs("</p>\n</body></html>\n", file);
}
