/* league.c - plays a league by threads that share little.
 *
 * Each worker takes a game from the queue, plays its halves with engines of its own, writes each
 * half into the record as soon as it is over, and goes on until the queue is empty, the trial
 * decides the match, something fails, or the user stops it. The mutex is held for moments only,
 * never while an engine thinks.
 */
#include "config.h"

#include "referee/league/league.h"

#include "base/affinity.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/thread.h"
#include "pairing/format.h"
#include "pairing/game_id.h"
#include "pairing/trial.h"
#include "record/live.h"
#include "record/record_games.h"
#include "record/record_league.h"
#include "referee/league/game_queue.h"
#include "referee/league/opening.h"
#include "referee/match/engine_seat.h"
#include "referee/match/match.h"
#include "referee/match/seat.h"
#include "referee/setup/setup.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- the boards ------------------------------------------------------------------------------ */

/* The boards that a setup lists are made before play; boards of words are made when they are
 * needed, and only a few of them are kept, in places. A board that somebody has taken keeps its
 * place; otherwise the board unused for longest makes way for a new one. There are more places than
 * boards can be taken at a time, so that one is always free. */

/* Boards kept besides those that are taken, so that all pairs of a round find the board again. A
 * board has some 30 KiB. */
enum { BOARDS_KEPT = 100 };

struct place {
    struct setup_board board;
    int number;   /* -1: empty */
    int takers;   /* who have not given it back yet */
    int64_t used; /* the value of `taken` when the board was last taken */
};

struct board_cache {
    const struct setup *setup;
    pthread_mutex_t mutex;
    int places;
    int64_t taken; /* how often a board with a place was taken */
    struct place place[];
};

/* Makes room for `taken` boards that may be taken at a time. */
static struct board_cache *board_cache_new(const struct setup *setup, int taken) {
    int places = setup->source == SCHEDULE_WORDS ? BOARDS_KEPT + taken : 0;
    struct board_cache *cache =
        needed(calloc(1, sizeof *cache + (size_t)places * sizeof cache->place[0]));
    cache->setup = setup;
    cache->places = places;
    pthread_mutex_init(&cache->mutex, NULL);
    for (int i = 0; i < places; i++)
        cache->place[i].number = -1;
    return cache;
}

static void board_cache_free(struct board_cache *cache) {
    if (!cache)
        return;
    for (int i = 0; i < cache->places; i++)
        setup_board_free(&cache->place[i].board);
    pthread_mutex_destroy(&cache->mutex);
    free(cache);
}

/* The place of a board; if it has none, the one whose board has been unused for longest. */
static struct place *board_cache_find_place(struct board_cache *cache, int number) {
    struct place *oldest = NULL;
    for (int i = 0; i < cache->places; i++) {
        struct place *place = &cache->place[i];
        if (place->number == number)
            return place;
        if (place->takers == 0 && (!oldest || place->used < oldest->used))
            oldest = place;
    }
    return oldest;
}

static bool board_cache_fill(struct board_cache *cache, struct place *place, int number,
                             struct error *error) {
    setup_board_free(&place->board);
    place->number = -1;
    bool made = setup_word_board(cache->setup, number, &place->board, error);
    if (made)
        place->number = number;
    return made;
}

/* Takes the board with this number of the schedule, until it is given back. NULL and a message. */
static const struct setup_board *board_cache_take(struct board_cache *cache, int number,
                                                  struct error *error) {
    const struct setup_board *board = NULL;
    if (number < cache->setup->boards)
        return &cache->setup->board[number];
    pthread_mutex_lock(&cache->mutex);
    struct place *place = board_cache_find_place(cache, number);
    if (place->number == number || board_cache_fill(cache, place, number, error)) {
        place->takers++;
        place->used = ++cache->taken;
        board = &place->board;
    }
    pthread_mutex_unlock(&cache->mutex);
    return board;
}

static void board_cache_give_back(struct board_cache *cache, int number) {
    if (number < cache->setup->boards)
        return;
    pthread_mutex_lock(&cache->mutex);
    board_cache_find_place(cache, number)->takers--;
    pthread_mutex_unlock(&cache->mutex);
}

/* ---- the league and its workers -------------------------------------------------------------- */

enum {
    ENGINES_KEPT = 4, /* engines that a worker keeps running between games */
    OWN_DESCRIPTORS = 32,
    ENGINE_DESCRIPTORS = 4,
    SPAWN_DESCRIPTORS = 10
};

struct league {
    const struct setup *setup;
    struct record *record;
    struct board_cache *cache;
    struct progress progress;
    struct fault_policy policy;
    struct transcript *transcript;
    struct live *live; /* NULL: games cannot be followed */
    const atomic_int *stop;
    pthread_mutex_t mutex;  /* guards the members below, and record, progress and policy */
    pthread_cond_t changed; /* a game is finished, or all is to end */
    struct game_queue *queue;
    bool failed;
    struct error error;
};

/* A thread and its engines. */
struct worker {
    struct league *league;
    pthread_t thread;
    int number;
    int processor, lock; /* where it runs, and the descriptor that claims it; -1: none */
    struct seat **seat;  /* by engine; NULL: not running */
    int64_t *used;       /* when each was last used, in games */
    int kept;            /* engines that are running */
    int64_t played;
    struct schedule_entry entry; /* of the game that is played */
    uint32_t halves;             /* of it that the record had, as bits */
    const struct setup_board *board;
    struct match_half match; /* the half that is played */
    struct match_result result;
    struct progress_game shown;
    struct text opening; /* of the half */
    bool unopened;       /* no opening could be found */
};

/* Notes the first failure and wakes the workers. Call it with the mutex held. */
static void note_failure(struct league *league, const struct error *error) {
    if (!league->failed)
        league->error = *error;
    league->failed = true;
    pthread_cond_broadcast(&league->changed);
}

/* Notes a failure; returns false. */
static bool league_fail(struct league *league, const struct error *error) {
    pthread_mutex_lock(&league->mutex);
    note_failure(league, error);
    pthread_mutex_unlock(&league->mutex);
    return false;
}

static bool fail_system(struct league *league, const char *text) {
    struct error error;
    error_set_kind(&error, ERROR_SYSTEM, "%s", text);
    return league_fail(league, &error);
}

/* ---- one worker ------------------------------------------------------------------------------ */

static void close_seat(struct worker *worker, int engine) {
    worker->seat[engine]->kind->free(worker->seat[engine]);
    worker->seat[engine] = NULL;
    worker->kept--;
}

/* Ends all engines at the same time: each is asked to end before any is waited for. */
static void close_seats(struct worker *worker) {
    int engines = worker->league->setup->engines;
    for (int i = 0; i < engines; i++)
        if (worker->seat[i] && worker->seat[i]->kind->request_quit)
            worker->seat[i]->kind->request_quit(worker->seat[i]);
    for (int i = 0; i < engines; i++)
        if (worker->seat[i])
            close_seat(worker, i);
}

/* Makes room for one more engine by ending the one that was idle for longest. */
static void close_idle_seat(struct worker *worker) {
    int oldest = -1;
    for (int i = 0; i < worker->league->setup->engines; i++)
        if (worker->seat[i] && worker->used[i] < worker->played &&
            (oldest < 0 || worker->used[i] < worker->used[oldest]))
            oldest = i;
    if (oldest >= 0)
        close_seat(worker, oldest);
}

static struct seat *find_seat(struct worker *worker, int engine) {
    worker->used[engine] = worker->played;
    if (worker->seat[engine])
        return worker->seat[engine];
    if (worker->kept >= ENGINES_KEPT)
        close_idle_seat(worker);
    const struct engine_spec *spec = &worker->league->setup->engine[engine].spec;
    worker->seat[engine] =
        engine_seat_new(spec, worker->league->stop, worker->league->transcript, worker->number + 1);
    worker->kept++;
    worker->seat[engine]->asked = worker->league->setup->info;
    return worker->seat[engine];
}

/* Takes the next game; waits while it depends on games that are being played. */
static bool take_game(struct worker *worker) {
    struct league *league = worker->league;
    enum game_queue_answer answer = QUEUE_END;
    pthread_mutex_lock(&league->mutex);
    while (!league->failed && !atomic_load(league->stop) &&
           !trial_is_over(&league->progress.trial)) {
        struct error error;
        answer = game_queue_take(league->queue, &worker->entry, &worker->halves, &error);
        league->progress.games = game_queue_games(league->queue);
        if (answer == QUEUE_FAILED)
            note_failure(league, &error);
        if (answer != QUEUE_WAIT)
            break;
        pthread_cond_wait(&league->changed, &league->mutex);
        answer = QUEUE_END;
    }
    pthread_mutex_unlock(&league->mutex);
    return answer == QUEUE_GAME;
}

static void fill_seats(struct worker *worker) {
    const struct schedule_entry *entry = &worker->entry;
    worker->played++;
    for (int i = 0; i < entry->seats; i++)
        worker->used[entry->engine[i]] = worker->played; /* engines of this game stay */
    for (int i = 0; i < entry->seats; i++)
        worker->match.seat[i] = find_seat(worker, entry->engine[i]);
}

/* Whether the half is forfeited without a move, as one of its engines is withdrawn. */
static bool forfeit_half(struct worker *worker) {
    struct league *league = worker->league;
    bool withdrawn[GAME_PLAYERS_MAX];
    char text[FAULT_TEXT_SIZE];
    pthread_mutex_lock(&league->mutex);
    bool forfeits = fault_policy_withdrawn(&league->policy, &worker->entry,
                                           worker->board->board->players, withdrawn, text);
    pthread_mutex_unlock(&league->mutex);
    if (forfeits)
        match_forfeit(&worker->match, withdrawn, text, &worker->result);
    return forfeits;
}

/* Shows a move to followers and, if JSON shows moves, in the progress; where hands are hidden, as
 * the public sees it. */
static void show_move(void *context, const struct match_move *move) {
    const struct worker *worker = context;
    struct league *league = worker->league;
    const struct text *open = &worker->result.open;
    const char *text = move->text;
    if (open->length > 0) {
        text = strrchr(open->bytes, ' ');
        text = text ? text + 1 : open->bytes;
    }
    live_move(league->live, worker->number, text, move->took);
    if (!progress_shows_moves(&league->progress))
        return;
    pthread_mutex_lock(&league->mutex);
    progress_move(&league->progress, &worker->entry, worker->match.half, worker->result.moves.count,
                  text, move);
    pthread_mutex_unlock(&league->mutex);
}

static void show_half(struct worker *worker) {
    const struct schedule_entry *entry = &worker->entry;
    struct match_half *match = &worker->match;
    struct league *league = worker->league;
    struct live_half half = {.game = game_id(entry->number),
                             .half = match->half,
                             .round = entry->round + 1,
                             .board = entry->board + 1,
                             .board_name = worker->board->name,
                             .seats = entry->seats};
    for (int i = 0; i < entry->seats; i++) {
        half.player[i] = league->setup->engine[entry->engine[i]].spec.name;
        half.carry[i] = match->carry[i];
    }
    match->moved = league->live || progress_shows_moves(&league->progress) ? show_move : NULL;
    match->context = worker;
    live_play(league->live, worker->number, &half);
    if (!progress_shows_moves(&league->progress))
        return;
    pthread_mutex_lock(&league->mutex);
    progress_begin_half(&league->progress, entry, worker->board->name, match);
    pthread_mutex_unlock(&league->mutex);
}

static bool keep_half(struct worker *worker) {
    const struct schedule_entry *entry = &worker->entry;
    struct league *league = worker->league;
    struct error error;
    pthread_mutex_lock(&league->mutex);
    bool kept = record_half(league->record, entry, &worker->result, &error);
    if (kept)
        progress_half(&league->progress, entry, worker->board->name, &worker->result);
    league->progress.unopened += kept && worker->unopened;
    kept = kept && fault_policy_note(&league->policy, entry, &worker->result, &error);
    pthread_mutex_unlock(&league->mutex);
    return kept || league_fail(league, &error);
}

static enum match_end play_moves(struct worker *worker) {
    if (forfeit_half(worker))
        return MATCH_FINISHED;
    show_half(worker);
    return match_play(&worker->match, &worker->result);
}

/* Fails because an opening is illegal: boards made from words are not checked before. Returns
 * false. */
static bool fail_opening(struct worker *worker) {
    struct error error;
    error_set(&error, _("game %lld on %s: move %d of the opening is not legal: %.200s"),
              (long long)game_id(worker->entry.number), worker->board->name,
              worker->result.moves.count + 1, text_get(&worker->opening));
    return league_fail(worker->league, &error);
}

/* Plays a half and records it, before it disappears from the live file. */
static bool play_half(struct worker *worker) {
    const struct schedule_entry *entry = &worker->entry;
    struct match_half *match = &worker->match;
    for (int i = 0; i < entry->seats; i++)
        match->seat_seed[i] = schedule_engine_seed(entry, entry->engine[i], match->half);
    match->chance_seed = schedule_chance_seed(entry, match->half);
    opening_write(worker->league->setup, entry, worker->board, match->chance_seed,
                  &worker->opening);
    match->opening = worker->opening.length ? text_get(&worker->opening) : NULL;
    worker->unopened = !match->opening && worker->league->setup->openings.kind != OPENINGS_NONE;
    enum match_end end = play_moves(worker);
    if (end == MATCH_MACHINE) {
        /* It may be an engine of ours that has used up the processes or descriptors of the machine:
         * the half is played once more, with new engines alone. */
        live_over(worker->league->live, worker->number);
        close_seats(worker);
        fill_seats(worker);
        end = play_moves(worker);
    }
    bool kept = end == MATCH_FINISHED && keep_half(worker);
    live_over(worker->league->live, worker->number);
    if (end == MATCH_MACHINE)
        return fail_system(worker->league, worker->result.shown);
    if (end == MATCH_BAD_HISTORY)
        return fail_opening(worker);
    return kept; /* a half that was stopped is played by the next referee */
}

/* Reads what the record has of a game, and adds its board if it is missing. */
static bool prepare_game(struct worker *worker, struct record_game *known, struct error *error) {
    const struct schedule_entry *entry = &worker->entry;
    const struct setup_board *board = worker->board;
    struct league *league = worker->league;
    pthread_mutex_lock(&league->mutex);
    bool done = !worker->halves || record_find_game(league->record, entry->number, known, error);
    if (done && entry->board >= league->setup->boards)
        done = record_add_board(league->record, entry->board,
                                &(struct record_board){board->name, board->board_line}, error);
    pthread_mutex_unlock(&league->mutex);
    return done;
}

static bool play_halves(struct worker *worker) {
    const struct schedule_entry *entry = &worker->entry;
    struct match_half *match = &worker->match;
    struct progress_game *shown = &worker->shown;
    for (int half = 1; half <= worker->league->setup->game->halves; half++) {
        if (worker->halves >> (half - 1) & 1)
            continue;
        match->half = half;
        if (atomic_load(worker->league->stop) || !play_half(worker))
            return false;
        match->opens = false;
        repeats_add(&shown->same, repeats_half(half_moves_hash(&worker->result.half), entry->board,
                                               entry->engine, entry->seats, half));
        for (int i = 0; i < entry->seats; i++) {
            match->carry[i] += worker->result.half.margin[i];
            shown->margin[half - 1][i] = worker->result.half.margin[i];
        }
        shown->termination[half - 1] = worker->result.half.termination;
        shown->at_fault[half - 1] = worker->result.half.at_fault;
        memcpy(shown->fault[half - 1], worker->result.shown, sizeof worker->result.shown);
    }
    return true;
}

/* Plays a game, whose board was taken from the cache. */
static bool play_on_board(struct worker *worker) {
    const struct setup_board *board = worker->board;
    struct league *league = worker->league;
    struct record_game known = {0};
    struct error error;
    worker->shown = (struct progress_game){.entry = &worker->entry, .board = board->name};
    worker->match =
        (struct match_half){.board = board->board, .board_line = board->board_line, .opens = true};
    fill_seats(worker);
    if (!prepare_game(worker, &known, &error))
        return league_fail(league, &error);
    memcpy(worker->match.carry, known.margin, sizeof known.margin);
    worker->shown.same = known.same;
    if (!play_halves(worker))
        return false;
    memcpy(worker->shown.total, worker->match.carry, sizeof worker->shown.total);
    pthread_mutex_lock(&league->mutex);
    game_queue_finish(league->queue);
    progress_game(&league->progress, &worker->shown);
    pthread_mutex_unlock(&league->mutex);
    return true;
}

static bool play_game(struct worker *worker) {
    struct league *league = worker->league;
    struct error error;
    worker->board = board_cache_take(league->cache, worker->entry.board, &error);
    if (!worker->board)
        return league_fail(league, &error);
    bool played = play_on_board(worker);
    board_cache_give_back(league->cache, worker->entry.board);
    pthread_cond_broadcast(&league->changed);
    return played;
}

static void *league_work(void *context) {
    struct worker *worker = context;
    if (worker->processor >= 0)
        affinity_bind(worker->processor);
    while (take_game(worker) && play_game(worker))
        continue;
    close_seats(worker);
    return NULL;
}

/* ---- all workers ----------------------------------------------------------------------------- */

static bool check_descriptors(const struct setup *setup, struct error *error) {
    int kept = setup->engines < ENGINES_KEPT ? setup->engines : ENGINES_KEPT;
    rlim_t needed = OWN_DESCRIPTORS + (rlim_t)setup->concurrency *
                                          (rlim_t)(kept * ENGINE_DESCRIPTORS + SPAWN_DESCRIPTORS);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed)
        return true;
    if (limit.rlim_max < needed)
        return error_set(
            error,
            _("%llu descriptors may be open, %llu are needed: lower the concurrency or "
              "raise the limit (ulimit -n)"),
            (unsigned long long)limit.rlim_max, (unsigned long long)needed);
    limit.rlim_cur = needed;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0 ||
           error_set(error, _("cannot raise the limit of descriptors to %llu"),
                     (unsigned long long)needed);
}

static bool league_prepare(struct league *league, enum progress_kind kind, FILE *file,
                           struct error *error) {
    const struct setup *setup = league->setup;
    league->cache = board_cache_new(setup, setup->concurrency);
    progress_begin(&league->progress, kind, file, setup);
    if (!fault_policy_begin(&league->policy, setup, league->record, error))
        return false;
    league->queue = game_queue_new(setup, league->record, progress_found, &league->progress, error);
    if (!league->queue)
        return false;
    league->progress.games = game_queue_games(league->queue);
    progress_start(&league->progress);
    return true;
}

static bool start_worker(struct worker *worker, struct league *league, int number) {
    size_t engines = (size_t)league->setup->engines;
    worker->league = league;
    worker->number = number;
    worker->seat = needed(calloc(engines, sizeof(struct seat *)));
    worker->used = needed(calloc(engines, sizeof *worker->used));
    return thread_start(&worker->thread, league_work, worker) == 0;
}

static void end_worker(struct worker *worker) {
    match_result_free(&worker->result);
    text_free(&worker->opening);
    free(worker->seat);
    free(worker->used);
}

/* Chooses a processor for each worker, if that is wanted; processors that other runs on this
 * machine have claimed only when no others are left. */
static void choose_processors(struct league *league, struct worker *worker, int count) {
    int shared = 0, processors = affinity_processors();
    char text[256];
    for (int i = 0; i < count; i++) {
        worker[i].processor = worker[i].lock = -1;
        if (!league->setup->affinity)
            continue;
        worker[i].processor = affinity_claim(&worker[i].lock);
        if (worker[i].processor < 0)
            worker[i].processor = affinity_nth(shared++);
    }
    if (shared > 0 && affinity_nth(0) < 0) {
        progress_note(&league->progress, _("affinity is not supported on this system"));
    } else if (shared > 0 && count <= processors) {
        snprintf(text, sizeof text,
                 ngettext("%d game shares its processor with another run on this machine",
                          "%d games share their processors with other runs on this machine",
                          (unsigned long)shared),
                 shared);
        progress_note(&league->progress, text);
    }
}

static void run_workers(struct league *league, struct worker *worker, int count) {
    int started = 0;
    choose_processors(league, worker, count);
    while (started < count && start_worker(&worker[started], league, started))
        started++;
    if (started < count) {
        fail_system(league, _("cannot start a thread for each game"));
        end_worker(&worker[started]);
    }
    for (int i = 0; i < started; i++) {
        pthread_join(worker[i].thread, NULL);
        end_worker(&worker[i]);
    }
    for (int i = 0; i < count; i++)
        if (worker[i].lock >= 0)
            close(worker[i].lock);
}

/* Begins the live file. If that fails, a warning says so, and play goes on. */
static void begin_live(struct league *league) {
    char schedule[RECORD_SCHEDULE_SIZE];
    struct error error;
    if (!league->setup->record)
        return;
    league_name_schedule(league->setup, schedule);
    league->live = live_begin(league->setup->record, league->setup->name, schedule,
                              league->setup->concurrency, &error);
    if (!league->live)
        fprintf(stderr, _("%s: games cannot be followed while they are played: %s\n"),
                "triancey-referee", error.text);
}

bool league_play(const struct setup *setup, struct record *record, enum progress_kind kind,
                 FILE *file, struct transcript *transcript, const atomic_int *stop,
                 struct error *error) {
    struct league league = {
        .setup = setup, .record = record, .transcript = transcript, .stop = stop};
    if (!check_descriptors(setup, error))
        return false;
    int count = setup->concurrency;
    struct worker *worker = needed(calloc((size_t)count, sizeof *worker));
    pthread_mutex_init(&league.mutex, NULL);
    pthread_cond_init(&league.changed, NULL);
    bool done = league_prepare(&league, kind, file, error);
    if (done) {
        begin_live(&league);
        run_workers(&league, worker, count);
        live_end(league.live);
        done = !league.failed;
        if (league.failed)
            *error = league.error;
    }
    progress_end(&league.progress);
    pthread_cond_destroy(&league.changed);
    fault_policy_end(&league.policy);
    pthread_mutex_destroy(&league.mutex);
    free(worker);
    game_queue_free(league.queue);
    board_cache_free(league.cache);
    return done;
}
