/* fuzz_help.h - what fuzzers share: files and records in memory, boards that are read once.
 *
 * A reader is fuzzed through the functions that the programs call, so most of them get a path. The
 * paths here name memory, so that nothing waits for a disk.
 */
#ifndef TRIANCEY_TESTS_TOOLS_FUZZ_HELP_H
#define TRIANCEY_TESTS_TOOLS_FUZZ_HELP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/tools/fuzz_path.h"

/* Prints what has failed and aborts: libFuzzer takes that for a crash. */
void fuzz_fail(const char *what, const char *detail) __attribute__((noreturn));

/* A file in memory with these bytes, one for each number: FUZZ_FILE_PATH(number) is its path. */
enum { FUZZ_FILES = 4, FUZZ_FILE_FIRST = 200 };
#define FUZZ_FILE_FOLDER "/proc/self/fd/"
const char *fuzz_file(int number, const void *bytes, size_t size);

/* Gives SQLite an allocator that is quicker than the sanitizer's. To touch bytes beside an
 * allocation, or freed ones, is still an error. Leaks are found by fuzz_check_sqlite(), some
 * thousand inputs later, if no connection is open. Call it before another thread uses SQLite. */
void fuzz_quicken_sqlite(bool threads);
void fuzz_check_sqlite(void);

/* From now on SQLite keeps what it opens by path in memory, as long as somebody has it open. */
void fuzz_records_in_memory(void);

/* Makes the record at a path from these bytes, and empties it again. It can be read by its path in
 * between. */
void fuzz_put_record(const char *path, const void *bytes, size_t size);
void fuzz_drop_record(void);

/* Whether a text can be shown anywhere: UTF-8 without control characters but the end of a line. */
bool fuzz_is_printable(const char *text);

/* What is left of an input, for code that takes decisions from it; after its end there are zeros.
 */
struct fuzz_bytes {
    const uint8_t *at, *end;
};

static inline unsigned fuzz_take(struct fuzz_bytes *bytes) {
    return bytes->at < bytes->end ? *bytes->at++ : 0;
}

#endif
