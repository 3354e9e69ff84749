/* week.c - what follows from the secret of a week, computed again by sha256sum and tr; what a club
 * publishes about its weeks, and when; a club beside other readers of its record.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "club/store/club.h"
#include "club/store/week.h"
#include "club/store/weeks.h"
#include "grids/grid.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_by_shell(const char *week, const char *secret, int board, int half,
                          int64_t player) {
    char command[600], digest[DIGEST_SIZE], word[WEEK_WORD_SIZE], seed[40];
    snprintf(command, sizeof command, "printf 'triancey week %s %s' | sha256sum | cut -c 1-64",
             week, secret);
    week_digest(week, secret, digest);
    is_string(digest, shell(command), "the digest of %s", week);
    snprintf(command, sizeof command,
             "h=$(printf 'triancey board %s %d %s' | sha256sum); for i in 1 3 5 7; do"
             " printf %%s \"$h\" | cut -c $i | tr 0-9a-f bdfghjklmnprstvz;"
             " printf %%s \"$h\" | cut -c $((i + 1)) | tr 0-9a-f aeiouaeiouaeioua; done |"
             " tr -d '\\n'",
             week, board, secret);
    week_word(week, secret, board, word);
    is_string(word, shell(command), "the word of board %d", board);
    ok(grid_is_word(word), "which makes a board");
    snprintf(command, sizeof command,
             "echo $((0x$(printf 'triancey seed %s %d %d %" PRId64
             " %s' | sha256sum | cut -c 1-15)))",
             week, board, half, player, secret);
    snprintf(seed, sizeof seed, "%" PRIu64, week_seed(week, secret, board, half, player));
    is_string(seed, shell(command), "the seed of half %d of player %" PRId64, half, player);
}

/* The round of a week, and the secret that is mixed with it, as anybody can find them. */
static void test_beacon_by_shell(const char *secret) {
    char command[600], mixed[DIGEST_SIZE], number[40], randomness[DIGEST_SIZE];
    const int64_t begin = calendar_seconds("2026-11-23T00:00:00Z");
    snprintf(command, sizeof command,
             "echo $((($(date -u -d '2026-11-22 18:00' +%%s) - 1692803367) / 3 + 1))");
    snprintf(number, sizeof number, "%" PRId64, week_round(begin * 1000));
    is_string(number, shell(command), "the round of a week");
    ok(week_round_time(week_round(begin * 1000)) <= begin * 1000 - WEEK_BEACON_MS &&
           week_round_time(week_round(begin * 1000) + 1) > begin * 1000 - WEEK_BEACON_MS,
       "is the last one that is there then");
    digest_draw(randomness);
    snprintf(command, sizeof command,
             "printf 'triancey beacon 2026-48 %s %s %s' | sha256sum | cut -c 1-64", number,
             randomness, secret);
    week_mix("2026-48", secret, week_round(begin * 1000), randomness, mixed);
    is_string(mixed, shell(command), "what is mixed with it");
}

/* Every seed of a week is another one. */
static void test_seeds_differ(const char *secret) {
    enum { PLAYERS = 200, SEEDS = PLAYERS * WEEK_BOARDS * 2 };
    static uint64_t seed[SEEDS];
    int count = 0, same = 0;
    for (int player = 1; player <= PLAYERS; player++)
        for (int board = 1; board <= WEEK_BOARDS; board++)
            for (int half = 1; half <= 2; half++)
                seed[count++] = week_seed("2026-47", secret, board, half, player);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            same += seed[i] == seed[k];
    is_int(same, 0, "%d seeds are all different", count);
}

static void test_following(void) {
    char secret[DIGEST_SIZE], other[DIGEST_SIZE];
    ok(digest_begin(), "random numbers are there");
    /* FIPS 180-4's own example. */
    digest_text("abc", secret);
    is_string(secret, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
              "SHA-256 of abc");
    for (int i = 1; i <= 5; i++) {
        digest_draw(secret);
        ok(digest_is(secret), "a secret is 64 digits");
        test_by_shell(i % 2 ? "2026-47" : "2027-01", secret, i, 1 + i % 2, i * INT64_C(1000000007));
    }
    digest_draw(other);
    ok(strcmp(secret, other) != 0, "two secrets differ");
    test_beacon_by_shell(secret);
    test_seeds_differ(secret);
    ok(!digest_is("") && !digest_is("abc") &&
           !digest_is("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
       "what is no digest");
}

/* ---- a club ---------------------------------------------------------------------------------- */

static int64_t at(const char *utc) {
    return calendar_seconds(utc) * 1000;
}

static bool no_words(const struct club_week *week) {
    for (int i = 0; i < WEEK_BOARDS; i++)
        if (week->word[i][0])
            return false;
    return true;
}

/* A round of drand goes into the week after its digest was published and before it begins, once. */
static void test_beacon(const char *path) {
    struct club club;
    struct error error = {.text = ""};
    struct club_week next;
    char randomness[DIGEST_SIZE], other[DIGEST_SIZE], secret[DIGEST_SIZE], word[WEEK_WORD_SIZE];
    const int64_t wednesday = at("2026-12-02T12:00:00Z"), sunday = at("2026-12-06T18:00:00Z"),
                  monday = at("2026-12-07T00:00:00Z");
    digest_draw(randomness);
    digest_draw(other);
    ok(club_open(&club, path, &error) && weeks_draw(&club, wednesday, &error) &&
           weeks_read_next(&club, wednesday, &next, &error),
       "the next week: %s", error.text);
    is_string(next.drawn, "2026-12-02T12:00:00Z", "is drawn now");
    ok(!next.randomness[0] && next.round > 0, "and may have a round");
    is_int(weeks_set_beacon(&club, wednesday, next.round, randomness, &error), CLUB_CONFLICT,
           "which is not there yet: %s", error.text);
    is_int(weeks_set_beacon(&club, sunday, next.round - 1, randomness, &error), CLUB_INVALID,
           "another is not that one: %s", error.text);
    is_int(weeks_set_beacon(&club, sunday, next.round, "abc", &error), CLUB_INVALID,
           "nor is what is no randomness");
    is_int(weeks_set_beacon(&club, sunday, next.round, randomness, &error), CLUB_DONE, "now: %s",
           error.text);
    is_int(weeks_set_beacon(&club, sunday, next.round, other, &error), CLUB_CONFLICT,
           "nobody can choose: %s", error.text);
    ok(weeks_draw(&club, monday, &error) &&
           weeks_read(&club, WEEK_CURRENT, monday, &next, &error) &&
           strcmp(next.randomness, randomness) == 0 &&
           weeks_secret(&club, next.name, secret, &error),
       "on Monday: %s", error.text);
    week_word(next.name, secret, 1, word);
    is_int(weeks_set_beacon(&club, monday, next.round, other, &error), CLUB_INVALID,
           "nor once it runs: %s", error.text);
    is_string(next.word[0], word, "the boards follow from both");
    ok(!next.secret[0] && !next.mixed[0], "and tell no secret");
    ok(weeks_close(&club, monday + INT64_C(8) * 86400000, &error) &&
           weeks_read(&club, "2026-50", monday, &next, &error),
       "a week later");
    week_mix(next.name, next.secret, next.round, randomness, other);
    is_string(next.mixed, other, "anybody can mix them");
    week_digest(next.name, next.secret, other);
    is_string(next.digest, other, "the digest is that of the secret alone");
    club_close(&club);
}

static void test_weeks(const char *path) {
    struct club club;
    struct error error = {.text = ""};
    struct club_week week, next, told;
    const int64_t sunday = at("2026-11-22T23:59:59Z"), monday = at("2026-11-23T00:00:00Z");
    ok(club_open(&club, path, &error), "a club is founded: %s", error.text);
    ok(!weeks_read(&club, WEEK_CURRENT, sunday, &week, &error), "it has no week yet");
    ok(weeks_draw(&club, sunday, &error) && weeks_read(&club, WEEK_CURRENT, sunday, &week, &error),
       "its first week");
    is_string(week.name, "2026-47", "is that of the day");
    ok(week.end == monday && week.begin == at("2026-11-16T00:00:00Z"), "from Monday to Monday");
    ok(!week.secret[0] && !week.closed && week.word[0][0] && week.word[WEEK_BOARDS - 1][0],
       "boards without a secret");
    ok(weeks_read(&club, "2026-48", sunday, &next, &error), "the next one is drawn");
    ok(digest_is(next.digest) && no_words(&next) && !next.secret[0],
       "of which the digest is known before, and nothing else");
    ok(weeks_close(&club, sunday, &error) && weeks_read(&club, "2026-47", sunday, &told, &error) &&
           !told.secret[0],
       "a week that runs cannot be closed");
    ok(weeks_read(&club, "2026-47", monday, &told, &error) && !told.secret[0],
       "one that is over has its secret until it is closed");
    ok(weeks_close(&club, monday + WEEK_REST_MS - 1, &error) &&
           weeks_read(&club, "2026-47", monday, &told, &error) && !told.closed,
       "which waits for some hours");
    club_close(&club);

    ok(club_open(&club, path, &error) && weeks_draw(&club, monday, &error) &&
           weeks_close(&club, monday + WEEK_REST_MS, &error) &&
           weeks_read(&club, "2026-47", monday, &told, &error),
       "opened again on Monday: %s", error.text);
    char digest[DIGEST_SIZE], word[WEEK_WORD_SIZE];
    ok(told.closed && digest_is(told.secret), "the secret is published");
    week_digest(told.name, told.secret, digest);
    is_string(digest, week.digest, "its digest was published");
    bool same = true;
    for (int i = 0; i < WEEK_BOARDS; i++) {
        week_word(told.name, told.secret, i + 1, word);
        same = same && strcmp(word, week.word[i]) == 0 && strcmp(word, told.word[i]) == 0;
    }
    ok(same, "the boards follow from it");
    ok(weeks_read(&club, WEEK_CURRENT, monday, &told, &error) &&
           strcmp(told.name, "2026-48") == 0 && strcmp(told.digest, next.digest) == 0 &&
           !no_words(&told) && !told.secret[0],
       "the new week is the one whose digest was known");
    ok(weeks_read(&club, "2026-47", sunday, &told, &error) && told.closed,
       "a clock that is set back opens nothing");
    ok(!weeks_read(&club, "2026-50", monday, &told, &error) &&
           !weeks_read(&club, "2026-47'--", monday, &told, &error) &&
           !weeks_read(&club, "", monday, &told, &error),
       "weeks that are not there");
    club_close(&club);
}

/* Opens the club and draws, and keeps it open until all have tried; the status to end with. */
static int try_to_draw(const char *path, int64_t now, int tried, int ended) {
    struct club club;
    struct error error;
    char byte = 0;
    bool opened = club_open(&club, path, &error);
    bool done = opened && weeks_draw(&club, now, &error);
    if (write(tried, &byte, 1) != 1)
        return 4;
    if (!opened)
        return strstr(error.text, "another referee") ? 1 : 2;
    while (read(ended, &byte, 1) > 0)
        continue;
    club_close(&club);
    return done ? 0 : 3;
}

enum { PROCESSES = 8 };

/* Returns how many processes could open the club. Adds to *wrong those that could not, but for
 * another reason than that another process had it. */
static int draw_at_once(const char *path, int *wrong) {
    int tried[2], ended[2], opened = 0, status;
    char byte;
    if (pipe(tried) != 0 || pipe(ended) != 0)
        return 0;
    for (int i = 0; i < PROCESSES; i++)
        if (fork() == 0) {
            close(ended[1]);
            _exit(try_to_draw(path, at("2030-01-01T00:00:00Z") + i, tried[1], ended[0]));
        }
    close(tried[1]);
    for (int i = 0; i < PROCESSES && read(tried[0], &byte, 1) == 1; i++)
        continue;
    close(ended[1]);
    while (wait(&status) > 0) {
        opened += WIFEXITED(status) && WEXITSTATUS(status) == 0;
        *wrong += !WIFEXITED(status) || WEXITSTATUS(status) > 1;
    }
    close(tried[0]);
    close(ended[0]);
    return opened;
}

/* The secret of a week that a second process could draw would be another one. */
static void test_processes(const char *path) {
    int wrong = 0, first = draw_at_once(path, &wrong), second = draw_at_once(path, &wrong);
    ok(first == 1 && second == 1 && wrong == 0, "of %d processes some have to wait", PROCESSES);
    char command[300];
    snprintf(command, sizeof command,
             "sqlite3 %s \"SELECT COUNT(*) FROM club_week WHERE week LIKE '2030-0%%'\"", path);
    is_string(shell(command), "2", "and two weeks are drawn once");
}

/* Commands that read records read a club's file, too. */
static void test_record(const char *path, const char *folder) {
    char command[500];
    snprintf(command, sizeof command,
             "\"$top_builddir\"/triancey-referee verify %s >/dev/null 2>&1; echo $?", path);
    is_string(shell(command), "0", "verify");
    snprintf(command, sizeof command,
             "\"$top_builddir\"/triancey-referee merge %s --into %s/all.db >/dev/null 2>&1; "
             "sqlite3 %s/all.db \"SELECT COUNT(*) > 5, SUM(name LIKE 'club%%') FROM sqlite_schema"
             " WHERE type = 'table'\"",
             path, folder, folder);
    is_string(shell(command), "1|0", "merge takes nothing that is the club's own");
}

int main(void) {
    char folder[] = "/tmp/week.XXXXXX", path[64], command[80];
    if (!mkdtemp(folder))
        return 1;
    if (!getenv("top_builddir"))
        setenv("top_builddir", ".", 1);
    snprintf(path, sizeof path, "%s/club.db", folder);
    test_following();
    test_weeks(path);
    test_beacon(path);
    test_processes(path);
    test_record(path, folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? done() : 1;
}
