/* kept_games.c - the games that wait to be resumed: listed, found by their names, and locked, so
 * that none is continued in two places at once. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/list.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "games/game.h"
#include "grids/grid.h"
#include "half/half.h"
#include "half/moves.h"
#include "prompt/prompt_words.h"
#include "prompt/saved.h"
#include "referee/engines/builtin.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct kept {
    char *path;
    struct timespec when;
};

/* ---- locks ----------------------------------------------------------------------------------- */

static char *lock_path(const struct saved_game *saved) {
    return needed_string("%s.lock", saved->path);
}

/* Whether a locked file is still the one of this path: its last owner may have removed it. */
static bool is_there(int descriptor, const char *path) {
    struct stat ours, there;
    return fstat(descriptor, &ours) == 0 && stat(path, &there) == 0 &&
           ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

int kept_lock(const struct saved_game *saved, struct error *error) {
    char *path = lock_path(saved);
    int lock;
    for (;;) {
        lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0)
            break;
        if (is_there(lock, path)) {
            free(path);
            return lock;
        }
        close(lock);
    }
    if (lock >= 0 && errno == EWOULDBLOCK)
        error_set(error, _("the game %s is open elsewhere"), saved->id);
    else
        error_set_kind(error, error_kind_of(errno), _("cannot lock %s: %s"), path, strerror(errno));
    if (lock >= 0)
        close(lock);
    free(path);
    return -1;
}

void kept_unlock(const struct saved_game *saved, int lock) {
    if (lock < 0)
        return;
    char *path = lock_path(saved);
    unlink(path);
    free(path);
    close(lock);
}

/* ---- the list -------------------------------------------------------------------------------- */

/* The game written last comes first. */
static int kept_games_compare(const void *a, const void *b) {
    const struct timespec *first = &((const struct kept *)a)->when,
                          *second = &((const struct kept *)b)->when;
    if (first->tv_sec != second->tv_sec)
        return first->tv_sec < second->tv_sec ? 1 : -1;
    return (first->tv_nsec < second->tv_nsec) - (first->tv_nsec > second->tv_nsec);
}

/* All kept games, in an array that is to be freed with its paths; NULL: none. */
static struct kept *find_all(int *count) {
    char *folder = saved_folder_path("");
    DIR *directory = folder ? opendir(folder) : NULL;
    struct kept *all = NULL;
    int room = 0;
    *count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        struct stat status;
        char *path = saved_is_name(entry->d_name) ? saved_folder_path(entry->d_name) : NULL;
        if (path && stat(path, &status) == 0) {
            all = needed(list_grow(all, *count, &room, sizeof *all));
            all[(*count)++] = (struct kept){path, status.st_mtim};
        } else {
            free(path);
        }
    }
    if (directory)
        closedir(directory);
    free(folder);
    if (all)
        qsort(all, (size_t)*count, sizeof *all, kept_games_compare);
    return all;
}

static bool is_open(struct saved_game *saved, const char *path) {
    struct error ignored;
    saved->path = needed(strdup(path));
    int lock = kept_lock(saved, &ignored);
    kept_unlock(saved, lock);
    return lock < 0;
}

/* The opponent as the prompt calls it. */
static const char *opponent(const struct saved_game *saved) {
    if (strcmp(saved->versus, "human") == 0)
        return _("a person at the same keyboard");
    if (strcmp(saved->versus, BUILTIN_REFERENCE) == 0)
        return _("reference");
    if (strcmp(saved->versus, BUILTIN_GREEDY) == 0)
        return _("greedy");
    return saved->versus + (builtin_is(saved->versus) ? strlen(BUILTIN_PREFIX) : 0);
}

/* The number of the next move, as the prompt counts them: without those of chance. */
static int next_move(const struct saved_game *saved, const struct game *game, const char *keys,
                     int half) {
    const struct moves *moves = &saved->half[half].moves;
    struct error ignored;
    struct game_board *board = game && !game->default_grid
                                   ? game_prepare_text(game, NULL, keys ? keys : "", &ignored)
                                   : NULL; /* games on a grid have no moves of chance */
    int count = board ? half_count_players(moves, board, half + 1) : moves->count;
    if (board)
        game_board_free(board);
    return count + 1;
}

static void print_state(const struct saved_game *saved, int half) {
    char name[SAVED_VALUE_SIZE], *rest = name;
    strcpy(name, saved->game);
    const struct game *game = game_find(strsep(&rest, " "));
    int move = next_move(saved, game, rest, half);
    const char *board = saved->grid[0] ? saved->grid : _("its usual board");
    if (game && !game->default_grid)
        say(_("  %s, against %s; move %d\n"), saved->game, opponent(saved), move);
    else if (game && game->halves == 1)
        say(_("  %s on %s, against %s; move %d\n"), saved->game, board, opponent(saved), move);
    else
        say(_("  %s on %s, against %s; half %d, move %d\n"), saved->game, board, opponent(saved),
            half + 1, move);
}

static void print_game(const struct kept *kept) {
    struct saved_game saved;
    struct error error;
    char when[40];
    struct tm local;
    int half = 0;
    if (!saved_read(&saved, kept->path, &error)) {
        say("%s\n", error.text);
        saved_free(&saved);
        return;
    }
    while (half + 1 < GAME_HALVES_MAX && saved.half[half].over)
        half++;
    localtime_r(&kept->when.tv_sec, &local);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local);
    say("%s  %s%s\n", saved.id, when, is_open(&saved, kept->path) ? _("  (open elsewhere)") : "");
    print_state(&saved, half);
    saved_free(&saved);
}

void kept_list(void) {
    int count;
    struct kept *all = find_all(&count);
    if (count == 0)
        say(_("No game is kept.\n"));
    for (int i = 0; i < count; i++) {
        print_game(&all[i]);
        free(all[i].path);
    }
    free(all);
    if (count > 0)
        say(_("triancey-referee play NAME resumes one of them.\n"));
}

char *kept_newest(void) {
    int count;
    struct kept *all = find_all(&count);
    char *newest = count > 0 ? all[0].path : NULL;
    for (int i = 1; i < count; i++)
        free(all[i].path);
    free(all);
    return newest;
}

char *kept_find(const char *name) {
    char file[SAVED_ID_SIZE + 16];
    if (access(name, F_OK) == 0 || strspn(name, "0123456789-") != strlen(name) ||
        strlen(name) >= SAVED_ID_SIZE)
        return needed(strdup(name));
    snprintf(file, sizeof file, "play-%s.ini", name);
    char *path = saved_folder_path(file);
    if (path && access(path, F_OK) == 0)
        return path;
    free(path);
    return needed(strdup(name));
}

/* ---- programs -------------------------------------------------------------------------------- */

bool kept_may_run(const struct saved_game *saved, const char *source, struct error *error) {
    const char *versus = saved->versus;
    char answer[40] = "", shown[SAVED_VALUE_SIZE];
    if (strcmp(versus, "human") == 0 || !*versus || builtin_is(versus) || saved_is_ours(source))
        return true;
    if (!isatty(STDIN_FILENO))
        return error_set(error,
                         _("%s: it runs the program '%s'; only a person at a terminal can "
                           "allow that"),
                         source, versus);
    text_printable(shown, sizeof shown, versus); /* ASCII: nothing hides or reorders it */
    printf(_("%s runs the program '%s'. Allow that? (y/n) "), source, shown);
    fflush(stdout);
    return (fgets(answer, sizeof answer, stdin) && prompt_is_yes(value_trim(answer))) ||
           error_set(error, _("%s: the program was not allowed to run"), source);
}

/* ---- files --------------------------------------------------------------------------------- */

static bool name_file(char value[SAVED_VALUE_SIZE], bool is_file, const char *option,
                      const char *given, const char *source, struct error *error) {
    return saved_may_open(is_file ? value : NULL, option, given, source, error) &&
           (!given || saved_set(value, option, given, error));
}

bool kept_name_files(struct saved_game *saved, const char *source, const char *grid,
                     const char *league, struct error *error) {
    bool on_file = grid_is_file(saved->grid) || strstr(saved->grid, ".ini"); /* one of a list */
    return name_file(saved->grid, on_file, "--grid", grid, source, error) &&
           name_file(saved->league, saved->league[0], "--league", league, source, error);
}
