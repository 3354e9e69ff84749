/* command_verify.c - `verify`: whether everything in a record is possible, and who has signed it.
 */
#include "config.h"

#include "base/calendar.h"
#include "base/error.h"
#include "base/language.h"
#include "base/signing.h"
#include "record/record.h"
#include "record/record_extra.h"
#include "record/verify.h"
#include "referee/commands/commands.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void print_count(const char *path, const struct verify_count *count) {
    printf(ngettext("%s: %lld game", "%s: %lld games", (unsigned long)count->games), path,
           (long long)count->games);
    printf(ngettext(", %lld half", ", %lld halves", (unsigned long)count->halves),
           (long long)count->halves);
    if (count->bare > 0)
        printf(_(" (%lld without moves or board)"), (long long)count->bare);
    if (count->others > 0)
        printf(ngettext(" (besides %lld table that is none of a record)",
                        " (besides %lld tables that are none of a record)",
                        (unsigned long)count->others),
               (long long)count->others);
    if (count->untold)
        fputs(_(" (its secret is not known yet)"), stdout);
    if (count->wrong > 0)
        printf(ngettext(": %lld error\n", ": %lld errors\n", (unsigned long)count->wrong),
               (long long)count->wrong);
    else
        fputs(_(": nothing is wrong\n"), stdout);
}

enum { MAKE_KEY, SIGN, KEY };

static bool verify_check(struct record *record, const char *path, bool *good, struct error *error) {
    struct verify_count count;
    bool done = record && verify_record(record, stdout, &count, error);
    if (!done)
        return false;
    error->text[0] = '\0'; /* the errors were printed */
    print_count(path, &count);
    *good = count.wrong == 0;
    return true;
}

/* Nothing is signed in which anything is wrong. */
static bool sign(const char *path, const char *file, const atomic_int *stop, bool *good,
                 struct error *error) {
    struct signing_key key;
    struct record *record = NULL;
    if (!signing_read(file, &key, error))
        return false;
    if (access(path, F_OK) != 0)
        error_set_kind(error, error_kind_of(errno), _("cannot read the record %s: %s"), path,
                       strerror(errno));
    else
        record = record_open_extra(path, NULL, error);
    record_set_cancel(record, stop);
    bool done =
        verify_check(record, path, good, error) && (!*good || record_sign(record, &key, error));
    record_close(record);
    if (done && *good)
        printf(_("%s: signed with the key %s\n"), path, key.public);
    signing_forget(&key);
    return done;
}

/* What the signature with a public key says, in one line. */
static bool tell_signature(struct record *record, const char *path, const char *key, bool *good,
                           struct error *error) {
    char when[CALENDAR_TIME_SIZE];
    enum record_signature answer;
    int64_t added;
    if (!record_check_signature(record, key, &answer, when, &added, error))
        return false;
    *good = *good && answer == RECORD_SIGNED;
    printf("%s: ", path);
    if (answer == RECORD_UNSIGNED)
        printf(_("it is not signed"));
    else if (answer == RECORD_OTHER_KEY)
        printf(_("it is signed, but not with the key %s"), key);
    else if (answer == RECORD_FALSE)
        printf(_("its signature is false: it was not made with the key %s"), key);
    else if (answer == RECORD_SIGNED_BEFORE)
        printf(ngettext("%lld half was added after it was signed on %s with the key %s",
                        "%lld halves were added after it was signed on %s with the key %s",
                        (unsigned long)added),
               (long long)added, when, key);
    else if (answer == RECORD_CHANGED)
        printf(_("it was changed after it was signed on %s with the key %s"), when, key);
    else
        printf(_("signed on %s with the key %s"), when, key);
    printf("\n");
    return true;
}

static bool verify(const char *path, const char *file, const atomic_int *stop, bool *good,
                   struct error *error) {
    char key[SIGNING_KEY_SIZE];
    if (file && !signing_read_public(file, key, error))
        return false;
    struct record *record = record_read(path, error);
    record_set_cancel(record, stop);
    bool done = verify_check(record, path, good, error) &&
                (!file || tell_signature(record, path, key, good, error));
    record_close(record);
    return done;
}

static bool make_key(const char *path, struct error *error) {
    if (!signing_make(path, error))
        return false;
    printf(_("%s is secret: who has it can sign for you; give others %s.pub\n"), path, path);
    return true;
}

static int verify_run(struct arguments *arguments, const atomic_int *stop) {
    const char *const *value = arguments->value;
    struct error *error = &arguments->error;
    bool good = true;
    if ((value[MAKE_KEY] != NULL) + (value[SIGN] != NULL) + (value[KEY] != NULL) > 1)
        error_set(error, _("--make-key, --sign and --key are three different things"));
    else if (!value[MAKE_KEY] && arguments->words == 0)
        error_set(error, _("%s is missing; %s --help says more"), "FILE.db", "verify");
    else if (value[MAKE_KEY] && arguments->words > 0)
        arguments_unexpected(arguments, arguments->word[0], error);
    if (error->text[0])
        return EXIT_USAGE;
    const char *path = arguments->word[0];
    bool done = value[MAKE_KEY] ? make_key(value[MAKE_KEY], error)
                : value[SIGN]   ? sign(path, value[SIGN], stop, &good, error)
                                : verify(path, value[KEY], stop, &good, error);
    return done && good ? EXIT_FINE : EXIT_FAILED;
}

const struct command command_verify = {
    .name = "verify",
    .summary = N_("find all errors in a record"),
    .words = {N_("[FILE.db]"), "*.db", 0, 1},
    .about = N_("Finds all errors in a record, and plays all halves again by the rules. Prints a "
                "line\nfor each error; the exit status is 1 if there are any."),
    .option = {[MAKE_KEY] = {"make-key", N_("FILE"),
                             .about =
                                 N_("make a key to sign with: FILE is secret, FILE.pub is not"),
                             .values = "*"},
               [SIGN] = {"sign", N_("FILE"),
                         .about = N_("if nothing is wrong, sign the record with this secret key"),
                         .values = "*"},
               [KEY] = {"key", N_("FILE.pub"),
                        .about = N_("also check that this key has signed all that it says"),
                        .values = "*.pub"}},
    .run = verify_run,
};
