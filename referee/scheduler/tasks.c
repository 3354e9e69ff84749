/* tasks.c - the folder of tasks. A coordinator that starts again finds everything it needs there.
 *
 * A task is a file that lists its games; a batch is a file that lists tasks. A task is ready when
 * it has a file, out when a batch lists it, and done when its record was taken. Files are written
 * whole or not at all, so that machines can read them at any time.
 */
#include "config.h"

#include "referee/scheduler/tasks.h"

#include "base/error.h"
#include "base/input.h"
#include "base/language.h"
#include "base/machine.h"
#include "base/needed.h"
#include "base/output.h"
#include "base/text.h"
#include "base/values.h"
#include "pairing/game_id.h"
#include "pairing/schedule.h"
#include "record/record.h"
#include "referee/setup/setup.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES_MAX = 64 << 20, TASKS_MAX = 10000000 };

#define HEAD "triancey task 1 of "
#define WITH "with "

char *tasks_path(const struct tasks *tasks, int number, const char *ending) {
    return needed_string("%s/task-%06d%s", tasks->folder, number, ending);
}

char *tasks_batch_path(const struct tasks *tasks, int batch, const char *ending) {
    return needed_string("%s/batch-%06d%s", tasks->folder, batch, ending);
}

/* ---- one task -------------------------------------------------------------------------------- */

/* Writes a text as a file, whole or not at all, and frees the text and the path. */
static bool tasks_write_file(char *path, struct text *text, struct error *error) {
    bool done = output_write_text(path, text, error);
    text_free(text);
    free(path);
    return done;
}

static bool write_task(const struct tasks *tasks, const struct task *task, struct error *error) {
    struct text text = {0};
    text_addf(&text, HEAD "%s\n", tasks->schedules[0]);
    if (task->with)
        text_addf(&text, WITH "%s\n", task->with);
    for (int64_t i = 0; i < task->list.count; i++) {
        const struct game_place *game = &task->list.game[i];
        text_addf(&text, "%lld", (long long)game_id(game->number));
        for (int seat = 0; seat < tasks->seats; seat++)
            text_addf(&text, " %d", game->engine[seat] + 1);
        text_add(&text, "\n");
    }
    return tasks_write_file(tasks_path(tasks, task->number, ""), &text, error);
}

/* Reads the numbers of a line, separated by blanks; there must be exactly this many. */
static bool read_numbers(char *line, int64_t least, int64_t *number, int count) {
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        const char *word = strsep(&line, " ");
        good = word && value_number(word, least, INT_MAX, &number[i]);
    }
    return good && !line;
}

static bool tasks_read_game(char *line, int engines, int seats, struct game_place *game) {
    int64_t number[1 + GAME_PLAYERS_MAX];
    bool good = read_numbers(line, 1, number, 1 + seats) && number[0] <= SCHEDULE_GAMES_MAX;
    *game = (struct game_place){.number = good ? number[0] - 1 : 0};
    for (int i = 0; good && i < seats; i++) {
        good = number[1 + i] <= engines;
        game->engine[i] = (int)number[1 + i] - 1;
    }
    return good;
}

void tasks_add_game(struct game_list *list, const struct game_place *game) {
    if ((list->count & (list->count - 1)) == 0) {
        size_t room = list->count ? 2 * (size_t)list->count : 1;
        list->game = needed(realloc(list->game, room * sizeof *list->game));
    }
    list->game[list->count++] = *game;
}

int tasks_find_schedule(const char *const *schedules, const char *name) {
    for (int i = 0; schedules[i]; i++)
        if (strcmp(schedules[i], name) == 0)
            return i + 1;
    return 0;
}

/* Reads a task. *place is the place of its schedule in the list, from 1. */
static bool read_task(const char *path, const char *const *schedules, int engines, int seats,
                      struct game_list *list, char **with, int *place, struct error *error) {
    struct text text = {0};
    struct game_place game;
    int number = 2;
    *list = (struct game_list){0};
    *with = NULL;
    bool done = input_read(path, FILE_BYTES_MAX, &text, error) && !text.failed;
    if (!done)
        error_reword(error, _("cannot read the task %s: %s"), path, error->text);
    char *rest = text.bytes, *line = done ? strsep(&rest, "\n") : NULL;
    if (done && (!line || strncmp(line, HEAD, strlen(HEAD)) != 0))
        done = error_set(error, _("%s: it is not a task of a league"), path);
    else if (done && !(*place = tasks_find_schedule(schedules, line + strlen(HEAD))))
        done = error_set(error, _("%s: it belongs to another league, schedule %s, not %s"), path,
                         line + strlen(HEAD), schedules[0]);
    if (done && rest && strncmp(rest, WITH, strlen(WITH)) == 0) {
        number++;
        *with = needed(strdup(strsep(&rest, "\n") + strlen(WITH)));
    }
    for (; done && rest && *rest; number++) {
        done = tasks_read_game(strsep(&rest, "\n"), engines, seats, &game) ||
               error_set(error, _("%s:%d: it is not a game of this league"), path, number);
        if (done)
            tasks_add_game(list, &game);
    }
    text_free(&text);
    return done;
}

bool tasks_read(const char *path, const char *schedule, int engines, int seats,
                struct game_list *list, char **with, struct error *error) {
    const char *const schedules[] = {schedule, NULL};
    int place;
    return read_task(path, schedules, engines, seats, list, with, &place, error);
}

/* ---- all tasks ------------------------------------------------------------------------------- */

static void tasks_make_room(struct tasks *tasks, int count) {
    if (count > tasks->room) {
        tasks->room = count < 64 ? 64 : 2 * count;
        tasks->task = needed(realloc(tasks->task, (size_t)tasks->room * sizeof *tasks->task));
    }
    for (; tasks->count < count; tasks->count++)
        tasks->task[tasks->count] = (struct task){.number = tasks->count + 1, .state = TASK_DONE};
}

/* The number in a name such as task-000012 or batch-000003, and the ending after it; 0: it is no
 * such name. */
static int number_in(const char *name, const char *prefix, const char **ending) {
    size_t length = strlen(prefix);
    char *end;
    if (strncmp(name, prefix, length) != 0 || !strchr("0123456789", name[length]))
        return 0;
    long number = strtol(name + length, &end, 10);
    *ending = end;
    return number > 0 && number <= TASKS_MAX ? (int)number : 0;
}

/* Calls back for each name in the folder. */
static bool each_name(const char *folder, void (*each)(void *context, const char *name),
                      void *context, struct error *error) {
    DIR *names = opendir(folder);
    if (!names)
        return error_set_kind(error, error_kind_of(errno), _("cannot read the folder %s: %s"),
                              folder, strerror(errno));
    for (const struct dirent *entry; (entry = readdir(names));)
        each(context, entry->d_name);
    closedir(names);
    return true;
}

static void find_file(void *context, const char *name) {
    struct tasks *tasks = context;
    const char *ending;
    int batch = number_in(name, "batch-", &ending), number = number_in(name, "task-", &ending);
    if (batch > tasks->batches)
        tasks->batches = batch;
    if (number == 0 || *ending)
        return;
    tasks_make_room(tasks, number);
    tasks->task[number - 1].state = TASK_READY;
}

/* Notes that the tasks of a batch are out, unless they are done. Batches are read in order, so that
 * the last one counts. */
static bool read_batch(struct tasks *tasks, int batch, struct error *error) {
    char *path = tasks_batch_path(tasks, batch, ""), *rest;
    struct text text = {0};
    const char *ending;
    bool done = access(path, F_OK) != 0 || input_read(path, FILE_BYTES_MAX, &text, error) ||
                error_reword(error, "%s: %s", path, error->text);
    rest = text.bytes;
    for (int place = 1; done && rest && *rest; place++) {
        int number = number_in(strsep(&rest, "\n"), "task-", &ending);
        if (number < 1 || number > tasks->count)
            continue;
        struct task *task = &tasks->task[number - 1];
        task->batch = batch;
        task->place = place;
        if (task->state == TASK_READY)
            task->state = TASK_OUT;
    }
    text_free(&text);
    free(path);
    return done;
}

static bool read_tasks(struct tasks *tasks, struct error *error) {
    if (!each_name(tasks->folder, find_file, tasks, error))
        return false;
    for (int i = 0; i < tasks->count; i++) {
        struct task *task = &tasks->task[i];
        if (task->state == TASK_DONE)
            continue;
        int place = 0;
        char *path = tasks_path(tasks, task->number, "");
        bool read = read_task(path, tasks->schedules, tasks->engines, tasks->seats, &task->list,
                              &task->with, &place, error);
        free(path);
        if (!read || (place > 1 && !write_task(tasks, task, error)))
            return false;
    }
    for (int batch = 1; batch <= tasks->batches; batch++)
        if (!read_batch(tasks, batch, error))
            return false;
    return true;
}

bool tasks_begin(struct tasks *tasks, const char *folder, const char *const *schedules, int engines,
                 int seats, struct error *error) {
    *tasks = (struct tasks){.folder = needed(strdup(folder)),
                            .schedules = schedules,
                            .engines = engines,
                            .seats = seats};
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set_kind(error, error_kind_of(errno), _("cannot make the folder %s: %s"),
                              folder, strerror(errno));
    return read_tasks(tasks, error);
}

void tasks_end(struct tasks *tasks) {
    for (int i = 0; i < tasks->count; i++) {
        free(tasks->task[i].list.game);
        free(tasks->task[i].with);
    }
    free(tasks->task);
    free(tasks->folder);
    *tasks = (struct tasks){0};
}

struct task *tasks_add(struct tasks *tasks, struct game_list *list, const char *with,
                       struct error *error) {
    if (tasks->count == TASKS_MAX)
        return error_null(error, _("more than %d tasks: give each more encounters"), TASKS_MAX);
    tasks_make_room(tasks, tasks->count + 1);
    struct task *task = &tasks->task[tasks->count - 1];
    task->list = *list;
    task->state = TASK_READY;
    *list = (struct game_list){0};
    if (with)
        task->with = needed(strdup(with));
    return write_task(tasks, task, error) ? task : NULL;
}

int tasks_in(const struct tasks *tasks, enum task_state state) {
    int count = 0;
    for (int i = 0; i < tasks->count; i++)
        count += tasks->task[i].state == state;
    return count;
}

int tasks_open(const struct tasks *tasks) {
    return tasks_in(tasks, TASK_OUT) + tasks_in(tasks, TASK_READY);
}

bool tasks_hand_out(struct tasks *tasks, int most, int *count, struct error *error) {
    struct text text = {0};
    int batch = tasks->batches + 1, place = 0;
    for (int i = 0; i < tasks->count && place < most; i++) {
        struct task *task = &tasks->task[i];
        if (task->state != TASK_READY)
            continue;
        text_addf(&text, "task-%06d\n", task->number);
        task->state = TASK_OUT;
        task->batch = batch;
        task->place = ++place;
        task->tries++;
        task->missed = 0;
    }
    *count = place;
    tasks->batches = batch;
    return tasks_write_file(tasks_batch_path(tasks, batch, ""), &text, error);
}

/* ---- other files in the folder --------------------------------------------------------------- */

struct finding {
    const struct tasks *tasks;
    bool *found;
};

static void find_record(void *context, const char *name) {
    const struct finding *finding = context;
    const char *ending;
    int number = number_in(name, "task-", &ending);
    if (number > 0 && number <= finding->tasks->count && strcmp(ending, ".db") == 0)
        finding->found[number - 1] = true;
}

bool tasks_each_record(struct tasks *tasks,
                       bool (*each)(void *context, struct task *task, struct error *error),
                       void *context, struct error *error) {
    struct finding finding = {tasks, needed(calloc((size_t)tasks->count + 1, sizeof(bool)))};
    bool done = each_name(tasks->folder, find_record, &finding, error);
    for (int i = 0; done && i < tasks->count; i++)
        if (finding.found[i])
            done = each(context, &tasks->task[i], error);
    free(finding.found);
    return done;
}

bool tasks_leave(struct record *record, const char *task, const atomic_int *stop,
                 struct error *error) {
    struct machine machine;
    machine_describe(&machine);
    char *made = needed_string("%s.%s-%ld", task, machine.host, (long)getpid());
    char *place = needed_string("%s.db", task);
    bool done = record_backup(record, made, stop, error);
    if (done && rename(made, place) != 0) {
        done = error_set_kind(error, error_kind_of(errno), "%s: %s", place, strerror(errno));
        unlink(made);
    }
    free(made);
    free(place);
    return done;
}

void tasks_forget(const struct tasks *tasks, struct task *task) {
    static const char *const endings[] = {"", ".db", ".out"};
    task->state = TASK_DONE;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char *path = tasks_path(tasks, task->number, endings[i]);
        unlink(path);
        free(path);
    }
}

static void remove_name(void *context, const char *name) {
    const struct tasks *tasks = context;
    const char *ending;
    char *path = needed_string("%s/%s", tasks->folder, name);
    if (number_in(name, "task-", &ending) || number_in(name, "batch-", &ending) ||
        strcmp(name, "faults") == 0 || strcmp(name, "past") == 0 || strcmp(name, "lock") == 0)
        unlink(path);
    free(path);
}

bool tasks_remove(const struct tasks *tasks) {
    struct error ignored;
    each_name(tasks->folder, remove_name, (void *)(uintptr_t)tasks, &ignored);
    return rmdir(tasks->folder) == 0;
}

bool tasks_write_faults(const struct tasks *tasks, const int64_t *faults, struct error *error) {
    struct text text = {0};
    for (int i = 0; i < tasks->engines; i++)
        text_addf(&text, "%lld\n", (long long)faults[i]);
    return tasks_write_file(needed_string("%s/faults", tasks->folder), &text, error);
}

bool tasks_write_past(const struct tasks *tasks, const struct schedule_past *past, int pasts,
                      struct error *error) {
    struct text text = {0};
    for (int i = 0; i < pasts; i++)
        text_addf(&text, "%d %d\n", past[i].engines, past[i].rounds);
    return tasks_write_file(needed_string("%s/past", tasks->folder), &text, error);
}

/* Reads the file of this name in a task's folder, if it exists. Its path is to be freed. */
static bool read_beside(const char *task, const char *name, char **path, struct text *text,
                        struct error *error) {
    const char *slash = strrchr(task, '/');
    *path = needed_string("%.*s%s", slash ? (int)(slash + 1 - task) : 0, task, name);
    return access(*path, F_OK) != 0 || input_read(*path, FILE_BYTES_MAX, text, error);
}

bool tasks_read_faults(const char *path, int engines, struct game_list *list, struct error *error) {
    struct text text = {0};
    char *name = NULL;
    bool done = read_beside(path, "faults", &name, &text, error);
    if (done && text.bytes)
        list->faults = needed(calloc((size_t)engines, sizeof *list->faults));
    char *rest = text.bytes;
    for (int i = 0; done && rest && i < engines; i++)
        done = read_numbers(strsep(&rest, "\n"), 0, &list->faults[i], 1) ||
               error_set(error, _("%s:%d: it is not a number of faults"), name, i + 1);
    text_free(&text);
    free(name);
    return done;
}

bool tasks_read_past(const char *path, struct setup *setup, struct error *error) {
    struct text text = {0};
    char *name = NULL;
    bool done = read_beside(path, "past", &name, &text, error);
    char *rest = text.bytes;
    for (int i = 1; done && rest && *rest; i++) {
        int64_t number[2];
        done = (read_numbers(strsep(&rest, "\n"), 1, number, 2) &&
                setup_is_possible_past(setup, (int)number[0], (int)number[1])) ||
               error_set(error, _("%s:%d: it is not an earlier state of this league"), name, i);
        if (done)
            setup_add_past(setup, (int)number[0], (int)number[1]);
    }
    text_free(&text);
    free(name);
    return done;
}
