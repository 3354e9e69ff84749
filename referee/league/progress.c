/* progress.c - shows a league while it is played.
 *
 * Three kinds of output are written from the same events: a line that is rewritten on a terminal,
 * at most ten times a second; a line for each game; and JSON. Who leads is decided by mean margins,
 * kept here game by game, so that nothing is read from the record again.
 */
#include "config.h"

#include "referee/league/progress.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/values.h"
#include "half/moves.h"
#include "pairing/game_id.h"
#include "record/half_json.h"
#include "record/record_games.h"
#include "referee/match/match.h"
#include "referee/setup/setup.h"
#include "results/standings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { REFRESH_US = 100000 };

enum progress_kind progress_choose(bool quiet, FILE *file) {
    if (quiet)
        return PROGRESS_QUIET;
    const char *terminal = getenv("TERM");
    bool dumb = !terminal || strcmp(terminal, "dumb") == 0;
    return isatty(fileno(file)) && !dumb ? PROGRESS_LIVE : PROGRESS_LINES;
}

void progress_begin(struct progress *progress, enum progress_kind kind, FILE *file,
                    const struct setup *setup) {
    *progress =
        (struct progress){.kind = kind,
                          .file = file,
                          .setup = setup,
                          .schedule = setup_schedule(setup),
                          .match = setup->engines == 2 && setup->seats == 2,
                          .started = clock_us(),
                          .total = needed(calloc((size_t)setup->engines, sizeof *progress->total))};
    trial_begin(&progress->trial, encounter_size(progress->schedule.halves, setup->seats),
                setup->only ? NULL : setup->sprt);
    trial_set_patience(&progress->trial, progress->schedule.boards);
}

/* Counts a game as done; its margins count for the lead unless it repeats an earlier game. The
 * trial learns them as the first engine sees them. */
static void tally(struct progress *progress, int64_t pair, const struct repeats_whole *same,
                  int seats, const int *engine, const int *margin) {
    int reference = progress->setup->reference, first = engine[0] == 0 ? 0 : 1;
    bool counts = reference < 0;
    progress->done++;
    if (progress->match)
        trial_game(&progress->trial, pair, repeats_number(same), margin[first], margin[1 - first]);
    if (repeats_seen(&progress->seen, repeats_number(same)))
        return;
    for (int i = 0; i < seats; i++)
        counts |= engine[i] == reference;
    for (int i = 0; i < seats && counts; i++)
        if (engine[i] != reference) {
            progress->total[engine[i]].games++;
            progress->total[engine[i]].margin += margin[i];
        }
}

void progress_found(void *context, const struct record_game *game) {
    struct progress *progress = context;
    struct schedule_entry entry = schedule_get(&progress->schedule, game->number);
    tally(progress, entry.pair, &game->same, game->seats, game->engine, game->margin);
    progress->done_before++;
}

/* The mean margin of an engine: engines may have played different numbers of games. */
static double mean_of(const struct progress_total *total) {
    return total->games ? (double)total->margin / (double)total->games : 0;
}

static int leader(const struct progress *progress) {
    int best = 0;
    for (int i = 1; i < progress->setup->engines; i++)
        if (mean_of(&progress->total[i]) > mean_of(&progress->total[best]))
            best = i;
    return best;
}

double progress_rate(const struct progress *progress, int64_t now) {
    int64_t left = progress->games - progress->done,
            played = progress->done - progress->done_before;
    int64_t playing = left < progress->setup->concurrency ? left : progress->setup->concurrency;
    if (played <= 0 || now <= progress->started)
        return 0;
    return ((double)played + (double)playing / 2) / ((double)(now - progress->started) / 1e6);
}

double progress_left(const struct progress *progress, int64_t now) {
    double rate = progress_rate(progress, now);
    return rate > 0 ? (double)(progress->games - progress->done) / rate : -1;
}

static void add_time_left(struct text *text, double seconds) {
    if (seconds >= 5400)
        text_addf(text, _(", %.1f h left"), seconds / 3600);
    else if (seconds >= 90)
        text_addf(text, _(", %.0f min left"), seconds / 60);
    else
        text_addf(text, _(", %.0f s left"), seconds);
}

static void add_trial(struct text *text, const struct trial *trial, const char *first) {
    double error = sample_error(&trial->tally.margins);
    text_addf(text, ", %s %+.2f", first, trial->tally.margins.mean);
    if (isfinite(error))
        text_addf(text, " +- %.2f", error);
    if (trial->repeated > 0)
        text_addf(text, _(", %lld repeated"), (long long)trial->repeated);
    if (trial->tested)
        text_addf(text, _(", LLR %+.2f (%.2f to %.2f)"), sprt_ratio(&trial->sprt, &trial->judged),
                  sprt_lower(&trial->sprt), sprt_upper(&trial->sprt));
}

/* How many bytes of a line fit into one row of the terminal, in whole characters: a line that wraps
 * could not be rewritten. */
static int room_for_line(FILE *file, const struct text *line) {
    struct winsize size = {0};
    if (ioctl(fileno(file), TIOCGWINSZ, &size) != 0 || size.ws_col < 2 ||
        line->length < size.ws_col)
        return (int)line->length;
    int room = size.ws_col - 1;
    while (room > 0 && ((unsigned char)line->bytes[room] & 0xc0) == 0x80)
        room--;
    return room;
}

static void show_live(struct progress *progress, int64_t now) {
    const struct setup *setup = progress->setup;
    double rate = progress_rate(progress, now), left = progress_left(progress, now);
    char name[NAME_BYTES_MAX + 1];
    struct text line = {0};
    int best = progress->match ? 0 : leader(progress);
    bool most = progress->match && progress->trial.tested;
    text_readable(name, sizeof name, setup->engine[best].spec.name);
    text_addf(&line,
              most ? _("%lld of at most %lld games, %.*f/s") : _("%lld of %lld games, %.*f/s"),
              (long long)progress->done, (long long)progress->games, rate < 10 ? 1 : 0, rate);
    if (left >= 0 && !most)
        add_time_left(&line, left);
    if (progress->match)
        add_trial(&line, &progress->trial, name);
    else
        text_addf(&line, _(", %s leads with %+.2f a game"), name, mean_of(&progress->total[best]));
    fprintf(progress->file, "\r\033[K%.*s", room_for_line(progress->file, &line), text_get(&line));
    fflush(progress->file);
    text_free(&line);
    progress->shown = now;
}

/* Shows the margin of seat 1 where two play, of every seat where more do. */
static void show_margins(FILE *file, int seats, const int *margin) {
    fprintf(file, "%+d", margin[0]);
    for (int i = 1; seats > 2 && i < seats; i++)
        fprintf(file, "/%+d", margin[i]);
}

/* Shows who lost a half by a fault, and what was wrong. */
static void show_fault(const struct progress *progress, const struct progress_game *game,
                       int half) {
    const struct setup *setup = progress->setup;
    fprintf(progress->file, _("; half %d: %s by %s"), half + 1,
            half_end_shown(setup->game, game->termination[half]),
            setup->engine[game->entry->engine[game->at_fault[half]]].spec.name);
    fprintf(progress->file, "%s%s", *game->fault[half] ? ": " : "", game->fault[half]);
}

static void show_line(const struct progress *progress, const struct progress_game *game) {
    const struct setup *setup = progress->setup;
    const struct schedule_entry *entry = game->entry;
    fprintf(progress->file, _("game %lld of %lld: "), (long long)progress->done,
            (long long)progress->games);
    for (int i = 0; i < entry->seats; i++)
        fprintf(progress->file, "%s%s", i ? _(" v ") : "",
                setup->engine[entry->engine[i]].spec.name);
    fprintf(progress->file, _(" on %s: "), game->board);
    show_margins(progress->file, entry->seats, game->total);
    if (setup->game->halves > 1) {
        fprintf(progress->file, " (");
        for (int i = 0; i < setup->game->halves; i++) {
            fprintf(progress->file, "%s", i ? " " : "");
            if (game->termination[i])
                show_margins(progress->file, entry->seats, game->margin[i]);
            else
                fputs(_("earlier"), progress->file);
        }
        fprintf(progress->file, ")");
    }
    for (int i = 0; i < setup->game->halves; i++)
        if (game->termination[i] && game->at_fault[i] != MATCH_NOBODY)
            show_fault(progress, game, i);
    fprintf(progress->file, "\n");
    fflush(progress->file);
}

/* ---- for programs: the fields are in the manual page ----------------------------------------- */

static const char *engine_name(const struct progress *progress, int engine) {
    return progress->setup->engine[engine].spec.name;
}

/* Whether hidden information of the game stays hidden. */
static bool hides(const struct progress *progress) {
    return progress->setup->game->guess && progress->kind != PROGRESS_REVEALED;
}

static void add_engines(const struct setup *setup, struct json *json) {
    json_open(json, "engines", '[');
    for (int i = 0; i < setup->engines; i++) {
        const struct setup_engine *engine = &setup->engine[i];
        json_open(json, NULL, '{');
        json_string(json, "name", engine->spec.name);
        json_string(json, "command", engine->spec.command);
        json_string(json, "id_name", engine->id_name);
        json_string(json, "id_author", engine->id_author);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void progress_start(struct progress *progress) {
    const struct setup *setup = progress->setup;
    progress->started = clock_us();
    if (progress->kind < PROGRESS_JSON)
        return;
    struct json json = json_new_object();
    json_string(&json, "type", "start");
    json_string(&json, "league", setup->name);
    json_string(&json, "game", setup->game->name);
    json_integer(&json, "halves", setup->game->halves);
    json_integer(&json, "seats", setup->seats);
    json_integer(&json, "rounds", setup->rounds);
    json_seed_if(&json, "seed", !hides(progress), /* all draws of chance are computed from it */
                 (int64_t)setup->seed);
    json_integer(&json, "concurrency", setup->concurrency);
    json_string(&json, "record", setup->record);
    json_string(&json, "reference",
                setup->reference < 0 ? NULL : engine_name(progress, setup->reference));
    json_integer(&json, "done", progress->done);
    json_integer(&json, "games", progress->games);
    add_engines(setup, &json);
    json_close(&json, '}');
    json_write(&json, progress->file);
}

/* Adds the members that a half and its game have in common. */
static void add_entry(const struct progress *progress, const struct schedule_entry *entry,
                      const char *board, struct json *json) {
    json_integer(json, "game", game_id(entry->number));
    json_integer(json, "round", entry->round + 1);
    json_integer(json, "pair", entry->pair + 1);
    json_integer(json, "leg", entry->leg + 1);
    json_string(json, "board", board);
    json_open(json, "seats", '[');
    for (int i = 0; i < entry->seats; i++)
        json_string(json, NULL, engine_name(progress, entry->engine[i]));
    json_close(json, ']');
}

static void add_faults(const struct progress *progress, const struct schedule_entry *entry,
                       const struct match_result *result, struct json *json) {
    json_open(json, "faults", '[');
    for (int i = 0; i < result->faults; i++) {
        const struct match_fault *fault = &result->fault[i];
        json_open(json, NULL, '{');
        json_string(json, "engine", engine_name(progress, entry->engine[fault->seat]));
        json_string(json, "kind", verdict_name(fault->fault.verdict));
        json_string(json, "text", fault->fault.text);
        json_close(json, '}');
    }
    json_close(json, ']');
}

bool progress_shows_moves(const struct progress *progress) {
    return progress->kind >= PROGRESS_JSON && progress->setup->moves;
}

void progress_begin_half(struct progress *progress, const struct schedule_entry *entry,
                         const char *board, const struct match_half *match) {
    struct text at = {0};
    struct json json = json_new_object();
    json_string(&json, "type", "begin");
    add_entry(progress, entry, board, &json);
    json_integer(&json, "half", match->half);
    json_integers(&json, "carry", match->carry, entry->seats);
    if (match->opening)
        opening_position(match->board, match->half, match->opening, &at);
    if (at.length)
        json_string(&json, "at", at.bytes);
    json_close(&json, '}');
    json_write(&json, progress->file);
    text_free(&at);
}

/* Adds what an engine said of its move, unless it may reveal its hand. */
static void add_said(const struct progress *progress, const struct said *said, struct json *json) {
    if (!said || hides(progress)) {
        json_string(json, "said", NULL);
        return;
    }
    json_open(json, "said", '{');
    half_json_said(said, json);
    json_close(json, '}');
}

void progress_move(struct progress *progress, const struct schedule_entry *entry, int half, int ply,
                   const char *text, const struct match_move *move) {
    bool chance = move->seat < 0, timed = !chance && !move->opening;
    struct json json = json_new_object();
    json_string(&json, "type", "move");
    json_integer(&json, "game", game_id(entry->number));
    json_integer(&json, "half", half);
    json_integer(&json, "ply", ply);
    json_integer_if(&json, "seat", !chance, move->seat + 1);
    json_string(&json, "engine", chance ? NULL : engine_name(progress, entry->engine[move->seat]));
    json_string(&json, "move", hides(progress) ? text : move->text);
    json_bool(&json, "opening", move->opening);
    json_integer_if(&json, "took_us", timed, move->took);
    json_integer_if(&json, "left_us", timed && move->left >= 0, move->left);
    add_said(progress, move->said, &json);
    json_close(&json, '}');
    json_write(&json, progress->file);
}

void progress_half(struct progress *progress, const struct schedule_entry *entry, const char *board,
                   const struct match_result *result) {
    struct half_result half = result->half;
    if (progress->kind < PROGRESS_JSON)
        return;
    if (hides(progress))
        half.moves = text_get(&result->open);
    struct json json = json_new_object();
    json_string(&json, "type", "half");
    add_entry(progress, entry, board, &json);
    half_json_add(&half, entry->seats, &json);
    add_faults(progress, entry, result, &json);
    json_close(&json, '}');
    json_write(&json, progress->file);
}

static void write_game(const struct progress *progress, const struct progress_game *game,
                       int64_t now) {
    double left = progress_left(progress, now);
    struct json json = json_new_object();
    json_string(&json, "type", "game");
    add_entry(progress, game->entry, game->board, &json);
    json_integers(&json, "margins", game->total, game->entry->seats);
    json_integer(&json, "done", progress->done);
    json_integer(&json, "games", progress->games);
    json_real(&json, "rate", progress_rate(progress, now));
    json_real(&json, "left", left < 0 ? NAN : left);
    if (progress->match) {
        json_open(&json, "match", '{');
        standings_json_match(&progress->trial, &json);
        json_close(&json, '}');
    }
    json_close(&json, '}');
    json_write(&json, progress->file);
}

void progress_note(const struct progress *progress, const char *text) {
    if (progress->kind < PROGRESS_JSON) {
        fprintf(stderr, "triancey-referee: %s\n", text);
        return;
    }
    struct json json = json_new_object();
    json_string(&json, "type", "note");
    json_string(&json, "text", text);
    json_close(&json, '}');
    json_write(&json, progress->file);
}

/* ---- for all kinds --------------------------------------------------------------------------- */

void progress_game(struct progress *progress, const struct progress_game *game) {
    int64_t now = clock_us();
    tally(progress, game->entry->pair, &game->same, game->entry->seats, game->entry->engine,
          game->total);
    if (progress->kind == PROGRESS_LINES)
        show_line(progress, game);
    if (progress->kind >= PROGRESS_JSON)
        write_game(progress, game, now);
    if (progress->kind == PROGRESS_LIVE && now - progress->shown >= REFRESH_US)
        show_live(progress, now);
}

void progress_end(struct progress *progress) {
    if (progress->kind == PROGRESS_LIVE && progress->done > progress->done_before) {
        show_live(progress, clock_us());
        fprintf(progress->file, "\n");
    }
    if (progress->unopened > 0)
        fprintf(
            stderr,
            ngettext("%lld half began without an opening: none was found that leaves it going\n",
                     "%lld halves began without an opening: none was found that leaves them "
                     "going\n",
                     (unsigned long)progress->unopened),
            (long long)progress->unopened);
    repeats_free(&progress->seen);
    trial_free(&progress->trial);
    free(progress->total);
    progress->total = NULL;
}
