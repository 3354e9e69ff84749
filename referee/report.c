/* report.c - see report.h. What the page looks like stands in report.css, how games are stepped
 * through in report.js: files that ship with the program and are copied into the page. */
#include "config.h"

#include "referee/report.h"

#include "grids/language.h"

#include "referee/report_charts.h"
#include "referee/report_games.h"
#include "referee/standings.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- files that ship with the program -------------------------------------------------------- */

static bool copy_file(const char *subpath, FILE *file, char *error) {
    char *path = grid_data_path(subpath), block[4096];
    FILE *from = path ? fopen(path, "r") : NULL;
    if (!from) {
        error_set(error, _("cannot read %s, which belongs to the program: %s"),
                  path ? path : subpath, strerror(errno));
        free(path);
        return false;
    }
    for (size_t count; (count = fread(block, 1, sizeof block, from)) > 0;)
        fwrite(block, 1, count, file);
    bool good = !ferror(from) || error_set(error, _("cannot read %s"), path);
    fclose(from);
    free(path);
    return good;
}

/* ---- standings ------------------------------------------------------------------------------- */

static void print_number(FILE *file, int64_t number) {
    fprintf(file, "<td>%lld</td>", (long long)number);
}

static void print_total(FILE *file, int64_t total, int64_t count) {
    if (count > 0)
        fprintf(file, "<td>%+lld</td>", (long long)total);
    else
        fputs("<td>&ndash;</td>", file);
}

/* A mean and how far it may be off. */
static void print_mean(FILE *file, const struct sample *sample) {
    double error = sample_error(sample);
    if (sample->count == 0)
        fputs("<td>&ndash;</td>", file);
    else if (isfinite(error))
        fprintf(file, "<td>%+.2f &plusmn; %.2f</td>", sample->mean, error);
    else
        fprintf(file, "<td>%+.2f</td>", sample->mean);
}

static void print_standing(const struct standings *standings, int rank, FILE *file) {
    const struct standing *row = &standings->row[rank];
    fprintf(file, "<tr><td>%d</td><th scope=row>", rank + 1);
    report_escape(file, row->name);
    fputs("</th>", file);
    print_number(file, row->games);
    if (standings->reference >= 0) {
        print_total(file, row->reference_total, row->reference_games);
        print_mean(file, &row->reference.margins);
    }
    print_total(file, row->total, row->games);
    print_number(file, row->won);
    print_number(file, row->drawn);
    print_number(file, row->lost);
    print_number(file, row->faults);
    fputs("</tr>\n", file);
}

static void print_standings(const struct standings *standings, FILE *file) {
    bool reference = standings->reference >= 0;
    fputs("<h2 id=standings>Standings</h2>\n", file);
    fputs(reference
              ? "<p>In order of the total margin against the reference. The mean is that of a "
                "game, with its interval of 95&nbsp;%.</p>\n"
              : "<p>In order of the total margin over all games.</p>\n",
          file);
    fputs("<div class=wide><table class=standings>", file);
    if (reference)
        fputs("<tr class=over><th></th><th></th><th></th><th colspan=2>against the reference</th>"
              "<th>all</th><th colspan=3>games</th><th></th></tr>",
              file);
    fputs(
        "<tr><th></th><th scope=col style=\"text-align:left\">player</th><th scope=col>games</th>",
        file);
    if (reference)
        fputs("<th scope=col>total</th><th scope=col>mean</th>", file);
    fputs("<th scope=col>total</th><th scope=col>won</th><th scope=col>drawn</th>"
          "<th scope=col>lost</th><th scope=col>faults</th></tr>\n",
          file);
    for (int i = 0; i < standings->count; i++)
        print_standing(standings, i, file);
    fputs("</table></div>\n", file);
}

/* ---- the page -------------------------------------------------------------------------------- */

static bool print_head(const struct report_data *data, FILE *file, char *error) {
    fputs("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
          "<meta name=viewport content=\"width=device-width, initial-scale=1\"><title>",
          file);
    report_escape(file, data->league);
    fputs("</title>\n<style>\n", file);
    if (!copy_file("referee/report.css", file, error))
        return false;
    fputs("</style></head><body>\n<h1>", file);
    report_escape(file, data->league);
    fprintf(file, "</h1>\n<p>%s, %lld games of %d players", data->game, (long long)data->games,
            data->players);
    if (data->first[0])
        fprintf(file, ", played from %.10s %.5s to %.10s %.5s UTC", data->first, data->first + 11,
                data->last, data->last + 11);
    fputs(".</p>\n", file);
    fputs("<nav><a href=\"#standings\">Standings</a><a href=\"#cross\">Against each other</a>"
          "<a href=\"#boards\">Boards</a><a href=\"#halves\">Halves</a>"
          "<a href=\"#progress\">Progress</a><a href=\"#games\">Games</a></nav>\n",
          file);
    return true;
}

/* What the games are that charts show. */
static const char *counted(const struct report_data *data) {
    return data->reference >= 0 ? "games against the reference (of the reference itself: all)"
                                : "all games";
}

static void print_charts(const struct report_data *data, const struct report_order *order,
                         FILE *file) {
    fputs("<h2 id=cross>Against each other</h2>\n<p>The mean margin of a game of the player at the "
          "left against the one above: blue is better for the left one, orange worse.</p>\n",
          file);
    report_cross_table(data, order, file);
    fprintf(
        file,
        "<h2 id=boards>Boards</h2>\n<p>The mean margin on each board, %s: a mark for each board, "
        "a circle for the mean with its interval of 95&nbsp;%%.</p>\n",
        counted(data));
    report_boards(data, order, file);
    fputs("<h2 id=halves>Halves</h2>\n<p>How often each margin of a half was reached, over all "
          "games; "
          "all to one scale.</p>\n",
          file);
    report_histograms(data, order, file);
    fprintf(file,
            "<h2 id=progress>Progress</h2>\n<p>The mean margin as game followed game, %s.</p>\n",
            counted(data));
    report_progress(data, order, file);
}

static bool print_games(struct record *record, const struct report_data *data, int64_t limit,
                        FILE *file, char *error) {
    int64_t written = 0;
    fputs("<section id=games>\n<h2>Games</h2>\n<p>Step through a game with the buttons or with "
          "<kbd>&larr;</kbd> "
          "<kbd>&rarr;</kbd> <kbd>Home</kbd> <kbd>End</kbd>, from game to game with "
          "<kbd>Page&nbsp;Up</kbd> "
          "<kbd>Page&nbsp;Down</kbd>. A ring marks the move, hatching what it took; dashed edges "
          "are glued "
          "to others.</p>\n"
          "<div id=viewer><svg id=board role=img aria-label=\"The board\"></svg>\n<div id=controls>"
          "<label>Player<select id=player></select></label>"
          "<label>Board<select id=where></select></label>"
          "<label>Game<select id=game></select></label>\n"
          "<div id=what aria-live=polite></div>\n"
          "<input id=ply type=range min=0 max=0 value=0 aria-label=Move>\n<div id=buttons>"
          "<button id=first title=\"To the start\">&laquo;</button>"
          "<button id=back title=\"One move back\">&lsaquo;</button>"
          "<button id=on title=\"One move on\">&rsaquo;</button>"
          "<button id=last title=\"To the end\">&raquo;</button>"
          "<button id=before>previous game</button><button id=next>next game</button>"
          "</div></div></div>\n<script id=data type=\"application/json\">",
          file);
    if (!report_games(record, data, limit, file, &written, error))
        return false;
    fputs("</script>\n", file);
    if (written < data->games)
        fprintf(file, "<p>The newest %lld games of %lld.</p>\n", (long long)written,
                (long long)data->games);
    fputs("<script>\n", file);
    if (!copy_file("referee/report.js", file, error))
        return false;
    fputs("</script>\n</section>\n", file);
    return true;
}

static bool write_page(struct record *record, const struct report_data *data,
                       const struct standings *standings, int64_t limit, FILE *file, char *error) {
    int player[REPORT_PLAYERS];
    struct report_order order = {player, 0};
    for (int i = 0; i < standings->count && i < REPORT_PLAYERS; i++)
        player[order.shown++] = standings->row[i].engine;
    if (!print_head(data, file, error))
        return false;
    print_standings(standings, file);
    print_charts(data, &order, file);
    if (!print_games(record, data, limit, file, error))
        return false;
    fprintf(file, "<p>Made by " PACKAGE_NAME " " PACKAGE_VERSION ".</p>\n</body></html>\n");
    return true;
}

bool report_write(struct record *record, int64_t limit, FILE *file, char *error) {
    struct report_data data;
    struct standings standings;
    if (!report_data_read(record, &data, error))
        return false;
    bool good = standings_read(record, &standings, error);
    if (good) {
        good = write_page(record, &data, &standings, limit, file, error);
        standings_free(&standings);
    }
    report_data_free(&data);
    return good;
}
