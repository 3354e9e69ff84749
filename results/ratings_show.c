/* ratings_show.c - ratings as text, JSON and comma-separated values; see ratings.h. */
#include "config.h"

#include "results/ratings.h"

#include "base/csv.h"
#include "base/json.h"
#include "base/language.h"
#include "base/sample.h"
#include "base/text.h"
#include "record/record_rows.h"

#include <math.h>

/* One player against another, as the first sees it. */
struct meeting_of {
    int64_t encounters;
    double mean, error, expected; /* margin: mean, half its interval, what the ratings expect */
    double score, expected_score;
};

static struct meeting_of find_meeting(const struct ratings *ratings, const struct fit_pair *pair) {
    double count = (double)pair->count;
    struct sample margins = {.count = pair->count, .mean = pair->margin / count};
    int i = pair->first, j = pair->second;
    margins.squares = fmax(0, pair->margin_squares - pair->margin * pair->margin / count);
    const double *elo = ratings->elo.rating, *rating = ratings->margins.rating;
    return (struct meeting_of){
        .encounters = pair->count,
        .mean = margins.mean,
        .error = sample_error(&margins),
        .expected = rating[i] - rating[j],
        .score = pair->score / count,
        .expected_score = 1 / (1 + pow(10, (elo[j] - elo[i]) / 400)),
    };
}

static double superiority(const struct ratings *ratings, int rank) {
    return rank + 1 < ratings->shown
               ? fit_superiority(&ratings->margins, ratings->order[rank], ratings->order[rank + 1])
               : NAN;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_number(FILE *file, int width, const char *format, double number) {
    char text[64] = "-";
    if (isfinite(number))
        snprintf(text, sizeof text, format, number);
    fprintf(file, " %*s", width, text);
}

static void print_heads(FILE *file, const int *width, const char *const *head) {
    for (; *head; width++, head++) {
        fputs(" ", file);
        text_print_right(file, *width, *head);
    }
    fputs("\n", file);
}

static int name_width(const struct ratings *ratings) {
    int width = text_columns(_("player"));
    char name[NAME_BYTES_MAX + 1];
    for (int i = 0; i < ratings->shown; i++) {
        text_readable(name, sizeof name,
                      record_name_shown(ratings->player[ratings->order[i]].name));
        int columns = text_columns(name);
        width = columns > width ? columns : width;
    }
    return width;
}

static void print_name(const struct ratings *ratings, int player, int width, FILE *file) {
    char name[NAME_BYTES_MAX + 1];
    text_readable(name, sizeof name, record_name_shown(ratings->player[player].name));
    text_print_left(file, width, name);
}

static void print_players(const struct ratings *ratings, int width, FILE *file) {
    fprintf(file, "%3s  ", "");
    text_print_left(file, width, _("player"));
    print_heads(file, (const int[]){10, 8, 7, 8, 7, 9, 7, 7, 7},
                (const char *const[]){_("encounters"), _("margin"), "+-", "Elo", "+-",
                                      _("superior"), _("won"), _("drawn"), _("lost"), NULL});
    for (int rank = 0; rank < ratings->shown; rank++) {
        int i = ratings->order[rank];
        const struct ratings_player *player = &ratings->player[i];
        bool fixed = i == ratings->anchor;
        fprintf(file, "%3d  ", rank + 1);
        print_name(ratings, i, width, file);
        fprintf(file, " %10lld", (long long)player->encounters);
        print_number(file, 8, "%+.2f", ratings->margins.rating[i]);
        print_number(file, 7, "%.2f", fixed ? NAN : fit_error(&ratings->margins, i, -1));
        print_number(file, 8, "%+.1f", ratings->elo.rating[i]);
        print_number(file, 7, "%.1f",
                     i == ratings->elo_anchor || !isnan(player->given)
                         ? NAN
                         : fit_error(&ratings->elo, i, -1));
        print_number(file, 9, "%.1f %%", 100 * superiority(ratings, rank));
        fprintf(file, " %7lld %7lld %7lld\n", (long long)player->won, (long long)player->drawn,
                (long long)player->lost);
    }
}

static void print_pairs(const struct ratings *ratings, int width, FILE *file) {
    const struct pair_table *pairs = &ratings->pairs;
    fputs("\n", file);
    text_print_left(file, width + 2, _("player"));
    text_print_left(file, width, _("against"));
    print_heads(file, (const int[]){10, 8, 7, 9, 7, 9},
                (const char *const[]){_("encounters"), _("mean"), "+-", _("expected"), "%",
                                      _("expected"), NULL});
    for (int64_t i = 0; i < pairs->count; i++) {
        struct meeting_of met = find_meeting(ratings, &pairs->pair[i]);
        print_name(ratings, pairs->pair[i].first, width + 2, file);
        print_name(ratings, pairs->pair[i].second, width, file);
        fprintf(file, " %10lld", (long long)met.encounters);
        print_number(file, 8, "%+.2f", met.mean);
        print_number(file, 7, "%.2f", met.error);
        print_number(file, 9, "%+.2f", met.expected);
        print_number(file, 7, "%.1f", 100 * met.score);
        print_number(file, 9, "%.1f", 100 * met.expected_score);
        fputs("\n", file);
    }
}

static void print_all(const struct ratings *ratings, bool pairs, FILE *file) {
    char game[sizeof ratings->game];
    int width = name_width(ratings);
    text_readable(game, sizeof game, ratings->game);
    fprintf(file,
            ngettext("%s: %d players, %lld encounter", "%s: %d players, %lld encounters",
                     (unsigned long)ratings->encounters),
            game, ratings->shown, (long long)ratings->encounters);
    if (ratings->repeated > 0)
        fprintf(file,
                ngettext("; %lld more repeats another and is not counted",
                         "; %lld more repeat others and are not counted",
                         (unsigned long)ratings->repeated),
                (long long)ratings->repeated);
    fputs("\n", file);
    print_players(ratings, width, file);
    if (ratings->elo_anchor != ratings->anchor) {
        char name[NAME_BYTES_MAX + 1];
        text_readable(name, sizeof name, record_name_shown(ratings->player[ratings->anchor].name));
        fprintf(file,
                _("Elo: 0 is the mean of all that are known, since %s has won or lost all games\n"),
                name);
    }
    if (pairs)
        print_pairs(ratings, width, file);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void add_player(const struct ratings *ratings, int rank, struct json *json) {
    int i = ratings->order[rank];
    const struct ratings_player *player = &ratings->player[i];
    json_open(json, NULL, '{');
    json_integer(json, "rank", rank + 1);
    json_string(json, "name", player->name);
    json_integer(json, "encounters", player->encounters);
    json_integer(json, "games", player->games);
    json_integer(json, "won", player->won);
    json_integer(json, "drawn", player->drawn);
    json_integer(json, "lost", player->lost);
    json_real(json, "margin", ratings->margins.rating[i]);
    json_real(json, "margin_error", fit_error(&ratings->margins, i, -1));
    json_real(json, "elo", ratings->elo.rating[i]);
    json_real(json, "elo_error", fit_error(&ratings->elo, i, -1));
    json_real(json, "superiority", superiority(ratings, rank));
    json_close(json, '}');
}

static void add_pair(const struct ratings *ratings, const struct fit_pair *pair,
                     struct json *json) {
    struct meeting_of met = find_meeting(ratings, pair);
    int i = pair->first, j = pair->second;
    json_open(json, NULL, '{');
    json_string(json, "name", ratings->player[i].name);
    json_string(json, "against", ratings->player[j].name);
    json_integer(json, "encounters", met.encounters);
    json_real(json, "mean", met.mean);
    json_real(json, "error", met.error);
    json_real(json, "expected", met.expected);
    json_real(json, "score", met.score);
    json_real(json, "expected_score", met.expected_score);
    json_real(json, "difference_error", fit_error(&ratings->margins, i, j));
    json_real(json, "superiority", fit_superiority(&ratings->margins, i, j));
    json_close(json, '}');
}

static bool write_json(const struct ratings *ratings, FILE *file) {
    struct json json = {0};
    json_open(&json, NULL, '{');
    json_string(&json, "type", "ratings");
    json_string(&json, "game", ratings->game);
    json_integer(&json, "encounters", ratings->encounters);
    json_integer(&json, "repeated", ratings->repeated);
    json_string(&json, "anchor",
                ratings->anchor < 0 ? NULL : ratings->player[ratings->anchor].name);
    json_string(&json, "elo_anchor",
                ratings->elo_anchor < 0 ? NULL : ratings->player[ratings->elo_anchor].name);
    json_open(&json, "players", '[');
    for (int i = 0; i < ratings->shown; i++)
        add_player(ratings, i, &json);
    json_close(&json, ']');
    json_open(&json, "pairs", '[');
    for (int64_t i = 0; i < ratings->pairs.count; i++)
        add_pair(ratings, &ratings->pairs.pair[i], &json);
    json_close(&json, ']');
    json_close(&json, '}');
    return json_write(&json, file);
}

static void add_real(struct text *text, double number) {
    text_add(text, ",");
    if (isfinite(number))
        text_addf(text, "%.10g", number);
}

static bool write_csv(const struct ratings *ratings, FILE *file) {
    struct text text = {0};
    text_add(&text, "rank,name,encounters,games,won,drawn,lost,margin,margin_error,elo,elo_error,"
                    "superiority\n");
    for (int rank = 0; rank < ratings->shown; rank++) {
        int i = ratings->order[rank];
        const struct ratings_player *player = &ratings->player[i];
        char name[NAME_BYTES_MAX + 1];
        text_clean(name, sizeof name, record_name_shown(player->name));
        text_addf(&text, "%d,", rank + 1);
        csv_add(&text, name);
        text_addf(&text, ",%lld,%lld,%lld,%lld,%lld", (long long)player->encounters,
                  (long long)player->games, (long long)player->won, (long long)player->drawn,
                  (long long)player->lost);
        add_real(&text, ratings->margins.rating[i]);
        add_real(&text, fit_error(&ratings->margins, i, -1));
        add_real(&text, ratings->elo.rating[i]);
        add_real(&text, fit_error(&ratings->elo, i, -1));
        add_real(&text, superiority(ratings, rank));
        text_add(&text, "\n");
    }
    bool done = !text.failed;
    fputs(text_get(&text), file);
    text_free(&text);
    return done;
}

bool ratings_show(const struct ratings *ratings, enum ratings_form form, FILE *file) {
    if (form == RATINGS_JSON)
        return write_json(ratings, file);
    if (form == RATINGS_CSV)
        return write_csv(ratings, file);
    print_all(ratings, form == RATINGS_PAIRS, file);
    return true;
}
