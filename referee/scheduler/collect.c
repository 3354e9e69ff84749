/* collect.c - adds the record of a task to that of the league, if it is complete and correct.
 *
 * The record of a task must have all halves of the task's games and nothing else, be of the same
 * league, pass verification (verify.h), and have been played by the same programs as are on this
 * machine.
 */
#include "config.h"

#include "base/language.h"

#include "base/needed.h"
#include "pairing/game_id.h"
#include "record/merge.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_games.h"
#include "record/record_league.h"
#include "record/verify.h"
#include "referee/engines/program.h"
#include "referee/scheduler/tasks.h"
#include "referee/setup/setup.h"

#include <stdlib.h>
#include <string.h>

bool collect_begin(struct collect *collect, const struct setup *setup, struct record *record,
                   struct error *error) {
    *collect = (struct collect){.setup = setup, .record = record};
    collect->digest = needed(calloc((size_t)setup->engines, sizeof *collect->digest));
    struct program_read last = {0};
    bool good = true;
    for (int i = 0; good && i < setup->engines; i++)
        good = program_digest(&setup->engine[i].spec, &last, &collect->digest[i], error);
    free(last.path);
    return good;
}

void collect_end(struct collect *collect) {
    for (int i = 0; collect->digest && i < collect->setup->engines; i++)
        text_free(&collect->digest[i]);
    free(collect->digest);
    *collect = (struct collect){0};
}

/* ---- what a record has ----------------------------------------------------------------------- */

static bool is_whole(const struct setup *setup, const struct record_game *game) {
    return game->halves == (1u << setup->game->halves) - 1;
}

bool collect_count(struct collect *collect, const struct task *task, int64_t *whole, int64_t *begun,
                   struct error *error) {
    *whole = *begun = 0;
    for (int64_t i = 0; i < task->list.count; i++) {
        struct record_game game;
        if (!record_find_game(collect->record, task->list.game[i].number, &game, error))
            return false;
        *whole += is_whole(collect->setup, &game);
        *begun += game.halves != 0;
    }
    return true;
}

/* Whether a record is of this league as it is, or as it was before engines joined. The number of
 * rounds may differ. */
static bool check_league(struct record *record, const char *path, const struct tasks *tasks,
                         struct error *error) {
    struct league_row league = {0};
    bool done = record_read_league(record, &league, error);
    if (done && !tasks_find_schedule(tasks->schedules, league.schedule))
        done = error_set(error, _("%s: it belongs to another league, schedule %s, not %s"), path,
                         league.schedule, tasks->schedules[0]);
    league_row_free(&league);
    return done;
}

/* Whether a record has all of the task's games, between the right engines, and nothing else. */
static bool check_games(const struct collect *collect, struct record *record,
                        const struct task *task, struct error *error) {
    int64_t count;
    if (!query_ask(record, "SELECT COUNT(*) FROM game", NULL, &count, error))
        return false;
    if (count != task->list.count)
        return error_set(error,
                         ngettext("it has %lld game, not %lld", "it has %lld games, not %lld",
                                  (unsigned long)count),
                         (long long)count, (long long)task->list.count);
    for (int64_t i = 0; i < count; i++) {
        const struct game_place *place = &task->list.game[i];
        struct record_game game;
        if (!record_find_game(record, place->number, &game, error))
            return false;
        if (!is_whole(collect->setup, &game) ||
            memcmp(game.engine, place->engine,
                   sizeof *place->engine * (size_t)collect->setup->seats) != 0)
            return error_set(error, _("game %lld is not the one that the task describes"),
                             (long long)game_id(place->number));
    }
    return true;
}

/* Verifies a record; the first thing that is wrong becomes the message. */
static bool check_truth(struct record *record, struct error *error) {
    struct verify_count count;
    char *lines = NULL;
    size_t size = 0;
    FILE *file = needed(open_memstream(&lines, &size));
    bool done = verify_record(record, file, &count, error);
    fclose(file);
    if (done && count.wrong > 0)
        done = error_set(error, "%.*s", lines ? (int)strcspn(lines, "\n") : 0, lines ? lines : "");
    free(lines);
    return done;
}

/* Whether the engines were the same programs as here, unless they may differ (--replaced). */
static bool check_programs(const struct collect *collect, struct record *record,
                           struct error *error) {
    const struct setup *setup = collect->setup;
    struct query row;
    bool same = true;
    query_open(&row, record,
               "SELECT engine, digest, host FROM program JOIN run ON run.id = program.run", NULL);
    while (same && query_step(&row)) {
        int engine = query_int(&row, 0) - 1;
        if (engine < 0 || engine >= setup->engines || setup->replaced ||
            strcmp(query_string(&row, 1), text_get(&collect->digest[engine])) == 0)
            continue;
        same =
            error_set(error,
                      _("engine %s is not the same program on the machine %s as here; --replaced "
                        "plays with both, and the record notes it"),
                      setup->engine[engine].spec.name, query_string(&row, 2));
    }
    struct error other;
    return query_close(&row, same ? error : &other) && same;
}

/* ---- into the league ------------------------------------------------------------------------- */

static enum collect_answer collect_check(struct collect *collect, const char *path,
                                         const struct tasks *tasks, const struct task *task,
                                         struct error *error) {
    struct record *record = record_read(path, error);
    enum collect_answer answer = COLLECT_REFUSED;
    if (record && check_league(record, path, tasks, error) &&
        check_games(collect, record, task, error) && check_truth(record, error))
        answer = check_programs(collect, record, error) ? COLLECT_TAKEN : COLLECT_FAILED;
    record_close(record);
    return answer;
}

enum collect_answer collect_task(struct collect *collect, const struct tasks *tasks,
                                 const struct task *task, struct error *error) {
    char *path = tasks_path(tasks, task->number, ".db");
    enum collect_answer answer = collect_check(collect, path, tasks, task, error);
    if (answer == COLLECT_TAKEN &&
        !(record_check_place(collect->record, error) && merge_add(collect->record, path, error)))
        answer = COLLECT_FAILED;
    free(path);
    return answer;
}
