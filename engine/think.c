/* think.c - from `go` to `bestmove`: the task, the thread that works on it, and how it ends. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/engine.h"
#include "engine/player/roster.h"
#include "engine/player/table.h"
#include "engine/triancey/spelled.h"

/* ---- lines of output ------------------------------------------------------------------------- */

void engine_print(struct engine *engine, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&engine->output);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    bool arrived = fflush(stdout) == 0;
    pthread_mutex_unlock(&engine->output);
    if (!arrived)
        engine_stop(engine);
}

/* ---- the table ------------------------------------------------------------------------------- */

struct table *engine_table(struct engine *engine) {
    if (!engine->table)
        engine->table = table_new((size_t)engine->settings.hash);
    return engine->table;
}

enum protocol_code engine_resize_table(struct engine *engine, long long mebibytes) {
    struct table *table = table_new((size_t)mebibytes);
    if (!table)
        return protocol_fail(&engine->error, PROTOCOL_MEMORY,
                             "no memory for a table of %lld MiB; only %lld MiB are free", mebibytes,
                             memory_mebibytes());
    if (engine->table)
        table_touch(table); /* the clock may run next */
    table_free(engine->table);
    engine->table = table;
    return PROTOCOL_OK;
}

/* ---- what a search says ---------------------------------------------------------------------- */

/* Writes the principal variation as ` pv MOVE...`. */
static void write_pv(const struct task *task, const struct report *report, char *text,
                     size_t size) {
    struct game_state state;
    size_t end = 0;
    game_copy(task->board, &state, task->state);
    for (int i = 0; i < report->pv_count; i++) {
        char move[GAME_MOVE_TEXT];
        task->board->game->format(task->board, &state, report->pv[i], GAME_EVERYBODY, move);
        task->board->game->play(task->board, &state, report->pv[i]);
        end += (size_t)snprintf(text + end, size - end, "%s%s", i ? " " : " pv ", move);
    }
}

static void print_report(void *context, const struct report *report) {
    struct engine *engine = context;
    static const char *const bounds[] = {"", " bound exact", " bound lower", " bound upper"};
    const struct task *task = &engine->task;
    char pv[PV_MAX * (GAME_MOVE_TEXT + 1) + 8] = "", rank[32] = "", margin[48] = "",
                                            visits[32] = "";
    if (report->rank == 1)
        engine->last = *report;
    write_pv(task, report, pv, sizeof pv);
    if (task->lines > 1)
        snprintf(rank, sizeof rank, " multipv %d", report->rank);
    if (report->bound != BOUND_MISSING)
        snprintf(margin, sizeof margin, " margin %d%s", report->margin, bounds[report->bound]);
    if (report->visits)
        snprintf(visits, sizeof visits, " visits %llu", (unsigned long long)report->visits);
    int64_t spent = clock_ns() - engine->began;
    uint64_t nps = spent > 0 ? (uint64_t)((double)report->nodes * 1e9 / (double)spent) : 0;
    engine_print(engine, "info depth %d%s%s nodes %llu nps %llu time %lld hashfull %d%s%s",
                 report->depth, rank, margin, (unsigned long long)report->nodes,
                 (unsigned long long)nps, (long long)(spent / 1000000),
                 report->full  ? report->full
                 : task->table ? table_full(task->table)
                               : 0,
                 visits, pv);
}

/* Reports the move that is played if the player has reported none: players need not search for an
 * only move, and may be stopped before they have found anything. Other moves fill up the lines that
 * were asked for. */
static void print_last(struct engine *engine, uint32_t move) {
    const struct task *task = &engine->task;
    if (engine->last.pv_count > 0 && engine->last.pv[0] == move)
        return;
    struct report report = {.rank = 1,
                            .depth = 1,
                            .bound = BOUND_MISSING,
                            .nodes = engine->last.nodes,
                            .pv_count = 1,
                            .pv = {move}};
    print_report(engine, &report);
    for (int i = 0; report.rank < task_lines(task); i++) {
        if (task->allowed[i] == move)
            continue;
        report.rank++;
        report.pv[0] = task->allowed[i];
        print_report(engine, &report);
    }
}

/* Writes ` ponder MOVE`: the reply that the search expects, if it knows one of an opponent's. */
static void write_reply(const struct engine *engine, uint32_t move, char *text, size_t size) {
    const struct game_board *board = engine->board;
    const struct report *last = &engine->last;
    struct game_state next;
    char reply[GAME_MOVE_TEXT];
    if (!engine->settings.ponder || last->pv_count < 2 || last->pv[0] != move)
        return;
    game_copy(board, &next, &engine->half.state);
    board->game->play(board, &next, move);
    int turn = board->game->turn(board, &next);
    if (turn == GAME_CHANCE || turn == board->game->turn(board, &engine->half.state))
        return;
    board->game->format(board, &next, last->pv[1], GAME_EVERYBODY, reply);
    snprintf(text, size, " ponder %s", reply);
}

/* The answer. From here on the engine takes commands again, so both happen under the lock. */
static void print_best(struct engine *engine, uint32_t move) {
    char text[GAME_MOVE_TEXT] = "none", reply[GAME_MOVE_TEXT + 8] = "", id[32] = "";
    if (move != GAME_NO_MOVE) {
        engine->board->game->format(engine->board, &engine->half.state, move, GAME_EVERYBODY, text);
        write_reply(engine, move, reply, sizeof reply);
    }
    if (engine->has_id)
        snprintf(id, sizeof id, " id %lld", engine->id);
    pthread_mutex_lock(&engine->output);
    atomic_store(&engine->searching, false);
    printf("bestmove %s%s%s\n", text, reply, id);
    fflush(stdout);
    pthread_mutex_unlock(&engine->output);
}

/* ---- the search ------------------------------------------------------------------------------ */

/* Whether an answer has to wait: until `stop`, or until `ponderhit` starts the clock. */
static bool must_wait(const struct engine *engine) {
    return !stopwatch_is_stopped(&engine->watch) &&
           (engine->infinite || !stopwatch_is_started(&engine->watch));
}

/* Where chance comes next, nobody thinks: an outcome is drawn, whatever the player is. */
static uint32_t think_choose(struct engine *engine, bool *thought) {
    struct task *task = &engine->task;
    *thought = false;
    if (task->allowed_count == 0)
        return GAME_NO_MOVE;
    if (task->board->game->turn(task->board, task->state) == GAME_CHANCE)
        return task->allowed[random_below(&task->random, (uint32_t)task->allowed_count)];
    *thought = !engine->settings.player->immediate;
    return engine_player(engine)->choose(task);
}

static void answer(struct engine *engine) {
    bool thought;
    uint32_t move = think_choose(engine, &thought);
    if (thought)
        print_last(engine, move);
    pthread_mutex_lock(&engine->waiting);
    bool waits = must_wait(engine);
    engine->held = waits;
    engine->held_move = move;
    pthread_mutex_unlock(&engine->waiting);
    if (!waits)
        print_best(engine, move);
}

/* One thread runs all searches: creating a thread and its stack took longer than a small search. */
static void *work(void *context) {
    struct engine *engine = context;
    pthread_mutex_lock(&engine->waiting);
    while (!engine->leaving) {
        if (!engine->busy) {
            pthread_cond_wait(&engine->turn, &engine->waiting);
            continue;
        }
        pthread_mutex_unlock(&engine->waiting);
        answer(engine);
        pthread_mutex_lock(&engine->waiting);
        engine->busy = false;
        pthread_cond_broadcast(&engine->turn);
    }
    pthread_mutex_unlock(&engine->waiting);
    return NULL;
}

/* After a change of the stopwatch: gives an answer that was waiting for it. Releases `waiting`. */
static void release(struct engine *engine) {
    bool now = engine->held && !must_wait(engine);
    if (now)
        engine->held = false;
    pthread_mutex_unlock(&engine->waiting);
    if (now)
        print_best(engine, engine->held_move);
}

void engine_stop(struct engine *engine) {
    pthread_mutex_lock(&engine->waiting);
    stopwatch_stop(&engine->watch);
    release(engine);
}

/* While the clock stands still the search cannot have answered, unless it was stopped. */
enum protocol_code handle_ponderhit(struct engine *engine) {
    if (!atomic_load(&engine->searching) || stopwatch_is_started(&engine->watch) ||
        stopwatch_is_stopped(&engine->watch))
        return protocol_fail(&engine->error, PROTOCOL_STATE, "no search is pondering");
    pthread_mutex_lock(&engine->waiting);
    stopwatch_start(&engine->watch);
    release(engine);
    return PROTOCOL_OK;
}

void engine_join(struct engine *engine) {
    pthread_mutex_lock(&engine->waiting);
    while (engine->busy)
        pthread_cond_wait(&engine->turn, &engine->waiting);
    pthread_mutex_unlock(&engine->waiting);
}

void engine_end_thread(struct engine *engine) {
    engine_stop(engine);
    engine_join(engine);
    if (!engine->thread_made)
        return;
    pthread_mutex_lock(&engine->waiting);
    engine->leaving = true;
    pthread_cond_broadcast(&engine->turn);
    pthread_mutex_unlock(&engine->waiting);
    pthread_join(engine->thread, NULL);
}

/* Keeps the allowed moves that `searchmoves` names; returns how many, or -1 and the error. */
static int restrict_moves(struct engine *engine, const struct protocol_value *wanted, int count) {
    int kept = 0;
    for (char *word = wanted->text; word; word = protocol_next_word(wanted, word)) {
        uint32_t move = GAME_NO_MOVE;
        struct error why;
        enum protocol_code code =
            spelled_move(engine->board, &engine->half.state, word, &move, &why);
        int at = 0;
        while (at < count && engine->allowed[at] != move)
            at++;
        if (code == PROTOCOL_OK && at == count) {
            error_set(&why, "an offer is made, but not searched");
            code = PROTOCOL_ILLEGAL;
        }
        if (code != PROTOCOL_OK) {
            bool named = code == PROTOCOL_SYNTAX; /* the message has the word */
            protocol_fail(&engine->error, code, "searchmoves: %.60s%s%s", named ? "" : word,
                          named ? "" : ": ", why.text);
            return -1;
        }
        if (at >= kept) {
            engine->allowed[at] = engine->allowed[kept];
            engine->allowed[kept++] = move;
        }
    }
    return kept;
}

const struct player *engine_player(const struct engine *engine) {
    return player_on(engine->settings.player, engine->board);
}

enum protocol_code engine_check_player(struct engine *engine, const struct player *player,
                                       const struct game_board *board) {
    const struct player *const *table = engine->roster->table;
    char names[256] = "";
    if (player_on(player, board))
        return PROTOCOL_OK;
    for (int i = 0; table[i]; i++)
        if (player_on(table[i], board))
            text_append(names, sizeof names, ", ", table[i]->name);
    return protocol_fail(&engine->error, PROTOCOL_UNSUPPORTED,
                         "the player '%s' does not play %s; these do: %s", player->name,
                         board->game->name, names);
}

/* Lists the legal moves that `searchmoves` allows; how many are legal, or -1 and the error. */
static int list_moves(struct engine *engine, const struct protocol_value *wanted) {
    const struct game_board *board = engine->board;
    size_t size = sizeof *engine->allowed * (size_t)(board->moves_max + 1);
    uint32_t *allowed = realloc(engine->allowed, size);
    if (!allowed) {
        protocol_fail(&engine->error, PROTOCOL_MEMORY, "no memory for the moves");
        return -1;
    }
    engine->allowed = allowed;
    int legal = board->game->moves(board, &engine->half.state, allowed), count = legal;
    if (legal > 0 && wanted->given)
        count = restrict_moves(engine, wanted, legal);
    engine->task.allowed_count = count;
    return count < 0 ? -1 : legal;
}

/* The player's task, except for the moves and the limits. */
static enum protocol_code set_task(struct engine *engine, const struct player *player,
                                   bool thinks) {
    const struct settings *settings = &engine->settings;
    const struct half *half = &engine->half;
    struct task *task = &engine->task;
    *task = (struct task){.board = engine->board,
                          .state = &half->state,
                          .allowed = engine->allowed,
                          .allowed_count = task->allowed_count,
                          .watch = &engine->watch,
                          .table = thinks ? engine_table(engine) : NULL,
                          .book = engine->book,
                          .kept = &engine->kept,
                          .kernel = settings->kernel,
                          .threads = (int)settings->threads,
                          .parameters = roster_parameters(engine->roster, player),
                          .solve = engine->message.value[GO_SOLVE].given,
                          .lines = (int)settings->lines,
                          .report = print_report,
                          .context = engine};
    if (thinks && !task->table)
        return protocol_fail(&engine->error, PROTOCOL_MEMORY, "no memory for a table of %lld MiB",
                             settings->hash);
    if (thinks && !engine->arena) /* pages that are never touched cost nothing */
        engine->arena = malloc(ARENA_BYTES);
    task->arena = thinks ? engine->arena : NULL;
    task->arena_size = task->arena ? ARENA_BYTES : 0;
    random_seed(&task->random,
                random_mix(half->seed, (uint64_t)half->count << 8 | (uint64_t)half->number));
    return PROTOCOL_OK;
}

/* Where there are no threads at all the search runs here; no command reaches it then. */
static enum protocol_code start_thread(struct engine *engine) {
    atomic_store(&engine->searching, true);
    int failure = engine->thread_made ? 0 : pthread_create(&engine->thread, NULL, work, engine);
    if (failure == 0) {
        engine->thread_made = true;
        pthread_mutex_lock(&engine->waiting);
        engine->busy = true;
        pthread_cond_broadcast(&engine->turn);
        pthread_mutex_unlock(&engine->waiting);
    }
    if (failure == ENOTSUP)
        answer(engine);
    if (failure == 0 || failure == ENOTSUP)
        return PROTOCOL_OK;
    atomic_store(&engine->searching, false);
    return protocol_fail(&engine->error, PROTOCOL_MEMORY, "no thread for the search");
}

enum protocol_code handle_go(struct engine *engine) {
    const struct protocol_value *value = engine->message.value;
    const struct game_board *board = engine->board;
    const struct player *player = engine_player(engine);
    if (value[GO_SOLVE].given && !player->solves)
        return protocol_fail(&engine->error, PROTOCOL_UNSUPPORTED,
                             "the player '%s' does not solve %s", player->name, board->game->name);
    int legal = list_moves(engine, &value[GO_SEARCHMOVES]);
    if (legal < 0)
        return engine->error.code;
    bool thinks = legal > 0 && !engine->settings.player->immediate;
    enum protocol_code code = set_task(engine, player, thinks);
    if (code != PROTOCOL_OK)
        return code;
    engine_limits(&engine->message, board->game->turn(board, &engine->half.state), legal,
                  engine->settings.overhead, &engine->task.limits);
    engine->has_id = value[GO_ID].given;
    engine->id = value[GO_ID].number[0];
    engine->infinite = value[GO_INFINITE].given;
    engine->last = (struct report){.rank = 1};
    engine->began = clock_ns();
    stopwatch_reset(&engine->watch);
    if (!value[GO_PONDER].given)
        stopwatch_start(&engine->watch);
    if (!thinks && !must_wait(engine)) {
        answer(engine);
        return PROTOCOL_OK;
    }
    return start_thread(engine);
}
