/* scheduler_work.c - plays a task, on any machine that reaches the folder of tasks. The record is
 * made in the folder of temporary files and moved to the folder of tasks when it is complete. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "record/record.h"
#include "record/record_league.h"
#include "referee/league/league.h"
#include "referee/scheduler/scheduler.h"
#include "referee/scheduler/tasks.h"
#include "referee/setup/setup.h"

#include <stdlib.h>
#include <unistd.h>

static bool scheduler_work_play(struct setup *setup, const char *task, const atomic_int *stop,
                                struct error *error) {
    struct record *record = NULL;
    bool done = league_try_engines(setup, NULL, stop, error) &&
                (record = league_open_record(setup, error)) &&
                league_play(setup, record, PROGRESS_QUIET, stderr, NULL, stop, error);
    if (done && atomic_load(stop))
        done = error_set(error, _("interrupted"));
    done = done && tasks_leave(record, task, stop, error);
    record_close(record);
    return done;
}

bool scheduler_work(struct setup *setup, const char *task,
                    bool (*take)(void *context, const char *with, struct error *error),
                    void *context, const atomic_int *stop, struct error *error) {
    char schedule[RECORD_SCHEDULE_SIZE];
    struct game_list list = {0};
    char *with = NULL;
    if (!tasks_read_past(task, setup, error))
        return false;
    league_name_schedule(setup, schedule);
    char *place = needed_string("%s.db", task);
    bool played = access(place, F_OK) == 0; /* another attempt has played it */
    free(place);
    if (played)
        return true;
    free(setup->record);
    setup->record = NULL;
    setup->recover = true; /* the coordinator decides what faults lead to */
    bool done = tasks_read(task, schedule, setup->engines, setup->seats, &list, &with, error) &&
                tasks_read_faults(task, setup->engines, &list, error);
    setup->only = &list;
    if (done && take)
        done = take(context, with ? with : "", error) ||
               error_reword(error, "%s: %s", task, error->text);
    else if (done && with)
        done = error_set(error, _("%s: it is not a task of a league"), task);
    done = done && scheduler_work_play(setup, task, stop, error);
    setup->only = NULL;
    free(list.game);
    free(list.faults);
    free(with);
    return done;
}
