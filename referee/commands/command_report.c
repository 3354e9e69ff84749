/* command_report.c - `report`: a league as a page or a picture to look at. */
#include "config.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/output.h"
#include "grids/grid.h"
#include "record/live.h"
#include "record/record.h"
#include "referee/commands/commands.h"
#include "results/report.h"
#include "results/report_games.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a record that another process writes ---------------------------------------------------- */

/* No connection to it is kept between two looks, so that the referee that writes it can leave one
 * whole file at its end. Changes show in the times and sizes of the record, of its write-ahead log,
 * to which SQLite writes first, and of the file of live moves. A running referee shows by the lock
 * that it holds (record.h). A record must be closed before follow_look(), which would release
 * SQLite's locks in this process. */

enum follow_answer {
    FOLLOW_SAME,
    FOLLOW_NEWS,  /* it has changed since the last look; also the answer of the first one */
    FOLLOW_OVER,  /* nobody writes it any more, and all that was written is there */
    FOLLOW_FAILED /* it is gone, or another file is there: there is a message */
};

/* How long to wait at the beginning for somebody to write the record, in microseconds. */
enum { FOLLOW_PATIENCE_US = 10000000 };

/* Begin with all zero but the path, which must outlive this. */
struct follow {
    const char *path;
    int64_t begun;      /* clock_us() of the first look; 0: there was none */
    bool written;       /* somebody was writing it */
    uint64_t file[2];   /* device and number */
    int64_t changed[9]; /* times and sizes at the last look */
};

/* Whether a referee holds the lock. A referee that opens the record meanwhile tries again if our
 * shared lock is in its way. */
static bool is_written(const char *path) {
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    bool locked = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0)
        close(file);
    return locked;
}

static void follow_note(const struct stat *status, int64_t changed[3]) {
    changed[0] = status->st_mtim.tv_sec;
    changed[1] = status->st_mtim.tv_nsec;
    changed[2] = status->st_size;
}

/* Looks at the file; false and a message: it does not exist, or is another one. */
static bool check_file(struct follow *follow, int64_t changed[3], struct error *error) {
    struct stat status;
    if (stat(follow->path, &status) != 0)
        return error_set_kind(error, error_kind_of(errno),
                              follow->begun
                                  ? _("record %s: it was removed while it was being followed: %s")
                                  : _("cannot read the record %s: %s"),
                              follow->path, strerror(errno));
    const uint64_t file[2] = {(uint64_t)status.st_dev, (uint64_t)status.st_ino};
    if (follow->begun && memcmp(file, follow->file, sizeof file) != 0)
        return error_set(
            error, _("record %s: another file has taken its place while it was being followed"),
            follow->path);
    memcpy(follow->file, file, sizeof file);
    follow_note(&status, changed);
    return true;
}

/* Looks at a file beside the record, if it exists. */
static void check_beside(const struct follow *follow, const char *suffix, int64_t changed[3]) {
    struct stat status;
    char *path = needed_string("%s%s", follow->path, suffix);
    if (stat(path, &status) == 0)
        follow_note(&status, changed);
    free(path);
}

static enum follow_answer follow_look(struct follow *follow, struct error *error) {
    int64_t changed[9] = {0}, now = clock_us();
    bool first = !follow->begun, written = is_written(follow->path);
    if (!check_file(follow, changed, error))
        return FOLLOW_FAILED;
    check_beside(follow, "-wal", changed + 3);
    check_beside(follow, LIVE_SUFFIX, changed + 6);
    if (first)
        follow->begun = now;
    follow->written |= written;
    if (!written && (follow->written || now - follow->begun > FOLLOW_PATIENCE_US))
        return FOLLOW_OVER;
    if (!first && memcmp(changed, follow->changed, sizeof changed) == 0)
        return FOLLOW_SAME;
    memcpy(follow->changed, changed, sizeof changed);
    return FOLLOW_NEWS;
}

/* ---- the command ----------------------------------------------------------------------------- */

enum {
    HTML,
    GAMES,
    SVG,
    FOLLOW,
    GRID,
    GAMES_USUAL = 10000,
    LOOK_US = 100000,       /* between two looks at a record that is followed */
    PAUSE_US = 1000000,     /* at least, between the beginnings of two versions of a page */
    PAUSE_OF_TIME_SPENT = 4 /* at least, after a version, in times that it took to write */
};

struct request {
    const char *path, *html, *svg;
    struct record *record;
    int games;
    const char *grid;
    bool live;
    const atomic_int *stop;
};

static bool write_page(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    const struct report_choice choice = {.limit = request->games, .grid = request->grid};
    return report_write(request->record, &choice, request->live ? request->path : NULL, file,
                        error);
}

static bool write_picture(void *context, FILE *file, struct error *error) {
    const struct request *request = context;
    return report_table(request->record, file, error);
}

static bool write_all(struct request *request, const atomic_int *stop, struct error *error) {
    request->record = record_read(request->path, error);
    record_set_cancel(request->record, stop);
    bool done = request->record &&
                (!request->html || output_write(request->html, write_page, request, error)) &&
                (!request->svg || output_write(request->svg, write_picture, request, error));
    record_close(request->record);
    return done;
}

/* When the next version may begin, after one that began at `begun`. */
static int64_t next_time(int64_t begun) {
    int64_t now = clock_us(), rest = now + PAUSE_OF_TIME_SPENT * (now - begun);
    return rest > begun + PAUSE_US ? rest : begun + PAUSE_US;
}

/* Writes a version. If the record goes away meanwhile, the error says so, and not what went wrong
 * in reading it. */
static bool write_version(struct request *request, struct follow *watched, const atomic_int *stop,
                          struct error *error) {
    struct error gone;
    if (write_all(request, stop, error))
        return true;
    if (follow_look(watched, &gone) == FOLLOW_FAILED)
        *error = gone;
    return false;
}

/* A version that cannot be read because the referee holds the record is tried again: a referee may
 * be stopped at any moment. The last version says that it is the last, even if a signal ends the
 * command; a signal also cuts short an earlier version that is being written. */
static int follow(struct request *request, struct error *error) {
    struct follow watched = {.path = request->path};
    enum follow_answer answer;
    bool news = false;
    int64_t next = 0;
    request->live = true;
    while ((answer = follow_look(&watched, error)) != FOLLOW_OVER && !atomic_load(request->stop)) {
        if (answer == FOLLOW_FAILED)
            return EXIT_FAILED;
        int64_t now = clock_us();
        news |= answer == FOLLOW_NEWS;
        if (!news || now < next) {
            clock_sleep_us(LOOK_US);
            continue;
        }
        news = !write_version(request, &watched, request->stop, error);
        if (news && error->kind != ERROR_BUSY && !atomic_load(request->stop))
            return EXIT_FAILED;
        next = news ? now + PAUSE_US : next_time(now);
    }
    request->live = false;
    if (answer == FOLLOW_FAILED || !write_version(request, &watched, NULL, error))
        return EXIT_FAILED;
    error->text[0] = '\0';
    return atomic_load(request->stop) ? EXIT_SIGNAL + atomic_load(request->stop) : EXIT_FINE;
}

/* What is followed is written again and again, each time as a whole. */
static bool check_files(const struct request *request, struct error *error) {
    const char *const files[] = {request->html, request->svg};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && !output_replaces(files[i]))
            return error_set(error, _("--follow: %s is not a file that can be replaced"), files[i]);
    return true;
}

/* A file of a board must be one, even if no game that is shown needs it. */
static bool check_grid(const char *path, struct error *error) {
    struct grid *grid = path ? grid_find(path, error) : NULL;
    bool good = !path || grid;
    grid_free(grid);
    return good;
}

static int report_run(struct arguments *arguments, const atomic_int *stop) {
    struct error *error = &arguments->error;
    struct request request = {.path = arguments->word[0],
                              .html = arguments->value[HTML],
                              .svg = arguments->value[SVG],
                              .grid = arguments->value[GRID],
                              .stop = stop};
    if (!request.html && !request.svg) {
        error_set(error, _("it needs --html FILE or --svg FILE"));
        return EXIT_USAGE;
    }
    if (!arguments_number(arguments, GAMES, 0, INT_MAX, GAMES_USUAL, &request.games, error) ||
        !arguments_two_files(arguments, HTML, SVG, error) ||
        (arguments->value[FOLLOW] && !check_files(&request, error)))
        return EXIT_USAGE;
    if (!check_grid(request.grid, error))
        return EXIT_FAILED;
    if (arguments->value[FOLLOW])
        return follow(&request, error);
    return write_all(&request, stop, error) ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_report = {
    .name = "report",
    .summary = N_("make a page or a picture of a league"),
    .words = {N_("FILE.db"), "*.db", 1, 1},
    .about = N_("Makes a page about a league, which needs no other file: standings, charts, and "
                "its newest games to step\nthrough; or a picture of the standings; or both."),
    .option = {[HTML] = {"html", N_("FILE"), .about = N_("the file of the page"), .values = "*"},
               [GAMES] = {"games", N_("N"),
                          .about = N_("how many games can be stepped through (10000)")},
               [SVG] = {"svg", N_("FILE"), .about = N_("the file of the picture of the standings"),
                        .values = "*"},
               [FOLLOW] = {"follow",
                           .about = N_("keep rewriting them for as long as the league is played")},
               [GRID] = {"grid", N_("FILE"),
                         .about = N_("draw by this file of a board, which has its sides"),
                         .values = "*"}},
    .run = report_run,
};
