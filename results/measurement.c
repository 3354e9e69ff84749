/* measurement.c - prints the results of a measurement: text, JSON, a picture and a section of a
 * page. A number is the standard's only if the engine had the standard's limits and enough games;
 * else each form says why it is not. */
#include "config.h"

#include "results/measurement.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "record/query.h"
#include "results/listing.h"
#include "results/report_charts.h"
#include "results/skill.h"

#include <math.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------------- */

static bool measurement_find_standard(struct record *record, struct measurement *measurement,
                                      struct error *error) {
    struct league_row league;
    if (!record_read_league(record, &league, error))
        return false;
    measurement->standard =
        standard_read(league.config, (uint64_t)league.seed, measurement->digest);
    league_row_free(&league);
    return true;
}

/* Takes the limits of an engine that bound its search: "movetime=100 margin=100". */
static void take_limits(const char *all, char limits[MEASUREMENT_LIMITS_SIZE]) {
    static const char *const keys[] = {"movetime=", "tc=", "nodes=", "depth=", "margin="};
    for (size_t length; *all; all += length + strspn(all + length, " ")) {
        char word[64];
        length = strcspn(all, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, all);
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (strncmp(word, keys[i], strlen(keys[i])) == 0)
                text_append(limits, MEASUREMENT_LIMITS_SIZE, " ", word);
    }
}

static bool measurement_find_limits(struct record *record, struct measurement *measurement,
                                    struct error *error) {
    struct query row;
    query_open(&row, record, "SELECT limits FROM engine WHERE id = ?",
               VALUES(value_int(measurement->engine.engine + 1)));
    if (query_step(&row))
        take_limits(query_string(&row, 0), measurement->limits);
    measurement->limited = strcmp(measurement->limits, measurement->standard->limit) == 0;
    return query_close(&row, error);
}

bool measurement_read(struct record *record, struct measurement *measurement, struct error *error) {
    struct standings standings;
    *measurement = (struct measurement){0};
    if (!measurement_find_standard(record, measurement, error))
        return false;
    if (!measurement->standard)
        return true;
    if (!record_read_secret(record, measurement->secret, error) ||
        !standings_read(record, &standings, error))
        return false;
    for (int i = 0; i < standings.count; i++)
        if (!standings.row[i].is_reference)
            measurement->engine = standings.row[i];
    standings_free(&standings);
    const struct standing *engine = &measurement->engine;
    measurement->wanted = standard_games(measurement->standard, (int)engine->reference_games,
                                         &engine->reference.margins);
    return measurement_find_limits(record, measurement, error);
}

/* Whether the number is the standard's: the engine had its limit and has played all its games. */
static bool measurement_is_standard(const struct measurement *measurement) {
    return measurement->limited && measurement->engine.reference_games >= measurement->wanted;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* "+69.0 +- 1.9"; with fewer than two games the error is not known. */
static void write_margin(const struct sample *sample, int digits, const char *sign, char text[64]) {
    double error = sample_error(sample);
    if (sample->count == 0)
        snprintf(text, 64, "-");
    else if (isfinite(error))
        snprintf(text, 64, "%+.*f %s %.*f", digits, sample->mean, sign, digits, error);
    else
        snprintf(text, 64, "%+.*f", digits, sample->mean);
}

/* Why the number is not the standard's, in the reader's language: two texts, "" where there is
 * none. */
struct reasons {
    char games[128], limit[MEASUREMENT_LIMITS_SIZE + 128];
};

static void write_reasons(const struct measurement *measurement, struct reasons *reasons) {
    int64_t games = measurement->engine.reference_games;
    *reasons = (struct reasons){{0}, {0}};
    if (games < measurement->wanted)
        snprintf(reasons->games, sizeof reasons->games,
                 ngettext("it has %lld game, and needs %d", "it has %lld games, and needs %d",
                          (unsigned long)games),
                 (long long)games, measurement->wanted);
    if (!measurement->limited)
        snprintf(reasons->limit, sizeof reasons->limit, _("the limit was %s, not %s"),
                 measurement->limits, measurement->standard->limit);
}

/* Writes the reasons as a sentence; "": the number is the standard's. */
static void write_reason(const struct measurement *measurement, char *text, size_t size) {
    struct reasons reasons;
    write_reasons(measurement, &reasons);
    *text = '\0';
    if (!measurement_is_standard(measurement))
        snprintf(text, size, _("This is not the number of %s: %s%s%s."),
                 measurement->standard->name, reasons.games,
                 *reasons.games && *reasons.limit ? "; " : "", reasons.limit);
}

/* How many games the solver has looked at. */
static int judged_games(const struct measurement *measurement) {
    int64_t games = measurement->engine.reference_games;
    return games < measurement->standard->judged ? (int)games : measurement->standard->judged;
}

static double share(int64_t part, int64_t all) {
    return all > 0 ? 100.0 * (double)part / (double)all : NAN;
}

/* Milliseconds a move. */
static double mean_time(const struct measured_moves *moves) {
    return moves->moves > 0 ? (double)moves->took / (double)moves->moves / 1000 : NAN;
}

/* What the moves of a phase have lost. Text is indented by its first column. */
static void regret_columns(struct listing *listing, const void *table, int64_t i) {
    const struct measurement *measurement = table;
    const struct standard *standard = measurement->standard;
    const struct regret *regret = &measurement->moves.phase[i];
    int most = standard->empty[i], least = i + 1 < STANDARD_PHASES ? standard->empty[i + 1] + 1 : 1;
    double error = regret_error(regret), best = share(regret->best, regret->moves);
    char phase[32];
    skill_write_phase(standard, (int)i + 1, phase);
    listing_row(listing, (const struct column[]){
                             {NULL, "", 2, cell_text(""), .without = LISTING_HTML},
                             {NULL, N_("empty cells"), 12, .cell = cell_name(phase)},
                             {"empty_max", .cell = cell_count(most)},
                             {"empty_min", .cell = cell_count(least)},
                             {"moves", N_("moves"), 7, .cell = cell_count(regret->moves)},
                             {"mean", N_("cells a move"), 13,
                              .cell = cell_real("%.3f", regret_mean(regret))},
                             {"error", "+-", 7, .cell = cell_error("%.3f", error, error)},
                             {NULL, N_("best moves"), 11, .cell = cell_real("%.1f %%", best)},
                             {"best", .cell = cell_count(regret->best)},
                             {0},
                         });
}

/* ---- as text --------------------------------------------------------------------------------- */

static void show_regret(const struct measurement *measurement, FILE *file) {
    fprintf(file,
            ngettext("  regret      in the first game, where the solver knows the best move\n",
                     "  regret      in the first %d games, where the solver knows the best move\n",
                     (unsigned long)judged_games(measurement)),
            judged_games(measurement));
    listing_print(regret_columns, measurement, STANDARD_PHASES, LISTING_TEXT, file);
}

void measurement_show(const struct measurement *measurement, FILE *file) {
    const struct standing *engine = &measurement->engine;
    char name[NAME_BYTES_MAX + 1], margin[64], reason[1024];
    text_readable(name, sizeof name, engine->name);
    write_margin(&engine->reference.margins, 2, "+-", margin);
    fprintf(file, _("%s: %s against the reference computer\n"), measurement->standard->name, name);
    fprintf(file, _("  margin      %s cells a game, of two halves\n"), margin);
    fprintf(file, _("  games       %lld: won %lld, drawn %lld, lost %lld\n"),
            (long long)engine->reference_games, (long long)engine->won, (long long)engine->drawn,
            (long long)engine->lost);
    if (measurement->judged) {
        show_regret(measurement, file);
        if (measurement->moves.moves > 0)
            fprintf(file, _("  time        %.1f ms a move, at most %.1f ms\n"),
                    mean_time(&measurement->moves), (double)measurement->moves.longest / 1000);
    }
    fprintf(file, _("  faults      %lld, and %lld warnings\n"), (long long)engine->faults,
            (long long)engine->warnings);
    if (*measurement->digest)
        fprintf(file, _("  boards      from a secret with the digest %s\n"), measurement->digest);
    if (*measurement->secret) {
        char secret[RECORD_SECRET_SIZE];
        text_readable(secret, sizeof secret, measurement->secret);
        fprintf(file, _("              which was: %s\n"), secret);
    }
    write_reason(measurement, reason, sizeof reason);
    if (*reason)
        fprintf(file, "%s\n", reason);
}

/* ---- as JSON --------------------------------------------------------------------------------- */

void measurement_json(const struct measurement *measurement, FILE *file) {
    const struct standing *engine = &measurement->engine;
    const struct sample *margins = &engine->reference.margins;
    const struct measured_moves *moves = &measurement->moves;
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", "measurement");
    json_string(&json, "standard", measurement->standard->name);
    json_bool(&json, "is_standard", measurement_is_standard(measurement));
    json_string(&json, "engine", engine->name);
    json_string(&json, "limits", measurement->limits);
    json_integer(&json, "games", engine->reference_games);
    json_integer(&json, "needed", measurement->wanted);
    json_real(&json, "margin", margins->count ? margins->mean : NAN);
    json_real(&json, "error", sample_error(margins));
    json_integer(&json, "won", engine->won);
    json_integer(&json, "drawn", engine->drawn);
    json_integer(&json, "lost", engine->lost);
    if (measurement->judged) {
        listing_json(regret_columns, measurement, STANDARD_PHASES, "regret", &json);
        json_integer(&json, "moves", moves->moves);
        json_real(&json, "time_us", 1000 * mean_time(moves));
        json_integer(&json, "longest_us", moves->longest);
    }
    json_integer(&json, "faults", engine->faults);
    json_integer(&json, "warnings", engine->warnings);
    json_string(&json, "digest", *measurement->digest ? measurement->digest : NULL);
    json_string(&json, "secret", *measurement->secret ? measurement->secret : NULL);
    json_close(&json, '}');
    needed_json(&json, file);
}

/* ---- as a picture ---------------------------------------------------------------------------- */

/* Where things stand in the picture, in its units. */
enum {
    WIDTH = 640,
    LEFT = 28,
    RIGHT = WIDTH - LEFT,
    FIGURES = 120,
    FIGURES_BELOW = FIGURES + 24,
    RESULTS = 330,
    TIME = 510,
    PHASES = 188,
    PHASE_ROW = 28,
    PHASES_END = PHASES + 20 + PHASE_ROW * STANDARD_PHASES,
    BAR_LEFT = 110,
    BAR_RIGHT = 430,
    FOOT_ROW = 22,
    NAME_COLUMNS = 48 /* letters that have room at the usual size */
};

/* A line of text; `style` may be "". */
static void card_text(FILE *file, const char *kind, const char *style, int x, int y,
                      const char *text) {
    fprintf(file, "<text class=\"%s\" style=\"%s\" x=\"%d\" y=\"%d\">", kind, style, x, y);
    report_text(file, "", text, "</text>\n");
}

static void card_rule(FILE *file, int y) {
    fprintf(file, "<path class=\"rule\" d=\"M%d %dH%d\"/>\n", LEFT, y, RIGHT);
}

/* Draws a number, with a caption below it. */
static void card_figure(FILE *file, int x, const char *size, const char *number,
                        const char *about) {
    card_text(file, "name", size, x, FIGURES, number);
    card_text(file, "soft", "", x, FIGURES_BELOW, about);
}

/* Bars on one scale, the longest at least a cell. */
static void card_regret(const struct measurement *measurement, FILE *file) {
    double widest = 1;
    char text[160], phase[32];
    for (int i = 0; i < STANDARD_PHASES; i++)
        if (measurement->moves.phase[i].moves > 0)
            widest = fmax(widest, regret_mean(&measurement->moves.phase[i]));
    card_text(file, "soft", "", LEFT, PHASES,
              _("Lost against the best move, in cells a move, by empty cells"));
    for (int i = 0; i < STANDARD_PHASES; i++) {
        const struct regret *regret = &measurement->moves.phase[i];
        int y = PHASES + PHASE_ROW * (i + 1);
        skill_write_phase(measurement->standard, i + 1, phase);
        card_text(file, "name", "", LEFT, y, phase);
        fprintf(file, "<path class=\"zero\" d=\"M%d %dV%d\"/>\n", BAR_LEFT, y - 16, y + 6);
        if (regret->moves == 0) {
            card_text(file, "soft", "", BAR_LEFT + 10, y, _("no moves"));
            continue;
        }
        double length = regret_mean(regret) / widest * (BAR_RIGHT - BAR_LEFT);
        fprintf(file,
                "<rect class=\"bad\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"12\" rx=\"2\"/>\n",
                BAR_LEFT, y - 11, length);
        snprintf(text, sizeof text, "%.2f", regret_mean(regret));
        card_text(file, "name", "", BAR_LEFT + (int)length + 10, y, text);
        snprintf(text, sizeof text, _("%.0f %% best moves"), share(regret->best, regret->moves));
        card_text(file, "soft", "text-anchor:end", RIGHT, y, text);
    }
}

void measurement_card(const struct measurement *measurement, FILE *file) {
    const struct standing *engine = &measurement->engine;
    const struct standard *standard = measurement->standard;
    struct reasons reasons;
    char text[512], margin[64];
    write_reasons(measurement, &reasons);
    int foot = measurement->judged ? PHASES_END : FIGURES_BELOW + 24;
    int lines = 1 + (*reasons.games != 0) + (*reasons.limit != 0);
    int height = foot + FOOT_ROW * lines + 18;
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\" role=\"img\">\n%s"
            "<rect class=\"slot\" x=\"1\" y=\"1\" width=\"%d\" height=\"%d\" rx=\"10\"/>\n",
            WIDTH, height, WIDTH, height, report_picture_style, WIDTH - 2, height - 2);
    card_text(file, "title", text_columns(engine->name) > NAME_COLUMNS ? "font-size:13px" : "",
              LEFT, 38, engine->name);
    snprintf(text, sizeof text,
             ngettext("%s, %lld game", "%s, %lld games", (unsigned long)engine->reference_games),
             standard->name, (long long)engine->reference_games);
    card_text(file, "soft", "", LEFT, 62, text);
    if (*measurement->digest)
        card_text(file, "soft", "text-anchor:end", RIGHT, 62, _("secret boards"));
    card_rule(file, 78);
    write_margin(&engine->reference.margins, 1, "\xc2\xb1", margin);
    card_figure(file, LEFT, "font-size:30px;font-weight:700", margin,
                _("cells a game against the reference"));
    snprintf(text, sizeof text, "%lld \xe2\x80\x93 %lld \xe2\x80\x93 %lld", (long long)engine->won,
             (long long)engine->drawn, (long long)engine->lost);
    card_figure(file, RESULTS, "font-size:20px", text, _("won, drawn, lost"));
    if (measurement->judged && measurement->moves.moves > 0) {
        snprintf(text, sizeof text, _("%.1f ms"), mean_time(&measurement->moves));
        card_figure(file, TIME, "font-size:20px", text, _("a move"));
    }
    if (measurement->judged)
        card_regret(measurement, file);
    card_rule(file, foot);
    snprintf(text, sizeof text,
             ngettext("%lld fault", "%lld faults", (unsigned long)engine->faults),
             (long long)engine->faults);
    card_text(file, "soft", "", LEFT, foot += FOOT_ROW, text);
    if (!measurement_is_standard(measurement)) {
        snprintf(text, sizeof text, _("not the number of %s: %s"), standard->name,
                 *reasons.games ? reasons.games : reasons.limit);
        card_text(file, "name", "", LEFT, foot += FOOT_ROW, text);
    }
    if (*reasons.games && *reasons.limit)
        card_text(file, "name", "", LEFT, foot + FOOT_ROW, reasons.limit);
    fputs("</svg>\n", file);
}

/* ---- as a section of a page ------------------------------------------------------------------ */

void measurement_section(const struct measurement *measurement, FILE *file) {
    const struct standing *engine = &measurement->engine;
    char text[1024], margin[64];
    write_margin(&engine->reference.margins, 2, "\xc2\xb1", margin);
    fprintf(file, "<h2 id=measurement>%s</h2>\n", _("Measurement"));
    snprintf(text, sizeof text, _("%s: %s cells a game against the reference computer."),
             engine->name, margin);
    report_text(file, "<p class=winner>", text, "</p>\n");
    write_reason(measurement, text, sizeof text);
    report_text(file, "<p>", text, "</p>\n");
    if (*measurement->digest)
        fprintf(file,
                _("<p>The boards follow from a secret with the digest <code>%s</code>.</p>\n"),
                measurement->digest);
    if (*measurement->secret) {
        fprintf(file, "<p>%s ", _("The secret was:"));
        report_text(file, "<code>", measurement->secret, "</code></p>\n");
    }
    if (!measurement->judged)
        return;
    fprintf(
        file,
        ngettext("<p>What the moves of the first game have lost against the best ones, where the "
                 "solver knows these.</p>\n",
                 "<p>What the moves of the first %d games have lost against the best ones, where "
                 "the solver knows these.</p>\n",
                 (unsigned long)judged_games(measurement)),
        judged_games(measurement));
    listing_print(regret_columns, measurement, STANDARD_PHASES, LISTING_HTML, file);
    if (measurement->moves.moves > 0)
        fprintf(file, _("<p>Time: %.1f&nbsp;ms a move, at most %.1f&nbsp;ms.</p>\n"),
                mean_time(&measurement->moves), (double)measurement->moves.longest / 1000);
}
