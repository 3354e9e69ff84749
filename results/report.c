/* report.c - writes the report of a league as one page. Its style sheets (report.css and some of
 * page/) and its script (report.js, which the build makes of scripts of page/) are installed with
 * the program and copied into the page. */
#include "config.h"

#include "results/report.h"

#include "base/calendar.h"
#include "base/clock.h"
#include "base/language.h"
#include "base/text.h"
#include "half/moves.h"
#include "pairing/format.h"
#include "record/live.h"
#include "record/query.h"
#include "record/record_rows.h"
#include "results/listing.h"
#include "results/measurement.h"
#include "results/report_charts.h"
#include "results/report_games.h"
#include "results/report_rounds.h"
#include "results/skill.h"
#include "results/standings.h"

#include <math.h>
#include <string.h>

/* The installed style sheets and the script, which are copied into the page. */
struct shipped {
    struct text style, script;
};

static bool read_shipped(struct shipped *shipped, struct error *error) {
    static const char *const sheets[] = {"page/board.css", "page/steps.css", "results/report.css"};
    bool good = true;
    *shipped = (struct shipped){0};
    for (size_t i = 0; good && i < sizeof sheets / sizeof *sheets; i++)
        good = report_shipped(&shipped->style, sheets[i], error);
    return good && report_shipped(&shipped->script, "results/report.js", error);
}

static void free_shipped(struct shipped *shipped) {
    text_free(&shipped->style);
    text_free(&shipped->script);
}

/* ---- standings ------------------------------------------------------------------------------- */

static bool ranked_by_format(const struct standings *standings) {
    return standings->format && standings->format->merit && standings->meetings > 0;
}

static void print_standings(const struct standings *standings, FILE *file) {
    bool reference = standings->reference >= 0;
    fprintf(file, "<h2 id=standings>%s</h2>\n<p>%s</p>\n", _("Standings"),
            ranked_by_format(standings) ? _("In the order of the rounds' results; equal players in "
                                            "order of their mean margins.")
            : reference ? _("In order of the mean margin of a game against the reference, with its "
                            "confidence interval (95&nbsp;%).")
                        : _("In order of the mean margin of a game, over all games."));
    standings_show_replaced(standings, true, file);
    listing_print(standings_columns, standings, standings->count, LISTING_HTML, file);
}

/* ---- what is being played -------------------------------------------------------------------- */

enum { NOW_HALVES_MAX = 100, NOW_TRIES = 10, NOW_PAUSE_US = 10000 };

static void now_columns(struct listing *listing, const void *table, int64_t row) {
    const struct live_half *half = &((const struct live_seen *)table)->half[row];
    const char *last = strrchr(half->moves, ' ');
    char players[GAME_PLAYERS_MAX * (NAME_BYTES_MAX + 8)] = "", round[16] = "";
    for (int seat = 0; seat < half->seats; seat++)
        text_append(players, sizeof players, _(" v "), half->player[seat]);
    if (half->round > 0)
        snprintf(round, sizeof round, "%d", half->round);
    listing_row(listing,
                (const struct column[]){
                    {NULL, N_("players"), .cell = cell_name(players)},
                    {NULL, N_("game"), .cell = cell_count(half->game)},
                    {NULL, N_("round"), .cell = cell_text(round)},
                    {NULL, N_("board"), .cell = cell_text(half->board_name)},
                    {NULL, N_("half"), .cell = cell_count(half->half)},
                    {NULL, N_("moves"), .cell = cell_count(moves_count(half->moves))},
                    {NULL, N_("last move"), .cell = cell_text(last ? last + 1 : half->moves)},
                    {0},
                });
}

/* Prints the halves that are being played, from the live file beside the record (live.h). */
static void print_now(const char *record, FILE *file) {
    struct live_seen seen = {0};
    for (int i = 0; i < NOW_TRIES && live_read(&seen, record, NULL) == LIVE_SAME; i++)
        clock_sleep_us(NOW_PAUSE_US); /* it is being written */
    report_text(file, "<h2 id=now>", _("Being played"), "</h2>\n");
    if (seen.halves > 0)
        listing_print(now_columns, &seen,
                      seen.halves < NOW_HALVES_MAX ? seen.halves : NOW_HALVES_MAX, LISTING_HTML,
                      file);
    else
        report_text(file, "<p>", _("No game is being played at this moment."), "</p>\n");
    live_seen_free(&seen);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Says what was played, how much and when. */
static void print_summary(const struct report_data *data, FILE *file) {
    char summary[512];
    if (data->first[0])
        snprintf(summary, sizeof summary,
                 ngettext("%s, %lld game of %d players, played from %.10s %.5s to %.10s %.5s UTC.",
                          "%s, %lld games of %d players, played from %.10s %.5s to %.10s %.5s UTC.",
                          (unsigned long)data->games),
                 data->game, (long long)data->games, data->players, data->first, data->first + 11,
                 data->last, data->last + 11);
    else
        snprintf(summary, sizeof summary,
                 ngettext("%s, %lld game of %d players.", "%s, %lld games of %d players.",
                          (unsigned long)data->games),
                 data->game, (long long)data->games, data->players);
    report_text(file, "<p>", summary, "");
    if (data->repeats > 0)
        report_text(file, " ", standings_repeats(data->repeats, summary), "");
    fputs("</p>", file);
}

/* Says that the page will be replaced; page/report_live.js reads it. */
static void print_live(FILE *file) {
    char when[CALENDAR_TIME_SIZE];
    int64_t now = clock_wall_us();
    fprintf(file, "<p id=live data-version=\"%lld.%06d\">", (long long)(now / 1000000),
            (int)(now % 1000000));
    fprintf(file, _("The league is being played, and this page follows it; written at %.8s UTC."),
            calendar_now(when) + 11);
    fputs("</p>\n", file);
}

static void print_head(const struct report_data *data, const struct shipped *shipped, bool live,
                       FILE *file) {
    report_head(data->league, text_get(&shipped->script), text_get(&shipped->style),
                live ? "<noscript><meta http-equiv=refresh content=5></noscript>" : "", file);
    print_summary(data, file);
    if (live)
        print_live(file);
    fprintf(file,
            "\n<nav><a href=\"#standings\">%s</a><a href=\"#cross\">%s</a>"
            "<a href=\"#boards\">%s</a><a href=\"#halves\">%s</a>"
            "<a href=\"#progress\">%s</a><a href=\"#games\">%s</a>",
            _("Standings"), _("Against each other"), _("Boards"), _("Halves"), _("Progress"),
            _("Games"));
    if (live)
        fprintf(file, "<a href=\"#now\">%s</a>", _("Being played"));
    fputs("</nav>\n", file);
}

static void print_section(FILE *file, const char *id, const char *title, const char *about) {
    fprintf(file, "<h2 id=%s>%s</h2>\n<p>%s</p>\n", id, title, about);
}

static void print_cut(const struct report_data *data, FILE *file) {
    char text[200];
    if (data->players == data->shown)
        return;
    snprintf(text, sizeof text,
             _("Tables and charts from here on show the first %d of %d players."), data->shown,
             data->players);
    report_text(file, "<p>", text, "</p>\n");
}

static void print_charts(const struct report_data *data, FILE *file) {
    bool reference = data->reference >= 0;
    print_section(file, "cross", _("Against each other"),
                  _("The mean margin of a game of the player on the left against the one above: "
                    "blue is better for the left one, orange worse."));
    print_cut(data, file);
    report_cross_table(data, file);
    print_section(file, "boards", _("Boards"),
                  reference
                      ? _("The mean margin on each board, in games against the reference (for the "
                          "reference itself: all games): a mark for each board, a circle for the "
                          "mean with its confidence interval (95&nbsp;%).")
                      : _("The mean margin on each board, in all games: a mark for each board, a "
                          "circle for the mean with its confidence interval (95&nbsp;%)."));
    report_boards(data, file);
    print_section(
        file, "halves", _("Halves"),
        _("How often each margin of a half occurred, over all games; all on the same scale."));
    report_histograms(data, file);
    print_section(file, "progress", _("Progress"),
                  reference ? _("The mean margin from game to game, against the reference (for the "
                                "reference itself: all games).")
                            : _("The mean margin from game to game, in all games."));
    report_progress(data, file);
}

/* Prints the place where games are stepped through; report.js fills it. */
static void print_viewer(FILE *file) {
    fprintf(file, "<section id=games>\n<h2>%s</h2>\n<p>%s</p>\n", _("Games"),
            _("Step through a game with the buttons or with <kbd>&larr;</kbd> <kbd>&rarr;</kbd> "
              "<kbd>Home</kbd> <kbd>End</kbd>, from game to game with <kbd>Page&nbsp;Up</kbd> "
              "<kbd>Page&nbsp;Down</kbd>. A ring marks the move, a ring of dots what it took. Pale "
              "cells are neighbours across a glued edge: such a board can be dragged."));
    fprintf(
        file,
        "<div id=viewer><div id=choose><label>%s<select id=player></select></label>"
        "<label>%s<select id=where></select></label>"
        "<label class=which>%s<select id=game></select></label><div id=turns></div></div>\n"
        "<div id=stage><div id=board></div>"
        "<input id=ply type=range min=0 max=0 value=0 aria-label=\"%s\">"
        "<div id=buttons></div></div>\n"
        "<div id=beside><div id=what></div><div id=said class=board-live aria-live=polite></div>"
        "<div id=expected></div><div id=moves class=moves role=group "
        "aria-label=\"%s\"></div></div></div>\n",
        _("Player"), _("Board"), _("Games"), _("Move"), _("Moves of the game"));
}

/* Prints the texts that report.js shows, by the names under which it asks for them. */
static void print_words(FILE *file) {
    static const struct {
        const char *name, *text;
    } words[] = {
        {"game", N_("Game {1}, round {2}, {3}")},
        {"half", N_("Game {1}, round {2}, {3}, half {4} of {5}")},
        {"game_free", N_("Game {1}, {3}")},
        {"half_free", N_("Game {1}, {3}, half {4} of {5}")},
        {"part", N_("Half {1}")},
        {"begin", N_("Start")},
        {"open", N_("Show")},
        {"start", N_("Before the first move")},
        {"move", N_("Move {1} of {2}: {3}")},
        {"takes", N_("Move {1} of {2}: {3}, which takes {4}")},
        {"side", N_("{1}: {2}")},
        {"expects", N_("{1} expects {2}")},
        {"sure", N_("{1} is sure of {2}")},
        {"more", N_("{1} is sure of {2} or more")},
        {"less", N_("{1} is sure of {2} or less")},
        {"lost", N_("It lost {1}. Best: {2}.")},
        {"lost_surely", N_("It surely lost {1}. Best: {2}.")},
        {"turned", N_("It turned the result.")},
        {"curve",
         N_("What the players expect: the margin of {1}. Dots mark margins that are proved.")},
        {"curves",
         N_("The margin that each player expects for itself. Dots mark margins that are proved.")},
        {"money", N_("money {1}, deals won {2}")},
        {"deals", N_("Deals won by: {1}")},
        {"title", N_("{1}: {2}, {3}, {4}")},
        {"versus", N_(" v ")},
        {"none", N_("No such game.")},
        {"players", N_("all players")},
        {"boards", N_("all boards")},
        {"Home", N_("Home")},
        {"End", N_("End")},
        {"first", N_("First position")},
        {"back", N_("One move back")},
        {"next", N_("One move forward")},
        {"last", N_("Last position")},
        {"before", N_("previous game")},
        {"after", N_("next game")},
        {"centre", N_("Centre the board")},
    };
    fputs("<script id=words type=\"application/json\">{", file);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        fprintf(file, "%s\"%s\":", i ? "," : "", words[i].name);
        report_string(file, _(words[i].text));
    }
    fputs("}</script>\n", file);
}

static bool print_games(struct record *record, const struct report_data *data,
                        const struct report_choice *choice, const struct shipped *shipped,
                        FILE *file, struct error *error) {
    int64_t written = 0;
    print_viewer(file);
    print_words(file);
    fputs("<script id=data type=\"application/json\">", file);
    if (!report_games(record, data, choice, file, &written, error))
        return false;
    fputs("</script>\n", file);
    if (written < data->games)
        fprintf(file,
                _("<p>%lld of %lld games can be stepped through: the newest whose moves and board "
                  "are known.</p>\n"),
                (long long)written, (long long)data->games);
    fprintf(file, "<script>%s</script>\n</section>\n", text_get(&shipped->script));
    return true;
}

/* Prints a section if an engine was measured by a standard. */
static bool print_measurement(struct record *record, const struct report_choice *choice, FILE *file,
                              struct error *error) {
    struct measurement measurement;
    if (choice->measured)
        measurement = *choice->measured;
    else if (!measurement_read(record, &measurement, error))
        return false;
    if (measurement.standard)
        measurement_section(&measurement, file);
    return true;
}

/* Prints a section if moves were analysed. */
static bool print_skill(struct record *record, FILE *file, struct error *error) {
    const struct skill_request request = {.game = 0};
    struct skill skill;
    bool analysed;
    if (!skill_is_known(record, &analysed, error))
        return false;
    if (!analysed)
        return true;
    if (!skill_read(record, &request, &skill, error))
        return false;
    skill_section(&skill, file);
    skill_free(&skill);
    return true;
}

static bool write_page(struct record *record, const struct report_data *data,
                       const struct standings *standings, const struct shipped *shipped,
                       const struct report_choice *choice, const char *live, FILE *file,
                       struct error *error) {
    print_head(data, shipped, live != NULL, file);
    if (!print_measurement(record, choice, file, error))
        return false;
    report_rounds(standings, file);
    print_standings(standings, file);
    print_charts(data, file);
    if (!print_skill(record, file, error))
        return false;
    if (!print_games(record, data, choice, shipped, file, error))
        return false;
    if (live) /* at the end of the page, where it moves nothing else when it changes */
        print_now(live, file);
    report_page_end(file);
    return true;
}

static bool read_and_write(struct record *record, const struct report_choice *choice,
                           const char *live, FILE *file, struct error *error) {
    struct report_data data;
    struct standings standings;
    int order[REPORT_PLAYERS], shown = 0;
    if (!standings_read(record, &standings, error))
        return false;
    for (; shown < standings.count && shown < REPORT_PLAYERS; shown++)
        order[shown] = standings.row[shown].engine;
    bool good = report_data_read(record, order, shown, &data, error);
    if (good) {
        struct shipped shipped;
        good = read_shipped(&shipped, error) &&
               write_page(record, &data, &standings, &shipped, choice, live, file, error);
        free_shipped(&shipped);
        report_data_free(&data);
    }
    standings_free(&standings);
    return good;
}

/* Reads the record as it is at one moment: a league that is being played may add boards. */
bool report_write(struct record *record, const struct report_choice *choice, const char *live,
                  FILE *file, struct error *error) {
    return query_begin_reading(record, error) &&
           query_end_reading(record, read_and_write(record, choice, live, file, error));
}
