/* live.c - tests of record/live.h: what is written is read, what others wrote is judged, a
 * referee that was killed leaves nothing that misleads, and a league is followed while it is
 * played.
 */
#include "config.h"

#include "base/error.h"
#include "base/input.h"
#include "base/system.h"
#include "base/text.h"
#include "half/moves.h"
#include "record/live.h"
#include "tests/lib/referee_run.h"
#include "tests/lib/tap.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct live_half example = {.game = 17,
                                         .half = 2,
                                         .round = 3,
                                         .board = 4,
                                         .board_name = "cr\xc3\xaape \"x\"",
                                         .seats = 2,
                                         .player = {"Zo\xc3\xab", "b"},
                                         .carry = {12, -12}};

/* Somebody who looks at a record, and what they saw last. */
struct looker {
    struct live_seen *seen;
    const char *record;
    enum live_answer answer;
};

static bool has_news(void *context) {
    struct looker *looker = context;
    looker->answer = live_read(looker->seen, looker->record, NULL);
    return looker->answer == LIVE_NEWS;
}

static bool has_none(void *context) {
    struct looker *looker = context;
    looker->answer = live_read(looker->seen, looker->record, NULL);
    return looker->answer == LIVE_NONE;
}

static bool has_change(void *context) {
    return has_news(context) || ((struct looker *)context)->answer == LIVE_NONE;
}

/* Reads until there is news; whether there was any. */
static bool wait_news(struct live_seen *seen, const char *record) {
    return until(has_news, &(struct looker){.seen = seen, .record = record});
}

static bool exists(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0;
}

/* ---- writing and reading --------------------------------------------------------------------- */

static void check_example(const struct live_half *half) {
    is_int(half->game, 17, "the game");
    ok(half->half == 2 && half->round == 3 && half->board == 4 && half->seats == 2,
       "half, round, board and seats");
    is_string(half->board_name, example.board_name, "the board's name");
    is_string(half->player[0], example.player[0], "a player's name");
    is_string(half->player[1], "b", "the other's");
    ok(half->carry[0] == 12 && half->carry[1] == -12, "what is carried over");
}

static void test_round_trip(void) {
    const char *record = run_path("trip.db"), *path = run_path("trip.db.live");
    struct error error;
    struct live_seen seen = {0};
    is_int(live_read(&seen, record, NULL), LIVE_NONE, "nobody plays");
    struct live *live = live_begin(record, "Spring", "0123456789abcdef", 3, &error);
    ok(live && wait_news(&seen, record), "a referee begins");
    ok(seen.halves == 0 && strcmp(seen.league, "Spring") == 0 &&
           strcmp(seen.schedule, "0123456789abcdef") == 0,
       "and plays nothing yet");
    is_int(live_read(&seen, record, NULL), LIVE_SAME, "no news");
    live_play(live, 1, &example);
    ok(wait_news(&seen, record) && seen.halves == 1, "a half begins");
    check_example(&seen.half[0]);
    is_string(seen.half[0].moves, "", "no move yet");
    is_string(seen.half[0].moved, seen.half[0].begun, "nor a time of one");
    live_move(live, 1, "12", 90);
    live_move(live, 1, "7", 5);
    live_play(live, 2, &example);
    while (wait_news(&seen, record) && seen.halves < 2)
        continue;
    is_string(seen.half[0].moves, "12 7", "two moves");
    is_string(seen.half[0].clocks, "90 5", "and what they took");
    live_over(live, 1);
    ok(wait_news(&seen, record) && seen.halves == 1 && !*seen.half[0].moves, "one is over");
    live_play(live, 2, &example);
    live_end(live);
    is_int(live_read(&seen, record, NULL), LIVE_NONE, "the referee has ended");
    ok(!seen.half && !seen.league && !exists(path), "and left nothing");
}

/* ---- who else is there ----------------------------------------------------------------------- */

static void test_killed(void) {
    const char *record = run_path("killed.db"), *path = run_path("killed.db.live");
    struct live_seen seen = {0};
    struct error error;
    pid_t child = fork();
    if (child == 0) {
        struct live *live = live_begin(record, "Spring", "x", 1, &error);
        live_play(live, 0, &example);
        pause();
        _exit(0);
    }
    while (wait_news(&seen, record) && seen.halves == 0)
        continue;
    is_int(seen.halves, 1, "another process plays");
    ok(!live_begin(record, "Spring", "x", 1, &error) && strstr(error.text, "locked"),
       "a second one is refused: %s", error.text);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    ok(exists(path), "a killed one leaves its file");
    is_int(live_read(&seen, record, NULL), LIVE_NONE, "which says nothing any more");
    struct live *live = live_begin(record, "Autumn", "y", 1, &error);
    ok(live && wait_news(&seen, record) && seen.halves == 0 && strcmp(seen.league, "Autumn") == 0,
       "and is taken over by the next");
    live_end(live);
    live_seen_free(&seen);
    ok(!exists(path), "which removes it");
}

static void test_foreign(void) {
    const char *record = run_path("foreign.db"), *path = run_path("foreign.db.live"),
               *other = run_path("letter");
    struct error error;
    struct live_seen seen = {0};
    struct text text = {0};
    run_write(path, "dear diary\n");
    ok(!live_begin(record, "Spring", "x", 1, &error) && strstr(error.text, "another file"),
       "another file is refused: %s", error.text);
    ok(input_read(path, 100, &text, &error) && strcmp(text_get(&text), "dear diary\n") == 0,
       "and stays as it is");
    text_free(&text);
    unlink(path);
    run_write(other, "{\"live\":");
    ok(symlink(other, path) == 0 && !live_begin(record, "Spring", "x", 1, &error),
       "a link is not followed by who writes: %s", error.text);
    ok(input_read(other, 100, &text, &error) && strcmp(text_get(&text), "{\"live\":") == 0,
       "and where it leads all stays as it is");
    text_free(&text);
    unlink(path);
    ok(mkfifo(path, 0600) == 0 && !live_begin(record, "Spring", "x", 1, &error),
       "a pipe is refused: %s", error.text);
    is_int(live_read(&seen, record, NULL), LIVE_NONE, "nor is it waited for by who reads");
    unlink(path);
    ok(mkdir(path, 0700) == 0 && !live_begin(record, "Spring", "x", 1, &error),
       "a folder is refused: %s", error.text);
    is_int(live_read(&seen, record, NULL), LIVE_NONE, "and is no file to read");
    rmdir(path);
}

/* ---- what others wrote ----------------------------------------------------------------------- */

/* Writes a file whose hash is right, after these lines, with or without the lock. */
static int forge(const char *path, const char *lines, bool locked) {
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    struct text text = {0};
    text_add(&text, lines);
    text_addf(&text, "{\"end\":\"%016" PRIx64 "\"}\n", text_hash(lines));
    if (write(file, text.bytes, text.length) != (ssize_t)text.length ||
        (locked && !system_lock(file)))
        diag("the file could not be forged");
    text_free(&text);
    return file;
}

static const char head[] = "{\"live\":2,\"league\":\"L\",\"schedule\":\"s\",\"halves\":1}\n";
#define HALF                                                                                       \
    "{\"game\":1,\"half\":1,\"round\":1,\"board\":1,\"board_name\":\"b\",\"seats\":[\"x\","        \
    "\"y\"],\"carry\":[0,0],\"begun\":\"2026-11-22T16:46:40.000Z\",\"moved\":"                     \
    "\"2026-11-22T16:46:41.250Z\",\"moves\":[\"1\",\"2\"],\"clocks_us\":[3,4]}\n"

static enum live_answer read_forged(const char *lines, bool locked) {
    struct live_seen seen = {0};
    int file = forge(run_path("forged.db.live"), lines, locked);
    enum live_answer answer = live_read(&seen, run_path("forged.db"), NULL);
    close(file);
    live_seen_free(&seen);
    return answer;
}

/* The half with the first `from` in it replaced. */
static enum live_answer read_changed(const char *from, const char *to) {
    const char *place = strstr(HALF, from);
    struct text text = {0};
    text_add(&text, head);
    text_add_bytes(&text, HALF, (size_t)(place - HALF));
    text_add(&text, to);
    text_add(&text, place + strlen(from));
    enum live_answer answer = read_forged(text_get(&text), true);
    text_free(&text);
    return answer;
}

static const char *const wrong_heads[] = {
    "{\"live\":1,\"league\":\"L\",\"schedule\":\"s\",\"halves\":0}\n",
    "{\"league\":\"L\",\"schedule\":\"s\",\"halves\":0}\n",
    "{\"live\":2,\"league\":7,\"schedule\":\"s\",\"halves\":0}\n",
    "{\"live\":2,\"league\":\"L\",\"halves\":0}\n",
    "{\"live\":2,\"league\":\"L\",\"schedule\":\"s\"}\n",
    "{\"live\":2,\"league\":\"L\",\"schedule\":\"s\",\"halves\":-1}\n",
    "{\"live\":2,\"league\":\"L\",\"schedule\":\"s\",\"halves\":0}\n{}\n",
    "[1]\n",
};

/* Members, and what they must not be. */
static const char *const wrong[][2] = {
    {"\"game\":1", "\"game\":0"},
    {"\"game\":1", "\"game\":9223372036854775807"},
    {"\"game\":1", "\"game\":\"1\""},
    {"\"game\":1,", ""},
    {"\"half\":1", "\"half\":16"},
    {"\"round\":1", "\"round\":-1"},
    {"\"board\":1", "\"board\":1.5"},
    {"\"b\"", "\"b\\u0007\""},
    {"\"b\"", "\"b\\u0000\""},
    {"\"b\"", "\"\x1b[2J\""},
    {"\"b\"", "\"\xff\""},
    {"\"b\"", "null"},
    {"[\"x\",\"y\"]", "[\"x\"]"},
    {"[\"x\",\"y\"]", "[]"},
    {"[\"x\",\"y\"]", "[\"x\",2]"},
    {"[\"x\",\"y\"]", "[\"1\",\"2\",\"3\",\"4\",\"5\"]"},
    {"[\"x\",\"y\"]", "[[[[[\"x\"]]]],\"y\"]"},
    {"[\"x\",\"y\"]", "{}"},
    {"\"seats\":[\"x\",\"y\"],", ""},
    {"\"carry\":[0,0],", ""},
    {"[0,0]", "0"},
    {"[0,0]", "[0]"},
    {"[0,0]", "[0,0.5]"},
    {"\"2026-11-22T16:46:40.000Z\"", "5"},
    {"40.000Z", "40Z"},
    {"40.000Z", "99.000Z"},
    {"40.000Z", "40.000"},
    {"2026", "-026"},
    {"\"moved\":", "\"moves\":"},
    {"\"moves\":[\"1\",\"2\"],", ""},
    {",\"clocks_us\":[3,4]", ""},
    {"\"2\"", "\"\u00e9\""},
    {"\"1\"", "\"\\u0020\""},
    {"\"1\"", "\"\""},
    {"\"2\"", "\"2\",\"3\""},
    {"\"2\"", "\"2 3\""},
    {"\"2\"", "\"\xc3\xa9\""},
    {"\"2\"", "2"},
    {"\"2\"", "[\"2\"]"},
    {",\"2\"", ""},
    {"[3,4]", "[3,\"x\"]"},
    {"[3,4]", "[3,-4]"},
    {"[3,4]", "[3,null]"},
    {"[3,4]", "\"3 4\""},
    {"}", "}}"},
    {"{", "["},
};

static void test_members(void) {
    struct text word = {0};
    is_int(read_changed("\"x\"", "\"z\""), LIVE_NEWS, "a file as we would write it is read");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        is_int(read_changed(wrong[i][0], wrong[i][1]), LIVE_SAME, "a wrong %s is refused (%zu)",
               wrong[i][0], i);
    text_add(&word, "\"");
    for (int i = 0; i < GAME_MOVE_TEXT; i++)
        text_add(&word, "9");
    text_add(&word, "\"");
    is_int(read_changed("\"2\"", text_get(&word)), LIVE_SAME, "no move is as long as that");
    text_free(&word);
    is_int(read_forged(head, true), LIVE_SAME, "a half is missing");
    is_int(read_forged("", true), LIVE_SAME, "all is missing");
    for (size_t i = 0; i < sizeof wrong_heads / sizeof *wrong_heads; i++)
        is_int(read_forged(wrong_heads[i], true), LIVE_SAME, "another first line (%zu)", i);
    is_int(read_forged("{\"live\":2,\"league\":\"L\",\"schedule\":\"s\",\"halves\":0}\n", false),
           LIVE_NONE, "nobody holds it");
}

/* A file that is cut anywhere, or with any byte changed, is rejected. */
static void test_damage(void) {
    char whole[sizeof head + sizeof HALF];
    const char *path = run_path("forged.db.live"), *record = run_path("forged.db");
    struct live_seen seen = {0};
    struct error error;
    struct text text = {0};
    snprintf(whole, sizeof whole, "%s%s", head, HALF);
    int believed = 0, file = forge(path, whole, true);
    ok(live_read(&seen, record, NULL) == LIVE_NEWS && input_read(path, 10000, &text, &error),
       "a whole file is believed");
    live_seen_free(&seen);
    for (size_t i = 0; i < text.length; i++) {
        char byte = (char)(text.bytes[i] ^ 1);
        believed +=
            pwrite(file, &byte, 1, (off_t)i) != 1 || live_read(&seen, record, NULL) == LIVE_NEWS;
        live_seen_free(&seen);
        believed += pwrite(file, text.bytes + i, 1, (off_t)i) != 1;
    }
    for (size_t i = text.length; i-- > 0;) {
        believed += ftruncate(file, (off_t)i) != 0 || live_read(&seen, record, NULL) == LIVE_NEWS;
        live_seen_free(&seen);
    }
    is_int(believed, 0, "no damaged one is, of %zu changed and as many cut", text.length);
    believed = ftruncate(file, (off_t)LIVE_BYTES_MAX + 1) != 0;
    is_int(live_read(&seen, record, NULL) == LIVE_NEWS, believed, "nor one that is too long");
    text_free(&text);
    close(file);
    unlink(path);
}

/* ---- a league that is followed --------------------------------------------------------------- */

/* What was seen of a half at last. */
struct followed {
    int64_t game;
    int half;
    char moves[8192];
};

enum { FOLLOWED_MAX = 64 };

struct follower {
    struct followed half[FOLLOWED_MAX];
    int count, grown, shrunk;
};

static void note(struct follower *follower, const struct live_half *half) {
    struct followed *known = NULL;
    for (int i = 0; i < follower->count; i++)
        if (follower->half[i].game == half->game && follower->half[i].half == half->half)
            known = &follower->half[i];
    if (!known && follower->count < FOLLOWED_MAX) {
        known = &follower->half[follower->count++];
        *known = (struct followed){.game = half->game, .half = half->half};
    }
    size_t length = known ? strlen(known->moves) : 0;
    if (!known || strncmp(known->moves, half->moves, length) != 0)
        follower->shrunk++;
    else if (strlen(half->moves) > length && length > 0)
        follower->grown++;
    if (known)
        snprintf(known->moves, sizeof known->moves, "%s", half->moves);
}

static bool is_recorded(const char *record, const struct followed *half) {
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT COUNT(*) FROM half WHERE game = %lld AND number = %d",
             (long long)half->game, half->half);
    return run_number(record, sql) == 1;
}

static bool is_seen(const struct live_seen *seen, const struct followed *half) {
    for (int i = 0; i < seen->halves; i++)
        if (seen->half[i].game == half->game && seen->half[i].half == half->half)
            return true;
    return false;
}

/* Follows until the referee ends; how many halves were neither here nor there. */
static int follow(struct follower *follower, const char *record) {
    struct live_seen seen = {0};
    int missing = 0;
    struct looker looker = {.seen = &seen, .record = record};
    bool began = until(has_news, &looker);
    while (began && looker.answer == LIVE_NEWS) {
        for (int i = 0; i < seen.halves; i++)
            note(follower, &seen.half[i]);
        for (int i = 0; i < follower->count; i++)
            missing +=
                !is_seen(&seen, &follower->half[i]) && !is_recorded(record, &follower->half[i]);
        until(has_change, &looker);
    }
    live_seen_free(&seen);
    return missing;
}

/* Whether the moves that were seen are the first of those that were recorded. */
static int count_strangers(const struct follower *follower, const char *record) {
    int strangers = 0;
    for (int i = 0; i < follower->count; i++) {
        char sql[128];
        const struct followed *half = &follower->half[i];
        snprintf(sql, sizeof sql, "SELECT moves FROM half WHERE game = %lld AND number = %d",
                 (long long)half->game, half->half);
        char *moves = run_ask(record, sql);
        strangers += !moves || strncmp(moves, half->moves, strlen(half->moves)) != 0;
        free(moves);
    }
    return strangers;
}

#define TWO "match|--engine|builtin:search|movetime=25|--engine|builtin:random|movetime=25|"

static void test_follow(void) {
    const char *record = run_path("followed.db");
    struct follower *follower = calloc(1, sizeof *follower);
    char words[512];
    snprintf(words, sizeof words,
             TWO "--grid|torus 6x4|--rounds|2|--concurrency|2|--quiet|--record|%s", record);
    pid_t child = run_start(words);
    is_int(follow(follower, record), 0, "a half leaves when it is in the record, not before");
    is_int(run_finish(child), 0, "the league is played");
    ok(follower->count >= 4, "its halves were seen (%d)", follower->count);
    ok(follower->grown >= follower->count, "move by move (%d times)", follower->grown);
    is_int(follower->shrunk, 0, "moves are only added");
    is_int(count_strangers(follower, record), 0, "and are those that were played");
    ok(!exists(run_path("followed.db.live")), "at the end there is nothing to follow");
    free(follower);
}

/* Followers do not see hidden hands, because a player may be among them. */
static void test_hidden(void) {
    const char *record = run_path("hidden.db");
    struct follower *follower = calloc(1, sizeof *follower);
    char words[512];
    snprintf(words, sizeof words, TWO "--game|trioker-rapid|--rounds|1|--quiet|--record|%s",
             record);
    pid_t child = run_start(words);
    follow(follower, record);
    is_int(run_finish(child), 0, "a game with hidden hands is played");
    ok(follower->count > 0 && follower->grown > 0, "and followed");
    int told = 0, masked = 0;
    for (int i = 0; i < follower->count; i++) {
        struct moves_reader reader = moves_read(follower->half[i].moves, NULL);
        while (moves_next(&reader)) {
            told += strncmp(reader.text, "deal:", 5) == 0 && !strchr(reader.text, '?');
            masked += strchr(reader.text, '?') != NULL;
        }
    }
    ok(masked > 0, "what is drawn is told as hidden (%d)", masked);
    is_int(told, 0, "and never as it is");
    free(follower);
}

static void test_killed_league(void) {
    const char *record = run_path("shot.db");
    struct live_seen seen = {0};
    char words[512];
    snprintf(words, sizeof words, TWO "--grid|torus 6x4|--rounds|50|--quiet|--record|%s", record);
    pid_t child = run_start(words);
    while (wait_news(&seen, record) && seen.halves == 0)
        continue;
    is_int(seen.halves, 1, "a league is played");
    kill(child, SIGKILL);
    run_finish(child);
    struct looker looker = {.seen = &seen, .record = record};
    until(has_none, &looker); /* its engines hold nothing once they have begun to run */
    is_int(looker.answer, LIVE_NONE, "killed, it is not played any more");
    live_seen_free(&seen);
}

int main(void) {
    run_begin();
    test_round_trip();
    test_killed();
    test_foreign();
    test_members();
    test_damage();
    test_follow();
    test_hidden();
    test_killed_league();
    run_end();
    return done();
}
