/* skill_show.c - how well players have played, as text and as JSON. */
#include "config.h"

#include "results/skill.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* ---- for people ------------------------------------------------------------------------------ */

static const char *skill_name(const struct skill_row *row, char name[NAME_BYTES_MAX + 1]) {
    text_readable(name, NAME_BYTES_MAX + 1, row->name);
    return name;
}

static int skill_width(const struct skill *skill) {
    int width = text_columns(_("player"));
    char name[NAME_BYTES_MAX + 1];
    for (int i = 0; i < skill->count; i++) {
        int columns = text_columns(skill_name(&skill->row[i], name));
        width = columns > width ? columns : width;
    }
    return width;
}

/* The empty cells of a phase: "26-19". */
static void skill_write_phase(int phase, char text[32]) {
    const int *empty = standard_now->empty;
    if (phase == 0)
        snprintf(text, 32, "%d+", empty[0] + 1);
    else
        snprintf(text, 32, "%d-%d", empty[phase - 1],
                 phase < STANDARD_PHASES ? empty[phase] + 1 : 1);
}

/* "0.83 +- 0.10"; "-" where nothing is known. */
static void write_estimate(double mean, double error, int digits, const char *format,
                           char text[64]) {
    char number[32];
    snprintf(number, sizeof number, format, digits, mean);
    if (!isfinite(mean))
        snprintf(text, 64, "-");
    else if (isfinite(error))
        snprintf(text, 64, "%s +- %.*f", number, digits, error);
    else
        snprintf(text, 64, "%s", number);
}

static void print_cell(FILE *file, int width, const char *text) {
    fputs(" ", file);
    text_print_right(file, width, text);
}

static void skill_print_loss(const struct skill *skill, const struct skill_row *row, FILE *file) {
    char text[64];
    const struct regret *regret = skill_regret(skill, row);
    for (int phase = 0; skill->cells && phase < SKILL_PHASES; phase++) {
        write_estimate(regret_mean(&row->phase[phase]), NAN, 3, "%.*f", text);
        print_cell(file, 7, text);
    }
    write_estimate(regret_mean(regret), regret_error(regret), 3, "%.*f", text);
    print_cell(file, 16, text);
    if (skill->cells) {
        write_estimate(skill_score(skill, row), skill_score_error(skill, row), 1, "%.*f", text);
        print_cell(file, 14, text);
    }
}

static void skill_print_rows(const struct skill *skill, FILE *file) {
    int width = skill_width(skill);
    char text[64], name[NAME_BYTES_MAX + 1];
    text_print_left(file, width, _("player"));
    print_cell(file, 6, _("games"));
    print_cell(file, 7, _("moves"));
    print_cell(file, 7, _("exact"));
    print_cell(file, 6, _("best"));
    print_cell(file, 6, _("turned"));
    for (int phase = 0; skill->cells && phase < SKILL_PHASES; phase++) {
        skill_write_phase(phase, text);
        print_cell(file, 7, text);
    }
    print_cell(file, 16, _("loss a move"));
    if (skill->cells)
        print_cell(file, 14, _("score"));
    fputs("\n", file);
    for (int i = 0; i < skill->count; i++) {
        const struct skill_row *row = &skill->row[i];
        const struct regret *regret = skill_regret(skill, row);
        text_print_left(file, width, skill_name(row, name));
        snprintf(text, sizeof text, regret->moves ? "%.0f %%" : "-",
                 regret->moves ? 100.0 * (double)regret->best / (double)regret->moves : 0.0);
        fprintf(file, " %6lld %7lld %7lld %6s %6lld", (long long)row->games,
                (long long)row->all.moves, (long long)row->exact.moves, text,
                (long long)row->turned);
        skill_print_loss(skill, row, file);
        fputs("\n", file);
    }
    if (skill->cells)
        fputs(_("Loss by empty cells and score: of the moves whose loss is exact.\n"), file);
}

static void skill_print_luck(const struct skill *skill, FILE *file) {
    int width = skill_width(skill);
    char text[64], name[NAME_BYTES_MAX + 1];
    bool any = false;
    for (int i = 0; i < skill->count; i++)
        any |= skill->row[i].margins.count > 0;
    if (!any || !skill->cells)
        return;
    fputs(_("\nMargins a game against the reference computer, as skill and luck:\n"), file);
    text_print_left(file, width, _("player"));
    print_cell(file, 6, _("games"));
    print_cell(file, 16, _("margin"));
    print_cell(file, 16, _("skill"));
    print_cell(file, 16, _("luck"));
    fputs("\n", file);
    for (int i = 0; i < skill->count; i++) {
        const struct skill_row *row = &skill->row[i];
        const struct sample *const samples[] = {&row->margins, &row->skills, &row->lucks};
        if (row->margins.count == 0)
            continue;
        text_print_left(file, width, skill_name(row, name));
        fprintf(file, " %6lld", (long long)row->margins.count);
        for (int k = 0; k < 3; k++) {
            write_estimate(samples[k]->mean, sample_error(samples[k]), 2, "%+.*f", text);
            print_cell(file, 16, text);
        }
        fputs("\n", file);
    }
}

/* What became of the half by a move that turned its result. */
static const char *turn_words(const struct skill_turn *turn) {
    return turn->margin == 0  ? _("; a drawn half was lost")
           : turn->moved == 0 ? _("; a won half became a draw")
                              : _("; a won half was lost");
}

void skill_write_turn(const struct skill_turn *turn, char *text, size_t size) {
    char name[NAME_BYTES_MAX + 1];
    text_readable(name, sizeof name, turn->player);
    snprintf(text, size, _("%lld.%d, move %d, %s: %s lost %d; %s was worth %+d%s%s"),
             (long long)turn->game, turn->half, turn->ply, name, turn->move,
             turn->margin - turn->moved, turn->best, turn->margin,
             turn->turned ? turn_words(turn) : "", turn->exact ? "" : _(" (estimated)"));
}

static void skill_print_turns(const struct skill *skill, FILE *file) {
    if (skill->turns > 0)
        fprintf(file, "\n%s\n", _("The moves that cost most, first those that turned a result:"));
    for (int i = 0; i < skill->turns; i++) {
        char text[512];
        skill_write_turn(&skill->turn[i], text, sizeof text);
        fprintf(file, "  %s\n", text);
    }
}

static void skill_print(const struct skill *skill, FILE *file) {
    fprintf(file, ngettext("%lld game", "%lld games", (unsigned long)skill->games),
            (long long)skill->games);
    fprintf(file,
            ngettext(", %lld half analysed\n\n", ", %lld halves analysed\n\n",
                     (unsigned long)skill->halves),
            (long long)skill->halves);
    skill_print_rows(skill, file);
    skill_print_luck(skill, file);
    skill_print_turns(skill, file);
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

static bool skill_write_json(const struct skill *skill, FILE *file, struct error *error) {
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
    return json_write(&json, file) || error_set(error, _("cannot write the analysis"));
}

bool skill_show(struct record *record, const struct skill_request *request, bool json, FILE *file,
                struct error *error) {
    struct skill skill;
    if (!skill_read(record, request, &skill, error))
        return false;
    bool done = !json || skill_write_json(&skill, file, error);
    if (!json)
        skill_print(&skill, file);
    skill_free(&skill);
    return done;
}
