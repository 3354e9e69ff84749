/* progress.c - see progress.h. */
#include "config.h"

#include "referee/progress.h"

#include "referee/clock.h"
#include "referee/match.h"

#include <stdlib.h>
#include <string.h>
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
                    const struct setup *setup, int64_t count) {
    *progress = (struct progress){.kind = kind,
                                  .file = file,
                                  .setup = setup,
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

static int leader(const struct progress *progress) {
    int best = 0;
    for (int i = 1; i < progress->setup->engines; i++)
        if (progress->total[i] > progress->total[best])
            best = i;
    return best;
}

static void show_time(FILE *file, double seconds) {
    if (seconds >= 5400)
        fprintf(file, "%.1f h", seconds / 3600);
    else if (seconds >= 90)
        fprintf(file, "%.0f min", seconds / 60);
    else
        fprintf(file, "%.0f s", seconds);
}

static void show_live(struct progress *progress, int64_t now) {
    double elapsed = (double)(now - progress->started) / 1e6;
    double rate = elapsed > 0 ? (double)(progress->done - progress->done_before) / elapsed : 0;
    int best = leader(progress);
    fprintf(progress->file, "\r\033[K%lld of %lld games, %.*f/s, ", (long long)progress->done,
            (long long)progress->games, rate < 10 ? 1 : 0, rate);
    if (rate > 0)
        show_time(progress->file, (double)(progress->games - progress->done) / rate);
    fprintf(progress->file, " left, %s leads with %+lld", progress->setup->engine[best].spec.name,
            (long long)progress->total[best]);
    fflush(progress->file);
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
    fprintf(progress->file, "game %lld of %lld: ", (long long)progress->done,
            (long long)progress->games);
    for (int i = 0; i < entry->seats; i++)
        fprintf(progress->file, "%s%s", i ? " v " : "", setup->engine[entry->engine[i]].spec.name);
    fprintf(progress->file, " on %s: ", game->board);
    show_margins(progress->file, entry->seats, game->total);
    if (game->halves > 1) {
        fprintf(progress->file, " (");
        for (int i = 0; i < game->halves; i++) {
            fprintf(progress->file, "%s", i ? " " : "");
            if (game->termination[i])
                show_margins(progress->file, entry->seats, game->margin[i]);
            else
                fprintf(progress->file, "earlier");
        }
        fprintf(progress->file, ")");
    }
    for (int i = 0; i < game->halves; i++)
        if (game->termination[i] && game->at_fault[i] != MATCH_NOBODY)
            fprintf(progress->file, "; half %d: %s by %s", i + 1, game->termination[i],
                    setup->engine[entry->engine[game->at_fault[i]]].spec.name);
    fprintf(progress->file, "\n");
    fflush(progress->file);
}

void progress_game(struct progress *progress, const struct progress_game *game) {
    tally(progress, game->entry->seats, game->entry->engine, game->total);
    if (progress->kind == PROGRESS_LINES)
        show_line(progress, game);
    if (progress->kind != PROGRESS_LIVE)
        return;
    int64_t now = clock_us();
    if (now - progress->shown >= REFRESH_US)
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
