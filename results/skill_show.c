/* skill_show.c - how well players have played, as text, as a section of a report, and as JSON. */
#include "config.h"

#include "results/skill.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "results/listing.h"
#include "results/report_charts.h"

#include <math.h>
#include <string.h>

/* ---- for people ------------------------------------------------------------------------------ */

void skill_write_phase(const struct standard *standard, int phase, char text[32]) {
    const int *empty = standard->empty;
    if (phase == 0)
        snprintf(text, 32, "%d+", empty[0] + 1);
    else
        snprintf(text, 32, "%d-%d", empty[phase - 1],
                 phase < STANDARD_PHASES ? empty[phase] + 1 : 1);
}

enum { ESTIMATE_SIZE = 64 };

/* "0.83 +- 0.10"; "-" where nothing is known. */
static struct cell estimate(const struct listing *listing, double mean, double error, int digits,
                            const char *format, char text[ESTIMATE_SIZE]) {
    char number[32];
    snprintf(number, sizeof number, format, digits, mean);
    if (!isfinite(mean))
        snprintf(text, ESTIMATE_SIZE, "-");
    else if (isfinite(error))
        snprintf(text, ESTIMATE_SIZE, "%s %s %.*f", number,
                 listing->form == LISTING_HTML ? "\u00b1" : "+-", digits, error);
    else
        snprintf(text, ESTIMATE_SIZE, "%s", number);
    return cell_text(text);
}

static struct cell estimate_sample(const struct listing *listing, const struct sample *sample,
                                   char text[ESTIMATE_SIZE]) {
    return estimate(listing, sample->count ? sample->mean : NAN, sample_error(sample), 2, "%+.*f",
                    text);
}

/* Whether margins of any player are known as skill and luck. */
static bool has_luck(const struct skill *skill) {
    bool any = false;
    for (int i = 0; i < skill->count; i++)
        any |= skill->cells && skill->row[i].lucks.count > 0;
    return any;
}

/* What the moves of a player lost. Text has a separate table of skill and luck. */
static void skill_columns(struct listing *listing, const void *table, int64_t rank) {
    const struct skill *skill = table;
    const struct skill_row *row = &skill->row[rank];
    const struct regret *regret = skill_regret(skill, row);
    unsigned unscored = skill->cells ? 0 : ~0U, unlucky = has_luck(skill) ? 0 : ~0U;
    double best = regret->moves ? (double)regret->best / (double)regret->moves : NAN;
    char phase[SKILL_PHASES][32], text[4][ESTIMATE_SIZE];
    struct column column[LISTING_COLUMNS_MAX] = {
        {NULL, N_("player"), .cell = cell_name(row->name)},
        {NULL, N_("games"), 6, .cell = cell_count(row->games)},
        {NULL, N_("moves"), 7, .cell = cell_count(row->all.moves)},
        {NULL, N_("exact"), 7, .cell = cell_count(row->exact.moves), .without = LISTING_HTML},
        {NULL, N_("best"), 6, .cell = cell_share("%.0f %%", best), .without = LISTING_HTML},
        {NULL, N_("turned"), 6, .cell = cell_count(row->turned)},
    };
    struct column *next = column + 6;
    for (int i = 0; i < SKILL_PHASES; i++) {
        skill_write_phase(standard_now, i, phase[i]);
        *next++ = (struct column){NULL, phase[i], 7,
                                  .cell = cell_real("%.3f", regret_mean(&row->phase[i])),
                                  .without = unscored | LISTING_HTML};
    }
    const struct column last[] = {
        {NULL, N_("loss a move"), 16,
         .cell = estimate(listing, regret_mean(regret), regret_error(regret), 3, "%.*f", text[0])},
        {NULL, N_("score"), 14,
         .cell = estimate(listing, skill_score(skill, row), skill_score_error(skill, row), 1,
                          "%.*f", text[1]),
         .without = unscored},
        {NULL, N_("skill"), .cell = estimate_sample(listing, &row->skills, text[2]),
         .without = unlucky | LISTING_TEXT},
        {NULL, N_("luck"), .cell = estimate_sample(listing, &row->lucks, text[3]),
         .without = unlucky | LISTING_TEXT},
    };
    memcpy(next, last, sizeof last);
    listing_row(listing, column);
}

static void luck_columns(struct listing *listing, const void *table, int64_t rank) {
    const struct skill_row *row = &((const struct skill *)table)->row[rank];
    char text[3][ESTIMATE_SIZE];
    if (row->margins.count > 0)
        listing_row(
            listing,
            (const struct column[]){
                {NULL, N_("player"), .cell = cell_name(row->name)},
                {NULL, N_("games"), 6, .cell = cell_count(row->margins.count)},
                {NULL, N_("margin"), 16, .cell = estimate_sample(listing, &row->margins, text[0])},
                {NULL, N_("skill"), 16, .cell = estimate_sample(listing, &row->skills, text[1])},
                {NULL, N_("luck"), 16, .cell = estimate_sample(listing, &row->lucks, text[2])},
                {0},
            });
}

/* What became of the half by a move that turned its result. */
static const char *turn_words(const struct skill_turn *turn) {
    return turn->margin == 0  ? _("; a drawn half was lost")
           : turn->moved == 0 ? _("; a won half became a draw")
                              : _("; a won half was lost");
}

static void skill_write_turn(const struct skill_turn *turn, char *text, size_t size) {
    char name[NAME_BYTES_MAX + 1];
    text_readable(name, sizeof name, turn->player);
    snprintf(text, size, _("%lld.%d, move %d, %s: %s lost %d; %s was worth %+d%s%s"),
             (long long)turn->game, turn->half, turn->ply, name, turn->move,
             turn->margin - turn->moved, turn->best, turn->margin,
             turn->turned ? turn_words(turn) : "", turn->exact ? "" : _(" (estimated)"));
}

static void skill_write_turns(const struct skill *skill, bool page, FILE *file) {
    if (skill->turns > 0)
        fprintf(file, page ? "<p>%s</p>\n<ul>\n" : "\n%s\n",
                _("The moves that cost most, first those that turned a result:"));
    for (int i = 0; i < skill->turns; i++) {
        char text[512];
        skill_write_turn(&skill->turn[i], text, sizeof text);
        if (page)
            report_text(file, "<li>", text, "</li>\n");
        else
            fprintf(file, "  %s\n", text);
    }
    if (skill->turns > 0 && page)
        fputs("</ul>\n", file);
}

static void skill_print(const struct skill *skill, FILE *file) {
    fprintf(file, ngettext("%lld game", "%lld games", (unsigned long)skill->games),
            (long long)skill->games);
    fprintf(file,
            ngettext(", %lld half analysed\n\n", ", %lld halves analysed\n\n",
                     (unsigned long)skill->halves),
            (long long)skill->halves);
    listing_print(skill_columns, skill, skill->count, LISTING_TEXT, file);
    if (skill->cells)
        fputs(_("Loss by empty cells and score: of the moves whose loss is exact.\n"), file);
    if (has_luck(skill)) {
        fputs(_("\nMargins a game against the reference computer, as skill and luck:\n"), file);
        listing_print(luck_columns, skill, skill->count, LISTING_TEXT, file);
    }
    skill_write_turns(skill, false, file);
}

/* ---- a section of a report ------------------------------------------------------------------- */

void skill_section(const struct skill *skill, FILE *file) {
    fprintf(file, "<h2 id=skill>%s</h2>\n<p>%s</p>\n", _("Moves"),
            skill->cells
                ? _("What the moves of analysed games lost, in cells a move, where that is exact; "
                    "a score from 0 to 100; moves that turned the result of a half; and margins "
                    "against the reference computer, as skill and luck.")
                : _("What the moves of analysed games lost, as estimated, and how many turned the "
                    "result of a half."));
    listing_print(skill_columns, skill, skill->count, LISTING_HTML, file);
    skill_write_turns(skill, true, file);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void skill_add_regret(const char *key, const struct regret *regret, struct json *json) {
    json_open(json, key, '{');
    json_integer(json, "moves", regret->moves);
    json_integer(json, "best", regret->best);
    json_real(json, "loss", regret_mean(regret));
    json_real(json, "error", regret_error(regret));
    json_close(json, '}');
}

static void skill_add_sample(const char *key, const struct sample *sample, struct json *json) {
    json_open(json, key, '{');
    json_real(json, "mean", sample->count ? sample->mean : NAN);
    json_real(json, "error", sample_error(sample));
    json_close(json, '}');
}

static void skill_add_player(const struct skill *skill, const struct skill_row *row,
                             struct json *json) {
    json_open(json, NULL, '{');
    json_string(json, "name", row->name);
    json_integer(json, "games", row->games);
    json_integer(json, "turned", row->turned);
    json_real(json, "score", skill_score(skill, row));
    json_real(json, "score_error", skill_score_error(skill, row));
    skill_add_regret("all", &row->all, json);
    skill_add_regret("exact", &row->exact, json);
    json_open(json, "phases", '[');
    for (int phase = 0; skill->cells && phase < SKILL_PHASES; phase++)
        skill_add_regret(NULL, &row->phase[phase], json);
    json_close(json, ']');
    if (row->margins.count > 0) {
        json_integer(json, "reference_games", row->margins.count);
        skill_add_sample("margin", &row->margins, json);
        skill_add_sample("skill", &row->skills, json);
        skill_add_sample("luck", &row->lucks, json);
    }
    json_close(json, '}');
}

static void skill_write_json(const struct skill *skill, FILE *file) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_integer(&json, "games", skill->games);
    json_integer(&json, "halves", skill->halves);
    json_integers(&json, "empty", standard_now->empty, STANDARD_PHASES);
    json_open(&json, "players", '[');
    for (int i = 0; i < skill->count; i++)
        skill_add_player(skill, &skill->row[i], &json);
    json_close(&json, ']');
    json_open(&json, "costly", '[');
    for (int i = 0; i < skill->turns; i++) {
        const struct skill_turn *turn = &skill->turn[i];
        json_open(&json, NULL, '{');
        json_integer(&json, "game", turn->game);
        json_integer(&json, "half", turn->half);
        json_integer(&json, "ply", turn->ply);
        json_string(&json, "player", turn->player);
        json_string(&json, "move", turn->move);
        json_string(&json, "best", turn->best);
        json_integer(&json, "margin", turn->margin);
        json_integer(&json, "moved", turn->moved);
        json_bool(&json, "turned", turn->turned);
        json_bool(&json, "exact", turn->exact);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    needed_json(&json, file);
}

bool skill_show(struct record *record, const struct skill_request *request, bool json, FILE *file,
                struct error *error) {
    struct skill skill;
    if (!skill_read(record, request, &skill, error))
        return false;
    if (json)
        skill_write_json(&skill, file);
    else
        skill_print(&skill, file);
    skill_free(&skill);
    return true;
}
