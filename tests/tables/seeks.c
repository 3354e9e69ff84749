/* seeks.c - tables that wait and are not secret: who may take a seat, which seat by lot, who is
 * challenged how often, what becomes of them when accounts are banned, joined or deleted, and that
 * in any order of requests nobody gets a seat that somebody has.
 */
#include "config.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "base/text.h"
#include "club/store/accounts.h"
#include "club/store/table_terms.h"
#include "club/store/tables/seeks.h"
#include "record/query.h"
#include "tests/lib/tables_club.h"
#include "tests/lib/tap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct table_offer clocked = {.game = "selacata",
                                           .grid = "",
                                           .keys = "",
                                           .seat = TABLE_ANY_SEAT,
                                           .clock = 60000,
                                           .shown = true};

static struct account carl;
static const struct table_person is_carl = {.account = &carl};

static void copy_name(const struct table_view *view, char name[SECRET_SIZE]) {
    memcpy(name, view->table, SECRET_SIZE);
}

static void count_one(void *context, const struct seek *seek) {
    (void)seek;
    ++*(int *)context;
}

static int count_seeks(struct club *club) {
    struct error error;
    int count = 0;
    return seeks_each(club, count_one, &count, &error) ? count : -1;
}

/* One opens, all others come: the first of them has the seat. */
static void test_taking(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct seek seek;
    char name[SECRET_SIZE], key[DIGEST_SIZE];
    int64_t kept;
    digest_draw(key);
    const struct table_person guest = {.key = key};
    is_int(table_open(club, &is_anna, &clocked, noon(), &view, &error), CLUB_DONE, "a seek: %s",
           error.text);
    copy_name(&view, name);
    ok(view.shown && *view.invite, "it is shown, and has a link all the same");
    ok(seek_read(club, name, &seek, &error) == CLUB_DONE && seek.account == anna.id && seek.lot &&
           seek.free == 1 && seek.clock == 60000 && strcmp(seek.name, "Anna") == 0 &&
           strcmp(seek.game, "selacata") == 0 && !seek.rated,
       "it says who waits, and for what");
    is_int(count_seeks(club), 1, "it is in the lobby");
    is_int(table_join(club, &is_anna, name, "", noon(), &view, &error), CLUB_DONE,
           "who waits there has a seat already");
    ok(view.state == TABLE_WAITING, "and goes on waiting");
    is_int(table_close(club, &is_bert, name, noon(), &kept, &view, &error), CLUB_FORBIDDEN,
           "nobody else takes it away: %s", error.text);
    is_int(table_join(club, &guest, name, "", noon(), &view, &error), CLUB_DONE,
           "a guest takes the seat: %s", error.text);
    is_int(table_join(club, &is_bert, name, "", noon(), &view, &error), CLUB_CONFLICT,
           "whoever comes second does not: %s", error.text);
    ok(view.state == TABLE_OPEN && view.reader == GAME_PUBLIC && !view.shown, "and watches");
    is_int(table_join(club, &guest, name, "", noon(), &view, &error), CLUB_DONE,
           "the guest may send it once more");
    is_int(table_close(club, &is_anna, name, noon(), &kept, &view, &error), CLUB_CONFLICT,
           "what has begun cannot be taken back: %s", error.text);
    is_int(seek_read(club, name, &seek, &error), CLUB_UNKNOWN, "it is out of the lobby: %s",
           error.text);
    ok(seek_drop(club, name, &error) &&
           table_read(club, &is_anna, name, noon(), &view, &error) == CLUB_DONE,
       "nor is it dropped");
    is_int(count_seeks(club), 0, "the lobby is empty");
    is_int(table_open(club, &is_anna, &clocked, noon(), &view, &error), CLUB_DONE, "another one");
    copy_name(&view, name);
    is_int(table_close(club, &is_anna, name, noon(), &kept, &view, &error), CLUB_DONE,
           "is taken back: %s", error.text);
    is_int(table_join(club, &is_bert, name, "", noon(), &view, &error), CLUB_UNKNOWN,
           "and is gone: %s", error.text);
    ok(seek_drop(club, name, &error), "dropping what is gone changes nothing");
    table_view_free(&view);
}

/* A table by a link is as secret as ever. */
static void test_secret(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = clocked;
    char name[SECRET_SIZE];
    int64_t kept;
    offer.shown = false;
    is_int(table_open(club, &is_anna, &offer, noon(), &view, &error), CLUB_DONE, "by a link");
    copy_name(&view, name);
    is_int(count_seeks(club), 0, "it is not in the lobby");
    is_int(table_join(club, &is_bert, name, "", noon(), &view, &error), CLUB_FORBIDDEN,
           "without the link there is no seat: %s", error.text);
    is_int(table_close(club, &is_anna, name, noon(), &kept, &view, &error), CLUB_DONE,
           "whoever opened it closes it");
    table_view_free(&view);
}

/* Lots are drawn from the secret that was there before, when all have come; each has the seat of
 * the lot, and the key. */
static void test_lots(struct club *club, const char *game, const char *keys, int players) {
    enum { TIMES = 24 };
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = clocked;
    int first = 0, right = 0, own = 0, hidden = 0;
    offer.game = game;
    offer.keys = keys;
    for (int i = 0; i < TIMES; i++) {
        char key[GAME_PLAYERS_MAX][DIGEST_SIZE], name[SECRET_SIZE], line[200] = "";
        char digest[DIGEST_SIZE];
        struct random random;
        for (int k = 0; k < players; k++) {
            digest_draw(key[k]);
            const struct table_person who = {.key = key[k]};
            if (k == 0 && table_open(club, &who, &offer, noon(), &view, &error) == CLUB_DONE)
                hidden += view.reader == 0;
            copy_name(&view, name);
            if (k > 0)
                table_join(club, &who, name, "", noon(), &view, &error);
        }
        struct query query;
        query_open(&query, club->record,
                   "SELECT 'triancey seat ' || name || ' 0 0 ' || secret FROM club_table"
                   " WHERE name = ?",
                   VALUES(value_text(name)));
        if (query_step(&query))
            query_copy(&query, 0, line, sizeof line);
        query_close(&query, &error);
        digest_text(line, digest);
        digest[16] = '\0';
        random_seed(&random, strtoull(digest, NULL, 16));
        int lot = (int)random_below(&random, (uint32_t)players);
        for (int k = 0; k < players; k++) {
            const struct table_person who = {.key = key[k]};
            table_read(club, &who, name, noon(), &view, &error);
            own += view.state == TABLE_OPEN && view.reader == (k + lot) % players;
        }
        table_read(club, &(struct table_person){.key = key[0]}, name, noon(), &view, &error);
        right += view.reader == lot;
        first += view.reader == 0;
    }
    is_int(hidden, TIMES, "%s: while one waits, no lot is to be seen", game);
    is_int(right, TIMES, "the seat is that of the secret");
    is_int(own, TIMES * players, "all sit in turn from there");
    ok(first < TIMES, "it is not always the first one");
    table_view_free(&view);
}

static void test_challenges(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = clocked;
    char name[SECRET_SIZE], key[DIGEST_SIZE];
    int64_t kept = 0;
    digest_draw(key);
    const struct table_person guest = {.key = key};
    offer.shown = false;
#define REFUSED(who, answer, whom)                                                                 \
    offer.person = whom;                                                                           \
    is_int(table_open(club, &(who), &offer, noon(), &view, &error), answer, "'%s': %s", whom,      \
           error.text)
    REFUSED(is_anna, CLUB_INVALID, "Anna");
    REFUSED(is_anna, CLUB_INVALID, "anna");
    REFUSED(is_anna, CLUB_UNKNOWN, "Zoe");
    REFUSED(is_anna, CLUB_INVALID, "");
    REFUSED(is_anna, CLUB_INVALID, "\x01");
    REFUSED(guest, CLUB_FORBIDDEN, "Bert");
    offer.game = "trioker-rapid";
    offer.keys = "players 3";
    REFUSED(is_anna, CLUB_INVALID, "Bert");
    offer.game = "selacata";
    offer.keys = "";
    is_int(account_ban(club, bert.id, "cheats", &error), CLUB_DONE, "Bert is banned");
    REFUSED(is_anna, CLUB_CONFLICT, "Bert");
    is_int(account_ban(club, bert.id, NULL, &error), CLUB_DONE, "Bert may play again");
    offer.person = "Bert";
    is_int(table_open(club, &is_anna, &offer, noon(), &view, &error), CLUB_DONE, "challenged: %s",
           error.text);
    copy_name(&view, name);
    ok(strcmp(view.kept_name, "Bert") == 0 && !*view.invite && !view.shown,
       "the seat is for him alone");
    is_int(count_seeks(club), 0, "and not in the lobby");
    is_int(table_join(club, &is_carl, name, "", noon(), &view, &error), CLUB_FORBIDDEN,
           "for nobody else: %s", error.text);
    is_int(table_join(club, &guest, name, "", noon(), &view, &error), CLUB_FORBIDDEN, "no guest");
    is_int(table_close(club, &is_carl, name, noon(), &kept, &view, &error), CLUB_FORBIDDEN,
           "nobody else declines");
    is_int(table_join(club, &is_bert, name, "", noon(), &view, &error), CLUB_DONE, "he accepts: %s",
           error.text);
    ok(view.state == TABLE_OPEN && !view.kept_for, "it begins");
    is_int(table_open(club, &is_anna, &offer, noon(), &view, &error), CLUB_DONE, "once more");
    is_int(table_close(club, &is_bert, view.table, noon(), &kept, &view, &error), CLUB_DONE,
           "he declines: %s", error.text);
    ok(kept == bert.id, "the owner of the seek is returned");
    table_view_free(&view);
}

/* Whoever is declined cannot go on for ever. */
static void test_limits(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = clocked;
    enum club_answer answer = CLUB_DONE;
    int64_t kept;
    int times = 0;
    offer.shown = false;
    offer.person = "Carl";
    for (; times < 100; times++) {
        answer = table_open(club, &is_anna, &offer, noon(), &view, &error);
        if (answer != CLUB_DONE)
            break;
        table_close(club, &is_carl, view.table, noon(), &kept, &view, &error);
    }
    is_int(times, CHALLENGES_OF_PAIR_MAX, "so often within a day");
    is_int(answer, CLUB_CONFLICT, "then not: %s", error.text);
    is_int(table_open(club, &is_bert, &offer, noon(), &view, &error), CLUB_DONE, "others may: %s",
           error.text);
    table_close(club, &is_bert, view.table, noon(), &kept, &view, &error);
    is_int(table_open(club, &is_anna, &offer, noon() + TABLE_DAY_MS, &view, &error), CLUB_DONE,
           "nor does it last: %s", error.text);
    table_close(club, &is_anna, view.table, noon() + TABLE_DAY_MS, &kept, &view, &error);
    for (times = 0; times < 100; times++)
        if (table_open(club, &is_anna, &clocked, noon(), &view, &error) != CLUB_DONE)
            break;
    is_int(times, SEEKS_OF_ACCOUNT_MAX, "seeks at a time: %s", error.text);
    is_int(account_ban(club, anna.id, "cheats", &error), CLUB_DONE, "Anna is banned");
    is_int(count_seeks(club), 0, "her seeks are gone");
    is_int(account_ban(club, anna.id, NULL, &error), CLUB_DONE, "and may play again");
    for (times = 0; times < 100; times++) {
        char key[DIGEST_SIZE];
        digest_draw(key);
        const struct table_person guest = {
            .key = key, .address = "192.0.2.1", .network = "192.0.2.0"};
        if (table_open(club, &guest, &clocked, noon(), &view, &error) != CLUB_DONE)
            break;
    }
    is_int(times, SEEKS_OF_ADDRESS_MAX, "seeks of guests of one address: %s", error.text);
    ok(settle_all(club, noon() + TABLE_GUEST_MS, &error) && count_seeks(club) == 0,
       "they last for an hour");
    table_view_free(&view);
}

static void test_accounts(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct table_offer offer = clocked;
    struct account dora;
    char device[DIGEST_SIZE];
    struct json json = {0};
    is_int(account_create(club, "Dora", ACCOUNT_PERSON, "no hash", noon(), &dora, device, &error),
           CLUB_DONE, "Dora comes");
    const struct table_person is_dora = {.account = &dora};
    table_open(club, &is_dora, &clocked, noon(), &view, &error);
    offer.shown = false;
    offer.person = "Bert";
    table_open(club, &is_dora, &offer, noon(), &view, &error);
    offer.person = "Dora";
    table_open(club, &is_carl, &offer, noon(), &view, &error);
    table_open(club, &is_bert, &offer, noon(), &view, &error);
    json_open(&json, NULL, '{');
    ok(account_export(club, dora.id, &json, &error) == CLUB_DONE &&
           strstr(text_get(&json.text), "\"challenges\":[{\"to\":\"Bert\",\"at\":\"2026-11-04T12"),
       "she can read whom she has challenged");
    text_free(&json.text);
    is_int(account_join(club, dora.id, bert.id, &error), CLUB_DONE, "Dora is Bert: %s", error.text);
    struct query query;
    int own = 0, all = 0;
    query_open(&query, club->record,
               "SELECT club_seek.account = mine.account FROM club_seek JOIN club_table_seat AS"
               " mine USING (tab) WHERE mine.sitter = 1 AND club_seek.account IS NOT NULL",
               NULL);
    while (query_step(&query)) {
        all++;
        own += query_int(&query, 0);
    }
    query_close(&query, &error);
    ok(all == 1 && own == 0, "Carl has challenged Bert, and nobody oneself: %d of %d", own, all);
    is_int(count_seeks(club), 1, "Bert waits in the lobby");
    is_int(account_delete(club, bert.id, &error), CLUB_DONE, "Bert goes");
    int64_t left;
    ok(count_seeks(club) == 0 &&
           query_ask(club->record, "SELECT COUNT(*) FROM club_seek", NULL, &left, &error) &&
           left == 0,
       "and all that waited for him, or in his name");
    ok(query_ask(club->record,
                 "SELECT COUNT(*) FROM club_challenge WHERE account NOT IN"
                 " (SELECT id FROM club_account)",
                 NULL, &left, &error) &&
           left == 0,
       "nothing is kept about him");
    table_view_free(&view);
}

/* ---- any order ------------------------------------------------------------------------------- */

enum { CROWD = 12, ROOM = 16 };

static bool crowd_is_sound(struct club *club, struct error *error) {
    int64_t wrong;
    return query_ask(club->record,
                     "SELECT (SELECT COUNT(*) FROM club_table WHERE state <> 0 AND EXISTS (SELECT"
                     "  1 FROM club_table_seat WHERE tab = id AND sitter = 0))"
                     " + (SELECT COUNT(*) FROM club_table WHERE state = 0 AND NOT EXISTS (SELECT 1"
                     "  FROM club_table_seat WHERE tab = id AND sitter = 0))"
                     " + (SELECT COUNT(*) FROM club_seek LEFT JOIN club_table ON id = tab"
                     "  WHERE state IS NOT 0)"
                     " + (SELECT COUNT(*) FROM (SELECT 1 FROM club_table_step WHERE kind = 1"
                     "  GROUP BY tab, seat HAVING COUNT(*) > 1))"
                     " + (SELECT COUNT(*) FROM (SELECT 1 FROM club_table_seat WHERE account IS NOT"
                     "  NULL GROUP BY tab HAVING COUNT(*) > COUNT(DISTINCT account)))",
                     NULL, &wrong, error) &&
           wrong == 0;
}

/* People who open, take, take back and decline in any order; each seat that was given stays the
 * person's, and each that was refused is somebody else's. */
static void test_crowd(struct club *club) {
    struct table_view view = {0};
    struct error error = {.text = ""};
    struct random random;
    struct account crowd[CROWD];
    char device[DIGEST_SIZE];
    char table[ROOM][SECRET_SIZE] = {""}, name[40];
    int taken = 0, late = 0, wrong = 0;
    for (int i = 0; i < CROWD; i++) {
        snprintf(name, sizeof name, "Crowd %d", i);
        if (account_create(club, name, ACCOUNT_PERSON, "no hash", noon(), &crowd[i], device,
                           &error) != CLUB_DONE)
            wrong++;
    }
    random_seed(&random, 17);
    const int steps = enough(1500, 20000);
    for (int i = 0; i < steps; i++) {
        const struct account *mine = &crowd[random_below(&random, CROWD)];
        const struct table_person who = {.account = mine};
        struct table_offer offer = clocked;
        char *place = table[random_below(&random, ROOM)];
        int64_t kept;
        switch (random_below(&random, 6)) {
        case 0:
            snprintf(name, sizeof name, "Crowd %d", (int)random_below(&random, CROWD));
            offer.shown = random_below(&random, 3) > 0;
            offer.person = offer.shown ? NULL : name;
            if (table_open(club, &who, &offer, noon() + i * INT64_C(60000), &view, &error) ==
                CLUB_DONE)
                copy_name(&view, place);
            break;
        case 1:
            table_close(club, &who, place, noon() + i * INT64_C(60000), &kept, &view, &error);
            break;
        case 2:
            if (*place)
                table_resign(club, &who, place, 0, noon() + i * INT64_C(60000), &view, &error);
            break;
        default: {
            enum club_answer answer =
                table_join(club, &who, place, "", noon() + i * INT64_C(60000), &view, &error);
            bool sits = *view.table && view.reader < view.players &&
                        view.seat[view.reader].account == mine->id;
            if (answer == CLUB_DONE)
                wrong += !sits;
            if (answer == CLUB_CONFLICT)
                wrong += sits;
            taken += answer == CLUB_DONE && view.state == TABLE_OPEN;
            late += answer == CLUB_CONFLICT;
        }
        }
        if (i % 100 == 0 && (!settle_all(club, noon() + i * INT64_C(60000), &error) ||
                             !crowd_is_sound(club, &error)))
            wrong++;
    }
    ok(taken > 20 && late > 20, "a crowd: %d took a seat, %d came too late", taken, late);
    is_int(wrong, 0, "a crowd: each table and seek is sound: %s", error.text);
    table_view_free(&view);
}

int main(void) {
    struct club club;
    struct error error = {.text = ""};
    char device[DIGEST_SIZE];
    tables_club_begin(&club);
    account_create(&club, "Carl", ACCOUNT_PERSON, "no hash", noon(), &carl, device, &error);
    test_taking(&club);
    test_secret(&club);
    test_lots(&club, "selacata", "", 2);
    test_lots(&club, "trioker-rapid", "players 3", 3);
    test_challenges(&club);
    test_limits(&club);
    test_accounts(&club);
    test_crowd(&club);
    club_close(&club);
    tables_club_end();
    return done();
}
