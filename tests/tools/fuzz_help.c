/* fuzz_help.c - files, records and boards in memory, for fuzzers. */
#include "config.h"

#include "tests/tools/fuzz_help.h"

#include "base/text.h"
#include "grids/grid.h"

#include <fcntl.h>
#include <sanitizer/asan_interface.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_fail(const char *what, const char *detail) {
    dprintf(STDERR_FILENO, "fuzz: %s: %.2000s\n", what, detail);
    abort();
}

const char *fuzz_file(int number, const void *bytes, size_t size) {
    static char path[FUZZ_FILES][32];
    int file = FUZZ_FILE_FIRST + number;
    if (!path[number][0]) {
        int made = memfd_create("fuzz", MFD_CLOEXEC);
        if (made < 0 || dup3(made, file, O_CLOEXEC) < 0)
            fuzz_fail("no file in memory", "memfd_create");
        close(made);
        snprintf(path[number], sizeof path[number], FUZZ_FILE_FOLDER "%d", file);
    }
    if (ftruncate(file, (off_t)size) != 0 || pwrite(file, bytes, size, 0) != (ssize_t)size)
        fuzz_fail("no memory", path[number]);
    return path[number];
}

bool fuzz_is_printable(const char *text) {
    for (const char *at = text; *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\n') || *at == '\x7f')
            return false;
    return text_is_utf8(text);
}

/* ---- memory of SQLite ------------------------------------------------------------------------ */

/* The allocator below the sanitizer's, by the C library's own name for it. */
void *__libc_malloc(size_t size);
void __libc_free(void *block);

/* Before each block is its size, and on both sides are bytes that may not be touched. */
enum { EDGE = 16 };

static atomic_long blocks; /* that SQLite has */

static int block_size(void *block) {
    size_t size;
    unsigned char *start = (unsigned char *)block - EDGE;
    ASAN_UNPOISON_MEMORY_REGION(start, sizeof size);
    memcpy(&size, start, sizeof size);
    ASAN_POISON_MEMORY_REGION(start, sizeof size);
    return (int)size;
}

static void *block_new(int wanted) {
    size_t size = (size_t)wanted;
    unsigned char *start = __libc_malloc(size + 2 * EDGE);
    if (!start)
        return NULL;
    blocks++;
    ASAN_UNPOISON_MEMORY_REGION(start, size + EDGE);
    memcpy(start, &size, sizeof size);
    ASAN_POISON_MEMORY_REGION(start, EDGE);
    ASAN_POISON_MEMORY_REGION(start + EDGE + size, EDGE);
    return start + EDGE;
}

static void block_free(void *block) {
    blocks--;
    ASAN_POISON_MEMORY_REGION(block, (size_t)block_size(block));
    __libc_free((unsigned char *)block - EDGE);
}

static void *block_resize(void *block, int size) {
    int before = block_size(block);
    void *other = block_new(size);
    if (other) {
        memcpy(other, block, (size_t)(before < size ? before : size));
        block_free(block);
    }
    return other;
}

static int block_round(int size) {
    return (size + 7) & ~7;
}

static int block_begin(void *nothing) {
    (void)nothing;
    return SQLITE_OK;
}

static void block_end(void *nothing) {
    (void)nothing;
}

void fuzz_quicken_sqlite(bool threads) {
    static const sqlite3_mem_methods methods = {.xMalloc = block_new,
                                                .xFree = block_free,
                                                .xRealloc = block_resize,
                                                .xSize = block_size,
                                                .xRoundup = block_round,
                                                .xInit = block_begin,
                                                .xShutdown = block_end};
    sqlite3_shutdown(); /* else it takes no more configuration: half of the time were locks */
    sqlite3_config(threads ? SQLITE_CONFIG_MULTITHREAD : SQLITE_CONFIG_SINGLETHREAD);
    sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 512, 500);
    sqlite3_initialize();
}

void fuzz_check_sqlite(void) {
    enum { SOME = 10000 };
    static long first;
    if (!first)
        first = blocks;
    if (blocks > first + SOME)
        fuzz_fail("more and more memory", "of SQLite");
}

/* ---- records --------------------------------------------------------------------------------- */

void fuzz_records_in_memory(void) {
    fuzz_quicken_sqlite(false);
    sqlite3_vfs *memory = sqlite3_vfs_find("memdb");
    if (!memory || sqlite3_vfs_register(memory, 1) != SQLITE_OK)
        fuzz_fail("no databases in memory", "memdb");
}

static sqlite3_file *record; /* that keeps the bytes; NULL: none */

void fuzz_put_record(const char *path, const void *bytes, size_t size) {
    static char name[FUZZ_PATH_SIZE + 8]; /* SQLite needs two zeros after it */
    sqlite3_vfs *memory = sqlite3_vfs_find("memdb");
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB;
    memset(name, 0, sizeof name);
    snprintf(name, FUZZ_PATH_SIZE, "%s", path);
    record = calloc(1, (size_t)memory->szOsFile);
    if (!record || memory->xOpen(memory, name, record, flags, &flags) != SQLITE_OK ||
        record->pMethods->xWrite(record, bytes, (int)size, 0) != SQLITE_OK)
        fuzz_fail("no record in memory", path);
}

void fuzz_drop_record(void) {
    record->pMethods->xClose(record);
    free(record);
    record = NULL;
}

/* ---- boards ---------------------------------------------------------------------------------- */

/* Linked instead of grid_find(): a board is made once, and then copied. They have a fuzzer of their
 * own, and making them took nine tenths of the time of others. */
struct grid *__real_grid_find(const char *name, struct error *error);
struct grid *__wrap_grid_find(const char *name, struct error *error);

struct grid *__wrap_grid_find(const char *name, struct error *error) {
    enum { KEPT = 1024, TEXT_SIZE = 80 };
    static struct {
        char text[TEXT_SIZE];
        struct grid *grid;
    } kept[KEPT];
    uint64_t place = text_hash(name) % KEPT;
    bool keep = strlen(name) < TEXT_SIZE && !strchr(name, '/');
    if (!keep || !kept[place].grid || strcmp(kept[place].text, name) != 0) {
        struct grid *grid = __real_grid_find(name, error);
        if (!grid || !keep)
            return grid;
        grid_free(kept[place].grid);
        strcpy(kept[place].text, name);
        kept[place].grid = grid;
    }
    struct grid *copy = malloc(sizeof *copy);
    return copy ? memcpy(copy, kept[place].grid, sizeof *copy) : NULL;
}
