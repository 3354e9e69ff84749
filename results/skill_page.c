/* skill_page.c - how well players have played, as a section of a report. */
#include "config.h"

#include "results/skill.h"

#include "base/language.h"
#include "results/report_charts.h"

#include <math.h>

/* "0.83 &plusmn; 0.10" in a cell; empty where nothing is known. */
static void skill_cell(double mean, double error, int digits, bool sign, FILE *file) {
    fputs("<td>", file);
    if (isfinite(mean))
        fprintf(file, sign ? "%+.*f" : "%.*f", digits, mean);
    if (isfinite(mean) && isfinite(error))
        fprintf(file, " &plusmn; %.*f", digits, error);
    fputs("</td>", file);
}

static void skill_page_row(const struct skill *skill, const struct skill_row *row, bool luck,
                           FILE *file) {
    const struct regret *regret = skill_regret(skill, row);
    report_text(file, "<tr><th scope=row>", row->name, "</th>");
    fprintf(file, "<td>%lld</td><td>%lld</td><td>%lld</td>", (long long)row->games,
            (long long)row->all.moves, (long long)row->turned);
    skill_cell(regret_mean(regret), regret_error(regret), 3, false, file);
    if (skill->cells)
        skill_cell(skill_score(skill, row), skill_score_error(skill, row), 1, false, file);
    if (luck) {
        skill_cell(row->skills.count ? row->skills.mean : NAN, sample_error(&row->skills), 2, true,
                   file);
        skill_cell(row->lucks.count ? row->lucks.mean : NAN, sample_error(&row->lucks), 2, true,
                   file);
    }
    fputs("</tr>\n", file);
}

static void skill_page_table(const struct skill *skill, FILE *file) {
    bool luck = false;
    for (int i = 0; i < skill->count; i++)
        luck |= skill->cells && skill->row[i].lucks.count > 0;
    fprintf(file,
            "<div class=wide><table class=standings><tr><th scope=col class=left>%s</th><th "
            "scope=col>%s</th>"
            "<th scope=col>%s</th><th scope=col>%s</th><th scope=col>%s</th>",
            _("player"), _("games"), _("moves"), _("turned"), _("loss a move"));
    if (skill->cells)
        fprintf(file, "<th scope=col>%s</th>", _("score"));
    if (luck)
        fprintf(file, "<th scope=col>%s</th><th scope=col>%s</th>", _("skill"), _("luck"));
    fputs("</tr>\n", file);
    for (int i = 0; i < skill->count; i++)
        skill_page_row(skill, &skill->row[i], luck, file);
    fputs("</table></div>\n", file);
}

static void skill_page_turns(const struct skill *skill, FILE *file) {
    if (skill->turns == 0)
        return;
    fprintf(file, "<p>%s</p>\n<ul>\n",
            _("The moves that cost most, first those that turned a result:"));
    for (int i = 0; i < skill->turns; i++) {
        char text[512];
        skill_write_turn(&skill->turn[i], text, sizeof text);
        report_text(file, "<li>", text, "</li>\n");
    }
    fputs("</ul>\n", file);
}

void skill_section(const struct skill *skill, FILE *file) {
    fprintf(file, "<h2 id=skill>%s</h2>\n<p>%s</p>\n", _("Moves"),
            skill->cells
                ? _("What the moves of analysed games lost, in cells a move, where that is exact; "
                    "a score from 0 to 100; moves that turned the result of a half; and margins "
                    "against the reference computer, as skill and luck.")
                : _("What the moves of analysed games lost, as estimated, and how many turned the "
                    "result of a half."));
    skill_page_table(skill, file);
    skill_page_turns(skill, file);
}
