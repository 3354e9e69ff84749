/* rank_page.c - rankings as pages: see rank_page.h. A page has a table of the week's players, the
 * rule by which they are ranked, and a table with the champions of each week before. */
#include "config.h"

#include "results/rank_page.h"

#include "base/error.h"
#include "base/language.h"
#include "base/text.h"
#include "record/record_rows.h"
#include "results/rank.h"
#include "results/report_charts.h"
#include "results/report_page.h"

static void print_heads(const char *const *heads, int count, FILE *file) {
    fputs("<div class=wide><table class=standings><tr>", file);
    for (int i = 0; i < count; i++)
        fprintf(file, "<th scope=col%s>%s</th>", i == 1 ? " class=left" : "", heads[i]);
    fputs("</tr>\n", file);
}

static double average(const struct rank_row *row) {
    return (double)row->total / (double)row->counted;
}

/* ---- the week -------------------------------------------------------------------------------- */

static void rank_page_print_row(const struct rank_row *row, int place, FILE *file) {
    fprintf(file, "<tr><td>%d</td>", place);
    report_text(file, "<th scope=row>", record_name_shown(row->name), "</th>");
    fprintf(file, "<td>%lld</td><td>%lld</td><td>%+lld</td><td>%+.2f</td></tr>\n",
            (long long)row->games, (long long)row->counted, (long long)row->total, average(row));
}

static bool print_week(const struct ranking *ranking, FILE *file, struct error *error) {
    const char *const heads[] = {"",           _("player"), _("games"),
                                 _("counted"), _("total"),  _("average")};
    const struct calendar_week *week = &ranking->week;
    struct text about = {0}, rule = {0};
    text_addf(&about, _("%s: %s, week %04d-%02d (%.10s to %s), "), ranking->league, ranking->game,
              week->year, week->week, week->begin, week->last_day);
    if (ranking->provisional)
        text_addf(&about, _("provisional: all games against %s\n"), ranking->reference);
    else
        text_addf(&about,
                  ngettext("best %d game against %s\n", "best %d games against %s\n",
                           (unsigned long)ranking->best),
                  ranking->best, ranking->reference);
    report_text(file, "<p>", text_get(&about), "</p>\n");
    print_heads(heads, sizeof heads / sizeof *heads, file);
    for (int i = 0, place = 1; i < ranking->count; i++) {
        place = rank_shares(ranking, i) ? place : i + 1;
        rank_page_print_row(&ranking->row[i], place, file);
    }
    fputs("</table></div>\n", file);
    rank_rule(ranking, ' ', &rule);
    report_text(file, "<p>", text_get(&rule), "</p>\n");
    bool whole = !about.failed && !rule.failed;
    text_free(&about);
    text_free(&rule);
    return whole || error_memory(error);
}

/* ---- champions ------------------------------------------------------------------------------- */

struct champions {
    FILE *file;
    int weeks; /* printed so far */
};

static void print_champions(void *context, const struct ranking *ranking) {
    const char *const heads[] = {_("week"),  _("champion"), _("counted"),
                                 _("total"), _("average"),  _("players")};
    struct champions *champions = context;
    FILE *file = champions->file;
    if (champions->weeks++ == 0) {
        fprintf(file, "<h2>%s</h2>\n", _("Champions"));
        print_heads(heads, sizeof heads / sizeof *heads, file);
    }
    fprintf(file, "<tr><td>%04d-%02d</td><th scope=row>", ranking->week.year, ranking->week.week);
    for (int i = 0; i < rank_first(ranking); i++)
        report_text(file, i ? ", " : "", record_name_shown(ranking->row[i].name), "");
    const struct rank_row *first = &ranking->row[0];
    fprintf(file, "</th><td>%lld</td><td>%+lld</td><td>%+.2f</td><td>%d</td></tr>\n",
            (long long)first->counted, (long long)first->total, average(first), ranking->count);
}

static bool print_past(struct record *record, const struct rank_request *request,
                       const struct ranking *newest, FILE *file, struct error *error) {
    struct champions champions = {.file = file};
    bool done = rank_past(record, request, newest, print_champions, &champions, error);
    fputs(champions.weeks > 0 ? "</table></div>\n" : "", file);
    return done;
}

bool rank_page(struct record *record, const struct rank_request *request, FILE *file,
               struct error *error) {
    struct ranking ranking;
    char title[40];
    if (!rank_read(record, request, &ranking, error))
        return false;
    snprintf(title, sizeof title, _("Ranking of week %04d-%02d"), ranking.week.year,
             ranking.week.week);
    bool done = report_page_begin(title, 0, file, error);
    if (done) {
        done =
            print_week(&ranking, file, error) && print_past(record, request, &ranking, file, error);
        report_page_end(file);
    }
    rank_free(&ranking);
    return done;
}
