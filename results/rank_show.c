/* rank_show.c - the ranking of a week as text, JSON and comma-separated values; see rank.h. */
#include "config.h"

#include "results/rank.h"

#include "base/csv.h"
#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/text.h"
#include "record/record_rows.h"

static double average(const struct rank_row *row) {
    return (double)row->total / (double)row->counted;
}

/* ---- for people ------------------------------------------------------------------------------ */

enum { NAME_SIZE = NAME_BYTES_MAX + 1 };

static int name_width(const struct ranking *ranking) {
    int width = text_columns(_("player"));
    char name[NAME_SIZE];
    for (int i = 0; i < ranking->count; i++) {
        text_readable(name, sizeof name, record_name_shown(ranking->row[i].name));
        if (text_columns(name) > width)
            width = text_columns(name);
    }
    return width;
}

static void print_title(const struct ranking *ranking, FILE *file) {
    const struct calendar_week *week = &ranking->week;
    char league[NAME_SIZE], game[sizeof ranking->game], reference[NAME_SIZE];
    text_readable(league, sizeof league, ranking->league);
    text_readable(game, sizeof game, ranking->game);
    text_readable(reference, sizeof reference, ranking->reference);
    fprintf(file, _("%s: %s, week %04d-%02d (%.10s to %s), "), league, game, week->year, week->week,
            week->begin, week->last_day);
    if (ranking->provisional)
        fprintf(file, _("provisional: all games against %s\n"), reference);
    else
        fprintf(file,
                ngettext("best %d game against %s\n", "best %d games against %s\n",
                         (unsigned long)ranking->best),
                ranking->best, reference);
}

static void print_rows(const struct ranking *ranking, FILE *file) {
    const char *const heads[] = {_("games"), _("counted"), _("total"), _("average")};
    int width = name_width(ranking);
    char name[NAME_SIZE];
    fputs("     ", file);
    text_print_left(file, width, _("player"));
    for (int i = 0; i < 4; i++) {
        fputs(" ", file);
        text_print_right(file, i < 2 ? 7 : 9, heads[i]);
    }
    fputs("\n", file);
    for (int i = 0, place = 1; i < ranking->count; i++) {
        const struct rank_row *row = &ranking->row[i];
        place = rank_shares(ranking, i) ? place : i + 1;
        fprintf(file, "%3d  ", place);
        text_readable(name, sizeof name, record_name_shown(row->name));
        text_print_left(file, width, name);
        fprintf(file, " %7lld %7lld %+9lld %+9.2f\n", (long long)row->games,
                (long long)row->counted, (long long)row->total, average(row));
    }
}

/* Prints all players who share the first place. */
static void print_first(const struct ranking *ranking, FILE *file) {
    int count = rank_first(ranking);
    unsigned long number = (unsigned long)count;
    char name[NAME_SIZE];
    fputs(ranking->provisional
              ? ngettext("leader so far: ", "leaders so far: ", number)
              : ngettext("champion of the week: ", "champions of the week: ", number),
          file);
    for (int i = 0; i < count; i++) {
        text_readable(name, sizeof name, record_name_shown(ranking->row[i].name));
        fprintf(file, "%s%s", i ? ", " : "", name);
    }
    fputs("\n", file);
}

static bool rank_show_print_table(const struct ranking *ranking, FILE *file, struct error *error) {
    struct text rule = {0};
    rank_rule(ranking, '\n', &rule);
    bool room = !rule.failed;
    if (room) {
        print_title(ranking, file);
        if (ranking->count == 0) {
            fputs(_("no tournament game was finished\n"), file);
        } else {
            print_rows(ranking, file);
            fputs(text_get(&rule), file);
            print_first(ranking, file);
        }
    }
    text_free(&rule);
    return room || error_memory(error);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_week(const struct calendar_week *week, struct json *json) {
    char name[16];
    snprintf(name, sizeof name, "%04d-%02d", week->year, week->week);
    json_string(json, "week", name);
}

static void add_row(const struct rank_row *row, int place, struct json *json) {
    json_open(json, NULL, '{');
    json_integer(json, "rank", place);
    json_string(json, "name", row->name);
    json_integer(json, "games", row->games);
    json_integer(json, "counted", row->counted);
    json_integer(json, "total", row->total);
    json_real(json, "average", average(row));
    json_close(json, '}');
}

/* Adds the champions of a week that is over. */
static void add_champions(void *context, const struct ranking *ranking) {
    struct json *json = context;
    const struct rank_row *first = &ranking->row[0];
    json_open(json, NULL, '{');
    add_week(&ranking->week, json);
    json_open(json, "names", '[');
    for (int i = 0; i < rank_first(ranking); i++)
        json_string(json, NULL, ranking->row[i].name);
    json_close(json, ']');
    json_integer(json, "counted", first->counted);
    json_integer(json, "total", first->total);
    json_real(json, "average", average(first));
    json_integer(json, "players", ranking->count);
    json_close(json, '}');
}

static void add_head(const struct ranking *ranking, struct json *json) {
    char day[12];
    struct text rule = {0};
    rank_rule(ranking, ' ', &rule);
    text_cut(&rule, rule.length - (rule.length > 0));
    json_string(json, "type", "ranking");
    json_string(json, "league", ranking->league);
    json_string(json, "game", ranking->game);
    json_string(json, "reference", ranking->reference);
    add_week(&ranking->week, json);
    snprintf(day, sizeof day, "%.10s", ranking->week.begin);
    json_string(json, "first_day", day);
    json_string(json, "last_day", ranking->week.last_day);
    json_bool(json, "provisional", ranking->provisional);
    json_integer(json, "best", ranking->best);
    json_string(json, "rule", text_get(&rule));
    json->text.failed |= rule.failed;
    text_free(&rule);
}

static bool print_json(struct record *record, const struct rank_request *request,
                       const struct ranking *ranking, FILE *file, struct error *error) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    add_head(ranking, &json);
    json_open(&json, "players", '[');
    for (int i = 0, place = 1; i < ranking->count; i++) {
        place = rank_shares(ranking, i) ? place : i + 1;
        add_row(&ranking->row[i], place, &json);
    }
    json_close(&json, ']');
    json_open(&json, "champions", '[');
    if (!rank_past(record, request, ranking, add_champions, &json, error)) {
        text_free(&json.text);
        return false;
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return json_write(&json, file) || error_set(error, _("cannot write the ranking"));
}

static bool print_csv(const struct ranking *ranking, FILE *file, struct error *error) {
    struct text text = {0};
    text_add(&text, "week,provisional,best,rank,name,games,counted,total,average\n");
    for (int i = 0, place = 1; i < ranking->count; i++) {
        const struct rank_row *row = &ranking->row[i];
        place = rank_shares(ranking, i) ? place : i + 1;
        text_addf(&text, "%04d-%02d,%s,%d,%d,", ranking->week.year, ranking->week.week,
                  ranking->provisional ? "yes" : "no", ranking->best, place);
        char name[NAME_SIZE];
        text_clean(name, sizeof name, record_name_shown(row->name));
        csv_add(&text, name);
        text_addf(&text, ",%lld,%lld,%lld,%.10g\n", (long long)row->games, (long long)row->counted,
                  (long long)row->total, average(row));
    }
    bool room = !text.failed;
    if (room)
        fputs(text_get(&text), file);
    text_free(&text);
    return room || error_memory(error);
}

bool rank_show(struct record *record, const struct rank_request *request, enum rank_form form,
               FILE *file, struct error *error) {
    struct ranking ranking;
    if (!rank_read(record, request, &ranking, error))
        return false;
    bool done = form == RANK_JSON  ? print_json(record, request, &ranking, file, error)
                : form == RANK_CSV ? print_csv(&ranking, file, error)
                                   : rank_show_print_table(&ranking, file, error);
    rank_free(&ranking);
    return done;
}
