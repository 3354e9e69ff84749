/* accounts.c - names and those that look like them, keys and codes, and what becomes of accounts.
 */
#include "config.h"

#include "base/error.h"
#include "base/json.h"
#include "base/random.h"
#include "base/spoken.h"
#include "club/store/accounts.h"
#include "club/store/club.h"
#include "club/store/person_name.h"
#include "club/store/recovery.h"
#include "record/query.h"
#include "record/record_extra.h"
#include "record/record_rows.h"
#include "tests/lib/quick_hash.h"
#include "tests/lib/tap.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

enum { NOW = 1795363200 }; /* 2026-11-22T20:00:00Z or so */

static const int64_t now_ms = (int64_t)NOW * 1000;

/* ---- names ----------------------------------------------------------------------------------- */

static void test_allowed(void) {
    static const char *const good[] = {"Anna",   "Jean-Luc", "O'Brien", "Anna Bell",
                                       "Zoë",    "Дмитрий",  "Ελένη",   "田中さくら",
                                       "김민준", "محمد",     "שרה",     "Player1",
                                       "x2",     "สมชาย",    "Nguyễn",  "abcdefghijklmnopqrstuvwx",
                                       "Invitée"};
    static const char *const bad[] = {"",
                                      "A",
                                      " Anna",
                                      "Anna ",
                                      "Anna  Bell",
                                      "A B C",
                                      "-Anna",
                                      "Anna-",
                                      "Jean--Luc",
                                      "1Anna",
                                      "Anna_Bell",
                                      "<b>Anna</b>",
                                      "Anna/Bell",
                                      "Anna\n",
                                      "Anna\tB",
                                      "'; DROP TABLE club_account; --",
                                      "abcdefghijklmnopqrstuvwxy",
                                      "\xff\xfe",
                                      "Ann\xc3",
                                      "Аnna",             /* a Cyrillic A */
                                      "Annа",             /* a Cyrillic a */
                                      "An\xe2\x80\x8bna", /* a blank without width */
                                      "An\xe2\x80\xaena", /* text from right to left */
                                      "A\xcc\x81\xcc\x82\xcc\x83\xcc\x84na", /* too many accents */
                                      "\xcc\x81nna",
                                      "😀😀",
                                      "reference",
                                      "Reference",
                                      "R3ference2 x y",
                                      "Admin",
                                      "admin",
                                      "ADMIN",
                                      "tri-ancey",
                                      "Deleted 5",
                                      "deleted-5",
                                      "De1eted7",
                                      "A deleted account",
                                      "Un compte supprimé",
                                      "Root Two",
                                      "Guest",
                                      "guest 12",
                                      "Nobody",
                                      "Invité",
                                      "Invité 3",
                                      "Invité-10",
                                      "invite\xcc\x81",
                                      "Administrators"};
    struct error error = {.text = ""};
    struct person_name name;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        ok(person_name_read(good[i], &name, &error) && strcmp(name.text, good[i]) == 0,
           "%s is a name: %s", good[i], error.text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ok(!person_name_read(bad[i], &name, &error) && error.text[0], "bad name %zu: %s", i,
           error.text);
    for (const struct spoken *one = spoken_names; one->code; one++)
        ok(!person_name_read(one->text, &name, &error), "nobody is called %s", one->text);
    char length[4000];
    memset(length, 'a', sizeof length - 1);
    length[sizeof length - 1] = '\0';
    ok(!person_name_read(length, &name, &error), "one of thousands of bytes");
    ok(person_name_read("Zoe\xcc\x88", &name, &error) && strcmp(name.text, "Zoë") == 0,
       "accents are joined to their letters");
    ok(person_name_read("An\xc2\xa0na", &name, &error) && strcmp(name.text, "An na") == 0,
       "and blanks are blanks");
    ok(person_name_read("O\xe2\x80\x99"
                        "Brien",
                        &name, &error) &&
           strcmp(name.text, "O'Brien") == 0 &&
           person_name_read("Jean\xe2\x80\x91Luc", &name, &error) &&
           strcmp(name.text, "Jean-Luc") == 0,
       "so are apostrophes and hyphens: %s", error.text);
}

/* What no font shows is refused everywhere in a name, whatever Unicode adds to it. */
static void test_invisible(void) {
    struct error error = {.text = ""};
    struct person_name name;
    int count = 0, taken = 0;
    for (UChar32 c = 0; c <= UCHAR_MAX_VALUE; c++) {
        uint8_t text[16] = "Ann";
        int length = 3;
        if (!u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            continue;
        count++;
        U8_APPEND_UNSAFE(text, length, (uint32_t)c);
        memcpy(text + length, "a", 2);
        taken += person_name_read((const char *)text, &name, &error);
    }
    ok(count > 200, "%d characters cannot be seen", count);
    is_int(taken, 0, "and are in no name");
    ok(!person_name_read("\xe1\x85\xa0\xe1\x85\xa0", &name, &error) &&
           !person_name_read("Ann\xef\xb8\x80", &name, &error),
       "neither all of it nor its end is blank");
}

static bool alike(const char *a, const char *b) {
    struct error error = {.text = ""};
    struct person_name first, second;
    if (!person_name_read(a, &first, &error) || !person_name_read(b, &second, &error)) {
        diag("%s, %s: %s", a, b, error.text);
        return false;
    }
    return strcmp(first.look, second.look) == 0 || strcmp(first.folded, second.folded) == 0;
}

static void test_alike(void) {
    static const char *const same[][2] = {
        {"Anna", "anna"},    {"Anna", "AN-NA"},    {"Anna", "An na"}, {"Ilya", "llya"},
        {"modern", "modem"}, {"асе", "ace"},       {"Bob0", "BobO"},  {"paul", "pau1"},
        {"Zoë", "ZOË"},      {"ＡＢＣＤ", "ABCD"}, {"НОВА", "HOBA"}};
    static const char *const other[][2] = {
        {"Anna", "Anne"}, {"Zoe", "Zoë"}, {"Paul", "Pablo"}, {"Дима", "Дина"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        ok(alike(same[i][0], same[i][1]), "%s is like %s", same[i][0], same[i][1]);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        ok(!alike(other[i][0], other[i][1]), "%s is not like %s", other[i][0], other[i][1]);
}

/* Bytes of all kinds do no harm, and what is taken is a name for records. */
static void test_any_bytes(void) {
    static const char *const pieces[] = {"a", "B", "é",  "и",    "\xcc\x81", " ", "-",  "'",
                                         "7", "٣", "漢", "\xff", "\xe2\x80", "I", "＿", "😀"};
    struct random random;
    struct error error;
    int taken = 0, wrong = 0;
    random_seed(&random, 1);
    for (int i = 0; i < 30000; i++) {
        char text[80] = "";
        struct person_name name, again;
        for (uint32_t k = random_below(&random, 9); k > 0; k--)
            strcat(text, pieces[random_below(&random, sizeof pieces / sizeof *pieces)]);
        if (!person_name_read(text, &name, &error))
            continue;
        taken++;
        wrong += !name_check(name.text, &error) || !name.look[0] || !name.folded[0] ||
                 !person_name_read(name.text, &again, &error) ||
                 strcmp(again.text, name.text) != 0 || strcmp(again.look, name.look) != 0;
    }
    ok(taken > 100, "%d of random names are taken", taken);
    is_int(wrong, 0, "and all of these are names for records, and themselves again");
}

/* ---- codes ----------------------------------------------------------------------------------- */

static void test_codes(void) {
    char code[RECOVERY_CODE_SIZE], hash[RECOVERY_HASH_SIZE], other[RECOVERY_CODE_SIZE],
        spelled[80] = "";
    ok(recovery_draw(code, hash), "a code");
    ok(strlen(code) == 23 && code[5] == '-' && code[17] == '-', "%s", code);
    ok(strncmp(hash, "$argon2id$", 10) == 0 && !strstr(hash, code), "its hash is Argon2id's");
    ok(quick_hash_steps == crypto_pwhash_OPSLIMIT_INTERACTIVE &&
           quick_hash_memory == crypto_pwhash_MEMLIMIT_INTERACTIVE,
       "which costs what is advised for interactive use");
    ok(recovery_is(code, hash), "fits");
    for (char *c = code, *out = spelled; *c; c++) {
        *out++ = *c == '0' ? 'O' : *c == '1' ? 'l' : *c == '-' ? ' ' : *c;
        *out = '\0';
    }
    ok(recovery_is(spelled, hash), "so it does as %s", spelled);
    for (char *c = spelled; *c; c++)
        if (*c >= 'a' && *c <= 'z' && *c != 'l')
            *c = (char)(*c - 'a' + 'A');
    ok(recovery_is(spelled, hash), "and as %s", spelled);
    strcpy(other, code);
    other[22] = other[22] == '7' ? '8' : '7';
    ok(!recovery_is(other, hash), "another does not");
    other[22] = '\0';
    ok(!recovery_is(other, hash) && !recovery_is("", hash) && !recovery_is(hash, hash) &&
           !recovery_is("\xff", hash) && !recovery_is(code, "nonsense") && !recovery_is(code, ""),
       "nor what is no code, nor a hash that is none");
}

/* ---- accounts -------------------------------------------------------------------------------- */

static int64_t ask(struct club *club, const char *sql) {
    struct query query;
    struct error error;
    query_open(&query, club->record, sql, NULL);
    int64_t number = query_step(&query) ? query_int64(&query, 0) : -1;
    return query_close(&query, &error) ? number : -2;
}

/* A game of an account that is over, as the record has it. */
static void add_game(struct club *club, const struct account *account, int board) {
    struct error error = {.text = ""};
    char id[40], sql[400], name[NAME_BYTES_MAX + 1];
    struct game_row row = {.board_name = "board",
                           .tournament = true,
                           .source = club->source,
                           .foreign_id = id,
                           .seats = 2,
                           .player = {name, CLUB_REFERENCE},
                           .kind = {PLAYER_HUMAN, PLAYER_ENGINE}};
    snprintf(id, sizeof id, "2026-47/%d/%d", board, (int)account->id);
    bool done = query_begin_writing(club->record, &error) &&
                query_end_writing(club->record,
                                  account_have_player(club, account->id, name, &error) &&
                                      record_add_extra(club->record, &row, &error),
                                  &error);
    snprintf(sql, sizeof sql,
             "INSERT OR IGNORE INTO club_week VALUES ('2026-47', '', '', 0);"
             "INSERT INTO club_game (account, week, board, player, record)"
             " VALUES (%d, '2026-47', %d, %d, %d)",
             (int)account->id, board, (int)account->id, (int)row.id);
    ok(done && query_run(club->record, sql, &error), "a game on board %d: %s", board, error.text);
}

/* By the name and a code, as the site does it. */
static enum club_answer sign_in(struct club *club, const char *name, const char *code, int64_t now,
                                struct account *account, char device[DIGEST_SIZE],
                                struct error *error) {
    char hash[RECOVERY_HASH_SIZE];
    enum club_answer answer = account_recovery(club, name, account, hash, error);
    if (answer != CLUB_DONE)
        return answer;
    return recovery_is(code, hash) ? account_add_device(club, account->id, now, device, error)
                                   : CLUB_FORBIDDEN;
}

static void test_coming(struct club *club) {
    struct error error = {.text = ""};
    struct account anna, found;
    char device[DIGEST_SIZE], another[DIGEST_SIZE], other[DIGEST_SIZE];
    char first[RECOVERY_CODE_SIZE], code[RECOVERY_CODE_SIZE], hash[RECOVERY_HASH_SIZE];
    ok(recovery_draw(first, hash), "a code");
    is_int(account_create(club, "Anna Bell", ACCOUNT_PERSON, hash, now_ms, &anna, device, &error),
           CLUB_DONE, "an account: %s", error.text);
    is_int(anna.player, 0, "nobody in the record yet");
    is_int(
        account_create(club, "annabe11", ACCOUNT_PERSON, "no hash", now_ms, &found, other, &error),
        CLUB_CONFLICT, "one that looks alike: %s", error.text);
    is_int(account_create(club, "x", ACCOUNT_PERSON, "no hash", now_ms, &found, other, &error),
           CLUB_INVALID, "a name that is none: %s", error.text);
    is_int(account_of_device(club, device, &found, &error), CLUB_DONE, "its device");
    is_int(found.id, anna.id, "is known");
    device[3] = device[3] == 'a' ? 'b' : 'a';
    is_int(account_of_device(club, device, &found, &error), CLUB_UNKNOWN, "another is not");
    is_int(account_of_device(club, "' OR 1 --", &found, &error), CLUB_UNKNOWN, "nor what is none");
    is_int(ask(club, "SELECT COUNT(*) FROM club_device WHERE length(hash) = 64"), 1,
           "a hash is kept");
    is_int(sign_in(club, "anna bell", first, now_ms, &found, another, &error), CLUB_DONE,
           "by the code: %s", error.text);
    is_int(account_of_device(club, another, &found, &error), CLUB_DONE, "another device");
    is_int(sign_in(club, "Anna Bell", "00000-00000-00000-00000", now_ms, &found, other, &error),
           CLUB_FORBIDDEN, "a wrong code: %s", error.text);
    is_int(sign_in(club, "Nobody", first, now_ms, &found, other, &error), CLUB_FORBIDDEN,
           "a wrong name: %s", error.text);
    is_int(account_renew(club, anna.id, code, &error), CLUB_DONE, "a new code");
    is_int(sign_in(club, "Anna Bell", first, now_ms, &found, other, &error), CLUB_FORBIDDEN,
           "the old one is over");
    for (int i = 1; i <= ACCOUNT_DEVICES_MAX; i++)
        if (sign_in(club, "Anna Bell", code, now_ms + i * 1000, &found, other, &error) != CLUB_DONE)
            ok(false, "sign in %d: %s", i, error.text);
    is_int(ask(club, "SELECT COUNT(*) FROM club_device"), ACCOUNT_DEVICES_MAX,
           "so many devices and no more");
    is_int(account_of_device(club, another, &found, &error), CLUB_UNKNOWN, "the oldest is out");
    is_int(account_sign_out(club, other, &error), CLUB_DONE, "one signs out");
    is_int(account_of_device(club, other, &found, &error), CLUB_UNKNOWN, "and is gone");
    is_int(account_sign_out_all(club, anna.id, &error), CLUB_DONE, "all sign out");
    is_int(ask(club, "SELECT COUNT(*) FROM club_device"), 0, "and are gone");
}

static void test_changes(struct club *club) {
    struct error error = {.text = ""};
    struct account anna, bert, found;
    char device[DIGEST_SIZE];
    is_int(account_find(club, "Anna Bell", &anna, &error), CLUB_DONE, "she is found");
    is_int(account_create(club, "Bert", ACCOUNT_ENGINE, "no hash", now_ms, &bert, device, &error),
           CLUB_DONE, "another");
    ok(bert.class == ACCOUNT_ENGINE && anna.class == ACCOUNT_PERSON, "he is an engine");
    for (int board = 1; board <= 3; board++)
        add_game(club, &anna, board);
    for (int board = 3; board <= 5; board++)
        add_game(club, &bert, board);
    is_int(account_rename(club, anna.id, "Bert", &error), CLUB_CONFLICT, "a name that is taken");
    is_int(account_rename(club, anna.id, "anna bell", &error), CLUB_DONE, "her own, spelled new");
    is_int(account_rename(club, anna.id, "Clara", &error), CLUB_DONE, "a free one: %s", error.text);
    is_int(ask(club, "SELECT COUNT(*) FROM game JOIN engine ON engine.id = seat1"
                     " WHERE engine.name = 'Clara'"),
           3, "her games have it, too");
    is_int(account_create(club, "Anna Bell", ACCOUNT_PERSON, "no hash", now_ms, &found, device,
                          &error),
           CLUB_DONE, "the old one is free");
    is_int(account_ban(club, anna.id, "plays by a program", &error), CLUB_DONE, "a ban");
    is_int(account_read(club, anna.id, &found, &error), CLUB_DONE, "is known");
    ok(found.banned && strcmp(found.reason, "plays by a program") == 0, "with its reason");
    is_int(ask(club, "SELECT COUNT(*) FROM game WHERE tournament"), 3, "her games do not count");
    is_int(account_ban(club, anna.id, NULL, &error), CLUB_DONE, "lifted");
    is_int(ask(club, "SELECT COUNT(*) FROM game WHERE tournament"), 6, "they count again");
    is_int(account_ban(club, 999, "x", &error), CLUB_UNKNOWN, "nobody");
    is_int(account_ban(club, anna.id, "", &error), CLUB_INVALID, "no reason");

    is_int(account_join(club, bert.id, bert.id, &error), CLUB_INVALID, "one account");
    is_int(account_join(club, bert.id, anna.id, &error), CLUB_DONE, "two become one: %s",
           error.text);
    is_int(ask(club, "SELECT COUNT(*) FROM game JOIN engine ON engine.id = seat1"
                     " WHERE engine.name = 'Clara'"),
           5, "five boards, one of them once");
    is_int(ask(club, "SELECT COUNT(*) FROM game JOIN engine ON engine.id = seat1"
                     " WHERE engine.name GLOB 'deleted_2_[0-9a-f]*'"),
           1, "the other game of that board is nobody's");
    is_int(ask(club, "SELECT COUNT(*) FROM game WHERE tournament"), 5, "and does not count");
    is_int(account_classify(club, anna.id, ACCOUNT_HELPED, &error), CLUB_DONE, "another class");
    is_int(account_read(club, anna.id, &found, &error), CLUB_DONE, "is known");
    ok(found.class == ACCOUNT_HELPED, "as hers");
    is_int(ask(club, "SELECT COUNT(*) FROM engine WHERE name = 'Clara' AND kind = 'helped'"), 1,
           "in the record, too");
    is_int(account_classify(club, 999, ACCOUNT_HELPED, &error), CLUB_UNKNOWN, "nobody has none");
    is_int(account_of_device(club, device, &found, &error), CLUB_DONE, "the third is there");
    is_int(account_find(club, "Bert", &found, &error), CLUB_UNKNOWN, "the second is not");
}

static void test_leaving(struct club *club) {
    struct error error = {.text = ""};
    struct account clara;
    struct json json = {.comma = false};
    is_int(account_find(club, "Clara", &clara, &error), CLUB_DONE, "found");
    json_open(&json, NULL, '{');
    is_int(account_export(club, clara.id, &json, &error), CLUB_DONE, "exported: %s", error.text);
    json_close(&json, '}');
    const char *all = text_get(&json.text);
    ok(strstr(all, "\"name\":\"Clara\"") && strstr(all, "\"board\":5") &&
           strstr(all, "\"devices\":[]") && !strstr(all, "argon") && !strstr(all, "Anna"),
       "what is hers, and nothing that opens doors: %.60s", all);
    text_free(&json.text);
    char taken[200];
    snprintf(taken, sizeof taken,
             "INSERT INTO engine (name, command, options, limits)"
             " VALUES ('deleted_%d_%.8s', '', '', '')",
             (int)clara.id, club->source + strlen("club:"));
    ok(query_run(club->record, taken, &error), "somebody has the name that she will get: %s",
       error.text);
    is_int(account_delete(club, clara.id, &error), CLUB_DONE, "deleted: %s", error.text);
    is_int(ask(club, "SELECT COUNT(*) FROM engine WHERE name GLOB 'deleted_[0-9]*'"), 3,
           "by a name that is free");
    is_int(account_delete(club, clara.id, &error), CLUB_UNKNOWN, "once");
    is_int(ask(club, "SELECT COUNT(*) FROM engine WHERE name = 'Clara'"), 0, "without a trace");
    is_int(ask(club, "SELECT COUNT(*) FROM game"), 6, "but games");
    is_int(ask(club, "SELECT COUNT(*) FROM club_account"), 1, "one account is left");
}

/* Accounts are kept in memory by their devices: a change is seen by the next who asks. */
static void test_kept(struct club *club, const char *path) {
    struct error error = {.text = ""};
    struct account kim, found;
    char device[DIGEST_SIZE];
    struct club other;
    is_int(account_create(club, "Kim", ACCOUNT_PERSON, "no hash", now_ms, &kim, device, &error),
           CLUB_DONE, "one more");
    for (int i = 0; i < 2; i++)
        is_int(account_of_device(club, device, &found, &error), CLUB_DONE, "found by a device");
    account_rename(club, kim.id, "Kimberly", &error);
    account_of_device(club, device, &found, &error);
    is_string(found.name, "Kimberly", "with a new name");
    account_classify(club, kim.id, ACCOUNT_HELPED, &error);
    account_of_device(club, device, &found, &error);
    is_int(found.class, ACCOUNT_HELPED, "and a new class");
    account_ban(club, kim.id, "a robot", &error);
    account_of_device(club, device, &found, &error);
    ok(found.banned && strcmp(found.reason, "a robot") == 0, "and banned");
    ok(club_join(&other, path, &error) && account_ban(&other, kim.id, NULL, &error) == CLUB_DONE,
       "another program ends the ban: %s", error.text);
    club_close(&other);
    account_of_device(club, device, &found, &error);
    ok(!found.banned, "which is seen, too");
    account_sign_out_all(club, kim.id, &error);
    is_int(account_of_device(club, device, &found, &error), CLUB_UNKNOWN, "until it is out");
    is_int(account_delete(club, kim.id, &error), CLUB_DONE, "and gone");
}

static void count_refused(void *context, int64_t id, const char *name, const char *why) {
    char *seen = context;
    snprintf(seen, 100, "%d %s %d", (int)id, name, *why != '\0');
}

/* Whoever has a name from before a rule keeps it, and is found by it. */
static void test_refused_names(struct club *club) {
    struct error error = {.text = ""};
    struct account bare, found;
    char device[DIGEST_SIZE];
    struct person_name name;
    char seen[100] = "";
    ok(account_refused_names(club, count_refused, seen, &error) && !*seen, "no bad name: %s", seen);
    is_int(account_create(club, "Xena", ACCOUNT_PERSON, "no hash", now_ms, &bare, device, &error),
           CLUB_DONE, "somebody");
    person_name_read("Xe\xe1\x85\x9fna", &name, &error);
    ok(query_write(club->record,
                   "UPDATE club_account SET name = ?, look = ?, folded = ? WHERE name = 'Xena'",
                   VALUES(value_text(name.text), value_text(name.look), value_text(name.folded)),
                   &error),
       "got in with a filler in the name");
    ok(account_refused_names(club, count_refused, seen, &error) &&
           strstr(seen, "Xe\xe1\x85\x9fna 1") != NULL,
       "a name that would be refused now: %s", seen);
    is_int(account_find(club, "Xe\xe1\x85\x9fna", &found, &error), CLUB_DONE, "found by it: %s",
           error.text);
    is_int(found.id, bare.id, "as who it is");
    is_int(account_find(club, "Xe\xe1\x85\xa0na", &found, &error), CLUB_INVALID, "not by another");
    is_int(account_find(club, "admin", &found, &error), CLUB_UNKNOWN, "no account: %s", error.text);
    is_int(account_delete(club, bare.id, &error), CLUB_DONE, "and goes");
}

/* Neither a new account of the name nor another account gets round a ban. */
static void test_bans(struct club *club) {
    struct error error = {.text = ""};
    struct account bad, other, found;
    char device[DIGEST_SIZE];
    is_int(account_create(club, "Mallory", ACCOUNT_PERSON, "no hash", now_ms, &bad, device, &error),
           CLUB_DONE, "one");
    is_int(account_create(club, "Trudy", ACCOUNT_PERSON, "no hash", now_ms, &other, device, &error),
           CLUB_DONE, "and another account");
    is_int(account_ban(club, bad.id, "a robot", &error), CLUB_DONE, "is banned");
    is_int(account_join(club, bad.id, other.id, &error), CLUB_FORBIDDEN, "not to be merged: %s",
           error.text);
    is_int(account_join(club, other.id, bad.id, &error), CLUB_FORBIDDEN, "neither way: %s",
           error.text);
    is_int(account_delete(club, bad.id, &error), CLUB_DONE, "but may be deleted");
    is_int(
        account_create(club, "Mallory", ACCOUNT_PERSON, "no hash", now_ms, &found, device, &error),
        CLUB_CONFLICT, "the name stays barred: %s", error.text);
    is_int(
        account_create(club, "ma11ory", ACCOUNT_PERSON, "no hash", now_ms, &found, device, &error),
        CLUB_CONFLICT, "as do those that look like it: %s", error.text);
    is_int(account_rename(club, other.id, "MALLORY", &error), CLUB_CONFLICT, "for everybody: %s",
           error.text);
    is_int(ask(club, "SELECT COUNT(*) FROM club_barred WHERE look LIKE '%al%'"), 0,
           "nothing says who it was");
    is_int(account_unbar(club, "Trudy", &error), CLUB_UNKNOWN, "another is not barred: %s",
           error.text);
    is_int(account_unbar(club, "mallory", &error), CLUB_DONE, "until the operator frees it");
    is_int(
        account_create(club, "Mallory", ACCOUNT_PERSON, "no hash", now_ms, &found, device, &error),
        CLUB_DONE, "then it is: %s", error.text);
    ok(account_delete(club, other.id, &error) == CLUB_DONE &&
           account_delete(club, found.id, &error) == CLUB_DONE,
       "both go");
}

/* ---- players --------------------------------------------------------------------------------- */

static struct account come(struct club *club, const char *name) {
    struct error error = {.text = ""};
    struct account account = {.id = 0};
    char device[DIGEST_SIZE];
    is_int(account_create(club, name, ACCOUNT_PERSON, "no hash", now_ms, &account, device, &error),
           CLUB_DONE, "%s comes: %s", name, error.text);
    return account;
}

/* The number of games in the record of an account's player. */
static int64_t games_of(struct club *club, const struct account *account) {
    char sql[200];
    snprintf(sql, sizeof sql,
             "SELECT COUNT(*) FROM club_account JOIN game ON seat1 = club_account.player"
             " WHERE club_account.id = %d",
             (int)account->id);
    return ask(club, sql);
}

/* Whoever is called as a deleted player is in the record, or was once imported under a name, does
 * not become that player. */
static void test_players(struct club *club) {
    struct error error = {.text = ""};
    struct account emil = come(club, "Emil"), heir = come(club, "Heir"),
                   frida = come(club, "Frida");
    char sql[300];
    add_game(club, &emil, 1);
    snprintf(sql, sizeof sql,
             "UPDATE club_account SET name = 'deleted_%d_%.8s' WHERE name = 'Heir';"
             "INSERT INTO engine (name, command, options, limits) VALUES ('Frida', '', '', '')",
             (int)emil.id, club->source + strlen("club:"));
    ok(query_run(club->record, sql, &error), "one is called so already: %s", error.text);
    is_int(account_delete(club, emil.id, &error), CLUB_DONE, "deleted: %s", error.text);
    is_int(games_of(club, &heir), 0, "nobody inherits games by a name");
    add_game(club, &heir, 2);
    is_int(games_of(club, &heir), 1, "but plays some");
    add_game(club, &frida, 3);
    is_int(games_of(club, &frida), 1, "so does one whose name came with other records");
    is_int(ask(club, "SELECT COUNT(*) FROM game JOIN engine ON engine.id = seat1"
                     " WHERE engine.name = 'Frida'"),
           0, "who keep theirs");
    ok(record_is_deleted("deleted_12") && record_is_deleted("deleted_12_0123abcd") &&
           !record_is_deleted("deleted") && !record_is_deleted("deleted 12"),
       "names of deleted players are known");
}

/* A club as it was written when players were known by name: an account that is called as a deleted
 * player was, and one that has not played. */
static void test_earlier(struct club *club, const char *path) {
    static const char earlier[] =
        "CREATE TABLE earlier AS SELECT * FROM club_account; DROP TABLE club_account;"
        "CREATE TABLE club_account (id INTEGER PRIMARY KEY AUTOINCREMENT,"
        " name TEXT NOT NULL, player TEXT NOT NULL UNIQUE, look TEXT NOT NULL UNIQUE,"
        " folded TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, recovery TEXT NOT NULL,"
        " created TEXT NOT NULL, banned TEXT);"
        "INSERT INTO club_account SELECT id, name, IFNULL((SELECT engine.name FROM engine"
        "  WHERE engine.id = player), name), look, folded, kind, recovery, created, banned"
        " FROM earlier; DROP TABLE earlier;"
        "INSERT INTO engine (name, command, options, limits) VALUES ('deleted_77', '', '', '');"
        "INSERT INTO club_account VALUES (80, 'deleted 77', 'deleted_77', 'd77', 'd77', 'human',"
        " '', '2026-11-01T00:00:00Z', NULL); DELETE FROM club_account WHERE id = 79;"
        "UPDATE sqlite_sequence SET seq = 90 WHERE name = 'club_account';";
    struct error error = {.text = ""};
    struct account frida, heir, next;
    is_int(account_find(club, "Frida", &frida, &error), CLUB_DONE, "one who has played");
    ok(query_run(club->record, earlier, &error), "an earlier file: %s", error.text);
    club_close(club);
    ok(club_open(club, path, &error), "is opened: %s", error.text);
    is_int(games_of(club, &frida), 1, "she has her games");
    is_int(account_read(club, 80, &heir, &error), CLUB_DONE, "the other is there");
    is_int(heir.player, 0, "and is no deleted player");
    next = come(club, "Gerd");
    is_int(next.id, 91, "no number comes twice");
    is_int(ask(club, "SELECT COUNT(*) FROM sqlite_schema WHERE sql LIKE '%club_account_new%'"), 0,
           "nothing refers to what was renamed");
}

int main(void) {
    char folder[] = "/tmp/accounts.XXXXXX", path[64], command[80];
    struct club club;
    struct error error = {.text = ""};
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/club.db", folder);
    test_allowed();
    test_invisible();
    test_alike();
    test_any_bytes();
    ok(club_open(&club, path, &error), "a club: %s", error.text);
    test_codes();
    test_coming(&club);
    test_changes(&club);
    test_leaving(&club);
    test_kept(&club, path);
    test_refused_names(&club);
    test_bans(&club);
    test_players(&club);
    test_earlier(&club, path);
    club_close(&club);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 ? done() : 1;
}
