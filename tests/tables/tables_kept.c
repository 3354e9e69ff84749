/* tables_kept.c - tables of a club that stay: what goes with an account, a full disk, and a server
 * that is killed at any moment.
 */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "base/wait.h"
#include "club/store/accounts.h"
#include "half/moves.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- accounts -------------------------------------------------------------------------------- */

static void test_accounts(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct account clara, doris;
    char device[DIGEST_SIZE];
    char table[SECRET_SIZE], invite[SECRET_SIZE], key[DIGEST_SIZE], move[GAME_MOVE_TEXT];
    int64_t total;
    is_int(account_create(club, "Clara", false, "no hash", noon(), &clara, device, &error),
           CLUB_DONE, "Clara");
    is_int(account_create(club, "Doris", false, "no hash", noon(), &doris, device, &error),
           CLUB_DONE, "Doris");
    struct table_person is_clara = {.account = &clara}, is_doris = {.account = &doris};
    const struct table_offer offer = {.game = "tritt", .grid = "", .keys = "", .days = 2};
    table_open(club, &is_clara, &offer, noon(), &view, &error);
    memcpy(table, view.table, sizeof table);
    memcpy(invite, view.invite, sizeof invite);
    is_int(table_join(club, &is_clara, table, invite, noon(), &view, &error), CLUB_DONE,
           "Clara follows her own link");
    is_int(view.state, TABLE_WAITING, "and does not play against herself");
    digest_draw(key);
    struct table_person guest = {.key = key};
    is_int(table_join(club, &guest, table, invite, noon(), &view, &error), CLUB_DONE, "a guest");
    ok(view.seat[1].account == 0 && !view.seat[1].name[0], "has no name");
    const struct table_offer other = {.game = "selacata", .grid = "", .keys = "", .clock = 60000};
    is_int(table_open(club, &guest, &other, noon(), &view, &error), CLUB_DONE, "his key");
    is_string(view.table, table, "is for that table alone");
    table_open(club, &is_doris, &other, noon(), &view, &error);
    is_int(table_join(club, &guest, view.table, view.invite, noon(), &view, &error), CLUB_CONFLICT,
           "also when he joins: %s", error.text);
    struct json json = {0};
    ok(tables_add_list(club, clara.id, &(const struct page_request){0, 10}, &total, &json,
                       &error) &&
           total == 1,
       "Clara's list");
    ok(strstr(text_get(&json.text),
              "\"game\":\"tritt\",\"grid\":null,\"state\":\"open\",\"half\":1,"
              "\"halves\":1,\"your_turn\":true,\"days\":2,\"rated\":false,"
              "\"against\":null,"),
       "has the table: %s", text_get(&json.text));
    text_free(&json.text);
    json = json_new_object();
    is_int(account_export(club, clara.id, &json, &error), CLUB_DONE, "her data");
    ok(strstr(text_get(&json.text), table), "have it, too");
    text_free(&json.text);
    is_int(account_join(club, clara.id, doris.id, &error), CLUB_DONE, "Clara is Doris: %s",
           error.text);
    table_read(club, &is_doris, table, noon(), &view, &error);
    is_int(table_move(club, &is_doris, table, 1, 0, pick(&view, 0, move), noon(), &view, &error),
           CLUB_DONE, "who goes on: %s", error.text);
    ok(view.turn == 1, "the guest's turn");
    is_int(account_delete(club, doris.id, &error), CLUB_DONE, "Doris leaves: %s", error.text);
    is_int(table_read(club, &guest, table, noon(), &view, &error), CLUB_DONE, "her table is there");
    ok(view.seat[0].account == 0 && !view.seat[0].name[0] && view.reader == 1, "without her name");
    is_int(table_move(club, &is_doris, table, 1, 1, move, noon(), &view, &error), CLUB_FORBIDDEN,
           "her seat is nobody's");
    table_view_free(&view);
}

/* ---- a full disk ----------------------------------------------------------------------------- */

/* Nothing that is refused has changed anything, and the same request succeeds once there is room.
 */
static void test_full(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""}, ignored;
    char move[GAME_MOVE_TEXT] = "", table[SECRET_SIZE];
    enum club_answer answer = CLUB_DONE;
    int plies = 0, steps = 0;
    meet(club,
         (struct table_offer){.game = "triangulation", .grid = "", .keys = "players 2", .days = 2},
         noon(), &view);
    memcpy(table, view.table, sizeof table);
    ok(query_run(club->record, "PRAGMA max_page_count = 1", &error), "no more room than there is");
    for (uint32_t i = 0; answer == CLUB_DONE && i < 4000; i++) {
        const struct table_person *who = view.turn == 0 ? &is_anna : &is_bert;
        table_read(club, who, table, noon(), &view, &error);
        plies = view.plies;
        steps = view.steps;
        pick(&view, i * 7, move);
        answer = table_move(club, who, table, 1, plies, move, noon(), &view, &error);
        if (answer != CLUB_FAILED)
            continue;
        ok(strstr(error.text, "full") && !view.table[0], "refused at last: %s", error.text);
        query_run(club->record, "PRAGMA max_page_count = 1000000", &ignored);
        table_read(club, who, table, noon(), &view, &error);
        ok(view.plies == plies && view.steps == steps, "nothing has changed");
        is_int(table_move(club, who, table, 1, plies, move, noon(), &view, &error), CLUB_DONE,
               "with more room the same move is played: %s", error.text);
    }
    is_int(answer, CLUB_FAILED, "the disk was full");
    table_view_free(&view);
}

/* ---- killed ---------------------------------------------------------------------------------- */

/* What a server has acknowledged. */
struct receipt {
    char table[SECRET_SIZE];
    int seat, half, before;
    char move[GAME_MOVE_TEXT];
};

/* A server in a process of its own: plays on at the tables of Anna and Bert, move by move. */
static void serve(uint64_t seed, int to) {
    struct club club;
    struct error error;
    struct table_view view = {0};
    struct random random;
    struct receipt receipt = {.seat = 0};
    const struct table_offer offer = {
        .game = "trioker-rapid", .grid = "", .keys = "deals 1", .days = 2};
    random_seed(&random, seed);
    if (!club_open(&club, tables_club_path(), &error) || !tables_resume(&club, noon(), &error))
        _exit(2);
    for (;;) {
        struct query query;
        char name[SECRET_SIZE] = "";
        query_open(&query, club.record, "SELECT name FROM club_table WHERE state = 1", NULL);
        if (query_step(&query))
            query_copy(&query, 0, name, sizeof name);
        query_close(&query, &error);
        if (!*name) {
            char invite[SECRET_SIZE];
            if (table_open(&club, &is_anna, &offer, noon(), &view, &error) != CLUB_DONE)
                _exit(3);
            memcpy(name, view.table, sizeof name);
            memcpy(invite, view.invite, sizeof invite);
            table_join(&club, &is_bert, name, invite, noon(), &view, &error);
        }
        table_read(&club, &nobody, name, noon(), &view, &error);
        while (view.state == TABLE_OPEN) {
            const struct table_person *who = view.turn == 0 ? &is_anna : &is_bert;
            table_read(&club, who, name, noon(), &view, &error);
            memcpy(receipt.table, name, sizeof name);
            receipt.seat = view.turn;
            receipt.half = view.half;
            receipt.before = view.plies;
            pick(&view, (uint32_t)random_next(&random), receipt.move);
            if (table_move(&club, who, name, view.half, view.plies, receipt.move, noon(), &view,
                           &error) != CLUB_DONE ||
                write(to, &receipt, sizeof receipt) != sizeof receipt)
                _exit(4);
        }
    }
}

/* How many moves that were acknowledged are not there: sent again each must be taken as it was. */
static int count_lost(const struct receipt *receipt, int count) {
    struct club club;
    struct error error = {.text = ""};
    struct table_view view = {0};
    int lost = 0;
    if (!club_open(&club, tables_club_path(), &error))
        return count;
    for (int i = 0; i < count; i++)
        lost += table_move(&club, receipt[i].seat == 0 ? &is_anna : &is_bert, receipt[i].table,
                           receipt[i].half, receipt[i].before, receipt[i].move, noon(), &view,
                           &error) != CLUB_DONE;
    /* Each table can be read, so its moves are legal and its steps whole. */
    struct query query;
    query_open(&query, club.record,
               "SELECT name, steps, (SELECT COUNT(*) FROM club_table_step WHERE tab = id),"
               " (SELECT MAX(number) FROM club_table_step WHERE tab = id) FROM club_table",
               NULL);
    while (query_step(&query)) {
        lost += query_int(&query, 1) != query_int(&query, 2);
        lost += query_int(&query, 1) != query_int(&query, 3);
        lost +=
            table_read(&club, &nobody, query_string(&query, 0), noon(), &view, &error) != CLUB_DONE;
    }
    query_close(&query, &error);
    table_view_free(&view);
    club_close(&club);
    return lost;
}

static void test_killed(void) {
    enum { RECEIPTS = 4096 };
    const int wanted_kills = enough(12, 40);
    static struct receipt receipt[RECEIPTS];
    struct random random;
    int count = 0;
    random_seed(&random, 7);
    for (int kills = 0; kills < wanted_kills; kills++) {
        int ends[2], status = 0;
        if (pipe(ends) != 0)
            break;
        pid_t child = fork();
        if (child == 0)
            serve((uint64_t)kills, ends[1]);
        close(ends[1]);
        int wanted = (int)random_below(&random, 12);
        for (int i = 0; i < wanted && count < RECEIPTS &&
                        read(ends[0], &receipt[count], sizeof *receipt) == sizeof *receipt;
             i++)
            count++;
        /* Somewhere in the next move, or behind it. */
        const struct timespec within = {.tv_nsec = (long)random_below(&random, 3000) * 1000};
        system_poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, &within, NULL);
        kill(child, SIGKILL);
        while (count < RECEIPTS &&
               read(ends[0], &receipt[count], sizeof *receipt) == sizeof *receipt)
            count++;
        close(ends[0]);
        waitpid(child, &status, 0);
        if (WIFEXITED(status))
            ok(false, "a server failed with %d", WEXITSTATUS(status));
    }
    ok(count > 2 * wanted_kills, "%d moves were acknowledged by servers that were killed", count);
    is_int(count_lost(receipt, count), 0, "none of them is lost, no table is damaged");
}

/* ---- guests ---------------------------------------------------------------------------------- */

enum { TABLES = 100, HOUR = 3600 * 1000 };

static int count_moves(const struct table_view *view) {
    struct moves_reader reader = moves_read(text_get(&view->moves), NULL);
    int count = 0;
    while (moves_next(&reader))
        count++;
    return count;
}

static enum club_answer open_as(struct club *club, int number, const char *address,
                                const char *network, struct table_view *view, struct error *error) {
    char key[DIGEST_SIZE];
    const struct table_person guest = {.key = key, .address = address, .network = network};
    const struct table_offer offer = {
        .game = "selacata", .grid = "", .keys = "", .seat = 0, .days = 30, .engine = "reference"};
    snprintf(key, sizeof key, "%064x", 0xabc00000u + (unsigned)number);
    return table_open(club, &guest, &offer, noon(), view, error);
}

/* Fills a network's share of 1000 tables. */
static const char crowd[] =
    "WITH RECURSIVE more(i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM more WHERE i < 1000)"
    " INSERT INTO club_table SELECT NULL, name || '~' || i, game, grid, line, players, halves,"
    "  clock, increment, days, secret, invite, state, half, turn, since, deadline, created, steps,"
    "  ends, rated"
    " FROM club_table, more WHERE id = (SELECT MAX(id) FROM club_table);"
    "INSERT INTO club_table_guest SELECT id, '', (SELECT network FROM club_table_guest)"
    " FROM club_table WHERE name GLOB '*~*';";

/* One address opens no more than its share, nor does one network; who plays may go on. */
static void test_guests(struct club *club) {
    struct error error = {.text = ""};
    struct table_view view = {0};
    char move[GAME_MOVE_TEXT], played[SECRET_SIZE] = "", idle[SECRET_SIZE] = "";
    int number = 0, done = 0;
    for (; number < TABLES; number++)
        done += open_as(club, number, "192.0.2.7", "192.0.2.0", &view, &error) == CLUB_DONE;
    is_int(done, TABLES, "tables of one address: %s", error.text);
    is_int(open_as(club, number++, "192.0.2.7", "192.0.2.0", &view, &error), CLUB_CONFLICT,
           "no more: %s", error.text);
    ok(query_run(club->record, crowd, &error), "as many tables of its network as may be: %s",
       error.text);
    is_int(open_as(club, number++, "192.0.2.200", "192.0.2.0", &view, &error), CLUB_CONFLICT,
           "no more of these: %s", error.text);
    ok(query_run(club->record,
                 "DELETE FROM club_table_guest WHERE address = '';"
                 "DELETE FROM club_table WHERE name GLOB '*~*'",
                 &error),
       "the crowd leaves");
    is_int(open_as(club, number, "198.51.100.1", "198.51.100.0", &view, &error), CLUB_DONE,
           "others come in: %s", error.text);
    strcpy(played, view.table);
    char key[DIGEST_SIZE];
    const struct table_person guest = {.key = key};
    snprintf(key, sizeof key, "%064x", 0xabc00000u + (unsigned)number);
    for (int i = 0; i < 2; i++)
        is_int(table_move(club, &guest, played, 1, count_moves(&view), pick(&view, 3, move),
                          noon() + 1000, &view, &error),
               CLUB_DONE, "a move: %s", error.text);
    is_int(open_as(club, ++number, "198.51.100.1", "198.51.100.0", &view, &error), CLUB_DONE,
           "one more, without a move");
    strcpy(idle, view.table);
    bool more = true;
    while (more && tables_settle(club, noon() + HOUR, &more, NULL, NULL, &error))
        continue;
    is_int(table_read(club, &guest, idle, noon() + HOUR, &view, &error), CLUB_UNKNOWN,
           "gone after an hour");
    is_int(table_read(club, &guest, played, noon() + HOUR, &view, &error), CLUB_DONE,
           "a game goes on");
    is_int(open_as(club, 5, "192.0.2.7", "192.0.2.0", &view, &error), CLUB_DONE,
           "there is room again: %s", error.text);
    table_view_free(&view);
}

int main(void) {
    struct club club;
    tables_club_begin(&club);
    test_accounts(&club);
    test_full(&club);
    club_close(&club);
    tables_club_begin(&club);
    test_guests(&club);
    club_close(&club);
    tables_club_begin(&club);
    club_close(&club);
    test_killed();
    tables_club_end();
    return done();
}
