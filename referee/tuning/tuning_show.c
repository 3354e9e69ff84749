/* tuning_show.c - the history of a tuning in each form. The values of a history are rows of a
 * table, one for each step; row 0 has the values at the start. A page has a chart for each option:
 * its value, and between which values each next step tries it. */
#include "config.h"

#include "referee/tuning/tuning.h"

#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "results/listing.h"
#include "results/report_charts.h"

#include <math.h>

static double value_of(const struct tuning *tuning, int step, int parameter) {
    return tuning->history.value[step * tuning->spsa.count + parameter];
}

static void option_columns(struct listing *listing, const void *table, int64_t row) {
    const struct tuning *tuning = table;
    const struct tuning_option *option = &tuning->option[row];
    int steps = tuning->history.steps, next = steps + (steps < tuning->spsa.steps), i = (int)row;
    double value = value_of(tuning, steps, i);
    char tried[32];
    snprintf(tried, sizeof tried, "+-%5.1f", spsa_distance(&tuning->spsa, i, next));
    listing_row(listing, (const struct column[]){
                             {"name", N_("option"), .cell = cell_name(option->name)},
                             {"start", N_("initial"), 10, .cell = cell_count(option->start)},
                             {"min", N_("min"), 10, .cell = cell_count(option->min), .late = true},
                             {"max", N_("max"), 10, .cell = cell_count(option->max), .late = true},
                             {"C_end", "C_end", .cell = cell_real("%g", option->c_end),
                              .late = true, .without = LISTING_TEXT},
                             {"R_end", "R_end", .cell = cell_real("%g", option->r_end),
                              .late = true, .without = LISTING_TEXT},
                             {"value", N_("now"), 10, .cell = cell_real("%.1f", value)},
                             {NULL, N_("tried"), 10, .cell = cell_text(tried)},
                             {0},
                         });
}

/* ---- for people ------------------------------------------------------------------------------ */

void tuning_show_step(const struct tuning *tuning, FILE *file) {
    const struct tuning_result *result = &tuning->history.result[tuning->history.steps - 1];
    fprintf(file, _("step %d of %d: %+.2f;"), tuning->history.steps, tuning->spsa.steps,
            result->margin);
    for (int i = 0; i < tuning->spsa.count; i++)
        fprintf(file, " %s %.1f", tuning->option[i].name,
                value_of(tuning, tuning->history.steps, i));
    fputs("\n", file);
}

void tuning_show(const struct tuning *tuning, FILE *file) {
    fprintf(file,
            ngettext("%s: step %d of %d, %lld game", "%s: step %d of %d, %lld games",
                     (unsigned long)tuning->history.games),
            tuning->setup.name, tuning->history.steps, tuning->spsa.steps,
            (long long)tuning->history.games);
    if (tuning->history.faults > 0)
        fprintf(file,
                ngettext(", %lld fault", ", %lld faults", (unsigned long)tuning->history.faults),
                (long long)tuning->history.faults);
    fputs("\n", file);
    listing_print(option_columns, tuning, tuning->spsa.count, LISTING_TEXT, file);
    for (int i = 0; i < tuning->spsa.count; i++)
        fprintf(file, "%soption.%s=%lld", i ? " " : "", tuning->option[i].name,
                llround(value_of(tuning, tuning->history.steps, i)));
    fputs("\n", file);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_step(const struct tuning *tuning, int step, struct json *json) {
    const struct tuning_result *result = &tuning->history.result[step - 1];
    json_integer(json, "step", step);
    json_integer(json, "encounters", result->encounters);
    json_integer(json, "won", result->won);
    json_integer(json, "drawn", result->drawn);
    json_integer(json, "lost", result->lost);
    json_real(json, "margin", result->encounters ? result->margin : NAN);
    json_open(json, "values", '[');
    for (int i = 0; i < tuning->spsa.count; i++)
        json_real(json, NULL, value_of(tuning, step, i));
    json_close(json, ']');
}

static void add_all(const struct tuning *tuning, struct json *json) {
    json_string(json, "name", tuning->setup.name);
    json_integer(json, "steps", tuning->spsa.steps);
    json_real(json, "A", tuning->spsa.A);
    json_real(json, "alpha", tuning->spsa.alpha);
    json_real(json, "gamma", tuning->spsa.gamma);
    json_integer(json, "games", tuning->history.games);
    json_integer(json, "faults", tuning->history.faults);
    listing_json(option_columns, tuning, tuning->spsa.count, "options", json);
    json_open(json, "course", '[');
    for (int step = 1; step <= tuning->history.steps; step++) {
        json_open(json, NULL, '{');
        add_step(tuning, step, json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void tuning_show_json(const struct tuning *tuning, bool all, FILE *file) {
    struct json json = json_new_object();
    json_string(&json, "type", all ? "tuning" : "step");
    if (all)
        add_all(tuning, &json);
    else
        add_step(tuning, tuning->history.steps, &json);
    json_close(&json, '}');
    needed_json(&json, file);
}

/* ---- a page ---------------------------------------------------------------------------------- */

/* The layout of a chart, and how many points its lines have at most. */
enum { WIDTH = 720, HEIGHT = 220, LEFT = 60, RIGHT = 704, TOP = 12, BOTTOM = 178, POINTS = 400 };

/* ---- a chart --------------------------------------------------------------------------------- */

/* The value of a parameter after a step, and between which values the next step tries it. */
struct place {
    double value, low, high;
};

static struct place place_after(const struct tuning *tuning, int step, int i) {
    const struct tuning_option *option = &tuning->option[i];
    int next = step < tuning->spsa.steps ? step + 1 : step;
    double value = value_of(tuning, step, i);
    double away = spsa_distance(&tuning->spsa, i, next);
    return (struct place){value, fmax(value - away, (double)option->min),
                          fmin(value + away, (double)option->max)};
}

/* The step of a point: there is a point for each step, or POINTS for more steps than that. */
static int step_of(const struct tuning *tuning, int point) {
    return tuning->history.steps <= POINTS ? point
                                           : (int)((int64_t)tuning->history.steps * point / POINTS);
}

static int count_points(const struct tuning *tuning) {
    return tuning->history.steps < POINTS ? tuning->history.steps : POINTS;
}

static void print_band(const struct tuning *tuning, int i, const struct scale *x,
                       const struct scale *y, FILE *file) {
    int last = count_points(tuning);
    fputs("<path class=band d=\"", file);
    for (int k = 0; k <= last; k++) {
        int step = step_of(tuning, k);
        fprintf(file, "%c%.1f %.1f", k ? 'L' : 'M', scale_at(x, step),
                scale_at(y, place_after(tuning, step, i).high));
    }
    for (int k = last; k >= 0; k--) {
        int step = step_of(tuning, k);
        fprintf(file, "L%.1f %.1f", scale_at(x, step),
                scale_at(y, place_after(tuning, step, i).low));
    }
    fputs("Z\"/>\n", file);
}

static void print_line(const struct tuning *tuning, int i, const struct scale *x,
                       const struct scale *y, FILE *file) {
    fputs("<path class=\"line l0\" d=\"", file);
    for (int k = 0; k <= count_points(tuning); k++) {
        int step = step_of(tuning, k);
        fprintf(file, "%c%.1f %.1f", k ? 'L' : 'M', scale_at(x, step),
                scale_at(y, value_of(tuning, step, i)));
    }
    fputs("\"/>\n", file);
}

static struct scale find_range(const struct tuning *tuning, int i) {
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k <= count_points(tuning); k++) {
        struct place place = place_after(tuning, step_of(tuning, k), i);
        low = fmin(low, place.low);
        high = fmax(high, place.high);
    }
    return scale_make(low, high, BOTTOM, TOP, 5);
}

static void print_chart(const struct tuning *tuning, int i, FILE *file) {
    struct scale y = find_range(tuning, i);
    struct scale x = scale_make(0, tuning->spsa.steps, LEFT, RIGHT, 8);
    x.high = fmax(1, tuning->spsa.steps);
    x.step = fmax(1, x.step);
    double last = value_of(tuning, tuning->history.steps, i);
    report_text(file, "<h2>", tuning->option[i].name, "</h2>\n");
    fprintf(file, "<div class=wide><svg class=chart viewBox=\"0 0 %d %d\" role=img aria-label=\"",
            WIDTH, HEIGHT);
    report_text(file, "", tuning->option[i].name, "\">\n");
    print_band(tuning, i, &x, &y, file);
    scale_print_lines(file, &y, LEFT, RIGHT, scale_print_plain);
    for (double tick = 0; tick <= x.high; tick += x.step)
        fprintf(file, "<text x=%.1f y=%d text-anchor=middle>%.0f</text>\n", scale_at(&x, tick),
                BOTTOM + 18, tick);
    fprintf(file, "<text x=%d y=%d text-anchor=end>%s</text>\n", RIGHT, HEIGHT - 8, _("steps"));
    print_line(tuning, i, &x, &y, file);
    fprintf(file, "<circle class=mean cx=%.1f cy=%.1f r=4><title>%.2f</title></circle>",
            scale_at(&x, tuning->history.steps), scale_at(&y, last), last);
    fputs("</svg></div>\n", file);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void print_summary(const struct tuning *tuning, FILE *file) {
    char text[400];
    snprintf(text, sizeof text,
             ngettext("%s: %d of %d steps, %lld game of %s against %s.",
                      "%s: %d of %d steps, %lld games of %s against %s.",
                      (unsigned long)tuning->history.games),
             tuning->setup.game->name, tuning->history.steps, tuning->spsa.steps,
             (long long)tuning->history.games, tuning->setup.engine[0].spec.name,
             tuning->setup.engine[1].spec.name);
    report_text(file, "<p>", text, "</p>\n");
    fprintf(file, "<p>%s</p>\n",
            _("Each line is the value of an option after each step; the band shows the values that "
              "the two copies of the engine tried in the next one."));
}

bool tuning_page(const struct tuning *tuning, int reload, FILE *file, struct error *error) {
    if (!report_page_begin(tuning->setup.name, reload, file, error))
        return false;
    print_summary(tuning, file);
    listing_print(option_columns, tuning, tuning->spsa.count, LISTING_HTML, file);
    for (int i = 0; i < tuning->spsa.count; i++)
        print_chart(tuning, i, file);
    report_page_end(file);
    return true;
}
