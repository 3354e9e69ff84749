/* report_rounds.c - the section of a report about rounds: a bracket, a table of the format, or the
 * course of a sequential test. */
#include "config.h"

#include "results/report_rounds.h"

#include "base/language.h"
#include "pairing/trial.h"
#include "results/listing.h"
#include "results/report_charts.h"
#include "results/rounds.h"
#include "results/standings.h"

#include <inttypes.h>
#include <math.h>

/* ---- the bracket ----------------------------------------------------------------------------- */

/* The layout, in the picture's units. */
enum { SLOT_WIDTH = 168, SLOT_HEIGHT = 44, GAP = 34, PITCH = 56, LINE = SLOT_HEIGHT / 2 };

/* How many meetings a round has, also one that is still to come. */
static int count_meetings(const struct rounds *rounds, int round) {
    if (round < rounds->round)
        return rounds->first[round + 1] - rounds->first[round];
    int count = count_meetings(rounds, rounds->round - 1);
    for (int i = rounds->round; i <= round; i++)
        count = (count + 1) / 2;
    return count;
}

static int count_rounds(const struct rounds *rounds) {
    int count = rounds->round;
    while (count < rounds->of && count_meetings(rounds, count - 1) > 1)
        count++;
    return count;
}

int report_bracket_width(const struct rounds *rounds) {
    int count = count_rounds(rounds);
    return count * SLOT_WIDTH + (count - 1) * GAP + 2;
}

int report_bracket_height(const struct rounds *rounds) {
    return count_meetings(rounds, 0) * PITCH + 2;
}

/* The height of a meeting's middle: between the two meetings that lead to it. */
static double height_of(int round, int number) {
    return PITCH * ldexp(number + 0.5, round);
}

/* A name in a line of a slot, cut where its room of this width ends. */
static void print_name(const char *name, const char *kind, double x, double y, int width,
                       FILE *file) {
    fprintf(file,
            "<svg x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\"><text class=\"%s\" x=\"8\" "
            "y=\"15\">",
            x, y, width, LINE, kind);
    report_text(file, "", name, "</text></svg>");
}

/* A player's line of a meeting that was played. */
static void print_player(const struct rounds *rounds, const struct meeting *meeting, int side,
                         double x, double y, FILE *file) {
    int engine = meeting->engine[side];
    const char *name = standings_name(rounds->standings, engine);
    bool bye = meeting->engine[1] == MEETING_NOBODY;
    const char *kind = meeting->winner == MEETING_NOBODY ? "tie"
                       : meeting->winner == engine       ? "on"
                                                         : "gone";
    print_name(name ? name : _("bye"), name ? kind : "gone", x, y, SLOT_WIDTH - (bye ? 0 : 50),
               file);
    if (!bye)
        fprintf(file,
                "<text class=\"score %s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%+" PRId64
                "</text>",
                kind, x + SLOT_WIDTH - 8, y + 15, meeting->margin[side]);
}

/* A meeting of a round to come, as far as its players are known. */
static struct meeting expect_meeting(const struct rounds *rounds, int round, int number) {
    struct meeting meeting = {
        .round = round, .engine = {MEETING_NOBODY, MEETING_NOBODY}, .winner = MEETING_NOBODY};
    int count = count_meetings(rounds, rounds->round - 1);
    for (int k = 0; round == rounds->round && k < 2 && 2 * number + k < count; k++)
        meeting.engine[k] = rounds->meeting[rounds->first[round - 1] + 2 * number + k]->winner;
    return meeting;
}

static void print_slot(const struct rounds *rounds, int round, int number, FILE *file) {
    double x = 1 + round * (SLOT_WIDTH + GAP), y = 1 + height_of(round, number);
    bool played = round < rounds->round;
    if (round > 0)
        for (int k = 0; k < 2; k++)
            fprintf(file, "<path class=\"link\" d=\"M%.1f %.1fh%d V%.1f h%d\"/>", x - GAP,
                    1 + height_of(round - 1, 2 * number + k), GAP / 2, y, GAP / 2);
    fprintf(file,
            "<rect class=\"slot\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"6\"/>"
            "<path class=\"link\" d=\"M%.1f %.1fh%d\"/>",
            x, y - LINE, SLOT_WIDTH, SLOT_HEIGHT, x, y, SLOT_WIDTH);
    if (played) {
        const struct meeting *meeting = rounds->meeting[rounds->first[round] + number];
        print_player(rounds, meeting, 0, x, y - LINE, file);
        print_player(rounds, meeting, 1, x, y, file);
        return;
    }
    struct meeting next = expect_meeting(rounds, round, number);
    for (int k = 0; k < 2; k++) {
        const char *name = standings_name(rounds->standings, next.engine[k]);
        print_name(name ? name : "", "tie", x, y + (k ? 0 : -LINE), SLOT_WIDTH, file);
    }
}

void report_bracket(const struct rounds *rounds, FILE *file) {
    for (int round = 0; round < count_rounds(rounds); round++)
        for (int i = 0; i < count_meetings(rounds, round); i++)
            print_slot(rounds, round, i, file);
}

static void print_bracket(const struct rounds *rounds, FILE *file) {
    int width = report_bracket_width(rounds), height = report_bracket_height(rounds);
    fprintf(file,
            "<div class=wide><svg class=bracket viewBox=\"0 0 %d %d\" width=%d height=%d role=img "
            "aria-label=\"%s\">\n",
            width, height, width, height, _("Bracket"));
    report_bracket(rounds, file);
    fputs("</svg></div>\n", file);
}

/* ---- the sequential test --------------------------------------------------------------------- */

/* The layout of the chart. */
enum { LEFT = 52, RIGHT = 700, TOP = 12, BOTTOM = 170 };

static void print_bound(const struct scale *scale, double ratio, const char *kind, FILE *file) {
    double y = scale_at(scale, ratio);
    fprintf(file,
            "<path class=\"%s\" d=\"M%d %.1fH%d\"/><text class=\"soft\" x=\"%d\" y=\"%.1f\" "
            "text-anchor=\"end\">%+.2f</text>\n",
            kind, LEFT, y, RIGHT, LEFT - 6, y + 4, ratio);
}

void report_course(const struct trial *trial, FILE *file) {
    struct scale scale = {.low = sprt_lower(&trial->sprt),
                          .high = sprt_upper(&trial->sprt),
                          .from = BOTTOM,
                          .to = TOP};
    double lower = scale.low, upper = scale.high, all = (double)trial->judged.count;
    for (int i = 0; i < trial->points; i++) {
        scale.low = fmin(scale.low, trial->course[i]);
        scale.high = fmax(scale.high, trial->course[i]);
    }
    print_bound(&scale, lower, "grid", file);
    print_bound(&scale, 0, "zero", file);
    print_bound(&scale, upper, "grid", file);
    fprintf(file, "<path class=\"line l0\" d=\"M%d %.1f", LEFT, scale_at(&scale, 0));
    for (int i = 0; i < trial->points; i++)
        fprintf(file, "L%.1f %.1f",
                LEFT + (RIGHT - LEFT) * fmin(1, (double)((i + 1) * trial->step) / all),
                scale_at(&scale, trial->course[i]));
    fprintf(file, "\"/><text class=\"soft\" x=\"%d\" y=\"%d\" text-anchor=\"end\">", RIGHT,
            REPORT_COURSE_HEIGHT - 8);
    fprintf(file, ngettext("%lld encounter", "%lld encounters", (unsigned long)trial->judged.count),
            (long long)trial->judged.count);
    fputs("</text>", file);
}

void report_verdict(const struct trial *trial, FILE *file) {
    static const char *const verdicts[] = {[SPRT_OPEN] = N_("not decided"),
                                           [SPRT_MARGIN0] = N_("margin0 accepted"),
                                           [SPRT_MARGIN1] = N_("margin1 accepted")};
    fprintf(file,
            ngettext("LLR %+.2f (%.2f to %.2f): %s after %lld encounter\n",
                     "LLR %+.2f (%.2f to %.2f): %s after %lld encounters\n",
                     (unsigned long)trial->judged.count),
            sprt_ratio(&trial->sprt, &trial->judged), sprt_lower(&trial->sprt),
            sprt_upper(&trial->sprt), _(verdicts[trial->verdict]), (long long)trial->judged.count);
}

static void print_test(const struct standings *standings, FILE *file) {
    const struct trial *trial = &standings->trial;
    struct text text = {0};
    sprt_write(&trial->sprt, &text);
    fprintf(file, "<h2 id=test>%s</h2>\n<p>", _("Sequential test"));
    report_text(file, "", text_get(&text), ": ");
    report_verdict(trial, file);
    fputs("</p>\n", file);
    text_free(&text);
    if (trial->points > 0) {
        fprintf(
            file,
            "<div class=wide><svg class=chart viewBox=\"0 0 %d %d\" role=img aria-label=\"%s\">\n",
            REPORT_COURSE_WIDTH, REPORT_COURSE_HEIGHT, _("Course of the sequential test"));
        report_course(trial, file);
        fputs("</svg></div>\n", file);
    }
}

/* ---- the section ----------------------------------------------------------------------------- */

void report_rounds(const struct standings *standings, FILE *file) {
    struct rounds rounds;
    char winner[256];
    rounds_begin(&rounds, standings);
    if (rounds.round > 0) {
        fputs("<h2 id=rounds>", file);
        fprintf(file, _(standings->format->table->title), (long long)rounds.round,
                (long long)rounds.of);
        fputs("</h2>\n", file);
        if (rounds.winner != MEETING_NOBODY) {
            snprintf(winner, sizeof winner, _("%s has won."),
                     standings_name(standings, rounds.winner));
            report_text(file, "<p class=winner>", winner, "</p>\n");
        }
        if (rounds.is_bracket)
            print_bracket(&rounds, file);
        else
            listing_print(rounds_columns, &rounds, rounds.rows, LISTING_HTML, file);
    }
    rounds_end(&rounds);
    if (standings->match && standings->trial.tested)
        print_test(standings, file);
}
