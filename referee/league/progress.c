/* progress.c - see progress.h. */
#include "config.h"

#include "referee/league/progress.h"

#include "base/clock.h"
#include "base/language.h"
#include "base/names.h"
#include "referee/league/progress_json.h"
#include "referee/match/match.h"
#include "referee/pairing/schedule.h"
#include "referee/pairing/trial.h"
#include "referee/setup/setup.h"
#include "referee/setup/setup_engine.h"

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

bool progress_begin(struct progress *progress, enum progress_kind kind, FILE *file,
                    const struct setup *setup, const struct trial *trial, int64_t count) {
    *progress = (struct progress){.kind = kind,
                                  .file = file,
                                  .setup = setup,
                                  .trial = trial,
                                  .games = count,
                                  .started = clock_us(),
                                  .total = calloc((size_t)setup->engines, sizeof(int64_t))};
    return progress->total != NULL;
}

/* Adds a game to what decides the lead. */
static void tally(struct progress *progress, int seats, const int *engine, const int *margin) {
    int reference = progress->setup->reference;
    bool counts = reference < 0;
    progress->done++;
    for (int i = 0; i < seats; i++)
        counts |= engine[i] == reference;
    for (int i = 0; i < seats && counts; i++)
        if (engine[i] != reference)
            progress->total[engine[i]] += margin[i];
}

void progress_found(struct progress *progress, int seats, const int *engine, const int *margin) {
    tally(progress, seats, engine, margin);
    progress->done_before++;
}

void progress_start(struct progress *progress) {
    progress->started = clock_us();
    if (progress->kind == PROGRESS_JSON)
        progress_json_start(progress);
}

static int leader(const struct progress *progress) {
    int best = 0;
    for (int i = 1; i < progress->setup->engines; i++)
        if (progress->total[i] > progress->total[best])
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

/* How a match of two stands. */
static void add_trial(struct text *text, const struct trial *trial, const char *first) {
    double error = sample_error(&trial->tally.margins);
    text_addf(text, ", %s %+.2f", first, trial->tally.margins.mean);
    if (isfinite(error))
        text_addf(text, " +- %.2f", error);
    if (trial->tested)
        text_addf(text, _(", LLR %+.2f (%.2f to %.2f)"), sprt_ratio(&trial->sprt, &trial->judged),
                  sprt_lower(&trial->sprt), sprt_upper(&trial->sprt));
}

/* As many bytes of a line as the terminal has room for, in whole characters: a longer one could not
 * be rewritten. */
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
    int best = progress->trial ? 0 : leader(progress);
    bool most = progress->trial && progress->trial->tested;
    text_readable(name, sizeof name, setup->engine[best].spec.name);
    text_addf(&line,
              most ? _("%lld of at most %lld games, %.*f/s") : _("%lld of %lld games, %.*f/s"),
              (long long)progress->done, (long long)progress->games, rate < 10 ? 1 : 0, rate);
    if (left >= 0 && !most)
        add_time_left(&line, left);
    if (progress->trial)
        add_trial(&line, progress->trial, name);
    else
        text_addf(&line, _(", %s leads with %+lld"), name, (long long)progress->total[best]);
    fprintf(progress->file, "\r\033[K%.*s", room_for_line(progress->file, &line), text_get(&line));
    fflush(progress->file);
    text_free(&line);
    progress->shown = now;
}

/* Of seat 1 alone where two play, of all seats where more do. */
static void show_margins(FILE *file, int seats, const int *margin) {
    fprintf(file, "%+d", margin[0]);
    for (int i = 1; seats > 2 && i < seats; i++)
        fprintf(file, "/%+d", margin[i]);
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
    if (game->halves > 1) {
        fprintf(progress->file, " (");
        for (int i = 0; i < game->halves; i++) {
            fprintf(progress->file, "%s", i ? " " : "");
            if (game->termination[i])
                show_margins(progress->file, entry->seats, game->margin[i]);
            else
                fputs(_("earlier"), progress->file);
        }
        fprintf(progress->file, ")");
    }
    for (int i = 0; i < game->halves; i++)
        if (game->termination[i] && game->at_fault[i] != MATCH_NOBODY)
            fprintf(progress->file, _("; half %d: %s by %s"), i + 1,
                    half_end_shown(setup->game, game->termination[i]),
                    setup->engine[entry->engine[game->at_fault[i]]].spec.name);
    fprintf(progress->file, "\n");
    fflush(progress->file);
}

void progress_half(struct progress *progress, const struct schedule_entry *entry, const char *board,
                   const struct match_result *result) {
    if (progress->kind == PROGRESS_JSON)
        progress_json_half(progress, entry, board, result);
}

void progress_game(struct progress *progress, const struct progress_game *game) {
    int64_t now = clock_us();
    tally(progress, game->entry->seats, game->entry->engine, game->total);
    if (progress->kind == PROGRESS_LINES)
        show_line(progress, game);
    if (progress->kind == PROGRESS_JSON)
        progress_json_game(progress, game, now);
    if (progress->kind == PROGRESS_LIVE && now - progress->shown >= REFRESH_US)
        show_live(progress, now);
}

void progress_end(struct progress *progress) {
    if (progress->kind == PROGRESS_LIVE && progress->done > progress->done_before) {
        show_live(progress, clock_us());
        fprintf(progress->file, "\n");
    }
    free(progress->total);
    progress->total = NULL;
}
