/* tuning_show.c - the course of a tuning, for people and for programs: see tuning_show.h. The
 * values of a course are rows of a table, one for each step; row 0 has the values at the start. */
#include "config.h"

#include "referee/tuning/tuning_show.h"

#include "base/json.h"
#include "base/language.h"
#include "base/text.h"
#include "referee/tuning/tuning.h"
#include "referee/tuning/tuning_play.h"

#include <math.h>

static double value_of(const struct tuning *tuning, const struct tuning_course *course, int step,
                       int parameter) {
    return course->value[step * tuning->spsa.count + parameter];
}

/* ---- for people ------------------------------------------------------------------------------ */

void tuning_show_step(const struct tuning *tuning, const struct tuning_course *course, FILE *file) {
    const struct tuning_result *result = &course->result[course->steps - 1];
    fprintf(file, _("step %d of %d: %+.2f;"), course->steps, tuning->spsa.steps, result->margin);
    for (int i = 0; i < tuning->spsa.count; i++)
        fprintf(file, " %s %.1f", tuning->option[i].name,
                value_of(tuning, course, course->steps, i));
    fputs("\n", file);
}

static int name_width(const struct tuning *tuning) {
    int width = text_columns(_("option"));
    for (int i = 0; i < tuning->spsa.count; i++) {
        int columns = text_columns(tuning->option[i].name);
        width = columns > width ? columns : width;
    }
    return width;
}

void tuning_show(const struct tuning *tuning, const struct tuning_course *course, FILE *file) {
    static const char *const heads[] = {N_("start"), N_("now"), N_("tried"), N_("min"), N_("max")};
    int width = name_width(tuning), next = course->steps + (course->steps < tuning->spsa.steps);
    fprintf(file,
            ngettext("%s: step %d of %d, %lld game", "%s: step %d of %d, %lld games",
                     (unsigned long)course->games),
            tuning->setup.name, course->steps, tuning->spsa.steps, (long long)course->games);
    if (course->faults > 0)
        fprintf(file, ngettext(", %lld fault", ", %lld faults", (unsigned long)course->faults),
                (long long)course->faults);
    fputs("\n", file);
    text_print_left(file, width, _("option"));
    for (size_t k = 0; k < sizeof heads / sizeof *heads; k++) {
        fputs(" ", file);
        text_print_right(file, 10, _(heads[k]));
    }
    fputs("\n", file);
    for (int i = 0; i < tuning->spsa.count; i++) {
        const struct tuning_option *option = &tuning->option[i];
        text_print_left(file, width, option->name);
        fprintf(file, " %10lld %10.1f %5s%5.1f %10lld %10lld\n", (long long)option->start,
                value_of(tuning, course, course->steps, i), "+-",
                spsa_distance(&tuning->spsa, i, next), (long long)option->min,
                (long long)option->max);
    }
    for (int i = 0; i < tuning->spsa.count; i++)
        fprintf(file, "%soption.%s=%lld", i ? " " : "", tuning->option[i].name,
                llround(value_of(tuning, course, course->steps, i)));
    fputs("\n", file);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_step(const struct tuning *tuning, const struct tuning_course *course, int step,
                     struct json *json) {
    const struct tuning_result *result = &course->result[step - 1];
    json_integer(json, "step", step);
    json_integer(json, "encounters", result->encounters);
    json_integer(json, "won", result->won);
    json_integer(json, "drawn", result->drawn);
    json_integer(json, "lost", result->lost);
    json_real(json, "margin", result->encounters ? result->margin : NAN);
    json_open(json, "values", '[');
    for (int i = 0; i < tuning->spsa.count; i++)
        json_real(json, NULL, value_of(tuning, course, step, i));
    json_close(json, ']');
}

static void add_option(const struct tuning *tuning, const struct tuning_course *course, int i,
                       struct json *json) {
    const struct tuning_option *option = &tuning->option[i];
    json_open(json, NULL, '{');
    json_string(json, "name", option->name);
    json_integer(json, "start", option->start);
    json_integer(json, "min", option->min);
    json_integer(json, "max", option->max);
    json_real(json, "C_end", option->c_end);
    json_real(json, "R_end", option->r_end);
    json_real(json, "value", value_of(tuning, course, course->steps, i));
    json_close(json, '}');
}

static void add_all(const struct tuning *tuning, const struct tuning_course *course,
                    struct json *json) {
    json_string(json, "name", tuning->setup.name);
    json_integer(json, "steps", tuning->spsa.steps);
    json_real(json, "A", tuning->spsa.A);
    json_real(json, "alpha", tuning->spsa.alpha);
    json_real(json, "gamma", tuning->spsa.gamma);
    json_integer(json, "games", course->games);
    json_integer(json, "faults", course->faults);
    json_open(json, "options", '[');
    for (int i = 0; i < tuning->spsa.count; i++)
        add_option(tuning, course, i, json);
    json_close(json, ']');
    json_open(json, "course", '[');
    for (int step = 1; step <= course->steps; step++) {
        json_open(json, NULL, '{');
        add_step(tuning, course, step, json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

bool tuning_show_json(const struct tuning *tuning, const struct tuning_course *course, bool all,
                      FILE *file) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", all ? "tuning" : "step");
    if (all)
        add_all(tuning, course, &json);
    else
        add_step(tuning, course, course->steps, &json);
    json_close(&json, '}');
    return json_write(&json, file);
}
