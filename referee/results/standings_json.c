/* standings_json.c - standings as a JSON object, for programs; see standings.h. */
#include "config.h"

#include "referee/pairing/format.h"
#include "referee/results/standings.h"

#include <math.h>

static void add_tally(const struct tally *tally, struct json *json) {
    struct elo elo = elo_estimate(&tally->scores);
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
    json_close(json, '}');
}

void standings_json_match(const struct trial *trial, struct json *json) {
    add_tally(&trial->tally, json);
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
    json_integer(json, "faults", row->faults);
    json_integer(json, "warnings", row->warnings);
    json_open(json, "all", '{');
    add_tally(&row->encounters, json);
    json_close(json, '}');
    if (row->reference_games > 0) {
        json_open(json, "reference", '{');
        json_integer(json, "games", row->reference_games);
        json_integer(json, "total", row->reference_total);
        add_tally(&row->reference, json);
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

void standings_json(const struct standings *standings, struct json *json) {
    json_open(json, NULL, '{');
    json_string(json, "type", "standings");
    json_string(json, "league", standings->league);
    json_string(json, "game", standings->game);
    json_integer(json, "games", standings->games);
    json_string(json, "reference", standings_name(standings, standings->reference));
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
}
