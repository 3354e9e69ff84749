/* standings_show.c - standings as text, for people, and as JSON, for programs; see standings.h. */
#include "config.h"

#include "results/standings.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/text.h"
#include "base/values.h"
#include "pairing/format.h"
#include "record/record_rows.h"
#include "results/rounds.h"

#include <math.h>
#include <stdlib.h>

enum { NAME_WIDTH_LEAST = 6, CROSS_WIDTH = 8, CROSS_PLAYERS_LEAST = 3, CROSS_PLAYERS_MOST = 12 };

/* A name as it may be shown on a terminal. */
static const char *shown(const struct standing *row, char name[NAME_BYTES_MAX + 1]) {
    text_readable(name, NAME_BYTES_MAX + 1, record_name_shown(row->name));
    return name;
}

static int name_width(const struct standings *standings) {
    int width = NAME_WIDTH_LEAST;
    char name[NAME_BYTES_MAX + 1];
    for (int i = 0; i < standings->count; i++) {
        int columns = text_columns(shown(&standings->row[i], name));
        width = columns > width ? columns : width;
    }
    return width;
}

/* A number in a column, or '-' where there is none. */
static void print_number(FILE *file, int width, const char *format, double number) {
    char text[64] = "-";
    if (isfinite(number))
        snprintf(text, sizeof text, format, number);
    fprintf(file, " %*s", width, text);
}

static double mean_of(int64_t total, int64_t count) {
    return count > 0 ? (double)total / (double)count : NAN;
}

static void print_rank(const struct standings *standings, int rank, int width, FILE *file) {
    char name[NAME_BYTES_MAX + 1];
    fprintf(file, "%3d  ", rank + 1);
    text_print_left(file, width, shown(&standings->row[rank], name));
}

/* The heads of some columns, ended by NULL. */
static void print_heads(FILE *file, const int *width, const char *const *head) {
    for (; *head; width++, head++) {
        fputs(" ", file);
        text_print_right(file, *width, *head);
    }
}

/* The heads of the columns of ranks and names. */
static void print_name_head(FILE *file, int width, const char *head) {
    fprintf(file, "%3s  ", "");
    text_print_left(file, width, head);
}

/* ---- the table ------------------------------------------------------------------------------- */

static void standings_show_print_row(const struct standings *standings, int rank, int width,
                                     FILE *file) {
    const struct standing *row = &standings->row[rank];
    print_rank(standings, rank, width, file);
    fprintf(file, " %7lld", (long long)row->games);
    if (standings->reference >= 0) {
        bool met = row->reference_games > 0;
        print_number(file, 9, "%+.0f", met ? (double)row->reference_total : NAN);
        print_number(file, 9, "%+.2f", mean_of(row->reference_total, row->reference_games));
        print_number(file, 6, "%.2f", sample_error(&row->reference.margins));
    }
    fprintf(file, " %+9lld", (long long)row->total);
    print_number(file, 9, "%+.2f", mean_of(row->total, row->games));
    fprintf(file, " %6lld %6lld %6lld %7lld", (long long)row->won, (long long)row->drawn,
            (long long)row->lost, (long long)row->faults);
    if (standings->money) {
        char deals[48];
        snprintf(deals, sizeof deals, "%lld/%lld", (long long)row->deals_won,
                 (long long)row->deals);
        fprintf(file, " %11s %+8lld", deals, (long long)row->money);
    }
    fputs("\n", file);
}

static void standings_show_print_table(const struct standings *standings, int width, FILE *file) {
    if (standings->reference >= 0) {
        print_name_head(file, width, "");
        print_heads(
            file, (const int[]){7, 26, 19, 20},
            (const char *const[]){"", _("against reference"), _("all margins"), _("games"), NULL});
        fputs("\n", file);
    }
    print_name_head(file, width, _("player"));
    print_heads(file, (const int[]){7}, (const char *const[]){_("games"), NULL});
    if (standings->reference >= 0)
        print_heads(file, (const int[]){9, 9, 6},
                    (const char *const[]){_("total"), _("mean"), "+-", NULL});
    print_heads(file, (const int[]){9, 9, 6, 6, 6, 7},
                (const char *const[]){_("total"), _("mean"), _("won"), _("drawn"), _("lost"),
                                      _("faults"), NULL});
    if (standings->money)
        print_heads(file, (const int[]){11, 8},
                    (const char *const[]){_("deals won"), _("money"), NULL});
    fputs("\n", file);
    for (int i = 0; i < standings->count; i++)
        standings_show_print_row(standings, i, width, file);
}

/* ---- statistics of encounters
 * -------------------------------------------------------------------- */

static void print_tally_row(const struct standings *standings, int rank, int width, FILE *file) {
    const struct standing *row = &standings->row[rank];
    bool against = standings->reference >= 0 && row->engine != standings->reference;
    const struct tally *tally = against ? &row->reference : &row->encounters;
    struct elo elo = elo_estimate(&tally->scores, standings->seats);
    bool any = tally->margins.count > 0;
    print_rank(standings, rank, width, file);
    fprintf(file, " %10lld", (long long)tally->margins.count);
    print_number(file, 9, "%+.2f", any ? tally->margins.mean : NAN);
    print_number(file, 6, "%.2f", sample_error(&tally->margins));
    fprintf(file, " %6lld %6lld %6lld", (long long)tally->won, (long long)tally->drawn,
            (long long)tally->lost);
    print_number(file, 6, "%.1f", any ? 100 * tally->scores.mean : NAN);
    print_number(file, 7, "%+.1f", any ? elo.difference : NAN);
    print_number(file, 6, "%.1f", elo.error);
    print_number(file, 8, "%.1f %%", 100 * sample_superiority(&tally->margins));
    fprintf(file, " %8lld\n", (long long)row->warnings);
}

static void print_tallies(const struct standings *standings, int width, FILE *file) {
    fprintf(file, "\n%s\n",
            standings->reference >= 0
                ? _("complete encounters with the reference (the reference: with all)")
                : _("complete encounters with all"));
    print_name_head(file, width, _("player"));
    print_heads(file, (const int[]){10, 9, 6, 6, 6, 6, 6, 7, 6, 8, 8},
                (const char *const[]){_("encounters"), _("mean"), "+-", _("won"), _("drawn"),
                                      _("lost"), "%", "Elo", "+-", _("superior"), _("warnings"),
                                      NULL});
    fputs("\n", file);
    for (int i = 0; i < standings->count; i++)
        print_tally_row(standings, i, width, file);
}

static void print_cross(const struct standings *standings, int width, FILE *file) {
    const char *head = _("mean margin against");
    width = width > text_columns(head) ? width : text_columns(head);
    fputs("\n", file);
    print_name_head(file, width, head);
    for (int i = 0; i < standings->count; i++)
        fprintf(file, " %*d", CROSS_WIDTH, i + 1);
    fprintf(file, "\n");
    for (int i = 0; i < standings->count; i++) {
        print_rank(standings, i, width, file);
        for (int k = 0; k < standings->count; k++) {
            const struct versus *versus =
                &standings->cross[standings->row[i].engine * standings->count +
                                  standings->row[k].engine];
            print_number(file, CROSS_WIDTH, "%+.2f", mean_of(versus->total, versus->games));
        }
        fprintf(file, "\n");
    }
}

/* ---- a match of two -------------------------------------------------------------------------- */

static const struct standing *find_engine(const struct standings *standings, int engine) {
    return &standings->row[standings->row[0].engine == engine ? 0 : 1];
}

static void print_sprt(const struct trial *trial, FILE *file) {
    static const char *const verdicts[] = {[SPRT_OPEN] = N_("not decided"),
                                           [SPRT_MARGIN0] = N_("margin0 accepted"),
                                           [SPRT_MARGIN1] = N_("margin1 accepted")};
    struct text text = {0};
    sprt_write(&trial->sprt, &text);
    fprintf(file, "  SPRT        %s\n              ", text_get(&text));
    fprintf(file,
            ngettext("LLR %+.2f (%.2f to %.2f): %s after %lld encounter\n",
                     "LLR %+.2f (%.2f to %.2f): %s after %lld encounters\n",
                     (unsigned long)trial->judged.count),
            sprt_ratio(&trial->sprt, &trial->judged), sprt_lower(&trial->sprt),
            sprt_upper(&trial->sprt), _(verdicts[trial->verdict]), (long long)trial->judged.count);
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

static void print_round(const struct rounds *rounds, int row, const int *width, FILE *file) {
    char text[ROUNDS_CELL_SIZE];
    for (int i = 0; i < rounds->columns; i++) {
        const char *cell = rounds_cell(rounds, row, i, text);
        fputs(i ? "  " : "", file);
        if (rounds->column[i].cell != FORMAT_ENGINE)
            text_print_right(file, width[i], cell);
        else
            text_print_left(file, i == rounds->columns - 1 ? 0 : width[i], cell);
    }
    fprintf(file, "\n");
}

/* Each column is as wide as it must be. */
static void print_round_table(const struct rounds *rounds, FILE *file) {
    char text[ROUNDS_CELL_SIZE];
    int width[FORMAT_COLUMNS] = {0};
    for (int row = -1; row < rounds->rows; row++)
        for (int i = 0; i < rounds->columns; i++) {
            int taken = text_columns(rounds_cell(rounds, row, i, text));
            width[i] = taken > width[i] ? taken : width[i];
        }
    for (int row = -1; row < rounds->rows; row++)
        print_round(rounds, row, width, file);
}

/* The table of rounds, as far as they are finished; nothing if the format has none. False: out of
 * memory. */
static bool print_rounds(const struct standings *standings, FILE *file) {
    struct rounds rounds;
    char winner[NAME_BYTES_MAX + 1];
    if (!rounds_begin(&rounds, standings))
        return false;
    if (rounds.round > 0) {
        fputs("\n", file);
        fprintf(file, _(standings->format->table->title), (long long)rounds.round,
                (long long)rounds.of);
        fputs("\n", file);
        print_round_table(&rounds, file);
    }
    if (rounds.winner != MEETING_NOBODY) {
        text_readable(winner, sizeof winner, standings_name(standings, rounds.winner));
        fprintf(file, _("winner: %s\n"), winner);
    }
    rounds_end(&rounds);
    return true;
}

/* Games that are mentioned but not counted. */
static void print_repeats(const struct standings *standings, FILE *file) {
    if (standings->repeats == 0)
        return;
    fprintf(file,
            ngettext("%lld of them repeats another (same board, same seats, same moves) and "
                     "is not counted below.",
                     "%lld of them repeat others (same board, same seats, same moves) and "
                     "are not counted below.",
                     (unsigned long)standings->repeats),
            (long long)standings->repeats);
    fputs("\n", file);
}

/* Programs that took the place of others under the same name. */
static void print_replaced(const struct standings *standings, FILE *file) {
    char name[NAME_BYTES_MAX + 1];
    for (int i = 0; i < standings->count; i++) {
        if (standings->row[i].programs < 2)
            continue;
        fprintf(file, _("%s was replaced: %d different programs have played under that name"),
                shown(&standings->row[i], name), standings->row[i].programs);
        fputs("\n", file);
    }
}

/* As aligned columns; a match with its summary, a small league with its cross table. `all` adds a
 * table of statistics of encounters: errors, Elo, likelihood of superiority. */
static void print_standings(const struct standings *standings, bool all, FILE *file) {
    char league[NAME_BYTES_MAX + 1], game[sizeof standings->game];
    int width = name_width(standings);
    text_readable(league, sizeof league, standings->league);
    text_readable(game, sizeof game, standings->game);
    fprintf(
        file,
        ngettext("%s: %s, %lld game\n", "%s: %s, %lld games\n", (unsigned long)standings->games),
        league, game, (long long)standings->games);
    print_repeats(standings, file);
    print_replaced(standings, file);
    standings_show_print_table(standings, width, file);
    if (all)
        print_tallies(standings, width, file);
    if (standings->count >= CROSS_PLAYERS_LEAST && standings->count <= CROSS_PLAYERS_MOST)
        print_cross(standings, width, file);
    if (standings->match)
        print_match(standings, file);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void add_tally(const struct tally *tally, int seats, struct json *json) {
    struct elo elo = elo_estimate(&tally->scores, seats);
    bool any = tally->margins.count > 0;
    json_integer(json, "encounters", tally->margins.count);
    json_real(json, "mean", any ? tally->margins.mean : NAN);
    json_real(json, "error", sample_error(&tally->margins));
    json_integer(json, "won", tally->won);
    json_integer(json, "drawn", tally->drawn);
    json_integer(json, "lost", tally->lost);
    json_real(json, "score", any ? tally->scores.mean : NAN);
    json_real(json, "elo", any ? elo.difference : NAN);
    json_real(json, "elo_error", elo.error);
    json_real(json, "superiority", sample_superiority(&tally->margins));
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

static void add_row(const struct standings *standings, int rank, struct json *json) {
    const struct standing *row = &standings->row[rank];
    json_open(json, NULL, '{');
    json_integer(json, "rank", rank + 1);
    json_string(json, "name", row->name);
    json_integer(json, "games", row->games);
    json_integer(json, "total", row->total);
    json_integer(json, "won", row->won);
    json_integer(json, "drawn", row->drawn);
    json_integer(json, "lost", row->lost);
    if (standings->money) {
        json_integer(json, "deals", row->deals);
        json_integer(json, "deals_won", row->deals_won);
        json_integer(json, "money", row->money);
    }
    json_integer(json, "faults", row->faults);
    json_integer(json, "warnings", row->warnings);
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
    json_close(json, '}');
}

static void add_meetings(const struct standings *standings, struct json *json) {
    json_open(json, "meetings", '[');
    for (int i = 0; i < standings->meetings; i++) {
        const struct meeting *meeting = &standings->meeting[i];
        json_open(json, NULL, '{');
        json_integer(json, "round", meeting->round + 1);
        json_open(json, "engines", '[');
        for (int k = 0; k < 2; k++)
            json_string(json, NULL, standings_name(standings, meeting->engine[k]));
        json_close(json, ']');
        json_open(json, "margins", '[');
        for (int k = 0; k < 2; k++)
            json_integer(json, NULL, meeting->margin[k]);
        json_close(json, ']');
        json_string(json, "winner", standings_name(standings, meeting->winner));
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* False: out of memory. */
static bool write_json(const struct standings *standings, struct json *json) {
    struct rounds rounds;
    if (!rounds_begin(&rounds, standings))
        return false;
    json_open(json, NULL, '{');
    json_string(json, "type", "standings");
    json_string(json, "league", standings->league);
    json_string(json, "game", standings->game);
    json_integer(json, "games", standings->games);
    json_integer(json, "repeated", standings->repeats);
    json_string(json, "reference", standings_name(standings, standings->reference));
    rounds_json(&rounds, json);
    rounds_end(&rounds);
    json_open(json, "players", '[');
    for (int i = 0; i < standings->count; i++)
        add_row(standings, i, json);
    json_close(json, ']');
    add_meetings(standings, json);
    if (standings->match) {
        json_open(json, "match", '{');
        standings_json_match(&standings->trial, json);
        json_close(json, '}');
    } else {
        json_string(json, "match", NULL);
    }
    json_close(json, '}');
    return true;
}

bool standings_show(struct record *record, enum standings_form form, FILE *file,
                    struct error *error) {
    struct standings standings;
    struct json json = {0};
    if (!standings_read(record, &standings, error))
        return false;
    bool room = true, written = true;
    if (form == STANDINGS_JSON) {
        room = write_json(&standings, &json);
        written = room && json_write(&json, file);
    } else {
        print_standings(&standings, form == STANDINGS_ALL, file);
        room = print_rounds(&standings, file);
    }
    standings_free(&standings);
    return (room && written) ||
           (room ? error_set_kind(error, ERROR_SYSTEM, _("cannot write the standings"))
                 : error_memory(error));
}
