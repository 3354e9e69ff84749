/* record_sign.c - signs records, and checks signatures. What is signed is a short text: the time,
 * the number of halves, and a digest of every row of every table, read in the order of keys. */
#include "config.h"

#include "record/verify.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/needed.h"
#include "base/signing.h"
#include "base/text.h"
#include "record/query.h"
#include "record/record_parts.h"

#include <inttypes.h>
#include <string.h>

/* ---- the digest ------------------------------------------------------------------------------ */

/* The tables that every record has, each in the order of its key. */
static const char *const tables[] = {"league ORDER BY id",
                                     "engine ORDER BY id",
                                     "board ORDER BY id",
                                     "game ORDER BY id",
                                     "half ORDER BY id",
                                     "fault ORDER BY id",
                                     "meeting ORDER BY round, number",
                                     "run ORDER BY id",
                                     "program ORDER BY run, engine"};
enum { TABLES = sizeof tables / sizeof *tables };

/* Writes a row as text: each value with its kind and length, so that different rows are different
 * texts. */
static void add_row(const struct query *row, struct text *text) {
    text_clear(text);
    for (int i = 0; i < query_columns(row); i++) {
        size_t size;
        const char *value = query_bytes(row, i, &size);
        text_addf(text, "%c%zu:", query_kind(row, i), size);
        text_add_bytes(text, value ? value : "", size);
    }
    text_add(text, "\n");
}

static bool add_table(struct record *record, const char *table, struct digest *digest,
                      struct text *text, struct error *error) {
    struct query rows;
    char sql[80];
    snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
    digest_add(digest, table, strlen(table) + 1);
    query_open(&rows, record, sql, NULL);
    while (query_step(&rows)) {
        add_row(&rows, text);
        digest_add(digest, needed_text(text), text->length);
    }
    return query_close(&rows, error);
}

static bool make_digest(struct record *record, char digits[DIGEST_SIZE], struct error *error) {
    struct digest digest;
    struct text text = {0};
    bool done = true;
    digest_start(&digest);
    for (int i = 0; done && i < TABLES; i++)
        done = add_table(record, tables[i], &digest, &text, error);
    if (done && record->has[LATER_SAID])
        done = add_table(record, "said ORDER BY half, ply", &digest, &text, error);
    if (done && record->has[LATER_VISITS])
        done = add_table(record, "visits ORDER BY half, ply", &digest, &text, error);
    digest_end(&digest, digits);
    text_free(&text);
    return done;
}

/* ---- signatures ------------------------------------------------------------------------------ */

/* A row of the table of signatures. */
struct signature {
    char when[CALENDAR_TIME_SIZE], digest[DIGEST_SIZE], signature[SIGNATURE_SIZE];
    int64_t halves;
};

static void write_statement(const struct signature *signature, char text[256]) {
    snprintf(text, 256, "triancey record 1\n%s\n%" PRId64 " halves\n%s\n", signature->when,
             signature->halves, signature->digest);
}

static bool count_halves(struct record *record, int64_t *halves, struct error *error) {
    return query_ask(record, "SELECT COUNT(*) FROM half", NULL, halves, error);
}

static bool sign(struct record *record, const struct signing_key *key, struct error *error) {
    struct signature made;
    char text[256];
    calendar_now(made.when);
    if (!record_make_later(record, LATER_SIGNATURE, error) ||
        !make_digest(record, made.digest, error) || !count_halves(record, &made.halves, error))
        return false;
    write_statement(&made, text);
    signing_sign(key, text, made.signature);
    return query_write(record, "INSERT OR REPLACE INTO signature VALUES (?, ?, ?, ?, ?)",
                       VALUES(value_text(key->public), value_text(made.when),
                              value_int(made.halves), value_text(made.digest),
                              value_text(made.signature)),
                       error);
}

bool record_sign(struct record *record, const struct signing_key *key, struct error *error) {
    return query_begin_writing(record, error) &&
           query_end_writing(record, sign(record, key, error), error);
}

/* Finds the signature with a key. */
static bool sign_find(struct record *record, const char *key, struct signature *signature,
                      bool *found, struct error *error) {
    struct query row;
    query_open(&row, record,
               "SELECT signed, halves, digest, signature FROM signature WHERE key = ?",
               VALUES(value_text(key)));
    *found = query_step(&row);
    if (*found) {
        query_copy(&row, 0, signature->when, sizeof signature->when);
        query_copy(&row, 2, signature->digest, sizeof signature->digest);
        query_copy(&row, 3, signature->signature, sizeof signature->signature);
        signature->halves = query_int64(&row, 1);
    }
    return query_close(&row, error);
}

static bool sign_check(struct record *record, const char *key, enum record_signature *answer,
                       struct signature *there, int64_t *added, struct error *error) {
    char text[256], now[DIGEST_SIZE];
    bool found;
    int64_t halves, others;
    if (!sign_find(record, key, there, &found, error) ||
        !query_ask(record, "SELECT COUNT(*) FROM signature", NULL, &others, error))
        return false;
    *answer = others ? RECORD_OTHER_KEY : RECORD_UNSIGNED;
    if (!found)
        return true;
    write_statement(there, text);
    *answer = RECORD_FALSE;
    if (!signing_check(key, text, there->signature))
        return true;
    if (!make_digest(record, now, error) || !count_halves(record, &halves, error))
        return false;
    *added = halves - there->halves;
    *answer = strcmp(now, there->digest) == 0 ? RECORD_SIGNED
              : *added > 0                    ? RECORD_SIGNED_BEFORE
                                              : RECORD_CHANGED;
    return true;
}

bool record_check_signature(struct record *record, const char *key, enum record_signature *answer,
                            char when[CALENDAR_TIME_SIZE], int64_t *added, struct error *error) {
    struct signature there = {.when = ""};
    *answer = RECORD_UNSIGNED;
    *added = 0;
    bool done = !record->has[LATER_SIGNATURE] ||
                (query_begin_reading(record, error) &&
                 query_end_reading(record, sign_check(record, key, answer, &there, added, error)));
    memcpy(when, there.when, sizeof there.when);
    return done;
}
