/* checks_end.c - how an engine ends, and what many games in one process do to it. */
#include "config.h"

#include "referee/certify/check.h"

#include "base/language.h"
#include "half/engine_spec.h"
#include "referee/certify/certify.h"

/* Waits for its end, and says how it was. */
static bool ends(struct check_run *run) {
    int ms = (int)(run->spec->limits.quit / 1000);
    bool ended = false;
    while (check_line(run, ms, &ended))
        continue; /* an answer that was under way */
    if (!ended)
        return check_fail(run, _("it is still running %d ms later"), ms);
    return check_ended_well(run) ||
           check_fail(run, _("it should exit with status 0, but it %s"), check_end(run));
}

static bool check_quit(struct check_run *run) {
    check_say(run, "quit");
    return ends(run);
}

static bool check_end_of_input(struct check_run *run) {
    check_hang_up(run);
    return ends(run);
}

static void think(struct check_run *run) {
    check_say(run, check_has(run, "infinite") ? "go infinite" : "go movetime 50");
}

static bool check_quit_thinking(struct check_run *run) {
    think(run);
    return check_quit(run);
}

static bool check_end_thinking(struct check_run *run) {
    think(run);
    return check_end_of_input(run);
}

/* ---- many games ------------------------------------------------------------------------------ */

enum { WARM_GAMES = 20, GROWTH_KIB = 4096, GROWTH_PERCENT = 20 };

static bool play_short(struct check_run *run, const struct setup_board *at, int number) {
    practice_begin(run, at, 1 + number % at->board->game->halves, 0, (uint64_t)number);
    practice_advance(run, (int)random_below(&run->random, 6));
    bool good = practice_turn(run) != 0 || practice_go(run, "nodes 100", PATIENCE_MS);
    text_clear(&run->said);
    return good;
}

/* Plays all games and boards in turn with one process, and compares its memory before and after. */
static bool check_lasting(struct check_run *run) {
    int64_t warm = 0, last = 0;
    for (int i = 0; i < run->options->lasting; i++) {
        const struct setup *setup = &run->arena[i % run->arenas];
        if (!play_short(run, &setup->board[i / run->arenas % setup->boards], i) ||
            !check_ready(run))
            return false;
        if (i == WARM_GAMES)
            warm = check_memory_kib(run);
    }
    last = check_memory_kib(run);
    if (warm > 0 && last > warm + GROWTH_KIB && last > warm + warm * GROWTH_PERCENT / 100)
        return check_fail(run,
                          _("its memory grew from %lld KiB after %d games to %lld KiB after %d"),
                          (long long)warm, WARM_GAMES, (long long)last, run->options->lasting);
    return true;
}

const struct check checks_of_end[] = {
    {"games-in-a-row", "6", N_("many games in one process, and no memory lost"),
     N_("Free or reuse the memory of a game when the next one begins."), .run = check_lasting},
    {"quit", "4", N_("quit ends it with status 0"), N_("Exit at once, even during a search."),
     .run = check_quit},
    {"quit-thinking", "4", N_("quit ends it while it thinks"),
     N_("Read input while thinking, and end the search for quit."), .run = check_quit_thinking,
     .half = true},
    {"end-of-input", "2", N_("the end of its input ends it"),
     N_("Treat the end of input as quit; a referee may have been killed."),
     .run = check_end_of_input},
    {"end-thinking", "2", N_("the end of its input ends it while it thinks"),
     N_("Treat the end of input as quit, also during a search."), .run = check_end_thinking,
     .half = true},
    {0}};
