/* standings_show.c - the tables of standings, and what text and JSON have beside them. One table
 * has a row for each player, another the statistics of whole encounters, and a small league has a
 * cross table. A match of two is summed up in words. */
#include "config.h"

#include "results/standings.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "pairing/format.h"
#include "record/record_rows.h"
#include "results/listing.h"
#include "results/report_charts.h"
#include "results/report_rounds.h"
#include "results/rounds.h"

#include <math.h>

enum { CROSS_WIDTH = 8, CROSS_PLAYERS_LEAST = 3, CROSS_PLAYERS_MOST = 12 };

/* A name as it may be shown on a terminal. */
static const char *shown(const struct standing *row, char name[NAME_BYTES_MAX + 1]) {
    text_readable(name, NAME_BYTES_MAX + 1, record_name_shown(row->name));
    return name;
}

static double mean_of(int64_t total, int64_t count) {
    return count > 0 ? (double)total / (double)count : NAN;
}

/* ---- the tables ------------------------------------------------------------------------------ */

void standings_columns(struct listing *listing, const void *table, int64_t rank) {
    const struct standings *standings = table;
    const struct standing *row = &standings->row[rank];
    bool met = row->reference_games > 0;
    double error = sample_error(&row->reference.margins);
    unsigned reference = standings->reference >= 0 ? 0 : LISTING_TEXT | LISTING_HTML;
    unsigned money = standings->money ? 0 : ~0U;
    const char *against = reference ? NULL : N_("against reference");
    const char *all = reference ? NULL : N_("all margins"),
               *played = reference ? NULL : N_("games");
    char deals[48];
    snprintf(deals, sizeof deals, "%lld/%lld", (long long)row->deals_won, (long long)row->deals);
    listing_row(
        listing,
        (const struct column[]){
            {"rank", "", 3, .cell = cell_count(rank + 1)},
            {"name", N_("player"), .cell = cell_name(row->name)},
            {"games", N_("games"), 7, .cell = cell_count(row->games)},
            {NULL, N_("total"), 9, cell_real("%+.0f", met ? (double)row->reference_total : NAN),
             .without = reference, .group = against},
            {NULL, N_("mean"), 9,
             cell_real("%+.2f", mean_of(row->reference_total, row->reference_games)),
             .without = reference, .group = against},
            {NULL, "+-", 6, cell_error("%.2f", error, error), .without = reference,
             .group = against},
            {"total", N_("total"), 9, .cell = cell_total(row->total), .group = all},
            {NULL, N_("mean"), 9, .cell = cell_real("%+.2f", mean_of(row->total, row->games)),
             .group = all},
            {"won", N_("won"), 6, .cell = cell_count(row->won), .group = played},
            {"drawn", N_("drawn"), 6, .cell = cell_count(row->drawn), .group = played},
            {"lost", N_("lost"), 6, .cell = cell_count(row->lost), .group = played},
            {"deals", .cell = cell_count(row->deals), .without = money},
            {"deals_won", .cell = cell_count(row->deals_won), .without = money},
            {NULL, N_("deals won"), 11, cell_text(deals), .late = true, .without = money},
            {"money", N_("money"), 8, cell_total(row->money), .late = true, .without = money},
            {"faults", N_("faults"), 7, .cell = cell_count(row->faults)},
            {"warnings", .cell = cell_count(row->warnings)},
            {0},
        });
}

/* Statistics of encounters. Programs find them within other objects, without their player. */
static void tally_columns(struct listing *listing, const struct tally *tally, int seats, int rank,
                          const struct standing *row) {
    struct elo elo = elo_estimate(&tally->scores, seats);
    const struct sample *margins = &tally->margins;
    double error = sample_error(margins), any = margins->count > 0 ? 1 : NAN;
    listing_row(listing,
                (const struct column[]){
                    {NULL, "", 3, .cell = cell_count(rank + 1)},
                    {NULL, N_("player"), .cell = cell_name(row ? row->name : "")},
                    {"encounters", N_("encounters"), 10, .cell = cell_count(margins->count)},
                    {"mean", N_("mean"), 9, .cell = cell_real("%+.2f", any * margins->mean)},
                    {"error", "+-", 6, .cell = cell_error("%.2f", error, error)},
                    {"won", N_("won"), 6, .cell = cell_count(tally->won)},
                    {"drawn", N_("drawn"), 6, .cell = cell_count(tally->drawn)},
                    {"lost", N_("lost"), 6, .cell = cell_count(tally->lost)},
                    {"score", "%", 6, .cell = cell_share("%.1f", any * tally->scores.mean)},
                    {"elo", "Elo", 7, .cell = cell_real("%+.1f", any * elo.difference)},
                    {"elo_error", "+-", 6, .cell = cell_error("%.1f", elo.error, elo.error)},
                    {"superiority", N_("superior"), 8,
                     .cell = cell_share("%.1f %%", sample_superiority(margins))},
                    {NULL, N_("warnings"), 8, .cell = cell_count(row ? row->warnings : 0)},
                    {0},
                });
}

static void tally_row(struct listing *listing, const void *table, int64_t rank) {
    const struct standings *standings = table;
    const struct standing *row = &standings->row[rank];
    bool against = standings->reference >= 0 && row->engine != standings->reference;
    tally_columns(listing, against ? &row->reference : &row->encounters, standings->seats,
                  (int)rank, row);
}

/* The mean margin of a player against each, in the order of the rows. */
static void cross_columns(struct listing *listing, const void *table, int64_t rank) {
    const struct standings *standings = table;
    const struct standing *row = &standings->row[rank];
    const struct versus *versus = &standings->cross[row->engine * standings->count];
    char head[CROSS_PLAYERS_MOST][4];
    struct column column[CROSS_PLAYERS_MOST + 3] = {
        {NULL, "", 3, .cell = cell_count(rank + 1)},
        {NULL, N_("mean margin against"), .cell = cell_name(row->name)},
    };
    for (int i = 0; i < standings->count; i++) {
        const struct versus *met = &versus[standings->row[i].engine];
        snprintf(head[i], sizeof head[i], "%d", i + 1);
        column[i + 2] =
            (struct column){NULL, head[i], CROSS_WIDTH,
                            .cell = cell_real("%+.2f", mean_of(met->total, met->games))};
    }
    listing_row(listing, column);
}

/* ---- a match of two -------------------------------------------------------------------------- */

static const struct standing *find_engine(const struct standings *standings, int engine) {
    return &standings->row[standings->row[0].engine == engine ? 0 : 1];
}

static void print_sprt(const struct trial *trial, FILE *file) {
    struct text text = {0};
    sprt_write(&trial->sprt, &text);
    fprintf(file, "  SPRT        %s\n              ", text_get(&text));
    report_verdict(trial, file);
    if (trial_is_idle(trial))
        fprintf(file,
                _("              given up: the last %lld encounters repeat others; openings, or\n"
                  "              boards = words:N, would bring new ones\n"),
                (long long)trial->idle);
    text_free(&text);
}

/* An estimate and its error, '?' if it is unknown. */
static void print_estimate(const char *label, int digits, double value, double error, FILE *file) {
    fputs("  ", file);
    text_print_left(file, 12, label);
    fprintf(file, "%+.*f +- ", digits, value);
    if (isfinite(error))
        fprintf(file, "%.*f\n", digits, error);
    else
        fprintf(file, "?\n");
}

static void print_match(const struct standings *standings, FILE *file) {
    const struct trial *trial = &standings->trial;
    const struct tally *tally = &trial->tally;
    struct elo elo = elo_estimate(&tally->scores, 2);
    double superiority = sample_superiority(&tally->margins);
    char first[NAME_BYTES_MAX + 1], second[NAME_BYTES_MAX + 1];
    fprintf(file, _("\n%s against %s\n"), shown(find_engine(standings, 0), first),
            shown(find_engine(standings, 1), second));
    fprintf(file, _("  encounters  %lld\n"), (long long)tally->margins.count);
    if (trial->repeated > 0)
        fprintf(file, _("  repeated    %lld more, not counted\n"), (long long)trial->repeated);
    fprintf(file, _("  games       won %lld, drawn %lld, lost %lld\n"), (long long)tally->won,
            (long long)tally->drawn, (long long)tally->lost);
    if (tally->margins.count == 0)
        return;
    print_estimate(_("margin"), 2, tally->margins.mean, sample_error(&tally->margins), file);
    if (isfinite(elo.difference))
        print_estimate("Elo", 1, elo.difference, elo.error, file);
    else
        fputs(tally->won > 0 ? _("  Elo         none: all games were won\n")
                             : _("  Elo         none: all games were lost\n"),
              file);
    if (isfinite(superiority))
        fprintf(file, _("  superior    %.1f %% likely\n"), 100 * superiority);
    if (trial->tested)
        print_sprt(trial, file);
}

/* ---- rounds --------------------------------------------------------------------------------- */

/* The table of rounds, as far as they are finished; nothing if the format has none. */
static void print_rounds(const struct standings *standings, FILE *file) {
    struct rounds rounds;
    char winner[NAME_BYTES_MAX + 1];
    rounds_begin(&rounds, standings);
    if (rounds.round > 0) {
        fputs("\n", file);
        fprintf(file, _(standings->format->table->title), (long long)rounds.round,
                (long long)rounds.of);
        fputs("\n", file);
        listing_print(rounds_columns, &rounds, rounds.rows, LISTING_TEXT, file);
    }
    if (rounds.winner != MEETING_NOBODY) {
        text_readable(winner, sizeof winner, standings_name(standings, rounds.winner));
        fprintf(file, _("winner: %s\n"), winner);
    }
    rounds_end(&rounds);
}

const char *standings_repeats(int64_t repeats, char text[STANDINGS_REPEATS_SIZE]) {
    snprintf(text, STANDINGS_REPEATS_SIZE,
             ngettext("%lld of them repeats another (same board, same seats, same moves) and "
                      "is not counted below.",
                      "%lld of them repeat others (same board, same seats, same moves) and "
                      "are not counted below.",
                      (unsigned long)repeats),
             (long long)repeats);
    return text;
}

void standings_show_replaced(const struct standings *standings, bool page, FILE *file) {
    char name[NAME_BYTES_MAX + 1], text[256 + NAME_BYTES_MAX];
    for (int i = 0; i < standings->count; i++) {
        const struct standing *row = &standings->row[i];
        if (row->programs < 2)
            continue;
        snprintf(text, sizeof text,
                 _("%s was replaced: %d different programs have played under that name"),
                 page ? record_name_shown(row->name) : shown(row, name), row->programs);
        if (page)
            report_text(file, "<p>", text, ".</p>\n");
        else
            fprintf(file, "%s\n", text);
    }
}

/* As aligned columns; a match with its summary, a small league with its cross table. `all` adds a
 * table of statistics of encounters: errors, Elo, likelihood of superiority. */
static void print_standings(const struct standings *standings, bool all, FILE *file) {
    char league[NAME_BYTES_MAX + 1], game[sizeof standings->game], repeats[STANDINGS_REPEATS_SIZE];
    text_readable(league, sizeof league, standings->league);
    text_readable(game, sizeof game, standings->game);
    fprintf(
        file,
        ngettext("%s: %s, %lld game\n", "%s: %s, %lld games\n", (unsigned long)standings->games),
        league, game, (long long)standings->games);
    if (standings->repeats > 0)
        fprintf(file, "%s\n", standings_repeats(standings->repeats, repeats));
    standings_show_replaced(standings, false, file);
    int count = standings->count;
    listing_print(standings_columns, standings, count, LISTING_TEXT, file);
    if (all) {
        fprintf(file, "\n%s\n",
                standings->reference >= 0
                    ? _("complete encounters with the reference (the reference: with all)")
                    : _("complete encounters with all"));
        listing_print(tally_row, standings, count, LISTING_TEXT, file);
    }
    if (count >= CROSS_PLAYERS_LEAST && count <= CROSS_PLAYERS_MOST) {
        fputs("\n", file);
        listing_print(cross_columns, standings, count, LISTING_TEXT, file);
    }
    if (standings->match)
        print_match(standings, file);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void add_tally(const struct tally *tally, int seats, struct json *json) {
    tally_columns(&(struct listing){.form = LISTING_JSON, .json = json}, tally, seats, 0, NULL);
}

static void add_sprt(const struct trial *trial, struct json *json) {
    static const char *const verdicts[] = {
        [SPRT_OPEN] = NULL, [SPRT_MARGIN0] = "margin0", [SPRT_MARGIN1] = "margin1"};
    const struct sprt *sprt = &trial->sprt;
    json_open(json, "sprt", '{');
    json_real(json, "margin0", sprt->margin0);
    json_real(json, "margin1", sprt->margin1);
    json_real(json, "alpha", sprt->alpha);
    json_real(json, "beta", sprt->beta);
    json_integer(json, "encounters", trial->judged.count);
    json_real(json, "llr", sprt_ratio(sprt, &trial->judged));
    json_real(json, "lower", sprt_lower(sprt));
    json_real(json, "upper", sprt_upper(sprt));
    json_string(json, "verdict", verdicts[trial->verdict]);
    json_bool(json, "given_up", trial_is_idle(trial));
    json_close(json, '}');
}

void standings_json_match(const struct trial *trial, struct json *json) {
    add_tally(&trial->tally, 2, json);
    json_integer(json, "repeated", trial->repeated);
    if (trial->tested)
        add_sprt(trial, json);
    else
        json_string(json, "sprt", NULL);
}

static void add_versus(const struct standings *standings, int engine, struct json *json) {
    json_open(json, "against", '[');
    for (int i = 0; standings->cross && i < standings->count; i++) {
        const struct versus *versus =
            &standings->cross[engine * standings->count + standings->row[i].engine];
        if (versus->games == 0)
            continue;
        json_open(json, NULL, '{');
        json_string(json, "name", standings->row[i].name);
        json_integer(json, "games", versus->games);
        json_integer(json, "total", versus->total);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void add_row(struct listing *listing, const void *table, int64_t rank) {
    const struct standings *standings = table;
    const struct standing *row = &standings->row[rank];
    struct json *json = listing->json;
    standings_columns(listing, table, rank);
    json_integer_if(json, "programs", row->programs > 0, row->programs);
    json_open(json, "all", '{');
    add_tally(&row->encounters, standings->seats, json);
    json_close(json, '}');
    if (row->reference_games > 0) {
        json_open(json, "reference", '{');
        json_integer(json, "games", row->reference_games);
        json_integer(json, "total", row->reference_total);
        add_tally(&row->reference, standings->seats, json);
        json_close(json, '}');
    } else {
        json_string(json, "reference", NULL);
    }
    add_versus(standings, row->engine, json);
}

static void add_meetings(const struct standings *standings, struct json *json) {
    json_open(json, "meetings", '[');
    for (int i = 0; i < standings->meetings; i++) {
        const struct meeting *meeting = &standings->meeting[i];
        json_open(json, NULL, '{');
        json_integer(json, "round", meeting->round + 1);
        meeting_json(standings, meeting, "engines", json);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_json(const struct standings *standings, struct json *json) {
    struct rounds rounds;
    rounds_begin(&rounds, standings);
    json_open(json, NULL, '{');
    json_string(json, "type", "standings");
    json_string(json, "league", standings->league);
    json_string(json, "game", standings->game);
    json_integer(json, "games", standings->games);
    json_integer(json, "repeated", standings->repeats);
    json_string(json, "reference", standings_name(standings, standings->reference));
    rounds_json(&rounds, json);
    rounds_end(&rounds);
    listing_json(add_row, standings, standings->count, "players", json);
    add_meetings(standings, json);
    if (standings->match) {
        json_open(json, "match", '{');
        standings_json_match(&standings->trial, json);
        json_close(json, '}');
    } else {
        json_string(json, "match", NULL);
    }
    json_close(json, '}');
}

bool standings_show(struct record *record, enum standings_form form, FILE *file,
                    struct error *error) {
    struct standings standings;
    struct json json = {0};
    if (!standings_read(record, &standings, error))
        return false;
    if (form == STANDINGS_JSON) {
        write_json(&standings, &json);
        needed_json(&json, file);
    } else {
        print_standings(&standings, form == STANDINGS_ALL, file);
        print_rounds(&standings, file);
    }
    standings_free(&standings);
    return true;
}
