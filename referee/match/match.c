/* match.c - plays one half between seats, from the opening to the scores.
 *
 * A half is a row of steps: the opening, the seats made ready, the moves that were played before,
 * then move by move to the end. A step goes on, or forfeits the half, or abandons it; nothing else
 * ends one. Seats hear of a move only after the rules have accepted it. The opening is played
 * before the seats know of the half, so that they get it with the board.
 */
#include "config.h"

#include "referee/match/match.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/random.h"
#include "half/engine_spec.h"
#include "half/half.h"
#include "half/moves.h"
#include "referee/engines/engine_client.h"
#include "referee/match/seat.h"

#include <stdio.h>
#include <string.h>

/* Bytes for the points of one seat, and of all, in a message. */
enum { SCORE_SIZE = 32, SCORES_SIZE = GAME_PLAYERS_MAX * SCORE_SIZE };

struct table {
    const struct match_half *match;
    const struct game_board *board;
    const struct game *rules;
    struct match_result *result;
    int64_t clock[GAME_PLAYERS_MAX], increment[GAME_PLAYERS_MAX];
    bool playing_again;                 /* now: the moves that were played before */
    bool opening;                       /* no seat knows of the half yet */
    struct text told[GAME_PLAYERS_MAX]; /* of the opening, as each seat may read it */
    enum match_end end;
    struct half half;
};

/* How a step of the half went; table->end says why it was abandoned. */
enum step { STEP_ON, STEP_FORFEIT, STEP_ABANDONED };

static enum step abandon(struct table *table, enum match_end why) {
    table->end = why;
    return STEP_ABANDONED;
}

/* Whether the half stops without blame for a seat. */
static bool is_no_fault(enum verdict verdict) {
    return verdict != VERDICT_OK && verdict < VERDICT_START;
}

static enum step abandon_by(struct table *table, const struct seat *seat, enum verdict verdict) {
    if (verdict != VERDICT_MACHINE)
        return abandon(table, MATCH_STOPPED);
    struct error why;
    error_set(&why, _("engine %s: %s"), seat->name, seat->fault.shown);
    text_readable(table->result->shown, sizeof table->result->shown, why.text);
    return abandon(table, MATCH_MACHINE);
}

static void clear_result(const struct match_half *match, struct match_result *result) {
    result->half = (struct half_result){
        .number = match->half, .termination = "", .text = "", .at_fault = MATCH_NOBODY};
    result->half.opening = match->opening;
    text_clear(&result->open);
    result->said.count = 0;
    result->faults = 0;
    result->text[0] = result->shown[0] = '\0';
}

static void note_fault(struct match_result *result, int seat, const struct fault *fault) {
    if (result->faults < MATCH_FAULTS_MAX)
        result->fault[result->faults++] = (struct match_fault){seat, *fault};
}

/* An engine that no longer follows the dialogue is killed; one that only broke the rules or crashed
 * is asked to end. */
static void stop_seat(struct seat *seat, enum verdict verdict) {
    if (verdict != VERDICT_RESIGNED && seat->kind->stop)
        seat->kind->stop(seat, verdict == VERDICT_ILLEGAL || verdict == VERDICT_START);
}

/* Ends the half: a seat has lost it for the reason in its fault. */
static enum step forfeit(struct table *table, int loser) {
    struct match_result *result = table->result;
    struct seat *seat = table->match->seat[loser];
    if (seat->fault.verdict != VERDICT_RESIGNED)
        note_fault(result, loser, &seat->fault);
    memcpy(result->text, seat->fault.text, sizeof result->text);
    memcpy(result->shown, seat->fault.shown, sizeof result->shown);
    half_forfeit(&table->half, loser, seat->fault.verdict, result->text);
    stop_seat(seat, seat->fault.verdict);
    return STEP_FORFEIT;
}

void match_forfeit(const struct match_half *match, const bool *withdrawn, const char *text,
                   struct match_result *result) {
    int count = 0, loser = MATCH_NOBODY;
    struct half half;
    clear_result(match, result);
    for (int i = 0; i < match->board->players; i++) {
        count += withdrawn[i];
        loser = withdrawn[i] ? i : loser;
    }
    snprintf(result->text, sizeof result->text, "%s", text);
    half_begin(&half, match->board, match->half, &result->moves);
    half.opening = match->opening;
    half_forget(&half);
    half_forfeit(&half, count == 1 ? loser : MATCH_NOBODY, VERDICT_WITHDRAWN, result->text);
    half_result(&half, &result->half);
    result->half.finished = calendar_now(result->finished);
}

static void set_clocks(struct table *table) {
    for (int i = 0; i < table->board->players; i++) {
        const struct limits *limits = table->match->seat[i]->limits;
        table->clock[i] = limits->clock.time ? limits->clock.time : -1;
        table->increment[i] = limits->clock.increment;
    }
}

/* Several seats could not begin: all get 0. */
static enum step nobody_ready(struct table *table, const bool *failed) {
    struct match_result *result = table->result;
    for (int i = 0; i < table->board->players; i++) {
        struct seat *seat = table->match->seat[i];
        if (!failed[i])
            continue;
        note_fault(result, i, &seat->fault);
        half_forfeit(&table->half, MATCH_NOBODY, seat->fault.verdict, result->text);
        stop_seat(seat, seat->fault.verdict);
    }
    static const char several[] = N_("several players could not begin");
    snprintf(result->text, sizeof result->text, "%s", several);
    snprintf(result->shown, sizeof result->shown, "%s", _(several));
    return STEP_FORFEIT;
}

/* Where hands are hidden, no engine can work out from its own seed what chance draws. */
static uint64_t seed_for(const struct match_half *match, int seat) {
    uint64_t seed = match->seat_seed[seat];
    return match->board->game->guess ? random_mix(seed, match->chance_seed) >> 1 : seed;
}

static void say_half(const struct table *table) {
    const struct match_half *match = table->match;
    struct text start = {0};
    struct seat_half half = {.board = match->board,
                             .board_line = match->board_line,
                             .half = match->half,
                             .opens = match->opens};
    memcpy(half.carry, match->carry, sizeof half.carry);
    if (match->opening)
        opening_position(match->board, match->half, match->opening, &start);
    half.start = needed_text(&start);
    for (int i = 0; i < match->board->players; i++) {
        half.seat = i;
        half.seed = seed_for(match, i);
        half.opening = needed_text(&table->told[i]);
        match->seat[i]->warnings = 0;
        match->seat[i]->kind->begin(match->seat[i], &half);
    }
    text_free(&start);
}

static enum step match_begin(struct table *table) {
    const struct match_half *match = table->match;
    bool failed[GAME_PLAYERS_MAX] = {false};
    int failures = 0, loser = MATCH_NOBODY;
    say_half(table);
    for (int i = 0; i < table->board->players; i++) {
        enum verdict verdict = match->seat[i]->kind->ready(match->seat[i]);
        if (is_no_fault(verdict))
            return abandon_by(table, match->seat[i], verdict);
        failed[i] = verdict != VERDICT_OK;
        if (failed[i]) {
            failures++;
            loser = i;
        }
    }
    if (failures == 0)
        return STEP_ON;
    text_clear(&table->result->open);
    half_forget(&table->half); /* the opening, too */
    return failures == 1 ? forfeit(table, loser) : nobody_ready(table, failed);
}

static void say_moved(const struct table *table, int seat, int64_t took, const struct said *said) {
    const struct match_half *match = table->match;
    const struct match_move made = {.text = table->half.written,
                                    .seat = seat,
                                    .opening = table->opening,
                                    .took = took,
                                    .left = seat >= 0 ? table->clock[seat] : -1,
                                    .said = said};
    match->moved(match->context, &made);
}

/* Writes down, tells and plays a move that the rules have accepted. `seat` made it, or GAME_CHANCE;
 * `said` is what the seat said about it, or NULL. */
static void make_move(struct table *table, uint32_t move, int seat, int64_t took,
                      const struct said *said) {
    const struct match_half *match = table->match;
    char text[GAME_MOVE_TEXT];
    for (int i = 0; i < table->board->players; i++) {
        table->rules->format(table->board, &table->half.state, move, i, text);
        if (table->opening)
            text_add_word(&table->told[i], text);
        else
            match->seat[i]->kind->notify_move(match->seat[i], text);
    }
    if (table->rules->guess) {
        table->rules->format(table->board, &table->half.state, move, GAME_PUBLIC, text);
        text_add_word(&table->result->open, text);
    }
    half_play_move(&table->half, move, took);
    if (match->moved && !table->playing_again)
        say_moved(table, seat, took, said);
}

/* Lets the seat that has moved think about the reply that it expects. Where hands are hidden, it
 * may not: permission would reveal whether the other player has that piece. */
static void let_ponder(struct table *table, int mover) {
    const struct game *rules = table->rules;
    struct seat *seat = table->match->seat[mover];
    struct error why;
    uint32_t reply;
    if (!seat->expected[0] || !seat->kind->ponder || rules->guess)
        return;
    int next = half_turn(&table->half);
    if (next < 0 || next == mover)
        return; /* nobody's turn, chance's or its own: there is no reply */
    if (!half_read_move(&table->half, seat->expected, &reply, &why)) {
        if (seat->warnings++ == 0) /* in English: it is only in records */
            fault_set(&seat->warning, VERDICT_WARNING,
                      "after move %d: it expects an impossible reply: %s",
                      table->result->moves.count, seat->expected);
        return;
    }
    struct game_state then;
    game_copy(table->board, &then, &table->half.state);
    rules->play(table->board, &then, reply);
    if (rules->turn(table->board, &then) == mover)
        seat->kind->ponder(seat, table->board, table->clock, table->increment);
}

static void run_clock(struct table *table, int turn, int64_t took) {
    if (table->clock[turn] < 0)
        return;
    int64_t left = table->clock[turn] - took;
    table->clock[turn] = (left > 0 ? left : 0) + table->increment[turn];
}

/* Plays one of the moves that were played before. Chance draws once more, so that its later draws
 * are those of an uninterrupted half; the recorded move counts. */
static enum step play_again(struct table *table, const char *text, int64_t took) {
    struct error why;
    uint32_t move;
    int turn = half_turn(&table->half);
    if (turn == GAME_CHANCE)
        half_draw_chance(&table->half);
    if (!half_read_move(&table->half, text, &move, &why))
        return abandon(table, MATCH_BAD_HISTORY);
    if (turn >= 0 && !table->opening)
        run_clock(table, turn, took);
    make_move(table, move, turn, took, NULL);
    return STEP_ON;
}

/* Plays the moves with which the half begins. */
static enum step play_opening(struct table *table) {
    struct moves_reader reader = moves_read(opening_moves(table->match->opening), NULL);
    enum step step = STEP_ON;
    table->opening = true;
    while (step == STEP_ON && moves_next(&reader))
        step = play_again(table, reader.text, 0);
    table->opening = false;
    return step;
}

static enum step play_before(struct table *table) {
    const struct moves *played = table->match->played;
    struct moves_reader reader = moves_read(text_get(&played->words), text_get(&played->clocks));
    enum step step = STEP_ON;
    while (step == STEP_ON && moves_next(&reader))
        step = play_again(table, reader.text, reader.took);
    return step;
}

/* A move that cannot be played. */
struct refused {
    const struct half *half;
    const char *text;
};

static void write_refusal(const void *context, char *text) {
    const struct refused *refused = context;
    struct error why;
    uint32_t move;
    half_read_move(refused->half, refused->text, &move, &why);
    text_clean(text, FAULT_TEXT_SIZE, why.text);
}

static enum step play_turn(struct table *table, int turn) {
    struct seat *seat = table->match->seat[turn];
    struct error why;
    char text[GAME_MOVE_TEXT];
    int64_t took = 0;
    enum verdict verdict =
        seat->kind->choose(seat, table->board, table->clock, table->increment, text, &took);
    if (is_no_fault(verdict))
        return abandon_by(table, seat, verdict);
    if (verdict != VERDICT_OK)
        return forfeit(table, turn);
    uint32_t move;
    if (!half_read_move(&table->half, text, &move, &why)) {
        const struct refused refused = {&table->half, text};
        fault_write(&seat->fault, VERDICT_ILLEGAL, write_refusal, &refused);
        return forfeit(table, turn);
    }
    run_clock(table, turn, took);
    make_move(table, move, turn, took, seat->said);
    if (seat->said && table->result->moves.count <= SAID_PLIES_MAX)
        said_list_add(&table->result->said, seat->said, table->result->moves.count);
    let_ponder(table, turn);
    return STEP_ON;
}

/* Names what differs between a seat's count and ours; NULL: nothing. */
static const char *compare_scores(const struct table *table, const struct client_score *said,
                                  const struct half_result *half) {
    for (int i = 0; i < table->board->players; i++)
        if (said->points[i] != half->points[i])
            return "points";
    if (said->margin != half->margin[0])
        return "margin";
    if (said->total != half->margin[0] + table->match->carry[0])
        return "total";
    return strcmp(said->over, half->termination) == 0 ? NULL : "end";
}

/* Asks all seats at once how they score the end; the result stands whatever they say. */
static enum step check_scores(struct table *table) {
    const struct match_half *match = table->match;
    const struct half_result *half = &table->result->half;
    for (int i = 0; i < table->board->players; i++)
        if (match->seat[i]->kind->ask_score)
            match->seat[i]->kind->ask_score(match->seat[i]);
    for (int i = 0; i < table->board->players; i++) {
        struct seat *seat = match->seat[i];
        struct client_score said = {.given = false};
        enum verdict verdict = seat->kind->score ? seat->kind->score(seat, &said) : VERDICT_OK;
        if (is_no_fault(verdict))
            return abandon_by(table, seat, verdict);
        if (verdict != VERDICT_OK) {
            note_fault(table->result, i, &seat->fault);
            stop_seat(seat, verdict);
            continue;
        }
        const char *differs = said.given ? compare_scores(table, &said, half) : NULL;
        if (!differs)
            continue;
        char theirs[SCORES_SIZE] = "", ours[SCORES_SIZE] = "", points[SCORE_SIZE];
        for (int k = 0; k < table->board->players; k++) {
            snprintf(points, sizeof points, "p%d %lld ", k + 1, (long long)said.points[k]);
            text_append(theirs, sizeof theirs, "", points);
            snprintf(points, sizeof points, "p%d %d ", k + 1, half->points[k]);
            text_append(ours, sizeof ours, "", points);
        }
        /* Not translated: as a warning, it is for records alone. */
        fault_set(&seat->fault, VERDICT_SCORE,
                  "its %s differs: it says %smargin %lld total %lld over %s; "
                  "ours are %smargin %d total %d over %s",
                  differs, theirs, (long long)said.margin, (long long)said.total, said.over, ours,
                  half->margin[0], half->margin[0] + match->carry[0], half->termination);
        note_fault(table->result, i, &seat->fault);
    }
    return STEP_ON;
}

/* Plays until the rules end the half, or a step does. */
static enum step play_out(struct table *table) {
    enum step step = STEP_ON;
    int turn;
    while (step == STEP_ON && (turn = half_turn(&table->half)) != GAME_OVER)
        if (turn == GAME_CHANCE)
            make_move(table, half_draw_chance(&table->half), GAME_CHANCE, 0, NULL);
        else
            step = play_turn(table, turn);
    return step;
}

static void note_warnings(struct table *table) {
    for (int i = 0; i < table->board->players; i++) {
        const struct seat *seat = table->match->seat[i];
        if (seat->warnings > 0)
            note_fault(table->result, i, &seat->warning);
    }
}

enum match_end match_play(const struct match_half *match, struct match_result *result) {
    struct table table = {
        .match = match, .board = match->board, .rules = match->board->game, .result = result};
    clear_result(match, result);
    struct error why;
    if (!half_begin_at(&table.half, match->board, match->half, match->opening, &result->moves,
                       &why))
        return MATCH_BAD_HISTORY;
    random_seed(&table.half.chance, match->chance_seed);
    set_clocks(&table);
    enum step step = match->opening ? play_opening(&table) : STEP_ON;
    if (step == STEP_ON)
        step = match_begin(&table);
    if (step == STEP_ON && match->played) {
        table.playing_again = true;
        step = play_before(&table);
        table.playing_again = false;
    }
    if (step == STEP_ON)
        step = play_out(&table);
    if (step != STEP_ABANDONED)
        half_result(&table.half, &result->half);
    if (step == STEP_ON)
        step = check_scores(&table);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        text_free(&table.told[i]);
    if (step == STEP_ABANDONED)
        return table.end;
    needed_text(&result->open);
    note_warnings(&table);
    result->half.finished = calendar_now(result->finished);
    return MATCH_FINISHED;
}
