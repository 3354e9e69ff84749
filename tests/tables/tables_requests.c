/* tables_requests.c - tables of a club: what may be opened, clocks and days, draws, halves given
 * away, the reference computer, and engines that answer or fail.
 */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/random.h"
#include "club/store/accounts.h"
#include "club/store/table_terms.h"
#include "club/store/tables/table_search.h"
#include "half/moves.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what may be opened ---------------------------------------------------------------------- */

static const struct table_offer good = {.game = "selacata", .grid = "", .keys = "", .clock = 60000};

static void test_offers(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer;
    char key[DIGEST_SIZE], lengthy[1000];
    memset(lengthy, 'x', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = '\0';
    digest_draw(key);
    struct table_person guest = {.key = key};
#define REFUSED(who, answer, ...)                                                                  \
    offer = good;                                                                                  \
    __VA_ARGS__;                                                                                   \
    is_int(table_open(club, &(who), &offer, noon(), &view, &error), answer, "refused: %s",         \
           error.text);                                                                            \
    ok(!strchr(error.text, '/') || !strstr(error.text, "grids"), "it tells no path")
    REFUSED(is_anna, CLUB_INVALID, offer.game = "chess");
    REFUSED(is_anna, CLUB_INVALID, offer.game = "");
    REFUSED(is_anna, CLUB_INVALID, offer.game = "trioker-puzzle");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "/etc/passwd");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "../ancey");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "ancey.ini");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "torus 1000000x1000000");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "a\nb");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "\xff");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "a\x7f");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = ".ini");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = ".hidden");
    REFUSED(is_anna, CLUB_INVALID, offer.grid = lengthy);
    REFUSED(is_anna, CLUB_INVALID, offer.grid = "crepe", offer.game = "trioker-rapid");
    REFUSED(is_anna, CLUB_INVALID, offer.keys = "players 3");
    REFUSED(is_anna, CLUB_INVALID, offer.keys = "size 3");
    REFUSED(is_anna, CLUB_INVALID, offer.seat = 2);
    REFUSED(is_anna, CLUB_INVALID, offer.seat = -2);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = TABLE_CLOCK_MAX_MS + 1);
    REFUSED(is_anna, CLUB_INVALID, offer.increment = -1);
    REFUSED(is_anna, CLUB_INVALID, offer.days = 2);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0, offer.days = 2, offer.increment = 1);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0, offer.days = TABLE_DAYS_MAX + 1);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0, offer.days = -1);
    REFUSED(is_anna, CLUB_INVALID, offer.engine = "");
    REFUSED(is_anna, CLUB_INVALID, offer.engine = lengthy);
    REFUSED(is_anna, CLUB_INVALID, offer.engine = "reference", offer.game = "tritt");
    REFUSED(nobody, CLUB_INVALID, offer.seat = 0);
    REFUSED(guest, CLUB_FORBIDDEN, offer.engine = "strong");
    REFUSED(guest, CLUB_FORBIDDEN, offer.rated = true);
    REFUSED(is_anna, CLUB_INVALID, offer.rated = true, offer.engine = "reference");
    REFUSED(is_anna, CLUB_INVALID, offer.rated = true, offer.game = "trioker-rapid",
            offer.keys = "players 3");
    memcpy(key, "X", 1);
    REFUSED(guest, CLUB_INVALID, offer.seat = 0);
    bert.banned = true;
    REFUSED(is_bert, CLUB_FORBIDDEN, offer.seat = 0);
    bert.banned = false;
    int64_t count[3];
    ok(tables_count(club, count, &error) && count[0] + count[1] + count[2] == 0,
       "none of these is there");
    table_view_free(&view);
}

/* Guests cannot join a rated game. */
static void test_rated(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = good;
    char key[DIGEST_SIZE];
    digest_draw(key);
    const struct table_person guest = {.key = key};
    offer.rated = true;
    is_int(table_open(club, &is_anna, &offer, noon(), &view, &error), CLUB_DONE, "rated: %s",
           error.text);
    char name[SECRET_SIZE], invite[SECRET_SIZE];
    memcpy(name, view.table, sizeof name);
    memcpy(invite, view.invite, sizeof invite);
    is_int(table_join(club, &guest, name, invite, noon(), &view, &error), CLUB_FORBIDDEN,
           "no guests: %s", error.text);
    is_int(table_join(club, &is_bert, name, invite, noon(), &view, &error), CLUB_DONE, "Bert: %s",
           error.text);
    club_forget(club);
    ok(table_read(club, &nobody, name, noon(), &view, &error) == CLUB_DONE && view.rated,
       "all see that it is rated");
    is_int(table_resign(club, &is_bert, name, 1, noon(), &view, &error), CLUB_DONE, "resigned");
    is_int(table_resign(club, &is_bert, name, 2, noon(), &view, &error), CLUB_DONE, "and again");
    table_view_free(&view);
}

/* No more than an account may have; nobody comes to them. */
static void test_waiting(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    int64_t count[3];
    bool more = true;
    for (int i = 0; i < TABLES_OF_ACCOUNT_MAX; i++)
        if (table_open(club, &is_anna, &good, noon(), &view, &error) != CLUB_DONE)
            ok(false, "table %d: %s", i, error.text);
    is_int(table_open(club, &is_anna, &good, noon(), &view, &error), CLUB_CONFLICT,
           "and not one more: %s", error.text);
    ok(tables_settle(club, noon() + TABLE_WAIT_MS - 1, &more, NULL, NULL, &error) && !more &&
           tables_count(club, count, &error) && count[TABLE_WAITING] == TABLES_OF_ACCOUNT_MAX,
       "they wait for a day");
    ok(tables_settle(club, noon() + TABLE_WAIT_MS, &more, NULL, NULL, &error) &&
           tables_count(club, count, &error) && count[TABLE_WAITING] == 0,
       "and are swept then");
    is_int(table_read(club, &is_anna, view.table, noon(), &view, &error), CLUB_UNKNOWN, "gone: %s",
           error.text);
    table_view_free(&view);
}

/* A seat by lot is what the table's secret says. */
static void test_lots(struct club *club) {
    enum { LOTS = 16 };
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = good;
    int right = 0, first = 0;
    offer.seat = TABLE_ANY_SEAT;
    for (int i = 0; i < LOTS; i++) {
        char line[200] = "", digest[DIGEST_SIZE];
        struct query query;
        struct random random;
        table_open(club, &is_anna, &offer, noon(), &view, &error);
        query_open(&query, club->record,
                   "SELECT 'triancey seat ' || name || ' 0 0 ' || secret FROM club_table"
                   " WHERE name = ?",
                   VALUES(value_text(view.table)));
        if (query_step(&query))
            query_copy(&query, 0, line, sizeof line);
        query_close(&query, &error);
        digest_text(line, digest);
        digest[16] = '\0';
        random_seed(&random, strtoull(digest, NULL, 16));
        right += (int)random_below(&random, 2) == view.reader;
        first += view.reader == 0;
    }
    is_int(right, LOTS, "lots for seats can be checked");
    ok(first > 0 && first < LOTS, "and are lots: %d of %d", first, LOTS);
    bool more;
    ok(tables_settle(club, noon() + TABLE_WAIT_MS, &more, NULL, NULL, &error), "they go");
    table_view_free(&view);
}

/* ---- requests that come too early or too late ------------------------------------------------ */

static void note_change(void *context, const char *table) {
    text_addf(context, "%s ", table);
}

static void test_moments(struct club *club) {
    struct table_view view = {0};
    struct table_search search = {.line = NULL};
    struct error error = {.text = ""};
    struct text changed = {0};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE], wanted[SECRET_SIZE + 1];
    bool more, lost;
    struct table_offer offer = {.game = "selacata", .grid = "", .keys = "", .clock = 60000};
    table_open(club, &is_anna, &offer, noon(), &view, &error);
    memcpy(table, view.table, sizeof table);
    is_int(table_move(club, &is_anna, table, 1, 0, "1", noon(), &view, &error), CLUB_CONFLICT,
           "nobody plays alone: %s", error.text);
    ok(tables_settle(club, noon() + TABLE_WAIT_MS, &more, note_change, &changed, &error) && !more,
       "settled");
    snprintf(wanted, sizeof wanted, "%s ", table);
    is_string(text_get(&changed), wanted, "it hears which table has changed");
    offer.engine = "strong";
    offer.seat = 1;
    table_open(club, &is_anna, &offer, noon(), &view, &error);
    memcpy(table, view.table, sizeof table);
    table_search_read(club, table, &search, &error);
    table_read(club, &nobody, table, noon(), &view, &error);
    table_search_play(club, &search, pick(&view, 0, move), 1000, noon(), &lost, &error);
    is_int(table_search_play(club, &search, move, 1000, noon(), &lost, &error), CLUB_CONFLICT,
           "an answer while it is her turn: %s", error.text);
    table_read(club, &is_anna, table, noon(), &view, &error);
    is_int(table_move(club, &is_anna, table, 1, 1, pick(&view, 0, move), noon(), &view, &error),
           CLUB_DONE, "she moves");
    is_int(table_search_play(club, &search, "1", 1000, noon(), &lost, &error), CLUB_CONFLICT,
           "an answer to what it was asked before: %s", error.text);
    is_int(table_move(club, &is_anna, table, 1, 0, move, noon(), &view, &error), CLUB_CONFLICT,
           "her move in place of its own: %s", error.text);
    is_int(table_move(club, &is_anna, table, 1, 1, "999", noon(), &view, &error), CLUB_CONFLICT,
           "no move in place of hers: %s", error.text);
    table_resign(club, &is_anna, table, 1, noon(), &view, &error);
    is_int(table_move(club, &is_anna, table, 1, 2, move, noon(), &view, &error), CLUB_CONFLICT,
           "a move after the end of a half");
    is_int(table_move(club, &is_anna, table, 1, 40, move, noon(), &view, &error), CLUB_CONFLICT,
           "and one far behind it");
    table_search_free(&search);
    table_view_free(&view);
    text_free(&changed);
}

/* Two people at a table turn out to be one, who goes on with both seats. */
static void test_both_seats(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE];
    meet(club, (struct table_offer){.game = "selacata", .grid = "", .keys = "", .days = 2}, noon(),
         &view);
    memcpy(table, view.table, sizeof table);
    is_int(account_join(club, bert.id, anna.id, &error), CLUB_DONE, "Bert is Anna: %s", error.text);
    table_read(club, &is_anna, table, noon(), &view, &error);
    for (int ply = 0; ply < 4; ply++) {
        is_int(view.reader, view.turn, "she sits where it is her turn");
        is_int(
            table_move(club, &is_anna, table, 1, ply, pick(&view, 0, move), noon(), &view, &error),
            CLUB_DONE, "and moves: %s", error.text);
        table_read(club, &is_anna, table, noon(), &view, &error);
    }
    table_view_free(&view);
}

/* ---- time ------------------------------------------------------------------------------------ */

static void test_clock(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT];
    int64_t now = noon();
    const struct table_offer offer = {
        .game = "selacata", .grid = "", .keys = "", .clock = 60000, .increment = 2000};
    meet(club, offer, now, &view);
    char table[SECRET_SIZE];
    memcpy(table, view.table, sizeof table);
    ok(view.turn == 0 && view.waits == TABLE_PAUSE_MS && view.seat[0].left == 60000,
       "the clock rests before the first move");
    now += TABLE_PAUSE_MS + 5000;
    table_move(club, &is_anna, table, 1, 0, pick(&view, 1, move), now, &view, &error);
    ok(view.seat[0].left == 57000 && view.turn == 1 && view.waits == 0,
       "five seconds off, two on: %d", (int)view.seat[0].left);
    table_read(club, &is_bert, table, now + 59999, &view, &error);
    ok(view.seat[1].left == 1 && view.state == TABLE_OPEN && view.half == 1, "the other's runs");
    table_read(club, &is_bert, table, now + 60000, &view, &error);
    ok(view.half == 2 && view.over == 1 && strcmp(view.done[0].termination, "time") == 0 &&
           view.done[0].at_fault == 1 && view.done[0].margin[0] == -view.done[0].margin[1] &&
           view.done[0].margin[0] > 0,
       "it runs out: the half is lost, by %d", view.done[0].margin[0]);
    now += 60000;
    ok(view.turn == 1 && view.waits == TABLE_PAUSE_MS && view.seat[0].left == 60000,
       "the next half has its own");
    bool more;
    ok(tables_settle(club, now + TABLE_PAUSE_MS + 60000, &more, NULL, NULL, &error),
       "nobody comes");
    table_read(club, &nobody, table, now, &view, &error);
    ok(view.state == TABLE_OVER && view.over == 2 && view.done[1].at_fault == 1,
       "both halves are over");
    is_int(table_move(club, &is_bert, table, 2, 0, "0", now, &view, &error), CLUB_CONFLICT,
           "too late: %s", error.text);
    now += TABLE_PAUSE_MS + 60000 + TABLE_KEPT_MS;
    table_read(club, &nobody, table, now - 1, &view, &error);
    ok(view.state == TABLE_OVER, "it is kept for a while");
    is_int(table_read(club, &nobody, table, now, &view, &error), CLUB_UNKNOWN, "then swept");
    table_view_free(&view);
}

static void test_days(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE];
    int64_t now = noon();
    bool more;
    meet(club, (struct table_offer){.game = "triancey", .grid = "", .keys = "", .days = 2}, now,
         &view);
    memcpy(table, view.table, sizeof table);
    ok(view.seat[0].left == -1 && view.deadline == now + 2 * TABLE_DAY_MS, "days, and no clock");
    now += 2 * TABLE_DAY_MS - 1;
    is_int(table_move(club, &is_anna, table, 1, 0, pick(&view, 3, move), now, &view, &error),
           CLUB_DONE, "at the last moment");
    is_int((int)(view.deadline - now), (int)(2 * TABLE_DAY_MS), "two days for the other");
    ok(tables_settle(club, now, &more, NULL, NULL, &error), "all is well");
    now += 10 * TABLE_DAY_MS; /* the server is down */
    ok(tables_resume(club, now, &error), "the server is back");
    ok(tables_settle(club, now + 2 * TABLE_DAY_MS - 1, &more, NULL, NULL, &error), "settled");
    table_read(club, &is_bert, table, now, &view, &error);
    ok(view.state == TABLE_OPEN, "the time in which it was down is given back");
    ok(tables_settle(club, now + 2 * TABLE_DAY_MS, &more, NULL, NULL, &error), "settled");
    table_read(club, &is_bert, table, now, &view, &error);
    ok(view.state == TABLE_OVER && view.done[0].at_fault == 1, "and no more than that");
    table_view_free(&view);
}

/* ---- draws, and halves given away ------------------------------------------------------------ */

static void test_draw(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char table[SECRET_SIZE], move[GAME_MOVE_TEXT];
    int64_t now = noon();
    meet(club,
         (struct table_offer){.game = "triangulation", .grid = "", .keys = "players 2", .days = 2},
         now, &view);
    memcpy(table, view.table, sizeof table);
    ok(view.can_draw && !view.draw_offered, "Anna may offer a draw");
    is_int(table_draw(club, &is_bert, table, 1, 0, true, now, &view, &error), CLUB_CONFLICT,
           "Bert may not now: %s", error.text);
    is_int(table_draw(club, &is_anna, table, 1, 0, false, now, &view, &error), CLUB_CONFLICT,
           "nothing is to be declined");
    is_int(table_draw(club, &is_anna, table, 1, 0, true, now, &view, &error), CLUB_DONE,
           "offered: %s", error.text);
    is_int(table_draw(club, &is_anna, table, 1, 0, true, now, &view, &error), CLUB_DONE,
           "said again");
    is_int(view.plies, 1, "once");
    table_read(club, &is_bert, table, now, &view, &error);
    ok(view.turn == 1 && view.can_draw && view.draw_offered, "Bert is asked");
    is_int(table_draw(club, &is_bert, table, 1, 1, false, now, &view, &error), CLUB_DONE,
           "declined");
    table_read(club, &is_anna, table, now, &view, &error);
    ok(view.turn == 0 && view.state == TABLE_OPEN, "the game goes on");
    is_int(table_move(club, &is_anna, table, 1, 2, pick(&view, 0, move), now, &view, &error),
           CLUB_DONE, "with a move: %s", error.text);
    while (view.turn == 0) /* a turn may have several moves */
        table_move(club, &is_anna, table, 1, view.plies, pick(&view, 0, move), now, &view, &error);
    is_int(table_draw(club, &is_bert, table, 1, view.plies, true, now, &view, &error), CLUB_DONE,
           "Bert offers: %s", error.text);
    is_int(table_draw(club, &is_anna, table, 1, view.plies, true, now, &view, &error), CLUB_DONE,
           "Anna agrees: %s", error.text);
    ok(view.state == TABLE_OVER && view.done[0].margin[0] == 0 &&
           strcmp(view.done[0].termination, "agreed") == 0,
       "it is a draw: %s", view.done[0].termination);
    meet(club, (struct table_offer){.game = "selacata", .grid = "", .keys = "", .days = 2}, now,
         &view);
    is_int(table_draw(club, &is_anna, view.table, 1, 0, true, now, &view, &error), CLUB_CONFLICT,
           "Selacata has no such word: %s", error.text);
    memcpy(table, view.table, sizeof table);
    is_int(table_resign(club, &nobody, table, 1, now, &view, &error), CLUB_FORBIDDEN,
           "who watches cannot resign");
    is_int(table_resign(club, &is_bert, table, 2, now, &view, &error), CLUB_CONFLICT,
           "nor one from a half that was not begun");
    for (int i = 0; i < 2; i++)
        is_int(table_resign(club, &is_bert, table, 1, now, &view, &error), CLUB_DONE,
               "Bert resigns, not being at turn");
    ok(view.half == 2 && view.over == 1 && view.done[0].at_fault == 1 &&
           strcmp(view.done[0].termination, "resigned") == 0,
       "one half is over");
    is_int(table_resign(club, &is_anna, table, 2, now, &view, &error), CLUB_DONE, "so does Anna");
    ok(view.state == TABLE_OVER && view.done[1].at_fault == 0, "the game is over");
    table_view_free(&view);
}

/* ---- programs -------------------------------------------------------------------------------- */

/* The moves of seat 2 in the first half, by the engine's reference and the seed that follows from
 * the secret. */
static void compare_with_engine(const struct table_view *view) {
    char line[300], digest[DIGEST_SIZE], wanted[2048] = "", before[2048] = "", command[400];
    snprintf(line, sizeof line, "triancey seed %s 1 1 %s", view->table, view->secret);
    digest_text(line, digest);
    digest[16] = '\0';
    snprintf(line, sizeof line, "%s/script", tables_club_folder());
    FILE *file = fopen(line, "w");
    fprintf(file, "%s\n", view->line);
    struct moves_reader reader = moves_read(view->done[0].moves, NULL);
    while (moves_next(&reader)) {
        if (reader.ply % 2 == 0) {
            fprintf(file, "newgame half 1 seed %llu\nplay%s\ngo\n", strtoull(digest, NULL, 16) >> 1,
                    before);
            strcat(strcat(wanted, *wanted ? " " : ""), reader.text);
        }
        strcat(strcat(before, " "), reader.text);
    }
    fclose(file);
    snprintf(command, sizeof command,
             "\"$top_builddir\"/triancey-engine --player reference < %s/script |"
             " sed -n 's/^bestmove //p' | tr '\\n' ' '",
             tables_club_folder());
    is_string(shell(command), wanted, "the computer plays as the engine does");
}

static void test_reference(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    char key[DIGEST_SIZE], move[GAME_MOVE_TEXT];
    int64_t now = noon();
    digest_draw(key);
    struct table_person guest = {.key = key};
    const struct table_offer offer = {
        .game = "selacata", .grid = "ancey", .keys = "", .clock = 60000, .engine = "reference"};
    is_int(table_open(club, &guest, &offer, now, &view, &error), CLUB_DONE, "a guest opens: %s",
           error.text);
    ok(view.state == TABLE_OPEN && !view.invite[0] && view.seat[1].sitter == SITTER_REFERENCE,
       "nobody has to come");
    for (int i = 0; view.state == TABLE_OPEN && i < 200; i++)
        if (table_move(club, &guest, view.table, view.half, view.plies,
                       pick(&view, (uint32_t)i * 7, move), now += 100, &view,
                       &error) != CLUB_DONE) {
            ok(false, "move %d: %s", i, error.text);
            break;
        }
    ok(view.state == TABLE_OVER && view.over == 2, "two halves are played");
    compare_with_engine(&view);
    table_view_free(&view);
}

static void note_search(void *context, const char *table, int64_t person) {
    struct text *text = context;
    text_addf(text, "%s %d,", table, (int)person);
}

static void test_search(struct club *club) {
    struct table_view view = {0};
    struct table_search search = {.line = NULL}, late = {.line = NULL};
    struct error error = {.text = ""};
    struct text waiting = {0};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE], wanted[80];
    int64_t now = noon();
    bool lost;
    const struct table_offer offer = {
        .game = "selacata", .grid = "", .keys = "", .clock = 60000, .engine = "strong", .seat = 1};
    is_int(table_open(club, &is_anna, &offer, now, &view, &error), CLUB_DONE, "opened: %s",
           error.text);
    memcpy(table, view.table, sizeof table);
    ok(view.turn == 0 && view.deadline == TABLE_NEVER, "the engine begins, without a clock");
    ok(table_searches(club, note_search, &waiting, &error), "asked who waits");
    snprintf(wanted, sizeof wanted, "%s %d,", table, (int)anna.id);
    is_string(text_get(&waiting), wanted, "this table");
    is_int(table_search_read(club, table, &search, &error), CLUB_DONE, "read: %s", error.text);
    ok(search.half == 1 && search.seat == 0 && search.plies == 0 &&
           strcmp(search.engine, "strong") == 0 && strcmp(search.line, view.line) == 0,
       "what it has to know");
    table_read(club, &nobody, table, now, &view, &error);
    is_int(table_move(club, &is_anna, table, 1, 0, pick(&view, 0, move), now, &view, &error),
           CLUB_CONFLICT, "its move is not hers: %s", error.text);
    is_int(table_search_play(club, &search, move, 5000, now, &lost, &error), CLUB_DONE, "answered");
    is_int(table_search_play(club, &search, move, 5000, now, &lost, &error), CLUB_CONFLICT,
           "an answer counts once: %s", error.text);
    table_read(club, &is_anna, table, now, &view, &error);
    ok(view.turn == 1 && view.plies == 1 && strcmp(text_get(&view.moves), move) == 0,
       "the move is there");
    is_int(table_search_read(club, table, &late, &error), CLUB_CONFLICT, "it has nothing to do");
    table_move(club, &is_anna, table, 1, 1, pick(&view, 0, move), now, &view, &error);
    is_int(table_search_read(club, table, &late, &error), CLUB_DONE, "again its turn");
    table_resign(club, &is_anna, table, 1, now, &view, &error);
    ok(view.half == 2 && view.turn == 1, "Anna resigns meanwhile, and begins the next");
    is_int(table_search_play(club, &late, "0", 5000, now, &lost, &error), CLUB_CONFLICT,
           "too late");
    table_move(club, &is_anna, table, 2, 0, pick(&view, 0, move), now, &view, &error);
    is_int(table_search_read(club, table, &late, &error), CLUB_DONE, "its turn");
    ok(late.carry[0] == -late.carry[1] && late.carry[0] > 0 && late.half == 2,
       "it is told of the half before");
    is_int(table_search_play(club, &late, "999", 5000, now, &lost, &error), CLUB_DONE,
           "it answers what is no move");
    table_read(club, &is_anna, table, now, &view, &error);
    ok(view.state == TABLE_OVER && view.done[1].at_fault == 0 &&
           strcmp(view.done[1].termination, "illegal") == 0 && strstr(view.done[1].text, "999"),
       "and loses by that: %s", view.done[1].text);
    text_free(&waiting);
    table_search_free(&search);
    table_search_free(&late);
    table_view_free(&view);
}

static void test_crash(struct club *club) {
    struct table_view view = {0};
    struct table_search search = {.line = NULL};
    struct error error = {.text = ""};
    int64_t now = noon();
    const struct table_offer offer = {
        .game = "tritt", .grid = "", .keys = "", .clock = 60000, .engine = "strong", .seat = 1};
    table_open(club, &is_anna, &offer, now, &view, &error);
    table_search_read(club, view.table, &search, &error);
    is_int(table_search_fail(club, &search, VERDICT_CRASH, "it ended", now, &error), CLUB_DONE,
           "another crashes");
    table_read(club, &is_anna, view.table, now, &view, &error);
    ok(view.state == TABLE_OVER && view.done[0].margin[1] > 0 &&
           strcmp(view.done[0].termination, "crash") == 0 &&
           strcmp(view.done[0].text, "it ended") == 0,
       "in her favour, with the reason");
    for (int i = 0; i < TABLES_WITH_ENGINES_MAX; i++)
        table_open(club, &is_anna, &offer, now, &view, &error);
    is_int(table_open(club, &is_anna, &offer, now, &view, &error), CLUB_CONFLICT,
           "not too many at once: %s", error.text);
    table_search_free(&search);
    table_view_free(&view);
}

int main(void) {
    struct club club;
    tables_club_begin(&club);
    test_offers(&club);
    test_waiting(&club);
    test_rated(&club);
    test_lots(&club);
    test_moments(&club);
    test_clock(&club);
    test_days(&club);
    test_draw(&club);
    test_reference(&club);
    test_search(&club);
    test_crash(&club);
    test_both_seats(&club);
    club_close(&club);
    tables_club_end();
    return done();
}
