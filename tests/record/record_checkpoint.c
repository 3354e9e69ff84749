/* record_checkpoint.c - the thread that copies the log into the file: what is committed is there
 * for others at once, the log does not grow for ever while somebody writes without a pause, and one
 * file with all of it is left at the end. */
#include "config.h"

#include "base/error.h"
#include "games/game.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"
#include "tests/lib/given_clock.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ROW_BYTES = 8000, BATCH = 64, BATCHES_MAX = 10000, BATCH_US = 20000 };

static int64_t size_of(const char *path) {
    struct stat file;
    return stat(path, &file) == 0 ? (int64_t)file.st_size : -1;
}

/* The two numbers that tell one round of the log from the next (its header's salts). */
static uint64_t read_round(const char *log) {
    uint64_t salts = 0;
    FILE *file = fopen(log, "rb");
    if (file) {
        if (fseek(file, 16, SEEK_SET) != 0 || fread(&salts, sizeof salts, 1, file) != 1)
            salts = 0;
        fclose(file);
    }
    return salts;
}

static bool write_rows(struct record *record, struct error *error) {
    char text[ROW_BYTES + 1];
    memset(text, 'x', ROW_BYTES);
    text[ROW_BYTES] = '\0';
    const struct query_value values[] = {value_text(text), {0}};
    for (int i = 0; i < BATCH; i++)
        if (!query_write(record, "INSERT INTO thing (text) VALUES (?)", values, error))
            return false;
    return true;
}

static int64_t count(struct record *record) {
    struct error error;
    int64_t rows = -1;
    query_ask(record, "SELECT COUNT(*) FROM thing", NULL, &rows, &error);
    return rows;
}

/* Writes without a pause, fifty times a second by the given clock, until the log has started over
 * this often. Returns how many rows. */
static int64_t write_until(struct record *record, const char *log, int rounds) {
    struct error error;
    int64_t rows = 0;
    uint64_t last = read_round(log);
    for (int i = 0; rounds > 0 && i < BATCHES_MAX; i++) {
        if (!query_begin_writing(record, &error) ||
            !query_end_writing(record, write_rows(record, &error), &error)) {
            diag("%s", error.text);
            return -1;
        }
        rows += BATCH;
        clock_advance_us(BATCH_US);
        uint64_t now = read_round(log);
        rounds -= now != last;
        last = now;
    }
    return rounds > 0 ? -1 : rows;
}

/* A stranger who may write to the folder can put a pipe in the place of the journal at any moment,
 * also after the record was looked at and opened. */
static void check_pipe(const char *path) {
    struct error error;
    struct query query;
    const char *journal = run_path("some.db-journal");
    struct record *record = record_read(path, &error);
    ok(record && mkfifo(journal, 0600) == 0, "a pipe that comes once the record is open");
    query_open(&query, record, "SELECT COUNT(*) FROM thing", NULL);
    ok(!query_step(&query) && !query_close(&query, &error), "SQLite does not wait for it");
    record_close(record);
    unlink(journal);
    record = record_read(path, &error);
    ok(record && count(record) > 0, "without it, the record can be read");
    record_close(record);
}

int main(void) {
    struct error error;
    run_begin();
    clock_give();
    const char *path = run_path("some.db"), *log = run_path("some.db-wal");
    struct record *record = record_open_extra(path, game_find("selacata"), &error);
    if (!ok(record && query_run(record, "CREATE TABLE thing (text TEXT NOT NULL)", &error),
            "a record that is written to"))
        return done();
    struct record_checkpoint *checkpoint = record_checkpoint_start(record, &error);
    ok(checkpoint != NULL, "a thread looks after its log");
    write_rows(record, &error);
    struct record *reader = record_read(path, &error);
    ok(reader && count(reader) == BATCH, "others see at once what is committed");
    int64_t rows = write_until(record, log, 1);
    ok(rows > 0, "the log begins anew while somebody writes without a pause");
    ok(count(record) == rows + BATCH && count(reader) == rows + BATCH, "nothing is lost by it");
    record_close(reader);
    record_checkpoint_stop(checkpoint);
    record_close(record);
    ok(size_of(log) < 0 && size_of(path) > (rows + BATCH) * ROW_BYTES, "the end: one file");
    reader = record_read(path, &error);
    ok(reader && count(reader) == rows + BATCH, "with all that was written");
    record_close(reader);
    check_pipe(path);
    record_checkpoint_stop(NULL);
    clock_take();
    run_end();
    return done();
}
