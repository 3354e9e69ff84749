/* tasks.c - a league dealt out as tasks, without a scheduler: each game is in one task, whatever
 * was dealt out before; boards and pairs are mixed; damaged files are reported. */
#include "config.h"

#include "base/error.h"
#include "record/record.h"
#include "record/record_games.h"
#include "referee/league/league.h"
#include "referee/scheduler/batches.h"
#include "referee/scheduler/tasks.h"
#include "referee/setup/setup.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCHEDULE "0123456789abcdef"

static const char *const schedules[] = {SCHEDULE, NULL};

static char folder[] = "/tmp/triancey-tasks-XXXXXX";
static char path[sizeof folder + 64];

static const char *in_folder(const char *name) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(in_folder(name), "w");
    ok(file && fputs(text, file) >= 0 && fclose(file) == 0, "a file is made");
}

static void ignore(void *context, const struct record_game *game) {
    (void)context;
    (void)game;
}

/* ---- what is dealt --------------------------------------------------------------------------- */

/* A league of these keys, one a pair, ended by NULL, and of engines that are never started. */
static void set_up(struct setup *setup, const char *const *keys, int engines) {
    struct error error = {.text = ""};
    setup_init(setup);
    bool good = true;
    for (; good && *keys; keys += 2)
        good = setup_set(setup, keys[0], keys[1], false, &error);
    for (int i = 0; good && i < engines; i++) {
        char name[16];
        snprintf(name, sizeof name, "e%d", i);
        struct setup_engine *engine = setup_add_engine(setup, name, &error);
        good = engine && setup_set_engine(engine, "cmd", "true", &error);
    }
    if (!ok(good && setup_finish(setup, &error), "a league %s", error.text))
        exit(1);
}

/* How often each game is in a task that is open; *parted: a task has a leg without the others. */
static int *count_games(const struct setup *setup, const struct tasks *tasks, int64_t *numbers,
                        bool *parted) {
    struct schedule schedule = setup_schedule(setup);
    *numbers = schedule_count(&schedule);
    int *count = calloc((size_t)*numbers, sizeof *count);
    int legs = schedule.halves > 1 ? 1 : schedule.seats;
    *parted = false;
    for (int i = 0; count && i < tasks->count; i++) {
        const struct game_list *list = &tasks->task[i].list;
        *parted |= list->count % legs != 0;
        for (int64_t k = 0; k < list->count; k++) {
            count[list->game[k].number]++;
            *parted |= list->game[k].number / legs != list->game[k - k % legs].number / legs;
        }
    }
    return count;
}

static int64_t count_other(const int *count, int64_t numbers, int wanted) {
    int64_t other = 0;
    for (int64_t i = 0; i < numbers; i++)
        other += count[i] != wanted;
    return other;
}

/* Deals out a whole league, then once more what somebody who died in the middle has left. */
static void test_deal(const char *what, const char *const *keys, int engines, int task_size) {
    struct setup setup;
    struct error error = {.text = ""};
    struct tasks tasks;
    struct batches batches;
    int64_t numbers;
    bool parted;
    set_up(&setup, keys, engines);
    struct record *record = league_open_record(&setup, &error);
    ok(record && tasks_begin(&tasks, in_folder("all"), schedules, engines, setup.seats, &error) &&
           batches_begin(&batches, &setup, record, task_size, &tasks, ignore, NULL, &error),
       "%s: nothing is dealt yet %s", what, error.text);
    while (!batches.over)
        if (!batches_next(&batches, &tasks, 3,
                          &error)) /* small batches: they must join without a gap */
            break;
    int *count = count_games(&setup, &tasks, &numbers, &parted);
    is_int(count_other(count, numbers, 1), 0, "%s: each game is in one task, and in one alone",
           what);
    ok(!parted, "%s: legs of an encounter stay together", what);
    is_int(tasks_in(&tasks, TASK_READY), tasks.count, "%s: all of them are ready", what);
    free(count);
    batches_end(&batches);

    /* a third is lost without a trace, a third was handed out */
    int total = tasks.count, handed;
    for (int i = 0; i < total; i += 3)
        tasks_forget(&tasks, &tasks.task[i]);
    ok(tasks_hand_out(&tasks, total / 3, &handed, &error), "%s: a batch %s", what, error.text);
    tasks_end(&tasks);
    ok(tasks_begin(&tasks, in_folder("all"), schedules, engines, setup.seats, &error), "%s: %s",
       what, error.text);
    is_int(tasks_in(&tasks, TASK_OUT), handed, "%s: what was handed out is known again", what);
    ok(batches_begin(&batches, &setup, record, task_size, &tasks, ignore, NULL, &error), "%s: %s",
       what, error.text);
    while (!batches.over)
        if (!batches_next(&batches, &tasks, 100, &error))
            break;
    count = count_games(&setup, &tasks, &numbers, &parted);
    is_int(count_other(count, numbers, 1), 0, "%s: the rest is dealt out again, once", what);
    free(count);
    batches_end(&batches);
    ok(tasks_remove(&tasks), "%s: nothing is left", what);
    tasks_end(&tasks);
    record_close(record);
    setup_free(&setup);
}

/* Twelve boards on twelve machines of which each plays whole tasks: no task is of one board. */
static void test_mixture(void) {
    static const char *const keys[] = {
        "grids",
        "torus 4x4, torus 6x4, torus 6x6, torus 4x8, torus 3x2, torus 5x4, torus 5x6,"
        " torus 6x8, torus 7x4, torus 8x4, torus 3x4, torus 4x6",
        "rounds", "12", NULL};
    struct setup setup;
    struct error error = {.text = ""};
    struct tasks tasks;
    struct batches batches;
    int fewest = 12;
    set_up(&setup, keys, 2);
    struct record *record = league_open_record(&setup, &error);
    ok(record && tasks_begin(&tasks, in_folder("mixed"), schedules, 2, 2, &error) &&
           batches_begin(&batches, &setup, record, 12, &tasks, ignore, NULL, &error) &&
           batches_next(&batches, &tasks, 1000, &error),
       "twelve boards %s", error.text);
    is_int(tasks.count, 12, "in twelve tasks");
    for (int i = 0; i < tasks.count; i++) {
        unsigned boards = 0;
        for (int64_t k = 0; k < tasks.task[i].list.count; k++)
            boards |=
                1u << schedule_get(&batches.schedule, tasks.task[i].list.game[k].number).board;
        if (__builtin_popcount(boards) < fewest)
            fewest = __builtin_popcount(boards);
    }
    ok(fewest >= 10, "each has 10 of them at least: %d", fewest);
    batches_end(&batches);
    tasks_remove(&tasks);
    tasks_end(&tasks);
    record_close(record);
    setup_free(&setup);
}

/* What a part is played with, as its tasks say; of "part N". */
static int part_of(const struct task *task) {
    int part = 0;
    return task->with && sscanf(task->with, "part %d", &part) == 1 ? part : 0;
}

/* A league in parts of three rounds: each game is once in a task of its own part, whatever lies in
 * the folder already. */
static void test_parts(void) {
    static const char *const keys[] = {"grids", "torus 4x4, crepe", "rounds", "12", NULL};
    enum { PARTS = 4, PART_GAMES = 6 };
    struct setup setup;
    struct error error = {.text = ""};
    struct tasks tasks;
    struct batches batches;
    set_up(&setup, keys, 2);
    struct record *record = league_open_record(&setup, &error);
    for (int turn = 0; turn < 2; turn++) {
        int count[PARTS * PART_GAMES] = {0};
        bool good = record && tasks_begin(&tasks, in_folder("parts"), schedules, 2, 2, &error) &&
                    batches_begin(&batches, &setup, record, 2, &tasks, ignore, NULL, &error);
        if (turn > 0) /* some of the second part are lost */
            tasks_forget(&tasks, &tasks.task[4]);
        batches_end(&batches);
        good = good && batches_begin(&batches, &setup, record, 2, &tasks, ignore, NULL, &error);
        for (int part = 1; good && part <= PARTS; part++) {
            char with[24];
            snprintf(with, sizeof with, "part %d", part);
            batches.with = with;
            batches.bound = part * PART_GAMES;
            do /* less than a part at a time: it goes on where it was */
                good = batches_next(&batches, &tasks, 2, &error);
            while (good && !batches.bounded && !batches.over);
        }
        ok(good && batches.over, "a league in parts %s", error.text);
        for (int i = 0; i < tasks.count; i++)
            for (int64_t k = 0; tasks.task[i].state != TASK_DONE && k < tasks.task[i].list.count;
                 k++) {
                int64_t number = tasks.task[i].list.game[k].number;
                count[number] += 1 + 100 * (part_of(&tasks.task[i]) != number / PART_GAMES + 1);
            }
        is_int(count_other(count, PARTS * PART_GAMES, 1), 0,
               "each game is in one task, which says its part");
        batches_end(&batches);
        if (turn > 0)
            tasks_remove(&tasks);
        tasks_end(&tasks);
    }
    record_close(record);
    setup_free(&setup);
}

/* ---- files ----------------------------------------------------------------------------------- */

static void refuse(const char *text, const char *why) {
    struct game_list list;
    struct error error = {.text = ""};
    char *with;
    write_file("task", text);
    ok(!tasks_read(in_folder("task"), SCHEDULE, 3, 2, &list, &with, &error) &&
           strstr(error.text, why),
       "refused: %s", error.text);
    free(list.game);
    free(with);
}

/* The file of what the league was is believed as far as it can be true. */
static void test_past(void) {
    static const char *const wrong[] = {"2\n", "3 1\n", "2 0\n", "2 1 1\n", "2 2\n2 3\n", "x y\n"};
    struct error error = {.text = ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct setup three;
        setup_init(&three);
        three.engines = 3;
        write_file("past", wrong[i]);
        ok(!tasks_read_past(in_folder("task"), &three, &error) && strstr(error.text, "/past:"),
           "refused: %s", error.text);
        three.engines = 0;
        setup_free(&three);
    }
    struct setup three;
    setup_init(&three);
    three.engines = 3;
    write_file("past", "2 4\n");
    ok(tasks_read_past(in_folder("task"), &three, &error) && three.pasts == 1 &&
           three.past[0].engines == 2 && three.past[0].rounds == 4,
       "what the league was before an engine joined %s", error.text);
    three.engines = 0;
    setup_free(&three);
}

static void test_files(void) {
    struct game_list list = {0};
    struct error error = {.text = ""};
    char *with;
    write_file("task", "triancey task 1 of " SCHEDULE "\n7 1 3\n8 3 1\n");
    ok(tasks_read(in_folder("task"), SCHEDULE, 3, 2, &list, &with, &error), "a task %s",
       error.text);
    is_int(list.count, 2, "of two games");
    is_int(list.game[1].number, 7, "counted from 0 inside");
    is_int(list.game[1].engine[0], 2, "and so are engines");
    ok(!with, "they are played with nothing else");
    free(list.game);
    write_file("task", "triancey task 1 of " SCHEDULE "\nwith two words\n7 1 3\n");
    ok(tasks_read(in_folder("task"), SCHEDULE, 3, 2, &list, &with, &error) && list.count == 1,
       "a task %s", error.text);
    is_string(with, "two words", "and what it is played with");
    free(with);
    write_file("faults", "0\n4\n1\n");
    ok(tasks_read_faults(in_folder("task"), 3, &list, &error) && list.faults[1] == 4,
       "what engines have done before %s", error.text);
    free(list.faults);
    list.faults = NULL;
    write_file("faults", "0\n-4\n1\n");
    ok(!tasks_read_faults(in_folder("task"), 3, &list, &error) && strstr(error.text, "faults:2:"),
       "refused: %s", error.text);
    free(list.faults);
    free(list.game);
    test_past();
    refuse("", "not a task");
    refuse("something else\n", "not a task");
    refuse("triancey task 1 of 0000000000000000\n7 1 2\n", "another league");
    refuse("triancey task 1 of " SCHEDULE "\n7 1 3\n8 4 1\n", "task:3:");
    refuse("triancey task 1 of " SCHEDULE "\n0 1 3\n", "task:2:");
    refuse("triancey task 1 of " SCHEDULE "\n7 1\n", "task:2:");
    refuse("triancey task 1 of " SCHEDULE "\n7 1 2 3\n", "task:2:");
    refuse("triancey task 1 of " SCHEDULE "\n7 1 x\n", "task:2:");
    refuse("triancey task 1 of " SCHEDULE "\nwith more\n7 1 x\n", "task:3:");
    refuse("triancey task 1 of " SCHEDULE "\n99999999999999999999 1 2\n", "task:2:");
    refuse("triancey task 1 of " SCHEDULE "\n7 1 2\nwith more\n", "task:3:");
    unlink(in_folder("task"));
    unlink(in_folder("faults"));
    ok(!tasks_read(in_folder("task"), SCHEDULE, 3, 2, &list, &with, &error) &&
           strstr(error.text, "No such file"),
       "refused: %s", error.text);
}

int main(void) {
    static const char *const halves[] = {"grids", "torus 4x4, torus 6x4, crepe", "rounds", "7",
                                         NULL};
    static const char *const legs[] = {"game",   "triancey", "grids", "torus 4x4, crepe",
                                       "rounds", "5",        NULL};
    if (!mkdtemp(folder))
        skip_all("no folder for temporary files");
    test_parts();
    test_files();
    test_deal("two halves", halves, 4, 5);
    test_deal("two halves, one by one", halves, 3, 1);
    test_deal("legs", legs, 3, 4);
    test_deal("legs, of the usual size", legs, 3, 0);
    test_mixture();
    rmdir(folder);
    return done();
}
