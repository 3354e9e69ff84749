/* live_read.c - reads the file of live moves. Anybody may have written it, so everything in it is
 * checked before it counts as news. */
#include "config.h"

#include "record/live.h"

#include "base/needed.h"
#include "base/system.h"
#include "base/text.h"
#include "base/values.h"
#include "half/moves.h"
#include "pairing/game_id.h"
#include "record/json_read.h"

#include <fcntl.h>
#include <inttypes.h>
#include <json-c/json.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEPTH_MAX = 4 };

/* ---- freeing --------------------------------------------------------------------------------- */

static void free_half(struct live_half *half) {
    free((char *)half->board_name);
    for (int i = 0; i < GAME_PLAYERS_MAX; i++)
        free((char *)half->player[i]);
    free((char *)half->moves);
    free((char *)half->clocks);
}

void live_seen_free(struct live_seen *seen) {
    for (int i = 0; i < seen->halves; i++)
        free_half(&seen->half[i]);
    free(seen->half);
    free(seen->league);
    free(seen->schedule);
    *seen = (struct live_seen){0};
}

/* ---- members of an object -------------------------------------------------------------------- */

static bool take_number(struct json_object *object, const char *key, int64_t least, int64_t most,
                        int64_t *number) {
    struct json_object *value = json_read_member(object, key);
    if (!json_object_is_type(value, json_type_int))
        return false;
    *number = json_object_get_int64(value);
    return *number >= least && *number <= most;
}

static bool take_int(struct json_object *object, const char *key, int least, int most, int *to) {
    int64_t number;
    if (!take_number(object, key, least, most, &number))
        return false;
    *to = (int)number;
    return true;
}

/* Copies a text; NULL: it has control characters, is not UTF-8, or memory is short. */
static char *copy_text(struct json_object *value) {
    if (json_read_misfit(value, json_type_string))
        return NULL;
    const char *text = json_object_get_string(value);
    for (const char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == '\x7f')
            return NULL;
    return text_is_utf8(text) ? strdup(text) : NULL;
}

static char *take_text(struct json_object *object, const char *key) {
    return copy_text(json_read_member(object, key));
}

static bool take_moment(struct json_object *object, const char *key, char *utc) {
    char *text = take_text(object, key);
    bool good = text && calendar_is_moment(text);
    if (good)
        memcpy(utc, text, CALENDAR_MOMENT_SIZE);
    free(text);
    return good;
}

static char *take_words(struct json_object *object, const char *key, enum json_type type) {
    struct text words = {0};
    const char *wrong = json_read_words(&words, json_read_member(object, key), type);
    char *copy = wrong || words.failed ? NULL : strdup(text_get(&words));
    text_free(&words);
    return copy;
}

static bool take_players(struct json_object *object, struct live_half *half) {
    struct json_object *players = json_read_member(object, "seats"),
                       *carry = json_read_member(object, "carry");
    if (!json_object_is_type(players, json_type_array) ||
        !json_object_is_type(carry, json_type_array))
        return false;
    size_t seats = json_object_array_length(players);
    if (seats < 1 || seats > GAME_PLAYERS_MAX || json_object_array_length(carry) != seats)
        return false;
    for (; half->seats < (int)seats; half->seats++) {
        struct json_object *margin = json_object_array_get_idx(carry, (size_t)half->seats);
        if (!json_object_is_type(margin, json_type_int))
            return false;
        half->carry[half->seats] = json_object_get_int(margin);
        half->player[half->seats] =
            copy_text(json_object_array_get_idx(players, (size_t)half->seats));
        if (!half->player[half->seats])
            return false;
    }
    return true;
}

/* Whether the moves are words of visible ASCII that may be moves, with a clock for each. */
static bool are_moves(const char *moves, const char *clocks) {
    struct moves_reader reader = moves_read(moves, clocks);
    while (moves_next(&reader)) {
        if (reader.length == 0 || reader.length >= GAME_MOVE_TEXT || reader.took < 0)
            return false;
        for (size_t i = 0; i < reader.length; i++)
            if (reader.word[i] <= ' ' || reader.word[i] > '~')
                return false;
    }
    return !*reader.clocks;
}

static bool take_half(struct json_object *object, struct live_half *half) {
    *half = (struct live_half){.board_name = take_text(object, "board_name"),
                               .moves = take_words(object, "moves", json_type_string),
                               .clocks = take_words(object, "clocks_us", json_type_int)};
    return half->board_name && half->moves && half->clocks &&
           take_number(object, "game", 1, GAME_ID_MAX, &half->game) &&
           take_int(object, "half", 1, HALF_ID_ROOM - 1, &half->half) &&
           take_int(object, "round", 1, INT_MAX, &half->round) &&
           take_number(object, "board", 1, INT64_MAX, &half->board) &&
           take_moment(object, "begun", half->begun) && take_moment(object, "moved", half->moved) &&
           take_players(object, half) && are_moves(half->moves, half->clocks);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Parses the object of a line that ends at `end`; NULL: it is not one. */
static struct json_object *parse_line(const char *line, const char *end) {
    struct json_tokener *tokener = json_tokener_new_ex(DEPTH_MAX);
    if (!tokener)
        return NULL;
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    struct json_object *object = json_tokener_parse_ex(tokener, line, (int)(end - line));
    if (json_tokener_get_error(tokener) != json_tokener_success ||
        !json_object_is_type(object, json_type_object)) {
        json_object_put(object);
        object = NULL;
    }
    json_tokener_free(tokener);
    return object;
}

/* Cuts off the last line and says whether its hash is that of the lines before it. */
static bool check_hash(struct text *text) {
    char last[40];
    size_t length = text->length;
    if (length == 0 || text->bytes[--length] != '\n' || strlen(text->bytes) != text->length)
        return false;
    while (length > 0 && text->bytes[length - 1] != '\n')
        length--;
    char *found = needed(strdup(text->bytes + length));
    text_cut(text, length);
    snprintf(last, sizeof last, "{\"end\":\"%016" PRIx64 "\"}\n", text_hash(text_get(text)));
    bool same = strcmp(found, last) == 0;
    free(found);
    return same;
}

static bool take_head(struct json_object *head, struct live_seen *seen, int *halves) {
    int version;
    seen->league = take_text(head, "league");
    seen->schedule = take_text(head, "schedule");
    return take_int(head, "live", LIVE_VERSION, LIVE_VERSION, &version) && seen->league &&
           seen->schedule && take_int(head, "halves", 0, LIVE_HALVES_MAX, halves);
}

static bool take_halves(const char *line, struct live_seen *seen, int halves) {
    seen->half = needed(calloc((size_t)halves + 1, sizeof *seen->half));
    while (*line && seen->halves < halves) {
        const char *end = strchr(line, '\n');
        struct json_object *object = parse_line(line, end);
        bool good = object && take_half(object, &seen->half[seen->halves++]);
        json_object_put(object);
        if (!good)
            return false;
        line = end + 1;
    }
    return !*line && seen->halves == halves;
}

/* Takes all lines; each ends with a newline, as check_hash() has made sure. */
static bool take_all(const char *text, struct live_seen *seen) {
    const char *end = strchr(text, '\n');
    struct json_object *head = end ? parse_line(text, end) : NULL;
    int halves;
    bool good = head && take_head(head, seen, &halves) && take_halves(end + 1, seen, halves);
    json_object_put(head);
    return good;
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool live_read_file(int file, int64_t bytes, struct text *text) {
    char block[16384];
    ssize_t got = 0;
    while ((int64_t)text->length <= bytes &&
           (got = pread(file, block, sizeof block, (off_t)text->length)) > 0)
        text_add_bytes(text, block, (size_t)got);
    return got == 0 && !text->failed;
}

/* Empties `seen`: what was read earlier goes to `before`, unless that is NULL. */
static void leave(struct live_seen *seen, struct live_seen *before) {
    if (before)
        *before = *seen;
    else
        live_seen_free(seen);
    *seen = (struct live_seen){0};
}

static enum live_answer read_news(int file, const struct stat *status, struct live_seen *seen,
                                  struct live_seen *before) {
    const int64_t stamp[3] = {status->st_mtim.tv_sec, status->st_mtim.tv_nsec, status->st_size};
    struct live_seen found = {0};
    struct text text = {0};
    if (seen->schedule && memcmp(stamp, seen->stamp, sizeof stamp) == 0)
        return LIVE_SAME;
    bool good = live_read_file(file, LIVE_BYTES_MAX, &text) && check_hash(&text) &&
                take_all(text_get(&text), &found);
    text_free(&text);
    if (!good) {
        live_seen_free(&found);
        return LIVE_SAME;
    }
    memcpy(found.stamp, stamp, sizeof stamp);
    leave(seen, before);
    *seen = found;
    return LIVE_NEWS;
}

enum live_answer live_read(struct live_seen *seen, const char *record, struct live_seen *before) {
    struct stat status;
    char *path = needed_string("%s" LIVE_SUFFIX, record);
    enum live_answer answer = LIVE_NONE;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= LIVE_BYTES_MAX && system_is_locked(file))
        answer = read_news(file, &status, seen, before);
    if (file >= 0)
        close(file);
    free(path);
    if (answer == LIVE_NONE)
        leave(seen, before);
    return answer;
}
