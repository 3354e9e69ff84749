/* club_ranking.c - tests that the rankings of a club agree with `rank` on its file and with the
 * test's own sums, whatever happens to accounts and games; ties, pages, champions, all times. */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "base/sample.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/ratings/ranking.h"
#include "club/store/scores.h"
#include "club/store/weeks.h"
#include "half/half_result.h"
#include "record/query.h"
#include "record/record.h"
#include "record/record_extra.h"
#include "record/record_rows.h"
#include "referee/match/match.h"
#include "results/rank.h"
#include "tests/lib/tap.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 40, WEEKS = 3 };

static const char *const weeks[WEEKS] = {"2026-45", "2026-46", "2026-47"};
static const char *const noon[WEEKS] = {"2026-11-04T12:00:00Z", "2026-11-11T12:00:00Z",
                                        "2026-11-18T12:00:00Z"};
static const char now_text[] = "2026-11-19T12:00:00Z";

_Static_assert((int)SCORES_BEST == (int)RANK_BEST, "as rank counts");

static int64_t at(const char *utc) {
    return calendar_seconds(utc) * 1000;
}

static struct account person[PEOPLE];

/* ---- games ----------------------------------------------------------------------------------- */

/* A game to add: of the club if it has a board, else played elsewhere. */
struct added {
    const struct account *account;
    const char *week, *finished;
    int board, halves, margin[2], fault; /* fault: the half that was left, 0: none */
    int64_t number;
};

static bool add_halves(struct club *club, const struct added *added, int64_t game,
                       struct error *error) {
    for (int i = 0; i < added->halves; i++) {
        struct half_result half = {.number = i + 1,
                                   .margin = {added->margin[i], -added->margin[i]},
                                   .termination = added->fault == i + 1 ? "time" : "full",
                                   .text = "",
                                   .at_fault = added->fault == i + 1 ? 0 : MATCH_NOBODY,
                                   .moves = "",
                                   .clocks = "",
                                   .finished = added->finished};
        if (!record_add_half_row(club->record, game, 2, &half, error))
            return false;
    }
    return true;
}

static enum club_answer add(struct club *club, void *context, struct error *error) {
    const struct added *added = context;
    char id[64], name[NAME_BYTES_MAX + 1], reference[NAME_BYTES_MAX + 1];
    struct game_row row = {.board_name = "board",
                           .tournament = !added->account->banned,
                           .source = added->board ? club->source : "elsewhere",
                           .foreign_id = id,
                           .seats = 2,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {account_class_name(added->account->class), PLAYER_ENGINE}};
    snprintf(id, sizeof id, "%s/%d/%" PRId64, added->week, added->board,
             added->board ? added->account->id : added->number);
    if (!account_have_player(club, added->account->id, name, error) ||
        !record_add_extra(club->record, &row, error) ||
        !record_get_reference(club->record, reference, error) ||
        (!*reference && !record_set_reference(club->record, CLUB_REFERENCE, error)) ||
        !add_halves(club, added, row.id, error))
        return CLUB_FAILED;
    return !added->board ||
                   query_write(club->record,
                               "INSERT INTO club_game (account, week, board, player, record)"
                               " VALUES (?1, ?2, ?3, ?1, ?4)",
                               VALUES(value_int(added->account->id), value_text(added->week),
                                      value_int(added->board), value_int(row.id)),
                               error)
               ? CLUB_DONE
               : CLUB_FAILED;
}

static void add_game(struct club *club, struct added added) {
    struct error error = {.text = ""};
    if (!club_begin(club, &error) ||
        club_end_change(club, add(club, &added, &error), &error) != CLUB_DONE)
        ok(false, "a game of %s on board %d: %s", added.account->name, added.board, error.text);
}

/* Small margins make ties. Some people have games elsewhere, too. */
static void fill(struct club *club, struct random *random) {
    for (int week = 0; week < WEEKS; week++)
        for (int i = 0; i < PEOPLE; i++)
            for (int board = 0, count = (int)random_below(random, 9); board < count; board++)
                add_game(club, (struct added){.account = &person[i],
                                              .week = weeks[week],
                                              .finished = noon[week],
                                              .board = board < WEEK_BOARDS ? board + 1 : 0,
                                              .halves = 2 - (random_below(random, 8) == 0),
                                              .margin = {(int)random_below(random, 7) * 2 - 6,
                                                         (int)random_below(random, 7) * 2 - 6},
                                              .fault = random_below(random, 20) == 0,
                                              .number = i * 100 + board});
}

/* ---- rank ------------------------------------------------------------------------------------ */

static const struct rank_row *find_rank(const struct ranking *rank, const char *name) {
    for (int i = 0; i < rank->count; i++)
        if (strcmp(rank->row[i].name, name) == 0)
            return &rank->row[i];
    return NULL;
}

/* What the record calls the player of a row. */
static void record_name(struct club *club, int64_t player, char *name, size_t size) {
    struct query query;
    struct error error;
    query_open(&query, club->record, "SELECT name FROM engine WHERE id = ?",
               VALUES(value_int(player)));
    if (query_step(&query))
        query_copy(&query, 0, name, size);
    query_close(&query, &error);
}

/* Checks that a class has the order and the numbers of `rank`, and that only equal players share
 * places. Returns how many rows it has. */
static int compare_class(struct club *club, const char *week, enum account_class class,
                         const struct ranking *rank, bool *same) {
    const struct page_request page = {0, RANKING_ROWS};
    struct week_ranking ranking;
    struct error error = {.text = ""};
    const struct rank_row *last = NULL;
    *same &= ranking_week(club, week, at(now_text), class, &page, &ranking, &error) == CLUB_DONE;
    *same &= ranking.provisional == rank->provisional && ranking.total == ranking.count;
    for (int i = 0; i < ranking.count; i++) {
        char name[NAME_BYTES_MAX + 1] = "";
        const struct ranking_row *row = &ranking.row[i];
        record_name(club, row->who.player, name, sizeof name);
        const struct rank_row *wanted = find_rank(rank, name);
        *same &= wanted && row->games == wanted->games && row->counted == wanted->counted &&
                 (double)row->total == wanted->total;
        bool tie = i > 0 && row[-1].counted == row->counted && row[-1].total == row->total;
        *same &= tie ? row[-1].who.player < row->who.player : wanted > last;
        *same &= row->place == (tie ? row[-1].place : i + 1);
        last = wanted;
    }
    int count = ranking.count;
    return count;
}

/* Compares all weeks. Returns how many rows agree; -1: one does not. */
static int compare(struct club *club) {
    int rows = 0;
    bool same = true;
    for (int i = 0; same && i < WEEKS; i++) {
        struct error error = {.text = ""};
        struct ranking rank;
        const struct rank_request request = {.week = weeks[i], .best = RANK_BEST, .at = now_text};
        if (!rank_read(club->record, &request, &rank, &error)) {
            diag("%s", error.text);
            return -1;
        }
        int count = 0;
        for (int class = 0; class < ACCOUNT_CLASSES; class ++)
            count += compare_class(club, weeks[i], (enum account_class) class, &rank, &same);
        same &= count == rank.count;
        rows += count;
        rank_free(&rank);
    }
    return same ? rows : -1;
}

/* Adds all scores that are kept, as text. */
static void dump(struct club *club, struct text *text) {
    static const char *const tables[] = {
        "SELECT * FROM club_result ORDER BY 1, 2, 3", "SELECT * FROM club_score ORDER BY 1, 2",
        "SELECT * FROM club_week_score ORDER BY 1", "SELECT * FROM club_career ORDER BY 1"};
    for (int i = 0; i < 4; i++) {
        struct query query;
        struct error error;
        query_open(&query, club->record, tables[i], NULL);
        while (query_step(&query))
            for (int column = 0; column < query_columns(&query); column++)
                text_addf(text, "%s%c", query_string(&query, column),
                          column + 1 < query_columns(&query) ? '|' : '\n');
        query_close(&query, &error);
    }
}

static void check(struct club *club, const char *what) {
    ok(compare(club) > 0, "as rank has it: %s", what);
}

/* The sums that were kept up to date equal a fresh count. */
static void test_anew(struct club *club) {
    struct error error = {.text = ""};
    struct text before = {0}, after = {0};
    dump(club, &before);
    bool done =
        query_begin_writing(club->record, &error) &&
        query_run(club->record,
                  "DELETE FROM club_result; DELETE FROM club_score;"
                  " DELETE FROM club_week_score; DELETE FROM club_career;"
                  " INSERT INTO club_stale SELECT id FROM game",
                  &error) &&
        query_end_writing(club->record, scores_refresh(club->record, club->source, &error), &error);
    dump(club, &after);
    ok(done && strlen(text_get(&before)) > 1000, "counted anew: %s", error.text);
    is_string(text_get(&after), text_get(&before), "it is the same");
    text_free(&before);
    text_free(&after);
}

/* ---- accounts -------------------------------------------------------------------------------- */

static void test_accounts(struct club *club) {
    struct error error = {.text = ""};
    char path[4096];
    is_int(account_ban(club, person[3].id, "a robot", &error), CLUB_DONE, "one is banned");
    check(club, "without him");
    is_int(account_classify(club, person[4].id, ACCOUNT_HELPED, &error), CLUB_DONE,
           "one is helped");
    is_int(account_classify(club, person[5].id, ACCOUNT_ENGINE, &error), CLUB_DONE, "an engine");
    check(club, "in other classes");
    is_int(account_join(club, person[6].id, person[7].id, &error), CLUB_DONE, "two are joined");
    check(club, "as one");
    is_int(account_rename(club, person[8].id, "Zarathustra", &error), CLUB_DONE, "one is renamed");
    check(club, "under the new name");
    is_int(account_delete(club, person[9].id, &error), CLUB_DONE, "one is deleted");
    check(club, "without a name");
    is_int(account_ban(club, person[3].id, NULL, &error), CLUB_DONE, "the ban is lifted");
    check(club, "with him");
    ok(query_run(club->record,
                 "UPDATE league SET reference ="
                 " (SELECT id FROM engine WHERE name = 'Zarathustra')",
                 &error),
       "another reference");
    snprintf(path, sizeof path, "%s", record_path(club->record));
    club_close(club);
    ok(club_open(club, path, &error), "opened again: %s", error.text);
    check(club, "against him");
    ok(query_run(club->record,
                 "UPDATE league SET reference ="
                 " (SELECT id FROM engine WHERE name = 'reference')",
                 &error) &&
           weeks_settle(club, at(now_text), &error),
       "the old one: %s", error.text);
    check(club, "as before");
}

/* ---- pages ----------------------------------------------------------------------------------- */

static bool is_same(const struct ranking_row *a, const struct ranking_row *b) {
    bool same = a->who.player == b->who.player && a->place == b->place && a->games == b->games &&
                a->counted == b->counted && a->total == b->total && a->lost == b->lost;
    for (int i = 0; i < WEEK_BOARDS; i++)
        same &= a->board[i].game == b->board[i].game && a->board[i].margin == b->board[i].margin;
    return same;
}

static void test_pages(struct club *club, const char *week) {
    enum { SOME = 7 };
    struct page_request all = {0, RANKING_ROWS}, some = {0, SOME};
    struct week_ranking whole, part;
    struct error error = {.text = ""};
    int64_t now = at(now_text);
    bool same = ranking_week(club, week, now, ACCOUNT_PERSON, &all, &whole, &error) == CLUB_DONE;
    for (; same && some.from < whole.count; some.from += SOME) {
        same &= ranking_week(club, week, now, ACCOUNT_PERSON, &some, &part, &error) == CLUB_DONE &&
                part.total == whole.total;
        for (int i = 0; i < part.count; i++)
            same &= is_same(&part.row[i], &whole.row[some.from + i]);
    }
    ok(same && whole.count > 2 * SOME, "pages of %d rows are the whole of %s", SOME, week);
    some.from = 1000;
    is_int(ranking_week(club, week, now, ACCOUNT_PERSON, &some, &part, &error), CLUB_DONE,
           "behind the end");
    is_int(part.count, 0, "nothing");
    some.count = RANKING_ROWS + 1;
    is_int(ranking_week(club, week, now, ACCOUNT_PERSON, &some, &part, &error), CLUB_INVALID,
           "too long: %s", error.text);
    is_int(ranking_week(club, "2026-99", now, ACCOUNT_PERSON, &all, &part, &error), CLUB_INVALID,
           "no week: %s", error.text);
    is_int(ranking_week(club, "2026-48", now, ACCOUNT_PERSON, &all, &part, &error), CLUB_UNKNOWN,
           "one to come: %s", error.text);
    is_int(ranking_week(club, "2025-01", now, ACCOUNT_PERSON, &all, &part, &error), CLUB_UNKNOWN,
           "one that was not: %s", error.text);
}

static void test_weeks(struct club *club) {
    const struct page_request page = {0, RANKING_ROWS};
    struct week_list list;
    struct week_ranking first;
    struct error error = {.text = ""};
    is_int(ranking_weeks(club, at(now_text), &page, &list, &error), CLUB_DONE, "weeks: %s",
           error.text);
    is_int(list.count, WEEKS, "so many");
    is_int(list.total, WEEKS, "in all");
    for (int i = 0; i < list.count; i++) {
        const struct week_row *row = &list.row[i];
        is_string(row->week, weeks[WEEKS - 1 - i], "the newest first");
        ranking_week(club, row->week, at(now_text), ACCOUNT_PERSON, &page, &first, &error);
        int leaders = 0;
        for (int j = 0; j < first.count && first.row[j].place == 1; j++)
            leaders += first.row[j].who.player == row->champion[j].player;
        ok(leaders == row->champions && leaders > 0 && row->total == first.row[0].total, "%d first",
           leaders);
        ok(row->provisional == (i == 0) && row->players >= first.total &&
               row->games >= row->players,
           "%" PRId64 " games of %" PRId64 " players", row->games, row->players);
    }
}

static void test_board(struct club *club) {
    const struct page_request page = {0, RANKING_ROWS};
    struct board_ranking board;
    struct error error = {.text = ""};
    char sql[300];
    for (int number = 1; number <= WEEK_BOARDS; number++) {
        is_int(ranking_board(club, weeks[0], number, at(now_text), &page, &board, &error),
               CLUB_DONE, "board %d: %s", number, error.text);
        bool same = strlen(board.word) == 8 && board.count == board.total && board.count > 0;
        int64_t wanted = 0, sum = 0;
        snprintf(sql, sizeof sql,
                 "SELECT SUM(margin) FROM (SELECT SUM(margin1) AS margin, COUNT(*) AS halves FROM"
                 " game JOIN half ON half.game = game.id WHERE tournament AND source <> 'elsewhere'"
                 " AND foreign_id LIKE '%s/%d/%%' GROUP BY game.id) WHERE halves = 2",
                 weeks[0], number);
        struct query query;
        query_open(&query, club->record, sql, NULL);
        if (query_step(&query))
            wanted = query_int64(&query, 0);
        query_close(&query, &error);
        for (int i = 0; i < board.count; i++) {
            const struct board_row *row = &board.row[i];
            sum += row->margin;
            same &= row->margin == row->half[0] + row->half[1];
            same &= i == 0 || row[-1].margin >= row->margin;
            same &= row->place == (i > 0 && row[-1].margin == row->margin ? row[-1].place : i + 1);
        }
        ok(same && sum == wanted, "all of its games, the best first");
    }
    is_int(ranking_board(club, weeks[0], 8, at(now_text), &page, &board, &error), CLUB_UNKNOWN,
           "no more boards: %s", error.text);
}

/* ---- all times ------------------------------------------------------------------------------- */

/* Mean and error by two passes over the games of a player. */
static void count_career(struct club *club, int64_t player, int64_t *played, double *mean,
                         double *error_wanted) {
    struct query query;
    struct error error;
    double margin[64], squares = 0;
    int count = 0;
    query_open(&query, club->record,
               "SELECT SUM(margin1) FROM game JOIN half ON half.game = game.id WHERE seat1 = ?"
               " AND tournament GROUP BY game.id HAVING COUNT(*) = 2",
               VALUES(value_int(player)));
    *mean = 0;
    while (count < 64 && query_step(&query)) {
        margin[count] = query_real(&query, 0);
        *mean += margin[count++];
    }
    query_close(&query, &error);
    *mean /= count;
    for (int i = 0; i < count; i++)
        squares += (margin[i] - *mean) * (margin[i] - *mean);
    *played = count;
    *error_wanted =
        count < 2 ? (double)NAN : student_bound(count - 1) * sqrt(squares / (count - 1) / count);
}

static void test_careers(struct club *club) {
    const struct page_request page = {0, RANKING_ROWS};
    struct career_list list;
    struct error error = {.text = ""};
    is_int(ranking_careers(club, ACCOUNT_PERSON, &page, &list, &error), CLUB_DONE, "careers: %s",
           error.text);
    bool same = list.count == list.total, sorted = true;
    int placed = 0;
    for (int i = 0; i < list.count; i++) {
        const struct career *row = &list.row[i];
        double mean, wanted;
        int64_t played;
        count_career(club, row->who.player, &played, &mean, &wanted);
        same &= played == row->games && fabs(mean - row->mean) < 1e-9;
        same &= isnan(wanted) ? isnan(row->error) : fabs(wanted - row->error) < 1e-9;
        same &= (row->place > 0) == (played >= SCORES_PLACED);
        sorted &=
            row->place == 0 || i == 0 || row[-1].mean - row[-1].error >= row->mean - row->error;
        sorted &= row->place == 0 || row->place == i + 1 || row->place == row[-1].place;
        placed += row->place > 0;
    }
    ok(same, "means and errors are those of two passes");
    ok(sorted && placed > 5 && placed < list.count, "%d of %d have a place", placed, list.count);
}

static void test_player(struct club *club) {
    const struct page_request page = {0, RANKING_ROWS};
    struct player_page player;
    struct week_ranking week;
    struct error error = {.text = ""};
    struct json json = {0};
    bool same = true;
    char name[8], last[8] = "", provisional[6];
    int championships = 0, place, count, counted, total, lost, margin, told = 0;
    int64_t played = 0, sum = 0, listed = 0, now = at(now_text);
    is_int(player_page_read(club, person[11].id, &page, &player, &error), CLUB_DONE, "a page: %s",
           error.text);
    ok(player_page_add(club, &player, &json, &error), "weeks and games: %s", error.text);
    for (const char *row = text_get(&json.text); (row = strstr(row, "{\"week\":")); row++, told++) {
        same &= sscanf(row,
                       "{\"week\":\"%7[^\"]\",\"provisional\":%5[a-z],\"rank\":%d,\"games\":%d,"
                       "\"counted\":%d,\"total\":%d,\"lost\":%d,",
                       name, provisional, &place, &count, &counted, &total, &lost) == 7;
        ranking_week(club, name, now, ACCOUNT_PERSON, &page, &week, &error);
        bool found = false;
        for (int j = 0; j < week.count; j++)
            if (week.row[j].who.account == person[11].id)
                found = week.row[j].place == place && week.row[j].total == total &&
                        week.row[j].games == count && week.row[j].lost == lost &&
                        week.row[j].counted == counted && week.provisional == (*provisional == 't');
        same &= found && strcmp(last, name) < 0;
        strcpy(last, name);
        championships += !week.provisional && place == 1;
        played += count;
    }
    ok(same && told > 1, "his weeks are those of the rankings");
    is_int(player.career.championships, championships, "championships");
    is_int(player.career.weeks, told, "weeks");
    for (const char *row = text_get(&json.text); (row = strstr(row, "{\"record\":"));
         row++, listed++) {
        int half[2] = {0, 0};
        if (sscanf(row,
                   "{\"record\":%*d,\"week\":\"%*[^\"]\",\"board\":%*[0-9nul],\"word\":\"%*[^\"]\","
                   "\"margin\":%d,\"halves\":[%d,%d],",
                   &margin, &half[0], &half[1]) == 3)
            sum += margin;
        same &= margin == half[0] + half[1];
    }
    ok(same && played == listed && played == player.career.games, "and all of his games");
    ok(fabs((double)sum / (double)listed - player.career.mean) < 1e-9, "with their margins");
    text_free(&json.text);
    is_int(player_page_read(club, person[9].id, &page, &player, &error), CLUB_UNKNOWN,
           "who was deleted has none: %s", error.text);
}

int main(void) {
    char folder[] = "/tmp/ranking.XXXXXX", path[64], command[80];
    struct club club;
    struct error error = {.text = ""};
    struct random random;
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/club.db", folder);
    random_seed(&random, 5);
    ok(club_open(&club, path, &error), "a club: %s", error.text);
    for (int i = 0; i < WEEKS; i++)
        ok(weeks_settle(&club, at(noon[i]), &error), "week %s: %s", weeks[i], error.text);
    for (int i = 0; i < PEOPLE; i++) {
        char name[32];
        snprintf(name, sizeof name, "P%c%c", 'a' + i / 20, 'a' + i % 20);
        /* This test needs no keys, whose hashes take long. */
        if (!query_write(club.record,
                         "INSERT INTO club_account (name, look, folded, kind, recovery,"
                         " created) VALUES (?1, ?1, ?1, ?2, '', '2026-11-01T00:00:00Z')",
                         VALUES(value_text(name), value_text(account_class_name(i % 10 == 9))),
                         &error) ||
            account_read(&club, i + 1, &person[i], &error) != CLUB_DONE)
            ok(false, "%s: %s", name, error.text);
    }
    fill(&club, &random);
    check(&club, "at first");
    test_accounts(&club);
    test_anew(&club);
    test_pages(&club, weeks[0]);
    test_pages(&club, weeks[2]);
    test_weeks(&club);
    test_board(&club);
    test_careers(&club);
    test_player(&club);
    club_close(&club);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? done() : 1;
}
