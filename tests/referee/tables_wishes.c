/* tables_wishes.c - tables of a club: what may be opened, clocks and days, draws, halves given
 * away, the reference computer, engines that answer or fail, what must not depend on hidden hands,
 * what goes with an account, and a server that is killed at any moment.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "games/game.h"
#include "referee/club/accounts.h"
#include "referee/club/club.h"
#include "referee/club/table_search.h"
#include "referee/club/table_terms.h"
#include "referee/club/tables.h"
#include "referee/match/moves.h"
#include "referee/record/query.h"
#include "referee/record/replay.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOVES_MAX = 4096 };

static char folder[] = "/tmp/tables.XXXXXX", path[64];
static struct account anna, bert;
static const struct table_person is_anna = {.account = &anna}, is_bert = {.account = &bert};
static const struct table_person nobody = {.key = NULL};

static int64_t noon(void) {
    return calendar_seconds("2026-11-04T12:00:00Z") * 1000;
}

/* A legal move of the open half as the view shows it, the one with this number; "": none. */
static const char *pick(const struct table_view *view, uint32_t number, char text[GAME_MOVE_TEXT]) {
    static uint32_t moves[MOVES_MAX];
    struct replay_board made = {.parser = NULL};
    struct game_state state;
    struct error error;
    uint32_t move;
    text[0] = '\0';
    if (!replay_board_have(&made, view->line, view->players, &error))
        return text;
    const struct game *rules = made.board->game;
    rules->start(made.board, &state, view->half);
    struct moves_reader reader = moves_read(text_get(&view->moves), NULL);
    while (moves_next(&reader) && rules->parse(made.board, &state, reader.text, &move))
        rules->play(made.board, &state, move);
    int count =
        rules->turn(made.board, &state) == view->turn ? rules->moves(made.board, &state, moves) : 0;
    if (count > 0)
        rules->format(made.board, &state, moves[number % (uint32_t)count], view->reader, text);
    replay_board_free(&made);
    return text;
}

/* Anna and Bert at a table, Anna with seat 1. */
static void meet(struct club *club, struct table_offer offer, int64_t now,
                 struct table_view *view) {
    struct error error = {""};
    char table[SECRET_SIZE], invite[SECRET_SIZE];
    is_int(table_open(club, &is_anna, &offer, now, view, &error), CLUB_DONE, "%s is opened: %s",
           offer.game, error.text);
    memcpy(table, view->table, sizeof table);
    memcpy(invite, view->invite, sizeof invite);
    is_int(table_join(club, &is_bert, table, invite, now, view, &error), CLUB_DONE,
           "Bert joins: %s", error.text);
    is_int(table_read(club, &is_anna, table, now, view, &error), CLUB_DONE, "Anna sees it");
}

/* ---- what may be opened ---------------------------------------------------------------------- */

static void test_offers(struct club *club) {
    static const struct table_offer good = {
        .game = "selacata", .grid = "", .keys = "", .clock = 60000};
    struct table_view view = {0};
    struct error error = {""};
    struct table_offer offer;
    char key[DIGEST_SIZE];
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
    REFUSED(is_anna, CLUB_INVALID, offer.keys = "players 3");
    REFUSED(is_anna, CLUB_INVALID, offer.keys = "size 3");
    REFUSED(is_anna, CLUB_INVALID, offer.seat = 2);
    REFUSED(is_anna, CLUB_INVALID, offer.seat = -2);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = TABLE_CLOCK_MAX_MS + 1);
    REFUSED(is_anna, CLUB_INVALID, offer.increment = -1);
    REFUSED(is_anna, CLUB_INVALID, offer.days = 2);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0, offer.days = TABLE_DAYS_MAX + 1);
    REFUSED(is_anna, CLUB_INVALID, offer.clock = 0, offer.days = -1);
    REFUSED(is_anna, CLUB_INVALID, offer.engine = "");
    REFUSED(is_anna, CLUB_INVALID, offer.engine = "reference", offer.game = "tritt");
    REFUSED(nobody, CLUB_INVALID, offer.seat = 0);
    REFUSED(guest, CLUB_FORBIDDEN, offer.engine = "strong");
    memcpy(key, "X", 1);
    REFUSED(guest, CLUB_INVALID, offer.seat = 0);
    bert.banned = true;
    REFUSED(is_bert, CLUB_FORBIDDEN, offer.seat = 0);
    bert.banned = false;
    int64_t count[3];
    ok(tables_count(club, count, &error) && count[0] + count[1] + count[2] == 0,
       "none of these is there");
    for (int i = 0; i < TABLES_OF_ACCOUNT_MAX; i++)
        if (table_open(club, &is_anna, &good, noon(), &view, &error) != CLUB_DONE)
            ok(false, "table %d: %s", i, error.text);
    REFUSED(is_anna, CLUB_CONFLICT, offer.seat = 0);
    bool more = true;
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

/* ---- time ------------------------------------------------------------------------------------ */

static void test_clock(struct club *club) {
    struct table_view view = {0};
    struct error error = {""};
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
           view.done[0].result.at_fault == 1 &&
           view.done[0].result.margin[0] == -view.done[0].result.margin[1] &&
           view.done[0].result.margin[0] > 0,
       "it runs out: the half is lost, by %d", view.done[0].result.margin[0]);
    now += 60000;
    ok(view.turn == 1 && view.waits == TABLE_PAUSE_MS && view.seat[0].left == 60000,
       "the next half has its own");
    bool more;
    ok(tables_settle(club, now + TABLE_PAUSE_MS + 60000, &more, NULL, NULL, &error),
       "nobody comes");
    table_read(club, &nobody, table, now, &view, &error);
    ok(view.state == TABLE_OVER && view.over == 2 && view.done[1].result.at_fault == 1,
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
    struct error error = {""};
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
    ok(view.state == TABLE_OVER && view.done[0].result.at_fault == 1, "and no more than that");
    table_view_free(&view);
}

/* ---- draws, and halves given away ------------------------------------------------------------ */

static void test_draw(struct club *club) {
    struct table_view view = {0};
    struct error error = {""};
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
    ok(view.state == TABLE_OVER && view.done[0].result.margin[0] == 0 &&
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
    ok(view.half == 2 && view.over == 1 && view.done[0].result.at_fault == 1 &&
           strcmp(view.done[0].termination, "resigned") == 0,
       "one half is over");
    is_int(table_resign(club, &is_anna, table, 2, now, &view, &error), CLUB_DONE, "so does Anna");
    ok(view.state == TABLE_OVER && view.done[1].result.at_fault == 0, "the game is over");
    table_view_free(&view);
}

/* ---- programs -------------------------------------------------------------------------------- */

static const char *shell(const char *command) {
    static char text[1 << 12];
    FILE *pipe = popen(command, "r");
    size_t length = pipe ? fread(text, 1, sizeof text - 1, pipe) : 0;
    if (pipe)
        pclose(pipe);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    text[length] = '\0';
    return text;
}

/* The moves of seat 2 in the first half, by the engine's reference and the seed that follows from
 * the secret. */
static void compare_with_engine(const struct table_view *view) {
    char line[300], digest[DIGEST_SIZE], wanted[2048] = "", before[2048] = "", command[400];
    snprintf(line, sizeof line, "triancey seed %s 1 1 %s", view->table, view->secret);
    digest_text(line, digest);
    digest[16] = '\0';
    snprintf(line, sizeof line, "%s/script", folder);
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
             folder);
    is_string(shell(command), wanted, "the computer plays as the engine does");
}

static void test_reference(struct club *club) {
    struct table_view view = {0};
    struct error error = {""};
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
    struct error error = {""};
    struct text waiting = {0};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE], wanted[80];
    int64_t now = noon();
    bool lost;
    struct table_offer offer = {
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
    ok(view.state == TABLE_OVER && view.done[1].result.at_fault == 0 &&
           strcmp(view.done[1].termination, "illegal") == 0 && strstr(view.done[1].text, "999"),
       "and loses by that: %s", view.done[1].text);
    offer.game = "tritt";
    table_open(club, &is_anna, &offer, now, &view, &error);
    table_search_read(club, view.table, &search, &error);
    is_int(table_search_fail(club, &search, VERDICT_CRASH, "it ended", now, &error), CLUB_DONE,
           "another crashes");
    table_read(club, &is_anna, view.table, now, &view, &error);
    ok(view.state == TABLE_OVER && view.done[0].result.margin[1] > 0 &&
           strcmp(view.done[0].termination, "crash") == 0 &&
           strcmp(view.done[0].text, "it ended") == 0,
       "in her favour, with the reason");
    for (int i = 0; i < TABLES_WITH_ENGINES_MAX; i++)
        table_open(club, &is_anna, &offer, now, &view, &error);
    is_int(table_open(club, &is_anna, &offer, now, &view, &error), CLUB_CONFLICT,
           "not too many at once: %s", error.text);
    text_free(&waiting);
    table_search_free(&search);
    table_search_free(&late);
    table_view_free(&view);
}

/* ---- hidden hands ---------------------------------------------------------------------------- */

/* All legal moves of the reader's, each between blanks. */
static void list_legal(const struct table_view *view, struct text *legal) {
    char first[GAME_MOVE_TEXT], move[GAME_MOVE_TEXT];
    pick(view, 0, first);
    text_addf(legal, " %s ", first);
    for (uint32_t i = 1; strcmp(pick(view, i, move), first) != 0; i++)
        text_addf(legal, "%s ", move);
}

/* All that a seat's view says, and the refusal of each move of every cell with every piece that it
 * may not play. */
static void tell_all(struct club *club, const struct table_person *who, const char *table,
                     const struct text *legal, struct text *all) {
    struct table_view view = {0};
    struct error error = {""};
    char move[GAME_MOVE_TEXT], word[GAME_MOVE_TEXT + 2];
    table_read(club, who, table, noon(), &view, &error);
    const int plies = view.plies;
    text_addf(all, "%s|%d %d %d %d|%d %d|", text_get(&view.moves), view.half, view.turn, plies,
              view.steps, view.can_draw, view.draw_offered);
    for (int cell = 1; cell <= 72; cell += 3)
        for (int piece = 0; piece < 64; piece++) {
            snprintf(move, sizeof move, "%d:%d%d%d", cell, piece / 16, piece / 4 % 4, piece % 4);
            snprintf(word, sizeof word, " %s ", move);
            if (strstr(text_get(legal), word))
                continue;
            enum club_answer answer =
                table_move(club, who, table, 1, plies, move, noon(), &view, &error);
            text_addf(all, "|%s %d %s", move, answer, error.text);
        }
    table_view_free(&view);
}

/* Whether two deals are of one piece, which may be written turned. */
static bool is_same_piece(const char *a, const char *b) {
    int count[128] = {0};
    for (; *a && *b; a++, b++) {
        count[*a & 127]++;
        count[*b & 127]--;
    }
    for (int i = 0; i < 128; i++)
        if (count[i])
            return false;
    return true;
}

static bool set_deal(struct club *club, const char *table, int number, const char *piece) {
    struct error error;
    const struct query_value values[] = {
        value_text(table), value_int(number), value_text(piece), {0}};
    return query_write(club->record,
                       "UPDATE club_table_step SET move = ?3 WHERE number = ?2 AND tab ="
                       " (SELECT id FROM club_table WHERE name = ?1)",
                       values, &error);
}

/* Deals another piece to the second seat in place of one that the first seat has not seen, so that
 * everything seen and played stays the same. False: nothing fits. */
static bool deal_anew(struct club *club, const char *table, const char *told) {
    struct table_view view = {0};
    struct error error;
    bool found = false;
    for (int number = 4; number < 24 && !found; number++) {
        struct query query;
        char old[GAME_MOVE_TEXT] = "", piece[GAME_MOVE_TEXT];
        query_open(&query, club->record,
                   "SELECT move FROM club_table_step JOIN club_table ON id = tab WHERE name = ?"
                   " AND number = ?");
        query_bind_text(&query, 1, table);
        query_bind_int(&query, 2, number);
        if (query_step(&query))
            query_copy(&query, 0, old, sizeof old);
        query_close(&query, &error);
        for (int i = 0; strncmp(old, "deal:", 5) == 0 && i < 64 && !found; i++) {
            snprintf(piece, sizeof piece, "deal:%d%d%d", i / 16, i / 4 % 4, i % 4);
            set_deal(club, table, number, piece);
            found = !is_same_piece(old, piece) &&
                    table_read(club, &is_anna, table, noon(), &view, &error) == CLUB_DONE &&
                    view.turn == 0 && strcmp(text_get(&view.moves), told) == 0;
        }
        if (!found && *old)
            set_deal(club, table, number, old);
    }
    table_view_free(&view);
    return found;
}

/* The same game with other hidden hands: what the first seat was told is the same, so all that it
 * sees and is answered must be. Returns whether there was one to compare with. */
static bool compare_hands(struct club *club, uint64_t seed) {
    struct table_view view = {0};
    struct error error = {""};
    struct random random;
    struct text one = {0}, other = {0}, legal = {0};
    char move[GAME_MOVE_TEXT], table[SECRET_SIZE], told[4096];
    random_seed(&random, seed);
    const struct table_offer offer = {
        .game = "trioker-rapid", .grid = "", .keys = "deals 1", .days = 2};
    meet(club, offer, noon(), &view);
    memcpy(table, view.table, sizeof table);
    for (int i = 0; view.state == TABLE_OPEN && (i < 6 || view.turn != 0) && i < 40; i++) {
        const struct table_person *who = view.turn == 0 ? &is_anna : &is_bert;
        table_read(club, who, table, noon(), &view, &error);
        pick(&view, (uint32_t)random_next(&random), move);
        table_move(club, who, table, 1, view.plies, move, noon(), &view, &error);
    }
    table_read(club, &is_anna, table, noon(), &view, &error);
    snprintf(told, sizeof told, "%s", text_get(&view.moves));
    bool fits = view.state == TABLE_OPEN && view.turn == 0;
    if (fits) {
        list_legal(&view, &legal);
        tell_all(club, &is_anna, table, &legal, &one);
        fits = deal_anew(club, table, told);
    }
    if (fits) {
        tell_all(club, &is_anna, table, &legal, &other);
        is_string(text_get(&other), text_get(&one), "a seat is not told what is hidden");
    }
    table_resign(club, &is_anna, table, 1, noon(), &view, &error);
    table_view_free(&view);
    text_free(&one);
    text_free(&other);
    text_free(&legal);
    return fits;
}

static void test_hidden(struct club *club) {
    int compared = 0;
    for (uint64_t seed = 1; seed <= 30 && compared < 5; seed++)
        compared += compare_hands(club, seed);
    is_int(compared, 5, "hands were compared");
}

/* ---- accounts -------------------------------------------------------------------------------- */

static bool note_entry(void *context, const struct table_entry *entry) {
    struct text *text = context;
    text_addf(text, "%s %d %d %s;", entry->game, entry->state, entry->his_turn, entry->against);
    return true;
}

static void test_accounts(struct club *club) {
    struct table_view view = {0};
    struct error error = {""};
    struct text list = {0};
    struct account clara, doris;
    struct account_keys keys;
    char table[SECRET_SIZE], invite[SECRET_SIZE], key[DIGEST_SIZE], move[GAME_MOVE_TEXT];
    int64_t total;
    is_int(account_create(club, "Clara", false, noon(), &clara, &keys, &error), CLUB_DONE, "Clara");
    is_int(account_create(club, "Doris", false, noon(), &doris, &keys, &error), CLUB_DONE, "Doris");
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
    ok(tables_list(club, clara.id, 0, 10, &total, note_entry, &list, &error) && total == 1,
       "Clara's list");
    is_string(text_get(&list), "tritt 1 1 ;", "has the table");
    struct json json = {0};
    json_open(&json, NULL, '{');
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
    text_free(&list);
    table_view_free(&view);
}

/* ---- a full disk ----------------------------------------------------------------------------- */

/* Nothing that is refused has changed anything, and the same request succeeds once there is room.
 */
static void test_full(struct club *club) {
    struct table_view view = {0};
    struct error error = {""}, ignored;
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
    if (!club_open(&club, path, &error) || !tables_resume(&club, noon(), &error))
        _exit(2);
    for (;;) {
        struct query query;
        char name[SECRET_SIZE] = "";
        query_open(&query, club.record, "SELECT name FROM club_table WHERE state = 1");
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
    struct error error = {""};
    struct table_view view = {0};
    int lost = 0;
    if (!club_open(&club, path, &error))
        return count;
    for (int i = 0; i < count; i++)
        lost += table_move(&club, receipt[i].seat == 0 ? &is_anna : &is_bert, receipt[i].table,
                           receipt[i].half, receipt[i].before, receipt[i].move, noon(), &view,
                           &error) != CLUB_DONE;
    /* Each table can be read, so its moves are legal and its steps whole. */
    struct query query;
    query_open(&query, club.record,
               "SELECT name, steps, (SELECT COUNT(*) FROM club_table_step WHERE tab = id),"
               " (SELECT MAX(number) FROM club_table_step WHERE tab = id) FROM club_table");
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
    enum { KILLS = 40, RECEIPTS = 4096 };
    static struct receipt receipt[RECEIPTS];
    struct random random;
    int count = 0;
    random_seed(&random, 7);
    for (int kills = 0; kills < KILLS; kills++) {
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
        usleep(random_below(&random, 3000));
        kill(child, SIGKILL);
        while (count < RECEIPTS &&
               read(ends[0], &receipt[count], sizeof *receipt) == sizeof *receipt)
            count++;
        close(ends[0]);
        waitpid(child, &status, 0);
        if (WIFEXITED(status))
            ok(false, "a server failed with %d", WEXITSTATUS(status));
    }
    ok(count > 100, "%d moves were acknowledged by servers that were killed", count);
    is_int(count_lost(receipt, count), 0, "none of them is lost, no table is damaged");
}

int main(void) {
    struct club club;
    struct error error = {""};
    struct account_keys keys;
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/club.db", folder);
    ok(club_open(&club, path, &error), "a club: %s", error.text);
    is_int(account_create(&club, "Anna", false, noon(), &anna, &keys, &error), CLUB_DONE, "Anna");
    is_int(account_create(&club, "Bert", false, noon(), &bert, &keys, &error), CLUB_DONE, "Bert");
    test_offers(&club);
    test_clock(&club);
    test_days(&club);
    test_draw(&club);
    test_reference(&club);
    test_search(&club);
    test_hidden(&club);
    test_accounts(&club);
    test_full(&club);
    club_close(&club);
    unlink(path);
    ok(club_open(&club, path, &error), "another: %s", error.text);
    account_create(&club, "Anna", false, noon(), &anna, &keys, &error);
    account_create(&club, "Bert", false, noon(), &bert, &keys, &error);
    club_close(&club);
    test_killed();
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ok(system(command) == 0, "cleaned");
    return done();
}
