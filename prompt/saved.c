/* saved.c - writes saved games and reads them back. The file is written beside the old one and
 * renamed over it, so a kill at any moment leaves one of the two. Everything that is read is
 * checked against bounds, and an error names section and key, since people edit and exchange these
 * files. */
#include "config.h"

#include "prompt/saved.h"

#include "base/clock.h"
#include "base/data.h"
#include "base/error.h"
#include "base/ini.h"
#include "base/input.h"
#include "base/language.h"
#include "base/needed.h"
#include "base/text.h"
#include "base/values.h"
#include "grids/grid.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SAVED_VERSION = 1, SCORE_MAX = 1000000000, FILE_BYTES_MAX = 1 << 26 };

#define PREFIX "play-"
#define SUFFIX ".ini"

void saved_free(struct saved_game *saved) {
    free(saved->path);
    saved->path = NULL;
    for (int i = 0; i < GAME_HALVES_MAX; i++)
        moves_free(&saved->half[i].moves);
}

void saved_begin_again(struct saved_game *next, const struct saved_game *saved, uint64_t seed) {
    *next = *saved;
    next->path = NULL;
    next->id[0] = '\0';
    next->seed = seed;
    memset(next->half, 0, sizeof next->half);
}

/* Blanks at the ends and what begins a comment would not come back from an INI file. */
bool saved_set(char value[SAVED_VALUE_SIZE], const char *key, const char *text,
               struct error *error) {
    size_t length = strlen(text);
    if (length >= SAVED_VALUE_SIZE)
        return error_set(error, _("%s: at most %d bytes, so that the game can be kept"), key,
                         SAVED_VALUE_SIZE - 1);
    if (length > 0 && (isspace((unsigned char)text[0]) || isspace((unsigned char)text[length - 1])))
        return error_set(error, _("%s: there must be no blanks at its beginning or end"), key);
    for (const char *at = text; *at; at += length) {
        length = text_character(at);
        bool control = length ? text_is_control(at, length) : (unsigned char)*at < 0xa0;
        length += !length;
        if (control || *at == ';')
            return error_set(error, _("%s: control characters and ';' cannot be kept"), key);
    }
    strcpy(value, text);
    return true;
}

/* ---- places ---------------------------------------------------------------------------------- */

char *saved_folder_path(const char *name) {
    return data_home("XDG_STATE_HOME", ".local/state", name);
}

bool saved_is_ours(const char *path) {
    char *folder = saved_folder_path(""), *real_folder = folder ? realpath(folder, NULL) : NULL;
    char *real = realpath(path, NULL), *slash = real ? strrchr(real, '/') : NULL;
    if (slash)
        *slash = '\0';
    bool ours = real && real_folder && strcmp(real, real_folder) == 0;
    free(folder);
    free(real_folder);
    free(real);
    return ours;
}

bool saved_may_open(const char *named, const char *option, const char *given, const char *source,
                    struct error *error) {
    if (given)
        return named || error_set(error, _("%.200s: it names no file that %s could replace"),
                                  source, option);
    return !named || saved_is_ours(source) ||
           error_set(error,
                     _("%.200s: no file is opened because a game from elsewhere names it; it "
                       "names %s: add %s FILE"),
                     source, named, option);
}

/* The path of a file from the root, so that the game can be resumed from elsewhere. */
static bool make_absolute(char value[SAVED_VALUE_SIZE], const char *key, struct error *error) {
    char *folder = getcwd(NULL, 0), *path;
    if (!folder)
        return error_set_kind(error, error_kind_of(errno),
                              _("%s: cannot determine the current folder: %s"), key,
                              strerror(errno));
    path = needed_string("%s/%s", folder, value);
    bool done = saved_set(value, key, path, error);
    free(folder);
    free(path);
    return done;
}

bool saved_find_files(struct saved_game *saved, struct error *error) {
    return (!grid_is_file(saved->grid) || saved->grid[0] == '/' ||
            make_absolute(saved->grid, "--grid", error)) &&
           (!saved->league[0] || saved->league[0] == '/' ||
            make_absolute(saved->league, "--league", error));
}

bool saved_make_folders(char *path, struct error *error) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
        if (!made)
            error_set_kind(error, error_kind_of(errno), _("cannot make the folder %s: %s"), path,
                           strerror(errno));
        *slash = '/';
        if (!made)
            return false;
    }
    return true;
}

static void make_id(char id[SAVED_ID_SIZE]) {
    char when[24];
    time_t now = (time_t)(clock_wall_us() / 1000000);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", &utc);
    snprintf(id, SAVED_ID_SIZE, "%s-%ld", when, (long)getpid());
}

bool saved_place(struct saved_game *saved, struct error *error) {
    char name[SAVED_ID_SIZE + sizeof PREFIX SUFFIX];
    if (!saved->id[0])
        make_id(saved->id);
    snprintf(name, sizeof name, PREFIX "%s" SUFFIX, saved->id);
    free(saved->path);
    saved->path = saved_folder_path(name);
    if (!saved->path)
        return error_set(
            error,
            _("neither XDG_STATE_HOME nor HOME is set, so there is no folder to keep it in"));
    if (saved_make_folders(saved->path, error))
        return true;
    free(saved->path);
    saved->path = NULL;
    return false;
}

bool saved_is_name(const char *name) {
    size_t length = strlen(name), suffix = strlen(SUFFIX);
    return strncmp(name, PREFIX, strlen(PREFIX)) == 0 && length > suffix &&
           strcmp(name + length - suffix, SUFFIX) == 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_half(const struct saved_half *half, int number, FILE *file) {
    if (half->moves.count == 0 && !half->over)
        return;
    fprintf(file, "\n[half %d]\n", number);
    if (half->over) {
        fprintf(file, "end = %s\nfault = %d\ntext = %s\nfinished = %s\n", half->termination,
                half->result.at_fault + 1, half->text, half->finished);
        for (int i = 0; i < GAME_PLAYERS_MAX; i++)
            fprintf(file, "seat %d = %d %d\n", i + 1, half->result.margin[i],
                    half->result.points[i]);
    }
    struct moves_reader reader =
        moves_read(text_get(&half->moves.words), text_get(&half->moves.clocks));
    while (moves_next(&reader))
        fprintf(file, "%d = %s %" PRId64 "\n", reader.ply, reader.text, reader.took);
}

static bool saved_write_text(const struct saved_game *saved, FILE *file) {
    fprintf(file,
            "; A game of triancey-referee: play --resume FILE continues it.\n"
            "[game]\nversion = %d\nid = %s\ngame = %s\ngrid = %s\nversus = %s\nseat = %d\n"
            "movetime = %" PRId64 "\nseed = %" PRIu64 "\nleague = %s\nname = %s\n",
            SAVED_VERSION, saved->id, saved->game, saved->grid, saved->versus, saved->seat + 1,
            saved->movetime, saved->seed, saved->league, saved->name);
    for (int i = 0; i < GAME_HALVES_MAX; i++)
        write_half(&saved->half[i], i + 1, file);
    return fflush(file) == 0 && !ferror(file);
}

/* Writes a whole new file, or none. On failure errno says why. */
static bool saved_write_file(const struct saved_game *saved, const char *path) {
    FILE *file = fopen(path, "wx");
    if (!file)
        return false;
    bool done = saved_write_text(saved, file);
    int why = errno;
    if (fclose(file) != 0 && done) {
        done = false;
        why = errno;
    }
    if (!done)
        unlink(path);
    errno = why;
    return done;
}

bool saved_write(const struct saved_game *saved, const char *path, struct error *error) {
    char *fresh = needed_string("%s.new", path);
    unlink(fresh); /* what a program left that was killed, or anything else, even a pipe */
    bool done = (saved_write_file(saved, fresh) && rename(fresh, path) == 0) ||
                error_set_kind(error, error_kind_of(errno), _("cannot write %s: %s"), path,
                               strerror(errno));
    free(fresh);
    return done;
}

bool saved_write_new(const struct saved_game *saved, const char *path, struct error *error) {
    return saved_write_file(saved, path) ||
           error_set_kind(error, error_kind_of(errno), _("cannot write %s: %s"), path,
                          strerror(errno));
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_game_key(struct saved_game *saved, const char *key, const char *value,
                          struct error *error) {
    const struct {
        const char *key;
        char *value;
    } texts[] = {{"game", saved->game},
                 {"grid", saved->grid},
                 {"versus", saved->versus},
                 {"league", saved->league},
                 {"name", saved->name}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i].key, key) == 0)
            return saved_set(texts[i].value, key, value, error);
    int64_t number = 0;
    if (strcmp(key, "id") == 0) {
        size_t length = strspn(value, "0123456789-");
        snprintf(saved->id, sizeof saved->id, "%s", value);
        return (length > 0 && !value[length] && length < sizeof saved->id) ||
               error_set(error, _("digits and hyphens, not '%s'"), value);
    }
    bool good = false;
    if (strcmp(key, "version") == 0) {
        good = value_number(value, SAVED_VERSION, SAVED_VERSION, &number);
    } else if (strcmp(key, "seat") == 0) {
        good = value_number(value, 1, GAME_PLAYERS_MAX, &number);
        saved->seat = (int)number - 1;
    } else if (strcmp(key, "movetime") == 0) {
        good = value_number(value, 1, INT32_MAX, &number);
        saved->movetime = number;
    } else if (strcmp(key, "seed") == 0) {
        good = value_number(value, 0, INT64_MAX, &number);
        saved->seed = (uint64_t)number;
    } else {
        return error_set(error, _("no such key"));
    }
    return good || error_set(error, _("'%s' is not possible"), value);
}

/* "NAME N" with N from 1 to `most`; returns N, or 0. */
static int read_numbered(const char *text, const char *name, int most) {
    int64_t number;
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0 || text[length] != ' ' ||
        !value_number(text + length + 1, 1, most, &number))
        return 0;
    return (int)number;
}

/* Splits "FIRST SECOND"; NULL: there is no second, or the first is too long. */
static const char *split_pair(const char *value, char first[GAME_MOVE_TEXT]) {
    size_t length = strcspn(value, " ");
    if (length == 0 || length >= GAME_MOVE_TEXT || value[length] != ' ')
        return NULL;
    memcpy(first, value, length);
    first[length] = '\0';
    return value + length + 1;
}

/* "seat N = MARGIN POINTS" */
static bool read_seat(struct half_result *result, const char *key, const char *value) {
    char first[GAME_MOVE_TEXT];
    int64_t margin, points;
    int seat = read_numbered(key, "seat", GAME_PLAYERS_MAX);
    const char *second = split_pair(value, first);
    if (seat == 0 || !second || !value_number(first, -SCORE_MAX, SCORE_MAX, &margin) ||
        !value_number(second, -SCORE_MAX, SCORE_MAX, &points))
        return false;
    result->margin[seat - 1] = (int)margin;
    result->points[seat - 1] = (int)points;
    return true;
}

/* "PLY = MOVE MICROSECONDS", in order. */
static bool read_move(struct moves *moves, const char *key, const char *value) {
    char move[GAME_MOVE_TEXT];
    int64_t ply, took;
    const char *clock = split_pair(value, move);
    if (!value_number(key, moves->count + 1, moves->count + 1, &ply) || !clock ||
        !value_number(clock, 0, INT64_MAX, &took))
        return false;
    moves_add(moves, move, took);
    return true;
}

static bool read_half_key(struct saved_half *half, const char *key, const char *value,
                          struct error *error) {
    int64_t number = 0;
    bool good;
    char kept[SAVED_VALUE_SIZE];
    if (!saved_set(kept, key, value, error)) /* it will be written again */
        return false;
    if (strcmp(key, "end") == 0) {
        good = *value && strlen(value) < sizeof half->termination;
        half->over = good;
        if (good)
            strcpy(half->termination, value);
    } else if (strcmp(key, "fault") == 0) {
        good = value_number(value, 0, GAME_PLAYERS_MAX, &number);
        half->result.at_fault = (int)number - 1;
    } else if (strcmp(key, "text") == 0) {
        return saved_set(half->text, key, value, error);
    } else if (strcmp(key, "finished") == 0) {
        good = calendar_is_time(value);
        if (good)
            strcpy(half->finished, value);
    } else if (strncmp(key, "seat ", 5) == 0) {
        good = read_seat(&half->result, key, value);
    } else {
        good = read_move(&half->moves, key, value);
    }
    return good || error_set(error, _("'%s' is not possible"), value);
}

static bool saved_read_row(void *context, int line, const char *section, const char *key,
                           const char *value, struct error *error) {
    struct saved_game *saved = context;
    int number = read_numbered(section, "half", GAME_HALVES_MAX);
    bool good;
    (void)line;
    if (!key)
        return true;
    if (strcmp(section, "game") == 0)
        good = read_game_key(saved, key, value, error);
    else if (number > 0)
        good = read_half_key(&saved->half[number - 1], key, value, error);
    else
        good = error_set(error, _("no such section"));
    return good || error_reword(error, "[%s] %s: %s", section, key, error->text);
}

/* One half after the other: each that is followed by another has an end. */
static bool check_halves(const struct saved_game *saved, const char *path, struct error *error) {
    for (int i = 0; i < GAME_HALVES_MAX; i++) {
        const struct saved_half *half = &saved->half[i];
        if (half->over && !half->finished[0])
            return error_set(error, _("%s: [half %d] has an end, but 'finished' is missing"), path,
                             i + 1);
        if (i > 0 && !half[-1].over && (half->over || half->moves.count > 0))
            return error_set(error, _("%s: [half %d] has begun, but [half %d] has no end"), path,
                             i + 1, i);
    }
    return true;
}

bool saved_read(struct saved_game *saved, const char *path, struct error *error) {
    struct error why;
    *saved = (struct saved_game){.movetime = 1000};
    for (int i = 0; i < GAME_HALVES_MAX; i++)
        saved->half[i].result =
            (struct half_result){.number = i + 1, .pointed = true, .at_fault = MATCH_NOBODY};
    struct text text = {0};
    int line;
    bool done = false;
    if (!input_read(path, FILE_BYTES_MAX, &text, error))
        error_reword(error, _("cannot read %s: %s"), path, error->text);
    else if (text.length > FILE_BYTES_MAX)
        error_set(error, _("cannot read %s: %s"), path, strerror(EFBIG));
    else if (!ini_read(text_get(&text), text.length, saved_read_row, saved, &line, &why))
        error_set(error, "%s:%d: %s", path, line, why.text);
    else
        done = true;
    text_free(&text);
    if (!done)
        return false;
    if (!saved->game[0] || !saved->id[0] || !saved->versus[0])
        return error_set(error, _("%s is not a saved game: game, id or versus is missing"), path);
    return check_halves(saved, path, error);
}

/* ---- halves ---------------------------------------------------------------------------------- */

/* As much of a text as the file can hold. */
static void cut_text(char value[SAVED_VALUE_SIZE], const char *text) {
    snprintf(value, SAVED_VALUE_SIZE, "%s", text + strspn(text, " "));
    for (char *comment = value; (comment = strchr(comment, ';'));)
        *comment = ',';
    for (size_t end = strlen(value); end > 0 && value[end - 1] == ' ';)
        value[--end] = '\0';
}

void saved_end_half(struct saved_half *half, const struct half_result *result) {
    half->over = true;
    half->result = *result;
    snprintf(half->termination, sizeof half->termination, "%s", result->termination);
    snprintf(half->finished, sizeof half->finished, "%s", result->finished);
    cut_text(half->text, result->text);
}

struct half_result saved_result(const struct saved_half *half) {
    struct half_result result = half->result;
    result.termination = half->termination;
    result.text = half->text;
    result.finished = half->finished;
    result.plies = half->moves.count;
    result.moves = text_get(&half->moves.words);
    result.clocks = text_get(&half->moves.clocks);
    return result;
}

/* ---- moves that were taken back ------------------------------------------------------------- */

/* The moves of the half as they were before the first was taken back are kept once; each step notes
 * only how many moves there were. */

/* Adds the moves of `from`, up to `plies`, that `to` does not have yet; `to` is a beginning of it.
 */
static void add_rest(const struct moves *from, int plies, struct moves *to) {
    struct moves_reader reader = moves_read(text_get(&from->words), text_get(&from->clocks));
    while (moves_next(&reader) && reader.ply <= plies)
        if (reader.ply > to->count)
            moves_add(to, reader.text, reader.took);
}

void taken_back_take(struct taken_back *taken, struct moves *moves, int kept) {
    if (taken->count == TAKEN_BACK_MAX)
        taken_back_forget(taken);
    if (taken->count == 0)
        add_rest(moves, moves->count, &taken->moves);
    taken->plies[taken->count++] = moves->count;
    moves_keep(moves, kept);
}

void taken_back_put(struct taken_back *taken, struct moves *moves) {
    if (taken->count == 0)
        return;
    add_rest(&taken->moves, taken->plies[--taken->count], moves);
    if (taken->count == 0)
        taken_back_forget(taken);
}

void taken_back_forget(struct taken_back *taken) {
    moves_clear(&taken->moves);
    taken->count = 0;
}

void taken_back_free(struct taken_back *taken) {
    moves_free(&taken->moves);
    taken->count = 0;
}
