/* accounts.h - the accounts of a club, without e-mail and passwords.
 *
 * An account has a name (person_name.h). A device proves itself by a key of 256 random bits, of
 * which the club keeps only the SHA-256; another device gets a key of its own by the recovery code
 * (recovery.h), of which the club keeps only the Argon2id. Keys and codes are shown once.
 *
 * A banned account can still sign in, export and delete its data, but its holder cannot play, and
 * none of the account's tournament games count until the ban is lifted. A ban outlives the account:
 * its name stays barred, of which the club keeps only the SHA-256, until the ban is lifted.
 * Deleting an account removes its name; finished halves stay in the record under an anonymous name.
 *
 * An account knows its player in the record by number, never by name: other records, whose players
 * may have any names, can be imported into the club's.
 */
#ifndef TRIANCEY_CLUB_STORE_ACCOUNTS_H
#define TRIANCEY_CLUB_STORE_ACCOUNTS_H

#include "base/calendar.h"
#include "base/digest.h"
#include "club/store/club.h"
#include "club/store/person_name.h"
#include "club/store/recovery.h"

#include <stdbool.h>
#include <stdint.h>

struct error;
struct json;

enum { ACCOUNT_DEVICES_MAX = 10, ACCOUNT_REASON_SIZE = 200, ACCOUNT_FRESH_MS = 15 * 60 * 1000 };

/* Who plays: each class has a ranking of its own. */
enum account_class {
    ACCOUNT_PERSON,
    ACCOUNT_ENGINE, /* a program */
    ACCOUNT_HELPED, /* a person with the help of one */
    ACCOUNT_CLASSES
};

struct account {
    int64_t id;
    char name[PERSON_NAME_SIZE];
    int64_t player; /* its number in the record; 0: none yet */
    enum account_class class;
    char created[CALENDAR_TIME_SIZE];
    bool banned;
    char reason[ACCOUNT_REASON_SIZE]; /* of the ban */
};

/* A class as the file and programs call it: `human`, `engine` or `helped`; and back, false if there
 * is no such class. */
const char *account_class_name(enum account_class class);
bool account_class_read(const char *name, enum account_class *class);

/* Whether a name is free for an account (0: a new one): no other account has it or one like it, in
 * the club or in its record, and none that was deleted while it was banned. */
enum club_answer account_check_free(struct club *club, const struct person_name *name, int64_t id,
                                    struct error *error);

/* Calls a function for each name of an account that an earlier rule has let in and today's does
 * not. */
bool account_refused_names(struct club *club,
                           void (*each)(void *context, int64_t id, const char *name,
                                        const char *why),
                           void *context, struct error *error);

/* A new account with a recovery code (recovery_draw()), given as its hash, and the key of a device,
 * which is drawn. CLUB_INVALID: no such name is allowed; CLUB_CONFLICT: it is not free. */
enum club_answer account_create(struct club *club, const char *name, enum account_class class,
                                const char *hash, int64_t now, struct account *account,
                                char device[DIGEST_SIZE], struct error *error);

/* Whether a new account may have a name; the answers are those of account_create(). */
enum club_answer account_check_name(struct club *club, const char *name, struct error *error);

/* By the key of a device. CLUB_UNKNOWN: none has it. Any bytes may come. */
enum club_answer account_of_device(struct club *club, const char *device, struct account *account,
                                   struct error *error);

/* Whatever changes an account or its devices, but does not delete it, says so first: accounts are
 * kept in memory by the devices that ask for them. */
void account_forget(struct club *club, int64_t id);

/* Give the name of an account's player in the record, "" if there is none. account_have_player()
 * adds one then, by the account's name unless another player has it. */
bool account_player(struct club *club, const struct account *account, char name[NAME_BYTES_MAX + 1],
                    struct error *error);
bool account_have_player(struct club *club, int64_t id, char name[NAME_BYTES_MAX + 1],
                         struct error *error);

/* A name for a player in the record that nobody can choose, with a word and the account's number,
 * which no player there has. */
bool account_free_name(struct club *club, const char *word, int64_t id,
                       char name[NAME_BYTES_MAX + 1], struct error *error);

/* By its number. */
enum club_answer account_read(struct club *club, int64_t id, struct account *account,
                              struct error *error);

/* CLUB_FORBIDDEN: the account is banned. NULL is a guest. */
enum club_answer account_check_ban(const struct account *account, struct error *error);

/* By its name, or one that looks like it. A name that the rules of today refuse is found if it is
 * written exactly so. */
enum club_answer account_find(struct club *club, const char *name, struct account *account,
                              struct error *error);

/* Signing in by a recovery code: the first finds the account of a name and the hash of its code
 * (CLUB_FORBIDDEN: there is none), the caller compares (recovery_is()), and the second adds the
 * device; the oldest beyond ACCOUNT_DEVICES_MAX is signed out. */
enum club_answer account_recovery(struct club *club, const char *name, struct account *account,
                                  char hash[RECOVERY_HASH_SIZE], struct error *error);
enum club_answer account_add_device(struct club *club, int64_t id, int64_t now,
                                    char device[DIGEST_SIZE], struct error *error);

/* Whether a hash is still that of the account's recovery code; and whether a device has signed in
 * within the last ACCOUNT_FRESH_MS. */
enum club_answer account_has_recovery(struct club *club, int64_t id, const char *hash, bool *same,
                                      struct error *error);
enum club_answer account_is_fresh(struct club *club, const char *device, int64_t now, bool *fresh,
                                  struct error *error);

/* How many devices an account has. */
enum club_answer account_devices(struct club *club, int64_t id, int64_t *devices,
                                 struct error *error);

/* Signs out one device, or all of an account. */
enum club_answer account_sign_out(struct club *club, const char *device, struct error *error);
enum club_answer account_sign_out_all(struct club *club, int64_t id, struct error *error);

/* Draws a new recovery code, which replaces the old one. */
enum club_answer account_renew(struct club *club, int64_t id, char code[RECOVERY_CODE_SIZE],
                               struct error *error);

/* Sets a recovery code that was drawn before, by its hash. */
enum club_answer account_set_recovery(struct club *club, int64_t id, const char *hash,
                                      struct error *error);

/* Bans an account for a reason, or lifts the ban (NULL). */
enum club_answer account_ban(struct club *club, int64_t id, const char *reason,
                             struct error *error);

/* Frees a name that is barred because its account was deleted while it was banned. CLUB_UNKNOWN: it
 * is not barred. */
enum club_answer account_unbar(struct club *club, const char *name, struct error *error);

enum club_answer account_rename(struct club *club, int64_t id, const char *name,
                                struct error *error);

/* Puts an account into another class, with all of its games. */
enum club_answer account_classify(struct club *club, int64_t id, enum account_class class,
                                  struct error *error);

/* Gives the games of one account to another and deletes it. If both have a game on the same board
 * of a week, that of the account that stays counts. CLUB_FORBIDDEN: one of them is banned. */
enum club_answer account_join(struct club *club, int64_t from, int64_t to, struct error *error);

enum club_answer account_delete(struct club *club, int64_t id, struct error *error);

/* Adds all that is kept about an account as members of an open JSON object. */
enum club_answer account_export(struct club *club, int64_t id, struct json *json,
                                struct error *error);

#endif
