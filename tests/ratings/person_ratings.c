/* person_ratings.c - ratings of accounts: which tables become encounters, what becomes of them when
 * accounts are banned, moved, merged or deleted, and that the fit is that of the pairs. A second
 * account cannot do more than what is written down.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "club/store/accounts.h"
#include "club/store/ratings/person_ratings.h"
#include "club/store/tables/encounters.h"
#include "pairing/fit.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEOPLE = 12 };

static struct account person[PEOPLE];
static const struct table_offer usual = {
    .game = "selacata", .grid = "", .keys = "", .seat = 0, .clock = 600000, .rated = true};

static struct account *sign_up(struct club *club, int number, enum account_class class) {
    static const char *const names[PEOPLE] = {"Carl",   "Dora",   "Emil",   "Fanny",
                                              "Gustav", "Hanna",  "Igor",   "Judith",
                                              "Karin",  "Lothar", "Martha", "Nils"};
    struct error error = {.text = ""};
    char device[DIGEST_SIZE];
    if (account_create(club, names[number], class, "no hash", noon(), &person[number], device,
                       &error) != CLUB_DONE)
        ok(false, "%s: %s", names[number], error.text);
    return &person[number];
}

static int64_t ask(struct club *club, const char *sql) {
    struct error error;
    int64_t number = -1;
    if (!query_ask(club->record, sql, NULL, &number, &error))
        diag("%s", error.text);
    return number;
}

/* Fits all games that have changed, as the site does. How many there were. */
static int fit_all_games(struct club *club) {
    struct error error = {.text = ""};
    struct rating_fit *fit;
    bool good = true, more = true;
    int count = 0;
    while ((good = rating_fit_begin(club, &fit, &error)) && fit) {
        for (more = true; good && more;)
            good = rating_fit_read(club, fit, &more, &error);
        good = good && rating_fit_solve(fit);
        for (more = true; good && more;)
            good = rating_fit_write(club, fit, noon(), &more, &error);
        rating_fit_free(fit);
        if (!good)
            break;
        count++;
    }
    if (!good)
        ok(false, "a fit: %s", error.text);
    return count;
}

/* Two accounts play at a table, and the second to move loses each half of it, or the first. */
static void play(struct club *club, struct account *one, struct account *other,
                 struct table_offer offer, bool first_loses, int64_t now, const char *from,
                 const char *too) {
    struct error error = {.text = ""};
    struct table_view view = {0};
    char table[SECRET_SIZE], invite[SECRET_SIZE];
    const struct table_person is_one = {.account = one, .address = from};
    const struct table_person is_other = {.account = other, .address = too};
    bool good = table_open(club, &is_one, &offer, now, &view, &error) == CLUB_DONE;
    memcpy(table, view.table, sizeof table);
    memcpy(invite, view.invite, sizeof invite);
    good = good && table_join(club, &is_other, table, invite, now, &view, &error) == CLUB_DONE;
    for (int half = 1; good && half <= view.halves; half++)
        good = table_resign(club, first_loses ? &is_one : &is_other, table, half, now, &view,
                            &error) == CLUB_DONE;
    if (!good || view.state != TABLE_OVER)
        ok(false, "%s and %s play %s: %s", one->name, other->name, offer.game, error.text);
    table_view_free(&view);
}

static struct rating_list list_of(struct club *club, const char *game, enum account_class class) {
    struct error error = {.text = ""};
    struct rating_list list;
    const struct page_request page = {0, 50};
    if (rating_list_read(club, game, class, &page, &list, &error) != CLUB_DONE)
        ok(false, "the ratings of %s: %s", game, error.text);
    return list;
}

/* NAN: it is not listed. */
static double rating_of_game(struct club *club, const char *game, const struct account *who) {
    struct rating_list list = list_of(club, game, ACCOUNT_PERSON);
    double rating = NAN;
    for (int i = 0; i < list.count; i++)
        if (list.row[i].account == who->id)
            rating = list.row[i].rating;
    return rating;
}

static double rating_of(struct club *club, const struct account *who) {
    return rating_of_game(club, "selacata", who);
}

/* A table that they have just taken their seats at. */
static void meet_again(struct club *club, struct account *one, struct account *other,
                       struct table_view *view) {
    struct error error = {.text = ""};
    char table[SECRET_SIZE], invite[SECRET_SIZE];
    const struct table_person is_one = {.account = one}, is_other = {.account = other};
    struct table_offer offer = usual;
    offer.rated = false;
    is_int(table_open(club, &is_one, &offer, noon(), view, &error), CLUB_DONE, "another table");
    memcpy(table, view->table, sizeof table);
    memcpy(invite, view->invite, sizeof invite);
    is_int(table_join(club, &is_other, table, invite, noon(), view, &error), CLUB_DONE, "for both");
}

/* The JSON with the ratings of an account. */
static const char *told_of(struct club *club, const struct account *who) {
    static char told[20000];
    struct error error = {.text = ""};
    struct json json = json_new_object();
    if (!rating_add_person(club, who->id, &json, &error))
        ok(false, "the ratings of %s: %s", who->name, error.text);
    snprintf(told, sizeof told, "%s", text_get(&json.text));
    text_free(&json.text);
    return told;
}

/* The rating after a day of the course, from 0; NAN: there is none. */
static double course_of(const char *told, int day) {
    static const char mark[] = "{\"day\":\"2010-11-07\",\"rating\":";
    for (; (told = strstr(told, "{\"day\":")); told++)
        if (day-- == 0)
            return strtod(told + strlen(mark), NULL);
    return NAN;
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void test_tables(struct club *club) {
    const int64_t week = 7 * TABLE_DAY_MS;
    struct account *carl = sign_up(club, 0, ACCOUNT_PERSON),
                   *dora = sign_up(club, 1, ACCOUNT_PERSON);
    struct table_offer casual = usual;
    casual.rated = false;
    play(club, carl, dora, casual, false, noon(), NULL, NULL);
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter"), 0, "a table that is not rated");
    play(club, dora, carl, usual, true, noon(), NULL, NULL);
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE margin > 0 AND score = 1"
                     " AND began = -1 AND reason = 0"),
           1, "Carl has won both halves: one encounter, as the lower number sees it");
    for (int i = 0; i < 3; i++)
        play(club, carl, dora, usual, false, noon(), NULL, NULL);
    is_int(ask(club, "SELECT SUM(reason = 0) FROM club_encounter"), ENCOUNTERS_A_WEEK,
           "only so many count in a week");
    is_int(ask(club, "SELECT SUM(reason = 1) FROM club_encounter"), 1, "the others do not");
    play(club, carl, dora, usual, false, noon() + week, "192.0.2.1", "192.0.2.1");
    is_int(ask(club, "SELECT SUM(reason = 2) FROM club_encounter"), 1, "nor from one address");
    play(club, carl, dora, usual, false, noon() + week, "192.0.2.1", "192.0.2.2");
    play(club, carl, dora, usual, false, noon() + week, "192.0.2.1", NULL);
    is_int(ask(club, "SELECT SUM(reason = 0) FROM club_encounter"), ENCOUNTERS_A_WEEK + 2,
           "from two they do");
    is_int(ask(club, "SELECT COUNT(*) FROM club_rated_seat"), 5, "digests of addresses");
    is_int(ask(club, "SELECT COUNT(*) FROM club_rated_seat WHERE address LIKE '%192.0%'"), 0,
           "and no addresses");
}

/* A game of one half is an encounter with its return game. */
static void test_returns(struct club *club) {
    struct account *carl = &person[0], *dora = &person[1];
    struct table_offer offer = usual;
    offer.game = "tritt";
    play(club, carl, dora, offer, false, noon(), NULL, NULL);
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'tritt' AND tables = 1"
                     " AND began = 1 AND score = 1"),
           1, "Carl began and won");
    play(club, carl, dora, offer, false, noon(), NULL, NULL);
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'tritt'"), 2,
           "began again: that is another encounter");
    play(club, dora, carl, offer, false, noon(), NULL, NULL);
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'tritt' AND tables = 2"
                     " AND began = -1 AND score = 0.5 AND margin = 0"),
           1, "the return game joins the first");
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'tritt'"), 2, "of two");
    play(club, dora, carl, offer, false, noon() + ENCOUNTER_RETURN_MS + 1000, NULL, NULL);
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'tritt'"), 3,
           "too late for a return game");
}

static void test_classes(struct club *club) {
    struct error error = {.text = ""};
    struct table_view view = {0};
    struct account *robot = sign_up(club, 2, ACCOUNT_ENGINE);
    const struct table_person is_carl = {.account = &person[0]}, is_robot = {.account = robot};
    char table[SECRET_SIZE], invite[SECRET_SIZE];
    is_int(table_open(club, &is_carl, &usual, noon(), &view, &error), CLUB_DONE, "Carl opens one");
    memcpy(table, view.table, sizeof table);
    memcpy(invite, view.invite, sizeof invite);
    is_int(table_join(club, &is_robot, table, invite, noon(), &view, &error), CLUB_FORBIDDEN,
           "an engine may not join: %s", error.text);
    table_view_free(&view);
}

/* ---- listing --------------------------------------------------------------------------------- */

static void test_standing(struct club *club) {
    struct error error = {.text = ""};
    char rivals[80];
    struct account *carl = &person[0], *dora = &person[1];
    is_int(fit_all_games(club), 2, "two games are fitted");
    is_int(fit_all_games(club), 0, "and nothing is left");
    struct rating_list list = list_of(club, "selacata", ACCOUNT_PERSON);
    is_int(list.total, 0, "with one opponent only, nobody is listed");
    struct account *fanny = sign_up(club, 3, ACCOUNT_PERSON);
    play(club, carl, fanny, usual, true, noon(), NULL, NULL);
    fit_all_games(club);
    list = list_of(club, "selacata", ACCOUNT_PERSON);
    ok(list.margins && list.total == 1 && list.row[0].account == carl->id &&
           list.row[0].standing == RATING_PROVISIONAL && list.row[0].place == 0,
       "with two, a rating is provisional");
    ok(list.count == 1 && list.row[0].encounters == 6 && list.row[0].opponents == 2,
       "it says on how much it rests");
    struct table_view view = {0};
    meet_again(club, carl, dora, &view);
    ok(view.seat[0].rated && view.seat[0].provisional &&
           view.seat[0].rating == rating_of(club, carl),
       "it is shown beside the name");
    ok(!view.seat[1].rated, "but Dora's is not");
    table_view_free(&view);
    const char *told = strstr(told_of(club, dora), "{\"game\":\"tritt\"");
    snprintf(rivals, sizeof rivals,
             "\"rivals\":[{\"account\":%d,\"name\":\"Carl\",\"encounters\":3,", (int)carl->id);
    ok(told && strstr(told, "\"scale\":\"elo\"") && strstr(told, rivals) &&
           strstr(told, "\"won\":1,\"drawn\":1,\"lost\":1,") && isnan(course_of(told, 0)),
       "her rivals, as she sees them: %s", told ? told : "");
    told = strstr(told_of(club, carl), "{\"game\":\"tritt\"");
    ok(told && isnan(course_of(told, 0)), "no course while one opponent is all");
    const struct page_request page = {0, 50};
    is_int(rating_list_read(club, "chess", ACCOUNT_PERSON, &page, &list, &error), CLUB_UNKNOWN,
           "no such game: %s", error.text);
    is_int(rating_list_read(club, "trioker-puzzle", ACCOUNT_PERSON, &page, &list, &error),
           CLUB_UNKNOWN, "a game for one: %s", error.text);
}

/* ---- the fit --------------------------------------------------------------------------------- */

static void add_encounter(struct club *club, int one, int other, double margin, int64_t finished) {
    struct error error;
    char sql[400];
    bool turned = person[one].id > person[other].id;
    snprintf(sql, sizeof sql,
             "INSERT INTO club_encounter (game, first, second, began, tables, margin, score, week,"
             " finished, reason) VALUES ('archipel', %d, %d, -1, 1, %f, %f, '', %lld, 0);"
             "INSERT OR REPLACE INTO club_rated SELECT id, kind, 0 FROM club_account;"
             "INSERT INTO club_rated_game VALUES ('archipel', 1, 0, 0)"
             " ON CONFLICT DO UPDATE SET version = version + 1",
             (int)person[turned ? other : one].id, (int)person[turned ? one : other].id,
             turned ? -margin : margin, (margin > 0) != turned ? 1.0 : 0.0, (long long)finished);
    if (!query_run(club->record, sql, &error))
        ok(false, "an encounter: %s", error.text);
}

/* Everybody against everybody, some often; the test fits the pairs itself. */
static void test_fit(struct club *club) {
    struct random random;
    struct fit_pair pairs[PEOPLE * PEOPLE];
    struct fit wanted;
    int count = 0, wrong = 0;
    random_seed(&random, 7);
    for (int i = 4; i < PEOPLE; i++)
        sign_up(club, i, ACCOUNT_PERSON);
    for (int i = 4; i < PEOPLE; i++)
        for (int k = i + 1; k < PEOPLE; k++) {
            int met = 1 + (int)random_below(&random, 12);
            double scale = met > RATED_WEIGHT ? (double)RATED_WEIGHT / met : 1;
            struct fit_pair *pair = &pairs[count++];
            *pair = (struct fit_pair){
                .first = i - 4, .second = k - 4, .count = met < RATED_WEIGHT ? met : RATED_WEIGHT};
            for (int game = 0; game < met; game++) {
                double margin = 2.0 * (k - i) + (int)random_below(&random, 21) - 10 + 0.5;
                add_encounter(club, i, k, margin, noon() + game * TABLE_DAY_MS);
                pair->margin += scale * margin;
                pair->margin_squares += scale * margin * margin;
            }
        }
    is_int(fit_all_games(club), 1, "the game is fitted");
    ok(fit_margins(pairs, count, PEOPLE - 4, -1, &wanted), "and by the test");
    struct rating_list list = list_of(club, "archipel", ACCOUNT_PERSON);
    is_int(list.total, PEOPLE - 4, "all are listed");
    for (int i = 0; i < list.count; i++) {
        int number = (int)(list.row[i].account - person[4].id);
        wrong += fabs(list.row[i].rating - wanted.rating[number]) > 1e-6;
        wrong += fabs(list.row[i].error - fit_error(&wanted, number, -1)) > 1e-6;
        wrong += list.row[i].standing != RATING_PROVEN || list.row[i].place != i + 1;
        wrong += i > 0 && list.row[i].rating - list.row[i].error >
                              list.row[i - 1].rating - list.row[i - 1].error;
    }
    is_int(wrong, 0, "ratings, errors and places are those of the joint fit");
    fit_free(&wanted);
    const struct page_request page = {3, 2};
    struct error error;
    ok(rating_list_read(club, "archipel", ACCOUNT_PERSON, &page, &list, &error) == CLUB_DONE &&
           list.count == 2 && list.row[0].place == 4 && list.row[1].place == 5,
       "a page from the middle");
}

/* The point of a day stays when the next day is fitted. */
static void test_course(struct club *club) {
    const int64_t later = noon() + 30 * TABLE_DAY_MS;
    const double before = course_of(told_of(club, &person[4]), 0);
    ok(!isnan(before) && isnan(course_of(told_of(club, &person[4]), 1)), "one point of the course");
    add_encounter(club, 4, 5, 90, later);
    fit_all_games(club);
    const char *told = told_of(club, &person[4]);
    ok(fabs(course_of(told, 0) - before) < 1e-9 && course_of(told, 1) > before &&
           isnan(course_of(told, 2)) && strstr(told, "{\"day\":\"2026-12-04\""),
       "a second one, later, and the first as it was");
    ok(isnan(course_of(told_of(club, &person[6]), 1)),
       "nothing is added for those who have not played");
}

/* ---- what becomes of accounts ---------------------------------------------------------------- */

static int listed(struct club *club) {
    struct rating_list list = list_of(club, "archipel", ACCOUNT_PERSON);
    return (int)list.total;
}

static double rating_now(struct club *club, int number) {
    return rating_of_game(club, "archipel", &person[number]);
}

static void test_accounts(struct club *club) {
    struct error error = {.text = ""};
    struct json json = {0};
    const int all = PEOPLE - 4;
    double before = rating_now(club, 4);
    is_int(account_ban(club, person[5].id, "cheats", &error), CLUB_DONE, "a ban");
    is_int(listed(club), all - 1, "who is banned is listed no more");
    is_int(fit_all_games(club), 1, "and all is fitted again");
    ok(fabs(rating_now(club, 4) - before) > 1e-6, "without what they did");
    is_int(account_ban(club, person[5].id, NULL, &error), CLUB_DONE, "lifted");
    fit_all_games(club);
    ok(fabs(rating_now(club, 4) - before) < 1e-9 && listed(club) == all, "all is as it was");
    is_int(account_classify(club, person[5].id, ACCOUNT_HELPED, &error), CLUB_DONE, "moved");
    fit_all_games(club);
    is_int(listed(club), all - 1, "to another class, where nobody was met");
    is_int(account_classify(club, person[5].id, ACCOUNT_PERSON, &error), CLUB_DONE, "back");
    fit_all_games(club);
    ok(fabs(rating_now(club, 4) - before) < 1e-9, "as it was");
    json_open(&json, NULL, '{');
    is_int(account_export(club, person[5].id, &json, &error), CLUB_DONE, "an export");
    json_close(&json, '}');
    ok(strstr(text_get(&json.text), "\"encounters\":[{") &&
           strstr(text_get(&json.text), "\"ratings\":[{\"game\":\"archipel\",\"rating\":"),
       "has encounters and ratings");
    text_free(&json.text);
    is_int(account_delete(club, person[5].id, &error), CLUB_DONE, "deleted");
    is_int(listed(club), all - 1, "no name is listed");
    is_int(ask(club, "SELECT COUNT(*) FROM club_rating WHERE account NOT IN"
                     " (SELECT id FROM club_account)"),
           0, "no rating is kept of it");
    add_encounter(club, 6, 7, 0.5, noon() + 40 * TABLE_DAY_MS);
    fit_all_games(club);
    ok(fabs(rating_now(club, 4) - before) < 1, "what it did still counts for others");
    is_int(ask(club, "SELECT COUNT(*) FROM club_rating WHERE account NOT IN"
                     " (SELECT id FROM club_account)"),
           0, "nor is one made");
    int64_t encounters = ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'archipel'");
    char sql[300];
    snprintf(sql, sizeof sql,
             "SELECT COUNT(*) FROM club_encounter WHERE game = 'archipel' AND first IN (%d, %d)"
             " AND second IN (%d, %d)",
             (int)person[4].id, (int)person[11].id, (int)person[4].id, (int)person[11].id);
    int64_t own = ask(club, sql);
    is_int(account_join(club, person[4].id, person[11].id, &error), CLUB_DONE, "merged: %s",
           error.text);
    ok(own > 0 && ask(club, "SELECT COUNT(*) FROM club_encounter WHERE game = 'archipel'") ==
                      encounters - own,
       "what the two played together is gone, all else is kept");
    is_int(ask(club, "SELECT COUNT(*) FROM club_encounter WHERE first >= second"), 0,
           "the lower number first");
    is_int(fit_all_games(club), 1, "fitted again");
    is_int(listed(club), all - 2, "one fewer");
    ok(rating_now(club, 11) > rating_now(club, 10), "with the strength of both");
}

/* ---- a second account ------------------------------------------------------------------------ */

/* Nils has an honest record against everybody. A second account of his, which has one too, loses to
 * him as often and as high as it likes: the rules let that move him by a bounded share. */
static void test_second_account(void) {
    struct club club;
    double honest, moved;
    tables_club_begin(&club);
    for (int i = 0; i < PEOPLE; i++)
        sign_up(&club, i, ACCOUNT_PERSON);
    for (int i = 0; i < PEOPLE - 1; i++)
        for (int k = i + 1; k < PEOPLE - 1; k++)
            for (int round = 0; round < 2; round++)
                add_encounter(&club, i, k, round ? 4 : -4, noon());
    fit_all_games(&club);
    honest = rating_now(&club, 0);
    for (int i = 0; i < 50; i++)
        add_encounter(&club, 0, PEOPLE - 1, 96, noon());
    fit_all_games(&club);
    moved = rating_now(&club, 0);
    struct rating_list list = list_of(&club, "archipel", ACCOUNT_PERSON);
    ok(list.total == PEOPLE - 1 && list.row[0].opponents <= PEOPLE - 1,
       "an account that has met nobody else is not listed");
    ok(fabs(moved - honest) < 1e-6, "and moves nobody: %.3f", moved - honest);
    for (int k = 1; k < PEOPLE - 1; k++)
        add_encounter(&club, k, PEOPLE - 1, k % 2 ? 4 : -4, noon());
    fit_all_games(&club);
    /* Of the 20 + 6 encounters of the first, 6 are of that account. */
    double gain = rating_now(&club, 0) - rating_now(&club, 2);
    ok(gain > 0 && gain < 96.0 * RATED_WEIGHT / (20 + RATED_WEIGHT),
       "with honest games of its own it moves the other by its share: %.3f", gain);
    club_close(&club);
}

int main(void) {
    struct club club;
    tables_club_begin(&club);
    test_tables(&club);
    test_returns(&club);
    test_classes(&club);
    test_standing(&club);
    test_fit(&club);
    test_course(&club);
    test_accounts(&club);
    club_close(&club);
    test_second_account();
    tables_club_end();
    return done();
}
