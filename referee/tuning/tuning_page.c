/* tuning_page.c - the course of each parameter of a tuning as one page of HTML, which needs no
 * network and no other file.
 */
#include "config.h"

#include "referee/tuning/tuning_show.h"

#include "base/language.h"
#include "referee/tuning/tuning.h"
#include "referee/tuning/tuning_play.h"
#include "results/report_charts.h"
#include "results/report_page.h"
#include "results/report_scale.h"

#include <math.h>

/* The layout of a chart, and how many points its lines have at most. */
enum { WIDTH = 720, HEIGHT = 220, LEFT = 60, RIGHT = 704, TOP = 12, BOTTOM = 178, POINTS = 400 };

static double value_of(const struct tuning *tuning, const struct tuning_course *course, int step,
                       int parameter) {
    return course->value[step * tuning->spsa.count + parameter];
}

/* ---- the table ------------------------------------------------------------------------------- */

static void tuning_page_print_row(const struct tuning *tuning, const struct tuning_course *course,
                                  int i, FILE *file) {
    const struct tuning_option *option = &tuning->option[i];
    report_text(file, "<tr><th scope=row>", option->name, "</th>");
    fprintf(file,
            "<td>%lld</td><td>%.1f</td><td>%lld</td><td>%lld</td><td>%g</td><td>%g</td></tr>\n",
            (long long)option->start, value_of(tuning, course, course->steps, i),
            (long long)option->min, (long long)option->max, option->c_end, option->r_end);
}

static void tuning_page_print_table(const struct tuning *tuning, const struct tuning_course *course,
                                    FILE *file) {
    fprintf(file,
            "<div class=wide><table class=standings><tr><th scope=col class=left>%s</th>"
            "<th scope=col>%s</th><th scope=col>%s</th><th scope=col>%s</th>"
            "<th scope=col>%s</th><th scope=col>C_end</th><th scope=col>R_end</th></tr>\n",
            _("option"), _("start"), _("now"), _("min"), _("max"));
    for (int i = 0; i < tuning->spsa.count; i++)
        tuning_page_print_row(tuning, course, i, file);
    fputs("</table></div>\n", file);
}

/* ---- a chart --------------------------------------------------------------------------------- */

/* The value of a parameter after a step, and between which values the next step tries it. */
struct place {
    double value, low, high;
};

static struct place place_after(const struct tuning *tuning, const struct tuning_course *course,
                                int step, int i) {
    const struct tuning_option *option = &tuning->option[i];
    int next = step < tuning->spsa.steps ? step + 1 : step;
    double value = value_of(tuning, course, step, i);
    double away = spsa_distance(&tuning->spsa, i, next);
    return (struct place){value, fmax(value - away, (double)option->min),
                          fmin(value + away, (double)option->max)};
}

/* The step of a point: there is a point for each step, or POINTS for more steps than that. */
static int step_of(const struct tuning_course *course, int point) {
    return course->steps <= POINTS ? point : (int)((int64_t)course->steps * point / POINTS);
}

static int count_points(const struct tuning_course *course) {
    return course->steps < POINTS ? course->steps : POINTS;
}

static void print_band(const struct tuning *tuning, const struct tuning_course *course, int i,
                       const struct scale *x, const struct scale *y, FILE *file) {
    int last = count_points(course);
    fputs("<path class=band d=\"", file);
    for (int k = 0; k <= last; k++) {
        int step = step_of(course, k);
        fprintf(file, "%c%.1f %.1f", k ? 'L' : 'M', scale_at(x, step),
                scale_at(y, place_after(tuning, course, step, i).high));
    }
    for (int k = last; k >= 0; k--) {
        int step = step_of(course, k);
        fprintf(file, "L%.1f %.1f", scale_at(x, step),
                scale_at(y, place_after(tuning, course, step, i).low));
    }
    fputs("Z\"/>\n", file);
}

static void print_line(const struct tuning *tuning, const struct tuning_course *course, int i,
                       const struct scale *x, const struct scale *y, FILE *file) {
    fputs("<path class=\"line l0\" d=\"", file);
    for (int k = 0; k <= count_points(course); k++) {
        int step = step_of(course, k);
        fprintf(file, "%c%.1f %.1f", k ? 'L' : 'M', scale_at(x, step),
                scale_at(y, value_of(tuning, course, step, i)));
    }
    fputs("\"/>\n", file);
}

static struct scale find_range(const struct tuning *tuning, const struct tuning_course *course,
                               int i) {
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k <= count_points(course); k++) {
        struct place place = place_after(tuning, course, step_of(course, k), i);
        low = fmin(low, place.low);
        high = fmax(high, place.high);
    }
    return scale_make(low, high, BOTTOM, TOP, 5);
}

static void print_chart(const struct tuning *tuning, const struct tuning_course *course, int i,
                        FILE *file) {
    struct scale y = find_range(tuning, course, i);
    struct scale x = scale_make(0, tuning->spsa.steps, LEFT, RIGHT, 8);
    x.high = fmax(1, tuning->spsa.steps);
    x.step = fmax(1, x.step);
    double last = value_of(tuning, course, course->steps, i);
    report_text(file, "<h2>", tuning->option[i].name, "</h2>\n");
    fprintf(file, "<div class=wide><svg class=chart viewBox=\"0 0 %d %d\" role=img aria-label=\"",
            WIDTH, HEIGHT);
    report_text(file, "", tuning->option[i].name, "\">\n");
    print_band(tuning, course, i, &x, &y, file);
    scale_print_lines(file, &y, LEFT, RIGHT, scale_print_plain);
    for (double tick = 0; tick <= x.high; tick += x.step)
        fprintf(file, "<text x=%.1f y=%d text-anchor=middle>%.0f</text>\n", scale_at(&x, tick),
                BOTTOM + 18, tick);
    fprintf(file, "<text x=%d y=%d text-anchor=end>%s</text>\n", RIGHT, HEIGHT - 8, _("steps"));
    print_line(tuning, course, i, &x, &y, file);
    fprintf(file, "<circle class=mean cx=%.1f cy=%.1f r=4><title>%.2f</title></circle>",
            scale_at(&x, course->steps), scale_at(&y, last), last);
    fputs("</svg></div>\n", file);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void print_summary(const struct tuning *tuning, const struct tuning_course *course,
                          FILE *file) {
    char text[400];
    snprintf(text, sizeof text,
             ngettext("%s: %d of %d steps, %lld game of %s against %s.",
                      "%s: %d of %d steps, %lld games of %s against %s.",
                      (unsigned long)course->games),
             tuning->setup.game->name, course->steps, tuning->spsa.steps, (long long)course->games,
             tuning->setup.engine[0].spec.name, tuning->setup.engine[1].spec.name);
    report_text(file, "<p>", text, "</p>\n");
    fprintf(file, "<p>%s</p>\n",
            _("Each line is the value of an option after each step; the band shows the values that "
              "the two copies of the engine tried in the next one."));
}

bool tuning_page(const struct tuning *tuning, const struct tuning_course *course, int reload,
                 FILE *file, struct error *error) {
    if (!report_page_begin(tuning->setup.name, reload, file, error))
        return false;
    print_summary(tuning, course, file);
    tuning_page_print_table(tuning, course, file);
    for (int i = 0; i < tuning->spsa.count; i++)
        print_chart(tuning, course, i, file);
    report_page_end(file);
    return true;
}
