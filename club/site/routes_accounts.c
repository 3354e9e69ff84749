/* routes_accounts.c - signing up, in and out, and one's own account.
 *
 * Requests that need an Argon2id hash are answered later (hasher.h). Meanwhile the code may be
 * replaced, or the device signed out, so both are checked again.
 */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "base/needed.h"
#include "club/http/http_request.h"
#include "club/site/frame/site_call.h"
#include "club/site/frame/site_charge.h"
#include "club/site/frame/site_entry.h"
#include "club/site/frame/site_part.h"
#include "club/site/frame/site_state.h"
#include "club/site/frame/site_turn.h"
#include "club/site/hasher.h"
#include "club/store/accounts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- what waits for a hash ------------------------------------------------------------------- */

/* A request whose answer waits for a hash. */
struct waiting {
    struct hash_task task; /* the first member: `done` gets a pointer to it */
    struct site_call call; /* without its body */
    bool key;              /* the device's key is to be in the answer */
    enum account_class class;
    char old[RECOVERY_HASH_SIZE]; /* of the code that was asked for, "": none was */
    char *name;                   /* as it was sent */
    void (*go_on)(struct waiting *waiting);
};

static void refuse_busy(struct site_call *call) {
    site_refuse_busy(call, _("too many people are signing in: try again in a moment"));
}

static void go_on(struct hash_task *task, bool given_up) {
    struct waiting *waiting = (struct waiting *)task;
    struct site_call *call = &waiting->call;
    call->now = site_now(call->site);
    if (waiting->task.ousted)
        refuse_busy(call);
    else if (given_up)
        site_refuse_as(call, 503, _("the server is stopping: try again in a moment"));
    else if (!site_turn_begin(call->site, &call->error))
        site_refuse(call, CLUB_FAILED);
    else
        waiting->go_on(waiting);
    free(waiting->name);
    sodium_memzero(waiting, sizeof *waiting);
    free(waiting);
}

/* Keeps what the request says until the hash is there. */
static struct waiting *new_waiting(struct site_call *call, void (*next)(struct waiting *)) {
    struct waiting *waiting = needed(calloc(1, sizeof *waiting));
    waiting->call = *call;
    waiting->call.body = NULL;
    waiting->key = site_flag(call, "key");
    waiting->go_on = next;
    waiting->task.done = go_on;
    const struct address address = site_address(call->site, call->request);
    waiting->task.network = address_provider(&address);
    waiting->task.known = call->signed_in || hasher_knows(call->site->hasher, call->account.id,
                                                          &waiting->task.network);
    return waiting;
}

static void wait_for_hash(struct site_call *call, struct waiting *waiting) {
    if (hasher_add(call->site->hasher, &waiting->task)) {
        http_put_off(call->request);
        return;
    }
    free(waiting->name);
    free(waiting);
    refuse_busy(call);
}

/* ---- signing up and in ----------------------------------------------------------------------- */

/* A program gets the key of its device in the answer, a browser in a cookie that no script reads.
 */
static void add_key(struct waiting *waiting, struct json *json, const char *device) {
    if (waiting->key)
        json_string(json, "key", device);
    else
        site_set_cookie(waiting->call.site, waiting->call.request, device);
}

static void create_account(struct waiting *waiting) {
    struct site_call *call = &waiting->call;
    struct account account;
    char device[DIGEST_SIZE];
    if (!waiting->task.good) {
        site_refuse_as(call, 503, _("out of memory"));
        return;
    }
    enum club_answer answer =
        account_create(call->club, waiting->name, waiting->class, waiting->task.hash, call->now,
                       &account, device, &call->error);
    if (site_refused(call, answer))
        return;
    hasher_note(call->site->hasher, account.id, &waiting->task.network);
    struct json json = json_new_object();
    site_add_account(&json, "account", &account);
    json_string(&json, "recovery", waiting->task.code);
    add_key(waiting, &json, device);
    site_answer_json(call, 201, &json);
}

static void sign_up(struct site_call *call) {
    enum account_class class = ACCOUNT_PERSON;
    const char *name = site_text(call, "name");
    if (site_has(call, "class") && !account_class_read(site_text(call, "class"), &class)) {
        site_refuse_as(call, 400, _("\"class\" must be human, engine or helped"));
        return;
    }
    if (site_refused(call, account_check_name(call->club, name, &call->error)))
        return;
    struct waiting *waiting = new_waiting(call, create_account);
    waiting->class = class;
    waiting->task.draws = true;
    waiting->name = needed(strdup(name));
    wait_for_hash(call, waiting);
}

static void refuse_sign_in(struct site_call *call) {
    site_refuse_as(call, 403, _("the name and the recovery code do not match"));
}

/* Whether the code that was compared is right, and still the account's; if not, it is refused. */
static bool check_compared(struct waiting *waiting) {
    struct site_call *call = &waiting->call;
    bool same = false;
    enum club_answer answer =
        account_has_recovery(call->club, call->account.id, waiting->task.hash, &same, &call->error);
    if (answer != CLUB_DONE)
        site_refuse(call, answer);
    else if (!waiting->task.good || !same)
        refuse_sign_in(call);
    return answer == CLUB_DONE && waiting->task.good && same;
}

static void add_device(struct waiting *waiting) {
    struct site_call *call = &waiting->call;
    struct club *club = call->club;
    char device[DIGEST_SIZE];
    if (!check_compared(waiting))
        return;
    enum club_answer answer =
        account_add_device(club, call->account.id, call->now, device, &call->error);
    if (answer == CLUB_DONE)
        answer = account_read(club, call->account.id, &call->account, &call->error);
    if (site_refused(call, answer))
        return;
    hasher_note(call->site->hasher, call->account.id, &waiting->task.network);
    struct json json = json_new_object();
    site_add_account(&json, "account", &call->account);
    add_key(waiting, &json, device);
    site_answer_json(call, 200, &json);
}

static void compare_code(struct site_call *call, const char *code, const char *hash,
                         void (*next)(struct waiting *)) {
    if (strlen(code) >= HASHER_CODE_SIZE) {
        refuse_sign_in(call);
        return;
    }
    struct waiting *waiting = new_waiting(call, next);
    strcpy(waiting->task.code, code);
    strcpy(waiting->task.hash, hash);
    wait_for_hash(call, waiting);
}

static void sign_in(struct site_call *call) {
    char hash[RECOVERY_HASH_SIZE];
    const char *code = site_text(call, "recovery");
    enum club_answer answer =
        account_recovery(call->club, site_text(call, "name"), &call->account, hash, &call->error);
    if (site_refused(call, answer))
        return;
    compare_code(call, code, hash, add_device);
}

/* ---- a new code ------------------------------------------------------------------------------ */

/* The device must still be signed in, and the old code, if it was asked for, the old one. */
static enum club_answer check_renewal(struct waiting *waiting) {
    struct site_call *call = &waiting->call;
    struct club *club = call->club;
    struct account account;
    bool same = true;
    enum club_answer answer = account_of_device(club, call->device, &account, &call->error);
    if (answer == CLUB_DONE && *waiting->old)
        answer = account_has_recovery(club, account.id, waiting->old, &same, &call->error);
    if (answer == CLUB_UNKNOWN || !same)
        return club_refuse(CLUB_FORBIDDEN, &call->error,
                           _("something else has changed: sign in again"));
    return answer == CLUB_DONE && !waiting->task.good
               ? club_refuse(CLUB_FAILED, &call->error, _("out of memory"))
               : answer;
}

static void set_recovery(struct waiting *waiting) {
    struct site_call *call = &waiting->call;
    enum club_answer answer = check_renewal(waiting);
    if (answer == CLUB_DONE)
        answer =
            account_set_recovery(call->club, call->account.id, waiting->task.hash, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    json_string(&json, "recovery", waiting->task.code);
    site_answer_json(call, 200, &json);
}

static void draw_code(struct site_call *call, const char *old) {
    struct waiting *waiting = new_waiting(call, set_recovery);
    waiting->task.draws = true;
    strcpy(waiting->old, old);
    wait_for_hash(call, waiting);
}

static void go_on_renewing(struct waiting *waiting) {
    if (check_compared(waiting))
        draw_code(&waiting->call, waiting->task.hash);
}

/* Finding a device that is signed in must not be enough: a new code needs the old one, or a device
 * that has just signed in. */
static void renew_recovery(struct site_call *call) {
    bool fresh = false;
    char hash[RECOVERY_HASH_SIZE];
    const char *code = site_text(call, "recovery");
    enum club_answer answer =
        account_is_fresh(call->club, call->device, call->now, &fresh, &call->error);
    if (answer == CLUB_DONE && fresh && !site_has(call, "recovery")) {
        draw_code(call, "");
        return;
    }
    if (answer == CLUB_DONE && !site_has(call, "recovery"))
        answer = club_refuse(CLUB_FORBIDDEN, &call->error,
                             _("a new recovery code needs the old one, unless you have just "
                               "signed in"));
    if (answer == CLUB_DONE)
        answer =
            account_recovery(call->club, call->account.name, &call->account, hash, &call->error);
    if (site_refused(call, answer))
        return;
    compare_code(call, code, hash, go_on_renewing);
}

/* ---- signing out ----------------------------------------------------------------------------- */

/* The request is done, and this browser is signed out. */
static void leave(struct site_call *call, enum club_answer answer) {
    if (site_refused(call, answer))
        return;
    if (call->cookie)
        site_set_cookie(call->site, call->request, NULL);
    site_answer_nothing(call);
}

static void sign_out(struct site_call *call) {
    leave(call, account_sign_out(call->club, call->device, &call->error));
}

static void sign_out_all(struct site_call *call) {
    leave(call, account_sign_out_all(call->club, call->account.id, &call->error));
}

/* ---- one's own ------------------------------------------------------------------------------- */

static void answer_account(struct site_call *call) {
    int64_t devices;
    enum club_answer answer = account_devices(call->club, call->account.id, &devices, &call->error);
    if (site_refused(call, answer))
        return;
    struct json json = json_new_object();
    site_add_account(&json, "account", &call->account);
    json_string(&json, "created", call->account.created);
    json_integer(&json, "devices", devices);
    site_answer_json(call, 200, &json);
}

static void export_account(struct site_call *call) {
    struct json json = json_new_object();
    enum club_answer answer = account_export(call->club, call->account.id, &json, &call->error);
    if (answer == CLUB_DONE)
        http_add_header(call->request, "Content-Disposition",
                        "attachment; filename=\"triancey-account.json\"");
    site_answer_outcome(call, answer, &json);
}

/* To delete an account, its name must be written, so that it cannot happen by mistake. */
static void delete_account(struct site_call *call) {
    if (strcmp(site_text(call, "name"), call->account.name) != 0) {
        site_refuse_as(call, 400, _("this is not the name of the account"));
        return;
    }
    leave(call, account_delete(call->club, call->account.id, &call->error));
}

/* ---- the part -------------------------------------------------------------------------------- */

/* clang-format off */
static const struct site_route routes[] = {
    {"POST", "api/accounts", SITE_ANYBODY, LIMIT_SIGN_UPS, .handle = sign_up,
     .body = {{"name", 's', false}, {"class", 's', true}, {"key", 'b', true}}},
    {"POST", "api/session", SITE_ANYBODY, LIMIT_SIGN_INS, .handle = sign_in,
     .body = {{"name", 's', false}, {"recovery", 's', false}, {"key", 'b', true}}},
    {"POST", "api/session/close", SITE_ACCOUNT, .handle = sign_out},
    {"POST", "api/session/close-all", SITE_ACCOUNT, .handle = sign_out_all},
    {"GET", "api/account", SITE_ACCOUNT, .handle = answer_account},
    {"GET", "api/account/export", SITE_ACCOUNT, .handle = export_account},
    {"POST", "api/account/recovery", SITE_ACCOUNT, LIMIT_SIGN_INS, .handle = renew_recovery,
     .body = {{"recovery", 's', true}}},
    {"POST", "api/account/delete", SITE_ACCOUNT, .handle = delete_account, .body = {{"name", 's', false}}},
    {0},
};
/* clang-format on */

const struct site_part site_part_accounts = {.routes = routes};
