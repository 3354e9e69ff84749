/* rank_show.c - the ranking of a week in each form. Text and pages have the table, the rule by
 * which players are ranked, and the champions: text those of the week, a page those of each week
 * before. */
#include "config.h"

#include "results/rank.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "record/record_rows.h"
#include "results/report_charts.h"

#include <string.h>

static double average(const struct rank_row *row) {
    return row->total / (double)row->counted;
}

/* Margins without luck are not whole numbers. */
static struct cell total_cell(const struct ranking *ranking, double total) {
    return ranking->skill ? cell_real("%+.2f", total) : cell_total((int64_t)total);
}

static void write_week(const struct calendar_week *week, char name[16]) {
    snprintf(name, 16, "%04d-%02d", week->year, week->week);
}

static void rank_columns(struct listing *listing, const void *table, int64_t i) {
    static const struct rank_row nobody;
    const struct ranking *ranking = table;
    const struct rank_row *row = i < ranking->count ? &ranking->row[i] : &nobody;
    const char *provisional = ranking->provisional ? "yes" : "no";
    char week[16];
    int place = (int)i;
    while (place > 0 && rank_shares(ranking, place))
        place--;
    write_week(&ranking->week, week);
    listing_row(listing,
                (const struct column[]){
                    {"week", .cell = cell_text(week), .without = LISTING_JSON},
                    {"provisional", .cell = cell_text(provisional), .without = LISTING_JSON},
                    {"best", .cell = cell_count(ranking->best), .without = LISTING_JSON},
                    {"rank", "", 3, .cell = cell_count(place + 1)},
                    {"name", N_("player"), .cell = cell_name(row->name)},
                    {"games", N_("games"), 7, .cell = cell_count(row->games)},
                    {"counted", N_("counted"), 7, .cell = cell_count(row->counted)},
                    {"total", N_("total"), 9, .cell = total_cell(ranking, row->total)},
                    {"average", N_("average"), 9, .cell = cell_real("%+.2f", average(row))},
                    {0},
                });
}

/* ---- for people ------------------------------------------------------------------------------ */

static void add_title(const struct ranking *ranking, struct text *title) {
    const struct calendar_week *week = &ranking->week;
    text_addf(title, _("%s: %s, week %04d-%02d (%.10s to %s), "), ranking->league, ranking->game,
              week->year, week->week, week->begin, week->last_day);
    if (ranking->provisional)
        text_addf(title, _("provisional: all games against %s\n"), ranking->reference);
    else
        text_addf(title,
                  ngettext("best %d game against %s\n", "best %d games against %s\n",
                           (unsigned long)ranking->best),
                  ranking->best, ranking->reference);
}

/* All players who share the first place. */
static void add_first(const struct ranking *ranking, struct text *names) {
    for (int i = 0; i < rank_first(ranking); i++)
        text_addf(names, "%s%s", i ? ", " : "", record_name_shown(ranking->row[i].name));
}

/* This never makes a name longer. */
static void make_readable(char *name) {
    char readable[NAME_BYTES_MAX + 1];
    text_readable(readable, sizeof readable, name);
    strcpy(name, readable);
}

static void print_text(struct ranking *ranking, FILE *file) {
    struct text title = {0}, rule = {0}, first = {0};
    make_readable(ranking->league);
    make_readable(ranking->game);
    make_readable(ranking->reference);
    for (int i = 0; i < ranking->count; i++)
        make_readable(ranking->row[i].name);
    add_title(ranking, &title);
    rank_rule(ranking, '\n', &rule);
    add_first(ranking, &first);
    unsigned long champions = (unsigned long)rank_first(ranking);
    fputs(needed_text(&title), file);
    if (ranking->count == 0) {
        fputs(_("no tournament game was finished\n"), file);
    } else {
        listing_print(rank_columns, ranking, ranking->count, LISTING_TEXT, file);
        fprintf(file, "%s%s%s\n", needed_text(&rule),
                ranking->provisional
                    ? ngettext("leader so far: ", "leaders so far: ", champions)
                    : ngettext("champion of the week: ", "champions of the week: ", champions),
                needed_text(&first));
    }
    text_free(&title);
    text_free(&rule);
    text_free(&first);
}

/* Prints the champions of a week that is over, below a heading if it is the first one. */
static void print_champions(void *context, const struct ranking *ranking) {
    struct listing *listing = context;
    const struct rank_row *first = &ranking->row[0];
    struct text names = {0};
    char week[16];
    if (listing->state == LISTING_BEGINS)
        fprintf(listing->file, "<h2>%s</h2>\n", _("Champions"));
    write_week(&ranking->week, week);
    add_first(ranking, &names);
    listing_row(listing, (const struct column[]){
                             {NULL, N_("week"), .cell = cell_text(week)},
                             {NULL, N_("champion"), .cell = cell_name(needed_text(&names))},
                             {NULL, N_("counted"), .cell = cell_count(first->counted)},
                             {NULL, N_("total"), .cell = total_cell(ranking, first->total)},
                             {NULL, N_("average"), .cell = cell_real("%+.2f", average(first))},
                             {NULL, N_("players"), .cell = cell_count(ranking->count)},
                             {0},
                         });
    text_free(&names);
}

static bool print_page(struct record *record, const struct rank_request *request,
                       const struct ranking *ranking, FILE *file, struct error *error) {
    struct text title = {0}, rule = {0};
    struct listing past = {.form = LISTING_HTML, .file = file};
    char heading[40];
    snprintf(heading, sizeof heading, _("Ranking of week %04d-%02d"), ranking->week.year,
             ranking->week.week);
    if (!report_page_begin(heading, 0, file, error))
        return false;
    add_title(ranking, &title);
    rank_rule(ranking, ' ', &rule);
    report_text(file, "<p>", needed_text(&title), "</p>\n");
    listing_print(rank_columns, ranking, ranking->count, LISTING_HTML, file);
    report_text(file, "<p>", needed_text(&rule), "</p>\n");
    bool done = rank_past(record, request, ranking, print_champions, &past, error);
    listing_end(&past);
    report_page_end(file);
    text_free(&title);
    text_free(&rule);
    return done;
}

/* ---- for programs ---------------------------------------------------------------------------- */

/* Adds the champions of a week that is over. */
static void add_champions(void *context, const struct ranking *ranking) {
    struct json *json = context;
    const struct rank_row *first = &ranking->row[0];
    char week[16];
    write_week(&ranking->week, week);
    json_open(json, NULL, '{');
    json_string(json, "week", week);
    json_open(json, "names", '[');
    for (int i = 0; i < rank_first(ranking); i++)
        json_string(json, NULL, ranking->row[i].name);
    json_close(json, ']');
    json_integer(json, "counted", first->counted);
    json_real(json, "total", first->total);
    json_real(json, "average", average(first));
    json_integer(json, "players", ranking->count);
    json_close(json, '}');
}

static void add_head(const struct ranking *ranking, struct json *json) {
    char day[12], week[16];
    struct text rule = {0};
    rank_rule(ranking, ' ', &rule);
    text_cut(&rule, rule.length - (rule.length > 0));
    write_week(&ranking->week, week);
    json_string(json, "type", "ranking");
    json_string(json, "league", ranking->league);
    json_string(json, "game", ranking->game);
    json_string(json, "reference", ranking->reference);
    json_string(json, "week", week);
    snprintf(day, sizeof day, "%.10s", ranking->week.begin);
    json_string(json, "first_day", day);
    json_string(json, "last_day", ranking->week.last_day);
    json_bool(json, "provisional", ranking->provisional);
    json_integer(json, "best", ranking->best);
    if (ranking->skill)
        json_bool(json, "skill", true);
    json_string(json, "rule", needed_text(&rule));
    text_free(&rule);
}

static bool print_json(struct record *record, const struct rank_request *request,
                       const struct ranking *ranking, FILE *file, struct error *error) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    add_head(ranking, &json);
    listing_json(rank_columns, ranking, ranking->count, "players", &json);
    json_open(&json, "champions", '[');
    if (!rank_past(record, request, ranking, add_champions, &json, error)) {
        text_free(&json.text);
        return false;
    }
    json_close(&json, ']');
    json_close(&json, '}');
    needed_json(&json, file);
    return true;
}

bool rank_show(struct record *record, const struct rank_request *request, enum listing_form form,
               FILE *file, struct error *error) {
    struct ranking ranking;
    if (!rank_read(record, request, &ranking, error))
        return false;
    bool done = true;
    if (form == LISTING_JSON)
        done = print_json(record, request, &ranking, file, error);
    else if (form == LISTING_HTML)
        done = print_page(record, request, &ranking, file, error);
    else if (form == LISTING_TEXT)
        print_text(&ranking, file);
    else
        listing_print(rank_columns, &ranking, ranking.count, form, file);
    rank_free(&ranking);
    return done;
}
