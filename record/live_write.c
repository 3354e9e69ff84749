/* live_write.c - writes the file of live moves (live.h): workers note moves at their tables, and a
 * separate thread writes them to the file, so that no worker waits for it. */
#include "config.h"

#include "base/clock.h"

#include "base/needed.h"
#include "base/wait.h"
#include "record/live.h"

#include "base/error.h"
#include "base/json.h"
#include "base/language.h"
#include "base/system.h"
#include "base/thread.h"
#include "base/values.h"
#include "record/half_json.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TICK_MS = 100, CACHE_LINE = 64, MOVES_FIRST = 64 };

/* How every live file begins. */
static const char mark[] = "{\"live\":";

struct move {
    char text[GAME_MOVE_TEXT];
    int64_t took;
};

/* A worker appends moves without waiting for the thread that reads them: only moves that have been
 * counted are read. */
struct table {
    alignas(CACHE_LINE) atomic_int count; /* moves */
    struct move *move;
    int room;
    pthread_mutex_t mutex; /* guards the members below, and moves that have been counted */
    bool plays, news;
    int written; /* how many moves are in the file */
    struct live_half half;
};

struct live {
    int file;
    char *path, *league, *schedule;
    pthread_t thread;
    pthread_mutex_t mutex; /* guards `ends` */
    pthread_cond_t changed;
    bool ends;
    int tables;
    struct table *table;
};

static void set_now(char utc[CALENDAR_MOMENT_SIZE]) {
    calendar_write_moment(clock_wall_us() / 1000, utc);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Whether a file may be replaced: it is empty, or a referee has left it. */
static bool is_ours(int file) {
    char start[sizeof mark - 1];
    ssize_t length = pread(file, start, sizeof start, 0);
    return length == 0 ||
           (length == (ssize_t)sizeof start && memcmp(start, mark, sizeof start) == 0);
}

/* Opens and locks the file, without blocking, and without following a link. */
static bool open_file(struct live *live, struct error *error) {
    struct stat status;
    live->file = open(live->path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    if (live->file < 0)
        return error_set_kind(error, error_kind_of(errno), "%s: %s", live->path, strerror(errno));
    if (fstat(live->file, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(live->file))
        return error_set(error, _("%s: it is another file"), live->path);
    return system_lock(live->file) ||
           error_set(error, _("%s: another program has locked it"), live->path);
}

static void add_moves(const struct table *table, struct json *json) {
    struct text words = {0}, clocks = {0};
    for (int i = 0; i < table->written; i++) {
        text_add_word(&words, table->move[i].text);
        text_add_bytes(&clocks, " ", i > 0);
        text_add_number(&clocks, table->move[i].took);
    }
    half_json_moves(text_get(&words), text_get(&clocks), json);
    json->text.failed |= words.failed || clocks.failed;
    text_free(&words);
    text_free(&clocks);
}

static void live_write_add_half(const struct table *table, struct json *json) {
    const struct live_half *half = &table->half;
    json_open(json, NULL, '{');
    json_integer(json, "game", half->game);
    json_integer(json, "half", half->half);
    json_integer(json, "round", half->round);
    json_integer(json, "board", half->board);
    json_string(json, "board_name", half->board_name);
    json_strings(json, "seats", half->player, half->seats);
    json_integers(json, "carry", half->carry, half->seats);
    json_string(json, "begun", half->begun);
    json_string(json, "moved", half->moved);
    add_moves(table, json);
    json_close(json, '}');
    text_add(&json->text, "\n");
    json->comma = false;
}

/* Takes the moves since the last time; false: there is no news. */
static bool take_news(struct table *table) {
    int count = atomic_load_explicit(&table->count, memory_order_acquire);
    bool news = table->news;
    if (table->plays && count > table->written) {
        table->written = count;
        set_now(table->half.moved);
        news = true;
    }
    table->news = false;
    return news;
}

/* Adds the halves that are being played; false: nothing has changed. */
static bool add_halves(struct live *live, struct json *json, int *halves) {
    bool news = false;
    for (int i = 0; i < live->tables; i++) {
        struct table *table = &live->table[i];
        pthread_mutex_lock(&table->mutex);
        news |= take_news(table);
        if (table->plays) {
            live_write_add_half(table, json);
            ++*halves;
        }
        pthread_mutex_unlock(&table->mutex);
    }
    return news;
}

static void add_head(const struct live *live, int halves, struct json *json) {
    json_open(json, NULL, '{');
    json_integer(json, "live", LIVE_VERSION);
    json_string(json, "league", live->league);
    json_string(json, "schedule", live->schedule);
    json_integer(json, "halves", halves);
    json_close(json, '}');
    text_add(&json->text, "\n");
    json->comma = false;
}

/* Writes the file. If that fails in the middle, the hash at its end is missing, so readers ignore
 * it. */
static void live_write_text(const struct live *live, const struct text *text) {
    if (!text->failed && pwrite(live->file, text->bytes, text->length, 0) == (ssize_t)text->length)
        while (ftruncate(live->file, (off_t)text->length) != 0 && errno == EINTR)
            continue;
}

static void live_write_file(struct live *live, bool always) {
    struct json halves = {0}, all = {0};
    int count = 0;
    bool news = add_halves(live, &halves, &count);
    if (news || always) {
        add_head(live, count, &all);
        text_add(&all.text, text_get(&halves.text));
        all.text.failed |= halves.text.failed;
        text_addf(&all.text, "{\"end\":\"%016" PRIx64 "\"}\n", text_hash(text_get(&all.text)));
        live_write_text(live, &all.text);
    }
    text_free(&halves.text);
    text_free(&all.text);
}

/* ---- the thread ------------------------------------------------------------------------------ */

static void *live_write_work(void *context) {
    struct live *live = context;
    pthread_mutex_lock(&live->mutex);
    while (!live->ends) {
        int64_t tick = clock_us() + TICK_MS * 1000;
        while (!live->ends && wait_condition(&live->changed, &live->mutex, tick) == 0)
            continue;
        pthread_mutex_unlock(&live->mutex);
        live_write_file(live, false);
        pthread_mutex_lock(&live->mutex);
    }
    pthread_mutex_unlock(&live->mutex);
    return NULL;
}

static void free_live(struct live *live) {
    for (int i = 0; i < live->tables; i++) {
        free(live->table[i].move);
        pthread_mutex_destroy(&live->table[i].mutex);
    }
    free(live->table);
    pthread_cond_destroy(&live->changed);
    pthread_mutex_destroy(&live->mutex);
    if (live->file >= 0)
        close(live->file);
    free(live->path);
    free(live->league);
    free(live->schedule);
    free(live);
}

struct live *live_begin(const char *record, const char *league, const char *schedule, int tables,
                        struct error *error) {
    struct live *live = needed(calloc(1, sizeof *live));
    live->file = -1;
    live->tables = tables;
    live->table = needed(aligned_alloc(CACHE_LINE, sizeof *live->table * (size_t)tables));
    for (int i = 0; i < tables; i++) {
        live->table[i] = (struct table){.plays = false};
        pthread_mutex_init(&live->table[i].mutex, NULL);
    }
    pthread_mutex_init(&live->mutex, NULL);
    wait_condition_init(&live->changed);
    live->league = needed(strdup(league));
    live->schedule = needed(strdup(schedule));
    live->path = needed_string("%s" LIVE_SUFFIX, record);
    if (open_file(live, error)) {
        live_write_file(live, true);
        if (thread_start(&live->thread, live_write_work, live) == 0)
            return live;
        error_set(error, _("%s: cannot start a thread"), live->path);
        unlink(live->path);
    }
    free_live(live);
    return NULL;
}

/* Removes the file while it is still locked: the next referee then makes another one, which is not
 * removed by mistake. */
void live_end(struct live *live) {
    if (!live)
        return;
    pthread_mutex_lock(&live->mutex);
    live->ends = true;
    pthread_cond_signal(&live->changed);
    pthread_mutex_unlock(&live->mutex);
    pthread_join(live->thread, NULL);
    unlink(live->path);
    free_live(live);
}

/* ---- the tables ------------------------------------------------------------------------------ */

void live_play(struct live *live, int table, const struct live_half *half) {
    if (!live)
        return;
    struct table *at = &live->table[table];
    pthread_mutex_lock(&at->mutex);
    at->half = *half;
    set_now(at->half.begun);
    memcpy(at->half.moved, at->half.begun, sizeof at->half.moved);
    atomic_store_explicit(&at->count, 0, memory_order_relaxed);
    at->written = 0;
    at->plays = at->news = true;
    pthread_mutex_unlock(&at->mutex);
}

/* Makes room for more moves; the lock keeps the thread from reading meanwhile. */
static void live_write_grow(struct table *table) {
    pthread_mutex_lock(&table->mutex);
    table->room = table->room ? 2 * table->room : MOVES_FIRST;
    table->move = needed(realloc(table->move, sizeof *table->move * (size_t)table->room));
    pthread_mutex_unlock(&table->mutex);
}

void live_move(struct live *live, int table, const char *move, int64_t took) {
    if (!live)
        return;
    struct table *at = &live->table[table];
    int count = atomic_load_explicit(&at->count, memory_order_relaxed);
    if (count == at->room)
        live_write_grow(at);
    size_t length = strnlen(move, GAME_MOVE_TEXT - 1);
    memcpy(at->move[count].text, move, length);
    at->move[count].text[length] = '\0';
    at->move[count].took = took;
    atomic_store_explicit(&at->count, count + 1, memory_order_release);
}

void live_over(struct live *live, int table) {
    if (!live)
        return;
    struct table *at = &live->table[table];
    pthread_mutex_lock(&at->mutex);
    at->news |= at->plays;
    at->plays = false;
    pthread_mutex_unlock(&at->mutex);
}
