/* engine_seat.c - a seat that an engine holds. The engine is started when it is needed and is not
 * running: at the first half, and again in the half after a fault. */
#include "config.h"

#include "referee/match/engine_seat.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "half/half.h"
#include "half/terms.h"
#include "referee/engines/engine_client.h"
#include "referee/engines/options.h"
#include "referee/match/seat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct engine_seat {
    struct seat seat;
    struct engine_client *client;
    struct said said;     /* by the last search */
    int number;           /* of the seat in this half, from 0 */
    char *board_line;     /* the board it was given; NULL: none yet */
    enum verdict started; /* of the last begin() */
    bool asked_score;
    enum verdict stopped;       /* by the end of a search that pondered when the half was over */
    int64_t margin;             /* of the clock, that is left in this half, in microseconds */
    struct text fields;         /* of go */
    size_t fixed;               /* length of what comes first in `fields`, in every turn */
    bool pondering;             /* a search runs, on the reply that is expected */
    char reply[GAME_MOVE_TEXT]; /* the reply that is expected */
    struct text played;         /* what was really played since it began */
    struct text half; /* `newgame ...`, then all moves: for engines that ponder without undo */
};

static struct engine_seat *self(struct seat *seat) {
    return (struct engine_seat *)(void *)seat;
}

/* Hands the client's verdict up, with its text. */
static enum verdict hand_up(struct seat *seat, enum verdict verdict) {
    if (verdict != VERDICT_OK)
        seat->fault = self(seat)->client->lines.fault;
    return verdict;
}

/* The line that begins a half, without moves. */
static void write_half(struct text *line, const struct seat_half *half, bool position) {
    text_clear(line);
    text_add(line, position ? "position" : "newgame");
    half_add_words(line, half->board, half->half, half->carry, half->seed);
    if (*half->start)
        text_addf(line, " at %s", half->start);
}

/* A half that begins with an opening is sent with `position` to engines that support it. No other
 * command has a position that is spelled out. */
static void say_half(struct engine_seat *engine, const struct seat_half *half) {
    struct text *line = &engine->half;
    bool opened = *half->opening, spelled = *half->start;
    bool position = spelled || (opened && engine->client->feature_position);
    write_half(line, half, position);
    if (position && opened)
        text_addf(line, " moves %s", half->opening);
    lines_say(&engine->client->lines, needed_text(line));
    write_half(line, half, spelled);
    text_add(line, "\nplay");
    if (opened)
        text_addf(line, " %s", half->opening);
    if (opened && !position)
        lines_say_move(&engine->client->lines, half->opening);
}

static void forget_board(struct engine_seat *seat) {
    free(seat->board_line);
    seat->board_line = NULL;
}

/* Ends a search that ponders, and brings the engine to the half's position: takes back the reply
 * that was expected, and plays what was really played. */
static enum verdict end_ponder(struct engine_seat *engine) {
    struct engine_client *client = engine->client;
    if (!engine->pondering)
        return VERDICT_OK;
    engine->pondering = false;
    enum verdict verdict = client_end_ponder(client);
    needed_text(&engine->played);
    if (verdict != VERDICT_OK || !engine->played.length)
        return verdict;
    if (!client->feature_undo) {
        lines_say(&client->lines, needed_text(&engine->half));
        return VERDICT_OK;
    }
    lines_say(&client->lines, "undo");
    lines_say_move(&client->lines, text_get(&engine->played));
    return VERDICT_OK;
}

static void engine_seat_begin(struct seat *seat, const struct seat_half *half) {
    struct engine_seat *engine = self(seat);
    struct engine_client *client = engine->client;
    client->warnings = 0;
    offturn_forget(&client->offturn);
    text_clear(
        &engine->played); /* of a half that ended by its opponent's fault: it does not matter */
    engine->started = end_ponder(engine);
    if (engine->started != VERDICT_OK)
        return;
    engine->asked_score = false;
    engine->number = half->seat;
    engine->margin = engine->seat.limits->margin;
    if (half->opens && client->spec->restart)
        client_stop(client, true);
    if (!client_runs(client)) {
        forget_board(engine);
        engine->started = client_start(client);
        if (engine->started != VERDICT_OK)
            return;
    }
    if (!engine->board_line || strcmp(engine->board_line, half->board_line) != 0) {
        forget_board(engine);
        engine->started = client_check_game(client, half->board->game->name);
        if (engine->started != VERDICT_OK)
            return;
        engine->board_line = strdup(half->board_line);
        lines_say(&client->lines, half->board_line);
    }
    say_half(engine, half);
    client_ask_ready(client);
}

static enum verdict ready(struct seat *seat) {
    struct engine_seat *engine = self(seat);
    if (engine->started != VERDICT_OK)
        return hand_up(seat, engine->started);
    return hand_up(seat, client_await_ready(engine->client));
}

static void notify_move(struct seat *seat, const char *move) {
    struct engine_seat *engine = self(seat);
    if (engine->client->ponders && !engine->client->feature_undo)
        text_add_word(&engine->half, move);
    if (engine->pondering)
        text_add_word(&engine->played, move);
    else
        lines_say_move(&engine->client->lines, move);
}

/* How long a move may take, in microseconds. */
struct allowance {
    int64_t time, margin;
};

/* The verdict on a move that came too late or not at all. */
static enum verdict out_of_time(struct seat *seat, const struct allowance *allowed, int64_t took,
                                bool none) {
    const struct limits *limits = seat->limits;
    if (none && !limits->movetime && !limits->clock.time)
        return fault_set(&seat->fault, VERDICT_STALL, N_("no move within the cap of %.3f seconds"),
                         (double)limits->cap / 1e6);
    if (none)
        return fault_set(&seat->fault, VERDICT_TIME,
                         N_("no move within the %.3f seconds left plus a margin of %.3f"),
                         (double)allowed->time / 1e6, (double)allowed->margin / 1e6);
    return fault_set(&seat->fault, VERDICT_TIME,
                     N_("a move after %.3f seconds; %.3f were left, with a margin of %.3f"),
                     (double)took / 1e6, (double)allowed->time / 1e6,
                     (double)allowed->margin / 1e6);
}

/* How long the seat may take: the stricter of its limits. With a time for each move, each move has
 * the margin; with a clock, a half has it once, since a debt that is forgiven makes any clock
 * longer. */
static struct allowance allow(const struct engine_seat *engine, int64_t clock) {
    const struct limits *limits = engine->seat.limits;
    struct allowance by_clock = {clock, engine->margin},
                     by_move = {limits->movetime, limits->margin};
    if (!limits->clock.time)
        return limits->movetime ? by_move : (struct allowance){limits->cap, 0};
    return limits->movetime && by_move.time + by_move.margin < by_clock.time + by_clock.margin
               ? by_move
               : by_clock;
}

/* Completes the fields of go by what the clocks show. */
static const char *make_fields(struct engine_seat *engine, const struct game_board *board,
                               const int64_t *clock, const int64_t *increment) {
    text_cut(&engine->fields, engine->fixed);
    if (engine->seat.limits->clock.time) {
        for (int i = 0; i < board->players; i++)
            if (clock[i] >= 0)
                text_addf(&engine->fields, " p%dtime %" PRId64 " p%dinc %" PRId64, i + 1,
                          clock[i] / 1000, i + 1, increment[i] / 1000);
    }
    return needed_text(&engine->fields);
}

/* Takes warnings as soon as there are any: a half may end by the opponent's fault. */
static void take_warnings(struct engine_seat *engine) {
    struct engine_client *client = engine->client;
    if (client->warnings == 0)
        return;
    if (engine->seat.warnings == 0)
        engine->seat.warning = client->warning;
    engine->seat.warnings += client->warnings;
    client->warnings = 0;
}

static enum verdict engine_seat_choose(struct seat *seat, const struct game_board *board,
                                       const int64_t *clock, const int64_t *increment,
                                       char move[GAME_MOVE_TEXT], int64_t *took) {
    struct engine_seat *engine = self(seat);
    const struct limits *limits = seat->limits;
    bool timed = limits->movetime || limits->clock.time;
    struct allowance allowed = allow(engine, clock[engine->number]);
    int64_t patience = allowed.time + allowed.margin;
    bool hit = engine->pondering && strcmp(text_get(&engine->played), engine->reply) == 0;
    struct client_move answer;
    engine->client->said = &engine->said;
    engine->client->said_room = seat->asked ? 1 : 0;
    seat->said = NULL;
    enum verdict verdict = hit ? VERDICT_OK : end_ponder(engine);
    if (verdict != VERDICT_OK)
        return hand_up(seat, verdict);
    engine->pondering = false;
    if (hit)
        verdict = client_ponderhit(engine->client, patience, &answer);
    else
        verdict = client_go(engine->client, make_fields(engine, board, clock, increment), patience,
                            &answer);
    if (verdict != VERDICT_OK)
        client_look_back(engine->client);
    take_warnings(engine);
    if (verdict == VERDICT_STALL)
        return out_of_time(seat, &allowed, 0, true);
    if (verdict == VERDICT_OK && answer.took > patience)
        return out_of_time(seat, &allowed, answer.took, !timed);
    if (verdict != VERDICT_OK)
        return hand_up(seat, verdict);
    memcpy(move, answer.move, sizeof answer.move);
    memcpy(seat->expected, answer.expected, sizeof answer.expected);
    if (seat->asked && !said_is_nothing(&engine->said))
        seat->said = &engine->said;
    *took = answer.took;
    int64_t beyond = answer.took - clock[engine->number];
    if (engine->seat.limits->clock.time && beyond > 0) /* the clock's margin loses it */
        engine->margin -= beyond;
    return VERDICT_OK;
}

static void ponder(struct seat *seat, const struct game_board *board, const int64_t *clock,
                   const int64_t *increment) {
    struct engine_seat *engine = self(seat);
    memcpy(engine->reply, seat->expected, sizeof engine->reply);
    lines_say_move(&engine->client->lines, engine->reply);
    client_ponder(engine->client, make_fields(engine, board, clock, increment));
    text_clear(&engine->played);
    engine->pondering = true;
}

static void ask_score(struct seat *seat) {
    struct engine_seat *engine = self(seat);
    engine->stopped = end_ponder(engine);
    engine->asked_score = engine->client->feature_score && engine->stopped == VERDICT_OK;
    if (engine->asked_score)
        client_ask_score(engine->client);
}

static enum verdict engine_seat_score(struct seat *seat, struct client_score *score) {
    struct engine_seat *engine = self(seat);
    enum verdict verdict = engine->stopped;
    if (engine->asked_score)
        verdict = client_await_score(engine->client, score);
    client_look_back(engine->client);
    take_warnings(engine);
    return hand_up(seat, verdict);
}

static void stop(struct seat *seat, bool politely) {
    take_warnings(self(seat));
    client_note(self(seat)->client, &seat->fault);
    client_stop(self(seat)->client, politely);
    self(seat)->pondering = false;
    forget_board(self(seat));
}

static void request_quit(struct seat *seat) {
    client_say_quit(self(seat)->client);
}

static void free_seat(struct seat *seat) {
    struct engine_seat *engine = self(seat);
    client_free(engine->client);
    forget_board(engine);
    text_free(&engine->fields);
    text_free(&engine->played);
    text_free(&engine->half);
    free(engine);
}

static const struct seat_kind engine_kind = {
    .begin = engine_seat_begin,
    .ready = ready,
    .notify_move = notify_move,
    .choose = engine_seat_choose,
    .ponder = ponder,
    .ask_score = ask_score,
    .score = engine_seat_score,
    .stop = stop,
    .request_quit = request_quit,
    .free = free_seat,
};

struct seat *engine_seat_new(const struct engine_spec *spec, const atomic_int *stop,
                             struct transcript *transcript, int worker) {
    struct engine_seat *engine = needed(calloc(1, sizeof *engine));
    engine->client = client_new(spec, stop, transcript, worker);
    engine->seat.kind = &engine_kind;
    engine->seat.name = spec->name;
    engine->seat.limits = &spec->limits;
    terms_write_go(spec, &engine->fields);
    engine->fixed = engine->fields.length;
    needed_text(&engine->fields);
    return &engine->seat;
}

/* Ends an engine that was tried, and passes on why it cannot be used. */
static bool end_trial(struct engine_client *client, enum verdict verdict, struct error *error) {
    const struct fault *fault = &client->lines.fault;
    if (verdict != VERDICT_OK)
        error_set_kind(error, fault->kind, _("engine %s: %s"), client->lines.name, fault->shown);
    client_stop(client, verdict == VERDICT_OK);
    client_free(client);
    return verdict == VERDICT_OK;
}

/* Whether the engine takes a half that begins at a position which is spelled out: this line. */
static enum verdict try_start(struct engine_client *client, const char *start) {
    if (!client->feature_position)
        return fault_set(&client->lines.fault, VERDICT_START,
                         N_("it does not have the feature position, which openings that spell out "
                            "positions need"));
    lines_say(&client->lines, start);
    client_ask_ready(client);
    return client_await_ready(client);
}

bool engine_seat_try(const struct engine_spec *spec, const atomic_int *stop,
                     struct transcript *transcript, const char *game, const char *board_line,
                     const char *start, char *id_name, char *id_author, struct error *error) {
    struct engine_client *client = client_new(spec, stop, transcript, 0);
    enum verdict verdict = client_start(client);
    if (verdict == VERDICT_OK)
        verdict = client_check_game(client, game);
    if (verdict == VERDICT_OK) {
        lines_say(&client->lines, board_line);
        client_ask_ready(client);
        verdict = client_await_ready(client);
    }
    if (verdict == VERDICT_OK && start)
        verdict = try_start(client, start);
    memcpy(id_name, client->id_name, ENGINE_ID_SIZE);
    memcpy(id_author, client->id_author, ENGINE_ID_SIZE);
    return end_trial(client, verdict, error);
}

bool engine_seat_ask(const struct engine_spec *spec, const atomic_int *stop, char *id_name,
                     char *games_played, struct error *error) {
    struct engine_client *client = client_new(spec, stop, NULL, 0);
    enum verdict verdict = client_start(client);
    snprintf(games_played, ENGINE_GAMES_SIZE, " ");
    for (int i = 0; verdict == VERDICT_OK && games[i]; i++)
        if (client_check_game(client, games[i]->name) == VERDICT_OK) {
            text_append(games_played, ENGINE_GAMES_SIZE, "", games[i]->name);
            text_append(games_played, ENGINE_GAMES_SIZE, "", " ");
        }
    memcpy(id_name, client->id_name, ENGINE_ID_SIZE);
    return end_trial(client, verdict, error);
}

bool engine_seat_spins(const struct engine_spec *spec, const atomic_int *stop,
                       const char *const *name, int count, struct spin *spin, struct error *error) {
    struct engine_client *client = client_new(spec, stop, NULL, 0);
    enum verdict verdict = client_start(client);
    bool found = verdict == VERDICT_OK;
    for (int i = 0; found && i < count; i++)
        found = options_find_spin(&client->options, name[i], &spin[i]) ||
                error_set(error,
                          _("engine %s has no option %s that is a spin with default, min and max"),
                          spec->name, name[i]);
    return end_trial(client, verdict, error) && found;
}
