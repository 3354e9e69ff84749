/* accounts.c - accounts that come, sign in and are found. Of what a person holds, keys and codes,
 * the file has hashes alone. A wrong name and a wrong code get the same answer, and the costly
 * hash of a code can be made outside (account_recovery()), so that the loop of the site does not
 * wait for it. */
#include "config.h"

#include "club/store/accounts.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "record/query.h"
#include "record/record_extra.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCOUNT_COLUMNS "id, name, player, kind, created, banned"

static const char *const class_name[ACCOUNT_CLASSES] = {PLAYER_HUMAN, PLAYER_ENGINE, PLAYER_HELPED};

const char *account_class_name(enum account_class class) {
    return class_name[class];
}

bool account_class_read(const char *name, enum account_class *class) {
    for (int i = 0; i < ACCOUNT_CLASSES; i++)
        if (strcmp(name, class_name[i]) == 0) {
            *class = (enum account_class)i;
            return true;
        }
    return false;
}

/* Closes a query for one account, and reads its row. */
static enum club_answer read_account(struct query *query, struct account *account,
                                     struct error *error) {
    *account = (struct account){.id = 0};
    if (query_step(query)) {
        account->id = query_int64(query, 0);
        query_copy(query, 1, account->name, sizeof account->name);
        account->player = query_int64(query, 2);
        account_class_read(query_string(query, 3), &account->class);
        query_copy(query, 4, account->created, sizeof account->created);
        account->banned = !query_is_null(query, 5);
        query_copy(query, 5, account->reason, sizeof account->reason);
    }
    if (!query_close(query, error))
        return CLUB_FAILED;
    return account->id ? CLUB_DONE
                       : club_refuse(CLUB_UNKNOWN, error, _("there is no such account"));
}

enum club_answer account_read(struct club *club, int64_t id, struct account *account,
                              struct error *error) {
    struct query query;
    query_keep(&query, club->record, "SELECT " ACCOUNT_COLUMNS " FROM club_account WHERE id = ?",
               VALUES(value_int(id)));
    return read_account(&query, account, error);
}

enum club_answer account_check_ban(const struct account *account, struct error *error) {
    return account && account->banned ? club_refuse(CLUB_FORBIDDEN, error, _("%s may not play: %s"),
                                                    account->name, account->reason)
                                      : CLUB_DONE;
}

/* ---- devices that are known ------------------------------------------------------------------ */

/* An account as a device found it, which holds as long as its counter of changes is `change`. */
struct known_device {
    struct cache_entry entry;
    struct account account;
    unsigned change;
};

static void known_device_end(struct cache_entry *entry) {
    free(entry);
}

/* How often an account has changed, or one with which it shares the counter. */
static unsigned *account_changes(struct club *club, int64_t id) {
    return &club->changes[(uint64_t)id % CLUB_CHANGES];
}

/* The name under which a device is kept: nobody can find a key from it, or choose keys whose names
 * are alike. */
static void device_name(const struct club *club, const char *device, char name[CACHE_NAME_SIZE]) {
    unsigned char bytes[crypto_shorthash_siphashx24_BYTES];
    _Static_assert(sizeof club->device_key == crypto_shorthash_siphashx24_KEYBYTES &&
                       2 * sizeof bytes < CACHE_NAME_SIZE,
                   "it has room");
    crypto_shorthash_siphashx24(bytes, (const unsigned char *)device, strlen(device),
                                club->device_key);
    sodium_bin2hex(name, CACHE_NAME_SIZE, bytes, sizeof bytes);
}

static void keep_device(struct club *club, const char *name, const struct account *account) {
    struct known_device *known = needed(malloc(sizeof *known));
    cache_drop(&club->devices, name);
    *known = (struct known_device){.entry.end = known_device_end,
                                   .account = *account,
                                   .change = *account_changes(club, account->id)};
    cache_add(&club->devices, name, &known->entry);
}

/* For a change that is not seen in the account itself. */
static void forget_devices(struct club *club, int64_t id) {
    ++*account_changes(club, id);
}

void account_forget(struct club *club, int64_t id) {
    club->persons++;
    forget_devices(club, id);
}

enum club_answer account_of_device(struct club *club, const char *device, struct account *account,
                                   struct error *error) {
    char hash[DIGEST_SIZE], name[CACHE_NAME_SIZE];
    struct query query;
    if (!digest_is(device))
        return club_refuse(CLUB_UNKNOWN, error, _("there is no such account"));
    if (!club_look(club, error))
        return CLUB_FAILED;
    device_name(club, device, name);
    const struct known_device *known = (struct known_device *)cache_find(&club->devices, name);
    if (known && known->change == *account_changes(club, known->account.id)) {
        *account = known->account;
        return CLUB_DONE;
    }
    digest_text(device, hash);
    query_keep(&query, club->record,
               "SELECT " ACCOUNT_COLUMNS " FROM club_account"
               " WHERE id = (SELECT account FROM club_device WHERE hash = ?)",
               VALUES(value_text(hash)));
    enum club_answer answer = read_account(&query, account, error);
    if (answer == CLUB_DONE)
        keep_device(club, name, account);
    return answer;
}

enum club_answer account_find(struct club *club, const char *text, struct account *account,
                              struct error *error) {
    struct person_name name;
    struct query query;
    bool allowed = person_name_read(text, &name, error);
    if (!*name.look)
        return CLUB_INVALID;
    query_open(&query, club->record,
               "SELECT " ACCOUNT_COLUMNS " FROM club_account WHERE look = ? OR folded = ?"
               " ORDER BY name <> ?",
               VALUES(value_text(name.look), value_text(name.folded), value_text(name.text)));
    struct error none;
    enum club_answer answer = read_account(&query, account, allowed ? error : &none);
    if (!allowed && (answer == CLUB_UNKNOWN || strcmp(account->name, name.text) != 0))
        return name.reserved ? club_refuse(CLUB_UNKNOWN, error, _("there is no such account"))
                             : CLUB_INVALID;
    if (!allowed && answer == CLUB_FAILED)
        *error = none;
    return answer;
}

/* ---- players --------------------------------------------------------------------------------- */

bool account_free_name(struct club *club, const char *word, int64_t id,
                       char name[NAME_BYTES_MAX + 1], struct error *error) {
    char random[DIGEST_SIZE];
    int64_t taken;
    int length = snprintf(name, NAME_BYTES_MAX + 1, "%s_%" PRId64 "_%.8s", word, id,
                          club->source + strlen("club:"));
    if (!query_ask(club->record, "SELECT 1 FROM engine WHERE name = ?", VALUES(value_text(name)),
                   &taken, error))
        return false;
    digest_draw(random);
    if (taken)
        snprintf(name + length, (size_t)(NAME_BYTES_MAX + 1 - length), "_%.16s", random);
    return true;
}

bool account_player(struct club *club, const struct account *account, char name[NAME_BYTES_MAX + 1],
                    struct error *error) {
    return query_ask_text(club->record, "SELECT name FROM engine WHERE id = ?",
                          VALUES(value_int(account->player)), name, NAME_BYTES_MAX + 1, error);
}

static bool account_add_player(struct club *club, const struct account *account,
                               char name[NAME_BYTES_MAX + 1], struct error *error) {
    int64_t player, taken;
    if (!query_ask(club->record, "SELECT 1 FROM engine WHERE name = ?",
                   VALUES(value_text(account->name)), &taken, error))
        return false;
    snprintf(name, NAME_BYTES_MAX + 1, "%s", account->name);
    if ((taken && !account_free_name(club, "account", account->id, name, error)) ||
        !record_find_or_add_player(club->record, name, account_class_name(account->class), NULL,
                                   &player, error))
        return false;
    forget_devices(club, account->id);
    return query_write(club->record, "UPDATE club_account SET player = ? WHERE id = ?",
                       VALUES(value_int(player), value_int(account->id)), error);
}

bool account_have_player(struct club *club, int64_t id, char name[NAME_BYTES_MAX + 1],
                         struct error *error) {
    struct account account;
    return account_read(club, id, &account, error) == CLUB_DONE &&
           account_player(club, &account, name, error) &&
           (*name || account_add_player(club, &account, name, error));
}

/* ---- devices --------------------------------------------------------------------------------- */

static bool add_device(struct club *club, int64_t id, int64_t now, char device[DIGEST_SIZE],
                       struct error *error) {
    char hash[DIGEST_SIZE], utc[CALENDAR_TIME_SIZE];
    digest_draw(device);
    digest_text(device, hash);
    forget_devices(club, id); /* one of too many devices may go */
    return query_write(
               club->record, "INSERT INTO club_device (hash, account, created) VALUES (?, ?, ?)",
               VALUES(value_text(hash), value_int(id), value_text(club_time(now, utc))), error) &&
           query_write(club->record,
                       "DELETE FROM club_device WHERE account = ?1 AND hash NOT IN"
                       " (SELECT hash FROM club_device WHERE account = ?1"
                       "  ORDER BY hash = ?3 DESC, created DESC, hash LIMIT ?2)",
                       VALUES(value_int(id), value_int(ACCOUNT_DEVICES_MAX), value_text(hash)),
                       error);
}

enum club_answer account_devices(struct club *club, int64_t id, int64_t *devices,
                                 struct error *error) {
    return club_done(query_ask(club->record, "SELECT COUNT(*) FROM club_device WHERE account = ?",
                               VALUES(value_int(id)), devices, error));
}

enum club_answer account_is_fresh(struct club *club, const char *device, int64_t now, bool *fresh,
                                  struct error *error) {
    char hash[DIGEST_SIZE], utc[CALENDAR_TIME_SIZE];
    int64_t there;
    digest_text(device, hash);
    bool asked =
        query_ask(club->record, "SELECT 1 FROM club_device WHERE hash = ? AND created >= ?",
                  VALUES(value_text(hash), value_text(club_time(now - ACCOUNT_FRESH_MS, utc))),
                  &there, error);
    *fresh = there != 0;
    return club_done(asked);
}

enum club_answer account_sign_out(struct club *club, const char *device, struct error *error) {
    char hash[DIGEST_SIZE], name[CACHE_NAME_SIZE];
    device_name(club, device, name);
    cache_drop(&club->devices, name);
    digest_text(device, hash);
    return club_done(query_write(club->record, "DELETE FROM club_device WHERE hash = ?",
                                 VALUES(value_text(hash)), error));
}

enum club_answer account_sign_out_all(struct club *club, int64_t id, struct error *error) {
    forget_devices(club, id);
    return club_done(query_write(club->record, "DELETE FROM club_device WHERE account = ?",
                                 VALUES(value_int(id)), error));
}

bool account_refused_names(struct club *club,
                           void (*each)(void *context, int64_t id, const char *name,
                                        const char *why),
                           void *context, struct error *error) {
    struct person_name name;
    struct error why;
    struct query query;
    query_open(&query, club->record, "SELECT id, name FROM club_account ORDER BY id", NULL);
    while (query_step(&query))
        if (!person_name_read(query_string(&query, 1), &name, &why))
            each(context, query_int64(&query, 0), query_string(&query, 1), why.text);
    return query_close(&query, error);
}

/* ---- coming ---------------------------------------------------------------------------------- */

enum club_answer account_check_free(struct club *club, const struct person_name *name, int64_t id,
                                    struct error *error) {
    int64_t taken;
    char look[DIGEST_SIZE], folded[DIGEST_SIZE];
    digest_text(name->look, look);
    digest_text(name->folded, folded);
    if (!query_ask(club->record,
                   "SELECT EXISTS (SELECT 1 FROM club_account WHERE (look = ?1 OR folded = ?2)"
                   " AND id <> ?4) OR EXISTS (SELECT 1 FROM engine WHERE name = ?3"
                   "  AND id IS NOT (SELECT player FROM club_account WHERE id = ?4))"
                   " OR EXISTS (SELECT 1 FROM club_barred WHERE look = ?5 OR folded = ?6)",
                   VALUES(value_text(name->look), value_text(name->folded), value_text(name->text),
                          value_int(id), value_text(look), value_text(folded)),
                   &taken, error))
        return CLUB_FAILED;
    return taken ? club_refuse(CLUB_CONFLICT, error, _("the name %s is not free"), name->text)
                 : CLUB_DONE;
}

enum club_answer account_check_name(struct club *club, const char *text, struct error *error) {
    struct person_name name;
    return person_name_read(text, &name, error) ? account_check_free(club, &name, 0, error)
                                                : CLUB_INVALID;
}

enum club_answer account_create(struct club *club, const char *name, enum account_class class,
                                const char *hash, int64_t now, struct account *account,
                                char device[DIGEST_SIZE], struct error *error) {
    struct person_name read;
    char utc[CALENDAR_TIME_SIZE];
    if (!person_name_read(name, &read, error))
        return CLUB_INVALID;
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_check_free(club, &read, 0, error);
    if (answer == CLUB_DONE)
        answer = club_done(
            query_write(club->record,
                        "INSERT INTO club_account (name, look, folded, kind, recovery, created)"
                        " VALUES (?, ?, ?, ?, ?, ?)",
                        VALUES(value_text(read.text), value_text(read.look),
                               value_text(read.folded), value_text(account_class_name(class)),
                               value_text(hash), value_text(club_time(now, utc))),
                        error));
    int64_t id = query_new_id(club->record);
    if (answer == CLUB_DONE)
        answer = add_device(club, id, now, device, error) ? account_read(club, id, account, error)
                                                          : CLUB_FAILED;
    return club_end_change(club, answer, error);
}

enum club_answer account_add_device(struct club *club, int64_t id, int64_t now,
                                    char device[DIGEST_SIZE], struct error *error) {
    struct account account;
    if (!club_begin(club, error))
        return CLUB_FAILED;
    enum club_answer answer = account_read(club, id, &account, error);
    if (answer == CLUB_DONE)
        answer = club_done(add_device(club, id, now, device, error));
    return club_end_change(club, answer, error);
}

enum club_answer account_recovery(struct club *club, const char *name, struct account *account,
                                  char hash[RECOVERY_HASH_SIZE], struct error *error) {
    enum club_answer answer = account_find(club, name, account, error);
    if (answer == CLUB_FAILED ||
        !query_ask_text(club->record, "SELECT recovery FROM club_account WHERE id = ?",
                        VALUES(value_int(answer == CLUB_DONE ? account->id : 0)), hash,
                        RECOVERY_HASH_SIZE, error))
        return CLUB_FAILED;
    /* As a wrong code is refused: the answer does not tell which of the two was wrong. */
    return *hash ? CLUB_DONE
                 : club_refuse(CLUB_FORBIDDEN, error,
                               _("the name and the recovery code do not match"));
}

enum club_answer account_has_recovery(struct club *club, int64_t id, const char *hash, bool *same,
                                      struct error *error) {
    int64_t there;
    bool asked = query_ask(club->record, "SELECT 1 FROM club_account WHERE id = ? AND recovery = ?",
                           VALUES(value_int(id), value_text(hash)), &there, error);
    *same = there != 0;
    return club_done(asked);
}

enum club_answer account_set_recovery(struct club *club, int64_t id, const char *hash,
                                      struct error *error) {
    return club_done(query_write(club->record, "UPDATE club_account SET recovery = ? WHERE id = ?",
                                 VALUES(value_text(hash), value_int(id)), error));
}

enum club_answer account_renew(struct club *club, int64_t id, char code[RECOVERY_CODE_SIZE],
                               struct error *error) {
    char hash[RECOVERY_HASH_SIZE];
    struct account account;
    enum club_answer answer = account_read(club, id, &account, error);
    if (answer != CLUB_DONE)
        return answer;
    if (!recovery_draw(code, hash))
        return club_refuse(CLUB_FAILED, error, _("out of memory"));
    return account_set_recovery(club, id, hash, error);
}
