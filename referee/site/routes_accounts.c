/* routes_accounts.c - signing up, in and out, and what belongs to oneself. */
#include "config.h"

#include "base/error.h"
#include "base/language.h"
#include "referee/club/accounts.h"
#include "referee/site/http_request.h"
#include "referee/site/site_call.h"
#include "referee/site/site_entry.h"
#include "referee/site/site_part.h"
#include "referee/site/site_state.h"

#include <string.h>

/* A program gets the key of its device in the answer, a browser in a cookie that no script reads.
 */
static void add_key(struct site_call *call, struct json *json, const char *device) {
    if (site_flag(call, "key"))
        json_string(json, "key", device);
    else
        site_set_cookie(call->site, call->request, device);
}

static void sign_up(struct site_call *call) {
    struct account account;
    struct account_keys keys;
    struct error error;
    struct json json = {0};
    enum account_class class = ACCOUNT_PERSON;
    if (site_has(call, "class") && !account_class_read(site_text(call, "class"), &class)) {
        site_refuse_as(call, 400, "invalid", _("\"class\" must be human, engine or helped"));
        return;
    }
    enum club_answer answer = account_create(&call->site->club, site_text(call, "name"), class,
                                             call->now, &account, &keys, &error);
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, &error);
        return;
    }
    json_open(&json, NULL, '{');
    site_add_account(&json, "account", &account);
    json_string(&json, "recovery", keys.recovery);
    add_key(call, &json, keys.device);
    site_answer_json(call, 201, &json);
}

static void sign_in(struct site_call *call) {
    struct account account;
    struct error error;
    struct json json = {0};
    char device[DIGEST_SIZE];
    enum club_answer answer =
        account_sign_in(&call->site->club, site_text(call, "name"), site_text(call, "recovery"),
                        call->now, &account, device, &error);
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, &error);
        return;
    }
    json_open(&json, NULL, '{');
    site_add_account(&json, "account", &account);
    add_key(call, &json, device);
    site_answer_json(call, 200, &json);
}

/* What was wanted is done, and this browser is signed out. */
static void leave(struct site_call *call, enum club_answer answer, const struct error *error) {
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, error);
        return;
    }
    if (call->cookie)
        site_set_cookie(call->site, call->request, NULL);
    site_answer_nothing(call);
}

static void sign_out(struct site_call *call) {
    struct error error;
    leave(call, account_sign_out(&call->site->club, call->device, &error), &error);
}

static void sign_out_all(struct site_call *call) {
    struct error error;
    leave(call, account_sign_out_all(&call->site->club, call->account.id, &error), &error);
}

/* ---- one's own ------------------------------------------------------------------------------- */

static void answer_account(struct site_call *call) {
    struct error error;
    struct json json = {0};
    int64_t devices;
    enum club_answer answer =
        account_devices(&call->site->club, call->account.id, &devices, &error);
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, &error);
        return;
    }
    json_open(&json, NULL, '{');
    site_add_account(&json, "account", &call->account);
    json_string(&json, "created", call->account.created);
    json_integer(&json, "devices", devices);
    site_answer_json(call, 200, &json);
}

static void export_account(struct site_call *call) {
    struct error error;
    struct json json = {0};
    json_open(&json, NULL, '{');
    enum club_answer answer = account_export(&call->site->club, call->account.id, &json, &error);
    if (answer == CLUB_DONE) {
        http_add_header(call->request, "Content-Disposition",
                        "attachment; filename=\"triancey-account.json\"");
        site_answer_json(call, 200, &json);
        return;
    }
    text_free(&json.text);
    site_refuse(call, answer, &error);
}

static void renew_recovery(struct site_call *call) {
    struct error error;
    struct json json = {0};
    char code[RECOVERY_CODE_SIZE];
    enum club_answer answer = account_renew(&call->site->club, call->account.id, code, &error);
    if (answer != CLUB_DONE) {
        site_refuse(call, answer, &error);
        return;
    }
    json_open(&json, NULL, '{');
    json_string(&json, "recovery", code);
    site_answer_json(call, 200, &json);
}

/* Who deletes an account writes its name, so that no slip does it. */
static void delete_account(struct site_call *call) {
    struct error error;
    if (strcmp(site_text(call, "name"), call->account.name) != 0) {
        site_refuse_as(call, 400, "invalid", _("this is not the name of the account"));
        return;
    }
    leave(call, account_delete(&call->site->club, call->account.id, &error), &error);
}

/* clang-format off */
static const struct site_route routes[] = {
    {"POST", "api/accounts", SITE_ANYBODY, SITE_SIGN_UP, .handle = sign_up,
     .body = {{"name", 's'}, {"class", 's', true}, {"key", 'b', true}}},
    {"POST", "api/session", SITE_ANYBODY, SITE_SIGN_IN, .handle = sign_in,
     .body = {{"name", 's'}, {"recovery", 's'}, {"key", 'b', true}}},
    {"POST", "api/session/close", SITE_ACCOUNT, .handle = sign_out},
    {"POST", "api/session/close-all", SITE_ACCOUNT, .handle = sign_out_all},
    {"GET", "api/account", SITE_ACCOUNT, .handle = answer_account},
    {"GET", "api/account/export", SITE_ACCOUNT, .handle = export_account},
    {"POST", "api/account/recovery", SITE_ACCOUNT, SITE_SIGN_IN, .handle = renew_recovery},
    {"POST", "api/account/delete", SITE_ACCOUNT, .handle = delete_account, .body = {{"name", 's'}}},
    {0},
};
/* clang-format on */

const struct site_part site_part_accounts = {.routes = routes};
