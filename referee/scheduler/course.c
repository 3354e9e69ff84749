/* course.c - see course.h. */
#include "config.h"

#include "referee/scheduler/course.h"

#include "base/language.h"
#include "base/values.h"
#include "half/verdict.h"
#include "pairing/game_id.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_rows.h"
#include "referee/match/match.h"
#include "referee/setup/setup.h"

#include <string.h>

bool course_begin(struct course *course, const struct setup *setup, struct record *record,
                  enum progress_kind kind, FILE *file, struct error *error) {
    *course = (struct course){.setup = setup, .schedule = setup_schedule(setup), .record = record};
    course->watched = setup->engines == 2 && setup->seats == 2;
    trial_begin(&course->trial, encounter_size(course->schedule.halves, setup->seats), setup->sprt);
    trial_set_patience(&course->trial, course->schedule.boards);
    if (!progress_begin(&course->progress, kind, file, setup,
                        course->watched ? &course->trial : NULL, 0))
        return error_memory(error);
    return fault_policy_begin(&course->policy, setup, record, error);
}

void course_end(struct course *course) {
    if (course->progress.total)
        progress_end(&course->progress);
    fault_policy_end(&course->policy);
    trial_free(&course->trial);
    *course = (struct course){0};
}

bool course_is_over(const struct course *course) {
    return trial_is_over(&course->trial);
}

/* The trial sees the game as the first engine does. */
static bool try_game(struct course *course, const struct record_game *game) {
    int first = game->engine[0] == 0 ? 0 : 1;
    struct schedule_entry entry = schedule_get(&course->schedule, game->number);
    return !course->watched || trial_game(&course->trial, entry.pair, repeats_number(&game->same),
                                          game->margin[first], game->margin[1 - first]);
}

void course_found(void *context, const struct record_game *game) {
    struct course *course = context;
    if (!try_game(course, game))
        course->failed = !error_memory(&course->error);
    progress_found(&course->progress, game);
}

/* ---- a game that has come -------------------------------------------------------------------- */

struct arrival {
    struct course *course;
    struct schedule_entry entry;
    struct progress_game shown;
    struct record_game game;
    char board[NAME_BYTES_MAX + 1];
    char termination[GAME_HALVES_MAX][NAME_BYTES_MAX + 1];
};

/* The faults of the half, as if it had been played here. */
static bool read_faults(struct arrival *arrival, int number, struct error *error) {
    struct match_result *result = &arrival->course->result;
    struct query row;
    query_keep(&row, arrival->course->record,
               "SELECT engine, kind, text FROM fault WHERE half = ? ORDER BY id");
    query_bind_int(&row, 1, half_id(game_id(arrival->entry.number), number));
    result->faults = 0;
    while (query_step(&row) && result->faults < MATCH_FAULTS_MAX) {
        struct match_fault *fault = &result->fault[result->faults++];
        fault->seat = 0;
        for (int i = 0; i < arrival->entry.seats; i++)
            if (arrival->entry.engine[i] == query_int(&row, 0) - 1)
                fault->seat = i;
        fault->fault.verdict = verdict_find(query_string(&row, 1));
        query_copy(&row, 2, fault->fault.text, sizeof fault->fault.text);
        query_copy(&row, 2, fault->fault.shown, sizeof fault->fault.shown);
    }
    return query_close(&row, error);
}

static bool see_half(void *context, const struct game_row *game, const struct half_result *half,
                     struct error *error) {
    struct arrival *arrival = context;
    struct course *course = arrival->course;
    struct progress_game *shown = &arrival->shown;
    int at = half->number - 1;
    if (at < 0 || at >= course->schedule.halves)
        return error_set(error, _("game %lld has no half %d"), (long long)game->id, half->number);
    if (!read_faults(arrival, half->number, error))
        return false;
    course->result.half = *half;
    progress_half(&course->progress, &arrival->entry, game->board_name, &course->result);
    memcpy(shown->margin[at], half->margin, sizeof shown->margin[at]);
    snprintf(arrival->termination[at], sizeof arrival->termination[at], "%s", half->termination);
    shown->termination[at] = arrival->termination[at];
    shown->at_fault[at] = half->at_fault;
    snprintf(shown->fault[at], sizeof shown->fault[at], "%s", half->text);
    snprintf(arrival->board, sizeof arrival->board, "%s", game->board_name);
    return fault_policy_note(&course->policy, &arrival->entry, &course->result, error);
}

static void copy_game(void *context, const struct record_game *game) {
    struct arrival *arrival = context;
    arrival->game = *game;
}

bool course_game(struct course *course, int64_t number, struct error *error) {
    struct arrival arrival = {.course = course, .entry = schedule_get(&course->schedule, number)};
    const struct row_reader reader = {.context = &arrival, .half = see_half};
    struct progress_game *shown = &arrival.shown;
    if (course->failed) {
        *error = course->error;
        return false;
    }
    if (!record_each_game(course->record, number, number + 1, copy_game, &arrival, error))
        return false;
    memcpy(arrival.entry.engine, arrival.game.engine, sizeof arrival.entry.engine);
    if (!record_read_game(course->record, game_id(number), &reader, error))
        return false;
    shown->entry = &arrival.entry;
    shown->board = arrival.board;
    shown->halves = course->schedule.halves;
    shown->same = arrival.game.same;
    memcpy(shown->total, arrival.game.margin, sizeof shown->total);
    if (!try_game(course, &arrival.game))
        return error_memory(error);
    progress_game(&course->progress, shown);
    return true;
}
